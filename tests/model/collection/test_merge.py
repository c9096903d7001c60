"""The union of logs: any order, any repetition, copies of copies, clocks that go backwards."""

import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from dumps import in_force
from examples import examples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from small import small_collection

from jurybox.collection.check import check
from jurybox.collection.entries import Content
from jurybox.collection.file import open_reading, open_writing
from jurybox.collection.log import LogWriter
from jurybox.collection.merge import Merged, merge_log
from jurybox.commands import Judge, SetFact
from jurybox.errors import Refused
from jurybox.session import Session, open_session

LABELS = ("correct", "incorrect", None)
STEP = st.one_of(
    st.tuples(st.just("judge"), st.integers(0, 5), st.sampled_from(LABELS)),
    st.tuples(st.just("undo"), st.just(0), st.none()),
    st.tuples(st.just("redo"), st.just(0), st.none()),
    st.tuples(st.just("fact"), st.integers(0, 1), st.none()),
)
# What happens to the copies, one after another: somebody works in one, one is copied, two are merged.
EVENT = st.one_of(
    st.tuples(st.just("work"), st.integers(0, 3), st.sampled_from(("Ana", "Ben")), st.lists(STEP, max_size=5)),
    st.tuples(st.just("copy"), st.integers(0, 3), st.none(), st.none()),
    st.tuples(st.just("merge"), st.integers(0, 3), st.integers(0, 3), st.none()),
)


def merge(path: Path, other: Path) -> Merged:
    """Merge one file into another."""
    with closing(open_writing(path)) as db, closing(open_reading(other)) as source:
        db.execute("BEGIN IMMEDIATE")
        try:
            merged = merge_log(db, source)
        except Refused:
            db.execute("ROLLBACK")
            raise
        db.execute("COMMIT")
    return merged


def work(session: Session, steps: list[tuple[str, int, str | None]]) -> None:
    """Let the one who sits there take steps."""
    for what, number, label in steps:
        if what == "judge":
            session.execute(Judge((number,), label))
        elif what == "fact":
            session.execute(SetFact("mode", ("open", "judging")[number]))
        else:
            with suppress(Refused):  # what somebody else has overruled is passed over
                session.undo() if what == "undo" else session.redo()


def log_of(path: Path) -> set[bytes]:
    """Return the hashes in a log."""
    with closing(open_reading(path)) as db:
        assert check(db) == []
        return {hash_ for (hash_,) in db.execute("SELECT hash FROM entry")}


@settings(max_examples=examples(40), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(EVENT, min_size=2, max_size=8))
def test_any_merging_of_any_copies_comes_to_the_same(events: list[tuple[str, int, object, object]]) -> None:
    with TemporaryDirectory() as folder:
        files = [small_collection(Path(folder) / "0.jury", questions=2)]
        for what, number, second, steps in events:
            path = files[number % len(files)]
            if what == "work":
                session = open_session(path, assessor=str(second))
                work(session, steps)  # type: ignore[arg-type]
                session.close()
            elif what == "copy" and len(files) < 4:
                files.append(Path(folder) / f"{len(files)}.jury")
                shutil.copy(path, files[-1])
            elif what == "merge":
                merge(path, files[int(second) % len(files)])  # type: ignore[call-overload]
        forward, backward = Path(folder) / "forward.jury", Path(folder) / "backward.jury"
        shutil.copy(files[0], forward)
        shutil.copy(files[-1], backward)
        for path in files:
            merge(forward, path)
        for path in [*reversed(files), *files]:
            merge(backward, path)
        assert log_of(forward) == log_of(backward) == set().union(*map(log_of, files))
        assert in_force(forward) == in_force(backward)
        live, again = open_session(forward), open_session(backward)
        assert live.facts.mode == again.facts.mode
        assert (live.ledger.labels == again.ledger.labels).all()
        live.close()
        again.close()


def test_clocks_that_go_backwards_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import jurybox.collection.log as log

    path = small_collection(tmp_path / "a.jury")
    times = iter(range(4_000_000_000_000, 0, -1_000_000_000))
    monkeypatch.setattr(log, "now", lambda: next(times))
    session = open_session(path, assessor="Ana")
    for label in ("correct", "incorrect", "correct", "incorrect"):
        session.execute(Judge((0,), label))
    session.close()
    again = open_session(path, assessor="Ana")
    assert again.content_of(0).label == "incorrect"
    again.undo()
    assert again.content_of(0).label == "correct"
    again.close()


def test_one_assessors_part_cut_out_and_brought_back(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "a.jury")
    for name in ("Ana", "Ben", "Ana"):
        session = open_session(path, assessor=name)
        session.execute(Judge((0,), "correct" if session.content_of(0).label != "correct" else "incorrect"))
        session.execute(Judge((1,), "incorrect"))
        session.close()
    part, rest = tmp_path / "part.jury", tmp_path / "rest.jury"
    for target, keep in ((part, 1), (rest, 2)):
        shutil.copy(path, target)
        with closing(sqlite3.connect(target)) as db:
            db.execute("DELETE FROM entry WHERE assessor <> ?", (keep,))
            db.commit()
    merge(rest, part)
    assert {row[1] for row in _entries(rest)} == {row[1] for row in _entries(path)}
    assert in_force(rest) == in_force(path)


def _entries(path: Path) -> list[tuple[object, ...]]:
    with closing(open_reading(path)) as db:
        return db.execute("SELECT id, hash FROM entry").fetchall()


def test_a_log_that_was_tampered_with_is_not_merged(tmp_path: Path) -> None:
    path, other = small_collection(tmp_path / "a.jury"), tmp_path / "b.jury"
    shutil.copy(path, other)
    session = open_session(other, assessor="Ana")
    session.execute(Judge((0,), "correct"))
    session.close()
    with closing(sqlite3.connect(other)) as db:
        db.execute("UPDATE entry SET label = 'incorrect'")
        db.commit()
    before = path.read_bytes()
    with pytest.raises(Refused, match=r"The other file is damaged: Log entry 1 .* Nothing was merged"):
        merge(path, other)
    assert path.read_bytes() == before


def test_judgments_of_unknown_answers_are_listed_and_refused(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "a.jury", questions=2)
    larger = small_collection(tmp_path / "b.jury", questions=3)
    session = open_session(larger, assessor="Ana")
    session.execute(Judge((8,), "correct"))
    session.close()
    with pytest.raises(Refused, match=r"judges 2 questions or answers .*: question q3, answer a3\.3\."):
        merge(path, larger)


def test_an_unknown_assessor_of_the_same_name_stays_another_person(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "a.jury")
    other = small_collection(tmp_path / "b.jury", labels=[(0, 0, "correct")])
    merged = merge(path, other)
    assert merged.assessors == ["Ana (2)", "Ben (2)"]


def test_an_imported_entry_chains_with_the_others(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "a.jury", labels=[(0, 0, "correct")])
    with closing(open_writing(path)) as db:
        db.execute("BEGIN IMMEDIATE")
        from jurybox.collection.entries import Subject

        LogWriter(db).write(1, "judgment", Subject(0, 0), Content("incorrect"))
        db.execute("COMMIT")
        assert check(db) == []
