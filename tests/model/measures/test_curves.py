"""ROC and precision-recall curves: ties, one class only, kept order, and areas."""

import math
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurybox.measures import ScoreOrder, auc, pr_curve, roc_curve, score_curve

labeled = st.lists(st.tuples(st.booleans(), st.integers(-5, 5)), max_size=40)


def test_by_hand() -> None:
    """Scores 9 (right), 9 (wrong), 4 (right), 1 (wrong): of four pairs two are won, one ties."""
    truth, scores = [1, 0, 1, 0], [9, 9, 4, 1]
    fpr, tpr, thresholds = roc_curve(truth, scores)
    assert fpr.tolist() == [0, 0.5, 0.5, 1]
    assert tpr.tolist() == [0, 0.5, 1, 1]
    assert thresholds.tolist() == [math.inf, 9, 4, 1]
    precision, recall, thresholds = pr_curve(truth, scores)
    assert precision.tolist() == [1 / 2, 2 / 3, 1 / 2]
    assert recall.tolist() == [0.5, 1, 1]
    assert thresholds.tolist() == [9, 4, 1]
    curve = score_curve(truth, scores)
    assert curve.pairs() == 5
    assert auc(truth, scores) == 5 / 8
    assert curve.average_precision() == (1 / 2 + 2 / 3) / 2
    assert (curve.positives, curve.negatives) == (2, 2)


def test_equal_scores_make_the_diagonal() -> None:
    fpr, tpr, _ = roc_curve([1, 0, 0, 1, 1], [0.5] * 5)
    assert fpr.tolist() == tpr.tolist() == [0, 1]
    assert auc([1, 0, 0, 1, 1], [0.5] * 5) == 0.5


def test_one_class_only() -> None:
    only_right, only_wrong = roc_curve([1, 1], [2, 1]), roc_curve([0, 0], [2, 1])
    assert np.isnan(only_right.fpr).all()
    assert only_right.tpr.tolist() == [0, 0.5, 1]
    assert np.isnan(only_wrong.tpr).all()
    assert np.isnan(pr_curve([0, 0], [2, 1]).recall).all()
    assert pr_curve([0, 0], [2, 1]).precision.tolist() == [0, 0]
    assert math.isnan(auc([1, 1], [2, 1]))
    assert math.isnan(auc([0, 0], [2, 1]))
    assert math.isnan(score_curve([0, 0], [2, 1]).average_precision())


def test_no_answers() -> None:
    curve = score_curve([], [])
    assert math.isnan(curve.auc())
    assert curve.pr().precision.tolist() == []
    assert curve.roc().thresholds.tolist() == [math.inf]


def test_infinite_scores_are_ordinary() -> None:
    assert auc([1, 0, 1], [math.inf, -math.inf, 0]) == 1.0


@given(labeled)
def test_the_area_is_the_share_of_pairs_won(drawn: list[tuple[bool, int]]) -> None:
    right = [score for truth, score in drawn if truth]
    wrong = [score for truth, score in drawn if not truth]
    twice = sum(2 * (a > b) + (a == b) for a in right for b in wrong)
    truth, scores = [t for t, _ in drawn], [s for _, s in drawn]
    assert score_curve(truth, scores).pairs() == twice
    if right and wrong:
        assert auc(truth, scores) == twice / (2 * len(right) * len(wrong))
        fpr, tpr, _ = roc_curve(truth, scores)
        assert np.trapezoid(tpr, fpr) == pytest.approx(auc(truth, scores), abs=1e-12)


@given(labeled, st.randoms(use_true_random=False))
def test_order_and_scale_do_not_matter(drawn: list[tuple[bool, int]], rng: Random) -> None:
    truth, scores = [t for t, _ in drawn], [s for _, s in drawn]
    mixed = list(drawn)
    rng.shuffle(mixed)
    first = score_curve(truth, scores)
    again = score_curve([t for t, _ in mixed], [math.exp(s) for _, s in mixed])
    assert first.tp.tolist() == again.tp.tolist()
    assert first.fp.tolist() == again.fp.tolist()
    assert np.array_equal([first.auc(), first.average_precision()], [again.auc(), again.average_precision()], True)


@given(labeled.filter(bool), st.data())
def test_a_kept_order_gives_the_same_curve_after_an_edit(drawn: list[tuple[bool, int]], data: st.DataObject) -> None:
    truth, scores = [t for t, _ in drawn], [s for _, s in drawn]
    order = ScoreOrder(scores)
    before = order.curve(truth)
    place = data.draw(st.integers(0, len(drawn) - 1))
    truth[place] = not truth[place]
    edited, full = order.relabeled(before, scores[place], right=truth[place]), score_curve(truth, scores)
    assert edited.tp.tolist() == full.tp.tolist()
    assert edited.fp.tolist() == full.fp.tolist()
    for one, other in zip((*edited.roc(), *edited.pr()), (*full.roc(), *full.pr()), strict=True):
        assert np.array_equal(one, other, equal_nan=True)


def test_refusals_name_the_value() -> None:
    with pytest.raises(ValueError, match="scores contains nan at position 1"):
        auc([1, 0], [0.5, math.nan])
    with pytest.raises(ValueError, match="truth contains 2"):
        auc([1, 2], [0.5, 0.1])
    with pytest.raises(ValueError, match="truth has 1, scores has 2"):
        roc_curve([1], [0.5, 0.1])
    order = ScoreOrder([3, 1])
    with pytest.raises(ValueError, match=r"score = 2\.5"):
        order.relabeled(order.curve([1, 0]), 2.5, right=True)
    with pytest.raises(ValueError, match="score = 0"):
        order.relabeled(order.curve([1, 0]), 0, right=True)
