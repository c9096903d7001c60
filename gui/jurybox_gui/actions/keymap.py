"""From a key event to the id of an action."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication

from jurybox_gui.actions.chords import Chord, chord
from jurybox_gui.actions.keyboard_layouts import Press, readings

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent
    from PySide6.QtWidgets import QWidget

_TEXTS = ("QTextEdit", "QPlainTextEdit", "QLineEdit")
"""By name: to load these classes takes longer than to paint the first window, which has none of them."""


def is_typing(widget: QWidget | None) -> bool:
    """Return whether keys that reach `widget` are text being typed."""
    if widget is None:
        return False
    if any(map(widget.inherits, _TEXTS)):
        return not widget.property("readOnly")
    if widget.inherits("QComboBox"):
        return bool(widget.property("editable"))
    return widget.inherits("QAbstractSpinBox")


class KeyMap:
    """The present keys of one desk and of everywhere.

    `keys` maps key names to action ids; `repeating` are the ids that a held key may fire again. An action of
    `first` has precedence over that of `keys` if `possible(id)` is true.
    """

    def __init__(
        self,
        keys: Mapping[str, str],
        repeating: Iterable[str] = (),
        system: str = sys.platform,
        *,
        first: Mapping[str, str] = MappingProxyType({}),
        possible: Callable[[str], bool] = bool,
    ) -> None:
        self._ids: dict[Chord, str] = {chord(name): action for name, action in keys.items()}
        self._first: dict[Chord, str] = {chord(name): action for name, action in first.items()}
        self._possible = possible
        self._repeating = frozenset(repeating)
        self._system = system

    def decide(self, press: Press, *, typing: bool = False) -> str | None:
        """Return the action a key press calls, None if none.

        While typing only chords with Ctrl, Alt or Meta and function keys count. A held key counts
        again only for actions that allow it.
        """
        for reading in readings(press, self._system):
            action = self._ids.get(reading)
            first = self._first.get(reading)
            if first is not None and self._possible(first):
                action = first
            if action is None:
                continue
            if typing and reading.plain:
                return None
            if press.repeat and action not in self._repeating:
                return None
            return action
        return None

    def match(self, event: QKeyEvent) -> str | None:
        """Return the action a key event calls, None if none or if a text field has the focus."""
        return self.decide(Press.of(event), typing=is_typing(QApplication.focusWidget()))
