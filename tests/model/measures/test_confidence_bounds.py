"""Outer bounds of CWS, K1 and the correlation against every way to finish a few questions, left out or not."""

import math
from itertools import product

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from jurybox.measures.confidence import confidence_correlation, confidence_weighted_score, k1_measure
from jurybox.measures.confidence_bounds import correlation_ends, cws_ends, k1_ends
from jurybox.measures.forms import Chances

NEAR = 1e-12
WAYS = ["0", "1", "01", "0-", "1-", "01-"]
"""What can become of a question: incorrect, correct, left out."""

finishes = st.lists(st.sampled_from(WAYS), max_size=6)


def chances_of(ways: list[str]) -> Chances:
    return Chances(
        np.array(["0" not in each for each in ways], dtype=np.bool_),
        np.array(["1" in each for each in ways], dtype=np.bool_),
        np.array(["-" in each for each in ways], dtype=np.bool_),
    )


def inside(ends: tuple[float, float], values: list[float]) -> None:
    defined = [value for value in values if not math.isnan(value)]
    assert math.isnan(ends[0]) == math.isnan(ends[1]) == (not defined)
    if defined:
        assert ends[0] - NEAR <= min(defined)
        assert max(defined) <= ends[1] + NEAR


@given(finishes)
@example(["1", "1", "1", "0", "0", "1-"])
def test_no_way_to_finish_lies_outside_the_bounds_of_cws(ways: list[str]) -> None:
    scores = [confidence_weighted_score([int(each) for each in one if each != "-"]) for one in product(*ways)]
    ends = cws_ends(chances_of(ways))
    inside(ends, scores)
    if ways and not any("-" in each for each in ways):
        assert abs(ends[0] - min(scores)) < NEAR
        assert abs(ends[1] - max(scores)) < NEAR


@given(st.lists(st.tuples(st.sampled_from(WAYS), st.one_of(st.floats(0, 1), st.just(math.nan))), max_size=6))
def test_the_bounds_of_k1_are_reached_where_questions_are_free_of_each_other(drawn: list[tuple[str, float]]) -> None:
    scores = []
    for one in product(*(ways for ways, _ in drawn)):
        kept = [(sure, int(each)) for each, (_, sure) in zip(one, drawn, strict=True) if each != "-"]
        if not any(math.isnan(sure) for sure, _ in kept):
            scores.append(k1_measure([sure for sure, _ in kept], [hit for _, hit in kept], len(kept)))
    ends = k1_ends(chances_of([ways for ways, _ in drawn]), np.array([sure for _, sure in drawn]))
    inside(ends, scores)
    defined = [score for score in scores if not math.isnan(score)]
    if defined:
        assert abs(ends[0] - min(defined)) < NEAR
        assert abs(ends[1] - max(defined)) < NEAR


@given(st.lists(st.tuples(st.sampled_from(WAYS), st.one_of(st.floats(0, 1), st.just(math.nan))), max_size=6))
@example([("01", 0.2), ("01", 0.9), ("0", 0.4), ("1", 0.4)])
def test_the_bounds_of_the_correlation_are_reached_where_nothing_is_left_out(drawn: list[tuple[str, float]]) -> None:
    scores = []
    for one in product(*(ways for ways, _ in drawn)):
        kept = [(sure, int(each)) for each, (_, sure) in zip(one, drawn, strict=True) if each != "-"]
        if not any(math.isnan(sure) for sure, _ in kept):
            scores.append(confidence_correlation([sure for sure, _ in kept], [hit for _, hit in kept]))
    ends = correlation_ends(chances_of([ways for ways, _ in drawn]), np.array([sure for _, sure in drawn]))
    inside(ends, scores)
    defined = [score for score in scores if not math.isnan(score)]
    if defined and not any("-" in ways for ways, sure in drawn if not math.isnan(sure)):
        assert abs(ends[0] - min(defined)) < NEAR
        assert abs(ends[1] - max(defined)) < NEAR


def test_one_question_that_may_be_left_out_leaves_bounds_narrow() -> None:
    ways = ["1"] * 20 + ["0"] * 20 + ["01-"]
    low, high = cws_ends(chances_of(ways))
    assert 0.75 < low < high < 0.9
