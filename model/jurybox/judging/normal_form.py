"""Texts made comparable: letter case, letter forms and white space set aside.

Everything here works on compatibility decompositions (NFKD). Two texts are equal under NFKC exactly if
they are equal under NFKD, and NFKD is made character by character (marks may change places, never in
number), so that a place in the folded text can be followed back into the text as received.
"""

from functools import lru_cache
from unicodedata import combining, is_normalized, normalize


def fold(text: str) -> str:
    """Return a text with letter case and letter forms set aside; white space is kept as it is."""
    return _decomposed(_decomposed(text).casefold())


def normal_form(text: str) -> str:
    """Return what two answers must share to count as the same words: folded, white space collapsed."""
    return " ".join(fold(text).split())


@lru_cache(maxsize=8192)
def folded_length(character: str) -> int:
    """Return how many characters one character becomes in `fold`."""
    return len(fold(character))


def joins_previous(character: str) -> bool:
    """Return whether a character is a mark that belongs to the letter before it."""
    return combining(character) != 0


def _decomposed(text: str) -> str:
    return text if text.isascii() or is_normalized("NFKD", text) else normalize("NFKD", text)
