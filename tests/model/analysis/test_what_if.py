"""What one changed judgment does: many at once, beside each of them done and scored in full."""

import math

import numpy as np
import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from jurybox.analysis.disagreements.what_if import areas_if, decisions_if, disagreement_sizes, find_flips
from jurybox.measures import MEASURES, Counts
from jurybox.scoring.order_tables import area_table
from jurybox.scoring.tallies.counted import decision_columns
from jurybox.scoring.unit_table import count_table, mean_table

DECISIONS = [one for one in MEASURES if Counts in one.accepts and one.counts and not one.counts.of_pairs]


@given(st.integers(1, 9), st.integers(0, 10**6))
@settings(max_examples=examples(60), deadline=None)
@pytest.mark.sweep
def test_turned_truths_score_as_if_they_had_always_been(units: int, seed: int) -> None:
    lot = np.random.default_rng(seed)
    truth, said = lot.integers(0, 2, units).astype(np.int8), lot.integers(0, 3, (units, 3)).astype(np.int8)
    scores = lot.integers(0, 4, (units, 3)).astype(float)
    scores[lot.random((units, 3)) < 0.1] = np.nan
    every = np.ones((1, units))
    for one in DECISIONS:
        now, then = decisions_if(one, truth, said, np.arange(units), 1 - truth)
        assert now.tolist() == pytest.approx(
            count_table(one, decision_columns(truth, said)).evaluate(every)[0].tolist(), nan_ok=True
        )
        for unit in range(units):
            other = truth.copy()
            other[unit] = 1 - other[unit]
            expected = count_table(one, decision_columns(other, said)).evaluate(every)[0]
            np.testing.assert_array_equal(then[unit], expected)
        scored = np.where(lot.random(units) < 0.6, truth, -1).astype(np.int8)
        becomes = np.where(scored < 0, lot.integers(0, 2, units), 1 - scored)
        now, then = decisions_if(one, scored, said, np.arange(units), becomes)
        for unit in range(units):
            other = scored.copy()
            other[unit] = becomes[unit]
            data = count_table(one, decision_columns(other[other >= 0], said[other >= 0]))
            expected = data.evaluate(np.ones((1, int((other >= 0).sum()))))[0]
            np.testing.assert_array_equal(then[unit], expected)
    now, then = areas_if(truth, scores, np.arange(units))
    np.testing.assert_array_equal(now, area_table(truth, scores).evaluate(every)[0])
    for unit in range(units):
        other = truth.copy()
        other[unit] = 1 - other[unit]
        np.testing.assert_array_equal(then[unit], area_table(other, scores).evaluate(every)[0])


def test_means_with_one_unit_replaced_leave_undefined_units_out() -> None:
    values = np.array([[0.5, 0.25], [1.0, 0.75], [np.nan, np.nan]])
    new = np.array([[0.0, 0.5], [np.nan, np.nan], [0.3, 0.9]])
    now, then = mean_table(values).replaced(np.array([0, 1, 2]), [new])
    np.testing.assert_allclose(now, [0.75, 0.5])
    np.testing.assert_allclose(then, [[0.5, 0.625], [0.5, 0.25], [0.6, 1.9 / 3]], atol=1e-11)
    same, again = mean_table(values).replaced(np.array([0]), [values[:1]])
    assert (same == again[0]).all()


def test_flips_are_strict_both_ways_and_ties_are_counted_apart() -> None:
    now = np.array([0.5, 0.4, 0.4, math.nan])
    then = np.array(
        [
            [0.5, 0.4, 0.4, 0.9],
            [0.3, 0.4, 0.4, 0.0],
            [0.4, 0.4, 0.4, 0.0],
            [0.5, 0.41, 0.4, 0.0],
            [0.3, math.nan, 0.2, 0],
        ]
    )
    found = find_flips(now, then)
    assert found.flips.tolist() == [0, 2, 0, 0, 0]
    assert found.made.tolist() == [0, 0, 2, 0, 0]
    assert found.broken.tolist() == [0, 0, 0, 1, 0]
    assert found.pairs == {1: ((0, 1), (0, 2))}
    assert found.effect == pytest.approx([0, 0.2, 0.1, 0.01, 0.2])
    assert find_flips(-now, -then, lower_is_better=True).pairs == found.pairs


def test_disagreement_has_a_size_by_label_counts() -> None:
    counts = np.array([[4, 0, 0], [2, 2, 0], [2, 0, 2], [1, 0, 0]])
    assert disagreement_sizes(counts, ordered=False) == pytest.approx([0, 2 / 3, 2 / 3, 0])
    assert disagreement_sizes(counts, ordered=True) == pytest.approx([0, 1 / 3, 2 / 3, 0])
