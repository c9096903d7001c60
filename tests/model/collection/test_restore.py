"""Restoring a backup: it takes the place of the collection, which is kept beside it with its journal."""

import json
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from small import small_collection

from jurybox.collection.backup import backup, backup_named, backups_of, restore
from jurybox.collection.check import problems_of
from jurybox.collection.file import check_is_ours, journal_of
from jurybox.commands import Judge
from jurybox.disk import opened_by
from jurybox.errors import Refused
from jurybox.session import open_session
from jurybox_gui.cli import program

MORNING, NOON = datetime(2026, 11, 27, 8, 0, 5, tzinfo=UTC), datetime(2026, 11, 27, 12, 30, tzinfo=UTC)
HOLD = (
    "import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); db.execute('SELECT 1 FROM sqlite_schema'); "
    "print(1, flush=True); sys.stdin.read()"
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a collection with backups of the morning, with 3 entries, and of noon, with 4."""
    path = small_collection(tmp_path / "c.jury", labels=[(0, at, "correct") for at in range(3)])
    backup(path, at=MORNING)
    label(path, 3)
    backup(path, "import", at=NOON)
    label(path, 4)
    return path


def label(path: Path, answer: int) -> None:
    with closing(open_session(path, assessor="Ana")) as session:
        session.execute(Judge((answer,), "correct"))


def entries(path: Path) -> int:
    check_is_ours(path)
    with closing(sqlite3.connect(path)) as db:
        return int(db.execute("SELECT count(*) FROM entry").fetchone()[0])


def run(*words: object) -> Result:
    return CliRunner().invoke(program, [str(word) for word in words])


def test_a_backup_takes_the_place_of_the_collection(path: Path) -> None:
    before = path.read_bytes()
    aside = restore(path, backup_named(path, "20261127-080005"), at=NOON)
    assert aside == path.with_name("c.jury.before-restore-20261127-123000")
    assert aside.read_bytes() == before
    assert (entries(path), problems_of(path)) == (3, [])
    again = restore(path, backup_named(path, "20261127-123000-import.jury"), at=NOON)
    assert again == path.with_name("c.jury.before-restore-20261127-123000-2")
    assert (entries(path), entries(again), entries(aside)) == (4, 3, 5)


def test_a_journal_moves_with_its_file(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA cache_size = 1")
        db.execute("BEGIN IMMEDIATE")
        db.execute("UPDATE answer SET text = text || ' and more of it'")
        half = [one.read_bytes() for one in (path, journal_of(path))]
        db.execute("ROLLBACK")
    path.write_bytes(half[0])
    journal_of(path).write_bytes(half[1])
    aside = restore(path, backup_named(path, "20261127-080005"))
    assert aside is not None
    assert not journal_of(path).exists()
    assert [one.read_bytes() for one in (aside, journal_of(aside))] == half
    assert (entries(path), entries(aside)) == (3, 5)  # that was rolled back, with its own journal


def test_links_that_the_disk_cannot_make_are_not_needed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr("os.link", refuse)
    before = path.read_bytes()
    journal_of(path).write_bytes(b"")
    folder = path.parent / "elsewhere"
    shutil.copytree(path.with_name("c.jury.backups"), folder)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("jurybox.collection.backup.put_in_place", lambda part, target, _: part.rename(target))
        aside = restore(path, folder / "20261127-080005.jury")
    assert aside is not None
    assert aside.read_bytes() == before
    assert journal_of(aside).exists()
    assert entries(path) == 3


def test_a_file_that_is_gone_or_destroyed_is_restored(path: Path) -> None:
    path.unlink()
    journal_of(path).write_bytes(b"left alone")
    assert restore(path, backup_named(path, "20261127-080005")) is not None
    assert not journal_of(path).exists()
    path.write_bytes(b"not a database")
    restore(path, backup_named(path, "20261127-123000-import"))
    assert entries(path) == 4


@pytest.mark.skipif(
    not Path("/proc/self/fd").is_dir() and not shutil.which("lsof"), reason="nothing says who has it open"
)
def test_it_is_refused_while_another_program_has_the_file_open(path: Path) -> None:
    before = {one.name: one.read_bytes() for one in path.parent.iterdir() if one.is_file()}
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdin is not None
        other.stdout.readline()
        try:
            assert str(other.pid) in opened_by(path)
            with pytest.raises(Refused, match=r"Another program has c\.jury open: .* Nothing was changed"):
                restore(path, backup_named(path, "20261127-080005"))
            done = run("restore", path, "20261127-080005")
            assert done.exit_code == 2
        finally:
            other.stdin.close()
    assert {one.name: one.read_bytes() for one in path.parent.iterdir() if one.is_file()} == before
    restore(path, backup_named(path, "20261127-080005"))
    assert entries(path) == 3


@pytest.mark.parametrize("spoil", ["cut", "changed", "foreign", "itself", "missing"])
def test_what_is_no_whole_copy_is_refused(path: Path, tmp_path: Path, spoil: str) -> None:
    copy = tmp_path / "copy.jury"
    copy.write_bytes(backup_named(path, "20261127-080005").read_bytes())
    if spoil == "cut":
        copy.write_bytes(copy.read_bytes()[:20_000])
    elif spoil == "changed":
        with closing(sqlite3.connect(copy, isolation_level=None)) as db:
            db.execute("UPDATE entry SET label = 'incorrect' WHERE id = 2")
    elif spoil == "foreign":
        with closing(sqlite3.connect(copy, isolation_level=None)) as db:
            db.execute("CREATE VIEW v AS SELECT * FROM entry")
    elif spoil == "itself":
        copy = path
    else:
        copy.unlink()
    before = path.read_bytes()
    with pytest.raises(Refused):
        restore(path, copy)
    assert path.read_bytes() == before
    assert not list(tmp_path.glob("*.before-restore*"))
    assert not list(tmp_path.glob(".jurybox*"))


def test_without_a_backup_the_command_lists_them_with_date_and_entries(path: Path) -> None:
    broken = path.with_name("c.jury.backups") / "20261127-130000.jury"
    broken.write_bytes(b"nothing")
    lines = run("restore", path).output.splitlines()
    assert [line.split()[0] for line in lines[1:]] == ["20261127-130000", "20261127-123000-import", "20261127-080005"]
    assert "unreadable" in lines[1]
    assert NOON.astimezone().strftime("%Y-%m-%d %H:%M:%S") in lines[2]
    assert lines[2].split()[-2:] == ["import", "4"]
    listed = json.loads(run("restore", path, "--format", "json").output)["backups"]
    assert [one["entries"] for one in listed] == [None, 4, 3]
    assert listed[2]["at"] == "2026-11-27T08:00:05+00:00"
    assert [one.entries for one in backups_of(path)] == [None, 4, 3]


def test_the_command_says_what_it_did(path: Path) -> None:
    done = run("restore", path, "20261127-080005")
    (aside,) = path.parent.glob("c.jury.before-restore-*")
    assert done.exit_code == 0
    assert done.output.splitlines() == [
        f"{path} is a copy of the backup 20261127-080005.jury now.",
        f"What was there before is {aside}.",
    ]
    assert run("restore", path, "yesterday").output.startswith("There is no backup yesterday. Nothing was changed")


@pytest.mark.parametrize("form", ["table", "json"])
def test_the_list_of_a_file_that_is_not_there_is_refused_unless_there_are_backups(path: Path, form: str) -> None:
    missing = path.with_name("d.jury")
    done = run("restore", missing, "--format", form)
    assert done.exit_code == 2
    assert done.output == f"{missing} does not exist, and has no backups in {missing}.backups.\n"
    path.unlink()
    done = run("restore", path, "--format", form)
    assert done.exit_code == 0
    assert "20261127-123000-import" in done.output
