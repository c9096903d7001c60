"""The cells of the table of scores, painted: rank, movement, marker and name, numbers, marks, the range."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from jurybox.scoring import Bounds
from jurybox.scoring.results import ENOUGH
from jurybox_gui.tables.score_columns import ARROW_SPACE, MARK_SPACE, NAME_INSET, ScoreColumn
from jurybox_gui.tables.score_rows import Joined, ScoreRow
from jurybox_gui.tables.score_table import ScoreTable
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.painting import LEFT, RIGHT, kept, paint_text
from jurybox_gui.widgets.runmarks import paint_run_marker

_Index = QModelIndex | QPersistentModelIndex
INSET = 14
"""Margin at both ends of the range, px."""
_LIFT = 4
"""How far a number or marker is above the middle of its row if something is drawn below it, px."""
_BESIDE_RANGES = {"rank", "move", "run", "main", "silent", "pending"}
_LANE, _END = 9, 5
_RULE = 40
_SHARE_TEXT = 48
"""Width of a share in per cent and the gap before it, px."""


class Scale:
    """The scale of the range column: from a round number below all bounds to one above them."""

    def __init__(self, rows: Sequence[ScoreRow], main: int) -> None:
        ends = [end for row in rows for end in (row.range.low, row.range.high, row.scores[main].value)]
        ends += [end for row in rows if row.interval for end in (row.interval.low, row.interval.high)]
        known = [end for end in ends if not math.isnan(end)] or [0.0, 1.0]
        self.low = math.floor(min(known) * 10 + 1e-9) / 10
        self.high = max(self.low + 0.2, math.ceil(max(known) * 10 - 1e-9) / 10)
        step = 0.1 if self.high - self.low <= 0.85 else 0.2
        count = round((self.high - self.low) / step)
        self.ticks = [round(self.low + n * step, 1) for n in range(count + 1)]
        self.open = any(row.range.low < row.range.high for row in rows)
        """Whether there are bounds to see."""
        self.drawn = any(row.interval is not None for row in rows)
        """Whether there are intervals to see."""

    def at(self, value: float, box: QRectF) -> float:
        """Return the position of a value in a cell."""
        room = box.width() - 2 * INSET
        return box.left() + INSET + room * (value - self.low) / (self.high - self.low)


class CellPainter(QStyledItemDelegate):
    """Paints every cell of the table."""

    scale: Scale | None = None
    stale = False
    """Whether intervals, marks and lines are out of date."""
    once: frozenset[str] = frozenset()
    """The ids of columns whose count is the same for all runs: their head shows it."""

    part = 1.0
    """Progress of sliding rows; 1 when they rest."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.away: dict[int, float] = {}
        """How far, px down, the rows of runs were from their places before they began to slide."""

    def shift(self, run: int) -> float:
        """Return how far the row of a run is from its final position, px downward."""
        return self.away.get(run, 0.0) * (1 - self.part)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        model = index.model()
        if not isinstance(model, ScoreTable):
            return
        row, column, tokens = model.rows[index.row()], model.columns[index.column()], theme().tokens
        shift = self.shift(row.run)
        box = QRectF(option.rect).translated(0, shift)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        with kept(painter):
            if selected or shift:
                painter.fillRect(box, color(tokens.accsoft if selected else tokens.surf))
            painter.fillRect(QRectF(box.left(), box.bottom() - 1, box.width(), 1), color(tokens.line))
            self._paint_cell(painter, box, row, column, index, selected=selected)

    def _paint_cell(
        self, painter: QPainter, box: QRectF, row: ScoreRow, column: ScoreColumn, index: _Index, *, selected: bool
    ) -> None:
        model = index.model()
        if not isinstance(model, ScoreTable):
            return
        if (column.id in _BESIDE_RANGES or column.tone == "share") and row.ranges:
            # Numbers with a range below them are lifted, and all words and numbers of a row share one line.
            box = box.adjusted(0, 0, 0, -2 * _LIFT)
        if column.id == "rank":
            self._rank(painter, box, row, selected=selected)
        elif column.id == "joined":
            self._joined(painter, box, model.rows, index.row())
        elif column.id == "move":
            self._move(painter, box, row)
        elif column.id == "run":
            self._run(painter, box, row, selected=selected)
        elif column.id == "bounds":
            self._range(painter, box, row, column.measure or 0, selected=selected)
        elif column.gold is not None:
            rose = row.gold_scores[column.gold].rose if row.gold_scores else 0
            self._gold_score(painter, box, column.text(row), rose)
        elif column.id not in self.once:
            self._number_cell(painter, box, column, row, model.space(index.column()))

    def _rank(self, painter: QPainter, box: QRectF, row: ScoreRow, *, selected: bool) -> None:
        tokens = theme().tokens
        if selected:
            whole = box.height() + (2 * _LIFT if row.ranges else 0)
            painter.fillRect(QRectF(box.left(), box.top(), 3, whole), color(tokens.accent))
        text = "–" if row.rank is None else str(row.rank)
        face = font(Px.BASE, 600, tabular=True)
        code = tokens.text2 if row.baseline else tokens.text
        paint_text(painter, box.adjusted(0, 0, -10, 0), text, face, code, RIGHT)

    def _joined(self, painter: QPainter, box: QRectF, rows: Sequence[ScoreRow], at: int) -> None:
        """Paint a line for each group of runs that the run is in, from the first of them to the last."""
        above = rows[at - 1].joined if at else ()
        below = rows[at + 1].joined if at + 1 < len(rows) else ()
        lanes = 1 + max((each.lane for row in rows for each in row.joined), default=0)
        pitch = min(_LANE, (box.width() - _LANE) / lanes)
        code = theme().tokens.ctl if self.stale else theme().tokens.text2
        for each in rows[at].joined:
            x = round(box.left() + _LANE / 2 + each.lane * pitch) + 0.5
            top = box.top() if _has(above, each.line) else box.top() + _END
            foot = box.bottom() + 1 if _has(below, each.line) else box.bottom() - _END
            painter.fillRect(QRectF(x - 0.75, top, 1.5, foot - top), color(code))

    def _small_range(self, painter: QPainter, room: QRectF, span: tuple[float, float], bounds: Bounds | None) -> None:
        """Paint a rule for all possible values of a measure, and on it the part where the score can end."""
        if bounds is None or math.isnan(bounds.low):
            return
        tokens, (low, high) = theme().tokens, span
        left, y, wide = room.right() - _RULE, room.bottom() - 7, high - low
        painter.fillRect(QRectF(left, y + 1, _RULE, 1), color(tokens.line2))
        start = left + _RULE * (bounds.low - low) / wide
        end = left + _RULE * (bounds.high - low) / wide
        start = min(start, left + _RULE - 3)
        painter.fillRect(QRectF(start, y, max(3.0, end - start), 3), color(tokens.text2))

    def _move(self, painter: QPainter, box: QRectF, row: ScoreRow) -> None:
        if row.move:
            self._arrow(painter, box, row.move)

    def _arrow(self, painter: QPainter, box: QRectF, places: int) -> None:
        """Paint an arrow, up if positive, and the number of places."""
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
        bounds, value, style = row.range, row.scores[main].value, theme().run_style(row.run)
        middle, foot = box.center().y() - _LIFT, box.bottom() - 8
        if not math.isnan(bounds.low):
            self._final_range(painter, box, row, main, foot - middle)
        if row.interval is not None and not math.isnan(row.interval.low):
            low, high = scale.at(row.interval.low, box), scale.at(row.interval.high, box)
            paint_interval(painter, low, high, middle, stale=self.stale)
        if not math.isnan(value):
            halo = tokens.surf if selected else None
            paint_run_marker(painter, QPointF(scale.at(value, box), middle), 11, style, halo)

    def _final_range(self, painter: QPainter, box: QRectF, row: ScoreRow, main: int, drop: float) -> None:
        """Paint below the score where it can end, and a thin line from the score to there.

        The range has a line of its own: a score may well lie outside the range of its final values.
        """
        scale, bounds, value = self.scale, row.range, row.scores[main].value
        if scale is None:
            return
        low, high = scale.at(bounds.low, box), scale.at(bounds.high, box)
        style, foot = theme().run_style(row.run), box.bottom() - 8
        if not math.isnan(value):
            nearest = QPointF(min(max(scale.at(value, box), low), high), foot)
            painter.setPen(QPen(color(theme().tokens.text3), 1))
            painter.drawLine(QPointF(scale.at(value, box), foot - drop), nearest)
        paint_final_range(painter, low, high, foot, style.color)

    def _number_cell(self, painter: QPainter, box: QRectF, column: ScoreColumn, row: ScoreRow, space: int) -> None:
        """Paint a number, followed by its marks, with its small range below it."""
        if column.id == "main" and row.mark:
            self._mark(painter, box, row.mark)
        room = box.adjusted(0, 0, -space, 0)
        if column.span is not None and column.measure is not None and row.ranges:
            self._small_range(painter, room, column.span, row.ranges[column.measure])
            room = room.adjusted(0, 0, 0, -2 * _LIFT)
        self._number(painter, room, column, row)

    def _number(self, painter: QPainter, room: QRectF, column: ScoreColumn, row: ScoreRow) -> None:
        tokens, text, ranks = theme().tokens, column.text(row), column.id == "main"
        counts = column.tone != "score"
        code = tokens.text2 if counts or row.baseline else tokens.text
        if column.tone == "due" and text != "0":
            code = tokens.mid
        if column.tone == "share" and column.sort is not None and text:
            share = float(column.sort(row))
            code = tokens.mid if share < ENOUGH else tokens.text2
            self._share(painter, room, share, code)
        face = font(Px.FIGURE if ranks else Px.BASE, 650 if ranks else 400, tabular=True)
        nothing = text == "-" or (counts and text == "0")
        paint_text(painter, room, "–" if nothing else text, face, code, RIGHT)

    def _share(self, painter: QPainter, room: QRectF, share: float, code: str) -> None:
        """Paint a bar for a share, where there is room for it beside the number."""
        left, y = room.right() - _SHARE_TEXT - _RULE, room.center().y() - 1.5
        if left >= room.left():
            painter.fillRect(QRectF(left, y, _RULE, 3), color(theme().tokens.line2))
            painter.fillRect(QRectF(left, y, _RULE * share, 3), color(code))


def paint_final_range(painter: QPainter, low: float, high: float, middle: float, code: str) -> None:
    """Paint where a score can end: a bar with a foot at both ends, never too short to see."""
    with kept(painter):
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color(code, 0.8 if theme().dark else 0.55))
        painter.drawRoundedRect(QRectF(low - 1, middle - 2, max(3.0, high - low + 2), 4), 2, 2)


def _has(joined: Sequence[Joined], line: int) -> bool:
    return any(each.line == line for each in joined)


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
