"""Questions and answers that a file names without their texts: added only where nothing is known of them."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter

from jurybox.collection.pooling import NIL, is_pool_ref
from jurybox.collection.table_reads import stretches
from jurybox.formats.source_files import FormatImport, SourceFile

_BATCH = 5_000
Placed = tuple[int, int, tuple[str, str, str]]
"""Number of a source, line in it, and the cells of a row."""


class Mentions:
    """Collects names in the staging database, where memory stays constant; `store` adds unknown ones."""

    def __init__(self, reading: FormatImport, kind: str = "ranked") -> None:
        self._reading = reading
        self._kind = kind
        self._sources: list[SourceFile] = []
        self._rows: list[tuple[int, int, str, str]] = []
        self._db = reading.staging.db
        self._db.execute(
            "CREATE TABLE mentioned (source INTEGER, line INTEGER, question TEXT, answer TEXT, "
            "PRIMARY KEY (question, answer)) WITHOUT ROWID"
        )

    def kind_of(self, question: str) -> str:
        """Return the kind that a question has in the collection, or will have."""
        return self._reading.kinds.get(question, self._kind)

    def add(self, source: SourceFile, line: int, question: str, answer: str = "") -> None:
        """Note that a line names a question, and an answer of it."""
        if not self._sources or self._sources[-1] is not source:
            self._sources.append(source)
        if answer == NIL or is_pool_ref(answer):
            answer = ""
        self._rows.append((len(self._sources) - 1, line, question, answer))
        if len(self._rows) >= _BATCH:
            self._flush()

    def store(self) -> None:
        """Put every question and answer that is not known yet into the staging, without a text."""
        self._flush()
        if self._reading.options.into:
            for rows in stretches(
                self._reading.options.into, "answer", "(SELECT name FROM question WHERE id = question), name"
            ):
                self._db.executemany("DELETE FROM mentioned WHERE question = ? AND answer = ?", rows)
        self._db.execute(
            "DELETE FROM mentioned WHERE (question, answer) IN (SELECT question, answer FROM in_answers)"
        )
        self._store("questions", ("question", "kind", "text"), self._questions())
        self._store("answers", ("question", "answer", "text"), self._answers())
        self._db.execute("DROP TABLE mentioned")

    def _questions(self) -> Iterator[Placed]:
        """Yield each question at its first mention, unless the collection has it."""
        found = self._db.execute(
            "SELECT source, line, question FROM (SELECT question, source, line, row_number() OVER "
            "(PARTITION BY question ORDER BY source, line) AS number FROM mentioned) WHERE number = 1 "
            "ORDER BY source, line"
        ).fetchall()
        for source, line, question in found:
            if question not in self._reading.kinds:
                yield source, line, (question, self._kind, "")

    def _answers(self) -> Iterator[Placed]:
        found = self._db.execute(
            "SELECT source, line, question, answer FROM mentioned WHERE answer <> '' ORDER BY source, line"
        )
        for source, line, question, answer in found:
            yield source, line, (question, answer, "")

    def _store(self, table: str, columns: Sequence[str], rows: Iterator[Placed]) -> None:
        """Put rows into the sheets of their files, one file after the other."""
        for at, placed in groupby(rows, key=itemgetter(0)):
            with self._reading.sheet(table, self._sources[at], *columns) as sheet:
                for _, line, cells in placed:
                    sheet.row(line, cells)

    def _flush(self) -> None:
        self._db.execute("BEGIN")
        self._db.executemany("INSERT OR IGNORE INTO mentioned VALUES (?, ?, ?, ?)", self._rows)
        self._db.execute("COMMIT")
        self._rows = []
