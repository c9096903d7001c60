"""The rows beside a picture as a table: runs, or other lines, with the numbers that belong to them."""

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from jurybox.figures import OperatingPoint
from jurybox.language import tr
from jurybox.numbers import UNDEFINED, score_text
from jurybox_gui.widgets.painting import one_line
from jurybox_gui.widgets.tips import tip_text

HEADS = (tr("Runs"), "TPR", "FPR", "F")
SAID = (tr("run"), tr("true positive rate"), tr("false positive rate"), "F")
_ROOT = QModelIndex()
_Index = QModelIndex | QPersistentModelIndex


class SpaceRow(NamedTuple):
    """One row: `run` is the run's position, or -1 minus the number of its look for other lines.

    `values` are printed; `spoken` is their text for screen readers; `ink`: its marker is in ink, not in the
    color of a run.
    """

    name: str
    run: int
    values: tuple[str, ...] = ()
    spoken: tuple[str, ...] = ()
    baseline: bool = False
    ink: bool = False

    @property
    def look(self) -> int:
        """The number of color and marker."""
        return self.run if self.run >= 0 else -1 - self.run


def row_of_point(point: OperatingPoint) -> SpaceRow:
    """Return the row of a run in the two spaces: both rates and F."""
    said = tuple(score_text(value, 2) for value in (point.tpr, point.fpr, point.f))
    printed = tuple("–" if text == UNDEFINED else text for text in said)
    return SpaceRow(point.name, point.run, printed, said, point.baseline)


class RunTable(QAbstractTableModel):
    """Rows in the given order; cells have the printed texts."""

    def __init__(self, heads: tuple[str, ...] = SAID) -> None:
        super().__init__()
        self._heads = heads
        self._rows: list[SpaceRow] = []

    def set_rows(self, rows: Sequence[SpaceRow], heads: tuple[str, ...] | None = None) -> None:
        """Show these rows; if names and order are the same, only their numbers change."""
        new, old = list(rows), self._rows
        same = [(r.run, len(r.values)) for r in new] == [(r.run, len(r.values)) for r in old]
        if not same or (heads is not None and heads != self._heads):
            self.beginResetModel()
            self._rows, self._heads = new, heads or self._heads
            self.endResetModel()
            return
        for at, (before, row) in enumerate(zip(old, new, strict=True)):
            if before != row:
                self._rows[at] = row
                self.dataChanged.emit(self.index(at, 0), self.index(at, self.columnCount() - 1))

    def row(self, at: int) -> SpaceRow:
        """Return a row."""
        return self._rows[at]

    def row_of(self, run: int | None) -> int:
        """Return the row of a run, -1 if it is not shown."""
        return next((at for at, row in enumerate(self._rows) if row.run == run), -1)

    def rowCount(self, parent: _Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: _Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._heads)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self._rows[index.row()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip_text(row.name)
        if role not in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return None
        if index.column() == 0:
            return one_line(row.name)
        spoken = role == Qt.ItemDataRole.AccessibleTextRole
        texts = row.spoken if spoken and row.spoken else row.values
        return texts[index.column() - 1]

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._heads[section]
        return None
