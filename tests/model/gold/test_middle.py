"""Gold standards on labels of a collection's own: each against plain counting over all completions."""

import itertools
import statistics
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from worlds import Book, make_catalog

from jurybox.collection.collection import Collection
from jurybox.collection.facts import Facts
from jurybox.collection.own_schemes import scale, scheme_from
from jurybox.errors import Refused
from jurybox.gold import Gold, Graded, Standard
from jurybox.gold.patterns import levels_in, pattern_text

PEOPLE = ("Ann", "Ben", "Cem", "Dan")
GRADES = st.sampled_from([(0, 1, 2, 3), (0, 1, 2, 3, 4), (-2, -1, 0, 1, 2), (0, 2, 4, 8, 16), (0, 1)])
VOTES = st.lists(st.sampled_from(["", "junk", "0", "1", "2", "3", "4"]), min_size=4, max_size=4)


def judged(words: Sequence[Sequence[str]], facts: Facts, gold: Gold) -> Graded:
    """Return the standard over one answer for each row of what the four people say."""
    catalog = make_catalog(["ranked"], [0] * len(words), assessors=PEOPLE)
    book = Book(len(PEOPLE), len(words))
    for answer, row in enumerate(words):
        for who, word in enumerate(row):
            if word:
                book.say(who, answer, word)
    return Graded(Collection(catalog, book.ledger, facts), gold)


@given(GRADES, st.lists(VOTES, min_size=1, max_size=4), st.sampled_from(["median", "mean", "majority"]))
def test_levels_are_those_of_all_completions(grades: tuple[int, ...], votes: list[list[str]], whose: str) -> None:
    measured = "interval" if whose == "mean" else "ordinal"
    scheme = scale(grades, measurement=measured)  # type: ignore[arg-type]
    ordered = sorted(grades)
    said = [[str(ordered[int(word) % len(grades)]) if word.isdigit() else word for word in row] for row in votes]
    facts = Facts(schemes={"ranked": scheme}, panel=(0, 1, 2, 3))
    standard = judged(said, facts, Gold.parse(whose))
    found = standard.of_all()
    for row, level, bits in zip(said, found.level.tolist(), found.possible.tolist(), strict=True):
        options = [[str(g) for g in ordered] if not word else [word] for word in row]
        outcomes = {outcome(whose, ordered, each) for each in itertools.product(*options)}
        gains = {None if at is None else float(standard.gains[at]) for at in levels_in(int(bits))}
        assert gains == {None if one is None else max(0.0, float(one)) for one in outcomes}
        if "" in row and not (whose == "majority" and len(outcomes) == 1):
            assert level == -1
        elif outcomes == {None}:
            assert level == -2
        else:
            (only,) = outcomes
            assert only is not None
            assert standard.gains[level] == max(0.0, float(only))


def outcome(whose: str, grades: Sequence[int], row: Sequence[str]) -> Fraction | None:
    """Return the grade that plain counting gives; None where there is none."""
    given_ = sorted(int(word) for word in row if word != "junk")
    if whose == "majority":
        top = next((one for one in grades if 2 * given_.count(one) > len(row)), None)
        return None if top is None else Fraction(top)
    if not given_:
        return None
    return Fraction(statistics.median_low(given_)) if whose == "median" else Fraction(sum(given_), len(given_))


def test_a_mean_wants_an_interval_scale() -> None:
    facts = Facts(schemes={"ranked": scale(range(4))})
    with pytest.raises(Refused, match="A mean needs an interval scale"):
        judged([["1", "", "", ""]], facts, Gold.parse("mean"))


@pytest.mark.parametrize("name", ["GA", "GAW", "UFA", "UFBA", "LOO:Ann"])
def test_standards_of_letters_say_that_they_are_tied_to_them(name: str) -> None:
    facts = Facts(schemes={"ranked": scale(range(4))}, panel=(0, 1, 2, 3))
    with pytest.raises(Refused, match=r"is defined by the labels A, B and C .* labeled by '0 to 3'"):
        judged([["1", "2", "3", "0"]], facts, Gold.parse(name))


def test_one_word_can_be_right_in_one_scheme_and_wrong_in_another() -> None:
    likely = {"measurement": "ordinal", "labels": [{"label": "yes", "grade": 1}, {"label": "2", "grade": 0}]}
    hard = {
        "measurement": "nominal",
        "labels": [
            {"label": "correct", "relevant": "strict"},
            {"label": "2", "relevant": "strict"},
            {"label": "incorrect", "relevant": "no"},
        ],
    }
    facts = Facts(schemes={"validation": scheme_from(likely, "validation"), "factoid": scheme_from(hard, "factoid")})
    catalog = make_catalog(["validation", "factoid"], [0, 1], assessors=PEOPLE)
    book = Book(len(PEOPLE), 2)
    book.say(0, 0, "2")
    book.say(0, 1, "2")
    truth = Standard(Collection(catalog, book.ledger, facts), Gold.parse("assessor:A0")).of_all().truth
    assert truth.tolist() == [0, 1]


def test_labels_that_gain_something_need_not_be_relevant() -> None:
    some = {
        "measurement": "ordinal",
        "labels": [
            {"label": "2", "grade": 2},
            {"label": "1", "grade": 1, "relevant": "no"},
            {"label": "0", "grade": 0},
        ],
    }
    facts = Facts(schemes={"ranked": scheme_from(some, "ranked")})
    standard = judged([["2", "", "", ""], ["1", "", "", ""]], facts, Gold.parse("assessor:A0"))
    assert (standard.gains.tolist(), standard.least_relevant) == ([0, 1, 2], 2)
    assert np.array_equal(standard.of_all().level, [2, 1])


@pytest.mark.parametrize("name", ["GA", "GAW", "UFA", "LOO:Ann"])
def test_a_fourth_letter_is_not_taken_for_no_label(name: str) -> None:
    letters = [{"label": word, "grade": 3 - at} for at, word in enumerate("ABCD")]
    facts = Facts(schemes={"ranked": scheme_from({"labels": letters}, "ranked")}, panel=(0, 1, 2, 3))
    with pytest.raises(Refused, match="is defined by the labels A, B and C alone"):
        judged(["DDDD"], facts, Gold.parse(name))
    assert judged(["DDDD", "ABBD"], facts, Gold.parse("majority")).of_all().level.tolist() == [0, -2]


def test_patterns_are_of_the_labels_that_were_given() -> None:
    facts = Facts(schemes={"ranked": scale(range(4))}, panel=(0, 1, 2, 3))
    standard = judged([["3", "0", "3", ""], ["junk", "2", "2", "0"]], facts, Gold.parse("median"))
    assert standard.patterns_of(np.array([0, 1])) == ["3 (2) 0 (1) ? (1)", "2 (2) 0 (1) - (1)"]
    assert [pattern_text(one) for one in standard.patterns_of(np.array([0]))] == ["3 (2) 0 (1) ? (1)"]
