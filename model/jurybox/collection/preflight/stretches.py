"""Reading a collection in short statements, so that other programs can write to it in between."""

import sqlite3
from collections.abc import Iterator
from typing import Any

STRETCH = 20_000


def stretches(db: sqlite3.Connection, table: str, columns: str) -> Iterator[list[tuple[Any, ...]]]:
    """Yield the rows of a table in the order of their ids, some thousands at a time."""
    last = db.execute(f"SELECT coalesce(max(id), 0) FROM {table}").fetchone()[0]
    for start in range(0, last, STRETCH):
        yield db.execute(
            f"SELECT {columns} FROM {table} WHERE id > ? AND id <= ? ORDER BY id",
            (start, start + STRETCH),
        ).fetchall()
