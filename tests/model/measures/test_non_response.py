"""Accuracy, UF, c@1 and the rejected estimators: values, bounds, edges, refusals."""

import math
import re
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurybox.measures import (
    REJECTED_ESTIMATORS,
    Counts,
    Outcomes,
    accuracy,
    c_at_1,
    measure,
    rejected_estimator,
    share_answered,
    utility,
    utility01,
)

outcomes = st.tuples(*[st.integers(0, 400)] * 3).filter(any)


def test_by_hand() -> None:
    """Ten questions: 4 right, 3 wrong, 3 left unanswered."""
    assert accuracy(4, 10) == 0.4
    assert utility(4, 3, 10) == 0.1
    assert utility01(4, 3, 10) == 0.55
    assert c_at_1(4, 3, 10) == 0.52
    assert share_answered(7, 10) == 0.7
    assert rejected_estimator("0", 4, 3, 3) == 0.4
    assert rejected_estimator("1", 4, 3, 3) == 0.7
    assert rejected_estimator("0.5", 4, 3, 3) == 0.55
    assert rejected_estimator("P(C|A)", 4, 3, 3) == 4 / 7
    assert rejected_estimator("P(¬C|A)", 4, 3, 3) == pytest.approx(0.4 + 3 / 7 * 0.3, abs=1e-15)


def test_without_questions_everything_is_undefined() -> None:
    values = [accuracy(0, 0), utility(0, 0, 0), utility01(0, 0, 0), c_at_1(0, 0, 0), share_answered(0, 0)]
    values += [rejected_estimator(name, 0, 0, 0) for name in REJECTED_ESTIMATORS]
    assert all(map(math.isnan, values))


def test_nothing_answered() -> None:
    assert utility(0, 0, 5) == 0.0
    assert utility01(0, 0, 5) == 0.5
    assert c_at_1(0, 5, 5) == 0.0
    assert rejected_estimator("0.5", 0, 0, 5) == 0.5
    assert math.isnan(rejected_estimator("P(C|A)", 0, 0, 5))
    assert math.isnan(rejected_estimator("P(¬C|A)", 0, 0, 5))
    score = measure("rejected(P(C|A))").evaluate(Outcomes(unanswered=5))
    assert score.reason == "nothing was answered"


@given(outcomes)
def test_c_at_1_lies_between_accuracy_and_its_bound(cells: tuple[int, int, int]) -> None:
    right, wrong, silent = cells
    n = sum(cells)
    value = c_at_1(right, silent, n)
    assert value >= accuracy(right, n)
    assert value <= float(1 - Fraction(silent, n) ** 2)
    assert value == float(Fraction(right, n) * (1 + Fraction(silent, n)))
    if silent == 0:
        assert value == accuracy(right, n)
    if value == 1.0:
        assert right == n
    assert wrong >= 0


@given(outcomes, outcomes)
def test_the_second_form_of_the_utility_ranks_as_the_first(a: tuple[int, int, int], b: tuple[int, int, int]) -> None:
    first = [utility(x[0], x[1], sum(x)) for x in (a, b)]
    second = [utility01(x[0], x[1], sum(x)) for x in (a, b)]
    assert second == pytest.approx([0.5 * uf + 0.5 for uf in first], abs=1e-15)
    if Fraction(a[0] - a[1], sum(a)) == Fraction(b[0] - b[1], sum(b)):
        assert second[0] == second[1]


@given(outcomes)
def test_the_rejected_estimators_are_the_measures_they_lead_to(cells: tuple[int, int, int]) -> None:
    right, wrong, silent = cells
    n = sum(cells)
    assert rejected_estimator("0", *cells) == accuracy(right, n)
    assert rejected_estimator("0.5", *cells) == utility01(right, wrong, n)
    assert rejected_estimator("1", *cells) == accuracy(right + silent, n)
    if right + wrong:
        assert rejected_estimator("P(C|A)", *cells) == accuracy(right, right + wrong)


def test_answers_of_a_validation_run_count_like_questions() -> None:
    """Silence is never right: accuracy and c@1 count it as unanswered."""
    counts = Counts(yes_correct=3, no_correct=1, silent_correct=1, yes_incorrect=2, no_incorrect=2, silent_incorrect=1)
    same = Outcomes(correct=5, incorrect=3, unanswered=2)
    for name in ("accuracy", "c@1", "UF", "UF01", "answered", "rejected(1)"):
        assert measure(name).evaluate(counts).value == measure(name).evaluate(same).value
    assert measure("accuracy").evaluate(counts).units == 10


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: accuracy(-1, 3), "correct = -1"),
        (lambda: accuracy(4, 3), "correct = 4"),
        (lambda: accuracy(1.5, 3), "correct = 1.5"),
        (lambda: accuracy(1, math.nan), "total = nan"),
        (lambda: utility(2, 2, 3), "correct + incorrect = 4"),
        (lambda: utility01(2, -2, 3), "incorrect = -2"),
        (lambda: c_at_1(2, 2, 3), "correct + unanswered = 4"),
        (lambda: share_answered(2, 1), "answered = 2"),
        (lambda: rejected_estimator("0.7", 1, 1, 1), "0.7"),
        (lambda: rejected_estimator("0", 1, 1, -1), "unanswered = -1"),
        (lambda: Outcomes(correct=-1), "correct = -1"),
        (lambda: Counts(no_correct=-2), "no_correct = -2"),
        (lambda: Counts(yes_correct=1, yes_incorrect=1, pairs=3), "pairs = 3"),
    ],
)
def test_refusals_name_the_value(call: Callable[[], object], told: str) -> None:
    with pytest.raises(ValueError, match=re.escape(told)):
        call()
