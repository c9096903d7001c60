"""The measures of counts: of one run or of arrays of them, what is divided, and by what.

These are *the* functions: those of `jurybox.measures.non_response` and `jurybox.measures.validation` are calls with
whole numbers (`ratio`), scores of many runs and of choices of units calls with arrays (`quotient`). Both divide whole
numbers once, so that they agree to the last bit. A measure is undefined where the divisor is 0.

Conventions
    right, wrong, silent: decisions or questions that are right, wrong, and those without an answer; total: all.
    tp, fp: right and wrong answers validated; positives, negatives: right and wrong answers. Nothing is checked here.
"""

from typing import Any

from numpy.typing import NDArray

from jurybox.measures.checks import NAN

Count = NDArray[Any] | float
Division = tuple[Count, Count]
"""What is divided, and by what."""


def ratio(above: Count, below: Count) -> float:
    """Return the quotient of two numbers, NaN if the lower one is 0."""
    return float(above / below) if below else NAN


def share(part: Count, whole: Count) -> Division:
    """Return accuracy, recall, a rate, or any other share of a whole."""
    return part, whole


def utility(right: Count, wrong: Count, total: Count) -> Division:
    """Return UF, in which a wrong answer takes a right one away."""
    return right - wrong, total


def utility01(right: Count, wrong: Count, total: Count) -> Division:
    """Return UF moved to [0, 1]."""
    return total + right - wrong, 2 * total


def c_at_1(right: Count, silent: Count, total: Count) -> Division:
    """Return c@1, in which an unanswered question is worth the accuracy."""
    return right * (total + silent), total * total


def answered(right: Count, wrong: Count, total: Count) -> Division:
    """Return the share answered."""
    return right + wrong, total


def rejected(right: Count, wrong: Count, silent: Count, *, estimator: str) -> Division:
    """Return the measure that follows from one of the estimates that the paper rejects."""
    given, total = right + wrong, right + wrong + silent
    if estimator == "P(C|A)":
        return right, given
    if estimator == "P(¬C|A)":
        return right * given + wrong * silent, total * given
    halves = {"0": 0, "0.5": 1, "1": 2}[estimator]
    return 2 * right + halves * silent, 2 * total


def precision(tp: Count, fp: Count, positives: Count) -> Division:
    """Return precision: 0 if nothing is validated though there is something, undefined if there is nothing either."""
    return tp, tp + fp + (tp + fp == 0) * (positives > 0)


def f(tp: Count, fp: Count, positives: Count, *, b: float = 1, **_: object) -> Division:
    """Return F, undefined without a right answer, whatever was validated."""
    square = b**2
    weighed = (1 + square) * tp
    return weighed, (weighed + square * (positives - tp) + fp) * (positives > 0)


def f05u(tp: Count, fp: Count, rejected: Count, silent: Count) -> Division:
    """Return F0.5u, in quarters; `rejected`: right answers that were rejected."""
    return 5 * tp, 5 * tp + rejected + silent + 4 * fp


def f1_answered(tp: Count, fp: Count, rejected: Count) -> Division:
    """Return F1 over the answers with a decision."""
    return 2 * tp, 2 * tp + fp + rejected


def auc_of_point(tp: Count, fp: Count, positives: Count, negatives: Count) -> Division:
    """Return the area of a run's single point."""
    return tp * negatives + (negatives - fp) * positives, 2 * positives * negatives


def auc_of_pairs(pairs: Count, positives: Count, negatives: Count) -> Division:
    """Return the area from 2 U and the sizes of the classes."""
    return pairs, 2 * positives * negatives
