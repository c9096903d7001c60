"""Merging at bad moments: the other file is written meanwhile, is the same file, or is damaged."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from dumps import in_force
from patience import PATIENCE
from small import small_collection

import jurybox.collection.merge as merge_module
import jurybox.collection.soundness as check_module
from jurybox.collection.check import check
from jurybox.collection.file import open_reading
from jurybox.commands import Judge, SetFact
from jurybox.errors import Refused
from jurybox.session import open_session


def test_what_comes_into_the_other_file_meanwhile_is_left_for_the_next_merge(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, other = small_collection(tmp_path / "a.jury"), tmp_path / "b.jury"
    shutil.copy(path, other)
    there = open_session(other, assessor="Ben")
    there.execute(Judge((0,), "correct"))
    there.flush()
    real = merge_module._assessors

    def meanwhile(*asked: object) -> object:
        there.execute(Judge((11,), "correct"))
        there.sit("Zoe")
        there.execute(Judge((0,), "incorrect"))
        there.flush()
        return real(*asked)  # type: ignore[arg-type]

    here = open_session(path, assessor="Ana")
    with closing(here), closing(there):
        with monkeypatch.context() as patched:
            patched.setattr(merge_module, "_assessors", meanwhile)
            assert here.merge(other).added == 1
        merged = here.merge(other)
        assert (merged.added, merged.known) == (2, 1)
    assert in_force(path) == in_force(other)
    with closing(open_reading(path)) as db:
        assert check(db) == []


def test_a_file_merged_with_itself_stays_as_it_is(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "a.jury", labels=[(0, 0, "correct")])
    session = open_session(path, assessor="Ana")
    with closing(session):
        session.execute(Judge((0, 1), "incorrect"))
        session.flush()
        before = in_force(path)
        assert session.merge(path).added == 0
        assert in_force(path) == before
        assert session.undo()


def test_a_log_whose_entries_cannot_be_read_is_refused_and_told(tmp_path: Path) -> None:
    path, other = small_collection(tmp_path / "a.jury"), tmp_path / "b.jury"
    shutil.copy(path, other)
    there = open_session(other, assessor="Ben")
    there.execute(Judge((0,), "correct"))
    there.close()
    with closing(sqlite3.connect(other)) as db:
        db.execute("UPDATE entry SET replaces = x'010203'")
        db.commit()
    here = open_session(path, assessor="Ana")
    with closing(here):
        with pytest.raises(Refused, match=r"The other file is damaged: Log entry 1 .*Nothing was"):
            here.merge(other)
        here.execute(Judge((0,), "correct"))
        here.flush(timeout=PATIENCE)
    opened = open_session(other)
    with closing(opened):
        assert "Log entry 1" in (opened.saving.read_only or "")
    with closing(open_reading(other)) as db:
        assert any("Log entry 1" in problem for problem in check(db))


def damage_later(path: Path, row: int) -> None:
    """Change a label behind everybody's back."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE entry SET label = 'incorrect' WHERE id = ?", (row,))
        db.commit()


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a few entries be worth remembering that they were checked."""
    monkeypatch.setattr(check_module, "_WORTH_REMEMBERING", 3)


@pytest.mark.usefixtures("few")
def test_nothing_is_imported_into_a_log_that_was_damaged_meanwhile(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "a.jury")
    ana, ben = open_session(path, assessor="Ana"), open_session(path, assessor="Ben")
    ben.execute(Judge((0, 1, 2, 3), "correct"))
    ben.close()
    damage_later(path, 2)
    late = "INSERT INTO run (name, origin) VALUES ('late', 'submitted')"
    with pytest.raises(Refused, match="The collection is damaged: Log entry 2 does not follow"):
        ana.store(lambda db: db.execute(late))
    ana.close()
    with closing(open_reading(path)) as db:
        assert not db.execute("SELECT 1 FROM local WHERE name = 'checked'").fetchone()
        assert not db.execute("SELECT 1 FROM run WHERE name = 'late'").fetchone()
    assert not list(tmp_path.glob("*.backups/*"))
    again = open_session(path)
    with closing(again):
        assert "Log entry 2" in (again.saving.read_only or "")


@pytest.mark.usefixtures("few")
def test_chains_that_go_on_after_the_checked_place_are_followed(tmp_path: Path) -> None:
    path, other = small_collection(tmp_path / "a.jury"), tmp_path / "b.jury"
    shutil.copy(path, other)
    ana, ben = open_session(path, assessor="Ana"), open_session(path, assessor="Ben")
    with closing(ana), closing(ben):
        for session in (ana, ben):
            session.execute(Judge((0, 1), "correct"))
            session.flush()
        ben.store(lambda db: db.execute("INSERT INTO run (name, origin) VALUES ('late', 'submitted')"))
        for session in (ana, ben):
            session.execute(Judge((2, 3), "incorrect"))
            session.flush()
    with closing(open_reading(path)) as db:
        (checked,) = db.execute("SELECT value FROM local WHERE name = 'checked'").fetchone()
        assert checked.startswith("4:")
        assert check_module.verify(db) == check(db) == []
    with closing(open_session(other, assessor="Ana")) as there:
        assert there.merge(path).added == 8
    with closing(open_session(path)) as again:
        assert again.saving.read_only is None


@pytest.mark.usefixtures("few")
def test_a_whole_log_counts_as_checked_after_an_import(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "a.jury")
    with closing(open_session(path, assessor="Ana")) as ana:
        ana.execute(Judge((0, 1, 2, 3), "correct"))
        ana.store(lambda db: db.execute("INSERT INTO run (name, origin) VALUES ('late', 'submitted')"))
    with closing(open_reading(path)) as db:
        (value,) = db.execute("SELECT value FROM local WHERE name = 'checked'").fetchone()
    assert value.startswith("4:")


def test_merging_takes_facts_of_two_organizers_as_disputed_until_one_sets_them(tmp_path: Path) -> None:
    path, other = small_collection(tmp_path / "a.jury"), tmp_path / "b.jury"
    shutil.copy(path, other)
    here, there = open_session(path, assessor="Ana"), open_session(other, assessor="Ben")
    with closing(here), closing(there):
        here.execute(SetFact("description", "Ana's"))
        there.execute(SetFact("description", "Ben's"))
        there.execute(SetFact("mode", "open"))
        here.execute(SetFact("mode", "judging"))
        there.flush()
        here.merge(other)
        assert here.facts.disputed == ("description", "mode")
        assert (here.facts.description, here.facts.mode) == ("", "judging")
        here.execute(SetFact("mode", "open"))
        here.execute(SetFact("description", "Ana's"))
        assert here.facts.disputed == ()
        assert (here.facts.description, here.facts.mode) == ("Ana's", "open")
