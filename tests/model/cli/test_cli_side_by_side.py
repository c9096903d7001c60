"""`disagreements --question`: everybody's labels in columns, and accepting a column as one step."""

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from generated import generated_collection
from series import LISTED, series_collection

from jurybox.collection.state import State
from jurybox.commands import Judge, SetFact
from jurybox.session import open_session

SHOWN = ("disagreements", "--question", "1.2")


@pytest.fixture
def three(tmp_path: Path) -> Path:
    """Ana, Ben and Cam about the four answers of a list question; one majority, two ties, one agreed."""
    path = series_collection(tmp_path / "c.jury")
    with closing(open_session(path, assessor="Cam")) as session:
        session.execute(SetFact("gold", "adjudicated+strict"))
        for who, letters in enumerate(("ccii", "iiii", "-ici")):
            for answer, letter in zip(LISTED, letters, strict=True):
                label = {"c": "correct", "i": "incorrect"}.get(letter)
                session.execute(Judge((answer,), label, assessor=who))
    return path


def decisions(path: Path) -> list[str]:
    """Return what is decided about the answers of the list question."""
    with closing(State(path)) as state:
        return [state.ledger.codes.word(int(state.ledger.adjudications[answer])) for answer in LISTED]


def entries(path: Path) -> int:
    with closing(State(path)) as state:
        return len(state.ledger)


def test_a_question_is_shown_with_everybodys_labels_in_columns(run: Any, three: Path) -> None:
    before = entries(three)
    out = run(*SHOWN, three).out
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert lines[0] == "kind about Ana Ben Cam majority gold standard decision"
    assert lines[1] == "label l1 correct incorrect left out"
    assert lines[2] == "label l2 correct incorrect incorrect incorrect left out"
    assert "3 disagreements, 0 decided; 1 without disagreement, not listed." in out
    assert any(line.startswith("Ana 3 0 0 0 ") for line in lines)
    assert any(line.startswith("Cam 2 0 0 1 ") for line in lines)
    assert "l4" not in out
    everything = run(*SHOWN, three, "--all").out
    assert "label  l4" in everything
    assert "not listed" not in everything
    assert entries(three) == before


def test_the_object_has_labels_by_assessor_and_every_column(run: Any, three: Path) -> None:
    shown = run(*SHOWN, three, "--all", "--format", "json").json
    assert shown["question"] == "1.2"
    assert [(row["about"], row["said"]) for row in shown["rows"]] == [
        ("l1", {"Ana": "correct", "Ben": "incorrect", "Cam": ""}),
        ("l2", {"Ana": "correct", "Ben": "incorrect", "Cam": "incorrect"}),
        ("l3", {"Ana": "incorrect", "Ben": "incorrect", "Cam": "correct"}),
        ("l4", {"Ana": "incorrect", "Ben": "incorrect", "Cam": "incorrect"}),
    ]
    assert [one["accept"] for one in shown["accepting"]] == ["Ana", "Ben", "Cam", "majority"]


def test_a_column_is_previewed_then_accepted_by_somebody_as_one_step(run: Any, three: Path) -> None:
    before = entries(three)
    preview = run(*SHOWN, three, "--accept", "Cam", "--as", "Ben", "--dry-run").out
    assert "Accepting Cam's labels for question 1.2: 2 decisions." in preview
    assert "1 stays open: Cam gave no label." in preview
    assert preview.splitlines()[-1] == "Nothing was changed."
    assert entries(three) == before
    done = run(*SHOWN, three, "--accept", "Cam", "--as", "Ben").out
    assert done.splitlines()[:-1] == preview.splitlines()[:-1]
    assert done.splitlines()[-1] == "Stored as one step by Ben; Ctrl+Z undoes it in the window."
    assert decisions(three) == ["", "incorrect", "correct", ""]
    with closing(open_session(three, assessor="Ben")) as session:
        session.undo()
        session.flush()
    assert decisions(three) == [""] * 4


def test_the_majority_and_replacing(run: Any, three: Path) -> None:
    run(*SHOWN, three, "--accept", "Ana")
    assert decisions(three) == ["correct", "correct", "incorrect", ""]
    with closing(State(three)) as state:
        assert state.catalog.assessors[state.entry(len(state.ledger) - 1).assessor].name == "organiser"
    kept = run(*SHOWN, three, "--accept", "majority").out
    assert "1 earlier decision differs and stays as it is." in kept
    assert kept.splitlines()[-1] == "Nothing to decide."
    run(*SHOWN, three, "--accept", "majority", "--replace")
    assert decisions(three) == ["correct", "incorrect", "incorrect", ""]
    assert run(*SHOWN, three, "--accept", "Ben", "--format", "json").json["stored"] is False
    printed = run(*SHOWN, three, "--accept", "Ben", "--format", "csv").out.splitlines()
    assert [line.split(",")[0] for line in printed] == ["accept", "Ben"], "a table alone, to be read on"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--question", "9.9"], "There is no question '9.9'. Nothing was changed."),
        (["--accept", "Ana"], "--all, --accept, --replace, --as and --dry-run go with --question."),
        (["--question", "1.2", "--by", "thing"], "--question shows one question side by side"),
        (["--question", "1.2", "--dry-run"], "--replace, --as and --dry-run go with --accept."),
        (["--question", "1.2", "--accept", "Zoe"], "--accept takes Ana, Ben, Cam, majority."),
        (["--question", "1.2", "--accept", "Ana", "--as", "Zoe"], "There is no assessor 'Zoe' to decide."),
    ],
)
def test_what_cannot_be_asked_is_refused(run: Any, three: Path, words: list[str], sentence: str) -> None:
    before = entries(three)
    assert sentence in run("disagreements", three, *words).refusal
    assert entries(three) == before


def test_a_gold_standard_that_ignores_decisions_is_named(run: Any, tmp_path: Path) -> None:
    path = generated_collection(
        tmp_path / "r.jury", kind="ranked", questions=6, assessors=4, runs=3, judged=1.0, correct=0.4
    )
    found = run("disagreements", path, "--format", "json").json["questions"]
    name = found[0]["question"]
    warning = "Decisions about labels have no effect under this gold standard."
    assert warning in run("disagreements", path, "--question", name, "--gold", "GA").out
    assert warning not in run("disagreements", path, "--question", name, "--gold", "adjudicated").out


@pytest.mark.usefixtures("quick_pictures")
def test_the_report_counts_what_was_accepted(run: Any, three: Path, tmp_path: Path) -> None:
    run(*SHOWN, three, "--accept", "Cam", "--as", "Ben")
    run("report", three, "-o", tmp_path / "r", "--measure", "F-list")
    page = (tmp_path / "r" / "report.html").read_text(encoding="utf-8")
    assert "Ben accepted Cam&#x27;s labels for 1 question (2 decisions)" in page


def test_the_order_of_fewest_decisions_begins_with_what_they_complete(run: Any, three: Path) -> None:
    found = run("disagreements", three, "--order", "fewest", "--format", "json").json["questions"]
    left = [len(one["answers"]) + len(one["things"]) for one in found]
    assert left == sorted(left)
    run(*SHOWN, three, "--accept", "Cam")
    again = run("disagreements", three, "--order", "fewest", "--format", "json").json["questions"]
    assert again[0]["question"] == "1.2", "one of its three is left"
