"""Below the text: how long the response is against its allowance, and what it scores."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from jurybox.results.cells import score_text
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.painting import CENTER, LEFT, RIGHT, paint_line, paint_text, text_width

_HIGH, _SIDE = 116, 190


@dataclass(frozen=True, slots=True)
class ResponseResult:
    """What is shown of one response: its length, what it may be, and its scores as texts.

    `matched`: in words, such as "4 vital + 3 okay"; `name`, `value`, `reason`: the F and why there is none;
    `parts`: (name, counts, score) of recall and precision; `rag`: the same of the support scores.
    """

    length: int = 0
    allowance: int = 0
    matched: str = ""
    name: str = "F(3)"
    value: float = float("nan")
    reason: str = ""
    parts: tuple[tuple[str, str, str], ...] = ()
    rag: str = ""


class ResultPanel(QWidget):
    """Paints a result."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.result = ResponseResult()
        self.setFixedHeight(_HIGH)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_result(self, result: ResponseResult | None) -> None:
        """Show a result; None takes the panel away with all that it says."""
        self.setVisible(result is not None)
        if result is None:
            self.result = ResponseResult()
            self.setAccessibleName("")
            self.setAccessibleDescription("")
        elif result != self.result:
            self.result = result
            self.setAccessibleName(f"{result.name} {score_text(result.value)}")
            parts = ", ".join(f"{name} {score}" for name, _, score in result.parts)
            caption = f"{result.length} characters, allowance {result.allowance}. {parts}. {result.rag}"
            self.setAccessibleDescription(caption)
            self.update()

    def sizeHint(self) -> QSize:
        """Return its height."""
        return QSize(560, _HIGH)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the length bar at the left, the scores at the right."""
        del event
        tokens, painter = theme().tokens, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(QRectF(0, 0, self.width(), 1), color(tokens.line))
        room = QRectF(0, 10, self.width() - _SIDE - 24, _HIGH - 10)
        self._paint_length(painter, room)
        painter.fillRect(QRectF(room.right() + 12, 14, 1, _HIGH - 22), color(tokens.line))
        self._paint_scores(painter, QRectF(room.right() + 26, 8, _SIDE - 4, _HIGH - 8))
        painter.end()

    def _paint_length(self, painter: QPainter, room: QRectF) -> None:
        tokens, one = theme().tokens, self.result
        line = QRectF(room.left(), room.top(), room.width(), 22)
        paint_text(painter, line, "Length", font(Px.BASE, 600), tokens.text, LEFT)
        caption = f"{one.length:,} without white space, allowance {one.allowance:,}"
        caption += f" = 100 × ({one.matched})" if one.matched else ""
        paint_text(
            painter, line.adjusted(70, 0, 0, 0), caption, font(Px.ASIDE, tabular=True), tokens.text2, RIGHT
        )
        span = max(1, one.length, one.allowance) * 1.1
        bar = QRectF(room.left(), room.top() + 28, room.width(), 16)
        painter.fillRect(bar, color(tokens.line))
        inside = bar.width() * min(one.length, one.allowance) / span
        painter.fillRect(QRectF(bar.left(), bar.top(), inside, bar.height()), color(tokens.text2))
        over = one.length - one.allowance
        if over > 0:
            part = QRectF(bar.left() + inside, bar.top(), bar.width() * over / span, bar.height())
            painter.fillRect(part, color(tokens.bads))
            painter.fillRect(part, QBrush(color(tokens.bad), Qt.BrushStyle.BDiagPattern))
        at = bar.left() + bar.width() * one.allowance / span
        top, foot = QPointF(at, bar.top() - 5), QPointF(at, bar.bottom() + 6)
        paint_line(painter, top, foot, tokens.text, 2)
        face = font(Px.ASIDE, 600, tabular=True)
        under = QRectF(max(room.left(), at - 30), bar.bottom() + 8, 60, 18)
        paint_text(painter, under, f"{one.allowance:,}", face, tokens.text, CENTER)
        if over > 0:
            beside = QRectF(under.right() + 6, under.top(), 140, 18)
            paint_text(painter, beside, f"{over:,} over", face, tokens.bad, LEFT)
        rag = QRectF(room.left(), bar.bottom() + 26, room.width(), 18)
        paint_text(painter, rag, one.rag, font(Px.ASIDE, tabular=True), tokens.text2, LEFT)

    def _paint_scores(self, painter: QPainter, room: QRectF) -> None:
        tokens, one = theme().tokens, self.result
        name = QRectF(room.left(), room.top(), room.width(), 18)
        paint_text(painter, name, f"Nugget {one.name}", font(Px.ASIDE), tokens.text2, LEFT)
        number = score_text(one.value) if not one.reason else "–"
        face = font(Px.NUMBER, 650, tabular=True)
        box = QRectF(room.left(), room.top() + 16, room.width(), 40)
        paint_text(painter, box, number, face, tokens.text, LEFT)
        if one.reason:
            beside = box.adjusted(text_width(number, face) + 12, 0, 0, 0)
            paint_text(painter, beside, one.reason, font(Px.ASIDE), tokens.text2, LEFT)
        top = box.bottom() + 2
        for title, counts, score in one.parts:
            line = QRectF(room.left(), top, room.width(), 18)
            paint_text(painter, line, title, font(Px.ASIDE), tokens.text2, LEFT)
            aside = line.adjusted(0, 0, -44, 0)
            paint_text(painter, aside, counts, font(Px.ASIDE, tabular=True), tokens.text2, RIGHT)
            paint_text(painter, line, score, font(Px.ASIDE, 600, tabular=True), tokens.text, RIGHT)
            top += 19
