"""Appending to the log: chains, the tips that a new chain names, and the rows of entries."""

import json
import os
import re
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import sha256
from itertools import groupby, repeat
from typing import Any

from jurybox.collection.column_writes import equal_spans, insert_columns
from jurybox.collection.digests import add_digests
from jurybox.collection.entries import (
    Act,
    Content,
    Entry,
    EntryKind,
    EntryNames,
    Replacing,
    Subject,
    as_hashed,
    chain_hash,
    pack,
    unpack,
)
from jurybox.collection.facts import READ, check_fact
from jurybox.collection.nuggets import Nugget, nugget_rows
from jurybox.collection.organizer import ORGANIZER

_COLUMNS = (
    "hash, writer, assessor, kind, question, answer, nugget, fact, label, state, note, seconds, at, act, "
    "part, replaces, heads"
)
_INSERT = f"INSERT INTO entry ({_COLUMNS}) VALUES ({', '.join('?' * 17)})"  # noqa: S608 - our own names

_END = "log"
"""The name under which `local` says which entry was the last one when entries were last written."""
_NOTED = re.compile("([0-9]{1,18}):([0-9a-f]{64})")
_NOTE_END = (
    f"INSERT INTO local SELECT '{_END}', id || ':' || lower(hex(hash)) FROM entry "  # noqa: S608 - our own words
    "WHERE id = (SELECT max(id) FROM entry) ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE EXISTS "
    "(SELECT 1 FROM entry WHERE id = CAST(local.value AS INTEGER) AND local.value = id || ':' || lower(hex(hash)))"
)
"""The note of entries that are missing now stays: new ones would hide that."""
_MOST_DIGESTS = 200_000
_DIGESTS_AT_ONCE = 128
NOTHING_REPLACED: Mapping[bytes, int] = {}
NO_NUGGETS: Mapping[int, Nugget] = {}


def now() -> int:
    """Return the time in milliseconds since 1970; only for display, never for ordering."""
    return time.time_ns() // 1_000_000


@dataclass
class Chains:
    """The heads of all chains seen, and the chains that this writer adds to.

    `writer` is new for every opening of a file, so that no two programs ever add to one chain.
    """

    heads: dict[tuple[bytes, int], bytes] = field(default_factory=dict)
    tips: set[bytes] = field(default_factory=set)
    writer: bytes = field(default_factory=lambda: os.urandom(16))

    def add(self, entry: Entry, names: EntryNames) -> Entry:
        """Return the entry with its hash, as the next one of its chain."""
        chain = (self.writer, entry.assessor)
        previous = self.heads.get(chain)
        if previous is None:
            entry = replace(entry, heads=tuple(sorted(self.tips)))
        entry = replace(entry, hash=chain_hash(previous or b"", names, entry))
        self.observe(entry)
        return entry

    def observe(self, entry: Entry) -> None:
        """Note an entry that is now in the log, whoever added it."""
        self.follow((entry.writer, entry.assessor), entry.hash, entry.heads)

    def follow(self, chain: tuple[bytes, int], hash_: bytes, heads: Iterable[bytes]) -> None:
        """Note the hash that a chain now ends with, and the heads that its entry names."""
        self.tips.discard(self.heads.get(chain, b""))
        self.tips.difference_update(heads)
        self.tips.add(hash_)
        self.heads[chain] = hash_


def read_chains(db: sqlite3.Connection) -> Chains:
    """Read the heads of all chains of a file, for a new writer."""
    chains = Chains()
    for code, assessor, hash_ in db.execute(
        "SELECT w.code, e.assessor - 1, e.hash "
        "FROM (SELECT max(id) AS last FROM entry GROUP BY writer, assessor) "
        "JOIN entry e ON e.id = last JOIN writer w ON w.id = e.writer"
    ):
        chains.heads[code, assessor] = hash_
    chains.tips = set(chains.heads.values())
    for (heads,) in db.execute("SELECT heads FROM entry WHERE heads IS NOT NULL"):
        chains.tips.difference_update(unpack(heads))
    return chains


def entry_of(
    chains: Chains,
    names: EntryNames,
    assessor: int,
    kind: EntryKind,
    subject: Subject,
    content: Content,
    *,
    at: int | None = None,
    act: Act = "do",
    part: int = 0,
    replaces: Iterable[bytes] = (),
) -> Entry:
    """Make the next entry of an assessor's chain; `part` > 0 continues the step of the entry before."""
    entry = Entry(
        hash=b"",
        writer=chains.writer,
        assessor=assessor,
        kind=kind,
        subject=subject,
        content=content,
        at=now() if at is None else at,
        act=act,
        part=part,
        replaces=tuple(sorted(replaces)),
    )
    return chains.add(entry, names)


def insert_entries(
    db: sqlite3.Connection,
    entries: Sequence[Entry],
    superseded: Iterable[int] = (),
    nuggets: Mapping[int, Nugget] = NO_NUGGETS,
) -> list[int]:
    """Write entries, and mark the rows that they replace, in the caller's transaction; return their rows.

    `nuggets`: those that the entries refer to, by their position in the entries; missing ones are added to
    the file, and if another program took the row, the entries follow the nugget.
    """
    writers: dict[bytes, int] = {}
    rows = []
    at = nugget_rows(db, nuggets)
    for entry in entries:
        if entry.writer not in writers:
            writers[entry.writer] = writer_row(db, entry.writer)
        values = _values(_moved(entry, at), writers[entry.writer])
        rows.append(db.execute(_INSERT, values).lastrowid or 0)
    for row in superseded:
        db.execute("INSERT OR IGNORE INTO superseded (entry) VALUES (?)", (row,))
    note_end(db)
    return rows


def note_end(db: sqlite3.Connection) -> None:
    """Note which entry is the last one: its chain cannot tell that the end of a log is missing."""
    db.execute(_NOTE_END)


def noted_end(local: Mapping[object, object]) -> tuple[int, bytes] | None:
    """Return number and hash of the last entry as `local` of a file has them; None in one of an earlier version."""
    found = _NOTED.fullmatch(str(local.get(_END)))
    return (int(found[1]), bytes.fromhex(found[2])) if found else None


def _moved(entry: Entry, rows: Mapping[int, int]) -> Entry:
    nugget = entry.subject.nugget
    if nugget is None or nugget not in rows:
        return entry
    return replace(entry, subject=replace(entry.subject, nugget=rows[nugget] - 1))


def writer_row(db: sqlite3.Connection, code: bytes) -> int:
    """Return the row of a writer, adding it if it is new."""
    found = db.execute("SELECT id FROM writer WHERE code = ?", (code,)).fetchone()
    if found:
        return int(found[0])
    return db.execute("INSERT INTO writer (code) VALUES (?)", (code,)).lastrowid or 0


def read_entries(db: sqlite3.Connection, condition: str, values: Sequence[object]) -> list[tuple[int, Entry]]:
    """Return rows and entries of the log that meet an SQL condition on `e`, in the order of the rows."""
    columns = ", ".join(f"e.{name.strip()}" for name in _COLUMNS.split(",")).replace("e.writer", "w.code")
    found = db.execute(
        f"SELECT e.id, {columns} FROM entry e JOIN writer w ON w.id = e.writer "  # noqa: S608 - our own words
        f"WHERE {condition} ORDER BY e.id",
        values,
    )
    return [(row[0], _entry(row[1:])) for row in found]


def replacing(db: sqlite3.Connection) -> Replacing:
    """Return what the entries of a file replace, in this file or not."""
    found = Replacing()
    rows = db.execute("SELECT kind, assessor - 1, replaces FROM entry WHERE replaces IS NOT NULL")
    for kind, assessor, blob in rows:
        found.add(kind, assessor, unpack(blob))
    return found


def replaced_rows(db: sqlite3.Connection) -> set[int]:
    """Return the rows of all entries of a file that another entry in it replaces."""
    found = replacing(db)
    rows = db.execute("SELECT id, hash, kind, assessor - 1 FROM entry")
    return {row for row, hash_, kind, assessor in rows if found.has(hash_, kind, assessor)}


def new_assessor(db: sqlite3.Connection, name: str, kind: str = "person") -> int:
    """Return the row of the assessor of that name, added with a random code if there is none."""
    found = db.execute("SELECT id FROM assessor WHERE name = ?", (name,)).fetchone()
    if found:
        return int(found[0])
    cursor = db.execute("INSERT INTO assessor (code, name, kind) VALUES (?, ?, ?)", (os.urandom(16), name, kind))
    add_digests(db, "assessor")
    return cursor.lastrowid or 0


def count_import(db: sqlite3.Connection) -> None:
    """End bulk work: digest the new rows, and make other programs read the file again."""
    db.execute("INSERT INTO local VALUES ('imports', '1') ON CONFLICT (name) DO UPDATE SET value = value + 1")
    add_digests(db)


SPOKEN = (
    *("assessor", "kind", "question", "answer", "nugget", "fact"),
    *("label", "state", "note", "seconds", "at", "part", "replaces"),
)
"""The columns of what an import or a merge says: rows of the tables (None: of nothing), what is said of
them, and when (None: now). `part` is 0 and `replaces` empty where they are left out; that gives hash and
row (0: it is not in this file) of each entry whose place is taken."""


class LogWriter:
    """Adds entries in bulk inside a transaction of the caller's, as an import does.

    An import that contradicts entries in force is refused before; its entries replace only cleared ones, a
    note alone, or a growing panel.
    """

    def __init__(self, db: sqlite3.Connection, *, act: Act = "import") -> None:
        self._db = db
        self._act: Act = act
        self._chains = read_chains(db)
        self._writer = 0
        self._code = self._chains.writer.hex()
        self._digests: dict[str, dict[int | None, str]] = {}
        self._spoken_of = lru_cache(1000)(self._begun)
        self._as_hashed = lru_cache(1000, typed=True)(as_hashed)  # 1 and 1.0 are hashed apart
        self._ended_of = lru_cache(1000)(self._ended)

    def write(
        self,
        assessor: int,
        kind: EntryKind,
        subject: Subject,
        content: Content,
        *,
        at: int | None = None,
        part: int = 0,
        replaces: Mapping[bytes, int] = NOTHING_REPLACED,
    ) -> None:
        """Add one entry; positions are those of the tables as they are in the transaction.

        `replaces` is as in `SPOKEN`.
        """
        about = (_row(subject.question), _row(subject.answer), _row(subject.nugget), subject.fact)
        said = (content.label, content.state, content.note, content.seconds)
        one = (assessor + 1, kind, *about, *said, at, part, replaces)
        self.write_all({name: [cell] for name, cell in zip(SPOKEN, one, strict=True)})

    def write_all(self, spoken: Mapping[str, Sequence[Any]]) -> None:
        """Add entries in their order, given by the columns of `SPOKEN`, and mark what they replace.

        It is many times as fast as an `Entry` of its own, which each is hashed like.
        """
        if not self._writer:
            self._writer = writer_row(self._db, self._chains.writer)
        assessors = spoken["assessor"]
        columns: dict[str, Sequence[Any]] = {
            "part": [0] * len(assessors),
            "replaces": [NOTHING_REPLACED] * len(assessors),
            **spoken,
        }
        for start, end in equal_spans(assessors) if assessors else ():
            self._write_chain(assessors[start], {name: cells[start:end] for name, cells in columns.items()})
        note_end(self._db)

    def _write_chain(self, assessor: int, columns: dict[str, Sequence[Any]]) -> None:
        """Add entries of one assessor, each of which is hashed with the hash of the one before."""
        count = len(columns["assessor"])
        chains, chain = self._chains, (self._chains.writer, assessor - 1)
        previous = chains.heads.get(chain)
        heads: list[bytes | None] = [None] * count
        if previous is None:
            heads[0] = pack(sorted(chains.tips))
        if any(columns["replaces"]):
            rows = {row for replaced in columns["replaces"] for row in replaced.values() if row}
            mark = "INSERT OR IGNORE INTO superseded (entry) VALUES (?)"
            self._db.executemany(mark, ((row,) for row in sorted(rows)))
        columns["replaces"] = [pack(sorted(replaced)) if replaced else None for replaced in columns["replaces"]]
        if None in columns["at"]:
            moment = now()
            columns["at"] = [moment if at is None else at for at in columns["at"]]
        hashes, last = [], previous or b""
        for content in self._contents(columns, heads):
            last = sha256(last + content).digest()
            hashes.append(last)
        chains.follow(chain, last, unpack(heads[0]))
        columns |= {"writer": [self._writer] * count, "act": [self._act] * count}
        insert_columns(self._db, "entry", columns | {"hash": hashes, "heads": heads})

    def _contents(self, columns: Mapping[str, Sequence[Any]], heads: Sequence[bytes | None]) -> Iterator[bytes]:
        """Return the hashed content of each of these entries, after the hash of the previous one."""
        digests = [self._digests_of(table, columns[table]) for table in ("question", "answer", "nugget")]
        begun = _each(self._spoken_of, columns["assessor"], columns["kind"])
        facts = _each(self._as_hashed, columns["fact"])
        said = _each(self._as_hashed, *(columns[name] for name in ("label", "state", "note", "seconds")))
        ended = _each(self._ended_of, columns["at"], columns["part"], columns["replaces"], heads)
        for begin, question, answer, nugget, fact, content, end in zip(
            begun, *digests, facts, said, ended, strict=False
        ):
            yield f'[{begin},"{question}","{answer}","{nugget}",{fact},{content},{end}]'.encode("ascii")

    def _begun(self, assessor: int, kind: EntryKind) -> str:
        """Return the hashed bytes of an entry up to its subject."""
        (code,) = self._db.execute("SELECT code FROM assessor WHERE id = ?", (assessor,)).fetchone()
        return as_hashed(self._code, bytes(code).hex(), kind)

    def _ended(self, at: int, part: int, replaced: bytes | None, head: bytes | None) -> str:
        """Return how an entry is hashed behind what it says."""
        return f'{at},"{self._act}",{part},"{(replaced or b"").hex()}","{(head or b"").hex()}"'

    def _digests_of(self, table: str, rows: Sequence[int | None]) -> Iterator[str]:
        """Return the digests of rows in hashed form, "" for none; neighbors are read at once."""
        known = self._digests.get(table)
        if known is None or len(known) > _MOST_DIGESTS:
            known = self._digests[table] = {None: ""}
        blocks = sorted({row // _DIGESTS_AT_ONCE for row in set(rows).difference(known) if row is not None})
        for _, span in groupby(enumerate(blocks), lambda numbered: numbered[1] - numbered[0]):
            several = [block * _DIGESTS_AT_ONCE for _, block in span]
            ids, digests = self._db.execute(
                "SELECT group_concat(id), group_concat(lower(hex(digest))) "  # noqa: S608 - one of our own tables
                f"FROM {table} WHERE id >= ? AND id < ?",
                (several[0], several[-1] + _DIGESTS_AT_ONCE),
            ).fetchone()
            known.update(zip(map(int, ids.split(",")), digests.split(","), strict=True))
        return map(known.__getitem__, rows)


def _each(function: Callable[..., str], *columns: Sequence[Any]) -> Iterator[str]:
    """Call a function with the cells of each row; once where all rows are the same."""
    if all(map(_is_one, columns)):
        return repeat(function(*(cells[0] for cells in columns)))
    return map(function, *columns)


def _is_one(cells: Sequence[Any]) -> bool:
    """Return whether all cells are the same, of one type if they are numbers."""
    first = cells[0]
    is_number = isinstance(first, (int, float))
    return cells.count(first) == len(cells) and not (is_number and len(set(map(type, cells))) > 1)


def _values(entry: Entry, writer: int) -> tuple[object, ...]:
    subject, content = entry.subject, entry.content
    return (
        entry.hash,
        writer,
        entry.assessor + 1,
        entry.kind,
        _row(subject.question),
        _row(subject.answer),
        _row(subject.nugget),
        subject.fact,
        content.label,
        content.state,
        content.note,
        content.seconds,
        entry.at,
        entry.act,
        entry.part,
        pack(entry.replaces),
        pack(entry.heads),
    )


def _entry(values: Sequence[Any]) -> Entry:
    hash_, writer, assessor, kind, question, answer, nugget, fact, label, state, note, seconds, at, *rest = values
    act, part, replaces, heads = rest
    return Entry(
        hash=hash_,
        writer=writer,
        assessor=assessor - 1,
        kind=kind,
        subject=Subject(_position(question), _position(answer), _position(nugget), fact),
        content=Content(label, state, note, seconds),
        at=at,
        act=act,
        part=part,
        replaces=unpack(replaces),
        heads=unpack(heads),
    )


def _row(position: int | None) -> int | None:
    return None if position is None else position + 1


def _position(row: int | None) -> int | None:
    return None if row is None else row - 1


_FACT_IN_FORCE = (
    "SELECT e.hash, e.id, e.label FROM entry e WHERE e.kind = 'fact' AND e.fact = ? "
    "AND NOT EXISTS (SELECT 1 FROM superseded s WHERE s.entry = e.id)"
)

_CODE_OF = "SELECT code FROM assessor WHERE name = ?"


def enter_facts(db: sqlite3.Connection, values: Mapping[str, object]) -> int:
    """Set facts of the collection in the caller's transaction; return how many were new.

    None restores a fact's default. Facts that are set already are not entered again.
    """
    speaker = new_assessor(db, ORGANIZER) - 1
    log, count = LogWriter(db), 0
    for name, value in values.items():
        label = None if value is None else check_fact(name, value)
        in_force = db.execute(_FACT_IN_FORCE, (name,)).fetchall()
        if [old for _, _, old in in_force] == [label] or (label is None and not in_force):
            continue
        replaces = {hash_: row for hash_, row, _ in in_force}
        log.write(speaker, "fact", Subject(fact=name), Content(label), replaces=replaces)
        count += 1
    return count


def bring_back(db: sqlite3.Connection, names: Iterable[str]) -> int:
    """Restore these removed assessors, in the caller's transaction; return how many were removed."""
    in_force = [json.loads(label) for _, _, label in db.execute(_FACT_IN_FORCE, ("removed",)) if label]
    removed = [code for codes in in_force for code in codes]
    named = {code.hex() for name in names for (code,) in db.execute(_CODE_OF, (name,))}
    kept = [code for code in dict.fromkeys(removed) if code not in named]
    if named & set(removed):
        enter_facts(db, {"removed": kept or None})
    return len(named & set(removed))


def guideline_versions(db: sqlite3.Connection) -> dict[int, str]:
    """Return the version of the guidelines for every log entry made under one, by row.

    In their own chain (one writer, one assessor) an assessor enters the version under which they judge from
    there on; rows of one chain are in the order of the chain, whatever was merged between them.
    """
    now: dict[tuple[int, int], str] = {}
    found: dict[int, str] = {}
    for row, writer, assessor, fact, label in db.execute(
        "SELECT id, writer, assessor, CASE WHEN kind = 'fact' THEN fact END, label FROM entry ORDER BY id"
    ):
        chain = (writer, assessor)
        if fact is not None and fact.startswith(READ):
            now[chain] = "" if label is None else str(json.loads(label))
        elif now.get(chain):
            found[row] = now[chain]
    return found
