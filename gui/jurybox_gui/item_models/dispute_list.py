"""Questions with what is disputed in them, as one list: a row a question, which opens into its things."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from jurybox.analysis.disputes import Asked, Dispute

_Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


@dataclass(frozen=True, slots=True)
class Line:
    """One row: a question, or (with `dispute`) one thing in it."""

    asked: Asked
    dispute: Dispute | None = None

    @property
    def key(self) -> tuple[object, ...]:
        """What the row is about."""
        return ("question", self.asked.question) if self.dispute is None else self.dispute.key


class DisputeList(QAbstractListModel):
    """The rows. `words(line)` is what a row says in words, for those who hear it."""

    def __init__(self, words: Callable[[Line], str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.asked: list[Asked] = []
        self.lines: list[Line] = []
        self.opened: set[int] = set()
        self._words = words

    def show_questions(self, asked: Sequence[Asked]) -> None:
        """Show these questions; rows that stay are told one by one."""
        self.asked = list(asked)
        self._lay_out()

    def open_question(self, question: int, *, opened: bool) -> None:
        """Show or hide the things of a question."""
        if opened != (question in self.opened):
            self.opened ^= {question}
            self._lay_out()

    def row_of(self, key: tuple[object, ...]) -> int:
        """Return the row of a thing or question, -1 where it is not shown."""
        return next((at for at, line in enumerate(self.lines) if line.key == key), -1)

    def place_of(self, dispute: Dispute) -> tuple[int, int]:
        """Return (n, of): this is thing n, from 1, of all that are listed; (0, of) if it is not."""
        keys = [each.key for one in self.asked for each in one.disputes]
        return (keys.index(dispute.key) + 1 if dispute.key in keys else 0), len(keys)

    def after(self, key: tuple[object, ...]) -> Dispute | None:
        """Return the next thing that is not settled, after a row, then from the top; None without any."""
        flat: list[tuple[tuple[object, ...], Dispute | None]] = []
        for one in self.asked:
            flat.append((("question", one.question), None))
            flat += [(each.key, each) for each in one.disputes]
        at = next((n for n, (each, _) in enumerate(flat) if each == key), -1)
        for _, dispute in (*flat[at + 1 :], *flat[: at + 1]):
            if dispute is not None and not dispute.settled and dispute.key != key:
                return dispute
        return None

    def rowCount(self, parent: _Index = _ROOT) -> int:
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self.lines)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a row in words."""
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return self._words(self.lines[index.row()])
        return None

    def _lay_out(self) -> None:
        lines = []
        for one in self.asked:
            lines.append(Line(one))
            if one.question in self.opened:
                lines += [Line(one, each) for each in one.disputes]
        if [line.key for line in lines] != [line.key for line in self.lines]:
            self.beginResetModel()
            self.lines = lines
            self.endResetModel()
            return
        before, self.lines = self.lines, lines
        for at, (old, new) in enumerate(zip(before, lines, strict=True)):
            if old != new:
                self.dataChanged.emit(self.index(at), self.index(at))
