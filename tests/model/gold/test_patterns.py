"""The level of a pattern by itself, as somebody with the paper in hand asks for it."""

import itertools

import pytest

from jurybox.gold import Gold, pattern_level

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
