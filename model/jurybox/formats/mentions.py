"""Questions and answers that a file names without their texts: added only where nothing is known of them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import compress
from operator import le

import numpy as np

from jurybox.collection.column_rows import Numbered
from jurybox.collection.met_answers import MetAnswers
from jurybox.collection.pooling import NIL, is_pool_ref, may_hold_pool_ref
from jurybox.collection.table_reads import stretches
from jurybox.formats.source_files import FormatImport, SourceFile

_AT_ONCE = 20_000
_NO_IDS = ("", NIL)

_Columns = tuple[Sequence[int], Sequence[str], Sequence[str], Sequence[int]]
"""Lines, questions, answers ("" for none) and their numbers, of one length."""


@dataclass(slots=True)
class _First:
    """First mentions in a file: their lines, and the numbers of the answers."""

    source: SourceFile
    lines: list[int] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)

    def in_order(self) -> tuple[list[int], list[int]]:
        """Return lines and numbers in the order of the lines."""
        if all(map(le, self.lines, self.lines[1:])):
            return self.lines, self.numbers
        order = sorted(range(len(self.lines)), key=self.lines.__getitem__)
        return [self.lines[at] for at in order], [self.numbers[at] for at in order]


class Mentions:
    """Collects names, each with the place of its first mention; `store` adds those that are not known.

    Memory grows with the answers that are named, not with the lines that name them. `met` has their numbers.
    """

    def __init__(self, reading: FormatImport, kind: str = "ranked") -> None:
        self._reading = reading
        self._kind = kind
        self._first: list[_First] = []
        self.met = MetAnswers()
        self._met: set[str] = set()

    def kind_of(self, question: str) -> str:
        """Return the kind that a question has in the collection, or will have."""
        return self._reading.kinds.get(question, self._kind)

    def add(self, source: SourceFile, line: int, question: str, answer: str = "") -> None:
        """Note that a line names a question, and an answer of it."""
        self.add_columns(source, [line], [question], [answer])

    def add_columns(
        self, source: SourceFile, lines: Sequence[int], questions: Sequence[str], answers: Sequence[str]
    ) -> list[int]:
        """Note that each of many lines names a question, and an answer of it; return the answers' numbers."""
        if not self._first or self._first[-1].source is not source:
            self._first.append(_First(source))
        first, before = self._first[-1], len(self.met.names)
        numbers = self.met.number(questions, answers)
        new = range(before, len(self.met.names))
        if new:
            first.numbers += new
            # New numbers follow each other: an answer is met where its number is above all before.
            highest = np.maximum.accumulate(np.array([before - 1, *numbers]))
            first.lines += np.asarray(lines)[np.diff(highest) > 0].tolist()
        return numbers

    def store(self) -> None:
        """Put every question and answer that is not known yet into the staging, without a text."""
        known = set[int | None]()
        if self._reading.options.into:
            for rows in stretches(
                self._reading.options.into, "answer", "(SELECT name FROM question WHERE id = question), name"
            ):
                known.update(self.met.number_of(*row) for row in rows)
        staged = self._reading.staging.db.execute("SELECT question, answer FROM in_answers")
        known.update(self.met.number_of(*row) for row in staged)
        left = [(first.source, self._left(first, known)) for first in self._first]
        for source, columns in left:
            self._store_questions(source, columns)
        for source, (lines, questions, answers, numbers) in left:
            given = [name not in _NO_IDS for name in answers]
            if may_hold_pool_ref(answers):
                given = [one and not is_pool_ref(name) for one, name in zip(given, answers, strict=True)]
            self._store_answers(source, _those((lines, questions, answers, numbers), given))

    def _left(self, first: _First, known: set[int | None]) -> _Columns:
        """Return the mentions of a file that are not known otherwise, in the order of the lines."""
        lines, numbers = first.in_order()
        columns = (lines, self.met.question_names(numbers), self.met.answer_names(numbers), numbers)
        return _those(columns, [number not in known for number in numbers]) if known else columns

    def _store_questions(self, source: SourceFile, columns: _Columns) -> None:
        """Store each question at its first mention, unless the collection or an earlier file has it."""
        lines, questions, _, _ = columns
        places = dict(zip(reversed(questions), reversed(lines), strict=True))
        known = self._reading.kinds
        new = [name for name in dict.fromkeys(questions) if name not in known and name not in self._met]
        self._met.update(new)
        with self._reading.sheet("questions", source, "question kind text") as sheet:
            kinds, texts = [self._kind] * len(new), [""] * len(new)
            sheet.columns([places[name] for name in new], (new, kinds, texts))

    def _store_answers(self, source: SourceFile, columns: _Columns) -> None:
        """Store answers, many at a time."""
        with self._reading.sheet("answers", source, "question answer text") as sheet:
            for start in range(0, len(columns[0]), _AT_ONCE):
                lines, questions, answers, numbers = (column[start : start + _AT_ONCE] for column in columns)
                cells = (questions, answers, [""] * len(lines))
                sheet.columns(lines, cells, numbered=Numbered(self.met, numbers))  # type: ignore[arg-type]


def _those(columns: _Columns, kept: Sequence[bool]) -> _Columns:
    """Return the rows that are kept."""
    if all(kept):
        return columns
    lines, questions, answers, numbers = (list(compress(column, kept)) for column in columns)
    return lines, questions, answers, numbers  # type: ignore[return-value]
