"""Warnings of an import about answers that look like one, and of runs that say nothing that counts."""

from contextlib import closing
from pathlib import Path

import pytest
from by_names import add, new_collection, rows, staged

from jurybox.collection.file import create, open_reading
from jurybox.collection.pooling import pool_key, pool_ref
from jurybox.collection.preflight import preflight
from jurybox.formats.imports import PreparedImport, prepare
from jurybox.session import open_session

QUESTIONS = "question,kind,text\nq1,factoid,Who wrote Faust?\nv1,validation,Why did it stop?\n"
ANSWERS = "question,answer,text,document\nq1,a1,Goethe,d1\nv1,b1,The wind.,\nv1,b2,The tide.,\n"


def tables(folder: Path, **texts: str) -> Path:
    folder.mkdir()
    for name, text in texts.items():
        (folder / f"{name}.csv").write_text(text, encoding="utf-8")
    return folder


def warnings(prepared: PreparedImport, code: str) -> list[str]:
    with prepared:
        assert prepared.report.ok, prepared.report.lines()
        return [str(one) for one in prepared.report.findings if (one.code, one.severity) == (code, "warning")]


RESPONSES = "run,question,rank,answer,text,document\n"


@pytest.mark.parametrize(
    ("row", "is_told"),
    [
        ("r,q1,1,,Goethe,", True),
        ("r,q1,1,,Goethe,d1", True),
        ('r,q1,1,,"  Goethe ",', True),
        ("r,q1,1,,Goethe,d2", False),
        ("r,q1,1,,goethe,", False),
        ("r,q1,1,a1,,", False),
    ],
)
@pytest.mark.parametrize("is_stored", [False, True])
def test_a_text_of_an_answer_with_an_id_is_told(tmp_path: Path, row: str, *, is_told: bool, is_stored: bool) -> None:
    first = tables(tmp_path / "first", questions=QUESTIONS, answers=ANSWERS)
    second = tables(tmp_path / "second", responses=f"{RESPONSES}{row}\n")
    create(tmp_path / "c.jury")
    if is_stored:
        with (
            prepare([first], into=tmp_path / "c.jury") as prepared,
            closing(open_session(tmp_path / "c.jury")) as session,
        ):
            session.store(prepared.store)
        found = warnings(prepare([second], into=tmp_path / "c.jury"), "text-of-an-answer")
    else:
        found = warnings(prepare([first, second]), "text-of-an-answer")
    assert bool(found) == is_told
    assert all("responses.csv:2: This response has the text of answer 'a1' of question 'q1'" in one for one in found)


@pytest.mark.parametrize(("one", "other"), [("café", "cafe\u0301"), ("a b", "a\u00a0b"), ("d1", "d1\u200b")])
def test_ids_that_look_the_same_are_told(tmp_path: Path, one: str, other: str) -> None:
    answers = f"question,answer,text\nq1,{one},Odo\nq1,{other},Ida\nq1,caf\u00e8,Una\n"
    found = warnings(prepare([tables(tmp_path / "x", questions=QUESTIONS, answers=answers)]), "ids-look-alike")
    assert [ascii(one) in told and ascii(other) in told for told in found] == [True]


def test_runs_that_decide_nothing_are_told_one_by_one(tmp_path: Path) -> None:
    rows = "one,v1,1,b1,,,\none,q1,1,a1,,,\ntwo,v1,1,b2,,,yes\nthree,v1,1,b1,,,\nthree,v1,2,b2,,,\n"
    responses = f"run,question,rank,answer,text,document,decision\n{rows}"
    made = tables(tmp_path / "x", questions=QUESTIONS, answers=ANSWERS, responses=responses)
    assert [told.partition(":")[0] for told in warnings(prepare([made]), "run-decides-nothing")] == [
        "Run 'one' decides nothing about its 1 answer to validation questions",
        "Run 'three' decides nothing about its 2 answers to validation questions",
    ]


def test_to_choose_an_option_is_to_decide_yes(tmp_path: Path) -> None:
    made = tables(
        tmp_path / "x",
        questions=QUESTIONS,
        answers=ANSWERS,
        options="question,option,text\nv1,a,The wind.\nv1,b,The cook.\n",
        responses=f"{RESPONSES}one,v1,1,b1,,\ntwo,v1,1,b2,,\nthree,v1,1,,The wind.,\n",
    )
    create(tmp_path / "c.jury")
    with prepare([made], into=tmp_path / "c.jury") as prepared, closing(open_session(tmp_path / "c.jury")) as session:
        told = [str(one) for one in prepared.report.findings if one.code == "run-decides-nothing"]
        assert [one.partition(" decides")[0] for one in told] == ["Run 'two'"]
        session.store(prepared.store)
    with closing(open_reading(tmp_path / "c.jury")) as db:
        rows = db.execute("SELECT r.name, s.decision FROM response s JOIN run r ON r.id = s.run ORDER BY r.id")
        assert rows.fetchall() == [("one", 1), ("two", None), ("three", 1)]


CALLED = pool_ref(pool_key("q1", "The  Goethe", None, None))
BY_TEXT = {
    "returned by the file": ({"responses": f"{RESPONSES}s,q1,1,,Old Faust,\n"}, "answers-unshared", "Old Faust"),
    "judged in the collection": ({"responses": f"{RESPONSES}s,q1,1,a2,,\n"}, "answers-unshared", "The Goethe"),
    "rating of a stored one": ({"answers": "question,text,best\nq1,The Goethe,yes\n"}, "stored-value-differs", ""),
    "pair that is not listed": (
        {
            "nuggets": "question,nugget,text,importance\no1,1,slang,vital\n",
            "responses": f"{RESPONSES}s,o1,1,,slang word,\ns,o1,2,o,,\n",
            "matches": "assessor,question,answer,nugget,support\nAna,o1,o,1,yes\n",
        },
        "matches-missing",
        "slang word",
    ),
}


@pytest.mark.parametrize("case", BY_TEXT)
def test_findings_call_an_answer_without_an_id_by_its_text(case: str) -> None:
    more, code, called = BY_TEXT[case]
    stored = {
        "questions": "question,kind,text\nq1,factoid,Who wrote Faust?\no1,other,Other?\n",
        "answers": "question,answer,text\nq1,a2,Schiller\no1,o,slang\n",
        "responses": f"{RESPONSES}r,q1,1,,The Goethe,\n",
        "judgments": f"assessor,question,answer,label\nAna,q1,{CALLED},correct\n",
    }
    with new_collection() as db:
        add(db, {table: rows(text) for table, text in stored.items()})
        with staged({table: rows(text) for table, text in more.items()}) as staging:
            (found,) = [str(one) for one in preflight(staging, db).findings if one.code == code]
    assert "pool:" not in found
    assert (called or "The Goethe") in found


@pytest.mark.parametrize(
    ("second", "is_told"),
    [("a2,Goethe,d1", True), ("a2,goethe,d1", False), ("a2,Goethe,d2", False), (",Goethe,d1", False)],
)
def test_answers_with_one_text_and_two_ids_are_told(second: str, is_told: bool) -> None:
    given = {
        "questions": "question,kind,text\nq1,factoid,Who wrote Faust?\nq2,factoid,Who wrote Egmont?\n",
        "answers": f"question,answer,text,document\nq1,a1,Goethe,d1\nq2,a1,Goethe,d1\nq1,{second}\n",
    }
    with staged({table: rows(text) for table, text in given.items()}) as staging:
        found = [str(one) for one in preflight(staging).findings if one.code == "texts-equal"]
    told = "answers.csv:4: Answers 'a1' and 'a2' of question 'q1' have the same text, and are judged apart. "
    assert [one.startswith(told) for one in found] == [True] * is_told, found
