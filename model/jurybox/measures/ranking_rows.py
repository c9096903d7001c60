"""The measures of ranked answers, on any number of rankings at once.

Rankings are stored side by side, rank after rank: `gains[r]` has the gains at rank r + 1. A plain array of
shape (ranks, ..., questions) will do. So does a list of arrays in which `gains[r]` covers only the first
questions, those that have an answer at that rank, when questions are ordered by how many answers they have,
most first: nothing is then spent on ranks that do not exist. `gains[0]` covers all questions. `ideal` has the
same form; axes before the last broadcast, so that gains of shape (ranks, runs, questions) go with ideal gains
of shape (ranks, questions). Gains of 0 behind the last answer change no score.

These are *the* functions: the measures in `jurybox.measures.ranking` are calls with one ranking. All
additions run from rank to rank, never pairwise and never as a matrix product, so that a question scored
alone and in a full pass has the same score to the last bit.

Conventions
    Gains are finite and not negative, ideal gains fall from rank to rank; nothing is checked here.
    Measures that look at answers that are not judged (Judged@k, bpref and inferred AP) get numbers below 0 in
    place of gains there: `POOLED`, `UNPOOLED` (both also with `JUDGED_OUT`) and `NOTHING`, in `ideal` behind the
    gains of judged answers.
    All other measures get 0.
    Relevant = gain above 0. Questions without a relevant answer are NaN where a measure divides by them.

Functions
    relevant_from, exponential, hit_rows, success_rows, precision_rows, recall_rows, recall_sums,
    average_recall_of, r_precision_rows, reciprocal_rank_rows, ng_rows, ndcg_rows, q_rows, average_precision_rows,
    err_rows, rbp_rows,
    judged_rows, bpref_rows, inferred_ap_rows, relevant_rows
"""

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from jurybox.measures.checks import Floats

LARGE = 4096
"""Blocks of this many gains are processed rank by rank, which is then quicker than all at once."""

LARGEST_EXPONENT = 1000.0
"""Two to the power of a larger gain is too large a number for a sum over many ranks."""

POOLED, UNPOOLED, NOTHING = -1.0, -2.0, -3.0
"""In place of a gain: the answer waits in the pool to be judged, it is in no pool, there is no answer."""
JUDGED_OUT = 0.5
"""Added to one of the first two: the answer is judged and has no gain, such as junk; `judged_rows` alone counts it."""

EPSILON = 0.00001
"""What inferred AP adds to counts, as in trec_eval: nothing may be judged above an answer."""

Ranks = Sequence[Floats] | Floats
"""One array for each rank, best rank first."""


def relevant_from(gains: Ranks, least: float) -> Ranks:
    """Return the gains, 0 where they are below that of the least relevant answer; what is no gain stays."""
    if isinstance(gains, np.ndarray):
        return np.where((gains >= least) | (gains < 0), gains, 0.0)
    return [np.where((gain >= least) | (gain < 0), gain, 0.0) for gain in gains]


def exponential(gains: Ranks) -> Ranks:
    """Return 2^gain − 1 for each gain (Burges et al. 2005), NaN for one above `LARGEST_EXPONENT`."""
    if isinstance(gains, np.ndarray):
        return _exponential(gains)
    return [_exponential(gain) for gain in gains]


def hit_rows(gains: Ranks) -> Floats:
    """Return 1 where the first answer is relevant, else 0."""
    return (_first(gains) > 0).astype(np.float64)


def success_rows(gains: Ranks, *, cutoff: int) -> Floats:
    """Return 1 where one of the first answers is relevant, else 0."""
    return (_hits(gains[:cutoff], _zeros(gains)) > 0).astype(np.float64)


def precision_rows(gains: Ranks, *, cutoff: int) -> Floats:
    """Return the relevant answers down to a rank over that rank, however few were returned."""
    return _hits(gains[:cutoff], _zeros(gains)) / cutoff


def recall_rows(gains: Ranks, relevant: Floats, *, cutoff: int) -> Floats:
    """Return the relevant answers down to a rank over `relevant`, R of each question."""
    return _ratio(_hits(gains[:cutoff], _zeros(gains)), relevant)


def recall_sums(gains: Ranks, relevant: Floats, *, cutoff: int) -> tuple[Floats, Floats]:
    """Return the relevant answers down to each of the first ranks, and the most there can be.

    Both have the ranks in front of the shapes of `gains[0]` and of `relevant`, R of each question.
    """
    found = np.zeros((cutoff, *_zeros(gains).shape))
    for rank in range(min(cutoff, len(gains))):
        found[rank:, ..., : gains[rank].shape[-1]] += gains[rank] > 0
    return found, np.minimum.outer(np.arange(1.0, cutoff + 1.0), relevant)


def average_recall_of(found: Floats, most: Floats) -> Floats:
    """Return the ratios of sums over questions, with the ranks in front, averaged over the ranks."""
    total = np.zeros(np.broadcast_shapes(found.shape, most.shape)[1:])
    for here, possible in zip(found, most, strict=True):
        total += _ratio(here, possible)
    return total / len(found)


def r_precision_rows(gains: Ranks, relevant: Floats) -> Floats:
    """Return the relevant answers down to rank R over R."""
    found = _zeros(gains)
    for rank, gain in enumerate(gains, start=1):
        here = gain.shape[-1]
        found[..., :here] += (gain > 0) & (relevant[..., :here] >= rank)
    return _ratio(found, relevant)


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


def average_precision_rows(gains: Ranks, relevant: Floats, *, cutoff: int | None = None) -> Floats:
    """Return the precision at every relevant rank, summed, over `relevant`, R of each question."""
    total, hits = _zeros(gains), _zeros(gains)
    for rank, gain in enumerate(gains[:cutoff], start=1):
        here = gain.shape[-1]
        hit = (gain > 0).astype(np.float64)
        hits[..., :here] += hit
        hit *= hits[..., :here]
        hit /= rank
        total[..., :here] += hit
    return _ratio(total, relevant)


def err_rows(gains: Ranks, highest: Floats | float, *, cutoff: int | None = None, linear: bool = False) -> Floats:
    """Return the chance that the search ends at a rank, over that rank, summed.

    It ends at an answer with the chance (2^g − 1) / 2^h, `linear` g / (h + 1), where g is its gain, at most
    h, and h the `highest` gain that there is, one number or one for each question.
    """
    total = _zeros(gains)
    goes_on = np.ones_like(total)
    most = np.asarray(highest, dtype=np.float64)
    for rank, gain in enumerate(gains[:cutoff], start=1):
        here = gain.shape[-1]
        ends = _satisfied(gain, most[..., :here] if most.ndim else most, linear=linear)
        so_far = goes_on[..., :here]
        total[..., :here] += so_far * ends / rank
        so_far *= 1.0 - ends
    return total


def rbp_rows(
    gains: Ranks, persistence: float, *, cutoff: int | None = None, highest: Floats | float | None = None
) -> Floats:
    """Return the sum of what the answers count, times the chance that somebody reaches each rank.

    A reader of one rank continues to the next with the chance `persistence`, below 1. A relevant answer
    counts 1; with `highest`, the highest possible gain, one number or one for each question, an answer counts
    its gain over it, at most 1, and 0 if that is 0.
    """
    total, weight = _zeros(gains), 1.0 - persistence
    most = None if highest is None else np.asarray(highest, dtype=np.float64)
    for gain in gains[:cutoff]:
        here = gain.shape[-1]
        if most is None:
            total[..., :here] += (gain > 0) * weight
        else:
            top = most[..., :here] if most.ndim else most
            total[..., :here] += np.minimum(gain, top) / np.where(top > 0, top, 1.0) * weight
        weight *= persistence
    return np.minimum(total, 1.0)  # rounding may bring many weights above 1


def judged_rows(gains: Ranks, *, cutoff: int | None = None) -> Floats:
    """Return the share of judged answers down to a rank, 0 if there are none."""
    judged, returned = _zeros(gains), _zeros(gains)
    for gain in gains[:cutoff]:
        here = gain.shape[-1]
        judged[..., :here] += (gain >= 0) | (gain % 1 == JUDGED_OUT)
        returned[..., :here] += gain > NOTHING
    return judged / np.maximum(returned, 1.0)


def bpref_rows(gains: Ranks, ideal: Ranks) -> Floats:
    """Return the sum over relevant answers of how few judged nonrelevant ones are above each, over R.

    Only the first R nonrelevant answers above a relevant one count, divided by the smaller of R and their
    total number.
    """
    relevant, nonrelevant = relevant_rows(ideal), _zeros(ideal)
    for gain in ideal:
        nonrelevant[..., : gain.shape[-1]] += gain == 0
    most = np.maximum(np.minimum(relevant, nonrelevant), 1.0)  # without any, none is above
    total, above = _zeros(gains), _zeros(gains)
    for gain in gains:
        here = gain.shape[-1]
        before = np.minimum(above[..., :here], relevant[..., :here])
        total[..., :here] += np.where(gain > 0, 1.0 - before / most[..., :here], 0.0)
        above[..., :here] += gain == 0
    return _ratio(total, relevant)


def inferred_ap_rows(gains: Ranks, relevant: Floats) -> Floats:
    """Return the precision expected at every relevant rank, summed, over `relevant`, R of each question.

    Above rank r the pooled answers count as relevant in the share of those that are judged, and those in no
    pool not at all.
    """
    total, hits, judged, pooled = (_zeros(gains) for _ in range(4))
    for rank, gain in enumerate(gains, start=1):
        here, hit = gain.shape[-1], gain > 0
        share = (hits[..., :here] + EPSILON) / (judged[..., :here] + 2 * EPSILON)
        total[..., :here] += np.where(hit, (1.0 + pooled[..., :here] * share) / rank, 0.0)
        hits[..., :here] += hit
        judged[..., :here] += gain >= 0
        pooled[..., :here] += gain >= POOLED
    return _ratio(total, relevant)


def relevant_rows(ideal: Ranks) -> Floats:
    """Return R, the number of relevant answers of each question."""
    if isinstance(ideal, np.ndarray):
        return np.asarray(np.add.reduce(ideal > 0, axis=0, dtype=np.float64))
    return _hits(ideal, _zeros(ideal))


def _power_of_two(exponents: Floats) -> Floats:
    """Return 2 to the power of numbers, exact for whole ones on every computer."""
    whole = np.floor(exponents)
    return np.asarray(np.ldexp(np.exp2(exponents - whole), whole.astype(np.int64)))


def _exponential(gain: Floats) -> Floats:
    fits = gain <= LARGEST_EXPONENT
    return np.where(fits, _power_of_two(np.where(fits, gain, 0.0)) - 1.0, np.nan)


def _satisfied(gain: Floats, highest: Floats, *, linear: bool) -> Floats:
    """Return the chance that an answer ends the search."""
    if linear:
        return np.asarray(np.minimum(gain, highest) / (highest + 1.0))
    # The quotient by 2^h is taken in the exponents, where no gain is too large.
    return _power_of_two(np.minimum(gain, highest) - highest) - _power_of_two(-highest)


def _discounted(gains: Ranks) -> Floats:
    if isinstance(gains, np.ndarray) and gains.size < LARGE:
        return _summed(gains / _by_rank(_discounts(len(gains)), gains))
    total = gains[0].copy()
    for rank, gain in enumerate(gains[1:], start=2):
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


def _hits(gains: Ranks, found: Floats) -> Floats:
    """Return how many answers are relevant, added to numbers for all questions."""
    for gain in gains:
        found[..., : gain.shape[-1]] += gain > 0
    return found


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
