"""Curves, areas and hulls against scikit-learn and scipy, with ties; the what-if against resampling."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial import ConvexHull
from sklearn.metrics import average_precision_score, precision_recall_curve, roc_auc_score, roc_curve

from jurybox.figures import (
    OperatingPoint,
    at_prevalence,
    at_threshold,
    convex_hull,
    curve_area,
    hull_area,
    hull_in_precision_recall,
    operating_point,
    point_area,
    precision_at,
    precision_recall_line,
    roc_line,
)
from jurybox.figures.parts import Line
from jurybox.measures.curves import ScoreCurve, score_curve
from jurybox.measures.inputs import Counts

EXACT = 1e-12


@st.composite
def judged_scores(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray]:
    """Labels of both classes, and scores of few levels, so that there are many ties."""
    count = draw(st.integers(2, 60))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    truth = rng.integers(0, 2, count)
    truth[:2] = 0, 1
    return truth, rng.integers(0, draw(st.integers(1, 12)), count) / 8


def shoelace(line: Line) -> float:
    x, y = line.x, line.y
    return float(abs(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1))) / 2)


@given(judged_scores())
def test_roc_curves_and_their_areas_are_those_of_scikit_learn(case: tuple[np.ndarray, np.ndarray]) -> None:
    truth, scores = case
    line = roc_line("a", 3, score_curve(truth, scores))
    fpr, tpr, _ = roc_curve(truth, scores, drop_intermediate=False)
    assert line.run == 3
    assert np.abs(line.x - fpr).max() <= EXACT
    assert np.abs(line.y - tpr).max() <= EXACT
    assert line.value == pytest.approx(roc_auc_score(truth, scores), abs=EXACT)
    area = curve_area(line)
    assert area.value == line.value
    assert shoelace(area) == pytest.approx(roc_auc_score(truth, scores), abs=EXACT)


@given(judged_scores())
def test_precision_recall_curves_and_their_areas_are_those_of_scikit_learn(case: tuple[np.ndarray, np.ndarray]) -> None:
    truth, scores = case
    line = precision_recall_line("a", 0, score_curve(truth, scores), truth.mean())
    precision, recall, _ = precision_recall_curve(truth, scores)
    assert np.abs(line.x - recall[-2::-1]).max() <= EXACT
    assert np.abs(line.y - precision[-2::-1]).max() <= EXACT
    assert line.value == pytest.approx(average_precision_score(truth, scores), abs=EXACT)
    across, up = line.corners()
    below = np.concatenate(([0.0], across)), np.concatenate(([up[0]], up))
    assert np.trapezoid(below[1], below[0]) == pytest.approx(line.value, abs=EXACT)


@given(st.integers(0, 2**32 - 1), st.integers(1, 40))
def test_the_hull_is_the_convex_hull_and_contains_every_point(seed: int, count: int) -> None:
    rng = np.random.default_rng(seed)
    fpr, tpr = rng.integers(0, 9, (2, count)) / 8
    x, y = convex_hull(fpr, tpr)
    corners = np.column_stack([[*fpr, 0, 1, 1], [*tpr, 0, 1, 0]])
    closed = Line.through("hull", [*x, 1.0], [*y, 0.0])
    assert shoelace(closed) == pytest.approx(ConvexHull(corners).volume, abs=EXACT)
    assert np.all(np.interp(fpr, x, y) >= tpr - EXACT) or x[0] == x[1]
    assert (x[0], y[0], x[-1], y[-1]) == (0, 0, 1, 1)


def test_the_hull_of_decisions_and_curves_has_the_area_below_it() -> None:
    run = operating_point("a", 0, Counts(8, 2, 0, 1, 9, 0))
    lost = OperatingPoint("lost", 1, float("nan"), 0.2, 0.0, float("nan"))
    assert hull_area([run, lost]).value == pytest.approx((1 + 0.8 - 0.1) / 2, abs=EXACT)
    perfect = score_curve([1, 0], [0.9, 0.1])
    assert hull_area([run], [perfect]).value == 1


@given(st.integers(0, 2**32 - 1))
def test_the_hull_of_long_curves_is_the_hull_of_all_their_points(seed: int) -> None:
    rng = np.random.default_rng(seed)
    truth = rng.random(3000) < 0.4
    truth[:2] = 0, 1
    curves = [score_curve(truth, rng.normal(0, 1, 3000) + shift * truth) for shift in (0.3, 1.2, 2.0)]
    run = operating_point("a", 0, Counts(80, 20, 0, 1, 99, 0))
    hull = hull_area([run], curves)
    every = [np.concatenate([getattr(c, name) for c in curves]) for name in ("fpr", "tpr")]
    x, y = convex_hull(np.append(every[0], run.fpr), np.append(every[1], run.tpr))
    assert hull.value == pytest.approx(np.trapezoid(y, x), abs=EXACT)
    assert np.all(np.interp(every[0], x, y) >= every[1] - EXACT)


def test_the_hull_is_carried_over_into_the_other_space() -> None:
    hull = hull_area([operating_point("a", 0, Counts(8, 2, 0, 1, 9, 0))])
    other = hull_in_precision_recall(hull, 0.5)
    assert (other.x[0], other.y[0]) == (0, pytest.approx(8 / 9))
    at = np.flatnonzero(np.isclose(other.x, 0.8))[-1]
    assert other.y[at] == pytest.approx(8 / 9, abs=EXACT)
    # Along the last part every point is a mix of two decisions, and its precision follows from its rates.
    part = other.x[(other.x > 0.8) & (other.y > 0)]
    fpr = 0.1 + (part - 0.8) / 0.2 * 0.9
    assert np.abs(other.y[(other.x > 0.8) & (other.y > 0)] - precision_at(part, fpr, 0.5)).max() <= EXACT


def test_the_area_of_a_point_is_that_of_its_triangle() -> None:
    point = operating_point("ofe", 1, Counts(68, 11, 0, 129, 811, 0))
    area = point_area(point)
    assert area.value == pytest.approx((1 + 68 / 79 - 129 / 940) / 2, abs=EXACT)
    assert shoelace(area) == pytest.approx(area.value, abs=EXACT)


@given(judged_scores())
def test_each_threshold_has_the_point_that_counting_gives(case: tuple[np.ndarray, np.ndarray]) -> None:
    truth, scores = case
    curve: ScoreCurve = score_curve(truth, scores)
    base = operating_point("a", 0, Counts(1, 1, 0, 1, 1, 0))
    for step, threshold in enumerate(curve.thresholds):
        yes = scores >= threshold
        tp, fp = int((yes & (truth == 1)).sum()), int((yes & (truth == 0)).sum())
        counted = operating_point("a", 0, Counts(tp, truth.sum() - tp, 0, fp, (1 - truth).sum() - fp, 0))
        there = at_threshold(base, curve, step, truth.mean())
        for found, wanted in zip(
            (there.tpr, there.fpr, there.precision, there.f),
            (counted.tpr, counted.fpr, counted.precision, counted.f),
            strict=True,
        ):
            assert found == pytest.approx(wanted, abs=EXACT)
        assert there.aside


@pytest.mark.parametrize("share", [0.05, 0.3, 0.8])
def test_the_what_if_is_what_resampled_collections_give_on_average(share: float) -> None:
    """Draw collections with another share of correct answers and count: the mean is what is shown."""
    rng = np.random.default_rng(5)
    truth = np.arange(1019) < 79
    said = np.zeros(1019, dtype=bool)
    said[:68], said[79 : 79 + 129] = True, True
    point = operating_point("ofe", 0, Counts(68, 11, 0, 129, 811, 0))
    (wanted,) = at_prevalence([point], share)
    size, draws = 20_000, 300
    right = round(size * share)
    found = []
    for _ in range(draws):
        tp = int(said[truth][rng.integers(0, 79, right)].sum())
        fp = int(said[~truth][rng.integers(0, 940, size - right)].sum())
        counted = operating_point("ofe", 0, Counts(tp, right - tp, 0, fp, size - right - fp, 0))
        found.append((counted.tpr, counted.fpr, counted.precision, counted.f))
    means, errors = np.mean(found, axis=0), np.std(found, axis=0) / np.sqrt(draws)
    for mean, error, value in zip(means, errors, (wanted.tpr, wanted.fpr, wanted.precision, wanted.f), strict=True):
        assert abs(mean - value) <= 4 * error + 1e-4
    assert (wanted.tpr, wanted.fpr) == (point.tpr, point.fpr)
