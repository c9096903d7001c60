"""What all desks share: their keys, and their signals to the window."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from jurybox_gui.actions.spec import AnyAction
from jurybox_gui.core.live_view import LiveView
from jurybox_gui.desks.boards import desk_title
from jurybox_gui.theme.theme import Theme
from jurybox_gui.widgets.keyed import KeyedWords

if TYPE_CHECKING:
    from jurybox_gui.core.bridge import Bridge
    from jurybox_gui.widgets.probe import Probe


class Desk(LiveView):
    """One workplace. A subclass sets `id` and `icon`, and redraws itself in `refresh`."""

    id: ClassVar[str]
    icon: ClassVar[str]

    answer_elsewhere = Signal(int)
    """Emitted with an answer to be judged that another desk of the same window shows."""

    sentence = Signal(str, str)
    """Emitted with a sentence to show above the desk, and its kind: "error" or "note"."""

    nothing_done = Signal(str)
    """Emitted with the reason why a key did nothing."""

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(bridge, theme, parent)
        self.setAccessibleName(desk_title(self.id))
        self.in_words = KeyedWords(self, self.redraw_all)
        """Puts the keys of actions named in braces into a sentence; all is redrawn when keys changed."""

    @property
    def is_being_read(self) -> bool:
        """Whether what is to be judged is still being read, so that nothing can be done with it yet."""
        return False

    def probe(self) -> Probe:
        """Return what is shown in words and what can be done: all that tests and `jurybox shot` look at."""
        from jurybox_gui.widgets.probe import probe

        return probe(self, self.id)

    def activate(self) -> None:
        """Take the focus; called when the desk is chosen."""
        self.setFocus()

    def save_drafts(self) -> None:
        """Save unsaved text before the window closes; most desks save text as it is typed."""

    def admits(self, action: AnyAction, event: QKeyEvent) -> bool:
        """Return whether a key may trigger this action now; a key that comes too early is swallowed.

        The judging desks ask their gates here for the keys that give a label to an answer.
        """
        del action, event
        return True

    def key_sheet_caption(self) -> tuple[str, tuple[str, ...]]:
        """Return the line beside the title of the key sheet, and the labels at its foot."""
        return "", ()
