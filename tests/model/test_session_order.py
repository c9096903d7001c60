"""The order in the file is the order of the chain, whatever fails in between; undo in odd places."""

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

import pytest
from dumps import in_force
from patience import PATIENCE, until
from small import small_collection

import jurybox.collection.writer as writer_module
from jurybox.collection.check import check
from jurybox.collection.file import open_reading
from jurybox.commands import Annotate, Judge
from jurybox.errors import NotSaved, Refused
from jurybox.session import Session, open_session


class Failing:
    """A connection whose commits fail as often as wanted, before or after they were done."""

    def __init__(self, db: sqlite3.Connection, plan: list[str]) -> None:
        self.db = db
        self.plan = plan

    def execute(self, statement: str, *values: object) -> object:
        """Run a statement; a commit as planned."""
        fails = self.plan.pop(0) if statement == "COMMIT" and self.plan else ""
        if fails == "before":
            raise sqlite3.OperationalError("disk I/O error")
        found = self.db.execute(statement, *values)  # type: ignore[arg-type]
        if fails == "after":
            raise sqlite3.OperationalError("disk I/O error")
        return found

    def __getattr__(self, name: str) -> object:
        return getattr(self.db, name)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a small collection."""
    return small_collection(tmp_path / "small.jury")


def save(session: Session) -> None:
    """Try until all is saved."""

    def saved() -> bool:
        session.saver.retry()
        with suppress(NotSaved):
            session.flush(timeout=PATIENCE)
        return not session.saving.pending

    until(saved)


@pytest.mark.parametrize("plan", [["before"], ["after"], ["before", "after"], ["after", "before", "after"]])
def test_a_commit_that_fails_before_or_after_it_is_done_writes_each_entry_once(
    path: Path, monkeypatch: pytest.MonkeyPatch, plan: list[str]
) -> None:
    monkeypatch.setattr(writer_module, "RETRY_SECONDS", 0.05)
    plans: list[str] = []
    real = writer_module.open_writing
    monkeypatch.setattr(writer_module, "open_writing", lambda at: Failing(real(at), plans))
    session = open_session(path, assessor="Ana")
    with closing(session):
        plans += plan
        session.execute(Judge((0, 1, 2), "correct"))
        session.execute(Judge((0, 1), "incorrect"))
        session.undo()
        session.execute(Judge((0,), state="skipped"))
        save(session)
        hashes = [session.ledger.hash_of(at) for at in range(len(session.ledger))]
        assert list(session.ledger.rows) == list(range(1, 9))
    with closing(open_reading(path)) as db:
        assert [hash_ for (hash_,) in db.execute("SELECT hash FROM entry ORDER BY id")] == hashes
        assert check(db) == []


def test_a_note_to_an_answer_with_two_labels_takes_neither_away(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.jury"
    other.write_bytes(path.read_bytes())
    here, there = open_session(path, assessor="Ana"), open_session(other, assessor="Ana")
    with closing(here), closing(there):
        here.execute(Judge((0,), "correct"))
        there.execute(Judge((0,), "incorrect"))
        there.flush()
        here.merge(other)
        with pytest.raises(Refused, match="two labels"):
            here.execute(Annotate(0, "which?"))
        assert len(here.in_conflict(0)) == 2
        here.execute(Judge((0,), "correct", note="so"))
        here.execute(Annotate(0, "settled"))
        assert (here.content_of(0).label, here.content_of(0).note) == ("correct", "settled")


def test_a_step_whose_beginning_was_lost_is_a_step_all_the_same(path: Path) -> None:
    session = open_session(path, assessor="Ana")
    session.execute(Judge((0, 1, 2), "correct"))
    session.close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE entry SET assessor = 2 WHERE id = 1")
        db.commit()
    again = open_session(path, assessor="Ana")
    with closing(again):
        assert again.can_undo


def test_the_last_none_are_none(path: Path) -> None:
    session = open_session(path, assessor="Ana")
    with closing(session):
        session.execute(Judge((0,), "correct"))
        assert session.history(0) == []
        assert len(session.history(5)) == 1


def test_a_file_replaced_by_its_equal_is_gone_on_with(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer_module, "RETRY_SECONDS", 0.05)
    session = open_session(path, assessor="Ana")
    with closing(session):
        session.execute(Judge((0,), "correct"))
        session.flush()
        equal = path.with_name("equal.jury")
        equal.write_bytes(path.read_bytes())
        equal.replace(path)
        session.execute(Judge((0,), "incorrect", note="after"))
        save(session)
        session.store(lambda db: db.execute("INSERT INTO run (name, origin) VALUES ('late', 'submitted')"))
        assert session.content_of(0).note == "after"
        session.undo()
        assert session.content_of(0).label == "correct"
        save(session)
    assert list(in_force(path).values()) == [[("correct", None, None)]]
    with closing(open_reading(path)) as db:
        assert check(db) == []


def test_bulk_work_that_could_not_be_waited_for_is_not_done_later(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer_module, "RETRY_SECONDS", 0.05)
    plans: list[str] = []
    real = writer_module.open_writing
    monkeypatch.setattr(writer_module, "open_writing", lambda at: Failing(real(at), plans))
    session = open_session(path, assessor="Ana")
    done: list[int] = []
    with closing(session):
        plans += ["before"] * 8
        session.execute(Judge((0,), "correct"))
        with pytest.raises(NotSaved):
            session.store(lambda _: done.append(1))
        with pytest.raises(NotSaved):
            session.sit("Zoe")
        save(session)
        session.flush()
        assert done == []
        assert session.sit("Yan") == 2
    with closing(open_reading(path)) as db:
        names = db.execute("SELECT name FROM assessor ORDER BY id").fetchall()
    assert names == [("Ana",), ("Ben",), ("Yan",)]
