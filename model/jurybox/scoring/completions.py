"""How far a score made of counts can still go, from the grouped counts alone.

Every unit that is still open ends in one of its possible outcomes, whatever the others do. All measures
here are monotone in each count, so the highest score gives each unit, by the run's decision on it, the best
of its outcomes, and the lowest score the worst. `_WORTH` says how good an outcome is: a count that raises
the measure is worth more than staying out (0), one that lowers it less. Why the order holds, with a right
and b wrong decisions, s silent ones, n = a + b + s:

    precision, recall, rates   one count in the numerator, the others in the denominator only
    F                          grows with tp, falls with fp and with fn
    AUC-point                  grows with tpr and falls with fpr, which share no count
    c@1 = a (n + s) / n^2      d/da = (b n + 2 s (n - a)) / n^3 >= 0, d/db and d/ds <= 0
    UF = (a - b) / n           d/da >= 0, d/db <= 0; the sign of d/ds is that of b - a, the same for
                               every s, so that the silent units all stay out or all come in: both tried
    estimated_qa               c@1 with s the questions won by rejecting, of which a lost one is worse

Where the best completion leaves the measure undefined, one open unit is forced to another outcome; more
would only take the score further from the end. Where one is not enough (AUC-point, with neither a correct
nor an incorrect answer), correct answers can only come from one side of the run's decisions and incorrect
ones from the other: all completions score alike, and the other end finds them.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from jurybox.gold import CAN_BE_CORRECT, CAN_BE_INCORRECT, CAN_STAY_OUT
from jurybox.measures import Measure
from jurybox.scoring.results import Bounds

Worth = tuple[tuple[int, int], tuple[int, int], tuple[int, int]]
"""For the rows yes, no, silent (or selects, rejects, neither): what correct (won) and incorrect are worth."""

Cells = list[list[int]]
Evaluate = Callable[[Cells], float]
_Group = tuple[int, int]

_RIGHT: Worth = ((1, -1), (-1, 1), (-1, -1))
_UTILITY: tuple[Worth, ...] = (((1, -1), (-1, 1), (-1, -1)), ((1, -1), (-1, 1), (1, 1)))
_RECALL: Worth = ((1, 0), (-1, 0), (-1, 0))
_WORTH: dict[str, tuple[Worth, ...]] = {
    "accuracy": (_RIGHT,),
    "c@1": (_RIGHT,),
    "UF": _UTILITY,
    "UF01": _UTILITY,
    "answered": (((1, 1), (1, 1), (-1, -1)),),
    "precision": (((1, -1), (0, 0), (0, 0)),),
    "recall": (_RECALL,),
    "tpr": (_RECALL,),
    "fpr": (((0, 1), (0, -1), (0, -1)),),
    "F": (((1, -1), (-1, 0), (-1, 0)),),
    "AUC-point": (((1, -1), (-1, 1), (-1, 1)),),
    "qa_accuracy": (((1, -1), (-1, -1), (-1, -1)),),
    "qa_rej_accuracy": (((-1, -1), (1, -1), (-1, -1)),),
    "estimated_qa": (((1, -2), (-1, -2), (-1, -2)),),
}
_WORTH_OF_ESTIMATOR: dict[object, tuple[Worth, ...]] = {
    "0": (_RIGHT,),
    "0.5": _UTILITY,
    "1": (((1, -1), (-1, 1), (1, 1)),),
    "P(C|A)": (((1, -1), (-1, 1), (0, 0)),),
}
_OUTCOMES = {CAN_BE_CORRECT: 0, CAN_BE_INCORRECT: 1, CAN_STAY_OUT: -1}


def count_bounds(measure: Measure, groups: Sequence[Sequence[int]], evaluate: Evaluate) -> Bounds:
    """Return the bounds of a run's score, exact for every measure that this module orders outcomes for.

    `groups[row][outcomes]`: how many units are in each row with each set of possible outcomes; `evaluate`
    gives the score of `cells[row][0 correct, 1 incorrect]`, NaN where undefined. For the one measure that
    is not monotone, `rejected(P(¬C|A))`, the bounds are its range while units are open.
    """
    orders = _WORTH.get(measure.base) or _WORTH_OF_ESTIMATOR.get(measure.options.get("estimator"))
    if orders is None and _has_open(groups):
        return Bounds(measure.low, measure.high, exact=False)
    ends = [_end(groups, worth, sign, evaluate) for sign in (-1, 1) for worth in orders or (_RIGHT,)]
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
    taken: dict[_Group, int] = {}
    for row, sizes in enumerate(groups):
        for outcomes, size in enumerate(sizes):
            if size and outcomes:
                best = _best_outcome(worth[row], outcomes, sign)
                taken[row, outcomes] = best
                cells[row][best] += size
    value = evaluate(cells)
    if not math.isnan(value):
        return value
    others = [evaluate(forced) for forced in _forced(cells, taken)]
    defined = [sign * other for other in others if not math.isnan(other)]
    return sign * max(defined) if defined else math.nan


def _forced(cells: Cells, taken: dict[_Group, int]) -> Iterator[Cells]:
    """Yield the cells with one open unit in another outcome than the one taken."""
    for (row, outcomes), best in taken.items():
        for other in _possible(outcomes):
            if other != best:
                forced = [each.copy() for each in cells]
                forced[row][best] -= 1
                forced[row][other] += 1
                yield forced


@cache
def _possible(outcomes: int) -> tuple[int, ...]:
    """Return the outcomes in a set of bits: 0 correct, 1 incorrect, -1 out, the last named last."""
    return tuple(at for bit, at in _OUTCOMES.items() if outcomes & bit)


@cache
def _best_outcome(worth: tuple[int, int], outcomes: int, sign: int) -> int:
    """Return which of the possible outcomes is worth most (sign 1) or least (sign -1); staying out is 0."""
    return max(_possible(outcomes), key=lambda at: sign * (*worth, 0)[at])
