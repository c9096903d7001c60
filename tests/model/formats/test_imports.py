"""Preparing and storing, as the command line and the window do it."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from by_names import add, by_names, rows

from jurybox.collection.file import create, open_reading, open_writing
from jurybox.errors import Refused, UnknownFormat
from jurybox.formats.imports import import_into, prepare
from jurybox.formats.registry import FORMATS
from jurybox.session import open_session
from jurybox.watch import Stopped, Watch


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "tables"
    folder.mkdir()
    (folder / "questions.csv").write_text("question,kind,text\nq1,factoid,Who?\n", encoding="utf-8")
    (folder / "answers.csv").write_text("question,answer,text\nq1,a1,Orban\n", encoding="utf-8")
    (folder / "judgments.csv").write_text("assessor,question,answer,label\nAna,q1,a1,R\n", encoding="utf-8")
    return folder


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "c.jury"
    create(made)
    return made


def told(path: Path) -> dict[str, list[tuple[object, ...]]]:
    with closing(open_reading(path)) as db:
        return by_names(db)


def test_a_session_stores_what_was_prepared(source: Path, path: Path) -> None:
    with prepare([source], into=path) as prepared, closing(open_session(path)) as session:
        stored = session.store(prepared.store)
        assert stored.counts == {"question": 1, "answer": 1, "assessor": 1, "entry": 1}
        assert session.catalog.questions[0].name == "q1"
        assert session.content_of(0, 0).label == "correct"


def test_progress_and_the_decision_are_told(source: Path, path: Path) -> None:
    seen: list[tuple[str, int]] = []
    with prepare([source], into=path, watch=Watch(lambda at: seen.append((at.what, at.done)))) as prepared:
        report = prepared.report
    assert ("questions.csv", 1) in seen
    assert (report.format, prepared.format) == ("tables", "tables")
    assert report.lines()[0] == "Read as tables, because the folder contains answers.csv."
    assert json.loads(json.dumps(report.as_dict()))["tables"][0] == {
        "table": "questions",
        "found": 1,
        "new": 1,
        "there": 0,
        "waiting": 0,
        "repeated": 0,
    }
    with prepare([source], as_format="tables") as prepared:
        assert prepared.report.decided == "Read as tables, as asked."


def test_a_collection_that_changed_meanwhile_is_checked_again(source: Path, path: Path) -> None:
    with prepare([source], into=path) as prepared, closing(open_writing(path)) as db:
        assert add(db, {"questions": rows("question,kind,text\nq0,list,Which?")}).ok
        db.execute("BEGIN IMMEDIATE")
        assert prepared.store(db).counts["question"] == 1
        db.execute("COMMIT")
        assert [question[0] for question in by_names(db)["question"]] == ["q0", "q1"]


def test_a_contradiction_that_came_meanwhile_is_refused(source: Path, path: Path) -> None:
    with prepare([source], into=path) as prepared, closing(open_writing(path)) as db:
        assert add(db, {"questions": rows("question,kind,text\nq1,list,Which?")}).ok
        before = by_names(db)
        db.execute("BEGIN IMMEDIATE")
        with pytest.raises(Refused, match=r"Nothing was stored: questions\.csv:2: The kind of question 'q1'"):
            prepared.store(db)
        db.execute("ROLLBACK")
        assert by_names(db) == before
        assert prepared.report.decided.startswith("Read as tables")


def test_storing_again_after_a_roll_back(source: Path, path: Path) -> None:
    with prepare([source], into=path) as prepared, closing(open_writing(path)) as db:
        for end in ("ROLLBACK", "COMMIT"):
            db.execute("BEGIN IMMEDIATE")
            assert prepared.store(db).counts["answer"] == 1
            db.execute(end)
        assert len(by_names(db)["answer"]) == 1


def test_stopping_while_reading_leaves_nothing(source: Path, path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(Stopped, match="Nothing was changed"):
        prepare([source], into=path, watch=Watch(cancelled=lambda: True))
    assert path.read_bytes() == before


def test_import_into_stores_all_or_nothing(source: Path, path: Path) -> None:
    assert import_into(path, [source]).counts["answer"] == 1
    before = path.read_bytes()
    (source / "answers.csv").write_text("question,answer,text\nq1,a1,Hallam\nq1,a2,x\n", encoding="utf-8")
    with pytest.raises(Refused, match=r"answers\.csv:2: The text of answer 'a1' is 'Hallam' here"):
        import_into(path, [source])
    assert path.read_bytes() == before
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT value FROM local WHERE name = 'imports'").fetchone() == ("1",)


def test_into_what_is_no_collection(source: Path, tmp_path: Path) -> None:
    with pytest.raises(Refused, match="is not a Jurybox collection"):
        prepare([source], into=source / "answers.csv")
    with pytest.raises(Refused, match="does not exist"):
        prepare([source], into=tmp_path / "none.jury")


def test_every_format_says_what_it_is() -> None:
    for name, known in FORMATS.items():
        assert (known.name, bool(known.title)) == (name, True)
        assert known.read or known.write


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    folder = tmp_path / "mixed"
    folder.mkdir()
    (folder / "answers_list").write_text("# 1.3\nQ: Which cities?\nOslo\nRome\n", encoding="utf-8")
    (folder / "nuggets").write_text("1.4 1\tvital\tBorn in Oslo\n", encoding="utf-8")
    (folder / "patterns").write_text("1.1 Oslo\n1.2 Rom(e|a)\n", encoding="utf-8")
    return folder


def test_files_of_several_formats_come_in_together(mixed: Path) -> None:
    (mixed / "questions.csv").write_text("question,kind,text\n1.1,factoid,Where?\n1.4,other,Other\n", encoding="utf-8")
    (mixed / "photo.png").write_bytes(b"\x89PNG\r\n\0\0")
    (mixed.parent / "remarks").write_text("Nothing.\n", encoding="utf-8")
    (mixed / "README.md").write_text("What lies here.\n", encoding="utf-8")
    with prepare([mixed]) as prepared:
        report = prepared.report
    assert report.ok, report.lines()
    assert report.decided == (
        "Read as tables: questions.csv. Read as list-answers: answers_list. Read as nuggets: nuggets."
    )
    assert {one.table: one.new for one in report.counted} == {"questions": 3, "nuggets": 1, "instances": 2}
    told = "\n".join(report.lines())
    assert "note: Answer patterns are not stored (patterns): they propose labels" in told
    assert "warning: Not read, because the format is different or unknown: photo.png." in told
    with pytest.raises(UnknownFormat, match=r"photo\.png cannot be read.* This is a picture,"):
        prepare([mixed / "nuggets", mixed / "photo.png"])
    with pytest.raises(UnknownFormat, match="remarks has an unknown format") as told_of:
        prepare([mixed.parent / "remarks"])
    assert "jurybox import --help lists the formats" in str(told_of.value)
    assert "trec-qrels" not in str(told_of.value), "twenty names in a sentence are no list"
    with pytest.raises(UnknownFormat, match="patterns contains answer patterns"):
        prepare([mixed / "patterns"])


def test_a_folder_of_one_format_is_read_whole(mixed: Path) -> None:
    (mixed / "nuggets").unlink()
    (mixed / "patterns").unlink()
    (mixed / "more").write_text("# 1.5\nQ: Which rivers?\nRhine\n", encoding="utf-8")
    with prepare([mixed]) as prepared:
        assert prepared.format == "list-answers"
        assert prepared.report.ok


def test_the_report_groups_warnings_and_counts_what_is_there(path: Path, tmp_path: Path) -> None:
    qrels = tmp_path / "qrels.txt"
    qrels.write_text("".join(f"q{n % 2} 0 d{n} 1\n" for n in range(30)), encoding="utf-8")
    with prepare([qrels], into=path) as prepared:
        told = prepared.report.lines()
    assert "questions: 2 new" in told
    assert "answers: 30 new" in told
    assert "assessors: 1 new, named in other rows" in told
    warned = [line for line in told if line.startswith("warning: ")]
    assert len(warned) == 2
    assert warned[0].endswith("there is nothing to read when it is judged. And 29 more like this.")
    import_into(path, [qrels])
    with prepare([qrels], into=path) as prepared:
        assert "judgments: 30 found (0 new, 30 already in the collection)" in prepared.report.lines()


def test_errors_come_in_the_order_of_their_lines(tmp_path: Path) -> None:
    bad = tmp_path / "judgments.csv"
    bad.write_text("assessor,question,answer,label\nAna,q1,a,B\nAna,,a,B\nAna,q2,a,X9\n", encoding="utf-8")
    with prepare([bad]) as prepared:
        lines = [line for line in prepared.report.lines() if line.startswith("error: ")]
    places = [int(line.split(":")[2]) for line in lines]
    assert places == sorted(places)
    assert len(places) >= 3
