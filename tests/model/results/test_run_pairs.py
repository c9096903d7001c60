"""Tables of two runs: the tests and bounds of every pair, worked out once more."""

from pathlib import Path
from typing import Any

import pytest
from generator import write_tables
from scipy.stats import binomtest
from statsmodels.stats.multitest import multipletests

from jurybox import results
from jurybox.collection.file import create
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
    assert frame["corrected p"].tolist() == pytest.approx(multipletests(frame["p"], method="holm")[1])
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
