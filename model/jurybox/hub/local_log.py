"""The log of a local file as the hub's exchange sees it: chains with their lengths, and what is not sent yet.

Read and written through connections of its own, as by any other program: a session that has the file open
notices what is added by itself, and is never waited for.
"""

import sqlite3
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from jurybox.collection.file import HANDED_OUT, check_is_ours, open_writing, trouble_refused
from jurybox.collection.organizer import ORGANIZER
from jurybox.errors import Refused
from jurybox.hub.intake import Fetch, Intake, Taken
from jurybox.hub.link import Link, link_in
from jurybox.hub.wire import Chain, Sent, is_shared, outgoing
from jurybox.language import tr

BATCH = 500
"""Entries that are stored in one transaction, so that whoever judges here never waits long for the file."""

_ROW = "hub_row"
_Result = TypeVar("_Result")


@dataclass(frozen=True, slots=True)
class Waiting:
    """An entry that the hub lacks: its row, its chain, and what travels."""

    row: int
    chain: Chain
    sent: Sent
    shared: bool
    nugget: int | None


@contextmanager
def change_of(path: Path, shown: Path | None = None) -> Iterator[sqlite3.Connection]:
    """Yield a file open for one transaction, which is stored at the end unless the block fails.

    What its disk refuses is one sentence, which names `shown`, if the file will be renamed to that later.
    """
    with trouble_refused(shown or path), closing(open_writing(path)) as db:
        db.execute("BEGIN IMMEDIATE")
        yield db
        db.execute("COMMIT")


@contextmanager
def opened_log(path: Path, shown: Path | None = None) -> Iterator["LocalLog"]:
    """Open the log of a file, and close it in the end.

    What the disk refuses inside is one sentence, Busy if another program holds the file. It names `shown`, if the
    file will be renamed to that later.
    """
    with trouble_refused(shown or path), closing(LocalLog(path)) as log:
        yield log


class LocalLog:
    """One file's chains. Use it on one thread, and close it at the end; errors of SQLite are raised as they are."""

    def __init__(self, path: Path) -> None:
        self.path = path
        check_is_ours(path)
        self._stamp = _stamp(path)
        self.db = open_writing(path)
        found = link_in(self.db)
        if found is None:
            self.db.close()
            raise Refused(tr("{path} belongs to no hub.", path=path.name))
        self.link: Link = found
        handed = self.db.execute("SELECT value FROM local WHERE name = ?", (HANDED_OUT,)).fetchone()
        self.batch: int | None = None
        """Entries that go out in one transaction, where the hub took too long for more."""
        self.handed_out: str | None = handed[0] if handed else None
        self.lengths: dict[Chain, int] = {}
        self.heads: dict[Chain, bytes] = {}
        self._at: dict[Chain, array[int]] = {}
        self._last = 0
        self._version = -1
        self._codes: dict[int, bytes] = {}
        self._writers: dict[int, bytes] = {}
        self._intake: Intake | None = None
        self.refresh()

    def read_link_again(self) -> None:
        """Take over another account or address, which somebody gave to the file since it was opened."""
        self.link = link_in(self.db) or self.link

    def __len__(self) -> int:
        return self._last

    def close(self) -> None:
        """Release the file."""
        self.db.close()

    def was_replaced(self) -> bool:
        """Return whether the path now has another file, or none."""
        return _stamp(self.path) != self._stamp

    def changed(self) -> bool:
        """Return whether another program wrote to the file since the last look."""
        version = self.db.execute("PRAGMA data_version").fetchone()[0]
        if version == self._version:
            return False
        self._version = version
        return True

    def refresh(self) -> None:
        """Take note of the entries that were added since the last look."""
        rows = self.db.execute("SELECT id, writer, assessor, hash FROM entry WHERE id > ? ORDER BY id", (self._last,))
        for row, writer, assessor, hash_ in rows.fetchall():
            chain = (self._code(assessor), self._writer(writer))
            self._at.setdefault(chain, array("q")).append(row)
            self.lengths[chain] = self.lengths.get(chain, 0) + 1
            self.heads[chain] = hash_
            self._last = row

    def is_own_part(self) -> bool:
        """Return whether this is the file of one assessor, not the whole collection."""
        return self.handed_out is not None

    def sendable(self, code: bytes | None) -> list[Chain]:
        """Return the chains that an account may send: those of its assessor, or all for the organizer."""
        return [chain for chain in self.lengths if code is None or chain[0] == code]

    def own_code(self) -> bytes | None:
        """Return the code of the assessor whose part this is; None for a whole collection."""
        found = self.db.execute("SELECT code FROM assessor WHERE name = ?", (self.handed_out,)).fetchone()
        return found[0] if found else None

    def count_waiting(self, code: bytes | None, there: Mapping[Chain, int]) -> int:
        """Return how many entries the hub lacks, given the lengths of its chains."""
        return sum(max(0, self.lengths[chain] - there.get(chain, 0)) for chain in self.sendable(code))

    def waiting(self, chains: Iterable[Chain], there: Mapping[Chain, int], most: int) -> list[Waiting]:
        """Return the next entries of these chains that the hub lacks, up to a maximum."""
        found: list[Waiting] = []
        for chain in chains:
            rows = self._at.get(chain, array("q"))[there.get(chain, 0) :][: most - len(found)]
            if rows:
                found += self._read(chain, rows, there.get(chain, 0))
            if len(found) >= most:
                break
        return found

    def _read(self, chain: Chain, rows: Sequence[int], place: int) -> list[Waiting]:
        (assessor,) = self.db.execute("SELECT id FROM assessor WHERE code = ?", (chain[0],)).fetchone()
        wanted = set(rows)
        found: list[Waiting] = []
        for row, entry, body in outgoing(self.db, assessor, rows[0] - 1, rows[-1]):
            if row in wanted:
                shared = is_shared(entry) and self._is_organizer(chain[0])
                sent = Sent(place + len(found), entry.hash, body)
                found.append(Waiting(row, chain, sent, shared, entry.subject.nugget))
        return found

    def _is_organizer(self, code: bytes) -> bool:
        query = "SELECT 1 FROM assessor WHERE name = ? AND code = ?"
        return self.db.execute(query, (ORGANIZER, code)).fetchone() is not None

    def nuggets(self, positions: Iterable[int]) -> list[tuple[bytes, Sequence[object]]]:
        """Return digests and fields of nuggets by position, as they travel."""
        query = (
            "SELECT n.digest, q.digest, n.name, a.code, n.source, n.weight FROM nugget n "
            "JOIN question q ON q.id = n.question LEFT JOIN assessor a ON a.id = n.author WHERE n.id = ?"
        )
        rows = [self.db.execute(query, (at + 1,)).fetchone() for at in sorted(set(positions))]
        return [(digest, rest) for digest, *rest in rows]

    def take(self, arrived: Sequence[tuple[Chain, Sequence[Sent]]], fetch: Fetch) -> Taken:
        """Store what arrived, in short transactions."""
        total = Taken()
        for stretch in _batches(arrived):
            batch = [one for one in stretch if one[0] not in total.aside]
            if not batch:
                continue
            taken = self._store_or_part(batch, fetch)
            total.aside |= taken.aside
            for chain, count in taken.added.items():
                total.added[chain] = total.added.get(chain, 0) + count
        return total

    def _store_or_part(self, batch: Sequence[tuple[Chain, Sequence[Sent]]], fetch: Fetch) -> Taken:
        """Store a batch; if it is refused, store chain by chain, so that no chain waits for another."""
        try:
            return self._store(batch, fetch)
        except Refused as error:
            if len(batch) == 1:
                return Taken(aside={batch[0][0]: str(error)[:1].lower() + str(error)[1:].rstrip(".")})
        total = Taken()
        for one in batch:
            taken = self._store_or_part([one], fetch)
            total.aside |= taken.aside
            total.added |= taken.added
        return total

    def _store(self, batch: Sequence[tuple[Chain, Sequence[Sent]]], fetch: Fetch) -> Taken:
        try:
            self.db.execute("BEGIN IMMEDIATE")
            self.refresh()
            fresh = [(chain, [one for one in sent if one.place >= self.lengths.get(chain, 0)]) for chain, sent in batch]
            intake = self._intake or Intake(self.db)
            taken = intake.take(fresh, self.heads, fetch)
            self.db.execute("COMMIT")
        except BaseException:
            self._intake = None
            with suppress(sqlite3.Error):
                self.db.execute("ROLLBACK")
            self._forget()
            raise
        self._intake = intake
        self.refresh()
        return taken

    def write(self, work: Callable[[sqlite3.Connection], _Result]) -> _Result:
        """Do work in one transaction."""
        try:
            self.db.execute("BEGIN IMMEDIATE")
            result = work(self.db)
            self.db.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self.db.execute("ROLLBACK")
            raise
        self.refresh()
        return result

    def remember_sent(self) -> None:
        """Note in the file that the hub has all of it, so that nothing counts as waiting after a restart."""
        last = self._last
        known = self.db.execute("SELECT value FROM local WHERE name = ?", (_ROW,)).fetchone()
        if known is None or int(known[0]) != last:
            self.write(lambda db: db.execute("INSERT OR REPLACE INTO local VALUES (?, ?)", (_ROW, str(last))))

    def guessed_waiting(self, code: bytes | None) -> int:
        """Return how many entries the hub lacks as far as the file knows, before the hub was asked."""
        known = self.db.execute("SELECT value FROM local WHERE name = ?", (_ROW,)).fetchone()
        last = int(known[0]) if known else 0
        return sum(sum(1 for row in self._at[chain] if row > last) for chain in self.sendable(code))

    def _forget(self) -> None:
        """Read the chains again: what was noted in a transaction that was rolled back is not there."""
        self.lengths.clear()
        self.heads.clear()
        self._at.clear()
        self._last = 0
        with suppress(sqlite3.Error):
            self.refresh()

    def _code(self, row: int) -> bytes:
        if row not in self._codes:
            self._codes |= dict(self.db.execute("SELECT id, code FROM assessor"))
        return self._codes[row]

    def _writer(self, row: int) -> bytes:
        if row not in self._writers:
            self._writers |= dict(self.db.execute("SELECT id, code FROM writer"))
        return self._writers[row]


def _batches(arrived: Sequence[tuple[Chain, Sequence[Sent]]]) -> Iterator[list[tuple[Chain, Sequence[Sent]]]]:
    """Cut what arrived into batches of at most `BATCH` entries, chains in their order."""
    batch: list[tuple[Chain, Sequence[Sent]]] = []
    size = 0
    for chain, sent in arrived:
        for start in range(0, len(sent), BATCH):
            stretch = sent[start : start + BATCH]
            if size + len(stretch) > BATCH and batch:
                yield batch
                batch, size = [], 0
            batch.append((chain, stretch))
            size += len(stretch)
    if batch:
        yield batch


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
