"""Garbage in cycles, collected in the window's thread alone and at no moment but between two events.

Python collects such garbage in whatever thread makes the next object, and in the middle of whatever it does.
A window that was closed is garbage of this kind. Deleted by another thread than its own, it crashes the
program; deleted while Qt holds a lock to delete something else, it may wait for that lock forever.
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
"""So many collections of the middle generation, at most one a second, is the oldest left alone."""
_BULK = 20_000
"""So many new objects were read from files, most of them; to look through them takes some milliseconds."""


class _Moving:
    """On whose screens things move, and whether all is to be looked through before the next does."""

    def __init__(self) -> None:
        self.owners: set[int] = set()
        self.is_new = False

    def leave(self, owner: int) -> None:
        """Nothing moves there any more."""
        self.owners.discard(owner)
        self.is_new |= not self.owners  # elsewhere something may still move


_MOVING = _Moving()


def collect_between_events(parent: QObject) -> None:
    """Take Python's own collector out of service, and do its work once a second as long as `parent` lives.

    Python's stays out of service when `parent` is gone: what Qt deletes later must not be disturbed either.
    """
    gc.disable()
    timer = QTimer(parent, interval=_EVERY_MS)
    timer.timeout.connect(collect)
    timer.start()


def keep_frames(owner: QObject) -> None:
    """Look through little at a time as long as `owner` lives, on whose screen things move.

    To look through a collection and its scores takes longer than a frame, and the requests of many phones
    make Python look often. So all is looked through once, soon after this; what is read from files after
    that is set aside unseen, and the oldest generation left alone for some twenty minutes. When the last
    owner is gone, all is looked through again.
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
