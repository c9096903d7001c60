"""Digests of everything in a collection that the log does not chain: imported rows and assignments.

A digest covers a stretch of rows of one table, so that `check` finds every byte changed by a disk fault or by
another program. It protects against accidents, not against a forger, who can write a new digest. Rows are
digested in bulk when they are written, before the transaction ends.

Rows written by a version without digests have none until the next bulk write.
"""

import hashlib
import marshal
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from itertools import repeat
from typing import Any

from jurybox.collection.table_reads import last_row
from jurybox.language import grouped, tr
from jurybox.lists import comma_list

STRETCH = 4_096
"""The most rows covered by one digest: this many are reported if one of them was changed."""
_PIECE = 64
_FORM = 2
"""The version of marshal in which rows are digested. It writes numbers to the last bit and has no references,
so that equal rows have equal bytes; it is three times as fast as JSON."""

DIGESTED = {
    "series": "name, target, target_type",
    "document": "name, text, title, url",
    "question": ("name, kind, text, series, position, category, nil_correct, lang, guideline, status, digest"),
    "option": "question, name, text",
    "answer": "question, name, text, document, support, author, posted_at, best, pool, digest",
    "run": "name, team, description, lang, seconds, origin",
    "response": ("run, question, answer, nil, rank, text, answered, decision, selected, confidence, score"),
    "run_time": "run, question, seconds",
    "assessor": "code, name, kind",
    "assignment": "assessor, question, answer",
    "nugget": "question, name, author, source, weight, digest",
    "instance": "question, name, text, author",
}
"""The columns that are digested, by table."""

_NOUNS = {"run_time": "times of runs", "series": "series"}


def has_digests(db: sqlite3.Connection) -> bool:
    """Return whether a file's version has digests."""
    return bool(db.execute("PRAGMA user_version").fetchone()[0] > 1)


def add_digests(db: sqlite3.Connection, *tables: str) -> None:
    """Digest the rows that have no digest yet, in the caller's transaction; of all tables if none is named.

    Does nothing to a file of an older version.
    """
    if not has_digests(db):
        return
    for table in tables or DIGESTED:
        last = last_row(db, table)
        first = db.execute("SELECT coalesce(max(last), 0) FROM digest WHERE part = ?", (table,)).fetchone()[0]
        for start in range(first, last, STRETCH):
            end = min(start + STRETCH, last)
            _keep(db, table, start + 1, end, _digest(db, table, start + 1, end))


def digest_columns(db: sqlite3.Connection, table: str, first: int, columns: Mapping[str, Sequence[Any]]) -> None:
    """Digest newly added rows from the columns of at most `STRETCH` of them, as stored in the file.

    `first` is the number of the first row; a missing column is NULL in each. This saves reading them again.
    If earlier rows have no digest yet, `add_digests` digests both together.
    """
    count = len(next(iter(columns.values())))
    digested = db.execute("SELECT coalesce(max(last), 0) FROM digest WHERE part = ?", (table,))
    if not has_digests(db) or digested.fetchone()[0] != first - 1:
        return
    cells = [columns.get(name, repeat(None)) for name in DIGESTED[table].split(", ")]
    rows = list(zip(range(first, first + count), *cells, strict=False))
    total = hashlib.sha256()
    for start in range(0, count, _PIECE):
        total.update(marshal.dumps(rows[start : start + _PIECE], _FORM))
    _keep(db, table, first, first + count - 1, total.digest())


def renew_digests(db: sqlite3.Connection, *tables: str) -> None:
    """Digest again the tables whose rows were changed, in the caller's transaction."""
    if has_digests(db):
        db.executemany("DELETE FROM digest WHERE part = ?", ((table,) for table in tables))
        add_digests(db, *tables)


def changed_rows(db: sqlite3.Connection, only: str = "") -> Iterator[str]:
    """Yield a sentence for each stretch of rows that have changed since they were written; of one table alone."""
    if not has_digests(db):
        return
    known = db.execute("SELECT part, first, last, digest FROM digest ORDER BY part, first").fetchall()
    ends = dict.fromkeys(DIGESTED, 0)
    for table, first, last, digest in known:
        if only not in ("", table):
            continue
        if table not in ends:
            yield tr("There is a digest of a table {table!r}, which a collection does not have.", table=table)
        elif first != ends[table] + 1 or last < first:
            yield tr(
                "Table {table}, {rows}: the digest is missing.", table=table, rows=_rows(ends[table] + 1, first - 1)
            )
            ends[table] = max(last, ends[table])
        else:
            ends[table] = last
            if _digest(db, table, first, last) != digest:
                yield _changed(table, first, last)


def without_digest(db: sqlite3.Connection) -> str:
    """Return a sentence with the number of rows without a digest; "" for none."""
    counts = {}
    has = has_digests(db)
    for table in DIGESTED:
        query = "SELECT coalesce(max(last), 0) FROM digest WHERE part = ?"
        digested = db.execute(query, (table,)).fetchone()[0] if has else 0
        counts[table] = last_row(db, table) - digested
    if not any(count > 0 for count in counts.values()):
        return ""
    listed = comma_list(f"{grouped(count)} {_noun(table, count)}" for table, count in counts.items() if count > 0)
    return tr(
        "Written by an earlier version, without digests: {listed}. Not every change of these can "
        "be found; they get digests when the collection is next opened for writing or imported "
        "into.",
        listed=listed,
    )


def _rows(first: int, last: int) -> str:
    if last <= first:
        return tr("row {first:,}", first=first)
    return tr("rows {first:,} to {last:,}", first=first, last=last)


def _noun(table: str, count: int) -> str:
    return _NOUNS.get(table, table if count == 1 else f"{table}s")


def _keep(db: sqlite3.Connection, table: str, first: int, last: int, digest: bytes) -> None:
    db.execute("INSERT INTO digest (part, first, last, digest) VALUES (?, ?, ?, ?)", (table, first, last, digest))


def _digest(db: sqlite3.Connection, table: str, first: int, last: int) -> bytes:
    """Return a digest of 32 bytes for rows of a table with their numbers, both ends included."""
    total = hashlib.sha256()
    rows = db.execute(
        f"SELECT id, {DIGESTED[table]} FROM {table} WHERE id BETWEEN ? AND ? ORDER BY id",  # noqa: S608
        (first, last),
    )
    while piece := rows.fetchmany(_PIECE):
        total.update(marshal.dumps(piece, _FORM))
    return total.digest()


class StretchCheck:
    """Compares rows of a table, added in the order of their ids, with the digests that are known of it."""

    def __init__(self, table: str, known: Sequence[tuple[int, int, bytes]]) -> None:
        self._table = table
        self._waiting = list(reversed(known))
        self._total, self._piece = hashlib.sha256(), list[tuple[Any, ...]]()
        self._problems: list[str] = []
        self.last = max((last for _, last, _ in known), default=0)
        """The last row that has a digest."""

    def add(self, row: tuple[Any, ...]) -> None:
        """Take in a row: its id, and its cells in the order of `DIGESTED`."""
        while self._waiting and row[0] > self._waiting[-1][1]:
            self._end()
        if self._waiting and row[0] >= self._waiting[-1][0]:
            self._piece.append(row)
            if len(self._piece) == _PIECE:
                self._digest_piece()

    def problems(self) -> list[str]:
        """Return a sentence for each stretch whose rows are not, or not all, what they were; after the last row."""
        while self._waiting:
            self._end()
        return self._problems

    def _digest_piece(self) -> None:
        if self._piece:
            self._total.update(marshal.dumps(self._piece, _FORM))
            self._piece = []

    def _end(self) -> None:
        first, last, digest = self._waiting.pop()
        self._digest_piece()
        if self._total.digest() != digest:
            self._problems.append(_changed(self._table, first, last))
        self._total = hashlib.sha256()


def _changed(table: str, first: int, last: int) -> str:
    return tr("Table {table}, {rows}: changed or damaged after writing.", table=table, rows=_rows(first, last))
