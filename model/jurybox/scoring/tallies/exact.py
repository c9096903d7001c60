"""Means over units that lose nothing: kept as exact whole numbers, changed unit by unit, rounded once.

A double in [-1, 1] of at least 2^-31 is a whole number of 2^-84, in two limbs of 42 bits. Sums of limbs stay
whole in 64 bits for two million units, so they can be added and taken back in any order, whole arrays at a
time; smaller numbers leave a rest that is summed as fractions. Division of Python's whole
numbers rounds correctly, so a sum read here is that of `math.fsum`, and the mean that of `mean_score`.
"""

import math
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]
Numbers = NDArray[np.int64]

_LIMB = 42
_STEP = float(1 << _LIMB)
_ONE = 1 << 2 * _LIMB
STRETCH, ROWS = 1 << 15, 1 << 11
"""Numbers and units processed at once: few enough to fit the cache, and for sums of limbs to be exact."""


class ExactMeans:
    """Values of units, one array for each, and their exact means over the units; NaN is undefined and not counted.

    `values`: in [-1, 1] or NaN, in shape (units, rows, columns). `counts`: how many are defined.
    """

    def __init__(self, values: Values) -> None:
        self.values = values
        shape = values.shape[1:]
        self.counts: Numbers = np.zeros(shape, dtype=np.int64)
        self._limbs: Numbers = np.zeros((2, *shape), dtype=np.int64)
        self._rest: dict[tuple[int, ...], Fraction] = {}
        self._means: dict[int, list[float]] = {}
        step = min(ROWS, max(1, STRETCH // max(1, math.prod(shape))))
        for start in range(0, len(values), step):
            self._add(values[start : start + step])

    def _add(self, values: Values) -> None:
        undefined = np.isnan(values)
        self.counts += len(values)
        if undefined.any():
            self.counts -= np.count_nonzero(undefined, axis=0)
            values = np.where(undefined, 0.0, values)
        rest, whole = values.copy(), np.empty_like(values)
        for at in range(len(self._limbs)):
            rest *= _STEP
            np.trunc(rest, out=whole)
            rest -= whole
            self._limbs[at] += np.add.reduce(whole, axis=0).astype(np.int64)
        if rest.any():
            self._keep(rest, 1)

    def change(self, unit: int, after: Values) -> bool:
        """Put values of one unit in place of what they were; return whether any is another one."""
        both = np.stack((self.values[unit], after))
        if np.array_equal(both[0], both[1], equal_nan=True):
            return False
        self._means.clear()
        self.values[unit] = after
        undefined = np.isnan(both)
        if undefined.any():
            self.counts += undefined[0].astype(np.int64) - undefined[1]
            both[undefined] = 0.0
        limbs, rest = _split(both)
        self._limbs += limbs[:, 1] - limbs[:, 0]
        if rest is not None:
            self._keep(rest[:1], -1)
            self._keep(rest[1:], 1)
        return True

    def _keep(self, rest: Values, sign: int) -> None:
        """Sum what is smaller than the last limb."""
        for at in np.argwhere(rest != 0):
            place = tuple(at[1:].tolist())
            exact = sign * Fraction(float(rest[tuple(at)])) / _ONE
            self._rest[place] = self._rest.get(place, Fraction()) + exact

    def means(self, row: int) -> list[float]:
        """Return the means of one row; NaN where nothing is defined."""
        if row not in self._means:
            self._means[row] = self._of_row(row)
        return self._means[row]

    def _of_row(self, at: int) -> list[float]:
        high, low = self._limbs[:, at].tolist()
        counts = self.counts[at].tolist()
        wholes = [(a << _LIMB) + b for a, b in zip(high, low, strict=True)]
        sums = [whole / _ONE for whole in wholes]
        for (row, column), rest in self._rest.items():
            if row == at and rest:
                exact = Fraction(wholes[column], _ONE) + rest
                sums[column] = exact.numerator / exact.denominator
        return [total / count if count else math.nan for total, count in zip(sums, counts, strict=True)]


def _split(values: Values) -> tuple[Numbers, Values | None]:
    """Return the limbs of values, and what is left of them in units of the last limb; None for nothing.

    Scaling by powers of two and taking off whole parts are exact.
    """
    limbs = np.empty((2, *values.shape))
    rest = values
    for limb in limbs:
        rest = rest * _STEP
        np.trunc(rest, out=limb)
        rest -= limb
    return limbs.astype(np.int64), rest if rest.any() else None
