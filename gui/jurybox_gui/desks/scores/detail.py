"""Below the table: the chosen run question by question, and its score explained down to the numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen
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
_TEXT_TOP = 40
_WRAP = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop)
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
    """Count by question what a run decides rightly, wrongly, and not at all."""
    answers, values = board.decided(run)
    asked, count = catalog.answer_question[answers], len(catalog.questions)
    right, wrong, silent = (np.bincount(asked[values == wanted], minlength=count) for wanted in (1, 0, -1))
    return right, wrong, silent


def _binned(counts: NDArray[np.int64], most: int) -> NDArray[np.int64]:
    """Return at most so many rows: neighbors are added up where there are more questions than pixels."""
    if len(counts) <= most:
        return counts
    return np.add.reduceat(counts, np.arange(most) * len(counts) // most, axis=0)


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

    def show_run(
        self, name: str, run: int, bars: QuestionBars, names: list[str], told: Explanation, bounds: Bounds
    ) -> None:
        """Show a run under the chosen measure."""
        self._name, self._run, self._bars, self._names = name, run, bars, names
        self._told, self._bounds = told, bounds
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
                    f"{silent} silent, {waiting} not counted"
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
        words = f"{right:,} right, {wrong:,} wrong, {silent:,} silent, {waiting:,} not counted"
        line = QRectF(40 + min(wide, 220.0) + 16, 10, self._strip().right() - 60 - min(wide, 220.0), 24)
        paint_text(painter, line, words, font(Px.BASE), tokens.text2)
        ends = QRectF(16, 36, self._strip().width(), 20)
        face = font(Px.ASIDE)
        easy = paint_text(painter, ends, "easy", face, tokens.text2)
        hard = text_width("hard", face)
        told = f"{len(bars.questions):,} questions, by the share of right decisions of all runs"
        paint_text(painter, ends.adjusted(easy + 20, 0, -hard - 12, 0), told, face, tokens.text2)
        paint_text(painter, ends, "hard", face, tokens.text2, RIGHT)

    def _paint_bars(self, painter: QPainter) -> None:
        tokens, strip, bars = theme().tokens, self._strip(), self._bars
        if bars is None:
            return
        rows = _binned(bars.counts, int(strip.width()))
        pitch = strip.width() / max(1, len(rows))
        wide = max(1.0, pitch - (1.0 if pitch > 3 else 0.0))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        inks = (tokens.good, tokens.bad, tokens.slate, tokens.line2)
        for at, counts in enumerate(rows):
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
        inks = (("right", "good"), ("wrong", "bad"), ("silent", "slate"), ("not counted", "line2"))
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
        room = QRectF(left, _TEXT_TOP, wide, self.height() - _TEXT_TOP - 8)
        formula, numbers = told.formula.replace("_", " "), told.with_numbers.replace("_", " ")
        room.setTop(_paint_wrapped(painter, room, formula, font(Px.ASIDE), tokens.text2) + 8)
        face = font(Px.BASE, 600, tabular=True)
        room.setTop(_paint_wrapped(painter, room, numbers, face, tokens.text) + 6)
        self._paint_result(painter, QRectF(left, room.top(), wide, 42), told, bounds)
        room.setTop(room.top() + 52)
        title = told.measure.title
        source = f"{title[:1].upper()}{title[1:]}. {told.measure.paper}"
        _paint_wrapped(painter, room, source, font(Px.ASIDE), tokens.text3)

    def _paint_result(self, painter: QPainter, box: QRectF, told: Explanation, bounds: Bounds) -> None:
        """Paint the score large, and what it rests on beside it."""
        tokens, score = theme().tokens, told.score
        number = score_text(score.value) if score.defined else "undefined"
        face = font(Px.NUMBER if score.defined else Px.LEAD, 650, tabular=True)
        paint_text(painter, box, number, face, tokens.text)
        beside = box.adjusted(text_width(number, face) + 16, 1, 0, -21)
        over = f"over {score.units:,} judged {'answers' if score.units != 1 else 'answer'}"
        paint_text(painter, beside, over, font(Px.ASIDE), tokens.text2)
        if score.waiting:
            waiting = f"{range_words(bounds)} over all, {score.waiting:,} waiting"
            paint_text(painter, beside.translated(0, 20), waiting, font(Px.ASIDE), tokens.text2)


def _paint_wrapped(painter: QPainter, room: QRectF, text: str, face: QFont, code: str) -> float:
    """Paint text in as many lines as it needs and there is room for; return where it ends."""
    painter.setFont(face)
    painter.setPen(color(code))
    painter.save()
    painter.setClipRect(room)
    painter.drawText(room, _WRAP, text)
    painter.restore()
    needed = QFontMetricsF(face).boundingRect(QRectF(0, 0, room.width(), 1e6), _WRAP, text)
    return min(room.bottom(), room.top() + needed.height())
