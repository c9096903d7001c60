"""One connection between a file and its hub: what the hub lacks goes out, what the file lacks comes in.

Both sides compare the lengths of chains at every connection, so it does not matter what either of them lost
or got elsewhere: a hub restored from yesterday's backup is sent what it lacks, a file that was merged by mail
is sent nothing twice.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import jurybox
from jurybox.campaign.handouts import FOR_ALL
from jurybox.collection.facts import READ
from jurybox.hub import packs
from jurybox.hub.address import Address
from jurybox.hub.connection import Connection, deadline, hub_errors
from jurybox.hub.errors import Ended, HubRefused, PartRefused, TooSlow, Unreachable
from jurybox.hub.intake import SentNugget, nugget_body
from jurybox.hub.local_log import LocalLog, Waiting
from jurybox.hub.schema import NEEDED, VERSION
from jurybox.hub.wire import Chain, Sent
from jurybox.language import tr, trn

BATCH = 2_000
"""Entries that go out in one transaction, and that come in by one query."""

_BATCH_BYTES = 8_000_000
_PACKS_AT_ONCE = 50
_INSERT = (
    "INSERT INTO jurybox.entry (collection, assessor, hash, writer, place, body, shared) "
    "SELECT %s, a.* FROM unnest(%b::bytea[], %b::bytea[], %b::bytea[], %b::int4[], %b::bytea[], %b::bool[]) "
    "AS a (assessor, hash, writer, place, body, shared) "
    "ORDER BY assessor, writer, place ON CONFLICT DO NOTHING"
)
_CHAINS = (
    "SELECT assessor, writer, length, head, general FROM jurybox.chain WHERE collection = %s AND txid >= %s::text::xid8"
)
_GENERAL = (
    "SELECT DISTINCT e.writer FROM jurybox.entry e "
    "CROSS JOIN LATERAL (SELECT replace(convert_from(e.body, 'UTF8'), chr(92) || 'u0000', "
    "chr(92) || 'u0020')::json AS said OFFSET 0) b "
    "WHERE e.collection = %s AND e.assessor = %s AND e.writer = ANY (%s) "
    "AND said->>2 = ANY (%s) AND coalesce(said->>6, '') <> %s"
)
_FETCH = (
    "SELECT e.assessor, e.writer, e.place, e.hash, e.body "
    "FROM unnest(%s::bytea[], %s::bytea[], %s::integer[], %s::integer[]) "
    "AS w (assessor, writer, first, last) "
    "JOIN jurybox.entry e ON e.collection = %s AND e.assessor = w.assessor AND e.writer = w.writer "
    "AND e.place >= w.first AND e.place < w.last ORDER BY e.assessor, e.writer, e.place"
)


@dataclass
class Hub:
    """What the hub reports on itself and on the caller: `code` is None for the organizer's account."""

    collection: int
    code: bytes | None


@dataclass
class Remote:
    """The chains of the hub as far as this account sees them."""

    lengths: dict[Chain, int] = field(default_factory=dict)
    general: set[Chain] = field(default_factory=set)
    since: str = "0"
    plain: dict[Chain, int] = field(default_factory=dict)
    """Up to where chains that may be general were looked through, and nothing general was found."""


class Exchange:
    """One connection of one file. Use it on one thread."""

    def __init__(self, db: "Connection", log: LocalLog, address: "Address") -> None:
        self.db, self.log, self.address = db, log, address
        self.remote = Remote()
        self.aside: dict[Chain, str] = {}
        self._refused_part: tuple[bytes, str] = b"", ""
        with self._step():
            self.hub = self._greet(0)

    def _step(self) -> Any:  # noqa: ANN401 - a context manager of two
        from contextlib import ExitStack

        stack = ExitStack()
        stack.enter_context(hub_errors(self.address))
        stack.enter_context(deadline(self.db))
        return stack

    def greet(self, waiting: int) -> None:
        """Say that this file is there, and how much of it waits; refused where the hub wants that no more."""
        with self._step():
            self.hub = self._greet(waiting)

    def _greet(self, waiting: int) -> Hub:
        return greet(self.db, self.log.link.identity, waiting, organizer=self.log.link.organizer)

    @property
    def waiting(self) -> int:
        """Entries of the file that the hub lacks, those aside included."""
        return self.log.count_waiting(self.hub.code, self.remote.lengths)

    @property
    def problem(self) -> str | None:
        """What was set aside, in words; None for nothing."""
        problems = [one for one in (self._refused_part[1], *self.aside.values()) if one]
        if not problems:
            return None
        more = trn("And {n} more was set aside.", "And {n} more were set aside.", len(problems) - 1)
        return f"{problems[0]} {more}" if problems[1:] else problems[0]

    # Out

    def push(self) -> int:
        """Send the next entries that the hub lacks; return how many were sent, 0 where nothing is left."""
        chains = [one for one in self.log.sendable(self.hub.code) if one not in self.aside]
        batch = _within(self.log.waiting(chains, self.remote.lengths, self.log.batch or BATCH))
        if not batch:
            return 0
        try:
            self._send(batch)
        except TooSlow as error:
            if len(batch) > 1:
                self.log.batch = len(batch) // 4 or 1  # for the next connection as well
            elif not self.db.closed:
                self.aside[batch[0].chain] = str(error)
            if self.db.closed:
                raise
            return self.push()
        except HubRefused as error:
            named = {one.chain for one in batch}
            if len(named) == 1:
                self.aside[named.pop()] = str(error)
                return len(batch)
            for chain in named:  # one of them is refused: the others shall not wait for it
                self._send_alone(chain, [one for one in batch if one.chain == chain])
        return len(batch)

    def _send_alone(self, chain: Chain, batch: Sequence[Waiting]) -> None:
        try:
            self._send(batch)
        except HubRefused as error:
            self.aside[chain] = str(error)

    def _send(self, batch: Sequence[Waiting]) -> None:
        with self._step(), self.db.transaction():
            self._send_nuggets(batch)
            rows = [
                (one.chain[0], one.sent.hash, one.chain[1], one.sent.place, one.sent.body, one.shared) for one in batch
            ]
            self.db.execute(_INSERT, (self.hub.collection, *map(list, zip(*rows, strict=True))))
        self._confirm(batch)

    def _send_nuggets(self, batch: Sequence[Waiting]) -> None:
        speakers: dict[bytes, set[int]] = {}
        for one in batch:
            if one.nugget is not None:
                speakers.setdefault(one.chain[0], set()).add(one.nugget)
        rows = [
            (self.hub.collection, assessor, digest, nugget_body(fields))
            for assessor, positions in speakers.items()
            for digest, fields in self.log.nuggets(positions)
        ]
        if rows:
            with self.db.cursor() as cursor:
                cursor.executemany(
                    "INSERT INTO jurybox.nugget (collection, assessor, digest, body) "
                    "VALUES (%s, %s, %s, %s) ON CONFLICT DO NOTHING",
                    rows,
                )

    def _confirm(self, batch: Sequence[Waiting]) -> None:
        """Ask the hub for its present entries of these chains; those under another hash are set aside."""
        last = {one.chain: one.sent for one in batch}
        with self._step():
            for (assessor, writer), sent in last.items():
                found = self._ask(
                    2,
                    "SELECT c.length, e.hash FROM jurybox.chain c LEFT JOIN jurybox.entry e "
                    "ON (e.collection, e.assessor, e.writer, e.place) = "
                    "(c.collection, c.assessor, c.writer, %s) "
                    "WHERE c.collection = %s AND c.assessor = %s AND c.writer = %s",
                    *(sent.place, self.hub.collection, assessor, writer),
                )
                if not found or found[0][1] != sent.hash:
                    self.aside[assessor, writer] = tr(
                        "The hub has another continuation of the entries in this file. Merge the files "
                        "of this assessor instead."
                    )
                else:
                    self.remote.lengths[assessor, writer] = found[0][0]

    # In

    def look(self) -> int:
        """Ask which chains have grown; return how many entries the file lacks now."""
        with self._step():
            ((since,),) = self._ask(1, "SELECT pg_snapshot_xmin(pg_current_snapshot())::text")
            rows = self._ask(5, _CHAINS, self.hub.collection, self.remote.since)
        for assessor, writer, length, _, _ in rows:
            self.remote.lengths[assessor, writer] = length
        if self.log.is_own_part():
            self._find_general([row[1] for row in rows if row[0] == self.hub.code and row[4]])
        # A transaction begun before this moment may be committed after it, so that time is read again.
        self.remote.since = since
        return sum(self.remote.lengths[one] - self.log.lengths.get(one, 0) for one in self._wanted())

    def _ask(self, columns: int, query: str, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows of a query; raises Unreachable where what comes back is not an answer to it."""
        cursor = self.db.execute(query, values)
        if cursor.description is None or len(cursor.description) != columns:
            raise Unreachable(tr("The hub's answer was damaged on the way; trying again."))
        return cursor.fetchall()

    def _find_general(self, marked: Sequence[bytes]) -> None:
        """Take note of own chains that say something for everybody.

        The hub marks a chain with any fact; that guidelines were read is nothing general.
        """
        code = self.hub.code or b""
        lengths = self.remote.lengths
        writers = [
            one
            for one in marked
            if (code, one) not in self.remote.general and self.remote.plain.get((code, one)) != lengths[code, one]
        ]
        if not writers:
            return
        with self._step():
            read = f"{READ}{code.hex()}"
            rows = self._ask(1, _GENERAL, self.hub.collection, code, writers, list(FOR_ALL), read)
        self.remote.general |= {(code, writer) for (writer,) in rows}
        self.remote.plain |= {
            (code, one): lengths[code, one] for one in writers if (code, one) not in self.remote.general
        }

    def general_entries(self) -> list[tuple[Chain, list[Sent]]]:
        """Return the own chains that also say something for everybody, whole: they stay at the hub."""
        found: list[tuple[Chain, list[Sent]]] = []
        for chain in sorted(one for one in self.remote.general if one[0] == self.hub.code):
            sent: list[Sent] = []
            while len(sent) < self.remote.lengths[chain]:
                rows = self._fetch([(*chain, len(sent), len(sent) + BATCH)])
                if not rows:
                    raise Unreachable(tr("The hub was restored from a backup; trying again."))
                sent += (Sent(place, hash_, body) for _, _, place, hash_, body in rows)
            found.append((chain, sent))
        return found

    def _wanted(self) -> list[Chain]:
        """Return the chains of which the hub has more than the file, of those that belong into this file."""
        own = self.log.own_code() if self.log.is_own_part() else None
        return [
            chain
            for chain, length in self.remote.lengths.items()
            if length > self.log.lengths.get(chain, 0)
            and chain not in self.aside
            and (not self.log.is_own_part() or (chain[0] == own and chain not in self.remote.general))
        ]

    def _next_stretches(self) -> list[tuple[bytes, bytes, int, int]]:
        """Return assessor, writer, first place and the place after the last of what is fetched next.

        No more than a batch: the hub would have to sort all that is left to give the first of it.
        """
        found, room = [], BATCH
        for chain in self._wanted():
            first = self.log.lengths.get(chain, 0)
            last = min(self.remote.lengths[chain], first + room)
            found.append((*chain, first, last))
            room -= last - first
            if not room:
                break
        return found

    def pull(self) -> int:
        """Fetch and store the next entries that the file lacks; return how many came, 0 for none left."""
        wanted = self._next_stretches()
        if not wanted:
            return 0
        rows = self._fetch(wanted)
        arrived: dict[Chain, list[Sent]] = {}
        for assessor, writer, place, hash_, body in rows:
            arrived.setdefault((assessor, writer), []).append(Sent(place, hash_, body))
        if not arrived:
            # The hub went back to an earlier state since it was asked.
            raise Unreachable(tr("The hub was restored from a backup; trying again."))
        taken = self.log.take(list(arrived.items()), self._nuggets)
        for chain, why in taken.aside.items():
            self.aside[chain] = tr("What {name} entered is not imported: {why}.", name=self._name(chain[0]), why=why)
        return max(1, taken.count)

    def _fetch(self, wanted: Sequence[tuple[bytes, bytes, int, int]]) -> list[tuple[Any, ...]]:
        columns = ([one[at] for one in wanted] for at in range(4))
        with self._step():
            return self._ask(5, _FETCH, *columns, self.hub.collection)

    def _nuggets(self, assessor: bytes, digests: Sequence[bytes]) -> Mapping[bytes, SentNugget]:
        with self._step():
            rows = self._ask(
                3,
                "SELECT n.digest, n.body, coalesce(p.organizer, false) FROM jurybox.nugget n "
                "LEFT JOIN jurybox.person p ON p.collection = n.collection AND p.code = n.assessor "
                "WHERE n.collection = %s AND n.assessor = %s AND n.digest = ANY (%s)",
                *(self.hub.collection, assessor, list(digests)),
            )
        return {digest: SentNugget(body, by_organizer) for digest, body, by_organizer in rows}

    def _name(self, code: bytes) -> str:
        found = self.log.db.execute("SELECT name FROM assessor WHERE code = ?", (code,)).fetchone()
        return str(found[0]) if found else "somebody unknown"

    # The part

    def manifest(self) -> tuple[Mapping[str, Any], bytes]:
        """Return the list of the contents of this account's part, and its digest.

        Refused if there is none.
        """
        with self._step():
            found = self._handout()
        if found is None:
            raise HubRefused(tr("The hub has no part for you yet. Ask the organizer to hand it out."))
        return packs.checked_manifest(packs.unpack(found[1], found[0]), self.log.link.identity, self.hub.code), found[0]

    def _handout(self) -> tuple[bytes, bytes] | None:
        query = "SELECT digest, manifest FROM jurybox.handout WHERE collection = %s AND assessor = %s"
        rows = self._ask(2, query, self.hub.collection, self.hub.code)
        return (rows[0][0], rows[0][1]) if rows else None

    def update_part(self) -> bool:
        """Bring the content of an own file to that of the part at the hub; return whether it was another.

        A part with which the file could not be opened is set aside until there is another, or another connection.
        """
        held = self.log.db.execute("SELECT value FROM local WHERE name = ?", (packs.PART,)).fetchone()
        with self._step():
            query = "SELECT digest FROM jurybox.handout WHERE collection = %s AND assessor = %s"
            now = self._ask(1, query, self.hub.collection, self.hub.code)
        if not now or (held and held[0] == now[0][0].hex()) or self._refused_part[0] == now[0][0]:
            return False
        self._refused_part = b"", ""
        try:
            manifest, digest = self.manifest()
            for stretch in _stretches(packs.missing(self.log.db, manifest), _PACKS_AT_ONCE):
                arrived = self.fetch_packs(stretch)
                self.log.write(lambda db, arrived=arrived: packs.add_packs(db, arrived))  # type: ignore[misc]
            self.log.write(lambda db: packs.finish(db, manifest, digest))
        except PartRefused as error:
            self._refused_part = now[0][0], tr("{refused} Labels are sent all the same.", refused=error)
            return False
        return True

    def fetch_packs(self, digests: Sequence[bytes]) -> dict[bytes, Any]:
        """Fetch packs by their digests, checked and opened, in that order."""
        with self._step():
            query = "SELECT digest, body FROM jurybox.pack WHERE collection = %s AND digest = ANY (%s)"
            rows: dict[bytes, bytes] = dict(self._ask(2, query, self.hub.collection, list(digests)))
        lacking = [one for one in digests if one not in rows]
        if lacking:
            raise PartRefused(tr("The hub lacks a part of the campaign. Ask the organizer to send it again."))
        return {one: packs.unpack(rows[one], one) for one in digests}


def greet(db: "Connection", identity: str, waiting: int, *, organizer: bool) -> Hub:
    """Say who asks; refused where the hub is of another version, or the account was withdrawn."""
    found = db.execute(
        "SELECT version, oldest, collection, code FROM jurybox.hello(%s, %s)", (jurybox.__version__, waiting)
    ).fetchone()
    if found is None:
        raise HubRefused(tr("The database has no Jurybox hub."))
    version, oldest, collection, code = found
    if version < NEEDED:
        raise Ended(
            tr(
                "The hub was created by an older Jurybox (hub version {version}, this one needs "
                "{needed}). What you enter stays in your file; the organizer updates the hub with: "
                "jurybox hub create URL FILE.",
                version=version,
                needed=NEEDED,
            )
        )
    if oldest > VERSION:
        raise Ended(
            tr(
                "The hub was created by a newer Jurybox (hub version {version}, this one supports up "
                "to {version2}). What you enter stays in your file; use the newer program to send it.",
                version=version,
                version2=VERSION,
            )
        )
    if not organizer:
        if code is None:  # not for good: a backup may be restored in pieces, or a newer one after it
            raise HubRefused(
                tr(
                    "The hub does not know your account: it was withdrawn, or the hub was restored "
                    "from an older backup. What is in your file stays there. Ask the organizer for a "
                    "new invitation, and join with it into this same file."
                )
            )
        return Hub(collection, code)
    row = db.execute("SELECT id FROM jurybox.collection WHERE identity = %s", (identity,)).fetchone()
    if row is None:
        raise HubRefused(tr("The hub does not have this collection. Create it there first: jurybox hub create."))
    return Hub(row[0], None)


def _within(batch: Sequence[Waiting]) -> list[Waiting]:
    """Return the beginning of a batch that is not too large to travel at once; at least one entry."""
    found: list[Waiting] = []
    size = 0
    for one in batch:
        size += len(one.sent.body)
        if found and size > _BATCH_BYTES:
            break
        found.append(one)
    return found


def _stretches(found: Sequence[bytes], size: int) -> Iterable[Sequence[bytes]]:
    return (found[start : start + size] for start in range(0, len(found), size))
