"""Measures of how well a run knows which of its answers are right: CWS, K, K1 and a correlation.

Conventions
    Confidence is in [0, 1]; anything else is refused. CWS uses only the order: most confident first,
    ties in the order the caller settled on (as submitted), unanswered questions last and not correct.
    K and K1 add the confidence of right answers and take off that of wrong ones; 0 is the score of a
    run that is confident of nothing. All sums run left to right in the order given.

References
    A. Peñas and A. Rodrigo, "A Simple Measure to Assess Non-response", ACL 2011, section 5 (CWS).
    J. Herrera, A. Peñas and F. Verdejo, "Question Answering Pilot Task at CLEF 2004", 2005 (K, K1).

Functions
    confidence_weighted_score, k_measure, k1_measure, confidence_correlation
"""

import math
from collections.abc import Sequence
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from jurybox.language import tr
from jurybox.measures.checks import NAN, Floats, Labels, Number, Values, count, same_length, shares, within, yes_or_no
from jurybox.measures.count_rows import ratio


def confidence_weighted_score(correct: Labels) -> float:
    """Return CWS: the share of correct answers among the i most confident, averaged over every i.

    `correct`: one 0 or 1 for each question, most confident answer first, unanswered ones last as 0.
    Range [0, 1]; NaN without questions; 1 only if all are correct.
    Source: Peñas and Rodrigo 2011, section 5 (TREC 2002).
    """
    right = yes_or_no("correct", correct).astype(np.float64)
    parts, questions = cws_parts(np.ones((1, right.size)), right)
    return ratio(_added(parts[0]), float(questions[0]))


def cws_parts(weights: Floats, correct: Floats) -> tuple[Floats, Floats]:
    """Return what each question adds to CWS over choices of questions, and how many there are.

    `weights`: how often each is chosen, in shape (choices, questions), and `correct` by question, both the most
    confident first; a question chosen twice is twice in the order.
    """
    hits = weights * correct
    before, won_before = np.cumsum(weights, axis=1) - weights, np.cumsum(hits, axis=1) - hits
    parts = np.zeros(weights.shape)
    for copy in range(1, int(weights.max(initial=0.0)) + 1):
        share = won_before + copy * correct
        share /= before + copy
        share *= weights >= copy
        parts += share
    return parts, weights.sum(axis=1)


def signed(correct: npt.NDArray[np.bool_], confidence: Floats) -> Floats:
    """Return what each answer adds to K1: its confidence, taken off where it is not correct."""
    return np.where(correct, confidence, 0.0 - confidence)


def k_measure(scores: Sequence[Any] | Values, evaluations: Sequence[Any] | Values, known: int | Sequence[int]) -> float:
    """Return K: signed confidence per question over max(known, given answers), averaged over questions.

    `scores` and `evaluations`: one list for each question, holding for each of its answers the
    confidence in [0, 1] and 1 (correct), 0 (a repeated answer) or -1 (incorrect). `known`: the number
    of known distinct answers of each question. A single whole number for `known` with two plain lists
    gives one question's share.

    Range [-1, 1]; NaN without questions; a question with nothing known and nothing answered adds 0.
    Source: Herrera, Peñas and Verdejo 2005.
    """
    if np.ndim(known) == 0:
        return _k_of_question(scores, evaluations, cast("int", known))
    known = cast("Sequence[int]", known)
    questions = same_length(scores=scores, evaluations=evaluations, known=known)
    total = 0.0
    for one_scores, one_evaluations, one_known in zip(scores, evaluations, known, strict=True):
        total += _k_of_question(one_scores, one_evaluations, one_known)
    return total / questions if questions else NAN


def k1_measure(scores: Values, correct: Labels, total: Number) -> float:
    """Return K1: confidence of the correct answers minus that of the incorrect ones, over all questions.

    `scores` and `correct`: confidence in [0, 1], and 0 or 1, for each answer the run gave; `total`:
    the number of questions. Range [-1, 1]; NaN if `total` is 0. With full confidence everywhere and
    one answer to a question it is the utility UF.
    Source: Herrera, Peñas and Verdejo 2005.
    """
    confidence, right = shares("scores", scores), yes_or_no("correct", correct)
    answered, questions = same_length(scores=confidence, correct=right), count("total", total)
    within(tr("the number of answers"), answered, "total", questions)
    return ratio(_added(signed(right, confidence)), questions)


def confidence_correlation(confidence: Values, correct: Labels) -> float:
    """Return Pearson's correlation of confidence and correctness over the answered questions.

    `confidence` in [0, 1] and `correct` 0 or 1, one each for every answered question.
    Range [-1, 1]; NaN with fewer than two answers, or if all confidences or all labels are equal.
    Source: Peñas and Rodrigo 2011, section 5.
    """
    x, y = shares("confidence", confidence).tolist(), yes_or_no("correct", correct).astype(float).tolist()
    n = same_length(confidence=x, correct=y)
    if n < 2 or min(x) == max(x) or min(y) == max(y):
        return NAN
    dx, dy = _deviations(x), _deviations(y)
    shared = math.fsum(a * b for a, b in zip(dx, dy, strict=True))
    spread = math.sqrt(math.fsum(a * a for a in dx) * math.fsum(b * b for b in dy))
    return max(-1.0, min(1.0, shared / spread))


def _added(parts: Floats) -> float:
    """Return the sum from left to right."""
    return float(np.add.accumulate(parts)[-1]) if parts.size else 0.0


def _deviations(values: list[float]) -> list[float]:
    """Return how far each value is from the mean, in units of the farthest, so that squares keep."""
    mean = math.fsum(values) / len(values)
    deviations = [value - mean for value in values]
    farthest = max(map(abs, deviations))
    return [deviation / farthest for deviation in deviations]


def _k_of_question(scores: Values, evaluations: Values, known: int) -> float:
    confidence = shares("scores", scores).tolist()
    signs = np.asarray(evaluations, dtype=np.float64).tolist()
    answers = same_length(scores=confidence, evaluations=signs)
    below = max(count("known", known), answers)
    signed = 0.0
    for score, sign in zip(confidence, signs, strict=True):
        if sign not in (-1.0, 0.0, 1.0):
            msg = tr(
                "evaluations contains {sign!r}; an answer is 1 (correct), 0 (repeated) or -1 (incorrect)", sign=sign
            )
            raise ValueError(msg)
        signed += score * sign
    return signed / below if below else 0.0
