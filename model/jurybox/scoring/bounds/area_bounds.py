"""Bounds of the area under the ROC curve: exact if cheap, else a proven outer bound.

For the highest area, let k open units become correct and j incorrect. Whatever k and j are, it is best to
take the k highest scores of the units that can be correct and the j lowest of those that can be incorrect
(exchanging two units never helps), and no pair among the k and j can do more than be won. So

    2 U <= 2 U (settled) + A(k) + B(j) + 2 k j

with A(k) what the k win against the settled incorrect answers, B(j) what the settled correct ones win
against the j. Over (P + k)(N + j), with j fixed, this rises in k while one more unit adds more than the
average and falls from there on, since A is concave: a binary search for every j finds the highest value.

It is exact where the k units all score above the j units and nobody who must come in is left over; and
where every open unit must come in (k + j is then given) the ties between the k and j are taken off exactly.
The lowest area is the highest one with the scores turned round.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jurybox.gold import CAN_BE_CORRECT, CAN_BE_INCORRECT, CAN_STAY_OUT
from jurybox.measures.curves import auc_of_pairs
from jurybox.scoring.basis import Positions, Small
from jurybox.scoring.pairs import Ranks, pairs_of
from jurybox.scoring.results import Bounds

BOTH = CAN_BE_CORRECT | CAN_BE_INCORRECT

Numbers = NDArray[np.int64]


class _Area(NamedTuple):
    """A highest area as whole numbers: 2 U and the sizes of the classes; no pair at all if undefined."""

    pairs: int = 0
    correct: int = 0
    incorrect: int = 0
    exact: bool = True


def area_bounds(
    ranks: Ranks, top: int, outcomes: Small, value: Callable[[int, int, int], float] = auc_of_pairs
) -> Bounds:
    """Return the bounds of AUC for units with these ranks of scores (1 to `top`) and possible outcomes.

    `value`: what rises with the area, of 2 U and the numbers of correct and incorrect units.
    Costs one pass over the open units and a binary search; `outcomes` are bits as in `jurybox.gold`.
    """
    high = _highest(ranks, top, outcomes)
    low = _highest(top + 1 - ranks, top, outcomes)
    if not high.correct or not high.incorrect:
        return Bounds(math.nan, math.nan, exact=True)
    lost = 2 * low.correct * low.incorrect - low.pairs
    return Bounds(
        value(lost, low.correct, low.incorrect),
        value(high.pairs, high.correct, high.incorrect),
        exact=high.exact and low.exact,
    )


class _Open:
    """The open units of one run beside the settled ones, in the order in which they are chosen."""

    def __init__(self, ranks: Ranks, top: int, outcomes: Small) -> None:
        self.ranks, self.outcomes = ranks, outcomes
        correct, incorrect = (
            np.bincount(ranks[outcomes == only], minlength=top + 1) for only in (CAN_BE_CORRECT, CAN_BE_INCORRECT)
        )
        self.pairs = pairs_of(correct, incorrect)
        self.correct, self.incorrect = int(correct.sum()), int(incorrect.sum())
        is_open = ~np.isin(outcomes, (0, CAN_BE_CORRECT, CAN_BE_INCORRECT, CAN_STAY_OUT))
        rising = np.flatnonzero(is_open)[np.argsort(ranks[is_open], kind="stable")]
        self.size = len(rising)
        self.must = int(np.count_nonzero(outcomes[rising] == BOTH))
        self.upper: Positions = rising[(outcomes[rising] & CAN_BE_CORRECT) != 0][::-1]
        self.lower: Positions = rising[(outcomes[rising] & CAN_BE_INCORRECT) != 0]
        above = self.correct - np.cumsum(correct)
        below = np.cumsum(incorrect) - incorrect
        self.gains = (2 * below + incorrect)[ranks[self.upper]]
        self.won_above = _sums(self.gains)
        self.won_below = _sums((2 * above + correct)[ranks[self.lower]])


def _highest(ranks: Ranks, top: int, outcomes: Small) -> _Area:
    units = _Open(ranks, top, outcomes)
    if units.must == units.size:
        return _highest_of_two(units)
    return _highest_of_three(units)


def _highest_of_two(units: _Open) -> _Area:
    """Return the highest area where every open unit becomes correct or incorrect."""
    k = np.arange(units.size + 1)
    j = units.size - k
    pairs = units.pairs + units.won_above[k] + units.won_below[j] + 2 * k * j - _split_ties(units)
    best = _best(pairs, units.correct + k, units.incorrect + j)
    if best is None:
        return _Area()
    return _Area(int(pairs[best]), units.correct + int(k[best]), units.incorrect + int(j[best]))


def _split_ties(units: _Open) -> Numbers:
    """Return for every k how many ties there are between the k units and the rest, all of them open."""
    falling = units.ranks[units.upper]
    starts = np.flatnonzero(np.diff(falling, prepend=-1))
    sizes = np.diff(starts, append=units.size)
    k = np.arange(1, units.size + 1)
    group = np.searchsorted(starts, k, side="left") - 1
    inside = k - starts[group]
    ties = np.zeros(units.size + 1, dtype=np.int64)
    ties[1:] = inside * (sizes[group] - inside)
    return ties


def _highest_of_three(units: _Open) -> _Area:
    """Return the highest area where open units may also stay out, or more than it."""
    j = np.arange(len(units.lower) + 1)
    least = np.maximum(units.must - j, 0 if units.correct else 1)
    most = np.minimum(len(units.upper), units.size - j)
    feasible = (least <= most) & (units.incorrect + j > 0)
    j, least, most = j[feasible], least[feasible], most[feasible]
    k = _best_k(units, j, least, most)
    pairs = units.pairs + units.won_above[k] + units.won_below[j] + 2 * k * j
    best = _best(pairs, units.correct + k, units.incorrect + j)
    if best is None:
        return _Area()
    chosen = int(k[best]), int(j[best])
    exact = _is_reached(units, *chosen)
    return _Area(int(pairs[best]), units.correct + chosen[0], units.incorrect + chosen[1], exact)


def _best_k(units: _Open, j: Numbers, least: Numbers, most: Numbers) -> Numbers:
    """Return for each j the smallest best k: the first from which one more adds no more than the average."""
    low, high = least.copy(), most.copy()
    while (searching := low < high).any():
        k = np.where(searching, (low + high) // 2, least)
        pairs = units.pairs + units.won_above[k] + units.won_below[j] + 2 * k * j
        more = units.gains[np.minimum(k, len(units.gains) - 1)] + 2 * j
        rises = searching & (more * (units.correct + k) > pairs)
        low = np.where(rises, k + 1, low)
        high = np.where(searching & ~rises, k, high)
    return low


def _is_reached(units: _Open, k: int, j: int) -> bool:
    """Return whether units can be chosen that reach the bound for this k and j."""
    upper, lower = units.upper[:k], units.lower[:j]
    separated = not k or not j or units.ranks[upper[-1]] > units.ranks[lower[-1]]
    moved = np.count_nonzero(units.outcomes[upper] == BOTH) + np.count_nonzero(units.outcomes[lower] == BOTH)
    return bool(separated) and int(moved) == units.must


def _best(pairs: Numbers, correct: Numbers, incorrect: Numbers) -> int | None:
    """Return where 2 U over the pairs of classes is highest, compared as exact fractions; first of equals."""
    below = correct * incorrect
    shares = np.divide(pairs, below, out=np.full(len(pairs), -1.0), where=below > 0)
    if not len(shares) or shares.max() < 0:
        return None
    near = np.flatnonzero(shares >= shares.max() * (1 - 1e-12)).tolist()
    best = near[0]
    for at in near[1:]:
        if int(pairs[at]) * int(below[best]) > int(pairs[best]) * int(below[at]):
            best = at
    return int(best)


def _sums(values: Numbers) -> Numbers:
    return np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(values)))
