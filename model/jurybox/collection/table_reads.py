"""Reading a table of a collection in short statements, as whole columns or as batches of rows.

Each statement stays open for a few milliseconds only, so that other programs can write in between. For
columns SQLite joins a batch into one text, and numpy parses that text at once: several times faster than
fetching rows.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

_Number = TypeVar("_Number", np.int64, np.float64)

STRETCH = 20_000
"""Rows joined by one statement: short enough that another process's commit never waits for a reader."""


def integers(db: sqlite3.Connection, table: str, *columns: str, after: int = 0) -> list[NDArray[np.int64]]:
    """Return integer expressions over all rows with an id above `after`, in the order of the ids."""
    texts = _joined(db, table, columns, after)
    return [_parse(stretches, np.int64) for stretches in texts]


def floats(db: sqlite3.Connection, table: str, *columns: str, after: int = 0) -> list[NDArray[np.float64]]:
    """Return real columns likewise, to the last bit; NULL becomes NaN."""
    exact = [f"CASE WHEN {c} IS NULL THEN 'nan' ELSE printf('%!.17g', {c}) END" for c in columns]
    return [_parse(stretches, np.float64) for stretches in _joined(db, table, exact, after)]


def word_codes(
    db: sqlite3.Connection, table: str, column: str, code: Callable[[str], int], after: int = 0
) -> NDArray[np.int64]:
    """Return a column of short words as codes; `code` is asked once per different word, NULL is "".

    The words must not contain the character U+001F.
    """
    (stretches,) = _joined(db, table, [f"coalesce({column}, '')"], after, mark="\x1f")
    if not stretches:
        return np.empty(0, dtype=np.int64)
    every = "\x1f".join(stretches).split("\x1f")
    codes = {word: code(word) for word in set(every)}
    return np.fromiter(map(codes.__getitem__, every), dtype=np.int64, count=len(every))


def _joined(
    db: sqlite3.Connection, table: str, columns: Sequence[str], after: int, mark: str = " "
) -> list[list[str]]:
    last = db.execute(f"SELECT max(id) FROM {table}").fetchone()[0] or 0
    # Only these columns are read: the texts of a table are many times larger.
    inner = ", ".join(f"{column} AS c{at}" for at, column in enumerate(columns))
    listed = ", ".join(f"group_concat(c{at}, '{mark}')" for at in range(len(columns)))
    statement = f"SELECT {listed} FROM (SELECT {inner} FROM {table} WHERE id > ? AND id <= ? ORDER BY id)"
    texts: list[list[str]] = [[] for _ in columns]
    for start in range(after, last, STRETCH):
        row = db.execute(statement, (start, min(start + STRETCH, last))).fetchone()
        for stretches, text in zip(texts, row, strict=True):
            stretches.append(text)
    return texts


def _parse(stretches: list[str], kind: type[_Number]) -> NDArray[_Number]:
    if not stretches:
        return np.empty(0, dtype=kind)
    return np.concatenate([np.fromstring(text, sep=" ", dtype=kind) for text in stretches])


def stretches(db: sqlite3.Connection, table: str, columns: str) -> Iterator[list[tuple[Any, ...]]]:
    """Yield the rows of a table in the order of their ids, some thousands at a time."""
    last = db.execute(f"SELECT coalesce(max(id), 0) FROM {table}").fetchone()[0]
    for start in range(0, last, STRETCH):
        yield db.execute(
            f"SELECT {columns} FROM {table} WHERE id > ? AND id <= ? ORDER BY id",
            (start, start + STRETCH),
        ).fetchall()


def answer_names(db: sqlite3.Connection) -> list[str]:
    """Return the names of all answers, by position; one without a name is called by its number."""
    return [name or f"#{row}" for row, name in db.execute("SELECT id, name FROM answer ORDER BY id")]
