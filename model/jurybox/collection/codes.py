"""Labels, states, kinds and acts of entries as small numbers, for the columns that the log is held in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, get_args

from jurybox.collection.entries import Act, EntryKind

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LABEL_CODES: dict[str, int] = {
    "": 0,
    "A": 1,
    "B": 2,
    "C": 3,
    "correct": 4,
    "inexact": 5,
    "unsupported": 6,
    "incorrect": 7,
    "vital": 8,
    "okay": 9,
    "yes": 10,
    "partial": 11,
    "no": 12,
    "skipped": -1,
    "deferred": -2,
    "cannot-tell": -3,
    "junk": -4,
}
"""States and the labels of the papers' schemes; 0 means no label. Other labels: see `LabelCodes`."""
MOST_LABELS = 110
"""How many different labels all schemes of one collection may add to these: codes are one byte."""
CONFLICT = -9
"""Two entries in force that contradict each other."""
LABEL_OF_CODE = {code: word for word, code in LABEL_CODES.items()}
KIND_CODES: dict[str, int] = {kind: at for at, kind in enumerate(get_args(EntryKind))}
KIND_OF_CODE: tuple[EntryKind, ...] = get_args(EntryKind)
ACT_CODES: dict[str, int] = {act: at for at, act in enumerate(get_args(Act))}
_FIRST_FREE = 16
_LAST = 127


def own_labels(words: Iterable[str]) -> set[str]:
    """Return the labels that are not in the papers' schemes."""
    return set(words) - LABEL_CODES.keys()


class LabelCodes:
    """The labels of one collection as codes: `LABEL_CODES`, and any other label from its first use on.

    A code stands for the same label as long as a collection is open; no file knows codes. The labels of the
    schemes in force get theirs first, and an earlier label that is no longer used gets none, so that changes
    of a scheme never exhaust the codes.
    """

    def __init__(self) -> None:
        self._code_of = dict(LABEL_CODES)
        self._word_of = dict(LABEL_OF_CODE)

    def of(self, word: str) -> int:
        """Return the code of a label or state; 0 for none, and if there are too many labels."""
        code = self._code_of.get(word)
        if code is not None:
            return code
        code = len(self._code_of) - len(LABEL_CODES) + _FIRST_FREE
        if code > _LAST:
            return 0
        self._code_of[word], self._word_of[code] = code, word
        return code

    def knows(self, word: str) -> bool:
        """Return whether a label or state has a code already."""
        return word in self._code_of

    def has_room(self, words: Iterable[str]) -> bool:
        """Return whether each of these labels has a code or can get one."""
        used = len(self._code_of) - len(LABEL_CODES)
        return used + len(set(words) - self._code_of.keys()) <= _LAST - _FIRST_FREE + 1

    def of_all(self, words: Sequence[str]) -> NDArray[np.int8]:
        """Return the codes of labels, one element each."""
        import numpy as np  # loaded only after the window is painted

        return np.array([self.of(word) for word in words], dtype=np.int8)

    def word(self, code: int, other: str = "") -> str:
        """Return the label or state that a code stands for; `other` for an unknown code."""
        return self._word_of.get(code, other)
