"""Text search over a collection: in chunks, so that it can be stopped and never keeps a read open.

Letter case, letter forms and the order of the words do not matter: every word must occur.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from time import monotonic

from jurybox.judging.normal_form import fold
from jurybox.watch import Watch

Row = tuple[int, str]
Reader = Callable[[int, int], Sequence[Row]]
"""`reader(start, count)` returns (position, text) of the rows at positions start to start + count."""

LONGEST_READ = 0.025
"""Seconds that one read should take, half of what a statement may: chunks grow and shrink toward it."""
_CHUNK, _LARGEST_CHUNK = 256, 16_384


def search(reader: Reader, total: int, query: str, watch: Watch) -> Iterator[list[int]]:
    """Yield, chunk by chunk, the positions of rows in which every word of the query occurs.

    Ends silently when the watch is stopped. An empty query finds nothing.
    """
    words = fold(query).split()
    start, count = 0, _CHUNK
    while words and start < total and not watch.cancelled():
        began = monotonic()
        rows = reader(start, min(count, total - start))
        took = monotonic() - began
        yield [position for position, text in rows if _matches(text, words)]
        start += count
        count = next_count(count, took)


def next_count(count: int, took: float) -> int:
    """Return how many rows to read next, after `count` rows took this many seconds."""
    if took > LONGEST_READ:
        return max(1, count // 4)
    return min(_LARGEST_CHUNK, count * 2) if took < LONGEST_READ / 4 else count


def _matches(text: str, words: Sequence[str]) -> bool:
    folded = fold(text)
    return all(word in folded for word in words)


def question_reader(db: sqlite3.Connection) -> Reader:
    """Return a reader of the searchable text of a question: its name, text and target."""
    return _reader(
        db,
        "SELECT q.id - 1, q.name || char(10) || q.text || char(10) || coalesce(s.target, '') "
        "FROM question q LEFT JOIN series s ON s.id = q.series WHERE q.id > ? AND q.id <= ? ORDER BY q.id",
    )


def answer_reader(db: sqlite3.Connection) -> Reader:
    """Return a reader of the searchable text of an answer: its text and its supporting text."""
    return _reader(
        db, "SELECT id - 1, text || char(10) || coalesce(support, '') FROM answer WHERE id > ? AND id <= ? ORDER BY id"
    )


def _reader(db: sqlite3.Connection, statement: str) -> Reader:
    def read(start: int, count: int) -> list[Row]:
        return db.execute(statement, (start, start + count)).fetchall()

    return read
