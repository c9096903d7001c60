"""The measures of ranked answers: of any number of rankings at once, what each rank adds, and the divisor.

Rankings lie side by side, rank after rank: `gains[r]` has the gains at rank r + 1, in shape (ranks, ..., questions),
and `ideal` those of the ideal rankings. Axes before the last broadcast, so that gains of shape (ranks, runs,
questions) go with ideal gains of shape (ranks, questions). Gains of 0 behind the last answer change no score.

These are *the* functions. The measures in `jurybox.measures.ranking` are calls with one ranking, scores of whole
collections are calls with many (`value_of`), and explanations show the parts. Additions run from rank to rank,
never pairwise and never as a matrix product, so that a question scored alone and in a full pass has the same score
to the last bit.

Conventions
    Gains are finite and not negative, ideal gains fall from rank to rank; nothing is checked here.
    Measures that look at answers that are not judged (Judged@k, bpref and inferred AP) get numbers below 0 in
    place of gains there: `POOLED`, `UNPOOLED` (both also with `JUDGED_OUT`) and `NOTHING`, in `ideal` behind the
    gains of judged answers.
    All other measures get 0.
    Relevant = gain above 0. A question for which the divisor is 0 has no value (NaN).

Functions
    value_of; first, hit_at_1, success, precision, recall, r_precision, reciprocal_rank, gain_at_1, ndcg, q,
    average_precision, err, rbp, judged, bpref, inferred_ap; recall_sums, down_to, average_recall; logs_of,
    of_mean_log; the class Ranked
"""

import math
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jurybox.measures.checks import Floats, quotient

WIDE = 256
"""Ranks with at least this many numbers are added one by one, which is then quicker than `accumulate`."""

LARGEST_EXPONENT = 1000.0
"""Two to the power of a larger gain is too large a number for a sum over many ranks."""

POOLED, UNPOOLED, NOTHING = -1.0, -2.0, -3.0
"""In place of a gain: the answer waits in the pool to be judged, it is in no pool, there is no answer."""
JUDGED_OUT = 0.5
"""Added to one of the first two: the answer is judged and has no gain, such as junk; `judged` alone counts it."""

EPSILON = 0.00001
"""What inferred AP adds to counts, as in trec_eval: nothing may be judged above an answer."""

Divisor = NDArray[Any] | float
"""One number for each question, or one for all."""
RankParts = tuple[Floats, Divisor]
"""What each rank adds to a value, and what the sum is divided by."""


class Ranked(NamedTuple):
    """Rankings as a measure gets them: cut, with the threshold of relevance and the worth of gains applied.

    `ideal`: gains of the ideal rankings, not cut; `total`: R of each question where there is no ideal ranking;
    `cutoff`: the last rank that counts, where there is one.
    """

    gains: Floats
    ideal: Floats
    total: float | None = None
    cutoff: int | None = None

    @classmethod
    def of(
        cls,
        gains: Floats,
        ideal: Floats,
        *,
        total: float | None = None,
        cutoff: int | None = None,
        rel: float | None = None,
        gain: str = "linear",
    ) -> "Ranked":
        """Return rankings where gains below `rel` are 0, and count 2^gain − 1 each if `gain` is "exponential"."""
        gains = gains if cutoff is None else gains[:cutoff]
        if rel is not None:
            gains, ideal = (np.where((each >= rel) | (each < 0), each, 0.0) for each in (gains, ideal))
        if gain == "exponential":
            gains, ideal = _exponential(gains), _exponential(ideal)
        return cls(gains, ideal, total, cutoff)

    @property
    def relevant(self) -> NDArray[Any]:
        """R, the number of relevant answers of each question."""
        if self.total is not None:
            return np.array([self.total])
        return np.asarray(np.add.reduce(self.ideal > 0, axis=0, dtype=np.int64))

    @property
    def hits(self) -> Floats:
        """1 for each relevant answer, else 0."""
        return (self.gains > 0).astype(np.float64)

    @property
    def ranks(self) -> Floats:
        """The number of each rank, in a shape that broadcasts against the gains."""
        return _by_rank(np.arange(1.0, len(self.gains) + 1.0), self.gains)


def value_of(parts: Floats, divisor: Divisor) -> Floats:
    """Return the sum of parts over the ranks, first rank first, over the divisor; NaN where that is 0."""
    total: Floats
    if len(parts) == 1:
        total = parts[0]
    elif 0 < parts.size < WIDE * len(parts):
        total = np.add.accumulate(parts, axis=0)[-1]
    else:
        total = np.zeros(parts.shape[1:])
        for part in parts:
            total += part
    if isinstance(divisor, np.ndarray):
        return quotient(total, divisor)
    return total if divisor == 1 else total / divisor


def first(ranked: Ranked) -> RankParts:
    """Return the gain at rank 1."""
    return ranked.gains[:1], 1


def hit_at_1(ranked: Ranked) -> RankParts:
    """Return 1 at the first rank if its answer is relevant."""
    return (ranked.gains[:1] > 0).astype(np.float64), 1


def success(ranked: Ranked) -> RankParts:
    """Return 1 at the first relevant answer."""
    hits = ranked.gains > 0
    first = hits.copy()
    first[1:] &= ~_so_far(hits[:-1], np.logical_or)
    return first.astype(np.float64), 1


def reciprocal_rank(ranked: Ranked) -> RankParts:
    """Return 1 / its rank at the first relevant answer."""
    first, divisor = success(ranked)
    return first / ranked.ranks, divisor


def precision(ranked: Ranked) -> RankParts:
    """Return 1 at each relevant answer, over the last rank that counts, however few were returned."""
    return ranked.hits, ranked.cutoff or max(1, len(ranked.gains))


def recall(ranked: Ranked) -> RankParts:
    """Return 1 at each relevant answer, over R."""
    return ranked.hits, ranked.relevant


def r_precision(ranked: Ranked) -> RankParts:
    """Return 1 at each relevant answer down to rank R, over R."""
    relevant = ranked.relevant
    return ranked.hits * (ranked.ranks <= relevant), relevant


def gain_at_1(ranked: Ranked) -> RankParts:
    """Return the gain at rank 1, over the best gain of the question."""
    return ranked.gains[:1], _highest(ranked)


def ndcg(ranked: Ranked) -> RankParts:
    """Return g(r) / log2(r + 1) at each rank, over the same sum of the ideal ranking."""
    parts, ideal = (
        each / _by_rank(_discounts(len(each)), each) for each in (ranked.gains, ranked.ideal[: ranked.cutoff])
    )
    return parts, value_of(ideal, 1)


def q(ranked: Ranked, *, beta: float = 1.0, normalise: str = "R") -> RankParts:
    """Return the blended ratio at each relevant rank, over R, or with `normalise` "min" over min(R, cutoff)."""
    gains, hits, relevant = ranked.gains, ranked.hits, ranked.relevant
    best = _so_far(ranked.ideal[: len(gains)])
    if 0 < len(best) < len(gains):
        best = best[np.minimum(np.arange(len(gains)), len(best) - 1)]
    best = best.reshape(len(best), *(1,) * (gains.ndim - best.ndim), *best.shape[1:])
    blended = _so_far(gains.astype(np.float64, copy=False))
    blended *= beta
    blended += _so_far(hits)
    blended /= ranked.ranks + beta * best if len(best) else ranked.ranks
    blended *= hits
    least = ranked.cutoff if normalise == "min" else None
    return blended, relevant if least is None else np.minimum(relevant, least)


def average_precision(ranked: Ranked) -> RankParts:
    """Return the precision at each relevant rank, over R."""
    hits = ranked.hits
    parts = _so_far(hits)
    parts *= hits
    parts /= ranked.ranks
    return parts, ranked.relevant


def err(ranked: Ranked, *, top: float | None = None, gain: str = "exponential") -> RankParts:
    """Return the chance that the search ends at a rank, over that rank.

    It ends at an answer with the chance (2^g − 1) / 2^h, with `gain` "linear" g / (h + 1), where g is its gain, at
    most h, and h the highest gain that there is: `top`, or the best of the question.
    """
    highest = np.asarray(_highest(ranked) if top is None else top, dtype=np.float64)
    gains = np.minimum(ranked.gains, highest)
    # The quotient by 2^h is taken in the exponents, where no gain is too large.
    exponential = gain != "linear"
    ends = _power_of_two(gains - highest) - _power_of_two(-highest) if exponential else gains / (highest + 1.0)
    parts = ends.copy()
    parts[1:] *= _so_far(1.0 - ends[:-1], np.multiply)
    parts /= ranked.ranks
    return parts, 1


def rbp(ranked: Ranked, *, p: float, top: float | None = None, gain: str = "binary") -> RankParts:
    """Return what the answers count, times the chance that somebody reaches each rank.

    A reader of one rank continues to the next with the chance `p`, below 1. A relevant answer counts 1; with `gain`
    "linear" an answer counts its gain over the highest, `top` or the best of the question: at most 1, and 0 if that
    is 0.
    """
    weights = np.multiply.accumulate(np.array([1.0 - p, *[p] * (len(ranked.gains) - 1)][: len(ranked.gains)]))
    worth = ranked.hits
    if gain == "linear":
        highest = np.asarray(_highest(ranked) if top is None else top, dtype=np.float64)
        worth = np.minimum(ranked.gains, highest) / np.where(highest > 0, highest, 1.0)
    # Rounding may bring many weights above 1.
    return worth * _by_rank(weights, worth), max(1, float(value_of(weights, 1)))


def judged(ranked: Ranked) -> RankParts:
    """Return 1 at each judged answer, over the answers returned, or 1 if there are none."""
    gains = ranked.gains
    returned = np.add.reduce(gains > NOTHING, axis=0, dtype=np.int64)
    return ((gains >= 0) | (gains % 1 == JUDGED_OUT)).astype(np.float64), np.maximum(returned, 1)


def bpref(ranked: Ranked) -> RankParts:
    """Return at each relevant answer how few judged nonrelevant ones are above it, over R.

    Only the first R nonrelevant answers above a relevant one count, divided by the smaller of R and their total
    number.
    """
    relevant, nonrelevant = ranked.relevant, np.add.reduce(ranked.ideal == 0, axis=0, dtype=np.int64)
    most = np.maximum(np.minimum(relevant, nonrelevant), 1)  # without any, none is above
    above = np.minimum(_above(ranked.gains == 0), relevant)
    return ranked.hits * (1.0 - above / most), relevant


def inferred_ap(ranked: Ranked) -> RankParts:
    """Return the precision expected at each relevant rank, over R.

    Above rank r the pooled answers count as relevant in the share of those that are judged, and those in no pool not
    at all.
    """
    gains, hits = ranked.gains, ranked.hits
    share = (_above(hits) + EPSILON) / (_above(gains >= 0) + 2 * EPSILON)
    return hits * (1.0 + _above(gains >= POOLED) * share) / ranked.ranks, ranked.relevant


def recall_sums(ranked: Ranked, cutoff: int) -> tuple[Floats, Floats]:
    """Return the relevant answers down to each of the first ranks, and the most there can be, with the ranks first."""
    most = np.minimum.outer(np.arange(1.0, cutoff + 1.0), np.asarray(ranked.relevant))
    return down_to(ranked.hits, cutoff), most


def down_to(hits: NDArray[Any], cutoff: int) -> Floats:
    """Return how many hits there are down to each of the first ranks."""
    found = np.zeros((cutoff, *hits.shape[1:]))
    found[: len(hits)] = hits[:cutoff]
    return _so_far(found)


def average_recall(found: Floats, most: Floats) -> RankParts:
    """Return the ratios of sums over questions at each rank, over the number of ranks."""
    return quotient(found, most), len(found)


def logs_of(values: Floats, floor: float) -> Floats:
    """Return natural logarithms, of `floor` where a value is lower; NaN stays NaN."""
    return np.asarray(np.log(np.maximum(values, floor)))


def of_mean_log(mean: Floats | float, floor: float) -> Floats:
    """Return geometric means, of the means of logarithms; between the floor and 1, whatever was rounded."""
    return np.asarray(np.clip(np.exp(mean), floor, 1.0))


def _highest(ranked: Ranked) -> Floats:
    """Return the best gain of each question, 0 without any."""
    return ranked.ideal[0] if len(ranked.ideal) else np.zeros(ranked.ideal.shape[1:])


def _so_far(terms: NDArray[Any], add: np.ufunc = np.add) -> NDArray[Any]:
    """Return what is added up down to each rank, first rank first."""
    if terms.size < WIDE * len(terms):
        return add.accumulate(terms, axis=0)
    found = terms.copy()
    for rank in range(1, len(found)):
        add(found[rank - 1], found[rank], out=found[rank])
    return found


def _above(counted: Floats | NDArray[np.bool_]) -> Floats:
    """Return how much is counted above each rank."""
    found = np.zeros(counted.shape)
    found[1:] = _so_far(counted[:-1].astype(np.float64))
    return found


def _power_of_two(exponents: Floats) -> Floats:
    """Return 2 to the power of numbers, exact for whole ones on every computer."""
    whole = np.floor(exponents)
    return np.asarray(np.ldexp(np.exp2(exponents - whole), whole.astype(np.int64)))


def _exponential(gain: Floats) -> Floats:
    """Return 2^gain − 1 for each gain (Burges et al. 2005), NaN for one above `LARGEST_EXPONENT`."""
    fits = gain <= LARGEST_EXPONENT
    return np.where(fits, _power_of_two(np.where(fits, gain, 0.0)) - 1.0, np.nan)


@lru_cache(maxsize=256)
def _discounts(depth: int) -> Floats:
    table = np.array([math.log2(rank + 1) for rank in range(1, depth + 1)], dtype=np.float64)
    table.setflags(write=False)
    return table


def _by_rank(values: Floats, like: Floats) -> Floats:
    """Return one value for each rank in a shape that broadcasts against an array of ranks."""
    return values.reshape(-1, *(1,) * (like.ndim - 1))
