"""The sheet of what keeps questions out: the next step leads to it, its buttons decide, and undo takes it back."""

from collections.abc import Callable
from pathlib import Path

import pytest
from person import Person, painted_words
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from undecided import undecided_collection

from jurybox.commands import Judge
from jurybox_gui.desks.campaign.freeze_sheet import FreezeSheet
from jurybox_gui.desks.campaign.left_out_sheet import LeftOutSheet

Come = Callable[..., Person]


@pytest.fixture
def person(come: Come, tmp_path: Path) -> Person:
    """Ana, who organizes, before a campaign in which every assigned label is given."""
    file = undecided_collection(tmp_path)
    made = come(file, assessor="Ana", desk="campaign")
    answer = made.session.catalog.answers_of(4).tolist()[0]
    made.session.execute(Judge((answer,), "correct", assessor=made.session.catalog.assessor_named["Ben"]))
    made.settle()
    return made


def opened(person: Person) -> LeftOutSheet:
    person.press("Shift+X")
    (sheet,) = (one for one in person.window.findChildren(LeftOutSheet) if one.is_open)
    person.wait(lambda: not sheet.busy)
    return sheet


def open_questions(sheet: LeftOutSheet) -> list[tuple[str, str]]:
    model = sheet.table.model()
    return [(str(model.index(at, 0).data()), sheet.found[at - 1].reason) for at in range(1, model.rowCount())]


OPEN = [("n1", "nil"), ("n2", "nil"), ("c1", "cannot-tell"), ("s1", "split"), ("d1", "no-decision")]


def click(person: Person, sheet: LeftOutSheet, text: str) -> None:
    person.click(text)
    person.settle()
    person.wait(lambda: not sheet.busy)


def test_the_next_step_says_what_is_not_scored_and_opens_the_list(person: Person) -> None:
    desk = person.desk
    person.wait(lambda: desk.next.step.action == "view.disagreements")
    click(person, opened(person), "Decide like the first assessors")
    person.press("Esc")
    person.wait(lambda: desk.next.step.action == "people.left_out")
    assert desk.next.step.sentence == (
        "All labels are there, but 3 questions are not scored. 1 question: somebody cannot tell. "
        "2 questions: nobody decided whether NIL is right."
    )
    desk.next.button.click()
    assert any(one.is_open for one in person.window.findChildren(LeftOutSheet))


def test_all_that_waits_is_decided_and_what_is_left_has_no_decision(person: Person) -> None:
    sheet = opened(person)
    assert open_questions(sheet) == OPEN
    click(person, sheet, "NIL is right here")
    assert open_questions(sheet) == OPEN[1:]
    click(person, sheet, "NIL is wrong everywhere")
    assert open_questions(sheet) == OPEN[2:]
    person.click("Label of this answer…")
    person.press("Return")
    person.settle()
    person.wait(lambda: not sheet.busy)
    assert open_questions(sheet) == OPEN[3:]
    click(person, sheet, "Decide like the first assessors")
    assert open_questions(sheet) == OPEN[4:]
    person.press("Esc")
    person.wait(lambda: person.desk.next.step.action == "people.freeze")
    for _ in range(4):
        person.session.undo()
    assert open_questions(opened(person)) == OPEN


def test_a_question_is_dropped_with_a_reason_and_comes_back(person: Person) -> None:
    sheet = opened(person)
    person.click("Drop this question…")
    QTest.keyClicks(QApplication.focusWidget(), "two readings")
    person.press("Return")
    person.settle()
    person.wait(lambda: not sheet.busy)
    assert open_questions(sheet) == [("n1", "dropped"), *OPEN[1:]]
    assert "two readings" in painted_words(person.window)
    click(person, sheet, "Score this question again")
    assert open_questions(sheet) == OPEN


def test_freezing_says_what_is_kept_out(person: Person) -> None:
    person.wait(lambda: person.desk.next.step.action == "view.disagreements")
    person.settle()

    def said() -> str:
        person.press("Shift+F")
        (sheet,) = (one for one in person.window.findChildren(FreezeSheet) if one.is_open)
        text = sheet.waits.text()
        person.press("Esc")
        return text

    person.wait(lambda: "2 questions: nobody decided whether NIL is right." in said())


def test_disagreements_say_on_what_the_scores_rest_that_decisions_could_move(person: Person) -> None:
    person.press("Ctrl+3")
    person.settle()
    person.wait(lambda: any("rests on 2 of 7 factoid questions, 5 excluded" in word for word in person.words()))
