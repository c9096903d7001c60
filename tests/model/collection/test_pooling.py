"""What is pooled, and what is only alike."""

import sqlite3
from contextlib import closing

import pytest
from by_names import add, by_names, new_collection, rows, sentences
from hypothesis import given
from hypothesis import strategies as st

from jurybox.collection.pooling import SQL_POOL_REF, is_pool_ref, pool_key, pool_of, pool_ref, pooled_text

QUESTIONS = rows("question,kind,text\nq1,factoid,Who?\nq2,list,Which?")
HEADER = "run,question,rank,answer,text,document,support\n"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Felka Orban", " Felka\t\n Orban ", True),
        ("a\u00a0b", "a b", True),
        ("caf\u00e9", "cafe\u0301", True),
        ("Orban", "orban", False),
        ("\ufb01nd", "find", False),
        ("\u2460", "1", False),
        ("a\u200bb", "ab", False),
        ("Orban.", "Orban", False),
    ],
)
def test_pooled_text(one: str, other: str, same: bool) -> None:
    assert (pooled_text(one) == pooled_text(other)) is same
    assert (pool_key("q", one, None, None) == pool_key("q", other, None, None)) is same


def test_the_key_keeps_question_document_and_support_apart() -> None:
    keys = {
        pool_key(question, "x", document, support)
        for question in ("q1", "q2")
        for document in (None, "", "d")
        for support in (None, "", "d", "d ")
    }
    assert len(keys) == 24


@given(st.text())
def test_names_of_pooled_answers(text: str) -> None:
    ref = pool_ref(pool_key("q", text, None, None))
    assert is_pool_ref(ref)
    assert pool_of(ref) == pool_key("q", text, None, None)
    assert pool_of(text) is None


def test_the_database_names_pooled_answers_alike() -> None:
    key = pool_key("q", "x", None, None)
    with closing(sqlite3.connect(":memory:")) as db:
        query = f"SELECT {SQL_POOL_REF} FROM (SELECT ? AS pool)"
        assert db.execute(query, (key,)).fetchone() == (pool_ref(key),)


def pooled(responses: str, answers: str = "question,answer,text") -> list[tuple[object, ...]]:
    with new_collection() as db:
        report = add(db, {"questions": QUESTIONS, "answers": rows(answers), "responses": rows(HEADER + responses)})
        assert report.ok, report.lines()
        return db.execute("SELECT answer, text FROM response ORDER BY id").fetchall()


def test_equal_texts_are_one_answer_and_a_runs_own_text_is_kept() -> None:
    assert pooled("one,q1,1,,Felka Orban,,\ntwo,q1,1,,Felka   Orban,,\nthree,q1,1,,Felka Orban,,") == [
        (1, None),
        (1, "Felka   Orban"),
        (1, None),
    ]


def test_document_and_support_keep_answers_apart() -> None:
    found = pooled("one,q1,1,,x,D1,s\ntwo,q1,1,,x,D2,s\nthree,q1,1,,x,D1,t\nfour,q1,1,,x,,\nfive,q1,1,,x,D1,s")
    assert [answer for answer, _ in found] == [1, 2, 3, 4, 1]


def test_answers_with_ids_are_never_pooled() -> None:
    found = pooled(
        "one,q1,1,a1,,,\ntwo,q1,1,a2,,,\nthree,q1,1,,x,,\nfour,q1,1,a1,x y,,", "question,answer,text\nq1,a1,x\nq1,a2,x"
    )
    assert found == [(1, None), (2, None), (3, None), (1, "x y")]


def test_equal_texts_to_two_questions_are_two_answers() -> None:
    assert [answer for answer, _ in pooled("one,q1,1,,x,,\none,q2,1,,x,,")] == [1, 2]


def test_a_list_run_may_repeat_and_a_ranked_one_may_not() -> None:
    assert [answer for answer, _ in pooled("one,q2,1,,x,,\none,q2,2,,x,,")] == [1, 1]
    with new_collection() as db:
        report = add(db, {"questions": QUESTIONS, "responses": rows(HEADER + "one,q1,1,,x,,\none,q1,2,,x,,")})
        (told,) = sentences(report)
        assert told.startswith("responses.csv:3: Run 'one' gives the same answer to question 'q1' twice: also in ")


def test_nil_and_unanswered_responses() -> None:
    with new_collection() as db:
        report = add(
            db,
            {
                "questions": QUESTIONS,
                "responses": rows(
                    "run,question,rank,answer,text,answered\none,q1,1,NIL,,\ntwo,q1,,,,no\nthree,q1,1,,x,no"
                ),
            },
        )
        assert report.ok
        assert db.execute("SELECT answer, nil, answered FROM response ORDER BY id").fetchall() == [
            (None, 1, 1),
            (None, 0, 0),
            (1, 0, 0),
        ]


def test_late_runs_add_only_what_is_new() -> None:
    with new_collection() as db:
        first = rows(HEADER + "one,q1,1,,Felka Orban,D1,\none,q2,1,,Halcyon,,")
        assert add(db, {"questions": QUESTIONS, "responses": first}).of("answers").new == 2
        late = rows(HEADER + "late,q1,1,,Felka  Orban,D1,\nlate,q1,2,,Hallam,,\nlate,q2,1,,Halcyon,,")
        report = add(db, {"responses": late})
        assert (report.of("answers").new, report.of("runs").new, report.of("responses").new) == (1, 1, 3)
        assert db.execute("SELECT answer, text FROM response WHERE run = 2 ORDER BY id").fetchall() == [
            (1, "Felka  Orban"),
            (3, None),
            (2, None),
        ]
        before = by_names(db)
        again = add(db, {"responses": late})
        assert [counted.new for counted in again.counted] == [0]
        assert by_names(db) == before
