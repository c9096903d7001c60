"""The level of a pattern by itself, as somebody with the paper in hand asks for it."""

import itertools
import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurybox.gold import Gold, pattern_level
from jurybox.gold.patterns import Votes, levels_in, outcome

GA = {
    "AAAA": 3, "AAAB": 3, "AABB": 2, "ABBB": 2, "BBBB": 1,
    "AAA": 1, "AAB": 1, "ABB": 1, "BBB": 1, "AA": 1, "AB": 1, "BB": 1, "A": 0, "B": 0, "": 0,
}  # fmt: skip


def test_the_patterns_of_table_2_with_and_without_their_cs_in_any_order() -> None:
    for pattern, level in GA.items():
        assert pattern_level(pattern, Gold("GA")) == level
        weight = 2 * pattern.count("A") + pattern.count("B")
        for letters in set(itertools.permutations(pattern.ljust(4, "C"))):
            assert pattern_level("".join(letters), Gold("GA")) == level
            assert pattern_level("".join(letters), Gold("GAW")) == weight
        assert pattern_level(pattern, Gold("GAW"), judges=4) == weight


def test_other_weights_and_numbers_of_people() -> None:
    assert pattern_level("AAABC", Gold("GAW")) == 7
    assert pattern_level("AB", Gold("GAW", weights=(3, 1, 0)), judges=7) == 4
    assert pattern_level("AAB", Gold("LOO", assessor="Ann")) == 5


def test_a_missing_label_is_no_c_and_who_cannot_tell_gives_no_level() -> None:
    assert pattern_level("AAA?", Gold("GA")) == -1
    assert pattern_level("AAA-", Gold("GA")) == -2
    assert pattern_level("AAA?", Gold("GA", missing="rescale")) == 3
    assert pattern_level("????", Gold("GAW", missing="rescale")) == -1


@pytest.mark.parametrize(
    ("pattern", "gold", "told"),
    [("AAXB", Gold("GA"), "'X'"), ("AAAAA", Gold("GA"), "5 votes of 4"), ("AA", Gold("UFA"), "UFA")],
)
def test_what_is_no_pattern_is_refused(pattern: str, gold: Gold, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        pattern_level(pattern, gold)


def levels_one_by_one(votes: Votes, weights: tuple[int, int, int]) -> list[int | None]:
    """Return the levels of every completion of a pattern, each scaled up to all members by itself."""
    found = set[int | None]()
    for to_a in range(votes.missing + 1):
        for to_b in range(votes.missing - to_a + 1):
            a, b = votes.a + to_a, votes.b + to_b
            c = votes.c + votes.missing - to_a - to_b
            if not a + b + c:
                found.add(None)
                continue
            exact = [Fraction(count * votes.members, a + b + c) for count in (a, b, c)]
            shares = [math.floor(share) for share in exact]
            fullest = sorted((2, 1, 0), key=lambda at: shares[at] - exact[at])
            for at in fullest[: votes.members - sum(shares)]:
                shares[at] += 1
            found.add(sum(share * weight for share, weight in zip(shares, weights, strict=True)))
    return sorted(level for level in found if level is not None) + [None] * (None in found)


@pytest.mark.parametrize("weights", [(2, 1, 0), (3, 1, 0), (7, 3, 1)])
def test_levels_of_patterns_scaled_up_are_those_of_every_completion(weights: tuple[int, int, int]) -> None:
    gold = Gold("GAW", weights=weights, missing="rescale")
    for counts in itertools.product(range(4), range(3), range(4), range(5), (1, 2, 7)):
        votes = Votes(*counts)
        assert levels_in(outcome(gold, votes)[1]) == levels_one_by_one(votes, weights), votes


@given(st.builds(Votes, *[st.integers(0, 40)] * 3, st.integers(0, 25), st.integers(1, 60)))
def test_levels_of_larger_patterns_scaled_up_are_too(votes: Votes) -> None:
    gold = Gold("GAW", missing="rescale")
    assert levels_in(outcome(gold, votes)[1]) == levels_one_by_one(votes, (2, 1, 0))


def test_a_thousand_judges_of_whom_one_cannot_tell_have_every_level_between_the_ends() -> None:
    """Nobody waits for two million completions here, one by one."""
    _, possible = outcome(Gold("GAW", missing="rescale"), Votes(20, 20, 0, 1959, 1))
    levels = levels_in(possible)
    assert (levels[0], levels[-1]) == (60, 3980)
    assert set(range(70, 3970)) <= set(levels)
