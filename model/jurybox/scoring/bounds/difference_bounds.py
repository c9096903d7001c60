"""Bounds of the difference of two runs' scores.

What one missing label decides, it decides for both runs, so the two do not reach their ends independently.
Units are grouped by what their completions do to the counts of both runs. Where few completions differ in
those counts, all are tried; where a score is a mean over units none of which can stay out, each group takes
the outcome that is best for the difference; both are exact. Else the ends of the two runs are set against
each other, which is wider than the truth, and says so.
"""

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np

from jurybox.gold import CAN_BE_CORRECT, CAN_BE_INCORRECT, CAN_STAY_OUT
from jurybox.measures import Input, Measure
from jurybox.scoring.basis import Small
from jurybox.scoring.bounds.count_bounds import Cells
from jurybox.scoring.results import Bounds

Option = tuple[int, int] | None
"""The cells (3 x row + outcome) that a unit falls into for the two runs; None if it stays out."""

WORTH_TRYING = 2_000
"""Up to this many completions, all are tried."""

_ROWS = 3
_CELL = {CAN_BE_CORRECT: 0, CAN_BE_INCORRECT: 1, CAN_STAY_OUT: None}


def outer_difference(a: Bounds, b: Bounds) -> Bounds:
    """Return the outer bounds of a difference from the bounds of its two sides."""
    settled = a.exact and b.exact and (a.low == a.high or b.low == b.high)
    return Bounds(a.low - b.high, a.high - b.low, exact=settled)


def difference_of_counts(
    measure: Measure, rows: Small, outcomes: Small, data: Callable[[Cells], Input], ends: tuple[Bounds, Bounds]
) -> Bounds:
    """Return the bounds of a difference over units that are correct or not for both runs alike.

    `rows`: 3 x the row of run a + the row of run b, of every unit; `outcomes`: bits as in `jurybox.gold`;
    `ends`: the bounds of the two runs.
    """
    keys, sizes = np.unique(rows * 8 + outcomes, return_counts=True)
    groups: dict[tuple[Option, ...], int] = {}
    for key, size in zip(keys.tolist(), sizes.tolist(), strict=True):
        (a, b), bits = divmod(key // 8, _ROWS), key % 8
        options = tuple(
            None if cell is None else (_ROWS * a + cell, _ROWS * b + cell) for bit, cell in _CELL.items() if bits & bit
        )
        if options:
            groups[options] = groups.get(options, 0) + size
    return joint_bounds(measure, groups, data, ends)


def joint_bounds(
    measure: Measure,
    groups: Mapping[tuple[Option, ...], int],
    data: Callable[[Cells], Input],
    ends: tuple[Bounds, Bounds],
) -> Bounds:
    """Return the bounds of the difference of two runs over the completions of grouped units.

    `groups`: how many units have each set of options; `data` makes the input of the measure of one run's
    `cells[row][0 correct, 1 incorrect]`.
    """

    def value(cells: Sequence[int]) -> float:
        return measure.evaluate(data([list(cells[at : at + _ROWS]) for at in range(0, 9, _ROWS)])).value

    if math.isnan(ends[0].low) or math.isnan(ends[1].low):
        return Bounds(math.nan, math.nan, exact=True)
    if _number_of_completions(groups) <= WORTH_TRYING:
        tried = [value(a) - value(b) for a, b in _completions(groups)]
        defined = [each for each in tried if not math.isnan(each)]
        if not defined:
            return Bounds(math.nan, math.nan, exact=True)
        return Bounds(min(defined), max(defined), exact=True)
    if measure.averaged and not any(None in options for options in groups if len(options) > 1):
        return Bounds(_extreme(groups, value, -1), _extreme(groups, value, 1), exact=True)
    return outer_difference(*ends)


def _extreme(groups: Mapping[tuple[Option, ...], int], value: Callable[[Sequence[int]], float], sign: int) -> float:
    """Return the difference where every unit takes its best outcome; each adds the same to n."""
    worth = [value([int(at == cell) for at in range(9)]) if cell % 3 < 2 else 0.0 for cell in range(9)]

    def gain(option: Option) -> float:
        return 0.0 if option is None else sign * (worth[option[0]] - worth[option[1]])

    cells = [0] * 9, [0] * 9
    for options, size in groups.items():
        _put(cells, max(options, key=gain), size)
    return value(cells[0]) - value(cells[1])


def _number_of_completions(groups: Mapping[tuple[Option, ...], int]) -> int:
    return math.prod(math.comb(size + len(options) - 1, len(options) - 1) for options, size in groups.items())


def _completions(groups: Mapping[tuple[Option, ...], int]) -> Iterator[tuple[list[int], list[int]]]:
    """Yield the cells of both runs for every way in which the groups can be completed."""
    for shares in itertools.product(*(_shares(len(options), size) for options, size in groups.items())):
        cells = [0] * 9, [0] * 9
        for options, share in zip(groups, shares, strict=True):
            for option, size in zip(options, share, strict=True):
                _put(cells, option, size)
        yield cells


def _shares(parts: int, size: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to divide a number into this many parts."""
    if parts == 1:
        yield (size,)
        return
    for first in range(size + 1):
        for others in _shares(parts - 1, size - first):
            yield (first, *others)


def _put(cells: tuple[list[int], list[int]], option: Option, size: int) -> None:
    if option is not None:
        cells[0][option[0]] += size
        cells[1][option[1]] += size
