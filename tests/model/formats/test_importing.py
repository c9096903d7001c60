"""Preparing and storing, as the command line and the window do it."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from by_names import add, by_names, rows

from jurybox.collection.file import create, open_reading, open_writing
from jurybox.collection.staging import Stopped
from jurybox.errors import MixedFormats, Refused
from jurybox.formats.importing import import_into, prepare
from jurybox.formats.registry import FORMATS
from jurybox.session import open_session


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
        assert session.said(0, 0).label == "correct"


def test_progress_and_the_decision_are_told(source: Path, path: Path) -> None:
    seen: list[tuple[str, int]] = []
    with prepare([source], into=path, progress=lambda what, count: seen.append((what, count))) as prepared:
        report = prepared.report
    assert ("questions.csv", 1) in seen
    assert (report.format, prepared.format) == ("tables", "tables")
    assert report.lines()[0] == "Read as tables, because the folder holds answers.csv."
    assert json.loads(json.dumps(report.as_dict()))["tables"][0] == {
        "table": "questions",
        "found": 1,
        "new": 1,
        "there": 0,
        "waiting": 0,
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
    with pytest.raises(Stopped, match="Nothing was stored"):
        prepare([source], into=path, cancelled=lambda: True)
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


def test_a_folder_of_several_formats_is_refused_with_the_format_of_each_file(mixed: Path) -> None:
    for sources, lists in (
        ([mixed], True),
        (sorted(mixed.iterdir()), True),
        ([mixed / "patterns", mixed / "nuggets"], False),
    ):
        with pytest.raises(MixedFormats, match="Nothing was stored") as refused:
            prepare(sources)
        told = str(refused.value)
        assert "nuggets: nuggets" in told
        assert ("list-answers: answers_list" in told) == lists
        assert "Of no format that is known: patterns." in told


def test_a_folder_of_one_format_is_read_whole(mixed: Path) -> None:
    (mixed / "nuggets").unlink()
    (mixed / "patterns").unlink()
    (mixed / "more").write_text("# 1.5\nQ: Which rivers?\nRhine\n", encoding="utf-8")
    with prepare([mixed]) as prepared:
        assert prepared.format == "list-answers"
        assert prepared.report.ok
