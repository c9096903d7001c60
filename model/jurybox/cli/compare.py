"""The command `compare`: two runs side by side, and whether one is better by more than chance."""

import math
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from jurybox.analysis.samples import gather
from jurybox.analysis.significance import randomization_test, sign_test
from jurybox.cli.asking import board_of, measure_named, run_named, watch_on_terminal
from jurybox.cli.common import collection, formats
from jurybox.cli.printing import print_json, print_rows, say_notes
from jurybox.collection.state import State
from jurybox.collection.table_reads import answer_names
from jurybox.errors import Refused
from jurybox.measures import Measure
from jurybox.measures.ranks import signs_of
from jurybox.results.pair_facts import between
from jurybox.scoring import Scoreboard, usual_measures
from jurybox.scoring.coverage import lines_of, of_runs
from jurybox.scoring.results import UnitValues

HEAD = ("measure", "difference", "wins", "losses", "ties", "p", "test", "low", "high", "order", "exact")
LEFT = (0, 6, 9, 10)
COUNTED = ("units", "pending", "excluded")
"""What is counted of either run, as in the table of scores."""
ORDERS = (
    "low, high: between what the difference can still end when all is judged; the order of the two is open "
    "while 0 lies between."
)
_BOUNDS: dict[object, str] = {True: "exact", False: "outer"}
FEW = 0.1
"""Below this a p-value is printed with two digits that count."""


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
        found = [_compared(state, board, one, a, b, test, draws, seed) for one in measures]
        listed = [_differing(state, board, one, a, b) for one in measures] if units else []
    if form == "json":
        objects = [
            one | ({"units": rows} if units else {}) for one, rows in zip(found, listed or found, strict=True)
        ]
        print_json(objects[0] if len(objects) == 1 else {"a": run, "b": other, "comparisons": objects})
        return
    cells = [[_cell(name, one[name], form) for name in HEAD] for one in found]
    head, rows = [*HEAD[:-1], "bounds"], [[*row[:-1], _BOUNDS[row[-1]]] for row in cells]
    if form == "csv":
        head += [f"{name} {what}" for name in (run, other) for what in COUNTED]
        rows = [
            [*row, *(one["coverage"][name][what] for name in (run, other) for what in COUNTED)]
            for row, one in zip(rows, found, strict=True)
        ]
    print_rows(head, rows, form, left=LEFT)
    rests = lines_of((str(one), of_runs(board, one, (a, b))) for one in measures)
    unchanged = [board.unchanged_text] if board.unchanged_text else []
    say_notes([f"{run} minus {other}; gold standard {board.gold_text}.", ORDERS, *rests, *unchanged], form)
    for one, differing in zip(found, listed, strict=False):
        columns = ["unit", run, other]
        print_rows(columns, [[row["unit"], row["a"], row["b"]] for row in differing], form)
        say_notes([f"{len(differing)} units differ by {one['measure']}."], form)


def _cell(name: str, value: Any, form: str) -> object:  # noqa: ANN401 - a figure or a word
    """Return what stands in a table: small p-values with their digits, a dash for what is not there."""
    if value is None:
        return math.nan
    return f"{value:.2g}" if name == "p" and form != "csv" and value < FEW else value


def _compared(
    state: State, board: Scoreboard, one: Measure, a: int, b: int, test: str | None, draws: int, seed: int
) -> dict[str, Any]:
    values = board.unit_values(one)
    by_units = len(values.units) > 0
    if test == "sign" and not by_units:
        raise Refused(f"{one} has no score per unit, so there is no sign test; ask for --test randomization.")
    difference = board.score(one, a).value - board.score(one, b).value
    whose: dict[str, Any] = {"measure": str(one), "a": board.name_of(a), "b": board.name_of(b)}
    counts: dict[str, Any] = {"wins": None, "losses": None, "ties": None}
    p = math.nan
    if by_units:
        signs = sign_test(*_columns(values, a, b), one.direction)
        counts, p = {"wins": signs.wins, "losses": signs.losses, "ties": signs.ties}, signs.p
    chosen = test or ("sign" if by_units else "randomization")
    if chosen == "randomization":
        found = gather(board, state.catalog, one, whole_questions=True)
        both = found.data.paired(found.runs.index(a), found.runs.index(b))
        watch = watch_on_terminal("Randomization test")
        p = randomization_test(both, draws=draws, seed=seed, watch=watch).p
    reason = (
        {"reason": board.score(one, a).reason or board.score(one, b).reason} if math.isnan(difference) else {}
    )
    return {
        **whose,
        "difference": difference,
        **counts,
        "p": p,
        "test": chosen,
        **_ends(board, one, a, b),
        "coverage": {
            board.name_of(each): dict(zip(COUNTED, (on.units, on.pending, on.excluded), strict=True))
            for each, on in zip((a, b), of_runs(board, one, (a, b)), strict=True)
        },
        **reason,
    }


def _ends(board: Scoreboard, one: Measure, a: int, b: int) -> dict[str, Any]:
    """Return between what the difference can still end, whether exactly, and what that says of the order."""
    found = between(board.difference(one, a, b))
    return {
        "low": found.bounds.low, "high": found.bounds.high, "exact": found.bounds.exact, "order": found.state,
    }  # fmt: skip


def _columns(values: UnitValues, a: int, b: int) -> tuple[Any, Any]:
    return values.values[:, values.runs.index(a)], values.values[:, values.runs.index(b)]


def _differing(state: State, board: Scoreboard, one: Measure, a: int, b: int) -> list[dict[str, Any]]:
    """Return the units on which two runs have different scores, by name."""
    values, catalog = board.unit_values(one), state.catalog
    first, second = _columns(values, a, b) if len(values.units) else ([], [])
    rows = []
    named = answer_names(state.reader) if values.unit == "answer" else []
    for unit, x, y in zip(values.units.tolist(), first, second, strict=True):
        if not signs_of(x - y):
            continue
        if values.unit == "answer":
            name = f"{catalog.questions[catalog.answer_question[unit]].name}/{named[unit]}"
        else:
            name = catalog.series[unit].name if values.unit == "series" else catalog.questions[unit].name
        rows.append({"unit": name, "a": float(x), "b": float(y)})
    return rows
