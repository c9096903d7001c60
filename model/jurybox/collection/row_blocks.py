"""Rows as blocks of numbers in the staging database, so that memory stays constant however many there are."""

import sqlite3
from collections import Counter
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

_BLOCK_ROWS = 65_536


class RowBlocks:
    """Rows of one type, with fields `file` and `line`; `of_file` counts them by the number of the file."""

    def __init__(self, db: sqlite3.Connection, name: str, row: np.dtype[np.void]) -> None:
        self.of_file: Counter[int] = Counter()
        self._db = db
        self._table = f"{name}_block"
        self._row = row
        self._open: list[NDArray[np.void]] = []
        db.execute(f"DROP TABLE IF EXISTS {self._table}")
        db.execute(f"CREATE TABLE {self._table} (id INTEGER PRIMARY KEY, cells BLOB)")

    def __len__(self) -> int:
        return self.of_file.total()

    def __iter__(self) -> Iterator[NDArray[np.void]]:
        numbers = self._db.execute(f"SELECT id FROM {self._table} ORDER BY id").fetchall()  # noqa: S608 - our own names
        for number in numbers:
            one = f"SELECT cells FROM {self._table} WHERE id = ?"  # noqa: S608 - our own names
            (cells,) = self._db.execute(one, number).fetchone()
            yield np.frombuffer(cells, dtype=self._row)
        yield from self._open

    def add(self, file: int, **fields: object) -> None:
        """Add rows of a file, which are given as columns."""
        rows = np.empty(len(fields["line"]), dtype=self._row)  # type: ignore[arg-type]
        rows["file"] = file
        for name, cells in fields.items():
            rows[name] = cells
        self.of_file[file] += len(rows)
        self._open.append(rows)
        if sum(map(len, self._open)) >= _BLOCK_ROWS:
            cells = np.concatenate(self._open).tobytes()
            self._db.execute(f"INSERT INTO {self._table} (cells) VALUES (?)", (cells,))  # noqa: S608 - our own names
            self._open.clear()

    def first(self, file: int, count: int) -> NDArray[np.void]:
        """Return the first rows of a file."""
        found = np.empty(0, dtype=self._row)
        for block in self:
            if len(found) >= count:
                break
            found = np.concatenate([found, block[block["file"] == file]])[:count]
        return found

    def many(self, count: int) -> Iterator[NDArray[np.void]]:
        """Yield all rows, so many at a time, the last fewer."""
        rest = np.empty(0, dtype=self._row)
        for block in self:
            rows = np.concatenate([rest, block]) if len(rest) else block
            whole = len(rows) // count * count
            for start in range(0, whole, count):
                yield rows[start : start + count]
            rest = rows[whole:]
        if len(rest):
            yield rest
