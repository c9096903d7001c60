"""One question side by side as a table: its answers, everybody's labels in columns, gold value, decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from jurybox.label_schemes import label_word
from jurybox.language import tr, trc, trn

if TYPE_CHECKING:
    from jurybox.analysis.disagreements.disputes import Dispute
    from jurybox.analysis.disagreements.side_by_side import Key, QuestionTable

_Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
Part = Literal["text", "assessor", "majority", "gold", "decision"]
_AFTER: tuple[Part, ...] = ("majority", "gold", "decision")
HEADS: Mapping[Part, str] = {
    "text": tr("Text"),
    "majority": tr("Majority"),
    "gold": tr("Gold"),
    "decision": tr("Decision"),
}


_GOLD = {
    "unjudged": trc("cell", "unjudged"),
    "left out": trc("cell", "left out"),
    "undecided": trc("cell", "undecided"),
}
"""The display names of gold values that are no labels."""


@dataclass(frozen=True, slots=True)
class AssessorColumn:
    """One column: its content, and its assessor by position; -1 for nobody's."""

    part: Part
    heading: str
    who: int = -1


@dataclass(frozen=True, slots=True)
class CellTexts:
    """Provides the texts of cells: that of the row, labels and decisions, in full."""

    text: Callable[[Dispute], str]
    said: Callable[[Dispute, str], str]
    decided: Callable[[Dispute, str], str]
    name: Callable[[int], str]


class SideBySideTable(QAbstractTableModel):
    """The rows: the disputed ones, then one row that unfolds the others. Cells have texts for screen readers.

    `rows` has None for the row that unfolds.
    """

    def __init__(self, texts: CellTexts, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._texts = texts
        self.table: QuestionTable | None = None
        self.rows: list[Dispute | None] = []
        self.columns: tuple[AssessorColumn, ...] = ()
        self.gold: Mapping[Key, str] = {}
        self.opened = False

    def show_table(self, table: QuestionTable | None, gold: Mapping[Key, str]) -> None:
        """Show a question; rows and columns that stay are changed in place."""
        columns = () if table is None else self._columns_of(table)
        rows = self._rows_of(table)
        same = columns == self.columns and [_key(row) for row in rows] == [_key(row) for row in self.rows]
        if not same:
            self.beginResetModel()
        self.table, self.gold, self.rows, self.columns = table, gold, rows, columns
        if not same:
            self.endResetModel()
        elif rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(columns) - 1))

    def open_undisputed(self, *, opened: bool) -> None:
        """Show or hide the rows on which all agree."""
        if opened != self.opened:
            self.beginResetModel()
            self.opened = opened
            self.rows = self._rows_of(self.table)
            self.endResetModel()

    def row_of(self, key: Key | None) -> int:
        """Return the row with a key, None for the one that unfolds; -1 if it is not shown."""
        return next((at for at, one in enumerate(self.rows) if _key(one) == key), -1)

    def next_open(self, row: int) -> int:
        """Return the next undecided disputed row after one, wrapping around; -1 for none."""
        is_open = [one is not None and one.is_disputed and not one.settled for one in self.rows]
        places = [at for at, wanted in enumerate(is_open) if wanted]
        return next((at for at in places if at > row), places[0] if places else -1)

    def rowCount(self, parent: _Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: _Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation == Qt.Orientation.Horizontal and role in {
            Qt.ItemDataRole.DisplayRole,
            Qt.ItemDataRole.AccessibleTextRole,
        }:
            return self.columns[section].heading
        return None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return self.words(index.row(), index.column())
        return None

    def words(self, row: int, column: int) -> str:
        """Return the content of a cell in full; "" for an empty cell."""
        one, part = self.rows[row], self.columns[column]
        if one is None:
            return self.fold_words if part.part == "text" else ""
        if part.part == "text":
            return self._texts.text(one)
        if part.part == "assessor":
            said = self.said(row, part.who)
            return self._texts.said(one, said) if said else tr("no label")
        if part.part == "majority":
            return self._texts.said(one, one.majority) if one.majority else tr("no majority")
        if part.part == "gold":
            value = self.gold.get(one.key, "")
            return _GOLD.get(value) or label_word(value)
        return self._texts.decided(one, one.settled) if one.settled else tr("open") if one.is_disputed else ""

    @property
    def fold_words(self) -> str:
        """The text of the row that unfolds the undisputed ones."""
        rest = 0 if self.table is None else len(self.table.undisputed)
        return trn("{n} row without disagreement", "{n} rows without disagreement", rest)

    def said(self, row: int, who: int) -> str:
        """Return the label or state of an assessor in a row, as the log spells it."""
        one = self.rows[row]
        return "" if one is None or self.table is None else self.table.said(one, who)

    def _rows_of(self, table: QuestionTable | None) -> list[Dispute | None]:
        if table is None:
            return []
        disputed, rest = table.disputed, table.undisputed
        fold: list[Dispute | None] = [None] if rest else []
        return [*disputed, *fold, *(rest if self.opened else ())]

    def _columns_of(self, table: QuestionTable) -> tuple[AssessorColumn, ...]:
        people = (AssessorColumn("assessor", self._texts.name(who), who) for who in table.people)
        return (AssessorColumn("text", HEADS["text"]), *people, *(AssessorColumn(part, HEADS[part]) for part in _AFTER))


def _key(row: Dispute | None) -> Key | None:
    return None if row is None else row.key
