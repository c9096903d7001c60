"""Questions with what is disputed in them, as one list: a row a question, which opens into its things."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import accumulate, chain
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Mapping, Sequence

    from jurybox.analysis.disagreements.disputes import Dispute, QuestionDisputes

_Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


@dataclass(frozen=True, slots=True)
class DisputeLine:
    """One row: a question, or (with `dispute`) one disagreement in it."""

    disputed: QuestionDisputes
    dispute: Dispute | None = None

    @property
    def key(self) -> tuple[object, ...]:
        """What the row is about."""
        return ("question", self.disputed.question) if self.dispute is None else self.dispute.key


class DisputeList(QAbstractListModel):
    """The rows. `words(line)` is what a row says in words, for those who hear it."""

    def __init__(self, words: Callable[[DisputeLine], str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.questions: list[QuestionDisputes] = []
        self.lines: list[DisputeLine] = []
        self.opened: set[int] = set()
        self._rows: dict[tuple[object, ...], int] = {}
        self._counts = [0]
        self._at: dict[int, int] = {}
        self._words = words

    def show_questions(self, questions: Sequence[QuestionDisputes]) -> None:
        """Show these questions; rows that stay are changed one by one."""
        self.questions = list(questions)
        self._counts = list(accumulate((len(one.disputes) for one in self.questions), initial=0))
        self._at = {one.question: at for at, one in enumerate(self.questions)}
        self._lay_out()

    def renew(self, fresh: Mapping[int, QuestionDisputes], questions: Iterable[int]) -> None:
        """Show what is known now of some questions, each in its place; leave out what is gone."""
        changed = {}
        for question in questions:
            if question in self._at:
                old, new = self.questions[self._at[question]], fresh.get(question)
                known = {each.key: each for each in new.disputes} if new is not None else {}
                kept = tuple(known[each.key] for each in old.disputes if each.key in known)
                if new is None or len(kept) < len(old.disputes):
                    self.show_questions(renewed(self.questions, fresh, set(questions)))
                    return
                changed[question] = replace(new, disputes=kept)
        for question, one in changed.items():
            self._renew(question, one)

    def _renew(self, question: int, one: QuestionDisputes) -> None:
        self.questions[self._at[question]] = one
        first = self._rows["question", question]
        new = [
            DisputeLine(one),
            *(DisputeLine(one, each) for each in one.disputes if question in self.opened),
        ]
        self.lines[first : first + len(new)] = new
        self.dataChanged.emit(self.index(first), self.index(first + len(new) - 1))

    def open_question(self, question: int, *, opened: bool) -> None:
        """Show or hide the disagreements of a question."""
        if opened != (question in self.opened):
            self.opened ^= {question}
            self._lay_out()

    def row_of(self, key: tuple[object, ...]) -> int:
        """Return the row of a disagreement or question, -1 where it is not shown."""
        return self._rows.get(key, -1)

    def place_of(self, dispute: Dispute) -> tuple[int, int]:
        """Return (n, of): this is disagreement n, from 1, of all that are listed; (0, of) if it is not."""
        at = self._at.get(dispute.question)
        keys = () if at is None else tuple(each.key for each in self.questions[at].disputes)
        if at is None or dispute.key not in keys:
            return 0, self._counts[-1]
        return self._counts[at] + keys.index(dispute.key) + 1, self._counts[-1]

    def after(self, key: tuple[object, ...]) -> Dispute | None:
        """Return the next open disagreement, after a row, then from the top; None without any."""
        question = key[1] if len(key) > 1 else None
        start = self._at.get(question, 0) if isinstance(question, int) else 0
        keys = [each.key for each in self.questions[start].disputes] if self.questions else []
        inside = keys.index(key) + 1 if key in keys else 0
        count = len(self.questions)
        first = (self.questions[start].disputes[inside:] for _ in self.questions[:1])
        others = (self.questions[at % count].disputes for at in range(start + 1, start + 1 + count))
        parts = chain(first, others)
        return next((one for part in parts for one in part if not one.settled and one.key != key), None)

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
        for one in self.questions:
            lines.append(DisputeLine(one))
            if one.question in self.opened:
                lines += [DisputeLine(one, each) for each in one.disputes]
        rows = {line.key: at for at, line in enumerate(lines)}
        if list(rows) != list(self._rows):
            self.beginResetModel()
            self.lines, self._rows = lines, rows
            self.endResetModel()
            return
        before, self.lines = self.lines, lines
        for at, (old, new) in enumerate(zip(before, lines, strict=True)):
            if old != new:
                self.dataChanged.emit(self.index(at), self.index(at))


def renewed(
    now: Iterable[QuestionDisputes],
    questions: Mapping[int, QuestionDisputes],
    touched: Container[int] | None = None,
) -> list[QuestionDisputes]:
    """Return rows in the order they have, with what is known of them now; what is gone is left out.

    `touched`: the questions of which something else may be known; None: all.
    """
    found = []
    for one in now:
        if touched is not None and one.question not in touched:
            found.append(one)
            continue
        new = questions.get(one.question)
        known = {each.key: each for each in new.disputes} if new is not None else {}
        disputes = tuple(known[each.key] for each in one.disputes if each.key in known)
        if new is not None and disputes:
            found.append(replace(new, disputes=disputes))
    return found
