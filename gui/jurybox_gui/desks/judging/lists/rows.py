"""The two lists of the desk, all pooled answers and the answer set made from them, and their lines."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QModelIndex, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget

from jurybox.language import tr, trn
from jurybox.lists import comma_list
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.glyphs import paint_label_glyph
from jurybox_gui.widgets.painted_list import Index, LineModel, PaintedList
from jurybox_gui.widgets.painting import CENTER, LEFT, RIGHT, one_line, paint_box, paint_text, text_width

if TYPE_CHECKING:
    from jurybox.judging.list_work import ListAnswer, ListWork

_MIME = "application/x-jurybox-answers"
LINE_HEIGHT = 32
_MARGIN = 16


@dataclass(frozen=True, slots=True)
class AnswerLine:
    """One line of either list.

    `key`: the answer, or the number of the instance; `label`: its label; `chip`: the number of its instance,
    or of the answers in it; `quiet`: it does not count yet; `hint`: a suggestion; `glyph`: that of the label,
    "" if it is spelled like the label.
    """

    key: int
    text: str
    label: str = ""
    chip: str = ""
    marked: bool = False
    quiet: bool = False
    hint: str = ""
    glyph: str = ""


class Lines(LineModel[AnswerLine]):
    """Lines as an item model. Dropping answers on a line emits `dropped(answers, key)`."""

    dropped = Signal(object, int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(_words, lambda line: line.key, parent)

    def flags(self, index: Index) -> Qt.ItemFlag:
        usual = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if not index.isValid():
            return usual
        return usual | Qt.ItemFlag.ItemIsDragEnabled | Qt.ItemFlag.ItemIsDropEnabled

    def mimeTypes(self) -> list[str]:
        return [_MIME]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        # Return the dragged answers: the marked ones, if the one under the pointer is among them.
        keys = [self.lines[index.row()].key for index in indexes]
        marked = [line.key for line in self.lines if line.marked]
        chosen = marked if set(keys) & set(marked) else keys
        data = QMimeData()
        data.setData(_MIME, ",".join(map(str, chosen)).encode())
        return data

    def dropMimeData(self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index) -> bool:
        del action, row, column
        if not parent.isValid() or not data.hasFormat(_MIME):
            return False
        answers = tuple(int(part) for part in bytes(data.data(_MIME).data()).decode().split(","))
        self.dropped.emit(answers, self.lines[parent.row()].key)
        return True

    def supportedDropActions(self) -> Qt.DropAction:
        # Return the copy action: a drop joins answers and moves none.
        return Qt.DropAction.CopyAction


class LinesView(PaintedList):
    """Shows lines; emits `chosen(key)` on a press, a click or before a context menu.

    Emits `toggled(key)` on a click with Ctrl, `marked(keys)` with Shift, for all lines from the current one
    to it. `drags`: lines can be dragged from here.
    """

    chosen = Signal(int)
    toggled = Signal(int)
    marked = Signal(object)

    def __init__(self, name: str, *, drags: bool, parent: QWidget | None = None) -> None:
        self.lines = Lines()
        super().__init__(name, self.lines, self._paint_line, lambda _at: LINE_HEIGHT, parent)
        self.setDragEnabled(drags)
        self.setAcceptDrops(True)
        mode = QAbstractItemView.DragDropMode.DragDrop if drags else QAbstractItemView.DragDropMode.DropOnly
        self.setDragDropMode(mode)
        self._modifiers = Qt.KeyboardModifier.NoModifier
        self._from = -1
        self.clicked.connect(self._clicked)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        room, rows = self.height(), self.lines.rowCount()
        rest = room % LINE_HEIGHT if LINE_HEIGHT < room < rows * LINE_HEIGHT else 0
        if rest != self.viewportMargins().bottom():
            self.setViewportMargins(0, 0, 0, rest)

    def show_lines(self, lines: list[AnswerLine], current: int | None) -> None:
        """Show lines, with the one under this key as the current one."""
        self.lines.set_lines(lines)
        self.choose_line(next((at for at, line in enumerate(lines) if line.key == current), -1))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        # Note how and where a click began, and show at once the answer of the line that the press makes current: it
        # may be released elsewhere.
        self._modifiers, self._from = event.modifiers(), self.currentIndex().row()
        super().mousePressEvent(event)
        self._choose(self.indexAt(event.position().toPoint()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        # Drag a line, if lines can be dragged; else Qt would make each line current that the pointer passes.
        if self.dragEnabled():
            super().mouseMoveEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        # Make the line under the pointer current; the menu itself belongs to the window.
        self._choose(self.indexAt(event.pos()))
        event.ignore()

    def _choose(self, index: QModelIndex) -> None:
        if index.isValid():
            self.chosen.emit(self.lines.lines[index.row()].key)

    def _clicked(self, index: QModelIndex) -> None:
        at, keys = index.row(), [line.key for line in self.lines.lines]
        if self._modifiers & Qt.KeyboardModifier.ShiftModifier and self._from >= 0:
            low, high = sorted((self._from, at))
            self.marked.emit(keys[low : high + 1])
        elif self._modifiers & Qt.KeyboardModifier.ControlModifier:
            self.toggled.emit(keys[at])
        self.chosen.emit(keys[at])

    def _paint_line(self, painter: QPainter, box: QRectF, at: int, chosen: bool) -> None:  # noqa: FBT001
        _paint(painter, box, self.lines.lines[at], chosen=chosen)


def _words(line: AnswerLine) -> str:
    return comma_list(part for part in (line.text, line.label, line.chip, line.hint) if part)


def _paint(painter: QPainter, box: QRectF, line: AnswerLine, *, chosen: bool) -> None:
    tokens = theme().tokens
    if chosen:
        painter.fillRect(box.adjusted(0, 0, 0, -1), color(tokens.accsoft))
        painter.fillRect(QRectF(box.left(), box.top(), 3, box.height() - 1), color(tokens.accent))
    elif line.marked:
        painter.fillRect(box.adjusted(0, 0, 0, -1), color(tokens.hover))
    if line.marked:
        mark = QRectF(box.left() + 6, box.center().y() - 4, 8, 8)
        paint_box(painter, mark, 2, tokens.accent)
    left, label = box.left() + _MARGIN + 4, "" if line.label == "conflict" else line.glyph or line.label
    paint_label_glyph(painter, QRectF(left, box.center().y() - 9, 18, 18), label, tokens)
    right = box.right() - _MARGIN
    if line.chip:
        chip = QRectF(right - 34, box.center().y() - 10, 34, 20)
        paint_box(painter, chip, Grid.R_KEY, tokens.goods if not line.quiet else None, tokens.line2)
        paint_text(painter, chip, line.chip, font(Px.ASIDE, 600, tabular=True), tokens.text, CENTER)
        right -= 44
    if line.hint:
        face = font(Px.ASIDE)
        # The hint takes the width it needs, but in a narrow column never more than the answer beside it.
        wide = min(text_width(line.hint, face) + 2, (right - left) / 2)
        code = tokens.mid if line.label == "conflict" else tokens.text3
        paint_text(painter, QRectF(right - 4 - wide, box.top(), wide, box.height()), line.hint, face, code, RIGHT)
        right -= wide + 10
    room = QRectF(left + 28, box.top(), right - left - 32, box.height())
    code = tokens.text2 if line.quiet and not chosen else tokens.text
    paint_text(painter, room, one_line(line.text), font(Px.BASE, 600 if chosen else 400), code, LEFT)
    if not chosen:
        painter.fillRect(QRectF(room.left(), box.bottom() - 1, box.right() - room.left(), 1), color(tokens.line))


def pooled_lines(
    work: ListWork,
    shown: Sequence[int],
    texts: Mapping[int, str],
    current: int | None,
    marked: Collection[int],
    alike: Sequence[Sequence[int]],
    in_words: Callable[[str], str],
) -> list[AnswerLine]:
    """Return a line for each answer shown; the current one has similar answers as a suggestion.

    `in_words` inserts the keys of actions into a hint.
    """
    chosen = set(shown)
    return [
        AnswerLine(
            one.answer,
            texts[one.answer],
            one.label,
            f"{one.number}" if one.number else "=" if one.group else "",
            one.answer in marked,
            quiet=one.number == 0,
            hint=in_words(_hint(work, one, alike if one.answer == current else (), current=one.answer == current)),
        )
        for one in work.answers
        if one.answer in chosen
    ]


def _hint(work: ListWork, one: ListAnswer, alike: Sequence[Sequence[int]], *, current: bool) -> str:
    """Return the hint beside an answer: a contradiction, a known instance with its text, similar answers."""
    if one.label == "conflict":
        return tr("two labels: judge it again")
    if one.is_split:
        return tr("in two groups: {lists.join} joins, {lists.split} separates")
    if one.answer in work.proposed:
        return tr("known instance: {lists.accept} adds it") if current else tr("matches a known instance")
    near = work.suggested(one.answer, alike)
    if not near:
        return ""
    return trn("{n} similar · {{lists.accept}} to group", "{n} similar · {{lists.accept}} to group", len(near))


def set_lines(work: ListWork, texts: Mapping[int, str]) -> list[AnswerLine]:
    """Return a line for each member of the answer set."""
    proposed = set(work.proposed.values())
    return [
        AnswerLine(
            one.number,
            one.text or texts[one.answers[0]],
            "correct" if one.answers else "",
            f"{len(one.answers)}×" if one.answers else "",
            quiet=not one.answers,
            hint="" if one.answers else tr("an answer matches") if one.name in proposed else tr("not returned"),
        )
        for one in work.instances
    ]
