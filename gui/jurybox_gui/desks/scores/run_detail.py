"""The panel below the table: the chosen run question by question, and its score explained."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from jurybox.language import tr, trn
from jurybox.results.cells import score_text
from jurybox_gui.desks.scores.bars import BarPart, UnitBars, binned
from jurybox_gui.desks.scores.explanation_panel import WIDTH, ExplanationPanel, ShownExplanation
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.cut_tips import tell
from jurybox_gui.widgets.painting import CENTER, LEFT, RIGHT, paint_box, paint_text, text_width
from jurybox_gui.widgets.runmarks import paint_run_marker

_LEAST, _MOST = 236, 480
"""Its least height, and its height if the table above leaves room, px."""
_STRIP_TOP = 62
_WAVE, _GAP = 26, 5
_EASY, _HARD, _PENDING_PART = tr("easy"), tr("hard"), tr("pending")
_PENDING_MOST = 0.3
_NAME = 220.0
"""The least room of the name, px."""
_NARROW = 4.0
"""Bars narrower than this, px, have no room inside an outline of their own."""


class RunDetail(QWidget):
    """The run's bars on the left, the explanation on the right; emits `unit_chosen` when a bar is clicked.

    The signal carries the position of the bar, from 0.
    """

    unit_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(_LEAST)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        self._name, self._run = "", 0
        self._bars: UnitBars | None = None
        self.panel = ExplanationPanel(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addStretch(1)
        row.addWidget(self.panel)
        self.chosen: int | None = None

    def show_run(self, name: str, run: int, bars: UnitBars, shown: ShownExplanation, chosen: int | None = None) -> None:
        """Show a run under the chosen measure; `chosen` is the bar whose unit is explained, if any."""
        self._name, self._run, self._bars, self.chosen = name, run, bars, chosen
        self.panel.show_explanation(shown)
        explanation = shown.explanation
        score = score_text(explanation.score.value)
        self.setAccessibleName(f"{name}: {explanation.measure.name} {score}. {explanation.with_numbers}")
        self.update()

    def take_room(self, room: int) -> None:
        """Take this height, px, as far as it is of use."""
        self.setFixedHeight(max(_LEAST, min(_MOST, room)))

    def sizeHint(self) -> QSize:
        return QSize(640, _LEAST)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens = theme().tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), color(tokens.win))
        painter.fillRect(0, 0, self.width(), 1, color(tokens.line2))
        if self._bars is not None:
            self._paint_head(painter)
            self._paint_bars(painter)
            self._paint_legend(painter)
        painter.end()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        at = self._bar_at(event.position())
        if at is not None and self._bars is not None:
            self.unit_chosen.emit(at)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            at = self._bar_at(QPointF(event.pos()))
            return tell(event, self._bars.tell(at) if self._bars is not None and at is not None else "", self)
        return super().event(event)

    # --- internals --------------------------------------------------------------------------------

    def _strip(self) -> QRectF:
        """Return the area of the bars; units without one, and all runs, have areas of their own."""
        wide = max(80, self.width() - WIDTH - 40) - self._pending_room()
        return QRectF(16, _STRIP_TOP, wide, self.height() - _STRIP_TOP - 44 - _WAVE - _GAP)

    def _pending_room(self) -> float:
        """Return the width of the box for units without a bar, with the gap before it."""
        if self._bars is None or not self._bars.pending:
            return 0.0
        share = self._bars.pending / (self._bars.pending + len(self._bars.units))
        return max(16.0, min(share, _PENDING_MOST) * max(80, self.width() - WIDTH - 40))

    def _bar_at(self, place: QPointF) -> int | None:
        strip = self._strip()
        if self._bars is None or not len(self._bars.units) or not strip.contains(place):
            return None
        return min(int((place.x() - strip.left()) / self._pitch()), len(self._bars.units) - 1)

    def _pitch(self) -> float:
        count = 1 if self._bars is None else max(1, len(self._bars.units))
        return self._strip().width() / count

    def _paint_head(self, painter: QPainter) -> None:
        tokens = theme().tokens
        paint_run_marker(painter, QPointF(24, 22), 13, theme().run_style(self._run))
        bars, room = self._bars, self._strip().right() - 60
        # The whole name of the chosen run if the summary beside it has room, too.
        aside = 0.0 if bars is None else text_width(bars.summary, font(Px.BASE))
        name = QRectF(40, 10, max(_NAME, room - aside), 24)
        wide = paint_text(painter, name, self._name, font(Px.LEAD, 600), tokens.text)
        if bars is None:
            return
        line = QRectF(40 + wide + 16, 10, room - wide, 24)
        paint_text(painter, line, bars.summary, font(Px.BASE), tokens.text2)
        ends = QRectF(16, 36, self._strip().width(), 20)
        face = font(Px.ASIDE)
        easy = paint_text(painter, ends, _EASY, face, tokens.text2)
        hard = text_width(_HARD, face)
        paint_text(painter, ends.adjusted(easy + 20, 0, -hard - 12, 0), bars.order, face, tokens.text2)
        paint_text(painter, ends, _HARD, face, tokens.text2, RIGHT)

    def _paint_bars(self, painter: QPainter) -> None:
        tokens, strip, bars = theme().tokens, self._strip(), self._bars
        if bars is None:
            return
        rows = binned(bars.parts, int(strip.width()))
        pitch = strip.width() / max(1, len(rows))
        wide = max(1.0, pitch - (1.0 if pitch > 3 else 0.0))
        lefts = strip.left() + np.arange(len(rows), dtype=np.float64) * pitch
        base = _paint_parts(painter, strip, rows, bars.legend, lefts, wide)
        if bars.pending:
            self._paint_pending(painter, strip, bars.pending)
        wave = QRectF(strip.left(), strip.bottom() + _GAP, strip.width(), _WAVE)
        _paint_wave(painter, wave, binned(bars.all_runs[:, None], int(strip.width()))[:, 0])
        if self.chosen is not None and len(rows) == len(bars.units):
            left = float(lefts[self.chosen])
            _paint_frame(painter, QRectF(left, strip.top(), wide, strip.height()))
            painter.fillRect(QRectF(left, wave.top(), max(1.0, wide), wave.height()), color(tokens.accent))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(color(tokens.ctl), 1))
        painter.drawLine(QPointF(strip.left(), base), QPointF(strip.right(), base))

    def _paint_pending(self, painter: QPainter, strip: QRectF, pending: int) -> None:
        """Paint one outlined box for all units without a bar."""
        tokens = theme().tokens
        box = QRectF(strip.right() + 8, strip.top(), self._pending_room() - 8, strip.height())
        paint_box(painter, box, 2, None, tokens.mid)
        words = trn("{n} pending", "{n} pending", pending)
        if text_width(words, font(Px.CAP)) + 8 < box.width():
            paint_text(painter, box, words, font(Px.CAP), tokens.mid, CENTER)

    def _paint_legend(self, painter: QPainter) -> None:
        left, top = 16.0, self.height() - 32.0
        bars = self._bars
        parts = [part for at, part in enumerate(bars.legend) if bars.parts[:, at].any()] if bars else []
        if self._bars is not None and self._bars.pending:
            parts.append(BarPart(_PENDING_PART, "mid", "outlined"))
        if bars is not None and len(bars.all_runs):
            parts.append(BarPart(bars.of_all, "line2", "wave"))
        face, end = font(Px.ASIDE), float(self.width() - WIDTH - 24)
        for part in parts:
            _paint_key(painter, QRectF(left, top + 4, 8, 12), part)
            room = QRectF(left + 13, top, max(0.0, end - left - 13), 20)
            paint_text(painter, room, part.name, face, theme().tokens.text2, LEFT)
            left += 13 + text_width(part.name, face) + 18


def _paint_parts(
    painter: QPainter,
    strip: QRectF,
    rows: NDArray[np.float64],
    legend: Sequence[BarPart],
    lefts: NDArray[np.float64],
    wide: float,
) -> float:
    """Paint bars up and down from a line, on one scale; return the vertical position of the line."""
    tokens = theme().tokens
    downs = [at for at, part in enumerate(legend) if part.shape == "down"]
    down = rows[:, downs].sum(axis=1) if downs else np.zeros(len(rows))
    up = rows.sum(axis=1) - down
    most = float(up.max(initial=0.0)), float(down.max(initial=0.0))
    scale = strip.height() / max(1e-9, sum(most))
    base = strip.top() + scale * most[0]
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
    feet = np.full(len(rows), base)
    for at, part in enumerate(legend):
        tall = scale * rows[:, at]
        ink = color(getattr(tokens, part.ink))
        tops = np.full(len(rows), base) if part.shape == "down" else feet - tall
        boxes = [
            QRectF(left, top, wide, high)
            for left, top, high in zip(lefts.tolist(), tops.tolist(), tall.tolist(), strict=True)
            if high > 0
        ]
        if part.shape == "outlined":
            painter.setPen(QPen(ink, 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            boxes = [box.adjusted(0, 0, -1, -1) for box in boxes]
            if wide < _NARROW:
                _paint_contour(painter, boxes, lefts[1] - lefts[0])
                boxes = []
        else:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QBrush(ink, Qt.BrushStyle.Dense4Pattern) if part.shape == "dashed" else ink)
        painter.drawRects(boxes)
        if part.shape != "down":
            feet = tops
    painter.setPen(Qt.PenStyle.NoPen)
    return base


def _paint_contour(painter: QPainter, boxes: Sequence[QRectF], pitch: float) -> None:
    """Paint the outline of each row of adjacent boxes; their own outlines would fill boxes this narrow."""
    starts = [at for at, box in enumerate(boxes) if not at or box.left() - boxes[at - 1].left() > 1.5 * pitch]
    for start, end in zip(starts, [*starts[1:], len(boxes)], strict=True):
        row = boxes[start:end]
        tops = [QPointF(x, box.top()) for box in row for x in (box.left(), box.left() + pitch)]
        feet = [QPointF(x, box.bottom()) for box in row for x in (box.left(), box.left() + pitch)]
        painter.drawPolygon(QPolygonF([*tops, *reversed(feet)]))


def _paint_wave(painter: QPainter, box: QRectF, shares: NDArray[np.float64]) -> None:
    """Paint the values of all runs, bar by bar, as one area."""
    if not len(shares):
        return
    pitch = box.width() / len(shares)
    line = [QPointF(box.left(), box.bottom())]
    for at, share in enumerate(shares.tolist()):
        y = box.bottom() - box.height() * share
        line += [QPointF(box.left() + at * pitch, y), QPointF(box.left() + (at + 1) * pitch, y)]
    line.append(QPointF(box.right(), box.bottom()))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color(theme().tokens.line2))
    painter.drawPolygon(QPolygonF(line))


def _paint_key(painter: QPainter, box: QRectF, part: BarPart) -> None:
    """Paint the shape of a part as it is drawn in the bars."""
    ink = color(getattr(theme().tokens, part.ink))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    if part.shape == "outlined":
        painter.setPen(QPen(ink, 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(box.adjusted(0, 0, -1, -1))
    elif part.shape == "dashed":
        painter.setBrush(QBrush(ink, Qt.BrushStyle.Dense4Pattern))
        painter.drawRect(box)
    elif part.shape == "wave":
        painter.drawPolygon(
            QPolygonF([box.bottomLeft(), box.topLeft(), QPointF(box.right(), box.center().y()), box.bottomRight()])
        )
    elif part.shape == "down":
        painter.drawRect(box.adjusted(0, 6, 0, 0))
        painter.fillRect(QRectF(box.left() - 2, box.top() + 5, box.width() + 4, 1), color(theme().tokens.ctl))
    else:
        painter.drawRect(box)
        painter.fillRect(QRectF(box.left() - 2, box.bottom(), box.width() + 4, 1), color(theme().tokens.ctl))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)


def _paint_frame(painter: QPainter, bar: QRectF) -> None:
    """Paint a frame around a bar, with a lid that is visible over a bar of any width."""
    accent, frame = color(theme().tokens.accent), bar.adjusted(-1, -3, 1, 0)
    painter.fillRect(QRectF(frame.left(), frame.top() - 5, max(3.0, frame.width()), 4), accent)
    painter.setPen(QPen(accent, 2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(frame)
