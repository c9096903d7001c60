"""The union of logs: entries of another log are added to a file, each once, and replaced ones are marked.

Merging a file and following a hub both add entries here. Data about the file is cached between transactions,
so that adding a few entries to a log of a million does not read the million again.
"""

import sqlite3
from array import array

import numpy as np

from jurybox.collection.entries import Entry, Replacing, may_replace, unpack
from jurybox.collection.log import NO_NUGGETS, insert_entries
from jurybox.collection.nuggets import Nugget
from jurybox.collection.own_schemes import foreign_label, stored_schemes, too_many_labels
from jurybox.collection.validity import ImpossibleValueError, entry_problem, homes_of
from jurybox.errors import Refused
from jurybox.language import tr

_MANY = 20_000
"""The number of hashes held separately before they are merged into the sorted ones."""


class HashRows:
    """Rows of entries by hash, for many: 16 bytes each, where a dictionary takes more than 200.

    Only the first 8 bytes of a hash are held; the caller compares the rest in the file.
    """

    def __init__(self) -> None:
        self._starts = np.empty(0, dtype=np.uint64)
        self._rows = np.empty(0, dtype=np.int64)
        self._new: dict[int, list[int]] = {}
        self._count = 0

    def add(self, hash_: bytes, row: int) -> None:
        """Note the row of one more hash."""
        self._new.setdefault(int.from_bytes(hash_[:8], "little"), []).append(row)
        self._count += 1
        if self._count >= _MANY:
            self._sort_in()

    def add_many(self, starts: bytes, rows: "array[int]") -> None:
        """Note many hashes at once: the first 8 bytes of each, one after the other, and their rows."""
        self._starts = np.concatenate([self._starts, np.frombuffer(starts, dtype="<u8")])
        self._rows = np.concatenate([self._rows, np.frombuffer(rows, dtype=np.int64)])
        self._order()

    def may_be(self, hash_: bytes) -> list[int]:
        """Return the rows whose hash has the same first 8 bytes: usually none or one."""
        start = int.from_bytes(hash_[:8], "little")
        first, last = (
            np.searchsorted(self._starts, np.uint64(start), side="left"),
            np.searchsorted(self._starts, np.uint64(start), side="right"),
        )
        return [*self._rows[first:last].tolist(), *self._new.get(start, ())]

    def _sort_in(self) -> None:
        pairs = [(start, row) for start, rows in self._new.items() for row in rows]
        self._starts = np.concatenate([self._starts, np.array([p[0] for p in pairs], dtype=np.uint64)])
        self._rows = np.concatenate([self._rows, np.array([p[1] for p in pairs], dtype=np.int64)])
        self._new.clear()
        self._count = 0
        self._order()

    def _order(self) -> None:
        order = np.argsort(self._starts, kind="stable")
        self._starts, self._rows = self._starts[order], self._rows[order]


class LogUnion:
    """Adds entries to the log of one file, in transactions of the caller's on one connection.

    After a transaction was rolled back, make a new one: it would consider lost entries known.
    """

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._rows = HashRows()
        self._last = 0
        self._ahead = Replacing()
        self._added: set[tuple[str, str | None]] = set()
        self._right: set[tuple[str, str | None]] = set()
        self._kinds: dict[int, str] = {}
        self.refresh()

    def refresh(self) -> None:
        """Take note of other programs' additions to the file, in the caller's transaction."""
        starts, rows, replaces = bytearray(), array("q"), []
        found = self._db.execute(
            "SELECT id, hash, replaces, kind, assessor - 1 FROM entry WHERE id > ? ORDER BY id", (self._last,)
        )
        for row, hash_, replaced, kind, assessor in found:
            starts += hash_[:8]
            rows.append(row)
            if replaced is not None:
                replaces.append((kind, assessor, replaced))
            if kind == "fact":
                self._right.clear()
        if rows:
            self._last = rows[-1]
            self._rows.add_many(bytes(starts), rows)
        for kind, assessor, blob in replaces:
            self._ahead.add(kind, assessor, (hash_ for hash_ in unpack(blob) if self.row_of(hash_) is None))
        if rows:
            self._ahead.keep(lambda hash_: self.row_of(hash_) is None)

    def row_of(self, hash_: bytes) -> int | None:
        """Return the row of an entry; None if it is not in this file."""
        for row in self._rows.may_be(hash_):
            if self._db.execute("SELECT 1 FROM entry WHERE id = ? AND hash = ?", (row, hash_)).fetchone():
                return row
        return None

    def add(self, entry: Entry, nugget: Nugget | None = None) -> bool:
        """Add an entry, its positions those of this file; return False if it was there already.

        `nugget`: the one that it is about, if the file may lack it. Raises ImpossibleValueError, before anything
        is written, for an entry with which a file cannot be opened.
        """
        if self.row_of(entry.hash) is not None:
            return False
        homes, nuggets = homes_of(self._db, entry.subject), NO_NUGGETS
        if nugget is not None and entry.subject.nugget is not None:
            homes, nuggets = homes._replace(nugget=nugget.question), {entry.subject.nugget: nugget}
        if problem := entry_problem(entry, homes):
            raise ImpossibleValueError(tr("an entry {problem}", problem=problem))
        (row,) = insert_entries(self._db, [entry], (), nuggets)
        self._rows.add(entry.hash, row)
        self._last = max(self._last, row)
        for hash_ in entry.replaces:
            replaced = self.row_of(hash_)
            if replaced is None:
                self._ahead.add(entry.kind, entry.assessor, [hash_])
            else:
                kind, assessor = self._db.execute(
                    "SELECT kind, assessor - 1 FROM entry WHERE id = ?", (replaced,)
                ).fetchone()
                if may_replace(entry.kind, entry.assessor, kind, assessor):
                    self._mark(replaced)
        if self._ahead.take(entry.hash, entry.kind, entry.assessor):
            self._mark(row)
        if entry.kind == "fact":
            self._right.clear()
        self._added.add((self._kind_of(entry.subject.question), entry.content.label))
        return True

    def check_labels(self) -> None:
        """Refuse the additions if a label is not in the scheme of its question here."""
        if self._added <= self._right:
            return
        if problem := too_many_labels(stored_schemes(self._db).values()):
            raise Refused(tr("{problem} Nothing was merged.", problem=problem))
        foreign = foreign_label(self._db)
        if foreign:
            label, kind, scheme = foreign
            raise Refused(
                tr(
                    "Answers to {kind} questions are labeled {label!r} there, which is not a label of "
                    "the scheme {scheme!r} here. Set the same labels first (jurybox labels). Nothing "
                    "was merged.",
                    kind=kind,
                    label=label,
                    scheme=scheme.name,
                )
            )
        self._right |= self._added
        self._added.clear()

    def _kind_of(self, question: int | None) -> str:
        """Return the kind of a question; empty for a subject without a question."""
        if question is None:
            return ""
        if question not in self._kinds:
            found = self._db.execute("SELECT kind FROM question WHERE id = ?", (question + 1,)).fetchone()
            self._kinds[question] = str(found[0]) if found else ""
        return self._kinds[question]

    def _mark(self, row: int) -> None:
        self._db.execute("INSERT OR IGNORE INTO superseded (entry) VALUES (?)", (row,))
