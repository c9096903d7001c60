"""Reading a table of a collection in short statements, as whole columns or as batches of rows.

Each statement stays open for a few milliseconds only, so that other programs can write in between. SQLite
joins the cells of a column, some thousands of rows at a time, and NumPy reads them from that text: a call for
each row, and an object for each cell, would take several times as long.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

_Integer = TypeVar("_Integer", np.int32, np.int64)

LAST_ROW = 2**31 - 2
"""The largest row number: positions are held in 32 bits."""
_NO_NUMBER = -(2**63) + 1
"""The value for NULL among whole millionths."""
STRETCH = 20_000
"""Rows joined by one statement: short enough that another process's commit never waits for a reader."""


def integers(db: sqlite3.Connection, table: str, *columns: str, after: int = 0) -> list[NDArray[np.int64]]:
    """Return integer expressions over all rows with an id above `after`, in the order of the ids.

    Raises ValueError for a NULL, and for a number that is not an integer.
    """
    return _integers(db, table, columns, np.int64, after)


def small_integers(db: sqlite3.Connection, table: str, *columns: str) -> list[NDArray[np.int32]]:
    """Return the same over all rows in half the memory; ValueError for one larger than any row."""
    return _integers(db, table, columns, np.int32)


def refuse_gaps(db: sqlite3.Connection, table: str, count: int) -> None:
    """Raise ValueError if the numbers of `count` rows of a table are not 1, 2, 3, ... without a gap."""
    # Queried separately, each is at an end of the table; together, SQLite reads every row.
    (first,) = db.execute(f"SELECT coalesce(min(id), 1) FROM {table}").fetchone()
    last = last_row(db, table)
    if (first, last) != (1, count):
        raise ValueError(f"table {table} has {count} rows, numbered from {first} to {last}")


def last_row(db: sqlite3.Connection, table: str) -> int:
    """Return the number of the last row of a table, 0 for none; ValueError for one that no table has."""
    last = int(db.execute(f"SELECT coalesce(max(id), 0) FROM {table}").fetchone()[0])
    if last > LAST_ROW:
        raise ValueError(f"table {table} has a row numbered {last}")
    return last


def _integers(
    db: sqlite3.Connection, table: str, columns: Sequence[str], kind: type[_Integer], after: int = 0
) -> list[NDArray[_Integer]]:
    # A sum is one number, whatever a forged file contains: a text with a comma cannot be read as two cells.
    # Cells are joined in the order in which rows are met: without an index that is the order of the ids.
    joined = ", ".join(f"group_concat({column} + 0)" for column in columns)
    found: list[list[NDArray[_Integer]]] = [[np.empty(0, dtype=kind)] for _ in columns]
    for span in _spans(db, table, after):
        count, *texts = db.execute(
            f"SELECT count(*), {joined} FROM {table} NOT INDEXED WHERE id > ? AND id <= ?", span
        ).fetchone()
        for parts, text in zip(found, texts, strict=True):
            values = _parsed(text, count)
            if kind is np.int32 and count and not (values.min() >= -LAST_ROW and values.max() <= LAST_ROW):
                raise ValueError(f"a number of table {table} is larger than any row")
            parts.append(values.astype(kind, copy=False))
    return [np.concatenate(parts) for parts in found]


def floats(db: sqlite3.Connection, table: str, column: str) -> NDArray[np.float64]:
    """Return a real column over all rows, to the last bit; NULL becomes NaN.

    Numbers with up to six decimals, as in most runs, are read as whole millionths, if SQLite finds that these
    divided by a million are the very same numbers: what it writes of others in decimals is not exact.
    """
    found = [np.empty(0)]
    for span in _spans(db, table):
        count, text, others = db.execute(
            f"SELECT count(*), group_concat(coalesce(n, {_NO_NUMBER})), total(n / 1e6 <> x) FROM ("
            f"SELECT CAST(round({column} * 1e6) AS INTEGER) AS n, {column} AS x FROM {table} "
            "WHERE id > ? AND id <= ? ORDER BY id)",
            span,
        ).fetchone()
        if others:
            # SQLite has no NaN, and no collection an infinity.
            rows = db.execute(
                f"SELECT coalesce({column}, -9e999) FROM {table} WHERE id > ? AND id <= ? ORDER BY id", span
            )
            values = np.fromiter(chain.from_iterable(rows), dtype=np.float64)
            values[np.isneginf(values)] = np.nan
        else:
            millionths = _parsed(text, count)
            values = millionths / 1e6
            values[millionths == _NO_NUMBER] = np.nan
        found.append(values)
    return np.concatenate(found)


def _parsed(text: str | None, count: int) -> NDArray[np.int64]:
    """Return integers joined by commas. ValueError if their number is not that of the rows."""
    values = np.fromstring(text or "", dtype=np.int64, sep=",")
    if len(values) != count:
        raise ValueError(f"{count} rows have {len(values)} numbers in a column")
    return values


def _spans(db: sqlite3.Connection, table: str, after: int = 0) -> Iterator[tuple[int, int]]:
    """Yield the rows before the first and of the last of each stretch of a table."""
    last = last_row(db, table)
    for start in range(after, last, STRETCH):
        yield start, min(start + STRETCH, last)


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


def _joined(db: sqlite3.Connection, table: str, columns: Sequence[str], after: int, mark: str = " ") -> list[list[str]]:
    # Only these columns are read: the texts of a table are many times larger.
    inner = ", ".join(f"{column} AS c{at}" for at, column in enumerate(columns))
    listed = ", ".join(f"group_concat(c{at}, '{mark}')" for at in range(len(columns)))
    statement = f"SELECT {listed} FROM (SELECT {inner} FROM {table} WHERE id > ? AND id <= ? ORDER BY id)"
    texts: list[list[str]] = [[] for _ in columns]
    for span in _spans(db, table, after):
        row = db.execute(statement, span).fetchone()
        for stretches, text in zip(texts, row, strict=True):
            stretches.append(text)
    return texts


def stretches(db: sqlite3.Connection, table: str, columns: str) -> Iterator[list[tuple[Any, ...]]]:
    """Yield the rows of a table in the order of their ids, some thousands at a time."""
    for span in _spans(db, table):
        yield db.execute(f"SELECT {columns} FROM {table} WHERE id > ? AND id <= ? ORDER BY id", span).fetchall()


def answer_names(db: sqlite3.Connection) -> list[str]:
    """Return the names of all answers, by position; an unnamed answer is called by its number."""
    return [name or f"#{row}" for row, name in db.execute("SELECT id, name FROM answer ORDER BY id")]
