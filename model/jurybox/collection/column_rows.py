"""Plain rows, staged as columns of numbers: nearly all that the largest imports hold.

These are lists of ranked answers, judgments of answers, and answers that are only named. Blocks of them lie
in the temporary database, so that memory grows with the names alone. A row here needs no check of its own:
what must be looked at one by one is a row of the table, and so are then all rows of that table.
"""

import sqlite3
from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.cell_types import Value
from jurybox.collection.met_answers import MetAnswers
from jurybox.collection.row_blocks import RowBlocks

_PLACE = [("file", "i4"), ("line", "i8"), ("answer", "i4")]
_LONGEST = 10_000_000
"""Characters of texts taken at once: of more, one might be too long for a collection."""


Columns = Mapping[str, Sequence[Any]]


class Numbered(NamedTuple):
    """The numbers of the answers of rows, among those met, and where whole lists begin, and the end."""

    met: MetAnswers
    numbers: Sequence[int]
    lists: Sequence[int] = ()


class ColumnRows:
    """Takes rows of one table in, as long as they are plain. `name` is the table of the staging database.

    `met` has the answers of all rows that are staged as columns.
    """

    name = ""
    _fields: Sequence[tuple[str, str]] = ()

    def __init__(self, db: sqlite3.Connection, met: MetAnswers) -> None:
        self.met = met
        self.rows = RowBlocks(db, self.name, np.dtype([*_PLACE, *self._fields]))

    def __len__(self) -> int:
        return len(self.rows)

    @abstractmethod
    def add(self, file: int, lines: Sequence[int], numbered: Numbered, columns: Columns) -> bool:
        """Take rows of a file in; return False, with nothing taken, where they are not plain."""

    def answer_ids(self) -> NDArray[np.int64]:
        """Return the ids of the answers of all rows, each once, after they were looked up."""
        if not self.rows:
            return np.zeros(0, dtype=np.int64)
        named = np.zeros(len(self.met.names), dtype=np.bool_)
        for block in self.rows:
            named[block["answer"]] = True
        return self.met.ids[named]

    def places(self, count: int) -> list[tuple[int, int]]:
        """Return file and line of the first rows."""
        for block in self.rows.many(count):
            return list(zip(block["file"].tolist(), block["line"].tolist(), strict=True))
        return []

    @abstractmethod
    def with_names(self, rows: NDArray[np.void]) -> dict[str, list[Value]]:
        """Return rows as the columns that were taken in."""

    def spread(self) -> Iterator[dict[str, list[Value]]]:
        """Yield all rows, a block at a time: columns as they were taken in, with file and line."""
        for block in self.rows:
            yield {name: block[name].tolist() for name in ("file", "line")} | self.with_names(block)

    def first(self, file: int, count: int) -> list[dict[str, Value]]:
        """Return the first rows of a file as they were taken in."""
        columns = self.with_names(self.rows.first(file, count))
        return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]

    def _answers(self, rows: NDArray[np.void]) -> dict[str, list[Value]]:
        numbers = rows["answer"]
        return {"question": [*self.met.question_names(numbers)], "answer": [*self.met.answer_names(numbers.tolist())]}


class NamedAnswers(ColumnRows):
    """Answers of which nothing is known but their names, each met once."""

    name = "answers"

    def add(self, file: int, lines: Sequence[int], numbered: Numbered, columns: Columns) -> bool:
        """Take answers in, unless a file gives more of them."""
        if columns.keys() != {"question", "answer", "ref"} or not are_storable(columns):
            return False
        self.rows.add(file, line=lines, answer=numbered.numbers)
        return True

    def with_names(self, rows: NDArray[np.void]) -> dict[str, list[Value]]:
        """Return rows as the columns that were taken in."""
        answers = self._answers(rows)
        return answers | {"ref": answers["answer"]}

    def numbers(self) -> NDArray[np.int32]:
        """Return the numbers of all these answers, in the order of the rows."""
        return np.concatenate([np.empty(0, dtype=np.int32), *(block["answer"] for block in self.rows)])

    def question_ids(self) -> set[int]:
        """Return the rows of the questions that have one of these answers, once the ids were looked up."""
        return set(self.met.question_ids[self.met.questions_of(self.numbers())].tolist())

    def with_ids(self, most: int) -> Iterator[tuple[list[int], list[int], list[str]]]:
        """Yield rows, questions and names, at most so many at a time, once the ids were looked up."""
        met = self.met
        for rows in self.rows.many(most):
            numbers = rows["answer"]
            questions = met.question_ids[met.questions_of(numbers)].tolist()
            yield met.ids[numbers].tolist(), questions, met.answer_names(numbers.tolist())


def are_storable(columns: Columns) -> bool:
    """Return whether texts can be stored: none is very long, or has half a character."""
    text = "".join(map("".join, columns.values()))
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return len(text) <= _LONGEST
