"""Labels not on the disk when a collection is left: waited for, and named before they are lost."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from person import Person
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from small import small_collection

import jurybox.collection.file as file_module
import jurybox.collection.writer as writer_module
from jurybox.commands import Judge


@pytest.fixture
def person(qtbot: QtBot, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Person]:
    """Return Ana at work; a file that is held is waited for only shortly."""
    monkeypatch.setattr(file_module, "BUSY_SECONDS", 0.2)
    monkeypatch.setattr(writer_module, "RETRY_SECONDS", 0.1)
    someone = Person(qtbot, qapp, tmp_path, small_collection(tmp_path / "small.jury"), assessor="Ana")
    yield someone
    if someone.program.windows:
        someone.settle()
        someone.close()


def hold(path: Path) -> sqlite3.Connection:
    """Hold a file as another program does."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("BEGIN IMMEDIATE")
    return db


def test_a_label_given_a_moment_before_closing_is_waited_for(person: Person) -> None:
    assert person.path is not None
    person.session.execute(Judge((0,), "correct"))
    person.program.quit()
    assert not person.program.windows
    with closing(sqlite3.connect(person.path)) as db:
        assert db.execute("SELECT count(*) FROM entry").fetchone() == (1,)


def test_a_note_being_typed_is_stored_when_the_program_ends(person: Person) -> None:
    assert person.path is not None
    person.press("N")
    QTest.keyClicks(QApplication.focusWidget(), "cut off")
    person.program.quit()
    with closing(sqlite3.connect(person.path)) as db:
        assert db.execute("SELECT note FROM entry").fetchall() == [("cut off",)]


def test_a_label_that_another_program_keeps_from_the_disk_is_named_before_closing(person: Person) -> None:
    assert person.path is not None
    with closing(hold(person.path)) as other:
        person.session.execute(Judge((0,), "correct"))
        person.program.quit()
        assert person.program.windows
        assert "1 label is not on the disk" in person.program.message
        other.execute("ROLLBACK")
    person.settle()
    # Named again: these are other labels than the ones that were named then.
    with closing(hold(person.path)) as other:
        person.session.execute(Judge((1,), "correct"))
        person.program.quit()
        assert person.program.windows
        person.program.quit()
        assert not person.program.windows
        other.execute("ROLLBACK")


def test_opening_another_collection_loses_no_labels_without_a_word(person: Person, tmp_path: Path) -> None:
    assert person.path is not None
    other = small_collection(tmp_path / "other.jury")
    with closing(hold(person.path)) as held:
        person.session.execute(Judge((0,), "correct"))
        person.program.open_file(other)
        person.wait(lambda: "not on the disk" in person.program.message)
        assert person.session.path == person.path
        held.execute("ROLLBACK")
    person.settle()
    person.program.open_file(other)
    person.wait(lambda: person.session.path == other)
    with closing(sqlite3.connect(person.path)) as db:
        assert db.execute("SELECT count(*) FROM entry").fetchone() == (1,)


def test_an_import_that_is_refused_leaves_nothing_open_and_no_progress(person: Person) -> None:
    class Tables:
        closed = 0

        def store(self, db: sqlite3.Connection) -> None:
            """Store nothing."""

        def close(self) -> None:
            """Count."""
            self.closed += 1

    tables = Tables()
    person.session.saver.status = replace(person.session.saving, read_only="This file may only be read.")
    person.program.files._store(tables)  # type: ignore[arg-type]
    assert person.program.message == "This file may only be read."
    assert tables.closed == 1
    assert not person.window.notices.progress.isVisibleTo(person.window)
