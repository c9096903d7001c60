"""Texts that end with a whole line, wherever they are scrolled to."""

from PySide6.QtCore import QPoint
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit


def slice_top(view: QTextEdit | QPlainTextEdit) -> int | None:
    """Return the y in the viewport at which a line begins that ends below it; None if the last one is whole.

    At the end of the text, and where a line is taller than the viewport, it is None: there the last line
    is shown as far as it goes.
    """
    bar, height = view.verticalScrollBar(), view.viewport().height()
    if bar.value() >= bar.maximum():
        return None
    # Beside a short line, on the left of one from right to left, Qt finds another line.
    for x in (0, view.viewport().width() - 1):
        cursor = view.cursorForPosition(QPoint(x, height - 1))
        if not cursor.block().text():
            return None  # an empty line is lower than its cursor, which would cover the line above
        last = view.cursorRect(cursor)
        if 0 < last.top() < height < last.bottom():
            return last.top()
    return None


def cover_slice(view: QTextEdit | QPlainTextEdit) -> None:
    """Cover a line that ends below the viewport; call it in a paint event, after the text was painted."""
    foot = slice_top(view)
    if foot is not None:
        shown = view.viewport()
        painter = QPainter(shown)
        painter.fillRect(0, foot, shown.width(), shown.height() - foot, shown.palette().base())
        painter.end()
