"""Forged entries that another process writes into an open file: refused in one sentence as they arrive."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from forging import ENTRIES, HARMLESS, Forgery, board, within
from patience import until
from person import Person

from jurybox.collection.check import check
from jurybox.collection.file import open_reading, open_writing
from jurybox.commands import Judge
from jurybox.errors import Refused
from jurybox.session import open_session

SECONDS = 10


def beyond(db: sqlite3.Connection) -> None:
    """Put a row far beyond the end of the log."""
    db.execute(
        "INSERT INTO entry (id, hash, writer, assessor, kind, question, answer, label, at, act, part) "
        "SELECT 9000000000000000000, zeroblob(32), writer, assessor, kind, question, answer, label, at, act, "
        "part FROM entry WHERE id = 1"
    )


def unchained(db: sqlite3.Connection) -> None:
    """Add a label in the name of Ana that nothing of hers leads to."""
    db.execute(
        "INSERT INTO entry (hash, writer, assessor, kind, question, answer, label, at, act, part) "
        "SELECT randomblob(32), writer, assessor, kind, question, answer, 'incorrect', at, act, part "
        "FROM entry WHERE id = 1"
    )


def nowhere(db: sqlite3.Connection) -> None:
    """Add a label of a question that does not exist."""
    unchained(db)
    db.execute("UPDATE entry SET question = 9999, answer = NULL WHERE id = (SELECT max(id) FROM entry)")


ROWS: dict[str, Forgery] = {
    "a row beyond the end of the log": beyond,
    "a label without its chain": unchained,
    "a label of no question": nowhere,
}
ALL = ROWS | ENTRIES


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return board(tmp_path_factory.mktemp("arrivals") / "base.jury")


def write(path: Path, forgery: Forgery) -> None:
    """Forge a file that others have open."""
    with closing(open_writing(path)) as db:
        db.execute("PRAGMA foreign_keys = OFF")
        db.execute("BEGIN IMMEDIATE")
        forgery(db)
        db.execute("COMMIT")


def arrives(base: Path, path: Path, name: str) -> str:
    """Return why nothing may be entered once a forged entry has arrived; "" where it was taken in."""
    path.write_bytes(base.read_bytes())
    with within(SECONDS), closing(open_session(path, assessor="Ben")) as session:
        session.execute(Judge((0,), "correct"))
        session.flush()
        before = len(session.ledger)
        write(path, ALL[name])
        until(lambda: session.saving.read_only or len(session.ledger) > before, session)
        reason = session.saving.read_only or ""
        session.history(99, 0)
        if reason:
            assert len(session.ledger) == before
            assert session.saving.damaged
            with pytest.raises(Refused, match=r"damaged"):
                session.execute(Judge((0,), "incorrect"))
        else:
            session.execute(Judge((0,), "incorrect"))
            session.flush()
    return reason


def holds(base: Path, path: Path, name: str) -> None:
    """Assert that a forged entry is refused on arrival where `check` finds it, and else harms nothing."""
    reason = arrives(base, path, name)
    assert reason.count("\n") == 0
    assert reason or f"entry: {name}" in HARMLESS
    if name in ROWS:
        with closing(open_reading(path)) as db:
            assert check(db)


@pytest.mark.parametrize("name", [*ROWS, *list(ENTRIES)[::12]])
def test_a_forged_entry_is_refused_as_it_arrives(base: Path, tmp_path: Path, name: str) -> None:
    holds(base, tmp_path / "a.jury", name)


@pytest.mark.sweep
@pytest.mark.parametrize("name", ENTRIES)
def test_every_forged_entry_is_refused_as_it_arrives(base: Path, tmp_path: Path, name: str) -> None:
    holds(base, tmp_path / "a.jury", name)


def test_the_window_names_what_another_program_damaged(base: Path, tmp_path: Path, come: Callable[..., Person]) -> None:
    path = tmp_path / "a.jury"
    path.write_bytes(base.read_bytes())
    person = come(path, assessor="Ben")
    person.press("1")
    entries = len(person.session.ledger)
    write(path, unchained)
    person.wait(lambda: person.session.saving.damaged)
    person.settle()
    assert any("Another program damaged a.jury" in word for word in person.words())
    person.press("2")
    assert len(person.session.ledger) == entries
