"""Backups: whole, verified, thinned out by age, never over another file."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from dumps import in_force
from small import small_collection

from jurybox.collection.backup import backup, backup_folder, copy_to, to_drop
from jurybox.collection.file import open_reading
from jurybox.errors import Refused

NOW = datetime(2026, 5, 20, 12, tzinfo=UTC)


def test_a_backup_is_a_whole_copy_beside_the_file(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "a.jury", labels=[(0, 0, "correct")])
    made = backup(path, "import", NOW)
    assert made == tmp_path / "a.jury.backups" / "20260520-120000-import.jury"
    assert in_force(made) == in_force(path)
    assert backup(path, "import", NOW).name == "20260520-120000-import-2.jury"


def test_a_copy_never_overwrites(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "a.jury")
    target = tmp_path / "b.jury"
    target.write_text("precious")
    with closing(open_reading(path)) as db, pytest.raises(Refused, match="exists already"):
        copy_to(db, target)
    assert target.read_text() == "precious"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.jury", "b.jury"]


def test_a_damaged_file_gives_no_backup(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "a.jury", questions=40)
    data = bytearray(path.read_bytes())
    data[9 * 4096 : 10 * 4096] = b"\xee" * 4096
    path.write_bytes(data)
    with closing(sqlite3.connect(path)) as db, pytest.raises(Refused):
        copy_to(db, tmp_path / "b.jury")
    assert not (tmp_path / "b.jury").exists()


@pytest.mark.parametrize(
    ("ages", "kept"),
    [
        ([timedelta(minutes=n) for n in range(10)], 10),
        ([timedelta(minutes=n) for n in range(25)], 10),
        ([timedelta(hours=n * 6) for n in range(40)], 10 + 5),
        ([timedelta(days=n) for n in range(100)], 10 + 6),
        ([timedelta(weeks=n) for n in range(30)], 10),
    ],
)
def test_old_backups_thin_out(tmp_path: Path, ages: list[timedelta], kept: int) -> None:
    backups = [tmp_path / f"{NOW - age:%Y%m%d-%H%M%S}.jury" for age in ages]
    left = set(backups) - set(to_drop(backups, NOW))
    assert len(left) == pytest.approx(kept, abs=2)
    assert set(sorted(backups)[-10:]) <= left


def test_other_files_in_the_folder_are_never_dropped(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "a.jury")
    folder = backup_folder(path)
    folder.mkdir()
    mine = folder / "my own copy.jury"
    mine.write_bytes(path.read_bytes())
    for n in range(30):
        backup(path, at=NOW + timedelta(seconds=n))
    assert mine.exists()


def test_a_backup_made_after_the_clock_was_put_back_is_kept(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "a.jury")
    for n in range(12):
        backup(path, at=NOW + timedelta(minutes=n))
    made = backup(path, at=NOW - timedelta(minutes=30))
    assert made.exists()
    assert len(list(backup_folder(path).glob("*.jury"))) == 11
