"""Saying something to who hears the screen, without moving the keyboard."""

import sys

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget


def is_heard() -> bool:
    """Return whether a screen reader, or another program that reads the screen, is at work."""
    return QAccessible.isActive()


def announce(widget: QWidget, words: str) -> None:
    """Let a screen reader say a sentence once; `widget` is what it is about.

    On Linux the widget is called so while it has the keyboard: every Orca says a new name at once, one before
    release 45 no announcement.
    """
    if not words or not is_heard():
        return
    if sys.platform == "linux" and widget.hasFocus():
        widget.setAccessibleName(words)
    else:
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, words))
