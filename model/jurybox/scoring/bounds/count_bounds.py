"""Bounds of a score made of counts, from the grouped counts alone.

Every open unit ends in one of its possible outcomes, independently of the others. So the highest score gives
each unit, by the run's decision on it, the best of its outcomes, and the lowest score the worst. The measure
defines which is better (`CountForm.orders`); if it has several orders, all are tried.

If the best completion leaves the measure undefined, one open unit is forced to another outcome; more would
only move the score further from the end. Where one is not enough (AUC-point, with neither a correct nor an
incorrect answer), correct answers can only come from one side of the run's decisions and incorrect ones from
the other: all completions score alike, and the other end finds them.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from jurybox.gold import CAN_BE_CORRECT, CAN_BE_INCORRECT, CAN_STAY_OUT
from jurybox.measures import Measure
from jurybox.measures.forms import Worth
from jurybox.scoring.results import Bounds

Cells = list[list[int]]
Evaluate = Callable[[Cells], float]
_Group = tuple[int, int]

_ANY: Worth = ((0, 0), (0, 0), (0, 0))
_CORRECT, _INCORRECT, _OUT = range(3)
"""Outcomes of a unit: places of the cells of a row."""
_OUTCOMES = {CAN_BE_CORRECT: _CORRECT, CAN_BE_INCORRECT: _INCORRECT, CAN_STAY_OUT: _OUT}


def count_bounds(measure: Measure, groups: Sequence[Sequence[int]], evaluate: Evaluate) -> Bounds:
    """Return the bounds of a run's score, exact for every measure that orders outcomes.

    `groups[row][outcomes]`: how many units are in each row with each set of possible outcomes; `evaluate`
    gives the score of `cells[row][0 correct, 1 incorrect, 2 left out]`, NaN where undefined. For a measure
    without orders, such as `rejected(P(¬C|A))`, the bounds are its range while units are open.
    """
    orders = measure.orders
    if not orders and _has_open(groups):
        return Bounds(measure.low, measure.high, exact=False)
    ends = [_end(groups, worth, sign, evaluate) for sign in (-1, 1) for worth in orders or (_ANY,)]
    defined = [value for value in ends if not math.isnan(value)]
    if not defined:
        return Bounds(math.nan, math.nan, exact=True)
    return Bounds(min(defined), max(defined), exact=True)


def _has_open(groups: Sequence[Sequence[int]]) -> bool:
    settled = {0, *_OUTCOMES}
    return any(size and outcomes not in settled for row in groups for outcomes, size in enumerate(row))


def _end(groups: Sequence[Sequence[int]], worth: Worth, sign: int, evaluate: Evaluate) -> float:
    """Return the score where every open unit takes its best (sign 1) or worst (sign -1) outcome."""
    cells: Cells = [[0, 0, 0] for _ in groups]
    best_outcomes: dict[_Group, int] = {}
    for row, sizes in enumerate(groups):
        for outcomes, size in enumerate(sizes):
            if size and outcomes:
                best = _best_outcome(worth[row], outcomes, sign)
                best_outcomes[row, outcomes] = best
                cells[row][best] += size
    value = evaluate(cells)
    if not math.isnan(value):
        return value
    others = [evaluate(forced) for forced in _forced(cells, best_outcomes)]
    defined = [sign * other for other in others if not math.isnan(other)]
    return sign * max(defined) if defined else math.nan


def _forced(cells: Cells, best_outcomes: dict[_Group, int]) -> Iterator[Cells]:
    """Yield the cells with one open unit in another outcome than the one taken."""
    for (row, outcomes), best in best_outcomes.items():
        for other in _possible(outcomes):
            if other != best:
                forced = [each.copy() for each in cells]
                forced[row][best] -= 1
                forced[row][other] += 1
                yield forced


@cache
def _possible(outcomes: int) -> tuple[int, ...]:
    """Return the outcomes in a set of bits: correct, incorrect, left out."""
    return tuple(at for bit, at in _OUTCOMES.items() if outcomes & bit)


@cache
def _best_outcome(worth: tuple[int, int], outcomes: int, sign: int) -> int:
    """Return which of the possible outcomes is worth most (sign 1) or least (sign -1).

    `worth`: of correct and of incorrect; a unit that is left out is worth 0.
    """
    by_outcome = *worth, 0
    return max(_possible(outcomes), key=lambda outcome: sign * by_outcome[outcome])
