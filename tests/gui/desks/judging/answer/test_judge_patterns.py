"""Answer patterns propose, quietly, and nothing they say is a judgment."""

from pathlib import Path

import pytest
from judge_bench import Asked, Bench, Given, Open
from PySide6.QtWidgets import QFileDialog

from jurybox_gui.desks.judging.answer.pattern_hints import PatternHints

WHO = Asked(
    "1.1",
    "Who wrote it?",
    [Given("Ada Lovelace", "By Ada Lovelace.", "NYT19980619.0373"), Given("Babbage", "No.", "APW19980619.0001")],
    "factoid",
)
OTHER = Asked("1.2", "Where?", [Given("in London", "In London.")], "factoid")


@pytest.fixture
def made(bench: Open) -> Bench:
    """A desk with two questions, of which patterns know one."""
    return bench([WHO, OTHER])


def hints(made: Bench) -> PatternHints:
    (found,) = made.desk.findChildren(PatternHints)
    return found


def said_of_each(made: Bench) -> dict[str, str]:
    found = {}
    for answer in range(3):
        made.desk.show_answer(answer)
        made.settle()
        found[made.desk.center.card.text.text] = made.desk.center.card.proposal.text()
    return found


def read(made: Bench, path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    hints(made).read(path)
    made.qtbot.waitUntil(lambda: made.desk.cache.patterns is not None)
    made.settle()


def test_patterns_propose_and_are_never_counted(made: Bench, tmp_path: Path) -> None:
    assert set(said_of_each(made).values()) == {""}
    read(made, tmp_path / "patterns.txt", "1.1 Lovelace NYT19980619.0373\n1.1 Charles\n")
    assert said_of_each(made) == {
        "Ada Lovelace": "pattern says correct: a proposal, not counted",
        "Babbage": "pattern says incorrect: a proposal, not counted",
        "in London": "",
    }
    assert len(made.session.ledger) == 0
    assert made.given() == ""
    assert "0 of 3" in made.desk.probe().said
    assert made.registry.trigger("judge.patterns")
    made.settle()
    assert set(said_of_each(made).values()) == {""}


def test_an_answer_from_another_document_is_proposed_as_unsupported(made: Bench, tmp_path: Path) -> None:
    read(made, tmp_path / "patterns.txt", "1.1 lovelace XIN19980619.0001\n")
    assert said_of_each(made)["Ada Lovelace"] == "pattern says unsupported: a proposal, not counted"


def test_bad_lines_and_bad_files_are_shown(made: Bench, tmp_path: Path) -> None:
    read(made, tmp_path / "patterns.txt", "1.1 (unclosed\n1.1 Ada\n")
    assert "1 question has a pattern. One line was left out of the patterns." in made.desk.probe().said
    made.registry.trigger("judge.patterns")
    made.settle()
    hints(made).read(tmp_path / "nothing.txt")
    made.qtbot.waitUntil(lambda: "cannot be read" in made.desk.probe().heard)
    made.press("1")
    assert len(made.session.ledger) == 1


def test_the_action_asks_for_a_file(made: Bench) -> None:
    assert made.registry.trigger("judge.patterns")
    (dialog,) = made.desk.findChildren(QFileDialog)
    assert dialog.isVisible()
    dialog.reject()
