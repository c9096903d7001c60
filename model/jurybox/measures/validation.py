"""Measures of decisions: a run says of each answer whether it is right, and the gold standard knows.

    tp  right answers validated        fp  wrong answers validated
    fn  right answers not validated    tn  wrong answers not validated

Conventions
    An answer on which the run abstained is not validated. A run that validates nothing has precision,
    recall and F of 0. Without any right answer recall, true positive rate and F are undefined, without
    any wrong one the false positive rate is. The area of a single point joins it to (0, 0) and (1, 1).
    Of the measures of authorship verification, F0.5u counts each abstention as a right answer that was
    missed, and F1 over answered cases leaves abstentions out.

References
    Á. Rodrigo et al., comparison of ROC and precision-recall for answer validation (in Spanish),
    Procesamiento del Lenguaje Natural, 2010.
    A. Peñas, Á. Rodrigo and F. Verdejo, "Overview of the Answer Validation Exercise 2007", CLEF 2007.
    J. Bevendorff, B. Stein, M. Hagen and M. Potthast, "Generalizing Unmasking for Short Texts", NAACL-HLT
    2019 (F0.5u); M. Kestemont et al., "Overview of the Cross-Domain Authorship Verification Task at PAN
    2020", CLEF 2020 (F1 without the cases left open).

Functions
    confusion, precision, recall, f_beta, f_of_counts, f05u, f1_answered, true_positive_rate,
    false_positive_rate, auc_of_point, auc_of_counts, answer_validation_gain
"""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from jurybox.measures import count_rows as rows
from jurybox.measures.checks import Labels, Number, count, positive, same_length, share, within, yes_or_no


class Confusion(NamedTuple):
    """How many answers fall into each of the four cells."""

    tp: int
    fp: int
    fn: int
    tn: int


class ValidationGain(NamedTuple):
    """What a run that selects answers would add to question answering."""

    qa_accuracy: float
    qa_rej_accuracy: float
    estimated_qa: float


def confusion(truth: Labels, decision: Sequence[bool | int | None] | npt.NDArray[Any]) -> Confusion:
    """Return the confusion matrix of decisions.

    `truth`: 1 for a right answer, 0 for a wrong one; `decision`: 1 yes, 0 no, None or NaN where the
    run abstained, which counts as not validated. Refuses lists of different length and other labels.
    Source: Rodrigo et al. 2010, table 1.
    """
    same_length(truth=truth, decision=decision)
    right, yes = yes_or_no("truth", truth), yes_or_no("decision", _without_silence(decision))
    tp, validated, positives = (int(np.count_nonzero(cells)) for cells in (right & yes, yes, right))
    return Confusion(tp, validated - tp, positives - tp, right.size - positives - validated + tp)


def precision(tp: Number, fp: Number) -> float:
    """Return the share of validated answers that are right.

    Range [0, 1]; 0 if nothing was validated.
    Source: Rodrigo et al. 2010, equation (4) and section 3.
    """
    return rows.ratio(*rows.precision(count("tp", tp), count("fp", fp), 1))


def recall(tp: Number, fn: Number) -> float:
    """Return the share of right answers that were validated.

    Range [0, 1]; NaN if there is no right answer.
    Source: Rodrigo et al. 2010, equation (5).
    """
    hits, missed = count("tp", tp), count("fn", fn)
    return rows.ratio(hits, hits + missed)


def f_beta(precision: float, recall: float, beta: float = 1) -> float:
    """Return F(beta), `(beta² + 1) P R / (beta² P + R)`; beta above 1 favors recall.

    `precision` and `recall` in [0, 1], `beta` above 0. Range [0, 1]; 0 if both are 0; NaN if one of
    them is undefined.
    Source: Rodrigo et al. 2010, equation (6), whose denominator has P and R the wrong way round.
    """
    p, r = share("precision", precision, undefined=True), share("recall", recall, undefined=True)
    square = positive("beta", beta) ** 2
    if p == 0.0 and r == 0.0:
        return 0.0
    return (square + 1.0) * p * r / (square * p + r)


def f_of_counts(tp: Number, fp: Number, fn: Number, *, beta: float = 1) -> float:
    """Return F(beta) from counts, `(1 + beta²) tp / ((1 + beta²) tp + beta² fn + fp)`.

    Range [0, 1]; NaN if there is no right answer, whatever was validated.
    """
    hits, false, missed = count("tp", tp), count("fp", fp), count("fn", fn)
    return rows.ratio(*rows.f(hits, false, hits + missed, b=positive("beta", beta)))


def f05u(tp: Number, fp: Number, fn: Number, unanswered: Number) -> float:
    """Return F0.5u, `1.25 tp / (1.25 tp + 0.25 (fn + unanswered) + fp)`: precision first, silence is a miss.

    `fn`: right answers that were rejected; `unanswered`: answers without a decision, right or wrong.
    Range [0, 1]; NaN if no answer is validated, missed or left open, so that nothing is divided.
    Source: Bevendorff et al. 2019; PAN 2020.
    """
    hits, false, missed = count("tp", tp), count("fp", fp), count("fn", fn)
    return rows.ratio(*rows.f05u(hits, false, missed, count("unanswered", unanswered)))


def f1_answered(tp: Number, fp: Number, fn: Number) -> float:
    """Return F1 over the answers with a decision, `2 tp / (2 tp + fp + fn)`.

    `fn`: right answers that were rejected. Range [0, 1]; NaN if no answer is validated and no right one is
    rejected, where scikit-learn warns and returns 0.
    Source: PAN 2020.
    """
    hits, false, missed = count("tp", tp), count("fp", fp), count("fn", fn)
    return rows.ratio(*rows.f1_answered(hits, false, missed))


def true_positive_rate(tp: Number, fn: Number) -> float:
    """Return the share of right answers that were validated; the same as recall.

    Range [0, 1]; NaN if there is no right answer.
    Source: Rodrigo et al. 2010, equation (2).
    """
    return recall(tp, fn)


def false_positive_rate(fp: Number, tn: Number) -> float:
    """Return the share of wrong answers that were validated; lower is better.

    Range [0, 1]; NaN if there is no wrong answer.
    Source: Rodrigo et al. 2010, equation (3).
    """
    false, kept_out = count("fp", fp), count("tn", tn)
    return rows.ratio(false, false + kept_out)


def auc_of_point(tpr: float, fpr: float) -> float:
    """Return the area under the ROC curve through (0, 0), the point and (1, 1): `(1 + tpr - fpr) / 2`.

    Range [0, 1]; 0.5 on the diagonal; NaN if a rate is undefined.
    Source: Rodrigo et al. 2010, section 2 and figure 1.
    """
    up, right = share("tpr", tpr, undefined=True), share("fpr", fpr, undefined=True)
    return (1.0 + up - right) / 2.0


def auc_of_counts(tp: Number, fp: Number, fn: Number, tn: Number) -> float:
    """Return the area of a run's single point, with one division at the end.

    Range [0, 1]; NaN if there is no right or no wrong answer.
    """
    hits, false, missed, kept_out = count("tp", tp), count("fp", fp), count("fn", fn), count("tn", tn)
    return rows.ratio(*rows.auc_of_point(hits, false, hits + missed, false + kept_out))


def answer_validation_gain(truth: Labels, selected: Labels, rejected_all: Labels, answerable: Labels) -> ValidationGain:
    """Return what selecting and rejecting answers would bring to question answering.

    `truth` and `selected`: for each answer, whether it is right and whether the run selected it, at
    most one to a question (or, for each question, whether the selected answer is right and whether
    there is one). `rejected_all` and `answerable`: for each question, whether the run rejected all its
    answers and whether one of them is right.

    qa_accuracy: questions whose selected answer is right / questions. qa_rej_accuracy: questions
    without a right answer where all are rejected / questions. estimated_qa: qa_accuracy +
    qa_rej_accuracy * qa_accuracy. Range [0, 1] each; NaN without questions.
    Source: Peñas, Rodrigo and Verdejo 2007; Peñas and Rodrigo 2011, section 5.
    """
    same_length(truth=truth, selected=selected)
    questions = same_length(rejected_all=rejected_all, answerable=answerable)
    right, chosen = yes_or_no("truth", truth), yes_or_no("selected", selected)
    none, possible = yes_or_no("rejected_all", rejected_all), yes_or_no("answerable", answerable)
    within("selected answers and questions with all rejected", int(chosen.sum() + none.sum()), "questions", questions)
    found = int(np.count_nonzero(right & chosen))
    within("right selected answers", found, "answerable questions", int(possible.sum()))
    return validation_gain_of_counts(found, int(np.count_nonzero(none & ~possible)), questions)


def validation_gain_of_counts(selected_right: Number, rejected_right: Number, questions: Number) -> ValidationGain:
    """Return the same three shares from the number of questions won by selecting and by rejecting."""
    won, turned_down = count("selected_right", selected_right), count("rejected_right", rejected_right)
    total = count("questions", questions)
    within("selected_right + rejected_right", won + turned_down, "questions", total)
    estimated = rows.ratio(*rows.c_at_1(won, turned_down, total))
    return ValidationGain(rows.ratio(won, total), rows.ratio(turned_down, total), estimated)


def _without_silence(decision: Sequence[bool | int | None] | npt.NDArray[Any]) -> Labels:
    """Return the decisions with 0 in place of None and NaN."""
    if isinstance(decision, np.ndarray) and decision.dtype.kind != "O":
        return np.where(np.isnan(decision), 0, decision) if decision.dtype.kind == "f" else decision
    return [0 if value is None or (isinstance(value, float) and math.isnan(value)) else value for value in decision]
