"""Garbage in cycles, collected in the window's thread alone and at no moment but between two events.

Python collects such garbage in whatever thread makes the next object, and in the middle of whatever it does.
A window that was closed is garbage of this kind. Deleted by another thread than its own, it crashes the
program; deleted while Qt holds a lock to delete something else, it may wait for that lock forever.
"""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

_EVERY_MS = 1000


def collect_between_events(parent: QObject) -> None:
    """Take Python's own collector out of service, and do its work once a second as long as `parent` lives.

    Python's stays out of service when `parent` is gone: what Qt deletes later must not be disturbed either.
    """
    gc.disable()
    timer = QTimer(parent, interval=_EVERY_MS)
    timer.timeout.connect(collect)
    timer.start()


def set_aside() -> None:
    """Collect everything once, and never look again at what is left, such as a collection and its scores.

    For a moment at which nothing moves: to look through a large collection takes tenths of a second, and
    what comes after, such as the requests of many phones, makes Python look often.
    """
    gc.collect()
    gc.freeze()


def collect() -> None:
    """Collect the oldest generation that is due by Python's own thresholds; nothing if none is."""
    due = [age for age, count in enumerate(gc.get_count()) if count > gc.get_threshold()[age]]
    if due:
        gc.collect(due[-1])
