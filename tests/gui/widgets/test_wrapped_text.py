"""Wrapped text in any script: where it stands, where it breaks, and when it says that it was cut."""

import pytest
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from jurybox_gui.desks.judging.answer.center import Center
from jurybox_gui.widgets.wrapped_text import WrappedText, is_right_to_left


def ink(widget: QWidget) -> list[int]:
    """The columns in which something is painted."""
    image = QImage(widget.size(), QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    widget.render(image)
    ground = image.pixel(image.width() // 2, image.height() - 1)
    return [x for x in range(image.width()) if any(image.pixel(x, y) != ground for y in range(image.height()))]


def shown(qtbot: QtBot, text: str, width: int = 400, lines: int = 3) -> WrappedText:
    made = WrappedText(px=17, lines=lines)
    qtbot.addWidget(made)
    made.set_text(text)
    made.resize(width, made.heightForWidth(width))
    made.show()
    return made


@pytest.mark.parametrize(
    ("text", "right"),
    [("abc", False), ("قال", True), ("123 «שלום»", True), ("1 + 2", False), ("", False), ("🎉 abc قال", False)],
)
def test_the_first_letter_gives_the_direction(qtbot: QtBot, text: str, right: bool) -> None:
    assert is_right_to_left(text) is right
    if text.strip():
        columns = ink(shown(qtbot, text))
        assert (columns[-1] > 380) is right
        assert (columns[0] < 20) is not right


@pytest.mark.parametrize("text", ["x" * 9000, "word " * 2000, "価格は百二十三円です" * 500, "a" + "\n" * 5000 + "a"])
def test_long_texts_are_cut_and_say_so(qtbot: QtBot, text: str) -> None:
    made = shown(qtbot, text)
    assert made.is_cut
    made.set_text("\n" * 5000 + "short" + " " * 5000)
    assert not made.is_cut
    assert made.heightForWidth(400) < 30


def test_more_room_shows_more(qtbot: QtBot) -> None:
    received: list[bool] = []
    made = shown(qtbot, "word " * 40, lines=2)
    made.cut_changed.connect(received.append)
    assert made.is_cut
    made.set_lines(20)
    assert not made.is_cut
    made.set_lines(2)
    made.resize(3000, 60)
    assert not made.is_cut
    qtbot.waitUntil(lambda: received == [False, True, False])


def test_a_question_that_has_room_again_takes_no_more_than_that(qtbot: QtBot) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    column, center = QVBoxLayout(host), Center()
    column.addWidget(center)
    host.show()
    QApplication.processEvents()
    center.head.set_question("1", "", "Where was Ibn Battuta born?")
    QApplication.processEvents()
    for width in (60, 1900, 1212):
        host.resize(width, 700)
    QApplication.sendPostedEvents()
    more = center.head.more
    qtbot.waitUntil(lambda: more.isHidden() and not more.isVisible())
    qtbot.waitUntil(lambda: center.head.height() == center.head.heightForWidth(center.head.width()))


def test_odd_characters_are_painted(qtbot: QtBot) -> None:
    assert ink(shown(qtbot, "a\0b\ud800c\u2028d"))
