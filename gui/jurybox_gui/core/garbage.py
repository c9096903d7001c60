"""Garbage in cycles, collected only on the window's thread and only between two events.

Python collects such garbage on whatever thread allocates the next object, in the middle of other work. A
closed window is garbage of this kind. Deleted by a thread other than its own, it crashes the program; deleted
while Qt holds a lock to delete something else, it may wait for that lock forever.
"""

from __future__ import annotations

import gc
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

_EVERY_MS = 1000
_OLDEST = 2
_LONG = 1200
"""Number of collections of the middle generation, at most one a second, for which the oldest is skipped."""
_BULK = 20_000
"""The least number of new objects, most of them read from files; to examine them takes some milliseconds."""


class _Moving:
    """On whose screens things move, and whether a full collection precedes the next movement."""

    def __init__(self) -> None:
        self.owners: set[int] = set()
        self.is_new = False

    def leave(self, owner: int) -> None:
        """Note that nothing moves there any more."""
        self.owners.discard(owner)
        self.is_new |= not self.owners  # something may still move elsewhere


_MOVING = _Moving()


def collect_between_events(parent: QObject) -> None:
    """Disable Python's collector, and do its work once a second as long as `parent` lives.

    Python's collector stays disabled when `parent` is gone: later deletions by Qt must not be disturbed
    either.
    """
    gc.disable()
    timer = QTimer(parent, interval=_EVERY_MS)
    timer.timeout.connect(collect)
    timer.start()


def keep_frames(owner: QObject) -> None:
    """Collect in small steps as long as `owner` lives, on whose screen things move.

    Examining a collection and its scores takes longer than a frame, and the requests of many phones trigger
    it often. So there is one full collection soon after this call; what is read from files later is frozen
    unexamined, and the oldest generation is skipped for some twenty minutes. When the last owner is gone,
    everything is examined again.
    """
    _MOVING.owners.add(id(owner))
    _MOVING.is_new = True
    owner.destroyed.connect(partial(_MOVING.leave, id(owner)))


def collect() -> None:
    """Collect the oldest generation that is due by Python's own thresholds; nothing if none is."""
    if _MOVING.is_new:
        _MOVING.is_new = False
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        return
    counts, thresholds = gc.get_count(), gc.get_threshold()
    due = [age for age, count in enumerate(counts) if count > thresholds[age]]
    if _MOVING.owners and due and (counts[0] > _BULK or (due[-1] and len(gc.get_objects(1)) > _BULK)):
        gc.freeze()
    elif due:
        is_held = bool(_MOVING.owners) and counts[_OLDEST] < _LONG
        gc.collect(min(due[-1], _OLDEST - 1) if is_held else due[-1])
