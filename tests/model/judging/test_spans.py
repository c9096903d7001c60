"""Where the answer string stands, in every script and however it was written."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurybox.judging.normal_form import normal_form
from jurybox.judging.spans import find_spans

WORDS = "The design is by Astrid Wennerberg, then an engineer. Astrid Wennerberg drew it."


def found(text: str, needle: str) -> list[str]:
    return [text[start:end] for start, end in find_spans(text, needle).spans]


def test_exact_occurrences_are_told_in_order() -> None:
    hit = find_spans(WORDS, "Astrid Wennerberg")
    assert hit.spans == ((17, 34), (54, 71))
    assert hit.how == "exact"
    assert not hit.more


def test_space_around_the_string_is_no_part_of_it() -> None:
    assert find_spans(WORDS, "  engineer\n") == find_spans(WORDS, "engineer")


@pytest.mark.parametrize("needle", ["", "  \n", "absent", "Wennerberg Astrid"])
def test_what_is_not_there_is_not_found(needle: str) -> None:
    hit = find_spans(WORDS, needle)
    assert not hit
    assert (hit.spans, hit.how) == ((), "")
    assert not find_spans("", needle or "x")


@pytest.mark.parametrize(
    ("text", "needle", "expected", "how"),
    [
        ("by ASTRID wennerberg.", "Astrid Wennerberg", "ASTRID wennerberg", "ignoring case"),
        ("by Astrid\n   Wennerberg.", "Astrid Wennerberg", "Astrid\n   Wennerberg", "ignoring white space"),
        ("by Astrid\u00a0Wennerberg.", "Astrid Wennerberg", "Astrid\u00a0Wennerberg", "ignoring white space"),
        ("by ASTRID\tWennerberg.", "Astrid Wennerberg", "ASTRID\tWennerberg", "ignoring case and white space"),
        ("価格は１２３円", "123円", "１２３円", "ignoring letter forms"),
        ("ﾃﾞｻﾞｲﾝ会社", "デザイン", "ﾃﾞｻﾞｲﾝ", "ignoring letter forms"),
        ("the cafe\u0301 opened", "café", "cafe\u0301", "ignoring letter forms"),
        ("the CAFE\u0301 opened", "café", "CAFE\u0301", "ignoring letter forms and case"),
        ("in der STRASSE", "Straße", "STRASSE", "ignoring case"),
        ("the oﬃce", "office", "oﬃce", "ignoring letter forms"),
        ("각하", unicodedata.normalize("NFD", "각"), "각", "ignoring letter forms"),
        ("قال محمد\u00a0علي", "محمد علي", "محمد\u00a0علي", "ignoring white space"),
    ],
)
def test_loose_occurrences_say_what_was_set_aside(text: str, needle: str, expected: str, how: str) -> None:
    assert found(text, needle) == [expected]
    assert find_spans(text, needle).how == how


def test_an_exact_occurrence_goes_before_loose_ones() -> None:
    assert found("ann ANN Ann", "Ann") == ["Ann"]


def test_offsets_count_code_points_after_emoji_and_marks() -> None:
    text = "👩‍👩‍👧 z̤̈ 🎉 Wennerberg"
    (span,) = find_spans(text, "WENNERBERG").spans
    assert span == (text.index("W"), len(text))


def test_half_a_letter_is_no_occurrence() -> None:
    assert found("the cafe\u0301", "cafe") == []
    assert found("the CAFE\u0301 or cafe\u0301 or Cafe", "cafe") == ["Cafe"]
    assert found("résumé resume", "resume") == ["resume"]


def test_signs_of_patterns_are_only_signs() -> None:
    assert found("cost (a+b)* [x] $1.00 \\d", "(A+B)* [X]") == ["(a+b)* [x]"]
    assert found("1x00 1.00", "1.00") == ["1.00"]


def test_nul_and_lone_marks_do_no_harm() -> None:
    assert found("a\0b A\0B", "A\0B") == ["A\0B"]
    assert found("\u0301\u0301x", "X") == ["x"]
    assert not find_spans("abc", "\u0301")


def test_only_the_first_thousand_are_taken() -> None:
    hit = find_spans("ab " * 5000, "AB")
    assert len(hit.spans) == 1000
    assert hit.more
    assert not find_spans("ab " * 1000, "ab").more


def test_long_texts_without_end() -> None:
    text = "x" * 1_000_000 + "Ä b" + " " * 100_000 + "c" + "\u0301\u0316" * 50_000 + " ä  b"
    assert find_spans(text, "ä B").spans == ((1_000_000, 1_000_003), (len(text) - 4, len(text)))


def test_occurrences_over_the_seams_of_the_pieces() -> None:
    for shift in range(1010, 1030):
        text = "e\u0301" * (shift // 2) + "k" * (shift % 2) + " Wénnerberg \u0301"
        assert found(text, "WÉNNERBERG") == ["Wénnerberg"]


@given(st.text(max_size=60), st.text(min_size=1, max_size=8), st.text(max_size=60))
def test_what_was_put_in_is_found_again(before: str, needle: str, after: str) -> None:
    text = f"{before} {needle}. {after}"
    spans = find_spans(text, needle).spans
    if needle.strip() and unicodedata.combining(needle.strip()[0]) == 0:
        assert spans
        assert text[slice(*spans[0])] == needle.strip()


@given(st.text(max_size=60), st.text(min_size=1, max_size=6))
def test_whatever_is_found_is_the_same_words(text: str, needle: str) -> None:
    hit = find_spans(text, needle)
    assert all(0 <= start < end <= len(text) for start, end in hit.spans)
    assert list(hit.spans) == sorted(hit.spans)
    if hit.how == "exact":
        assert {text[start:end] for start, end in hit.spans} == {needle.strip()}


def test_normal_form_is_what_equal_answers_share() -> None:
    assert normal_form(" Astrid\u00a0 WENNERBERG\n") == normal_form("astrid wennerberg")
    assert normal_form("ＡＢＣ１") == "abc1"
    assert normal_form("cafe\u0301") == normal_form("CAFÉ")
    assert normal_form("cafe") != normal_form("café")
