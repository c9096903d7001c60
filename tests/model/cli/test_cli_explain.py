"""What `score --explain` takes: questions and series, measures of both; and what is said below tables."""

import math
from pathlib import Path
from typing import Any

import pytest
from demo_file import demo_file

SERIES_PARTS = {"factoid_accuracy": 0.5, "list_f": 0.8}


@pytest.fixture
def series(tmp_path: Path) -> Path:
    return demo_file(tmp_path / "series.jury", "series")


@pytest.mark.parametrize("name", ["s03", "s03.1"])
def test_a_series_is_explained_by_its_name_and_by_a_question_of_it(run: Any, series: Path, name: str) -> None:
    asked = ("score", series, "--measure", "series", "--explain", "heath-1", name)
    told = run(*asked, "--format", "json").json["measure"]["series"]
    whole = run("score", series, "--by", "unit", "--measure", "series", "--format", "json").json["units"]
    own = next(one["series"] for one in whole if (one["unit"], one["run"]) == ("s03", "heath-1"))
    assert told["value"] == own
    assert told["counts"].items() >= SERIES_PARTS.items()
    assert [row["question"] for row in told["table"]] == [f"s03.{at}" for at in range(1, 7)]
    assert run(*asked).out.startswith("series of heath-1 on the series s03: ")


def test_the_score_by_type_is_explained_over_all_questions(run: Any, series: Path) -> None:
    whole = run("score", series, "--measure", "by-type", "--format", "json").json["runs"]
    own = next(one["measure"]["by-type"]["value"] for one in whole if one["run"] == "heath-1")
    asked = ("score", series, "--measure", "by-type", "--explain", "heath-1", "s03.1")
    assert run(*asked, "--format", "json").json["measure"]["by-type"]["value"] == own
    assert run(*asked).out.startswith("by-type of heath-1 on all questions: ")


def test_other_measures_are_explained_over_the_questions_of_a_series(run: Any, series: Path) -> None:
    found = run("score", series, "--explain", "heath-1", "s03", "--format", "json").json["measure"]
    assert next(iter(found)) == "series"
    assert found["accuracy"]["counts"] == {"correct": 2, "total": 4}
    refused = run("score", series, "--explain", "heath-1", "s99").refusal
    assert refused.startswith("There is no question or series 's99' in ")


def test_a_question_that_is_left_out_or_waits_says_why(run: Any, demo: Path) -> None:
    reasons = {}
    for name in ("V002", "V006"):
        asked = ("score", demo, "--measure", "qa_accuracy", "--explain", "tarn-1", name, "--format", "json")
        reasons[name] = run(*asked).json["measure"]["qa_accuracy"]["reason"]
    assert reasons["V002"].endswith("neither correct nor incorrect, which leaves the question out")
    assert reasons["V006"] == "no question is complete yet"


def test_outer_bounds_are_explained_once_where_there_are_some(run: Any, series: Path, demo: Path) -> None:
    told = "~ marks bounds that no score can pass, but that may not be reached."
    for by in ("run", "category", "series"):
        asked = ("score", series, "--bounds", "--measure", "CWS", "--by", by)
        assert run(*asked).out.splitlines().count(told) == 1
    assert told not in run("score", series, "--measure", "CWS").out
    assert told not in run("score", demo, "--bounds", "--measure", "accuracy").out


def test_bounds_of_cws_and_k1_are_narrower_than_the_range(run: Any, series: Path) -> None:
    asked = ("score", series, "--measure", "CWS", "--measure", "K1", "--format", "json")
    for one in run(*asked).json["runs"]:
        for cell in one["measure"].values():
            assert not cell["exact"]
            assert cell["low"] <= cell["value"] <= cell["high"]
            assert 0 < cell["high"] - cell["low"] < 0.6


def test_agreement_says_why_categories_have_no_interval(run: Any, tmp_path: Path) -> None:
    told = "A category of fewer than 10 questions has no interval."
    path = demo_file(tmp_path / "community.jury", "community")
    found = run("agreement", path, "--format", "json", "--draws", "20").json["categories"]
    ends = [one["intervals"]["alpha_nominal"]["low"] for one in found]
    assert all(end is None or math.isnan(end) for end in ends)
    assert told in run("agreement", path, "--by", "category", "--draws", "20").out.splitlines()
    assert told not in run("agreement", path, "--by", "category", "--draws", "0").out
    assert told not in run("agreement", path, "--by", "label", "--draws", "20").out


def test_auc_says_where_answers_without_a_score_are_ranked(run: Any, demo: Path) -> None:
    # V033 has one correct answer, of which slate-1 says nothing: it is below the four that it scores.
    shown = run("score", demo, "--measure", "AUC", "--explain", "slate-1", "V033").out
    assert "with answers that the run gives no score below all others" in shown
