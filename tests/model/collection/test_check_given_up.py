"""The check of a file while it is opened: given up once the file is closed, and without a trace."""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from patience import PATIENCE
from small import small_collection

from jurybox.collection import soundness
from jurybox.collection.file import open_writing
from jurybox.collection.jobs import check_file
from jurybox.collection.soundness import GivenUp, verify
from jurybox.session import open_session

LABELS = 40


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A collection whose log is checked in many stretches, and remembered as checked."""
    monkeypatch.setattr(soundness, "_STRETCH", 4)
    monkeypatch.setattr(soundness, "_STEPS", 10)
    monkeypatch.setattr(soundness, "_WORTH_REMEMBERING", 1)
    labels = [(0, at, "correct") for at in range(LABELS)]
    return small_collection(tmp_path / "x.jury", questions=LABELS, labels=labels)


@pytest.fixture
def db(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(open_writing(path)) as db:
        db.execute("DELETE FROM local WHERE name = 'checked'")
        yield db


def test_the_log_is_given_up_at_the_next_stretch(db: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soundness, "_STEPS", 2**31 - 1)  # SQLite's own check never asks
    asked = iter([False, False, False, True])
    with pytest.raises(GivenUp):
        verify(db, lambda: next(asked))
    assert list(asked) == []


def test_sqlites_own_check_is_given_up_inside_and_the_next_one_is_whole(db: sqlite3.Connection) -> None:
    with pytest.raises(GivenUp):
        verify(db, lambda: True)
    assert verify(db) == []
    db.execute("UPDATE entry SET label = 'incorrect' WHERE id = 9")
    assert "changed or damaged" in verify(db)[0]


def test_what_was_given_up_is_neither_told_nor_remembered(db: sqlite3.Connection) -> None:
    told: list[object] = []
    for stop in (True, False):
        job = check_file(told.append, told.append, lambda stop=stop: stop)  # type: ignore[misc]
        job.saved(job.work(db, False))
        remembered = db.execute("SELECT count(*) FROM local WHERE name = 'checked'").fetchone()[0]
        assert (told, remembered) == (([], 0) if stop else ([[]], 1))


def test_closing_does_not_wait_for_the_check(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    under_way = threading.Event()

    def until_stopped(_db: object, stopped: Callable[[], bool]) -> list[str]:
        under_way.set()
        while not stopped():
            under_way.wait(0)
        raise GivenUp

    monkeypatch.setattr("jurybox.collection.jobs.verify", until_stopped)
    calls: list[Callable[[], None]] = []
    session = open_session(path, post=calls.append)
    assert under_way.wait(PATIENCE)
    session.close()
    for call in calls:
        call()
    assert session.saving.read_only
    with closing(open_writing(path)) as db:
        assert db.execute("SELECT count(*) FROM entry").fetchone() == (LABELS,)
