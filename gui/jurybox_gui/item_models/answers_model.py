"""All answers of the question shown, as a list: number, how each begins, what is said of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from jurybox_gui.pieces.tips import tip_text

_Index = QModelIndex | QPersistentModelIndex


class Role(IntEnum):
    """What an answer of the list says, for its delegate."""

    SHOWN = Qt.ItemDataRole.UserRole + 1
    TEXT = Qt.ItemDataRole.UserRole + 2
    NUMBER = Qt.ItemDataRole.UserRole + 3


@dataclass(frozen=True, slots=True)
class Shown:
    """One answer: what is said of it, whether it is among one's best, marked, like the one before.

    `now` is set for the answer that is shown in full.
    """

    answer: int
    label: str = ""
    best: bool = False
    marked: bool = False
    alike: bool = False
    now: bool = False


class AnswersModel(QAbstractListModel):
    """The answers of one question; how they begin is brought by `put_texts` once it is known."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[Shown, ...] = ()
        self._texts: dict[int, str] = {}

    @property
    def rows(self) -> tuple[Shown, ...]:
        """The answers in their order."""
        return self._rows

    def set_rows(self, rows: Sequence[Shown]) -> None:
        """Show other answers, or these as they stand now."""
        new, old = tuple(rows), self._rows
        if [one.answer for one in new] != [one.answer for one in old]:
            self.beginResetModel()
            self._rows = new
            kept = {one.answer for one in new}
            self._texts = {answer: text for answer, text in self._texts.items() if answer in kept}
            self.endResetModel()
            return
        self._rows = new
        for at, (now, before) in enumerate(zip(new, old, strict=True)):
            if now != before:
                self.dataChanged.emit(self.index(at), self.index(at))

    def row_now(self) -> int | None:
        """Return the row of the answer that is shown in full."""
        return next((at for at, one in enumerate(self._rows) if one.now), None)

    def missing(self) -> list[int]:
        """Return the answers of which it is not known how they begin."""
        return [one.answer for one in self._rows if one.answer not in self._texts]

    def put_texts(self, texts: Mapping[int, str]) -> None:
        """Take in how answers begin; those of other questions are let be."""
        here = {one.answer for one in self._rows}
        self._texts.update({answer: text for answer, text in texts.items() if answer in here})
        if self._rows:
            self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1), [Role.TEXT])

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return how many answers there are."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a role says of an answer."""
        if not 0 <= index.row() < len(self._rows):
            return None
        shown = self._rows[index.row()]
        text = self._texts.get(shown.answer, "")
        match role:
            case Role.SHOWN:
                return shown
            case Role.TEXT:
                return text
            case Role.NUMBER:
                return index.row() + 1
            case Qt.ItemDataRole.DisplayRole:
                words = [shown.label or "not judged", "among your best" * shown.best, "marked" * shown.marked]
                return f"Answer {index.row() + 1}, {', '.join(filter(None, words))}: {text}"
            case Qt.ItemDataRole.ToolTipRole:
                return tip_text(text)
        return None
