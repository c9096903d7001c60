"""The writer's thread: no mistake in a job or in what is told of it stops the saving of labels."""

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from patience import PATIENCE, until
from small import small_collection

from jurybox.collection.check import check
from jurybox.collection.file import open_reading
from jurybox.collection.writer import Job, Writer
from jurybox.commands import Judge
from jurybox.errors import NotSaved
from jurybox.session import Session, open_session


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a small collection."""
    return small_collection(tmp_path / "small.jury")


@pytest.fixture
def session(path: Path) -> Session:
    """Return the collection opened for Ana."""
    opened = open_session(path, assessor="Ana")
    yield opened  # type: ignore[misc]
    opened.close()


def test_a_mistake_in_bulk_work_is_raised_and_labels_are_saved_after_it(session: Session) -> None:
    def slip(db: sqlite3.Connection) -> None:
        db.execute("INSERT INTO series (name) VALUES ('half')")
        raise KeyError("slip")

    with pytest.raises(KeyError, match="slip"):
        session.store(slip)
    with pytest.raises(KeyError, match="slip"):
        session.saver.run(slip)
    session.execute(Judge((0,), "correct"))
    session.flush(timeout=PATIENCE)
    with closing(open_reading(session.path)) as db:
        assert db.execute("SELECT count(*) FROM series").fetchone() == (0,)
        assert check(db) == []


def test_a_file_that_cannot_be_read_right_after_an_import_is_read_later(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    import jurybox.session.session as module

    real, calls = module.read_snapshot, []

    def busy_once(at: Path) -> object:
        calls.append(at)
        if len(calls) == 1:
            raise sqlite3.OperationalError("database is locked")
        return real(at)

    monkeypatch.setattr(module, "read_snapshot", busy_once)
    session.store(lambda db: db.execute("INSERT INTO run (name, origin) VALUES ('late', 'submitted')"))
    until(lambda: len(session.catalog.runs) == 3, session)
    assert [run.name for run in session.catalog.runs] == ["one", "two", "late"]


def test_a_mistake_in_what_is_told_is_reported_and_the_next_job_done(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reported: list[object] = []
    monkeypatch.setattr(threading, "excepthook", lambda args: reported.append(args.exc_value))
    done: list[object] = []
    writer = Writer(path, lambda _: None)
    writer.start()
    slip = ValueError("slip")

    def told(_: object) -> None:
        raise slip

    writer.submit(Job(lambda _db, _again: 1, told, told))
    writer.submit(Job(lambda _db, _again: 2, done.append, told))
    writer.wait(PATIENCE)
    writer.close()
    assert done == [2]
    assert reported == [slip]


def test_a_mistake_in_writing_labels_is_told_and_keeps_their_order(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reported: list[object] = []
    monkeypatch.setattr(threading, "excepthook", lambda args: reported.append(args.exc_value))
    done: list[object] = []
    failed: list[Exception] = []
    slips = [ValueError("slip")]

    def work(_db: sqlite3.Connection, _again: bool) -> str:
        if slips:
            raise slips.pop()
        return "first"

    writer = Writer(path, lambda _: None)
    writer.start()
    writer.submit(Job(work, done.append, failed.append))
    with pytest.raises(NotSaved, match="slip"):
        writer.wait(PATIENCE)
    writer.submit(Job(lambda _db, _again: "second", done.append, failed.append))
    while not done[1:]:
        writer.retry()
    writer.wait(PATIENCE)
    writer.close()
    assert done == ["first", "second"]
    assert len(reported) == len(failed) == 1


def test_a_mistake_in_looking_at_anothers_work_is_reported_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reported: list[object] = []
    seen = threading.Event()

    def report(args: threading.ExceptHookArgs) -> None:
        reported.append(args.exc_value)
        seen.set()

    monkeypatch.setattr(threading, "excepthook", report)
    looks: list[int] = []

    def looked(_: sqlite3.Connection) -> None:
        looks.append(1)
        raise IndexError("slip")

    writer = Writer(path, looked)
    writer.start()
    assert seen.wait(PATIENCE)
    done = threading.Event()
    writer.submit(Job(lambda _db, _again: None, lambda _: done.set(), lambda _: None))
    assert done.wait(PATIENCE)
    writer.close()
    assert len(reported) == len(looks) == 1


def test_what_another_program_wrote_before_the_first_look_is_not_missed(path: Path) -> None:
    first = open_session(path, assessor="Ana")
    second = open_session(path, assessor="Ben")
    with closing(first), closing(second):
        first.execute(Judge((0,), "correct"))
        first.flush()
        # As after a failed write: the next connection has not seen what was written until now.
        second.saver.writer._stuck = NotSaved("as if something had been in the way")
        second.execute(Judge((1,), "correct"))
        until(lambda: second.content_of(0, 0).label == "correct", second)
