"""In judging mode the seat of somebody who has labels opens only after a question that names them."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from person import Person, labels_in
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from small import small_collection

from jurybox.commands import SetFact
from jurybox.session import open_session
from jurybox_gui.dialogs.ask import Ask
from jurybox_gui.dialogs.message import Message
from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.probe import painted_words

Come = Callable[..., Person]


def collection(path: Path, mode: str) -> Path:
    """Return a collection in which Ana and Ben have labels and Cleo has none."""
    made = small_collection(
        path, assessors=("Ana", "Ben", "Cleo"), labels=[(0, 0, "correct"), (1, 0, "incorrect"), (1, 1, "correct")]
    )
    with closing(open_session(made, assessor="organiser")) as session:
        session.execute(SetFact("mode", mode))
        session.flush()
    return made


def seated(person: Person) -> str | None:
    """Return who is at work."""
    who = person.session.assessor
    return None if who is None else person.session.catalog.assessors[who].name


def type_name(person: Person, name: str) -> None:
    """Give a name as one's own."""
    person.press("Ctrl+J")
    QTest.keyClicks(QApplication.focusWidget(), name)
    person.press("Return")
    if any(one.is_open for one in person.window.findChildren(Ask)):
        person.press("Return")  # a new name has to be chosen


def click_name(person: Person, name: str) -> None:
    """Choose a name of the list with the mouse."""
    person.press("Ctrl+J")
    click_row(person, name)


def click_row(person: Person, text: str) -> None:
    """Click a row of the list of names."""
    sheet = next(one for one in person.window.findChildren(Ask) if one.is_open)
    (item,) = sheet.list.findItems(text, Qt.MatchFlag.MatchExactly)
    spot = sheet.list.visualItemRect(item).center()
    QTest.mouseClick(sheet.list.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, spot)
    person.settle()


def like_name(person: Person, name: str) -> None:
    """Add a name in other letters, and say that one is the person known already."""
    person.press("Ctrl+J")
    QTest.keyClicks(QApplication.focusWidget(), name.lower())
    click_row(person, f"New: {name.lower()}")
    (mine,) = [one for one in question(person).buttons if one.text().endswith(f"I am {name}")]
    QTest.mouseClick(mine, Qt.MouseButton.LeftButton)
    person.settle()


def question(person: Person) -> Message:
    """Return the question that is open."""
    return next(one for one in person.window.findChildren(Message) if one.is_open)


def is_asked(person: Person) -> bool:
    """Return whether a question is open."""
    return any(one.is_open for one in person.window.findChildren(Message))


@pytest.mark.parametrize("way", [type_name, click_name, like_name])
@pytest.mark.parametrize("answer", ["Esc", "Back", "I am Ben"])
def test_the_seat_of_another_opens_after_a_question_alone(
    come: Come, tmp_path: Path, way: Callable[[Person, str], None], answer: str
) -> None:
    path = collection(tmp_path / "small.jury", "judging")
    person = come(path, assessor="Ana")
    shown, entries = person.desk.queue_cursor.answer, len(person.session.ledger)
    way(person, "Ben")
    assert is_asked(person)
    words = painted_words(person.window)
    assert "You will see and change the labels of Ben." in words
    assert (seated(person), person.desk.queue_cursor.answer) == ("Ana", shown)
    person.press("1")  # a key of the desk behind it
    assert len(person.session.ledger) == entries
    if answer == "Esc":
        person.press("Esc")
    else:
        (button,) = [one for one in question(person).findChildren(PlainButton) if one.text() == answer]
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        person.settle()
    assert not is_asked(person)
    assert seated(person) == ("Ben" if answer == "I am Ben" else "Ana")
    assert len(person.session.ledger) == entries
    if answer != "I am Ben":
        assert person.desk.queue_cursor.answer == shown
        person.close()
        assert labels_in(path, "Ben") == {0: "incorrect", 1: "correct"}


@pytest.mark.parametrize(
    ("mode", "at_work", "name"),
    [
        ("judging", "Ana", "Ana"),  # one's own labels
        ("judging", "Ana", "Cleo"),  # nothing to see
        ("judging", "Ana", "Dora"),  # somebody new
        ("open", "Ana", "Ben"),
    ],
)
def test_nobody_is_asked_where_nothing_of_others_is_shown(
    come: Come, tmp_path: Path, mode: str, at_work: str, name: str
) -> None:
    person = come(collection(tmp_path / "small.jury", mode), assessor=at_work)
    type_name(person, name)
    assert not is_asked(person)
    assert seated(person) == name


@pytest.mark.parametrize("at_work", [None, "organiser"])
def test_whoever_is_at_work_every_name_with_labels_asks(come: Come, tmp_path: Path, at_work: str | None) -> None:
    person = come(collection(tmp_path / "small.jury", "judging"), assessor=at_work)
    for name in ("Ana", "Ben"):
        type_name(person, name)
        assert f"You will see and change the labels of {name}." in painted_words(person.window)
        person.press("Esc")
        assert seated(person) == at_work
