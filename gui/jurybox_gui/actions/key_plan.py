"""The functions that several desks share, each with one key: the same on every desk, with no other use."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple


class Planned(NamedTuple):
    """The key of a shared function and what it does, in the words of the help."""

    key: str
    does: str


class Shared(Enum):
    """Every shared function.

    Letters that give labels in schemes of the papers (A, B, C, I, R, U, W, X) belong to none of them; K is
    *cannot tell* for that reason.
    """

    NEXT = Planned("Space", "next open one; it never enters anything")
    SKIP = Planned("S", "skip: leave it to others")
    DEFER = Planned("D", "defer: come back to it at the end")
    JUNK = Planned("J", "junk: no answer at all")
    CANNOT_TELL = Planned("K", "cannot tell")
    CLEAR = Planned("Backspace", "clear the label, match or decision")
    UNDO = Planned("Z", "undo your last label or decision")
    NOTE = Planned("N", "note to what is shown")
    NOTE_LAST = Planned("Shift+N", "note on your last label")
    MARK = Planned("L", "mark, to label or merge several at once")
    HISTORY = Planned("H", "what happened before")
    FIND = Planned("/", "find words")
    FILTER = Planned("F", "filter: show a part of the list")
    ORDER = Planned("O", "order of the list")
    QUESTIONS = Planned("Q", "which questions count")
    GOLD = Planned("G", "gold standard")
    MEASURE = Planned("M", "measure")
    UNJUDGED = Planned("Shift+U", "what unjudged answers count as")
    TABLES = Planned("T", "tables: agreement, runs, the numbers behind a picture")
    EXPORT = Planned("E", "export what is shown")


_OWNER = {one.value.key: one for one in Shared}
RESERVED = frozenset(_OWNER)
"""The keys of shared functions."""


def planned_keys(action_id: str, shares: Shared | None, keys: Sequence[str]) -> tuple[str, ...]:
    """Return the keys of an action: first that of the function it shares, then its own.

    Raises ValueError if one of its own keys belongs to a shared function.
    """
    for key in keys:
        if key in RESERVED:
            does = _OWNER[key].value.does
            raise ValueError(
                f"action {action_id!r}: {key} is on every desk the key for “{does}”. "
                f"Choose another key, or say shares=Shared.{_OWNER[key].name}."
            )
    return (*([shares.value.key] if shares else []), *keys)
