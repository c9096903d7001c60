"""What a disk cannot do is said in words: long paths, a full quota, locks that are missing or do nothing."""

import errno
import os
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from small import small_collection

from jurybox.collection import file as file_module
from jurybox.collection.backup import backup
from jurybox.collection.file import check_is_ours, disk_problem, take_remarks
from jurybox.commands import Judge
from jurybox.disk import has_dead_locks, trouble_with
from jurybox.errors import Refused
from jurybox.session import open_session
from jurybox_gui.cli import program

posix = pytest.mark.skipif(os.name != "posix", reason="the limits and errors of POSIX systems")


def long_name(size: int) -> str:
    return "n" * (size - 5) + ".jury"


@posix
@pytest.mark.parametrize("size", [248, 255, 256, 300])
@pytest.mark.parametrize(
    "words",
    [
        ("new", "LONG"),
        ("check", "LONG"),
        ("log", "LONG"),
        ("rescue", "SHORT", "-o", "LONG"),
        ("backup", "SHORT", "-o", "LONG"),
        ("restore", "LONG"),
        ("restore", "LONG", "SHORT"),
    ],
    ids=" ".join,
)
def test_a_name_without_room_for_its_journal_is_refused_in_words(
    tmp_path: Path, size: int, words: tuple[str, ...]
) -> None:
    short, long = small_collection(tmp_path / "a.jury"), tmp_path / long_name(size)
    with suppress(OSError):  # from 256 bytes on there can be no such file
        if words[0] in {"check", "log"}:
            long.write_bytes(short.read_bytes())
    before = sorted(one.name for one in tmp_path.iterdir())
    done = CliRunner().invoke(program, [{"LONG": str(long), "SHORT": str(short)}.get(word, word) for word in words])
    assert done.exit_code == 2, done.output
    if size > 255 and words[0] in {"check", "log"}:
        assert done.output.endswith("cannot be read: File name too long.\n")
    else:
        assert done.output.startswith("The path is too long: ")
        assert "at most 247 bytes for the name" in done.output
    assert sorted(one.name for one in tmp_path.iterdir()) == before


@posix
def test_the_longest_name_and_path_that_can_be_used_are_used(tmp_path: Path) -> None:
    path = small_collection(tmp_path / long_name(247))
    with closing(open_session(path, assessor="Ana")) as session:
        session.execute(Judge((0,), "correct"))
    deep = tmp_path
    while len(os.fsencode(deep)) < 390:
        deep /= "d" * 50
    deep.mkdir(parents=True)
    room = 504 - len(os.fsencode(deep)) - 1
    fits, not_any_more = (deep / long_name(size) for size in (room, room + 1))
    fits.write_bytes(path.read_bytes())
    with closing(open_session(fits, assessor="Ana")) as session:
        session.execute(Judge((1,), "correct"))
    fits.rename(not_any_more)
    with pytest.raises(Refused, match="The path is too long"):
        open_session(not_any_more)


@posix
@pytest.mark.parametrize("name", ["SQLITE_IOERR_WRITE", "SQLITE_FULL", "SQLITE_IOERR_FSYNC"])
def test_a_full_quota_is_called_so(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = small_collection(tmp_path / "a.jury")
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorname = name
    assert "quota" not in disk_problem(error, path)
    monkeypatch.setattr(os, "fsync", refusing(errno.EDQUOT))
    assert disk_problem(error, path).startswith("your quota on this disk is used up.")


def refusing(number: int) -> Callable[..., None]:
    def refuse(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    return refuse


@posix
def test_a_disk_without_locks_is_not_called_a_busy_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import fcntl

    path = small_collection(tmp_path / "a.jury")
    monkeypatch.setattr(file_module, "BUSY_SECONDS", 0.05)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("BEGIN EXCLUSIVE")
        with pytest.raises(Refused, match=r"^Another program is using a\.jury"):
            check_is_ours(path)
        monkeypatch.setattr(fcntl, "lockf", refusing(errno.ENOLCK))
        with pytest.raises(Refused, match=r"^The disk of a\.jury gives no locks"):
            check_is_ours(path)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere only another process could try")
def test_locks_that_do_nothing_are_named_at_opening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import fcntl

    path = small_collection(tmp_path / "a.jury")
    take_remarks()
    open_session(path).close()
    assert not has_dead_locks(tmp_path)
    assert take_remarks() == []
    monkeypatch.setattr(fcntl, "fcntl", lambda *_: 0)
    open_session(path).close()
    (said,) = take_remarks()
    assert said.startswith("The locks of the disk that a.jury is on do nothing")
    assert [one.name for one in tmp_path.iterdir()] == ["a.jury"]


def test_nothing_is_left_of_a_trial(tmp_path: Path) -> None:
    assert trouble_with(tmp_path) == 0
    assert list(tmp_path.iterdir()) == []


def test_an_error_of_the_disk_while_opening_or_judging_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = small_collection(tmp_path / "a.jury")

    def fail(*_: object, **__: object) -> None:
        error = sqlite3.OperationalError("database is locked")
        error.sqlite_errorname = "SQLITE_BUSY"
        raise error

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("jurybox.session.session.Session", fail)
        with pytest.raises(Refused, match=r"^Another program is using a\.jury"):
            open_session(path)
    with closing(open_session(path, assessor="Ana")) as session:
        monkeypatch.setattr(session.texts, "names", fail)
        with pytest.raises(Refused, match=r"^Another program is using a\.jury"):
            session.execute(Judge((0,), "correct"))


@pytest.mark.parametrize("pages", [1, 12, 32])
@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("restore c.jury HELD", "c.jury"),
        ("backup c.jury -o copy.jury", "copy.jury"),
        ("rescue c.jury -o saved.jury", "saved.jury"),
        ("assign c.jury --hand-out Ana -o ana.jury", "ana.jury"),
        ("assign c.jury --hand-out-all -o parts", "parts/c-Ana.jury"),
        ("demo community --to demo.jury --no-window", "demo.jury"),
        ("new n.jury", "n.jury"),
        ("report c.jury -o rep --draws 2", "rep/collection.jury"),
    ],
)
def test_a_full_disk_names_the_file_that_was_to_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, named: str, pages: int
) -> None:
    monkeypatch.chdir(tmp_path)
    path = small_collection(tmp_path / "c.jury", questions=40, labels=[(0, at, "correct") for at in range(90)])
    held = backup(path)
    before = (path.read_bytes(), sorted(one.name for one in tmp_path.iterdir()))
    connect = sqlite3.connect

    def connect_on_a_full_disk(database: object, *others: Any, **more: Any) -> sqlite3.Connection:
        db = connect(str(database), *others, **more)
        if ".jurybox." in str(database):
            db.execute(f"PRAGMA max_page_count = {pages}")
        return db

    monkeypatch.setattr(sqlite3, "connect", connect_on_a_full_disk)
    done = CliRunner().invoke(program, words.replace("HELD", held.stem).split())
    if done.exit_code == 0 and words == "new n.jury":
        return  # an empty one has room there
    assert done.exit_code == 2, done.output
    assert done.output.splitlines()[-1].startswith((f"{named} cannot be ", f"{tmp_path / named} cannot be "))
    assert done.output.rstrip().endswith(": database or disk is full.")
    assert (path.read_bytes(), sorted(one.name for one in tmp_path.iterdir())) == before
