"""Texts prepared for searching: lower case without accents, so that `puntuacion` finds `puntuación`."""

from __future__ import annotations

import unicodedata

_FIRST, _LAST = "\u0300", "\u036f"
"""The accents of Latin and Greek letters; in other scripts, such as kana, marks make different letters."""


class _Letters(dict[int, int]):
    """The search form of each letter met so far, by its code."""

    def __missing__(self, code: int) -> int:
        parts = unicodedata.normalize("NFKD", chr(code))
        small = (parts[0] if all(_FIRST <= mark <= _LAST for mark in parts[1:]) else chr(code)).lower()
        self[code] = ord(small) if len(small) == 1 else code
        return self[code]


_letters = _Letters()


def searched(text: str) -> str:
    """Return the search form of a text, of the same length; wide letters count as their ordinary forms."""
    return text.translate(_letters)
