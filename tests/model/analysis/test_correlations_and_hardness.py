"""Correlations, ranks and hardness, compared with scipy."""

import math
from contextlib import closing
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_studies import tau_b
from scipy import stats

from jurybox.analysis.correlations import correlation_matrix, discordant, kendall, mean_ranks, pearson, spearman
from jurybox.analysis.hardness import by_group, shares_of_zero_medians, thirds, unit_means
from jurybox.collection.state import State
from jurybox.demos import build_demo
from jurybox.gold import gold_in_force
from jurybox.measures import measure
from jurybox.measures.ranks import rank_lines, ranks
from jurybox.scoring import Scoreboard

PAIRS = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=2, max_size=25)


@given(PAIRS)
@settings(max_examples=examples(80), deadline=None)
def test_correlations_are_those_of_scipy(pairs: list[tuple[int, int]]) -> None:
    x, y = np.array(pairs, dtype=float).T
    if np.ptp(x) == 0 or np.ptp(y) == 0:
        assert all(math.isnan(of(x, y)) for of in (kendall, pearson, spearman))
        return
    assert kendall(x, y) == pytest.approx(stats.kendalltau(x, y).statistic, abs=1e-12)
    assert kendall(x, y) == pytest.approx(tau_b(x, y), abs=1e-12)
    assert pearson(x, y) == pytest.approx(stats.pearsonr(x, y).statistic, abs=1e-9)
    assert spearman(x, y) == pytest.approx(stats.spearmanr(x, y).statistic, abs=1e-9)
    np.testing.assert_array_equal(mean_ranks(x), stats.rankdata(x))


def test_tau_counts_swaps_as_the_papers_do() -> None:
    order = np.arange(63.0)
    other = order.copy()
    for at in range(0, 56, 2):
        other[[at, at + 1]] = other[[at + 1, at]]
    assert discordant(order, other) == 28
    assert round(kendall(order, other), 3) == 0.971
    assert kendall(order, other) == kendall(order, other, variant="a")
    assert kendall([1, 1, 2], [1, 2, 3], variant="a") == pytest.approx(2 / 3)
    assert math.isnan(kendall([1], [2]))
    assert math.isnan(kendall([1, math.nan], [2, 3]))
    with pytest.raises(ValueError, match="same length"):
        kendall([1, 2], [1])


def test_a_matrix_of_correlations_leaves_rows_out_by_pair() -> None:
    columns = np.array([[1.0, 1, 3], [2, 2, 2], [3, np.nan, 1], [4, 0, 0]])
    found = correlation_matrix(columns, "tau-b")
    assert found[0, 2] == found[2, 0] == -1.0
    assert found[0, 1] == pytest.approx(tau_b([1, 2, 4], [1, 2, 0]))
    assert found[0, 0] == 1.0
    assert correlation_matrix(columns, "spearman")[0, 2] == pytest.approx(-1)


def test_ranks_share_places() -> None:
    scores = np.array([0.5, 0.7, 0.5, np.nan, 0.1])
    assert ranks(scores).tolist() == [2, 1, 2, 0, 4]
    assert ranks(scores, "lower").tolist() == [2, 4, 2, 0, 1]
    assert rank_lines(np.column_stack((scores, -scores))).tolist() == [[2, 2], [1, 4], [2, 2], [0, 0], [4, 1]]


def test_thirds_are_equal_and_ties_go_by_the_order_of_questions() -> None:
    assert thirds(np.array([0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5])).tolist() == [0, 0, 0, 1, 1, 2, 2]
    assert thirds(np.array([0.1, 0.9, np.nan, 0.5])).tolist() == [2, 0, -1, 1]
    assert thirds(np.array([])).tolist() == []
    counts = by_group(thirds(np.array([0.1, 0.9, np.nan, 0.5])), np.array([1, 1, 0, 0]), 2)
    assert counts.tolist() == [[0, 1, 0], [1, 0, 1]]


@given(st.lists(st.integers(0, 12), max_size=40))
def test_thirds_differ_in_size_by_at_most_one_and_never_cross(means: list[int]) -> None:
    found = thirds(np.array(means, dtype=float))
    sizes = [int((found == third).sum()) for third in range(3)]
    assert max(sizes) - min(sizes) <= 1
    values = np.array(means, dtype=float)
    for third in (0, 1):
        here, there = values[found == third], values[found == third + 1]
        assert not len(here) or not len(there) or here.min() >= there.max()


def test_unit_means_can_leave_a_run_out_and_medians_of_zero_are_counted_by_group() -> None:
    values = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0, np.nan, 1.0], [np.nan] * 3])
    np.testing.assert_allclose(unit_means(values), [1 / 3, 1 / 3, 1, np.nan])
    np.testing.assert_allclose(unit_means(values, leave_out=(0,)), [0, 0.5, 1, np.nan])
    found = shares_of_zero_medians(values, np.array([0, 1, 1, 2]), 3)
    assert found[:2] == ((1.0, 1), (0.5, 2))
    assert math.isnan(found[2][0])
    assert found[2][1] == 0


def test_units_with_the_same_scores_in_another_order_are_tied() -> None:
    scores = [2 / 3, 1.0, 0.1, 0.2, 1 / 3, 0.7]
    means = unit_means(np.array(list(permutations(scores))))
    assert len(set(means.tolist())) == 1
    assert means[0] == pytest.approx(sum(scores) / 6, abs=1e-12)


def test_questions_of_the_community_demo_tie_exactly(tmp_path: Path) -> None:
    """9/11 for both: rounding noise had put one of two questions before the other."""
    build_demo("community", tmp_path / "c.jury")
    with closing(State(tmp_path / "c.jury")) as state:
        gold = gold_in_force(state.catalog, state.facts)
        board = Scoreboard(state.collection, gold)
        values = board.unit_values(measure("nG@1"))
        means = unit_means(values.values)
        named = {state.catalog.questions[at].name: mean for at, mean in zip(values.units, means, strict=True)}
    assert named["c15"] == named["c07"] == pytest.approx(9 / 11, abs=1e-12)
    assert named["c18"] == named["c04"] == named["c01"]
