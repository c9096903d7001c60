"""A frame over the whole window while files are dragged over it, showing what dropping them does."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.painting import CENTER, kept, paint_box, paint_text, text_width

_EDGE, _HIGH = 8.0, 44.0


class DropFrame(QWidget):
    """Lets every event through: the window below it takes the drop."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.words = ""
        self.hide()

    def show_over(self, words: str) -> None:
        """Cover the window, with these words in the center."""
        self.words = words
        self.setAccessibleName(words)
        window = self.parentWidget()
        if window is not None:
            self.setGeometry(window.rect())
        self.raise_()
        self.show()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens, painter = theme().tokens, QPainter(self)
        with kept(painter):
            painter.setPen(QPen(color(tokens.accent), 3))
            painter.drawRect(QRectF(self.rect()).adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE))
            face = font(Px.ANSWER, 600)
            wide = text_width(self.words, face) + 48
            plate = QRectF((self.width() - wide) / 2, (self.height() - _HIGH) / 2, wide, _HIGH)
            paint_box(painter, plate, Grid.R_OVERLAY, tokens.accent)
            paint_text(painter, plate, self.words, face, tokens.onacc, CENTER)
        painter.end()
