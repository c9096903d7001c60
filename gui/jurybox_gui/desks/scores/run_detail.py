"""Below the table: the chosen run question by question, and its score explained down to the numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolTip, QWidget

from jurybox.results.cells import score_text
from jurybox.wording import plural
from jurybox_gui.desks.scores.bars import binned
from jurybox_gui.desks.scores.explanation_panel import WIDTH, ExplanationPanel
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.painting import LEFT, RIGHT, paint_text, text_width
from jurybox_gui.widgets.runmarks import paint_run_marker
from jurybox_gui.widgets.tips import tip_text

if TYPE_CHECKING:
    from PySide6.QtCore import QEvent

    from jurybox_gui.desks.scores.bars import UnitBars
    from jurybox_gui.desks.scores.explanation_panel import ShownExplanation

_STRIP_TOP = 62


class RunDetail(QWidget):
    """The run's bars at the left, the explanation at the right; `unit_chosen` tells which bar is clicked.

    It tells the place of the bar, from 0.
    """

    unit_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(236)
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

    def show_run(
        self, name: str, run: int, bars: UnitBars, shown: ShownExplanation, chosen: int | None = None
    ) -> None:
        """Show a run under the chosen measure; `chosen` is the bar whose unit is taken apart, if one is."""
        self._name, self._run, self._bars, self.chosen = name, run, bars, chosen
        self.panel.show_explanation(shown)
        explanation = shown.explanation
        score = score_text(explanation.score.value)
        self.setAccessibleName(f"{name}: {explanation.measure.name} {score}. {explanation.with_numbers}")
        self.update()

    def sizeHint(self) -> QSize:
        """Return its height."""
        return QSize(640, 236)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint both halves."""
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
        """Tell which bar is clicked."""
        at = self._bar_at(event.position())
        if at is not None and self._bars is not None:
            self.unit_chosen.emit(at)

    def event(self, event: QEvent) -> bool:
        """Say what a bar means."""
        if isinstance(event, QHelpEvent):
            at = self._bar_at(QPointF(event.pos()))
            if at is not None and self._bars is not None:
                QToolTip.showText(event.globalPos(), tip_text(self._bars.tell(at)), self)
            return True
        return super().event(event)

    # --- inside --------------------------------------------------------------------------------

    def _strip(self) -> QRectF:
        return QRectF(16, _STRIP_TOP, max(80, self.width() - WIDTH - 40), self.height() - _STRIP_TOP - 44)

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
        wide = text_width(self._name, font(Px.LEAD, 600))
        paint_text(painter, QRectF(40, 10, 220, 24), self._name, font(Px.LEAD, 600), tokens.text)
        bars = self._bars
        if bars is None:
            return
        line = QRectF(40 + min(wide, 220.0) + 16, 10, self._strip().right() - 60 - min(wide, 220.0), 24)
        paint_text(painter, line, bars.summary, font(Px.BASE), tokens.text2)
        ends = QRectF(16, 36, self._strip().width(), 20)
        face = font(Px.ASIDE)
        easy = paint_text(painter, ends, "easy", face, tokens.text2)
        hard = text_width("hard", face)
        unit = bars.unit if len(bars.units) == 1 else plural(bars.unit)
        text = f"{len(bars.units):,} {unit}, {bars.order}"
        paint_text(painter, ends.adjusted(easy + 20, 0, -hard - 12, 0), text, face, tokens.text2)
        paint_text(painter, ends, "hard", face, tokens.text2, RIGHT)

    def _paint_bars(self, painter: QPainter) -> None:
        tokens, strip, bars = theme().tokens, self._strip(), self._bars
        if bars is None:
            return
        rows = binned(bars.parts, int(strip.width()))
        pitch = strip.width() / max(1, len(rows))
        wide = max(1.0, pitch - (1.0 if pitch > 3 else 0.0))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        painter.setPen(Qt.PenStyle.NoPen)
        lefts = (strip.left() + np.arange(len(rows)) * pitch).tolist()
        tops = strip.bottom() - strip.height() * np.cumsum(rows, axis=1)
        for at, (_, ink) in enumerate(bars.legend):
            painter.setBrush(color(getattr(tokens, ink)))
            boxes = zip(lefts, tops[:, at].tolist(), (strip.height() * rows[:, at]).tolist(), strict=True)
            painter.drawRects([QRectF(left, top, wide, tall) for left, top, tall in boxes if tall > 0])
        if self.chosen is not None and len(rows) == len(bars.units):
            _paint_frame(painter, QRectF(lefts[self.chosen], strip.top(), wide, strip.height()))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(color(tokens.ctl), 1))
        painter.drawLine(
            QPointF(strip.left(), strip.bottom() + 0.5), QPointF(strip.right(), strip.bottom() + 0.5)
        )

    def _paint_legend(self, painter: QPainter) -> None:
        tokens, left, top = theme().tokens, 16.0, self.height() - 32.0
        for name, ink in self._bars.legend if self._bars else ():
            painter.fillRect(QRectF(left, top + 4, 8, 12), color(getattr(tokens, ink)))
            face = font(Px.ASIDE)
            paint_text(painter, QRectF(left + 13, top, 90, 20), name, face, tokens.text2, LEFT)
            left += 13 + text_width(name, face) + 18


def _paint_frame(painter: QPainter, bar: QRectF) -> None:
    """Paint a frame around a bar, with a lid that is seen over a bar of any width."""
    accent, frame = color(theme().tokens.accent), bar.adjusted(-1, -3, 1, 0)
    painter.fillRect(QRectF(frame.left(), frame.top() - 5, max(3.0, frame.width()), 4), accent)
    painter.setPen(QPen(accent, 2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(frame)
