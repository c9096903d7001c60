"""Rows of the start page: a digit, a name, an aside, and how much is judged."""

from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from jurybox.lists import comma_list
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.icons import paint_icon
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.base_button import PaintedButton
from jurybox_gui.widgets.cut_tips import TellsCutLines
from jurybox_gui.widgets.focus import paint_focus_ring
from jurybox_gui.widgets.keycaps import key_cap_width, paint_key_cap
from jurybox_gui.widgets.painting import RIGHT, on_lines, paint_box, paint_text, text_width
from jurybox_gui.widgets.progress import paint_bar

_TALL = 48
_LINE = 17
_BAR = 90
INSET = 10
"""The left edge of the rows, with which the page's headings align, px."""

_TEXT = 44
WHEN, FIGURES = 100, 116
_GAP = 14
"""Widths of the two columns at the right end, and the space between them."""
_NARROW = 520
"""The width of a row below which the second column is under the first, so that names have room."""


@dataclass(frozen=True, slots=True)
class RowText:
    """The content of a row; `share` of the judging that is done, or None if unknown."""

    name: str
    aside: str = ""
    key: str = ""
    icon: str = ""
    figures: str = ""
    when: str = ""
    share: float | None = None


class StartRow(TellsCutLines, PaintedButton):
    """A row that opens something: by click, Enter, or the digit at its left or right end."""

    def __init__(self, text: RowText, parent: QWidget | None = None) -> None:
        super().__init__(text.name.replace("&", "&&"), parent)
        self.row = text
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(comma_list(filter(None, (text.name, text.aside, text.figures))))

    def set_row(self, text: RowText) -> None:
        """Change the content, for instance once the judged share is known."""
        self.row = text
        self.setAccessibleName(comma_list(filter(None, (text.name, text.aside, text.figures))))
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Leave the arrows to the page: a Qt button would move the focus to any nearby widget.
        if event.key() in {Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right}:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        # Return the height of the row, that of a demo with a second line; it takes the width it gets.
        return QSize(420, _TALL + (_LINE if self.row.icon else 0))

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens, row = theme().tokens, self.row
        painter = QPainter(self)
        box = QRectF(self.rect()).adjusted(0, 1, 0, -2)
        if self.hot or self.hasFocus():
            paint_box(painter, box, Grid.R_BUTTON, tokens.accsoft if self.hasFocus() else tokens.hover)
        right, middle = self.width() - float(INSET), self.height() / 2
        if row.icon:
            paint_icon(painter, QRectF(INSET + 1, middle - 10, 20, 20), row.icon, tokens.text2)
            right -= key_cap_width(row.key)
            paint_key_cap(painter, right, middle, row.key, tokens)
            right -= _GAP
        else:
            paint_key_cap(painter, INSET, middle, row.key, tokens)
            right = self._paint_figures(painter, right)
        room = right - _TEXT
        asides = self.asides(room)
        top = (self.height() - 24 - len(asides) * _LINE) / 2 - 1
        paint_text(painter, QRectF(_TEXT, top, room, 20), row.name, font(Px.LEAD, 600), tokens.text)
        for n, words in enumerate(asides):
            line = QRectF(_TEXT, top + 20 + n * _LINE, room, 18)
            paint_text(painter, line, words, font(Px.ASIDE), tokens.text2)
        painter.fillRect(QRectF(INSET, self.height() - 1, self.width() - 2 * INSET, 1), tokens.line)
        if self.hasFocus():
            paint_focus_ring(painter, box.adjusted(2, 2, -2, -2), Grid.R_BUTTON - 2, tokens)
        painter.end()

    def asides(self, room: float) -> tuple[str, ...]:
        """Return the lines of the aside in a given width: a demo's may take two."""
        return on_lines(self.row.aside, font(Px.ASIDE), room) if self.row.icon else (self.row.aside,)

    def _paint_figures(self, painter: QPainter, right: float) -> float:
        """Paint how much is labeled and when it last was; return where the room for names ends."""
        tokens, row = theme().tokens, self.row
        if not row.figures and not row.when:
            return right
        face = font(Px.ASIDE, tabular=True)
        if self.width() < _NARROW:
            return self._paint_stacked(painter, right)
        paint_text(painter, QRectF(right - WHEN, 14, WHEN, 18), row.when, face, tokens.text2, RIGHT)
        edge = right - WHEN - _GAP
        paint_text(painter, QRectF(edge - FIGURES, 6, FIGURES, 18), row.figures, face, tokens.text2, RIGHT)
        if row.share is not None:
            ink = "good" if row.share >= 1 else "accent"
            paint_bar(painter, QRectF(edge - _BAR, 29, _BAR, 4), row.share, tokens, ink)
        return edge - FIGURES - _GAP

    def _paint_stacked(self, painter: QPainter, right: float) -> float:
        """Paint the same in one column, as wide as it needs to be."""
        tokens, row, face = theme().tokens, self.row, font(Px.ASIDE, tabular=True)
        wide = max(_BAR, text_width(row.figures, face), text_width(row.when, face))
        left = right - wide
        paint_text(painter, QRectF(left, 3, wide, 17), row.figures, face, tokens.text2, RIGHT)
        paint_text(painter, QRectF(left, 26, wide, 17), row.when, face, tokens.text2, RIGHT)
        if row.share is not None:
            ink = "good" if row.share >= 1 else "accent"
            paint_bar(painter, QRectF(left, 21, wide, 4), row.share, tokens, ink)
        return left - _GAP


class RowHeads(QWidget):
    """A heading of rows, and the heads of their two columns on the right."""

    def __init__(self, heading: str, figures: str = "", when: str = "", aside: str = "") -> None:
        super().__init__()
        self.setFixedHeight(24)
        self._heading, self._figures, self._when, self._aside = heading, figures, when, aside
        self._columns = False
        self.setAccessibleName(comma_list(filter(None, (heading, aside))))

    def show_columns(self, *, on: bool) -> None:
        """Show the heads of the columns if there are rows."""
        self._columns = on
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens, painter = theme().tokens, QPainter(self)
        right, face = self.width() - float(INSET), font(Px.ASIDE)
        room = QRectF(INSET, 0, self.width() - 2 * INSET, 20)
        wide = paint_text(painter, room, self._heading, font(Px.BASE, 600), tokens.text)
        paint_text(painter, room.adjusted(wide + 14, 0, 0, 0), self._aside, face, tokens.text2)
        if self._columns and self.width() < _NARROW:
            heads = comma_list((self._figures, self._when))
            paint_text(painter, room, heads, face, tokens.text2, RIGHT)
        elif self._columns:
            edge = right - WHEN - _GAP
            paint_text(painter, QRectF(right - WHEN, 0, WHEN, 20), self._when, face, tokens.text2, RIGHT)
            paint_text(painter, QRectF(edge - FIGURES, 0, FIGURES, 20), self._figures, face, tokens.text2, RIGHT)
        painter.fillRect(QRectF(INSET, self.height() - 1, self.width() - 2 * INSET, 1), tokens.line2)
        painter.end()
