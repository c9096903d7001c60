"""Commands that bring tables in and take them out: import, export."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from jurybox.cli.common import FOUND, collection, formats, writing
from jurybox.cli.printing import print_json, say
from jurybox.collection.staging import ON_CONTRADICTION, OnContradiction
from jurybox.errors import Refused, UnknownFormat
from jurybox.formats.read_options import ORDERS, SECOND_COLUMNS, Order, SecondColumn
from jurybox.kinds import KIND_NAMES
from jurybox.language import tr, trn
from jurybox.lists import comma_list, sentences

if TYPE_CHECKING:
    from jurybox.collection.findings import Report
    from jurybox.formats.imports import PreparedImport
    from jurybox.formats.recognition import FormatQuestion


class FormatOption(click.Option):
    """An option `--as` whose help lists the formats of the registry in the place of `{names}`.

    The formats are loaded only when the help is printed. `written`: list those that can be exported.
    """

    def __init__(self, *words: Any, written: bool, **options: Any) -> None:  # noqa: ANN401 - as click has them
        super().__init__(*words, **options)
        self.written = written

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the option and its help, with the names of the formats."""
        from jurybox.formats.registry import format_names

        record = super().get_help_record(ctx)
        names = comma_list(format_names(written=self.written))
        return record and (record[0], record[1].replace("{names}", names))


@click.command("import")
@collection
@click.argument("sources", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--as",
    "as_format",
    cls=FormatOption,
    written=False,
    multiple=True,
    metavar="FORMAT|FILE=FORMAT",
    help="The format of all files, or of one of them; default: recognized from the files. Formats: {names}.",
)
@click.option("--run", help="The name of the run, if the format has none.")
@click.option("--assessor", help="The assessor, if the format names none.")
@click.option(
    "--order",
    type=click.Choice(ORDERS),
    default="score",
    show_default=True,
    help="What the answers of a run are ordered by.",
)
@click.option("--skip-bad-lines", is_flag=True, help="Leave out lines with errors, and list them.")
@click.option(
    "--missing-matches",
    type=click.Choice(("open", "no")),
    default="open",
    show_default=True,
    help="The meaning of pairs of answer and nugget that a list of matches leaves out.",
)
@click.option(
    "--on-contradiction",
    type=click.Choice(ON_CONTRADICTION),
    help="Which of labels counts that one person gave one item; later labels replace those of the collection. "
    "Default: an error.",
)
@click.option(
    "--second-column",
    type=click.Choice(SECOND_COLUMNS),
    help="The contents of the second column of qrels; default: recognized, and reported.",
)
@click.option(
    "--labels",
    metavar="SCALE",
    help="What grades become: a scale such as 0..3, a file with a label scheme, or letters (A, B, C). "
    "Default: the grades themselves, if there are more than 0, 1 and 2.",
)
@click.option(
    "--columns",
    metavar="COLUMN=FIELD,...",
    multiple=True,
    help="The columns of a table in no known format; without it, a proposal is printed. See jurybox help files.",
)
@click.option(
    "--words",
    metavar="WORD=LABEL,...",
    help="Which labels the words of the files are, such as yes=correct,maybe=cannot-tell; WORD= brings no judgment.",
)
@click.option(
    "--kind", type=click.Choice(KIND_NAMES), help="With --columns: the kind of new questions; default: recognized."
)
@click.option(
    "--control", metavar="NAME", help="The control of Label Studio whose labels are read, if several have some."
)
@click.option(
    "--dry-run",
    is_flag=True,
    help="Only print the report, what each run returns, and first rows of matched tables as they are stored.",
)
@formats("table", "json")
@click.pass_context
def import_command(
    ctx: click.Context,
    file: Path,
    sources: Sequence[Path],
    as_format: Sequence[str],
    run: str | None,
    assessor: str | None,
    order: Order,
    missing_matches: str,
    on_contradiction: OnContradiction | None,
    second_column: SecondColumn | None,
    labels: str | None,
    columns: Sequence[str],
    words: str | None,
    kind: str | None,
    control: str | None,
    *,
    skip_bad_lines: bool,
    dry_run: bool,
    form: str,
) -> None:
    """Read files, print what was found, and store everything if there are no errors."""
    from jurybox.formats.column_maps import parse_columns
    from jurybox.formats.import_preview import in_words
    from jurybox.formats.imports import prepare
    from jurybox.formats.label_words import parse_words
    from jurybox.formats.mapped_tables import COLUMNS
    from jurybox.formats.recognition import FormatQuestion

    said = parse_words(words) if words else ()
    of_all, by_hand = _said_formats(as_format, sources)
    if as_format and columns:
        raise Refused(tr("Name a format or match columns, not both: leave out --as or --columns."))
    ready = partial(
        prepare,
        sources,
        as_format=of_all,
        by_hand=by_hand,
        into=file,
        run=run,
        assessor=assessor,
        order=order,
        skip_bad_lines=skip_bad_lines,
        missing_matches_no=missing_matches == "no",
        on_contradiction=on_contradiction,
        second_column=second_column,
        labels=labels,
        columns=[parse_columns(text, kind or "", said) for text in columns],
        control=control,
        words=said,
    )
    try:
        read = ready()
    except FormatQuestion as asked:
        choices = list(_choices(asked, ready))
        told = sentences((str(asked), *(one.pop("told") for one in choices)))
        if form == "json" and asked.asks:
            print_json({"ok": False, "question": str(asked), "choices": choices, "stored": False})
        raise UnknownFormat(told, asks=asked.asks) from asked
    with read as prepared:
        report = prepared.report
        stored = None
        if report.ok and not dry_run:
            with writing(file) as session:
                stored = session.store(prepared.store)
        if form == "json":
            files = [
                {"file": one.name, "format": one.format or None, "reason": one.evidence.words, "rows": dict(one.rows)}
                for one in prepared.files
            ]
            evidence = [
                {"file": one.name, "format": one.format or None} | asdict(one.evidence) for one in prepared.files
            ]
            found = {"files": files, "evidence": evidence, "stored": stored is not None}
            print_json(report.as_dict() | found)
        else:
            runs = map(str, report.runs if dry_run else ())
            of_columns = [one for one in prepared.files if dry_run and one.format == COLUMNS.name]
            rows = chain.from_iterable(in_words(one, prepared.first_rows(one)) for one in of_columns)
            say(*runs, *report.lines(), *rows, str(stored) if stored else _nothing_stored(report))
    ctx.exit(0 if report.ok else FOUND)


def _choices(asked: FormatQuestion, ready: partial[PreparedImport]) -> Iterator[dict[str, Any]]:
    """Yield for each format that a file may have what would be stored: rows of each table, and the first in words."""
    from jurybox.formats.import_preview import in_words

    for name, option in asked.choices.items():
        chosen = ready.keywords | {"as_format": name, "by_hand": None}
        with suppress(Refused), ready.func([asked.path], **chosen) as read:
            for one in read.files:
                words = sentences(in_words(one, read.first_rows(one), most=1))
                told = tr("With {option}, {words}", option=option, words=words) if words else ""
                yield {"as": name, "option": option, "rows": dict(one.rows), "preview": words, "told": told}


def _said_formats(said: Sequence[str], sources: Sequence[Path]) -> tuple[str | None, dict[Path, str]]:
    """Return the format of all files that was named, and those of single files."""
    from jurybox.formats.source_files import files_of

    single = [tuple(one.rsplit("=", 1)) for one in said if "=" in one]
    of_all = [one for one in said if "=" not in one]
    if len(of_all) > 1:
        raise Refused(tr("Name one format for all files. That of one file is --as FILE=FORMAT."))
    found = {Path(name): form for name, form in single}
    known = {one.path.resolve() for one in files_of(sources)} if found else set()
    for path in found:
        if path.resolve() not in known:
            raise Refused(tr("{path} is not among the files to import. Nothing was stored.", path=str(path)))
    return (of_all[0] if of_all else None), found


def _nothing_stored(report: Report) -> str:
    if report.ok:
        return tr("Nothing was stored (dry run).")
    options = []
    if report.losses:
        options.append(tr("--skip-bad-lines leaves out {listed}.", listed=comma_list(map(str, report.losses))))
    if report.contradictions:
        options.append(
            trn(
                "Which counts in {n} contradiction: --on-contradiction first, later or neither.",
                "Which counts in {n} contradictions: --on-contradiction first, later or neither.",
                report.contradictions,
            )
        )
    return sentences((tr("Nothing was stored: correct what is listed and import again."), *options))


@click.command()
@collection
@click.option(
    "--as",
    "as_format",
    cls=FormatOption,
    written=True,
    default="tables",
    help="The format: {names}.",
    show_default=True,
)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The new file or folder.")
@click.option("--gold", help="Write the values under this gold standard instead of the labels of assessors.")
@click.option("--assessor", help="Only the labels of this assessor.")
@click.option("--anonymous", is_flag=True, help="Codes instead of assessors' names.")
@click.option("--judged-only", is_flag=True, help="For qrels: no lines of -1, of answers that are not judged.")
@click.option("--dry-run", is_flag=True, help="Only list what would be written and left out.")
def export(
    file: Path,
    as_format: str,
    output: Path | None,
    gold: str | None,
    assessor: str | None,
    *,
    anonymous: bool,
    judged_only: bool,
    dry_run: bool,
) -> None:
    """Write the collection in another format, read it back and compare."""
    from jurybox.formats.exports import preview
    from jurybox.formats.registry import FORMATS, format_names
    from jurybox.gold.reference import reference_in

    chosen = FORMATS.get(as_format)
    if chosen is None or chosen.write is None:
        known = comma_list(format_names(written=True))
        raise Refused(tr("{as_format!r} cannot be written; choose from {known}.", as_format=as_format, known=known))
    if gold and assessor:
        raise Refused(tr("Name a gold standard or an assessor, not both."))
    write = chosen.write_judged if judged_only else chosen.write
    if write is None:
        known = comma_list(one.name for one in FORMATS.values() if one.write_judged)
        raise Refused(tr("--judged-only is for {known}: {name} has no lines of -1.", known=known, name=chosen.name))
    reference = reference_in(file, gold) if gold else None
    how: dict[str, Any] = {"assessor": assessor, "anonymous": anonymous, "gold": reference}
    if dry_run:
        planned = preview(write, file, **how)
        if planned.lost:
            _announce(planned.lost)
        say(tr("Would write {listed}. Nothing was written (dry run).", listed=planned.listed))
        return
    if output is None:
        raise Refused(tr("Missing option '-o' / '--output'. See jurybox export --help."))
    written = write(file, output, announce=_announce, **how)
    end = tr("read back as written") if written.lost else tr("read back and equal")
    say(f"{written}; {end}.")
    if gold:
        from jurybox import results

        with results.opened(file) as state:
            frozen = results.scoreboard(state, gold).frozen_text
        say(*filter(None, [frozen]))


def _announce(lost: Sequence[str]) -> None:
    say(tr("This format cannot represent everything:"), *lost)
