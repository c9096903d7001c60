"""The measures of ranked answers, on as many rankings at once as one likes.

Rankings stand side by side, rank after rank: `gains[r]` holds the gains at rank r + 1. A plain array of
shape (ranks, ..., questions) will do. So does a list of arrays in which `gains[r]` covers only the first
questions, those that have an answer at that rank, when questions are ordered by how many answers they
have, most first: nothing is then spent on ranks that do not exist. `gains[0]` covers all questions.
`ideal` has the same form; axes before the last broadcast, so that gains of shape (ranks, runs, questions)
go with ideal gains of shape (ranks, questions). Gains of 0 behind the last answer change no score.

These are *the* functions: the measures in `jurybox.measures.ranking` are calls with one ranking. All
additions run from rank to rank, never pairwise and never as a matrix product, so that a question scored
alone and in a full pass has the same score to the last bit.

Conventions
    Gains are finite and not negative, ideal gains fall from rank to rank; nothing is checked here.
    Relevant = gain above 0. Questions without a relevant answer are NaN where a measure divides by them.

Functions
    hit_rows, reciprocal_rank_rows, ng_rows, ndcg_rows, q_rows, average_precision_rows, relevant_rows
"""

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from jurybox.measures.checks import Floats

LARGE = 4096
"""Blocks of so many gains are worked through rank by rank, which is then quicker than in one stroke."""

Ranks = Sequence[Floats] | Floats
"""One array for each rank, best rank first."""


def hit_rows(gains: Ranks) -> Floats:
    """Return 1 where the first answer is relevant, else 0."""
    return (_first(gains) > 0).astype(np.float64)


def reciprocal_rank_rows(gains: Ranks, *, cutoff: int | None = None) -> Floats:
    """Return 1 / the rank of the first relevant answer, 0 where there is none."""
    found = _zeros(gains)
    for rank, gain in enumerate(gains[:cutoff], start=1):
        so_far = found[..., : gain.shape[-1]]
        so_far[(gain > 0) & (so_far == 0)] = 1.0 / rank
    return found


def ng_rows(gains: Ranks, ideal: Ranks) -> Floats:
    """Return the gain at rank 1 over the best gain of the question."""
    return _ratio(_first(gains), _first(ideal))


def ndcg_rows(gains: Ranks, ideal: Ranks, *, cutoff: int | None = None) -> Floats:
    """Return the discounted gain, g(r) / log2(r + 1) summed over the ranks, over the ideal one."""
    return _ratio(_discounted(gains[:cutoff]), _discounted(ideal[:cutoff]))


def q_rows(
    gains: Ranks, ideal: Ranks, *, beta: float = 1.0, cutoff: int | None = None, smallest: bool = False
) -> Floats:
    """Return Q: the blended ratio at every relevant rank, summed, over R (or min(R, cutoff))."""
    relevant = relevant_rows(ideal)
    divisor = np.minimum(relevant, cutoff) if smallest and cutoff is not None else relevant
    if isinstance(gains, np.ndarray) and isinstance(ideal, np.ndarray) and gains.size < LARGE:
        return _ratio(_blended_block(gains[:cutoff], ideal, float(beta)), divisor)
    return _ratio(_blended(gains[:cutoff], ideal, float(beta)), divisor)


def average_precision_rows(gains: Ranks, relevant: Floats) -> Floats:
    """Return the precision at every relevant rank, summed, over `relevant`, R of each question."""
    total, hits = _zeros(gains), _zeros(gains)
    for rank, gain in enumerate(gains, start=1):
        here = gain.shape[-1]
        hit = (gain > 0).astype(np.float64)
        hits[..., :here] += hit
        hit *= hits[..., :here]
        hit /= rank
        total[..., :here] += hit
    return _ratio(total, relevant)


def relevant_rows(ideal: Ranks) -> Floats:
    """Return R, the number of relevant answers of each question."""
    if isinstance(ideal, np.ndarray):
        return np.asarray(np.add.reduce(ideal > 0, axis=0, dtype=np.float64))
    total = _zeros(ideal)
    for gain in ideal:
        total[..., : gain.shape[-1]] += gain > 0
    return total


def _discounted(gains: Ranks) -> Floats:
    if isinstance(gains, np.ndarray) and gains.size < LARGE:
        return _summed(gains / _by_rank(_discounts(len(gains)), gains))
    total = _zeros(gains)
    for rank, gain in enumerate(gains, start=1):
        total[..., : gain.shape[-1]] += gain / math.log2(rank + 1)
    return total


def _blended(gains: Ranks, ideal: Ranks, beta: float) -> Floats:
    """Return the sum of blended ratios, rank by rank."""
    total, hits, gained = _zeros(gains), _zeros(gains), _zeros(gains)
    best = _zeros(ideal)
    for rank, gain in enumerate(gains, start=1):
        if rank <= len(ideal):
            best[..., : ideal[rank - 1].shape[-1]] += ideal[rank - 1]
        here = gain.shape[-1]
        hit = (gain > 0).astype(np.float64)
        so_far, cumulated = hits[..., :here], gained[..., :here]
        so_far += hit
        cumulated += gain
        blended = so_far + cumulated if beta == 1.0 else so_far + beta * cumulated
        blended /= rank + beta * best[..., :here]
        blended *= hit
        total[..., :here] += blended
    return total


def _blended_block(gains: Floats, ideal: Floats, beta: float) -> Floats:
    """Return the same for a plain array, all ranks in one stroke: quicker for a few rankings."""
    depth = len(gains)
    hit = (gains > 0).astype(np.float64)
    best = np.add.accumulate(ideal[:depth], axis=0)
    if 0 < len(best) < depth:
        best = best[np.minimum(np.arange(depth), len(best) - 1)]
    best = best.reshape(len(best), *(1,) * (gains.ndim - ideal.ndim), *best.shape[1:])
    blended = beta * np.add.accumulate(gains, axis=0)
    blended += np.add.accumulate(hit, axis=0)
    ranks = _by_rank(np.arange(1.0, depth + 1.0), best)
    blended /= ranks + beta * best if len(best) else ranks
    blended *= hit
    return _summed(blended)


@lru_cache(maxsize=256)
def _discounts(depth: int) -> Floats:
    table = np.array([math.log2(rank + 1) for rank in range(1, depth + 1)], dtype=np.float64)
    table.setflags(write=False)
    return table


def _by_rank(values: Floats, like: Floats) -> Floats:
    """Return one value for each rank in a shape that broadcasts against an array of ranks."""
    return values.reshape(-1, *(1,) * (like.ndim - 1))


def _summed(terms: Floats) -> Floats:
    """Return the sum over ranks, first rank first."""
    if len(terms) == 0:
        return np.zeros(terms.shape[1:])
    return np.asarray(np.add.accumulate(terms, axis=0)[-1])


def _zeros(gains: Ranks) -> Floats:
    if isinstance(gains, np.ndarray):
        return np.zeros(gains.shape[1:])
    return np.zeros(gains[0].shape)


def _first(gains: Ranks) -> Floats:
    return gains[0] if len(gains) else _zeros(gains)


def _ratio(above: Floats, below: Floats) -> Floats:
    """Return above / below, NaN where below is 0."""
    if below.all():
        return above / below
    return above / np.where(below == 0, np.nan, below)
