"""Accuracy and its relatives for questions that a run may leave unanswered.

Each question is answered correctly, answered wrongly, or left unanswered:
`correct + incorrect + unanswered = total`. Accuracy is the share of correct ones. The utility takes a
wrong answer off a right one; its second form moves it to [0, 1] and so gives an unanswered question
half a point. c@1 gives an unanswered question the run's own accuracy.

Conventions
    Counts are whole and not negative. With no question at all (`total = 0`) every measure is NaN.
    An unanswered question stays in the total, with or without a candidate that was kept back.
    Every score is one division of two whole numbers, so it is the nearest float to the exact value.

Reference
    A. Peñas and A. Rodrigo, "A Simple Measure to Assess Non-response", ACL 2011.

Functions
    accuracy, utility, utility01, c_at_1, rejected_estimator, share_answered
"""

from jurybox.measures import count_rows as rows
from jurybox.measures.checks import Number, count, one_of, within

REJECTED_ESTIMATORS = ("0", "1", "0.5", "P(C|A)", "P(¬C|A)")
"""The estimates of P(C|¬A), the chance that an unanswered question is right, that the paper rejects."""


def accuracy(correct: Number, total: Number) -> float:
    """Return the share of questions (or of answers, in validation) that are right.

    Range [0, 1]; NaN if `total` is 0. Refuses negative counts and more correct than total.
    Source: Peñas and Rodrigo 2011, section 3.1; Rodrigo et al. 2010, equation (1).
    """
    right, whole = count("correct", correct), count("total", total)
    within("correct", right, "total", whole)
    return rows.ratio(right, whole)


def utility(correct: Number, incorrect: Number, total: Number) -> float:
    """Return UF: correct minus incorrect, over all questions.

    Range [-1, 1]; NaN if `total` is 0; 0 if nothing is answered.
    Source: Peñas and Rodrigo 2011, equation (1).
    """
    return rows.ratio(*rows.utility(*_outcomes(correct, incorrect, total)))


def utility01(correct: Number, incorrect: Number, total: Number) -> float:
    """Return the utility moved to [0, 1], `0.5 UF + 0.5`: an unanswered question counts one half.

    Range [0, 1]; NaN if `total` is 0; 0.5 if nothing is answered.
    Source: Peñas and Rodrigo 2011, equation (2).
    """
    return rows.ratio(*rows.utility01(*_outcomes(correct, incorrect, total)))


def c_at_1(correct: Number, unanswered: Number, total: Number) -> float:
    """Return c@1, in which an unanswered question is worth the accuracy over all questions.

    `(correct + unanswered * correct / total) / total`. Range [0, 1], at least the accuracy, at most
    `1 - (unanswered / total) ** 2`; NaN if `total` is 0; 0 if nothing is answered.
    Source: Peñas and Rodrigo 2011, equation (4).
    """
    right, silent, whole = count("correct", correct), count("unanswered", unanswered), count("total", total)
    within("correct + unanswered", right + silent, "total", whole)
    return rows.ratio(*rows.c_at_1(right, silent, whole))


def rejected_estimator(name: str, correct: Number, incorrect: Number, unanswered: Number) -> float:
    """Return the measure that follows from one of the rejected estimates of P(C|¬A).

    `name` is one of `REJECTED_ESTIMATORS`: "0" gives accuracy, "1" the share that is not wrong, "0.5"
    the utility in [0, 1], "P(C|A)" the accuracy over the answered questions, "P(¬C|A)" lets a question
    be right unanswered as often as the answered ones are wrong.

    Range [0, 1]; NaN without questions, and for the last two also if nothing is answered.
    Source: Peñas and Rodrigo 2011, sections 3.1 to 3.5, equations (5) and (6).
    """
    one_of("name", name, REJECTED_ESTIMATORS)
    right, wrong, silent = (count("correct", correct), count("incorrect", incorrect), count("unanswered", unanswered))
    return rows.ratio(*rows.rejected(right, wrong, silent, estimator=name))


def share_answered(answered: Number, total: Number) -> float:
    """Return the share of questions that were answered, rightly or wrongly.

    Range [0, 1]; NaN if `total` is 0. TREC 2001 showed it beside the accuracy over the answered.
    Source: Peñas and Rodrigo 2011, section 5.
    """
    some, whole = count("answered", answered), count("total", total)
    within("answered", some, "total", whole)
    return rows.ratio(some, whole)


def _outcomes(correct: Number, incorrect: Number, total: Number) -> tuple[int, int, int]:
    right, wrong, whole = count("correct", correct), count("incorrect", incorrect), count("total", total)
    within("correct + incorrect", right + wrong, "total", whole)
    return right, wrong, whole
