"""What another program does while this one works: sitting down, importing, writing at every moment."""

import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from dumps import in_force
from patience import PATIENCE, until
from small import small_collection

import jurybox.collection.ledger as ledger_module
import jurybox.session.session as session_module
from jurybox.campaign.withdrawals import restore, withdraw
from jurybox.collection.check import check
from jurybox.collection.file import open_reading
from jurybox.collection.snapshot import CollectionSnapshot, read_snapshot
from jurybox.collection.writer import Job
from jurybox.commands import Judge
from jurybox.session import Session, open_session

if TYPE_CHECKING:
    from jurybox.changes import Changes


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a small collection."""
    return small_collection(tmp_path / "small.jury")


def writable(session: Session, handed: list[Callable[[], None]]) -> bool:
    """Take in what was handed over; return whether labels can be given now."""
    while handed:
        handed.pop(0)()
    return not session.saving.read_only


def add_run(name: str) -> Callable[[sqlite3.Connection], object]:
    """Return bulk work that adds a run."""
    return lambda db: db.execute("INSERT INTO run (name, origin) VALUES (?, 'submitted')", (name,))


def test_after_an_import_a_label_of_another_program_is_one_label(path: Path) -> None:
    ana, ben = open_session(path, assessor="Ana"), open_session(path, assessor="Ben")
    with closing(ana), closing(ben):
        ben.store(add_run("late"))
        until(lambda: len(ana.catalog.runs) == 3, ana)
        told: list[Changes] = []
        ana.subscribe(lambda changes, _: told.append(changes))
        for answer in range(3):
            ben.execute(Judge((answer,), "correct"))
            ben.flush()
            until(lambda at=answer: ana.content_of(at, 1).label == "correct", ana)
        assert [sorted(changes.answers) for changes in told] == [[0], [1], [2]]
        assert not any("catalog" in changes.what for changes in told)


def test_a_run_that_another_program_withdraws_changes_the_catalog(path: Path) -> None:
    ana, ben = open_session(path, assessor="Ana"), open_session(path, assessor="organiser")
    with closing(ana), closing(ben):
        until(lambda: "organiser" in ana.catalog.assessor_named, ana)
        told: list[Changes] = []
        ana.subscribe(lambda changes, _: told.append(changes))
        for change, gone, left in ((withdraw, {0, 1}, 0), (restore, set(), 12)):
            told.clear()
            change(ben, ["one", "two"])
            until(lambda now=gone: ana.facts.withdrawn == now, ana)
            assert "catalog" in told[-1].what
            assert ana.catalog.assigned_to(0).sum() == left


def test_who_sits_down_while_an_older_state_is_on_its_way_stays_seated(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, ben = open_session(path), open_session(path, assessor="Ben")
    reading, go_on = threading.Event(), threading.Event()

    def slowly(at: Path) -> CollectionSnapshot:
        found = read_snapshot(at)
        reading.set()
        assert go_on.wait(PATIENCE)
        return found

    with closing(ana), closing(ben):
        monkeypatch.setattr(session_module, "read_snapshot", slowly)
        ben.sit("Yan")
        assert reading.wait(PATIENCE)
        threading.Timer(0.1, go_on.set).start()
        zoe = ana.sit("Zoe")
        ana.execute(Judge((0,), "correct"))
        ana.flush()
        assert ana.catalog.assessors[zoe].name == "Zoe"
        assert ana.content_of(0).label == "correct"
        assert ana.ledger.labels.shape[0] == 4


def test_pending_labels_and_steps_outlast_the_import_of_another_program(path: Path) -> None:
    ana, ben = open_session(path, assessor="Ana"), open_session(path, assessor="Ben")
    with closing(ana), closing(ben):
        ana.execute(Judge((0,), "correct"))
        ana.flush()
        held = threading.Event()
        ana.saver.writer.submit(Job(lambda _db, _a: held.wait(PATIENCE), lambda _: None, lambda _: None))
        ana.execute(Judge((0, 1, 2), "incorrect"))
        ana.execute(Judge((3,), "correct"))
        ana._reload(*ana._snapshot())
        assert ana.saving.pending == 4
        assert ana.content_of(0).label == "incorrect"
        held.set()
        ana.flush()
        assert ana.saving.pending == 0
        ben.store(add_run("late"))
        until(lambda: len(ana.catalog.runs) == 3, ana)
        assert [one.saved for one in ana.history(9)] == [True] * 5
        for _ in range(3):
            assert ana.undo()
        ana.flush()
        assert not ana.can_undo
        assert in_force(path) == {}
        for _ in range(3):
            assert ana.redo()
        ana.flush()
        assert ana.content_of(0).label == "incorrect"
        with closing(open_reading(path)) as db:
            assert check(db) == []


def test_a_state_is_read_again_when_it_changed_meanwhile(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ben = open_session(path, assessor="Ben")
    ben.execute(Judge((0,), "correct"))
    ben.flush()
    real = ledger_module.integers
    tables: list[str] = []

    # Between one column of the log and the next an entry replaces another.
    def meanwhile(db: sqlite3.Connection, table: str, *columns: str) -> object:
        found = real(db, table, *columns)
        if table == "entry" and not tables:
            tables.append(table)
            ben.execute(Judge((0,), "incorrect"))
            ben.flush()
        return found

    monkeypatch.setattr(ledger_module, "integers", meanwhile)
    with closing(ben):
        snapshot = read_snapshot(path)
    assert snapshot.last == 2
    assert snapshot.ledger.labels[1, 0] == ben.ledger.labels[1, 0] != 0


def test_a_state_is_read_in_the_end_however_often_another_writes(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ben = open_session(path, assessor="Ben")
    real = ledger_module.integers
    reads = []

    def meanwhile(db: sqlite3.Connection, table: str, *columns: str) -> object:
        found = real(db, table, *columns)
        reads.append(table)
        assert len(reads) < 50
        if not db.in_transaction:
            ben.execute(Judge((0,), "incorrect" if ben.content_of(0).label == "correct" else "correct"))
            ben.flush()
        return found

    monkeypatch.setattr(ledger_module, "integers", meanwhile)
    with closing(ben):
        snapshot = read_snapshot(path)
    assert snapshot.last == len(ben.ledger)


def test_answers_and_labels_that_come_between_two_looks_come_together(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = session_module.read_entries
    alone: list[bool] = []

    def watched(db: sqlite3.Connection, *asked: object) -> object:
        alone.append(db.in_transaction)
        return real(db, *asked)  # type: ignore[arg-type]

    monkeypatch.setattr(session_module, "read_entries", watched)
    ana, ben = open_session(path, assessor="Ana"), open_session(path, assessor="Ben")
    with closing(ana), closing(ben):
        ben.execute(Judge((0,), "correct"))
        ben.flush()
        until(lambda: ana.content_of(0, 1).label == "correct", ana)
        ana.execute(Judge((0,), "correct"))
        ana.flush()
    assert alone
    assert all(alone)


def test_work_on_whole_files_is_waited_for_where_a_window_hands_over(path: Path) -> None:
    handed: list[Callable[[], None]] = []
    session = open_session(path, assessor="Ana", post=handed.append)
    with closing(session):
        until(lambda: writable(session, handed))
        session.execute(Judge((0,), "correct"))
        session.store(add_run("late"))
        assert [run.name for run in session.catalog.runs] == ["one", "two", "late"]
        session.execute(Judge((1,), "correct"))
        session.flush()
        while handed:
            handed.pop(0)()
        assert session.saving.pending == 0
        assert [one.saved for one in session.history(5)] == [True, True]
        assert len(session.catalog.runs) == 3


def test_what_is_handed_over_after_the_end_is_let_be(path: Path) -> None:
    handed: list[Callable[[], None]] = []
    done: list[object] = []
    session = open_session(path, assessor="Ana", post=handed.append)
    until(lambda: writable(session, handed))
    told: list[object] = []
    session.subscribe(lambda changes, _: told.append(changes))
    session.store_later(add_run("late"), done.append)
    told.clear()  # that it is being saved
    session.close()
    while handed:
        handed.pop(0)()
    assert len(done) == 1
    assert told == []


def test_every_listener_is_told_though_one_makes_a_mistake(path: Path) -> None:
    session = open_session(path, assessor="Ana")
    told: list[Changes] = []

    def slip(*_: object) -> None:
        raise ValueError("slip")

    with closing(session):
        stop = session.subscribe(slip)
        session.subscribe(lambda changes, _: told.append(changes))
        with pytest.raises(ValueError, match="slip"):
            session.execute(Judge((0,), "correct"))
        stop()
        assert sorted(told[0].answers) == [0]
        session.flush()
        assert session.saving.pending == 0
