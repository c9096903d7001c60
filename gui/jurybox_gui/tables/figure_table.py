"""Tables of texts below each other in one item model, such as the data of pictures or of agreement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.tips import tip_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jurybox.results.writing import Shown

_ROOT = QModelIndex()
_Index = QModelIndex | QPersistentModelIndex


class FigureTable(QAbstractTableModel):
    """One or more tables below each other, each with its heads as a row of its own."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[tuple[str, ...]] = []
        self._heads: frozenset[int] = frozenset()
        self._columns = 0

    def set_tables(self, tables: Sequence[Shown]) -> None:
        """Show these tables."""
        rows: list[tuple[str, ...]] = []
        heads = []
        for table in tables:
            heads.append(len(rows))
            rows += [tuple(table.head), *map(tuple, table.rows)]
        if rows == self._rows:
            return
        self.beginResetModel()
        self._rows, self._heads = rows, frozenset(heads)
        self._columns = max(map(len, rows), default=0)
        self.endResetModel()

    def is_head(self, row: int) -> bool:
        """Return whether a row holds heads."""
        return row in self._heads

    def rowCount(self, parent: _Index = _ROOT) -> int:
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: _Index = _ROOT) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else self._columns

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the text of a cell, its type and side."""
        row = self._rows[index.row()]
        text = row[index.column()] if index.column() < len(row) else ""
        if role == Qt.ItemDataRole.DisplayRole:
            return text
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip_text(text)
        if role == Qt.ItemDataRole.FontRole:
            return font(Px.BASE, 600 if self.is_head(index.row()) else 400, tabular=True)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignLeft if index.column() == 0 else Qt.AlignmentFlag.AlignRight
            return side | Qt.AlignmentFlag.AlignVCenter
        return None
