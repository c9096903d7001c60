"""The whole content of a hub for a collection, as one ordinary collection file: nobody is locked in."""

import hashlib
import sqlite3
import tempfile
import zlib
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from jurybox.collection.check import check
from jurybox.collection.digests import add_digests
from jurybox.collection.file import SUFFIX, check_is_ours, open_reading, put_in_place
from jurybox.disk import part_prefix, sweep
from jurybox.errors import Refused
from jurybox.hub.campaign import Place, collection_at, place_of
from jurybox.hub.connection import Connection, connected, deadline
from jurybox.hub.errors import HubRefused
from jurybox.hub.exchange import Exchange
from jurybox.hub.link import Link, store_link
from jurybox.hub.local_log import change_of, opened_log
from jurybox.language import tr

_MOST_TIMES = 200
"""How many times its compressed size a collection can be: about 3 is usual, and 1,000 what the packer can do."""
_PIECE = 1 << 20
"""Bytes unpacked at once."""


@dataclass(frozen=True, slots=True)
class HubExport:
    """The file that was written, its number of entries, their `log_digest`, and what of the hub is not in it."""

    path: Path
    entries: int
    digest: str
    aside: str | None = None

    def __str__(self) -> str:
        if self.aside:
            return tr(
                "{path} contains {entries:,} entries of the hub (digest {digest}), not everything. {aside}",
                path=self.path,
                entries=self.entries,
                digest=self.digest[:16],
                aside=self.aside,
            )
        return tr(
            "{path} contains all {entries:,} entries of the hub (digest {digest}).",
            path=self.path,
            entries=self.entries,
            digest=self.digest[:16],
        )


def log_digest(db: sqlite3.Connection, assessor: str | None = None) -> str:
    """Return a digest that is equal for two files exactly if they have the same entries, in any order.

    `assessor`: only this assessor's entries.
    """
    total = hashlib.sha256()
    condition = "" if assessor is None else "WHERE assessor = (SELECT id FROM assessor WHERE name = ?)"
    values = () if assessor is None else (assessor,)
    for (hash_,) in db.execute(f"SELECT hash FROM entry {condition} ORDER BY hash", values):  # noqa: S608
        total.update(hash_)
    return total.hexdigest()


def export_hub(file_or_url: Path | str, target: Path) -> HubExport:
    """Write the whole collection with everybody's entries to a new file, checked; what it cannot have is named."""
    target = target if target.suffix == SUFFIX else target.with_name(f"{target.name}{SUFFIX}")
    if target.exists():
        raise Refused(tr("{target} exists already. Nothing was written; choose another name.", target=target))
    place = place_of(file_or_url)
    try:
        sweep(target.parent)
        with tempfile.TemporaryDirectory(prefix=part_prefix(), suffix=".part", dir=target.parent) as inside:
            part = Path(inside) / target.name
            with connected(place.address) as hub:
                _write_content(hub, place, part, target)
                aside = _write_log(hub, place, part, target)
            with closing(open_reading(part)) as db:
                damage = check(db)
                if damage:
                    raise HubRefused(
                        tr("The content of the hub is incomplete: {damage} Nothing was written.", damage=damage[0])
                    )
                (entries,) = db.execute("SELECT count(*) FROM entry").fetchone()
                digest = log_digest(db)
            put_in_place(part, target)
    except OSError as error:
        raise _unwritten(target, error) from error
    return HubExport(target, entries, digest, aside)


def _unwritten(target: Path, error: OSError) -> Refused:
    return Refused(tr("{target} cannot be written: {reason}.", target=target, reason=error.strerror))


def _write_content(hub: Connection, place: Place, part: Path, target: Path) -> None:
    number, _, _ = collection_at(hub, place)
    with deadline(hub, 600):
        rows = hub.execute(
            "SELECT p.body FROM jurybox.home h JOIN jurybox.home_part p USING (collection, digest) "
            "WHERE h.collection = %s ORDER BY p.part",
            (number,),
        ).fetchall()
        digest = hub.execute("SELECT digest FROM jurybox.home WHERE collection = %s", (number,)).fetchone()
    if digest is None:
        raise HubRefused(tr("The hub has no content yet. Send it from the collection file: jurybox hub push FILE"))
    try:
        with part.open("wb") as file:
            whole = _unpack([body for (body,) in rows], digest[0], file)
    except OSError as error:
        raise _unwritten(target, error) from error
    if not whole:
        raise HubRefused(tr("The content at the hub is damaged. Send it again: jurybox hub push FILE"))
    check_is_ours(part)


def _unpack(bodies: Sequence[bytes], digest: bytes, file: BinaryIO) -> bool:
    """Write what the bodies hold; return whether it is what the digest names, and no more than they can hold."""
    opened, found, left = zlib.decompressobj(), hashlib.sha256(), _MOST_TIMES * sum(map(len, bodies))
    try:
        for body in bodies:
            rest = body
            while rest and left > 0:
                piece = opened.decompress(rest, _PIECE)
                file.write(piece)
                found.update(piece)
                left -= len(piece)
                rest = opened.unconsumed_tail
        last = opened.flush()
    except zlib.error:
        return False
    file.write(last)
    found.update(last)
    return left > 0 and opened.eof and found.digest() == digest


def _write_log(hub: Connection, place: Place, part: Path, target: Path) -> str | None:
    _, identity, _ = collection_at(hub, place)
    link = Link(place.address.url, identity, place.address.user, "", organizer=True)
    with change_of(part, target) as db:
        store_link(db, link)
        _add_people(hub, place, db)
    with opened_log(part, target) as log:
        log.db.execute("PRAGMA synchronous = OFF")  # the whole file goes to the disk before it gets its name
        exchange = Exchange(hub, log, place.address)
        exchange.look()
        while exchange.pull():
            pass
        log.write(lambda db: db.execute("DELETE FROM local WHERE name LIKE 'hub%'"))
        return exchange.problem


def _add_people(hub: Connection, place: Place, db: sqlite3.Connection) -> None:
    """Enter who came after the content was sent."""
    number, _, _ = collection_at(hub, place)
    known = {code for (code,) in db.execute("SELECT code FROM assessor")}
    rows = hub.execute(
        "SELECT code, name, kind FROM jurybox.person WHERE collection = %s ORDER BY name", (number,)
    ).fetchall()
    db.executemany(
        "INSERT INTO assessor (code, name, kind) VALUES (?, ?, ?)", [row for row in rows if row[0] not in known]
    )
    add_digests(db, "assessor")
