"""The list beside a picture: marker and name of each run, and numbers; it chooses, hides and isolates."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFont, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from jurybox.figures import OperatingPoint
from jurybox.language import tr
from jurybox_gui.tables.space_runs import HEADS, SAID, RunTable, SpaceRow, row_of_point
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.painting import LEFT, RIGHT, kept, paint_box, paint_text, text_width
from jurybox_gui.widgets.runmarks import paint_run_marker

_ROW = 25
_HEAD = 32
_NUMBER, _GAP = 34, 5
"""The least width of a column of numbers, and the gap between heads, px."""
_SHORT_HEAD = 3
_MARGIN = 14
_NAME = 36
_Index = QModelIndex | QPersistentModelIndex


class _RowPainter(QStyledItemDelegate):
    """Paints a row: accent bar and soft background for the chosen run, marker, name, numbers."""

    hovered: int | None = None
    hidden: frozenset[int] = frozenset()
    margin: int = _MARGIN
    """Space to the right of the last number, in which a scroll bar fits."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        model = index.model()
        if not isinstance(model, RunTable):
            return
        row, tokens = model.row(index.row()), theme().tokens
        box = QRectF(option.rect)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        with kept(painter):
            if selected or row.run == self.hovered:
                painter.fillRect(box, color(tokens.accsoft if selected else tokens.hover))
            if index.column() == 0:
                self._first(painter, box, row, selected=selected)
            else:
                strong = index.column() == model.columnCount() - 1
                face = font(Px.BASE, 650 if strong else 400, tabular=True)
                room = box.adjusted(0, 0, -self.margin if strong else 0, 0)
                paint_text(painter, room, str(index.data()), face, self._ink(row, tokens.text), RIGHT)

    def _ink(self, row: SpaceRow, code: str) -> str:
        return theme().tokens.text3 if row.run in self.hidden else code

    def _first(self, painter: QPainter, box: QRectF, row: SpaceRow, *, selected: bool) -> None:
        tokens = theme().tokens
        if selected:
            painter.fillRect(QRectF(box.left(), box.top(), 3, box.height()), color(tokens.accent))
        center = QPointF(box.left() + 21, box.center().y())
        if row.run in self.hidden:
            paint_box(painter, QRectF(center.x() - 5, center.y() - 5, 10, 10), 2, None, tokens.ctl)
        else:
            halo = tokens.surf if selected else None
            style = theme().ink_style(row.look) if row.ink else theme().run_style(row.look)
            paint_run_marker(painter, center, 11, style, halo)
        face = font(Px.BASE, 600 if selected else 400, italic=row.baseline)
        code = tokens.text2 if row.baseline and not selected else tokens.text
        room, ink = box.adjusted(_NAME, 0, -4, 0), self._ink(row, code)
        # The names of a team's runs often differ only at the end.
        paint_text(painter, room, row.name, face, ink, LEFT, Qt.TextElideMode.ElideMiddle)


class _RunTableView(QTableView):
    """The table; leaving it with the pointer ends the hover, a click on a marker hides or shows."""

    left = Signal()
    marker_clicked = Signal(int, bool)
    """The row, and whether to show it alone (with Shift)."""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        # Handle a click on a marker; all other clicks select a row.
        index = self.indexAt(event.position().toPoint())
        is_left = event.button() == Qt.MouseButton.LeftButton
        if is_left and index.isValid() and event.position().x() < _NAME - 2:
            only = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.marker_clicked.emit(index.row(), only)
            return
        super().mousePressEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.left.emit()


class RunList(QFrame):
    """Rows with their numbers; signals of choosing, hovering and hiding carry the position of the run.

    `heads` are printed over the columns, the first one as a title.
    """

    run_chosen = Signal(int)
    run_hovered = Signal(object)
    hide_wanted = Signal(int)
    only_wanted = Signal(int)

    def __init__(self, heads: tuple[str, ...] = HEADS, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = _RunTableView(self)
        self._model = RunTable(SAID if heads == HEADS else heads)
        self._heads = _ColumnHeads(heads, self)
        self._painter = _RowPainter(self.table)
        _dress(self.table, self._model, self._painter, heads)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._heads)
        column.addWidget(self.table, 1)
        self.table.selectionModel().currentRowChanged.connect(self._current_changed)
        self.table.entered.connect(lambda index: self._hover(self._model.row(index.row()).run))
        self.table.marker_clicked.connect(self._marker_clicked)
        self.table.left.connect(lambda: self._hover(None))
        self.table.verticalScrollBar().rangeChanged.connect(self._make_way)

    def set_points(self, points: Sequence[OperatingPoint], chosen: int | None) -> None:
        """Show runs in this order with their rates and F, one of them chosen; emits no signal."""
        self.set_rows([row_of_point(point) for point in points], chosen)

    def set_rows(self, rows: Sequence[SpaceRow], chosen: int | None, heads: tuple[str, ...] | None = None) -> None:
        """Show rows in this order, one of them chosen; emits no signal."""
        with QSignalBlocker(self):
            if heads is not None and self._heads.set_heads(heads):
                self._model.set_rows(rows, heads)
                _size_columns(self.table, heads, self._painter.margin)
            else:
                self._model.set_rows(rows)
            self.choose(chosen)

    def set_hidden(self, hidden: frozenset[int]) -> None:
        """Dim the rows of what is not drawn."""
        if self._painter.hidden != hidden:
            self._painter.hidden = hidden
            self.table.viewport().update()

    def choose(self, run: int | None) -> None:
        """Mark a run as chosen and scroll it into view."""
        row = self._model.row_of(run)
        with QSignalBlocker(self):
            if row < 0:
                self.table.clearSelection()
            elif row != self.table.currentIndex().row() or not self.table.selectionModel().hasSelection():
                self.table.selectRow(row)

    def set_hovered(self, run: int | None) -> None:
        """Tint the row of the run hovered elsewhere."""
        if self._painter.hovered != run:
            self._painter.hovered = run
            self.table.viewport().update()

    def neighbor(self, run: int | None, step: int) -> int | None:
        """Return the run `step` rows below (or above) another, the first one if that is not shown."""
        count = self._model.rowCount()
        if not count:
            return None
        row = self._model.row_of(run)
        return self._model.row(0 if row < 0 else min(max(row + step, 0), count - 1)).run

    def everyone(self) -> tuple[int, ...]:
        """Return the runs of the rows."""
        return tuple(self._model.row(at).run for at in range(self._model.rowCount()))

    def text(self, row: int, column: int) -> str:
        """Return the text of a cell."""
        return str(self._model.index(row, column).data())

    def _make_way(self, _lowest: int, highest: int) -> None:
        """Keep the numbers under their heads with or without a scroll bar."""
        bar = self.table.verticalScrollBar().sizeHint().width() if highest else 0
        self._painter.margin = max(0, _MARGIN - bar)
        _size_columns(self.table, self._heads.heads, self._painter.margin)

    def _marker_clicked(self, row: int, only: bool) -> None:  # noqa: FBT001 - a slot of a signal with a flag
        (self.only_wanted if only else self.hide_wanted).emit(self._model.row(row).run)

    def _current_changed(self, index: QModelIndex, _before: QModelIndex) -> None:
        if index.isValid() and self._model.row(index.row()).run >= 0:
            self.run_chosen.emit(self._model.row(index.row()).run)

    def _hover(self, run: int | None) -> None:
        if self._painter.hovered != run:
            self.set_hovered(run)
            self.run_hovered.emit(run)


class _ColumnHeads(QWidget):
    """The names of the columns over the list."""

    def __init__(self, heads: tuple[str, ...], parent: QWidget) -> None:
        super().__init__(parent)
        self.heads = heads
        self.setFixedHeight(_HEAD)

    def set_heads(self, heads: tuple[str, ...]) -> bool:
        """Show other heads; return whether they changed."""
        changed = heads != self.heads
        self.heads = heads
        self.update()
        return changed

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens = theme().tokens
        painter = QPainter(self)
        box = QRectF(self.rect()).adjusted(0, 8, 0, 0)
        paint_text(painter, box.adjusted(_MARGIN - 1, 0, 0, 0), self.heads[0], font(Px.BASE, 600), tokens.text, LEFT)
        right = box.right() - _MARGIN
        for n, head in enumerate(reversed(self.heads[1:])):
            wide = _room_of(head, is_last=n == 0)
            room = QRectF(right - wide, box.top(), wide, box.height())
            paint_text(painter, room, head, _face_of(head, is_last=n == 0), tokens.text2, RIGHT)
            right -= wide
        painter.end()


def _face_of(head: str, *, is_last: bool) -> QFont:
    return font(Px.ASIDE if len(head) <= _SHORT_HEAD else Px.CAP, 600 if is_last else 400)


def _room_of(head: str, *, is_last: bool) -> float:
    """Return the width of a column of numbers that keeps its head apart from the one before it."""
    return max(_NUMBER, math.ceil(text_width(head, _face_of(head, is_last=is_last))) + _GAP)


def _dress(table: QTableView, model: RunTable, painter: _RowPainter, heads: Sequence[str]) -> None:
    table.setModel(model)
    table.setItemDelegate(painter)
    table.setAccessibleName(tr("Runs and their numbers"))
    table.setShowGrid(False)
    table.setFrameShape(QFrame.Shape.NoFrame)
    table.setTabKeyNavigation(False)
    table.setMouseTracking(True)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    table.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    table.setProperty("ring", 4)
    table.viewport().setAutoFillBackground(False)
    table.verticalHeader().hide()
    table.verticalHeader().setDefaultSectionSize(_ROW)
    across = table.horizontalHeader()
    across.hide()
    across.setMinimumSectionSize(_NUMBER)
    across.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    _size_columns(table, heads, painter.margin)


def _size_columns(table: QTableView, heads: Sequence[str], margin: int) -> None:
    """Give numbers the width they need, and names the rest."""
    across = table.horizontalHeader()
    across.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
    for column, head in enumerate(heads[1:], 1):
        is_last = column == len(heads) - 1
        across.resizeSection(column, int(_room_of(head, is_last=is_last)) + (margin if is_last else 0))
