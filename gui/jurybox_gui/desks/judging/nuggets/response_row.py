"""A tile for each response of a question: its number, and its score once it is finished."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from jurybox.language import tr
from jurybox.results.cells import score_text
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.painting import CENTER, LEFT, RIGHT, paint_box, paint_text

_TILE, _NARROW, _HIGH, _GAP = 62, 30, 26, 5
_DOTS, _LEAST = 14, 3
_MOST_ROWS = 2


class _Tile(NamedTuple):
    """A response and the position of its tile; a response of None stands for those left out there."""

    response: int | None
    box: QRectF


class ResponseRow(QWidget):
    """Paints the tiles; emits `response_chosen` with the one clicked, from 0.

    The tiles take two rows if the height allows; otherwise only the current one shows its score. If not all
    responses fit, the first and the last are shown, with dots for those left out. `value(n)` is called only
    for painted tiles: a board may have hundreds of responses.
    """

    response_chosen = Signal(int)

    def __init__(self, value: Callable[[int], float | None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._value = value
        self._done: Callable[[int], bool] = lambda _n: False
        self._low = False
        self.count = 0
        self.current = 0
        self.setFixedHeight(_HIGH + 6)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Responses"))

    def show_row(self, count: int, current: int, done: Callable[[int], bool]) -> None:
        """Show this many responses, with this one as current."""
        self.count, self.current, self._done = count, current, done
        self.setAccessibleDescription(tr("Response {n:,} of {count:,}", n=current + 1, count=count))
        self._fit()
        self.update()

    def set_low(self, *, low: bool) -> None:
        """Take one row only, in a low window."""
        if low != self._low:
            self._low = low
            self._fit()
            self.update()

    @property
    def shown(self) -> tuple[int, ...]:
        """The responses with a tile, from 0."""
        return tuple(spot.response for spot in self._tiles() if spot.response is not None)

    def sizeHint(self) -> QSize:
        return QSize(8 * (_TILE + _GAP), self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for response, box in self._tiles():
            if response is None:
                paint_text(painter, box, "…", font(Px.ASIDE), theme().tokens.text2, CENTER)
            else:
                self._tile(painter, box, response)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        for response, box in self._tiles():
            if response is not None and box.adjusted(0, -3, _GAP, 3).contains(event.position()):
                self.response_chosen.emit(response)
                return

    def _fit(self) -> None:
        """Set the height to that of the rows."""
        self.setFixedHeight(self._rows() * (_HIGH + 6))

    def _tiles_per_row(self, tile: int) -> int:
        return max(1, int(self.width() - 2 + _GAP) // (tile + _GAP))

    def _rows(self) -> int:
        """Return the number of rows of wide tiles; one if all fit there, or if more rows do not help."""
        across = self._tiles_per_row(_TILE)
        rows = -(-self.count // across)
        return rows if not self._low and 1 < rows <= _MOST_ROWS else 1

    def _tiles(self) -> list[_Tile]:
        across, rows = self._tiles_per_row(_TILE), self._rows()
        if self.count <= across * rows:
            return [
                _Tile(at, QRectF(1.0 + at % across * (_TILE + _GAP), 3 + at // across * (_HIGH + 6), _TILE, _HIGH))
                for at in range(self.count)
            ]
        spots, left = [], 1.0
        for response in self._chosen():
            wide = _DOTS if response is None else _TILE if response == self.current else _NARROW
            spots.append(_Tile(response, QRectF(left, 3, wide, _HIGH)))
            left += wide + _GAP
        return spots

    def _chosen(self) -> list[int | None]:
        """Return the responses that get narrow tiles, None where some are left out."""
        room = self.width() - 2 - (_TILE - _NARROW)
        fit = max(_LEAST, int(room + _GAP) // (_NARROW + _GAP))
        if self.count <= fit:
            return list(range(self.count))
        fit = max(_LEAST, int(room - 2 * (_DOTS + _GAP) + _GAP) // (_NARROW + _GAP))
        inside = fit - 2
        start = max(1, min(self.current - inside // 2, self.count - 1 - inside))
        before = [None] if start > 1 else []
        behind = [None] if start + inside < self.count - 1 else []
        return [0, *before, *range(start, start + inside), *behind, self.count - 1]

    def _tile(self, painter: QPainter, box: QRectF, at: int) -> None:
        tokens, now = theme().tokens, at == self.current
        ground, edge = (tokens.accsoft, tokens.accent) if now else (tokens.win, tokens.line2)
        paint_box(painter, box, Grid.R_KEY, ground, edge, 2.0 if now else 1.0)
        code = tokens.accent if now else tokens.text2
        face = font(Px.ASIDE, 600 if now else 400)
        if box.width() < _TILE:
            done = self._done(at)
            paint_text(
                painter, box, str(at + 1), font(Px.ASIDE, 600 if done else 400), tokens.text if done else code, CENTER
            )
            return
        words = box.adjusted(8, 0, -8, 0)
        paint_text(painter, words, str(at + 1), face, code, LEFT)
        value = self._value(at) if self._done(at) or now else None
        if value is not None:
            number = font(Px.ASIDE, 600 if now else 500, tabular=True)
            paint_text(painter, words, score_text(value), number, tokens.text, RIGHT)
