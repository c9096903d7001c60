"""What is drawn from in studies, tests and intervals: the scores of all runs over any choice of units.

A choice of units is a row of weights: 0 or 1 for a subset, how often a unit was drawn for a bootstrap. The
measure is always computed anew from what the chosen units hold, never averaged over parts, so that F, c@1
or AUC of a choice are what they would be if the collection held these units only.

Sums are exact: counts are whole numbers, and scores of units are taken to the nearest of at least 2^-41 of
the largest. So a result does not depend on the order of additions, on how work is cut into pieces or on
the processor, and runs that tie do tie.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from jurybox.measures.forms import quotient

Scores = NDArray[np.float64]
Weights = NDArray[Any]
Matrix = NDArray[Any]

_FEWER = 8
"""Units are drawn together if that leaves one in so many: how many of a kind is dearer to draw than one."""

_SMALL, _LARGE = 2.0**24, 2.0**52
"""Whole numbers up to these are exact in 32-bit and in 64-bit floating point."""


class UnitData(Protocol):
    """Everything that is needed to score all runs on any choice of units."""

    @property
    def units(self) -> int:
        """How many units there are."""

    @property
    def runs(self) -> int:
        """How many runs there are."""

    @property
    def is_mean(self) -> bool:
        """Whether a score is the plain mean of scores of units."""

    def evaluate(self, weights: Weights) -> Scores:
        """Return a score for each choice (rows) and run (columns), NaN where it is undefined.

        `weights`: whole numbers from 0, shape (choices, units).
        """


class Pair(Protocol):
    """Two runs whose responses can be swapped unit by unit.

    `copies`: how many units, all alike, each of the `units` stands for; None for one each.
    """

    @property
    def units(self) -> int:
        """How many units there are to swap, apart from those on which the runs say the same."""

    @property
    def copies(self) -> NDArray[np.int64] | None:
        """How many units each stands for."""

    def apart(self, swapped: Weights) -> Scores:
        """Return the score of the first run minus that of the second, for each draw (row).

        `swapped`: how many copies of each unit are swapped, shape (draws, units).
        """


@dataclass(frozen=True)
class StackedPair:
    """Two runs as one with twice the units: those of the first, and then the same units of the second."""

    data: UnitData
    copies: NDArray[np.int64] | None = None

    @property
    def units(self) -> int:
        """How many units there are to swap."""
        return self.data.units // 2

    def apart(self, swapped: Weights) -> Scores:
        """Return the differences of the scores, both computed anew from the units that each then has."""
        kept = 1 - swapped
        first, second = (self.data.evaluate(np.hstack(both)) for both in ((kept, swapped), (swapped, kept)))
        apart: Scores = first[:, 0] - second[:, 0]
        return apart


class SummedPair:
    """Two runs whose scores follow from sums over units: to swap a unit moves both sums by its difference.

    `first`, `second`: what the runs count, by unit and column; `compute` makes scores of sums by column. What
    is the same for both is left out, and units that differ in the same way are drawn together where that
    is fewer to draw.
    """

    def __init__(self, first: Matrix, second: Matrix, compute: Callable[..., Scores]) -> None:
        self._compute = compute
        self._sums = first.sum(axis=0, dtype=np.float64), second.sum(axis=0, dtype=np.float64)
        moves = second.astype(np.float64) - first
        moves = moves[(moves != 0).any(axis=1)]
        kinds, copies = _alike(moves)
        together = len(kinds) < len(moves) // _FEWER
        self.copies = copies if together else None
        self.units = len(kinds) if together else len(moves)
        self._moves = ExactSums(kinds if together else moves, most=len(moves))

    def apart(self, swapped: Weights) -> Scores:
        """Return the differences of the scores of both sums."""
        moved = self._moves.of(swapped)
        first, second = self._sums[0] + moved, self._sums[1] - moved
        apart: Scores = self._compute(*first.T) - self._compute(*second.T)
        return apart


def _alike(rows: Matrix) -> tuple[Matrix, NDArray[np.int64]]:
    """Return the different rows of a table, and how often each is there."""
    code = np.zeros(len(rows), dtype=np.int64)
    for column in rows.T:
        known, place = np.unique(column, return_inverse=True)
        code = np.unique(code * len(known) + place, return_inverse=True)[1].astype(np.int64)
    _, places, copies = np.unique(code, return_index=True, return_counts=True)
    return rows[places], copies.astype(np.int64)


class ExactSums:
    """Weighted sums of the columns of a matrix (units x columns), exact whatever their order.

    `most`: up to what the weights of a choice add up; the number of units, if it is not given.
    """

    def __init__(self, matrix: NDArray[Any], most: int | None = None) -> None:
        whole = matrix.dtype.kind in "iub" or bool(np.equal(matrix, np.rint(matrix)).all())
        largest = float(np.abs(matrix).max(initial=0.0)) * max(1, most or matrix.shape[0])
        self._scale = 1.0
        if whole and largest < _SMALL:
            self._matrix: Matrix = matrix.astype(np.float32)
        elif whole and largest < _LARGE:
            self._matrix = matrix.astype(np.float64)
        else:
            self._scale = 2.0 ** (51 - math.frexp(largest)[1])
            self._matrix = np.rint(matrix * self._scale)

    def of(self, weights: Weights) -> Scores:
        """Return the sums, one row for each row of weights."""
        # Not @, during which no other thread of Python goes on, that of the window neither.
        sums: Matrix = np.dot(weights.astype(self._matrix.dtype), self._matrix)
        found: Scores = sums.astype(np.float64) / self._scale
        return found


class MeanData:
    """Scores of units (units x runs) whose plain mean is the score of a run.

    NaN leaves a unit out of the mean; a run without any defined unit has no score.
    """

    is_mean = True

    def __init__(self, values: Scores) -> None:
        self.values = np.asarray(values, dtype=np.float64)
        self.units, self.runs = self.values.shape
        missing = np.isnan(self.values)
        self._sums = ExactSums(np.where(missing, 0.0, self.values))
        self._known = _known(missing)

    def evaluate(self, weights: Weights) -> Scores:
        """Return the means over the chosen units."""
        sums = self._sums.of(weights)
        count = (
            weights.sum(axis=1, dtype=np.float64)[:, None] if self._known is None else self._known.of(weights)
        )
        return quotient(sums, count)

    def arrays(self) -> tuple[Matrix, ...]:
        """Return what it was made of."""
        return (self.values,)

    def part(self, kept: NDArray[np.bool_]) -> "MeanData":
        """Return the same for some of the units only."""
        return MeanData(self.values[kept])

    def paired(self, a: int, b: int) -> Pair:
        """Return two runs whose responses can be swapped."""
        first, second = (
            np.column_stack((np.nan_to_num(self.values[:, run]), ~np.isnan(self.values[:, run])))
            for run in (a, b)
        )
        return SummedPair(first, second, quotient)


def _known(missing: NDArray[np.bool_]) -> ExactSums | None:
    """Return the counter of defined units, one column if all runs miss the same; None if none is missing."""
    if not missing.any():
        return None
    same = bool((missing == missing[:, :1]).all())
    return ExactSums(~(missing[:, :1] if same else missing))
