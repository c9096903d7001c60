"""A table of texts as an item model, and the view of all such tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QScrollBar,
    QStyledItemDelegate,
    QStyleOptionHeader,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.runmarks import MARKER, run_marker
from jurybox_gui.widgets.tips import tip_text

_Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_LEAST, _MOST, _MOST_OF_RUNS, _MOST_OVER_NUMBERS, _INSIDE = 70, 420, 240, 140, 6
_AFTER_NUMBERS = 16
"""The gap between right-aligned numbers and words that follow them, px."""
_LONGEST, _SHORT = 3, 12
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


class PlainTable(QAbstractTableModel):
    """Texts in rows under heads; columns of numbers are aligned right, except names in the first one."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.head: list[str] = []
        self.rows: list[list[str]] = []
        self._numbers: list[bool] = []
        self._strong: frozenset[tuple[int, int]] = frozenset()
        self._runs: Mapping[str, int] = {}
        self._marked: list[bool] = []

    def set_rows(
        self,
        head: Sequence[str],
        rows: Sequence[Sequence[str]],
        strong: frozenset[tuple[int, int]] = frozenset(),
        runs: Mapping[str, int] | None = None,
    ) -> None:
        """Show other rows; the cells at `strong` (row, column) are bold.

        Columns that contain only names of `runs` show their markers before the names.
        """
        self.beginResetModel()
        self._runs = runs or {}
        self._strong = strong
        self.head, self.rows = list(head), [list(row) for row in rows]
        self._numbers = [at > 0 and all(_is_number(row[at]) for row in self.rows) for at in range(len(self.head))]
        self._marked = [
            bool(self._runs and self.rows) and all(row[at] in self._runs for row in self.rows)
            for at in range(len(self.head))
        ]
        self.endResetModel()

    def rowCount(self, parent: _Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: _Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.head)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role == Qt.ItemDataRole.DisplayRole:
            return self.rows[index.row()][index.column()]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if self._numbers[index.column()] else _LEFT
        if role == Qt.ItemDataRole.DecorationRole and self._marked[index.column()]:
            return run_marker(self._runs[self.rows[index.row()][index.column()]])
        if role == Qt.ItemDataRole.ToolTipRole:
            return _in_full(self.rows[index.row()][index.column()])
        if role == Qt.ItemDataRole.FontRole and (index.row(), index.column()) in self._strong:
            return font(Px.BASE, 650, tabular=True)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.head[section]
        if role == Qt.ItemDataRole.ToolTipRole:
            return _in_full(self.head[section])
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if self._numbers[section] else _LEFT
        return None

    def holds_runs(self, column: int) -> bool:
        """Return whether a column contains names of runs, with their markers."""
        return self._marked[column]

    def holds_numbers(self, column: int) -> bool:
        """Return whether a column contains only numbers."""
        return self._numbers[column]

    def indent(self, column: int) -> int:
        """Return the gap before the words of a column, px: they would touch the numbers to their left."""
        follows = column > 0 and self._numbers[column - 1] and not self._numbers[column]
        return _AFTER_NUMBERS if follows else 0


class _Cell(QStyledItemDelegate):
    """Paints cells, with a gap between numbers and the words that follow them."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: _Index) -> None:
        super().initStyleOption(option, index)
        model = index.model()
        if isinstance(model, PlainTable):
            option.rect = option.rect.adjusted(model.indent(index.column()), 0, 0, 0)


class _Head(QHeaderView):
    """Heads of columns, as wide as the longest texts need; long names over numbers are cut.

    Widths are computed from a few texts of each column: Qt's own method reads hundreds of cells repeatedly,
    which would block the window.
    """

    def __init__(self, model: PlainTable, parent: QTableView) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._table = model

    def fit(self) -> None:
        """Give every column its width."""
        metrics = QFontMetricsF(font(Px.BASE, 650, tabular=True))
        for column, texts in enumerate(zip(*self._table.rows, strict=True)):
            longest = sorted(set(texts), key=len)[-_LONGEST:]
            needed = max(map(metrics.horizontalAdvance, longest)) + 2 * _INSIDE
            needed += MARKER + _INSIDE if self._table.holds_runs(column) else 0
            over = self.sectionSizeFromContents(column).width()
            if self._table.holds_numbers(column):
                over = min(over, _MOST_OVER_NUMBERS)
            most = _MOST_OF_RUNS if self._table.holds_runs(column) else _MOST
            wide = round(min(max(needed, over, _LEAST), most))
            self.resizeSection(column, wide + self._table.indent(column))

    def initStyleOptionForIndex(self, option: QStyleOptionHeader, logicalIndex: int) -> None:  # noqa: N803
        super().initStyleOptionForIndex(option, logicalIndex)
        if self._table.indent(logicalIndex):
            option.text = f"\N{EM SPACE}{option.text}"


class _View(QTableView):
    """The view of a table whose first column stays in sight while the others scroll."""

    def __init__(self, model: PlainTable, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        _dress(self, model, name)
        self._first = _FirstColumn(self)
        _dress(self._first, model, name)
        self._first.setSelectionModel(self.selectionModel())
        self._first.doubleClicked.connect(self.doubleClicked)
        model.modelReset.connect(self._fit)  # after the heads, which have their widths by then
        self.horizontalHeader().sectionResized.connect(self._fit)
        self.horizontalScrollBar().valueChanged.connect(self._fit)
        self._first.follow(self.verticalScrollBar())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def scrollTo(
        self, index: _Index, hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible
    ) -> None:
        super().scrollTo(index, hint)
        behind = self.columnWidth(0) - self.visualRect(index).left()
        if index.column() > 0 and behind > 0 and not self.isColumnHidden(0):
            bar = self.horizontalScrollBar()
            bar.setValue(bar.value() - behind)

    def _fit(self) -> None:
        scrolled = self.horizontalScrollBar().value() > 0
        self._first.setVisible(scrolled)
        if scrolled:
            self._first.show_first(self.columnWidth(0), self.horizontalHeader().height())
            high = self.horizontalHeader().height() + self.viewport().height()
            self._first.setGeometry(0, 0, self.columnWidth(0), high)


@final
class _FirstColumn(QTableView):
    """The first column of a table again, above those that scroll, with a line at its right edge."""

    def follow(self, bar: QScrollBar) -> None:
        """Scroll down with the table, and take it along."""
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        bar.valueChanged.connect(self.verticalScrollBar().setValue)
        self.verticalScrollBar().valueChanged.connect(bar.setValue)
        self._bar = bar
        self.hide()

    def show_first(self, wide: int, head: int) -> None:
        """Show the first column only, with the width and the height of the head that it has in the table."""
        for column in range(1, self.model().columnCount()):
            self.hideColumn(column)
        self.setColumnWidth(0, wide)
        self.horizontalHeader().setFixedHeight(head)
        self.verticalScrollBar().setValue(self._bar.value())

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        right = self.viewport().width() - 1
        painter.fillRect(right, 0, 1, self.viewport().height(), color(theme().tokens.line2))
        painter.end()


def dress_table(model: PlainTable, name: str, parent: QWidget) -> QTableView:
    """Return the view of a table, with the look of all tables: hairlines, no zebra stripes, plain text."""
    return _View(model, name, parent)


def _dress(table: QTableView, model: PlainTable, name: str) -> None:
    table.setModel(model)
    table.setAccessibleName(name)
    table.setFont(font(Px.BASE, tabular=True))
    table.setShowGrid(False)
    table.setFrameShape(QFrame.Shape.NoFrame)
    table.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
    table.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    table.setItemDelegate(_Cell(table))
    table.verticalHeader().hide()
    table.verticalHeader().setDefaultSectionSize(26)
    head = _Head(model, table)
    table.setHorizontalHeader(head)
    model.modelReset.connect(head.fit)  # after the head's own connection: it must know the columns by then
    table.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideRight)
    table.horizontalHeader().setMinimumSectionSize(_LEAST)
    table.horizontalHeader().setHighlightSections(False)
    table.horizontalHeader().setStyleSheet("QHeaderView::section { padding: 4px 3px; }")  # as in cells


def _in_full(text: str) -> str | None:
    """Return the tool tip of a cell that may be cut."""
    return tip_text(text) if len(text) > _SHORT else None


_BETWEEN = str.maketrans("", "", ",\u00a0")
"""The separators of thousands in different languages."""


def _is_number(text: str) -> bool:
    if text in {"–", "-", ""}:
        return True
    digits, _, power = text.lstrip("<≤-−").translate(_BETWEEN).replace(".", "").partition("e-")
    return digits.isdigit() and (not power or power.isdigit())
