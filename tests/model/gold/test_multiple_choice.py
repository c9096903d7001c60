"""Reading tests with closed lists of options, and what it means to say that there is no answer."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from worlds import Book, World, make_catalog, worlds

from jurybox.collection.catalog import Catalog
from jurybox.collection.collection import Collection
from jurybox.collection.facts import Facts
from jurybox.collection.file import create
from jurybox.formats.imports import import_into
from jurybox.gold import CORRECT, INCORRECT, LEFT_OUT, UNJUDGED, Gold, Standard, truth_of
from jurybox.session import open_session


def reading_test(assessors: tuple[str, ...] = ("key",)) -> Catalog:
    """Two closed lists of three options, whose answers lie mixed, and one open question of two answers."""
    catalog = make_catalog(["factoid"] * 3, [0, 1, 0, 1, 0, 1, 2, 2], assessors=assessors)
    return replace(catalog, closed=frozenset({0, 1}))


def judged(catalog: Catalog, book: Book, gold: str = "adjudicated") -> list[int]:
    facts = Facts(panel=tuple(range(len(catalog.assessors))))
    truth: list[int] = truth_of(Collection(catalog, book.ledger, facts), Gold.parse(gold)).truth.tolist()
    return truth


@pytest.mark.parametrize("gold", ["adjudicated", "majority", "assessor:A0"])
def test_one_option_marked_correct_makes_the_others_incorrect(gold: str) -> None:
    catalog, book = reading_test(), Book(1, 8)
    book.say(0, 2, "correct")
    book.say(0, 6, "correct")
    assert judged(catalog, book, gold) == [0, -1, 1, -1, 0, -1, 1, -1]
    book.say(0, 1, "correct")
    assert judged(catalog, book, gold) == [0, 1, 1, 0, 0, 0, 1, -1]
    book.say(0, 2)
    assert judged(catalog, book, gold) == [-1, 1, -1, 0, -1, 0, 1, -1]


def test_what_is_said_of_an_option_is_not_overruled() -> None:
    catalog, book = reading_test(), Book(1, 8)
    book.say(0, 0, "correct")
    book.say(0, 2, "correct")
    book.say(0, 4, "cannot-tell")
    assert judged(catalog, book)[0::2][:3] == [1, 1, -2]
    book.say(0, 4, "correct")
    book.say(0, 4, "incorrect", beside=True)
    assert judged(catalog, book)[4] == UNJUDGED


def test_each_assessor_speaks_of_the_list_he_has_marked() -> None:
    catalog, book = reading_test(("key", "person", "person")), Book(3, 8)
    for who in range(3):
        book.say(who, 0, "correct")
    assert judged(catalog, book, "majority")[0:6:2] == [1, 0, 0]
    book.say(2, 0)
    assert judged(catalog, book, "majority")[0:6:2] == [1, 0, 0]
    assert judged(catalog, book)[0:6:2] == [-1, -1, -1]
    book.say(2, 2, "correct")
    assert judged(catalog, book)[0:6:2] == [-2, -2, 0]


def test_an_adjudication_speaks_of_the_whole_list() -> None:
    catalog, book = reading_test(("person", "person")), Book(2, 8)
    book.say(0, 0, "correct")
    book.say(1, 2, "correct")
    book.adjudicate(4, "correct")
    assert judged(catalog, book)[0:6:2] == [0, 0, 1]
    book.adjudicate(4)
    assert judged(catalog, book)[0:6:2] == [-2, -2, 0]


@settings(max_examples=examples(100), deadline=None)
@given(worlds(kinds=("factoid", "validation"), max_edits=16))
def test_spreading_over_closed_lists_keeps_up_with_a_full_pass(world: World) -> None:
    asked = range(len(world.catalog.questions))
    catalog = replace(world.catalog, closed=frozenset(at for at in asked if at % 2 == 0))
    world = replace(world, catalog=catalog)
    made_from = (Collection(catalog, world.book.ledger, world.facts), Gold.parse(world.gold))
    standard = Standard(*made_from)
    truth, possible = standard.of_all()
    for edit in world.edits:
        edit.to(world.book)
        touched = standard.spread(np.array([edit.answer]))
        if standard.follow(np.array([edit.answer])):
            truth, possible = standard.of_all()
        else:
            truth[touched], possible[touched] = standard.of(touched)
        assert truth.tolist() == truth_of(*made_from).truth.tolist()
        assert possible.tolist() == truth_of(*made_from).possible.tolist()


def spelled_out(world: World, closed: frozenset[int]) -> Book:
    """A book in which everybody says aloud what follows from the option that he calls correct."""
    catalog, book = world.catalog, Book(len(world.catalog.assessors), world.catalog.answer_count)
    for edit in world.edits:
        edit.to(book)
    for question in closed:
        answers = catalog.answers_of(question).tolist()
        for who in range(len(catalog.assessors)):
            words = {answer: world.word(who, answer) for answer in answers}
            for answer, word in words.items():
                if "correct" in words.values() and word in ("", "skipped", "deferred"):
                    book.say(who, answer, "incorrect")
        adjudged = {answer: world.adjudication(answer) for answer in answers}
        for answer, word in adjudged.items():
            if "correct" in adjudged.values() and word in ("", "skipped", "deferred"):
                book.adjudicate(answer, "incorrect")
    return book


@settings(max_examples=examples(200), deadline=None)
@given(worlds(kinds=("factoid", "factoid", "validation"), max_edits=16))
def test_a_closed_list_is_an_open_one_in_which_everything_is_said(world: World) -> None:
    closed = frozenset(at for at, one in enumerate(world.catalog.questions) if one.kind == "factoid")
    for edit in world.edits:
        edit.to(world.book)
    gold = Gold.parse(world.gold)
    here = truth_of(Collection(replace(world.catalog, closed=closed), world.book.ledger, world.facts), gold)
    there = truth_of(Collection(world.catalog, spelled_out(world, closed).ledger, world.facts), gold)
    assert here.truth.tolist() == there.truth.tolist()
    assert here.possible.tolist() == there.possible.tolist()


def nil_catalog(*, correct: bool | None, status: str | None = None) -> Catalog:
    catalog = make_catalog(["factoid"], [0, 0], assessors=["person"], statuses=[status])
    return replace(catalog, questions=(replace(catalog.questions[0], nil_correct=correct),))


def nil(catalog: Catalog, book: Book, gold: str = "adjudicated") -> tuple[int, int]:
    truth, possible = Standard(Collection(catalog, book.ledger, Facts()), Gold.parse(gold)).nil(np.array([0]))
    return int(truth[0]), int(possible[0])


def test_no_answer_is_correct_or_not_as_the_collection_says() -> None:
    book = Book(1, 2)
    book.say(0, 0, "correct")
    assert nil(nil_catalog(correct=True), book) == (CORRECT, 1)
    assert nil(nil_catalog(correct=False), book) == (INCORRECT, 2)
    assert nil(nil_catalog(correct=True, status="unjudged"), book) == (LEFT_OUT, 4)


def test_no_answer_is_incorrect_once_an_answer_is_correct_and_undecided_until_then() -> None:
    catalog, book = nil_catalog(correct=None), Book(1, 2)
    assert nil(catalog, book) == (UNJUDGED, 2 | 4)
    book.say(0, 0, "incorrect")
    assert nil(catalog, book) == (UNJUDGED, 2 | 4)
    book.say(0, 1, "inexact")
    assert nil(catalog, book) == (LEFT_OUT, 4)
    assert nil(catalog, book, "adjudicated+lenient") == (INCORRECT, 2)
    book.say(0, 1, "correct")
    assert nil(catalog, book) == (INCORRECT, 2)


def test_a_question_nobody_answered_leaves_no_answer_undecided() -> None:
    catalog = make_catalog(["factoid"], [], assessors=["person"])
    assert nil(catalog, Book(1, 0)) == (LEFT_OUT, 4)
    standard = Standard(Collection(catalog, Book(1, 0).ledger, Facts()), Gold("majority"))
    assert standard.nil(np.empty(0, dtype=np.int64)).truth.size == 0


def test_a_key_file_from_tables_decides_whole_lists(tmp_path: Path) -> None:
    tables = {
        "questions": "question,kind,text\nq1,factoid,Which?\nq2,factoid,Who?\n",
        "options": "question,option,text\nq1,a,Ash\nq1,b,Elm\nq1,c,Oak\n",
        "answers": "question,answer,text\nq1,a,Ash\nq1,b,Elm\nq1,c,Oak\nq2,x,Kim\n",
        "assessors": "assessor,kind\nthe key,key\n",
        "judgments": "assessor,question,answer,label\nthe key,q1,b,correct\n",
    }
    for name, text in tables.items():
        (tmp_path / f"{name}.csv").write_text(text, encoding="utf-8")
    path = tmp_path / "reading.jury"
    create(path, name="Reading")
    import_into(path, [tmp_path / f"{name}.csv" for name in tables])
    session = open_session(path)
    try:
        assert session.catalog.closed == {0}
        standard = Standard(session.collection, Gold("adjudicated"))
        assert standard.of_all().truth.tolist() == [0, 1, 0, -1]
    finally:
        session.close()


@settings(max_examples=examples(80), deadline=None)
@given(
    worlds(kinds=("factoid", "validation"), max_edits=16), st.lists(st.sampled_from([None, True, False]), min_size=3)
)
def test_no_answer_of_many_questions_at_once(world: World, said: list[bool | None]) -> None:
    asked = [replace(one, nil_correct=nil) for one, nil in zip(world.catalog.questions, said, strict=False)]
    catalog = replace(world.catalog, questions=tuple(asked))
    for edit in world.edits:
        edit.to(world.book)
    standard = Standard(Collection(catalog, world.book.ledger, world.facts), Gold.parse(world.gold))
    truth, possible = standard.of_all()
    questions = np.arange(len(asked))[::-1].copy()
    found = standard.nil(questions)
    for at, question in enumerate(questions.tolist()):
        answers = catalog.answers_of(question)
        if asked[question].status == "unjudged":
            expected = LEFT_OUT
        elif asked[question].nil_correct is not None:
            expected = CORRECT if asked[question].nil_correct else INCORRECT
        elif CORRECT in truth[answers]:
            expected = INCORRECT
        else:
            expected = UNJUDGED if (possible[answers] & 1).any() else LEFT_OUT
        assert found.truth[at] == expected
