"""The rail: the narrow column on the left that changes desks."""

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from jurybox.language import tr
from jurybox_gui.actions.chords import cap_text
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.icons import paint_icon
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.base_button import PaintedButton
from jurybox_gui.widgets.focus import paint_focus_ring
from jurybox_gui.widgets.painting import CENTER, paint_box, paint_ground, paint_line, paint_text, text_width
from jurybox_gui.widgets.tips import set_tip

_TILE = 58
_ICON = 21
_BESIDE, _PAD = 4, 4


class RailEntry(NamedTuple):
    """One desk on the rail: its id, its full name, its icon and the action that opens it."""

    id: str
    name: str
    icon: str
    action: str = ""
    short: str = ""


class RailButton(PaintedButton):
    """One tile of the rail: icon above word; the current one is raised with a bar on its left."""

    def __init__(self, entry: RailEntry, parent: QWidget | None = None) -> None:
        super().__init__(entry.name, parent, action=entry.action, own_click=True)
        self.entry = entry
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(entry.name)
        set_tip(self, entry.name)

    def print_keys(self, keys: Sequence[str]) -> None:
        """Put the key of the desk into the tool tip."""
        key = f" ({cap_text(keys[0])})" if keys else ""
        set_tip(self, self.entry.name + key)

    def show_possible(self) -> None:
        """Keep the state that the window set: the window knows which desks may be seen."""

    def sizeHint(self) -> QSize:
        # Return the tile's size; the rail's width is set by the rail.
        return QSize(Grid.RAIL, _TILE)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens = theme().tokens
        painter = QPainter(self)
        box = QRectF(_BESIDE, 3, self.width() - 2 * _BESIDE, self.height() - 6)
        chosen = self.isChecked()
        if chosen:
            paint_box(painter, box, Grid.R_BUTTON, tokens.raised, tokens.line)
            paint_box(painter, QRectF(0, box.top() + 8, 3, box.height() - 16), 1.5, tokens.accent)
        elif self.hot:
            paint_box(painter, box, Grid.R_BUTTON, tokens.hover)
        code = tokens.accent if chosen else tokens.text2 if self.isEnabled() else tokens.ctl
        spot = QRectF((self.width() - _ICON) / 2, box.top() + 7, _ICON, _ICON)
        paint_icon(painter, spot, self.entry.icon, code)
        face = font(Px.CAP, 600 if chosen else 400)
        words = self._word(self.width() - 2 * (_BESIDE + _PAD))
        ink = tokens.text if chosen else tokens.text2 if self.isEnabled() else tokens.text3
        line = QRectF(_BESIDE, box.bottom() - 23, self.width() - 2 * _BESIDE, 18)
        paint_text(painter, line, words, face, ink, CENTER)
        if self.hasFocus():
            paint_focus_ring(painter, box.adjusted(2, 2, -2, -2), Grid.R_BUTTON - 2, tokens)
        painter.end()

    def _word(self, room: float) -> str:
        """Return the full name if it fits, even in bold, else the short one."""
        entry = self.entry
        fits = text_width(entry.name, font(Px.CAP, 600)) <= room
        return entry.name if fits or not entry.short else entry.short


class Rail(QWidget):
    """The column of desks; `chosen(id)` is emitted when a tile is clicked.

    `foot`: tiles at the lower end that change no desk (the keys sheet): they emit `pressed(id)`.
    """

    chosen = Signal(str)
    pressed = Signal(str)

    def __init__(
        self,
        entries: Sequence[RailEntry],
        foot: Sequence[RailEntry] = (),
        parent: QWidget | None = None,
        *,
        wide: bool = False,
    ) -> None:
        super().__init__(parent)
        self.setFixedWidth(Grid.RAIL_WIDE if wide else Grid.RAIL)
        self.setAccessibleName(tr("Desks"))
        self._buttons: dict[str, RailButton] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 6, 1, 4)
        column.setSpacing(0)
        for entry in entries:
            button = self._tile(entry)
            button.clicked.connect(lambda _on, at=entry.id: self._clicked(at))
            column.addWidget(button)
        column.addStretch(1)
        for entry in foot:
            button = self._tile(entry)
            button.setCheckable(False)
            button.clicked.connect(lambda _on, at=entry.id: self.pressed.emit(at))
            column.addWidget(button)

    def set_current(self, desk: str | None) -> None:
        """Mark the desk in front; None marks none."""
        for button in self._buttons.values():
            button.setAutoExclusive(False)  # otherwise Qt does not allow all of them to be unchecked
        for at, button in self._buttons.items():
            button.setChecked(at == desk)
            button.setAutoExclusive(button.isCheckable())  # read aloud as one of several, not a check box

    def set_available(self, desks: Sequence[str]) -> None:
        """Show only these desks, since an assessor at work sees only one; the foot stays."""
        for at, button in self._buttons.items():
            if button.isCheckable():
                button.setVisible(at in desks)

    def button(self, desk: str) -> RailButton:
        """Return the tile of one desk."""
        return self._buttons[desk]

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens = theme().tokens
        painter = QPainter(self)
        paint_ground(painter, self.rect(), tokens.sunk)
        edge = QRectF(self.rect())
        edge.setLeft(self.width() - 0.5)
        paint_line(painter, edge.topLeft(), edge.bottomLeft(), tokens.line)
        painter.end()

    def _tile(self, entry: RailEntry) -> RailButton:
        button = RailButton(entry, self)
        self._buttons[entry.id] = button
        return button

    def _clicked(self, desk: str) -> None:
        self.set_current(desk)
        self.chosen.emit(desk)
