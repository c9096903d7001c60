"""Maps a stored text to the text a widget gets, and character offsets between the two.

Qt changes the text it shows: it joins CR LF, breaks lines at CR and U+2029, drops lone surrogates and a
leading byte order mark, uses U+FDD0, U+FDD1 and U+FFFC as marks of its own, and counts in UTF-16 units. So
text is never read back from a widget; offsets are translated here, both ways.
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
    """A stored text prepared for display.

    `shown` is the text for the widget: as many characters as stored, except that CR LF is one line break.
    Offsets of the stored text are code points, positions in the widget UTF-16 units.
    """

    def __init__(self, stored: str) -> None:
        self._stored = len(stored)
        self._pairs = [match.start() for match in re.finditer("\r\n", stored)] if "\r" in stored else []
        joined = stored.replace("\r\n", "\n") if self._pairs else stored
        self.shown = _SWAP.sub(lambda match: _STANDS_FOR.get(match.group(), "\ufffd"), joined)
        self._wide = [] if self.shown.isascii() else [m.start() for m in _WIDE.finditer(self.shown)]
        # The positions of each pair and each wide character in `shown`.
        self._pair_places = [place - n for n, place in enumerate(self._pairs)]
        self._wide_places = [place + n for n, place in enumerate(self._wide)]

    def position(self, offset: int) -> int:
        """Return the widget's position of a stored offset, clamped to the ends.

        An offset between CR and LF is before the line break.
        """
        inside = max(0, min(offset, self._stored))
        shown = inside - bisect_left(self._pairs, inside)
        return shown + bisect_left(self._wide, shown)

    def offset(self, position: int) -> int:
        """Return the stored offset of a position in the widget; within a wide character, its start."""
        shown = position - bisect_left(self._wide_places, position)
        return min(shown + bisect_left(self._pair_places, shown), self._stored)


def has_long_word(text: str) -> bool:
    """Return whether a run without white space is so long that Qt must not search it for words."""
    return len(text) > LONG_WORD and _WORD.search(text) is not None


def occurrences(text: str, needle: str, limit: int = 2_000) -> list[tuple[int, int]]:
    """Return the occurrences of `needle` in `text`, ignoring case, as (start, end); at most `limit`."""
    if not needle:
        return []
    if text.isascii() and needle.isascii():
        return _ascii_occurrences(text.lower(), needle.lower(), limit)
    matches = re.finditer(re.escape(needle), text, re.IGNORECASE)
    return [match.span() for match in islice(matches, limit)]


def _ascii_occurrences(text: str, needle: str, limit: int) -> list[tuple[int, int]]:
    """Search without a pattern, which takes seconds for `aaa...b` among millions of `a`."""
    found: list[tuple[int, int]] = []
    at = text.find(needle)
    while at >= 0 and len(found) < limit:
        found.append((at, at + len(needle)))
        at = text.find(needle, at + len(needle))
    return found
