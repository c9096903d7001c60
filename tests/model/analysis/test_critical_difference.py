"""Mean ranks and critical differences against Demsar's worked example, scipy, and all pairs by hand."""

import itertools
import math

import numpy as np
import pytest
from scipy.stats import friedmanchisquare, rankdata, wilcoxon

from jurybox.analysis.critical_difference import critical_difference, mean_ranks

DEMSAR = np.array(
    [
        (0.763, 0.768, 0.771, 0.798),
        (0.599, 0.591, 0.590, 0.569),
        (0.954, 0.971, 0.968, 0.967),
        (0.628, 0.661, 0.654, 0.657),
        (0.882, 0.888, 0.886, 0.898),
        (0.936, 0.931, 0.916, 0.931),
        (0.661, 0.668, 0.609, 0.685),
        (0.583, 0.583, 0.563, 0.625),
        (0.775, 0.838, 0.866, 0.875),
        (1.000, 1.000, 1.000, 1.000),
        (0.940, 0.962, 0.965, 0.962),
        (0.619, 0.666, 0.614, 0.669),
        (0.972, 0.981, 0.9752, 0.9748),  # printed .975 twice, and ranked 2 and 3
        (0.957, 0.978, 0.946, 0.970),
    ]
)
"""Demsar 2006, Table 6: AUC of four variants of C4.5 on fourteen data sets."""


def test_demsars_worked_example() -> None:
    found = mean_ranks(DEMSAR)
    assert found.ranks.round(3).tolist() == [3.143, 2.0, 2.893, 1.964]
    assert critical_difference(4, 14) == pytest.approx(1.25, abs=0.005)
    assert critical_difference(4, 14, 0.1) == pytest.approx(1.12, abs=0.005)
    plain = 12 * 14 / 20 * (sum(rank**2 for rank in found.ranks.tolist()) - 4 * 25 / 4)
    assert plain == pytest.approx(9.28, abs=0.01)  # he does not correct for ties
    assert found.statistic > plain
    assert found.critical == critical_difference(4, 14)
    # No two mean ranks are 1.25 apart, so all four are one group; at 0.10 C4.5 differs from the best.
    assert found.groups == ((3, 1, 2, 0),)
    assert mean_ranks(DEMSAR, level=0.1).groups == ((3, 1, 2), (2, 0))


@pytest.mark.parametrize(
    ("runs", "q"),
    [(2, 1.960), (3, 2.343), (4, 2.569), (5, 2.728), (6, 2.850), (7, 2.949), (8, 3.031), (9, 3.102), (10, 3.164)],
)
def test_critical_values_are_those_of_demsars_table_5(runs: int, q: float) -> None:
    assert critical_difference(runs, 7) / math.sqrt(runs * (runs + 1) / 42) == pytest.approx(q, abs=0.0011)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("direction", ["higher", "lower"])
def test_friedman_is_that_of_scipy_and_groups_are_those_of_all_pairs(seed: int, direction: str) -> None:
    random = np.random.default_rng(seed)
    runs = int(random.integers(3, 8))
    values = (random.normal(size=(40, runs)) + np.linspace(0, 1.6, runs)).round(1)
    if direction == "lower":
        values = -values
    found = mean_ranks(values, direction="lower" if direction == "lower" else "higher")
    expected = friedmanchisquare(*values.T)
    assert found.statistic == pytest.approx(expected.statistic)
    assert found.p == pytest.approx(expected.pvalue)
    signed = values if direction == "lower" else -values
    ranks = np.mean([rankdata(row) for row in signed], axis=0)
    assert found.ranks == pytest.approx(ranks)
    assert found.p < 0.05
    grouped = {frozenset(two) for group in found.groups for two in itertools.combinations(group, 2)}
    for a, b in itertools.combinations(range(runs), 2):
        assert (abs(ranks[a] - ranks[b]) < found.critical) == (frozenset((a, b)) in grouped)


def test_pairs_by_wilcoxon_and_holm() -> None:
    random = np.random.default_rng(4)
    values = random.normal(size=(30, 5)) + np.array([0, 0.1, 1.0, 1.1, 2.5])
    found = mean_ranks(values, "wilcoxon-holm")
    assert math.isnan(found.critical)
    pairs = list(itertools.combinations(range(5), 2))
    p = [wilcoxon(values[:, a], values[:, b]).pvalue for a, b in pairs]
    order, differ, stopped = np.argsort(p), set(), False
    for step, at in enumerate(order.tolist()):
        stopped = stopped or p[at] >= 0.05 / (len(pairs) - step)
        if not stopped:
            differ.add(pairs[at])
    grouped = {tuple(sorted(two)) for group in found.groups for two in itertools.combinations(group, 2)}
    assert grouped.isdisjoint(differ)
    assert {(0, 1), (2, 3)} <= grouped
    assert 4 not in {run for group in found.groups for run in group}


def test_what_cannot_be_tested_says_why_and_undefined_questions_are_left_out() -> None:
    assert mean_ranks(DEMSAR[:, :2]).reason == "three runs are needed"
    assert mean_ranks(DEMSAR[:1]).reason == "two questions that are defined for all runs are needed"
    assert mean_ranks(np.ones((5, 3))).reason == "all runs tie on every question"
    holes = np.vstack([DEMSAR, [math.nan, 0.5, 0.5, 0.5]])
    found = mean_ranks(holes)
    assert (found.size, found.left_out) == (14, 1)
    assert found.ranks.tolist() == mean_ranks(DEMSAR).ranks.tolist()


def test_without_a_difference_by_friedman_nothing_is_told_apart() -> None:
    values = np.random.default_rng(5).normal(size=(12, 4))
    for post_hoc in ("nemenyi", "wilcoxon-holm"):
        found = mean_ranks(values, "nemenyi" if post_hoc == "nemenyi" else "wilcoxon-holm")
        assert found.p >= 0.05
        assert found.groups == (found.order,)


def test_all_pairs_of_sixty_runs_with_ties_are_tested_without_trying_every_sign(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from scipy import stats

    monkeypatch.setattr(stats, "permutation_test", lambda *_, **__: pytest.fail("minutes for all pairs"))
    values = np.random.default_rng(3).integers(0, 2, (13, 60)).astype(float)
    values[:, :20] = 1.0
    values[:, 40:] = 0.0
    found = mean_ranks(values, "wilcoxon-holm")
    assert not found.reason
    assert len(found.order) == 60
