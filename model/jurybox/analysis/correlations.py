"""Correlations of two orders: Kendall's tau, Pearson's and Spearman's correlation."""

import math
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jurybox.measures.ranks import levels_of, ranks_of

Floats = NDArray[np.float64]


def kendall(x: ArrayLike, y: ArrayLike, *, variant: Literal["b", "a"] = "b") -> float:
    """Return Kendall's tau of two lists of scores; ties lower tau-a, tau-b corrects for them.

    Range [-1, 1]; NaN with fewer than two scores, with a NaN, and for tau-b if one list is constant.
    Source: formulas as in Kendall 1945; without ties both are 1 - 4 swaps / (n (n - 1)) (Voorhees, Sakai).
    """
    a, b = _two(x, y)
    n = len(a)
    if n < 2 or np.isnan(a).any() or np.isnan(b).any():
        return math.nan
    a, b = levels_of(a), levels_of(b)
    agreed = untied_a = untied_b = 0
    for at in range(n - 1):
        up, across = np.sign(a[at + 1 :] - a[at]), np.sign(b[at + 1 :] - b[at])
        agreed += int(up @ across)
        untied_a += int(np.count_nonzero(up))
        untied_b += int(np.count_nonzero(across))
    below = n * (n - 1) / 2 if variant == "a" else math.sqrt(untied_a * untied_b)
    return max(-1.0, min(1.0, agreed / below)) if below else math.nan


def discordant(x: ArrayLike, y: ArrayLike) -> int:
    """Return how many pairs the two lists order oppositely."""
    a, b = map(levels_of, _two(x, y))
    return sum(int(np.count_nonzero((a[at + 1 :] - a[at]) * np.sign(b[at + 1 :] - b[at]) < 0)) for at in range(len(a)))


def pearson(x: ArrayLike, y: ArrayLike) -> float:
    """Return Pearson's correlation; NaN below two values, with a NaN, or if one list is constant."""
    a, b = _two(x, y)
    if len(a) < 2 or np.isnan(a).any() or np.isnan(b).any() or not np.ptp(a) or not np.ptp(b):
        return math.nan
    a, b = _centered(a), _centered(b)
    return max(-1.0, min(1.0, float(a @ b) / math.sqrt(float(a @ a) * float(b @ b))))


def spearman(x: ArrayLike, y: ArrayLike) -> float:
    """Return Spearman's rank correlation; ties get the mean of their ranks; NaN as for Pearson's."""
    a, b = _two(x, y)
    if np.isnan(a).any() or np.isnan(b).any():
        return math.nan
    return pearson(mean_ranks(a), mean_ranks(b))


def mean_ranks(values: ArrayLike) -> Floats:
    """Return ranks from 1 for the smallest value; equal values share the mean of their ranks."""
    return ranks_of(values, "lower", ties="mean")


def correlation_matrix(columns: Floats, kind: Literal["tau-b", "tau-a", "pearson", "spearman"]) -> Floats:
    """Return the correlations of all pairs of columns; rows with a NaN in either column are left out."""
    size = columns.shape[1]
    found = np.full((size, size), np.nan)
    of_two = {
        "tau-b": kendall,
        "tau-a": lambda x, y: kendall(x, y, variant="a"),
        "pearson": pearson,
        "spearman": spearman,
    }[kind]
    for i in range(size):
        for j in range(i, size):
            both = ~np.isnan(columns[:, [i, j]]).any(axis=1)
            found[i, j] = found[j, i] = of_two(columns[both, i], columns[both, j])
    return found


def _two(x: ArrayLike, y: ArrayLike) -> tuple[Floats, Floats]:
    a, b = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    if a.shape != b.shape or a.ndim != 1:
        msg = f"two lists of the same length are compared, not {a.shape} and {b.shape}"
        raise ValueError(msg)
    return a, b


def _centered(values: Floats) -> Floats:
    """Return deviations from the mean, in units of the largest, so that squares do not underflow."""
    deviations = values - math.fsum(values) / len(values)
    scaled: Floats = deviations / np.abs(deviations).max()
    return scaled
