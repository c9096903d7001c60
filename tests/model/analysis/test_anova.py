"""The analysis of variance and Tukey's test, beside statsmodels, scipy and the paired t test."""

import math

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from statsmodels.formula.api import ols
from statsmodels.stats.anova import AnovaRM, anova_lm
from statsmodels.stats.libqsturng import psturng

from jurybox.analysis.anova import tukey_p, tukey_reach, two_way_anova
from jurybox.analysis.significance import t_test


def scores(seed: int, questions: int = 20, runs: int = 4) -> np.ndarray:
    lot = np.random.default_rng(seed)
    return lot.random((questions, 1)) + lot.random((questions, runs)) + 0.3 * lot.random(runs)


def long(values: np.ndarray) -> pd.DataFrame:
    places = np.indices(values.shape)
    return pd.DataFrame({"score": values.ravel(), "question": places[0].ravel(), "run": places[1].ravel()})


@pytest.mark.parametrize("seed", range(3))
def test_it_is_that_of_statsmodels(seed: int) -> None:
    values = scores(seed)
    found, table = two_way_anova(values), anova_lm(ols("score ~ C(run) + C(question)", long(values)).fit())
    for part, name in ((found.runs, "C(run)"), (found.questions, "C(question)"), (found.error, "Residual")):
        row = table.loc[name]
        assert (part.squares, part.df) == pytest.approx((row["sum_sq"], row["df"]))
        assert part.mean_square == pytest.approx(row["mean_sq"])
        assert (part.f, part.p) == pytest.approx((row["F"], row["PR(>F)"]), nan_ok=True)
    repeated = AnovaRM(long(values), "score", "question", ["run"]).fit().anova_table.loc["run"]
    assert (found.runs.f, found.runs.p) == pytest.approx((repeated["F Value"], repeated["Pr > F"]))
    assert (found.size, found.left_out, found.reason) == (20, 0, "")


@pytest.mark.parametrize("seed", range(3))
def test_two_runs_are_tested_as_by_the_paired_t_test(seed: int) -> None:
    values = scores(seed, 15, 2)
    found, paired = two_way_anova(values), t_test(values[:, 0], values[:, 1])
    assert found.runs.f == pytest.approx(paired.statistic**2)
    assert found.runs.p == pytest.approx(paired.p)
    assert tukey_p(found)[0, 1] == pytest.approx(paired.p, abs=1e-6)
    assert found.spread == pytest.approx((values[:, 0] - values[:, 1]).std(ddof=1))
    interval = stats.ttest_rel(values[:, 0], values[:, 1]).confidence_interval(0.95)
    apart = found.means[0] - found.means[1]
    assert (apart - tukey_reach(found), apart + tukey_reach(found)) == pytest.approx(
        (interval.low, interval.high), abs=1e-6
    )


def test_tukey_is_that_of_ranges_drawn_by_lot_and_of_statsmodels() -> None:
    values = scores(4, 20, 5)
    found, lot = two_way_anova(values), np.random.default_rng(1)
    p, error = tukey_p(found), math.sqrt(found.error.mean_square / 20)
    drawn = np.ptp(lot.normal(size=(400_000, 5)), axis=1)
    drawn /= np.sqrt(lot.chisquare(found.error.df, 400_000) / found.error.df)
    assert np.isnan(np.diag(p)).all()
    assert np.array_equal(p, p.T, equal_nan=True)
    for a in range(5):
        for b in range(a):
            q = abs(values[:, a].mean() - values[:, b].mean()) / error
            assert p[a, b] == pytest.approx((drawn >= q).mean(), abs=0.004)
            if p[a, b] < 0.1:  # where the approximation of statsmodels is good
                assert p[a, b] == pytest.approx(float(np.ravel(psturng(q, 5, found.error.df))[0]), abs=0.002)
    assert np.nanmin(p) < 0.1 < 0.3 < np.nanmax(p), "a trivial example"
    # Where the interval of a difference ends at 0, p is the level.
    assert stats.studentized_range.sf(tukey_reach(found) / error, 5, found.error.df) == pytest.approx(0.05)


def test_the_tables_value_of_the_range() -> None:
    # Any table of the studentized range: q(.05; 3, 12) = 3.77.
    values = scores(1, 7, 3)
    found = two_way_anova(values)
    assert found.error.df == 12
    assert tukey_reach(found) / math.sqrt(found.error.mean_square / 7) == pytest.approx(3.77, abs=0.005)


def test_questions_undefined_for_a_run_are_left_out() -> None:
    values = scores(5)
    values[3, 1] = values[7, 2] = values[7, 0] = np.nan
    found, expected = two_way_anova(values), two_way_anova(values[~np.isnan(values).any(axis=1)])
    assert (found.left_out, found.size) == (2, 18)
    assert found.runs == expected.runs
    # What is not tested has no F; two nan are not equal.
    assert (found.error.squares, found.error.df) == (expected.error.squares, expected.error.df)


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        (np.ones((9, 3)), "no error to test by"),
        (np.arange(9.0)[:, None] + np.array([0.0, 0.1, 0.3]), "no error to test by"),
        (np.ones((1, 3)), "there is one"),
        (np.full((4, 3), np.nan), "there is none"),
        (np.ones((0, 3)), "there is none"),
        (np.arange(9.0)[:, None], "two runs are needed"),
    ],
)
def test_what_cannot_be_tested_says_why(values: np.ndarray, reason: str) -> None:
    found = two_way_anova(values)
    assert reason in found.reason
    assert math.isnan(found.runs.p)
    assert math.isnan(found.spread)
    assert np.isnan(tukey_p(found)).all()
    assert math.isnan(tukey_reach(found))
    assert found.size == (0 if not len(values) or np.isnan(values).all() else len(values))
