"""What is drawn from in studies, tests and intervals: the scores of all runs over any choice of units.

A choice of units is a row of weights: 0 or 1 for a subset, how often a unit was drawn for a bootstrap. The
measure is always computed anew from what the chosen units hold, never averaged over parts, so that F, c@1
or AUC of a choice are what they would be if the collection held these units only.

Sums are exact: counts are whole numbers, and scores of units are taken to the nearest of at least 2^-41 of
the largest. So a result does not depend on the order of additions, on how work is cut into pieces or on
the processor, and runs that tie do tie.
"""

import math
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Scores = NDArray[np.float64]
Weights = NDArray[Any]
Matrix = NDArray[Any]

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


@dataclass(frozen=True)
class Pair:
    """Two runs as one with twice the units: those of the first run, and then the same units of the second.

    `copies`: how many units each of the units of a run stands for, all alike; None for one each.
    """

    data: UnitData
    copies: NDArray[np.int64] | None = None


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
        sums = weights.astype(self._matrix.dtype) @ self._matrix
        return sums.astype(np.float64) / self._scale


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
        with np.errstate(invalid="ignore", divide="ignore"):
            means: Scores = np.where(count > 0, sums / count, np.nan)
        return means

    def arrays(self) -> tuple[Matrix, ...]:
        """Return what it was made of."""
        return (self.values,)

    def part(self, kept: NDArray[np.bool_]) -> "MeanData":
        """Return the same for some of the units only."""
        return MeanData(self.values[kept])

    def paired(self, a: int, b: int) -> Pair:
        """Return two runs as one over twice the units."""
        return Pair(MeanData(np.concatenate((self.values[:, a], self.values[:, b]))[:, None]))


def _known(missing: NDArray[np.bool_]) -> ExactSums | None:
    """Return the counter of defined units, one column if all runs miss the same; None if none is missing."""
    if not missing.any():
        return None
    same = bool((missing == missing[:, :1]).all())
    return ExactSums(~(missing[:, :1] if same else missing))
