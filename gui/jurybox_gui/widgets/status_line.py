"""The line at the foot of the window: whether the last label is safe, and who judges how."""

from typing import Literal

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from jurybox.language import tr
from jurybox.lists import comma_list
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.icons import paint_icon
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px, Tokens
from jurybox_gui.widgets.painting import RIGHT, paint_ground, paint_line, paint_text, text_width
from jurybox_gui.widgets.tips import set_tip

SaveState = Literal["saved", "saving", "not-saved", "lock", "none"]
"""The mark beside the sentence."""
_COLORS: dict[SaveState, str] = {
    "saved": "good",
    "saving": "text2",
    "not-saved": "bad",
    "lock": "text2",
    "none": "ctl",
}
_MARGIN = 11
_MARK = 14


class StatusLine(QWidget):
    """Left: a mark, a sentence and an aside (the entry's number). Right: a name and an aside.

    `lock` is read only, `none` is not a collection. `who_pressed` is emitted when the name is clicked.
    """

    who_pressed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._state: SaveState = "none"
        self._sentence = ""
        self._aside = ""
        self._who = ""
        self._mode = ""
        self._event = ""
        self._waiting = ""
        self._who_box = QRectF()
        self.setMouseTracking(True)

    def sizeHint(self) -> QSize:
        """Return the height of the line; it takes the width it gets."""
        return QSize(200, Grid.STATUS + 4)

    @property
    def state(self) -> SaveState:
        """The mark shown."""
        return self._state

    @property
    def sentence(self) -> str:
        """The sentence shown."""
        return self._sentence

    def set_state(self, state: SaveState, sentence: str, aside: str = "") -> None:
        """Show whether the last label is safe: mark, sentence, aside such as `Entry 4,127`."""
        self._state, self._sentence, self._aside = state, sentence, aside
        self._tell()

    @property
    def event_text(self) -> str:
        """What happened last, if it is still shown."""
        return self._event

    def set_event(self, sentence: str) -> None:
        """Show what happened, such as what an undo took back, until something else does; "" shows nothing."""
        if sentence != self._event:
            self._event = sentence
            self._tell()

    @property
    def waiting(self) -> str:
        """What waits for the network, if anything does."""
        return self._waiting

    def set_waiting(self, sentence: str) -> None:
        """Show what waits for the network, behind all else at the left; "" shows nothing."""
        if sentence != self._waiting:
            self._waiting = sentence
            self._tell()

    def set_who(self, who: str, mode: str = "") -> None:
        """Show who works here and in which mode, at the right."""
        self._who, self._mode = who, mode
        self._tell()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint both ends; the left one gives way where there is no room for both."""
        del event
        tokens = theme().tokens
        painter = QPainter(self)
        paint_ground(painter, self.rect(), tokens.win)
        paint_line(painter, QPointF(0, 0.5), QPointF(self.width(), 0.5), tokens.line)
        limit = self._paint_right(painter, tokens)
        self._paint_left(painter, limit, tokens)
        painter.end()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show that the name can be clicked."""
        over = bool(self._who) and self._who_box.contains(event.position())
        self.setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)
        set_tip(self, tr("Change who is judging") if over else "")

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Tell that the name was clicked."""
        if self._who and self._who_box.contains(event.position()):
            self.who_pressed.emit()

    def _paint_right(self, painter: QPainter, tokens: Tokens) -> float:
        face, bold = font(Px.ASIDE), font(Px.ASIDE, 600)
        right = self.width() - 16.0
        if self._mode:
            wide = min(text_width(self._mode, face), self.width() / 3)
            room = QRectF(right - wide, 1, wide, self.height() - 1)
            paint_text(painter, room, self._mode, face, tokens.text2, RIGHT)
            right -= wide + 6
            if self._who:
                middle = self.height() / 2
                top, foot = QPointF(right + 0.5, middle - 5), QPointF(right + 0.5, middle + 6)
                paint_line(painter, top, foot, tokens.line2)
                right -= 8
        if self._who:
            wide = min(text_width(self._who, bold), self.width() / 3)
            room = QRectF(right - wide, 1, wide, self.height() - 1)
            paint_text(painter, room, self._who, bold, tokens.text, RIGHT)
            self._who_box = room
            right -= wide + 16
        return right

    def _paint_left(self, painter: QPainter, limit: float, tokens: Tokens) -> None:
        middle = (self.height() + 1) / 2
        spot = QRectF(_MARGIN, round(middle - _MARK / 2), _MARK, _MARK)
        paint_icon(painter, spot, self._state, getattr(tokens, _COLORS[self._state]))
        left = spot.right() + 5
        ink = tokens.bad if self._state == "not-saved" else tokens.text
        face = font(Px.ASIDE, 600, tabular=True)
        room = QRectF(left, 1, max(0.0, limit - left), self.height() - 1)
        left += paint_text(painter, room, self._sentence, face, ink) + 13
        room = QRectF(left, 1, max(0.0, limit - left), self.height() - 1)
        if self._event:
            left += paint_text(painter, room, self._event, font(Px.ASIDE, 600, tabular=True), tokens.accent)
        else:
            left += paint_text(painter, room, self._aside, font(Px.ASIDE, tabular=True), tokens.text2)
        room = QRectF(left + 13, 1, max(0.0, limit - left - 13), self.height() - 1)
        paint_text(painter, room, self._waiting, font(Px.ASIDE, tabular=True), tokens.text2)

    def _tell(self) -> None:
        parts = [self._sentence, self._aside, self._event, self._waiting, self._who, self._mode]
        self.setAccessibleName(comma_list(part for part in parts if part))
        self.update()
