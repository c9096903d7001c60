"""What an export holds: one assessor's part, without names, with what is not judged yet; and nothing half."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from by_names import add, by_names, new_collection, rows
from small import small_collection

from jurybox.collection.entries import Content, Subject
from jurybox.collection.file import create, open_writing
from jurybox.collection.log import LogWriter
from jurybox.collection.state import State
from jurybox.commands import SetFact
from jurybox.errors import Refused
from jurybox.formats.imports import import_into, prepare
from jurybox.formats.registry import FORMATS
from jurybox.formats.tables import export_tables, write_tables
from jurybox.session import open_session

TABLES = {
    "questions": rows("question,kind,text,status\nq1,factoid,=Who?,\nq2,other,More?,\nq3,factoid,Not now?,unjudged"),
    "answers": rows("question,answer,text\nq1,a1,Orban\nq1,,Hallam\nq2,e1,Red\nq3,x1,Left out"),
    "responses": rows("run,question,rank,answer,text,score\nr1,q1,1,a1,,-1.5\nr1,q1,2,,Hallam ,0.1"),
    "assessors": rows("assessor,kind,panel\nAna,person,yes\nBen,person,yes\nGPT,model,"),
    "judgments": rows(
        "assessor,question,answer,label,note,seconds_active,judged_at\nAna,q1,a1,correct,-5 "
        "degrees,2.5,2024-05-31\n"
        "GPT,q1,a1,incorrect,,,"
    ),
    "nuggets": rows("question,nugget,text,importance,assessor\nq2,1,it was red,vital,Ana\nq2,1,,okay,Ben"),
    "collection": rows("key,value\nname,Ferries\nseat,Ana\ngold,majority"),
}


@pytest.fixture
def db() -> Iterator[sqlite3.Connection]:
    with new_collection() as made:
        assert add(made, TABLES).ok
        yield made


def lines(folder: Path, table: str) -> list[str]:
    return (folder / f"{table}.csv").read_text(encoding="utf-8").splitlines()


def test_unjudged_answers_are_there_without_a_label(db: sqlite3.Connection, tmp_path: Path) -> None:
    written = write_tables(db, tmp_path / "out")
    pooled = lines(tmp_path / "out", "answers")[2].split(",")[1]
    judgments = lines(tmp_path / "out", "judgments")
    assert judgments[0] == "assessor,question,answer,label,state,note,seconds_active,judged_at,kind"
    assert judgments[1] == "Ana,q1,a1,correct,,'-5 degrees,2.5,2024-05-31T00:00:00.000Z,"
    assert judgments[2].startswith("GPT,q1,a1,incorrect,,,,20")
    assert judgments[3:] == [f"Ana,q1,{pooled},,,,,,", "Ben,q1,a1,,,,,,", f"Ben,q1,{pooled},,,,,,"], (
        "e1 is matched with nuggets, and gets no label"
    )
    assert written.rows["judgments"] == 5
    assert str(written).startswith(f"{tmp_path / 'out'}: 3 questions, 4 answers, 1 run,")


def test_files_are_plain(db: sqlite3.Connection, tmp_path: Path) -> None:
    write_tables(db, tmp_path / "out")
    data = b"".join(path.read_bytes() for path in sorted((tmp_path / "out").iterdir()))
    assert b"\r" not in data
    assert b"\xef\xbb\xbf" not in data
    assert lines(tmp_path / "out", "questions")[1].startswith("q1,factoid,'=Who?,")
    assert lines(tmp_path / "out", "responses")[1] == "r1,q1,1,a1,,,,,,,,-1.5"
    assert not (tmp_path / "out" / "times.csv").exists()
    assert (tmp_path / "out").stat().st_mode & 0o777 == 0o755


def test_one_assessors_part(db: sqlite3.Connection, tmp_path: Path) -> None:
    write_tables(db, tmp_path / "out", assessor="Ben")
    assert {line.split(",")[0] for line in lines(tmp_path / "out", "judgments")[1:]} == {"Ben"}
    assert len(lines(tmp_path / "out", "judgments")) == 3
    nuggets = [line.split(",")[:5] for line in lines(tmp_path / "out", "nuggets")[1:]]
    assert nuggets == [["q2", "1", "it was red", "", "Ana"], ["q2", "1", "", "okay", "Ben"]]
    with prepare([tmp_path / "out"]) as prepared:
        assert prepared.report.ok, prepared.report.lines()
    with pytest.raises(Refused, match="no assessor 'Zoe'"):
        write_tables(db, tmp_path / "other", assessor="Zoe")
    assert not (tmp_path / "other").exists()


def test_without_names(db: sqlite3.Connection, tmp_path: Path) -> None:
    write_tables(db, tmp_path / "out", anonymous=True)
    data = b"".join(path.read_bytes() for path in (tmp_path / "out").iterdir())
    assert b"Ana" not in data
    assert b"Ben" not in data
    assert b"GPT" in data
    codes = [code.hex()[:12] for (code,) in db.execute("SELECT code FROM assessor ORDER BY id")]
    assert lines(tmp_path / "out", "assessors")[1:] == [
        f"assessor-{codes[0]},person,yes",
        f"assessor-{codes[1]},person,yes",
        "GPT,model,",
        "organiser,person,",
    ]
    with prepare([tmp_path / "out"]) as prepared:
        assert prepared.report.ok, prepared.report.lines()


def test_nothing_is_overwritten_or_left_half(
    db: sqlite3.Connection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine.txt").write_text("x", encoding="utf-8")
    with pytest.raises(Refused, match="exists already"):
        write_tables(db, tmp_path / "out")
    with pytest.raises(Refused, match="does not exist"):
        write_tables(db, tmp_path / "no" / "out")
    monkeypatch.setattr("jurybox.formats.tables._sum_of", lambda path: b"another")
    with pytest.raises(Refused, match="could not be read back"):
        write_tables(db, tmp_path / "other")
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_what_no_csv_file_can_hold_is_refused(db: sqlite3.Connection, tmp_path: Path) -> None:
    db.execute("BEGIN")
    LogWriter(db, act="do").write(0, "judgment", Subject(0, 0), Content("correct", note="a\0b"))
    db.execute("COMMIT")
    with pytest.raises(Refused, match=r"judgments\.csv could not be read back"):
        write_tables(db, tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_into_an_empty_folder(db: sqlite3.Connection, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    write_tables(db, tmp_path / "out")
    assert (tmp_path / "out" / "questions.csv").exists()


def test_exporting_changes_nothing_and_keeps_nobody_from_writing(tmp_path: Path) -> None:
    path = tmp_path / "c.jury"
    create(path, name="Small")
    with closing(open_writing(path)) as db:
        assert add(db, TABLES).ok
        before = path.read_bytes()
        written = export_tables(path, tmp_path / "out")
        assert path.read_bytes() == before
        assert written.rows["collection"] == 3
        assert add(db, {"runs": rows("run\nlate")}).ok
    write = FORMATS["tables"].write
    assert write
    write(path, tmp_path / "again", anonymous=True)
    assert lines(tmp_path / "again", "runs")[1:] == ["r1,,,,,", "late,,,,,"]


def test_a_name_given_when_the_file_was_made_is_exported_and_not_said_twice(tmp_path: Path) -> None:
    path = tmp_path / "c.jury"
    create(path, name="Small")
    export_tables(path, tmp_path / "out")
    assert lines(tmp_path / "out", "collection") == ["key,value", "name,Small"]
    assert import_into(path, [tmp_path / "out"]).counts == {}


def test_what_was_cleared_is_exported_as_unjudged(db: sqlite3.Connection, tmp_path: Path) -> None:
    row, hash_ = db.execute("SELECT id, hash FROM entry WHERE kind = 'judgment' ORDER BY id").fetchone()
    db.execute("BEGIN")
    LogWriter(db, act="undo").write(0, "judgment", Subject(0, 0), Content(), replaces={hash_: row})
    db.execute("COMMIT")
    write_tables(db, tmp_path / "out")
    assert "Ana,q1,a1,,,,,," in lines(tmp_path / "out", "judgments")
    with new_collection() as other:
        with prepare([tmp_path / "out"]) as prepared:
            assert prepared.report.ok
            other.execute("BEGIN")
            prepared.store(other)
            other.execute("COMMIT")
        kept = [entry for entry in by_names(db)["said"] if entry[6] is not None]
        assert by_names(other)["said"] == kept


def test_the_calibration_set_and_the_share_met_twice_come_back_and_labels_given_are_counted(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "c.jury", labels=[(0, 0, "correct"), (0, 1, "incorrect")])
    with closing(open_session(path, assessor="organiser")) as session:
        session.execute(SetFact("calibration", ["q2", "q1"]))
        session.execute(SetFact("repeats", 0.03))
    written = export_tables(path, tmp_path / "out")
    assert "2 judgments and 10 to be given" in written.listed
    create(tmp_path / "again.jury")
    import_into(tmp_path / "again.jury", [tmp_path / "out"])
    with closing(State(tmp_path / "again.jury")) as state:
        assert state.facts.calibration == ("q2", "q1")
        assert state.facts.repeats == 0.03
    (tmp_path / "out" / "collection.csv").write_text("key,value\ncalibration:q9,yes\nrepeats,often\n")
    with prepare([tmp_path / "out"]) as prepared:
        told = [str(found) for found in prepared.report.findings if found.severity == "error"]
    assert "Question 'q9' is neither in these files nor in the collection" in " ".join(told)
    assert "'often' is not a value for repeats" in " ".join(told)
