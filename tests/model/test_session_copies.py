"""A copy saved while entries are pending: whole, with each entry once, and of the right collection."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from dumps import in_force
from patience import until
from small import small_collection

from jurybox.collection.check import check
from jurybox.collection.file import open_reading
from jurybox.commands import Judge, SetFact
from jurybox.errors import NotSaved, Refused
from jurybox.session import Session, open_session


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """Return a small collection opened for Ana, in which she has begun."""
    opened = open_session(small_collection(tmp_path / "small.jury"), assessor="Ana")
    opened.execute(Judge((0,), "correct"))
    opened.execute(SetFact("description", "first"))
    opened.close()
    opened = open_session(opened.path, assessor="Ana")
    yield opened  # type: ignore[misc]
    opened.close()


def work_on(session: Session) -> None:
    """Replace what is on the disk, and what was only just said."""
    session.execute(Judge((0, 1), "incorrect"))
    session.execute(Judge((0,), "correct"))
    session.execute(SetFact("description", "second"))
    session.undo()


def problems(path: Path) -> list[str]:
    """Return what is wrong with a file."""
    with closing(open_reading(path)) as db:
        return check(db)


def test_a_copy_with_pending_entries_is_whole_and_merges_back(session: Session, tmp_path: Path) -> None:
    copy = tmp_path / "copy.jury"
    with closing(sqlite3.connect(session.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        work_on(session)
        assert session.saving.pending == 5
        session.save_copy(copy)
        other.execute("ROLLBACK")
    session.flush()
    assert problems(copy) == []
    assert in_force(copy) == in_force(session.path)
    assert session.merge(copy).added == 0
    opened = open_session(copy, assessor="Ana")
    assert opened.undo()
    opened.close()


def test_an_entry_saved_but_not_yet_told_stands_once_in_a_copy(session: Session, tmp_path: Path) -> None:
    work_on(session)
    session.saver.writer.wait()
    assert session.saving.pending > 0
    session.save_copy(tmp_path / "copy.jury")
    assert problems(tmp_path / "copy.jury") == []
    assert in_force(tmp_path / "copy.jury") == in_force(session.path)


def test_a_copy_of_a_removed_file_leaves_the_session_at_work(session: Session, tmp_path: Path) -> None:
    away, copy = tmp_path / "away.jury", tmp_path / "copy.jury"
    session.path.rename(away)
    session.execute(Judge((1,), "correct"))
    session.save_copy(copy)
    session.undo()
    session.undo()
    assert session.content_of(0).label == "correct"
    away.rename(session.path)
    assert problems(copy) == []


def test_a_copy_is_never_made_of_another_file_in_its_place(session: Session, tmp_path: Path) -> None:
    session.path.rename(tmp_path / "away.jury")
    small_collection(session.path, questions=2)
    session.execute(Judge((11,), "correct"))
    copy = tmp_path / "copy.jury"
    session.save_copy(copy)
    assert problems(copy) == []
    with closing(open_reading(copy)) as db:
        assert db.execute("SELECT count(*) FROM question").fetchone() == (4,)


def test_a_copy_that_cannot_be_finished_leaves_nothing_behind(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import jurybox.collection.state as module

    def full(*_: object) -> list[int]:
        raise sqlite3.OperationalError("database or disk is full")

    with closing(sqlite3.connect(session.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        work_on(session)
        with monkeypatch.context() as patched:
            patched.setattr(module, "insert_entries", full)
            with pytest.raises(Refused, match="cannot be written"):
                session.save_copy(tmp_path / "copy.jury")
        other.execute("ROLLBACK")
    assert [path.name for path in tmp_path.glob("*copy*")] == []


def test_a_backup_put_in_the_place_of_the_open_file_is_not_written_to(session: Session, tmp_path: Path) -> None:
    early = tmp_path / "early.jury"
    shutil.copy(session.path, early)
    session.execute(Judge((2, 3, 4), "correct"))
    session.flush()
    session.path.rename(tmp_path / "away.jury")
    early.rename(session.path)
    before = session.path.read_bytes()
    session.execute(Judge((2,), "incorrect"))
    with pytest.raises(NotSaved):
        session.flush()
    session.saver.retry()
    until(lambda: "An earlier state of the collection is at" in (session.saving.problem or ""), session)
    session.save_copy(tmp_path / "copy.jury")
    assert problems(tmp_path / "copy.jury") == []
    session.close()
    assert session.path.read_bytes() == before


def test_what_is_begun_in_the_place_of_the_open_file_undoes_nothing_in_that_file(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another program is in the middle of writing a file of the same name: its journal is not ours."""
    import jurybox.collection.texts as texts

    away = tmp_path / "away.jury"
    session.texts.answer(1)
    session.texts.question(0)
    session.path.rename(away)
    with closing(sqlite3.connect(session.path, isolation_level=None)) as other:
        other.executescript("PRAGMA journal_mode = DELETE; PRAGMA cache_size = 2; BEGIN; CREATE TABLE t (x)")
        other.executemany("INSERT INTO t VALUES (?)", [("y" * 500,)] * 2_000)
        session.execute(Judge((1,), "correct"))
        with pytest.raises(NotSaved):
            session.flush()
        waited: list[float] = []
        monkeypatch.setattr(texts, "sleep", lambda seconds: (waited.append(seconds), other.execute("COMMIT")))
        assert session.texts.answer(5).text == "Answer 3"
        assert len(waited) == 1
        assert other.execute("SELECT count(*) FROM t").fetchone() == (2_000,)
    session.path.unlink()
    away.rename(session.path)
    session.saver.retry()
    until(lambda: not session.saving.problem and not session.saving.pending, session)
    assert problems(session.path) == []
    assert session.catalog.answer_count == 12
