"""Commands that bring tables in and take them out: import, export."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import click

from jurybox.cli.common import FOUND, collection, formats
from jurybox.cli.printing import print_json, say
from jurybox.errors import MixedFormats, Refused, UnknownFormat
from jurybox.formats.format import ORDERS, Order

READABLE = (
    "tables, nuggets, nuggetizer, rag-nuggets, list-answers, trec-qa, ave, label-studio, pyevall, "
    "llm-judgments, ntcir-cqa, ntcireval, trec-run, trec-qrels, trec-qa-judgments, liveqa, trec-qa-runs, "
    "documents"
)
WRITABLE = READABLE.removesuffix(", documents")
"""The formats by name, written out here so that help does not wait for all of them to be loaded."""


@click.command("import")
@collection
@click.argument("sources", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--as", "as_format", help=f"The format; else it is found out. Known are {READABLE}.")
@click.option("--run", help="The name of the run, where the format does not say it.")
@click.option("--assessor", help="The assessor, where the format does not say it.")
@click.option(
    "--order", type=click.Choice(ORDERS), default="score", show_default=True, help="What orders a run."
)
@click.option("--skip-bad-lines", is_flag=True, help="Leave lines out that would refuse the file; list them.")
@click.option("--dry-run", is_flag=True, help="Only print the report.")
@formats("table", "json")
@click.pass_context
def import_command(
    ctx: click.Context,
    file: Path,
    sources: Sequence[Path],
    as_format: str | None,
    run: str | None,
    assessor: str | None,
    order: Order,
    *,
    skip_bad_lines: bool,
    dry_run: bool,
    form: str,
) -> None:
    """Read files, print what was found, and store it all if nothing is wrong with it."""
    from jurybox.formats.importing import prepare
    from jurybox.session import open_session

    try:
        ready = prepare(
            sources,
            as_format=as_format,
            into=file,
            run=run,
            assessor=assessor,
            order=order,
            skip_bad_lines=skip_bad_lines,
        )
    except (UnknownFormat, MixedFormats) as refusal:
        raise Refused(f"{refusal}{_about_patterns(sources)}") from refusal
    with ready as prepared:
        report = prepared.report
        stored = None
        if report.ok and not dry_run:
            with closing(open_session(file)) as session:
                stored = session.store(prepared.store)
        if form == "json":
            print_json({**report.as_dict(), "stored": stored is not None})
        else:
            say(*report.lines(), str(stored) if stored else _nothing_stored(ok=report.ok))
    ctx.exit(0 if report.ok else FOUND)


def _about_patterns(sources: Sequence[Path]) -> str:
    """Return where answer patterns among the files are of use, since they are no judgments to import."""
    from jurybox.collection.findings import printable
    from jurybox.formats.reading import files_of
    from jurybox.judging.proposals import are_patterns

    found = [printable(source.path.name) for source in files_of(sources) if are_patterns(source.path)]
    if not found:
        return ""
    return (
        f" What looks like answer patterns ({found[0]}{', ...' if found[1:] else ''}) is no judgment and is "
        "not imported: choose Propose labels by answer patterns on the Judge desk of the window."
    )


def _nothing_stored(*, ok: bool) -> str:
    return "Nothing was stored (dry run)." if ok else "Nothing was stored: mend what is listed, import again."


@click.command()
@collection
@click.option("--as", "as_format", default="tables", help=f"The format: {WRITABLE}.", show_default=True)
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="The file or folder.")
@click.option("--gold", help="What follows under this gold standard, in the place of what assessors said.")
@click.option("--assessor", help="Only what this assessor said.")
@click.option("--anonymous", is_flag=True, help="Codes instead of assessors' names.")
def export(
    file: Path, as_format: str, output: Path, gold: str | None, assessor: str | None, *, anonymous: bool
) -> None:
    """Write the collection in another format, read it back and compare."""
    from jurybox.formats.registry import FORMATS
    from jurybox.gold.reference import reference_in

    chosen = FORMATS.get(as_format)
    if chosen is None or chosen.write is None:
        known = ", ".join(name for name, one in FORMATS.items() if one.write)
        raise Refused(f"{as_format!r} cannot be written; known are {known}.")
    if gold and assessor:
        raise Refused("Either a gold standard or an assessor is written; name one of them.")
    reference = reference_in(file, gold) if gold else None
    written = chosen.write(file, output, assessor=assessor, anonymous=anonymous, gold=reference)
    say(f"{written}; read back and equal.", *written.lost)
