"""Answers as rows of a list, each with the beginning of its text; texts are supplied once they are known."""

from collections.abc import Mapping, Sequence
from typing import Generic, Protocol, TypeVar

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex

Index = QModelIndex | QPersistentModelIndex


class AboutAnswer(Protocol):
    """A row about one answer, by its position."""

    @property
    def answer(self) -> int:
        """The answer."""


Row = TypeVar("Row", bound=AboutAnswer)


class BegunList(QAbstractListModel, Generic[Row]):
    """Rows about answers. If answers and order are the same, only changed rows are repainted."""

    text_role: int
    """The role under which a subclass returns the beginning of a text."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[Row, ...] = ()
        self._texts: dict[int, str] = {}

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows in their order."""
        return self._rows

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Show other answers, or these in their present state."""
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

    def missing(self) -> list[int]:
        """Return the answers whose beginnings are not known."""
        return [one.answer for one in self._rows if one.answer not in self._texts]

    def put_texts(self, texts: Mapping[int, str]) -> None:
        """Take in the beginnings of answers; those not shown are ignored."""
        here = {one.answer for one in self._rows}
        self._texts.update({answer: text for answer, text in texts.items() if answer in here})
        if self._rows:
            self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1), [self.text_role])

    def text_at(self, row: int) -> str:
        """Return the beginning of a row's text; empty while unknown."""
        return self._texts.get(self._rows[row].answer, "")

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        return 0 if parent.isValid() else len(self._rows)
