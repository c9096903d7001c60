"""Taking in entries that arrive from a hub: each chain checked link by link, then added by the union of logs.

Nothing that arrives is trusted. A chain with an entry that Jurybox does not make, that refers to a missing
subject, or that would replace another assessor's entry, is set aside entirely from there on, and reported;
all other chains continue.
"""

import json
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from jurybox.collection.digests import renew_digests
from jurybox.collection.entries import SHARED_KINDS, Entry, Subject
from jurybox.collection.nuggets import Nugget, nugget_rows
from jurybox.collection.union import LogUnion
from jurybox.hub.wire import Chain, Read, Sent, read_sent
from jurybox.language import tr


@dataclass(frozen=True, slots=True)
class SentNugget:
    """A nugget as an account sent it with its entries: `body` as `nugget_body` writes it."""

    body: bytes
    by_organizer: bool


Fetch = Callable[[bytes, Sequence[bytes]], Mapping[bytes, SentNugget]]
"""Returns the nuggets that an assessor's entries refer to, as that assessor sent them, by digest."""


class Aside(Exception):  # noqa: N818 - no error of ours: a chain that cannot be taken in
    """An entry cannot be taken in; the text is the reason, as the end of a sentence."""


@dataclass
class Taken:
    """What was taken in: entries by chain, and the chains set aside with the reason."""

    added: dict[Chain, int] = field(default_factory=dict)
    aside: dict[Chain, str] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """Entries that are new here."""
        return sum(self.added.values())


class Intake:
    """Takes entries into one file, in transactions of the caller's on one connection.

    After a transaction that was rolled back, make a new one.
    """

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._union = LogUnion(db)
        self._known: dict[str, dict[bytes, int]] = {}
        self._people: dict[bytes, int] = {}

    def take(
        self, arrived: Iterable[tuple[Chain, Sequence[Sent]]], heads: Mapping[Chain, bytes], fetch: Fetch
    ) -> Taken:
        """Add what follows the heads of the chains here; the rest of a chain that is not right waits."""
        self._union.refresh()
        taken = Taken()
        for chain, entries in arrived:
            head = heads.get(chain, b"")
            try:
                for sent in entries:
                    self._take_one(head, chain, sent, fetch)
                    head = sent.hash
                    taken.added[chain] = taken.added.get(chain, 0) + 1
            except Aside as error:
                taken.aside[chain] = str(error)
        self._union.check_labels()
        return taken

    def _take_one(self, head: bytes, chain: Chain, sent: Sent, fetch: Fetch) -> None:
        try:
            read = read_sent(head, chain, sent)
        except ValueError as error:
            raise Aside(tr("entry {place:,} is {error}", place=sent.place, error=error)) from error
        entry = replace(read.entry, assessor=self._person(chain[0]), subject=self._subject(read, fetch))
        self._refuse_replacing_others(entry)
        self._union.add(entry)

    def _subject(self, read: Read, fetch: Fetch) -> Subject:
        names = read.names
        question = self._position("question", names.question)
        answer = self._position("answer", names.answer)
        nugget = None
        if names.nugget:
            nugget = self._lookup("nugget", names.nugget)
            if nugget is None:
                nugget = self._add_nugget(names.assessor, names.nugget, fetch)
            elif read.entry.kind == "nugget":
                self._learn_author(nugget, names.assessor, names.nugget, fetch)
        return Subject(question, answer, nugget, read.entry.subject.fact)

    def _position(self, table: str, digest: bytes) -> int | None:
        if not digest:
            return None
        found = self._lookup(table, digest)
        if found is None:
            raise Aside(tr("it refers to a {table} that is not here with the same content", table=table))
        return found

    def _lookup(self, table: str, digest: bytes) -> int | None:
        found = self._known.get(table, {}).get(digest)
        if found is None or not self._is_at(table, found, digest):
            rows = self._db.execute(f"SELECT id, digest FROM {table}")  # noqa: S608 - our own tables
            self._known[table] = {own: row - 1 for row, own in rows}
            found = self._known[table].get(digest)
        return found

    def _is_at(self, table: str, position: int, digest: bytes) -> bool:
        query = f"SELECT 1 FROM {table} WHERE id = ? AND digest = ?"  # noqa: S608 - our own tables
        return self._db.execute(query, (position + 1, digest)).fetchone() is not None

    def _add_nugget(self, assessor: bytes, digest: bytes, fetch: Fetch) -> int:
        sent = fetch(assessor, [digest]).get(digest)
        if sent is None:
            raise Aside(tr("it refers to a nugget that did not arrive"))
        nugget = self._read_nugget(sent, assessor, digest)
        (row,) = nugget_rows(self._db, {-2: nugget}).values()
        self._known.setdefault("nugget", {})[digest] = row - 1
        return row - 1

    def _learn_author(self, position: int, assessor: bytes, digest: bytes, fetch: Fetch) -> None:
        """Note the author of a nugget that others spoke of first, once the author does."""
        unknown = "SELECT 1 FROM nugget WHERE id = ? AND author IS NULL AND source IN ('edited', 'added')"
        if not self._db.execute(unknown, (position + 1,)).fetchone():
            return
        sent = fetch(assessor, [digest]).get(digest)
        author = None if sent is None else self._read_nugget(sent, assessor, digest).author
        if author is not None:
            self._db.execute("UPDATE nugget SET author = ? WHERE id = ?", (author + 1, position + 1))
            renew_digests(self._db, "nugget")

    def _read_nugget(self, sent: SentNugget, assessor: bytes, digest: bytes) -> Nugget:
        """Return a nugget; from an assessor, no other author and no weight is accepted."""
        try:
            question, name, author, source, weight = json.loads(sent.body)
            where = self._position("question", bytes.fromhex(question))
            who = None if author is None else self._people.get(bytes.fromhex(author))
        except (ValueError, TypeError, RecursionError) as error:
            raise Aside(tr("it refers to a nugget that cannot be read")) from error
        right = where is not None and isinstance(name, str) and isinstance(source, str | None)
        if not right or not isinstance(weight, float | int | None):
            raise Aside(tr("it refers to a nugget that cannot be read"))
        if not sent.by_organizer:
            who, weight = (who if who == self._person(assessor) else None), None
        return Nugget(where or 0, name, who, source, weight, digest)

    def _person(self, code: bytes) -> int:
        if code not in self._people:
            self._people = {own: row - 1 for row, own in self._db.execute("SELECT id, code FROM assessor")}
        if code not in self._people:
            raise Aside(tr("its assessor is not known here"))
        return self._people[code]

    def _refuse_replacing_others(self, entry: Entry) -> None:
        for hash_ in entry.replaces:
            row = self._union.row_of(hash_)
            if row is None:
                continue
            kind, assessor = self._db.execute("SELECT kind, assessor - 1 FROM entry WHERE id = ?", (row,)).fetchone()
            if assessor != entry.assessor and not (kind in SHARED_KINDS and entry.kind in SHARED_KINDS):
                raise Aside(tr("it replaces what somebody else entered"))


def nugget_body(row: Sequence[Any]) -> bytes:
    """Return a nugget as it travels: digest of its question, name, code of its author, source, weight."""
    question, name, author, source, weight = row
    fields = [question.hex(), name, None if author is None else author.hex(), source, weight]
    return json.dumps(fields, ensure_ascii=True, separators=(",", ":")).encode("ascii")
