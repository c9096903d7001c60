"""What one assessor said last, newest first, as a list of answers."""

from dataclasses import dataclass
from enum import IntEnum

from PySide6.QtCore import Qt

from jurybox_gui.tables.begun_list import BegunList, Index


class HistoryRole(IntEnum):
    """What a row of the history says, for its delegate."""

    PAST = Qt.ItemDataRole.UserRole + 1
    TEXT = Qt.ItemDataRole.UserRole + 2


@dataclass(frozen=True, slots=True)
class Past:
    """One label given: when (ms since 1970), of which question, and what was said.

    `late` marks an entry that is not on the disk yet though it should be. `glyph`: that of the label, "" if
    it is spelled like that.
    """

    answer: int
    question: str
    label: str
    at: int
    late: bool = False
    glyph: str = ""


class HistoryModel(BegunList[Past]):
    """The last labels, newest first; texts of answers are brought by `put_texts` once they are known."""

    text_role = int(HistoryRole.TEXT)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a role says of a row."""
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
