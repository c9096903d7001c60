"""Reading a table of a collection in short statements, as whole columns or as batches of rows.

Each statement stays open for a few milliseconds only, so that other programs can write in between. Numbers go
from the rows straight into arrays; words are joined by SQLite, some thousands of rows at a time.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

_Number = TypeVar("_Number", np.int32, np.int64, np.float64)

LAST_ROW = 2**31 - 2
"""The last number that a row can have: positions are held in 32 bits."""
STRETCH = 20_000
"""Rows joined by one statement: short enough that another process's commit never waits for a reader."""


def integers(db: sqlite3.Connection, table: str, *columns: str, after: int = 0) -> list[NDArray[np.int64]]:
    """Return integer expressions over all rows with an id above `after`, in the order of the ids."""
    return _numbers(db, table, columns, np.int64, np.int64, after)


def small_integers(db: sqlite3.Connection, table: str, *columns: str) -> list[NDArray[np.int32]]:
    """Return the same over all rows in half the memory."""
    return _numbers(db, table, columns, np.int64, np.int32)


def refuse_gaps(db: sqlite3.Connection, table: str, count: int) -> None:
    """Raise ValueError if the numbers of `count` rows of a table are not 1, 2, 3, ... without a gap."""
    first, last = db.execute(f"SELECT coalesce(min(id), 1), coalesce(max(id), 0) FROM {table}").fetchone()
    if (first, last) != (1, count):
        raise ValueError(f"table {table} has {count} rows, numbered from {first} to {last}")


def last_row(db: sqlite3.Connection, table: str) -> int:
    """Return the number of the last row of a table, 0 for none; ValueError for one that no table has."""
    last = int(db.execute(f"SELECT coalesce(max(id), 0) FROM {table}").fetchone()[0])
    if last > LAST_ROW:
        raise ValueError(f"table {table} has a row numbered {last}")
    return last


def floats(db: sqlite3.Connection, table: str, *columns: str, after: int = 0) -> list[NDArray[np.float64]]:
    """Return real columns likewise, to the last bit; NULL becomes NaN."""
    # SQLite has no NaN, and no collection an infinity.
    listed = [f"coalesce({column}, -9e999)" for column in columns]
    found = _numbers(db, table, listed, np.float64, np.float64, after)
    for column in found:
        column[np.isneginf(column)] = np.nan
    return found


def _numbers(
    db: sqlite3.Connection,
    table: str,
    columns: Sequence[str],
    read_as: type[np.int64 | np.float64],
    kind: type[_Number],
    after: int = 0,
) -> list[NDArray[_Number]]:
    last = last_row(db, table)
    where = f"WHERE id > {after}" if after else ""  # without which SQLite counts the rows by pages
    (count,) = db.execute(f"SELECT count(*) FROM {table} {where}").fetchone()
    statement = f"SELECT {', '.join(columns)} FROM {table} WHERE id > ? AND id <= ? ORDER BY id"
    found = [np.empty(count, dtype=kind) for _ in columns]
    done = 0
    for start in range(after, last, STRETCH):
        rows = db.execute(statement, (start, min(start + STRETCH, last)))
        flat = np.fromiter(chain.from_iterable(rows), dtype=read_as).reshape(-1, len(columns))
        if kind is np.int32 and len(flat) and not (flat.min() >= -LAST_ROW and flat.max() <= LAST_ROW):
            raise ValueError(f"a number of table {table} is larger than any row")
        for at, column in enumerate(found):
            column[done : done + len(flat)] = flat[:, at]
        done += len(flat)
    return found


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
    last = last_row(db, table)
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


def stretches(db: sqlite3.Connection, table: str, columns: str) -> Iterator[list[tuple[Any, ...]]]:
    """Yield the rows of a table in the order of their ids, some thousands at a time."""
    last = last_row(db, table)
    for start in range(0, last, STRETCH):
        yield db.execute(
            f"SELECT {columns} FROM {table} WHERE id > ? AND id <= ? ORDER BY id",
            (start, start + STRETCH),
        ).fetchall()


def answer_names(db: sqlite3.Connection) -> list[str]:
    """Return the names of all answers, by position; one without a name is called by its number."""
    return [name or f"#{row}" for row, name in db.execute("SELECT id, name FROM answer ORDER BY id")]
