"""Runs by measures as an item model: rows ranked by the chosen measure, no widgets."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from jurybox.lists import sentences
from jurybox.scoring import Coverage
from jurybox.scoring.coverage import lines_of, short_of
from jurybox_gui.tables.score_columns import ScoreColumn, column_coverage
from jurybox_gui.tables.score_rows import ScoreRow
from jurybox_gui.theme.tokens import Grid
from jurybox_gui.widgets.tips import tip_text

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class ScoreTable(QAbstractTableModel):
    """The table; its columns are those of `score_columns`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: list[ScoreRow] = []
        self.columns: tuple[ScoreColumn, ...] = ()

    def position(self, column: str) -> int:
        """Return the position of a column by its id. ValueError if it is not shown."""
        return [each.id for each in self.columns].index(column)

    def space(self, column: int) -> int:
        """Return the free space after the numbers of a column, px."""
        return Grid.TABLE_MARGIN if column == len(self.columns) - 1 else self.columns[column].space

    def coverage_of(self, column: int) -> tuple[Coverage, ...]:
        """Return what the scores of a column rest on, row by row; nothing while they are computed."""
        return column_coverage(self.columns[column], self.rows)

    def coverage_in_head(self, column: int) -> str:
        """Return what its scores rest on, for the head; "" if the head of the ranking measure has it."""
        words = short_of(self.coverage_of(column))
        ids = [each.id for each in self.columns]
        if self.columns[column].id == "main" or "main" not in ids:
            return words
        return "" if words == short_of(self.coverage_of(ids.index("main"))) else words

    def set_rows(self, rows: list[ScoreRow], columns: tuple[ScoreColumn, ...]) -> None:
        """Show rows; changed rows are signaled one by one, other columns or another row count as a reset."""
        same = len(rows) == len(self.rows) and columns == self.columns
        if not same:
            self.beginResetModel()
            self.rows, self.columns = rows, columns
            self.endResetModel()
            return
        before, self.rows = self.rows, rows
        for at, (old, new) in enumerate(zip(before, rows, strict=True)):
            if old != new:
                self.dataChanged.emit(self.index(at, 0), self.index(at, self.columnCount() - 1))

    def row_of(self, run: int | None) -> int:
        """Return the row of a run, -1 if it is not shown."""
        return next((at for at, row in enumerate(self.rows) if row.run == run), -1)

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self.columns):
            return None
        column = self.columns[section]
        if role == Qt.ItemDataRole.ToolTipRole:
            each = self.coverage_of(section)
            lines = [column.tip, *(lines_of([(column.name, each)]) if each else ())]
            return tip_text(sentences(lines)) or None
        return column.shown_heading if role == Qt.ItemDataRole.DisplayRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role not in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return None
        return self.columns[index.column()].text(self.rows[index.row()])

    def words(self, index: Index) -> str:
        """Return the details of a cell, such as why a score is undefined; empty if it shows everything."""
        return self.columns[index.column()].details(self.rows[index.row()])
