"""The panel below the text: the length of the response against its allowance, and its scores."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, log10
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from jurybox.language import grouped, tr, trn
from jurybox.lists import comma_list
from jurybox.results.cells import score_text
from jurybox.wording import count_of
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.painting import CENTER, LEFT, RIGHT, paint_line, paint_text, text_width
from jurybox_gui.widgets.tips import set_tip

_HIGH, _LOW, _SIDE = 116, 98, 190
_BAR, _MINOR, _MAJOR, _LABEL = 16, 4, 6, 56
_MOST_STEPS, _SPARE = 5, 1.04
_APART = 8
"""The least gap between two numbers of the scale, px."""
_LENGTH = tr("Length")


class ScoreChange(NamedTuple):
    """How far a score moved, and the number of the nugget that moved it, "" if none did."""

    by: float
    nugget: str


@dataclass(frozen=True, slots=True)
class ResponseResult:
    """What the panel shows of one response: its length, its allowance, and its scores as texts.

    `allowance`: None while nothing was matched; `matched`: in words, such as "4 vital + 3 okay"; `name`,
    `value`, `reason`: the F and why none is printed; `parts`: (name, counts, score) of recall and precision;
    `rag`: the support scores, for the tool tip; `change`: what the last match or vote did to the F;
    `unmatched`: how many nuggets wait for a match, which count as not held until then.
    """

    length: int = 0
    allowance: int | None = 0
    matched: str = ""
    name: str = "F(3)"
    value: float = float("nan")
    reason: str = ""
    parts: tuple[tuple[str, str, str], ...] = ()
    rag: str = ""
    change: ScoreChange | None = None
    unmatched: int = 0


def scale_of(most: int) -> tuple[int, int]:
    """Return the step and the end of a scale from 0 that covers a length: steps of 1, 2 or 5 times ten."""
    least = max(1, most) / _MOST_STEPS
    power = 10 ** max(0, ceil(log10(least)) - 1) if least > 1 else 1
    step = next(power * one for one in (1, 2, 5, 10) if power * one >= least)
    return step, step * max(1, ceil(max(1, most) / step))


class ResultPanel(QWidget):
    """Paints a result."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.result = ResponseResult()
        self._captions: tuple[str, ...] = ("",)
        self._over = self._name = self._by = self._open = ""
        self.setFixedHeight(_HIGH)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_low(self, *, low: bool) -> None:
        """Take less height in a low window."""
        self.setFixedHeight(_LOW if low else _HIGH)

    def show_result(self, result: ResponseResult | None) -> None:
        """Show a result; None hides the panel."""
        self.setVisible(result is not None)
        if result is None:
            self.result = ResponseResult()
            self.setAccessibleName("")
            self.setAccessibleDescription("")
            set_tip(self, "")
        elif result != self.result:
            self.result = result
            change = change_in_words(result.change)
            self._open = trn("{n} open", "{n} open", result.unmatched) if result.unmatched else ""
            said = f"{result.name} {result.reason or score_text(result.value)}"
            self.setAccessibleName(comma_list(filter(None, (said, self._open, change))))
            parts = comma_list(f"{name} {score or counts}" for name, counts, score in result.parts)
            length = count_of(result.length, "character")
            caption = (
                comma_list((length, parts))
                if result.allowance is None
                else tr(
                    "{length}, allowance {allowance}. {parts}. {others}",
                    length=length,
                    allowance=result.allowance,
                    parts=parts,
                    others=result.rag,
                )
            )
            self.setAccessibleDescription(caption)
            tip = tr("Other scores of this response: {scores}", scores=result.rag) if result.rag else ""
            set_tip(self, tip)
            self._captions = _captions(result)
            over = 0 if result.allowance is None else result.length - result.allowance
            self._over = tr("{count:,} over", count=over)
            self._name = tr("Nugget {measure}", measure=result.name)
            by = result.change.nugget if result.change is not None else ""
            self._by = tr("by nugget {nugget}", nugget=by) if by else ""
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(560, self.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens, painter = theme().tokens, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(QRectF(0, 0, self.width(), 1), color(tokens.line))
        high = self.height()
        room = QRectF(0, 10 if high == _HIGH else 6, self.width() - _SIDE - 24, high - 10)
        self._paint_length(painter, room)
        painter.fillRect(QRectF(room.right() + 12, 14, 1, high - 22), color(tokens.line))
        self._paint_scores(painter, QRectF(room.right() + 26, room.top() + 2, _SIDE - 4, room.height() - 2))
        painter.end()

    def _paint_length(self, painter: QPainter, room: QRectF) -> None:
        tokens, one = theme().tokens, self.result
        line = QRectF(room.left(), room.top(), room.width(), 22)
        paint_text(painter, line, _LENGTH, font(Px.BASE, 600), tokens.text, LEFT)
        face = font(Px.ASIDE, tabular=True)
        beside = line.adjusted(text_width(_LENGTH, font(Px.BASE, 600)) + 12, 0, 0, 0)
        captions = self._captions
        caption = next((text for text in captions if text_width(text, face) <= beside.width()), captions[-1])
        paint_text(painter, beside, caption, face, tokens.text2, RIGHT)
        allowance = one.length if one.allowance is None else one.allowance
        step, end = scale_of(round(max(one.length, allowance) * _SPARE))
        bar = QRectF(room.left(), room.top() + 28, room.width(), _BAR)
        painter.fillRect(bar, color(tokens.line))
        inside = bar.width() * min(one.length, allowance) / end
        painter.fillRect(QRectF(bar.left(), bar.top(), inside, bar.height()), color(tokens.text2))
        if one.allowance is None:
            self._paint_axis(painter, bar, step, end, QRectF())
            return
        over = one.length - one.allowance
        if over > 0:
            part = QRectF(bar.left() + inside, bar.top(), bar.width() * over / end, bar.height())
            painter.fillRect(part, color(tokens.bads))
            painter.fillRect(part, QBrush(color(tokens.bad), Qt.BrushStyle.BDiagPattern))
        at = bar.left() + bar.width() * one.allowance / end
        face = font(Px.ASIDE, 600, tabular=True)
        words = self._over if over > 0 else ""
        wide = text_width(grouped(one.allowance), face)
        left = min(max(room.left(), at - wide / 2), room.right() - wide - (text_width(words, face) + 10))
        under = QRectF(left, bar.bottom() + 7, wide + 2, 18)
        beside = QRectF(under.right() + 8, under.top(), text_width(words, face) + 2, 18)
        taken = (under.united(beside) if words else under).adjusted(-8, 0, 8, 0)
        self._paint_axis(painter, bar, step, end, taken)
        paint_line(painter, QPointF(at, bar.top() - 5), QPointF(at, bar.bottom() + 6), tokens.text, 2)
        paint_text(painter, under, grouped(one.allowance), face, tokens.text, LEFT)
        paint_text(painter, beside, words, face, tokens.bad, LEFT)

    def _paint_axis(self, painter: QPainter, bar: QRectF, step: int, end: int, taken: QRectF) -> None:
        """Paint the scale below the bar, without numbers that would touch each other or the `taken` range."""
        tokens, face = theme().tokens, font(Px.ASIDE, tabular=True)
        foot = bar.bottom() + 0.5
        paint_line(painter, QPointF(bar.left(), foot), QPointF(bar.right(), foot), tokens.ctl)
        parts = _MINOR if step % _MINOR == 0 else 1
        widest = text_width(grouped(end), face)
        # The last number ends at the bar, half its width before its tick.
        fits = (n for n in (1, 2, 5) if bar.width() * n * step / end >= 1.5 * widest + _APART)
        every = min(next(fits, end), end // step)
        for n in range(end // step * parts + 1):
            x = bar.left() + bar.width() * n * step / parts / end
            tall = _MAJOR if n % parts == 0 else _MINOR - 1
            paint_line(painter, QPointF(x, foot), QPointF(x, foot + tall), tokens.ctl)
            if n % (parts * every):
                continue
            text = grouped(n // parts * step)
            wide = text_width(text, face) + 2
            left = min(max(bar.left(), x - wide / 2), bar.right() - wide)
            box = QRectF(left, bar.bottom() + 7, wide, 18)
            if not box.intersects(taken):
                paint_text(painter, box, text, face, tokens.text2, CENTER)

    def _paint_scores(self, painter: QPainter, room: QRectF) -> None:
        tokens, one = theme().tokens, self.result
        name = QRectF(room.left(), room.top(), room.width(), 18)
        paint_text(painter, name, self._name, font(Px.ASIDE), tokens.text2, LEFT)
        paint_text(painter, name, self._open, font(Px.ASIDE, 600, tabular=True), tokens.mid, RIGHT)
        number = score_text(one.value) if not one.reason else "–"
        high = self.height() == _HIGH
        face = font(Px.NUMBER if high else Px.SHORT_ANSWER, 650, tabular=True)
        box = QRectF(room.left(), room.top() + 17, room.width(), 40 if high else 31)
        paint_text(painter, box, number, face, tokens.text, LEFT)
        beside = box.adjusted(text_width(number, face) + 12, 0, 0, 0)
        if one.reason:
            paint_text(painter, beside, one.reason, font(Px.ASIDE), tokens.text2, LEFT)
        elif one.change is not None:
            upper = QRectF(beside.left(), box.top() + (2 if high else -3), beside.width(), 18)
            code = tokens.good if one.change.by > 0 else tokens.bad
            figure = font(Px.LEAD, 600, tabular=True)
            paint_text(painter, upper, _arrow(one.change), figure, code, LEFT)
            paint_text(painter, upper.translated(0, 17), self._by, font(Px.ASIDE), tokens.text2, LEFT)
        top = box.bottom()
        for title, counts, score in one.parts:
            line = QRectF(room.left(), top, room.width(), 18)
            paint_text(painter, line, title, font(Px.ASIDE), tokens.text2, LEFT)
            aside = line.adjusted(0, 0, -44, 0)
            paint_text(painter, aside, counts, font(Px.ASIDE, tabular=True), tokens.text2, RIGHT)
            paint_text(painter, line, score, font(Px.ASIDE, 600, tabular=True), tokens.text, RIGHT)
            top += 19


def _captions(one: ResponseResult) -> tuple[str, ...]:
    """Return the captions for the bar, longest first; the allowance is below it, too."""
    if one.allowance is None:
        length = count_of(one.length, "character")
        return tr("{length} without white space", length=length), length, grouped(one.length)
    allowance = tr("allowance {count:,}", count=one.allowance)
    whole = f"{allowance} = 100 × ({one.matched})" if one.matched else allowance
    length = count_of(one.length, "character")
    return (
        tr("{length} without white space, {allowance}", length=length, allowance=whole),
        comma_list((length, whole)),
        comma_list((length, allowance)),
        tr("{length:,}, allowance {allowance:,}", length=one.length, allowance=one.allowance),
        grouped(one.length),
    )


def _arrow(change: ScoreChange) -> str:
    return f"{'▲' if change.by > 0 else '▼'} {score_text(abs(change.by))}"


def change_in_words(change: ScoreChange | None) -> str:
    """Return the effect of the last match or vote on a score, for screen readers; "" for none."""
    if change is None:
        return ""
    by = score_text(abs(change.by))
    if change.nugget:
        return (
            tr("up {by} by nugget {nugget}", by=by, nugget=change.nugget)
            if change.by > 0
            else tr("down {by} by nugget {nugget}", by=by, nugget=change.nugget)
        )
    return tr("up {by}", by=by) if change.by > 0 else tr("down {by}", by=by)
