"""Scores of runs under a gold standard, kept live: counts, bounds, rankings, explanations."""

from jurybox.collection.facts import UNJUDGED_WAYS, Unjudged
from jurybox.gold.unjudged import UNJUDGED_MEANS, said_of_rule, unjudged_in_force, unjudged_under
from jurybox.scoring.coverage import Coverage, coverage
from jurybox.scoring.ranking import ranked, ranks_differ
from jurybox.scoring.results import Bounds, Explanation, Moved, RunRow, RunScore, Table, UnitValues
from jurybox.scoring.scoreboard import Scoreboard, scoreboard_of, usual_measures

__all__ = [
    "UNJUDGED_MEANS",
    "UNJUDGED_WAYS",
    "Bounds",
    "Coverage",
    "Explanation",
    "Moved",
    "RunRow",
    "RunScore",
    "Scoreboard",
    "Table",
    "UnitValues",
    "Unjudged",
    "coverage",
    "ranked",
    "ranks_differ",
    "said_of_rule",
    "scoreboard_of",
    "unjudged_in_force",
    "unjudged_under",
    "usual_measures",
]
