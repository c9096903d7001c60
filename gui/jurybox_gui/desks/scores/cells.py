"""The cells of the table of scores, painted: rank, movement, marker and name, numbers, marks, the range."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from jurybox_gui.tables.score_columns import ARROW_SPACE, MARK_SPACE, NAME_INSET
from jurybox_gui.tables.score_table import ScoreTable
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.painting import LEFT, RIGHT, kept, paint_text
from jurybox_gui.widgets.runmarks import paint_run_marker

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jurybox_gui.tables.score_columns import ScoreColumn
    from jurybox_gui.tables.score_rows import ScoreRow

_Index = QModelIndex | QPersistentModelIndex
INSET = 14
"""px at both ends of the range."""


class Scale:
    """Where a score lies across the range column: from a round number below to one above all bounds."""

    def __init__(self, rows: Sequence[ScoreRow], main: int) -> None:
        ends = [end for row in rows for end in (row.bounds.low, row.bounds.high, row.scores[main].value)]
        ends += [end for row in rows if row.interval for end in (row.interval.low, row.interval.high)]
        known = [end for end in ends if not math.isnan(end)] or [0.0, 1.0]
        self.low = math.floor(min(known) * 10 + 1e-9) / 10
        self.high = max(self.low + 0.2, math.ceil(max(known) * 10 - 1e-9) / 10)
        step = 0.1 if self.high - self.low <= 0.85 else 0.2
        count = round((self.high - self.low) / step)
        self.ticks = [round(self.low + n * step, 1) for n in range(count + 1)]
        self.open = any(row.bounds.low < row.bounds.high for row in rows)
        """Whether there are bounds to see."""
        self.drawn = any(row.interval is not None for row in rows)
        """Whether there are intervals to see."""

    def at(self, value: float, box: QRectF) -> float:
        """Return the place of a value in a cell."""
        room = box.width() - 2 * INSET
        return box.left() + INSET + room * (value - self.low) / (self.high - self.low)


class CellPainter(QStyledItemDelegate):
    """Paints every cell of the table."""

    scale: Scale | None = None
    stale = False
    """Whether intervals and marks are those of an earlier moment."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint one cell."""
        model = index.model()
        if not isinstance(model, ScoreTable):
            return
        row, column, tokens = model.rows[index.row()], model.columns[index.column()], theme().tokens
        box = QRectF(option.rect)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        with kept(painter):
            if selected:
                painter.fillRect(box, color(tokens.accsoft))
            painter.fillRect(QRectF(box.left(), box.bottom() - 1, box.width(), 1), color(tokens.line))
            if column.id == "rank":
                self._rank(painter, box, row, selected=selected)
            elif column.id == "move":
                self._move(painter, box, row)
            elif column.id == "run":
                self._run(painter, box, row, selected=selected)
            elif column.id == "bounds":
                self._range(painter, box, row, column.measure or 0, selected=selected)
            elif column.gold is not None:
                rose = row.gold_scores[column.gold].rose if row.gold_scores else 0
                self._gold_score(painter, box, column.text(row), rose)
            else:
                if column.id == "main" and row.mark:
                    self._mark(painter, box, row.mark)
                room = box.adjusted(0, 0, -model.space(index.column()), 0)
                self._number(painter, room, column, row)

    def _rank(self, painter: QPainter, box: QRectF, row: ScoreRow, *, selected: bool) -> None:
        tokens = theme().tokens
        if selected:
            painter.fillRect(QRectF(box.left(), box.top(), 3, box.height()), color(tokens.accent))
        text = "–" if row.rank is None else str(row.rank)
        face = font(Px.BASE, 600, tabular=True)
        code = tokens.text2 if row.baseline else tokens.text
        paint_text(painter, box.adjusted(0, 0, -16, 0), text, face, code, RIGHT)

    def _move(self, painter: QPainter, box: QRectF, row: ScoreRow) -> None:
        if row.move:
            self._arrow(painter, box, row.move)

    def _arrow(self, painter: QPainter, box: QRectF, places: int) -> None:
        """Paint an arrow, up if positive, and by how many places."""
        tokens, up = theme().tokens, places > 0
        code, middle, left = tokens.good if up else tokens.bad, box.center().y(), box.left() + 10
        tip, foot = (-4.0, 3.0) if up else (4.0, -3.0)
        corners = [(left, middle + foot), (left + 8, middle + foot), (left + 4, middle + tip)]
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color(code))
        painter.drawPolygon(QPolygonF([QPointF(*corner) for corner in corners]))
        room = box.adjusted(24, 0, 0, 0)
        paint_text(painter, room, str(abs(places)), font(Px.ASIDE, 600, tabular=True), code, LEFT)

    def _gold_score(self, painter: QPainter, box: QRectF, text: str, rose: int) -> None:
        """Paint a score under another gold standard, and how many places the run rises or falls under it."""
        room = box.adjusted(0, 0, -ARROW_SPACE, 0)
        words = "–" if text == "-" else text
        paint_text(painter, room, words, font(Px.BASE, tabular=True), theme().tokens.text, RIGHT)
        if rose:
            self._arrow(painter, box.adjusted(box.width() - ARROW_SPACE - 4, 0, 0, 0), rose)

    def _mark(self, painter: QPainter, box: QRectF, text: str) -> None:
        tokens = theme().tokens
        room = QRectF(box.right() - MARK_SPACE + 3, box.top() - 3, MARK_SPACE, box.height())
        paint_text(painter, room, text, font(Px.BASE, 600), tokens.text3 if self.stale else tokens.text, LEFT)

    def _run(self, painter: QPainter, box: QRectF, row: ScoreRow, *, selected: bool) -> None:
        tokens = theme().tokens
        halo = tokens.surf if selected else None
        center = QPointF(box.left() + 12, box.center().y())
        paint_run_marker(painter, center, 11, theme().run_style(row.run), halo)
        face = font(Px.BASE, 600 if selected else 400, italic=row.baseline)
        code = tokens.text2 if row.baseline and not selected else tokens.text
        paint_text(painter, box.adjusted(NAME_INSET, 0, -6, 0), row.name, face, code, LEFT)

    def _range(self, painter: QPainter, box: QRectF, row: ScoreRow, main: int, *, selected: bool) -> None:
        scale, tokens = self.scale, theme().tokens
        if scale is None:
            return
        for tick in scale.ticks:
            x = round(scale.at(tick, box)) + 0.5
            painter.fillRect(QRectF(x, box.top(), 1, box.height()), color(tokens.line))
        bounds, value, style = row.bounds, row.scores[main].value, theme().run_style(row.run)
        middle = box.center().y()
        if not math.isnan(bounds.low):
            low, high = scale.at(bounds.low, box), scale.at(bounds.high, box)
            ground = color(style.color)
            ground.setAlphaF(0.3)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ground)
            painter.drawRoundedRect(QRectF(low, middle - 6, max(2.0, high - low), 12), 2, 2)
        if row.interval is not None and not math.isnan(row.interval.low):
            low, high = scale.at(row.interval.low, box), scale.at(row.interval.high, box)
            paint_interval(painter, low, high, middle, stale=self.stale)
        if not math.isnan(value):
            halo = tokens.surf if selected else None
            paint_run_marker(painter, QPointF(scale.at(value, box), middle), 11, style, halo)

    def _number(self, painter: QPainter, room: QRectF, column: ScoreColumn, row: ScoreRow) -> None:
        tokens, text, ranks = theme().tokens, column.text(row), column.id == "main"
        counts = column.tone != "score"
        code = tokens.text2 if counts or row.baseline else tokens.text
        if column.tone == "due" and text != "0":
            code = tokens.mid
        face = font(Px.FIGURE if ranks else Px.BASE, 650 if ranks else 400, tabular=True)
        nothing = text == "-" or (counts and text == "0")
        paint_text(painter, room, "–" if nothing else text, face, code, RIGHT)


def paint_interval(painter: QPainter, low: float, high: float, middle: float, *, stale: bool) -> None:
    """Paint an interval as a line between two short ends; dashed and faint when it is out of date."""
    tokens = theme().tokens
    with kept(painter):
        pen = QPen(color(tokens.text3 if stale else tokens.text2), 1.2)
        if stale:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.drawLine(QPointF(low, middle), QPointF(high, middle))
        for end in (low, high):
            painter.drawLine(QPointF(end, middle - 4), QPointF(end, middle + 4))
