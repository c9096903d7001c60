"""Garbage in cycles, collected in the window's thread alone.

Python collects such garbage in whatever thread makes the next object. A window that was closed is garbage of
this kind, and Qt's objects must not be deleted by another thread than their own: the program crashes if the
thread that writes to the file happens to do it.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

_EVERY_MS = 1000
_collectors = 0


class GarbageCollector(QObject):
    """Takes Python's own collector out of service as long as it lives, and does its work once a second."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        _count(1)
        self.destroyed.connect(_leave)
        self._timer = QTimer(self, interval=_EVERY_MS)
        self._timer.timeout.connect(collect)
        self._timer.start()


def collect() -> None:
    """Collect the oldest generation that is due by Python's own thresholds; nothing if none is."""
    due = [age for age, count in enumerate(gc.get_count()) if count > gc.get_threshold()[age]]
    if due:
        gc.collect(due[-1])


def _leave() -> None:
    _count(-1)


def _count(change: int) -> None:
    global _collectors  # noqa: PLW0603  # one for the process, as Python's collector is
    _collectors += change
    if _collectors:
        gc.disable()
    else:
        gc.enable()
