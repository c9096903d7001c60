"""An assessor's last labels, newest first, as a list of answers."""

from dataclasses import dataclass
from enum import IntEnum

from PySide6.QtCore import Qt

from jurybox_gui.tables.begun_list import BegunList, Index


class HistoryRole(IntEnum):
    """The data roles of a history row, for its delegate."""

    PAST = Qt.ItemDataRole.UserRole + 1
    TEXT = Qt.ItemDataRole.UserRole + 2


@dataclass(frozen=True, slots=True)
class Past:
    """One label given: its time (ms since 1970), its question, and the label.

    `late` marks an entry that should be on the disk but is not yet. `glyph`: that of the label, "" if it is
    spelled like the label.
    """

    answer: int
    question: str
    label: str
    at: int
    late: bool = False
    glyph: str = ""


class HistoryModel(BegunList[Past]):
    """The last labels, newest first; `put_texts` supplies texts of answers once they are known."""

    text_role = int(HistoryRole.TEXT)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not 0 <= index.row() < len(self._rows):
            return None
        past = self._rows[index.row()]
        if role == HistoryRole.PAST:
            return past
        text = self.text_at(index.row())
        if role == HistoryRole.TEXT:
            return text
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{past.question} {text}: {past.label}"
        return None
