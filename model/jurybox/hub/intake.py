"""Taking in entries that arrive from a hub: each chain checked link by link, then added by the union of logs.

Nothing that arrives is trusted: a right hash proves only who sent it. A chain with an entry that does not
follow, that refers to a missing subject, or with which the file could not be opened
(`jurybox.collection.validity`), is set aside entirely from there on, and reported; all other chains continue.
"""

import json
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from jurybox.collection.digests import renew_digests
from jurybox.collection.entries import Subject
from jurybox.collection.nuggets import Nugget
from jurybox.collection.union import LogUnion
from jurybox.collection.validity import ImpossibleValueError, row_problem
from jurybox.hub.wire import Chain, Sent, read_sent
from jurybox.language import tr


@dataclass(frozen=True, slots=True)
class SentNugget:
    """A nugget as an account sent it with its entries: `body` as `nugget_body` writes it."""

    body: bytes
    by_organizer: bool


Fetch = Callable[[bytes, Sequence[bytes]], Mapping[bytes, SentNugget]]
"""Returns the nuggets that an assessor's entries refer to, as that assessor sent them, by digest."""


_NEW_NUGGET = -2
"""The position of a nugget that has none yet."""


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
            raise Aside(tr("entry {place:,} is {error}", place=sent.place + 1, error=error)) from error
        names = read.names
        question, answer = self._position("question", names.question), self._position("answer", names.answer)
        at, nugget = self._lookup("nugget", names.nugget) if names.nugget else None, None
        if names.nugget and at is None:
            at, nugget = _NEW_NUGGET, self._fetched(names.assessor, names.nugget, fetch)
        subject = Subject(question, answer, at, read.entry.subject.fact)
        try:
            self._union.add(replace(read.entry, assessor=self._person(chain[0]), subject=subject), nugget)
        except ImpossibleValueError as error:
            raise Aside(str(error)) from error
        if at is not None and nugget is None and read.entry.kind == "nugget":
            self._learn_author(at, names.assessor, names.nugget, fetch)

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

    def _fetched(self, assessor: bytes, digest: bytes, fetch: Fetch) -> Nugget:
        sent = fetch(assessor, [digest]).get(digest)
        if sent is None:
            raise Aside(tr("it refers to a nugget that did not arrive"))
        return self._read_nugget(sent, assessor, digest)

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
        if not sent.by_organizer:
            who, weight = (who if who == self._person(assessor) else None), None
        row = {"question": where, "name": name, "author": who, "source": source, "weight": weight, "digest": digest}
        if problem := row_problem("nugget", row):
            raise Aside(tr("it refers to a nugget that cannot be: {problem}", problem=problem))
        return Nugget(where or 0, name, who, source, weight, digest)

    def _person(self, code: bytes) -> int:
        if code not in self._people:
            self._people = {own: row - 1 for row, own in self._db.execute("SELECT id, code FROM assessor")}
        if code not in self._people:
            raise Aside(tr("its assessor is not known here"))
        return self._people[code]


def nugget_body(row: Sequence[Any]) -> bytes:
    """Return a nugget as it travels: digest of its question, name, code of its author, source, weight."""
    question, name, author, source, weight = row
    fields = [question.hex(), name, None if author is None else author.hex(), source, weight]
    return json.dumps(fields, ensure_ascii=True, separators=(",", ":")).encode("ascii")
