"""Rescue: what can be read comes into a new file that is ours and whole; the old one is left alone."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from dumps import in_force, tables
from small import small_collection

from jurybox.collection.check import check
from jurybox.collection.file import check_is_ours, open_reading
from jurybox.collection.rescue import rescue
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


def test_what_holds_nothing_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.jury"
    with closing(sqlite3.connect(path)) as db:
        db.execute(
            "CREATE VIEW question AS "
            "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x FROM c) SELECT x FROM c"
        )
        db.commit()
    with pytest.raises(Refused, match="no questions that can be read"):
        rescue(path, tmp_path / "b.jury")
    assert not (tmp_path / "b.jury").exists()
