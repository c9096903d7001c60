"""Responses of runs that come in any order: sorted as was asked, and numbered by that order."""

from collections.abc import Iterator
from typing import NamedTuple

from jurybox.formats.format import Order
from jurybox.formats.mentions import Mentions
from jurybox.formats.reading import Reading, Source

_BATCH = 5_000
_BY: dict[Order, str] = {
    "score": "score DESC, answer DESC",
    "rank": "rank IS NULL, rank, seq",
    "file": "seq",
}
_SAID: dict[Order, str] = {
    "score": "their score, ties by the answer's id, both downwards; the rank column is not used",
    "rank": "their rank",
    "file": "their lines",
}


class RunRow(NamedTuple):
    """One response: by which run, to which question, which answer; `written` is the score as it stands."""

    run: str
    question: str
    answer: str
    score: float
    rank: int | None
    written: str


class RunRows:
    """Collects responses in the staging database and stores them in order, run by run."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._mentions = Mentions(reading)
        self._sources: list[Source] = []
        self._rows: list[tuple[object, ...]] = []
        self._db = reading.staging.db
        self._db.execute(
            "CREATE TABLE run_row (seq INTEGER PRIMARY KEY, source INTEGER, line INTEGER, run TEXT, "
            "question TEXT, answer TEXT, score REAL, rank INTEGER, written TEXT)"
        )

    def add(self, source: Source, line: int, row: RunRow) -> None:
        """Take one response in."""
        if not self._sources or self._sources[-1] is not source:
            self._sources.append(source)
        self._mentions.add(source, line, row.question, row.answer)
        self._rows.append((len(self._sources) - 1, line, *row))
        if len(self._rows) >= _BATCH:
            self._flush()

    def store(self) -> None:
        """Put everything into the sheets: first what is only named here, then the responses in order."""
        self._flush()
        self._mentions.store()
        order = self._reading.options.order
        if self._rows_there():
            self._reading.note(f"The answers of a run are ordered by {_SAID[order]}.")
        for source, rows in self._stretches(order):
            columns = ("run", "question", "rank", "answer", "score")
            with self._reading.sheet("responses", source, *columns) as sheet:
                for line, run, question, rank, answer, written in rows:
                    sheet.row(line, (run, question, str(rank), answer, written))
        self._db.execute("DROP TABLE run_row")

    def _rows_there(self) -> bool:
        return bool(self._db.execute("SELECT 1 FROM run_row LIMIT 1").fetchone())

    def _stretches(self, order: Order) -> Iterator[tuple[Source, list[tuple[int, str, str, int, str, str]]]]:
        """Yield the rows of one file after the other, as long as they stand together."""
        found = self._db.execute(
            "SELECT source, line, run, question, row_number() OVER (PARTITION BY run, question ORDER BY "  # noqa: S608 - one of three orders
            f"{_BY[order]}) AS number, answer, written FROM run_row ORDER BY "
            "min(seq) OVER (PARTITION BY run), min(seq) OVER (PARTITION BY run, question), number"
        )
        held: list[tuple[int, str, str, int, str, str]] = []
        last = -1
        while batch := found.fetchmany(_BATCH):
            for at, *row in batch:
                if at != last and held:
                    yield self._sources[last], held
                    held = []
                last = at
                held.append(tuple(row))
            if held:
                yield self._sources[last], held
                held = []

    def _flush(self) -> None:
        self._db.execute("BEGIN")
        self._db.executemany(
            "INSERT INTO run_row (source, line, run, question, answer, score, rank, written) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            self._rows,
        )
        self._db.execute("COMMIT")
        self._rows = []
