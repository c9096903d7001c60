"""Marking with the mouse takes whole words where words are apart."""

import pytest

from jurybox_gui.widgets.text_words import whole_words


@pytest.mark.parametrize(
    ("text", "marked", "wanted"),
    [
        ("the northern light of May", "rthern lig", "northern light"),
        ("the northern light of May", " light ", "light"),
        ("it wasn't there", "asn", "wasn't"),
        ("naïve e\u0301tude, once", "tud", "e\u0301tude"),
        ("В Тромсё родилась", "омс", "Тромсё"),
        ("وُلدت في ترومسو", "روم", "ترومسو"),
        ("日本語の文章です", "語の", "語の"),
        ("one (two) three", "(tw", "(two"),
        ("one   two", "  ", "  "),
    ],
)
def test_a_selection_is_widened_to_whole_words(text: str, marked: str, wanted: str) -> None:
    start = text.index(marked)
    low, high = whole_words(text, start, start + len(marked))
    assert text[low:high] == wanted
