"""Cohen's d, its interval and the power of the t test, beside scipy, statsmodels and trials by lot."""

import math
from typing import Any

import numpy as np
import pytest
from scipy import stats
from scipy.integrate import quad
from statsmodels.stats.power import TTestPower
from sweeps import swept

from jurybox.analysis.effect_size import EffectData, cohens_d, effect_detected, effect_interval, power_of, units_needed
from jurybox.analysis.significance import paired_differences, t_test


def test_d_is_the_mean_over_the_standard_deviation_and_follows_from_t() -> None:
    lot = np.random.default_rng(3)
    a, b = lot.random(25), lot.random(25) - 0.1
    differences = paired_differences(a, b)
    assert cohens_d(differences) == pytest.approx(np.mean(a - b) / np.std(a - b, ddof=1))
    assert cohens_d(differences) == pytest.approx(t_test(a, b).statistic / math.sqrt(25))
    assert cohens_d(np.array([1.0, 2.0, 3.0])) == pytest.approx(2.0)


@pytest.mark.parametrize("differences", [[], [0.3], [0.0] * 12, [0.2] * 12, [0.2, 0.2 + 1e-12]])
def test_d_without_spread_is_undefined(differences: list[float]) -> None:
    found = np.array(differences)
    assert math.isnan(cohens_d(found))
    assert effect_interval(found, draws=50).method == "none"


@pytest.mark.parametrize("seed", range(3))
def test_the_interval_is_the_bootstrap_of_scipy(seed: int) -> None:
    differences = np.random.default_rng(seed).normal(0.05, 0.2, 60)
    found = effect_interval(differences)

    def effect(values: Any, axis: int) -> Any:
        return np.mean(values, axis=axis) / np.std(values, axis=axis, ddof=1)

    expected = stats.bootstrap((differences,), effect, n_resamples=10_000, rng=seed, vectorized=True)
    low, high = expected.confidence_interval
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.03)
    assert found.method == "BCa"
    assert found.low < cohens_d(differences) < found.high


def test_draws_score_what_they_hold() -> None:
    values = np.random.default_rng(5).normal(0.3, 0.1, (12, 2))
    weights = np.random.default_rng(6).multinomial(12, [1 / 12] * 12, 20)
    found = EffectData(values).evaluate(weights)
    for row, some in zip(found, weights, strict=True):
        drawn = np.repeat(values, some, axis=0)
        assert row == pytest.approx(drawn.mean(axis=0) / drawn.std(axis=0, ddof=1))
    alone = np.zeros((1, 12), dtype=int)
    alone[0, 3] = 12
    assert np.isnan(EffectData(values).evaluate(alone)).all(), "one unit twelve times has no spread"


def test_few_questions_have_no_interval() -> None:
    assert effect_interval(np.arange(9.0)).method == "none"
    assert effect_interval(np.arange(10.0), draws=200).method == "BCa"


def plain_power(effect: float, units: int, level: float) -> float:
    """Return the power by its definition: over all standard deviations that a sample can have."""
    df, shift = units - 1, effect * math.sqrt(units)
    limit = stats.t.isf(level / 2, df)

    def found(deviation: float) -> float:
        outside = stats.norm.sf(limit * deviation - shift) + stats.norm.cdf(-limit * deviation - shift)
        return float(outside * stats.chi.pdf(deviation * math.sqrt(df), df) * math.sqrt(df))

    return float(quad(found, 0, 1)[0] + quad(found, 1, 6)[0])


@pytest.mark.parametrize("effect", [0.05, -0.5, 2.0, *swept([0.2, 0.5, 0.8])])
@pytest.mark.parametrize("units", [2, 10, 300, *swept([3, 40])])
@pytest.mark.parametrize("level", [0.05, 0.01])
def test_power_is_that_of_its_definition_and_of_statsmodels(effect: float, units: int, level: float) -> None:
    found = power_of(effect, units, level)
    assert found == pytest.approx(plain_power(effect, units, level), abs=1e-6)
    other = TTestPower().power(effect, units, level)
    assert math.isnan(other) or found == pytest.approx(other, abs=1e-8)


@pytest.mark.parametrize("effect", [0.03, 0.1, 0.37, 0.5, 1.0, -1.0, 4.0, 20.0, 1e4])
@pytest.mark.parametrize(("level", "power"), [(0.05, 0.8), (0.01, 0.95)])
def test_as_many_questions_are_needed_as_give_that_power_and_no_more(effect: float, level: float, power: float) -> None:
    needed = units_needed(effect, level=level, power=power)
    assert needed is not None
    assert power_of(effect, needed, level) >= power
    assert needed == 2 or power_of(effect, needed - 1, level) < power
    assert units_needed(-effect, level=level, power=power) == needed


def test_needed_is_that_of_the_tables_and_of_trials() -> None:
    # Cohen 1988 and every calculator since: d = .5 needs 34 pairs, d = .2 needs 199.
    assert (units_needed(0.5), units_needed(0.2), units_needed(0.8)) == (34, 199, 15)
    lot = np.random.default_rng(8)
    found = stats.ttest_1samp(lot.normal(0.5, 1.0, (34, 4000)), 0.0).pvalue < 0.05
    assert abs(found.mean() - 0.8) < 0.03


@pytest.mark.parametrize("effect", [0.0, math.nan, 1e-12])
def test_no_number_of_questions_shows_no_effect(effect: float) -> None:
    assert units_needed(effect) is None


def test_tiny_effects_need_very_many() -> None:
    needed = units_needed(1e-5)
    assert needed is not None
    assert needed == pytest.approx(((stats.norm.ppf(0.975) + stats.norm.ppf(0.8)) / 1e-5) ** 2, rel=1e-5)


@pytest.mark.parametrize("units", [2, 3, 10, 50, 2000])
def test_the_effect_that_can_be_detected_is_the_least(units: int) -> None:
    least = effect_detected(units)
    assert power_of(least, units) >= 0.8
    assert power_of(least * 0.999, units) < 0.8
    assert math.isnan(effect_detected(1))
    assert math.isnan(power_of(0.5, 1))


def test_levels_outside_0_and_1_are_refused() -> None:
    with pytest.raises(ValueError, match="level = 0"):
        power_of(0.5, 10, 0)
    with pytest.raises(ValueError, match="power = 1"):
        units_needed(0.5, power=1)
    with pytest.raises(ValueError, match="power = 0"):
        effect_detected(5, power=0)
