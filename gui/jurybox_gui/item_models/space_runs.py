"""Runs with their rates and F as a table, the best F first."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from jurybox.figures import OperatingPoint
from jurybox.figures.numbers import UNDEFINED, score_text
from jurybox_gui.pieces.painting import one_line
from jurybox_gui.pieces.tips import tip_text

HEADS = ("Runs", "TPR", "FPR", "F")
_SAID = ("run", "true positive rate", "false positive rate", "F")
_ROOT = QModelIndex()
_Index = QModelIndex | QPersistentModelIndex


class RunTable(QAbstractTableModel):
    """Runs by rank; a cell's text is what is printed, `run_of` says whose row it is."""

    def __init__(self) -> None:
        super().__init__()
        self._points: list[OperatingPoint] = []

    def set_points(self, points: Sequence[OperatingPoint]) -> None:
        """Show these runs in this order; the same runs in the same order only change their numbers."""
        new = list(points)
        if [p.run for p in new] != [p.run for p in self._points]:
            self.beginResetModel()
            self._points = new
            self.endResetModel()
            return
        for row, (old, point) in enumerate(zip(self._points, new, strict=True)):
            if old != point:
                self._points[row] = point
                self.dataChanged.emit(self.index(row, 0), self.index(row, len(HEADS) - 1))

    def point(self, row: int) -> OperatingPoint:
        """Return the run of a row."""
        return self._points[row]

    def row_of(self, run: int | None) -> int:
        """Return the row of a run, -1 if it is not shown."""
        return next((row for row, point in enumerate(self._points) if point.run == run), -1)

    def rowCount(self, parent: _Index = _ROOT) -> int:
        """Return the number of runs."""
        return 0 if parent.isValid() else len(self._points)

    def columnCount(self, parent: _Index = _ROOT) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else len(HEADS)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the text of a cell, and the whole name as its tip."""
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip_text(self._points[index.row()].name)
        if role not in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return None
        point = self._points[index.row()]
        if index.column() == 0:
            return one_line(point.name)
        value = (point.tpr, point.fpr, point.f)[index.column() - 1]
        spoken = role == Qt.ItemDataRole.AccessibleTextRole
        text = score_text(value, 2)
        return "–" if text == UNDEFINED and not spoken else text

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return what a column says, in full for a screen reader."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return _SAID[section]
        return None
