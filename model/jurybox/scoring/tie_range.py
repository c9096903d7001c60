"""The range of a judge's score at rank 1, over all orders of the answers they rated alike.

A judge as a run puts answers rated A first; the first among these is undetermined, and the order of the
collection decides (Sakai et al. 2010, section 3.5). Only scores at rank 1 depend on that order alone.
"""

import math
from typing import cast

import numpy as np

from jurybox.kinds import KINDS
from jurybox.language import tr
from jurybox.lists import and_list
from jurybox.measures import MEASURES, Measure
from jurybox.scoring.scoreboard import Scoreboard
from jurybox.scoring.tallies.grades import SETTLED
from jurybox.scoring.tallies.rankings import SCORED, RankingTally


def measures_at_one() -> list[Measure]:
    """Return the measures that use only the first answer."""
    return [one for one in MEASURES if one.ranks is not None and one.ranks.first_only]


def range_over_ties(board: Scoreboard, measure: Measure, run: int) -> tuple[float, float]:
    """Return the lowest and the highest score of a judge or the asker as a run, both NaN where undefined.

    Over the questions that are scored. Raises ValueError for a measure that looks beyond rank 1 or for a run
    that was submitted, KeyError for one that is not shown.
    """
    if measure.ranks is None or not measure.ranks.first_only:
        names = and_list(map(str, measures_at_one()))
        raise ValueError(tr("{measure} uses more than rank 1; ranges exist for {names}", measure=measure, names=names))
    if not board.is_made(run):
        raise ValueError(tr("{run} is a run that was submitted, whose order is its own", run=board.name_of(run)))
    kind = next((each for each in measure.kinds if each in board.kinds and KINDS[each].is_graded), None)
    if kind is None:
        return math.nan, math.nan
    rankings = cast("RankingTally", board.tally(measure, kind))
    column = rankings.basis.column_of[run]
    ends = [_ends(rankings, measure, column, place) for place in range(rankings.layout.size)]
    values = [each for each in ends if each is not None]
    if not values:
        return math.nan, math.nan
    low, high = (math.fsum(each) / len(values) for each in zip(*values, strict=True))
    return low, high


def _ends(rankings: RankingTally, measure: Measure, column: int, place: int) -> tuple[float, float] | None:
    """Return the least and the most that one question can count; None if it is not scored for the judge."""
    if rankings.status[place] != SCORED or rankings.is_silent(place, column):
        return None
    pooled = rankings.layout.block(place)[1]
    ideal = np.sort(rankings.gain[pooled[rankings.state[pooled] == SETTLED]])[::-1, None]
    firsts = _firsts(rankings, column, int(rankings.question_of[place])) or [rankings.layout.nothing]
    values = rankings.form(measure).rows(rankings.gain[firsts][None], ideal, **rankings.options_of(measure))
    return None if math.isnan(values[0]) else (float(values.min()), float(values.max()))


def _firsts(rankings: RankingTally, column: int, question: int) -> list[int]:
    """Return the answers each of which could be first."""
    condensed = rankings.unjudged == "condensed"
    made = column - rankings.basis.submitted
    for group in rankings.basis.made_groups(made, question):
        kept = [slot for slot in group.tolist() if not condensed or rankings.state[slot] == SETTLED]
        if kept:
            return kept
    return []
