"""Levels and gains worked out by hand: the usual standards, coarser ones, panels too small, nobody yet."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from worlds import Book, make_catalog

from jurybox.collection.collection import Collection
from jurybox.collection.facts import Facts
from jurybox.errors import Refused
from jurybox.gold import OUT_BIT, Gold, Graded, Levels, Standard
from jurybox.gold.gold import Missing, Weights
from jurybox.gold.patterns import Votes, levels_in, outcome, pattern_text, scaled, weighted_level

OUT = 1 << OUT_BIT


def four(*labels: str, **options: object) -> tuple[Graded, Levels]:
    """Grade answers of one question by patterns such as `AAB?`."""
    size = len(labels[0])
    catalog = make_catalog(["ranked"], [0] * len(labels), assessors=["person"] * size)
    book = Book(size, len(labels))
    words = {"?": "", "-": "cannot-tell"}
    for answer, said in enumerate(labels):
        for who, letter in enumerate(said):
            if letter != "?":
                book.say(who, answer, words.get(letter, letter))
    standard = Graded(Collection(catalog, book.ledger, Facts(panel=tuple(range(size)))), Gold(**options))  # type: ignore[arg-type]
    return standard, standard.of_all()


def test_levels_and_gains_of_the_usual_standards() -> None:
    standard, levels = four("AAAB", "BBBC", "ACCC", "CCCC", "AAA?", "AAA-", whose="GA")
    assert levels.level.tolist() == [3, 1, 0, 0, -1, -2]
    assert levels.possible.tolist() == [8, 2, 1, 1, 8 | 2, OUT]
    assert (standard.top, standard.gains.tolist()) == (3, [0, 1, 2, 3])
    assert standard.patterns_of(np.arange(6)) == ["AAAB", "BBBC", "ACCC", "CCCC", "AAA?", "AAA-"]
    standard, levels = four("AAAB", "BBBC", "AAA?", whose="GAW")
    assert levels.level.tolist() == [7, 3, -1]
    assert levels.possible.tolist() == [1 << 7, 1 << 3, 1 << 8 | 1 << 7 | 1 << 6]
    assert (standard.top, standard.gains.tolist()) == (8, list(range(9)))
    standard, levels = four("AAAB", "BBBC", "AAA?", whose="LOO", assessor="A3")
    assert levels.level.tolist() == [6, 3, 6]
    assert (standard.top, standard.patterns_of(np.array([2]))) == (6, ["AAA"])


def test_gains_that_coarsen_eight_levels_to_three() -> None:
    standard, levels = four("AAAA", "AAAB", "AABB", "BBBC", whose="GAW", gains=(1, 1, 1, 2, 2, 2, 3, 3))
    assert standard.gains[levels.level].tolist() == [3, 3, 2, 1]
    with pytest.raises(Refused, match=r"names gains for 8 levels, but here there are L1 to L6"):
        four("AAA", whose="GAW", gains=(1, 1, 1, 2, 2, 2, 3, 3))


@pytest.mark.parametrize("size", [1, 2, 3, 5, 8])
def test_ga_is_refused_unless_the_panel_is_of_four(size: int) -> None:
    with pytest.raises(Refused, match=rf"exactly four labels of each answer, and here an answer gets up to {size}"):
        four("A" * size, whose="GA")
    assert four("A" * size, whose="GAW")[1].level.tolist() == [2 * size]


@pytest.mark.parametrize("size", [30, 31, 32, 200])
def test_a_panel_of_any_size_has_levels(size: int) -> None:
    full, waits, out = "A" * size, "B" * (size - 2) + "C?", "A" * (size - 1) + "-"
    standard, levels = four(full, waits, out, whose="GAW")
    assert standard.top == 2 * size
    assert levels.level.tolist() == [2 * size, -1, -2]
    assert [levels_in(bits) for bits in levels.possible.tolist()] == [[2 * size], [size - 2, size - 1, size], [None]]
    _, scaled_up = four(out, whose="GAW", missing="rescale")
    assert scaled_up.level.tolist() == [2 * size]


@given(
    st.integers(0, 80),
    st.integers(0, 80),
    st.integers(0, 80),
    st.integers(0, 6),
    st.integers(0, 2),
    st.sampled_from([(2, 1, 0), (3, 1, 0), (1, 1, 0), (7, 5, 2)]),
    st.sampled_from(["unjudged", "rescale"]),
)
def test_what_a_pattern_can_come_to_is_what_its_completions_are(
    a: int, b: int, c: int, missing: int, mute: int, weights: Weights, how: Missing
) -> None:
    gold = Gold("GAW", weights=weights, missing=how)
    whole = [
        Votes(a + x.count("A"), b + x.count("B"), c + x.count("C"), 0, mute)
        for x in itertools.combinations_with_replacement("ABC", missing)
    ]
    expected: set[int | None] = set()
    for one in whole:
        if not one.given or (mute and how == "unjudged"):
            expected.add(None)
        else:
            expected.add(weighted_level(*scaled(one.a, one.b, one.c, one.members), weights))
    found = levels_in(outcome(gold, Votes(a, b, c, missing, mute))[1])
    assert len(found) == len(set(found))
    assert set(found) == expected


def test_a_long_pattern_is_counted_for_people() -> None:
    assert pattern_text("AAB?") == "AAB?"
    assert pattern_text("A" * 140 + "B" * 45 + "C" * 14 + "-") == "140 A, 45 B, 14 C, 1 -"


def test_more_levels_than_are_held_are_refused() -> None:
    with pytest.raises(Refused, match=r"20 assessors judge one answer, which gives levels up to L40000"):
        four("A" * 20, whose="GAW", weights=(2_000, 1, 0))
    catalog = make_catalog(["ranked"], [0], assessors=["person"] * 6_001)
    with pytest.raises(Refused, match=r"6,001 assessors judge one answer; GAW takes up to 6,000"):
        Graded(Collection(catalog, Book(6_001, 1).ledger, Facts(panel=tuple(range(6_001)))), Gold("GAW"))


def test_a_crowd_of_which_a_few_judge_each_answer_has_the_levels_of_a_few() -> None:
    catalog = make_catalog(
        ["ranked"], [0] * 25, assessors=["person"] * 100, assigned=[(4 * x + i, x) for x in range(25) for i in range(4)]
    )
    book = Book(100, 25)
    for x in range(25):
        for i in range(4):
            book.say(4 * x + i, x, "AAAB"[i])
    for name, level in (("GA", 3), ("GAW", 7)):
        levels = Graded(Collection(catalog, book.ledger, Facts()), Gold.parse(name)).of_all().level
        assert set(levels.tolist()) == {level}


def test_an_incomplete_pattern_scaled_up() -> None:
    _, levels = four("AB??", "AAB?", "ABC?", "B???", "????", "AA--", whose="GAW", missing="rescale")
    assert levels.level.tolist() == [6, 7, 3, 4, -1, 8]
    _, levels = four("AB??", "AAB?", "ABC?", "B???", "????", "AA--", whose="GA", missing="rescale")
    assert levels.level.tolist() == [2, 3, 1, 1, -1, 3]


def test_one_who_is_not_on_the_panel_cannot_be_left_out() -> None:
    catalog = make_catalog(["ranked"], [0], assessors=["person"] * 3)
    with pytest.raises(Refused, match="'A2' is not on the panel"):
        Graded(Collection(catalog, Book(3, 1).ledger, Facts(panel=(0, 1))), Gold.parse("LOO:A2"))
    with pytest.raises(Refused, match=r"no assessor 'Zoe'.*known: A0, A1, A2"):
        Graded(Collection(catalog, Book(3, 1).ledger, Facts(panel=(0, 1))), Gold.parse("LOO:Zoe"))


def test_a_standard_of_correctness_grades_by_the_usual_one_for_that_kind() -> None:
    catalog = make_catalog(["ranked", "validation"], [0, 1], assessors=["person"] * 4)
    book, facts = Book(4, 2), Facts(panel=(0, 1, 2, 3))
    for who in range(4):
        book.say(who, 0, "A")
        book.say(who, 1, "correct")
    for name in ("GA", "UFA", "LOO:A2"):
        assert Standard(Collection(catalog, book.ledger, facts), Gold.parse(name)).of_all().truth.tolist() == [-2, 1]
    assert Graded(Collection(catalog, book.ledger, facts), Gold("majority")).of_all().level.tolist() == [2, -2]
    assert str(Standard(Collection(catalog, book.ledger, facts), Gold("GA")).gold) == "adjudicated+strict"


def test_an_empty_collection_has_no_levels() -> None:
    for name in ("GAW", "UFA", "BA", "majority"):
        standard = Graded(Collection(make_catalog([], []), Book(0, 0).ledger, Facts()), Gold.parse(name))
        assert standard.of_all().level.size == standard.of_all().possible.size == 0
        assert standard.patterns_of(np.empty(0, dtype=np.int64)) == []


def test_nobody_yet_means_that_every_level_can_come() -> None:
    catalog = make_catalog(["ranked"], [0, 0], assessors=["person", "model"])
    for name, possible in (("GAW", 7), ("UFA", 3), ("majority", 7), ("LOO:A0", 7)):
        levels = Graded(Collection(catalog, Book(2, 2).ledger, Facts()), Gold.parse(name)).of_all()
        assert (levels.level.tolist(), levels.possible.tolist()) == ([-1, -1], [possible] * 2)
    with pytest.raises(Refused, match="exactly four"):
        Graded(Collection(catalog, Book(2, 2).ledger, Facts()), Gold("GA"))
