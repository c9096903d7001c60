"""Backgrounds of the parts of a desk: painted surfaces with hairlines where they meet."""

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme


class Surface(QWidget):
    """A part of the desk filled with a token's color, optionally with a hairline at its top, foot or left."""

    def __init__(self, token: str, edge: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._token, self._edge = token, edge

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens = theme().tokens
        painter = QPainter(self)
        painter.fillRect(self.rect(), color(getattr(tokens, self._token)))
        if self._edge == "top":
            painter.fillRect(0, 0, self.width(), 1, color(tokens.line))
        elif self._edge == "bottom":
            painter.fillRect(0, self.height() - 1, self.width(), 1, color(tokens.line))
        elif self._edge == "left":
            painter.fillRect(0, 0, 1, self.height(), color(tokens.line))
        painter.end()
