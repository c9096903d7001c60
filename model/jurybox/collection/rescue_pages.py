"""The rows of a damaged file, read from its pages: all that SQLite returns, and what it finds no way to.

A table is a tree of pages: interior ones with the last id of each page below, and leaves with the rows
(sqlite.org/fileformat2.html, sections 1.5, 1.6 and 2.1). SQLite gives up a whole table where one page on the way
cannot be used. Here every page that can be used is: leaves that the tree no longer leads to are recognized by their
rows, since the tables differ in number and types of columns, and rows whose texts go on in further pages are put
together. Nothing in the file is executed, each page is read once as a part of a table, and a page that the disk
cannot read is one that is damaged.
"""

import re
import struct
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from jurybox.collection.file import bytes_of
from jurybox.disk import LARGEST_VALUE

_MAGIC = b"SQLite format 3\x00"
_USUAL_SIZE = 4096
_BLOCK = 1 << 20
_BLOCKS_KEPT = 16
_TABLE, _INDEX = (5, 13), (2, 10)
_LEAF = _TABLE[1]
"""The kinds of pages of a table, and of an index or a table without row ids: interior ones, and leaves."""
_LEAST_ROW = 4
"""The least bytes of a row, with its place in the page; they limit the number of rows in a file."""
_LOOKED_AT = 8
"""Rows of a leaf that tell whose it is."""
_MOST_SHARERS = 8
"""Rows that may claim to go on in one page; only in a damaged file more than one does."""
_SIZES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
_REAL = 7
_CONSTANTS: dict[int, int | None] = {0: None, 8: 0, 9: 1, 10: None, 11: None}
_NOT_TEXT = {"utf-8": "surrogateescape"}
"""How bytes that are no text are read; in other encodings they are replaced at once."""
_NO_COLUMNS = {"PRIMARY", "UNIQUE", "CHECK", "FOREIGN", "CONSTRAINT"}
_LIST = "sqlite_schema"
_OTHERS: dict[str, tuple[tuple[Any, ...], ...]] = {
    _LIST: (("type", "TEXT"), ("name", "TEXT"), ("tbl_name", "TEXT"), ("rootpage", "INTEGER"), ("sql", "TEXT")),
    "_sqlite_migrations": (
        ("id", "INTEGER", True, True),
        ("migration_set", "TEXT"),
        ("name", "TEXT"),
        ("applied_at", "TEXT"),
    ),
}
"""Tables whose pages are told apart from those that are rescued; of the migrations, the set is always ours."""
_OF_MIGRATIONS = "jurybox"
_TYPES: dict[str, tuple[type, ...]] = {"INTEGER": (int,), "REAL": (int, float), "TEXT": (str,), "BLOB": (bytes,)}


class StoredColumn(NamedTuple):
    """A column of a table: its type in SQLite, and whether NULL cannot be in it. An `is_id` is stored as NULL."""

    name: str
    type: str
    required: bool = False
    is_id: bool = False

    def fits(self, value: object) -> bool:
        """Return whether a value, as it is stored, can be in this column."""
        if value is None:
            return not self.required or self.is_id
        return not self.is_id and isinstance(value, _TYPES[self.type])


def as_text(value: str) -> str:
    """Return a text as it was read, with a mark in the place of bytes that are no text."""
    return value if value.isascii() else value.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


Row = tuple[Any, ...]


class _NotARowError(Exception):
    """A page or a row is not as SQLite writes it."""


@dataclass
class _Tree:
    """The pages with the rows of a table, and what the pages on the way to them say.

    `broken`: a part of the tree could not be followed; `open_end`: the part with the last rows, so that nothing says
    how many there were. `bound`: the highest id that a page on the way names.
    """

    leaves: list[int] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    bound: int = 0
    broken: bool = False
    open_end: bool = False


class DamagedFile:
    """The rows of the tables of a file, by pages. `tables` are the columns that each of them has."""

    def __init__(self, path: Path, tables: Mapping[str, Sequence[StoredColumn]]) -> None:
        self._path, self._tables = path, tables
        self._shapes = {
            **tables,
            **{name: [StoredColumn(*one) for one in columns] for name, columns in _OTHERS.items()},
        }
        self._bytes = path.stat().st_size
        self._block = lru_cache(_BLOCKS_KEPT)(self._read_block)
        head = self._at(0, 100)
        self._size, self._usable, self._encoding = _form_of(head)
        self._pages = -(-self._bytes // self._size)
        self.most_rows = self._bytes // _LEAST_ROW
        """More rows than the file can hold: an id above it is damaged."""
        named = int.from_bytes(head[28:32], "big") if head.startswith(_MAGIC) else 0
        self.is_cut = self._pages < named < 1 << 31
        self._used: set[int] = set()
        self._sharers: dict[int, set[tuple[int, int]]] = {}
        self._trees = self._found_trees()

    def has(self, table: str) -> bool:
        """Return whether any row of a table can be read."""
        return next((True for _, values in self.rows(table) if values is not None), False)

    def rows(self, table: str) -> Iterator[tuple[int, Row | None]]:
        """Yield id and cells of every row, in the order of the ids; None for a row that is there and unreadable.

        The cells are those of the columns in `tables`; ids above `most_rows` or below 1 come as they are.
        """
        tree, columns = self._trees[table], self._tables[table]
        there = tree.names if {one.name for one in columns} <= set(tree.names) else [one.name for one in columns]
        places = [there.index(one.name) for one in columns]
        reals = [at for at, one in enumerate(columns) if one.type == "REAL"]
        seen = bytearray(self.most_rows + 1)
        for number in tree.leaves:
            for row, cells in sorted(self._rows_of(number), key=lambda one: one[0] if one[1] is not None else 0):
                if cells is None:
                    yield row, None
                    continue
                if 0 < row <= self.most_rows:
                    if seen[row]:
                        continue
                    seen[row] = 1
                values = [cells[at] if at < len(cells) else None for at in places]
                for at in reals:
                    value = values[at]
                    values[at] = float(value) if isinstance(value, int) else value
                yield row, tuple(row if one.is_id else value for one, value in zip(columns, values, strict=True))

    def keyed_rows(self, types: Sequence[str]) -> Iterator[Row]:
        """Yield the rows of a table without row ids, of columns of these types, in no particular order."""
        shape = [StoredColumn(str(at), name, required=True) for at, name in enumerate(types)]
        for number in range(1, self._pages + 1):
            if self._kind(number) in _INDEX:
                for cells in self._keys_of(number):
                    if _fits(cells, shape):
                        yield cells

    def bound(self, table: str) -> int:
        """Return the highest id that the pages on the way to the rows of a table name; 0 for none."""
        return min(self._trees[table].bound, self.most_rows)

    def is_open_ended(self, table: str) -> bool:
        """Return whether rows after the last one may have been lost."""
        return self._trees[table].open_end

    def is_broken(self, table: str) -> bool:
        """Return whether a part of the pages with the rows of a table cannot be found or used."""
        return self._trees[table].broken

    # ---- pages

    def _read_block(self, block: int) -> bytes | None:
        try:
            return bytes_of(self._path, block * _BLOCK, _BLOCK)
        except OSError:
            return None

    def _at(self, start: int, count: int) -> bytes:
        block = self._block(start // _BLOCK)
        if block is not None:  # pages do not cross blocks: both are powers of two
            return block[start % _BLOCK : start % _BLOCK + count]
        try:
            return bytes_of(self._path, start, count)
        except OSError:
            return b""

    def _page(self, number: int) -> bytes:
        """Return a page, cut off where the file is; b"" for one that is not there or that the disk cannot read."""
        return self._at((number - 1) * self._size, self._size) if 0 < number <= self._pages else b""

    def _kind(self, number: int) -> int:
        page = self._page(number)
        begins = 100 if number == 1 else 0
        return page[begins] if len(page) > begins + 12 else 0

    def _places(self, number: int, page: bytes) -> tuple[list[int], int]:
        """Return where the cells of a page begin, and the page to the right of an interior one."""
        begins = 100 if number == 1 else 0
        is_interior = page[begins] in (5, 2)
        first = begins + (12 if is_interior else 8)
        (count,) = struct.unpack_from(">H", page, begins + 3)
        count = min(count, (len(page) - first) // 2)
        right = int.from_bytes(page[begins + 8 : begins + 12], "big") if is_interior else 0
        return list(struct.unpack_from(f">{count}H", page, first)), right

    # ---- trees

    def _found_trees(self) -> dict[str, _Tree]:
        trees = {name: _Tree() for name in self._shapes}
        whole_list = self._follow(1, trees[_LIST], _LIST)
        listed = set()
        for number in trees[_LIST].leaves:
            for _, cells in self._rows_of(number):
                if cells is None or len(cells) < 5 or cells[0] != "table" or cells[1] not in self._shapes:
                    whole_list &= cells is not None
                    continue
                name, root, sql = cells[1], cells[3], cells[4]
                if name in listed or not isinstance(root, int):
                    continue
                listed.add(name)
                trees[name].names = _column_names(str(sql))
                self._follow(root, trees[name], name)
        for name in self._shapes:
            if name not in listed and name != _LIST:
                trees[name].broken = trees[name].open_end = not whole_list
        self._add_strays(trees)
        self._settle(trees, gone=set(self._shapes) - listed - {_LIST} if whole_list else set())
        return trees

    def _settle(self, trees: Mapping[str, _Tree], gone: Collection[str]) -> None:
        """Bring leaves into order, and say which trees are whole; `gone`: tables that were taken out, with all rows."""
        for tree in trees.values():
            tree.leaves.sort(key=self._first_row)
        if any(tree.broken for tree in trees.values()) and self._is_all_found():
            for tree in trees.values():  # the way was broken, and all leaves are there
                tree.broken = tree.open_end = False
        for name in gone:
            trees[name].broken = trees[name].open_end = True

    def _follow(self, root: int, tree: _Tree, table: str) -> bool:
        """Take in the leaves below a page in their order; return whether all could be followed."""
        waiting = [(root, True)]
        while waiting:
            number, is_last = waiting.pop()
            kind = self._kind(number)
            if number in self._used or kind not in _TABLE or (kind == _LEAF and not self._is_of(number, table)):
                tree.broken = True
                tree.open_end |= is_last
                continue
            self._used.add(number)
            if kind == _LEAF:
                tree.leaves.append(number)
                continue
            page = self._page(number)
            places, right = self._places(number, page)
            below = []
            for at in places:
                child, last = _child(page, at)
                below.append((child, False))
                if last <= self.most_rows:
                    tree.bound = max(tree.bound, last)
            waiting += reversed([*below, (right, is_last)])
        return not tree.broken

    def _is_of(self, number: int, table: str) -> bool:
        """Return whether a leaf may have rows of a table: not if all of them are those of another one."""
        some = [cells for _, cells in self._rows_of(number, _LOOKED_AT) if cells is not None]
        if not some or any(_fits(cells, self._shapes[table]) for cells in some):
            return True
        return not any(all(_fits(cells, shape) for cells in some) for shape in self._shapes.values())

    def _add_strays(self, trees: Mapping[str, _Tree]) -> None:
        """Take in leaves that no tree leads to, where a tree is broken."""
        broken = [name for name, tree in trees.items() if tree.broken]
        if not broken:
            return
        free = self._free_pages()
        for number in range(1, self._pages + 1):
            if self._kind(number) == _LEAF and number not in self._used and number not in free:
                table = self._table_of(number, broken)
                if table:
                    self._used.add(number)
                    trees[table].leaves.append(number)

    def _table_of(self, number: int, tables: Collection[str]) -> str:
        """Return which of some tables has the rows of a leaf; "" for none."""
        some = [cells for _, cells in self._rows_of(number) if cells is not None]
        counts: dict[str, float] = {name: sum(_fits(cells, self._shapes[name]) for cells in some) for name in tables}
        if any(len(cells) == 4 and cells[1] == _OF_MIGRATIONS for cells in some):
            counts.pop("series", None)
        if not any(isinstance(cell, float) for cells in some for cell in cells):
            counts["run_time"] = min(counts.get("run_time", 0), 0.5)  # whole seconds are stored as integers, too
        best = max(counts, key=counts.__getitem__, default="")
        return best if best and counts[best] else ""

    def _free_pages(self) -> set[int]:
        """Return the pages that the file lists as unused: what is in them is out of date."""
        found: set[int] = set()
        head = self._at(0, 100)
        trunk = int.from_bytes(head[32:36], "big") if head.startswith(_MAGIC) else 0
        while 0 < trunk <= self._pages and trunk not in found:
            page = self._page(trunk)
            if len(page) < self._size:
                break
            found.add(trunk)
            following, count = struct.unpack_from(">II", page)
            count = min(count, self._size // 4 - 2)
            found.update(struct.unpack_from(f">{count}I", page, 8))
            trunk = following
        return found

    def _is_all_found(self) -> bool:
        """Return whether every page of the file is known to be a part of something, so that no leaf is missing."""
        if self.is_cut or self._bytes % self._size:
            return False
        for number in self._used:
            if self._kind(number) == _LEAF:
                for _ in self._rows_of(number):
                    pass  # notes the pages in which rows go on
        known = self._used | self._free_pages() | self._sharers.keys() | {1, (1 << 30) // self._size + 1}
        rest = (number for number in range(1, self._pages + 1) if number not in known)
        return all(self._kind(number) in (_TABLE[0], *_INDEX) for number in rest)

    def _first_row(self, number: int) -> int:
        return min((row for row, cells in self._rows_of(number, 1) if cells is not None), default=0)

    # ---- rows

    def _rows_of(self, number: int, most: int | None = None) -> Iterator[tuple[int, Row | None]]:
        """Yield id and cells of the rows of a leaf as they are stored; 0 and None for one that is not readable."""
        page = self._page(number)
        for cell in self._places(number, page)[0][:most]:
            try:
                length, at = _varint(page, cell)
                row, at = _varint(page, at)
                payload = self._payload(page, at, length, self._usable - 35, number)
                yield row, _cells(payload, self._encoding)
            except (_NotARowError, IndexError, struct.error):
                yield 0, None

    def _keys_of(self, number: int) -> Iterator[Row]:
        """Yield the cells of the readable rows of a page of a table without row ids."""
        page = self._page(number)
        is_interior = self._kind(number) == _INDEX[0]
        for cell in self._places(number, page)[0]:
            try:
                length, at = _varint(page, cell + 4 * is_interior)
                most = (self._usable - 12) * 64 // 255 - 23
                yield _cells(self._payload(page, at, length, most, number), self._encoding)
            except (_NotARowError, IndexError, struct.error):
                continue

    def _payload(self, page: bytes, at: int, length: int, most: int, number: int) -> bytes:
        """Return the bytes of a row, of which at most so many are in the page itself."""
        if length <= most:
            if at + length > len(page):
                raise _NotARowError
            return page[at : at + length]
        if length > LARGEST_VALUE:
            raise _NotARowError
        room = self._usable - 4
        least = (self._usable - 12) * 32 // 255 - 23
        here = least + (length - least) % room
        here = here if here <= most else least
        parts, rest = [page[at : at + here]], length - here
        (following,) = struct.unpack_from(">I", page, at + here)
        cell = (number, at)
        while rest:
            more = self._page(following)
            sharers = self._sharers.setdefault(following, set())
            sharers.add(cell)
            if len(more) < 4 + min(rest, room) or len(sharers) > _MOST_SHARERS:
                raise _NotARowError
            parts.append(more[4 : 4 + min(rest, room)])
            rest -= min(rest, room)
            following = int.from_bytes(more[:4], "big")
        return b"".join(parts)


def _form_of(head: bytes) -> tuple[int, int, str]:
    """Return the size of pages, the bytes of each that are used, and how texts are encoded."""
    size, spare, encoding = int.from_bytes(head[16:18], "big"), head[20] if len(head) > 20 else 0, head[56:60]
    size = 65_536 if size == 1 else size
    if size < 512 or size & (size - 1):
        size, spare = _USUAL_SIZE, 0
    encodings = {2: "utf-16-le", 3: "utf-16-be"}
    return size, size - spare if spare < size - 480 else size, encodings.get(int.from_bytes(encoding, "big"), "utf-8")


def _child(page: bytes, at: int) -> tuple[int, int]:
    """Return the page below an interior one that a cell names, and the last id there; 0 where it is not readable."""
    try:
        return int.from_bytes(page[at : at + 4], "big"), _varint(page, at + 4)[0]
    except IndexError:
        return 0, 0


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """Return a signed number of one to nine bytes, and where it ends; IndexError beyond the end."""
    byte = data[at]
    if byte < 0x80:
        return byte, at + 1
    value = 0
    for end in range(at, at + 8):
        byte = data[end]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, end + 1
    value = value << 8 | data[at + 8]
    return value - (1 << 64) if value >> 63 else value, at + 9


def _cells(payload: bytes, encoding: str) -> Row:
    """Return the cells of a row: numbers, texts (what is none has lone surrogates), bytes and None."""
    head, at = _varint(payload, 0)
    if not 0 < head <= len(payload):
        raise _NotARowError
    cells: list[Any] = []
    errors, start = _NOT_TEXT.get(encoding, "replace"), head
    while at < head:
        kind = payload[at]
        at += 1
        if kind >= 0x80:
            kind, at = _varint(payload, at - 1)
        if kind >= 12:
            end = start + (kind - 12) // 2
            value: Any = payload[start:end] if kind % 2 == 0 else payload[start:end].decode(encoding, errors)
        elif kind in _CONSTANTS:
            end, value = start, _CONSTANTS[kind]
        elif kind == _REAL:
            end = start + 8
            (value,) = struct.unpack_from(">d", payload, start)
            value = None if value != value else value  # SQLite has no other use for what is not a number
        elif kind in _SIZES:
            end = start + _SIZES[kind]
            value = int.from_bytes(payload[start:end], "big", signed=True)
        else:
            raise _NotARowError
        if end > len(payload):
            raise _NotARowError
        cells.append(value)
        start = end
    return tuple(cells)


def _fits(cells: Row, shape: Sequence[StoredColumn]) -> bool:
    """Return whether cells can be a row of a table with these columns."""
    return len(cells) == len(shape) and all(one.fits(cell) for one, cell in zip(shape, cells, strict=True))


def _column_names(sql: str) -> list[str]:
    """Return the names of columns in the statement that made a table; none where it cannot be understood."""
    inside = re.sub(r"\([^()]*\)", "", sql.partition("(")[2].rpartition(")")[0])
    words = [part.split()[0].strip('"`[]') for part in inside.split(",") if part.split()]
    return [word for word in words if word.upper() not in _NO_COLUMNS]
