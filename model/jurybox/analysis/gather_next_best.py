"""The next best answers of a collection: ranked answers by their ranks, validation answers by the decisions.

Expected scores are those of the measure with every open gain replaced by its expectation.
"""

from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import NDArray

from jurybox.analysis.counted import decision_worth, form_of
from jurybox.analysis.data import Scores
from jurybox.analysis.next_best import Expected, chances, expected_gains, next_best
from jurybox.collection.catalog import Catalog
from jurybox.errors import Refused
from jurybox.gold import LEFT_OUT, UNJUDGED
from jurybox.measures import Counts, Measure, Ranking
from jurybox.scoring import Scoreboard
from jurybox.scoring.tallies.grades import OPEN, OUT
from jurybox.scoring.tallies.rankings import UNSELECTED, RankingTally
from jurybox.scoring.tallies.submitted import NO, YES, Submitted

Positions = NDArray[np.int64]

STEP = 1e-6
"""How far a count is moved to see what a score gains by it."""


@dataclass(frozen=True)
class NextBest:
    """What to judge next, and what is expected meanwhile.

    `answers`: those that wait, by position, the one that settles most first; `runs`: by position; `scores`:
    expected, by run; `chance[a, b]`: that run a ends above run b (in their order in `runs`).
    """

    measure: Measure
    answers: Positions
    runs: tuple[int, ...]
    scores: Scores
    chance: Scores


def next_best_answers(board: Scoreboard, catalog: Catalog, measure: Measure) -> NextBest:
    """Return the order of judging that settles the order of the runs soonest, under a measure.

    For measures of ranked answers and of decisions from counts; refused for others. See
    `jurybox.analysis.next_best` for the method; lower-is-better measures are turned round.
    """
    kind = board.kind_of(measure)
    runs = tuple(run for run in board.runs if run < len(catalog.runs))
    if not runs:
        raise Refused("There is no run, so no answer can settle the order of any.")
    by_counts = measure.counts is not None and not measure.counts.of_pairs
    if kind == "validation" and Counts in measure.accepts and by_counts:
        return _of_decisions(board, catalog, measure, runs)
    if kind in ("ranked", "factoid") and Ranking in measure.accepts:
        return _of_rankings(cast("RankingTally", board.tally(measure, kind)), measure, runs)
    raise Refused(
        f"No order of answers settles {measure} sooner than another; there is one for rankings and decisions."
    )


def _of_rankings(tally: RankingTally, measure: Measure, runs: tuple[int, ...]) -> NextBest:
    pools = [group.pooled for group in tally.layout.groups]
    slots = np.unique(np.concatenate([pool.ravel() for pool in pools])) if pools else np.empty(0, np.int64)
    slots = slots[slots < tally.layout.nothing].astype(np.int64)
    columns = len(runs)
    at_rank = np.zeros((tally.layout.nothing + 1, columns))
    first_only = tally.form(measure).first_only
    wanted = np.zeros(tally.layout.nothing + 1, dtype=np.bool_)
    for group in tally.layout.groups:
        discount = 1.0 / np.log2(np.arange(group.ranked.shape[1]) + 2.0)
        discount = np.where(np.arange(len(discount)) > 0, 0.0, discount) if first_only else discount
        for column in range(columns):
            at_rank[group.ranked[:, :, column], column] = discount
        shown = tally.status[group.start : group.start + len(group.pooled)] != UNSELECTED
        wanted[group.pooled[shown]] = True
    wanted[-1] = False
    state, worth = tally.state, at_rank
    known = np.where(state == OPEN, np.nan, tally.gain)
    slots = slots[wanted[slots] & (state[slots] != OUT)]
    top = max(1.0, float(np.nanmax(known[slots], initial=1.0)))
    features = np.column_stack((worth[slots].mean(axis=1), worth[slots].max(axis=1)))
    guess = _within_reach(tally, slots, expected_gains(known[slots], features, top))
    filled = np.where(state == OPEN, 0.0, tally.gain)
    filled[slots] = guess.gain
    scores = _expected_means(tally, measure, filled, columns)
    asked = max(1, int(np.count_nonzero(tally.status != UNSELECTED)))
    return _made(measure, runs, scores, worth[slots] / asked / top, guess, slots, np.isnan(known[slots]))


def _within_reach(tally: RankingTally, slots: Positions, guess: Expected) -> Expected:
    """Return what is expected of answers, no further than the labels that are given still let them come."""
    gain, variance = guess.gain.copy(), guess.variance.copy()
    waiting = np.flatnonzero(tally.state[slots] == OPEN)
    bits, at = np.unique(tally.grades.bits(slots[waiting]), return_inverse=True)
    ends = []
    for some in bits.tolist():
        gains = [one for one in tally.grades.options(some) if one is not None] or [0.0]
        ends.append((min(gains), max(gains)))
    if ends:
        low, high = np.array(ends).T[:, at]
        gain[waiting] = np.clip(gain[waiting], low, high)
        most = (gain[waiting] - low) * (high - gain[waiting])
        variance[waiting] = np.minimum(variance[waiting], np.maximum(most, 1e-12))
    return Expected(gain, variance)


def _expected_means(tally: RankingTally, measure: Measure, gains: Scores, columns: int) -> Scores:
    """Return the mean of the measure over all selected questions with these gains, by run."""
    sums, counts = np.zeros(columns), np.zeros(columns)
    for group in tally.layout.groups:
        shown = tally.status[group.start : group.start + len(group.pooled)] != UNSELECTED
        if not shown.any():
            continue
        ranked, pooled = group.ranked[shown], group.pooled[shown]
        at_ranks = np.ascontiguousarray(gains[ranked].transpose(1, 2, 0))
        ideal = np.ascontiguousarray(np.sort(gains[pooled], axis=1)[:, ::-1].T)
        values = tally.rows(measure)(at_ranks, ideal, **measure.options)[:columns]
        sums += np.nansum(values, axis=1)
        counts += np.count_nonzero(~np.isnan(values), axis=1)
    with np.errstate(invalid="ignore"):
        return sums / counts


def _of_decisions(board: Scoreboard, catalog: Catalog, measure: Measure, runs: tuple[int, ...]) -> NextBest:
    submitted = Submitted(catalog, frozenset(range(len(catalog.runs))) - frozenset(runs))
    truth, asked = board.truth[submitted.units], catalog.answer_question[submitted.units]
    kept = truth != LEFT_OUT
    if board.questions is not None:
        kept &= np.isin(asked, list(board.questions))
    answers, truth, said = submitted.units[kept], truth[kept], submitted.decisions[kept]
    yes, no = (said == YES).astype(np.float64), (said == NO).astype(np.float64)
    features = np.column_stack((yes.mean(axis=1), no.mean(axis=1)))
    guess = expected_gains(np.where(truth == UNJUDGED, np.nan, truth), features, 1.0)
    right = guess.gain[:, None]
    form = form_of(measure)
    columns = {name: _expected_column(name, right, said) for name in form.columns}
    sums = [np.broadcast_to(columns[name][0].sum(axis=0), (len(runs),)) for name in form.columns]
    scores = form.compute(*sums, **measure.options)
    worth = np.zeros(yes.shape)
    for at, name in enumerate(form.columns):
        moved = [each + (STEP if at == other else 0.0) for other, each in enumerate(sums)]
        slope = (form.compute(*moved, **measure.options) - scores) / STEP
        worth += np.nan_to_num(slope) * columns[name][1]
    sign = 1.0 if measure.direction == "higher" else -1.0
    return _made(measure, runs, scores, sign * worth, guess, answers, truth == UNJUDGED)


def _expected_column(name: str, right: Scores, said: NDArray[np.int8]) -> tuple[Scores, Scores]:
    """Return what answers are expected to add to a count, and how much more they add if they are correct."""
    worth = decision_worth(name).astype(np.float64)
    rows = np.where(said == YES, 0, np.where(said == NO, 1, 2))
    if (worth == worth[0]).all():
        rows = np.zeros_like(right, dtype=np.int64)
    wrong, step = worth[rows, 0], worth[rows, 1] - worth[rows, 0]
    return wrong + right * step, step


def _made(
    measure: Measure,
    runs: tuple[int, ...],
    scores: Scores,
    worth: Scores,
    guess: Expected,
    answers: Positions,
    is_open: NDArray[np.bool_],
) -> NextBest:
    sign = 1.0 if measure.direction == "higher" else -1.0
    order = next_best(sign * scores, worth, guess, np.flatnonzero(is_open))
    chance, _ = chances(sign * scores, worth, guess)
    return NextBest(measure, answers[order], runs, scores, chance)
