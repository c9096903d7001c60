"""Plain lists of ranked answers, staged as columns of numbers: run, answer, rank and score.

Every list comes whole and once, its answers differ, and all is given.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.cell_types import Value
from jurybox.collection.column_rows import ColumnRows, Columns, Numbered, are_storable
from jurybox.collection.met_answers import MetAnswers, Numbers

_COLUMNS = {"run", "question", "rank", "answer", "score"}


class RankedRows(ColumnRows):
    """Takes lists of ranked answers in, as long as they are plain."""

    name = "responses"
    _fields = (("run", "i4"), ("rank", "i4"), ("score", "f8"))

    def __init__(self, db: sqlite3.Connection, met: MetAnswers) -> None:
        super().__init__(db, met)
        self._runs = Numbers([])
        self._lists: dict[tuple[int, str], int] = {}
        """How many rows there are by the number of the run and the question, in the order of the lists."""

    def add(self, file: int, lines: Sequence[int], numbered: Numbered, columns: Columns) -> bool:
        """Take whole lists in, unless one is there already, or has an answer twice."""
        starts = numbered.lists
        if columns.keys() != _COLUMNS or not starts:
            return False
        runs, questions = ([columns[name][at] for at in starts[:-1]] for name in ("run", "question"))
        scores = np.array(columns["score"], dtype=np.float64)
        texts = {"run": runs, "question": questions, "answer": columns["answer"]}
        if not (are_storable(texts) and np.isfinite(scores).all()):
            return False
        named = list(map(self._runs.__getitem__, runs))
        lists = dict(zip(zip(named, questions, strict=True), map(int, np.diff(starts)), strict=True))
        if len(lists) < len(runs) or not self._lists.keys().isdisjoint(lists):
            return False
        if any(len({*numbered.numbers[start:end]}) < end - start for start, end in pairwise(starts)):
            return False
        self._lists |= lists
        self.rows.add(
            file,
            line=lines,
            answer=numbered.numbers,
            run=np.repeat(np.array(named, dtype=np.int32), np.diff(starts)),
            rank=columns["rank"],
            score=scores + 0.0,  # no file holds -0.0
        )
        return True

    def with_names(self, rows: NDArray[np.void]) -> dict[str, list[Value]]:
        """Return rows as the columns that were taken in."""
        return {
            "run": list(map(self._runs.names.__getitem__, rows["run"].tolist())),
            **self._answers(rows),
            "rank": rows["rank"].tolist(),
            "score": rows["score"].tolist(),
        }

    def runs(self) -> dict[str, tuple[int, int]]:
        """Return how many questions each run has rows of, and how many rows, runs in the order of rows."""
        found: dict[str, tuple[int, int]] = {}
        for (run, _), count in self._lists.items():
            name = self._runs.names[run]
            questions, rows = found.get(name, (0, 0))
            found[name] = questions + 1, rows + count
        return found

    def questions(self) -> dict[str, list[str]]:
        """Return the questions that each run has rows of."""
        found: dict[str, list[str]] = {}
        for run, question in self._lists:
            found.setdefault(self._runs.names[run], []).append(question)
        return found

    def with_ids(self, ids: dict[str, int], most: int) -> Iterator[dict[str, list[Value]]]:
        """Yield all rows, at most so many at a time, once the ids were looked up; `ids` are those of runs."""
        for rows in self.numbers(ids, most):
            yield {name: values.tolist() for name, values in rows.items()}

    def numbers(self, ids: dict[str, int], most: int) -> Iterator[dict[str, NDArray[Any]]]:
        """Yield the same as arrays."""
        met, runs = self.met, np.array([ids[name] for name in self._runs.names], dtype=np.int64)
        for rows in self.rows.many(most):
            answers = rows["answer"]
            yield {
                "run": runs[rows["run"]],
                "question": met.question_ids[met.questions_of(answers)],
                "answer": met.ids[answers],
                "rank": rows["rank"],
                "score": rows["score"],
            }
