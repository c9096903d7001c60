"""What the command `study` says in words: of series, and why a swap study requires no difference."""

from pathlib import Path
from typing import Any

import pytest
from demo_file import demo_file


@pytest.fixture
def series(tmp_path: Path) -> Path:
    return demo_file(tmp_path / "series.jury", "series")


def test_several_series_are_series(run: Any, series: Path) -> None:
    told = run("study", "stability", series, "--measure", "series", "--trials", "5")
    assert told.status == 0
    assert " 4 of 12 series, 8 pending, " in told.out
    told = run("study", "stability", series, "--measure", "accuracy", "--trials", "5")
    assert " 29 of 54 questions, 25 pending, " in told.out


@pytest.mark.parametrize("form", ["table", "csv", "markdown"])
def test_a_swap_study_too_coarse_says_so(run: Any, series: Path, form: str) -> None:
    told = run("study", "swap", series, "--measure", "Hit@1", "--trials", "100", "--format", form)
    assert "contains only ties" in told.out
    assert "in sets of 14" in told.out


def test_the_reason_stands_where_no_bin_qualifies(run: Any, tmp_path: Path) -> None:
    community = demo_file(tmp_path / "community.jury", "community")
    asked = ("study", "swap", community, "--measure", "nG@1", "--trials", "300")
    found = run(*asked, "--format", "json").json
    assert found["required"] is None
    assert found["reason"] == "in no bin do at most 5 % of the pairs swap"
    assert found["reason"] in run(*asked).out
