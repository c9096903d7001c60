"""Scores of runs under a gold standard, kept live: counts, bounds, rankings, explanations, baselines."""

from jurybox.scoring.basis import UNJUDGED, Unjudged
from jurybox.scoring.results import Bounds, Explanation, Move, Moved, RunRow, RunScore, UnitValues
from jurybox.scoring.scoreboard import Scoreboard, Source
from jurybox.scoring.standing import moves, ranked

__all__ = [
    "UNJUDGED",
    "Bounds",
    "Explanation",
    "Move",
    "Moved",
    "RunRow",
    "RunScore",
    "Scoreboard",
    "Source",
    "UnitValues",
    "Unjudged",
    "moves",
    "ranked",
]
