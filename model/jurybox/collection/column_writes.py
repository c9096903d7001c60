"""Writing rows in bulk: many rows by one statement, which takes SQLite half the time of one by one."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, islice
from typing import Any

_MOST_VALUES = 900
"""Values of one statement: every SQLite takes 999."""


def insert_rows(
    db: sqlite3.Connection,
    into: str,
    row: str,
    rows: Iterable[Sequence[Any]],
    width: int,
    same: Sequence[Any] = (),
) -> None:
    """Insert rows of `width` values each in the caller's transaction, in their order.

    `into` is the table with its columns, `row` what one row of VALUES is, with a ? for each of its values;
    the values of `same` are those of every row, as ?1, ?2 and so on, for which `row` has `{0}`, `{1}`.
    Whatever `rows` raises comes out, and leaves earlier rows in the transaction.
    """
    many = max(1, (_MOST_VALUES - len(same)) // max(1, width))
    left: list[tuple[Any, ...]] = []

    def full() -> Iterator[tuple[Any, ...]]:
        source = iter(rows)
        while True:
            part = list(islice(source, many))
            if len(part) < many:
                left.extend(map(tuple, part))
                return
            yield (*same, *chain.from_iterable(part))

    db.executemany(_statement(into, row, many, width, len(same)), full())
    if left:
        values = (*same, *chain.from_iterable(left))
        db.execute(_statement(into, row, len(left), width, len(same)), values)


def insert_columns(db: sqlite3.Connection, table: str, columns: Mapping[str, Sequence[Any]]) -> None:
    """Insert rows that are given as columns of one length, in the caller's transaction, in their order.

    A column with the same value in every row is bound once for many rows.
    """
    if not columns or not next(iter(columns.values())):
        return
    varied = {
        name: cells
        for name, cells in columns.items()
        if cells[0] != cells[-1] or cells.count(cells[0]) < len(cells)
    }
    if not varied:  # a row must have something of its own
        name = next(iter(columns))
        varied = {name: columns[name]}
    same = [name for name in columns if name not in varied]
    listed = ", ".join(f'"{name}"' for name in (*same, *varied))
    row = ", ".join([*(f"{{{at}}}" for at in range(len(same))), *("?" * len(varied))])
    rows = zip(*varied.values(), strict=True)
    insert_rows(db, f"{table} ({listed})", f"({row})", rows, len(varied), [columns[name][0] for name in same])


@lru_cache(maxsize=64)
def _statement(into: str, row: str, many: int, width: int, same: int) -> str:
    """Return the statement for so many rows; its parameters are numbered, as some are used by every row."""
    pieces = row.split("?")
    if len(pieces) != width + 1:
        raise ValueError(f"{row} does not have {width} values")
    shared = [f"?{at + 1}" for at in range(same)]
    first = [piece.format(*shared) for piece in pieces]
    listed = []
    for number in range(many):
        at = same + number * width
        marks = [f"?{at + place + 1}" for place in range(width)]
        listed.append("".join(chain.from_iterable(zip(first, [*marks, ""], strict=True))))
    return f"INSERT INTO {into} VALUES {', '.join(listed)}"  # noqa: S608 - our own names
