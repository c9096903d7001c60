"""Answer patterns on the command line: what they propose, and what becomes of it when it is accepted."""

import csv
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from jurybox.collection.organizer import ORGANIZER
from jurybox.collection.state import State
from jurybox.session import open_session

PATTERNS = "1.1 Os(lo|ter) NYT19980619.0373\n1.1 (unclosed\n1.2\tRom(e|a)\n9.9 nobody\n"
ANSWERS = (
    ("1.1", "a", "in Oslo", "NYT19980619.0373"),
    ("1.1", "b", "OSLO", "APW19990101.0001"),
    ("1.1", "c", "Bergen", "NYT19980619.0373"),
    ("1.2", "d", "roma", ""),
    ("1.3", "e", "Rome", ""),
)
PROPOSED = [
    ("1.1", "a", "correct", 1),
    ("1.1", "b", "unsupported", 1),
    ("1.1", "c", "incorrect", None),
    ("1.2", "d", "correct", 3),
]


@pytest.fixture
def patterns(tmp_path: Path) -> Path:
    path = tmp_path / "patterns.txt"
    path.write_text(PATTERNS, encoding="utf-8")
    return path


@pytest.fixture
def file(run: Any, tmp_path: Path) -> Path:
    """Two factoid questions and a list question; Ana says that Bergen is correct, the patterns do not."""
    tables = tmp_path / "tables"
    tables.mkdir()
    for name, head, rows in (
        ("questions", ("question", "kind", "text"), _questions()),
        ("answers", ("question", "answer", "text", "document"), ANSWERS),
        ("assessors", ("assessor",), [("Ana",)]),
        ("judgments", ("assessor", "question", "answer", "label"), [("Ana", "1.1", "c", "correct")]),
    ):
        with (tables / f"{name}.csv").open("w", newline="", encoding="utf-8") as out:
            csv.writer(out).writerows([head, *rows])
    path = tmp_path / "qa.jury"
    assert run("new", path).status == 0
    assert run("import", path, tables).status == 0
    return path


def _questions() -> list[tuple[str, str, str]]:
    kinds = {"1.1": "factoid", "1.2": "list", "1.3": "factoid"}
    return [(name, kind, f"Where is {name}?") for name, kind in kinds.items()]


def _labels(file: Path, name: str) -> list[str]:
    with closing(State(file)) as state:
        who = state.catalog.assessor_named[name]
        return [state.ledger.codes.word(code) if code > 0 else "" for code in state.ledger.labels[who].tolist()]


def test_patterns_propose_and_store_nothing(run: Any, file: Path, patterns: Path) -> None:
    before = run("log", file).out
    told = run("patterns", file, patterns, "--format", "json")
    assert told.status == 1, "a line could not be used"
    rows = told.json["proposals"]
    assert [(row["question"], row["answer"], row["proposed"], row["line"]) for row in rows] == PROPOSED
    assert [row["gold standard"] for row in rows] == ["unjudged", "unjudged", "correct", "unjudged"]
    assert [one["line"] for one in told.json["problems"]] == [2]
    assert told.json["stored"] is None
    table = run("patterns", file, patterns).out
    assert "Patterns for 2 of 3 questions; 4 answers: 2 correct, 1 unsupported, 1 incorrect." in table
    assert "Line 2 was left out: '(unclosed'" in table
    assert run("log", file).out == before


def test_only_answers_that_nobody_has_labeled(run: Any, file: Path, patterns: Path) -> None:
    rows = run("patterns", file, patterns, "--open", "--format", "json").json["proposals"]
    assert [row["answer"] for row in rows] == ["a", "b", "d"]


def test_accepted_they_are_labels_of_an_answer_key_that_no_person_is(run: Any, file: Path, patterns: Path) -> None:
    told = run("patterns", file, patterns, "--accept", "key")
    assert told.status == 1
    assert "4 labels of key stored as one step; 0 labels there already." in told.out
    assert _labels(file, "key") == ["correct", "unsupported", "incorrect", "correct", ""]
    assert _labels(file, "Ana") == ["", "", "correct", "", ""]
    kinds = {row["assessor"]: row["kind"] for row in run("assessors", file, "--format", "json").json["assessors"]}
    assert kinds == {"Ana": "person", "key": "key"}
    gold = [row["gold standard"] for row in _proposed(run, file, patterns)]
    assert gold == ["unjudged", "unjudged", "correct", "unjudged"], "the key is not on the panel"
    gold = [row["gold standard"] for row in _proposed(run, file, patterns, "--gold", "assessor:key")]
    assert gold == ["correct", "incorrect", "incorrect", "correct"]
    again = run("patterns", file, patterns, "--accept", "key", "--format", "json")
    assert again.json["stored"] == 0
    patterns.write_text("1.2 Roma\n1.1 Bergen\n", encoding="utf-8")
    again = run("patterns", file, patterns, "--accept", "key")
    assert again.status == 0
    assert "3 labels of key stored as one step; 1 label there already." in again.out
    assert _labels(file, "key") == ["incorrect", "incorrect", "correct", "correct", ""]
    assert run("check", file).status == 0


def test_what_is_accepted_is_one_step_that_can_be_undone(run: Any, file: Path, patterns: Path) -> None:
    run("patterns", file, patterns, "--accept", "key")
    with closing(open_session(file, assessor="key")) as session:
        session.undo()
        session.flush()
    assert _labels(file, "key") == [""] * 5


def _proposed(run: Any, file: Path, patterns: Path, *words: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = run("patterns", file, patterns, "--format", "json", *words).json["proposals"]
    return rows


def test_patterns_are_refused_in_the_name_of_a_person(run: Any, file: Path, patterns: Path) -> None:
    refused = run("patterns", file, patterns, "--accept", "Ana")
    assert refused.status == 2
    assert refused.refusal.startswith("Ana is not an answer key, and patterns do not judge in the name of a person.")
    assert "Choose another name" in run("patterns", file, patterns, "--accept", ORGANIZER).refusal
    assert _labels(file, "Ana") == ["", "", "correct", "", ""]


def test_labels_that_a_scheme_does_not_have_are_refused(run: Any, file: Path, patterns: Path, tmp_path: Path) -> None:
    scheme = tmp_path / "two.csv"
    scheme.write_text("label,grade,relevant\ncorrect,1,strict\nincorrect,0,no\n", encoding="utf-8")
    assert run("labels", file, "--set", "factoid", scheme).status == 0
    refused = run("patterns", file, patterns, "--accept", "key").refusal
    assert "'unsupported', which is not a label of factoid questions here; choose from correct, inc" in refused
    assert "key" not in run("assessors", file).out


def test_a_file_without_patterns_is_refused(run: Any, file: Path, tmp_path: Path) -> None:
    empty = tmp_path / "empty.txt"
    empty.write_text("\n", encoding="utf-8")
    assert "empty.txt contains no answer patterns." in run("patterns", file, empty).refusal
    assert "cannot be read" in run("patterns", file, tmp_path / "absent.txt").refusal
