"""A server is lost and restored from a dump made a while ago: those who are at work bring back the rest."""

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from hub_people import Campaign, digest, hashes, judge, problems, until
from hub_server import FAST

from jurybox.hub.connection import library
from jurybox.hub.export import export_hub
from jurybox.hub.server import DATABASE, HubServer
from jurybox.hub.sync import Sync

NAMES = ("Ana", "Ben", "Cem")


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[HubServer]:
    """A server of its own, which a test may lose; skipped where it has no programs for dumps."""
    monkeypatch.setenv("JURYBOX_HUB_PASSWORDS", str(tmp_path / "passwords.json"))
    place = Path(tempfile.mkdtemp(prefix="jurybox-hub-lost-"))
    with HubServer(place / "server", settings=FAST) as made:
        if not (made.programs / "pg_dump").exists():
            pytest.skip("the packaged PostgreSQL has no pg_dump here")
        yield made
    shutil.rmtree(place)


def run(server: HubServer, program: str, *words: str) -> None:
    """Run one of PostgreSQL's programs as the administrator would."""
    owner = server.owner_address
    subprocess.run(
        [server.programs / program, "-h", owner.host, "-p", str(owner.port), "-U", owner.user, *words],
        env={**os.environ, "PGPASSWORD": owner.password},
        check=True,
        capture_output=True,
    )


def lose(server: HubServer) -> None:
    """Kill the server, and take away everything that it had stored."""
    main = psutil.Process(server.process or 0)
    parts = main.children(recursive=True)
    os.kill(main.pid, signal.SIGKILL)
    psutil.wait_procs([main, *parts], timeout=30)
    shutil.rmtree(server.folder / "data")


def entries_at(server: HubServer) -> int:
    """Return how many judgments the hub holds now."""
    with library().connect(**server.address.parameters(), autocommit=True) as db:
        query = "SELECT count(*) FROM jurybox.entry WHERE convert_from(body, 'UTF8')::json->>2 = 'judgment'"
        return int(db.execute(query).fetchone()[0])


def restore(server: HubServer, roles: Path, dump: Path) -> None:
    """Start anew with nothing, and restore roles and database as the help page says."""
    passwords = server.folder / "passwords.json"
    before = passwords.read_bytes()
    server.start()
    run(server, "psql", "-d", "postgres", "-f", str(roles))
    passwords.write_bytes(before)  # the roles have their passwords of before again
    run(server, "pg_restore", "-d", DATABASE, str(dump))


@pytest.mark.sweep
def test_clients_supply_by_themselves_what_a_restored_backup_lacks(tmp_path: Path, server: HubServer) -> None:
    """Half of the labels came after the backup; the programs of all go on, and nobody touches them."""
    campaign = Campaign(tmp_path, server.address, assessors=NAMES)
    files = {name: campaign.join(name) for name in NAMES}
    syncs = [Sync(file, pause=0.05) for file in (campaign.home, *files.values())]

    def all_sent() -> bool:
        return all(sync.state.connected and not sync.state.waiting for sync in syncs) and all(
            hashes(campaign.home, name) == hashes(file, name) for name, file in files.items()
        )

    try:
        for sync in syncs:
            sync.start()
        for file in files.values():
            judge(file, [(answer, "correct") for answer in range(6)])
        until(all_sent)
        roles, dump = tmp_path / "roles.sql", tmp_path / "hub.dump"
        run(server, "pg_dumpall", "--roles-only", "-f", str(roles))
        run(server, "pg_dump", "-Fc", "-f", str(dump), DATABASE)
        for file in files.values():
            judge(file, [(answer, "incorrect") for answer in range(6, 12)])
        until(all_sent)
        assert entries_at(server) == 36
        lose(server)
        until(lambda: not any(sync.state.connected for sync in syncs))
        for file in files.values():
            judge(file, [(0, "incorrect")])
        restore(server, roles, dump)
        until(lambda: entries_at(server) == 39, 120)
        until(all_sent)
    finally:
        for sync in syncs:
            sync.stop(10)
    exported = export_hub(campaign.home, tmp_path / "whole.jury")
    assert exported.digest == digest(campaign.home)
    assert problems(campaign.home) == []
