"""Announcements to screen readers without moving the focus."""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtGui import QAccessible
    from PySide6.QtWidgets import QWidget


@lru_cache(maxsize=1)
def _accessible() -> type[QAccessible]:
    """Return the class of Qt, which comes with many enumerations, not before the first painting."""
    from PySide6.QtGui import QAccessible

    return QAccessible


def is_heard() -> bool:
    """Return whether a screen reader, or another program that reads the screen, is running."""
    return _accessible().isActive()


def announce(widget: QWidget, words: str) -> None:
    """Let a screen reader speak a sentence once; `widget` is its subject.

    On Linux the focused widget gets the sentence as its name: every version of Orca speaks a new name at
    once, but versions before 45 speak no announcements.
    """
    if not words or not is_heard():
        return
    if sys.platform == "linux" and widget.hasFocus():
        widget.setAccessibleName(words)
    else:
        from PySide6.QtGui import QAccessibleAnnouncementEvent

        _accessible().updateAccessibility(QAccessibleAnnouncementEvent(widget, words))
