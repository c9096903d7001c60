"""The list of runs beside the spaces: marker, name, both rates and F, the best F first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSignalBlocker,
    Qt,
    Signal,
)
from PySide6.QtGui import QPainter, QPaintEvent
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

from jurybox_gui.item_models.space_runs import HEADS, RunTable
from jurybox_gui.pieces.painting import LEFT, RIGHT, kept, paint_text
from jurybox_gui.pieces.runmarks import paint_run_marker
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jurybox.figures import OperatingPoint

_ROW = 26
_HEAD = 32
_NUMBER = 34
_MARGIN = 14
_NAME = 36
_Index = QModelIndex | QPersistentModelIndex


class _RowPainter(QStyledItemDelegate):
    """Paints a row: accent bar and soft ground for the chosen run, marker, name, numbers."""

    hovered: int | None = None
    margin: int = _MARGIN
    """Room right of the last number; a scroll bar takes its place in it."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint one cell."""
        model = index.model()
        if not isinstance(model, RunTable):
            return
        point, tokens = model.point(index.row()), theme().tokens
        box = QRectF(option.rect)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        with kept(painter):
            if selected or point.run == self.hovered:
                painter.fillRect(box, color(tokens.accsoft if selected else tokens.hover))
            if index.column() == 0:
                self._first(painter, box, point, selected=selected)
            else:
                strong = index.column() == len(HEADS) - 1
                face = font(Px.BASE, 650 if strong else 400, tabular=True)
                room = box.adjusted(0, 0, -self.margin if strong else 0, 0)
                paint_text(painter, room, str(index.data()), face, tokens.text, RIGHT)

    def _first(self, painter: QPainter, box: QRectF, point: OperatingPoint, *, selected: bool) -> None:
        tokens = theme().tokens
        if selected:
            painter.fillRect(QRectF(box.left(), box.top(), 3, box.height()), color(tokens.accent))
        center = QPointF(box.left() + 21, box.center().y())
        paint_run_marker(painter, center, 11, theme().run_style(point.run), tokens.surf if selected else None)
        face = font(Px.BASE, 600 if selected else 400, italic=point.baseline)
        code = tokens.text2 if point.baseline and not selected else tokens.text
        paint_text(painter, box.adjusted(_NAME, 0, -4, 0), point.name, face, code, LEFT)


class _Rows(QTableView):
    """The table; leaving it with the pointer ends the hover."""

    left = Signal()

    def leaveEvent(self, event: QEvent) -> None:
        """Tell that the pointer is gone."""
        super().leaveEvent(event)
        self.left.emit()


class RunList(QFrame):
    """The runs with their rates and F; choosing and pointing are told by the run's position."""

    run_chosen = Signal(int)
    run_hovered = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = _Rows(self)
        self._model = RunTable()
        self._painter = _RowPainter(self.table)
        _dress(self.table, self._model, self._painter)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(_Heads(self))
        column.addWidget(self.table, 1)
        self.table.selectionModel().currentRowChanged.connect(self._current_changed)
        self.table.entered.connect(lambda index: self._hover(self._model.point(index.row()).run))
        self.table.left.connect(lambda: self._hover(None))
        self.table.verticalScrollBar().rangeChanged.connect(self._make_way)

    def set_points(self, points: Sequence[OperatingPoint], chosen: int | None) -> None:
        """Show runs in this order, one of them chosen; no signal tells of it."""
        with QSignalBlocker(self):
            self._model.set_points(points)
            self.choose(chosen)

    def choose(self, run: int | None) -> None:
        """Mark a run as chosen and bring it into view."""
        row = self._model.row_of(run)
        with QSignalBlocker(self):
            if row < 0:
                self.table.clearSelection()
            elif row != self.table.currentIndex().row() or not self.table.selectionModel().hasSelection():
                self.table.selectRow(row)

    def set_hovered(self, run: int | None) -> None:
        """Tint the row of the run that is pointed at elsewhere."""
        if self._painter.hovered != run:
            self._painter.hovered = run
            self.table.viewport().update()

    def neighbor(self, run: int | None, step: int) -> int | None:
        """Return the run `step` rows below (or above) another, the first one if that is not shown."""
        count = self._model.rowCount()
        if not count:
            return None
        row = self._model.row_of(run)
        return self._model.point(0 if row < 0 else min(max(row + step, 0), count - 1)).run

    def text(self, row: int, column: int) -> str:
        """Return what a cell prints."""
        return str(self._model.index(row, column).data())

    def _make_way(self, _lowest: int, highest: int) -> None:
        """Keep the numbers under their heads whether there is a scroll bar or not."""
        bar = self.table.verticalScrollBar().sizeHint().width() if highest else 0
        self._painter.margin = max(0, _MARGIN - bar)
        self.table.horizontalHeader().resizeSection(len(HEADS) - 1, _NUMBER + self._painter.margin)

    def _current_changed(self, index: QModelIndex, _before: QModelIndex) -> None:
        if index.isValid():
            self.run_chosen.emit(self._model.point(index.row()).run)

    def _hover(self, run: int | None) -> None:
        if self._painter.hovered != run:
            self.set_hovered(run)
            self.run_hovered.emit(run)


class _Heads(QWidget):
    """The names of the columns over the list."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFixedHeight(_HEAD)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the title at the left and the names over their numbers."""
        del event
        tokens = theme().tokens
        painter = QPainter(self)
        box = QRectF(self.rect()).adjusted(0, 8, 0, 0)
        paint_text(
            painter, box.adjusted(_MARGIN - 1, 0, 0, 0), HEADS[0], font(Px.BASE, 600), tokens.text, LEFT
        )
        right = box.right() - _MARGIN
        for n, head in enumerate(reversed(HEADS[1:])):
            room = QRectF(right - _NUMBER, box.top(), _NUMBER, box.height())
            paint_text(painter, room, head, font(Px.ASIDE, 600 if n == 0 else 400), tokens.text2, RIGHT)
            right -= _NUMBER
        painter.end()


def _dress(table: QTableView, model: RunTable, painter: QStyledItemDelegate) -> None:
    table.setModel(model)
    table.setItemDelegate(painter)
    table.setAccessibleName("Runs with their rates and F")
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
    across.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
    for column in range(1, len(HEADS)):
        across.resizeSection(column, _NUMBER + (_MARGIN if column == len(HEADS) - 1 else 0))
