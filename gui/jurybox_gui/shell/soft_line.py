"""The background of a line across the window: the soft accent, with a rule above it."""

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme


class SoftLine(QWidget):
    """A line across the window that addresses the user, such as a hint or a replay."""

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens = theme().tokens
        painter = QPainter(self)
        painter.fillRect(self.rect(), color(tokens.accsoft))
        painter.fillRect(0, 0, self.width(), 1, color(tokens.line))
        painter.end()
