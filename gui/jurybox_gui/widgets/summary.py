"""Figures at the head of a page: large numbers in a row, and a bar of the parts of a whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from jurybox.language import grouped, tr
from jurybox.lists import bracketed, clauses, labeled
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.cut_tips import tell
from jurybox_gui.widgets.painting import LEFT, RIGHT, kept, paint_text, text_width

_HIGH, _LOW = 76, 30
_TILE, _GAP, _BAR_MOST = 128, 24, 340
_EDGE = Grid.TABLE_MARGIN
_ROWS, _RULE, _SHARE_GAP, _SHARE_NAME = 2, 28, 20, 150
"""Of the shares beside the bar: rows, the width of a small bar, the room between columns, the widest name."""
_SHARES_TOLD = 10
"""The most shares that are put into words."""
_LEAST_PATTERN = 4.0
"""Parts of the bar narrower than this, px, show no pattern."""


class HeadlineFigure(NamedTuple):
    """A large number, its name, and an aside in small type; `warns`: the aside is a warning."""

    number: str
    name: str
    aside: str = ""
    warns: bool = False

    @property
    def in_words(self) -> str:
        """The figure in words."""
        return labeled(self.name, bracketed(self.number, self.aside) if self.aside else self.number)


class ShareBar(NamedTuple):
    """A name, a number between 0 and 1 as it is shown, and its value; less than 0 has an empty bar."""

    name: str
    shown: str
    value: float


class Shares(NamedTuple):
    """Shares under a title, the lowest first; `lowest`: the title where only the first of them have room."""

    title: str = ""
    lowest: str = ""
    rows: tuple[ShareBar, ...] = ()


class Summary(QWidget):
    """Figures in a row, then a bar of up to three parts, best first, with its legend.

    In wide windows shares follow, as many as have room, each with a small bar.
    In a low window it shows only one line of figures.
    """

    def __init__(self, *, ground: str = "win", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Summary"))
        self.figures: tuple[HeadlineFigure, ...] = ()
        self.parts: tuple[tuple[str, int], ...] = ()
        self.shares = Shares()
        self._ground = ground
        self._whole = ""
        self._is_low = False

    def show_figures(
        self,
        figures: Sequence[HeadlineFigure],
        whole: str = "",
        parts: Sequence[tuple[str, int]] = (),
        shares: Shares = Shares(),  # noqa: B008 - nothing can change it
    ) -> None:
        """Show these figures; `parts`: the name and count of each part of the bar, out of a `whole`."""
        self.figures, self._whole, self.parts, self.shares = tuple(figures), whole, tuple(parts), shares
        words = [one.in_words for one in self.figures]
        words += [labeled(name, grouped(count)) for name, count in self.parts]
        if shares.rows:
            told = shares.rows[:_SHARES_TOLD]
            words.append(shares.title if len(told) == len(shares.rows) else shares.lowest)
            words += [labeled(one.name, one.shown) for one in told]
        self.setAccessibleDescription(clauses(words))
        self.update()

    def set_low(self, low: bool) -> None:  # noqa: FBT001
        """Use one line only, in a low window."""
        if low != self._is_low:
            self._is_low = low
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(400, _LOW if self._is_low else _HIGH)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self.sizeHint().height())

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            words = self.accessibleDescription().replace("; ", "\n")
            return tell(event, words, self)
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens, painter = theme().tokens, QPainter(self)
        painter.fillRect(self.rect(), color(getattr(tokens, self._ground)))
        painter.fillRect(QRectF(0, self.height() - 1, self.width(), 1), color(tokens.line))
        with kept(painter):
            if self._is_low:
                self._line(painter)
            else:
                self._tiles(painter)
        painter.end()

    def _line(self, painter: QPainter) -> None:
        tokens, left = theme().tokens, float(_EDGE)
        for one in self.figures:
            for words, face, ink in (
                (one.number, font(Px.BASE, 600, tabular=True), tokens.text),
                (one.name, font(Px.ASIDE), tokens.text2),
            ):
                wide = text_width(words, face) + 2
                if left + wide > self.width() - _EDGE:
                    return
                paint_text(painter, QRectF(left, 0, wide, self.height() - 1), words, face, ink, LEFT)
                left += wide + 4
            left += 14

    def _tiles(self, painter: QPainter) -> None:
        tokens, left = theme().tokens, float(_EDGE)
        for one in self.figures:
            for words, top, high, face, ink in (
                (one.number, 6, 30, font(Px.SHORT_ANSWER, 600, tabular=True), tokens.text),
                (one.name, 36, 17, font(Px.ASIDE, 600), tokens.text),
                (one.aside, 53, 17, font(Px.ASIDE, tabular=True), tokens.text2),
            ):
                warns = one.warns and words == one.aside
                room = QRectF(left, top, _TILE, high)
                paint_text(painter, room, words, face, tokens.bad if warns else ink, LEFT)
            left += _TILE + _GAP
            if one is self.figures[-1] and not self.parts:
                break
            painter.fillRect(QRectF(left - 14, 12, 1, _HIGH - 25), color(tokens.line))
        room = QRectF(left, 0, min(_BAR_MOST, self.width() - _EDGE - left), self.height())
        if self.parts and room.width() >= _TILE * 1.5:
            end = self._bar(painter, room)
            self._paint_shares(painter, end + _GAP)

    def shares_shown(self, room: float) -> int:
        """Return how many of the shares have room beside each other, px."""
        if not self.shares.rows:
            return 0
        title = text_width(self.shares.lowest, font(Px.ASIDE, 600))
        wide = self._share_width()
        columns = int((room + _SHARE_GAP) // (wide + _SHARE_GAP)) if room >= max(wide, title) else 0
        return min(len(self.shares.rows), columns * _ROWS)

    def _share_width(self) -> float:
        face = font(Px.ASIDE, tabular=True)
        names = max(text_width(one.name, face) for one in self.shares.rows)
        return min(_SHARE_NAME, names + 1) + _RULE + text_width("-.000", font(Px.ASIDE, 600, tabular=True)) + 18

    def _paint_shares(self, painter: QPainter, left: float) -> None:
        """Paint shares column by column, the lowest first; the title says where some are left out."""
        tokens, count = theme().tokens, self.shares_shown(self.width() - _EDGE - left)
        if not count:
            return
        painter.fillRect(QRectF(left - _GAP / 2, 12, 1, _HIGH - 25), color(tokens.line))
        left += _GAP / 2
        words = self.shares.title if count == len(self.shares.rows) else self.shares.lowest
        paint_text(painter, QRectF(left, 12, self.width() - left, 18), words, font(Px.ASIDE, 600), tokens.text, LEFT)
        wide, face = self._share_width(), font(Px.ASIDE, tabular=True)
        for at, one in enumerate(self.shares.rows[:count]):
            row = QRectF(left + at // _ROWS * (wide + _SHARE_GAP), 34 + at % _ROWS * 19, wide, 17)
            number = text_width("-.000", font(Px.ASIDE, 600, tabular=True)) + 2
            name = row.adjusted(0, 0, -_RULE - number - 16, 0)
            paint_text(painter, name, one.name, face, tokens.text2, LEFT)
            rule = QRectF(name.right() + 8, row.center().y() - 2, _RULE, 4)
            painter.fillRect(rule, color(tokens.line2))
            rule.setWidth(_RULE * min(1.0, max(0.0, one.value)))
            painter.fillRect(rule, color(tokens.text2))
            bold = font(Px.ASIDE, 600, tabular=True)
            paint_text(painter, row, one.shown, bold, tokens.text, RIGHT)

    def _bar(self, painter: QPainter, room: QRectF) -> float:
        """Paint the shares of items by how far judges agree, with counts as legend; return the right end."""
        tokens, total = theme().tokens, max(1, sum(count for _, count in self.parts))
        head = QRectF(room.left(), 12, room.width(), 18)
        paint_text(painter, head, self._whole, font(Px.ASIDE, 600), tokens.text, LEFT)
        inks, at = (tokens.good, tokens.mid, tokens.bad), room.left()
        for (_, count), ink in zip(self.parts, inks, strict=False):
            wide = room.width() * count / total
            _paint_part(painter, QRectF(at, 36, max(0.0, wide - 1.5), 11), ink, inks.index(ink))
            at += wide
        at, face = room.left(), font(Px.ASIDE, tabular=True)
        end = self.width() - _EDGE  # words may extend further than the bar
        for (name, count), ink in zip(self.parts, inks, strict=False):
            words = f"{grouped(count)} {name}"
            _paint_part(painter, QRectF(at, 57, 10, 10), ink, inks.index(ink))
            paint_text(painter, QRectF(at + 14, 53, end - at - 14, 17), words, face, tokens.text2, LEFT)
            at += 14 + text_width(words, face) + 14
        return max(room.right(), at - 14)


def _paint_part(painter: QPainter, box: QRectF, ink: str, place: int) -> None:
    """Paint a part of the bar: the first filled, the second striped, the third empty, without color cues."""
    if box.width() < _LEAST_PATTERN or not place:
        painter.fillRect(box, color(ink))
        return
    with kept(painter):
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        painter.setPen(QPen(color(ink), 1))
        stripes = Qt.BrushStyle.BDiagPattern if place == 1 else Qt.BrushStyle.NoBrush
        painter.setBrush(QBrush(color(ink), stripes))
        painter.drawRect(box.adjusted(0, 0, -1, -1))
