"""An exponential decay through points, by nonlinear least squares, with its uncertainty."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_ROUNDS = 500
_SMALL_STEP = 1e-13


@dataclass(frozen=True)
class Decay:
    """The curve a exp(-b s), and the covariance of (a, b), shape (2, 2).

    With two points the covariance is unknown and NaN. Uncertainties are standard errors, to first order.
    """

    a: float
    b: float
    covariance: Floats
    points: int

    def at(self, size: float) -> float:
        """Return the curve at a size, inside or beyond the points."""
        return self.a * math.exp(-self.b * size)

    def error_at(self, size: float) -> float:
        """Return the standard error of the curve at a size."""
        falling = math.exp(-self.b * size)
        return self._error(np.array([falling, -self.a * size * falling]))

    def size_for(self, rate: float) -> float:
        """Return the size at which the curve falls to `rate`; NaN if it does not fall, or starts below."""
        if self.a <= 0 or self.b <= 0 or rate <= 0 or rate > self.a:
            return math.nan
        return math.log(self.a / rate) / self.b

    def size_error_for(self, rate: float) -> float:
        """Return the standard error of `size_for`."""
        size = self.size_for(rate)
        if math.isnan(size):
            return math.nan
        return self._error(np.array([1 / (self.a * self.b), -size / self.b]))

    def _error(self, gradient: Floats) -> float:
        return math.sqrt(max(0.0, float(gradient @ self.covariance @ gradient)))


def fit_decay(sizes: Floats, rates: Floats) -> Decay | None:
    """Return the curve a exp(-b s) closest to the points by squared distance (Levenberg-Marquardt).

    The covariance is that of the least squares, with the variance of the points estimated from them. None if
    there are fewer than two different sizes, or all rates are 0, so that no curve is defined.
    """
    s, y = np.asarray(sizes, dtype=np.float64), np.asarray(rates, dtype=np.float64)
    if len(np.unique(s)) < 2 or not y.any():
        return None
    # A logarithm cannot take the zeros, so it only gives the starting values.
    a, b = _search(s, y, *_start(s, y))
    falling = np.exp(-b * s)
    jacobian = np.column_stack((falling, -a * s * falling))
    freedom = len(s) - 2
    covariance = np.full((2, 2), np.nan)
    if freedom > 0:
        variance = float(((y - a * falling) ** 2).sum()) / freedom
        covariance = variance * np.linalg.pinv(jacobian.T @ jacobian, hermitian=True)
    return Decay(a, b, covariance, len(s))


def _start(s: Floats, y: Floats) -> tuple[float, float]:
    some = y > 0
    if np.count_nonzero(some) < 2 or len(np.unique(s[some])) < 2:
        return float(y.max()), 1.0 / max(1.0, float(np.ptp(s)))
    slope, level = np.polyfit(s[some], np.log(y[some]), 1)
    return math.exp(level), -float(slope)


def _search(s: Floats, y: Floats, a: float, b: float) -> tuple[float, float]:
    """Return (a, b) with the least squares, descending from the given values."""
    damping, squares = 1e-3, float(((y - a * np.exp(-b * s)) ** 2).sum())
    for _ in range(_ROUNDS):
        falling = np.exp(-b * s)
        rest = y - a * falling
        jacobian = np.column_stack((falling, -a * s * falling))
        normal = jacobian.T @ jacobian
        step = np.linalg.lstsq(normal + damping * np.diag(np.diag(normal)), jacobian.T @ rest, rcond=None)[0]
        new_a, new_b = a + float(step[0]), b + float(step[1])
        with np.errstate(over="ignore", invalid="ignore"):
            new = float(((y - new_a * np.exp(-new_b * s)) ** 2).sum())
        if not new <= squares:
            damping *= 10
            if damping > 1e12:
                break
            continue
        moved = abs(step[0]) > _SMALL_STEP * abs(a) or abs(step[1]) > _SMALL_STEP * abs(b)
        a, b, squares, damping = new_a, new_b, new, max(damping / 10, 1e-12)
        if not moved:
            break
    return a, b
