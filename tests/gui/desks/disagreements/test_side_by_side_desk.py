"""A question side by side at the desk: keys and mouse, accepting a column, undo, what changes meanwhile."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from generated import generated_collection
from person import Person
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from series import LIST, LISTED, series_collection

from jurybox.collection.acceptances import AcceptedColumn, accepted_columns
from jurybox.collection.state import State
from jurybox.commands import Judge, SetFact, SetGroup, adjudicate
from jurybox.measures import measure
from jurybox.results.cells import score_text
from jurybox.session import open_session
from jurybox_gui.widgets.probe import painted_words

Come = Callable[..., Person]
ANA, BEN, CAM = range(3)


@pytest.fixture
def at_list(come: Come, tmp_path: Path) -> Person:
    """Dan before the four answers of a list question: Ana, Ben and Cam differ about the first three."""
    path = series_collection(tmp_path / "c.jury")
    session = open_session(path, assessor="Dan")
    session.execute(SetFact("gold", "adjudicated+strict"))
    session.execute(SetFact("panel", [one.code.hex() for one in session.catalog.assessors[:3]]))
    for who, letters in enumerate(("ccii", "iiii", "cici")):
        for answer, letter in zip(LISTED, letters, strict=True):
            label = {"c": "correct", "i": "incorrect"}[letter]
            note = "another city" if (who, answer) == (BEN, LISTED[0]) else None
            session.execute(Judge((answer,), label, note=note, seconds=7, assessor=who))
    session.close()
    person = come(path, desk="disagreements", assessor="Dan")
    person.desk.measure = measure("F-list")
    person.desk._look_again()
    person.settle()
    person.press("Shift+Right")
    return person


def rows(person: Person) -> list[list[str]]:
    """Return the table in words."""
    table = person.desk.side.view.table
    return [
        [str(table.index(row, column).data()) for column in range(table.columnCount())]
        for row in range(table.rowCount())
    ]


def decided(person: Person) -> list[str]:
    codes = person.session.ledger.adjudications[list(LISTED)].tolist()
    return [person.session.ledger.codes.word(code) for code in codes]


def click(person: Person, widget: Any, at: QPoint) -> None:
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
    person.settle()


def click_head(person: Person, section: int) -> None:
    head = person.desk.side.view.head
    middle = head.sectionViewportPosition(section) + head.sectionSize(section) // 2
    click(person, head.viewport(), QPoint(middle, head.height() // 2))


def test_everybodys_labels_are_in_columns_and_what_is_agreed_is_folded(at_list: Person) -> None:
    table = at_list.desk.side.view.table
    heads = [
        table.headerData(at, Qt.Orientation.Horizontal, Qt.ItemDataRole.DisplayRole)
        for at in range(table.columnCount())
    ]
    assert heads == ["Text", "Ana", "Ben", "Cam", "Majority", "Gold", "Decision"]
    yes, no = "Correct", "Incorrect"
    assert rows(at_list) == [
        ["Los Angeles", yes, no, yes, yes, "left out", "open"],
        ["L.A.", yes, no, no, no, "left out", "open"],
        ["Denver", no, no, yes, no, "left out", "open"],
        ["1 row without disagreement", *[""] * 6],
    ]
    at_list.press("End", "Right")
    assert rows(at_list)[-1] == ["Paris", no, no, no, no, "incorrect", ""]
    at_list.press("Left")
    assert len(rows(at_list)) == 4
    assert "Question 1.2, side by side" in at_list.words()
    assert "3 disagreements, 0 decided; 1 without disagreement" in at_list.words()
    assert at_list.desk.side.cell_in_full(0, 2) == "Ben: Incorrect, 7 s\nanother city"


@pytest.mark.sweep
def test_one_column_is_accepted_by_keys_and_undone_as_one_step(at_list: Person) -> None:
    before = len(at_list.session.ledger)
    at_list.press("Ctrl+Return")
    assert {"1", "2", "3", "4"} <= set(painted_words(at_list.desk.side.view.head.viewport()))
    at_list.press("3")
    assert "Accepting Cam's labels for question 1.2: 3 decisions." in at_list.words()
    assert len(at_list.session.ledger) == before
    at_list.press("Esc")
    assert len(at_list.session.ledger) == before
    at_list.press("Ctrl+Return", "1", "3", "Return")
    assert decided(at_list) == ["correct", "incorrect", "correct", ""]
    assert len(at_list.session.ledger) == before + 4
    assert "Accepted Cam's labels: 3 decisions." in at_list.words()
    assert [row[-1] for row in rows(at_list)[:3]] == ["Correct", "Incorrect", "Correct"]
    at_list.press("Ctrl+Z")
    assert decided(at_list) == [""] * 4
    assert [row[-1] for row in rows(at_list)[:3]] == ["open"] * 3
    assert "Accepted Cam's labels: 3 decisions." not in at_list.words()


def test_what_was_accepted_is_not_said_of_the_next_row(at_list: Person) -> None:
    at_list.press("Ctrl+Return", "3", "Return")
    assert "Accepted Cam's labels: 3 decisions." in at_list.words()
    at_list.press("Down")
    assert "Accepted Cam's labels: 3 decisions." not in at_list.words()


def test_a_column_is_accepted_with_the_mouse_alone(at_list: Person) -> None:
    desk = at_list.desk
    click_head(at_list, 2)
    assert desk.side.plan.source == BEN
    click_head(at_list, 4)
    assert desk.side.plan.source is None
    click(at_list, desk.side.cancel_button, QPoint(5, 5))
    assert desk.side.plan is None
    click_head(at_list, 1)
    click(at_list, desk.side.now, QPoint(5, 5))
    assert decided(at_list) == ["correct", "correct", "incorrect", ""]
    fold = desk.side.view.visualRect(desk.side.view.table.index(3, 0))
    click(at_list, desk.side.view.viewport(), fold.center())
    assert len(rows(at_list)) == 5
    assert not desk.detail.to_side.isVisible(), "it is where it would lead"
    click(at_list, desk.side.back, QPoint(5, 5))
    assert not desk.side.shown
    assert desk.detail.to_side.isVisible()


def test_the_effect_is_shown_before_and_is_what_happens(at_list: Person) -> None:
    """The number in the head and in the preview is how far the score of a run really moves."""
    desk, one = at_list.desk, measure("F-list")

    def scores() -> list[float]:
        board = at_list.program.bridge.scoreboard  # type: ignore[union-attr]
        assert board is not None
        return [board.score(one, run).value for run in board.runs]

    at_list.session.execute(adjudicate(LISTED[:3], "incorrect"))
    at_list.settle()
    before = scores()
    at_list.press("Ctrl+Return", "3")
    assert desk.side.effect_in_short(CAM) == ("–", False), "nothing is decided without replacing"
    at_list.press("Shift+Return")
    shown = [effect.number for effect in desk.side.effect.effects]
    at_list.press("Return")
    moved = max(abs(now - then) for now, then in zip(scores(), before, strict=True))
    assert moved > 0
    assert shown == [score_text(moved)]


def test_single_answers_are_decided_with_the_label_keys_and_the_next_one_comes_up(at_list: Person) -> None:
    at_list.press("1")
    assert at_list.desk.side.view.currentIndex().row() == 1
    at_list.press("Return")
    assert decided(at_list) == ["correct", "incorrect", "", ""]
    at_list.press("Up", "Backspace")
    assert decided(at_list) == ["correct", "", "", ""]
    at_list.press("Space", "Space")
    assert at_list.desk.side.current.answer == LISTED[1]
    at_list.press("4", "4", "Space")
    assert "Everything in this question is settled." in at_list.words()
    assert at_list.desk.side.shown


@pytest.mark.sweep
def test_earlier_decisions_stay_or_are_replaced(at_list: Person) -> None:
    at_list.press("4", "Ctrl+Return", "1")
    assert "1 earlier decision differs and stays as it is." in at_list.words()
    at_list.press("Return")
    assert decided(at_list) == ["incorrect", "correct", "incorrect", ""]
    at_list.press("Ctrl+Return", "1", "Return")
    assert decided(at_list) == ["incorrect", "correct", "incorrect", ""], "there is nothing to accept"
    at_list.press("Shift+Return")
    assert "1 earlier decision differs and is replaced." in at_list.desk.side.aside.text()
    at_list.press("Return")
    assert decided(at_list) == ["correct", "correct", "incorrect", ""]
    at_list.session.flush()
    at_list.press("Esc")
    assert not at_list.desk.side.shown
    assert at_list.desk.shows_list()


def test_the_majority_is_chosen_with_the_next_digit_or_enter(at_list: Person) -> None:
    at_list.session.execute(Judge((LISTED[2],), None, assessor=BEN))
    at_list.settle()
    at_list.press("Ctrl+Return", "4")
    assert "1 stays open: no label has more than half of the votes." in at_list.words()
    at_list.press("Esc", "Ctrl+Return", "Return")
    assert at_list.desk.side.plan.source is None
    at_list.press("Return")
    assert decided(at_list) == ["correct", "incorrect", "", ""]


def test_labels_keys_wait_while_a_column_is_chosen(at_list: Person) -> None:
    at_list.press("Ctrl+Return", "C", "Backspace", "N")
    assert decided(at_list) == [""] * 4
    assert at_list.desk.side.choosing
    assert not at_list.desk.detail.note.isVisible()


def test_what_others_label_meanwhile_and_another_gold_standard_are_shown(at_list: Person) -> None:
    desk = at_list.desk
    at_list.session.execute(Judge((LISTED[3],), "correct", assessor=ANA))
    at_list.settle()
    assert [row[0] for row in rows(at_list)] == ["Los Angeles", "L.A.", "Denver", "Paris"]
    desk.bridge.set_gold("majority+strict")
    at_list.settle()
    assert [row[5] for row in rows(at_list)] == ["correct", "incorrect", "incorrect", "incorrect"]
    for answer in LISTED:
        for who in (ANA, BEN, CAM):
            at_list.session.execute(Judge((answer,), "correct", assessor=who))
    at_list.settle()
    assert rows(at_list) == [["4 rows without disagreement", *[""] * 6]]
    assert desk.side.shown
    at_list.press("Right", "Down", "Down")
    assert desk.dispute.answer == LISTED[1]
    at_list.press("Ctrl+Return")
    assert not desk.side.choosing, "there is nothing to accept"


def test_equal_answers_have_letters_and_groups_are_accepted(at_list: Person) -> None:
    session = at_list.session
    session.execute(SetGroup(LISTED[:2], "x", assessor=ANA))
    session.execute(SetGroup(LISTED[1:3], "x", assessor=BEN))
    at_list.settle()
    side = at_list.desk.side
    row = next(at for at, one in enumerate(side.view.table.rows) if one and one.what == "distinct")
    one = side.view.table.rows[row]
    assert [side.letter_of(one, label) for _, label in one.labels] == ["a", "·"]
    assert side.cell_in_full(row, 1) == "Ana: = L.A."
    assert side.cell_in_full(row, 3) == "Cam: no label"
    at_list.press("Ctrl+Return", "1", "Return")
    assert session.ledger.board.settled_groups[LISTED[0]] == session.ledger.board.settled_groups[LISTED[1]]


def test_the_log_names_whose_labels_were_accepted(at_list: Person) -> None:
    at_list.press("Ctrl+Return", "2", "Return")
    at_list.session.flush()
    catalog = at_list.session.catalog
    with closing(State(at_list.session.path)) as state:
        found = accepted_columns(state.reader, state.catalog)
    assert found == (AcceptedColumn(catalog.assessor_named["Dan"], BEN, 1, 3, 3),)


def test_the_list_and_the_table_come_back_at_the_same_row(at_list: Person) -> None:
    at_list.press("Down", "Shift+Right")
    assert not at_list.desk.side.shown
    assert at_list.desk.dispute.answer == LISTED[1]
    at_list.press("Shift+Right")
    assert at_list.desk.dispute.answer == LISTED[1]
    at_list.press("T")
    assert at_list.desk.shows_agreement()
    at_list.press("T")
    assert at_list.desk.side.shown
    assert at_list.desk.side.question == LIST


@pytest.mark.parametrize("kind", ["ranked", "other", "validation"])
@pytest.mark.sweep
def test_every_kind_of_question_is_shown_and_accepted(kind: str, come: Come, tmp_path: Path) -> None:
    path = generated_collection(
        tmp_path / "c.jury", kind=kind, questions=6, assessors=3, runs=3, judged=1.0, correct=0.5
    )
    person = come(path, desk="disagreements", assessor="Chair")
    person.press("Shift+Right", "Ctrl+Return", "2")
    plan = person.desk.side.plan
    assert plan.decided
    person.press("Return")
    now = {one.key: one.settled for one in person.desk.side.view.table.rows if one}
    assert {each.key: now[each.key] for each, _ in plan.decided} == {each.key: word for each, word in plan.decided}


def test_more_assessors_than_digits_are_reached_with_the_mouse_and_the_majority_with_enter(
    come: Come, tmp_path: Path
) -> None:
    path = series_collection(tmp_path / "c.jury")
    session = open_session(path, assessor="Dan")
    for at in range(12):
        session.sit(f"judge {at:02}")
        session.execute(Judge(LISTED[:2], "correct" if at % 3 else "incorrect"))
    session.close()
    person = come(path, desk="disagreements", assessor="Dan")
    person.window.resize(960, 540)
    person.press("Shift+Right", "Ctrl+Return", "0")
    side = person.desk.side
    assert person.session.catalog.assessors[side.plan.source].name == "judge 09"
    side.view.horizontalScrollBar().setValue(side.view.horizontalScrollBar().maximum())
    click_head(person, 12)
    assert person.session.catalog.assessors[side.plan.source].name == "judge 11"
    person.press("Esc", "Ctrl+Return", "Return", "Return")
    assert decided(person) == ["correct", "correct", "", ""]


def test_where_nothing_can_be_written_nothing_can_be_accepted(come: Come, tmp_path: Path) -> None:
    path = series_collection(tmp_path / "c.jury")
    session = open_session(path, assessor="Dan")
    for who, label in ((ANA, "correct"), (BEN, "incorrect")):
        session.execute(Judge(LISTED[:1], label, assessor=who))
    session.close()
    person = come(path, desk="disagreements", assessor="Dan")
    person.session.saver.only_read("It is only read.")
    person.press("Shift+Right", "Ctrl+Return")
    assert person.desk.side.shown
    assert not person.desk.side.choosing
    click_head(person, 1)
    assert person.desk.side.plan is None
