"""The ranking beside the answer: every run's score now, under the usual measure of the kind being judged."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jurybox.kinds import DISPLAY_ORDER
from jurybox.wording import count_of, plural
from jurybox_gui.core.measures import main_measure

if TYPE_CHECKING:
    from jurybox.measures import Kind
    from jurybox_gui.core.bridge import Bridge

_BASELINE = "baseline"
_SHORT = {"F1": "F"}
"""What a measure is called over a narrow column, where that is shorter."""


@dataclass(frozen=True, slots=True)
class LiveStanding:
    """A run with its score, NaN while that is undefined."""

    name: str
    run: int
    value: float
    rank: int | None
    baseline: bool = False


@dataclass(frozen=True, slots=True)
class Live:
    """The ranking now, best first, and `head`, the measure that ranks; `sentence` if there is none yet."""

    head: str = ""
    rows: tuple[LiveStanding, ...] = ()
    progress: str = ""
    sentence: str = ""
    aside: str = ""


def read_live(bridge: Bridge, kind: Kind | None = None) -> Live:
    """Read the ranking of the runs on a kind of question; see `Live`."""
    board, session = bridge.scoreboard, bridge.session
    if board is None:
        return Live(
            sentence="Runs and scores are hidden while this collection is being judged.",
            aside="The organizer can open it when judging is done.",
        )
    if not board.runs:
        return Live(
            sentence="No runs to score yet.",
            aside="Import the files of the runs, or drop them on this window.",
        )
    chosen = main_measure(board, kind)
    standing = board.standing(chosen)
    known = session.catalog.runs
    rows = tuple(
        LiveStanding(
            row.name,
            row.run,
            row.score.value,
            row.rank,
            row.run < len(known) and known[row.run].origin == _BASELINE,
        )
        for row in standing
    )
    most = max((row.score for row in standing), key=lambda score: score.units, default=None)
    units, waiting, left_out = (most.units, most.waiting, most.left_out) if most else (0, 0, 0)
    unit = chosen.unit_of(board.kind_of(chosen) or DISPLAY_ORDER[0])
    head = _SHORT.get(chosen.name, chosen.name)
    if not units and all(math.isnan(row.value) for row in rows):
        wait = count_of(waiting, unit)
        verb = "waits for its labels" if waiting == 1 else "wait for their labels"
        return Live(head, sentence="No scores yet.", aside=f"{wait} {verb}.")
    return Live(head, rows, progress_text(units, waiting, left_out, unit))


def progress_text(units: int, waiting: int, left_out: int, unit: str) -> str:
    """Return how many units count, of all; those excluded are named, so that none goes away unseen."""
    whole = f" of {units + waiting + left_out:,}" if waiting or left_out else ""
    named = "" if left_out else f"{plural(unit)} "
    what = "judged" if unit == "answer" else f"{named}complete"
    return f"{units:,}{whole} {what}" + (f", {left_out:,} excluded" if left_out else "")
