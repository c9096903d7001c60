"""What all painted buttons share, and how one is bound to an action of its window."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton

from jurybox.language import tr
from jurybox.lists import bracketed, or_list
from jurybox_gui.actions.chords import cap_text
from jurybox_gui.actions.registry import ActionRegistry, registry_of
from jurybox_gui.widgets.tips import set_tip

if TYPE_CHECKING:
    from PySide6.QtGui import QEnterEvent, QKeyEvent, QShowEvent
    from PySide6.QtWidgets import QWidget


def button_name(text: str, key: str, *, given: bool = False) -> str:
    """Return the name of a button for screen readers: its text, whether it is in force, its key."""
    if given:
        return tr("{text}, given, key {key}", text=text, key=key) if key else tr("{text}, given", text=text)
    return tr("{text}, key {key}", text=text, key=key) if key else text


class PaintedButton(QAbstractButton):
    """A button that a subclass paints; it repaints on hover and is also clicked by Enter.

    A button with an `action` runs that action of its window on a click, prints the user's keys for it, and is
    enabled while it can be done. If the window has no such action, it is an ordinary button. With `own_click`
    a click only runs the connected slots, for instance if a second click undoes the first.
    """

    def __init__(self, text: str, parent: QWidget | None = None, *, action: str = "", own_click: bool = False) -> None:
        super().__init__(parent)
        self.setText(text)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the focus where it is
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self._action = action
        self._own_click = own_click
        self._does = ""
        self.one_of_several = False
        """Whether its text is about several buttons, as the one behind the keys of up and down."""
        self._own_tip = False
        self._has_object = True
        self._registry: ActionRegistry | None = None

    @property
    def hot(self) -> bool:
        """Whether it is hovered or pressed and can be clicked."""
        return self.isEnabled() and (self.underMouse() or self.isDown())

    @property
    def spoken(self) -> str:
        """Its name for a screen reader: its text, or the text of its action if that is more specific."""
        return self._does if self.one_of_several or not self.text() else self.text()

    def print_keys(self, keys: Sequence[str]) -> None:
        """Print other keys on the caps; a button without caps prints none."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Click on Enter as well as on Space; Ctrl+Enter is the sheet's.
        enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        sheets = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if enter and not sheets and not event.isAutoRepeat():
            self.click()
            return
        super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._action and self._registry is None:
            self._tie()
        self.show_possible()

    def enterEvent(self, event: QEnterEvent) -> None:
        # Check again whether the action can be done: that may have changed without a signal.
        super().enterEvent(event)
        self.show_possible()

    def _tie(self) -> None:
        found = registry_of(self)
        if found is not None and found.knows(self._action):
            self._registry = found
            self._own_tip = bool(self.toolTip())
            if not self._own_click:
                self.clicked.connect(self._take)
            found.keys_changed.connect(self._show_keys)
            found.states_changed.connect(self.show_possible)
            self._show_keys()

    def _take(self) -> None:
        if self._registry is not None:
            self._registry.take(self._action)

    def _show_keys(self) -> None:
        if self._registry is None:
            return
        keys, self._does = self._registry.keys(self._action), self._registry.spec(self._action).text
        self.print_keys(keys[:1])
        printed = or_list(map(cap_text, keys))
        if not self._own_tip:
            set_tip(self, bracketed(self._does, printed) if printed else self._does)

    def set_has_object(self, has_object: bool) -> None:  # noqa: FBT001
        """Disable it while its action has no object; its key may still show why."""
        self._has_object = has_object
        self.show_possible()

    def show_possible(self) -> None:
        """Enable it while the action can be done on an object; checked only while visible."""
        if self._registry is not None and self.isVisible():
            self.setEnabled(self._has_object and self._registry.possible(self._action))
