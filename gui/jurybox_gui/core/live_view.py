"""A widget that shows the open collection, redrawn at most once a frame while it changes and is visible."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from jurybox.changes import EVERYTHING, Changes
from jurybox_gui.core.pending import Delay, stop_under
from jurybox_gui.core.tasks import cancel_under
from jurybox_gui.theme.theme import Theme

if TYPE_CHECKING:
    from jurybox_gui.core.bridge import Bridge


_FRAME_MS = 16


class LiveView(QWidget):
    """A subclass redraws itself in `refresh`.

    Qt classes cannot be `ABC` as well, so an abstract one can be instantiated at run time. mypy rejects that,
    and finds missing methods in classes that are `@final`, as all are that are no bases of others.

    `on_changes` collects changes; `refresh` is called with their sum a frame later if the widget is visible,
    else when it is next shown. By then a label is painted and usually on the disk.
    """

    redrawn = Signal()
    """Emitted when something else is shown: the available actions may have changed too."""

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
        """Redraw what `changes` touches; `EVERYTHING` initially and after the theme changed."""

    def follow_saving(self) -> None:
        """Show what is on the disk by now; most widgets do not show it."""

    @property
    def is_busy(self) -> bool:
        """Whether something still has to be drawn; `tasks` and `pending` cover long work and pauses."""
        return bool(self._stale)

    def on_changes(self, changes: Changes, initiator: object) -> None:
        """Collect the changes and redraw with the next frame, if visible.

        Entries reaching the disk only call `follow_saving`, unless nothing can be entered any more.
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
        super().showEvent(event)
        if self._stale:
            self._turn.start(0)

    def let_go(self) -> None:
        """Drop everything outstanding: the collection is being closed, or the widget deleted.

        Results of work in progress would arrive at a collection that can no longer be read.
        """
        cancel_under(self)
        stop_under(self)
        self._stale = Changes()

    def catch_up(self) -> None:
        """Redraw now what is outstanding, before something else is shown."""
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
