"""Writing rows in bulk: many rows per statement, which takes SQLite half the time."""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import compress, pairwise
from operator import ne
from typing import Any

_MOST_VALUES = 900
"""Values per statement: every SQLite accepts 999."""


def insert_columns(db: sqlite3.Connection, table: str, columns: Mapping[str, Sequence[Any]]) -> None:
    """Insert rows given as columns of equal length, in the caller's transaction, in their order.

    A column with the same value in every row is bound once for many rows.
    """
    count = len(next(iter(columns.values()), ()))
    if not count:
        return
    varied = {
        name: cells for name, cells in columns.items() if cells[0] != cells[-1] or cells.count(cells[0]) < len(cells)
    }
    if not varied:  # a row needs at least one value of its own
        name = next(iter(columns))
        varied = {name: columns[name]}
    same = {name: cells[0] for name, cells in columns.items() if name not in varied}
    width, shared = len(varied), list(same.values())
    values: list[Any] = [None] * (count * width)
    for at, cells in enumerate(varied.values()):
        values[at::width] = cells
    named = ", ".join(f'"{name}"' for name in (*same, *varied))
    into = f"{table} ({named})"
    many = max(1, (_MOST_VALUES - len(same)) // width)
    whole = count // many * many * width
    parts = (shared + values[at : at + many * width] for at in range(0, whole, many * width))
    db.executemany(_statement(into, len(same), width, many), parts)
    if whole < len(values):
        db.execute(_statement(into, len(same), width, count % many), shared + values[whole:])


def equal_spans(cells: Sequence[Any]) -> Iterator[tuple[int, int]]:
    """Return begin and end of each stretch of equal neighbors, of which there is at least one."""
    if cells[0] == cells[-1] and cells.count(cells[0]) == len(cells):
        return iter([(0, len(cells))])
    return pairwise([0, *compress(range(1, len(cells)), map(ne, cells[1:], cells)), len(cells)])


@lru_cache(maxsize=64)
def _statement(into: str, same: int, width: int, rows: int) -> str:
    """Return the statement for this many rows, with numbered parameters, since rows share some."""
    shared = [f"?{at + 1}" for at in range(same)]
    listed = (
        ", ".join([*shared, *(f"?{at + 1}" for at in range(start, start + width))])
        for start in range(same, same + rows * width, width)
    )
    return f"INSERT INTO {into} VALUES {', '.join(f'({one})' for one in listed)}"  # noqa: S608 - our own names
