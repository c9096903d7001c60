"""What one assessor said last, newest first, as a list of answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

_Index = QModelIndex | QPersistentModelIndex


class Role(IntEnum):
    """What a row of the history says, for its delegate."""

    PAST = Qt.ItemDataRole.UserRole + 1
    TEXT = Qt.ItemDataRole.UserRole + 2


@dataclass(frozen=True, slots=True)
class Past:
    """One answer as it stands labeled: when (ms since 1970), of which question, and what was said.

    `late` marks an entry that is not on the disk yet though it should be.
    """

    answer: int
    question: str
    label: str
    at: int
    late: bool = False


class HistoryModel(QAbstractListModel):
    """The last labels; texts of answers are brought by `put_texts` once they are known."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[Past, ...] = ()
        self._texts: dict[int, str] = {}

    @property
    def rows(self) -> tuple[Past, ...]:
        """The answers shown, newest first."""
        return self._rows

    def set_rows(self, rows: Sequence[Past]) -> None:
        """Show other answers; nothing moves if they are the same."""
        new = tuple(rows)
        if new == self._rows:
            return
        self.beginResetModel()
        self._rows = new
        kept = {past.answer for past in new}
        self._texts = {answer: text for answer, text in self._texts.items() if answer in kept}
        self.endResetModel()

    def missing(self) -> list[int]:
        """Return the answers whose text is not known."""
        return [past.answer for past in self._rows if past.answer not in self._texts]

    def put_texts(self, texts: Mapping[int, str]) -> None:
        """Take in the texts of answers."""
        self._texts.update(texts)
        if self._rows:
            self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1), [Role.TEXT])

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return how many answers are shown."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a role says of a row."""
        if not 0 <= index.row() < len(self._rows):
            return None
        past = self._rows[index.row()]
        if role == Role.PAST:
            return past
        text = self._texts.get(past.answer, "")
        if role == Role.TEXT:
            return text
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{past.question} {text}: {past.label}"
        return None
