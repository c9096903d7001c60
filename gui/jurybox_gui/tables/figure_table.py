"""Tables of texts in one item model, one below the other, such as the data of pictures or of agreement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.tips import tip_text

if TYPE_CHECKING:
    from jurybox.results.writing import ShownTable

_ROOT = QModelIndex()
_Index = QModelIndex | QPersistentModelIndex


class FigureTable(QAbstractTableModel):
    """One or more tables, separated by blank rows, each with its heads as a row of its own.

    Columns of words are aligned left, numbers right.
    """

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[tuple[str, ...]] = []
        self._heads: frozenset[int] = frozenset()
        self._words: list[frozenset[int]] = []
        self._columns = 0

    def set_tables(self, tables: Sequence[ShownTable]) -> None:
        """Show these tables."""
        rows: list[tuple[str, ...]] = []
        heads: list[int] = []
        words: list[frozenset[int]] = []
        for table in tables:
            rows += [()] if rows else []
            heads.append(len(rows))
            rows += [tuple(table.head), *map(tuple, table.rows)]
            words += [table.words] * (len(rows) - len(words))
        if (rows, words) == (self._rows, self._words):
            return
        self.beginResetModel()
        self._rows, self._heads, self._words = rows, frozenset(heads), words
        self._columns = max(map(len, rows), default=0)
        self.endResetModel()

    def is_head(self, row: int) -> bool:
        """Return whether a row holds heads."""
        return row in self._heads

    def has_cells(self, row: int) -> bool:
        """Return whether a row belongs to a table, rather than being the blank one between two."""
        return bool(self._rows[row])

    def rowCount(self, parent: _Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: _Index = _ROOT) -> int:
        return 0 if parent.isValid() else self._columns

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self._rows[index.row()]
        text = row[index.column()] if index.column() < len(row) else ""
        if role == Qt.ItemDataRole.DisplayRole:
            return text
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip_text(text)
        if role == Qt.ItemDataRole.FontRole:
            return font(Px.BASE, 600 if self.is_head(index.row()) else 400, tabular=True)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            is_left = index.column() == 0 or index.column() in self._words[index.row()]
            side = Qt.AlignmentFlag.AlignLeft if is_left else Qt.AlignmentFlag.AlignRight
            return side | Qt.AlignmentFlag.AlignVCenter
        return None
