"""Which changes of one thing turn the order of two runs: scores now against scores then, for many changes.

A flip is a pair of runs that is strictly ordered now and strictly the other way round then. A tie that is
made or broken is none, and is counted apart. Scores are tied as ranks are (`jurybox.measures.ranks`).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jurybox.analysis.data import Scores
from jurybox.measures.ranks import signs_of

_AT_ONCE = 1 << 22
"""How many comparisons of pairs are held in memory at a time."""

Positions = NDArray[np.int64]


@dataclass(frozen=True)
class Flips:
    """For each change (rows of the scores then): what it does to the order of the runs.

    `flips`, `made`, `broken`: how many pairs it turns, ties, or unties; `effect`: the largest change of a
    run's score; `pairs[change]`: the pairs it turns, as columns (now above, now below), only where there
    are any. `now`: the scores of the runs, `then`: after each change.
    """

    flips: Positions
    made: Positions
    broken: Positions
    effect: Scores
    pairs: dict[int, tuple[tuple[int, int], ...]]
    now: Scores
    then: Scores


def find_flips(now: Scores, then: Scores, *, lower_is_better: bool = False) -> Flips:
    """Compare the order of the runs now with that after each change; `then` has shape (changes, runs).

    A run whose score is undefined now or then is in no pair.
    """
    changes, runs = then.shape
    scale = -1.0 if lower_is_better else 1.0
    before, after = now * scale, then * scale
    first, second = np.triu_indices(runs, 1)
    counts, pairs = np.zeros((3, changes), dtype=np.int64), {}
    order = np.nan_to_num(signs_of(before[first] - before[second]), nan=2.0)
    step = max(1, _AT_ONCE // max(1, len(first)))
    for start in range(0, changes if len(first) else 0, step):
        some = after[start : start + step]
        turned = signs_of(some[:, first] - some[:, second])
        known = ~np.isnan(turned) & (order < 2)
        flipped = (turned * order == -1) & known
        for kind, mask in enumerate(
            (flipped, (turned == 0) & (order != 0) & known, (turned != 0) & (order == 0) & known)
        ):
            counts[kind, start : start + step] = np.count_nonzero(mask, axis=1)
        for row in np.flatnonzero(flipped.any(axis=1)).tolist():
            pairs[start + row] = tuple(
                (int(first[at]), int(second[at])) if order[at] > 0 else (int(second[at]), int(first[at]))
                for at in np.flatnonzero(flipped[row]).tolist()
            )
    moved = np.abs(then - now)
    effect = np.where(np.isnan(moved), 0.0, moved).max(axis=1, initial=0.0)
    return Flips(counts[0], counts[1], counts[2], effect, pairs, now, then)


def changed_means(values: Scores, units: Positions, new: Scores) -> tuple[Scores, Scores]:
    """Return the means of all runs now, and when one unit's values are replaced, for many replacements.

    `values`: of units (rows) and runs, NaN where a unit stays out of a mean; `units[change]`: the row that
    is replaced by `new[change]`. Sums are whole numbers of 2^-41 of the largest possible, so exact ties
    stay ties.
    """
    largest = max(1.0, float(np.nanmax(np.abs(np.concatenate((values, new))), initial=0.0)))
    scale = 2.0 ** (51 - int(np.ceil(np.log2(largest * max(2, len(values) + 1)))))
    whole, fresh = np.rint(values * scale), np.rint(new * scale)
    known, fresh_known = ~np.isnan(whole), ~np.isnan(fresh)
    whole[~known], fresh[~fresh_known] = 0.0, 0.0
    sums, counts = whole.sum(axis=0), known.sum(axis=0)
    then = sums + fresh - whole[units]
    of = counts + fresh_known - known[units]
    with np.errstate(invalid="ignore", divide="ignore"):
        return sums / counts / scale, then / of / scale


def disagreement_sizes(counts: NDArray[np.int64], *, ordered: bool) -> Scores:
    """Return how far the assessors of each thing are apart, from 0 (alike) to 1: the mean over their pairs.

    `counts`: labels of each kind (columns, in the order of the scheme) by thing. Two labels are 1 apart if
    they differ; with `ordered` by their distance in the scheme. 0 with fewer than two labels.
    """
    kinds = counts.shape[1]
    place = np.arange(kinds, dtype=np.float64)
    apart = np.abs(place[:, None] - place) / max(1, kinds - 1) if ordered else 1.0 - np.eye(kinds)
    size = counts.sum(axis=1)
    pairs = size * (size - 1)
    found = np.einsum("ij,jk,ik->i", counts, apart, counts)
    sizes: Scores = np.divide(found, pairs, out=np.zeros(len(counts)), where=pairs > 0)
    return sizes


def worst_first(*keys: Sequence[float] | NDArray[np.float64] | Positions) -> Positions:
    """Return positions with the largest first key first, ties by the next keys, then by position."""
    return np.lexsort([-np.asarray(key) for key in reversed(keys)])
