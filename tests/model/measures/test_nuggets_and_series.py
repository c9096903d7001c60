"""List, Other and series scores: examples worked by hand, edges, refusals."""

import math
import re
from collections.abc import Callable

import pytest

from jurybox.measures import (
    ListResponse,
    NuggetResponse,
    Parts,
    WeightedNuggets,
    by_type_score,
    instance_f,
    instance_precision,
    instance_recall,
    measure,
    nugget_f,
    nugget_precision,
    nugget_pyramid_f,
    nugget_recall,
    nugget_support_scores,
    series_score,
)


def test_a_list_by_hand() -> None:
    """Ten responses hold four correct instances, one of them twice; eight are known: D = 4."""
    assert instance_precision(4, 10) == 0.4
    assert instance_recall(4, 8) == 0.5
    assert instance_f(4, 10, 8) == 8 / 18
    assert instance_f(4, 10, 8) == pytest.approx(2 * 0.4 * 0.5 / 0.9, abs=1e-15)


def test_list_edges() -> None:
    assert math.isnan(instance_precision(0, 0))
    assert math.isnan(instance_recall(0, 0))
    assert instance_f(0, 0, 8) == 0.0
    assert instance_f(0, 10, 8) == 0.0
    assert instance_f(0, 10, 0) == 0.0
    assert math.isnan(measure("F-list").evaluate(ListResponse(0, 10, 0)).value)
    assert math.isnan(instance_f(0, 0, 0))


def test_an_empty_list_stays_in_every_mean_and_a_question_without_instances_in_none() -> None:
    run = [ListResponse(4, 10, 8), ListResponse(0, 0, 8), ListResponse(0, 5, 0)]
    for name, value in (("IP", 0.2), ("IR", 0.25), ("F-list", 4 / 18)):
        score = measure(name).evaluate(run)
        assert (score.value, score.units, score.left_out) == (value, 2, 1)
        assert measure(name).evaluate(run[2]).reason == "the question has no known instance"


# Three vital nuggets, two matched, and one okay nugget matched: the allowance is 300 characters.
@pytest.mark.parametrize(("length", "precision"), [(299, 1.0), (300, 1.0), (301, 300 / 301), (600, 0.5), (1, 1.0)])
def test_nuggets_under_at_and_over_the_allowance(length: int, precision: float) -> None:
    recall = 2 / 3
    assert nugget_recall(2, 3) == recall
    assert nugget_precision(3, length) == precision
    f3 = 10 * precision * recall / (9 * precision + recall)
    assert nugget_f(2, 1, 3, length) == pytest.approx(f3, abs=1e-15)
    response = NuggetResponse(vital=3, okay=4, vital_matched=2, okay_matched=1, length=length)
    assert measure("F(3)").evaluate(response).value == nugget_f(2, 1, 3, length)
    assert measure("nugget-precision").evaluate(response).value == precision
    assert measure("nugget-recall").evaluate(response).value == recall


def test_the_printed_precision_is_allowance_over_length() -> None:
    assert nugget_precision(1, 150) == pytest.approx(1 - (150 - 100) / 150, abs=1e-15)


def test_beta_5_is_that_of_trec_2003() -> None:
    p, r = 0.5, 0.25
    assert nugget_f(1, 0, 4, 200, beta=5) == pytest.approx(26 * p * r / (25 * p + r), abs=1e-15)
    response = NuggetResponse(vital=4, vital_matched=1, length=200)
    assert measure("F(5)").evaluate(response).value == nugget_f(1, 0, 4, 200, beta=5)
    assert measure("F1").evaluate(response).value == pytest.approx(2 * p * r / (p + r), abs=1e-15)


def test_another_allowance() -> None:
    assert nugget_precision(2, 400, allowance=150) == 0.75
    assert nugget_f(2, 0, 2, 400, allowance=150) == pytest.approx(10 * 0.75 / (9 * 0.75 + 1), abs=1e-15)


def test_without_vital_nuggets_recall_and_f_are_undefined_before_any_zero() -> None:
    assert math.isnan(nugget_recall(0, 0))
    for length in (0, 50, 500):
        assert math.isnan(nugget_f(0, 0, 0, length))
        assert math.isnan(nugget_f(0, 2, 0, length))
        score = measure("F(3)").evaluate(NuggetResponse(okay=2, okay_matched=2, length=length))
        assert (score.reason, score.left_out) == ("the question has no vital nugget", 1)


def test_only_okay_nuggets_matched() -> None:
    assert nugget_precision(2, 150) == 1.0
    assert nugget_recall(0, 3) == 0.0
    assert nugget_f(0, 2, 3, 150) == 0.0


def test_an_empty_response() -> None:
    assert math.isnan(nugget_precision(0, 0))
    assert nugget_f(0, 0, 3, 0) == 0.0
    empty = NuggetResponse(vital=3, okay=1)
    for name in ("F(3)", "nugget-recall", "nugget-precision", "vital", "all-strict"):
        assert measure(name).evaluate(empty).value == 0.0
    nothing = measure("nugget-precision").evaluate(NuggetResponse())
    assert nothing.reason == "the response is empty and the question has no nugget"


def test_a_pyramid_by_hand() -> None:
    """Weights 1, 0.5 and 0.25; the first and the last are matched in 400 characters."""
    recall, precision = 1.25 / 1.75, 0.5
    f3 = 10 * precision * recall / (9 * precision + recall)
    assert nugget_pyramid_f([1, 0.5, 0.25], [1, 0, 1], 400) == pytest.approx(f3, abs=1e-15)
    drawn = WeightedNuggets([1, 0.5, 0.25], [1, 0, 1], 400)
    assert measure("F-pyramid(3)").evaluate(drawn).value == nugget_pyramid_f([1, 0.5, 0.25], [1, 0, 1], 400)


def test_a_pyramid_of_equal_weights_is_the_f_of_vital_nuggets() -> None:
    assert nugget_pyramid_f([1, 1, 1], [1, 1, 0], 250) == nugget_f(2, 0, 3, 250)
    assert math.isnan(nugget_pyramid_f([], [], 100))
    assert math.isnan(nugget_pyramid_f([0, 0], [1, 0], 100))
    assert nugget_pyramid_f([1, 0], [0, 1], 100) == 0.0
    assert nugget_pyramid_f([1, 0], [1, 1], 0) == 0.0


def test_support_scores_by_hand() -> None:
    """Vital: one in full, one in part; okay: not at all."""
    scores = nugget_support_scores(["vital", "vital", "okay"], ["support", "partial_support", "not_support"])
    assert scores == (0.75, 0.5, 0.5, 1 / 3, 0.6, 0.4)
    assert nugget_support_scores(["vital", "vital", "okay"], ["yes", "partial", "no"]) == scores
    response = NuggetResponse(vital=2, okay=1, vital_matched=1, vital_partial=1)
    names = ("vital", "vital-strict", "all", "all-strict", "weighted", "weighted-strict")
    assert tuple(measure(name).evaluate(response).value for name in names) == scores


def test_support_scores_of_no_nuggets_are_undefined() -> None:
    assert all(map(math.isnan, nugget_support_scores([], [])))
    only_okay = nugget_support_scores(["okay", "failed"], ["yes", "failed"])
    assert math.isnan(only_okay.vital)
    assert only_okay.all == only_okay.all_strict == only_okay.weighted == 0.5
    assert measure("vital").evaluate(NuggetResponse(okay=1)).reason == "the question has no vital nugget"
    assert measure("all").evaluate(NuggetResponse()).reason == "the question has no nugget"


def test_series_by_hand() -> None:
    assert series_score(0.5, 0.25, 0.125) == pytest.approx(0.25 + 0.0625 + 0.03125, abs=1e-15)
    assert by_type_score(0.5, 0.25, 0.125) == series_score(0.5, 0.25, 0.125)


def test_a_series_without_list_questions() -> None:
    assert series_score(0.5, None, 0.125) == pytest.approx(0.67 * 0.5 + 0.33 * 0.125, abs=1e-15)
    assert series_score(0.5, None, 0.125, weights="exact") == pytest.approx(0.375, abs=1e-15)
    assert series_score(1, None, 1) == series_score(1, None, 1, weights="exact") == 1.0
    exact = measure("series(weights=exact)").evaluate(Parts(0.5, None, 0.125))
    assert exact.value == series_score(0.5, None, 0.125, weights="exact")


def test_printed_and_exact_weights_differ_by_a_third_of_a_hundredth_at_most() -> None:
    for factoid, other in ((1, 0), (0, 1), (0.3, 0.9)):
        printed, exact = (series_score(factoid, None, other), series_score(factoid, None, other, weights="exact"))
        assert abs(printed - exact) <= 0.01 / 3 + 1e-15


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        (Parts(None, 0.5, 0.5), "there is no factoid question"),
        (Parts(math.nan, 0.5, 0.5), "the accuracy over the factoid questions is undefined"),
        (Parts(0.5, 0.5, None), "there is no Other question"),
        (Parts(0.5, None, math.nan), "the Other question is unjudged or has no vital nugget"),
        (Parts(0.5, math.nan, 0.5), "the F of the list questions is undefined"),
    ],
)
def test_undefined_series_are_left_out_and_say_why(parts: Parts, reason: str) -> None:
    score = measure("series").evaluate(parts)
    assert math.isnan(score.value)
    assert score.reason == reason
    assert math.isnan(series_score(parts.factoid_accuracy, parts.list_f, parts.other_f))
    run = measure("series").evaluate([parts, Parts(1, 1, 1), Parts(0, None, 1)])
    assert (run.value, run.units, run.left_out) == ((1 + 0.33) / 2, 2, 1)


def test_by_type_needs_all_types() -> None:
    assert math.isnan(by_type_score(0.5, None, 0.5))
    assert measure("by-type").evaluate(Parts(0.5, None, 0.5)).reason == "there is no list question"


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: instance_precision(3, 2), "distinct = 3"),
        (lambda: instance_recall(3, 2), "known = 2"),
        (lambda: instance_f(1, -1, 2), "returned = -1"),
        (lambda: instance_f(2, 3, 1), "known = 1"),
        (lambda: ListResponse(2, 1, 5), "returned = 1"),
        (lambda: nugget_recall(3, 2), "vital_matched = 3"),
        (lambda: nugget_precision(1, -1), "length = -1"),
        (lambda: nugget_precision(1, 10, allowance=0), "allowance = 0"),
        (lambda: nugget_f(1, 0, 2, 100, beta=0), "beta = 0"),
        (lambda: nugget_f(1, 0, 2, 100, beta=-3), "beta = -3"),
        (lambda: nugget_f(1, -1, 2, 100), "okay_matched = -1"),
        (lambda: nugget_f(3, 0, 2, 100), "vital = 2"),
        (lambda: nugget_pyramid_f([1.5], [1], 10), "1.5"),
        (lambda: nugget_pyramid_f([0.5], [1, 0], 10), "weights has 1, matched has 2"),
        (lambda: nugget_support_scores(["vital"], ["maybe"]), "maybe"),
        (lambda: nugget_support_scores(["main"], ["yes"]), "main"),
        (lambda: nugget_support_scores(["vital"], []), "importance has 1, support has 0"),
        (lambda: NuggetResponse(vital=1, vital_matched=1, vital_partial=1), "vital = 1"),
        (lambda: series_score(1.2, None, 0.5), "factoid_accuracy = 1.2"),
        (lambda: series_score(0.5, -0.1, 0.5), "list_f = -0.1"),
        (lambda: series_score(0.5, None, 0.5, weights="equal"), "equal"),
        (lambda: by_type_score(0.5, 0.5, 2), "other_f = 2"),
        (lambda: Parts(other_f=7), "other_f = 7"),
    ],
)
def test_refusals_name_the_value(call: Callable[[], object], told: str) -> None:
    with pytest.raises(ValueError, match=re.escape(told)):
        call()
