"""Repeats of held keys that Qt takes for new keys, as an X server sends them to a busy computer."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from jurybox_gui.actions.keymap import KeyMap
from jurybox_gui.actions.router import KeyRouter

DOWN, UP = QEvent.Type.KeyPress, QEvent.Type.KeyRelease
A, NEXT = 38, 116
# What one key held for a fifth of a second looks like: no release says that it is one of a repeat.
HELD = ((DOWN, 1000), (UP, 1120), (DOWN, 1120), (UP, 1145), (DOWN, 1145), (UP, 1170), (DOWN, 1171), (UP, 1200))


@pytest.fixture
def done(qtbot: QtBot) -> Iterator[list[str]]:
    """What a window has done for its keys; its list has the keyboard."""
    found: list[str] = []
    window = QWidget()
    qtbot.addWidget(window)
    QLineEdit(window).setObjectName("field")
    inside = QWidget(window)
    inside.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    keys = KeyMap({"A": "label", "Down": "next"}, {"next"}, system="linux")
    KeyRouter(window, lambda: keys, lambda action, _event: not found.append(action))
    window.show()
    qtbot.waitExposed(window)
    inside.setFocus()
    yield found
    window.close()  # held until here: nobody else does, and the garbage collector would take it


def send(kind: QEvent.Type, stamp: int, code: int = A, key: Qt.Key = Qt.Key.Key_A, *, said: bool = False) -> None:
    """Send a key to whatever has the keyboard, with its time stamp; `said` to be a repeat or not."""
    text = "a" if key == Qt.Key.Key_A else ""
    event = QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, code, 0, 0, text, said)
    event.setTimestamp(stamp)
    QApplication.sendEvent(QApplication.focusWidget(), event)


def test_a_held_key_labels_once_though_no_repeat_says_so(done: list[str]) -> None:
    for kind, stamp in HELD:
        send(kind, stamp)
    assert done == ["label"]


def test_a_key_pressed_again_by_hand_labels_again(done: list[str]) -> None:
    for stamp in (1000, 1040, 1090):
        send(DOWN, stamp)
        send(UP, stamp + 20)
    assert done == ["label"] * 3


def test_two_keys_in_one_millisecond_are_two(done: list[str]) -> None:
    send(DOWN, 1000)
    send(UP, 1050)
    send(DOWN, 1050, NEXT, Qt.Key.Key_Down)
    assert done == ["label", "next"]


def test_what_may_repeat_does(done: list[str]) -> None:
    for kind, stamp in HELD:
        send(kind, stamp, NEXT, Qt.Key.Key_Down)
    assert done == ["next"] * 4


def test_keys_without_stamp_or_place_are_what_they_say(done: list[str]) -> None:
    for stamp, code in ((0, A), (1000, 0)):
        send(DOWN, stamp, code)
        send(UP, stamp, code)
        send(DOWN, stamp, code)
    send(DOWN, 0, said=True)
    assert done == ["label"] * 4


def test_a_held_letter_is_typed_as_often_as_it_comes(done: list[str]) -> None:
    field = QApplication.focusWidget().window().findChild(QLineEdit, "field")
    field.setFocus()
    for kind, stamp in HELD:
        send(kind, stamp)
    assert field.text() == "aaaa"
    assert done == []
