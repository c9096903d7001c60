"""The command `compare`: two runs, or all pairs, and whether one is better by more than chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from jurybox import results
from jurybox.analysis.intervals import DRAWS
from jurybox.analysis.standings import TESTS, Test
from jurybox.cli.asking import measure_named, run_named, watch_on_terminal
from jurybox.cli.common import collection, formats
from jurybox.cli.printing import objects_of, print_frame, print_json, said_first
from jurybox.collection.state import State
from jurybox.errors import Refused
from jurybox.language import tr
from jurybox.measures import Measure
from jurybox.results.frame import COUNTED, JUDGED, rows_of
from jurybox.scoring import Scoreboard, scoreboard_of, usual_measures
from jurybox.watch import Watch

if TYPE_CHECKING:
    import pandas as pd


@click.command()
@collection
@click.argument("run", required=False)
@click.argument("other", required=False)
@click.option("--measure", "names", multiple=True, help="A measure by name; may be given several times.")
@click.option(
    "--test", type=click.Choice([name for name in TESTS if name]),
    help="Default: the sign test, and randomization for measures without a score per unit. "
    "tukey: an analysis of variance and all pairs of runs.",
)  # fmt: skip
@click.option("--gold", help="The gold standard; default: that of the collection.")
@click.option("--draws", default=DRAWS, show_default=True, help="For the randomization test and the interval of d.")
@click.option("--seed", default=0, show_default=True, help="Random seed.")
@click.option("--units", is_flag=True, help="List the units on which the two differ.")
@formats("table", "json", "csv", "latex", "markdown")
def compare(
    file: Path,
    run: str | None,
    other: str | None,
    names: tuple[str, ...],
    test: Any,  # noqa: ANN401 - one of TESTS, as click checks
    gold: str | None,
    draws: int,
    seed: int,
    *,
    units: bool,
    form: str,
) -> None:
    """Compare two runs of a collection, or without RUN and OTHER all pairs of runs."""
    if run is not None and other is None:
        raise Refused(tr("Name two runs to compare, or none to compare all pairs. Nothing was changed."))
    watch = watch_on_terminal("Test")
    with closing(State(file)) as state:
        board = scoreboard_of(state.collection, gold)
        measures = [measure_named(name) for name in names] or usual_measures(board)[:1]
        if run is None or other is None:
            if units:
                raise Refused(tr("--units lists where two runs differ: name the two. Nothing was changed."))
            _print_pairs(board, measures, form, test=test or "", draws=draws, seed=seed, watch=watch)
            return
        a, b = run_named(state.catalog, board, run), run_named(state.catalog, board, other)
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


def _print_pairs(
    board: Scoreboard, measures: Sequence[Measure], form: str, *, test: Test, draws: int, seed: int, watch: Watch
) -> None:
    """Print all pairs of runs by each measure; for Tukey's test after the analysis of variance."""
    found = []
    for one in measures:
        if test == "tukey":
            frames = {"anova": results.anova(board, one), "pairs": results.tukey(board, one, watch=watch)}
        else:
            pairs = results.pairs(board, one, test=test, draws=draws, seed=seed, watch=watch)
            frames = {"pairs": pairs}
        if form != "json":
            for frame in frames.values():
                print_frame(frame, form)
            continue
        tables = {name: list(map(_keyed, objects_of(frame))) for name, frame in frames.items()}
        found.append({"measure": str(one), **tables, "notes": said_first(frames["pairs"])})
    if form == "json":
        print_json(found[0] if len(found) == 1 else {"comparisons": found})


def _keyed(row: Mapping[str, object]) -> dict[str, object]:
    """Return a row with heads as keys of JSON."""
    return {name.replace(" ", "_"): cell for name, cell in row.items()}


def _objects(
    frame: pd.DataFrame, board: Scoreboard, measures: Sequence[Measure], a: int, b: int
) -> list[dict[str, Any]]:
    """Return a comparison by each measure as an object."""
    names = board.name_of(a), board.name_of(b)
    found = []
    for one, row in zip(measures, objects_of(frame), strict=True):
        coverage = {name: {what: row.pop(f"{name} {what}") for what in COUNTED} for name in names}
        shares = {name: board.judged(one, run) for name, run in zip(names, (a, b), strict=True)}
        for name, judged in shares.items():
            coverage[name] |= {} if judged is None else {JUDGED: judged.share}
        bounds = row.pop("bounds")
        record = {"measure": row.pop("measure"), "a": names[0], "b": names[1], **_keyed(row)}
        record |= {"exact": bounds == "exact", "coverage": coverage}
        if any(judged is not None for judged in shares.values()):
            between = board.difference(one, a, b, if_all_judged=True)
            record["if_all_judged"] = {"low": between.low, "high": between.high, "exact": between.exact}
        if frame.attrs["lead"]:
            record["warning"] = frame.attrs["lead"]
        if record["difference"] != record["difference"]:
            record["reason"] = board.score(one, a).reason or board.score(one, b).reason
        found.append(record)
    return found
