"""The margin beside a response: numbers that link quoted words to the nuggets they were matched with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from jurybox.language import tr
from jurybox.lists import clauses, labeled
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.painting import CENTER, paint_box, paint_text
from jurybox_gui.widgets.text_spans import Span
from jurybox_gui.widgets.tips import set_tip

if TYPE_CHECKING:
    from jurybox_gui.widgets.text_pane import TextPane

_WIDE, _TALL, _GAP = 22, 18, 2
_ROOM = 34


class Quote(NamedTuple):
    """Words of a response that a nugget was matched with.

    `place`: the nugget's position in the list; `number`: the text printed for it; `solid`: it is vital.
    """

    span: Span
    place: int
    number: str
    text: str
    solid: bool


class MarginNumbers(QWidget):
    """Paints a number beside the line where each quote begins; emits `chosen(place)` on a click.

    Numbers of one line are stacked. They scroll with the text.
    """

    chosen = Signal(int)

    def __init__(self, pane: TextPane, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pane = pane
        self.quotes: tuple[Quote, ...] = ()
        self.setFixedWidth(_ROOM)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setMouseTracking(True)
        self.setAccessibleName(tr("Nuggets quoted"))
        pane.verticalScrollBar().valueChanged.connect(lambda _value: self.update())
        pane.part_changed.connect(self.update)
        pane.viewport().installEventFilter(self)

    def show_quotes(self, quotes: Sequence[Quote]) -> None:
        """Show the numbers of these quotes, in the order of the text."""
        shown = tuple(sorted(quotes, key=lambda one: one.span.start))
        if shown != self.quotes:
            self.quotes = shown
            words = clauses(labeled(one.number, one.text) for one in shown)
            self.setAccessibleDescription(words)
        self.update()

    def boxes(self) -> list[tuple[QRectF, Quote]]:
        """Return the rectangle of the number of each visible quote."""
        found: list[tuple[QRectF, Quote]] = []
        below = float("-inf")
        part = self._pane.part
        for one in self.quotes:
            if not part.start <= one.span.start < max(part.end, part.start + 1):
                continue
            line = self._pane.rect_of(one.span.start)
            middle = self._pane.viewport().mapTo(self._pane, line.center()).y()
            top = max(middle - _TALL / 2, below)
            below = top + _TALL + _GAP
            if -_TALL < top < self.height():
                found.append((QRectF(self.width() - _WIDE - 1, round(top), _WIDE, _TALL), one))
        return found

    def sizeHint(self) -> QSize:
        return QSize(_ROOM, 60)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self.update()
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens, painter = theme().tokens, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for box, one in self.boxes():
            if one.span.kind == "current":
                ground, edge, ink = tokens.accent, tokens.accent, tokens.onacc
            elif one.solid:
                ground, edge, ink = tokens.text2, tokens.text2, tokens.surf
            else:
                ground, edge, ink = tokens.surf, tokens.text2, tokens.text
            paint_box(painter, box, Grid.R_KEY, ground, edge, 1.2)
            paint_text(painter, box, one.number, font(Px.CAP, 600, tabular=True), ink, CENTER)
        painter.end()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        one = self._at(event)
        set_tip(self, "" if one is None else one.text)
        self.setCursor(Qt.CursorShape.ArrowCursor if one is None else Qt.CursorShape.PointingHandCursor)
        super().mouseMoveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        one = self._at(event)
        if one is not None:
            self.chosen.emit(one.place)

    def _at(self, event: QMouseEvent) -> Quote | None:
        return next((one for box, one in self.boxes() if box.contains(event.position())), None)
