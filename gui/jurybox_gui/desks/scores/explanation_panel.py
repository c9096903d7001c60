"""The explanation of a score: formula, the same with its numbers, the result, and the rows behind it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from jurybox.language import tr
from jurybox.lists import clauses, comma_list
from jurybox.results.cells import score_text
from jurybox.scoring import Bounds, Explanation
from jurybox.scoring.explain import formula_in_words
from jurybox.scoring.not_scored import FURTHER
from jurybox.wording import count_of
from jurybox_gui.tables.score_columns import range_words
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.painting import LEFT, RIGHT, kept, paint_text, text_width

WIDTH = 396
_UNDEFINED = tr("undefined")
_TOP = 40
_ROW = 19
_GAP = 14
_WRAP = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop)


@dataclass(frozen=True)
class ShownExplanation:
    """The content of the panel: explanation, title, rows in words, and for a whole score its bounds.

    `unit`: what the score averages over, such as "answer"; "" for the score of one unit. `judged`: how much is
    judged of the answers that it looks at, "" where all is.
    """

    title: str
    explanation: Explanation
    bounds: Bounds | None = None
    unit: str = ""
    judged: str = ""
    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()

    @cached_property
    def rests_on(self) -> str:
        """What a whole score rests on: the number of units, and of those excluded."""
        score = self.explanation.score
        units = count_of(score.units, self.unit)
        if score.left_out:
            return tr("over {units}, {excluded:,} excluded", units=units, excluded=score.left_out)
        return tr("over {units}", units=units)

    @cached_property
    def final_range(self) -> str:
        """The bounds in words, with the number of pending units."""
        if self.bounds is None:
            return ""
        final, pending = range_words(self.bounds), self.explanation.score.waiting
        if pending and self.bounds.exact:
            return tr("final range {range}, {pending:,} pending", range=final, pending=pending)
        return tr("final range {range}", range=final)


class ExplanationPanel(QWidget):
    """Paints an explanation. The wheel and `scroll` move through rows that do not fit."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedWidth(WIDTH)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.shown: ShownExplanation | None = None
        self._first = 0
        self._formula = self._numbers = ""
        self._room = 0

    def show_explanation(self, shown: ShownExplanation | None) -> None:
        """Show another explanation from its top; the same one keeps its scroll position."""
        if shown == self.shown:
            return
        self.shown, self._first = shown, 0
        self._formula, self._numbers = ("", "") if shown is None else _formulas(shown)
        self.setAccessibleName("" if shown is None else shown.title)
        self.setAccessibleDescription("" if shown is None else words_of(shown))
        self.update()

    def scroll(self, rows: int) -> None:  # type: ignore[override]
        # Move down by this many rows; negative: up.
        count = 0 if self.shown is None else len(self.shown.rows)
        first = max(0, min(self._first + rows, count - self._room))
        if first != self._first:
            self._first = first
            self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.scroll(-round(event.angleDelta().y() / 40))
        event.accept()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        if self.shown is None:
            return
        tokens, painter = theme().tokens, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(QRectF(0, 14, 1, self.height() - 28), color(tokens.line))
        wide = self.width() - _GAP - 16.0
        title = QRectF(_GAP, 10, wide, 24)
        paint_text(painter, title, self.shown.title, font(Px.BASE, 600), tokens.text)
        explanation = self.shown.explanation
        room = QRectF(_GAP, _TOP, wide, self.height() - _TOP - 8)
        formula, numbers = self._formula, self._numbers
        room.setTop(_wrapped(painter, room, formula, font(Px.ASIDE), tokens.text2) + 6)
        if explanation.score.defined or not (
            self.shown.unit and self.shown.rows
        ):  # otherwise each row gives its own reason
            face = font(Px.BASE, 600, tabular=True)
            room.setTop(_wrapped(painter, room, numbers, face, tokens.text) + 6)
        if self.shown.unit:
            self._paint_result(painter, QRectF(_GAP, room.top(), wide, 42))
            room.setTop(room.top() + 52)
        if self.shown.rows:
            self._paint_rows(painter, room)
        else:
            one = explanation.measure.title
            source = f"{one[:1].upper()}{one[1:]}. {explanation.measure.paper}"
            _wrapped(painter, room, source, font(Px.ASIDE), tokens.text3)
        painter.end()

    def _paint_result(self, painter: QPainter, box: QRectF) -> None:
        """Paint the score large, and what it rests on beside it."""
        shown = self.shown
        if shown is None:
            return
        tokens, score = theme().tokens, shown.explanation.score
        number = score_text(score.value) if score.defined else _UNDEFINED
        face = font(Px.NUMBER if score.defined else Px.LEAD, 650, tabular=True)
        paint_text(painter, box, number, face, tokens.text)
        beside = box.adjusted(text_width(number, face) + 16, 1, 0, -21)
        paint_text(painter, beside, shown.rests_on, font(Px.ASIDE), tokens.text2)
        bounds = shown.bounds
        moves = bounds is not None and not math.isnan(bounds.low) and (score.waiting or bounds.low < bounds.high)
        below = clauses(filter(None, (shown.judged, shown.final_range if moves else "")))
        paint_text(painter, beside.translated(0, 20), below, font(Px.ASIDE), tokens.text2)

    def _paint_rows(self, painter: QPainter, room: QRectF) -> None:
        shown = self.shown
        if shown is None:
            return
        tokens, face = theme().tokens, font(Px.ASIDE, tabular=True)
        self._room = max(0, int(room.height() // _ROW) - 1)
        widths = column_widths(shown.head, shown.rows, face, room.width())
        self._paint_line(painter, room, shown.head, widths, font(Px.ASIDE, 500), tokens.text2)
        painter.fillRect(QRectF(room.left(), room.top() + _ROW, room.width(), 1), color(tokens.line2))
        whole = len(shown.rows) <= self._first + self._room
        last = self._first + self._room - (0 if whole else 1)
        for at, row in enumerate(shown.rows[self._first : last], start=1):
            self._paint_line(painter, room.translated(0, at * _ROW), row, widths, face, tokens.text)
        if not whole:
            more = room.translated(0, self._room * _ROW)
            words = tr("and {n:,} more below", n=len(shown.rows) - last)
            box = QRectF(more.left(), more.top(), more.width(), _ROW)
            paint_text(painter, box, words, face, tokens.text3)

    def _paint_line(
        self, painter: QPainter, room: QRectF, cells: Sequence[str], widths: Sequence[float], face: QFont, code: str
    ) -> None:
        left = room.left()
        for at, (text, wide) in enumerate(zip(cells, widths, strict=True)):
            words = self.shown is not None and _is_words(self.shown.rows, at)
            box = QRectF(left, room.top(), wide - 10, _ROW)
            paint_text(painter, box, text, face, code, LEFT if words else RIGHT)
            left += wide


def column_widths(head: Sequence[str], rows: Sequence[Sequence[str]], face: QFont, room: float) -> list[float]:
    """Return a width for each column: what it needs, with the widest column of words giving way."""
    bold = font(Px.ASIDE, 500)
    needed = [
        10 + max(text_width(name, bold), *(text_width(str(row[at]), face) for row in rows[:200]))
        for at, name in enumerate(head)
    ]
    spare = room - sum(needed)
    words = [at for at in range(len(head)) if _is_words(rows, at)]
    if words and spare < 0:
        widest = max(words, key=needed.__getitem__)
        needed[widest] = max(40.0, needed[widest] + spare)
    return needed


def _formulas(shown: ShownExplanation) -> tuple[str, str]:
    """Return the formula, and the same with numbers, in the language in force."""
    made = shown.explanation
    formula, numbers = (formula_in_words(each) for each in (made.formula, made.with_numbers))
    return formula.replace("_", " "), numbers.replace("_", " ")


def words_of(shown: ShownExplanation) -> str:
    """Return the whole explanation as text."""
    parts = [formula_in_words(each) for each in (shown.explanation.formula, shown.explanation.with_numbers)]
    return clauses((*parts, *filter(None, (shown.judged,)), *(_row_in_words(shown.head, row) for row in shown.rows)))


def _row_in_words(head: Sequence[str], row: Sequence[str]) -> str:
    """Return each cell after its head; for the row that stands for further ones, only their number."""
    if row[0] == FURTHER:
        return row[-1]
    return comma_list(f"{name} {cell}" for name, cell in zip(head, row, strict=True))


def _is_words(rows: Sequence[Sequence[str]], at: int) -> bool:
    cells = (row[at].lstrip("-−.").replace(".", "") for row in rows[:50])
    return any(cell and not cell.isdigit() for cell in cells)


def _wrapped(painter: QPainter, room: QRectF, text: str, face: QFont, code: str) -> float:
    """Paint text in as many lines as it needs and fit; return where it ends."""
    with kept(painter):
        painter.setFont(face)
        painter.setPen(color(code))
        painter.setClipRect(room)
        painter.drawText(room, _WRAP, text)
    needed = QFontMetricsF(face).boundingRect(QRectF(0, 0, room.width(), 1e6), _WRAP, text)
    return min(room.bottom(), room.top() + needed.height())
