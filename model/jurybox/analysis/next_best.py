"""The next best answer: an order of judging that determines the ranking soonest.

The method is that of minimal test collections (Carterette, Allan and Sitaraman 2006), for all pairs of runs
at once and for answers with gains. An answer that is not judged has an expected gain and a variance, from how
the runs placed it and how answers placed like it were judged so far. That gives every run an expected score,
and every pair of runs a chance of being in the right order. An answer is worth judging as far as it narrows
the differences of the undecided pairs: if all runs agree about it, or if the pair is decided anyway, judging
it gains nothing.

While this order is on, scores are the method's expected ones and their bounds, never plain means: its choice
of answers is not a fair sample.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import NDArray

from jurybox.errors import Refused
from jurybox.gold import LEFT_OUT, UNJUDGED
from jurybox.language import tr
from jurybox.measures import Counts, Kind, Measure, Ranking, Rating
from jurybox.scoring import Scoreboard
from jurybox.scoring.tallies.counted import counts_of, worth_of
from jurybox.scoring.tallies.grades import OPEN, OUT
from jurybox.scoring.tallies.rankings import UNSELECTED, RankingTally
from jurybox.scoring.tallies.registry import input_of
from jurybox.scoring.tallies.submitted import NO, YES, Submitted
from jurybox.scoring.unit_table import Scores, form_of

METHOD = tr(
    "Minimal test collections (B. Carterette, J. Allan and R. Sitaraman, "
    "SIGIR 2006), for all pairs of runs: first the answers that most narrow "
    "the differences that can still change sign."
)
"""The note on this order wherever it is available."""

PRIOR = 20.0
"""The weight of the prior, that ranks carry no information, in judged answers."""

CONFIDENCE = 0.95
"""A pair of runs this likely to be in the right order is certain (Carterette et al. 2006, section 4)."""

_EXPLAINED = 200  # number of first answers for which the pair they narrow is reported

Positions = NDArray[np.int64]


@dataclass(frozen=True)
class Expected:
    """The expectation for every answer: its gain with variance 0 if it is judged."""

    gain: Scores
    variance: Scores


def expected_gains(gains: Scores, features: Scores, top: float) -> Expected:
    """Return expected gains of all answers, from the judged ones and how the runs ranked them.

    `gains`: of every answer, NaN if it is not judged; `features`: what is known of an answer beforehand,
    shape (answers, features); `top`: the highest possible gain. Least squares with a ridge that pulls toward
    the mean; before anything is judged, half of the top is expected of every answer.
    """
    if not len(gains):
        return Expected(gains, gains)
    judged = ~np.isnan(gains)
    count = int(np.count_nonzero(judged))
    mean = (float(gains[judged].sum()) + PRIOR * top / 2) / (count + PRIOR)
    spread = features - features.mean(axis=0)
    scale = spread.std(axis=0)
    spread = spread / np.where(scale > 0, scale, 1.0)
    known = spread[judged]
    normal = known.T @ known + PRIOR * np.eye(spread.shape[1])
    slope = np.linalg.solve(normal, known.T @ (gains[judged] - mean))
    guess = np.clip(mean + spread @ slope, 0.0, top)
    rest = float(((gains[judged] - guess[judged]) ** 2).sum())
    variance = (rest + PRIOR * top**2 / 4) / (count + PRIOR)
    # A gain between 0 and the top cannot vary more than this about its mean.
    most = guess * (top - guess)
    return Expected(
        np.where(judged, gains, guess), np.where(judged, 0.0, np.minimum(variance, np.maximum(most, 1e-12)))
    )


def chances(scores: Scores, worth: Scores, expected: Expected) -> tuple[Scores, Scores]:
    """Return for all pairs of runs the chance that the first ends higher, and the variance of the difference.

    `scores`: expected, by run; `worth`: the derivative of a run's score by the gain of each answer (answers
    by runs). A pair without any variance left has the chance 0, 1/2 or 1.
    """
    weighed = worth * expected.variance[:, None]
    cross = worth.T @ weighed
    own = np.diag(cross)
    variance = np.maximum(own[:, None] + own[None, :] - 2 * cross, 0.0)
    differences = scores[:, None] - scores[None, :]
    with np.errstate(divide="ignore", invalid="ignore"):
        z = np.where(variance > 0, differences / np.sqrt(variance), np.sign(differences) * np.inf)
    z[np.isnan(z)] = 0.0
    chance: Scores = 0.5 * (1.0 + np.vectorize(math.erf)(z / math.sqrt(2.0)))
    return chance, variance


def impacts(scores: Scores, worth: Scores, expected: Expected) -> Scores:
    """Return how much judging each answer would narrow the undecided pairs; 0 if it is judged.

    Each pair weighs p (1 - p), and an answer counts by its share of the variance of their difference.
    """
    chance, variance = chances(scores, worth, expected)
    with np.errstate(divide="ignore", invalid="ignore"):
        weight = np.where(variance > 0, chance * (1.0 - chance) / variance, 0.0)
    np.fill_diagonal(weight, 0.0)
    # The sum over pairs of weight (c_a - c_b)^2 is c' L c with the Laplacian L of the weights.
    laplacian = np.diag(weight.sum(axis=1)) - weight
    found: Scores = np.einsum("ij,ij->i", worth @ laplacian, worth) * expected.variance
    return np.maximum(found, 0.0)


def next_best(scores: Scores, worth: Scores, expected: Expected, open_answers: Positions) -> Positions:
    """Return the open answers, the most decisive first; ties keep their order."""
    found = impacts(scores, worth, expected)[open_answers]
    return open_answers[np.argsort(-found, kind="stable")]


STEP = 1e-6
"""The step of a count for the numerical derivative of a score."""


@dataclass(frozen=True)
class NextBest:
    """What to judge next, and the expectations until then.

    `answers`: the open ones, by position, most decisive first; `runs`: by position; `scores`: expected, by
    run; `chance[a, b]`: that run a ends above run b (in their order in `runs`). `certain[a, b]`: whether that
    is certain enough to stop, or nothing can change it any more. `narrows`: by answer, for the first ones,
    the pair of runs whose difference it narrows most.
    """

    measure: Measure
    answers: Positions
    runs: tuple[int, ...]
    scores: Scores
    chance: Scores
    certain: NDArray[np.bool_]
    narrows: Mapping[int, tuple[int, int]]

    @property
    def pairs(self) -> tuple[int, int]:
        """How many pairs of runs are certain, and how many there are."""
        above = np.triu_indices(len(self.runs), 1)
        return int(np.count_nonzero(self.certain[above])), len(above[0])

    @property
    def least_certain(self) -> tuple[int, int, float] | None:
        """The least certain pair of runs, the leading run first, with its chance to stay ahead."""
        first, second = np.triu_indices(len(self.runs), 1)
        open_ = ~self.certain[first, second]
        if not open_.any():
            return None
        sure = np.maximum(self.chance[first, second], self.chance[second, first])
        at = int(np.argmin(np.where(open_, sure, np.inf)))
        a, b = int(first[at]), int(second[at])
        a, b = (a, b) if self.chance[a, b] >= self.chance[b, a] else (b, a)
        return self.runs[a], self.runs[b], float(sure[at])


def next_best_answers(board: Scoreboard, measure: Measure) -> NextBest:
    """Return the order of judging that determines the ranking soonest, under a measure.

    For measures of ranked answers and of decisions from counts; refused for others, and under a frozen gold
    standard, which labels do not move. See `jurybox.analysis.next_best` for the method; lower-is-better measures are
    turned round.
    """
    kind, runs = board.kind_of(measure), board.stored
    if not runs:
        raise Refused(tr("There are no runs, so there is no order to settle."))
    if board.gold.frozen:
        raise Refused(tr("This gold standard is frozen: labels do not move its scores, so no answer informs them."))
    given = None if kind is None else input_of(measure, kind)
    if given is Counts and kind is not None and not form_of(measure).of_pairs:
        return _of_decisions(board, kind, measure, runs)
    if given in (Ranking, Rating) and kind is not None:
        return _of_rankings(cast("RankingTally", board.tally(measure, kind)), measure, runs)
    raise Refused(tr("This order works for rankings and decisions, not for {measure}.", measure=measure))


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
    least = tally.grades.lowest
    known = np.where(state == OPEN, np.nan, tally.gain - least)
    slots = slots[wanted[slots] & (state[slots] != OUT)]
    top = max(1.0, float(np.nanmax(known[slots], initial=1.0)))
    features = np.column_stack((worth[slots].mean(axis=1), worth[slots].max(axis=1)))
    above = expected_gains(known[slots], features, top)
    guess = _within_reach(tally, slots, Expected(above.gain + least, above.variance))
    filled = np.where(state == OPEN, least, tally.gain)
    filled[slots] = guess.gain
    scores = _expected_means(tally, measure, filled, columns)
    question_count = max(1, int(np.count_nonzero(tally.status != UNSELECTED)))
    return _order_of(measure, runs, scores, worth[slots] / question_count / top, guess, slots, np.isnan(known[slots]))


def _within_reach(tally: RankingTally, slots: Positions, guess: Expected) -> Expected:
    """Return the expectations limited to what the present labels still allow."""
    gain, variance = guess.gain.copy(), guess.variance.copy()
    waiting = np.flatnonzero(tally.state[slots] == OPEN)
    bits, at = np.unique(tally.grades.bits(slots[waiting]), return_inverse=True)
    ends = []
    for some in bits.tolist():
        gains = [one for one in tally.grades.options(some) if one is not None] or [tally.grades.lowest]
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
    form = tally.form(measure)
    for group in tally.layout.groups:
        shown = tally.status[group.start : group.start + len(group.pooled)] != UNSELECTED
        if not shown.any():
            continue
        at_ranks = tally.gains_of(group.ranked[shown], form, gains)
        ideal = tally.ideal_of(group.pooled[shown], form, gains)
        values = form.rows(at_ranks, ideal, **tally.options_of(measure))[:columns]
        sums += np.nansum(values, axis=1)
        counts += np.count_nonzero(~np.isnan(values), axis=1)
    with np.errstate(invalid="ignore"):
        return sums / counts


def _of_decisions(board: Scoreboard, kind: Kind, measure: Measure, runs: tuple[int, ...]) -> NextBest:
    catalog = board.catalog
    submitted = Submitted(catalog, frozenset(range(len(catalog.runs))) - frozenset(runs), kind)
    truth, question_of_unit = board.truth[submitted.units], catalog.answer_question[submitted.units]
    kept = truth != LEFT_OUT
    if board.questions is not None:
        kept &= np.isin(question_of_unit, list(board.questions))
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
    return _order_of(measure, runs, scores, sign * worth, guess, answers, truth == UNJUDGED)


def _expected_column(name: str, right: Scores, said: NDArray[np.int8]) -> tuple[Scores, Scores]:
    """Return what answers are expected to add to a count, and how much more if they are correct."""
    worth = worth_of(counts_of)[name].astype(np.float64)
    rows = np.zeros_like(right, dtype=np.int64) if (worth == worth[0]).all() else said
    wrong, step = worth[rows, 0], worth[rows, 1] - worth[rows, 0]
    return wrong + right * step, step


def _order_of(
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
    chance, variance = chances(sign * scores, worth, guess)
    certain = (variance <= 0) | (np.maximum(chance, chance.T) >= CONFIDENCE)
    narrows = {
        int(answers[at]): (runs[a], runs[b])
        for at in order[:_EXPLAINED].tolist()
        for a, b in [_pair_of(worth[at], chance, variance)]
        if worth[at, a] != worth[at, b]
    }
    return NextBest(measure, answers[order], runs, scores, chance, certain, narrows)


def _pair_of(worth: Scores, chance: Scores, variance: Scores) -> tuple[int, int]:
    """Return the two runs, by row, whose difference an answer of this worth narrows most."""
    with np.errstate(divide="ignore", invalid="ignore"):
        weight = np.where(variance > 0, chance * (1.0 - chance) / variance, 0.0)
    share = np.triu(weight * (worth[:, None] - worth[None, :]) ** 2, 1)
    a, b = np.unravel_index(int(np.argmax(share)), share.shape)
    return int(a), int(b)
