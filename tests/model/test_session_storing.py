"""What is entered comes back from the file as it was; what a file cannot hold is refused before."""

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from patience import PATIENCE
from small import small_collection

from jurybox.collection.check import check
from jurybox.collection.file import open_reading
from jurybox.commands import Annotate, Command, Judge, SetFact
from jurybox.errors import Refused
from jurybox.session import Session, open_session


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """Return a small collection opened for Ana."""
    opened = open_session(small_collection(tmp_path / "small.jury"), assessor="Ana")
    yield opened  # type: ignore[misc]
    opened.close()


@pytest.mark.parametrize("seconds", [3, 0, -0.0, 0.1, 1e-300, True])
def test_the_chain_holds_whatever_number_the_seconds_are(session: Session, seconds: float) -> None:
    session.execute(Judge((0,), "correct", seconds=seconds))
    session.close()
    again = open_session(session.path, assessor="Ana")
    assert again.saving.read_only is None
    assert again.content_of(0).seconds == seconds
    again.close()
    with closing(open_reading(session.path)) as db:
        assert check(db) == []


UNSTORABLE: dict[str, Command] = {
    "half a character in a note": Annotate(1, "so \ud83d"),
    "half a character in a fact": SetFact("description", "so \ud83d"),
    "half a character in the name of a fact": SetFact("guideline:\ud83d", "so"),
    "a note beyond all measure": Annotate(1, "x" * 20_000_001),
    "seconds that are not a number": Judge((1,), "correct", seconds=float("nan")),
    "endless seconds": Judge((1,), "correct", seconds=float("inf")),
    "seconds below zero": Judge((1,), "correct", seconds=-1.0),
}


@pytest.mark.parametrize("what", UNSTORABLE)
def test_what_cannot_be_stored_is_refused_and_stops_nothing(session: Session, what: str) -> None:
    with pytest.raises(Refused, match="nothing was changed"):
        session.execute(UNSTORABLE[what])
    assert len(session.ledger) == 0
    session.execute(Judge((0,), "correct"))
    session.flush(timeout=PATIENCE)
    assert session.saving.pending == 0


def test_a_name_that_cannot_be_stored_is_refused(session: Session) -> None:
    with pytest.raises(Refused, match="nothing was changed"):
        session.sit("Zo\ud83d")


def test_a_long_note_of_any_characters_comes_back_as_it_was(session: Session) -> None:
    note = "\x00\u2028\U0001f9ea\u202e" * 50_000
    session.execute(Annotate(0, note))
    session.close()
    again = open_session(session.path, assessor="Ana")
    assert again.content_of(0).note == note
    again.close()


@pytest.mark.parametrize("name", ["panel", "calibration"])
def test_a_list_of_anything_but_names_is_no_fact(session: Session, name: str) -> None:
    with pytest.raises(Refused, match=f"not a value for {name}"):
        session.execute(SetFact(name, [["nested"]]))
    session.close()
    open_session(session.path).close()


def test_bulk_work_is_being_saved_until_it_is_on_the_disk(session: Session) -> None:
    go, done = threading.Event(), list[object]()
    session.flush(PATIENCE)
    before = session.saving.saved_at

    def work(db: sqlite3.Connection) -> int:
        assert go.wait(PATIENCE)
        return int(db.execute("SELECT count(*) FROM answer").fetchone()[0])

    session.store_later(work, done.append)
    assert session.saving.storing == 1
    go.set()
    session.flush(PATIENCE)
    assert done == [session.catalog.answer_count]
    assert session.saving.storing == 0
    assert session.saving.saved_at is not None
    assert session.saving.saved_at != before
    saved = session.saving.saved_at
    session.store_later(lambda db: db.execute("SELECT * FROM nowhere"), done.append)
    session.flush(PATIENCE)
    assert isinstance(done[-1], Exception)
    assert (session.saving.storing, session.saving.saved_at) == (0, saved)
