"""`jurybox levels`: patterns, levels by question and best answers of a collection with ranked questions."""

import csv
import io
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from jurybox.collection.state import State
from jurybox.demos import build_demo
from jurybox.gold import Gold, Graded


@pytest.fixture(scope="module")
def community(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo of ranked questions."""
    return build_demo("community", tmp_path_factory.mktemp("levels") / "community.jury")


def test_what_is_counted_is_every_ranked_answer(run: Any, community: Path) -> None:
    with closing(State(community)) as state:
        level = Graded(state.catalog, state.ledger, state.facts, Gold("GA")).of_all().level.tolist()
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


def test_refusals(run: Any, community: Path, small: Path) -> None:
    assert "no ranked questions" in run("levels", small).refusal
    assert "not a gold standard" in run("levels", community, "--gold", "GAG").refusal
