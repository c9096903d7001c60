"""The list of nuggets: number, wording, how many responses contain it, and its match in this response."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QMouseEvent, QPainter, QTextLayout, QTextOption
from PySide6.QtWidgets import QWidget

from jurybox.label_schemes import IMPORTANCE, SUPPORT
from jurybox.language import tr
from jurybox.lists import comma_list, labeled
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.glyphs import paint_label_glyph
from jurybox_gui.widgets.keycaps import key_cap_width, paint_key_cap
from jurybox_gui.widgets.keyed import KeyedWords
from jurybox_gui.widgets.painted_list import Index, LineModel, PaintedList
from jurybox_gui.widgets.painting import CENTER, LEFT, RIGHT, one_line, paint_box, paint_text, text_width

if TYPE_CHECKING:
    from jurybox.judging.nugget_work import ResponseMatches

DIGITS = tuple("1234567890")
"""The keys of the first ten nuggets, 0 for the tenth."""
_HEAD, _ROW, _LOW_ROW = 32, 46, 38
_MARGIN, _CAP, _SHORT = 16, 20, 2
_TITLES = {choice.word: tr(choice.name) for choice in IMPORTANCE.labels} | {"": tr("Not voted yet")}
_MATCHES = {choice.word: tr(choice.name).lower() for choice in SUPPORT.labels} | {
    "conflict": tr("two matches"),
    "": tr("no match yet"),
}
_TWICE = {"wordings": tr("two wordings"), "votes": tr("two votes"), "": ""}
_THIS, _ALL = tr("this one"), tr("responses")
_COVERAGE, _TICK, _FINEST = 48, 4, 2
"""The width of the ticks that count responses, and their greatest and least distance, px."""


def match_action(digit: str) -> str:
    """Return the id of the action that matches the nugget with this number."""
    return f"nuggets.match{digit}"


@dataclass(frozen=True, slots=True)
class BoardLine:
    """One line of the list: a heading (no `row`), or a nugget with its match in the response shown.

    `place`: its position among the nuggets; `aside`: a remark in a box after its words; `warns`: the remark
    needs attention.
    """

    title: str = ""
    glyph: str = ""
    place: int = -1
    text: str = ""
    matched: int = 0
    match: str = ""
    aside: str = ""
    warns: bool = False


def items_of(
    rows: Sequence[ResponseMatches], matches: Sequence[str], checks: Sequence[bool], marked: int | None
) -> list[BoardLine]:
    """Return the lines for nuggets in groups; `marked` is a nugget by position in the catalog."""
    items: list[BoardLine] = []
    group: str | None = None
    for place, row in enumerate(rows):
        if row.importance != group:
            group = row.importance
            items.append(BoardLine(title=_TITLES[group], glyph=group))
        match = matches[place] if matches else ""
        remark = _aside(row, match, check=bool(checks) and checks[place])
        warns = bool(remark)
        if row.line.nugget == marked:
            remark = tr("merge")
        items.append(
            BoardLine(place=place, text=row.line.text, matched=row.matched, match=match, aside=remark, warns=warns)
        )
    return items


def _aside(row: ResponseMatches, match: str, *, check: bool) -> str:
    """Return what a nugget needs: a choice between two contradictory entries, or another look."""
    if match == "conflict":
        return _MATCHES[match]
    return _TWICE[row.twice] or (tr("check") if check else "")


class BoardModel(LineModel[BoardLine]):
    """The lines; `responses` is the number of responses to the question."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(self._say, lambda item: (item.title, item.place), parent)
        self.responses = 0

    def at_place(self, place: int) -> int:
        """Return the line of a nugget, -1 if there is none."""
        return next((at for at, item in enumerate(self.lines) if item.place == place >= 0), -1)

    def _say(self, item: BoardLine) -> str:
        if item.place < 0:
            return item.title
        held = tr("in {matched} of {count} responses", matched=item.matched, count=self.responses)
        nugget = comma_list(filter(None, (item.text, item.aside)))
        return f"{item.place + 1}. {labeled(nugget, comma_list((_MATCHES[item.match], held)))}"

    def flags(self, index: Index) -> Qt.ItemFlag:
        if self.lines[index.row()].place < 0:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


class BoardList(PaintedList):
    """Paints the lines. A click on a nugget selects it, a click on its box matches it."""

    nugget_chosen = Signal(int)
    box_clicked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        self.board = BoardModel()
        self._row = _ROW
        super().__init__(tr("Nuggets of this question"), self.board, self._paint_line, self._height, parent)
        self._keys: tuple[str, ...] = ()
        self._words = KeyedWords(self, self._print_keys)

    def show_items(self, items: list[BoardLine], responses: int, current: int) -> None:
        """Show other lines, with one nugget as the current one; `responses`: their number."""
        self._print_keys()
        self.board.responses = responses
        self.board.set_lines(items)
        self.choose_line(self.board.at_place(current))

    def _print_keys(self) -> None:
        self._keys = tuple(self._words.key(match_action(digit)) for digit in DIGITS)
        self.viewport().update()

    def number_of(self, place: int) -> str:
        """Return the text printed before a nugget: its key if that is short, else its number."""
        key = self._keys[place] if place < len(self._keys) else ""
        return key if 0 < len(key) <= _SHORT else str(place + 1)

    @property
    def _cap(self) -> int:
        """The width of the column of keys."""
        return max((_CAP, *(key_cap_width(key) for key in self._keys if key)))

    def _height(self, at: int) -> int:
        return _HEAD if self.board.lines[at].place < 0 else self._row

    def set_low(self, *, low: bool) -> None:
        """Use lower lines in a low window."""
        row = _LOW_ROW if low else _ROW
        if row != self._row:
            self._row = row
            self.doItemsLayout()
            self.scrollTo(self.currentIndex())

    def _paint_line(self, painter: QPainter, box: QRectF, at: int, chosen: bool) -> None:  # noqa: FBT001
        item = self.board.lines[at]
        if item.place < 0:
            _heading(painter, box, item)
        else:
            key = self._keys[item.place] if item.place < len(self._keys) else ""
            _nugget(painter, box, item, self.board.responses, key, self._cap, chosen=chosen)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        # Select the nugget under the pointer; its box on the right and its key on the left are buttons.
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and self.board.lines[index.row()].place >= 0:
            place, at = self.board.lines[index.row()].place, event.position().x()
            boxed = at > self.viewport().width() - _MARGIN - 28 or (
                place < len(self._keys) and at < _MARGIN + self._cap + 4
            )
            matches = boxed and event.button() == Qt.MouseButton.LeftButton
            (self.box_clicked if matches else self.nugget_chosen).emit(place)


def _heading(painter: QPainter, box: QRectF, item: BoardLine) -> None:
    tokens = theme().tokens
    foot = box.bottom() - 1
    if item.glyph:
        glyph = QRectF(box.left() + _MARGIN, box.center().y() - 4, 14, 14)
        paint_label_glyph(painter, glyph, item.glyph, tokens)
    line = box.adjusted(_MARGIN + 22, 8, -_MARGIN, -2)
    paint_text(painter, line, item.title, font(Px.ASIDE, 600), tokens.text2, LEFT)
    paint_text(painter, line, _THIS, font(Px.ASIDE), tokens.text2, RIGHT)
    paint_text(
        painter,
        line.adjusted(0, 0, -(text_width(_THIS, font(Px.ASIDE)) + 14), 0),
        _ALL,
        font(Px.ASIDE),
        tokens.text2,
        RIGHT,
    )
    rule = QRectF(box.left() + _MARGIN, foot, box.width() - 2 * _MARGIN, 1)
    painter.fillRect(rule, color(tokens.line2))


def _nugget(
    painter: QPainter, box: QRectF, item: BoardLine, responses: int, key: str, cap: int, *, chosen: bool
) -> None:
    """Paint a nugget after its key, or its number if it has none, in a column `cap` wide."""
    tokens = theme().tokens
    if chosen:
        painter.fillRect(box.adjusted(6, 0, -6, -1), color(tokens.accsoft))
        painter.fillRect(QRectF(box.left(), box.top(), 3, box.height() - 1), color(tokens.accent))
    middle = box.center().y()
    if key:
        paint_key_cap(painter, box.left() + _MARGIN, middle, key, tokens)
    else:
        number = QRectF(box.left() + _MARGIN - 6, box.top(), cap + 10, box.height())
        paint_text(painter, number, str(item.place + 1), font(Px.ASIDE, tabular=True), tokens.text3, RIGHT)
    right = box.right() - _MARGIN
    glyph = QRectF(right - 18, middle - 9, 18, 18)
    paint_label_glyph(painter, glyph, item.match if item.match in _BOXES else "", tokens)
    left = _coverage(painter, box, right - 30, item.matched, responses)
    if item.aside:
        left = _paint_aside(painter, left - 8, middle, item)
    words = box.left() + _MARGIN + cap + 10
    room = QRectF(words, box.top() + 3, left - 12 - words, box.height() - 6)
    code = tokens.text if item.match or chosen else tokens.text2
    _two_lines(painter, room, item.text, 600 if chosen else 400, code)
    if not chosen:
        rule = QRectF(room.left(), box.bottom() - 1, box.width() - room.left() - _MARGIN, 1)
        painter.fillRect(rule, color(tokens.line))


_BOXES = frozenset(("yes", "partial", "no"))


def _paint_aside(painter: QPainter, right: float, middle: float, item: BoardLine) -> float:
    """Paint a remark in a box that ends at `right`; return its left edge."""
    tokens, face = theme().tokens, font(Px.CAP, 600)
    wide = text_width(item.aside, face) + 12
    box = QRectF(right - wide, middle - 9, wide, 18)
    ground, code = (tokens.mids, tokens.mid) if item.warns else (tokens.accsoft, tokens.accent)
    paint_box(painter, box, Grid.R_KEY, ground, code)
    paint_text(painter, box, item.aside, face, code, CENTER)
    return box.left()


def _coverage(painter: QPainter, box: QRectF, right: float, matched: int, responses: int) -> float:
    """Paint how many responses contain a nugget, as ticks and a number; return their left edge."""
    tokens, middle = theme().tokens, box.center().y()
    number = QRectF(right - 26, box.top(), 22, box.height())
    paint_text(painter, number, str(matched), font(Px.ASIDE, tabular=True), tokens.text2, RIGHT)
    left = right - 32 - _COVERAGE
    step = min(_TICK, _COVERAGE // max(1, responses))
    if step < _FINEST:  # too many to count: a bar
        painter.fillRect(QRectF(left, middle - 5, _COVERAGE, 10), color(tokens.line2))
        painter.fillRect(QRectF(left, middle - 5, _COVERAGE * matched / responses, 10), color(tokens.text2))
        return left
    left = right - 32 - step * responses
    for at in range(responses):
        code = tokens.text2 if at < matched else tokens.line2
        painter.fillRect(QRectF(left + at * step, middle - 5, step - 1, 10), color(code))
    return right - 32 - _COVERAGE


def _two_lines(painter: QPainter, room: QRectF, text: str, weight: int, code: str) -> None:
    """Paint a text in at most two lines; the second is cut if it is too long."""
    face = font(Px.BASE, weight)
    metrics = QFontMetricsF(face)
    layout = QTextLayout(one_line(text), face)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(room.width())
    first = line.textLength()
    layout.endLayout()
    words = one_line(text)
    rest = words[first:].strip()
    high = metrics.height()
    top = room.center().y() - (high if rest else high / 2)
    paint_text(painter, QRectF(room.left(), top, room.width(), high), words[:first], face, code, LEFT)
    if rest:
        paint_text(painter, QRectF(room.left(), top + high, room.width(), high), rest, face, code, LEFT)
