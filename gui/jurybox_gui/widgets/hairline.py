"""A line of one pixel between two parts."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from jurybox_gui.theme.theme import theme


class Hairline(QWidget):
    """A horizontal line, or an upright one."""

    def __init__(self, parent: QWidget | None = None, *, upright: bool = False) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        if upright:
            self.setFixedWidth(1)
        else:
            self.setFixedHeight(1)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Fill the line."""
        del event
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().tokens.line)
        painter.end()
