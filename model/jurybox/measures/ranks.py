"""Ranks and ties of scores: the one rule by which runs, and questions, are put in order.

Two scores that differ by no more than `TIE` are tied. Rounding keeps equal fractions apart by some 1e-16, and
different scores of a collection differ by far more than 1e-9. Undefined scores (NaN) have no rank.
"""

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jurybox.measures.definition import Direction

Floats = NDArray[np.float64]

TIE = 1e-9
"""Floats this near to each other are equal."""


def levels_of(values: ArrayLike) -> Floats:
    """Return the number of each score's level from 0, the lowest first; tied scores share one, NaN stays."""
    data = np.asarray(values, dtype=np.float64)
    found = np.full(data.shape, np.nan)
    known = np.flatnonzero(~np.isnan(data))
    order = known[np.argsort(data[known], kind="stable")]
    found[order] = np.cumsum(np.diff(data[order], prepend=data[order[:1]]) > TIE)
    return found


def signs_of(differences: ArrayLike) -> Floats:
    """Return 1 or -1 for each difference of two scores, 0 where they are tied, NaN where one is undefined."""
    data = np.asarray(differences, dtype=np.float64)
    return np.where(np.abs(data) <= TIE, 0.0, np.sign(data))


def best_first(values: ArrayLike, direction: Literal["higher", "lower"] = "higher") -> NDArray[np.int64]:
    """Return the positions of scores in the order of their ranks; tied ones as given, undefined ones last."""
    return np.argsort(ranks_of(values, direction), kind="stable").astype(np.int64)


def ranks_of(
    values: ArrayLike, direction: Literal["higher", "lower"] = "higher", *, ties: Literal["better", "mean"] = "better"
) -> Floats:
    """Return the rank of each score, 1 the best, NaN where it is undefined.

    `ties`: tied scores share the better rank (1, 2, 2, 4), or the mean of their ranks (1, 2.5, 2.5, 4).
    """
    level = levels_of(values)
    known = ~np.isnan(level)
    place = level[known].astype(np.int64)
    sizes = np.bincount(place)
    below = np.cumsum(sizes)
    before = below[-1:] - below if direction == "higher" else below - sizes
    first = before + 1 if ties == "better" else before + (sizes + 1) / 2
    found = np.full(level.shape, np.nan)
    found[known] = first[place]
    return found


def ranks(scores: Floats, direction: Direction = "higher") -> NDArray[np.int64]:
    """Return the rank of each run, 1 the best; equal scores share a rank (1, 2, 2, 4), undefined have 0."""
    return np.nan_to_num(ranks_of(scores, direction)).astype(np.int64)


def rank_lines(scores: Floats) -> NDArray[np.int64]:
    """Return ranks by run and order; `scores`: runs by orders (measures or gold standards), higher better."""
    return np.column_stack([ranks(column) for column in scores.T]) if scores.shape[1] else scores.astype(np.int64)
