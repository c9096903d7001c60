"""`jurybox levels`: patterns, levels by question and best answers of a collection with ranked questions."""

import csv
import io
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from generator import write_tables

from jurybox.collection.file import create
from jurybox.collection.state import State
from jurybox.demos import build_demo
from jurybox.formats.imports import import_into
from jurybox.gold import Gold, Graded


@pytest.fixture(scope="module")
def community(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo of ranked questions."""
    return build_demo("community", tmp_path_factory.mktemp("levels") / "community.jury")


def test_what_is_counted_is_every_ranked_answer(run: Any, community: Path) -> None:
    with closing(State(community)) as state:
        level = Graded(state.collection, Gold("GA")).of_all().level.tolist()
        questions = len(state.catalog.questions)
    found = run("levels", community, "--format", "json").json
    assert found["gold"] == "GA"
    for each in set(level):
        assert sum(p["answers"] for p in found["patterns"] if p["level"] == _told(each)) == level.count(each)
    for each in range(4):
        rows = [row for row in found["questions"] if row["level"] == each]
        assert sum(row["questions"] for row in rows) == questions
        assert sum(row["questions"] * row["answers"] for row in rows) == level.count(each)
    assert sum(row["answers"] for row in found["best"]) == questions


def _told(level: int) -> int | None:
    return level if level >= 0 else None


def test_tables_say_which_gold_standard(run: Any, community: Path) -> None:
    told = run("levels", community, "--gold", "GAW(missing=rescale)").out
    assert told.startswith("Patterns (GAW(missing=rescale)).\npattern  level")
    assert "unjudged" not in told.partition("Questions by")[0].replace("????", "")
    rows = list(csv.reader(io.StringIO(run("levels", community, "--gold", "BA", "--format", "csv").out)))
    assert ["answers", "L0", "L1"] in rows


def test_what_is_unjudged_has_no_level_but_a_reason(run: Any, community: Path) -> None:
    found = run("levels", community, "--format", "json").json
    for rows in (found["patterns"], found["questions"], found["best"]):
        assert all((row["level"] is None) == ("reason" in row) for row in rows)
    assert any(row.get("reason") == "unjudged" for row in found["patterns"])


def test_where_no_ranked_question_is_to_be_judged_the_reason_is_said(run: Any, tmp_path: Path) -> None:
    write_tables(tmp_path / "t", kind="ranked", questions=2, runs=1, assessors=1, judged=0)
    table = tmp_path / "t" / "questions.csv"
    head, *rows = table.read_text(encoding="utf-8").splitlines()
    table.write_text("\n".join([f"{head},status", *(f"{row},unjudged" for row in rows)]), encoding="utf-8")
    create(tmp_path / "x.jury")
    import_into(tmp_path / "x.jury", [tmp_path / "t"])
    assert "have no answers that are to be judged" in run("levels", tmp_path / "x.jury").refusal


def test_refusals(run: Any, community: Path, small: Path) -> None:
    assert "no ranked questions" in run("levels", small).refusal
    assert "not a gold standard" in run("levels", community, "--gold", "GAG").refusal
