"""All responses of the question as a row of tiles: number, what it scores, whether it is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from jurybox.results.cells import score_text
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.painting import LEFT, RIGHT, paint_box, paint_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QMouseEvent, QPaintEvent

_TILE, _HIGH, _GAP = 62, 26, 5


class ResponseRow(QWidget):
    """Paints the tiles around the current one; `response_chosen` tells which is clicked, from 0.

    `value(n)` is asked only of tiles that are painted: a board may have hundreds of responses.
    """

    response_chosen = Signal(int)

    def __init__(self, value: Callable[[int], float | None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._value = value
        self._done: Callable[[int], bool] = lambda _n: False
        self.count = 0
        self.current = 0
        self.setFixedHeight(_HIGH + 6)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Responses")

    def show_row(self, count: int, current: int, done: Callable[[int], bool]) -> None:
        """Show so many responses, this one as current."""
        self.count, self.current, self._done = count, current, done
        self.setAccessibleDescription(f"Response {current + 1} of {count}")
        self.update()

    def sizeHint(self) -> QSize:
        """Return the room of some tiles."""
        return QSize(8 * (_TILE + _GAP), _HIGH + 6)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint as many tiles as fit, the current one among them."""
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        first, fit = self._shown()
        for at in range(first, min(self.count, first + fit)):
            left = 1.0 + (at - first) * (_TILE + _GAP)
            self._tile(painter, QRectF(left, 3, _TILE, _HIGH), at)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Tell the tile that is clicked."""
        first, _ = self._shown()
        at = first + int((event.position().x() - 1) // (_TILE + _GAP))
        if 0 <= at < self.count:
            self.response_chosen.emit(at)

    def _shown(self) -> tuple[int, int]:
        fit = max(1, (self.width() + _GAP) // (_TILE + _GAP))
        return max(0, min(self.current - fit // 2, self.count - fit)), fit

    def _tile(self, painter: QPainter, box: QRectF, at: int) -> None:
        tokens, now = theme().tokens, at == self.current
        ground, edge = (tokens.accsoft, tokens.accent) if now else (tokens.win, tokens.line2)
        paint_box(painter, box, Grid.R_KEY, ground, edge, 2.0 if now else 1.0)
        words = box.adjusted(8, 0, -8, 0)
        code = tokens.accent if now else tokens.text2
        paint_text(painter, words, str(at + 1), font(Px.ASIDE, 600 if now else 400), code, LEFT)
        value = self._value(at) if self._done(at) or now else None
        if value is not None:
            face = font(Px.ASIDE, 600 if now else 500, tabular=True)
            paint_text(painter, words, score_text(value), face, tokens.text, RIGHT)
