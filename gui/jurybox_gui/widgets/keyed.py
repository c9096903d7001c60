"""Sentences in which actions are replaced by the user's keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject

from jurybox_gui.actions.registry import ActionRegistry, registry_of

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


class KeyedWords(QObject):
    """Inserts keys where a sentence of the widget `owner` names actions in braces, such as `{edit.undo}`.

    `say` is called whenever the user changes keys, and once when the owner is first shown in a window with
    actions, if a sentence could not be completed before.
    """

    def __init__(self, owner: QWidget, say: Callable[[], object]) -> None:
        super().__init__(owner)
        self._owner = owner
        self._say = say
        self._registry: ActionRegistry | None = None
        self._waits = False

    def __call__(self, sentence: str) -> str:
        """Return the sentence with its keys."""
        registry = self._found()
        return sentence if registry is None else registry.in_words(sentence)

    def key(self, action: str) -> str:
        """Return the first key of an action; empty if it has none."""
        registry = self._found()
        known = registry is not None and registry.knows(action)
        return next(iter(registry.keys(action)), "") if registry is not None and known else ""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        del watched
        if event.type() == QEvent.Type.Show and self._found() is not None:
            self._say()
        return False

    def _found(self) -> ActionRegistry | None:
        if self._registry is None:
            self._registry = registry_of(self._owner)
            if self._registry is not None:
                self._registry.keys_changed.connect(self._say)
                self._owner.removeEventFilter(self)
            elif not self._waits:
                self._waits = True
                self._owner.installEventFilter(self)
        return self._registry
