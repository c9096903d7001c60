"""A line of one pixel between two parts."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from jurybox_gui.theme.theme import theme


class Hairline(QWidget):
    """A horizontal or vertical line; `raised` for one on a sheet, whose background is lighter."""

    def __init__(self, parent: QWidget | None = None, *, upright: bool = False, raised: bool = False) -> None:
        super().__init__(parent)
        self._raised = raised
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        if upright:
            self.setFixedWidth(1)
        else:
            self.setFixedHeight(1)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        tokens = theme().tokens
        painter.fillRect(self.rect(), tokens.rule if self._raised else tokens.line)
        painter.end()
