"""A campaign of fifty assessors and a million labels over a network that fails and a server that is killed.

    python3 run.py test tests/model/hub/test_soak.py -m soak -s

The size is set by JURYBOX_SOAK_ASSESSORS (50), JURYBOX_SOAK_LABELS of each (20000) and JURYBOX_SOAK_KILLS
(10).
"""

import os
import random
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import closing
from pathlib import Path

import psutil
import pytest
from hub_people import digest, hashes, problems, through
from hub_proxy import FaultProxy
from small import small_collection

from jurybox.collection.entries import Content, Subject
from jurybox.collection.file import open_reading, open_writing
from jurybox.collection.log import LogWriter, enter_facts
from jurybox.collection.organizer import ORGANIZER
from jurybox.collection.state import State
from jurybox.hub.campaign import create_hub, invite
from jurybox.hub.export import export_hub
from jurybox.hub.joining import join
from jurybox.hub.server import HubServer
from jurybox.hub.status import read_status
from jurybox.hub.sync import Sync
from jurybox.scoring import scoreboard_of
from jurybox.session import open_session

ASSESSORS = int(os.environ.get("JURYBOX_SOAK_ASSESSORS", "50"))
LABELS = int(os.environ.get("JURYBOX_SOAK_LABELS", "20000"))
KILLS = int(os.environ.get("JURYBOX_SOAK_KILLS", "10"))
ANSWERS = 40
"""Of each question."""

LABELS_OF = ("correct", "incorrect")
SUPPORT = Path(__file__).resolve().parents[2] / "support"


@pytest.mark.soak
def test_a_million_labels_over_a_bad_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JURYBOX_HUB_PASSWORDS", str(tmp_path / "passwords.json"))
    # Under pytest's own folder another pytest would take away the rights of the account of the server.
    place = Path(tempfile.mkdtemp(prefix="jurybox-hub-soak-"))
    with HubServer(place / "server") as server:
        proxy = FaultProxy("127.0.0.1", server.port)
        try:
            _soak(tmp_path, server, proxy)
        finally:
            proxy.close()
    shutil.rmtree(place)


def _soak(folder: Path, server: HubServer, proxy: FaultProxy) -> None:
    names = [f"Assessor {number + 1}" for number in range(ASSESSORS)]
    home = small_collection(folder / "home.jury", questions=max(1, LABELS // ANSWERS), answers=ANSWERS, assessors=names)
    with closing(open_writing(home)) as db:
        db.execute("BEGIN IMMEDIATE")
        enter_facts(db, {"mode": "judging"})
        db.execute("COMMIT")
    create_hub(server.url, home)
    began = time.monotonic()
    files = {}
    for name in names:
        invitation = folder / f"{name}.invite"
        invite(home, name, invitation)
        files[name] = join(invitation, folder / f"{name}.jury").path
        through(files[name], proxy.port)
    through(home, proxy.port)
    print(f"\n{ASSESSORS} assessors joined in {time.monotonic() - began:.0f} s")

    began = time.monotonic()
    organizer = Sync(home)
    organizer.start()
    workers = {
        name: subprocess.Popen(
            [sys.executable, str(SUPPORT / "hub_worker.py"), str(file), str(LABELS), "100", "0.05", name],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([*sys.path]), "OMP_NUM_THREADS": "1"},
        )
        for name, file in files.items()
    }
    done = threading.Event()
    spoiler = threading.Thread(target=_spoil, args=(proxy, server, done))
    spoiler.start()
    said = {name: worker.communicate()[0] for name, worker in workers.items()}
    done.set()
    spoiler.join()
    proxy.mend()
    sent = time.monotonic() - began
    total = ASSESSORS * LABELS
    end = time.monotonic() + 1_800
    while time.monotonic() < end and (_rows(home) < total or _count(home) < total):
        organizer.wake()
        time.sleep(0.5)
    arrived = time.monotonic() - began
    print(f"{total:,} labels sent in {sent:.0f} s and all with the organizer after {arrived:.0f} s: ")
    print(f"{total / arrived:,.0f} labels per second; organizer: {organizer.state}")
    organizer.stop(30)

    began = time.monotonic()
    for name, file in files.items():
        own = digest(file, name)
        assert said[name].splitlines()[-1] == f"sent {own}", said[name]
        assert digest(home, name) == own, name
        assert _count(file) == LABELS, name
        print(f"{name}: {LABELS:,} labels, digest {own} in their file and in the organizer's")
    exported = export_hub(home, folder / "export.jury")
    assert digest(home) == exported.digest
    print(f"The organizer's file and the export of the hub: digest {exported.digest}")
    assert len(hashes(home)) == _count(home, all_of_it=True) == exported.entries
    assert _count(home) == total
    assert problems(home) == []
    print(f"compared, exported and checked in {time.monotonic() - began:.0f} s")
    status = read_status(home)
    print(
        f"The hub has {status.entries:,} entries in {status.size_bytes / 1e6:,.0f} MB, "
        f"{status.size_bytes / status.entries:,.0f} bytes each."
    )
    _measure_delay(home, files[names[0]])


def _spoil(proxy: FaultProxy, server: HubServer, done: threading.Event) -> None:
    """Spoil the network every few seconds, and kill the server so many times."""
    chance = random.Random(1)
    kills = 0
    while not done.wait(chance.uniform(1, 4)):
        what = chance.randrange(6)
        if what == 0:
            proxy.cut()
        elif what == 1:
            proxy.delay(0.05)
        elif what == 2:
            proxy.truncate(chance.randrange(1_000_000))
        elif what == 3:
            proxy.double()
        elif what == 4 and kills < KILLS:
            kills += 1
            _kill(server)
        done.wait(chance.uniform(0.2, 1.5))
        proxy.mend()
    while kills < KILLS:  # a soak that was over sooner is not spared
        kills += 1
        _kill(server)
    print(f"the server was killed {kills} times")


def _kill(server: HubServer) -> None:
    process = server.process
    assert process is not None
    main = psutil.Process(process)
    parts = main.children(recursive=True)
    os.kill(process, signal.SIGKILL)
    psutil.wait_procs([main, *parts], timeout=30)
    server.start()


def _rows(file: Path) -> int:
    """Return how many entries a file has, without reading them: the organizer's worker waits for readers."""
    with closing(open_reading(file)) as db:
        return int(db.execute("SELECT coalesce(max(id), 0) FROM entry").fetchone()[0])


def _count(file: Path, *, all_of_it: bool = False) -> int:
    with closing(open_reading(file)) as db:
        condition = "" if all_of_it else " WHERE kind = 'judgment'"
        return int(db.execute(f"SELECT count(*) FROM entry{condition}").fetchone()[0])


def _measure_delay(home: Path, file: Path) -> None:
    """Print how long a label takes to the organizer's scores on a quiet network."""
    delays = []
    with closing(open_session(home)) as session:
        session.sit(ORGANIZER)
        changes = []
        session.subscribe(lambda change, _: changes.append(change))
        with closing(State(home)) as state:
            board = scoreboard_of(state.collection)
        workers = [Sync(home), Sync(file)]
        for worker in workers:
            worker.start()
        end = time.monotonic() + 600
        while not all(one.state.connected and not one.state.arriving for one in workers):
            assert time.monotonic() < end, [one.state for one in workers]
            time.sleep(0.1)
        with closing(open_writing(file)) as db:
            log = LogWriter(db, act="do")
            for number in range(100):
                answer = number % LABELS
                before = dict(
                    db.execute(
                        "SELECT e.hash, e.id FROM entry e WHERE e.assessor = 1 AND e.kind = 'judgment' "
                        "AND e.answer = ? "
                        "AND NOT EXISTS (SELECT 1 FROM superseded s WHERE s.entry = e.id)",
                        (answer + 1,),
                    ).fetchall()
                )
                db.execute("BEGIN IMMEDIATE")
                log.write(
                    0,
                    "judgment",
                    Subject(answer // ANSWERS, answer),
                    Content(LABELS_OF[1 - answer % 2]),
                    replaces=before,
                )
                db.execute("COMMIT")
                began = time.monotonic()
                changes.clear()
                while not any(answer in change.answers for change in changes):
                    assert time.monotonic() - began < 60
                    session.saver.process()
                    time.sleep(0.005)
                board.update(changes[-1], session.collection)
                delays.append(time.monotonic() - began)
                time.sleep(0.3)
        for worker in workers:
            worker.stop(10)
    median, p99 = statistics.median(delays), statistics.quantiles(delays, n=100, method="inclusive")[98]
    print(
        f"Label to the organizer's scores: median {median:.2f} s, p99 {p99:.2f} s, longest {max(delays):.2f}"
        f" s (label {delays.index(max(delays)) + 1} of {len(delays)}), first {delays[0]:.2f} s"
    )
