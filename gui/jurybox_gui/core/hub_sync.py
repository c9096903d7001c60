"""The sync of the open collection with its hub: started and stopped with the collection, never waited for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from jurybox_gui.core.tasks import LatestTask, Task

if TYPE_CHECKING:
    from jurybox.hub.known import UnknownServer, WrongPassword
    from jurybox.hub.link import Link
    from jurybox.hub.sync import Sync, SyncState


class HubSync(QObject):
    """Keeps the open collection and its hub in sync, if it has one.

    The worker has a thread and connections of its own; its reports arrive through `post`. Emits `changed`
    when the link or the state changes, `refused` with a sentence, once each time it is new.
    """

    changed = Signal()
    refused = Signal(str)

    def __init__(self, parent: QObject, post: Callable[[Callable[[], None]], object]) -> None:
        super().__init__(parent)
        self._post = post
        self._sync: Sync | None = None
        self._path: Path | None = None
        self._reading = LatestTask(self)
        self._problem: str | None = None
        self.link: Link | None = None
        self.state: SyncState | None = None

    @property
    def line(self) -> str:
        """The text of the status line: how many labels wait for the network, or why; nothing if none does."""
        return "" if self.state is None else self.state.line

    @property
    def asks(self) -> UnknownServer | WrongPassword | None:
        """What a person has to agree to or to enter before there is a connection; None if nothing."""
        return None if self.state is None else self.state.asks

    def follow(self, path: Path | None) -> None:
        """Release the previous file, and sync this one if it has a hub."""
        self._stop()
        self._path = path
        if path is not None:
            self._reading.start(lambda _watch: _link_of(path), self._begin)
        self.changed.emit()

    def again(self) -> None:
        """Restart, after a file got a hub, or after the cause of a refusal was removed."""
        self.follow(self._path)

    def wake(self) -> None:
        """Try again now, if there was no network."""
        if self._sync is not None:
            self._sync.wake()

    def _begin(self, link: Link | None) -> None:
        if link is None or self._path is None:
            return
        from jurybox.hub.sync import Sync

        self.link = link
        sync: list[Sync] = []  # its callback needs it, so it is known only once it is made

        def heard(state: SyncState) -> None:
            self._post(lambda: self._hear(sync[0], state))

        sync.append(Sync(self._path, heard))
        self._sync = sync[0]
        self._sync.start()
        self.changed.emit()

    def _hear(self, sync: Sync, state: SyncState) -> None:
        """Take the report of a worker, unless it is one that was released."""
        if sync is not self._sync or state == self.state:
            return
        self.state = state
        if state.problem != self._problem:
            self._problem = state.problem
            if state.problem:
                self.refused.emit(state.problem)
        self.changed.emit()

    def _stop(self) -> None:
        """Let the worker end on a thread that nobody waits for; the program waits for it at exit."""
        self._reading.cancel()
        sync, self._sync = self._sync, None
        self.link, self.state, self._problem = None, None, None
        if sync is not None:
            Task(lambda _watch: sync.stop()).start()


def _link_of(path: Path) -> Link | None:
    """Return the hub of a file.

    Run on another thread, since it opens the file and loads what a sync needs.
    """
    from jurybox.hub.link import read_link

    link = read_link(path)
    if link is not None:
        import jurybox.hub.sync  # noqa: F401 - takes half a second, for which the window must not wait
    return link
