"""The session: every command does, undoes and redoes whole; all is in the file; other programs are seen."""

import errno
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from dumps import in_force
from patience import until
from small import small_collection

from jurybox.changes import Changes
from jurybox.collection.check import check
from jurybox.collection.codes import LABEL_CODES
from jurybox.collection.file import open_reading
from jurybox.commands import Annotate, Command, Judge, SetFact, Together, adjudicate
from jurybox.errors import NotSaved, Refused
from jurybox.session import Session, open_session

COMMANDS: dict[str, Command] = {
    "label": Judge((1,), "correct", seconds=2.5),
    "label anew": Judge((0,), "incorrect"),
    "state": Judge((2,), state="deferred"),
    "several": Judge((3, 4, 5), "correct", note="alike"),
    "clear": Judge((0,)),
    "note": Annotate(0, "sure"),
    "note on nothing": Annotate(7, "look again"),
    "adjudicate": adjudicate((0,), "incorrect"),
    "mode": SetFact("mode", "judging"),
    "guideline": SetFact("guideline:correct", "Says so."),
    "panel": SetFact("panel", []),
    "label said in two ways": Together((Judge((1,), "correct"), Judge((1, 2), "incorrect"))),
    "mode said in two ways": Together((SetFact("mode", "open", assessor=1), SetFact("mode", "judging"))),
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a small collection in which Ana and Ben have begun."""
    return small_collection(tmp_path / "small.jury", labels=[(0, 0, "correct"), (1, 0, "incorrect"), (1, 5, "correct")])


@pytest.fixture
def session(path: Path) -> Session:
    """Return the collection opened for Ana."""
    opened = open_session(path, assessor="Ana")
    yield opened  # type: ignore[misc]
    opened.close()


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_does_undoes_and_redoes_whole(session: Session, name: str) -> None:
    before = in_force(session.path)
    session.execute(COMMANDS[name])
    session.flush()
    after = in_force(session.path)
    assert after != before
    for _ in range(2):
        assert session.undo()
        session.flush()
        assert in_force(session.path) == before
        assert session.redo()
        session.flush()
        assert in_force(session.path) == after
    with closing(open_reading(session.path)) as db:
        assert check(db) == []


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.sweep
def test_undo_and_redo_reach_over_restarts(path: Path, name: str) -> None:
    def once(work: Callable[[Session], object]) -> dict[tuple[object, ...], object]:
        opened = open_session(path, assessor="Ana")
        work(opened)
        opened.close()
        return in_force(path)

    before = in_force(path)
    after = once(lambda s: s.execute(COMMANDS[name]))
    assert once(lambda s: s.undo()) == before
    assert once(lambda s: s.redo()) == after
    assert once(lambda s: s.undo()) == before


def test_undo_goes_over_answers_and_questions_and_only_over_ones_own(session: Session) -> None:
    for answer in (1, 4, 8):
        session.execute(Judge((answer,), "correct"))
    session.execute(Judge((2,), "incorrect", assessor=1))
    touched = [session.undo() for _ in range(3)]
    assert [sorted(changes.answers) for changes in touched if changes] == [[8], [4], [1]]
    assert session.content_of(2, 1).label == "incorrect"
    assert not session.can_undo
    assert session.undo() is None


def test_a_new_step_ends_what_can_be_redone(session: Session) -> None:
    session.execute(Judge((1,), "correct"))
    session.undo()
    assert session.can_redo
    session.execute(Judge((2,), "correct"))
    assert not session.can_redo


def test_the_same_label_again_is_not_said_twice(session: Session) -> None:
    entries = len(session.ledger)
    assert session.execute(Judge((0,), "correct")) == Changes()
    assert len(session.ledger) == entries


def test_a_label_is_in_force_at_once_and_saved_after_the_commit(session: Session) -> None:
    told: list[int] = []
    session.subscribe(lambda changes, _: told.append(session.saving.pending))
    session.execute(Judge((1,), "correct"))
    assert session.content_of(1).label == "correct"
    assert told[0] == 1
    session.flush()
    assert session.saving.pending == 0
    assert session.saving.entries == 4
    assert session.history(1)[0].saved


def test_a_label_of_another_scheme_is_refused(session: Session) -> None:
    with pytest.raises(Refused, match="'A' is not a label for validation question q1; choose from correct, incorrect"):
        session.execute(Judge((0,), "A"))
    with pytest.raises(Refused, match="no state"):
        session.execute(Judge((0,), state="asleep"))


def test_two_programs_on_one_file_see_each_other(path: Path) -> None:
    first, second = open_session(path, assessor="Ana"), open_session(path, assessor="Ben")
    first.execute(Judge((1,), "correct"))
    second.execute(Judge((2,), "incorrect"))
    first.flush()
    second.flush()
    until(lambda: len(first.ledger) == len(second.ledger) == 5, first, second)
    assert np.array_equal(first.ledger.labels, second.ledger.labels)
    assert first.content_of(2, 1).label == "incorrect"
    assert second.content_of(1, 0).label == "correct"
    first.close()
    second.close()
    with closing(open_reading(path)) as db:
        assert check(db) == []


def test_a_new_assessor_sits_down_and_the_other_program_learns_of_it(path: Path) -> None:
    first, second = open_session(path, assessor="Ana"), open_session(path)
    second.sit("Zoe")
    second.execute(Judge((3,), "correct"))
    second.flush()
    until(lambda: len(first.catalog.assessors) == 3 and len(first.ledger) == len(second.ledger), first)
    assert first.content_of(3, first.catalog.assessor_named["Zoe"]).label == "correct"
    first.close()
    second.close()


def test_a_removed_file_is_told_and_nothing_counts_as_saved(path: Path, tmp_path: Path) -> None:
    session = open_session(path, assessor="Ana")
    away = tmp_path / "away.jury"
    path.rename(away)
    session.execute(Judge((1,), "correct"))
    with pytest.raises(NotSaved, match=r"small\.jury was moved or removed"):
        session.flush()
    assert session.saving.pending == 1
    assert session.content_of(1).label == "correct"
    copy = tmp_path / "copy.jury"
    session.save_copy(copy)
    away.rename(path)
    session.saver.retry()
    until(lambda: not session.saving.pending, session)
    assert session.saving.problem is None
    session.close()
    assert in_force(path) == in_force(copy)


def test_another_file_in_its_place_is_not_written_to(path: Path, tmp_path: Path) -> None:
    session = open_session(path, assessor="Ana")
    path.rename(tmp_path / "away.jury")
    small_collection(path)
    before = path.read_bytes()
    session.execute(Judge((1,), "correct"))
    with pytest.raises(NotSaved):
        session.flush()
    session.saver.retry()
    until(lambda: "Another collection is at" in (session.saving.problem or ""), session)
    session.close()
    assert path.read_bytes() == before


def test_a_full_disk_is_told_and_saving_goes_on_when_there_is_room(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import jurybox.collection.writer as writer

    real = writer.open_writing
    limit = {"pages": 1}

    def with_limit(at: Path) -> sqlite3.Connection:
        db = real(at)
        db.execute(f"PRAGMA max_page_count = {limit['pages']}")
        return db

    monkeypatch.setattr(writer, "open_writing", with_limit)
    session = open_session(path, assessor="Ana")
    for answer in range(12):
        session.execute(Judge((answer,), "incorrect", note="x" * 4000))
    with pytest.raises(NotSaved, match="the disk is full"):
        session.flush()
    stored = len(in_force(path))
    assert session.saving.pending > 0
    limit["pages"] = 1_000_000
    session.saver.retry()
    until(lambda: not session.saving.pending, session)
    assert session.saving.pending == 0
    session.close()
    assert len(in_force(path)) > stored
    with closing(open_reading(path)) as db:
        assert check(db) == []


def test_a_file_opened_on_a_full_disk_says_what_to_do(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It said that saving is retried, which nobody did."""
    import jurybox.collection.writer as writer

    def fail(_: Path) -> sqlite3.Connection:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(writer, "open_writing", fail)
        with closing(open_session(path, assessor="Ana")) as session, pytest.raises(Refused) as refused:
            session.execute(Judge((0,), "incorrect"))
    assert str(refused.value) == "The disk is full. Free some space. Then open it again."
    with closing(open_session(path, assessor="Ana")) as session:
        session.execute(Judge((0,), "incorrect"))
        session.flush()


def test_a_file_that_may_only_be_read_opens_and_says_so(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import jurybox.collection.writer as writer

    def refuse(at: Path) -> sqlite3.Connection:
        return open_reading(at)

    monkeypatch.setattr(writer, "open_writing", refuse)
    session = open_session(path, assessor="Ana")
    assert session.saving.read_only
    assert session.saving.read_only.startswith(f"{path.name} is read-only.")
    with pytest.raises(Refused, match="is read-only"):
        session.execute(Judge((1,), "correct"))
    session.close()


def test_a_busy_file_waits_and_loses_nothing(path: Path) -> None:
    session = open_session(path, assessor="Ana")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    session.execute(Judge((1,), "correct"))
    with pytest.raises(NotSaved):
        session.flush(timeout=0.3)
    assert session.saving.pending == 1
    other.execute("ROLLBACK")
    other.close()
    session.flush()
    assert session.saving.pending == 0
    session.close()


def test_a_copied_file_judged_in_both_merges_whole_with_its_conflict_shown(path: Path, tmp_path: Path) -> None:
    session = open_session(path, assessor="Ana")
    session.execute(Judge((1,), "correct"))
    session.flush()
    copy = tmp_path / "copy.jury"
    shutil.copy(path, copy)
    session.execute(Judge((2,), "correct"))
    session.execute(Judge((3,), "incorrect"))
    there = open_session(copy, assessor="Ana")
    there.execute(Judge((3,), "correct"))
    there.execute(Judge((4,), "incorrect"))
    there.close()
    session.flush()
    merged = session.merge(copy)
    assert (merged.added, merged.known) == (2, 4)
    assert session.content_of(4).label == "incorrect"
    assert {said.label for said in session.in_conflict(3)} == {"correct", "incorrect"}
    assert session.merge(copy).added == 0
    session.execute(Judge((3,), "correct"))
    session.flush()
    assert not session.in_conflict(3)
    session.close()
    with closing(open_reading(path)) as db:
        assert check(db) == []


def test_what_a_listener_enters_comes_after_what_it_was_told_of(session: Session) -> None:
    def answer_back(changes: Changes, initiator: object) -> None:
        if 1 in changes.answers and initiator is None:
            session.execute(Judge((2,), "incorrect"), "listener")

    session.subscribe(answer_back)
    session.execute(Judge((1,), "correct"))
    session.flush()
    with closing(open_reading(session.path)) as db:
        assert check(db) == []


def test_of_what_a_step_says_in_two_ways_the_later_holds(session: Session) -> None:
    session.execute(Together((Judge((1,), "correct"), Judge((1, 2), "incorrect"))))
    session.execute(Together((SetFact("mode", "judging"), SetFact("mode", "open", assessor=1))))
    session.flush()
    assert [session.ledger.labels[0, at] for at in (1, 2)] == [LABEL_CODES["incorrect"]] * 2
    assert session.facts.mode == "open"
