"""Exact means: whatever is put in and taken back, the mean is that of the values that stand, rounded once."""

import math

import numpy as np
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from jurybox.scoring.tallies.exact import ExactMeans

VALUES = st.one_of(
    st.floats(-1, 1), st.just(math.nan), st.floats(0, 1e-12), st.just(5e-324), st.fractions(0, 1).map(float)
)


def plain(values: list[float]) -> float:
    """The mean of the values that are defined."""
    known = [value for value in values if not math.isnan(value)]
    return math.fsum(known) / len(known) if known else math.nan


@settings(max_examples=examples(80), deadline=None)
@given(
    arrays.arrays(np.float64, st.tuples(st.integers(0, 8), st.just(2), st.integers(1, 3)), elements=VALUES),
    st.lists(st.tuples(st.integers(0, 7), st.lists(VALUES, min_size=6, max_size=6)), max_size=8),
)
def test_the_mean_is_that_of_fsum_after_any_changes(values: np.ndarray, edits: list[tuple[int, list[float]]]) -> None:
    means = ExactMeans(values.copy())
    for at, numbers in edits:
        if at < len(values):
            after = np.array(numbers)[: values[at].size].reshape(values[at].shape)
            assert means.change(at, after) == (not np.array_equal(values[at], after, equal_nan=True))
            values[at] = after
    for row in range(2):
        expected = [plain(values[:, row, column].tolist()) for column in range(values.shape[2])]
        assert list(map(repr, means.means(row))) == list(map(repr, expected))


def test_a_mean_over_very_many_is_exact() -> None:
    values = np.random.default_rng(1).random((40_000, 1, 2))
    assert ExactMeans(values).means(0) == [math.fsum(values[:, 0, at]) / 40_000 for at in (0, 1)]


def test_sums_that_cancel_leave_what_is_small() -> None:
    values = np.array([1.0, 2.0**-60, -1.0, 2.0**-1074]).reshape(4, 1, 1)
    assert ExactMeans(values).means(0) == [math.fsum([2.0**-60, 2.0**-1074]) / 4]
