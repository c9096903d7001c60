"""What files and their hub exchange while the network fails, the server dies, and computers differ."""

import hashlib
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import psutil
import pytest
from hub_people import Campaign, digest, hashes, judge, problems, through, until
from hub_proxy import FaultProxy
from hub_server import FAST, drop_database, hub_to_fill, owner  # noqa: F401 - a fixture
from strange_server import StrangeServer

from jurybox.campaign.merges import merge_files
from jurybox.campaign.resolving import dropping, taking_back
from jurybox.campaign.withdrawals import restore
from jurybox.campaign.withdrawals import withdraw as withdraw_runs
from jurybox.collection.digests import renew_digests
from jurybox.collection.entries import Content, Subject
from jurybox.collection.facts import READ
from jurybox.collection.file import open_reading, open_writing
from jurybox.collection.log import LogWriter
from jurybox.commands import SetFact
from jurybox.errors import Refused
from jurybox.hub.address import Address
from jurybox.hub.campaign import create_hub, move_file, pull_file, push_file
from jurybox.hub.connection import library
from jurybox.hub.errors import Ended, HubRefused, SyncStopped, Unreachable
from jurybox.hub.exchange import Exchange
from jurybox.hub.export import export_hub
from jurybox.hub.joining import join
from jurybox.hub.link import read_link
from jurybox.hub.schema import MIGRATIONS
from jurybox.hub.server import HubServer
from jurybox.hub.status import read_status
from jurybox.hub.sync import Sync, SyncState
from jurybox.session import open_session

LABELS = [(0, 0, "correct"), (1, 0, "correct"), (1, 1, "incorrect")]


@pytest.fixture
def campaign(hub_to_fill: Address, tmp_path: Path) -> Campaign:  # noqa: F811
    """Ana and Ben, who have judged a little before the hub was there."""
    return Campaign(tmp_path, hub_to_fill, labels=LABELS)


@pytest.fixture
def proxy(hub_to_fill: Address) -> Iterator[FaultProxy]:  # noqa: F811
    """A network that can be spoiled."""
    made = FaultProxy("127.0.0.1", hub_to_fill.port)
    yield made
    made.close()


@pytest.fixture
def syncs() -> Iterator[list[Sync]]:
    """Workers that are stopped at the end."""
    started: list[Sync] = []
    yield started
    for one in started:
        one.stop(10)


def started(file: Path, syncs: list[Sync], poll: float = 30.0) -> Sync:
    sync = Sync(file, pause=0.05, poll=poll)
    syncs.append(sync)
    sync.start()
    return sync


def test_a_part_is_an_ordinary_file_with_what_was_entered_before(campaign: Campaign) -> None:
    ana = campaign.join("Ana")
    assert hashes(ana, "Ana") == hashes(campaign.home, "Ana") != set()
    assert problems(ana) == []
    with closing(open_session(ana)) as session:
        assert session.facts.mode == "judging"
        assert session.facts.seat == "Ana"
        assert session.catalog.runs == ()
        assert [one.name for one in session.catalog.questions] == ["q1", "q2", "q3", "q4"]


def test_what_is_entered_arrives_and_once(campaign: Campaign) -> None:
    ana = campaign.join("Ana")
    judge(ana, [(2, "correct"), (3, "incorrect"), (2, "incorrect")])
    assert (push_file(ana), push_file(ana)) == (3, 0)
    assert (pull_file(campaign.home), pull_file(campaign.home)) == (3, 0)
    assert hashes(campaign.home, "Ana") == hashes(ana, "Ana")
    assert problems(campaign.home) == []
    exported = export_hub(campaign.home, campaign.folder / "whole.jury")
    assert exported.digest == digest(campaign.home)
    with closing(open_session(exported.path)) as session:
        assert [run.name for run in session.catalog.runs] == ["one", "two"]
        assert session.ledger.labels.tolist() == open_ledger(campaign.home)


def flipped(body: bytes) -> bytes:
    return body[:99] + bytes([body[99] ^ 1]) + body[100:]


def bomb(body: bytes) -> bytes:
    return zlib.compress(zlib.decompress(body) + bytes(300 * len(body)), 9)


def cut(body: bytes) -> bytes:
    return body[:-9]


@pytest.mark.parametrize("spoil", [flipped, bomb, cut])
def test_spoiled_content_is_not_exported(campaign: Campaign, spoil: Callable[[bytes], bytes]) -> None:
    with owner(campaign.address.database) as db:
        ((body,),) = db.execute("SELECT body FROM jurybox.home_part").fetchall()
        spoiled = spoil(body)
        db.execute("UPDATE jurybox.home_part SET body = %s", (spoiled,))
        if spoil is bomb:
            content = hashlib.sha256(zlib.decompress(spoiled)).digest()
            db.execute("UPDATE jurybox.home_part SET digest = %s", (content,))
            db.execute("UPDATE jurybox.home SET digest = %s", (content,))
    with pytest.raises(HubRefused, match="is damaged"):
        export_hub(campaign.home, campaign.folder / "whole.jury")
    assert sorted(path.suffix for path in campaign.folder.glob("whole*")) == []


def open_ledger(file: Path) -> list[list[int]]:
    with closing(open_session(file)) as session:
        return list(session.ledger.labels.tolist())


def test_files_that_were_mailed_as_well_are_not_doubled(campaign: Campaign) -> None:
    ana = campaign.join("Ana")
    judge(ana, [(2, "correct"), (3, "incorrect")])
    with closing(open_session(campaign.home)) as session:
        merge_files(session, [ana])
    assert push_file(campaign.home) == 2
    assert push_file(ana) == 0
    assert pull_file(campaign.home) == 0
    assert problems(campaign.home) == []


def test_one_assessor_on_two_computers(campaign: Campaign) -> None:
    office = campaign.join("Ana", "office")
    judge(office, [(2, "correct")])
    push_file(office)
    laptop = campaign.join("Ana", "laptop")
    judge(laptop, [(3, "incorrect")])
    push_file(laptop)
    judge(office, [(4, "correct")])
    push_file(office)
    for file in (office, laptop, campaign.home):
        pull_file(file)
    assert hashes(office, "Ana") == hashes(laptop, "Ana") == hashes(campaign.home, "Ana")
    for file in (office, laptop, campaign.home):
        assert problems(file) == []


def test_late_questions_guidelines_and_what_is_sent_back_arrive(campaign: Campaign) -> None:
    from small import small_collection

    ana = campaign.join("Ana")
    with closing(open_session(campaign.home)) as session:
        session.sit("organiser")
        session.execute(SetFact("guideline:correct", "Only what the text says."))
        session.flush()
    late = small_collection(campaign.folder / "late.jury", questions=5)
    with closing(open_writing(campaign.home)) as db, closing(sqlite3.connect(late)) as more:
        db.execute("BEGIN IMMEDIATE")
        question = more.execute("SELECT name, kind, text, digest FROM question WHERE name = 'q5'").fetchone()
        row = db.execute("INSERT INTO question (name, kind, text, digest) VALUES (?, ?, ?, ?)", question).lastrowid
        for name, text, support, digest_ in more.execute(
            "SELECT name, text, support, digest FROM answer WHERE question = 5"
        ):
            db.execute(
                "INSERT INTO answer (question, name, text, support, best, digest) VALUES (?, ?, ?, ?, 0, ?)",
                (row, name, text, support, digest_),
            )
        from jurybox.collection.log import count_import

        count_import(db)
        db.execute("COMMIT")
    push_file(campaign.home)
    pull_file(ana)
    assert problems(ana) == []
    with closing(open_session(ana)) as session:
        assert [one.name for one in session.catalog.questions] == ["q1", "q2", "q3", "q4", "q5"]
        assert session.catalog.assigned_to(0).all()
        assert session.facts.guidelines == {"correct": "Only what the text says."}
    judge(ana, [(12, "correct")])
    push_file(ana)
    pull_file(campaign.home)
    assert hashes(campaign.home, "Ana") == hashes(ana, "Ana")


def test_dropped_questions_and_withdrawn_answers_are_asked_of_nobody_who_joined(campaign: Campaign) -> None:
    ana = campaign.join("Ana")
    with closing(open_writing(campaign.home)) as db:
        db.execute("BEGIN IMMEDIATE")
        db.execute("UPDATE response SET run = 1 WHERE answer > 10")
        renew_digests(db, "response")
        db.execute("COMMIT")

    def asked() -> list[int]:
        push_file(campaign.home)
        pull_file(ana)
        assert problems(ana) == []
        with closing(open_session(ana)) as session:
            catalog = session.catalog
            to_judge = catalog.assigned_to(0) & ~catalog.on_purpose[catalog.answer_question]
            return list(np.flatnonzero(to_judge).tolist())

    everything = list(range(12))
    assert asked() == everything
    with closing(open_session(campaign.home, assessor="organiser")) as session:
        session.execute(dropping(session.collection, 1, "two readings"))
        withdraw_runs(session, ["one"])
        session.flush()
    assert asked() == [0, 1, 2, 6, 7, 8, 9]
    with closing(open_session(ana)) as session:
        assert session.facts.dropped == {"q2": "two readings"}
    ben = campaign.join("Ben")
    with closing(open_session(ben)) as session:
        session.execute(SetFact("dropped:q1", "I do not like it"))
        session.flush()
    with pytest.raises(HubRefused, match="cannot set facts"):
        push_file(ben)
    pull_file(campaign.home)
    with closing(open_session(campaign.home, assessor="organiser")) as session:
        assert session.facts.dropped == {"q2": "two readings"}
        session.execute(taking_back(session.collection, 1))
        restore(session, ["one"])
        session.flush()
    assert asked() == everything


def test_the_worker_sends_and_fetches_by_itself(campaign: Campaign, syncs: list[Sync]) -> None:
    ana = campaign.join("Ana")
    states: list[SyncState] = []
    sync = Sync(ana, states.append, pause=0.05)
    syncs.append(sync)
    sync.start()
    started(campaign.home, syncs)
    with closing(open_session(campaign.home)) as session:
        until(lambda: sync.state.connected)
        judge(ana, [(2, "correct"), (3, "incorrect")])

        def heard() -> bool:
            session.saver.process()
            return session.ledger.labels[0, 2] != 0 and session.ledger.labels[0, 3] != 0

        until(heard)
    until(lambda: sync.state.waiting == 0)
    assert max(state.waiting for state in states) == 2
    assert SyncState(waiting=2).line == "2 labels wait for the network"
    assert (SyncState(waiting=1).line, SyncState().line) == ("1 label waits for the network", "")


def test_a_network_that_lets_little_through_at_a_time_is_used_again_soon(
    campaign: Campaign, syncs: list[Sync], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each connection breaks after two entries: what came through counts, and the wait does not grow."""
    ana = campaign.join("Ana")
    judge(ana, [(answer, "correct") for answer in range(2, 12)] * 3)
    push_file(ana)
    fetch, used = Exchange.pull, list[Exchange]()

    def breaking(self: Exchange) -> int:
        if self in used:
            raise Unreachable("cut")
        used.append(self)
        return fetch(self)

    monkeypatch.setattr(Exchange, "pull", breaking)
    monkeypatch.setattr("jurybox.hub.exchange.BATCH", 2)
    monkeypatch.setattr("jurybox.hub.sync.FIRST_WAIT", 0.05)
    monkeypatch.setattr("jurybox.hub.sync.LONGEST_WAIT", 600.0)
    started(campaign.home, syncs)
    until(lambda: hashes(campaign.home, "Ana") == hashes(ana, "Ana"), 60)


@pytest.mark.sweep
def test_labels_wait_while_there_is_no_network(campaign: Campaign, proxy: FaultProxy, syncs: list[Sync]) -> None:
    ana = campaign.join("Ana")
    through(ana, proxy.port)
    proxy.cut()
    sync = started(ana, syncs)
    judge(ana, [(2, "correct")])
    until(lambda: sync.state.waiting == 1)
    assert not sync.state.connected
    assert sync.state.problem is None
    judge(ana, [(3, "incorrect")])
    until(lambda: sync.state.waiting == 2)
    proxy.mend()
    sync.wake()
    until(lambda: sync.state.connected and sync.state.waiting == 0)
    assert pull_file(campaign.home) == 2


def _despite_faults(campaign: Campaign, proxy: FaultProxy, spoil: Callable[[int], None], rounds: Sequence[int]) -> None:
    """Send while the network fails later in every round, until an exchange comes to its end."""
    ana = campaign.join("Ana")
    through(ana, proxy.port)
    judge(ana, [(answer, "correct") for answer in range(2, 12)])
    for size in rounds:
        proxy.mend()
        spoil(size)
        try:
            push_file(ana)
        except (Unreachable, HubRefused):
            continue
        break
    else:
        pytest.fail("it never came to its end")
    assert pull_file(campaign.home) == 10
    assert hashes(campaign.home, "Ana") == hashes(ana, "Ana")
    assert problems(campaign.home) == []


def test_a_network_that_is_cut_in_the_middle(campaign: Campaign, proxy: FaultProxy) -> None:
    _despite_faults(campaign, proxy, proxy.truncate, (0, 700, 3_000, 6_000, 100_000))


@pytest.mark.sweep
@pytest.mark.parametrize("fault", ["truncate", "double", "delay"])
def test_a_fault_in_any_phase_loses_and_doubles_nothing(campaign: Campaign, proxy: FaultProxy, fault: str) -> None:
    spoils = {"truncate": proxy.truncate, "double": proxy.double, "delay": lambda _: proxy.delay(0.05)}
    rounds = range(200, 60_000, 700) if fault == "truncate" else range(60)
    _despite_faults(campaign, proxy, spoils[fault], rounds)


def test_joining_is_broken_off_and_goes_on(campaign: Campaign, proxy: FaultProxy, tmp_path: Path) -> None:
    invitation = campaign.invite("Ana")
    text = invitation.read_text().replace(f":{campaign.address.port}/", f":{proxy.port}/")
    invitation.write_text(text)
    target = tmp_path / "ana.jury"
    with pytest.raises(SyncStopped, match="join again to continue"):
        join(invitation, target, stopped=lambda: True)
    assert not target.exists()
    for size in (500, 4_000, 9_000, 14_000, 1_000_000):
        proxy.mend()
        proxy.truncate(size)
        try:
            join(invitation, target)
        except (Unreachable, HubRefused):
            assert not target.exists()
            continue
        break
    assert hashes(target, "Ana") == hashes(campaign.home, "Ana")
    assert problems(target) == []
    (seen,) = (one for one in read_status(campaign.home).people if one.name == "Ana")
    assert seen.misused == 0


def test_a_restored_backup_is_sent_what_it_lacks(campaign: Campaign) -> None:
    """The hub is put back to an earlier state; the next contact of everybody brings back what it lost."""
    ana = campaign.join("Ana")
    judge(ana, [(2, "correct")])
    push_file(ana)
    pull_file(campaign.home)
    before = campaign.address.database
    with owner() as db:
        db.execute(f"CREATE DATABASE {before}_backup TEMPLATE {before} OWNER organizer")
    judge(ana, [(3, "incorrect"), (4, "correct")])
    push_file(ana)
    pull_file(campaign.home)
    with owner() as db:
        db.execute(f"DROP DATABASE {before} WITH (FORCE)")
        db.execute(f"ALTER DATABASE {before}_backup RENAME TO {before}")
    assert push_file(ana) == 2
    exported = export_hub(campaign.home, campaign.folder / "whole.jury")
    assert exported.digest == digest(campaign.home)


def test_a_hub_of_a_newer_version_is_left_alone(campaign: Campaign, syncs: list[Sync]) -> None:
    ana = campaign.join("Ana")
    with owner(campaign.address.database) as db:
        db.execute("UPDATE jurybox.meta SET version = 3, oldest = 2")
    judge(ana, [(2, "correct")])
    with pytest.raises(HubRefused, match="use the newer program to send it"):
        push_file(ana)
    sync = started(ana, syncs)
    until(lambda: sync.state.final)
    assert "newer Jurybox" in (sync.state.problem or "")
    with owner(campaign.address.database) as db:
        db.execute("UPDATE jurybox.meta SET version = 2, oldest = 1")  # newer, and knows this program
    assert push_file(ana) == 1


def test_a_withdrawn_assessor_is_told_and_loses_nothing(campaign: Campaign, syncs: list[Sync]) -> None:
    from jurybox.hub.campaign import withdraw

    ana = campaign.join("Ana")
    sync = started(ana, syncs, poll=0.2)
    until(lambda: sync.state.connected)
    withdraw(campaign.home, "Ana")
    judge(ana, [(2, "correct")])
    until(lambda: sync.state.final)
    assert "withdrawn" in (sync.state.problem or "")
    assert len(hashes(ana, "Ana")) == 2
    join(campaign.invite("Ana", "again"), ana)
    until(lambda: sync.state.connected and not sync.state.waiting)
    assert (sync.state.final, sync.state.problem, push_file(ana)) == (False, None, 0)


def test_an_account_that_a_restored_backup_does_not_know_is_renewed(campaign: Campaign, syncs: list[Sync]) -> None:
    """Ana joined after the backup: invited again, she joins into the file that she has, and loses nothing."""
    with owner() as db:
        before = campaign.address.database
        db.execute(f"CREATE DATABASE {before}_backup TEMPLATE {before} OWNER organizer")
    ana = campaign.join("Ana")
    judge(ana, [(2, "correct")])
    push_file(ana)
    with owner() as db:
        db.execute(f"DROP DATABASE {before} WITH (FORCE)")
        db.execute(f"ALTER DATABASE {before}_backup RENAME TO {before}")
    judge(ana, [(3, "incorrect")])
    with pytest.raises(HubRefused, match=r"restored from an older backup.* join with it into this same file"):
        push_file(ana)
    sync = started(ana, syncs)
    until(lambda: "does not know your account" in (sync.state.problem or ""))
    joined = join(campaign.invite("Ana", "again"), ana)
    assert (joined.path, joined.entries) == (ana, 3)
    until(lambda: wake(sync) and sync.state.connected and not sync.state.waiting)
    assert push_file(ana) == 0
    pull_file(campaign.home)
    assert hashes(campaign.home, "Ana") == hashes(ana, "Ana")
    with pytest.raises(Refused, match="exists already"):
        join(campaign.invite("Ben"), ana)


def test_an_account_that_a_newer_backup_brings_back_goes_on(campaign: Campaign, syncs: list[Sync]) -> None:
    ana = campaign.join("Ana")
    with owner(campaign.address.database) as db:
        db.execute("CREATE TABLE kept AS TABLE jurybox.account")
        db.execute("UPDATE jurybox.invitation SET account = NULL")
        db.execute("DELETE FROM jurybox.account")
        judge(ana, [(2, "correct")])
        sync = started(ana, syncs)
        until(lambda: "does not know your account" in (sync.state.problem or ""))
        assert not sync.state.final
        db.execute("INSERT INTO jurybox.account TABLE kept")
    until(lambda: wake(sync) and sync.state.connected and not sync.state.waiting)
    assert sync.state.problem is None


def test_a_chain_with_guidelines_read_comes_to_a_new_computer(campaign: Campaign) -> None:
    office = campaign.join("Ana", "office")
    with closing(open_writing(office)) as db:
        db.execute("BEGIN IMMEDIATE")
        (code,) = db.execute("SELECT code FROM assessor WHERE id = 1").fetchone()
        log = LogWriter(db, act="do")
        log.write(0, "fact", Subject(fact=f"{READ}{code.hex()}"), Content('"1"'))
        log.write(0, "judgment", Subject(0, 2), Content("correct"))
        db.execute("COMMIT")
    push_file(office)
    laptop = campaign.join("Ana", "laptop")
    assert hashes(laptop, "Ana") == hashes(office, "Ana")
    with closing(open_writing(office)) as db:
        db.execute("BEGIN IMMEDIATE")
        log = LogWriter(db, act="do")
        log.write(0, "fact", Subject(fact=f"{READ}{code.hex()}"), Content('"2"'))
        log.write(0, "judgment", Subject(1, 3), Content("correct"))
        db.execute("COMMIT")
    push_file(office)
    assert pull_file(laptop) == 2


def test_labels_in_a_chain_of_an_adjudicator_come_to_a_new_computer(campaign: Campaign) -> None:
    """What Ana adjudicated at the organizer's computer stays there; what she judged in between comes."""
    with closing(open_writing(campaign.home)) as db:
        db.execute("BEGIN IMMEDIATE")
        log = LogWriter(db, act="do")
        log.write(0, "judgment", Subject(0, 2), Content("correct"))
        log.write(0, "adjudication", Subject(1, 4), Content("incorrect"))
        first = dict(db.execute("SELECT hash, id FROM entry ORDER BY id DESC LIMIT 1 OFFSET 1"))
        log.write(0, "judgment", Subject(0, 2), Content("incorrect"), replaces=first)
        log.write(0, "judgment", Subject(1, 3), Content("correct", note="why"))
        db.execute("COMMIT")
    push_file(campaign.home)
    laptop = campaign.join("Ana")
    assert problems(laptop) == []
    assert said_in(laptop)["Ana"] == {0: "correct", 2: "incorrect", 3: "correct"}
    assert push_file(laptop) == 2
    pull_file(campaign.home)
    assert said_in(campaign.home)["Ana"] == {0: "correct", 2: "incorrect", 3: "correct"}
    assert said_in(campaign.join("Ana", "third"))["Ana"] == {0: "correct", 2: "incorrect", 3: "correct"}
    assert problems(campaign.home) == []


def said_in(file: Path) -> dict[str, dict[int, str]]:
    """Return everybody's labels that are in force, by answer; fails where two of one answer are."""
    found: dict[str, dict[int, str]] = {}
    with closing(open_reading(file)) as db:
        for name, answer, label in db.execute(
            "SELECT s.name, e.answer - 1, e.label FROM entry e JOIN assessor s ON s.id = e.assessor "
            "WHERE e.kind = 'judgment' AND e.label IS NOT NULL "
            "AND NOT EXISTS (SELECT 1 FROM superseded r WHERE r.entry = e.id)"
        ):
            assert answer not in found.setdefault(name, {})
            found[name][answer] = label
    return found


def test_files_follow_a_hub_that_moved(campaign: Campaign, proxy: FaultProxy) -> None:
    ana = campaign.join("Ana")
    judge(ana, [(2, "correct")])
    there = replace(campaign.address, port=proxy.port, user="", password="")
    with pytest.raises(HubRefused, match="There is no database"):
        move_file(replace(there, database="nowhere").url, ana)
    before = read_link(ana)
    assert before is not None
    with pytest.raises(Unreachable):
        move_file(replace(there, port=9).url, ana)
    assert read_link(ana) == before
    for file in (ana, campaign.home):
        assert f":{proxy.port}/" in move_file(there.url, file).url
    assert push_file(ana) == 1
    assert pull_file(campaign.home) == 1
    assert proxy.bytes_through


def test_tables_of_an_older_version_are_brought_up_to_date(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    ana = campaign.join("Ana")
    monkeypatch.setattr("jurybox.hub.campaign.VERSION", 2)
    monkeypatch.setattr("jurybox.hub.exchange.VERSION", 2)
    step = "ALTER TABLE jurybox.collection ADD COLUMN tint text NOT NULL DEFAULT 'blue 5%'"
    monkeypatch.setitem(MIGRATIONS, 1, step)
    monkeypatch.setattr("jurybox.hub.exchange.NEEDED", 2)
    judge(ana, [(2, "correct")])
    with pytest.raises(Ended, match=r"created by an older Jurybox .* updates the hub with: jurybox hub create"):
        push_file(ana)
    for _ in range(2):
        create_hub(campaign.address.whole_url, campaign.home)
    with owner(campaign.address.database) as db:
        assert db.execute("SELECT version FROM jurybox.meta").fetchone() == (2,)
        assert db.execute("SELECT tint FROM jurybox.collection").fetchone() == ("blue 5%",)
    assert push_file(ana) == 1
    monkeypatch.undo()
    monkeypatch.setenv("JURYBOX_HUB_PASSWORDS", str(campaign.folder / "passwords.json"))
    judge(ana, [(3, "correct")])
    assert push_file(ana) == 1  # a program of before still knows enough of it


def test_a_server_that_refuses_in_another_language_is_quoted(campaign: Campaign, syncs: list[Sync]) -> None:
    """libpq hands on only words of a refused connection; those that nobody here reads are shown."""
    ana = campaign.join("Ana")
    refusing = StrangeServer("scram", code="28000", words="Rolle »ana« hat keine Berechtigung zum Anmelden")
    try:
        through(ana, refusing.port)
        sync = started(ana, syncs)
        until(lambda: wake(sync) and "keine Berechtigung zum Anmelden" in (sync.state.problem or ""))
        assert not sync.state.final
    finally:
        refusing.close()


def wake(sync: Sync) -> bool:
    """Let a worker try again now."""
    sync.wake()
    return True


def test_the_clock_does_not_matter(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    ana = campaign.join("Ana")
    times = iter([4_000_000_000_000, -5, 0, 1])
    monkeypatch.setattr("jurybox.collection.log.now", lambda: next(times))
    judge(ana, [(2, "correct"), (2, "incorrect"), (3, "correct")])
    monkeypatch.undo()
    monkeypatch.setenv("JURYBOX_HUB_PASSWORDS", str(campaign.folder / "passwords.json"))
    assert push_file(ana) == 3
    assert pull_file(campaign.home) == 3
    assert open_ledger(campaign.home)[0] == open_ledger(ana)[0]


@pytest.mark.sweep
def test_a_server_that_is_killed_and_started_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JURYBOX_HUB_PASSWORDS", str(tmp_path / "passwords.json"))
    place = Path(tempfile.mkdtemp(prefix="jurybox-hub-kill-"))
    syncs: list[Sync] = []
    with HubServer(place / "server") as killed:
        campaign = Campaign(tmp_path, killed.address, labels=LABELS)
        ana = campaign.join("Ana")
        sync = started(ana, syncs)
        home = started(campaign.home, syncs)
        for round_ in range(3):
            judge(ana, [(answer, ("correct", "incorrect")[round_ % 2]) for answer in range(12)])
            process = psutil.Process(killed.process or 0)
            parts = process.children(recursive=True)
            os.kill(process.pid, signal.SIGKILL)
            psutil.wait_procs([process, *parts], timeout=20)
            judge(ana, [(round_, "incorrect")])
            killed.start()
            sync.wake()
            home.wake()
        until(lambda: hashes(campaign.home, "Ana") == hashes(ana, "Ana"), 60)
        for one in syncs:
            one.stop(10)
        exported = export_hub(campaign.home, tmp_path / "whole.jury")
        assert exported.digest == digest(campaign.home)
    shutil.rmtree(place)


def test_a_server_starts_while_children_of_the_killed_one_are_busy(tmp_path: Path) -> None:
    place = Path(tempfile.mkdtemp(prefix="jurybox-hub-left-"))
    with HubServer(place / "server", settings=FAST) as killed, ThreadPoolExecutor(1) as pool:
        parameters = killed.owner_address.parameters()
        cut = pool.submit(library().connect(**parameters, autocommit=True).execute, "DO 'BEGIN LOOP END LOOP; END'")
        until(lambda: _is_busy(killed))
        process = psutil.Process(killed.process or 0)
        left = process.children(recursive=True)
        process.kill()
        process.wait(10)
        assert any(one.is_running() for one in left)
        killed.start()
        assert psutil.wait_procs(left, timeout=10)[1] == []
        assert isinstance(cut.exception(10), library().OperationalError)
        assert not _is_busy(killed)
    shutil.rmtree(place)


def _is_busy(server: HubServer) -> bool:
    with library().connect(**server.owner_address.parameters(), autocommit=True) as db:
        busy = db.execute("SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'DO %'")
        return bool(busy.fetchone() == (1,))


@pytest.mark.sweep
def test_a_full_disk_of_the_server_loses_nothing(campaign: Campaign, tmp_path: Path) -> None:
    """The tables lie on a small disk of their own; what does not fit waits until there is room."""
    place = Path(tempfile.mkdtemp(prefix="jurybox-hub-disk-"))
    mount = ["mount", "-t", "tmpfs", "-o", "size=8m,mode=0777", "none", str(place)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        place.rmdir()
        pytest.skip("no small disk can be made here: mounting one needs the rights of root")
    ana = campaign.join("Ana")
    name = f"small_{campaign.address.database}"
    try:
        folder = place / "space"
        folder.mkdir(mode=0o700)
        with owner() as db:
            (data,) = db.execute("SHOW data_directory").fetchone()
        shutil.chown(folder, Path(data).owner())
        with owner() as db:
            db.execute(f"CREATE TABLESPACE {name} LOCATION '{folder}'")
        with owner(campaign.address.database) as db:
            db.execute(f"ALTER TABLE jurybox.entry SET TABLESPACE {name}")
        with closing(open_writing(ana)) as db:
            db.execute("BEGIN IMMEDIATE")
            log = LogWriter(db, act="do")
            noise = random.Random(1)
            for number in range(400):
                note = noise.randbytes(20_000).hex()
                log.write(0, "judgment", Subject(0, number % 3), Content("correct", note=note))
            db.execute("COMMIT")
        with pytest.raises(Unreachable, match=r"disk of the hub .* is full"):
            push_file(ana)
        subprocess.run(["mount", "-o", "remount,size=64m", str(place)], check=True)
        push_file(ana)
        pull_file(campaign.home)
        assert hashes(campaign.home, "Ana") == hashes(ana, "Ana")
    finally:
        drop_database(campaign.address.database)
        with owner() as db:
            db.execute(f"DROP TABLESPACE IF EXISTS {name}")
        subprocess.run(["umount", str(place)], check=False)
        place.rmdir()
