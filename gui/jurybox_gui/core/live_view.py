"""A widget that shows the open collection, and is redrawn once a frame while it changes and is seen."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from jurybox.changes import EVERYTHING, Changes
from jurybox_gui.core.pending import Delay, stop_under
from jurybox_gui.core.tasks import cancel_under

if TYPE_CHECKING:
    from PySide6.QtGui import QShowEvent

    from jurybox_gui.core.bridge import Bridge
    from jurybox_gui.theme.theme import Theme


_FRAME_MS = 16


class LiveView(QWidget):
    """A subclass says in `refresh` how it redraws.

    Classes of Qt cannot be `ABC` too, so an abstract one can be made at run time. mypy refuses that, and
    finds what a class lacks that is `@final`: all that are not bases of others are.

    `on_changes` collects what changed; `refresh` is called with the sum of it a frame later if the widget
    is visible, else when it is shown next. By then a label is painted and, mostly, on the disk.
    """

    redrawn = Signal()
    """Emitted when something else is shown: what can be done may be something else too."""

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bridge = bridge
        self.theme = theme
        self._stale = Changes(EVERYTHING)
        self._turn = Delay(self, _FRAME_MS, self._refresh_now)
        self._barred = bridge.session.saving.read_only
        bridge.changed.connect(self.on_changes)
        bridge.closing.connect(self.let_go)
        theme.changed.connect(self.redraw_all)

    @abstractmethod
    def refresh(self, changes: Changes) -> None:
        """Redraw what `changes` touches; `EVERYTHING` at first and after the theme changed."""

    def follow_saving(self) -> None:
        """Show what is on the disk by now; most widgets say nothing of it."""

    @property
    def is_busy(self) -> bool:
        """Whether what is shown is still to be drawn; of long work and pauses `tasks` and `pending` know."""
        return bool(self._stale)

    def on_changes(self, changes: Changes, initiator: object) -> None:
        """Remember what changed and redraw with the next frame, if seen.

        That entries reached the disk changes nothing but `follow_saving`, unless nothing may be entered now.
        """
        del initiator
        barred, self._barred = self._barred, self.bridge.session.saving.read_only
        if changes.what == {"saving"} and barred == self._barred:
            self.follow_saving()
            return
        self._stale = self._stale | changes
        if self.isVisible() and not self._turn.isActive():
            self._turn.start(_FRAME_MS)

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what changed while it was hidden."""
        super().showEvent(event)
        if self._stale:
            self._turn.start(0)

    def let_go(self) -> None:
        """Drop what is still to come: the collection is being closed, or the widget thrown away.

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

    def redraw_all(self) -> None:
        """Redraw everything with the next frame."""
        self.on_changes(Changes(EVERYTHING), None)

    def _refresh_now(self) -> None:
        stale, self._stale = self._stale, Changes()
        if stale:
            self.refresh(stale)
            self.redrawn.emit()
