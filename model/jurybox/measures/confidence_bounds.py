"""Outer bounds of CWS, K1 and the correlation if questions may be left out.

Every question is considered alone: the possible outcomes of its first answer, and whether it can be left out.
Dependencies between questions are ignored, so no completion is outside the bounds, but they may not be
reached. Checked against all completions of small collections.
"""

import math

import numpy as np
from numpy.typing import NDArray

from jurybox.measures.checks import Floats
from jurybox.measures.confidence import confidence_correlation, signed
from jurybox.measures.forms import Chances, Mask

Ends = tuple[float, float]
NO_ENDS = (math.nan, math.nan)


def cws_ends(chances: Chances, confidence: Floats | None = None) -> Ends:
    """Return outer bounds of CWS, for which only the order counts; NaN without questions.

    The first i that count after k are left out are all among the first i + k. So hits at i are at most those
    of some i + j, j <= k, of which j are left out, incorrect ones first. Time: questions times optional ones.
    """
    del confidence
    lows, highs = _means(chances.worst, chances.optional, -1), _means(chances.best, chances.optional, 1)
    return (min(lows), max(highs)) if lows else NO_ENDS


def _means(right: Mask, optional: Mask, sign: int) -> list[float]:
    """Return CWS with the most hits everywhere (`sign` 1) or the fewest (-1), for each number left out."""
    size = len(right)
    hits, loose = _counts(right), _counts(optional)
    spare = _counts(optional & (right != (sign > 0)))
    extreme: Floats = np.full(size + 1, -math.inf)
    found = []
    for out in range(int(loose[-1]) + 1):
        left = size - out
        if not left:
            break
        extreme = extreme[: left + 1]
        removed = np.arange(out, size + 1)
        # Leaving out what helps is free; of the others each costs a hit (or, for the fewest, spares none).
        costs = np.maximum(0, out - spare[removed])
        reached = hits[removed] - costs if sign > 0 else out - costs - hits[removed]
        extreme = np.maximum(extreme, np.where(loose[removed] >= out, reached, -math.inf))
        found.append(sign * float((extreme[1:] / np.arange(1, left + 1)).sum()) / left)
    return found


def _counts(mask: Mask) -> NDArray[np.int64]:
    """Return how many of the first 0, 1, 2 ... are true."""
    return np.concatenate(([0], np.cumsum(mask, dtype=np.int64)))


def k1_ends(chances: Chances, confidence: Floats | None) -> Ends:
    """Return outer bounds of K1; `confidence`: of each answer, 0 for questions without one.

    NaN confidence marks an answer without any: K1 is undefined with it, so its question has to be left out.
    NaN without questions, without any confidence, or if such a question cannot be left out.
    """
    if confidence is None:
        return NO_ENDS
    silent = np.isnan(confidence)
    if (silent & ~chances.optional).any():
        return NO_ENDS
    low, high = (signed(end, confidence)[~silent] for end in (chances.worst, chances.best))
    optional = chances.optional[~silent]
    lows, highs = _best_means(-low, optional), _best_means(high, optional)
    return (-max(lows), max(highs)) if lows else NO_ENDS


def correlation_ends(chances: Chances, confidence: Floats | None) -> Ends:
    """Return the bounds of the correlation of confidence and correctness; `confidence`: as for `k1_ends`.

    Of all ways to have a number of open answers correct, the most confident ones give the highest correlation, and the
    least confident ones the lowest: the spreads are the same. So each number is tried. Its range where an answer
    can be left out.
    """
    silent = np.ones(len(chances.best), dtype=np.bool_) if confidence is None else np.isnan(confidence)
    if confidence is None or (silent & ~chances.optional).any():
        return NO_ENDS
    sure, worst, best = confidence[~silent], chances.worst[~silent], chances.best[~silent]
    if not best.any() or worst.all() or sure.min() == sure.max():
        return NO_ENDS
    if chances.optional[~silent].any():
        return -1.0, 1.0
    away, open_ = sure - sure.mean(), np.flatnonzero(best & ~worst)
    open_ = open_[np.argsort(sure[open_], kind="stable")]
    ends = []
    for sign, rising in ((-1.0, open_), (1.0, open_[::-1])):
        hits = np.count_nonzero(worst) + np.arange(len(open_) + 1)
        shared = away[worst].sum() + np.concatenate(([0.0], np.cumsum(away[rising])))
        spread = np.sqrt(hits * (len(sure) - hits))
        reached = np.where(spread > 0, sign * shared / np.maximum(spread, 1.0), -math.inf)
        correct = worst.copy()
        correct[rising[: int(np.argmax(reached))]] = True
        ends.append(confidence_correlation(sure, correct.astype(np.int64)))
    return ends[0], ends[1]


def _best_means(worth: Floats, optional: Mask) -> list[float]:
    """Return the highest mean for each number of optional ones kept, the best of them first."""
    sure = worth[~optional]
    kept = np.concatenate(([0.0], np.cumsum(np.sort(worth[optional])[::-1])))
    sizes = len(sure) + np.arange(len(kept))
    means = (math.fsum(sure.tolist()) + kept[sizes > 0]) / sizes[sizes > 0]
    return [float(mean) for mean in means]
