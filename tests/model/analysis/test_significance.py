"""Tests of runs against runs, beside scipy, brute force and the numbers of the papers."""

import itertools
import math

import naive_studies as naive
import numpy as np
import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.multitest import multipletests

from jurybox.analysis.draws import generator
from jurybox.analysis.intervals import intervals
from jurybox.analysis.significance import (
    CONSTANT,
    EQUAL,
    ONE_UNIT,
    benjamini_hochberg,
    coins,
    corrected_matrix,
    holm,
    mark,
    randomization_test,
    share_above,
    sign_matrix,
    sign_p,
    sign_test,
    t_test,
    wilcoxon_test,
)
from jurybox.measures import measure
from jurybox.scoring.order_tables import area_table, confidence_table
from jurybox.scoring.tallies.counted import decision_columns
from jurybox.scoring.unit_table import Pair, StackedPair, count_table, geometric_table, mean_table, pooled_table


@pytest.mark.parametrize(
    ("wins", "losses", "p"), [(327, 274, 0.033825), (324, 277, 0.060513), (0, 0, 1.0), (5, 5, 1.0)]
)
def test_sign_test_gives_the_papers_values(wins: int, losses: int, p: float) -> None:
    assert sign_p(wins, losses) == pytest.approx(p, abs=5e-7)
    assert sign_p(losses, wins) == sign_p(wins, losses)


@given(st.integers(0, 400), st.integers(0, 400))
@settings(max_examples=examples(100), deadline=None)
def test_sign_test_is_the_exact_binomial_test(wins: int, losses: int) -> None:
    expected = stats.binomtest(wins, wins + losses).pvalue if wins + losses else 1.0
    assert sign_p(wins, losses) == pytest.approx(expected, rel=1e-9)


def test_marks_are_those_of_the_captions() -> None:
    assert [mark(327, 274, sign_p(327, 274)), mark(324, 277, sign_p(324, 277))] == ["*", ""]
    assert [mark(274, 327, sign_p(274, 327)), mark(10, 0, sign_p(10, 0)), mark(0, 10, sign_p(0, 10))] == [
        "†",
        "**",
        "‡",
    ]
    assert mark(5, 5, 1.0) == ""
    with pytest.raises(ValueError, match="wins = -1"):
        sign_p(-1, 3)


def test_sign_test_drops_ties_and_undefined_units_and_knows_the_direction() -> None:
    a = np.array([1.0, 0.3, 0.1 + 0.2, np.nan, 0.0])
    b = np.array([0.0, 0.5, 0.3, 1.0, np.nan])
    assert sign_test(a, b)[:5] == (1, 1, 1, 1.0, 2)
    up = np.array([1.0, 2.0, 3.0])
    assert sign_test(up, up - 1)[:2] == (3, 0)
    assert sign_test(up, up - 1, "lower")[:2] == (0, 3)
    table = sign_matrix(np.column_stack((up, up - 1)))
    assert (table[0][1].wins, table[1][0].wins, table[1][0].losses, table[0][0].p) == (3, 0, 3, 1.0)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20), st.sampled_from([0.01, 0.05, 0.2]))
@settings(max_examples=examples(100), deadline=None)
def test_holm_rejects_what_the_step_down_procedure_rejects(p: list[float], level: float) -> None:
    rejected = set()
    for step, at in enumerate(sorted(range(len(p)), key=p.__getitem__)):
        if p[at] * (len(p) - step) > level:
            break
        rejected.add(at)
    assert set(np.flatnonzero(holm(p) <= level).tolist()) == rejected


def test_holm_of_a_matrix_counts_each_pair_once() -> None:
    p = np.array([[np.nan, 0.01, 0.04], [0.01, np.nan, np.nan], [0.04, np.nan, np.nan]])
    found = corrected_matrix(p)
    assert found[0, 1] == found[1, 0] == 0.02
    assert found[2, 0] == 0.04
    assert np.isnan(found[1, 2])


def two_runs(name: str, seed: int, units: int) -> tuple[Pair, naive.Score]:
    """Return the data of two runs, and the plain score of run 0 or 1 where each unit is (unit, whose)."""
    lot = np.random.default_rng(seed)
    truth = lot.integers(0, 2, units)
    truth[:2] = 0, 1
    said = lot.integers(0, 3, (units, 2))
    if name in ("c@1", "F1", "UF"):
        data = count_table(measure(name), decision_columns(truth, said)).paired(0, 1)
        return data, naive.of_decisions(
            [*truth, *truth], np.concatenate((said[:, 0], said[:, 1]))[:, None].tolist(), name
        )
    if name == "AUC":
        scores = lot.integers(0, 5, (units, 2)) + truth[:, None] * 1.0
        flat = np.concatenate((scores[:, 0], scores[:, 1]))[:, None]
        return area_table(truth, scores).paired(0, 1), naive.area([*truth, *truth], flat.tolist())
    if name == "CWS":
        confidence = lot.random((units, 2))
        hits = (lot.random((units, 2)) < 0.5).astype(int)
        flat = np.concatenate((hits[:, 0], hits[:, 1]))[:, None]
        place = np.argsort(np.argsort(-np.concatenate((confidence[:, 0], confidence[:, 1]))))[:, None]
        return confidence_table(hits, confidence).paired(0, 1), naive.cws(flat.tolist(), place.tolist())
    if name == "AvgRec@3":
        hits = np.cumsum(lot.integers(0, 2, (units, 3, 2)), axis=1)
        most = np.minimum(np.arange(1, 4), lot.integers(3, 5, units)[:, None])
        both = np.concatenate((hits[:, :, 0], hits[:, :, 1]))[:, :, None]
        return pooled_table(measure(name), hits, most).paired(0, 1), naive.pooled_of_units(both, [*most, *most])
    values = lot.random((units, 2))
    if name == "GMAP":
        values[:3, 0] = 0
        flat = np.concatenate((values[:, 0], values[:, 1]))[:, None]
        data = geometric_table(values, 0.00001).paired(0, 1)
        return data, naive.geometric_of_units(flat.tolist(), 0.00001)
    return mean_table(values).paired(0, 1), naive.mean_of_units(
        np.concatenate((values[:, 0], values[:, 1]))[:, None].tolist()
    )


@pytest.mark.parametrize("name", ["c@1", "F1", "UF", "AUC", "CWS", "GMAP", "AvgRec@3", "mean"])
def test_randomization_agrees_with_all_ways_to_swap(name: str) -> None:
    units = 8
    data, score = two_runs(name, 4, units)
    apart = []
    for swapped in itertools.product((0, 1), repeat=units):
        first = [at + units * way for at, way in enumerate(swapped)]
        second = [at + units * (1 - way) for at, way in enumerate(swapped)]
        apart.append(float(score(0, first)) - float(score(0, second)))
    exact = sum(abs(each) >= abs(apart[0]) - 1e-12 for each in apart) / len(apart)
    found = randomization_test(data, draws=4000, seed=1)
    assert found.difference == pytest.approx(apart[0], abs=1e-12)
    assert abs(found.p - exact) < 4 * math.sqrt(0.25 / 4000)
    assert found == randomization_test(data, draws=4000, seed=1)
    assert name != "mean" or found.p != randomization_test(data, draws=4000, seed=2).p


def test_randomization_of_a_mean_is_that_of_scipy() -> None:
    lot = np.random.default_rng(8)
    a, b = lot.random(40), lot.random(40) + 0.1
    expected = stats.permutation_test(
        (a, b), lambda x, y: np.mean(x - y), permutation_type="samples", n_resamples=20_000, rng=lot
    ).pvalue
    found = randomization_test(mean_table(np.column_stack((a, b))).paired(0, 1), draws=20_000)
    assert found.p == pytest.approx(expected, abs=0.015)


def test_units_that_are_alike_are_swapped_as_units_of_their_own() -> None:
    lot = np.random.default_rng(11)
    truth, said = lot.integers(0, 2, 3000), lot.integers(0, 3, (3000, 2))
    right = (said != 2) & ((said == 0) == (truth == 1)[:, None])
    counted = count_table(measure("accuracy"), decision_columns(truth, said)).paired(0, 1)
    assert counted.copies is not None
    assert counted.units == len(counted.copies) == 2
    assert counted.copies.sum() == np.count_nonzero(right[:, 0] != right[:, 1])
    stacked = np.concatenate((right[:, 0], right[:, 1]))[:, None]
    plain = StackedPair(mean_table(stacked.astype(np.float64)))
    found, expected = (randomization_test(each, draws=20_000) for each in (counted, plain))
    assert found.difference == pytest.approx(expected.difference, abs=1e-12)
    assert found.p == pytest.approx(expected.p, abs=0.015)
    assert 0.02 < found.p < 0.98


def test_randomization_of_equal_runs_finds_nothing_and_of_none_is_undefined() -> None:
    same = np.column_stack((np.arange(9.0), np.arange(9.0)))
    assert randomization_test(mean_table(same).paired(0, 1), draws=50).p == 1.0
    assert math.isnan(randomization_test(mean_table(np.full((9, 2), np.nan)).paired(0, 1), draws=50).p)


@pytest.mark.parametrize("seed", range(3))
def test_intervals_of_a_mean_are_those_of_scipy(seed: int) -> None:
    values = np.random.default_rng(seed).exponential(size=(60, 2))
    found = intervals(mean_table(values), draws=10_000)
    for run in range(2):
        expected = stats.bootstrap((values[:, run],), np.mean, n_resamples=10_000, rng=seed).confidence_interval
        assert found[run].method == "BCa"
        assert found[run].low == pytest.approx(expected.low, abs=0.02)
        assert found[run].high == pytest.approx(expected.high, abs=0.03)


def test_intervals_of_f_are_recomputed_from_counts_as_in_scipy() -> None:
    lot = np.random.default_rng(2)
    truth, said = lot.integers(0, 2, 80), lot.integers(0, 2, (80, 1))
    expected = stats.bootstrap(
        (truth, said[:, 0]),
        lambda t, s: 2 * np.sum((t == 1) & (s == 0)) / (np.sum(t == 1) + np.sum(s == 0)),
        paired=True, vectorized=False, n_resamples=5000, rng=1,
    ).confidence_interval  # fmt: skip
    (found,) = intervals(count_table(measure("F1"), decision_columns(truth, said)), draws=5000)
    assert found.low == pytest.approx(expected.low, abs=0.015)
    assert found.high == pytest.approx(expected.high, abs=0.015)


def test_intervals_cover_what_they_promise() -> None:
    lot = np.random.default_rng(5)
    values = (lot.random((50, 300)) < 0.3).astype(float)
    found = intervals(mean_table(values), draws=1000)
    inside = sum(one.low <= 0.3 <= one.high for one in found) / 300
    assert 0.90 <= inside <= 0.985


def test_intervals_say_when_they_are_something_else() -> None:
    few = intervals(mean_table(np.ones((9, 1))))
    assert (few[0].method, math.isnan(few[0].low)) == ("none", True)
    constant, varied = intervals(mean_table(np.column_stack((np.ones(12), np.arange(12.0)))), draws=200)
    assert (constant.low, constant.high, constant.method) == (1.0, 1.0, "no variation")
    assert varied.method == "BCa"
    rare = np.zeros((12, 1), dtype=int)
    rare[0] = 1
    one = intervals(count_table(measure("recall"), decision_columns(rare[:, 0], 1 - rare)), draws=300)[0]
    assert one.method == "no variation"
    assert one.undefined > 50
    nothing = intervals(count_table(measure("recall"), decision_columns(np.zeros(12), rare)), draws=50)[0]
    assert (nothing.method, nothing.undefined) == ("none", 50)
    truth = np.zeros(12, dtype=int)
    truth[:11] = 1
    top = intervals(area_table(truth, np.array([[5.0]] * 11 + [[9.0]])), draws=200)[0]
    assert top.method in ("no variation", "percentile")
    with pytest.raises(ValueError, match="level = 1"):
        intervals(mean_table(np.ones((20, 1))), level=1)


def test_the_same_draws_serve_every_run_and_measure() -> None:
    lot = np.random.default_rng(1)
    values = lot.random((30, 2))
    alone = intervals(mean_table(values[:, 1:]), draws=500)
    assert intervals(mean_table(values), draws=500)[1] == alone[0]


def test_share_of_pairs_above_a_required_difference() -> None:
    scores = np.array([0.5, 0.45, 0.30, np.nan])
    assert share_above(scores, 0.05) == 1.0
    assert share_above(scores, 0.06) == pytest.approx(2 / 3)
    assert math.isnan(share_above(scores[:1], 0.05))


def paired(seed: int, units: int = 40) -> tuple[np.ndarray, np.ndarray]:
    """Return the scores of two runs, each undefined on some units."""
    lot = np.random.default_rng(seed)
    a, b = lot.random(units), lot.random(units) * 0.8
    a[lot.random(units) < 0.1] = np.nan
    b[lot.random(units) < 0.1] = np.nan
    return a, b


@pytest.mark.parametrize("seed", range(5))
def test_the_paired_t_test_is_that_of_scipy_and_leaves_out_what_is_undefined(seed: int) -> None:
    a, b = paired(seed)
    known = ~(np.isnan(a) | np.isnan(b))
    assert not known.all(), "a trivial example"
    expected, found = stats.ttest_rel(a[known], b[known]), t_test(a, b)
    assert (found.statistic, found.p) == pytest.approx((expected.statistic, expected.pvalue))
    assert (found.units, found.left_out, found.reason) == (known.sum(), (~known).sum(), "")
    assert t_test(b, a).p == pytest.approx(found.p)


@pytest.mark.parametrize("units", [1, 6, 40, 51, 200])
def test_wilcoxon_is_that_of_scipy(units: int) -> None:
    a, b = paired(units, units)
    known = ~(np.isnan(a) | np.isnan(b))
    expected, found = stats.wilcoxon(a[known], b[known]), wilcoxon_test(a, b)
    assert (found.statistic, found.p) == pytest.approx((expected.statistic, expected.pvalue))
    assert (found.units, found.left_out) == (known.sum(), (~known).sum())


def all_signs(differences: list[float]) -> float:
    """Return the exact p-value of the signed-rank test, all signs of the differences tried."""
    ranks = stats.rankdata(np.abs(differences))
    middle = ranks.sum() / 2
    apart = abs(ranks[np.array(differences) > 0].sum() - middle)
    ways = [sum(r for r, up in zip(ranks, some, strict=True) if up) for some in
            itertools.product((0, 1), repeat=len(ranks))]  # fmt: skip
    return sum(abs(way - middle) >= apart - 1e-9 for way in ways) / len(ways)


@pytest.mark.parametrize("seed", range(8))
def test_wilcoxon_of_few_units_with_ties_is_exact(seed: int) -> None:
    lot = np.random.default_rng(seed)
    differences = lot.choice([-2.0, -1.0, 1.0, 2.0, 3.0], 9) / 10
    found = wilcoxon_test(np.concatenate((differences, [0.0, 0.0])), np.zeros(11))
    assert found.p == pytest.approx(all_signs(differences.tolist()))
    assert found.units == 11, "units on which they tie are tested, though not ranked"


def test_differences_that_are_equal_but_for_rounding_tie() -> None:
    a = np.array([0.3, 0.7, 0.5, 0.9, 0.2, 0.4])
    b = np.array([0.1, 0.5, 0.5 + 1e-16, 0.7, 0.4, 0.2])
    assert len({*(a - b).tolist()}) == 6
    rounded = np.round(a - b, 6)
    assert wilcoxon_test(a, b) == wilcoxon_test(rounded, np.zeros(6))
    assert wilcoxon_test(a, b).p == pytest.approx(all_signs([0.2, 0.2, 0.2, -0.2, 0.2]))


def test_tests_without_spread_say_so() -> None:
    same = np.arange(9.0)
    equal, constant = t_test(same, same), t_test(same + 0.1, same)
    assert (equal.reason, constant.reason) == (EQUAL, CONSTANT)
    assert math.isnan(equal.p)
    assert math.isnan(constant.p)
    assert t_test(same[:1], same[:1]).reason == ONE_UNIT
    assert wilcoxon_test(same, same).p == 1.0, "as the sign test"
    assert wilcoxon_test(same[:1] + 1, same[:1]).p == 1.0
    nobody = np.full(3, np.nan)
    for test in (t_test, wilcoxon_test):
        found = test(nobody, same[:3])
        assert (found.units, found.left_out, found.reason) == (0, 3, "no unit is scored for both")
        assert math.isnan(found.p)
        assert math.isnan(test(same[:0], same[:0]).p)


@given(st.lists(st.floats(0, 1) | st.just(math.nan), max_size=30))
@settings(max_examples=examples(50), deadline=None)
def test_benjamini_hochberg_is_that_of_statsmodels(p: list[float]) -> None:
    found = benjamini_hochberg(p)
    known = [one for one in p if one == one]
    assert np.isnan(found).tolist() == [one != one for one in p]
    if known:
        assert found[~np.isnan(found)] == pytest.approx(multipletests(known, method="fdr_bh")[1])
        assert (found[~np.isnan(found)] <= holm(p)[~np.isnan(found)] + 1e-12).all()
    half = np.array([[np.nan, 0.01, 0.04], [0.01, np.nan, 0.03], [0.04, 0.03, np.nan]])
    matrix = corrected_matrix(half, "bh")
    assert matrix[0, 1:].tolist() == pytest.approx([0.03, 0.04])
    assert matrix[1, 2] == matrix[2, 1] == pytest.approx(0.04)


@pytest.mark.parametrize("shape", [(1, 1), (3, 5), (341, 159), (64, 64)])
def test_swaps_are_fair_and_those_of_numpy_whatever_was_drawn_before(shape: tuple[int, int]) -> None:
    ours, numpys = generator(7), generator(7)
    for _ in range(3):
        drawn = coins(ours, *shape)
        assert drawn.shape == shape
        assert np.array_equal(drawn, numpys.integers(0, 2, shape, dtype=np.int8))
    assert ours.random() == numpys.random()
