"""Labels of damaged files: what SQLite still returns, and what is on whole pages, is in force in what is rescued.

JURYBOX_RESCUES sets how many files the soak damages, JURYBOX_RESCUES_FROM the number of the first; `-s` prints numbers.
"""

import os
import random
import sqlite3
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path

import pytest
from click.testing import CliRunner
from damaging import DAMAGES, EVERY_TABLE, PAGE, Damage, Whole, full_collection, rescued_labels

from jurybox.collection.check import problems_of
from jurybox.collection.digests import DIGESTED
from jurybox.collection.rescue import rescue
from jurybox.errors import Refused
from jurybox_gui.cli import program


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    return Whole(full_collection(tmp_path_factory.mktemp("whole") / "whole.jury"))


def damaged(whole: Whole, damage: Damage, number: int, folder: Path) -> Path:
    path = folder / "damaged.jury"
    path.write_bytes(whole.data)
    damage.do(path, random.Random(number))
    return path


def faults_of(whole: Whole, path: Path, target: Path) -> tuple[list[str], int, int]:
    """Rescue a file; return what is wrong, how many labels were to be saved, and how many were named as lost."""
    told = rescue(path, target)
    faults = [f"what was rescued is damaged: {one}" for one in problems_of(target)]
    wanted, found = whole.labels(path), Counter(rescued_labels(whole, target))
    faults += [f"not in force: {forms[0]}" for forms in wanted.values() if not any(found[form] for form in forms)]
    in_force = len(whole.rows["entry"]) - len(whole.replaced)
    if told.is_whole and told.log_whole:
        faults += [f"said to be whole, and differs: {table}" for table in differing(whole, path, target)]
    elif found.total() + told.entries.lost < in_force and not told.entries.at_least:
        faults.append(f"{in_force} labels, {found.total()} saved, {told.entries.lost} named as lost")
    return faults, len(wanted), told.entries.lost


def differing(whole: Whole, path: Path, target: Path) -> list[str]:
    """Return the tables of a rescued file that are neither as they were nor as SQLite reads them in the damaged one."""
    found = []
    with (
        closing(sqlite3.connect(f"{path.as_uri()}?immutable=1", uri=True)) as old,
        closing(sqlite3.connect(target)) as new,
    ):
        for table in (*DIGESTED, "entry"):
            rows = new.execute(f"SELECT * FROM {table}").fetchall()
            if rows == list(whole.rows[table].values()):
                continue
            with suppress(sqlite3.Error):
                if old.execute(f"SELECT * FROM {table}").fetchall() != rows:
                    found.append(table)
    return found


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.name)
def test_no_label_that_can_be_read_is_lost(whole: Whole, damage: Damage, tmp_path: Path) -> None:
    faults, wanted, _ = faults_of(whole, damaged(whole, damage, 1, tmp_path), tmp_path / "saved.jury")
    assert faults == []
    assert wanted > 50 or damage.name == "the end cut off"


@pytest.mark.soak
def test_five_hundred_damaged_files(whole: Whole, tmp_path: Path) -> None:
    first, count = (int(os.environ.get(f"JURYBOX_RESCUES{end}", usual)) for end, usual in (("_FROM", "0"), ("", "500")))
    wanted, lost, faults = 0, 0, list[str]()
    for number in range(first, first + count):
        damage, folder = DAMAGES[number % len(DAMAGES)], tmp_path / str(number)
        folder.mkdir()
        found, some, named = faults_of(whole, damaged(whole, damage, number, folder), folder / "saved.jury")
        faults += [f"{number}, {damage.name}: {one}" for one in found]
        wanted, lost = wanted + some, lost + named
        if not found:
            for path in folder.iterdir():
                path.unlink()
    print(f"{count:,} damaged files, {wanted:,} labels to save, {len(faults)} faults, {lost:,} labels named as lost")
    assert faults == []


@pytest.mark.parametrize("table", [table for table in EVERY_TABLE if table not in {"local", "digest", "superseded"}])
def test_a_row_that_is_gone_from_any_table_costs_no_other_label(whole: Whole, table: str, tmp_path: Path) -> None:
    """The row in the middle is deleted: labels about it, or by it, keep their place by a placeholder."""
    path = tmp_path / "gap.jury"
    path.write_bytes(whole.data)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        middle = (max(whole.rows[table]) + 1) // 2
        db.execute(f"DELETE FROM {table} WHERE id = ?", (middle,))
    faults, wanted, lost = faults_of(whole, path, tmp_path / "saved.jury")
    in_force = len(whole.rows["entry"]) - len(whole.replaced)
    assert faults == []
    assert (wanted, lost) == ((in_force - 1, 1) if table == "entry" else (in_force, 0))


@pytest.mark.parametrize("table", ["entry", "answer", "run", "assignment"])
def test_a_table_that_is_gone_is_never_called_whole(whole: Whole, table: str, tmp_path: Path) -> None:
    path = tmp_path / "gone.jury"
    path.write_bytes(whole.data)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute(f"DROP TABLE {table}")
    told = rescue(path, tmp_path / "saved.jury")
    count = told.entries if table == "entry" else told.of(table)
    assert not told.is_whole
    assert count.lost or count.at_least
    assert problems_of(tmp_path / "saved.jury") == []


def test_the_command_compares_the_result_with_the_source_and_ends_with_1_where_something_was_lost(
    whole: Whole, tmp_path: Path
) -> None:
    path = tmp_path / "gap.jury"
    path.write_bytes(whole.data)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("DELETE FROM answer WHERE id = 31")
    done = CliRunner().invoke(program, ["rescue", str(path), "-o", str(tmp_path / "saved.jury")])
    lines = [line.split() for line in done.output.splitlines()]
    assert done.exit_code == 1
    assert ["answers", "96", "95", "95", "0", "1"] in lines
    assert ["judgments", "192", "192", "0", "192", "0"] in lines
    assert "Lost: 1 of 96 answers." in done.output
    assert "ready" not in done.output
    told = CliRunner().invoke(program, ["rescue", str(path), "-o", str(tmp_path / "again.jury"), "--format", "json"])
    assert told.exit_code == 1
    assert '"re-entered": 192' in told.output


def test_a_first_page_of_zeros_costs_nothing(whole: Whole, tmp_path: Path) -> None:
    path = tmp_path / "zeros.jury"
    path.write_bytes(bytes(PAGE) + whole.data[PAGE:])
    told = rescue(path, tmp_path / "saved.jury")
    assert told.is_whole, str(told)
    assert told.log_whole
    with closing(sqlite3.connect(tmp_path / "saved.jury")) as db:
        for table in (*DIGESTED, "entry"):
            assert db.execute(f"SELECT * FROM {table}").fetchall() == list(whole.rows[table].values()), table


@pytest.mark.skipif(os.name != "posix", reason="limits of this kind are on POSIX systems only")
def test_a_disk_that_becomes_full_is_said_and_nothing_is_left(whole: Whole, tmp_path: Path) -> None:
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(whole.data) * 2 // 3, before[1]))
    try:
        with pytest.raises(Refused, match=r"saved\.jury cannot be written: disk I/O error\."):
            rescue(whole.path, tmp_path / "saved.jury")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert list(tmp_path.iterdir()) == []


def test_pages_that_a_disk_cannot_read_are_damaged_ones(
    whole: Whole, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from jurybox.collection import rescue_pages

    read = rescue_pages.bytes_of
    bad = min(whole.pages[100])

    def failing(path: Path, at: int, count: int) -> bytes:
        if at <= (bad - 1) * PAGE < at + count and path.name == "whole.jury":
            raise OSError(5, "Input/output error")
        return read(path, at, count)

    monkeypatch.setattr(rescue_pages, "bytes_of", failing)
    told = rescue(whole.path, tmp_path / "saved.jury")
    gone = {row for row, pages in whole.pages.items() if bad in pages} - whole.replaced
    assert told.entries.lost == len(gone) > 0
    assert not problems_of(tmp_path / "saved.jury")
