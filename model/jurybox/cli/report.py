"""The command `report`: tables that others can make again, and whether those of a folder still hold."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from jurybox.analysis.intervals import DRAWS
from jurybox.cli.asking import measure_named
from jurybox.cli.common import FOUND, collection
from jurybox.cli.printing import say


@click.command()
@collection
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="The folder.")
@click.option("--measure", "names", multiple=True, help="A measure by name; else the usual ones.")
@click.option("--gold", help="The gold standard; else the collection's own.")
@click.option("--draws", type=int, help="Of intervals and randomization tests; else 10000.")
@click.option("--seed", type=int, help="Of what is drawn by lot; else 0.")
@click.option(
    "--verify", is_flag=True, help="Write nothing: say whether the report in the folder still holds."
)
@click.pass_context
def report(
    ctx: click.Context,
    file: Path,
    output: Path,
    names: Sequence[str],
    gold: str | None,
    draws: int | None,
    seed: int | None,
    *,
    verify: bool,
) -> None:
    """Write a report of a collection: one page, and each table as CSV, Markdown, LaTeX and Excel."""
    from jurybox.reports.writing import differences, made_with, write_report

    options: dict[str, Any] = {"measures": list(names), "gold": gold, "draws": draws, "seed": seed}
    if verify:
        kept = made_with(output)
        options = {
            key: value if value not in (None, []) else _kept(kept, key) for key, value in options.items()
        }
    files = _files(file, options)
    if not verify:
        write_report(output, files)
        say(f"{len(files)} files were written to {output}.")
        return
    found = differences(output, files)
    say(*(f"{one}." for one in found))
    say(
        f"The report does not hold: {len(found)} of {len(files)} files differ."
        if found
        else "The report holds."
    )
    ctx.exit(FOUND if found else 0)


def _kept(kept: dict[str, object], key: str) -> Any:  # noqa: ANN401 - a text, numbers or words
    """Return an option as a report was made with it."""
    value = kept.get(key)
    if value is None:
        return [] if key == "measures" else None
    text = str(value)
    return (
        text.split("; ")
        if key == "measures" and text
        else []
        if key == "measures"
        else int(text)
        if key in ("draws", "seed")
        else text
    )


def _files(file: Path, options: dict[str, Any]) -> dict[str, bytes]:
    from jurybox.reports.contents import report_of_file

    draws = DRAWS if options["draws"] is None else options["draws"]
    measures = [measure_named(name) for name in options["measures"]]
    return report_of_file(file, options["gold"], measures, draws=draws, seed=options["seed"] or 0)
