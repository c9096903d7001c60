"""Scores of runs under a gold standard, kept live: counts, bounds, rankings, explanations."""

from jurybox.scoring.basis import UNJUDGED, UNJUDGED_TOLD, Unjudged, usual_unjudged
from jurybox.scoring.coverage import Coverage, coverage
from jurybox.scoring.ranking import moves, ranked
from jurybox.scoring.results import Bounds, Explanation, Move, Moved, RunRow, RunScore, Table, UnitValues
from jurybox.scoring.scoreboard import Scoreboard, Source, usual_measures

__all__ = [
    "UNJUDGED",
    "UNJUDGED_TOLD",
    "Bounds",
    "Coverage",
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
    "coverage",
    "moves",
    "ranked",
    "usual_measures",
    "usual_unjudged",
]
