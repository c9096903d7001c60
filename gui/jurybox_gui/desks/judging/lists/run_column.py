"""The runs' scores on one list question, where they may be seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from jurybox.results.cells import score_text
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.painting import LEFT, RIGHT, paint_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QFont

_RUNS = 250
_ROW = 24


@dataclass(frozen=True, slots=True)
class RunLine:
    """What a run scores on this question now: instance precision, recall and F; NaN while it waits."""

    name: str
    run: int
    values: tuple[float, float, float]


class RunColumn(QWidget):
    """The runs' scores on this question, where they may be seen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedWidth(_RUNS)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setAccessibleName("Runs on this question")
        self.rows: tuple[RunLine, ...] = ()
        self._caption = ""

    def show_runs(self, rows: Sequence[RunLine], caption: str) -> None:
        """Show the runs, best first, and a sentence on what still waits."""
        if (tuple(rows), caption) != (self.rows, self._caption):
            self.rows, self._caption = tuple(rows), caption
            words = "; ".join(f"{row.name} F {score_text(row.values[2])}" for row in rows)
            self.setAccessibleDescription(f"{words}. {caption}")
            self.update()

    def sizeHint(self) -> QSize:
        """Return its width."""
        return QSize(_RUNS, 300)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the head, then a line a run."""
        del event
        tokens, painter = theme().tokens, QPainter(self)
        painter.fillRect(self.rect(), color(tokens.win))
        painter.fillRect(0, 0, 1, self.height(), color(tokens.line))
        wide = self.width()
        title = QRectF(16, 12, wide - 32, 22)
        paint_text(painter, title, "This question, by run", font(Px.BASE, 600), tokens.text, LEFT)
        self._numbers(painter, 40, ("IP", "IR", "F"), font(Px.ASIDE, 500), tokens.text2)
        painter.fillRect(QRectF(16, 40 + _ROW, wide - 32, 1), color(tokens.line2))
        top = 44.0 + _ROW
        for row in self.rows:
            name = QRectF(16, top, wide - 32 - 3 * 44, _ROW)
            painter.setPen(color(theme().run_style(row.run).color))
            paint_text(painter, name, row.name, font(Px.ASIDE), tokens.text, LEFT)
            texts = tuple(score_text(value) for value in row.values)
            self._numbers(painter, top, texts, font(Px.ASIDE, tabular=True), tokens.text)
            top += _ROW
        below = QRectF(16, top + 8, wide - 32, 22)
        paint_text(painter, below, self._caption, font(Px.ASIDE), tokens.text2, LEFT)
        painter.end()

    def _numbers(self, painter: QPainter, top: float, texts: Sequence[str], face: QFont, code: str) -> None:
        for at, text in enumerate(texts):
            box = QRectF(self.width() - 16 - (3 - at) * 44, top, 44, _ROW)
            paint_text(painter, box, text, face, code, RIGHT)
