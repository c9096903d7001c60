"""Scores of all runs if one answer were judged otherwise, for many such changes at once.

Decisions on validation answers move by one in their counts, or in the pairs behind AUC; of a ranked question
the rankings are scored anew. Each gives the scores now and then by the same additions, so that only what
really moves differs.
"""

import numpy as np
from numpy.typing import NDArray

from jurybox.analysis.counted import decision_columns, form_of
from jurybox.analysis.data import Scores
from jurybox.analysis.flips import changed_means
from jurybox.analysis.ordered import AUC, of_pairs
from jurybox.measures import Measure
from jurybox.scoring.tallies.grades import SETTLED
from jurybox.scoring.tallies.rankings import SCORED, RankingTally

Positions = NDArray[np.int64]

_STRETCH = 1 << 15
"""How many places of rankings are scored at a time."""


def decisions_if(
    measure: Measure, truth: NDArray[np.int8], said: NDArray[np.int8], units: Positions, becomes: Positions
) -> tuple[Scores, Scores]:
    """Return the scores now, and with the truth of each of `units` as in `becomes` (units x runs).

    `truth`: 1 or 0 by unit, -1 for one that is not scored now; `said`: decisions by unit and run, as in
    `decision_columns`. A unit that is not scored now is scored then.
    """
    form, known = form_of(measure), (truth >= 0)[:, None]
    now = {name: column * known for name, column in decision_columns(truth, said, form.columns).items()}
    then = decision_columns(becomes, said[units], form.columns)
    sums = [now[name].sum(axis=0, dtype=np.int64).astype(np.float64) for name in form.columns]
    steps = [(then[name].astype(np.float64) - now[name][units]) for name in form.columns]
    before = form.compute(*(each[None] for each in sums), **measure.options)[0]
    after = form.compute(*(each + step for each, step in zip(sums, steps, strict=True)), **measure.options)
    return before, after


def areas_if(
    truth: NDArray[np.int8], scores: Scores, units: Positions, measure: Measure = AUC
) -> tuple[Scores, Scores]:
    """Return a measure of pairs now, and with the truth of each of `units` turned; NaN without scores."""
    positives, total = int((truth == 1).sum()), len(truth)
    now, then = np.full(scores.shape[1], np.nan), np.full((len(units), scores.shape[1]), np.nan)
    becomes = np.where(truth[units] == 1, -1, 1)
    classes = np.array([positives], dtype=np.float64), np.array([total - positives], dtype=np.float64)
    after = 1.0 * (positives + becomes), 1.0 * (total - positives - becomes)
    for run in range(scores.shape[1]):
        known = np.where(np.isnan(scores[:, run]), -np.inf, scores[:, run])
        if np.isnan(scores[:, run]).all():
            continue
        lower, upper = (_beside(known[truth == one], known) for one in (0, 1))
        doubled = float(lower.below_and_ties[truth == 1].sum())
        # A unit meets all of the other class; when it turns, those it met as one class leave, and as
        # the other class come: it is in neither list against itself.
        as_right = lower.below_and_ties[units] - (truth[units] == 0)
        as_wrong = upper.above_and_ties[units] - (truth[units] == 1)
        won = doubled + becomes * (as_right - as_wrong)
        now[run] = of_pairs(measure, np.array([doubled]), *classes)[0]
        then[:, run] = of_pairs(measure, won, *after)
    return now, then


class _beside:  # noqa: N801 - a pair of arrays, made like a function
    """For every unit, twice the scores of one class below (or above) it, plus those equal."""

    def __init__(self, of_class: Scores, every: Scores) -> None:
        ordered = np.sort(of_class)
        low, high = np.searchsorted(ordered, every, "left"), np.searchsorted(ordered, every, "right")
        self.below_and_ties = low + high
        self.above_and_ties = 2 * len(ordered) - low - high


def rankings_if(
    tally: RankingTally, measure: Measure, slots: Positions, questions: Positions, gains: Scores
) -> tuple[Scores, Scores, Positions]:
    """Return the scores now, and with the gain of each of `slots` replaced, and which of them matter.

    `questions`: the question of each slot; only slots of questions that are scored matter (the third
    result, as rows of the arguments; the second has one row for each of them).
    """
    place_of = np.full(int(max(tally.asked.max(initial=-1), questions.max(initial=-1))) + 2, -1)
    place_of[tally.asked] = np.arange(len(tally.asked))
    places = place_of[questions]
    matters = np.flatnonzero((places >= 0) & (tally.status[places] == SCORED))
    asked, values = tally.values(measure)
    row_of = np.full(len(place_of), -1)
    row_of[asked] = np.arange(len(asked))
    new = np.empty((len(matters), values.shape[1]))
    by_group = places[matters]
    for group in tally.layout.groups:
        here = np.flatnonzero((by_group >= group.start) & (by_group < group.start + len(group.pooled)))
        step = max(1, _STRETCH // max(1, group.ranked[0].size))
        for start in range(0, len(here), step):
            some = here[start : start + step]
            rows, which = by_group[some] - group.start, matters[some]
            new[some] = _scored(
                tally, measure, group.ranked[rows], group.pooled[rows], slots[which], gains[which]
            )
    now, then = changed_means(values, row_of[questions[matters]], new)
    return now, then, matters


def _scored(
    tally: RankingTally,
    measure: Measure,
    ranked: NDArray[np.int32],
    pooled: NDArray[np.int32],
    slots: Positions,
    gains: Scores,
) -> Scores:
    """Return the values of blocks of questions (rows: changes, columns: runs) with one gain replaced each."""
    if tally.unjudged == "condensed":
        gone = np.argsort(tally.state[ranked] != SETTLED, axis=1, kind="stable")
        ranked = np.take_along_axis(ranked, gone, axis=1)
    at_ranks = np.where(ranked == slots[:, None, None], gains[:, None, None], tally.gain[ranked])
    ideal = tally.gain[pooled]
    ideal = np.where(pooled == slots[:, None], gains[:, None], ideal)
    falling = np.ascontiguousarray(np.sort(ideal, axis=1)[:, ::-1].T)
    gains_at = np.ascontiguousarray(at_ranks.transpose(1, 2, 0))
    found: Scores = tally.rows(measure)(gains_at, falling, **measure.options)
    return np.ascontiguousarray(found.T)
