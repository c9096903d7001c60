"""One packaged PostgreSQL for a test process, started when a test asks, with a database for each test.

JURYBOX_TEST_HUB=postgresql://postgres:PASSWORD@127.0.0.1:PORT/postgres names another server to test with, by
an account that may do everything there, such as one of the system's own PostgreSQL.
"""

import atexit
import os
import secrets
import shutil
import signal
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import psutil
import pytest

from jurybox.errors import Refused
from jurybox.hub.address import Address, read_address
from jurybox.hub.connection import library
from jurybox.hub.server import ORGANIZER_ROLE, HubServer

_PREFIX, _TEST = "jurybox-hub-tests-", "test-process"
NAMED = "JURYBOX_TEST_HUB"
FAST = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off", "shared_buffers": "32MB"}


@dataclass(frozen=True)
class Named:
    """A server that runs already: the address of the account that may do everything, and the organizer's."""

    owner_address: Address

    @property
    def address(self) -> Address:
        """The organizer's address."""
        return self.owner_address.of(ORGANIZER_ROLE, self.owner_address.password)


@cache
def server() -> HubServer | Named:
    """Return the server of this process; the test is skipped, with the reason, where it cannot start."""
    if named := os.environ.get(NAMED):
        return _prepared(Named(read_address(named)))
    _end_those_left_behind()
    folder = Path(tempfile.mkdtemp(prefix=_PREFIX))
    (folder / _TEST).write_text(str(os.getpid()))
    started = HubServer(folder, settings=FAST)
    atexit.register(_end, started, folder)
    try:
        started.start()
    except Refused as error:
        pytest.skip(f"the packaged PostgreSQL cannot start here: {error}")
    return started


def _prepared(named: Named) -> Named:
    """Make the organizer's account on a server that runs already, once for all test processes."""
    with library().connect(**named.owner_address.parameters(), autocommit=True) as db, db.transaction():
        db.execute("SELECT pg_advisory_xact_lock(1)")
        if not db.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", (ORGANIZER_ROLE,)).fetchone():
            word = named.owner_address.password
            db.execute(f"CREATE ROLE {ORGANIZER_ROLE} LOGIN CREATEROLE PASSWORD '{word}'")
        db.execute("REVOKE CONNECT ON DATABASE postgres FROM PUBLIC")
    model = replace(named.owner_address, database="template1")
    with library().connect(**model.parameters(), autocommit=True) as db:  # what the page for administrators asks for
        db.execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC")  # as everybody may up to PostgreSQL 14
    return named


def _end(started: HubServer, folder: Path) -> None:
    started.stop(at_once=True)
    shutil.rmtree(folder, ignore_errors=True)


def _end_those_left_behind() -> None:
    """End the servers of test processes that were killed and could not end their own."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with suppress(OSError, ValueError, psutil.Error):
            if psutil.pid_exists(int((folder / _TEST).read_text())):
                continue
            process = HubServer(folder).process
            if process is not None and str(folder) in " ".join(psutil.Process(process).cmdline()):
                os.kill(process, signal.SIGQUIT)
            shutil.rmtree(folder, ignore_errors=True)


def owner(database: str = "postgres") -> Any:
    """Return a connection of the account that may do everything."""
    address = replace(server().owner_address, database=database)
    return library().connect(**address.parameters(), autocommit=True)


def no_database() -> Address:
    """Return the organizer's address of a database that is still to be made."""
    return replace(server().address, database=f"t{secrets.token_hex(6)}")


def new_database() -> Address:
    """Make an empty database and return the organizer's address."""
    address = no_database()
    with owner() as db:
        db.execute(f"CREATE DATABASE {address.database} OWNER {ORGANIZER_ROLE}")
    return address


def copy_database(name: str, like: str) -> None:
    """Make a database with what another one holds, to which nobody is connected, in place of one so named."""
    with owner() as db:
        db.execute(f"DROP DATABASE IF EXISTS {name}")
        db.execute(f"CREATE DATABASE {name} TEMPLATE {like} OWNER {ORGANIZER_ROLE}")
        db.execute(f"REVOKE TEMPORARY ON DATABASE {name} FROM PUBLIC")  # not copied


def drop_database(name: str) -> None:
    """Drop a database, whoever is connected."""
    with owner() as db:
        db.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Address]:
    """An empty database for the organizer; passwords of this test are kept in its own folder."""
    monkeypatch.setenv("JURYBOX_HUB_PASSWORDS", str(tmp_path / "passwords.json"))
    address = new_database()
    yield address
    drop_database(address.database)


@pytest.fixture
def hub_to_fill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Address]:
    """As `hub`, with no database: `hub_people.Campaign` makes it, as a copy."""
    monkeypatch.setenv("JURYBOX_HUB_PASSWORDS", str(tmp_path / "passwords.json"))
    address = no_database()
    yield address
    drop_database(address.database)
