"""The sheet of what keeps questions out: the next step leads to it, its buttons decide, and undo takes it back."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from person import Person
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from undecided import undecided_collection

from jurybox.campaign.freezing import freezing
from jurybox.collection.file import open_reading
from jurybox.collection.frozen_gold import read_answer_keys
from jurybox.commands import Judge, SetFact
from jurybox.session import open_session
from jurybox_gui.desks.campaign.freeze_sheet import FreezeSheet
from jurybox_gui.desks.campaign.left_out_sheet import LeftOutSheet
from jurybox_gui.widgets.probe import painted_words

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


def offers(person: Person, button: str) -> bool:
    """Return whether the desk has a button with this caption."""
    return any(name.startswith(button) for name in person.seen.buttons)


def click(person: Person, sheet: LeftOutSheet, text: str) -> None:
    person.click(text)
    person.settle()
    person.wait(lambda: not sheet.busy)


def test_the_next_step_says_what_is_not_scored_and_opens_the_list(person: Person) -> None:
    person.wait(lambda: offers(person, "Show disagreements"))
    click(person, opened(person), "Follow the first assessors everywhere")
    person.press("Esc")
    said = (
        "All labels are there, but 3 questions are not scored. 1 question: somebody cannot tell. "
        "2 questions: nobody decided whether NIL is right."
    )
    person.wait(lambda: said in person.seen.said)
    person.click("Show what keeps them out…")
    assert any(one.is_open for one in person.window.findChildren(LeftOutSheet))


def test_all_that_waits_is_decided_and_what_is_left_has_no_decision(person: Person) -> None:
    sheet = opened(person)
    assert open_questions(sheet) == OPEN
    click(person, sheet, "NIL is right here")
    assert open_questions(sheet) == OPEN[1:]
    click(person, sheet, "NIL is wrong everywhere")
    assert open_questions(sheet) == OPEN[2:]
    person.click("Label this answer…")
    person.press("Return")
    person.settle()
    person.wait(lambda: not sheet.busy)
    assert open_questions(sheet) == OPEN[3:]
    click(person, sheet, "Follow the first assessors everywhere")
    assert open_questions(sheet) == OPEN[4:]
    person.press("Esc")
    person.wait(lambda: offers(person, "Freeze gold standard…"))
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
    person.wait(lambda: offers(person, "Show disagreements"))
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


@pytest.mark.parametrize(
    ("at", "keys", "left"),
    [
        (0, ("Y",), OPEN[1:]),
        (1, ("X",), [OPEN[0], *OPEN[2:]]),
        (0, ("Shift+Y",), OPEN[2:]),
        (0, ("Shift+X",), OPEN[2:]),
        (2, ("L", "Down", "Return"), [*OPEN[:2], *OPEN[3:]]),
        (3, ("L", "Return"), [*OPEN[:3], OPEN[4]]),
        (0, ("Shift+L", "Return"), [*OPEN[:2], *OPEN[3:]]),
        (3, ("F",), [*OPEN[:3], OPEN[4]]),
        (0, ("Shift+F",), [*OPEN[:3], OPEN[4]]),
    ],
)
def test_keys_settle_one_question_or_all_and_ctrl_z_takes_each_step_back(
    person: Person, at: int, keys: tuple[str, ...], left: list[tuple[str, str]]
) -> None:
    def read() -> None:
        person.settle()
        person.wait(lambda: not sheet.busy)

    sheet = opened(person)
    person.press(*["Down"] * at)
    for key in keys:
        person.press(key)
        read()
    assert open_questions(sheet) == left
    person.press("Ctrl+Z")
    read()
    assert open_questions(sheet) == OPEN


def test_every_button_shows_its_key_and_a_key_without_its_button_does_nothing(person: Person) -> None:
    sheet = opened(person)
    seen = {one.accessibleName() for one in sheet.buttons.values() if one.isVisible()}
    assert {"NIL is right here, key Y", "Follow the majorities everywhere, key Shift+M"} <= seen
    assert [name for name in seen if ", key " not in name] == []
    person.press("F", "B", "L")
    assert open_questions(sheet) == OPEN


def test_a_question_without_majority_stays_open_and_the_sheet_says_why(person: Person) -> None:
    sheet = opened(person)
    person.press("Shift+M")
    person.settle()
    person.wait(lambda: not sheet.busy)
    assert sheet.message.text() == "Left open: s1 (no label has a majority)."


def test_a_question_is_dropped_and_scored_again_with_keys_only(person: Person) -> None:
    sheet = opened(person)
    person.press("Del")
    QTest.keyClicks(QApplication.focusWidget(), "two readings")
    for key in ("Return", "B"):
        person.press(key)
        person.settle()
        person.wait(lambda: not sheet.busy)
        assert open_questions(sheet)[0] == ("n1", "dropped" if key == "Return" else "nil")


def test_what_a_frozen_gold_standard_leaves_out_cannot_be_dropped(come: Come, tmp_path: Path) -> None:
    file = undecided_collection(tmp_path)
    with closing(open_session(file, assessor="Ana")) as session, closing(open_reading(file)) as db:
        session.execute(freezing(session.collection, read_answer_keys(db), "official", at=0))
        session.execute(SetFact("gold", "official"))
        session.flush()
    sheet = opened(come(file, assessor="Ana", desk="campaign"))
    assert {reason for _, reason in open_questions(sheet)} == {"frozen"}
    assert not sheet.buttons["drop"].isVisible()


def test_scores_say_what_keeps_questions_out_until_it_is_settled(person: Person) -> None:
    person.press("Ctrl+2")
    person.wait(lambda: any("2 questions: nobody decided whether NIL is right" in word for word in person.words()))
    end = "List: Show what keeps questions out of the scores, on Campaign."
    assert any(word.startswith("Not scored: ") and word.endswith(end) for word in person.seen.said)
    for question in ("n1", "n2", "c1", "s1", "d1"):
        person.session.execute(SetFact(f"dropped:{question}", "not asked"))
    person.settle()
    person.wait(lambda: "Not scored: 5 questions: dropped." in person.seen.heard)
