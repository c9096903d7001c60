"""One packaged PostgreSQL for a test process, started when a test asks, with a database for each test."""

import atexit
import os
import secrets
import shutil
import signal
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import psutil
import pytest

from jurybox.errors import Refused
from jurybox.hub.address import Address
from jurybox.hub.connection import library
from jurybox.hub.server import HubServer

_PREFIX, _TEST = "jurybox-hub-tests-", "test-process"
FAST = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off", "shared_buffers": "32MB"}


@cache
def server() -> HubServer:
    """Return the server of this process; the test is skipped, with the reason, where it cannot start."""
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


def new_database(name: str = "") -> Address:
    """Make an empty database and return the organizer's address."""
    name = name or f"t{secrets.token_hex(6)}"
    with owner() as db:
        db.execute(f"CREATE DATABASE {name} OWNER organizer")
    return replace(server().address, database=name)


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
