"""Campaigns at a hub for tests: an organizer's file, assessors who joined, and what is in whose file."""

import atexit
import json
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hub_server import copy_database, drop_database, new_database
from small import small_collection

from jurybox.collection.check import check
from jurybox.collection.entries import Content, Subject
from jurybox.collection.file import open_reading, open_writing
from jurybox.collection.log import LogWriter, enter_facts
from jurybox.hub.address import Address, read_address
from jurybox.hub.campaign import create_hub, invite
from jurybox.hub.connection import library
from jurybox.hub.export import log_digest
from jurybox.hub.joining import join
from jurybox.hub.known import admitted, keep_password, password_of
from jurybox.hub.link import Link, link_in, read_link, store_link
from jurybox.hub.server import DATABASE


@dataclass(frozen=True)
class Created:
    """A hub that was created once in this process, for campaigns to begin as copies of it."""

    home: Path
    database: str
    link: Link


_CREATED: dict[str, Created] = {}


def _created(key: str, **made: Any) -> Created:
    """Return the hub of such a collection, created the first time."""
    if key not in _CREATED:
        folder = Path(tempfile.mkdtemp(prefix="jurybox-hub-created-"))
        address = new_database()
        atexit.register(_forget, folder, address.database)
        link = _create(folder / "home.jury", address, **made)
        _CREATED[key] = Created(folder / "home.jury", address.database, link)
    return _CREATED[key]


def _forget(folder: Path, database: str) -> None:
    drop_database(database)
    shutil.rmtree(folder, ignore_errors=True)


def _create(home: Path, address: Address, **made: Any) -> Link:
    small_collection(home, **made)
    with closing(open_writing(home)) as db:
        db.execute("BEGIN IMMEDIATE")
        enter_facts(db, {"mode": "judging"})
        db.execute("COMMIT")
    return create_hub(address.whole_url, home)


class Campaign:
    """An organizer's file at a hub, and the files of those who joined, by name."""

    def __init__(self, folder: Path, address: Address, **made: Any) -> None:
        """Make the database at an address; `made` says how `small_collection` makes the file."""
        self.folder, self.address = folder, address
        self.home = folder / "home.jury"
        before = _created(repr(sorted(made.items())), **made) if address.database != DATABASE else None
        if before is None:
            self.link = _create(self.home, address, **made)
            return
        shutil.copy(before.home, self.home)
        copy_database(address.database, before.database)
        keep_password(address)
        self.link = replace(before.link, url=address.url, role=address.user)
        with closing(open_writing(self.home)) as db:
            db.execute("BEGIN IMMEDIATE")
            store_link(db, self.link)
            db.execute("COMMIT")

    def invite(self, name: str, file: str = "") -> Path:
        """Invite somebody; return the invitation."""
        target = self.folder / f"{file or name}.invite"
        invite(self.home, name, target)
        return target

    def join(self, name: str, file: str = "") -> Path:
        """Invite somebody and let them join; return their file."""
        invitation = self.invite(name, file)
        return join(invitation, self.folder / f"{file or name}.jury").path

    def account(self, file: Path) -> Any:
        """Return a connection with the account of an assessor's file: what one who speaks SQL has."""
        link = read_link(file)
        assert link is not None
        return library().connect(**admitted(link.address()).parameters(), autocommit=True)


def through(file: Path, port: int) -> None:
    """Let a file reach its hub through another port, which this computer knows from now on."""
    with closing(open_writing(file)) as db:
        link = link_in(db)
        assert link is not None
        moved = replace(link, url=replace(read_address(link.url), port=port).url)
        db.execute("BEGIN IMMEDIATE")
        store_link(db, moved)
        db.execute("COMMIT")
    keep_password(replace(moved.address(), password=password_of(link.address())))


def judge(file: Path, said: Sequence[tuple[int, str]], *, assessor: int = 0, answers: int = 3, act: str = "do") -> None:
    """Enter labels of answers in a file, each in a chain begun by this call, replacing what was in force."""
    with closing(open_writing(file)) as db:
        db.execute("BEGIN IMMEDIATE")
        log = LogWriter(db, act=act)  # type: ignore[arg-type]
        for answer, label in said:
            before = db.execute(
                "SELECT e.hash, e.id FROM entry e WHERE e.kind = 'judgment' AND e.assessor = ? "
                "AND e.answer = ? AND NOT EXISTS (SELECT 1 FROM superseded s WHERE s.entry = e.id)",
                (assessor + 1, answer + 1),
            )
            about = Subject(answer // answers, answer)
            log.write(assessor, "judgment", about, Content(label), replaces=dict(before.fetchall()))
        db.execute("COMMIT")


def hashes(file: Path, assessor: str | None = None) -> set[bytes]:
    """Return the hashes of the entries in a file, of all or of one assessor."""
    with closing(open_reading(file)) as db:
        rows = db.execute("SELECT e.hash, a.name FROM entry e JOIN assessor a ON a.id = e.assessor").fetchall()
    return {hash_ for hash_, name in rows if assessor in {None, name}}


def digest(file: Path, assessor: str | None = None) -> str:
    """Return the digest of the log of a file."""
    with closing(open_reading(file)) as db:
        return log_digest(db, assessor)


def problems(file: Path) -> list[str]:
    """Return what is wrong with a file."""
    with closing(open_reading(file)) as db:
        return check(db)


def until(true: Callable[[], bool], seconds: float = 20.0) -> None:
    """Wait until something is true; fail where it does not become so."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not come to pass"
        time.sleep(0.02)


def forget_accounts() -> None:
    """Make this computer another one: it knows the organizer's password, and no account of an assessor."""
    path = Path(os.environ["JURYBOX_HUB_PASSWORDS"])
    known = json.loads(path.read_text())
    for accounts in known.values():
        for user in [user for user in accounts if user.startswith("jurybox_")]:
            del accounts[user]
    path.write_text(json.dumps(known))
