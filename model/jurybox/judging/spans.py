"""The occurrences of the answer string in a text: exactly, else ignoring case, letter forms and white space.

All offsets count code points of the text as received.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, combinations, islice
from unicodedata import normalize

from jurybox.judging.normal_form import fold, folded_length, joins_previous

MOST = 1000
"""The most occurrences searched for; nobody steps through more."""

_PIECE, _MARKS = 256, 64

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class FoundSpans:
    """The occurrences of a string in a text, in order, as [start, end).

    `how` is "exact", or what was ignored, such as "ignoring case and white space"; it is empty if nothing was
    found. `more`: only the first `MOST` are included.
    """

    spans: tuple[Span, ...] = ()
    how: str = ""
    more: bool = False

    def __bool__(self) -> bool:
        return bool(self.spans)


NOWHERE = FoundSpans()


def find_spans(text: str, needle: str, most: int = MOST) -> FoundSpans:
    """Return the occurrences of `needle`, without white space around it, in `text`.

    Occurrences do not overlap, and a match that ends in the middle of a letter (before a combining mark) does
    not count. Linear in the length of the text. An empty needle is found nowhere.
    """
    needle = needle.strip()
    if not needle or not text:
        return NOWHERE
    exact = _first_spans(_literally(text, needle), most)
    if exact:
        return FoundSpans(exact[:most], "exact", len(exact) > most)
    loose = _first_spans(_loosely(text, needle), most)
    if not loose:
        return NOWHERE
    start, end = loose[0]
    return FoundSpans(loose[:most], _set_aside(text[start:end], needle), len(loose) > most)


def _first_spans(spans: Iterator[Span], most: int) -> tuple[Span, ...]:
    return tuple(islice(spans, most + 1))


def _literally(text: str, needle: str) -> Iterator[Span]:
    start = text.find(needle)
    while start >= 0:
        end = start + len(needle)
        whole = end == len(text) or not joins_previous(text[end])
        if whole:
            yield start, end
        start = text.find(needle, end if whole else start + 1)


def _loosely(text: str, needle: str) -> Iterator[Span]:
    words = fold(needle).split()
    if not words:
        return
    folded = _Folded(text)
    # Possessive: a run of white space is walked over once, however long it is.
    pattern = re.compile(r"\s++".join(re.escape(word) for word in words))
    for match in pattern.finditer(folded.text):
        if match.end() == len(folded.text) or not joins_previous(folded.text[match.end()]):
            yield folded.place(match.start()), folded.place(match.end() - 1) + 1


class _Folded:
    """A folded text whose places can be followed back; only pieces that are asked about are counted."""

    def __init__(self, text: str) -> None:
        self._pieces = list(_pieces(text))
        folded = [fold(piece) for piece in self._pieces]
        self.text = "".join(folded)
        self._ends = list(accumulate(len(piece) for piece in folded))
        self._starts = [0, *accumulate(len(piece) for piece in self._pieces)]
        self._at = 0
        self._counted = -1
        self._lengths: list[int] = []

    def place(self, offset: int) -> int:
        """Return which character of the text an offset of the folded text belongs to; offsets must rise."""
        while offset >= self._ends[self._at]:
            self._at += 1
        if self._counted != self._at:
            self._counted = self._at
            self._lengths = list(accumulate(map(folded_length, self._pieces[self._at])))
        begin = self._ends[self._at - 1] if self._at else 0
        return self._starts[self._at] + bisect_right(self._lengths, offset - begin)


def _pieces(text: str) -> Iterator[str]:
    """Cut a text into pieces that fold on their own: not between a letter and its marks.

    Pieces are short because putting marks in order takes the square of their number; of a letter with
    more than `_MARKS` of them the rest is folded apart.
    """
    start = 0
    while start < len(text):
        end = min(start + _PIECE, len(text))
        last = min(end + _MARKS, len(text))
        while end < last and joins_previous(text[end]):
            end += 1
        yield text[start:end]
        start = end


def _spaced(text: str) -> str:
    return " ".join(text.split())


_RESPECTS: dict[str, Callable[[str], str]] = {
    "white space": _spaced,
    "letter forms": partial(normalize, "NFKC"),
    "case": str.casefold,
}
_TOLD = ("letter forms", "case", "white space")


def _set_aside(found: str, needle: str) -> str:
    """Say in which respects an occurrence differs from the string looked for, as few as explain it."""
    for count in range(1, len(_RESPECTS)):
        for names in combinations(_RESPECTS, count):
            respects = [name for name in _TOLD if name in names]
            if _under(found, respects) == _under(needle, respects):
                return "ignoring " + " and ".join(respects)
    return "ignoring letter forms, case and white space"


def _under(text: str, names: Sequence[str]) -> str:
    for name in names:
        text = _RESPECTS[name](text)
    return text
