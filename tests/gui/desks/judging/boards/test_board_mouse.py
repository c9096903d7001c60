"""The boards with the mouse alone: every key cap is a button, and what is not one is in a menu."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from boards import list_collection, other_collection
from person import Person
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QApplication, QMenu

from jurybox.commands import Judge
from jurybox.commands.nuggets import AddNugget
from jurybox_gui.widgets.buttons import PlainButton

Come = Callable[..., Person]


@pytest.fixture
def at_nuggets(come: Come, tmp_path: Path) -> Person:
    """Somebody at an Other question with three nuggets and two responses."""
    person = come(other_collection(tmp_path / "o.jury", responses=2), assessor="Ana")
    for at in range(3):
        person.session.execute(AddNugget(1, f"Nugget {at}", importance="okay"))
    person.settle()
    person.program.bridge.goto(int(person.session.catalog.answers_of(1)[0]))  # type: ignore[union-attr]
    person.settle()
    return person


@pytest.fixture
def at_list(come: Come, tmp_path: Path) -> Person:
    """Somebody at a list question with nine answers."""
    person = come(list_collection(tmp_path / "l.jury", answers=9), assessor="Ana")
    person.program.bridge.goto(0)  # type: ignore[union-attr]
    person.settle()
    return person


def button(person: Person, name: str) -> QAbstractButton:
    """Return the button that is seen and called so for a screen reader, up to its keys."""
    found = [
        one
        for one in person.desk.findChildren(QAbstractButton)
        if one.isVisible() and one.accessibleName().split(", key")[0] == name
    ]
    assert len(found) == 1, (name, [one.accessibleName() for one in found])
    return found[0]


def click(person: Person, name: str) -> None:
    """Click a button, once it can be."""
    target = button(person, name)
    person.wait(target.isEnabled)
    QTest.mouseClick(target, Qt.MouseButton.LeftButton)
    person.settle()


def click_line(
    person: Person,
    view: QAbstractItemView,
    row: int,
    how: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
    *,
    across: float = 0.5,
) -> None:
    """Click a line of a list."""
    box = view.visualRect(view.model().index(row, 0))
    place = QPoint(box.left() + round(across * box.width()), box.center().y())
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, how, place)
    person.settle()


def to_other_question(person: Person) -> None:
    """Leave the board for the question before or after it; everybody has an order of their own."""
    for name in ("Next question", "Previous question"):
        if person.window.desk != "judge":
            click(person, name)


def matches(person: Person, response: int) -> list[str]:
    """Return how far a response holds each nugget."""
    return [person.desk.work.matched(response, at) for at in range(len(person.desk.work.rows))]


def test_a_nugget_board_is_judged_with_the_mouse_alone(at_nuggets: Person) -> None:
    person = at_nuggets
    click(person, "Yes")
    click(person, "Partial")
    assert matches(person, 0) == ["yes", "partial", ""]
    click(person, "Undo")
    assert matches(person, 0) == ["yes", "", ""]
    assert person.window.status.event_text == "Undid 1 match in question 1.2"
    board = person.desk.column.board
    click_line(person, board, 1)
    before = person.desk.work.rows[0].importance
    click(person, "Vital or okay")
    assert before == "okay"
    assert [row.importance for row in person.desk.work.rows].count("vital") == 1
    click(person, "New")
    QTest.keyClicks(QApplication.focusWidget(), "A fourth one")
    click(person, "Save")
    assert "A fourth one" in [row.line.text for row in person.desk.work.rows]
    place = [row.line.text for row in person.desk.work.rows].index("Nugget 0")
    click_line(person, board, board.board.at_place(place))
    click(person, "Note")
    QTest.keyClicks(QApplication.focusWidget(), "as in the first line")
    click(person, "Save")
    assert person.session.history(1)[0].entry.content.note == "as in the first line"
    click(person, "Mark the rest “no” and continue")
    assert person.desk.response == 1
    assert sorted(matches(person, 0)) == ["no", "no", "no", "yes"]
    click_line(person, board, board.board.at_place(0), across=0.05)
    assert matches(person, 1)[0] == "yes"
    to_other_question(person)
    assert person.window.desk == "judge"


def test_space_enters_nothing_on_the_nugget_board(at_nuggets: Person) -> None:
    person = at_nuggets
    entries = len(person.session.history(100))
    person.press("Space")
    assert person.desk.response == 1
    person.press("Space", "Space")
    assert len(person.session.history(100)) == entries
    person.press("Shift+X")
    assert len(person.session.history(100)) == entries + 3


@pytest.mark.sweep
def test_undo_at_another_desk_says_what_it_undid(at_nuggets: Person) -> None:
    person = at_nuggets
    person.press("Shift+X", "Ctrl+2")
    assert person.window.status.event_text == ""
    person.press("Ctrl+Z")
    assert person.window.status.event_text == "Undid 3 matches in question 1.2"
    assert any("Undid 3 matches in question 1.2" in word for word in person.words())
    person.press("Ctrl+Y")
    assert person.window.status.event_text == "Redid 3 matches in question 1.2"
    person.press("Ctrl+1", "1")
    assert person.window.status.event_text == ""


def test_a_list_is_judged_and_grouped_with_the_mouse_alone(at_list: Person) -> None:
    person = at_list
    view, shown = person.desk.middle.view, [one.answer for one in person.desk.work.answers]
    click_line(person, view, 1)
    click_line(person, view, 3, Qt.KeyboardModifier.ShiftModifier)
    assert person.desk.marked == set(shown[1:4])
    click_line(person, view, 2, Qt.KeyboardModifier.ControlModifier)
    assert person.desk.marked == {shown[1], shown[3]}
    click(person, "Correct")
    click_line(person, view, 1)
    click(person, "Mark")
    click_line(person, view, 3)
    click(person, "Group")
    assert [len(one.answers) for one in person.desk.work.instances] == [2]
    click(person, "Add instance")
    QTest.keyClicks(QApplication.focusWidget(), "Known from a book")
    click(person, "Save")
    assert len(person.desk.work.instances) == 2
    click(person, "Undo")
    assert len(person.desk.work.instances) == 1
    to_other_question(person)
    assert person.window.desk == "judge"


def texts(menu: QMenu) -> dict[str, bool]:
    """Return the entries of a menu and of those in it, and whether each can be chosen."""
    found: dict[str, bool] = {}
    for action in menu.actions():
        inside = action.menu()
        if isinstance(inside, QMenu):
            found |= texts(inside)
        elif not action.isSeparator():
            found[action.text().split("\t")[0]] = action.isEnabled()
    return found


def test_the_judge_menu_offers_what_the_board_in_front_can_do(at_list: Person) -> None:
    person = at_list
    menu = next(one.menu() for one in person.window.menus.actions() if one.text() == "&Judge")
    assert isinstance(menu, QMenu)
    menu.aboutToShow.emit()
    offered = texts(menu)
    assert offered["Group the marked answers"]
    assert offered["Next open answer"]
    assert "Most informative answers first" not in offered
    menu.aboutToHide.emit()
    person.press("Down", "P")
    assert person.session.history(1) == [], "nothing is marked, and no answer is equal to the one above for that"
    person.press("Up", "L", "Down", "P")  # the keys work as before
    assert [entry.entry.kind for entry in person.session.history(1)] == ["distinct"]
    to_other_question(person)
    menu.aboutToShow.emit()
    assert "Group the marked answers" not in texts(menu)


def context_menu(person: Person, target: Any, place: QPoint) -> QMenu:
    """Click with the other button, as the window system tells it, and return the menu."""
    where = target.mapToGlobal(place)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, where)
    QApplication.sendEvent(target, event)
    person.wait(lambda: QApplication.activePopupWidget() is not None)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def test_a_context_menu_is_about_the_line_pointed_at(at_list: Person) -> None:
    person = at_list
    view, shown = person.desk.middle.view, [one.answer for one in person.desk.work.answers]
    place = view.visualRect(view.model().index(4, 0)).center()
    menu = context_menu(person, view.viewport(), place)
    assert person.desk.answer == shown[4]
    assert texts(menu)["Junk: no answer at all"]
    person.window.registry.action("lists.junk").trigger()
    menu.close()
    person.settle()
    assert person.desk.work.answers[4].label == "junk"


def test_remapped_keys_are_printed_and_said(at_nuggets: Person) -> None:
    person = at_nuggets
    person.program.settings["keys"] = {"nuggets.yes": ["Ctrl+Shift+F9"], "nuggets.rest": []}
    person.settle()
    assert button(person, "Yes").accessibleName() == "Yes, key Ctrl+Shift+F9"
    assert "Ctrl+Shift+F9" in button(person, "Yes").toolTip()
    assert button(person, "Mark the rest “no” and continue").accessibleName() == ("Mark the rest “no” and continue")


def test_all_judged_on_a_board_offers_the_ranking(come: Come, tmp_path: Path) -> None:
    person = come(list_collection(tmp_path / "l.jury", answers=2), assessor="Ana")
    queue = person.window.desk_widget("judge").queue_cursor.queue
    person.session.execute(Judge(tuple(queue.answers.tolist()), "correct"))
    person.program.bridge.goto(0)  # type: ignore[union-attr]
    person.settle()
    person.press("Space")
    banner = person.desk.middle.banner
    assert banner.sentence.text() == "All answers of your queue are judged."
    (offer,) = [one for one in banner.findChildren(PlainButton) if one.text() == "See the ranking"]
    QTest.mouseClick(offer, Qt.MouseButton.LeftButton)
    person.settle()
    assert person.window.desk == "scores"
