"""Judgments of answers, staged as columns of numbers: assessor, answer, and what is said of it."""

import sqlite3
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.cell_types import Value
from jurybox.collection.column_rows import ColumnRows, Columns, Numbered, are_storable
from jurybox.collection.entries import LISTED
from jurybox.collection.met_answers import MetAnswers, Numbers

_SAID = ("label", "state", "note")
_OF_WHAT = {"assessor", "question", "answer"}
_MOST_CONTENTS = 1_000
"""Different things said of answers: if there are more, many are notes, not labels."""


class JudgedAnswers(ColumnRows):
    """Judgments of answers without a time; `judges` are the pairs of file and assessor."""

    name = "judgments"
    _fields = (("assessor", "i4"), ("content", "i4"))

    def __init__(self, db: sqlite3.Connection, met: MetAnswers) -> None:
        super().__init__(db, met)
        self.judges: dict[tuple[int, str], None] = {}
        self._assessors = Numbers([])
        self._contents: dict[tuple[Value, ...], int] = {}

    def add(self, file: int, lines: Sequence[int], numbered: Numbered, columns: Columns) -> bool:
        """Take judgments in, unless files give a time, a kind, or many different notes."""
        if not _OF_WHAT <= columns.keys() <= {*_OF_WHAT, *_SAID}:
            return False
        nothing: Sequence[Value] = [None] * len(lines)
        said = list(zip(*(columns.get(name, nothing) for name in _SAID), strict=True))
        different = dict.fromkeys(said)
        texts = {name: columns[name] for name in _OF_WHAT} | {"said": [str(text) for one in different for text in one]}
        if len(self._contents | different) > _MOST_CONTENTS or not are_storable(texts):
            return False
        for one in different:
            self._contents.setdefault(one, len(self._contents))
        judges = columns["assessor"]
        self.judges |= dict.fromkeys((file, judge) for judge in dict.fromkeys(judges))
        self.rows.add(
            file,
            line=lines,
            answer=numbered.numbers,
            assessor=list(map(self._assessors.__getitem__, judges)),
            content=list(map(self._contents.__getitem__, said)),
        )
        return True

    def with_names(self, rows: NDArray[np.void]) -> dict[str, list[Value]]:
        """Return rows as the columns that were taken in."""
        return {
            "assessor": list(map(self._assessors.names.__getitem__, rows["assessor"].tolist())),
            **self._answers(rows),
            **self._said(rows),
        }

    def _said(self, rows: NDArray[np.void]) -> dict[str, list[Value]]:
        contents, numbers = [*self._contents], rows["content"].tolist()
        return {name: [contents[one][at] for one in numbers] for at, name in enumerate(_SAID)}

    def of_questions(self) -> set[tuple[str, Value, Value]]:
        """Return the question, label and state of all rows, each once."""
        pairs = set[tuple[int, int]]()
        for block in self.rows:
            questions = self.met.questions_of(block["answer"]).astype(np.int64)
            for one in np.unique(questions << 32 | block["content"]).tolist():
                pairs.add((one >> 32, one & 0xFFFFFFFF))
        contents = [*self._contents]
        return {
            (self.met.questions[question], contents[content][0], contents[content][1]) for question, content in pairs
        }

    def waiting(self) -> int:
        """Return how many rows say nothing but that their answers wait to be judged."""
        waits = [self._contents[one] for one in ((None, None, None), (None, None, LISTED)) if one in self._contents]
        return sum(int(np.isin(block["content"], waits).sum()) for block in self.rows)

    def _given(self, rows: NDArray[np.void]) -> NDArray[np.void]:
        """Return the rows that say something."""
        empty = self._contents.get((None, None, None))
        return rows if empty is None else rows[rows["content"] != empty]

    def is_doubled(self) -> bool:
        """Return whether an assessor says something of one answer twice."""
        given = map(self._given, self.rows)
        keys = [rows["assessor"].astype(np.int64) << 32 | rows["answer"] for rows in given]
        ordered = np.sort(np.concatenate([np.empty(0, dtype=np.int64), *keys]))
        return bool((ordered[1:] == ordered[:-1]).any())

    def entries(self, ids: dict[str, int], most: int) -> Iterator[dict[str, Sequence[object]]]:
        """Yield what is said, at most so many rows at a time, once the ids were looked up.

        `ids` are those of the assessors, by name.
        """
        met, assessors = self.met, np.array([ids[name] for name in self._assessors.names], dtype=np.int64)
        for block in self.rows.many(most):
            rows = self._given(block)
            answers = rows["answer"]
            yield {
                "assessor": assessors[rows["assessor"]].tolist(),
                "question": met.question_ids[met.questions_of(answers)].tolist(),
                "answer": met.ids[answers].tolist(),
                **self._said(rows),
            }
