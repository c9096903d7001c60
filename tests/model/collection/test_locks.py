"""Locks between programs: none is lost by looking at a file, and who finds a file held waits for it."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from patience import PATIENCE, until
from small import small_collection

import jurybox.collection.file as file_module
from jurybox.collection.file import check_is_ours, create, is_held, open_reading, open_writing, read_header
from jurybox.commands import Judge
from jurybox.errors import NotOurs, Refused
from jurybox.session import open_session
from jurybox_gui.cli import program

if TYPE_CHECKING:
    from collections.abc import Callable

ASK = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], timeout=0.1, isolation_level=None)
try:
    db.execute("BEGIN IMMEDIATE")
except sqlite3.OperationalError as error:
    print(error)
else:
    print("free")
"""


def asked_from_outside(path: Path) -> str:
    """Return what another program is told that wants to write."""
    done = subprocess.run([sys.executable, "-c", ASK, str(path)], capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a small collection."""
    return small_collection(tmp_path / "small.jury")


def test_looking_at_a_file_takes_no_lock_away_from_the_one_who_writes(path: Path) -> None:
    with closing(open_writing(path)) as db:
        db.execute("BEGIN IMMEDIATE")
        for _ in range(3):
            read_header(path)
            check_is_ours(path)
            assert asked_from_outside(path) == "database is locked"
        db.execute("ROLLBACK")
        assert asked_from_outside(path) == "free"


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="counts open files")
def test_looking_at_files_leaves_none_open(path: Path, tmp_path: Path) -> None:
    def opened() -> int:
        return sum(os.path.realpath(f"/proc/self/fd/{n}").endswith(".jury") for n in os.listdir("/proc/self/fd"))

    before = opened()
    other = small_collection(tmp_path / "other.jury")
    with closing(open_reading(path)):
        for _ in range(5):
            read_header(path)
            read_header(other)
        assert opened() - before <= 3
    assert opened() == before


def test_a_held_file_is_not_called_damaged(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_module, "BUSY_SECONDS", 0.1)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(Refused, match=r"Another program is using .*small\.jury") as caught:
            check_is_ours(path)
        assert not isinstance(caught.value, NotOurs)
        other.execute("ROLLBACK")


def test_a_window_that_opens_a_held_file_waits_and_can_then_be_worked_in(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import jurybox.collection.writer as writer_module

    monkeypatch.setattr(file_module, "BUSY_SECONDS", 0.1)
    monkeypatch.setattr(writer_module, "RETRY_SECONDS", 0.1)
    handed: list[Callable[[], None]] = []

    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        session = open_session(path, assessor="Ana", post=handed.append)

        def read_only() -> str:
            while handed:
                handed.pop(0)()
            return session.saving.read_only or ""

        with closing(session):
            until(lambda: "Another program is using small.jury" in read_only())
            with pytest.raises(Refused, match=r"Another program is using small\.jury"):
                session.execute(Judge((0,), "correct"))
            other.execute("ROLLBACK")
            until(lambda: not read_only())
            session.execute(Judge((0,), "correct"))
            session.flush(timeout=PATIENCE)


def test_a_command_that_meets_a_held_file_says_so(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_module, "BUSY_SECONDS", 0.1)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Refused, match=r"Another program is using small\.jury.*Nothing was changed"):
            open_session(path, assessor="Ana")
        other.execute("ROLLBACK")


def test_others_read_on_while_a_large_import_is_stored(path: Path) -> None:
    session = open_session(path, assessor="Ana")
    read: list[object] = []

    def store(db: sqlite3.Connection) -> None:
        for number in range(400):
            db.execute("INSERT INTO document (name, text) VALUES (?, ?)", (str(number), "x" * 20_000))
        with closing(sqlite3.connect(path, timeout=0.1)) as other:
            read.append(other.execute("SELECT count(*) FROM document").fetchone()[0])

    with closing(session):
        session.store(store)
    assert read == [0]


def test_no_file_is_written_over_where_there_are_no_hard_links(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", none)
    session = open_session(path, assessor="Ana")
    kept = tmp_path / "kept.jury"
    kept.write_bytes(b"mine")
    with closing(session), pytest.raises(Refused, match="exists already"):
        session.save_copy(kept)
    assert kept.read_bytes() == b"mine"
    create(tmp_path / "new.jury")
    assert check_is_ours(tmp_path / "new.jury")


def test_nobody_new_sits_down_in_a_damaged_file(path: Path) -> None:
    seated = open_session(path, assessor="Ana")
    seated.execute(Judge((0,), "correct"))
    seated.close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE entry SET label = 'incorrect'")
        db.commit()
    before = path.read_bytes()
    session = open_session(path, assessor="Zoe")
    with closing(session):
        assert session.assessor is None
        assert "Log entry 1" in (session.saving.read_only or "")
        with pytest.raises(Refused, match="Log entry 1"):
            session.sit("Yan")
        session.sit("Ben")
        assert session.assessor == 1
    assert path.read_bytes() == before


@pytest.mark.parametrize("how", ["EXCLUSIVE", "IMMEDIATE"])
def test_who_waits_for_another_program_says_so(path: Path, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_module, "BUSY_SECONDS", 0.1)
    told = CliRunner().invoke(program, ["withdraw", str(path), "one"])
    assert told.exit_code == 0
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute(f"BEGIN {how}")
        assert is_held(path) is (how == "EXCLUSIVE")
        assert is_held(path, to_write=True)
        told = CliRunner().invoke(program, ["withdraw", str(path), "one", "--back"])
        other.execute("ROLLBACK")
    assert told.exit_code == 2
    first, *_, last = told.stderr.splitlines()
    assert first == "Another program is using small.jury. Waiting for it to finish."
    assert "using small.jury" in last
    assert not is_held(path)
    assert not is_held(path, to_write=True)
