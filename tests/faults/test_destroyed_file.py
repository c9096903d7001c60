"""A collection destroyed while it is open: everything said in the window goes into a whole copy."""

import random
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from patience import until
from person import Person
from small import small_collection

import jurybox.collection.spare as spare_module
import jurybox.collection.writer as writer_module
from jurybox.collection.check import check
from jurybox.collection.file import open_reading
from jurybox.commands import Judge
from jurybox.errors import Refused
from jurybox.session import open_session

Harm = Callable[[Path, bytes], None]


def empty(path: Path, _: bytes) -> None:
    """Take everything away."""
    path.write_bytes(b"")


def cut(path: Path, _: bytes) -> None:
    """Leave the first half, as a copy does that was broken off."""
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def rewind(path: Path, early: bytes) -> None:
    """Write an earlier state into the file, as a program does that keeps folders alike."""
    path.write_bytes(early)


def scribble(path: Path, _: bytes) -> None:
    """Write other bytes over everything."""
    path.write_bytes(random.Random(1).randbytes(path.stat().st_size))


def scribble_behind(path: Path, _: bytes) -> None:
    """Write other bytes over all but the first page, which says that nothing was changed."""
    kept = path.read_bytes()[:4096]
    path.write_bytes(kept + random.Random(1).randbytes(path.stat().st_size - 4096))


def blank(path: Path, _: bytes) -> None:
    """Write zeros over everything, as a disk does that lost its map."""
    path.write_bytes(bytes(path.stat().st_size))


WAYS: dict[str, Harm] = {one.__name__: one for one in (empty, cut, rewind, scribble, scribble_behind, blank)}
QUICK = {"cut", "rewind"}
SEEN_AT_ONCE = {"empty", "cut", "rewind", "scribble", "blank"}


@pytest.fixture
def ana(tmp_path: Path, come: Callable[..., Person], monkeypatch: pytest.MonkeyPatch) -> Person:
    """Return Ana, who judged before, and is at it again."""
    monkeypatch.setattr(writer_module, "RETRY_SECONDS", 0.1)
    path = small_collection(tmp_path / "a.jury", questions=30, labels=[(0, at, "correct") for at in range(9)])
    return come(path, assessor="Ana")


def hashes(path: Path) -> set[str]:
    with closing(open_reading(path)) as db:
        assert check(db) == []
        return {hash_.hex() for (hash_,) in db.execute("SELECT hash FROM entry")}


def said(person: Person) -> set[str]:
    return {person.session.ledger.hash_of(at).hex() for at in range(len(person.session.ledger))}


@pytest.mark.parametrize("way", [pytest.param(way, marks=() if way in QUICK else pytest.mark.sweep) for way in WAYS])
def test_a_copy_of_a_destroyed_file_has_every_label(ana: Person, tmp_path: Path, way: str) -> None:
    assert ana.path is not None
    early = ana.path.read_bytes()
    ana.press("1", "2", "1")
    shown = said(ana)
    WAYS[way](ana.path, early)
    if way in SEEN_AT_ONCE:  # before anything is to be saved
        ana.wait(lambda: ana.session.saving.lost)
        assert "a.jury" in ana.window.message
        assert any("Save a copy" in word for word in ana.words())
    ana.press("2", "1", "3")
    shown |= said(ana)
    copy = tmp_path / "copy.jury"
    ana.program.files.save_copy(copy)
    assert "copy.jury is a complete copy" in ana.window.message
    assert hashes(copy) == shown
    assert len(shown) == 15
    if way in SEEN_AT_ONCE:
        assert ana.window.notices.banner is not None
        buttons = {one.text(): one for one in ana.window.notices.banner.buttons}
        buttons["Continue with the copy"].click()
        ana.wait(lambda: ana.program.bridge is not None and ana.session.path == copy)
        ana.settle()
        ana.press("1")
        assert len(hashes(copy)) == 16


def test_a_file_that_is_put_back_is_saved_to_again(ana: Person) -> None:
    assert ana.path is not None
    ana.press("1")
    whole = ana.path.read_bytes()
    ana.path.write_bytes(b"")
    ana.wait(lambda: ana.session.saving.lost)
    assert "a.jury was cut off" in ana.window.message
    ana.press("2")
    assert ana.session.saving.pending == 1
    ana.path.write_bytes(whole)
    ana.wait(lambda: not ana.session.saving.lost and not ana.session.saving.pending)
    assert ana.window.message == "", "the window says that it is not saved, which it is"
    assert hashes(ana.path) == said(ana)


def test_another_state_of_the_file_is_merged_and_nothing_of_either_is_lost(ana: Person, tmp_path: Path) -> None:
    """A program that keeps folders alike brings a colleague's file while Ana judges hers."""
    assert ana.path is not None
    theirs = tmp_path / "theirs.jury"
    theirs.write_bytes(ana.path.read_bytes())
    with closing(open_session(theirs, assessor="Ben")) as session:
        session.execute(Judge((20, 21), "incorrect"))
    elsewhere = hashes(theirs)
    ana.press("1", "2", "1")
    here = said(ana)
    theirs.replace(ana.path)
    ana.wait(lambda: "2 of its entries were made elsewhere, and it lacks 3 made here" in ana.window.message)
    ana.press("2")
    here |= said(ana)
    ana.wait(lambda: "lacks 4 made here" in ana.window.message)
    ana.click("Merge")
    ana.wait(lambda: "Both are merged" in ana.window.message)
    ana.settle()
    assert hashes(ana.path) == elsewhere | here
    assert [one.name for one in tmp_path.glob("*before-merge*")] == []
    ana.press("1")
    assert len(hashes(ana.path)) == len(elsewhere | here) + 1


def test_a_file_that_somebody_else_merged_is_opened_again(ana: Person, tmp_path: Path) -> None:
    assert ana.path is not None
    theirs = tmp_path / "theirs.jury"
    theirs.write_bytes(ana.path.read_bytes())
    with closing(open_session(theirs, assessor="Ben")) as session:
        session.execute(Judge((20, 21), "incorrect"))
    ana.press("1", "2", "1")
    with closing(open_session(theirs)) as session:
        session.merge(ana.path)
    theirs.replace(ana.path)
    ana.wait(lambda: "has everything from here too" in ana.window.message)
    ana.click("Open it again")
    ana.wait(lambda: not ana.session.saving.lost)
    ana.settle()
    assert len(hashes(ana.path)) == len(said(ana)) == 14


def test_somebody_who_came_and_texts_that_were_not_shown_are_in_the_copy(ana: Person, tmp_path: Path) -> None:
    assert ana.path is not None
    ana.session.sit("Ben")
    ana.press("1")
    before, shown = ana.session.texts.answer(70).text, said(ana)
    blank(ana.path, b"")
    ana.wait(lambda: ana.session.saving.lost)
    ana.session.texts.forget()
    assert ana.session.texts.answer(70).text == before
    assert [one.entry.content.label for one in ana.session.history(99, 0)]
    ana.session.save_copy(tmp_path / "copy.jury")
    assert hashes(tmp_path / "copy.jury") == shown
    with closing(open_reading(tmp_path / "copy.jury")) as db:
        assert {name for (name,) in db.execute("SELECT name FROM assessor")} >= {"Ana", "Ben"}


def test_without_a_spare_an_earlier_state_is_completed_and_nothing_else_is_called_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spare_module, "LARGEST", 0)
    path = small_collection(tmp_path / "a.jury", questions=30, labels=[(0, at, "correct") for at in range(9)])
    early, copy = path.read_bytes(), tmp_path / "copy.jury"
    with closing(open_session(path, assessor="Ana", post=lambda call: call())) as session:
        until(lambda: not session.saving.read_only, session)
        for answer in range(20, 26):
            session.execute(Judge((answer,), "correct"))
        session.flush()
        shown = {session.ledger.hash_of(at).hex() for at in range(len(session.ledger))}
        blank(path, early)
        with pytest.raises(Refused, match="damaged"):
            session.save_copy(copy)
        assert not copy.exists()
        rewind(path, early)
        session.save_copy(copy)
    assert hashes(copy) == shown
    assert path.read_bytes() == early
