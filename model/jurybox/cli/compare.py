"""The command `compare`: two runs side by side, and whether one is better by more than chance."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any

import click

from jurybox import results
from jurybox.cli.asking import board_of, measure_named, run_named, watch_on_terminal
from jurybox.cli.common import collection, formats
from jurybox.cli.printing import objects_of, print_frame, print_json
from jurybox.collection.state import State
from jurybox.results.frame import COUNTED, rows_of
from jurybox.scoring import usual_measures

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import pandas as pd

    from jurybox.measures import Measure
    from jurybox.scoring import Scoreboard


@click.command()
@collection
@click.argument("run")
@click.argument("other")
@click.option("--measure", "names", multiple=True, help="A measure by name; may be given several times.")
@click.option(
    "--test", type=click.Choice(["sign", "randomization"]),
    help="Else the sign test, and randomization for measures without a score per unit.",
)  # fmt: skip
@click.option("--gold", help="The gold standard; else the collection's own.")
@click.option("--draws", default=10_000, show_default=True, help="Of the randomization test.")
@click.option("--seed", default=0, show_default=True, help="Of what is drawn by lot.")
@click.option("--units", is_flag=True, help="List the units on which the two differ.")
@formats("table", "json", "csv", "latex", "markdown")
def compare(
    file: Path,
    run: str,
    other: str,
    names: tuple[str, ...],
    test: str | None,
    gold: str | None,
    draws: int,
    seed: int,
    *,
    units: bool,
    form: str,
) -> None:
    """Compare two runs of a collection."""
    with closing(State(file)) as state:
        board = board_of(state, gold)
        a, b = run_named(state.catalog, board, run), run_named(state.catalog, board, other)
        measures = [measure_named(name) for name in names] or usual_measures(board)[:1]
        watch = watch_on_terminal("Randomization test")
        frame = results.compare(board, a, b, measures, test=test, draws=draws, seed=seed, watch=watch)
        named = results.names_of(state) if units else {}
        differing = [results.units_apart(board, named, a, b, one) for one in measures] if units else []
        objects = _objects(frame, board, measures, a, b) if form == "json" else []
    if form != "json":
        for each in (frame, *differing):
            print_frame(each, form)
        return
    for one, table in zip(objects, differing, strict=False):
        one["units"] = [dict(zip(("unit", "a", "b"), row, strict=True)) for row in rows_of(table)]
    print_json(objects[0] if len(objects) == 1 else {"a": run, "b": other, "comparisons": objects})


def _objects(
    frame: pd.DataFrame, board: Scoreboard, measures: Sequence[Measure], a: int, b: int
) -> list[dict[str, Any]]:
    """Return a comparison by each measure as an object."""
    names = board.name_of(a), board.name_of(b)
    found = []
    for one, row in zip(measures, objects_of(frame), strict=True):
        coverage = {name: {what: row.pop(f"{name} {what}") for what in COUNTED} for name in names}
        bounds = row.pop("bounds")
        record = {"measure": row.pop("measure"), "a": names[0], "b": names[1], **row}
        record |= {"exact": bounds == "exact", "coverage": coverage}
        if record["difference"] != record["difference"]:
            record["reason"] = board.score(one, a).reason or board.score(one, b).reason
        found.append(record)
    return found
