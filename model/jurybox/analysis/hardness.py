"""The difficulty of questions: thirds by the mean over runs, and shares that half the runs miss."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from jurybox.measures.ranks import best_first
from jurybox.scoring.unit_table import Scores

EASY, MEDIUM, HARD = 0, 1, 2


def unit_means(values: Scores, leave_out: Sequence[int] = ()) -> Scores:
    """Return the mean of each unit over the runs (columns), some left out; NaN if no run has a score.

    Rounded to 12 decimals, so that units with the same scores in another order of the runs are tied.
    """
    kept = np.delete(values, list(leave_out), axis=1)
    known = ~np.isnan(kept)
    count = known.sum(axis=1)
    with np.errstate(invalid="ignore"):
        means: Scores = np.round(np.where(known, kept, 0.0).sum(axis=1) / count, 12)
    return means


def thirds(means: Scores) -> NDArray[np.int8]:
    """Return `EASY`, `MEDIUM` or `HARD` for each unit by its mean over runs, -1 where that is undefined.

    Thirds are as equal as possible, with an extra unit in the easier third; ties at the cuts are resolved by
    the order of the units, earlier ones counting as easier. Source: Sakai et al. 2010, section 3.2.
    """
    found = np.full(len(means), -1, dtype=np.int8)
    known = np.flatnonzero(~np.isnan(means))
    order = best_first(means)[: len(known)]
    for third, members in enumerate(np.array_split(order, 3)):
        found[members] = third
    return found


def by_group(third: NDArray[np.int8], group: NDArray[np.int64], groups: int) -> NDArray[np.int64]:
    """Return how many units of each group (such as a category) are easy, medium, hard: shape (groups, 3).

    `group`: the group of each unit; units without a third are left out.
    """
    known = third >= 0
    cells = group[known] * 3 + third[known]
    return np.bincount(cells, minlength=groups * 3).reshape(groups, 3)


def shares_of_zero_medians(values: Scores, group: NDArray[np.int64], groups: int) -> tuple[tuple[float, int], ...]:
    """Return for each group the share of units whose median over the runs is 0, and how many units it has.

    Units without any score are left out; NaN for a group without units. Source: Voorhees 2005, section 3.1.
    """
    known = ~np.isnan(values).all(axis=1) if values.shape[1] else np.zeros(len(values), dtype=np.bool_)
    zero = np.zeros(len(values), dtype=np.bool_)
    if known.any():
        zero[known] = np.nanmedian(values[known], axis=1) == 0
    every = np.bincount(group[known], minlength=groups)
    some = np.bincount(group[known & zero], minlength=groups)
    return tuple((int(z) / int(n) if n else math.nan, int(n)) for z, n in zip(some, every, strict=True))
