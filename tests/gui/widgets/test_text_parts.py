"""A part is never too much to lay out, and never ends within a character."""

import unicodedata

import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from jurybox_gui.widgets import text_parts
from jurybox_gui.widgets.text_parts import PART_COST, first_part, is_joined, part_around, part_from

FAMILY = "\U0001f469\u200d\U0001f467"
ODD = st.sampled_from(["a", "word ", "\n", "\r\n", "\r", "\u2029", "冷", "e\u0301", "🦔", FAMILY, "🇫🇷", "ع ", "\ud800"])
TEXTS = st.lists(st.tuples(ODD, st.integers(1, 300)), max_size=12).map(
    lambda pieces: "".join(piece * times for piece, times in pieces)
)


def test_the_first_part_is_what_can_be_laid_out_at_once() -> None:
    assert first_part("") == ""
    assert first_part("short") == "short"
    assert first_part("x" * 300_000) == "x" * PART_COST
    assert first_part("冷" * 300_000) == "冷" * (PART_COST // 8)
    assert first_part("🦔" * 300_000) == "🦔" * (PART_COST // 8)
    assert first_part("é" * 100_000) == "é" * 100_000
    assert first_part("\ud800" * 70_000) == "\ud800" * (PART_COST // 8)
    assert len(first_part("冷a" * 50_000)) < PART_COST // 11
    assert first_part("a\n" * 90_000) == "\n".join("a" * 4_000)
    assert first_part("a\r\n" * 90_000) == "\r\n".join("a" * 4_000)
    assert first_part("a\n" * 4_000) == "a\n" * 4_000


def test_a_part_ends_at_a_line_break_or_a_space_if_one_is_near() -> None:
    lines = ("x" * 999 + "\n") * 300
    assert part_from(lines, 0).end == 199_999
    assert part_from(lines, 200_000) == (200_000, 300_000)
    words = "x" * 150_000 + ("y" * 99 + " ") * 1_000
    assert words[part_from(words, 7).end - 1] == " "
    assert part_around(lines, 250_500).start % 1_000 == 0


@settings(max_examples=examples(60))
@given(TEXTS, st.data())
def test_a_part_holds_its_place_and_whole_characters(text: str, data: st.DataObject) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text_parts, "PART_COST", 2_000)
        patch.setattr(text_parts, "PART_LINES", 40)
        offset = data.draw(st.integers(0, len(text)))
        part = part_around(text, offset, data.draw(st.sampled_from([1 / 8, 1 / 3, 3 / 4])))
        following = part_from(text, part.end)
    assert 0 <= part.start <= offset <= part.end <= len(text)
    assert part.end - part.start <= 2_000
    assert following.end > part.end or part.end == len(text)
    for edge in (part.start, part.end):
        assert edge in {0, len(text)} or text[edge - 1 : edge + 1] != "\r\n"
        assert edge in {0, len(text)} or unicodedata.category(text[edge]) != "Mn"


def test_what_is_seen_as_one_character_is_known() -> None:
    assert [n for n in range(1, 6) if not is_joined("🇫🇷🇩🇪🇳🇱", n)] == [2, 4]
    assert is_joined(FAMILY, 1)
    assert is_joined(FAMILY, 2)
    assert is_joined("👍🏽", 1)
    assert is_joined("\r\n", 1)
    assert not is_joined("ab", 1)
    assert part_from("e" + "\u0301" * 300_000, 0).end == 100_000
