"""Labels, states, kinds and acts of entries as small numbers, for the columns that the log is held in."""

from typing import get_args

from jurybox.collection.entries import Act, EntryKind

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
"""Labels and states; 0 is nothing said, or a text that is not a label."""
CONFLICT = -9
"""Two entries in force that contradict each other."""
LABEL_OF_CODE = {code: word for word, code in LABEL_CODES.items()}
KIND_CODES: dict[str, int] = {kind: at for at, kind in enumerate(get_args(EntryKind))}
KIND_OF_CODE: tuple[EntryKind, ...] = get_args(EntryKind)
ACT_CODES: dict[str, int] = {act: at for at, act in enumerate(get_args(Act))}
