"""Tables of two runs: the tests and bounds of every pair, worked out once more."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from generator import write_tables
from scipy.stats import PermutationMethod, binomtest, ttest_rel, wilcoxon
from statsmodels.formula.api import ols
from statsmodels.stats.anova import anova_lm
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.power import TTestPower
from sweeps import swept

from jurybox import results
from jurybox.collection.file import create
from jurybox.errors import Refused
from jurybox.formats.imports import import_into
from jurybox.measures import measure


def made(folder: Path, **how: Any) -> Path:
    write_tables(folder / "tables", **how)
    create(folder / "a.jury")
    import_into(folder / "a.jury", [folder / "tables"])
    return folder / "a.jury"


def test_every_pair_is_tested_by_signs_corrected_and_bounded(tmp_path: Path) -> None:
    path = made(tmp_path, kind="ranked", questions=24, runs=7, assessors=4, judged=0.94, correct=0.3)
    with results.opened(path) as state:
        board, one = results.scoreboard(state, "GA", unjudged="wait"), measure("nDCG")
        frame = results.pairs(board, "nDCG")
        units = results.units(board, results.names_of(state), [one])["nDCG"].unstack("run")
        bounds = {
            (a, b): board.difference(one, state.catalog.run_named[a], state.catalog.run_named[b])
            for a, b in frame.index
        }
    assert frame.index.names == ["run", "other"]
    assert len(frame) == 21
    assert (frame["difference"] >= 0).all(), "from the best run down"
    for (a, b), row in frame.iterrows():
        apart = units[a] - units[b]
        wins, losses = int((apart > 1e-9).sum()), int((apart < -1e-9).sum())
        assert (row["wins"], row["losses"], row["ties"]) == (wins, losses, len(apart) - wins - losses)
        assert row["p"] == pytest.approx(binomtest(wins, wins + losses).pvalue if wins + losses else 1.0)
        open_now = bounds[a, b].low <= 0 <= bounds[a, b].high
        assert (row["order"] == "open") == (open_now and bounds[a, b].low != bounds[a, b].high)
        assert row["low"] <= bounds[a, b].low + 1e-12
        assert row["high"] >= bounds[a, b].high - 1e-12
    for head, method in (("Holm p", "holm"), ("BH p", "fdr_bh")):
        assert frame[head].tolist() == pytest.approx(multipletests(frame["p"], method=method)[1])
    assert {"open", "settled"} <= set(frame["order"]), "a trivial collection"
    assert any("nDCG rests on" in note for note in frame.attrs["notes"])


def test_a_measure_of_whole_runs_is_tested_by_randomization(tmp_path: Path) -> None:
    path = made(tmp_path, kind="validation", questions=30, runs=3, assessors=3, judged=1.0, correct=0.4)
    with results.opened(path) as state:
        board = results.scoreboard(state)
        frame = results.pairs(board, "F1", draws=200)
        compared = results.compare(board, 0, 1, ["F1"], draws=200)
    assert frame["wins"].isna().all()
    assert any("randomization test" in note for note in frame.attrs["notes"])
    names = [state.catalog.runs[at].name for at in (0, 1)]
    pair = next(pair for pair in frame.index if set(pair) == set(names))
    assert abs(frame.loc[pair, "difference"]) == pytest.approx(abs(compared.loc["F1", "difference"]))
    assert frame.loc[pair, "p"] == compared.loc["F1", "p"]


@pytest.fixture(scope="module")
def ranked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ranked")
    how = {"kind": "ranked", "questions": 40, "runs": 4, "assessors": 4, "judged": 1.0, "correct": 0.2}
    return made(folder, **how)


def scores_of(path: Path, name: str) -> pd.DataFrame:
    """Return a measure by question and run, as the table of units has it."""
    with results.opened(path) as state:
        board = results.scoreboard(state)
        return results.units(board, results.names_of(state), [measure(name)])[name].unstack("run")


def by_ranks(a: pd.Series, b: pd.Series) -> Any:
    """Return scipy's signed-rank test of the differences that are not 0; of few of them all signs."""
    apart = (a - b).round(9).to_numpy()
    apart = apart[apart != 0]
    return wilcoxon(apart, method=PermutationMethod(np.inf) if len(apart) <= 13 else "auto")


@pytest.mark.parametrize(("test", "expected"), [("t", ttest_rel), *swept([("wilcoxon", by_ranks)])])
def test_pairs_are_tested_as_asked_on_the_questions_both_have_scores_of(ranked: Path, test: Any, expected: Any) -> None:
    with results.opened(ranked) as state:
        board = results.scoreboard(state)
        frame = results.pairs(board, "nG@1", test=test)
        matrices = {how: results.p_values(board, "nG@1", test=test, correction=how) for how in ("holm", "bh")}
    units = scores_of(ranked, "nG@1")
    undefined = units.isna().any(axis=1).sum()
    assert undefined, "a trivial collection"
    for (a, b), row in frame.iterrows():
        both = units[[a, b]].dropna()
        assert row["p"] == pytest.approx(expected(both[a], both[b]).pvalue)
        apart = both[a] - both[b]
        assert row["d"] == pytest.approx(apart.mean() / apart.std())
        for how, head in (("holm", "Holm p"), ("bh", "BH p")):
            assert matrices[how].loc[a, b] == matrices[how].loc[b, a] == pytest.approx(row[head])
    left = f"{len(units) - undefined} questions of {len(units)}; those undefined for either run are left out"
    for each in (frame, *matrices.values()):
        assert any(left in note for note in each.attrs["notes"]), each.attrs["notes"]
    assert any("(Benjamini-Hochberg)" in note for note in matrices["bh"].attrs["notes"])


def test_two_runs_are_compared_with_effect_and_questions_needed(ranked: Path) -> None:
    with results.opened(ranked) as state:
        board = results.scoreboard(state)
        frame = results.compare(board, 0, 1, ["nG@1", "nDCG"], test="t", draws=2000)
        names = [state.catalog.runs[at].name for at in (0, 1)]
    for name in ("nG@1", "nDCG"):
        units, row = scores_of(ranked, name), frame.loc[name]
        both = units[names].dropna()
        apart = both[names[0]] - both[names[1]]
        assert row["p"] == pytest.approx(ttest_rel(*(both[each] for each in names)).pvalue)
        assert (row["test"], row["tested"], row["left out"]) == ("t", len(both), len(units) - len(both))
        effect = apart.mean() / apart.std()
        assert row["d"] == pytest.approx(effect)
        assert row["d low"] < effect < row["d high"]
        assert row["needed"] == np.ceil(TTestPower().solve_power(abs(effect), alpha=0.05, power=0.8))
    notes = " ".join(frame.attrs["notes"])
    assert frame.loc["nG@1", "left out"] > 0, "a trivial collection"
    assert f"{frame.loc['nG@1', 'left out']} left out: undefined for one of the runs" in notes
    assert f"nG@1: two-sided paired t test over {frame.loc['nG@1', 'tested']} questions" in notes


def test_a_run_compared_with_itself_has_no_test_and_says_why(ranked: Path) -> None:
    with results.opened(ranked) as state:
        board = results.scoreboard(state)
        equal = results.compare(board, 0, 0, ["nDCG"], test="t")
        signed = results.compare(board, 0, 0, ["nDCG"], test="wilcoxon")
        with pytest.raises(Refused, match="Tukey's HSD test is of all pairs"):
            results.compare(board, 0, 1, ["nDCG"], test="tukey")
    row = equal.loc["nDCG"]
    assert np.isnan(row["p"])
    assert np.isnan(row["d"])
    assert row["needed"] is None or row["needed"] is pd.NA
    assert any("p is undefined: the runs have equal scores on every unit" in n for n in equal.attrs["notes"])
    assert signed.loc["nDCG", "p"] == 1.0


def test_answers_of_a_question_are_averaged_before_a_t_test(tmp_path: Path) -> None:
    path = made(tmp_path, kind="validation", questions=30, runs=2, assessors=3, judged=1.0, correct=0.4)
    with results.opened(path) as state:
        board = results.scoreboard(state)
        frame = results.compare(board, 0, 1, ["accuracy"], test="t", draws=200)
        by_sign = results.compare(board, 0, 1, ["accuracy"], draws=200)
        values = board.unit_values(measure("accuracy"))
        question = state.catalog.answer_question[values.units]
        with pytest.raises(Refused, match="F1 has no score per unit, so there is no paired t test"):
            results.compare(board, 0, 1, ["F1"], test="t")
        with pytest.raises(Refused, match="F1 has no score per unit, so there is no Tukey HSD test"):
            results.p_values(board, "F1", test="tukey")
        with pytest.raises(Refused, match="F1 has no score per unit"):
            results.anova(board, "F1")
    means = pd.DataFrame(values.values).groupby(question).mean()
    assert frame.loc["accuracy", "p"] == pytest.approx(ttest_rel(means[0], means[1]).pvalue)
    assert frame.loc["accuracy", "tested"] == len(means) < len(question)
    assert "over 30 questions (answers of a question averaged)" in " ".join(frame.attrs["notes"])
    assert by_sign.loc["accuracy", "tested"] == len(question)


def test_the_analysis_of_variance_and_tukey_rest_on_complete_questions(ranked: Path) -> None:
    with results.opened(ranked) as state:
        board = results.scoreboard(state)
        table, frame = results.anova(board, "nG@1"), results.tukey(board, "nG@1")
        matrix = results.p_values(board, "nG@1", test="tukey")
    units = scores_of(ranked, "nG@1").dropna()
    long = units.stack().rename("score").reset_index()
    expected = anova_lm(ols("score ~ C(run) + C(unit)", long).fit())
    for name, row in (("run", "C(run)"), ("question", "C(unit)"), ("error", "Residual")):
        assert table.loc[name, "sum of squares"] == pytest.approx(expected.loc[row, "sum_sq"])
        assert table.loc[name, "df"] == expected.loc[row, "df"]
    assert table.loc["run", "p"] == pytest.approx(expected.loc["C(run)", "PR(>F)"])
    for (a, b), row in frame.iterrows():
        assert row["difference"] == pytest.approx(units[a].mean() - units[b].mean())
        assert row["low"] < row["difference"] < row["high"]
        assert (row["p"] < 0.05) == (row["low"] > 0 or row["high"] < 0)
        assert matrix.loc[a, b] == row["p"]
        error = np.sqrt(expected.loc["Residual", "mean_sq"])
        assert row["effect"] == pytest.approx(row["difference"] / error)
    left = 40 - len(units)
    assert left
    for each in (table, frame):
        assert any(
            f"over {len(units)} questions; {left} left out: undefined for one of the runs" in note
            for note in each.attrs["notes"]
        )
    assert any("(Tukey)" in note for note in matrix.attrs["notes"])


def test_questions_needed_follow_from_the_spread(ranked: Path) -> None:
    with results.opened(ranked) as state:
        board = results.scoreboard(state)
        frame = results.power(board, ["nG@1", "nDCG"], differences=(0.05, 0.2), level=0.01, power=0.9)
        spread = np.sqrt(2 * results.anova(board, "nDCG").loc["error", "mean square"])
        with pytest.raises(ValueError, match="above 0"):
            results.power(board, ["nDCG"], differences=(0.0,))
    row = frame.loc["nDCG"]
    assert row["spread"] == pytest.approx(spread)
    solve = TTestPower().solve_power
    for difference in (0.05, 0.2):
        assert row[f"{difference:g}"] == np.ceil(solve(difference / spread, alpha=0.01, power=0.9))
    least = solve(None, nobs=row["questions"], alpha=0.01, power=0.9) * spread
    assert row["found now"] == pytest.approx(least, rel=1e-3)


def test_measures_without_unit_scores_are_named_and_alone_refused(tmp_path: Path) -> None:
    path = made(tmp_path, kind="validation", questions=30, runs=3, assessors=3, judged=1.0, correct=0.4)
    with results.opened(path) as state:
        board = results.scoreboard(state)
        frame = results.power(board, ["accuracy", "F1"])
        with pytest.raises(Refused, match="F1 has no score per unit"):
            results.power(board, ["F1"])
    assert frame.index.tolist() == ["accuracy"]
    assert any("F1 has no score per unit" in note for note in frame.attrs["notes"])
