"""The ranking beside the answer: every run's present score, under the default measure of the kind judged."""

from __future__ import annotations

import math
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING

from jurybox.kinds import DISPLAY_ORDER
from jurybox.language import tr
from jurybox.lists import sentences
from jurybox.measures import Kind
from jurybox.wording import count_of
from jurybox_gui.core.measures import main_measure

if TYPE_CHECKING:
    from jurybox_gui.core.bridge import Bridge

_BASELINE = "baseline"


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
            sentence=tr("Runs and scores are hidden while this collection is being judged."),
            aside=tr("The organizer can open it when judging is done."),
        )
    if not board.runs:
        return Live(
            sentence=tr("No runs to score yet."), aside=tr("Import the files of the runs, or drop them on this window.")
        )
    chosen = main_measure(board, kind)
    standing = board.standing(chosen)
    known = session.catalog.runs
    rows = tuple(
        [
            LiveStanding(
                row.name,
                row.run,
                row.score.value,
                row.rank,
                row.run < len(known) and known[row.run].origin == _BASELINE,
            )
            for row in standing
        ]
    )
    most = max([row.score for row in standing], key=attrgetter("units"), default=None)
    units, waiting, left_out = (most.units, most.waiting, most.left_out) if most else (0, 0, 0)
    unit = chosen.unit_of(board.kind_of(chosen) or DISPLAY_ORDER[0])
    head = chosen.name
    if not units and all(math.isnan(row.value) for row in rows):
        return Live(head, sentence=tr("No scores yet."), aside=_nothing_scored(waiting, left_out, unit))
    return Live(head, rows, progress_text(units, waiting, left_out, unit))


def _nothing_scored(waiting: int, left_out: int, unit: str) -> str:
    """Return why no unit counts yet."""
    missing = tr("Labels are missing for {what}.", what=count_of(waiting, unit)) if waiting or not left_out else ""
    excluded = tr("{what} excluded; Scores says why.", what=count_of(left_out, unit)) if left_out else ""
    return sentences([missing, excluded])


def progress_text(units: int, waiting: int, left_out: int, unit: str) -> str:
    """Return how many units count, of all; those excluded are named, so that none disappears unnoticed."""
    whole = units + waiting + left_out
    if left_out:
        parts = {"units": units, "whole": whole, "excluded": left_out}
        return (
            tr("{units:,} of {whole:,} judged, {excluded:,} excluded", **parts)
            if unit == "answer"
            else tr("{units:,} of {whole:,} complete, {excluded:,} excluded", **parts)
        )
    if unit == "answer":
        return (
            tr("{units:,} of {whole:,} judged", units=units, whole=whole)
            if waiting
            else tr("{units:,} judged", units=units)
        )
    if waiting:
        return tr("{units:,} of {whole} complete", units=units, whole=count_of(whole, unit))
    return tr("{whole} complete", whole=count_of(units, unit))
