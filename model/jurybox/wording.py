"""Counts and nouns, as sentences and captions write them."""


def plural(noun: str) -> str:
    """Return the noun for several: questions, answers, and series, which stays."""
    return noun if noun.endswith("s") else f"{noun}s"


def count_of(count: int, noun: str, several: str | None = None) -> str:
    """Return a count with its noun: 1 pair, 2 pairs, 1,200 series.

    `several`: the noun for several where `plural` does not form it, such as entries.
    """
    return f"{count:,} {noun if count == 1 else several or plural(noun)}"
