"""The answers that files name, numbered in the order in which they are met.

Rows that are staged as columns hold these numbers: a name is looked up once for a row, when it is read, and
its id once, when everything is known.
"""

import sqlite3
from array import array
from collections.abc import Sequence
from itertools import repeat

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.column_writes import equal_spans

_NAMED_AT_ONCE = 20_000


class Numbers(dict[str, int]):
    """The numbers of names, in the order in which they are met; `names` holds them all."""

    def __init__(self, names: list[str]) -> None:
        super().__init__()
        self.names = names

    def __missing__(self, name: str) -> int:
        number = self[name] = len(self.names)
        self.names.append(name)
        return number


class MetAnswers:
    """Answers by number: their names, and the number of the question of each.

    `ids` and `question_ids` are the rows of answers, and of questions, once they were looked up.
    """

    def __init__(self) -> None:
        self.names: list[str] = []
        self.questions: list[str] = []
        self.ids: NDArray[np.int64] = np.zeros(0, dtype=np.int64)
        self.question_ids = self.ids
        self._of: dict[str, tuple[int, Numbers]] = {}
        self._question_of = array("i")

    def number(self, questions: Sequence[str], answers: Sequence[str]) -> list[int]:
        """Return the numbers of the answers of many rows; quick where questions rest."""
        numbers: list[int] = []
        for start, end in equal_spans(questions) if questions else ():
            question = questions[start]
            if question not in self._of:
                self._of[question] = len(self.questions), Numbers(self.names)
                self.questions.append(question)
            place, of = self._of[question]
            numbers += map(of.__getitem__, answers[start:end])
            self._question_of.extend(repeat(place, len(self.names) - len(self._question_of)))
        return numbers

    def number_of(self, question: str, answer: str) -> int | None:
        """Return the number of an answer; None for one that was not met."""
        return self._of[question][1].get(answer) if question in self._of else None

    def questions_of(self, numbers: Sequence[int] | NDArray[np.int32]) -> NDArray[np.int32]:
        """Return the numbers of the questions of answers."""
        return np.frombuffer(self._question_of, dtype=np.int32)[numbers]

    def question_names(self, numbers: Sequence[int] | NDArray[np.int32]) -> list[str]:
        """Return the names of the questions of answers."""
        return list(map(self.questions.__getitem__, self.questions_of(numbers).tolist()))

    def answer_names(self, numbers: Sequence[int]) -> list[str]:
        """Return the names of answers."""
        return list(map(self.names.__getitem__, numbers))

    def resolve(self, db: sqlite3.Connection, new: NDArray[np.int32]) -> bool:
        """Look all ids up in the tables of names; return whether every one is known.

        `new` answers are in none of them: they follow the last, in this order.
        """
        questions = dict(db.execute("SELECT name, id FROM known_question").fetchall())
        self.question_ids = np.array([questions.get(name, 0) for name in self.questions], dtype=np.int64)
        self.ids = np.zeros(len(self.names), dtype=np.int64)
        of = {questions[name]: numbers for name, (_, numbers) in self._of.items() if name in questions}
        last = 0
        rows = db.execute("SELECT id, question, name FROM known_answer ORDER BY id")
        while part := rows.fetchmany(_NAMED_AT_ONCE):
            last = part[-1][0]
            for row, question, name in part:
                number = of[question].get(name) if question in of else None
                if number is not None:
                    self.ids[number] = row
        if self.ids[new].any():
            return False
        self.ids[new] = np.arange(last + 1, last + 1 + len(new))
        return bool(self.ids.all() and self.question_ids.all())
