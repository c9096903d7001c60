"""Commands that bring tables in and take them out: import, export, baseline."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import click

from jurybox.cli.common import FOUND, collection, formats, print_json
from jurybox.collection.file import check_is_ours
from jurybox.errors import Refused


@click.command("import")
@collection
@click.argument("sources", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--as", "as_format", help="The format; else it is found out.")
@click.option("--run", help="The name of the run, where the format does not say it.")
@click.option("--assessor", help="The assessor, where the format does not say it.")
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
    *,
    dry_run: bool,
    form: str,
) -> None:
    """Read files, print what was found, and store it all if nothing is wrong with it."""
    from jurybox.formats.importing import prepare
    from jurybox.session import open_session

    check_is_ours(file)
    with closing(prepare(sources, as_format=as_format, into=file, run=run, assessor=assessor)) as prepared:
        report = prepared.report
        stored = None
        if not report.errors and not dry_run:
            with closing(open_session(file)) as session:
                stored = session.store(prepared.store)
        if form == "json":
            print_json({**report.as_dict(), "stored": stored is not None})
        else:
            click.echo("\n".join(report.lines()))
            click.echo(_told(report.errors, stored=stored is not None))
    ctx.exit(FOUND if report.errors else 0)


def _told(errors: int, *, stored: bool) -> str:
    if stored:
        return "Stored."
    return (
        "Nothing was stored: mend what is listed and import again."
        if errors
        else "Nothing was stored (dry run)."
    )


@click.command()
@collection
@click.option("--as", "as_format", default="tables", show_default=True, help="The format.")
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="The folder.")
@click.option("--assessor", help="Only what this assessor said.")
@click.option("--anonymous", is_flag=True, help="Codes instead of assessors' names.")
def export(file: Path, as_format: str, output: Path, assessor: str | None, *, anonymous: bool) -> None:
    """Write the collection in another format, read it back and compare."""
    from jurybox.formats import FORMATS

    check_is_ours(file)
    chosen = FORMATS.get(as_format)
    if chosen is None or chosen.write is None:
        raise Refused(f"{as_format!r} cannot be written; known are {', '.join(FORMATS)}.")
    chosen.write(file, output, assessor=assessor, anonymous=anonymous)
    click.echo(f"{output} holds {file}, read back and found equal.")


@click.command()
@collection
@click.argument("kind", type=click.Choice(["all-yes", "half-yes", "random"]))
@click.option("--seed", default=0, show_default=True, help="Of what is drawn by lot.")
@click.option("--name", help="What the run is called; else as its kind.")
def baseline(file: Path, kind: str, seed: int, name: str | None) -> None:
    """Add a baseline run of the organisers' to a collection."""
    from jurybox.scoring.baselines import baseline_rows
    from jurybox.session import open_session

    with closing(open_session(file)) as session:
        chosen = name or kind
        if chosen in session.catalog.run_named:
            raise Refused(f"There is a run {chosen!r} already; choose a name with --name.")
        rows = baseline_rows(kind, session.catalog, seed)

        def work(db: sqlite3.Connection) -> int:
            return _add_run(db, chosen, kind, rows)

        count = session.store(work, "baseline")
    click.echo(f"Run {chosen} has {count} responses.")
