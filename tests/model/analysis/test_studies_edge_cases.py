"""Where studies go wrong easily: ties, negative scores, edges of bins, nothing defined, too little."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_studies import bin_of
from scipy.optimize import curve_fit

from jurybox.analysis import draws
from jurybox.analysis.studies import assessor_study, collection_size, error_rate, fit_decay, stability, swap
from jurybox.analysis.studies.pairs import PairBins
from jurybox.measures import MEASURES, Counts, Outcomes, measure
from jurybox.scoring.order_tables import area_table
from jurybox.scoring.tallies.counted import columns_of, decision_columns
from jurybox.scoring.tallies.outcomes import OutcomeTally
from jurybox.scoring.unit_table import SumTable, UnitData, count_table, mean_table
from jurybox.watch import Stopped, Watch


def means(*columns: list[float]) -> SumTable:
    return mean_table(np.array(columns, dtype=np.float64).T)


def test_runs_that_tie_exactly_are_ties_even_at_zero() -> None:
    found = stability(means([0.0] * 8, [0.0] * 8, [0.3] * 8, [0.3] * 8), 4, trials=10)
    assert found.equal[0].tolist() == [10] * 10
    assert found.equal[-1].tolist() == [10] * 10
    assert found.lesser[1].tolist() == [10] * 10


def test_a_difference_of_exactly_the_margin_is_no_tie() -> None:
    found = stability(means([1.0] * 100, [1.0] * 93 + [0.0] * 7), 100, trials=1)
    assert found.greater[0].tolist() == [1] * 7 + [0] * 3


def test_negative_scores_measure_the_margin_by_the_larger_or_by_the_larger_in_magnitude() -> None:
    data = means([-0.50] * 4, [-0.52] * 4)
    larger = stability(data, 2, trials=1)
    assert larger.greater[0].tolist() == [1] * 4 + [0] * 6
    wide = means([0.01] * 4, [-0.5] * 4)
    assert stability(wide, 2, trials=1).greater[0].tolist() == [1] * 10
    assert stability(means([-0.01] * 4, [-0.0104] * 4), 2, trials=1).equal[0].tolist() == [0] * 4 + [1] * 6
    magnitude = stability(means([0.0] * 4, [-0.5] * 4), 2, trials=1, margin="larger-magnitude")
    assert magnitude.equal[0].sum() == 0


@pytest.mark.parametrize("hundredths", range(25))
def test_a_difference_on_the_edge_of_a_bin_is_in_the_bin_above(hundredths: int) -> None:
    bins = PairBins()
    d = hundredths * 0.01
    bins.add(np.array([[d, 0.0]]), np.array([[0.0, d]]))
    assert bins.cases.tolist() == [int(at == min(20, hundredths)) for at in range(21)]
    assert bin_of(d) == min(20, hundredths)


def test_a_zero_on_one_side_is_no_swap_and_an_opposite_sign_is() -> None:
    bins = PairBins()
    bins.add(np.array([[0.05, 0.0], [0.0, 0.0], [0.05, 0.0]]), np.array([[0.3, 0.3], [0.0, 0.4], [0.0, 0.4]]))
    assert (bins.cases[5], bins.reversals[5], bins.cases[0], bins.reversals[0]) == (2, 1, 1, 0)


def test_empty_bins_have_no_rate_and_are_not_the_first_that_qualifies() -> None:
    found = swap(means([1.0] * 10, [0.5] * 10), 5, trials=8)
    assert math.isnan(found.rates[0])
    assert (found.required, found.highest, found.relative, found.sensitivity) == (0.2, 1.0, 0.2, 1.0)


def test_without_a_qualifying_bin_there_is_no_required_difference() -> None:
    lot = np.random.default_rng(0)
    found = swap(mean_table(lot.integers(0, 2, (12, 2)).astype(float)[:, [0, 0]]), 6, trials=5)
    assert found.required == 0.0  # all differences are zero: no swap among them
    assert found.reason == "all pairs tie on every set"
    opposite = means([0.0] * 5 + [1.0] * 5, [1.0] * 5 + [0.0] * 5)
    none = swap(opposite, 5, trials=50)
    assert (none.swaps == none.count)[1:].all()
    assert none.required == 0.0 or math.isnan(none.required)


def test_where_no_difference_is_required_the_reason_is_told() -> None:
    never = means([0.0, 1.0], [1.0, 0.0])
    none = swap(never, 1, trials=20)
    assert math.isnan(none.required)
    assert none.reason == "in no bin do at most 5 % of the pairs swap"
    lot = np.random.default_rng(4).integers(0, 2, (12, 3)).astype(float)
    coarse = swap(mean_table(lot), 6, trials=200)
    assert (coarse.required, coarse.sensitivity, coarse.ties) == (0.0, 1.0, coarse.count[0])
    assert coarse.ties > 0
    assert coarse.count[1:16].sum() == 0  # scores of six units move in steps of 1/6
    assert "contains only ties" in coarse.reason
    assert "sets of 6" in coarse.reason
    close = swap(means([0.501] * 8, [0.5] * 8), 4, trials=20)
    assert (close.required, close.ties) == (0.0, 0)
    assert "already in the lowest bin" in close.reason
    assert swap(means([1.0] * 8, [0.5] * 8), 4, trials=20).reason == ""


def test_a_measure_undefined_on_a_subset_is_skipped_and_counted() -> None:
    truth = np.array([1] + [0] * 19)
    said = np.zeros((20, 3), dtype=np.int8)
    data = count_table(measure("recall"), decision_columns(truth, said))
    found = stability(data, 10, trials=200)
    with_positive = int(draws.draw_sets(draws.generator(0), 200, 20, 10)[0][:, 0].sum())
    assert found.skipped == 3 * (200 - with_positive)
    assert found.equal.sum(axis=0).tolist() == [3 * with_positive] * 10
    one = swap(data, 10, trials=20)
    assert one.skipped == 60
    assert one.count.sum() == 0
    assert math.isnan(one.required)
    assert math.isnan(one.sensitivity)


def test_a_run_without_scores_has_no_area_and_leaves_the_others_alone() -> None:
    scores = np.column_stack((np.arange(10.0), np.full(10, np.nan), np.arange(10.0)[::-1]))
    data = area_table(np.arange(10) % 2, scores)
    found = stability(data, 10, trials=3)
    assert found.skipped == 6
    assert found.greater[1].tolist() == [3] * 10


@pytest.mark.parametrize(
    ("work", "told"),
    [
        (lambda data: stability(data, 41), "size = 41, and only 40 units"),
        (lambda data: stability(data, 0), "size = 0"),
        (lambda data: stability(data, 5, trials=0), "trials = 0"),
        (lambda data: stability(data, 5, seed=-1), "seed = -1"),
        (lambda data: stability(data, 5, fuzziness=(0,)), "fuzziness = 0"),
        (lambda data: stability(data, 15, variant="disjoint"), "30|hardly varies"),
        (lambda data: swap(data, 21), "2 disjoint sets of 21 units need 42"),
        (lambda data: error_rate(data, (5, 21)), "2 disjoint sets of 21 units need 42"),
        (lambda data: collection_size(data, (10, 50)), "size = 50"),
        (lambda data: collection_size(mean_table(np.empty((0, 2)))), "size = 1, and only 0 units"),
        (lambda data: stability(means([0.5] * 40), 5), "there is one"),
        (lambda data: swap(mean_table(np.empty((40, 0))), 5), "there are none"),
        (lambda data: error_rate(means([0.5] * 9, [0.1] * 9)), "2 disjoint sets of 5 units need 10"),
        (lambda data: swap(mean_table(np.empty((0, 2)))), "size = 0"),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence(work: Callable[[UnitData], object], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        work(means([0.5] * 40, [0.25] * 40))


@pytest.mark.parametrize(
    ("units", "sizes"),
    [(1, (1,)), (7, tuple(range(1, 8))), (40, tuple(range(4, 41, 4))), (99, tuple(range(9, 100, 9))),
     (100, (50, 100)), (160, (50, 100, 150))],
)  # fmt: skip
def test_usual_sizes_go_by_fifty_and_of_few_units_in_ten_steps(units: int, sizes: tuple[int, ...]) -> None:
    assert collection_size(means([0.5] * units, [0.2] * units), trials=2).sizes == sizes


def test_results_do_not_depend_on_how_the_work_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    lot = np.random.default_rng(3)
    data = mean_table(lot.random((60, 7)))
    whole = stability(data, 30, trials=50), swap(data, trials=50), collection_size(data, (20,), trials=50)
    monkeypatch.setattr(draws, "BUDGET", 3000)
    cut = stability(data, 30, trials=50), swap(data, trials=50), collection_size(data, (20,), trials=50)
    assert np.array_equal(whole[0].greater, cut[0].greater)
    assert np.array_equal(whole[1].swaps, cut[1].swaps)
    assert np.array_equal(whole[2].mean, cut[2].mean)
    assert np.array_equal(whole[2].spread, cut[2].spread)


def test_progress_comes_with_the_time_left_and_stopping_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draws, "BUDGET", 3000)
    told: list[tuple[int, int, float]] = []
    data = means([0.5] * 40, [0.25] * 40)
    stability(data, 20, trials=10, watch=Watch(lambda at: told.append((at.done, at.total, at.left))))
    assert [done for done, _, _ in told] == sorted({done for done, _, _ in told})
    assert told[-1][:2] == (10, 10)
    assert math.isnan(told[0][2])
    assert told[-1][2] == 0.0
    assert len(told) > 2
    seen: list[int] = []
    with pytest.raises(Stopped):
        swap(data, trials=10, watch=Watch(lambda at: seen.append(at.done), lambda: len(seen) > 1))
    assert seen[-1] < 10


@pytest.mark.parametrize("seed", range(6))
def test_the_decay_is_the_nonlinear_least_squares_of_scipy(seed: int) -> None:
    lot = np.random.default_rng(seed)
    sizes = np.arange(5.0, 33.0)
    rates = np.clip(0.45 * np.exp(-0.08 * sizes) + lot.normal(0, 0.01, sizes.size), 0, 1)
    expected, covariance = curve_fit(lambda s, a, b: a * np.exp(-b * s), sizes, rates, p0=(0.4, 0.05))
    found = fit_decay(sizes, rates)
    assert found is not None
    np.testing.assert_allclose((found.a, found.b), expected, rtol=1e-5)
    np.testing.assert_allclose(found.covariance, covariance, rtol=1e-3)
    size, step = found.size_for(0.05), 1e-6
    assert found.at(size) == pytest.approx(0.05)
    gradient = [
        (type(found)(found.a + step, found.b, covariance, 0).size_for(0.05) - size) / step,
        (type(found)(found.a, found.b + step, covariance, 0).size_for(0.05) - size) / step,
    ]
    by_hand = math.sqrt(np.array(gradient) @ covariance @ np.array(gradient))
    assert found.size_error_for(0.05) == pytest.approx(by_hand, rel=1e-2)
    slope = np.array([np.exp(-found.b * 64), -found.a * 64 * np.exp(-found.b * 64)])
    assert found.error_at(64) == pytest.approx(math.sqrt(slope @ covariance @ slope), rel=1e-2)


def test_a_decay_that_cannot_be_fitted_is_none_and_one_that_does_not_fall_has_no_size() -> None:
    assert fit_decay(np.array([5.0, 5.0]), np.array([0.1, 0.2])) is None
    assert fit_decay(np.array([5.0, 6.0, 7.0]), np.zeros(3)) is None
    rising = fit_decay(np.array([5.0, 6.0, 7.0]), np.array([0.1, 0.2, 0.3]))
    assert rising is not None
    assert math.isnan(rising.size_for(0.05))
    assert math.isnan(rising.size_error_for(0.05))
    exact = fit_decay(np.array([5.0, 10.0]), np.array([0.2, 0.1]))
    assert exact is not None
    assert exact.at(20) == pytest.approx(0.025)


def test_bins_with_few_cases_are_not_fitted() -> None:
    lot = np.random.default_rng(0)
    data = mean_table(lot.random((40, 3)) + np.array([0.0, 0.01, 0.3]))
    found = error_rate(data, range(5, 21), trials=30)
    for at, fit in enumerate(found.fits):
        assert (fit is not None) <= (np.count_nonzero(found.cases[:, at] >= 100) >= 3)
    assert found.cases.sum() == 16 * 30 * 3
    assert any(fit is None for fit in found.fits)


def test_rates_that_do_not_fall_as_sets_grow_are_not_fitted() -> None:
    lot = np.random.default_rng(1)
    data = mean_table(0.3 * lot.random((40, 8)))  # runs of the same worth: rates are near one half at any size
    found = error_rate(data, range(5, 21), trials=40)
    fitted = 0
    for at, fit in enumerate(found.fits):
        enough = found.cases[:, at] >= 100
        if np.count_nonzero(enough) < 3:
            continue
        free = fit_decay(np.array(found.sizes, dtype=float)[enough], found.rates[enough, at])
        assert free is not None
        assert (fit is None) == (free.b <= 0)
        fitted += fit is not None
    assert 0 < fitted < 5, "of five bins some fall and some do not"


@given(st.data())
@settings(max_examples=examples(40), deadline=None)
def test_formulas_give_what_the_measures_give(data: st.DataObject) -> None:
    units = data.draw(st.integers(1, 12))
    lot = np.random.default_rng(data.draw(st.integers(0, 10**6)))
    truth, said = lot.integers(0, 2, units), lot.integers(0, 3, (units, 4))
    outcomes = lot.integers(-1, 2, (units, 4))
    weights = lot.integers(0, 3, (5, units))
    names = ["rejected(P(C|A))", "rejected(P(¬C|A))", "rejected(0.5)", "F(3)", "F(0.5)"]
    names += [one.name for one in MEASURES if Counts in one.accepts and one.counts and not one.counts.of_pairs]
    for name in names:
        one = measure(name)
        got = count_table(one, decision_columns(truth, said)).evaluate(weights)
        for row, run in np.ndindex(*got.shape):
            many = np.repeat(np.arange(units), weights[row])
            cells = np.zeros((2, 3), dtype=int)
            np.add.at(cells, (truth[many], said[many, run]), 1)
            expected = one.evaluate(Counts(*cells[1].tolist(), *cells[0].tolist())).value
            assert got[row, run] == pytest.approx(expected, rel=1e-15, abs=0, nan_ok=True)
        if Outcomes in one.accepts:
            rows = np.where(outcomes < 0, 2, 0)
            columns = columns_of(OutcomeTally.of_cells, rows, outcomes == 1, Outcomes.meanings)
            of_questions = count_table(one, columns).evaluate(np.ones((1, units)))
            for run in range(4):
                tally = Outcomes(*(int((outcomes[:, run] == code).sum()) for code in (1, 0, -1)))
                assert of_questions[0, run] == pytest.approx(one.evaluate(tally).value, rel=1e-15, nan_ok=True)


def test_undefined_units_are_left_out_of_a_mean_by_run() -> None:
    data = mean_table(np.array([[1.0, np.nan], [0.5, 0.25], [np.nan, np.nan]]))
    got = data.evaluate(np.array([[1, 1, 1], [1, 0, 1], [0, 0, 1], [2, 1, 0]]))
    np.testing.assert_array_equal(got, [[0.75, 0.25], [1.0, np.nan], [np.nan, np.nan], [2.5 / 3, 0.25]])


def test_assessors_who_agree_leave_the_order_alone_and_groups_never_share_anybody() -> None:
    asked: list[tuple[int, ...]] = []

    def score(group: tuple[int, ...]) -> np.ndarray:
        asked.append(group)
        return np.array([3.0, 2.0, 1.0, np.nan])

    found = assessor_study(score, 5, 2, trials=20, seed=1)
    assert found.disjoint
    assert found.mean == 1.0
    assert found.undefined == 0
    assert len(asked) == len(set(asked)) <= 10
    assert found.pairs <= 15, "five people make ten pairs of two, and three disjoint ones to each: 15"
    assert assessor_study(score, 4, 2, trials=100).pairs == 3
    turned = assessor_study(lambda group: np.array([1.0, 2.0]) * (1 if 0 in group else -1), 2, 1, trials=5)
    assert turned.taus.tolist() == [-1.0] * 5
    assert (turned.lowest.tolist(), turned.highest.tolist()) == ([-1.0, -2.0], [1.0, 2.0])
    assert not assessor_study(score, 5, 3, trials=2).disjoint
    with pytest.raises(ValueError, match="groups of 2 cannot differ among 2"):
        assessor_study(score, 2, 2)
