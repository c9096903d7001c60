"""Reading the numbers of a table straight from its pages in the file, thousands of rows at a time.

Of a million responses this takes 0.13 s of the processor. SQLite needs that long to add the numbers up, and
five times as long to hand them over in its quickest way, a text for each column of many rows: that would be a
third of the time until a large collection shows its first answer, and two fifths of `jurybox score`.

How a table lies in a file is documented and never changes (sqlite.org/fileformat2.html, sections 1.5, 1.6 and
2.1): a tree of interior pages, with the last id of each page below, and leaves, with the rows. A row is its
length, its id, the types of its cells, and the cells. Read is only a table of short rows that have the ids 1,
2, 3, ... and numbers as this program writes them; of any other, damaged and forged ones above all, nothing is
returned, and statements read it, whose errors are known. There is no second truth: nothing is stored.

Pages are read while the connection holds a reader's lock, so that nobody changes them meanwhile: some at a
time, so that others can write in between. Where they did, nothing is returned either. When it takes the lock,
SQLite looks for a change that was left half made, as for every statement. A file with a write-ahead log is
left to statements.
"""

import math
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.file import Connection
from jurybox.collection.table_reads import LAST_ROW

Numbers = NDArray[Any]
_Bytes = NDArray[np.uint8]
_Places = NDArray[np.intp]

_INTERIOR, _LEAF = 5, 13
_PAGES = 128
"""Pages read under one lock: mostly half a megabyte, which takes less than a millisecond."""
_DEEPEST = 20
_BEYOND = bytes(2_048)
"""What stands behind the pages, so that no row leads out of what was read, whatever it claims to hold."""
_NULL, _REAL, _ZERO, _ONE = 0, 7, 8, 9
_SIZES = np.array([0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0, *(at // 2 for at in range(116))], dtype=np.intp)
"""The bytes of a cell by its type: NULL, six sizes of integers, a real, 0, 1, none, none, blobs and texts."""
_SHIFTS = np.array([63, 56, 48, 40, 32, 16, 0, 63, 63, 63], dtype=np.int64)
"""What follows an integer among the eight bytes from its first, in bits."""


class _NotPlainError(Exception):
    """Something in the file is not as in a plain table."""


def plain_columns(db: sqlite3.Connection, table: str, columns: Mapping[str, float | None]) -> dict[str, Numbers] | None:
    """Return columns over all rows, whose ids are 1, 2, 3, ..., in their order; None if they are not plain.

    `columns` says what stands for NULL in each: None where every row has a number, NaN in reals, which come
    as float64; all others as int32. A column of nothing but NULL, 0 or 1 takes no memory.
    """
    if not isinstance(db, Connection) or db.in_transaction:
        return None  # what was changed and not committed is not in the file
    names = [name for _, name, *_ in db.execute(f"PRAGMA table_info({table})")]
    parts: dict[str, list[Numbers]] = {name: [] for name in columns}
    rows = 0
    try:
        _expect(columns.keys() <= set(names))
        pages = _TreePages(db)
        for leaves in pages.leaves(table):
            some = _LeafRows(leaves, pages.size, len(names))
            some.refuse_other_ids(rows + 1)
            for name, null in columns.items():
                parts[name].append(some.numbers(names.index(name), null))
            rows += len(some)
    except (_NotPlainError, OSError):
        return None
    return {name: _joined(found) for name, found in parts.items()}


def _joined(parts: Sequence[Numbers]) -> Numbers:
    first = parts[0][:1]
    if all(one.strides == (0,) and one[:1].tobytes() == first.tobytes() for one in parts):
        return np.broadcast_to(first[0], sum(map(len, parts)))
    return np.concatenate(parts)


class _TreePages:
    """The pages of a file, `size` bytes each, as they are while nobody writes to it."""

    def __init__(self, db: Connection) -> None:
        self._db = db
        self._version, head = self._under_lock([(0, 100)])
        (self.size,) = db.execute("PRAGMA page_size").fetchone()
        (self._last,) = db.execute("PRAGMA page_count").fetchone()
        _expect(head[18:21] == b"\x01\x01\x00")  # no write-ahead log, no bytes at the end of pages

    def leaves(self, table: str) -> Iterator[bytes]:
        """Yield the leaves of a table in order, many at a time."""
        # As SQLite does, which takes the page of a forged list of tables from a text or bytes, too.
        root = "SELECT CAST(rootpage AS INTEGER) FROM sqlite_schema WHERE name = ?"
        level = np.array(self._db.execute(root, (table,)).fetchone())
        for _ in range(_DEEPEST):
            parts = [level[at : at + _PAGES] for at in range(0, len(level), _PAGES)]
            first = self._read(parts[0])
            if first[0] == _LEAF:
                yield first
                yield from map(self._read, parts[1:])
                return
            below = chain.from_iterable(self._children(self._read(part)) for part in parts)
            level = np.array(list(islice(below, self._last + 1)))  # of more, some are named twice
            _expect(len(level) <= self._last)
        raise _NotPlainError

    def _children(self, data: bytes) -> Iterator[int]:
        """Yield the pages below interior pages, in order."""
        every = np.frombuffer(data, dtype=np.uint8)
        for start in range(0, len(data) - len(_BEYOND), self.size):
            cells = int.from_bytes(data[start + 3 : start + 5], "big")
            _expect(data[start] == _INTERIOR and 12 + 2 * cells <= self.size)
            at = np.frombuffer(data, ">u2", cells, start + 12).astype(np.intp)
            _expect((at >= 12 + 2 * cells).all() and (at < self.size).all())
            last_ids, ends = _varints(every, start + at + 4)
            _expect((ends <= start + self.size).all() and (np.diff(last_ids) > 0).all())
            yield from _unaligned(data, ">u4", start + at).tolist()
            yield int.from_bytes(data[start + 8 : start + 12], "big")

    def _read(self, pages: NDArray[np.int64]) -> bytes:
        _expect(pages.min() > 1 and pages.max() <= self._last)
        runs = np.split(pages, np.flatnonzero(np.diff(pages) != 1) + 1)
        version, data = self._under_lock([(self.size * int(run[0] - 1), self.size * len(run)) for run in runs])
        _expect(version == self._version)
        return data

    def _under_lock(self, spans: Sequence[tuple[int, int]]) -> tuple[int, bytes]:
        """Return the version of the file and its bytes at these places and lengths, `_BEYOND` after them."""
        self._db.execute("BEGIN")
        try:
            (version,) = self._db.execute("PRAGMA data_version").fetchone()  # takes the lock
            (journal,) = self._db.execute("PRAGMA journal_mode").fetchone()
            _expect(journal != "wal")  # SQLite follows a write-ahead log beside any file, whatever its head says
            data = b"".join((*(self._db.bytes_at(*span) for span in spans), _BEYOND))
        finally:
            if self._db.in_transaction:  # no error ended it
                self._db.execute("ROLLBACK")
        _expect(len(data) == sum(length for _, length in spans) + len(_BEYOND))
        return version, data


class _LeafRows:
    """The rows of some leaves; raises _NotPlainError where one is not a row of so many short cells."""

    def __init__(self, data: bytes, size: int, columns: int) -> None:
        self._data = data
        every = np.frombuffer(data, dtype=np.uint8)
        pages = every[: -len(_BEYOND)].reshape(-1, size)
        counts = pages[:, 3].astype(np.intp) << 8 | pages[:, 4]
        most = int(counts.max())
        _expect((pages[:, 0] == _LEAF).all() and counts.all() and 8 + 2 * most <= size)
        within = np.ascontiguousarray(pages[:, 8 : 8 + 2 * most]).view(">u2").astype(np.intp)
        given = np.arange(most) < counts[:, None]
        within, begin = within[given], np.repeat(size * np.arange(len(pages)), counts)
        _expect((within >= np.repeat(8 + 2 * counts, counts)).all() and (within < size).all())
        places = begin + within
        lengths, places = _varints(every, places)
        self._ids, places = _varints(every, places)
        _expect((every[places] == 1 + columns).all())
        # The types of the cells stand behind their number, then the cells, as a table has its columns.
        types = np.lib.stride_tricks.sliding_window_view(every, columns)[places + 1]
        self._types = np.ascontiguousarray(types.T)
        _expect((self._types < len(_SIZES)).all())
        self._starts: list[_Places] = []
        start = places + 1 + columns
        for column in self._types:
            self._starts.append(start)
            start = start + _sizes(column)
        ends = places + lengths
        _expect((start == ends).all() and (ends <= begin + size).all() and (lengths <= size - 35).all())

    def __len__(self) -> int:
        return len(self._ids)

    def refuse_other_ids(self, first: int) -> None:
        """Raise _NotPlainError unless the ids of the rows are `first` and those that follow it."""
        _expect((self._ids == np.arange(first, first + len(self))).all())

    def numbers(self, column: int, null: float | None) -> Numbers:
        """Return the numbers in a column; see `plain_columns`."""
        types, starts = self._types[column], self._starts[column]
        real = null is not None and math.isnan(null)
        kind = np.float64 if real else np.int32
        constants = {_ZERO: 0, _ONE: 1} if null is None else {_NULL: null, _ZERO: 0, _ONE: 1}
        low, high = int(types.min()), int(types.max())
        _expect(high <= _ONE and (low > _NULL or null is not None))
        if low == high and low in constants:
            return np.broadcast_to(kind(constants[low]), len(types))
        found: Numbers = _unaligned(self._data, ">i8", starts) >> _SHIFTS[types]
        if real:
            found = np.where(types == _REAL, _unaligned(self._data, ">f8", starts), found)
        else:
            _expect(not (types == _REAL).any() and found.min() >= -LAST_ROW and found.max() <= LAST_ROW)
        if low == _NULL or high >= _ZERO:
            for one, value in constants.items():
                found[types == one] = value
        return found.astype(kind, copy=False)


def _expect(holds: object) -> None:
    if not holds:
        raise _NotPlainError


def _sizes(types: _Bytes) -> _Places:
    """Return the bytes of cells by their types; once where all are of one type."""
    return _SIZES[types[:1] if types.min() == types.max() else types]


def _unaligned(data: bytes, kind: str, starts: _Places) -> NDArray[Any]:
    """Return the numbers that begin at these bytes, in the order of bytes of this machine."""
    size = np.dtype(kind).itemsize
    every = np.ndarray(len(data) - size + 1, kind, data, strides=(1,))
    return every[starts].astype(every.dtype.newbyteorder("="))


def _varints(data: _Bytes, starts: _Places) -> tuple[NDArray[np.int64], _Places]:
    """Return the numbers of variable length, of up to five bytes, that begin at these, and where they end."""
    byte = data[starts]
    values, ends = (byte & 0x7F).astype(np.int64), starts + 1
    goes_on = np.flatnonzero(byte & 0x80)
    for _ in range(4):
        if not len(goes_on):
            break
        byte = data[ends[goes_on]]
        values[goes_on] = values[goes_on] << 7 | byte & 0x7F
        ends[goes_on] += 1
        goes_on = goes_on[byte >= 0x80]
    _expect(not len(goes_on))
    return values, ends
