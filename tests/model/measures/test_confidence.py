"""CWS, K, K1, the correlation of confidence, and answer time: values, edges, refusals."""

import math
import re
from collections.abc import Callable

import numpy as np
import pytest

from jurybox.measures import (
    Confidences,
    Outcomes,
    ScoredAnswers,
    TimedRun,
    average_precision,
    confidence_correlation,
    confidence_weighted_score,
    effective_times,
    k1_measure,
    k_measure,
    measure,
    mrrt,
    utility,
)


def test_cws_by_hand() -> None:
    assert confidence_weighted_score([1, 0, 1]) == (1 + 1 / 2 + 2 / 3) / 3
    assert confidence_weighted_score([0, 1, 1]) == (0 + 1 / 2 + 2 / 3) / 3
    assert confidence_weighted_score([1, 1]) == 1.0
    assert confidence_weighted_score([0, 0]) == 0.0
    assert math.isnan(confidence_weighted_score([]))


def test_cws_is_ap_without_its_factor() -> None:
    """With all correct answers first, the ranks behind them still add to CWS and not to AP."""
    correct = [1, 1, 0, 0]
    assert average_precision(correct, 4) == 0.5
    assert confidence_weighted_score(correct) == pytest.approx((1 + 1 + 2 / 3 + 2 / 4) / 4, abs=1e-15)


def test_unanswered_questions_come_last_in_cws() -> None:
    score = measure("CWS").evaluate(Confidences(correct=[1, 0], confidence=None, total=4))
    assert score.value == confidence_weighted_score([1, 0, 0, 0])
    assert score.units == 4


def test_k1_by_hand() -> None:
    assert k1_measure([0.9, 0.5, 0.25], [1, 0, 1], 4) == pytest.approx((0.9 - 0.5 + 0.25) / 4, abs=1e-15)
    assert k1_measure([], [], 3) == 0.0
    assert k1_measure([0, 0], [1, 0], 2) == 0.0
    assert math.isnan(k1_measure([], [], 0))


def test_k1_with_full_confidence_is_the_utility() -> None:
    assert k1_measure([1, 1, 1], [1, 1, 0], 5) == utility(2, 1, 5)
    full = Confidences(correct=[1, 1, 0], confidence=[1, 1, 1], total=5)
    assert measure("K1").evaluate(full).value == measure("UF").evaluate(Outcomes(2, 1, 2)).value


def test_k_by_hand() -> None:
    """Three questions: two known answers of which one is found and repeated; a wrong one; nothing."""
    scores, evaluations, known = [[1.0, 0.5, 0.5], [0.8], []], [[1, 0, -1], [-1], []], [2, 1, 3]
    shares = [(1.0 - 0.5) / 3, -0.8 / 1, 0.0]
    assert k_measure(scores, evaluations, known) == pytest.approx(sum(shares) / 3, abs=1e-15)
    assert [k_measure(*one) for one in zip(scores, evaluations, known, strict=True)] == pytest.approx(shares)
    inputs = [ScoredAnswers(*one) for one in zip(scores, evaluations, known, strict=True)]
    assert measure("K").evaluate(inputs).value == pytest.approx(sum(shares) / 3, abs=1e-15)
    assert k_measure(np.array(scores[0]), np.array(evaluations[0]), np.int64(2)) == shares[0]


def test_k_edges() -> None:
    assert k_measure([], [], 0) == 0.0  # nothing known, nothing answered
    assert math.isnan(k_measure([], [], []))
    assert k_measure([[1.0]], [[1]], np.array([1])) == 1.0
    assert k_measure([1.0], [1], 4) == 0.25


def test_the_correlation_is_undefined_for_constant_lists() -> None:
    assert confidence_correlation([0.0, 1.0], [0, 1]) == 1.0
    assert confidence_correlation([1.0, 0.0], [0, 1]) == -1.0
    for confidence, correct in (([], []), ([0.5], [1]), ([0.5, 0.5], [0, 1]), ([0.1, 0.9], [1, 1])):
        assert math.isnan(confidence_correlation(confidence, correct))
        score = measure("confidence-correlation").evaluate(Confidences(correct, confidence, 5))
        assert score.reason


def test_a_run_without_confidence_says_so() -> None:
    silent = Confidences(correct=[1, 0], confidence=None, total=2)
    for name in ("K1", "confidence-correlation"):
        score = measure(name).evaluate(silent)
        assert math.isnan(score.value)
        assert score.reason == "the run does not say of every answer how confident it is"


def test_mrrt() -> None:
    assert mrrt(0.38, 1, 0) == 0.38
    assert mrrt(0.4, 0.5, 1) == pytest.approx(0.8 / (1 + math.exp(0.5)), abs=1e-15)
    assert mrrt(0.4, 1, 1e6) == 0.0  # no overflow
    assert measure("MRRT(r=2)").evaluate(TimedRun(0.4, 30, 60)).value == mrrt(0.4, 0.5, 2)


def test_iso_ranking_curves() -> None:
    """All points with x = c (1 + exp(r t)) / 2 have the score c."""
    for t in (0.1, 0.4, 1.0):
        x = 0.2 * (1 + math.exp(0.7 * t)) / 2
        assert mrrt(x, t, 0.7) == pytest.approx(0.2, abs=1e-15)


def test_effective_times() -> None:
    assert effective_times([549, 5141, 56]).tolist() == [549 / 5141, 1.0, 56 / 5141]
    assert effective_times([7]).tolist() == [1.0]
    assert effective_times([]).tolist() == []


@pytest.mark.parametrize(
    ("run", "reason"),
    [
        (TimedRun(0.4, None, 60), "the answer time of the run is not known"),
        (TimedRun(0.4, 30, None), "the answer time of the slowest run is not known"),
        (TimedRun(math.nan, 30, 60), "MRR is undefined"),
    ],
)
def test_a_run_without_time_is_undefined(run: TimedRun, reason: str) -> None:
    score = measure("MRRT").evaluate(run)
    assert math.isnan(score.value)
    assert score.reason == reason


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: confidence_weighted_score([1, 2]), "2"),
        (lambda: k1_measure([1.2], [1], 1), "1.2"),
        (lambda: k1_measure([-0.1], [1], 1), "-0.1"),
        (lambda: k1_measure([math.nan], [1], 1), "nan"),
        (lambda: k1_measure([0.5], [1, 0], 2), "scores has 1, correct has 2"),
        (lambda: k1_measure([0.5, 0.5], [1, 0], 1), "total = 1"),
        (lambda: k_measure([[0.5]], [[2]], [1]), "2.0"),
        (lambda: k_measure([[0.5]], [[1]], [-1]), "known = -1"),
        (lambda: k_measure([0.5], [1, 1], 1), "scores has 1, evaluations has 2"),
        (lambda: confidence_correlation([0.5, 7], [0, 1]), "7.0"),
        (lambda: mrrt(1.1, 0.5, 1), "mrr = 1.1"),
        (lambda: mrrt(0.5, 0, 1), "effective_time = 0"),
        (lambda: mrrt(0.5, 1.5, 1), "effective_time = 1.5"),
        (lambda: mrrt(0.5, 0.5, -1), "r = -1"),
        (lambda: mrrt(0.5, 0.5, math.inf), "r = inf"),
        (lambda: mrrt(math.nan, 0.5, 1), "mrr = nan"),
        (lambda: effective_times([5, 0]), "seconds = 0"),
        (lambda: effective_times([5, -3]), "seconds = -3"),
        (lambda: effective_times([5, math.nan]), "seconds = nan"),
        (lambda: effective_times([5, None]), "None"),
        (lambda: TimedRun(0.5, 70, 60), "seconds = 70"),
        (lambda: TimedRun(1.5, 30, 60), "mrr = 1.5"),
        (lambda: TimedRun(0.5, 0, None), "seconds = 0"),
        (lambda: Confidences([1, 1], None, 1), "total = 1"),
    ],
)
def test_refusals_name_the_value(call: Callable[[], object], told: str) -> None:
    with pytest.raises(ValueError, match=re.escape(told)):
        call()
