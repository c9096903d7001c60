"""Below the table: the chosen run question by question, and its score explained down to the numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from jurybox.cli.printing import score_text
from jurybox_gui.item_models.score_table import range_words
from jurybox_gui.pieces.painting import LEFT, RIGHT, paint_text, text_width
from jurybox_gui.pieces.runmarks import paint_run_marker
from jurybox_gui.pieces.tips import tip_text
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtCore import QEvent

    from jurybox.collection.catalog import Catalog
    from jurybox.scoring import Bounds, Explanation, Scoreboard

_STRIP_TOP = 62
_SIDE = 396


@dataclass(frozen=True)
class QuestionBars:
    """One bar a question, easy questions first: answers decided rightly, wrongly, not at all, unjudged.

    `questions` and `counts[n]` (right, wrong, silent, unjudged) belong together; `share` is the share of
    right decisions of all runs, by which the questions are ordered.
    """

    questions: NDArray[np.int64]
    counts: NDArray[np.int64]
    share: NDArray[np.float64]


def question_bars(board: Scoreboard, catalog: Catalog, run: int) -> QuestionBars:
    """Count a run's decisions by question."""
    total = len(catalog.questions)
    counts = np.zeros((total, 4), dtype=np.int64)
    shares = np.zeros(total)
    for other in board.runs:
        right, wrong, silent = _by_question(board, catalog, other)
        shares += right
        if other == run:
            counts[:, 0], counts[:, 1], counts[:, 2] = right, wrong, silent
    answers = np.bincount(catalog.answer_question, minlength=total)
    counts[:, 3] = np.maximum(0, answers - counts[:, :3].sum(axis=1))
    shown = np.flatnonzero(answers) if board.questions is None else np.array(sorted(board.questions))
    judged = np.maximum(1, counts[shown, :3].sum(axis=1)) * max(1, len(board.runs))
    share = shares[shown] / judged
    order = np.argsort(-share, kind="stable")
    return QuestionBars(shown[order], counts[shown][order], share[order])


def _by_question(
    board: Scoreboard, catalog: Catalog, run: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    units = board.units_of(run)
    asked = catalog.answer_question[[answer for answer, _ in units]]
    values = np.array([-1 if value is None else value for _, value in units])
    count = len(catalog.questions)
    return tuple(np.bincount(asked[values == wanted], minlength=count) for wanted in (1, 0, -1))  # type: ignore[return-value]


class Detail(QWidget):
    """The run's bars at the left, the explanation at the right; a click on a bar goes to the question."""

    question_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(236)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        self._name, self._run = "", 0
        self._bars: QuestionBars | None = None
        self._names: list[str] = []
        self._told: Explanation | None = None
        self._bounds: Bounds | None = None
        self._waiting = 0

    def show_run(
        self, name: str, run: int, bars: QuestionBars, names: list[str], told: Explanation, bounds: Bounds
    ) -> None:
        """Show a run under the chosen measure."""
        self._name, self._run, self._bars, self._names = name, run, bars, names
        self._told, self._bounds = told, bounds
        self._waiting = told.score.waiting
        self.setAccessibleName(
            f"{name}: {told.measure.name} {score_text(told.score.value)}. {told.with_numbers}"
        )
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
        if self._told is not None and self._bars is not None:
            self._paint_head(painter)
            self._paint_bars(painter)
            self._paint_legend(painter)
            self._paint_explanation(painter)
        painter.end()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Go to the question whose bar is clicked."""
        at = self._bar_at(event.position())
        if at is not None and self._bars is not None:
            self.question_chosen.emit(int(self._bars.questions[at]))

    def event(self, event: QEvent) -> bool:
        """Say what a bar stands for."""
        if isinstance(event, QHelpEvent):
            at = self._bar_at(QPointF(event.pos()))
            if at is not None and self._bars is not None:
                right, wrong, silent, waiting = self._bars.counts[at].tolist()
                words = (
                    f"{self._names[int(self._bars.questions[at])]}: {right} right, {wrong} wrong, "
                    f"{silent} silent, {waiting} unjudged"
                )
                QToolTip.showText(event.globalPos(), tip_text(words), self)
            return True
        return super().event(event)

    # --- inside --------------------------------------------------------------------------------

    def _strip(self) -> QRectF:
        return QRectF(16, _STRIP_TOP, max(80, self.width() - _SIDE - 40), self.height() - _STRIP_TOP - 44)

    def _bar_at(self, place: QPointF) -> int | None:
        strip = self._strip()
        if self._bars is None or not len(self._bars.questions) or not strip.contains(place):
            return None
        return min(int((place.x() - strip.left()) / self._pitch()), len(self._bars.questions) - 1)

    def _pitch(self) -> float:
        count = 1 if self._bars is None else max(1, len(self._bars.questions))
        return self._strip().width() / count

    def _paint_head(self, painter: QPainter) -> None:
        tokens = theme().tokens
        paint_run_marker(painter, QPointF(24, 22), 13, theme().run_style(self._run))
        wide = text_width(self._name, font(Px.LEAD, 600))
        paint_text(painter, QRectF(40, 10, 220, 24), self._name, font(Px.LEAD, 600), tokens.text)
        bars = self._bars
        if bars is None:
            return
        right, wrong, silent, waiting = bars.counts.sum(axis=0).tolist()
        words = f"{right:,} right, {wrong:,} wrong, {silent:,} silent, {waiting:,} unjudged"
        line = QRectF(40 + min(wide, 220.0) + 16, 10, self._strip().right() - 60 - min(wide, 220.0), 24)
        paint_text(painter, line, words, font(Px.BASE), tokens.text2)
        ends = QRectF(16, 36, self._strip().width(), 20)
        told = f"easy   {len(bars.questions):,} questions, by the share of right decisions of all runs"
        paint_text(painter, ends, told, font(Px.ASIDE), tokens.text2)
        paint_text(painter, ends, "hard", font(Px.ASIDE), tokens.text2, RIGHT)

    def _paint_bars(self, painter: QPainter) -> None:
        tokens, strip, bars = theme().tokens, self._strip(), self._bars
        if bars is None:
            return
        pitch = self._pitch()
        wide = max(1.0, pitch - (1.0 if pitch > 3 else 0.0))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        inks = (tokens.good, tokens.bad, tokens.slate, tokens.line2)
        for at, counts in enumerate(bars.counts):
            total, foot = max(1, int(counts.sum())), strip.bottom()
            for count, ink in zip(counts.tolist(), inks, strict=True):
                tall = strip.height() * count / total
                painter.fillRect(QRectF(strip.left() + at * pitch, foot - tall, wide, tall), color(ink))
                foot -= tall
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(color(tokens.ctl), 1))
        painter.drawLine(
            QPointF(strip.left(), strip.bottom() + 0.5), QPointF(strip.right(), strip.bottom() + 0.5)
        )

    def _paint_legend(self, painter: QPainter) -> None:
        tokens, left, top = theme().tokens, 16.0, self.height() - 32.0
        inks = (("right", "good"), ("wrong", "bad"), ("silent", "slate"), ("unjudged", "line2"))
        for name, ink in inks:
            painter.fillRect(QRectF(left, top + 4, 8, 12), color(getattr(tokens, ink)))
            face = font(Px.ASIDE)
            paint_text(painter, QRectF(left + 13, top, 90, 20), name, face, tokens.text2, LEFT)
            left += 13 + text_width(name, face) + 18

    def _paint_explanation(self, painter: QPainter) -> None:
        told, bounds, tokens = self._told, self._bounds, theme().tokens
        if told is None or bounds is None:
            return
        left, wide = self.width() - _SIDE, _SIDE - 16.0
        painter.fillRect(QRectF(left - 14, 14, 1, self.height() - 28), color(tokens.line))
        title = f"{told.measure.name}, from the counts"
        paint_text(painter, QRectF(left, 10, wide, 24), title, font(Px.BASE, 600), tokens.text)
        flags = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop)
        painter.setFont(font(Px.ASIDE))
        painter.setPen(color(tokens.text2))
        box = QRectF(left, 40, wide, 36)
        painter.drawText(box, flags, told.formula.replace("_", " "))
        painter.setFont(font(Px.BASE, 600, tabular=True))
        painter.setPen(color(tokens.text))
        painter.drawText(QRectF(left, 80, wide, 40), flags, told.with_numbers)
        number = "undefined" if math.isnan(told.score.value) else score_text(told.score.value)
        face = font(Px.NUMBER if number != "undefined" else Px.LEAD, 650, tabular=True)
        paint_text(painter, QRectF(left, 124, wide, 44), number, face, tokens.text)
        beside = left + text_width(number, face) + 16
        over = f"over {told.score.units:,} judged answers"
        paint_text(painter, QRectF(beside, 126, wide, 20), over, font(Px.ASIDE), tokens.text2)
        waiting = f"{range_words(bounds)} over all, {self._waiting:,} waiting"
        paint_text(painter, QRectF(beside, 146, wide, 20), waiting, font(Px.ASIDE), tokens.text2)
        source = f"{told.measure.title}. {told.measure.paper}"
        painter.setFont(font(Px.ASIDE))
        painter.setPen(color(tokens.text3))
        painter.drawText(QRectF(left, 178, wide, 40), flags, source)
