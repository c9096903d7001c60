"""Announcements to screen readers without moving the focus."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


def is_heard() -> bool:
    """Return whether a screen reader, or another program that reads the screen, is running."""
    from PySide6.QtGui import QAccessible  # with all its enumerations, not before the first painting

    return QAccessible.isActive()


def announce(widget: QWidget, words: str) -> None:
    """Let a screen reader speak a sentence once; `widget` is its subject.

    On Linux the focused widget gets the sentence as its name: every version of Orca speaks a new name at
    once, but versions before 45 speak no announcements.
    """
    if not words or not is_heard():
        return
    from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent

    if sys.platform == "linux" and widget.hasFocus():
        widget.setAccessibleName(words)
    else:
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, words))
