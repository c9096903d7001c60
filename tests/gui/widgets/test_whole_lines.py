"""A text ends with a whole line, wherever it is scrolled to."""

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QPlainTextEdit
from pytestqt.qtbot import QtBot

from jurybox_gui.widgets.whole_lines import slice_top


def test_the_line_that_ends_below_is_found_and_the_last_one_never(qtbot: QtBot) -> None:
    text = QPlainTextEdit("\n".join(f"Line {n}" for n in range(60)))
    qtbot.addWidget(text)
    text.show()
    sliced = 0
    for height in range(120, 150, 3):
        text.resize(300, height)
        bottom = text.viewport().height()
        last = text.cursorRect(text.cursorForPosition(QPoint(0, bottom - 1)))
        top = slice_top(text)
        assert top == (last.top() if last.bottom() > bottom else None)
        sliced += top is not None
        text.verticalScrollBar().setValue(text.verticalScrollBar().maximum())
        assert slice_top(text) is None, "nothing of the end is out of reach"
        text.verticalScrollBar().setValue(0)
    assert sliced > 0
    text.setPlainText("One line.")
    assert slice_top(text) is None
