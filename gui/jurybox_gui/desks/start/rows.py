"""Rows of the start page: a digit, a name, an aside, and how much is judged."""

from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from jurybox_gui.pieces.base_button import PaintedButton
from jurybox_gui.pieces.focus import paint_focus_ring
from jurybox_gui.pieces.keycaps import key_cap_width, paint_key_cap
from jurybox_gui.pieces.painting import RIGHT, paint_box, paint_text
from jurybox_gui.pieces.progress import paint_bar
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.icons import paint_icon
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px

_TALL = 48
_LOW = 38
_BAR = 90


@dataclass(frozen=True, slots=True)
class RowText:
    """What a row says; `share` of the judging that is done, or None where that is not known."""

    name: str
    aside: str = ""
    key: str = ""
    icon: str = ""
    figures: str = ""
    when: str = ""
    share: float | None = None


class StartRow(PaintedButton):
    """A row that opens something: by click, Enter, or the digit at its left or right end."""

    def __init__(self, text: RowText, parent: QWidget | None = None) -> None:
        super().__init__(text.name.replace("&", "&&"), parent)
        self.row = text
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(", ".join(filter(None, (text.name, text.aside, text.figures))))

    def set_row(self, text: RowText) -> None:
        """Say something else, such as how much is judged once that is known."""
        self.row = text
        self.setAccessibleName(", ".join(filter(None, (text.name, text.aside, text.figures))))
        self.update()

    def sizeHint(self) -> QSize:
        """Return the height of the row; it takes the width it gets."""
        return QSize(420, _LOW if self.row.icon else _TALL)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint ground, key, names and figures."""
        del event
        tokens = theme().tokens
        painter = QPainter(self)
        box = QRectF(self.rect()).adjusted(2, 1, -2, -2)
        if self.hot or self.hasFocus():
            paint_box(painter, box, Grid.R_BUTTON, tokens.accsoft if self.hasFocus() else tokens.hover)
        if self.row.icon:
            self._paint_demo(painter)
        else:
            self._paint_recent(painter)
        painter.fillRect(QRectF(10, self.height() - 1, self.width() - 20, 1), tokens.line)
        if self.hasFocus():
            paint_focus_ring(painter, box.adjusted(3, 3, -3, -3), Grid.R_BUTTON - 2, tokens)
        painter.end()

    def _paint_recent(self, painter: QPainter) -> None:
        tokens, row, right = theme().tokens, self.row, self.width() - 12.0
        if row.key:
            paint_key_cap(painter, 12, self.height() / 2, row.key, tokens)
        left = 46.0
        figures = 230.0 if row.figures or row.when else 0.0
        room = right - left - figures
        paint_text(painter, QRectF(left, 5, room, 20), row.name, font(Px.LEAD, 600), tokens.text)
        paint_text(painter, QRectF(left, 25, room, 18), row.aside, font(Px.ASIDE), tokens.text2)
        face = font(Px.ASIDE, tabular=True)
        paint_text(painter, QRectF(right - 100, 14, 100, 18), row.when, face, tokens.text2, RIGHT)
        paint_text(painter, QRectF(right - 230, 6, 116, 18), row.figures, face, tokens.text2, RIGHT)
        if row.share is not None:
            ink = "good" if row.share >= 1 else "accent"
            paint_bar(painter, QRectF(right - 114 - _BAR, 29, _BAR, 4), row.share, tokens, ink)

    def _paint_demo(self, painter: QPainter) -> None:
        tokens, row = theme().tokens, self.row
        middle = self.height() / 2
        paint_icon(painter, QRectF(14, middle - 10, 20, 20), row.icon, tokens.text2)
        right = self.width() - 12.0
        if row.key:
            wide = key_cap_width(row.key)
            paint_key_cap(painter, right - wide, middle, row.key, tokens)
            right -= wide + 12
        left = 46.0
        third = (right - left) * 0.42
        paint_text(painter, QRectF(left, 0, third, self.height()), row.name, font(Px.BASE, 600), tokens.text)
        rest = QRectF(left + third + 8, 0, right - left - third - 8, self.height())
        paint_text(painter, rest, row.aside, font(Px.ASIDE), tokens.text2)
