"""Scores of all runs if one label were different, for many such changes at once, and the resulting flips.

Decisions on validation answers change their counts by one, or the pairs behind AUC; for a ranked question the
rankings are scored again. Scores before and after use the same additions, so that they differ only where
something really changes.

A flip is a pair of runs that is strictly ordered before and strictly in the opposite order after. A tie that
is made or broken is not a flip, and is counted separately. Scores are tied as ranks are
(`jurybox.measures.ranks`).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jurybox.measures import Measure
from jurybox.measures.ranks import signs_of
from jurybox.scoring.order_tables import AUC, doubled_passed, of_pairs
from jurybox.scoring.tallies.counted import decision_columns
from jurybox.scoring.tallies.grades import SETTLED
from jurybox.scoring.tallies.rankings import SCORED, RankingTally
from jurybox.scoring.unit_table import Scores, count_table, form_of, mean_table

_AT_ONCE = 1 << 22
"""How many comparisons of pairs are held in memory at a time."""

Positions = NDArray[np.int64]


@dataclass(frozen=True)
class Flips:
    """For each change (rows of the scores after it): its effect on the ranking.

    `flips`, `made`, `broken`: how many pairs it swaps, ties, or unties; `effect`: the largest change of a
    run's score; `pairs[change]`: the pairs it swaps, as columns (now above, now below), only if there are
    any. `now`: the scores of the runs, `then`: after each change.
    """

    flips: Positions
    made: Positions
    broken: Positions
    effect: Scores
    pairs: dict[int, tuple[tuple[int, int], ...]]
    now: Scores
    then: Scores


def find_flips(now: Scores, then: Scores, *, lower_is_better: bool = False) -> Flips:
    """Compare the ranking now with that after each change; `then` has shape (changes, runs).

    A run whose score is undefined before or after is in no pair.
    """
    changes, runs = then.shape
    scale = -1.0 if lower_is_better else 1.0
    before, after = now * scale, then * scale
    first, second = np.triu_indices(runs, 1)
    counts, pairs = np.zeros((3, changes), dtype=np.int64), {}
    order = np.nan_to_num(signs_of(before[first] - before[second]), nan=2.0)
    step = max(1, _AT_ONCE // max(1, len(first)))
    for start in range(0, changes if len(first) else 0, step):
        some = after[start : start + step]
        turned = signs_of(some[:, first] - some[:, second])
        known = ~np.isnan(turned) & (order < 2)
        flipped = (turned * order == -1) & known
        for kind, mask in enumerate(
            (flipped, (turned == 0) & (order != 0) & known, (turned != 0) & (order == 0) & known)
        ):
            counts[kind, start : start + step] = np.count_nonzero(mask, axis=1)
        for row in np.flatnonzero(flipped.any(axis=1)).tolist():
            pairs[start + row] = tuple(
                (int(first[at]), int(second[at])) if order[at] > 0 else (int(second[at]), int(first[at]))
                for at in np.flatnonzero(flipped[row]).tolist()
            )
    moved = np.abs(then - now)
    effect = np.where(np.isnan(moved), 0.0, moved).max(axis=1, initial=0.0)
    return Flips(counts[0], counts[1], counts[2], effect, pairs, now, then)


def disagreement_sizes(counts: NDArray[np.int64], *, ordered: bool, grades: Sequence[float] = ()) -> Scores:
    """Return how far each item's assessors are apart: the mean over their pairs, from 0 (all agree) to 1.

    `counts`: labels of each kind (columns, in the order of the scheme) by item. Two labels are 1 apart if
    they differ; with `ordered` by their distance in the scheme, or by that of the `grades` of its labels
    (interval scales). 0 with fewer than two labels.
    """
    kinds = counts.shape[1]
    place = np.array(grades or range(kinds), dtype=np.float64)
    span = max(float(np.ptp(place)), np.finfo(float).tiny)
    distances = np.abs(place[:, None] - place) / span if ordered else 1.0 - np.eye(kinds)
    size = counts.sum(axis=1)
    pairs = size * (size - 1)
    found = np.einsum("ij,ij->i", counts @ distances, counts)
    sizes: Scores = np.divide(found, pairs, out=np.zeros(len(counts)), where=pairs > 0)
    return sizes


_STRETCH = 1 << 15
"""How many positions of rankings are scored at a time."""


def decisions_if(
    measure: Measure, truth: NDArray[np.int8], said: NDArray[np.int8], units: Positions, becomes: Positions
) -> tuple[Scores, Scores]:
    """Return the scores now, and with the truth of each of `units` as in `becomes` (units x runs).

    `truth`: 1 or 0 by unit, -1 for one that is not scored now; `said`: decisions by unit and run, as in
    `decision_columns`. A unit that is not scored now is scored then.
    """
    names, known = form_of(measure).columns, (truth >= 0)[:, None]
    now, then = decision_columns(truth, said, names), decision_columns(becomes, said[units], names)
    table = count_table(measure, {name: column * known for name, column in now.items()})
    return table.replaced(units, [then[name] for name in names])


def areas_if(
    truth: NDArray[np.int8], scores: Scores, units: Positions, measure: Measure = AUC
) -> tuple[Scores, Scores]:
    """Return a measure of pairs now, and with the truth of each of `units` inverted; NaN without scores."""
    positives, total = int((truth == 1).sum()), len(truth)
    now, then = np.full(scores.shape[1], np.nan), np.full((len(units), scores.shape[1]), np.nan)
    becomes = np.where(truth[units] == 1, -1, 1)
    classes = np.array([positives], dtype=np.float64), np.array([total - positives], dtype=np.float64)
    after = 1.0 * (positives + becomes), 1.0 * (total - positives - becomes)
    for run in range(scores.shape[1]):
        known = np.where(np.isnan(scores[:, run]), -np.inf, scores[:, run])
        if np.isnan(scores[:, run]).all():
            continue
        lower, upper = (doubled_passed(known[truth == one], known) for one in (0, 1))
        doubled = float(lower[truth == 1].sum())
        # A unit is paired with all of the other class; when its truth is inverted, its pairs as one class are
        # replaced by those as the other: it is never paired with itself.
        as_right = lower[units] - (truth[units] == 0)
        as_wrong = 2 * positives - upper[units] - (truth[units] == 1)
        won = doubled + becomes * (as_right - as_wrong)
        now[run] = of_pairs(measure, np.array([doubled]), *classes)[0]
        then[:, run] = of_pairs(measure, won, *after)
    return now, then


def rankings_if(
    tally: RankingTally, measure: Measure, slots: Positions, questions: Positions, gains: Scores
) -> tuple[Scores, Scores, Positions]:
    """Return the scores now, and with the gain of each of `slots` replaced, and which of them matter.

    `questions`: the question of each slot; only slots of questions that are scored matter (the third
    result, as rows of the arguments; the second has one row for each of them).
    """
    place_of = np.full(int(max(tally.question_of.max(initial=-1), questions.max(initial=-1))) + 2, -1)
    place_of[tally.question_of] = np.arange(len(tally.question_of))
    places = place_of[questions]
    matters = np.flatnonzero((places >= 0) & (tally.status[places] == SCORED))
    scored, values = tally.values(measure)
    row_of = np.full(len(place_of), -1)
    row_of[scored] = np.arange(len(scored))
    new = np.empty((len(matters), values.shape[1]))
    by_group = places[matters]
    for group in tally.layout.groups:
        here = np.flatnonzero((by_group >= group.start) & (by_group < group.start + len(group.pooled)))
        step = max(1, _STRETCH // max(1, group.ranked[0].size))
        for start in range(0, len(here), step):
            some = here[start : start + step]
            rows, which = by_group[some] - group.start, matters[some]
            new[some] = _scored(tally, measure, group.ranked[rows], group.pooled[rows], slots[which], gains[which])
    return *mean_table(values).replaced(row_of[questions[matters]], [new]), matters


def _scored(
    tally: RankingTally,
    measure: Measure,
    ranked: NDArray[np.int32],
    pooled: NDArray[np.int32],
    slots: Positions,
    gains: Scores,
) -> Scores:
    """Return the values of blocks of questions (rows: changes, columns: runs) with one gain replaced each."""
    form = tally.form(measure)
    if tally.condenses(form):
        settled_first = np.argsort(tally.state[ranked] != SETTLED, axis=1, kind="stable")
        ranked = np.take_along_axis(ranked, settled_first, axis=1)
    at_ranks = np.where(ranked == slots[:, None, None], gains[:, None, None], tally.seen(ranked, form))
    ideal = tally.seen(pooled, form)
    ideal = np.where(pooled == slots[:, None], gains[:, None], ideal)
    falling = np.ascontiguousarray(np.sort(ideal, axis=1)[:, ::-1].T)
    gains_at = np.ascontiguousarray(at_ranks.transpose(1, 2, 0))
    found: Scores = form.rows(gains_at, falling, **tally.options_of(measure))
    return np.ascontiguousarray(found.T)
