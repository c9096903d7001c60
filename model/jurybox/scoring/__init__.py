"""Scores of runs under a gold standard, kept live: counts, bounds, rankings, explanations, baselines."""

from jurybox.scoring.results import Bounds, Explanation, Move, Moved, RunRow, RunScore
from jurybox.scoring.scoreboard import UNJUDGED, Scoreboard, Source, Unjudged
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
    "Unjudged",
    "moves",
    "ranked",
]
