"""Keys that are held down: recognizes repeats of the X server that Qt takes for new keys.

An X server repeats a held key as a release and a press with one time stamp. When Qt reads the release, it
checks whether the press has arrived already; on a busy computer it often has not, and the press then looks
like a new one. Nobody presses a key again within the millisecond of releasing it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

_AT_ONCE_MS = 1


class HeldKeys:
    """Remembers which key was released last and when, to recognize the press that repeats it."""

    def __init__(self) -> None:
        self._released = (0, 0)

    def released(self, event: QKeyEvent) -> None:
        """Note a release."""
        self._released = (event.nativeScanCode(), event.timestamp())

    def hides_repeat(self, event: QKeyEvent) -> bool:
        """Return whether a press is an unmarked repeat; never for one without a code or stamp."""
        code, stamp = self._released
        if event.isAutoRepeat() or not event.timestamp() or not event.nativeScanCode():
            return False
        return event.nativeScanCode() == code and 0 <= event.timestamp() - stamp <= _AT_ONCE_MS


def as_repeat(event: QKeyEvent) -> QKeyEvent:
    """Return the same press, marked as a repeat."""
    from PySide6.QtGui import QKeyEvent

    said = QKeyEvent(
        event.type(),
        event.key(),
        event.modifiers(),
        event.nativeScanCode(),
        event.nativeVirtualKey(),
        event.nativeModifiers(),
        event.text(),
        autorep=True,
        count=event.count(),
    )
    said.setTimestamp(event.timestamp())
    return said
