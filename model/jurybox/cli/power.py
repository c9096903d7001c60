"""The command `power`: how many questions a paired t test needs to find a difference of two runs."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from jurybox import results
from jurybox.analysis.effect_size import LEVEL, POWER
from jurybox.cli.asking import measure_named
from jurybox.cli.common import collection, formats
from jurybox.cli.printing import objects_of, print_frame, print_json, said_first
from jurybox.collection.state import State
from jurybox.language import tr
from jurybox.lists import comma_list
from jurybox.results.variance import DIFFERENCES
from jurybox.scoring import scoreboard_of, usual_measures

_SHARE = click.FloatRange(0, 1, min_open=True, max_open=True)


@click.command()
@collection
@click.option("--measure", "names", multiple=True, help="A measure by name; may be given several times.")
@click.option(
    "--difference", "differences", multiple=True, type=click.FloatRange(0, min_open=True),
    help=tr(
        "A difference of two scores; may be given several times. Else {differences}.",
        differences=comma_list(f"{one:g}" for one in DIFFERENCES),
    ),
)  # fmt: skip
@click.option("--level", type=_SHARE, default=LEVEL, show_default=True, help="The level of the test.")
@click.option("--power", type=_SHARE, default=POWER, show_default=True, help="The chance to find such a difference.")
@click.option("--gold", help="The gold standard; default: that of the collection.")
@formats("table", "json", "csv", "latex", "markdown")
def power(
    file: Path,
    names: tuple[str, ...],
    differences: tuple[float, ...],
    level: float,
    power: float,
    gold: str | None,
    form: str,
) -> None:
    """Print how many questions a paired t test needs to find a difference, given the spread of scores."""
    with closing(State(file)) as state:
        board = scoreboard_of(state.collection, gold)
        measures = [measure_named(name) for name in names] or usual_measures(board)
        asked = differences or DIFFERENCES
        frame = results.power(board, measures, differences=asked, level=level, power=power)
    if form != "json":
        print_frame(frame, form)
        return
    rows = []
    for row in objects_of(frame):
        needed = [{"difference": each, "questions": row.pop(f"{each:g}")} for each in asked]
        rows.append({name.replace(" ", "_"): cell for name, cell in row.items()} | {"needed": needed})
    print_json({"level": level, "power": power, "measures": rows, "notes": said_first(frame)})
