"""Overlays open over the window, take the keyboard, close on Esc and give the keyboard back."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from jurybox_gui.actions.keymap import KeyMap
from jurybox_gui.actions.registry import SheetRow
from jurybox_gui.actions.router import KeyRouter
from jurybox_gui.dialogs.keys_sheet import KeysSheet, stack
from jurybox_gui.dialogs.message import Message
from jurybox_gui.dialogs.palette import CommandPalette
from jurybox_gui.dialogs.palette_search import PaletteItem, matched_parts, score, search
from jurybox_gui.theme.theme import Choice, Theme

Dress = Callable[[Choice], Theme]
ROW = SheetRow("Fully answers", ("1", "A"))


@pytest.fixture
def window(qtbot: QtBot, dressed: Dress) -> QWidget:
    dressed("light")
    made = QWidget()
    QVBoxLayout(made).addWidget(QLineEdit())
    qtbot.addWidget(made)
    made.resize(900, 700)
    made.show()
    qtbot.waitExposed(made)
    made.activateWindow()
    field = made.findChild(QLineEdit)
    assert field is not None
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    return made


def nothing() -> None:
    """Do nothing."""


def items(done: list[str] | None = None) -> list[PaletteItem]:
    def do(name: str) -> Callable[[], object]:
        return (lambda: done.append(name)) if done is not None else nothing

    return [
        PaletteItem("Actions", "Show this answer again at the end", do("again"), "Judge"),
        PaletteItem("Actions", "Gold standard: GA, graded by all assessors", do("GA"), "Scores"),
        PaletteItem("Questions", "Is garlic that has turned green safe?", do("0093"), lead="0093"),
        PaletteItem("Questions", "ガス台の掃除", do("0388"), lead="0388", words=("gasu dai",)),
        PaletteItem("Runs", "tokyo-b", do("tokyo-b")),
    ]


def found(query: str, group: str = "") -> list[str]:
    return [hit.item.text for hit in search([lambda _query: items()], query, group)]


def test_the_best_comes_first_in_each_group() -> None:
    assert len(found("")) == 5
    assert found("ga")[:2] == ["Gold standard: GA, graded by all assessors", "Show this answer again at the end"]
    assert found("0388") == ["ガス台の掃除"]
    assert found("gasu") == ["ガス台の掃除"]
    assert found("tokio") == ["tokyo-b"]
    assert found("zzzz") == []
    assert found("ga", "Questions") == ["Is garlic that has turned green safe?", "ガス台の掃除"]


def test_every_word_must_match() -> None:
    assert found("answer end") == ["Show this answer again at the end"]
    assert matched_parts("Show this answer", "ans sho") == ((0, 3), (10, 13))
    assert matched_parts("Show this answer", "ans xyz") == ()
    assert matched_parts("again and ga", "ga") == ((10, 12),)
    assert matched_parts("aab", "a aa") == ((0, 2),)
    assert matched_parts("İstanbul", "stan") == ()


def test_only_eight_of_a_group_unless_it_is_alone() -> None:
    many = [PaletteItem("Questions", f"Question {n}", nothing) for n in range(100)]
    assert len(search([lambda _query: many], "question")) == 8
    assert len(search([lambda _query: many], "question", "Questions")) == 64
    assert score(many[3], "question 3") > score(many[3], "estion 3")


def test_the_palette_is_used_by_keyboard_alone(window: QWidget, qtbot: QtBot) -> None:
    done: list[str] = []
    palette = CommandPalette(window, [lambda _query: items(done)])
    palette.open_palette("Runs are left out while you judge")
    field = palette.first_focus()
    qtbot.waitUntil(field.hasFocus)
    qtbot.keyClicks(field, "ga")
    current = palette.current()
    assert current is not None
    assert current.text.startswith("Gold standard")
    qtbot.keyClick(field, Qt.Key.Key_Down)
    qtbot.keyClick(field, Qt.Key.Key_Down)
    current = palette.current()
    assert current is not None
    assert current.item.lead == "0093"
    qtbot.keyClick(field, Qt.Key.Key_Up)
    qtbot.keyClick(field, Qt.Key.Key_PageUp)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert done == ["GA"]
    assert not palette.is_open
    before = window.findChild(QLineEdit)
    assert before is not None
    assert before.hasFocus()


def test_tab_shows_one_kind_only(window: QWidget, qtbot: QtBot) -> None:
    palette = CommandPalette(window, [lambda _query: items()])
    palette.open_palette()
    field = palette.first_focus()
    qtbot.keyClick(field, Qt.Key.Key_Tab)
    assert {hit.item.group for hit in palette.hits()} == {"Actions"}
    qtbot.keyClick(field, Qt.Key.Key_Tab)
    assert {hit.item.group for hit in palette.hits()} == {"Questions"}
    qtbot.keyClick(field, Qt.Key.Key_Backtab)
    qtbot.keyClick(field, Qt.Key.Key_Backtab)
    assert len(palette.hits()) == 5
    qtbot.keyClicks(field, "zzzz")
    assert palette.hits() == []
    assert palette.current() is None
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert palette.is_open
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert not palette.is_open


def test_a_click_outside_closes_and_inside_does_not(window: QWidget, qtbot: QtBot) -> None:
    message = Message(window)
    message.say("Something happened.")
    inside = message.panel.geometry().center()
    qtbot.mouseClick(message, Qt.MouseButton.LeftButton, pos=inside)
    assert message.is_open
    with qtbot.waitSignal(message.closed):
        qtbot.mouseClick(message, Qt.MouseButton.LeftButton, pos=QPoint(3, 3))
    assert not message.is_open


def test_an_overlay_stays_as_large_as_its_window(window: QWidget) -> None:
    message = Message(window)
    message.say("Something happened.")
    window.resize(640, 480)
    QApplication.sendPostedEvents()
    assert message.size() == QSize(640, 480)
    assert message.rect().contains(message.panel.geometry())
    middle = message.panel.geometry().center().x()
    assert middle == pytest.approx(320, abs=1)


def test_a_message_does_what_is_chosen(window: QWidget, qtbot: QtBot) -> None:
    done: list[str] = []
    message = Message(window)
    choices = [("Try again", lambda: done.append("again")), ("Save a copy", lambda: done.append("copy"))]
    message.say("The disk is full.", "All earlier labels are safe. " * 8, choices)
    qtbot.waitUntil(message.buttons[0].hasFocus)
    assert message.panel.height() >= message.panel.sizeHint().height() - 40
    qtbot.keyClick(message.buttons[0], Qt.Key.Key_Tab)
    assert message.buttons[1].hasFocus()
    qtbot.keyClick(message.buttons[1], Qt.Key.Key_Left)
    assert message.buttons[0].hasFocus()
    qtbot.keyClick(message.buttons[0], Qt.Key.Key_Return)
    assert done == ["again"]
    assert not message.is_open
    message.say("Only to be read.")
    assert [button.text() for button in message.buttons] == ["Close"]
    qtbot.keyClick(message.buttons[0], Qt.Key.Key_Escape)
    assert not message.is_open


def test_no_key_falls_through_to_the_window(window: QWidget, qtbot: QtBot) -> None:
    field = window.findChild(QLineEdit)
    assert field is not None
    sheet = KeysSheet(window)
    sheet.show_keys("Keys of the Judge desk", "", {"Label": [ROW]})
    qtbot.keyClicks(sheet, "typed")
    assert field.text() == ""
    with qtbot.waitSignal(sheet.closed):
        qtbot.keyClick(sheet, Qt.Key.Key_Escape)
    assert field.hasFocus()


def test_a_closed_overlay_keeps_no_keys_where_nobody_had_them_before(window: QWidget, qtbot: QtBot) -> None:
    window.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    focused = QApplication.focusWidget()
    assert focused is not None
    focused.clearFocus()
    sheet = KeysSheet(window)
    sheet.show_keys("Keys of the Judge desk", "", {"Label": [ROW]})
    qtbot.waitUntil(sheet.hasFocus)
    qtbot.keyClick(sheet, Qt.Key.Key_Escape)
    assert window.focusWidget() is window


def test_a_sheet_with_more_keys_than_room_is_read_by_keys(window: QWidget, qtbot: QtBot) -> None:
    window.resize(900, 320)
    sheet = KeysSheet(window)
    sheet.show_keys("Keys of the Judge desk", "", {"Label": [ROW] * 80})
    qtbot.waitUntil(sheet.hasFocus)
    assert sheet.scrolled is not None
    bar = sheet.scrolled.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    seen = [bar.value()]
    for key in (Qt.Key.Key_Down, Qt.Key.Key_PageDown, Qt.Key.Key_End):
        qtbot.keyClick(sheet, key)
        seen.append(bar.value())
    assert seen == sorted(set(seen))
    assert seen[-1] == bar.maximum()
    qtbot.keyClick(sheet, Qt.Key.Key_Home)
    assert bar.value() == 0


def test_no_label_is_given_below_an_overlay(window: QWidget, qtbot: QtBot) -> None:
    taken: list[str] = []
    keys = KeyMap({"1": "judge.fully", "Space": "judge.next"})
    KeyRouter(window, lambda: keys, lambda action, _event: taken.append(action) is None)
    sheet, message = KeysSheet(window), Message(window)
    sheet.show_keys("Keys of the Judge desk", "", {"Label": [ROW]})
    qtbot.waitUntil(sheet.hasFocus)
    qtbot.keyClick(sheet, Qt.Key.Key_1)
    qtbot.keyClick(sheet, Qt.Key.Key_Escape)
    message.say("Something happened.")
    qtbot.waitUntil(message.buttons[0].hasFocus)
    qtbot.keyClick(message.buttons[0], Qt.Key.Key_1)
    qtbot.keyClick(message.buttons[0], Qt.Key.Key_Space)
    assert taken == []
    assert not message.is_open
    window.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    window.setFocus()
    qtbot.waitUntil(window.hasFocus)
    qtbot.keyClick(window, Qt.Key.Key_1)
    assert taken == ["judge.fully"]


def test_groups_are_stacked_in_four_columns() -> None:
    groups = {name: [ROW] * size for name, size in (("A", 9), ("B", 3), ("C", 4), ("D", 2), ("E", 2))}
    columns = {**groups, "Everywhere": [ROW], "Empty": []}
    laid = [[title for title, _ in column] for column in stack(columns)]
    assert laid == [["A"], ["B", "E"], ["C"], ["Everywhere", "D"]]
    assert [[title for title, _ in column] for column in stack({"A": [ROW]})] == [["A"]]


def test_a_low_window_still_shows_every_key(window: QWidget, qtbot: QtBot) -> None:
    window.resize(900, 420)
    sheet = KeysSheet(window)
    sheet.show_keys("Keys", "", {"Label": [ROW] * 9, "Everywhere": [ROW] * 3}, ["A"])
    assert sheet.rect().contains(sheet.panel.geometry())
    assert "Fully answers: 1, A" in sheet._body.accessibleDescription()
    change = sheet._change
    with qtbot.waitSignal(sheet.change_requested):
        change.click()
    assert not sheet.is_open
