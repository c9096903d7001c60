"""Deferred calls of a window: calls that wait for the next frame, or until the person pauses.

Everything that the window defers goes through these two timers, so that one place knows whether all
consequences of a key have happened. Long work on other threads is in `tasks`. Messages that appear only
because something takes long, such as that a label is not saved yet, use a plain timer: nobody waits for them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING
from weakref import WeakSet

from PySide6.QtCore import QTimer
from shiboken6 import isValid

if TYPE_CHECKING:
    from PySide6.QtCore import QObject


class Delay(QTimer):
    """Calls once, this many milliseconds after `start`; starting it again restarts the wait."""

    def __init__(self, parent: QObject, milliseconds: int, call: Callable[[], object]) -> None:
        super().__init__(parent, singleShot=True, interval=milliseconds)
        self.timeout.connect(call)
        _DELAYS.add(self)


class Pause(Delay):
    """A delay until keys and labels rest: its call is worth making once, after the last of many changes.

    `end_pauses` cuts it short when nobody is about to press another key.
    """


_DELAYS: WeakSet[Delay] = WeakSet()


def stop_under(owner: QObject) -> None:
    """Stop everything deferred in an object or below it."""
    for one in tuple(_DELAYS):
        if _waits(one) and belongs_to(one.parent(), owner):
            one.stop()


def belongs_to(one: QObject | None, owner: QObject) -> bool:
    """Return whether an object is `owner` or below it; False for one that Qt has deleted already."""
    while one is not None and isValid(one):
        if one is owner:
            return True
        one = one.parent()
    return False


def is_drawing() -> bool:
    """Return whether something waits for its frame."""
    return any(not isinstance(one, Pause) and _waits(one) for one in _DELAYS)


def is_pausing() -> bool:
    """Return whether something waits for a pause."""
    return any(isinstance(one, Pause) and _waits(one) for one in _DELAYS)


def end_pauses() -> None:
    """Run now what waits for a pause."""
    for one in tuple(_DELAYS):
        if isinstance(one, Pause) and _waits(one):
            one.stop()
            one.timeout.emit()


def _waits(one: Delay) -> bool:
    """Whether a delay is running; one whose window is gone no longer waits."""
    return isValid(one) and one.isActive()
