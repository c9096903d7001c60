"""What the organizer's file gives the hub besides its log: the people, everybody's part, and the rest.

All of it is made from a copy of the file, so that nobody who judges in the file waits. Data for the organizer
only (runs, responses, the whole content) goes into a table of its own.
"""

import hashlib
import sqlite3
import zlib
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path

from jurybox.campaign.handouts import hand_out
from jurybox.collection.facts import SQL_KIND
from jurybox.collection.file import open_reading, open_writing, trouble_refused
from jurybox.collection.organizer import ORGANIZER
from jurybox.collection.state import State
from jurybox.disk import private_folder
from jurybox.errors import Refused
from jurybox.hub import packs
from jurybox.hub.connection import Connection, deadline

_PART_SIZE = 2_000_000
_PUBLIC = "(e.kind IN ('fact', 'adjudication', 'nugget', 'instance') OR e.kind = 'importance')"


class Stamps:
    """Values that change when a part may have changed: imports, entries that affect parts, assessors.

    Only entries added since the last check are read.
    """

    def __init__(self) -> None:
        self._last = 0
        self._entries = 0

    def of(self, db: sqlite3.Connection) -> str:
        """Return what is compared to know whether parts must be cut again."""
        imports = db.execute("SELECT value FROM local WHERE name = 'imports'").fetchone()
        (last,) = db.execute("SELECT coalesce(max(id), 0) FROM entry").fetchone()
        (entries,) = db.execute(
            f"SELECT count(*) FROM entry e WHERE e.id > ? AND e.id <= ? AND {_PUBLIC}",  # noqa: S608
            (self._last, last),
        ).fetchone()
        self._last, self._entries = last, self._entries + entries
        (people,) = db.execute("SELECT count(*) FROM assessor").fetchone()
        return f"{imports[0] if imports else 0} {self._entries} {people}"


def publish_people(db: "Connection", collection: int, file: sqlite3.Connection) -> None:
    """Enter the assessors of a file at the hub, under their codes."""
    people = file.execute(f"SELECT code, name, {SQL_KIND} FROM assessor ORDER BY id").fetchall()  # noqa: S608
    with deadline(db), db.transaction(), db.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO jurybox.person (collection, code, name, kind, organizer) "
            "VALUES (%s, %s, %s, %s, %s) "
            "ON CONFLICT (collection, code) DO UPDATE SET name = excluded.name, kind = excluded.kind "
            "WHERE (person.name, person.kind) <> (excluded.name, excluded.kind)",
            [(collection, code, name, kind, name == ORGANIZER) for code, name, kind in people],
        )


def publish(
    db: "Connection",
    collection: int,
    path: Path,
    only: Iterable[str] | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> list[str]:
    """Bring parts and content at the hub up to those of the file; return the names whose part is new there.

    Parts of everybody who was invited, or only of some. Raises Refused if one of those named has no part.
    `stopped` is asked between two parts.
    """
    with trouble_refused(path), private_folder() as place:
        copy = Path(place) / "home.jury"
        with closing(open_reading(path)) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
        with closing(open_reading(copy)) as home:
            publish_people(db, collection, home)
            stamp = Stamps().of(home)
        with closing(State(copy)) as state:
            name, opened = state.facts.name or path.stem, state.facts.mode == "open"
        with deadline(db):
            db.execute(
                "UPDATE jurybox.collection SET name = %s, opened = %s WHERE id = %s AND (name, opened) <> (%s, %s)",
                (name, opened, collection, name, opened),
            )
        names = list(only) if only is not None else _invited(db, collection)
        renewed: list[str] = []
        for who in names:
            if stopped():
                return renewed
            try:
                if _publish_part(db, collection, copy, who, Path(place)):
                    renewed.append(who)
            except Refused:
                if only is not None:
                    raise  # of the others: nothing is assigned any more, and the part stays as it was
        if only is None:
            _publish_home(db, collection, copy)
            with deadline(db):
                db.execute("UPDATE jurybox.collection SET published = %s WHERE id = %s", (stamp, collection))
        return renewed


def _invited(db: "Connection", collection: int) -> list[str]:
    with deadline(db):
        rows = db.execute(
            "SELECT p.name FROM jurybox.person p WHERE p.collection = %s AND EXISTS "
            "(SELECT FROM jurybox.invitation i WHERE (i.collection, i.code) = (p.collection, p.code) "
            "AND i.withdrawn IS NULL) ORDER BY p.name",
            (collection,),
        ).fetchall()
    return [name for (name,) in rows]


def _publish_part(db: "Connection", collection: int, copy: Path, name: str, place: Path) -> bool:
    target = place / "part.jury"
    target.unlink(missing_ok=True)
    hand_out(copy, name, target)
    with closing(open_reading(target)) as file:
        part = packs.cut(file)
        (code,) = file.execute("SELECT code FROM assessor WHERE id = 1").fetchone()
    with deadline(db):
        found = db.execute(
            "SELECT digest FROM jurybox.handout WHERE collection = %s AND assessor = %s", (collection, code)
        ).fetchone()
    if found and found[0] == part.digest:
        return False
    with deadline(db, 600), db.transaction(), db.cursor() as cursor:
        held = {
            digest
            for (digest,) in cursor.execute(
                "SELECT digest FROM jurybox.pack WHERE collection = %s AND digest = ANY (%s)",
                (collection, list(part.packs)),
            )
        }
        cursor.executemany(
            "INSERT INTO jurybox.pack (collection, digest, body) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING",
            [(collection, digest, body) for digest, body in part.packs.items() if digest not in held],
        )
        cursor.execute("DELETE FROM jurybox.handout_pack WHERE collection = %s AND assessor = %s", (collection, code))
        cursor.execute(
            "INSERT INTO jurybox.handout_pack (collection, assessor, digest) SELECT %s, %s, unnest(%s::bytea[])",
            (collection, code, list(part.packs)),
        )
        cursor.execute(
            "INSERT INTO jurybox.handout (collection, assessor, digest, manifest) VALUES (%s, %s, %s, %s) "
            "ON CONFLICT (collection, assessor) DO UPDATE SET digest = excluded.digest, "
            "manifest = excluded.manifest, made = now()",
            (collection, code, part.digest, part.manifest),
        )
        cursor.execute("SELECT pg_notify(%s, '')", (channel(collection, code),))
    return True


def _publish_home(db: "Connection", collection: int, copy: Path) -> None:
    """Send the content of the whole collection, without its log, unless the hub has it already."""
    with closing(open_writing(copy)) as home:
        home.execute("BEGIN IMMEDIATE")
        for table in ("superseded", "entry", "writer"):
            home.execute(f"DELETE FROM {table}")  # noqa: S608 - our own tables
        home.execute("DELETE FROM local WHERE name NOT IN ('collection', 'name')")
        home.execute("COMMIT")
        home.execute("VACUUM")
    content = copy.read_bytes()
    digest = hashlib.sha256(content).digest()
    with deadline(db):
        found = db.execute("SELECT digest FROM jurybox.home WHERE collection = %s", (collection,)).fetchone()
    if found and found[0] == digest:
        return
    body = zlib.compress(content, 6)
    parts = [body[start : start + _PART_SIZE] for start in range(0, len(body), _PART_SIZE)]
    with deadline(db, 600), db.transaction(), db.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO jurybox.home_part (collection, digest, part, body) VALUES (%s, %s, %s, %s) "
            "ON CONFLICT DO NOTHING",
            [(collection, digest, at, one) for at, one in enumerate(parts)],
        )
        cursor.execute(
            "INSERT INTO jurybox.home (collection, digest, parts) VALUES (%s, %s, %s) "
            "ON CONFLICT (collection) DO UPDATE SET digest = excluded.digest, parts = excluded.parts",
            (collection, digest, len(parts)),
        )
        cursor.execute("DELETE FROM jurybox.home_part WHERE collection = %s AND digest <> %s", (collection, digest))


def channel(collection: int, code: bytes | None) -> str:
    """Return the name under which the hub wakes an account: that of one assessor, or the organizer's."""
    return f"jurybox_{collection}" + (f"_{code.hex()}" if code is not None else "")
