"""Levels over patterns and questions: tables of Sakai et al. 2010, replayed in a collection of their size."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from worlds import Book, make_catalog

from jurybox.collection.catalog import Catalog
from jurybox.collection.codes import LABEL_CODES
from jurybox.collection.collection import Collection
from jurybox.collection.facts import Facts
from jurybox.collection.ledger import Ledger
from jurybox.gold import Gold, Graded
from jurybox.gold.distributions import count_best, count_by_question, count_patterns
from jurybox.papers.sakai import (
    ANSWERS,
    BEST_BY_LEVEL,
    LEVELS_OF_TABLE_2,
    LEVELS_OF_TABLE_21,
    PATTERNS,
    QUESTIONS,
    TABLE_3,
    TABLE_24,
)

FACTS = Facts(panel=(0, 1, 2, 3))


def owners(level: str) -> Iterator[int]:
    """Yield the question of every answer of a level, as many for each as Table 3 says."""
    question = 0
    for many, questions in sorted(TABLE_3[level].items(), reverse=level in ("L3", "L0")):
        for _ in range(questions):
            yield from [question] * many
            question += 1


@pytest.fixture(scope="module")
def community() -> tuple[Catalog, Ledger]:
    """A collection of 1,500 questions and 7,443 answers with the patterns and distributions of the paper."""
    owner: list[int] = []
    said: list[str] = []
    for level in TABLE_3:
        patterns = (p for p, (many, of, _) in PATTERNS.items() if of == level for _ in range(many))
        for question, pattern in zip(owners(level), patterns, strict=True):
            letters = pattern.ljust(4, "C")
            turn = len(said) % 4
            owner.append(question)
            said.append(letters[turn:] + letters[:turn])
    catalog = make_catalog(["ranked"] * QUESTIONS, owner, assessors=["person"] * 4)
    ledger = Ledger(4, len(owner))
    ledger.labels[:] = np.array([[LABEL_CODES[letter] for letter in letters] for letters in said]).T
    return catalog, ledger


def test_patterns_and_levels_are_those_of_tables_2_and_21(community: tuple[Catalog, Ledger]) -> None:
    catalog, ledger = community
    for gold, totals in (("GA", LEVELS_OF_TABLE_2), ("GAW", LEVELS_OF_TABLE_21)):
        standard = Graded(Collection(catalog, ledger, FACTS), Gold.parse(gold))
        found = {row.pattern.replace("C", ""): row for row in count_patterns(catalog, standard)}
        assert list(found) == list(PATTERNS)
        for pattern, (answers, level, weight) in PATTERNS.items():
            expected = level if gold == "GA" else f"L{weight}"
            assert (found[pattern].answers, f"L{found[pattern].level}") == (answers, expected)
        levels = standard.of_all().level
        assert {f"L{level}": int((levels == level).sum()) for level in range(standard.top + 1)} == totals
        assert len(levels) == ANSWERS


def test_levels_lie_over_questions_as_in_table_3(community: tuple[Catalog, Ledger]) -> None:
    catalog, ledger = community
    levels = Graded(Collection(catalog, ledger, FACTS), Gold("GA")).of_all().level
    assert {f"L{level}": row for level, row in count_by_question(catalog, levels).items()} == TABLE_3


def test_leaving_one_out_adds_up_to_table_24(community: tuple[Catalog, Ledger]) -> None:
    catalog, ledger = community
    added = np.zeros(7, dtype=int)
    for who in range(4):
        levels = Graded(Collection(catalog, ledger, FACTS), Gold("LOO", assessor=f"A{who}")).of_all().level
        added += np.bincount(levels, minlength=7)
    assert {f"L{level}": many for level, many in enumerate(added.tolist())} == {
        level: sum(row) for level, row in TABLE_24.items()
    }


def test_best_answers_by_level_as_in_section_2_2(community: tuple[Catalog, Ledger]) -> None:
    catalog, ledger = community
    levels = Graded(Collection(catalog, ledger, FACTS), Gold("GA")).of_all().level
    best = np.zeros(ANSWERS, dtype=np.int8)
    for level, many in BEST_BY_LEVEL.items():
        best[np.flatnonzero(levels == int(level[1:]))[:many]] = 1
    found = count_best(replace(catalog, answer_best=best), levels)
    assert {f"L{level}": many for level, many in found.items()} == BEST_BY_LEVEL


def test_favorites_lie_over_questions_in_the_form_of_table_4() -> None:
    catalog = make_catalog(["ranked"] * 3 + ["factoid"], [0, 0, 0, 1, 1, 2, 3], assessors=["person"] * 2)
    catalog.answer_best[[1, 5]] = 1
    book = Book(2, 7)
    for who, letters in enumerate(("ABBBCC", "BCACBC")):
        for answer, letter in enumerate(letters):
            book.say(who, answer, letter)
    facts = Facts(panel=(0, 1))
    ufa = Graded(Collection(catalog, book.ledger, facts), Gold("UFA")).of_all().level
    assert count_by_question(catalog, ufa)[1] == {0: 1, 2: 2}
    ufba = Graded(Collection(catalog, book.ledger, facts), Gold("UFBA")).of_all().level
    assert count_by_question(catalog, ufba)[1] == {1: 1, 2: 1, 3: 1}
    assert count_best(catalog, ufa) == {0: 2}
