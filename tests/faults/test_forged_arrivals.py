"""Forged entries that another process writes into an open file: refused in one sentence as they arrive."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from forging import ENTRIES, HARMLESS, Forgery, board, forged, said, sql, within
from patience import until
from person import Person

from jurybox.campaign.merges import merge_files
from jurybox.collection.check import check
from jurybox.collection.digests import add_digests
from jurybox.collection.entries import Content, Subject, question_digest
from jurybox.collection.file import open_reading, open_writing
from jurybox.commands import Judge
from jurybox.errors import NotOurs, Refused
from jurybox.session import open_session


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
    with within(), closing(open_session(path, assessor="Ben")) as session:
        session.execute(Judge((0,), "correct"))
        session.flush()
        before = len(session.ledger)
        write(path, ALL[name])
        until(lambda: session.saving.read_only or len(session.ledger) > before, session)
        reason = session.saving.read_only or ""
        session.history(99, 0)
        if reason:
            assert len(session.ledger) == before
            assert session.saving.damaged or "newer Jurybox" in reason
            with pytest.raises(Refused, match=r"damaged|newer Jurybox"):
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


def gone(db: sqlite3.Connection) -> None:
    """Let an answer that Ana labeled have the digest of one that belongs to another question in other copies."""
    db.execute("UPDATE answer SET digest = x'00' WHERE id = 2")
    db.execute("UPDATE answer SET digest = (SELECT digest FROM answer WHERE id = 1) WHERE id = 2")
    db.execute("UPDATE answer SET digest = x'01' WHERE id = 1")
    said("judgment", Subject(1, 1), Content("correct"))(db)


MERGED: dict[str, Forgery] = {
    **ENTRIES,
    "a kind of assessor that is none": sql("INSERT INTO assessor VALUES (9, zeroblob(16), 'Eve', 'ghost')"),
    "a nameless assessor": sql("INSERT INTO assessor VALUES (9, zeroblob(16), ' ', 'person')"),
    "a nugget of no weight": sql("UPDATE nugget SET weight = 9e999"),
    "an answer of another question": gone,
}


@pytest.mark.parametrize("name", [*list(MERGED)[::12], *list(MERGED)[-4:]])
def test_a_forged_file_that_is_merged_spoils_nothing(base: Path, tmp_path: Path, name: str) -> None:
    """It is refused in a sentence, or what comes of it can be opened and is intact."""
    home, path = tmp_path / "home.jury", tmp_path / "forged.jury"
    home.write_bytes(base.read_bytes())
    forged(base, path, MERGED[name])
    with closing(open_session(home, assessor="Ben")) as session:
        before, why = len(session.ledger), ""
        try:
            merge_files(session, [path])
        except Refused as error:
            why = str(error)
        assert why.count("\n") == 0
        assert len(session.ledger) == before if why else name in ENTRIES
    with closing(open_reading(home)) as db:
        assert check(db) == []
    with closing(open_session(home)) as session:
        assert session.saving.read_only is None


def test_a_file_of_a_newer_program_is_called_so(base: Path, tmp_path: Path) -> None:
    """A kind of question or entry that is unknown is no damage where digests and chains are right."""

    def ask(db: sqlite3.Connection) -> None:
        row = (question_digest("q9", "riddle", "What walks?"),)
        db.execute("INSERT INTO question (name, kind, text, digest) VALUES ('q9', 'riddle', 'What walks?', ?)", row)
        add_digests(db)

    newer = forged(base, tmp_path / "newer.jury", ask)
    with pytest.raises(Refused, match="question q9 is of the kind 'riddle', which only a newer Jurybox knows") as error:
        open_session(newer)
    assert not isinstance(error.value, NotOurs)
    damaged = forged(base, tmp_path / "damaged.jury", sql("UPDATE question SET kind = 'riddle' WHERE id = 1"))
    with pytest.raises(NotOurs, match="damaged"):
        open_session(damaged)
    home = tmp_path / "home.jury"
    home.write_bytes(base.read_bytes())
    with closing(open_session(home, assessor="Ben")) as session:
        with pytest.raises(Refused, match="made by a newer Jurybox"):
            merge_files(session, [newer])
        write(home, ENTRIES["an unknown kind"])
        until(lambda: bool(session.saving.read_only), session)
        assert "A newer Jurybox wrote to home.jury" in (session.saving.read_only or "")
        assert not session.saving.damaged


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
