"""What stands in the file after an import, to the letter."""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from by_names import add, new_collection, rows, sentences, staged

from jurybox.collection.check import check
from jurybox.collection.entries import answer_digest, question_digest
from jurybox.collection.file import create, open_writing
from jurybox.collection.import_store import Stored, store_import
from jurybox.collection.pooling import pool_key
from jurybox.collection.preflight import preflight
from jurybox.collection.staging import Staging
from jurybox.watch import Stopped, Watch

TABLES = {
    "questions": rows(
        "question,kind,text,series,target,target_type,position,category,nil_correct,lang,guideline,status\n"
        "1.1,factoid,Who?,1,Crips,gang,1,person,yes,en,Name "
        "one.,unjudged\n1.10,list,Which?,,,,,,,,,\n7,other,,2,,,,,no,,,"
    ),
    "options": rows("question,option,text\n1.1,a,Orban"),
    "answers": rows(
        "question,answer,text,document,support,author,posted_at,best\n1.1,007,Orban,D1,She did.,kim,last "
        "May,yes\n"
        "1.10,,Halcyon,,,,,no"
    ),
    "documents": rows("document,text,title,url\nD1,She did.,Log,http://example.org"),
    "runs": rows("run,team,description,lang,seconds,origin\nr1,Tarn,First,en,2.5,\nr2,,,,,baseline"),
    "responses": rows(
        "run,question,rank,answer,text,document,support,answered,decision,selected,confidence,score\n"
        "r1,1.1,1,007, Orban,,,yes,,yes,0.25,-1e-3\nr1,1.1,2,NIL,,,,,,,,\nr2,1.10,,,Halcyon ,,,no,,,,"
    ),
    "times": rows("run,question,seconds\nr2,1.1,0.5"),
    "assessors": rows("assessor,kind,panel\nAna,person,yes\nGPT,model,\nKey,key,yes"),
    "assignments": rows("assessor,question,answer\nAna,1.1,\nGPT,1.1,007\nAna,1.1,"),
    "judgments": rows(
        "assessor,question,answer,label,state,note,seconds_active,judged_at,kind\n"
        "Ana,1.1,007,R,,sure,2.5,2024-05-31T14:03:59Z,\nGPT,1.1,007,,junk,,,,repeat\n"
        "Ana,1.1,007,3,,,,,adjudication\nAna,1.1,,B,,,,,\nGPT,1.1,007,,,,,,"
    ),
    "nuggets": rows(
        "question,nugget,text,importance,assessor,weight,source\n7,n1,it was red,vital,,0.5,NIST\n7,n1,,okay,Ana,,"
    ),
    "distinct": rows("question,answer,group\n1.1,007,g1"),
    "instances": rows("question,group,text\n1.10,g2,Aurora"),
    "collection": rows("key,value\nmode,judging\nguideline:correct,Right and supported.\nwithdrawn:r2,yes\ngold,"),
}
ASKED = question_digest("1.1", "factoid", "Who?")


@pytest.fixture(scope="module")
def db() -> Iterator[sqlite3.Connection]:
    with new_collection() as made:
        report = add(made, TABLES)
        assert report.ok, report.lines()
        yield made


def told(db: sqlite3.Connection, query: str) -> list[tuple[object, ...]]:
    return db.execute(query).fetchall()


def test_questions_and_series(db: sqlite3.Connection) -> None:
    assert told(db, "SELECT * FROM series") == [(1, "1", "Crips", "gang"), (2, "2", None, None)]
    assert told(db, "SELECT * FROM question")[0] == (
        1, "1.1", "factoid", "Who?", 1, 1, "person", 1, "en", "Name one.", "unjudged", ASKED,
    )  # fmt: skip
    assert told(db, "SELECT name, text, series, nil_correct FROM question WHERE id > 1") == [
        ("1.10", "Which?", None, None),
        ("7", "", 2, 0),
    ]
    assert told(db, "SELECT * FROM option") == [(1, 1, "a", "Orban")]
    assert told(db, "SELECT * FROM document") == [(1, "D1", "She did.", "Log", "http://example.org")]
    assert told(db, "SELECT id, question, name, text FROM instance") == [(1, 2, "g2", "Aurora")]


def test_answers_and_their_digests(db: sqlite3.Connection) -> None:
    pooled = question_digest("1.10", "list", "Which?")
    assert told(db, "SELECT * FROM answer") == [
        (1, 1, "007", "Orban", "D1", "She did.", "kim", "last May", 1, None,
         answer_digest(ASKED, "007", "Orban", "D1", "She did.")),
        (2, 2, None, "Halcyon", None, None, None, None, 0, pool_key("1.10", "Halcyon", None, None),
         answer_digest(pooled, None, "Halcyon", None, None)),
    ]  # fmt: skip


def test_runs_and_responses(db: sqlite3.Connection) -> None:
    assert told(db, "SELECT * FROM run") == [
        (1, "r1", "Tarn", "First", "en", 2.5, "submitted"),
        (2, "r2", None, None, None, None, "baseline"),
    ]
    assert told(db, "SELECT * FROM response") == [
        (1, 1, 1, 1, 0, 1, " Orban", 1, None, 1, 0.25, -0.001),
        (2, 1, 1, None, 1, 2, None, 1, None, 0, None, None),
        (3, 2, 2, 2, 0, None, "Halcyon ", 0, None, 0, None, None),
    ]
    assert told(db, "SELECT run, question, seconds FROM run_time") == [(2, 1, 0.5)]


def test_people(db: sqlite3.Connection) -> None:
    people = told(db, "SELECT name, kind, length(code) FROM assessor")
    assert people == [("Ana", "person", 16), ("GPT", "model", 16), ("Key", "key", 16), ("organiser", "person", 16)]
    assert told(db, "SELECT count(DISTINCT code) FROM assessor") == [(4,)]
    assert told(db, "SELECT assessor, question, answer FROM assignment") == [(1, 1, None), (2, 1, 1)]
    assert told(db, "SELECT question, name, author, source, weight FROM nugget") == [(3, "n1", 4, "NIST", 0.5)]


def test_what_is_said(db: sqlite3.Connection) -> None:
    codes = [code.hex() for (code,) in db.execute("SELECT code FROM assessor ORDER BY id")]
    said = told(
        db, "SELECT kind, assessor, question, answer, nugget, fact, label, state, note, seconds, act FROM entry"
    )
    assert said == [
        ("fact", 4, None, None, None, "panel", json.dumps([codes[0], codes[2]]), None, None, None, "import"),
        ("nugget", 4, 3, None, 1, None, "it was red", None, None, None, "import"),
        ("importance", 4, 3, None, 1, None, "vital", None, None, None, "import"),
        ("importance", 1, 3, None, 1, None, "okay", None, None, None, "import"),
        ("judgment", 1, 1, 1, None, None, "correct", None, "sure", 2.5, "import"),
        ("repeat", 2, 1, 1, None, None, None, "junk", None, None, "import"),
        ("adjudication", 1, 1, 1, None, None, "inexact", None, None, None, "import"),
        ("judgment", 1, 1, None, None, None, "B", None, None, None, "import"),
        ("distinct", 4, 1, 1, None, None, "g1", None, None, None, "import"),
        ("fact", 4, None, None, None, "mode", '"judging"', None, None, None, "import"),
        ("fact", 4, None, None, None, "guideline:correct", '"Right and supported."', None, None, None, "import"),
        ("fact", 4, None, None, None, "withdrawn", '["r2"]', None, None, None, "import"),
    ]
    assert told(db, "SELECT at FROM entry WHERE seconds IS NOT NULL") == [(1717164239000,)]
    assert told(db, "SELECT count(*) FROM writer") == [(2,)], "one for what has a time of judging, one for the rest"


def test_the_file_is_whole(tmp_path: Path) -> None:
    create(tmp_path / "c.jury")
    db = open_writing(tmp_path / "c.jury")
    assert add(db, TABLES).ok
    assert add(db, {"judgments": rows("assessor,question,answer,label\nZoe,1.1,007,W")}).ok
    assert check(db) == []
    db.close()


def test_warnings_do_not_keep_anything_out() -> None:
    with new_collection() as db:
        report = add(db, TABLES)
        assert sentences(report, "warning") == [
            ("judgments.csv:2: Question '1.1' is marked as having no known answer, yet this answer is judged correct."),
            "questions.csv:4: Question '7' has no text.",
            "assignments.csv:4: This is assigned twice: also in assignments.csv line 2. It is stored once.",
        ]
        assert sentences(report, "note") == [
            "1 new question has no answers yet.",
            "New assessors: 'Ana', 'GPT', 'Key'.",
            "Run 'r1' has no response to 2 of 3 questions: they count as unanswered.",
            "Run 'r2' has no response to 2 of 3 questions: they count as unanswered.",
        ]


def test_counts_are_told() -> None:
    with new_collection() as db:
        with staged({"runs": rows("run\nr1\nr2")}) as staging:
            assert preflight(staging, db).ok
            stored = store_import(staging, db)
        assert stored == Stored({"run": 2})
        assert (str(stored), str(Stored())) == ("Added: 2 runs.", "There was nothing to add.")


def test_the_organizer_whom_no_file_names_is_not_counted() -> None:
    """A panel is the organizer's choice, who is stored with it; the files name two assessors."""
    with new_collection() as db:
        with staged({"assessors": rows("assessor,panel\nAna,yes\nBen,yes")}) as staging:
            assert preflight(staging, db).lines()[0] == "assessors: 2 new"
            stored = store_import(staging, db)
        assert stored.counts["assessor"] == 2
        assert db.execute("SELECT count(*) FROM assessor").fetchone() == (3,)


def test_stopping_in_the_middle_leaves_nothing_once_rolled_back() -> None:
    with new_collection() as db:
        stop: list[bool] = []
        with Staging(Watch(cancelled=lambda: bool(stop))) as staging:
            with staging.sheet("runs", "runs.csv", ["run"]) as sheet:
                for n in range(100):
                    sheet.row(n, [f"r{n}"])
            assert preflight(staging, db).ok
            stop.append(True)
            db.execute("BEGIN")
            with pytest.raises(Stopped):
                store_import(staging, db)
            db.execute("ROLLBACK")
        assert told(db, "SELECT count(*) FROM run") == [(0,)]


def test_a_full_disk_rolls_everything_back(tmp_path: Path) -> None:
    path = tmp_path / "c.jury"
    create(path)
    db = open_writing(path)
    (pages,) = db.execute("PRAGMA page_count").fetchone()
    db.execute(f"PRAGMA max_page_count = {pages + 5}")
    before = path.read_bytes()
    with staged({"documents": [{"document": f"d{n}", "text": "x" * 3000} for n in range(50)]}) as staging:
        assert preflight(staging, db).ok
        db.execute("BEGIN IMMEDIATE")
        with pytest.raises(sqlite3.OperationalError, match="full"):
            store_import(staging, db)
        if db.in_transaction:
            db.execute("ROLLBACK")
    db.close()
    assert path.read_bytes() == before
