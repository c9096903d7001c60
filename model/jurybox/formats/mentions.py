"""Questions and answers that a file names without their texts: added only where nothing is known of them."""

from jurybox.collection.pooling import NIL, is_pool_ref
from jurybox.collection.preflight.stretches import stretches
from jurybox.formats.reading import Reading, Source

_BATCH = 5_000


class Mentions:
    """Collects names in the staging database, where memory stays constant; `store` adds unknown ones."""

    def __init__(self, reading: Reading, kind: str = "ranked") -> None:
        self._reading = reading
        self._kind = kind
        self._sources: list[Source] = []
        self._rows: list[tuple[int, int, str, str]] = []
        self._db = reading.staging.db
        self._db.execute(
            "CREATE TABLE mentioned (source INTEGER, line INTEGER, question TEXT, answer TEXT, "
            "PRIMARY KEY (question, answer)) WITHOUT ROWID"
        )

    def kind_of(self, question: str) -> str:
        """Return the kind that a question has in the collection, or will have."""
        return self._reading.kinds.get(question, self._kind)

    def add(self, source: Source, line: int, question: str, answer: str = "") -> None:
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
        for at, source in enumerate(self._sources):
            self._store(at, source)
        self._db.execute("DROP TABLE mentioned")

    def _store(self, at: int, source: Source) -> None:
        new = self._db.execute(
            "SELECT question, min(line) FROM mentioned m WHERE source = ? AND NOT EXISTS (SELECT 1 FROM "
            "mentioned o WHERE o.question = m.question AND o.source < m.source) GROUP BY question ORDER BY 2",
            (at,),
        ).fetchall()
        with self._reading.sheet("questions", source, "question", "kind", "text") as sheet:
            for question, line in new:
                if question not in self._reading.kinds:
                    sheet.row(line, (question, self._kind, ""))
        found = self._db.execute(
            "SELECT line, question, answer FROM mentioned WHERE source = ? AND answer <> '' ORDER BY line",
            (at,),
        )
        with self._reading.sheet("answers", source, "question", "answer", "text") as sheet:
            for line, question, answer in found.fetchall():
                sheet.row(line, (question, answer, ""))

    def _flush(self) -> None:
        self._db.execute("BEGIN")
        self._db.executemany("INSERT OR IGNORE INTO mentioned VALUES (?, ?, ?, ?)", self._rows)
        self._db.execute("COMMIT")
        self._rows = []
