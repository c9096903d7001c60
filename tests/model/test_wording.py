"""Counts with their nouns."""

import pytest

from jurybox.wording import count_of, plural


@pytest.mark.parametrize(
    ("count", "text"), [(0, "0 answers"), (1, "1 answer"), (2, "2 answers"), (1200, "1,200 answers")]
)
def test_a_count_has_the_noun_that_fits(count: int, text: str) -> None:
    assert count_of(count, "answer") == text


def test_nouns_with_plurals_of_their_own() -> None:
    assert (plural("series"), count_of(2, "series")) == ("series", "2 series")
    assert (count_of(1, "entry", "entries"), count_of(3, "entry", "entries")) == ("1 entry", "3 entries")
