"""Disagreements as one flat list, a row each, in their sorted order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

if TYPE_CHECKING:
    from jurybox.analysis.disagreements.disputes import Dispute, QuestionDisputes

_Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


@dataclass(frozen=True, slots=True)
class DisputeLine:
    """A selection: a disagreement of a question; without `dispute`, the question as a whole."""

    disputed: QuestionDisputes
    dispute: Dispute | None = None

    @property
    def key(self) -> tuple[object, ...]:
        """Its subject."""
        return ("question", self.disputed.question) if self.dispute is None else self.dispute.key


class DisputeList(QAbstractListModel):
    """The rows. `words(dispute)` returns a row in words, for screen readers."""

    def __init__(self, words: Callable[[Dispute], str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.disputes: list[Dispute] = []
        self.questions = 0
        """How many questions the rows are about."""
        self.swapping = 0
        """How many rows there are down to the last one in which a decision could swap two runs."""
        self._rows: dict[tuple[object, ...], int] = {}
        self._words = words

    def show_disputes(self, disputes: Sequence[Dispute]) -> None:
        """Show these disagreements; rows that keep their place are changed one by one."""
        new = list(disputes)
        rows: dict[tuple[object, ...], int] = {one.key: at for at, one in enumerate(new)}
        self.questions = len({one.question for one in new})
        self._find_line(new, len(new))
        if list(rows) != list(self._rows):
            self.beginResetModel()
            self.disputes, self._rows = new, rows
            self.endResetModel()
            return
        before, self.disputes = self.disputes, new
        for at, (old, one) in enumerate(zip(before, new, strict=True)):
            if old is not one and old != one:
                self.dataChanged.emit(self.index(at), self.index(at))

    def renew(self, fresh: Mapping[int, QuestionDisputes], questions: Iterable[int]) -> None:
        """Show the present state of some questions, each in its place; leave out what is gone."""
        touched = frozenset(questions)
        new = renewed(self.disputes, fresh, touched)
        if len(new) < len(self.disputes):
            self.show_disputes(new)
            return
        self.disputes = new
        changed = [at for at, one in enumerate(new) if one.question in touched]
        # Rows of other questions are unchanged: the line cannot be below both its old place and the last
        # change.
        self._find_line(new, max([self.swapping, *(at + 1 for at in changed)]))
        for at in changed:
            self.dataChanged.emit(self.index(at), self.index(at))

    def _find_line(self, disputes: Sequence[Dispute], below: int) -> None:
        """Find the last row, not below a given one, in which a decision could swap two runs."""
        self.swapping = next((at for at in range(below, 0, -1) if disputes[at - 1].flips), 0)

    def row_of(self, key: tuple[object, ...]) -> int:
        """Return the row of a disagreement, -1 if it is not listed."""
        return self._rows.get(key, -1)

    def first_of(self, question: int) -> int:
        """Return the first row about a question, -1 if there is none."""
        return next((at for at, one in enumerate(self.disputes) if one.question == question), -1)

    def after(self, row: int) -> int:
        """Return the next open row below a row, wrapping around and ending with the row itself.

        -1 for none.
        """
        count = len(self.disputes)
        others = ((row + step) % count for step in range(1, count + 1))
        return next((at for at in others if not self.disputes[at].settled), -1)

    def rowCount(self, parent: _Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.disputes)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return self._words(self.disputes[index.row()])
        return None


def renewed(
    now: Iterable[Dispute], questions: Mapping[int, QuestionDisputes], touched: frozenset[int] | None = None
) -> list[Dispute]:
    """Return rows in their order, in their present state; what is gone is left out.

    `touched`: the questions that may have changed; None: all.
    """
    known: dict[int, dict[tuple[str, int, int, int], Dispute]] = {}
    found = []
    for one in now:
        if touched is not None and one.question not in touched:
            found.append(one)
            continue
        if one.question not in known:
            new = questions.get(one.question)
            known[one.question] = {} if new is None else {each.key: each for each in new.disputes}
        if one.key in known[one.question]:
            found.append(known[one.question][one.key])
    return found
