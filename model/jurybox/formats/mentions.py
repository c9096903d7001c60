"""Questions and answers that a file names without their texts: added only where nothing is known of them."""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import compress, islice, pairwise, repeat
from operator import le, ne

from jurybox.collection.pooling import NIL, is_pool_ref, may_hold_pool_ref
from jurybox.collection.table_reads import stretches
from jurybox.formats.source_files import FormatImport, SourceFile

_AT_ONCE = 20_000
_NO_IDS = ("", NIL)

Columns = tuple[Sequence[int], Sequence[str], Sequence[str]]
"""Lines, questions and answers ("" for none), of one length."""


@dataclass(slots=True)
class _First:
    """First mentions in a file: columns of one length."""

    source: SourceFile
    lines: list[int] = field(default_factory=list)
    questions: list[str] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)

    def in_order(self) -> Columns:
        """Return the columns in the order of the lines."""
        columns = (self.lines, self.questions, self.answers)
        if all(map(le, self.lines, self.lines[1:])):
            return columns
        order = sorted(range(len(self.lines)), key=self.lines.__getitem__)
        lines, questions, answers = (list(map(column.__getitem__, order)) for column in columns)
        return lines, questions, answers  # type: ignore[return-value]


class Mentions:
    """Collects names, each with the place of its first mention; `store` adds those that are not known.

    Memory grows with the answers that are named, not with the lines that name them.
    """

    def __init__(self, reading: FormatImport, kind: str = "ranked") -> None:
        self._reading = reading
        self._kind = kind
        self._first: list[_First] = []
        self._named: dict[str, dict[str, int]] = {}
        """The line of the first mention of each answer, by question."""
        self._met: set[str] = set()

    def kind_of(self, question: str) -> str:
        """Return the kind that a question has in the collection, or will have."""
        return self._reading.kinds.get(question, self._kind)

    def add(self, source: SourceFile, line: int, question: str, answer: str = "") -> None:
        """Note that a line names a question, and an answer of it."""
        self.add_columns(source, [line], [question], [answer])

    def add_columns(
        self, source: SourceFile, lines: Sequence[int], questions: Sequence[str], answers: Sequence[str]
    ) -> None:
        """Note that each of many lines names a question, and an answer of it; quick where questions rest."""
        if not self._first or self._first[-1].source is not source:
            self._first.append(_First(source))
        first = self._first[-1]
        starts = [0, *compress(range(1, len(lines)), map(ne, questions[1:], questions)), len(lines)]
        for start, end in pairwise(starts):
            question = questions[start]
            named = self._named.setdefault(question, {})
            before = len(named)
            deque(map(named.setdefault, answers[start:end], lines[start:end]), maxlen=0)
            if new := len(named) - before:
                first.lines += reversed(list(islice(reversed(named.values()), new)))
                first.answers += reversed(list(islice(reversed(named), new)))
                first.questions += repeat(question, new)

    def store(self) -> None:
        """Put every question and answer that is not known yet into the staging, without a text."""
        if self._reading.options.into:
            for rows in stretches(
                self._reading.options.into, "answer", "(SELECT name FROM question WHERE id = question), name"
            ):
                self._forget(rows)
        self._forget(self._reading.staging.db.execute("SELECT question, answer FROM in_answers"))
        left = [(first.source, self._left(first)) for first in self._first]
        for source, columns in left:
            self._store_questions(source, columns)
        for source, (lines, questions, answers) in left:
            given = [name not in _NO_IDS for name in answers]
            if may_hold_pool_ref(answers):
                given = [one and not is_pool_ref(name) for one, name in zip(given, answers, strict=True)]
            self._store("answers", "answer", source, _those((lines, questions, answers), given))

    def _forget(self, known: Iterable[tuple[str, str]]) -> None:
        """Take answers out that are known otherwise."""
        for question, answer in known:
            self._named.get(question, {}).pop(answer, None)

    def _left(self, first: _First) -> Columns:
        """Return the mentions of a file that were not taken out, in the order of the lines."""
        columns = first.in_order()
        named = self._named
        return _those(columns, [answer in named[of] for of, answer in zip(*columns[1:], strict=True)])

    def _store_questions(self, source: SourceFile, columns: Columns) -> None:
        """Store each question at its first mention, unless the collection or an earlier file has it."""
        lines, questions, _ = columns
        places = dict(zip(reversed(questions), reversed(lines), strict=True))
        known = self._reading.kinds
        new = [name for name in dict.fromkeys(questions) if name not in known and name not in self._met]
        self._met.update(new)
        self._store(
            "questions", "kind", source, ([places[name] for name in new], new, [self._kind] * len(new))
        )

    def _store(self, table: str, third: str, source: SourceFile, columns: Columns) -> None:
        """Put rows into the sheet of a file."""
        for start in range(0, len(columns[0]), _AT_ONCE):
            lines, *cells = (column[start : start + _AT_ONCE] for column in columns)
            with self._reading.sheet(table, source, "question", third, "text") as sheet:
                sheet.columns(lines, (*cells, [""] * len(lines)))  # type: ignore[arg-type]


def _those(columns: Columns, kept: Sequence[bool]) -> Columns:
    """Return the rows that are kept."""
    if all(kept):
        return columns
    lines, questions, answers = (list(compress(column, kept)) for column in columns)
    return lines, questions, answers  # type: ignore[return-value]
