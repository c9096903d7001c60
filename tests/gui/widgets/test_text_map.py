"""Offsets of the stored text and positions in the widget agree, whatever the text is made of."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QTextCursor, QTextDocument

from jurybox_gui.widgets.text_map import LONG_WORD, TextMap, has_long_word, occurrences

# What Qt treats in a way of its own, and ordinary characters of every width.
ODD = st.sampled_from(list("\r\n\u2028\u2029\x00\ufeff\ufdd0\ufdd1\ufffc\ud800\udfff🦔𒀀é冷ع\u0301 \tab"))
TEXTS = st.lists(st.one_of(ODD, st.just("\r\n"), st.characters()), max_size=40).map("".join)


def utf16(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


@given(TEXTS)
def test_qt_keeps_what_it_is_given(text: str) -> None:
    made = TextMap(text)
    document = QTextDocument()
    document.setPlainText(made.shown)
    assert document.characterCount() == utf16(made.shown) + 1
    assert document.blockCount() == made.shown.count("\n") + 1


@given(TEXTS, st.data())
def test_there_and_back(text: str, data: st.DataObject) -> None:
    made = TextMap(text)
    offset = data.draw(st.integers(0, len(text)))
    back = made.offset(made.position(offset))
    between = 0 < offset < len(text) and text[offset - 1 : offset + 1] == "\r\n"
    assert back == (offset - 1 if between else offset)
    assert made.position(len(text)) == utf16(made.shown)
    assert made.position(-3) == 0
    assert made.position(len(text) + 9) == made.position(len(text))


@given(TEXTS)
def test_positions_rise(text: str) -> None:
    made = TextMap(text)
    places = [made.position(n) for n in range(len(text) + 1)]
    assert places == sorted(places)


@pytest.mark.parametrize(
    ("before", "word"),
    [("", "fine"), ("🦔🦔 ", "fine"), ("a\r\nb\r\n🦔 ", "fine"), ("\ufeff\x00\ud800", "fine"), ("冷凍", "fi🦔ne")],
)
def test_a_span_covers_its_word(before: str, word: str) -> None:
    stored = f"{before}{word} and more"
    made = TextMap(stored)
    document = QTextDocument()
    document.setPlainText(made.shown)
    cursor = QTextCursor(document)
    start = stored.index(word)
    cursor.setPosition(made.position(start))
    cursor.setPosition(made.position(start + len(word)), QTextCursor.MoveMode.KeepAnchor)
    assert cursor.selectedText() == word


def test_what_cannot_be_shown_is_seen() -> None:
    assert TextMap("x\ud800y").shown == "x\ufffdy"
    assert TextMap("a\x00b").shown == "a\u2400b"
    assert TextMap("one\r\ntwo\rthree\u2029four").shown == "one\ntwo\nthree\nfour"


def test_long_words_are_noticed() -> None:
    assert not has_long_word("word " * 10_000)
    assert not has_long_word("x" * LONG_WORD)
    assert has_long_word("ok " + "x" * (LONG_WORD + 1) + " ok")
    assert has_long_word("冷" * (LONG_WORD + 1))


def test_occurrences_are_found_whatever_the_case() -> None:
    assert occurrences("Ga ga GA a.a", "ga") == [(0, 2), (3, 5), (6, 8)]
    assert occurrences("a.a aba", "a.a") == [(0, 3)]
    assert occurrences("text", "") == []
    assert len(occurrences("aaaa" * 1000, "a", limit=7)) == 7
    assert occurrences("Gä gÄ", "gä") == [(0, 2), (3, 5)]
    assert occurrences("冷a" * 9, "A", limit=2) == [(1, 2), (3, 4)]
    assert occurrences("aaaaa", "AA") == [(0, 2), (2, 4)]
