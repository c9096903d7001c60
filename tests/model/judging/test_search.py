"""Search over a collection, chunk by chunk."""

import sqlite3
from collections.abc import Iterator
from itertools import chain

import pytest

from jurybox.collection.schema import FIRST_TABLES
from jurybox.judging.past_judgments import read_past_judgments
from jurybox.judging.search import LONGEST_READ, answer_reader, next_count, question_reader, search
from jurybox.watch import Watch

QUESTIONS = ["Who designed the Lindholm lift bridge?", "Was ist ein GNOMON?", "自転車の変速が勝手に"]
ANSWERS = [(1, "Astrid Wennerberg", None), (1, "Ohlin", "drawn by Nils\0Ohlin"), (2, "ein Stab", "100% _x_")]


@pytest.fixture
def db() -> Iterator[sqlite3.Connection]:
    db = sqlite3.connect(":memory:")
    db.executescript(FIRST_TABLES)
    db.execute("INSERT INTO series VALUES (1, 'S1', 'Black Panthers', NULL)")
    for n, text in enumerate(QUESTIONS, 1):
        db.execute(
            "INSERT INTO question (id, name, kind, text, series, digest) VALUES (?, ?, 'factoid', ?, ?, ?)",
            (n, f"q{n:04}", text, 1 if n == 3 else None, b""),
        )
    for n, (question, text, support) in enumerate(ANSWERS, 1):
        db.execute(
            "INSERT INTO answer (id, question, text, support, best, digest) VALUES (?, ?, ?, ?, 0, ?)",
            (n, question, text, support, b""),
        )
    yield db
    db.close()


NEVER = Watch()
STOPPED = Watch(cancelled=lambda: True)


def flat(chunks: Iterator[list[int]]) -> list[int]:
    return list(chain.from_iterable(chunks))


def questions(db: sqlite3.Connection, query: str) -> list[int]:
    return flat(search(question_reader(db), len(QUESTIONS), query, NEVER))


def answers(db: sqlite3.Connection, query: str) -> list[int]:
    return flat(search(answer_reader(db), len(ANSWERS), query, NEVER))


def test_words_in_any_order_case_and_form(db: sqlite3.Connection) -> None:
    assert questions(db, "bridge  LINDHOLM") == [0]
    assert questions(db, "ｇｎｏｍｏｎ") == [1]
    assert questions(db, "変速") == [2]
    assert questions(db, "black panthers") == [2]
    assert questions(db, "q0001") == [0]
    assert questions(db, "bridge gnomon") == []


def test_supporting_texts_are_searched_and_signs_are_signs(db: sqlite3.Connection) -> None:
    assert answers(db, "ohlin") == [1]
    assert answers(db, "nils") == [1]
    assert answers(db, "100%") == [2]
    assert answers(db, "_x_") == [2]
    assert answers(db, "%") == [2]


def test_an_empty_query_finds_nothing(db: sqlite3.Connection) -> None:
    assert questions(db, " ") == []


def test_search_reads_each_row_once_and_stops_when_told() -> None:
    asked: list[tuple[int, int]] = []

    def read(start: int, count: int) -> list[tuple[int, str]]:
        asked.append((start, count))
        return [(n, "x y") for n in range(start, start + count)]

    hits = flat(search(read, 5000, "Y x", NEVER))
    assert hits == list(range(5000))
    ends = [start + count for start, count in asked]
    assert [start for start, _ in asked] == [0, *ends[:-1]]
    assert ends[-1] == 5000
    asked.clear()
    found = search(read, 5000, "x", Watch(cancelled=lambda: len(asked) >= 2))
    assert len(list(found)) == 2


def test_chunks_shrink_where_reading_is_slow() -> None:
    assert next_count(1000, LONGEST_READ * 2) == 250
    assert next_count(1, LONGEST_READ * 2) == 1
    assert next_count(1000, LONGEST_READ / 2) == 1000
    assert next_count(1000, 0) == 2000


def test_what_an_assessor_entered_before(db: sqlite3.Connection) -> None:
    rows = [
        (1, 1, 1, "correct", "mine"),
        (2, 2, 2, None, "hers"),
        (3, 1, 2, None, None),
        (4, 1, 3, None, "gone"),
        (5, 1, 3, "incorrect", ""),
    ]
    for row, assessor, answer, label, note in rows:
        db.execute(
            "INSERT INTO entry "
            "(id, hash, writer, assessor, kind, question, answer, label, note, at, act, part) "
            "VALUES (?, ?, 1, ?, 'judgment', 1, ?, ?, ?, ?, ?, 0)",
            (row, b"", assessor, answer, label, note, 1000 + row, "import" if row == 5 else "do"),
        )
    db.execute("INSERT INTO superseded VALUES (4)")
    past = read_past_judgments(db, 0, NEVER)
    assert past.notes == {0: "mine"}
    assert past.said == [(0, 1001, True, None), (1, 1003, False, None), (2, 1004, False, None), (2, 1005, True, 0)]
    assert read_past_judgments(db, 0, STOPPED).said == []
    assert read_past_judgments(db, 7, NEVER).said == []


def test_of_a_response_the_last_match_counts(db: sqlite3.Connection) -> None:
    rows = [
        (1, "match", 1, 1, "yes", None),
        (2, "match", 2, 1, "no", None),
        (3, "judgment", 3, None, "correct", "mine"),
        (4, "match", 1, 2, "partial", "why it holds it"),
        (5, "importance", None, 1, "vital", None),
        (6, "match", 2, 1, None, None),
    ]
    for row, kind, answer, nugget, label, note in rows:
        db.execute(
            "INSERT INTO entry "
            "(id, hash, writer, assessor, kind, question, answer, nugget, label, note, at, act, part, seconds) "
            "VALUES (?, ?, 1, 1, ?, 1, ?, ?, ?, ?, ?, 'do', 0, ?)",
            (row, b"", kind, answer, nugget, label, note, 1000 + row, {1: 4.0, 4: 5.0}.get(row)),
        )
    past = read_past_judgments(db, 0, NEVER)
    assert past.said == [(2, 1003, True, None), (0, 1004, True, 9), (1, 1006, False, None)]
    assert past.matched == {0, 1}
    assert past.notes == {2: "mine"}
