"""The measures of ranked answers, on as many rankings at once as one likes.

Gains stand along the last axis in rank order; all axes before it are rankings, which broadcast: gains
of shape (runs, questions, ranks) go with ideal gains of shape (questions, ranks). A ranking shorter
than its row is padded with gains of 0 behind its last rank, which changes no score.

These are *the* functions: the measures in `jurybox.measures.ranking` are calls with one ranking. All
additions run from rank to rank, left to right (`np.add.accumulate`; never a pairwise sum or a matrix
product), so that a question scored alone and in a full pass has the same score to the last bit.

Conventions
    Gains are finite and not negative, ideal gains stand in decreasing order; nothing is checked here.
    Relevant = gain above 0. Rows without a relevant answer are NaN where a measure divides by them.

Functions
    hit_rows, reciprocal_rank_rows, ng_rows, ndcg_rows, q_rows, average_precision_rows
"""

import math
from functools import lru_cache

import numpy as np

from jurybox.measures.checks import Floats


def hit_rows(gains: Floats) -> Floats:
    """Return 1 where the first answer is relevant, else 0."""
    if gains.shape[-1] == 0:
        return np.zeros(gains.shape[:-1])
    return np.asarray(gains[..., 0] > 0, dtype=np.float64)


def reciprocal_rank_rows(gains: Floats, *, cutoff: int | None = None) -> Floats:
    """Return 1 / the rank of the first relevant answer, 0 where there is none."""
    relevant = gains[..., :cutoff] > 0
    if relevant.shape[-1] == 0:
        return np.zeros(relevant.shape[:-1])
    first = np.argmax(relevant, axis=-1)
    found = np.any(relevant, axis=-1)
    return np.asarray(np.where(found, 1.0 / (first + 1.0), 0.0), dtype=np.float64)


def ng_rows(gains: Floats, ideal: Floats) -> Floats:
    """Return the gain at rank 1 over the best gain of the question."""
    return _ratio(_first(gains), _first(ideal))


def ndcg_rows(gains: Floats, ideal: Floats, *, cutoff: int | None = None) -> Floats:
    """Return the discounted gain, g(r) / log2(r + 1) summed over the ranks, over the ideal one."""
    return _ratio(_discounted(gains[..., :cutoff]), _discounted(ideal[..., :cutoff]))


def q_rows(
    gains: Floats, ideal: Floats, *, beta: float = 1.0, cutoff: int | None = None, smallest: bool = False
) -> Floats:
    """Return Q: the blended ratio at every relevant rank, summed, over R (or min(R, cutoff))."""
    total = np.count_nonzero(ideal > 0, axis=-1)
    divisor = np.minimum(total, cutoff) if smallest and cutoff is not None else total
    kept = gains[..., :cutoff]
    ranks = np.arange(1.0, kept.shape[-1] + 1.0)
    hits = np.add.accumulate(kept > 0, axis=-1, dtype=np.float64)
    blended = hits + beta * np.add.accumulate(kept, axis=-1)
    best = ranks + beta * _cumulated(ideal, kept.shape[-1])
    return _ratio(_left_to_right(np.where(kept > 0, blended / best, 0.0)), divisor)


def average_precision_rows(gains: Floats, total: Floats) -> Floats:
    """Return the precision at every relevant rank, summed, over the number of relevant answers."""
    ranks = np.arange(1.0, gains.shape[-1] + 1.0)
    hits = np.add.accumulate(gains > 0, axis=-1, dtype=np.float64)
    return _ratio(_left_to_right(np.where(gains > 0, hits / ranks, 0.0)), total)


@lru_cache(maxsize=64)
def _discounts(depth: int) -> Floats:
    table = np.array([math.log2(rank + 1) for rank in range(1, depth + 1)], dtype=np.float64)
    table.setflags(write=False)
    return table


def _discounted(gains: Floats) -> Floats:
    return _left_to_right(gains / _discounts(gains.shape[-1]))


def _cumulated(ideal: Floats, depth: int) -> Floats:
    """Return the ideal cumulative gain at ranks 1 to `depth`; beyond its last rank it stays."""
    width = ideal.shape[-1]
    if width < depth:
        beyond = np.zeros((*ideal.shape[:-1], depth - width))
        ideal = np.concatenate((ideal, beyond), axis=-1)
    return np.add.accumulate(ideal[..., :depth], axis=-1)


def _left_to_right(terms: Floats) -> Floats:
    if terms.shape[-1] == 0:
        return np.zeros(terms.shape[:-1])
    return np.asarray(np.add.accumulate(terms, axis=-1)[..., -1], dtype=np.float64)


def _first(gains: Floats) -> Floats:
    return gains[..., 0] if gains.shape[-1] else np.zeros(gains.shape[:-1])


def _ratio(above: Floats, below: Floats) -> Floats:
    shape = np.broadcast_shapes(np.shape(above), np.shape(below))
    out = np.full(shape, np.nan)
    np.divide(above, below, out=out, where=np.broadcast_to(np.asarray(below) > 0, shape))
    return out
