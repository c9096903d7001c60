"""Measures of Other questions: which nuggets of information a response covers, at what length.

A nugget is vital or okay. Recall counts matched vital nuggets; precision knows only length: each matched
nugget, vital or okay, allows so many characters that are not white space (100), and what is longer costs.

Conventions
    A nugget is credited once to a response. A question without vital nuggets (in the pyramid: without
    weight) is undefined for recall and F, and that comes before any zero. An empty response has F = 0;
    its precision is 0 / 0, undefined, as the formula is printed.
    The support scores are another family (TREC RAG): no length, and a partial match is worth one half.

References
    E. Voorhees, "Using Question Series to Evaluate Question Answering System Effectiveness", HLT/EMNLP
    2005, section 2.3. Its "matched nuggets / vital nuggets" is read as matched *vital* nuggets.
    J. Lin and D. Demner-Fushman, "Will Pyramids Built of Nuggets Topple Over?", HLT-NAACL 2006.
    R. Pradeep et al., "The Great Nugget Recall", SIGIR 2025 (support scores).

Functions
    nugget_recall, nugget_precision, nugget_f, nugget_pyramid_f, nugget_support_scores
"""

from collections.abc import Sequence
from typing import NamedTuple

from jurybox.measures.checks import (
    NAN,
    Labels,
    Number,
    Values,
    count,
    one_of,
    positive,
    same_length,
    shares,
    within,
    yes_or_no,
)
from jurybox.measures.count_rows import ratio

IMPORTANCE = ("vital", "okay", "failed")
"""How much a nugget matters; "failed" is a nugget that a model could not place."""

SUPPORT = {"yes": 2, "support": 2, "partial": 1, "partial_support": 1, "no": 0, "not_support": 0, "failed": 0}
"""How far a response supports a nugget, in halves; our words and those of the nuggetizer's files."""


class SupportScores(NamedTuple):
    """Shares of nuggets supported: of the vital ones, of all; strict counts full support only.

    Weighted: of all, an okay nugget counting half as much as a vital one.
    """

    vital: float
    vital_strict: float
    all: float
    all_strict: float
    weighted: float
    weighted_strict: float


def nugget_recall(vital_matched: Number, vital: Number) -> float:
    """Return the share of vital nuggets that were matched.

    Range [0, 1]; NaN if the question has no vital nugget.
    """
    found, wanted = count("vital_matched", vital_matched), count("vital", vital)
    within("vital_matched", found, "vital", wanted)
    return ratio(found, wanted)


def nugget_precision(matched: Number, length: Number, *, allowance: float = 100) -> float:
    """Return 1 for a response shorter than its allowance, else allowance / length.

    `matched`: vital and okay nuggets matched; `length`: characters that are not white space;
    `allowance`: characters for each nugget, above 0. Range [0, 1]; NaN for an empty response that
    matched nothing.
    """
    allowed, size = _allowance(matched, allowance), count("length", length)
    if size < allowed:
        return 1.0
    return ratio(allowed, size)


def nugget_f(
    vital_matched: Number,
    okay_matched: Number,
    vital: Number,
    length: Number,
    *,
    beta: float = 3,
    allowance: float = 100,
) -> float:
    """Return F(beta) of nugget recall and nugget precision; beta above 1 favors recall.

    `(beta² + 1) P R / (beta² P + R)`, from the counts. Range [0, 1]; NaN if the question has no vital
    nugget; 0 for an empty response, or if no vital nugget was matched.
    """
    vitals, okays = count("vital_matched", vital_matched), count("okay_matched", okay_matched)
    wanted, size = count("vital", vital), count("length", length)
    within("vital_matched", vitals, "vital", wanted)
    allowed = _allowance(vitals + okays, allowance)
    return _f_of_length(vitals, wanted, allowed, size, positive("beta", beta))


def nugget_pyramid_f(
    weights: Values, matched: Labels, length: Number, *, beta: float = 3, allowance: float = 100
) -> float:
    """Return F(beta) with weighted recall: weights of the matched nuggets over all weights.

    `weights` in [0, 1]: how many assessors call the nugget vital, over the largest such count of the
    question; `matched`: 0 or 1 for each; `length` and `allowance` as in `nugget_precision`.
    Range [0, 1]; NaN if the weights sum to 0; 0 for an empty response, or if nothing of weight matched.
    """
    heavy, found = shares("weights", weights).tolist(), yes_or_no("matched", matched).tolist()
    same_length(weights=heavy, matched=found)
    credit = sum((weight for weight, hit in zip(heavy, found, strict=True) if hit), 0.0)
    allowed = _allowance(sum(found), allowance)
    return _f_of_length(credit, sum(heavy), allowed, count("length", length), positive("beta", beta))


def nugget_support_scores(importance: Sequence[str], support: Sequence[str]) -> SupportScores:
    """Return the six shares of supported nuggets, by importance and strictness.

    `importance`: "vital" or "okay" for each nugget; `support`: "yes", "partial" or "no" (also
    "support", "partial_support", "not_support"). A partial match counts one half, or nothing if strict.
    "failed", which a model may leave in either list, is neither vital nor support.
    Range [0, 1] each; NaN for a share of no nuggets, where the nuggetizer writes 0.
    """
    same_length(importance=importance, support=support)
    vitals = [one_of("importance", word, IMPORTANCE) == "vital" for word in importance]
    halves = [SUPPORT[one_of("support", word, SUPPORT)] for word in support]
    by_vital = [[half for half, vital in zip(halves, vitals, strict=True) if vital is each] for each in (True, False)]
    full, partial = ([each.count(half) for each in by_vital] for half in (2, 1))
    every = [len(each) for each in by_vital]
    kinds = ((okay, strict) for okay in (0, 2, 1) for strict in (False, True))
    return SupportScores(*(support_share(full, partial, every, okay, strict=strict) for okay, strict in kinds))


def support_share(
    full: Sequence[int], partial: Sequence[int], every: Sequence[int], okay: int, *, strict: bool
) -> float:
    """Return the share of nuggets supported, NaN of none; partial support counts one half, or nothing if `strict`.

    `full`, `partial`, `every`: vital and other nuggets supported in full, in part, and all; `okay`: what one that is
    not vital weighs, in halves of one that is.
    """
    found, part, whole = (2 * vital + okay * other for vital, other in (full, partial, every))
    return ratio(2 * found + (0 if strict else part), 2 * whole)


def _allowance(matched: Number, allowance: float) -> float:
    return positive("allowance", allowance) * count("matched", matched)


def _f_of_length(found: float, wanted: float, allowed: float, length: int, beta: float) -> float:
    """Return F with recall = found / wanted and precision = min(allowed, length) / length."""
    if wanted == 0:
        return NAN
    if length == 0 or found == 0:
        return 0.0
    fits, square = min(allowed, length), beta * beta
    # Weights are fractions, so that rounding alone may carry a perfect response past 1.
    return min(1.0, (square + 1) * fits * found / (square * fits * wanted + found * length))
