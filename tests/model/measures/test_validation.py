"""Decisions: confusion, precision, recall, F, rates, the area of a point, the gain of validation."""

import math
import re
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurybox.measures import (
    Confusion,
    Counts,
    Selections,
    answer_validation_gain,
    auc_of_counts,
    auc_of_point,
    confusion,
    f_beta,
    f_of_counts,
    false_positive_rate,
    measure,
    precision,
    recall,
    true_positive_rate,
)

cells = st.tuples(*[st.integers(0, 60)] * 4)


def test_confusion_counts_silence_as_not_validated() -> None:
    truth = [1, 1, 1, 0, 0, 0]
    assert confusion(truth, [1, 0, None, 1, 0, None]) == Confusion(tp=1, fp=1, fn=2, tn=2)
    assert confusion(truth, np.array([1.0, 0.0, math.nan, 1.0, 0.0, math.nan])) == Confusion(1, 1, 2, 2)
    assert confusion(np.array(truth, dtype=bool), np.array([True] * 6)) == Confusion(3, 3, 0, 0)
    assert confusion([], []) == Confusion(0, 0, 0, 0)


def test_nothing_validated_though_there_are_correct_answers() -> None:
    assert precision(0, 0) == 0.0
    nothing = Counts(no_correct=3, silent_incorrect=5)
    for name in ("precision", "recall", "F1", "F(2)", "tpr", "fpr"):
        assert measure(name).evaluate(nothing).value == 0.0
    assert measure("AUC-point").evaluate(nothing).value == 0.5


def test_without_correct_answers_recall_and_f_are_undefined_before_any_zero() -> None:
    assert math.isnan(recall(0, 0))
    assert math.isnan(f_of_counts(0, 4, 0))
    none_correct = Counts(yes_incorrect=4, no_incorrect=1)
    for name in ("recall", "tpr", "F1", "AUC-point", "AUC"):
        score = measure(name).evaluate(none_correct)
        assert math.isnan(score.value)
        assert score.reason
    assert (
        measure("recall").evaluate(none_correct).reason == "no answer was judged correct, so recall has no denominator"
    )
    assert measure("precision").evaluate(none_correct).value == 0.0
    assert measure("fpr").evaluate(none_correct).value == 0.8
    nothing = measure("precision").evaluate(Counts(no_incorrect=2))
    assert nothing.reason == "nothing was validated and no answer was judged correct"


def test_without_incorrect_answers_the_false_positive_rate_is_undefined() -> None:
    assert math.isnan(false_positive_rate(0, 0))
    all_correct = Counts(yes_correct=3)
    assert "false positive rate" in measure("fpr").evaluate(all_correct).reason
    assert measure("AUC-point").evaluate(all_correct).reason.startswith("no answer was judged incorrect")
    assert measure("F1").evaluate(all_correct).value == 1.0


def test_a_run_without_scores_has_no_area() -> None:
    score = measure("AUC").evaluate(Counts(yes_correct=1, no_incorrect=1))
    assert score.reason == "the answers of this run have neither score nor confidence"
    assert measure("AUC").evaluate(Counts(yes_correct=1, no_incorrect=2, pairs=3)).value == 0.75


def test_f_beta_edges() -> None:
    assert f_beta(0, 0) == 0.0
    assert f_beta(0, 1) == f_beta(1, 0) == 0.0
    assert f_beta(1, 1, beta=7) == 1.0
    assert math.isnan(f_beta(math.nan, 0.5))
    assert math.isnan(f_beta(0, math.nan))
    assert f_beta(0.5, 1, beta=2) > f_beta(1, 0.5, beta=2)  # beta above 1 favors recall


@given(cells, st.sampled_from([0.5, 1, 2, 3]))
def test_f_of_counts_is_the_mean_of_precision_and_recall(drawn: tuple[int, ...], beta: float) -> None:
    tp, fp, fn, _ = drawn
    if tp + fn:
        from_rates = f_beta(precision(tp, fp), recall(tp, fn), beta)
        assert f_of_counts(tp, fp, fn, beta=beta) == pytest.approx(from_rates, abs=1e-12)


@given(cells)
def test_the_area_of_a_point_is_the_mean_of_both_recalls(drawn: tuple[int, ...]) -> None:
    tp, fp, fn, tn = drawn
    value = auc_of_counts(tp, fp, fn, tn)
    if tp + fn == 0 or fp + tn == 0:
        assert math.isnan(value)
        return
    assert value == pytest.approx(auc_of_point(true_positive_rate(tp, fn), false_positive_rate(fp, tn)), abs=1e-12)
    assert value == pytest.approx((recall(tp, fn) + recall(tn, fp)) / 2, abs=1e-12)
    assert auc_of_counts(fn, tn, tp, fp) == pytest.approx(1 - value, abs=1e-12)  # all decisions turned


def test_random_validation_has_the_precision_of_the_collection() -> None:
    for share in (1, 2, 4):
        assert precision(80 // share, 920 // share) == pytest.approx(0.08)


def test_the_gain_of_answer_validation_by_hand() -> None:
    """Four questions: right answer selected, wrong one selected, rightly all rejected, wrongly so."""
    truth = [1, 0, 0, 1, 0, 0, 1, 0]
    selected = [1, 0, 1, 0, 0, 0, 0, 0]
    gain = answer_validation_gain(truth, selected, rejected_all=[0, 0, 1, 1], answerable=[1, 1, 0, 1])
    assert gain == (0.25, 0.25, 0.25 + 0.25 * 0.25)
    by_question = answer_validation_gain([1, 0, 0, 0], [1, 1, 0, 0], [0, 0, 1, 1], [1, 1, 0, 1])
    assert by_question == gain
    counts = Selections(selected_right=1, rejected_right=1, questions=4)
    names = ("qa_accuracy", "qa_rej_accuracy", "estimated_qa")
    assert tuple(measure(name).evaluate(counts).value for name in names) == gain


def test_the_gain_without_questions_is_undefined() -> None:
    assert all(map(math.isnan, answer_validation_gain([], [], [], [])))
    assert measure("estimated_qa").evaluate(Selections()).reason == "there is no question to score"


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: confusion([1, 0], [1]), "truth has 2, decision has 1"),
        (lambda: confusion([1, 2], [1, 0]), "truth contains 2"),
        (lambda: confusion([1, 0], [1, "?"]), "decision contains '?'"),
        (lambda: confusion([1, math.nan], [1, 0]), "truth contains nan"),
        (lambda: precision(-1, 2), "tp = -1"),
        (lambda: recall(1, -2), "fn = -2"),
        (lambda: false_positive_rate(1, 0.5), "tn = 0.5"),
        (lambda: f_beta(1.2, 0.5), "precision = 1.2"),
        (lambda: f_beta(0.5, -0.5), "recall = -0.5"),
        (lambda: f_beta(0.5, 0.5, beta=0), "beta = 0"),
        (lambda: f_beta(0.5, 0.5, beta=-1), "beta = -1"),
        (lambda: f_beta(0.5, 0.5, beta=math.inf), "beta = inf"),
        (lambda: auc_of_point(2, 0), "tpr = 2"),
        (lambda: auc_of_point(0.5, -1), "fpr = -1"),
        (lambda: answer_validation_gain([1], [1], [1], [1]), "questions = 1"),
        (lambda: answer_validation_gain([1, 1], [1, 0], [0], [0]), "answerable questions = 0"),
        (lambda: answer_validation_gain([1], [1, 0], [0], [1]), "truth has 1, selected has 2"),
        (lambda: Selections(2, 2, 3), "questions = 3"),
    ],
)
def test_refusals_name_the_value(call: Callable[[], object], told: str) -> None:
    with pytest.raises(ValueError, match=re.escape(told)):
        call()
