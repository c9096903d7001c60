"""Scores of runs under a gold standard, kept live: counts, bounds, rankings, explanations, baselines."""

from jurybox.scoring.basis import UNJUDGED, Unjudged
from jurybox.scoring.results import Bounds, Explanation, Move, Moved, RunRow, RunScore, Table, UnitValues
from jurybox.scoring.scoreboard import Scoreboard, Source, usual_measures
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
    "Table",
    "UnitValues",
    "Unjudged",
    "moves",
    "ranked",
    "usual_measures",
]
