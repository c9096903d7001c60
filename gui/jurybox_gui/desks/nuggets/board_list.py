"""The list of nuggets: numbers, wording, how many responses hold each, and the match of this response."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetricsF, QMouseEvent, QPainter, QTextLayout, QTextOption
from PySide6.QtWidgets import QFrame, QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from jurybox_gui.pieces.glyphs import paint_label_glyph
from jurybox_gui.pieces.keycaps import paint_key_cap
from jurybox_gui.pieces.painting import LEFT, RIGHT, kept, one_line, paint_text
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from jurybox.judging.nugget_work import Row

_Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_HEAD, _ROW = 32, 46
_MARGIN, _CAP = 16, 20
_TITLES = {"vital": "Vital", "okay": "Okay", "": "Neither yet"}
_TICKS, _TICK = 11, 4
CAPS = "1234567890"


@dataclass(frozen=True, slots=True)
class Item:
    """One line of the list: a heading (no `row`), or a nugget with its match in the response shown.

    `place`: its place among the nuggets; `aside`: what is to be known of it before its words, in brackets;
    `warns`: it asks to be looked at.
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
    rows: Sequence[Row], matches: Sequence[str], checks: Sequence[bool], marked: int | None
) -> list[Item]:
    """Return the lines for nuggets in groups; `marked` is a nugget by position in the catalog."""
    items: list[Item] = []
    group: str | None = None
    for place, row in enumerate(rows):
        if row.importance != group:
            group = row.importance
            items.append(Item(title=_TITLES[group], glyph=group))
        match = matches[place] if matches else ""
        told = _aside(row, match, check=bool(checks) and checks[place])
        warns = bool(told)
        if row.line.nugget == marked:
            told = "to merge"
        items.append(
            Item(
                place=place,
                text=row.line.text,
                matched=row.matched,
                match=match,
                aside=f"({told}) " if told else "",
                warns=warns,
            )
        )
    return items


def _aside(row: Row, match: str, *, check: bool) -> str:
    """Return what a nugget waits for: one of two things that are in force at once, or another look."""
    if match == "conflict":
        return "two matches"
    return f"two {row.twice}" if row.twice else "check" if check else ""


class BoardModel(QAbstractListModel):
    """The lines; what changed is told line by line where the headings stay."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.items: list[Item] = []
        self.responses = 0

    def set_items(self, items: list[Item], responses: int) -> None:
        """Show other lines; `responses` is how many there are of the question."""
        shape = [(item.title, item.place) for item in self.items]
        same = shape == [(item.title, item.place) for item in items] and responses == self.responses
        if not same:
            self.beginResetModel()
            self.items, self.responses = items, responses
            self.endResetModel()
            return
        before, self.items = self.items, items
        for at, (old, new) in enumerate(zip(before, items, strict=True)):
            if old != new:
                self.dataChanged.emit(self.index(at), self.index(at))

    def at_place(self, place: int) -> int:
        """Return the line of a nugget, -1 if there is none."""
        return next((at for at, item in enumerate(self.items) if item.place == place >= 0), -1)

    def rowCount(self, parent: _Index = _ROOT) -> int:
        """Return the number of lines."""
        return 0 if parent.isValid() else len(self.items)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a line in words, for those who hear it too."""
        if role not in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return None
        item = self.items[index.row()]
        if item.place < 0:
            return item.title
        said = item.match or "no match yet"
        held = f"in {item.matched} of {self.responses} responses"
        return f"{item.place + 1}. {item.aside}{item.text}: {said}, {held}"

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """Headings cannot be chosen."""
        if self.items[index.row()].place < 0:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


class BoardList(QListView):
    """Paints the lines. A click on a nugget chooses it, one on its box matches it."""

    nugget_chosen = Signal(int)
    box_clicked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.board = BoardModel(self)
        self.setModel(self.board)
        self._painter = _Lines(self, self.currentIndex)
        self.setItemDelegate(self._painter)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSelectionMode(QListView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Nuggets of this question")
        self.viewport().setAutoFillBackground(False)

    def show_current(self, place: int) -> None:
        """Choose the line of a nugget and bring it into view."""
        at = self.board.at_place(place)
        if at < 0:
            self.clearSelection()
            return
        index = self.board.index(at)
        self.setCurrentIndex(index)
        self.scrollTo(index)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the nugget pointed at; its box is a button."""
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and self.board.items[index.row()].place >= 0:
            place = self.board.items[index.row()].place
            boxed = event.position().x() > self.viewport().width() - _MARGIN - 28
            (self.box_clicked if boxed else self.nugget_chosen).emit(place)


class _Lines(QStyledItemDelegate):
    """Paints headings and nuggets; `current` tells which line is chosen."""

    def __init__(self, parent: QWidget, current: Callable[[], QModelIndex]) -> None:
        super().__init__(parent)
        self._current = current

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        """Return the height of a line."""
        model = index.model()
        heading = isinstance(model, BoardModel) and model.items[index.row()].place < 0
        return QSize(option.rect.width(), _HEAD if heading else _ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint one line."""
        model, box = index.model(), QRectF(option.rect)
        if not isinstance(model, BoardModel):
            return
        item = model.items[index.row()]
        chosen = self._current() == index
        with kept(painter):
            if item.place < 0:
                _heading(painter, box, item)
            else:
                _nugget(painter, box, item, model.responses, chosen=chosen)


def _heading(painter: QPainter, box: QRectF, item: Item) -> None:
    tokens = theme().tokens
    foot = box.bottom() - 1
    if item.glyph:
        glyph = QRectF(box.left() + _MARGIN, box.bottom() - 22, 14, 14)
        paint_label_glyph(painter, glyph, item.glyph, tokens)
    line = box.adjusted(_MARGIN + 22, 8, -_MARGIN, -2)
    paint_text(painter, line, item.title, font(Px.ASIDE, 600), tokens.text2, LEFT)
    paint_text(painter, line, "this one", font(Px.ASIDE), tokens.text2, RIGHT)
    paint_text(painter, line.adjusted(0, 0, -62, 0), "responses", font(Px.ASIDE), tokens.text2, RIGHT)
    rule = QRectF(box.left() + _MARGIN, foot, box.width() - 2 * _MARGIN, 1)
    painter.fillRect(rule, color(tokens.line2))


def _nugget(painter: QPainter, box: QRectF, item: Item, responses: int, *, chosen: bool) -> None:
    tokens = theme().tokens
    if chosen:
        painter.fillRect(box.adjusted(6, 0, -6, -1), color(tokens.accsoft))
        painter.fillRect(QRectF(box.left(), box.top(), 3, box.height() - 1), color(tokens.accent))
    middle = box.center().y()
    if item.place < len(CAPS):
        paint_key_cap(painter, box.left() + _MARGIN, middle, CAPS[item.place], tokens)
    else:
        number = QRectF(box.left() + _MARGIN - 6, box.top(), _CAP + 10, box.height())
        paint_text(painter, number, str(item.place + 1), font(Px.ASIDE, tabular=True), tokens.text3, RIGHT)
    right = box.right() - _MARGIN
    glyph = QRectF(right - 18, middle - 9, 18, 18)
    paint_label_glyph(painter, glyph, item.match if item.match in _BOXES else "", tokens)
    left = _coverage(painter, box, right - 30, item.matched, responses)
    room = QRectF(
        box.left() + _MARGIN + 30, box.top() + 3, left - box.left() - _MARGIN - 42, box.height() - 6
    )
    code = tokens.mid if item.warns else tokens.text if item.match or chosen else tokens.text2
    _two_lines(painter, room, f"{item.aside}{item.text}", 600 if chosen else 400, code)
    if not chosen:
        rule = QRectF(room.left(), box.bottom() - 1, box.width() - room.left() - _MARGIN, 1)
        painter.fillRect(rule, color(tokens.line))


_BOXES = frozenset(("yes", "partial", "no"))


def _coverage(painter: QPainter, box: QRectF, right: float, matched: int, responses: int) -> float:
    """Paint how many responses hold a nugget, as ticks and a number; return where they begin."""
    tokens, middle = theme().tokens, box.center().y()
    number = QRectF(right - 26, box.top(), 22, box.height())
    paint_text(painter, number, str(matched), font(Px.ASIDE, tabular=True), tokens.text2, RIGHT)
    left = right - 32 - _TICKS * _TICK
    filled = 0 if not responses else -(-matched * _TICKS // responses)
    for at in range(_TICKS):
        code = tokens.text2 if at < filled else tokens.line2
        painter.fillRect(QRectF(left + at * _TICK, middle - 5, _TICK - 1, 10), color(code))
    return left


def _two_lines(painter: QPainter, room: QRectF, text: str, weight: int, code: str) -> None:
    """Paint a text in at most two lines, the second one cut where it is longer."""
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
