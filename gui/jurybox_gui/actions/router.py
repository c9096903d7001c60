"""Brings every key of a window to its action before the focused widget can consume it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QMenuBar, QWidget
from shiboken6 import isValid

from jurybox_gui.actions.held import HeldKeys, as_repeat
from jurybox_gui.actions.keymap import KeyMap, is_typing

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    Taker = Callable[[str, QKeyEvent], bool]

_TABS = frozenset((Qt.Key.Key_Tab, Qt.Key.Key_Backtab))
_KEYS = frozenset((QEvent.Type.KeyPress, QEvent.Type.KeyRelease))


def keeps_keys(widget: QWidget | None) -> bool:
    """Return whether `widget` is part of an overlay of the window that keeps all keys to itself.

    Overlays declare it with their property `keepsKeys`.
    """
    while widget is not None:
        if widget.property("keepsKeys"):
            return True
        widget = widget.parentWidget()
    return False


def menu_has_keys() -> bool:
    """Return whether a menu, an open combo box or any other popup gets the keys.

    Qt sends keys to a popup although the focus widget stays the same, and a menu passes unused keys on to the
    menu bar or the focus widget. The menu bar alone counts too: F10, Alt.
    """
    popup = QApplication.activePopupWidget()
    return popup is not None or isinstance(QApplication.focusWidget(), QMenu | QMenuBar)


class KeyRouter(QObject):
    """Listens only to the focused widget, so that no other event pays for it.

    `key_map` returns the keys that work now; `take(action id, event)` runs the action and returns whether it
    was used. Lists, texts and buttons would otherwise consume arrows, Space and letters. Text fields get
    their keys first; keys they ignore come back through the window's `keyPressEvent`.
    """

    def __init__(self, window: QWidget, key_map: Callable[[], KeyMap], take: Taker) -> None:
        super().__init__(window)
        self._window = window
        self._key_map = key_map
        self._take = take
        self._held = HeldKeys()
        self._is_tab = self._came_by_tab = False
        self._watched: QWidget | None = None
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._focus_changed)
        self._focus_changed(None, QApplication.focusWidget())

    def route(self, event: QKeyEvent) -> bool:
        """Offer a key event to the actions; return whether one took it.

        Keys of an open menu are never offered. A window also calls it from its `keyPressEvent`, where keys
        end that a text field ignores, such as Ctrl+1 on a keyboard whose digits need Shift.
        """
        if menu_has_keys():
            return False
        action = self._key_map().match(event)
        return action is not None and self._take(action, event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Route the keys of the focus widget, unless it is being typed into; repeats are marked as such.
        if event.type() not in _KEYS:
            return False
        event = cast("QKeyEvent", event)
        if event.type() == QEvent.Type.KeyRelease:
            self._held.released(event)
            return False
        if self._held.hides_repeat(event):
            QApplication.sendEvent(watched, as_repeat(event))
            return True
        self._is_tab = event.key() in _TABS
        if not isinstance(watched, QWidget) or is_typing(watched) or keeps_keys(watched):
            return False
        if self._presses(watched, event):
            return False
        return self.route(event)

    def _presses(self, watched: QWidget, event: QKeyEvent) -> bool:
        """Return whether a key is the Space that presses a button focused with Tab.

        A button that got the focus otherwise, for instance because the focused widget was hidden, leaves
        Space to the desk.
        """
        is_space = event.key() == Qt.Key.Key_Space and not event.modifiers()
        return is_space and self._came_by_tab and isinstance(watched, QAbstractButton)

    def _focus_changed(self, _old: QWidget | None, now: QWidget | None) -> None:
        self._came_by_tab = self._is_tab
        if self._watched is not None and isValid(self._watched):
            self._watched.removeEventFilter(self)
        inside = now is not None and (now is self._window or self._window.isAncestorOf(now))
        self._watched = now if inside else None
        if self._watched is not None:
            self._watched.installEventFilter(self)
