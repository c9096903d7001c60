"""Rescue: what can be read comes into a new file that is ours and whole; the old one is left alone."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from dumps import in_force, tables
from small import small_collection
from sweeps import swept

from jurybox.collection.check import check
from jurybox.collection.entries import Content, Subject
from jurybox.collection.file import check_is_ours, open_reading, open_writing
from jurybox.collection.log import LogWriter
from jurybox.collection.rescue import rescue
from jurybox.collection.rescue_report import EARLIER
from jurybox.commands import Judge
from jurybox.errors import Refused
from jurybox.session import open_session


def judged(path: Path) -> Path:
    """Return a collection in which something was said, changed and taken back."""
    small_collection(path, questions=30, labels=[(1, 0, "incorrect"), (1, 5, "correct")])
    session = open_session(path, assessor="Ana")
    for answer in range(60):
        session.execute(Judge((answer,), ("correct", "incorrect")[answer % 2], note=f"note {answer} " * 9))
    session.execute(Judge((0,), "incorrect"))
    session.undo()
    session.close()
    return path


def whole(path: Path) -> None:
    check_is_ours(path)
    with closing(open_reading(path)) as db:
        assert check(db) == []


def test_a_file_with_a_foreign_trigger_is_rescued_whole_and_without_it(tmp_path: Path) -> None:
    path = judged(tmp_path / "a.jury")
    with closing(sqlite3.connect(path)) as db:
        changing = "UPDATE entry SET label = 'incorrect'"
        db.execute(f"CREATE TRIGGER t AFTER INSERT ON entry BEGIN {changing}; END")
        db.execute("CREATE VIEW v AS SELECT * FROM entry")
        db.commit()
    before = path.read_bytes()
    told = rescue(path, tmp_path / "b.jury")
    whole(tmp_path / "b.jury")
    assert told.log_whole
    assert in_force(tmp_path / "b.jury") == in_force(path)
    assert tables(tmp_path / "b.jury", "entry") == tables(path, "entry")
    assert path.read_bytes() == before


def test_of_a_tampered_log_what_is_in_force_is_entered_anew(tmp_path: Path) -> None:
    path = judged(tmp_path / "a.jury")
    state = in_force(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE entry SET at = 1 WHERE id = 10")
        db.commit()
    told = rescue(path, tmp_path / "b.jury")
    whole(tmp_path / "b.jury")
    assert not told.log_whole
    assert "written to a new log" in str(told)
    assert in_force(tmp_path / "b.jury") == state


@pytest.mark.sweep
def test_damaged_pages_cost_no_more_than_they_hold(tmp_path: Path) -> None:
    path = judged(tmp_path / "a.jury")
    data, dice = path.read_bytes(), random.Random(3)
    pages, rescued, refused = len(data) // 4096, 0, 0
    for number in range(25):
        harmed = tmp_path / f"harmed{number}.jury"
        page = dice.randrange(1, pages)
        harmed.write_bytes(data[: page * 4096] + dice.randbytes(4096) + data[(page + 1) * 4096 :])
        target = tmp_path / f"saved{number}.jury"
        try:
            rescue(harmed, target)
        except Refused as error:
            refused += "Nothing can be rescued" in str(error) and not target.exists()
            continue
        whole(target)
        rescued += 1
    assert rescued + refused == 25
    assert rescued > refused


def rows_of_page(path: Path, table: str, page: int) -> int:
    """Return how many rows of a table a page holds; the page is zeroed in a copy, and the rest counted."""
    with closing(sqlite3.connect(path)) as db:
        found = db.execute("SELECT ncell FROM dbstat WHERE name = ? AND pageno = ?", (table, page)).fetchone()
    return int(found[0])


def leaves(path: Path, table: str) -> list[int]:
    """Return the pages with the rows of a table, in order."""
    with closing(sqlite3.connect(path)) as db:
        found = db.execute("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path", (table,))
        return [page for (page,) in found]


def zeroed(path: Path, pages: list[int], target: Path) -> Path:
    """Copy a file with zeros in place of some pages."""
    data = bytearray(path.read_bytes())
    for page in pages:
        data[(page - 1) * 4096 : page * 4096] = bytes(4096)
    target.write_bytes(data)
    return target


def has_page_statistics() -> bool:
    with closing(sqlite3.connect(":memory:")) as db:
        return any("ENABLE_DBSTAT_VTAB" in option for (option,) in db.execute("PRAGMA compile_options"))


pages_known = pytest.mark.skipif(not has_page_statistics(), reason="this SQLite does not say where rows lie")


@pages_known
def test_entries_that_cannot_be_read_are_counted_as_lost(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "a.jury", questions=40)
    with closing(open_session(path, assessor="Ana")) as session:
        for answer in range(100):
            session.execute(Judge((answer,), "correct", note=f"note {answer} " * 9))
    pages = leaves(path, "entry")[1:3]
    gone = sum(rows_of_page(path, "entry", page) for page in pages)
    harmed = zeroed(path, pages, tmp_path / "harmed.jury")
    told = rescue(harmed, tmp_path / "b.jury")
    whole(tmp_path / "b.jury")
    assert gone > 10
    assert (told.entries.entered, told.entries.lost) == (100 - gone, gone)
    assert not told.is_whole
    assert f"Lost: {gone} of 100 log entries." in str(told)
    assert "Nothing was lost" not in str(told)
    assert len(tables(tmp_path / "b.jury", "entry")["entry"]) == 100 - gone


@pages_known
@pytest.mark.parametrize("table", ["entry", "answer", *swept(["response", "question"])])
@pytest.mark.sweep
def test_a_table_whose_end_cannot_be_read_is_saved_up_to_there(tmp_path: Path, table: str) -> None:
    path = small_collection(tmp_path / "a.jury", questions=90, runs=("one", "two", "three"))
    with closing(open_session(path, assessor="Ana")) as session:
        for answer in range(270):
            session.execute(Judge((answer,), "correct"))
    last = leaves(path, table)[-1]
    gone = rows_of_page(path, table, last)
    with closing(sqlite3.connect(path)) as db:
        count = db.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
    told = rescue(zeroed(path, [last], tmp_path / "harmed.jury"), tmp_path / "b.jury")
    whole(tmp_path / "b.jury")
    assert not told.is_whole
    found = told.entries if table == "entry" else told.of(table)
    assert found.saved + found.entered == count - gone
    assert found.at_least
    if table in {"answer", "question"}:
        assert found.lost == gone  # known from what refers to them
    assert ("at least" in str(told)) == bool(found.lost)


@pages_known
def test_a_label_whose_change_cannot_be_read_does_not_come_back(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "a.jury", questions=40)
    with closing(open_session(path, assessor="Ana")) as session:
        for answer in range(60):
            session.execute(Judge((answer,), "incorrect", note=f"note {answer} " * 9))
        for answer in range(60):
            session.execute(Judge((answer,), "correct", note=f"note {answer} " * 9))
    pages = leaves(path, "entry")
    harmed = zeroed(path, [pages[-3]], tmp_path / "harmed.jury")
    told = rescue(harmed, tmp_path / "b.jury")
    gone = rows_of_page(path, "entry", pages[-3])
    assert (told.outdated, told.of(EARLIER).source, told.entries.lost) == (gone, 60, gone)
    replaced = {row for (row,) in tables(tmp_path / "b.jury", "superseded")["superseded"]}
    said = {row[9] for row in tables(tmp_path / "b.jury", "entry")["entry"] if row[0] not in replaced}
    assert said == {"correct"}


def test_what_holds_nothing_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.jury"
    with closing(sqlite3.connect(path)) as db:
        db.execute(
            "CREATE VIEW question AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x FROM c) SELECT x FROM c"
        )
        db.commit()
    with pytest.raises(Refused, match="no questions that can be read"):
        rescue(path, tmp_path / "b.jury")
    assert not (tmp_path / "b.jury").exists()


def test_a_full_disk_names_the_file_that_was_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    path, target = small_collection(tmp_path / "a.jury"), tmp_path / "saved.jury"
    monkeypatch.setattr("jurybox.collection.migrations.migrate", fail)
    with pytest.raises(Refused) as refused:
        rescue(path, target)
    assert str(refused.value) == f"{target} cannot be created: database or disk is full."
    assert [one.name for one in tmp_path.iterdir()] == ["a.jury"]


def test_a_label_that_a_stranger_names_as_replaced_stays_in_force(tmp_path: Path) -> None:
    path = judged(tmp_path / "a.jury")
    with closing(open_writing(path)) as db:
        (hash_,) = db.execute("SELECT hash FROM entry WHERE assessor = 1 ORDER BY id DESC LIMIT 1").fetchone()
        LogWriter(db).write(1, "judgment", Subject(0, 0), Content("correct"), replaces={hash_: 0})
        db.execute("UPDATE entry SET at = 1 WHERE id = 10")
        db.commit()
    state = in_force(path)
    told = rescue(path, tmp_path / "b.jury")
    whole(tmp_path / "b.jury")
    assert not told.log_whole
    assert in_force(tmp_path / "b.jury") == state
    assert told.of(EARLIER).source == 2
