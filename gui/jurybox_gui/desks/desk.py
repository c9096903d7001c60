"""What every desk has in common: it is told of changes, and redraws once a frame while it is seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from jurybox.changes import EVERYTHING, Changes
from jurybox_gui.core.pending import Delay, stop_under
from jurybox_gui.core.tasks import cancel_under
from jurybox_gui.widgets.keyed import KeyedWords

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QShowEvent

    from jurybox_gui.actions.spec import AnyAction
    from jurybox_gui.core.live_collection import Bridge
    from jurybox_gui.theme.theme import Theme


_FRAME_MS = 16


class Desk(QWidget):
    """One workplace. A subclass sets `id`, `title` and `icon`, and says how it redraws in `refresh`.

    `on_changes` collects what changed; `refresh` is called with the sum of it a frame later if the desk
    is visible, else when it is shown next. By then a label is painted and, mostly, on the disk.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    icon: ClassVar[str]

    redrawn = Signal()
    """Emitted when something else is shown: what can be done may be something else too."""

    answer_elsewhere = Signal(int)
    """Emitted with an answer that is to be judged and that another desk of the same window shows."""

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bridge = bridge
        self.theme = theme
        self.setAccessibleName(getattr(self, "title", ""))
        self.in_words = KeyedWords(self, self._everything)
        """Puts the keys of actions named in braces into a sentence; all is redrawn when keys changed."""
        self._stale = Changes(EVERYTHING)
        self._turn = Delay(self, _FRAME_MS, self._refresh_now)
        bridge.changed.connect(self.on_changes)
        bridge.closing.connect(self.let_go)
        theme.changed.connect(self._everything)

    def refresh(self, changes: Changes) -> None:
        """Redraw what `changes` touches; `EVERYTHING` at first and after the theme changed."""
        raise NotImplementedError

    @property
    def is_busy(self) -> bool:
        """Whether what is shown is still to be drawn; of long work and pauses `tasks` and `pending` know."""
        return bool(self._stale)

    def activate(self) -> None:
        """Take the keyboard; called when the desk is chosen."""
        self.setFocus()

    def admits(self, action: AnyAction, event: QKeyEvent) -> bool:
        """Return whether a key may do this action now; a key that comes too early is swallowed.

        The judging desks ask their gates here for the keys that say something of an answer.
        """
        del action, event
        return True

    def key_sheet_caption(self) -> tuple[str, tuple[str, ...]]:
        """Return what the key sheet says beside its title, and the labels it shows at its foot."""
        return "", ()

    def on_changes(self, changes: Changes, initiator: object) -> None:
        """Remember what changed and redraw with the next frame, if seen."""
        del initiator
        self._stale = self._stale | changes
        if self.isVisible() and not self._turn.isActive():
            self._turn.start(_FRAME_MS)

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what changed while the desk was hidden."""
        super().showEvent(event)
        if self._stale:
            self._turn.start(0)

    def let_go(self) -> None:
        """Drop what is still to come: the collection is being closed, or the desk thrown away.

        Results of work under way would arrive at a collection that cannot be read any more.
        """
        cancel_under(self)
        stop_under(self)
        self._stale = Changes()

    def catch_up(self) -> None:
        """Redraw now what waits for its turn, before something else is shown."""
        if self._turn.isActive():
            self._turn.stop()
            self._refresh_now()

    def _everything(self) -> None:
        self.on_changes(Changes(EVERYTHING), None)

    def _refresh_now(self) -> None:
        stale, self._stale = self._stale, Changes()
        if stale:
            self.refresh(stale)
            self.redrawn.emit()
