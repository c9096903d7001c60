"""Good questions, judges as runs, and the asker as a run."""

import itertools

import numpy as np
import pytest
from worlds import Book, make_catalog

from jurybox.collection.catalog import Catalog
from jurybox.collection.collection import Collection
from jurybox.collection.entries import Content, Entry, EntryKind, Subject
from jurybox.collection.facts import Facts
from jurybox.gold import asker_ranking, good_questions, judge_groups, judge_ranking, question_rating, settled_rating

NUMBERS = itertools.count(1_000_000)


def rate(
    book: Book, who: int, question: int, label: str, *, kind: EntryKind = "judgment", beside: bool = False
) -> None:
    """Say what the quality of a question is."""
    subject = Subject(question)
    standing = () if beside else book.ledger.in_force(kind, who, subject)
    replaces = tuple(book.ledger.hash_of(at) for at in standing)
    hash_ = next(NUMBERS).to_bytes(32, "big")
    book.ledger.add(Entry(hash_, b"w", who, kind, subject, Content(label or None), 0, replaces=replaces))


def rated(*ratings: str, assigned: list[tuple[int, int]] | None = None) -> tuple[Catalog, Book]:
    """Three people and what each says of the questions, one letter each, `.` for nothing."""
    size = len(ratings[0])
    catalog = make_catalog(["ranked"] * size, range(size), assessors=["person"] * 3, assigned=assigned or [])
    book = Book(3, size)
    for who, letters in enumerate(ratings):
        for question, letter in enumerate(letters):
            if letter != ".":
                rate(book, who, question, letter)
    return catalog, book


def test_good_questions_are_those_the_whole_panel_rated_a() -> None:
    catalog, book = rated("AAB.A", "AAAAA", "ACAA.")
    assert good_questions(Collection(catalog, book.ledger, Facts(panel=(0, 1, 2)))) == {0}
    assert good_questions(Collection(catalog, book.ledger, Facts(panel=(0, 1)))) == {0, 1, 4}
    assert good_questions(Collection(catalog, book.ledger, Facts(panel=(1,)))) == {0, 1, 2, 3, 4}
    assert good_questions(Collection(catalog, book.ledger, Facts())) == frozenset()


def test_a_rating_is_replaced_and_can_contradict_itself() -> None:
    catalog, book = rated("A", "A", "B")
    facts = Facts(panel=(0, 1, 2))
    rate(book, 2, 0, "A")
    assert good_questions(Collection(catalog, book.ledger, facts)) == {0}
    rate(book, 2, 0, "A", beside=True)
    assert question_rating(book.ledger, 2, 0) == -9
    assert good_questions(Collection(catalog, book.ledger, facts)) == frozenset()


def test_a_settled_quality_wins_over_what_the_panel_said() -> None:
    catalog, book = rated("AB.", "AA.", "AC.")
    facts = Facts(panel=(0, 1, 2))
    assert good_questions(Collection(catalog, book.ledger, facts)) == {0}
    rate(book, 1, 0, "B", kind="adjudication")
    rate(book, 1, 1, "A", kind="adjudication")
    rate(book, 0, 2, "A", kind="adjudication")
    assert good_questions(Collection(catalog, book.ledger, facts)) == {1, 2}
    rate(book, 0, 2, "A", kind="adjudication", beside=True)
    assert good_questions(Collection(catalog, book.ledger, facts)) == {1, 2}
    rate(book, 2, 2, "C", kind="adjudication", beside=True)
    assert settled_rating(book.ledger, 2) == -9
    assert good_questions(Collection(catalog, book.ledger, facts)) == {1}
    rate(book, 0, 0, "", kind="adjudication")
    assert good_questions(Collection(catalog, book.ledger, facts)) == {0, 1}


def test_only_those_who_judge_a_question_have_to_rate_it() -> None:
    assigned = [(0, 0), (1, 0), (0, 1), (1, 1), (2, 1), (2, 2)]
    catalog, book = rated("AA..", "AA..", "....", assigned=assigned)
    facts = Facts(panel=(0, 1, 2))
    assert good_questions(Collection(catalog, book.ledger, facts)) == {0}
    rate(book, 2, 1, "A")
    assert good_questions(Collection(catalog, book.ledger, facts)) == {0, 1}
    rate(book, 2, 0, "C")
    assert good_questions(Collection(catalog, book.ledger, facts)) == {1}
    rate(book, 1, 3, "A")
    assert good_questions(Collection(catalog, book.ledger, facts)) == {1, 3}


def community() -> tuple[Catalog, Book]:
    """Two questions whose answers lie mixed, one judge who has not said everything."""
    catalog = make_catalog(["ranked"] * 2, [0, 1, 0, 1, 0, 1, 0], assessors=["person"])
    catalog.answer_best[[2, 3]] = 1
    book = Book(1, 7)
    for answer, label in enumerate("BACABC"):
        book.say(0, answer, label)
    return catalog, book


def test_a_judge_ranks_what_he_rated_a_first_then_b_then_c() -> None:
    catalog, book = community()
    assert judge_ranking(catalog, book.ledger, 0, 0).tolist() == [0, 4, 2]
    assert judge_ranking(catalog, book.ledger, 0, 1).tolist() == [1, 3, 5]
    assert [group.tolist() for group in judge_groups(catalog, book.ledger, 0, 0)] == [[], [0, 4], [2]]
    book.say(0, 6, "A")
    assert judge_ranking(catalog, book.ledger, 0, 0).tolist() == [6, 0, 4, 2]
    book.say(0, 6, "junk")
    assert judge_ranking(catalog, book.ledger, 0, 0).tolist() == [0, 4, 2]


@pytest.mark.parametrize(("question", "best"), [(0, [2]), (1, [3])])
def test_the_asker_returns_the_best_answer_alone(question: int, best: list[int]) -> None:
    catalog, _ = community()
    assert asker_ranking(catalog, question).tolist() == best
    catalog.answer_best[:] = np.int8(0)
    assert asker_ranking(catalog, question).tolist() == []
