"""The line at the foot of the window: whether the last label is saved, and who judges in which mode."""

from typing import Literal

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from jurybox.language import tr
from jurybox.lists import comma_list
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.icons import paint_icon
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px, Tokens
from jurybox_gui.widgets.base_button import PaintedButton
from jurybox_gui.widgets.painting import RIGHT, paint_ground, paint_line, paint_text, text_width
from jurybox_gui.widgets.tips import set_tip

SaveState = Literal["saved", "saving", "not-saved", "lock", "none"]
"""The mark beside the sentence."""
_COLORS: dict[SaveState, str] = {"saved": "good", "saving": "text2", "not-saved": "bad", "lock": "text2", "none": "ctl"}
_MARGIN = 11
_MARK = 14
_RIGHT = 16.0
_AROUND, _ABOVE = 5.0, 4.0
"""Space around the name for its focus ring, px."""


class _NameButton(PaintedButton):
    """The name of the assessor, which Tab reaches: Space and Enter press it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("", parent)
        self.setProperty("ring", Grid.R_FIELD)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleDescription(tr("Change who is judging"))
        set_tip(self, tr("Change who is judging"))
        self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        room = QRectF(self.rect()).adjusted(_AROUND, 0, -_AROUND, 0)
        paint_text(painter, room, self.text(), font(Px.ASIDE, 600), theme().tokens.text, RIGHT)
        painter.end()


class StatusLine(QWidget):
    """Left: a mark, a sentence and an aside (the entry's number). Right: a name and an aside.

    `lock`: read only; `none`: no collection. Emits `who_pressed` when the name is clicked.
    """

    who_pressed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._state: SaveState = "none"
        self._sentence = ""
        self._aside = ""
        self._mode = ""
        self._event = ""
        self._waiting = ""
        self._mode_room = QRectF()
        self._limit = 0.0
        self.name = _NameButton(self)
        """The button that shows who works here; hidden where nobody can."""
        self.name.clicked.connect(self.who_pressed)

    def sizeHint(self) -> QSize:
        # Return the height of the line; it takes the width it gets.
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
        """Show whether the last label is saved: mark, sentence, aside such as `Entry 4,127`."""
        self._state, self._sentence, self._aside = state, sentence, aside
        self._tell()

    @property
    def event_text(self) -> str:
        """The last event, if it is still shown."""
        return self._event

    def set_event(self, sentence: str) -> None:
        """Show an event, such as what an undo did, until the next one; "" shows nothing."""
        if sentence != self._event:
            self._event = sentence
            self._tell()

    @property
    def waiting(self) -> str:
        """What waits for the network, if anything."""
        return self._waiting

    def set_waiting(self, sentence: str) -> None:
        """Show what waits for the network, after everything else on the left; "" shows nothing."""
        if sentence != self._waiting:
            self._waiting = sentence
            self._tell()

    def set_who(self, who: str, mode: str = "") -> None:
        """Show the assessor and the mode, on the right."""
        self._mode = mode
        self.name.setText(who)
        self.name.setVisible(bool(who))
        self._place_name()
        self._tell()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_name()

    def paintEvent(self, event: QPaintEvent) -> None:
        # Paint both ends; the left one gives way where there is no room for both.
        del event
        tokens = theme().tokens
        painter = QPainter(self)
        paint_ground(painter, self.rect(), tokens.win)
        paint_line(painter, QPointF(0, 0.5), QPointF(self.width(), 0.5), tokens.line)
        self._paint_mode(painter, tokens)
        self._paint_left(painter, self._limit, tokens)
        painter.end()

    def _place_name(self) -> None:
        """Set the name beside the mode, and compute where the left end has to stop."""
        wide = min(text_width(self._mode, font(Px.ASIDE)), self.width() / 3) if self._mode else 0.0
        self._mode_room = QRectF(self.width() - _RIGHT - wide, 1, wide, self.height() - 1)
        self._limit = self._mode_room.left() - (6 if self._mode else 0)
        if who := self.name.text():
            right = self._limit - (8 if self._mode else 0)
            wide = min(text_width(who, font(Px.ASIDE, 600)), self.width() / 3)
            room = QRectF(right - wide - _AROUND, _ABOVE, wide + 2 * _AROUND, self.height() - 2 * _ABOVE + 1)
            self.name.setGeometry(room.toAlignedRect())
            self._limit = right - wide - 16

    def _paint_mode(self, painter: QPainter, tokens: Tokens) -> None:
        if not self._mode:
            return
        room = self._mode_room
        paint_text(painter, room, self._mode, font(Px.ASIDE), tokens.text2, RIGHT)
        if self.name.text():
            middle, left = self.height() / 2, room.left() - 5.5
            paint_line(painter, QPointF(left, middle - 5), QPointF(left, middle + 6), tokens.line2)

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
        parts = [self._sentence, self._aside, self._event, self._waiting, self.name.text(), self._mode]
        self.setAccessibleName(comma_list(part for part in parts if part))
        self.update()
