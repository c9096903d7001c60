"""How much of a long text is laid out at once, so that the window is never blocked for long.

Layout costs more for non-Latin text: characters are searched for in other fonts and shaped, and a line break
among a thousand characters without one is searched for from their beginning.
"""

import unicodedata
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

PART_COST = 200_000
"""The greatest cost of one part; an ASCII character costs 1."""
PART_LINES = 4_000

_LATIN, _LATIN_COST = 0x370, 2
_OTHER_COST = 8
# Each change between Latin and other characters begins a run that is shaped separately.
_CHANGE_COST = 8
_LOOK_SPACE = 1_000
_LOOK_JOINED = 64
_FLAG, _FLAGS_LOOKED_AT = "".join(map(chr, range(0x1F1E6, 0x1F200))), 100_000
_MARKS = {"Mn", "Mc", "Me"}


class TextPart(NamedTuple):
    """A stretch of a stored text, in code points."""

    start: int
    end: int


def part_from(text: str, start: int, keep: int = 0) -> TextPart:
    """Return the part that begins at `start`: as much as may be laid out at once.

    It ends before a line break or after white space if there is one nearby, never within a grapheme cluster
    (unless that is endless), and never before `keep` if that can be reached.
    """
    fits = _fitting(text[start : start + PART_COST], PART_COST, PART_LINES)
    end = start + fits
    if end >= len(text):
        return TextPart(start, len(text))
    if not _breaks(text, end):
        least = max(end - fits // 8, keep + (end - keep) // 2, start + 1)
        broken = text.rfind("\n", least, end)
        end = broken if broken >= 0 else _clean(text, end, least)
    if end - 1 > start and text[end - 1 : end + 1] == "\r\n":
        end -= 1
    return TextPart(start, end)


def part_around(text: str, offset: int, before: float = 1 / 3) -> TextPart:
    """Return a part that contains `offset`, with this share of it before the offset.

    It begins after a line break or white space if there is one nearby.
    """
    room = round(PART_COST * before)
    fits = _fitting(text[max(0, offset - room) : offset][::-1], room, round(PART_LINES * before))
    start = offset - fits
    if start > 0:
        broken = text.find("\n", start - 1, start + fits // 4)
        start = broken + 1 if broken >= 0 else _clean(text, start, max(1, start - fits // 4))
    return part_from(text, start, offset)


def first_part(text: str) -> str:
    """Return the part of a text that is shown first; a text that is not long, whole."""
    return text[: part_from(text, 0).end]


def _fitting(text: str, cost: int, lines: int) -> int:
    """Return how many characters from the beginning fit this cost and number of lines."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
    count = len(text)
    if not text.isascii():
        other = codes >= _LATIN
        each = np.where(codes < 0x80, 1, np.where(other, _OTHER_COST, _LATIN_COST))
        each[1:] += _CHANGE_COST * (other[1:] != other[:-1])
        count = int(np.searchsorted(np.cumsum(each), cost, side="right"))
    breaks = _break_places(codes[:count])
    return int(breaks[lines - 1]) if len(breaks) > lines else count


def _break_places(codes: NDArray[np.uint32]) -> NDArray[np.intp]:
    breaks = (codes == 0x0A) | (codes == 0x0D) | (codes == 0x2029)
    breaks[:-1] &= ~((codes[:-1] == 0x0D) & (codes[1:] == 0x0A))
    return np.flatnonzero(breaks)


def _breaks(text: str, at: int) -> bool:
    return text[at] in "\n\r\u2029"


def _clean(text: str, at: int, least: int) -> int:
    """Return the nearest suitable break at or before `at`; `at` if there is none."""
    for place in range(at, max(least, at - _LOOK_SPACE), -1):
        if text[place - 1].isspace() and not is_joined(text, place):
            return place
    for place in range(at, max(least, at - _LOOK_JOINED), -1):
        if not is_joined(text, place):
            return place
    return at


def is_joined(text: str, at: int) -> bool:
    """Return whether the characters on both sides of a position form one grapheme."""
    left, right = text[at - 1], text[at]
    if left.isascii() and right.isascii():
        return left == "\r" and right == "\n"
    if right in _FLAG and left in _FLAG:
        before = text[max(0, at - _FLAGS_LOOKED_AT) : at]
        return (len(before) - len(before.rstrip(_FLAG))) % 2 == 1
    return (
        "\u200d" in {left, right}
        or unicodedata.category(right) in _MARKS
        or "\U0001f3fb" <= right <= "\U0001f3ff"
        or "\U000e0020" <= right <= "\U000e007f"
        or "\u1160" <= right <= "\u11ff"
    )
