"""What a text widget is given for a stored text, and where each character lands in it.

Qt changes what it shows: it joins CR LF, breaks lines at CR and U+2029, drops lone surrogates and a
leading byte order mark, takes U+FDD0, U+FDD1 and U+FFFC for marks of its own, and counts in UTF-16
units. So text is never read back from a widget; offsets are translated here, both ways.
"""

import re
from bisect import bisect_left
from itertools import islice

LONG_WORD = 2_000

_STANDS_FOR = {
    "\r": "\n",
    "\u2029": "\n",
    "\x00": "\u2400",
    "\ufeff": "\u200b",
    "\ufdd0": "\ufffd",
    "\ufdd1": "\ufffd",
    "\ufffc": "\ufffd",
}
_SWAP = re.compile("[\r\u2029\x00\ufeff\ufdd0\ufdd1\ufffc\ud800-\udfff]")
_WIDE = re.compile("[\U00010000-\U0010ffff]")
_WORD = re.compile(rf"\S{{{LONG_WORD + 1},}}")


class TextMap:
    """A stored text made ready to be shown.

    `shown` is what the widget gets: as many characters as stored, but for CR LF, which is one line
    break. Offsets of the stored text are code points, positions in the widget UTF-16 units.
    """

    def __init__(self, stored: str) -> None:
        self._stored = len(stored)
        self._pairs = [match.start() for match in re.finditer("\r\n", stored)] if "\r" in stored else []
        joined = stored.replace("\r\n", "\n") if self._pairs else stored
        self.shown = _SWAP.sub(lambda match: _STANDS_FOR.get(match.group(), "\ufffd"), joined)
        self._wide = [] if self.shown.isascii() else [m.start() for m in _WIDE.finditer(self.shown)]
        # Where each pair and each wide character is, counted in what is shown.
        self._pair_places = [place - n for n, place in enumerate(self._pairs)]
        self._wide_places = [place + n for n, place in enumerate(self._wide)]

    def position(self, offset: int) -> int:
        """Return the widget's position of a stored offset; beyond either end it is that end.

        Between CR and LF is before the line break.
        """
        inside = max(0, min(offset, self._stored))
        shown = inside - bisect_left(self._pairs, inside)
        return shown + bisect_left(self._wide, shown)

    def offset(self, position: int) -> int:
        """Return the stored offset of a position in the widget; within a wide character, its start."""
        shown = position - bisect_left(self._wide_places, position)
        return min(shown + bisect_left(self._pair_places, shown), self._stored)


def has_long_word(text: str) -> bool:
    """Return whether a run without white space is so long that Qt must not look for words in it."""
    return len(text) > LONG_WORD and _WORD.search(text) is not None


def occurrences(text: str, needle: str, limit: int = 2_000) -> list[tuple[int, int]]:
    """Return where `needle` is in `text`, whatever the case, as (start, end); at most `limit`."""
    if not needle:
        return []
    if text.isascii() and needle.isascii():
        return _ascii_occurrences(text.lower(), needle.lower(), limit)
    matches = re.finditer(re.escape(needle), text, re.IGNORECASE)
    return [match.span() for match in islice(matches, limit)]


def _ascii_occurrences(text: str, needle: str, limit: int) -> list[tuple[int, int]]:
    """Look without a pattern, which takes seconds for `aaa...b` among millions of `a`."""
    found: list[tuple[int, int]] = []
    at = text.find(needle)
    while at >= 0 and len(found) < limit:
        found.append((at, at + len(needle)))
        at = text.find(needle, at + len(needle))
    return found
