"""Handing work from any thread to the window's thread."""

from collections import deque
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal


class Poster(QObject):
    """Runs callables on the thread that it lives on, in the order in which they were posted."""

    _posted = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._under_way: deque[None] = deque()  # one entry per call; any thread may append to it
        # Calls posted by its own thread wait their turn, too: a direct call would overtake queued ones.
        self._posted.connect(self._run, Qt.ConnectionType.QueuedConnection)

    def post(self, call: Callable[[], None]) -> None:
        """Run a callable at the next turn of this object's event loop."""
        self._under_way.append(None)
        self._posted.emit(call)

    @property
    def is_busy(self) -> bool:
        """Whether something was posted that has not run yet."""
        return bool(self._under_way)

    def _run(self, call: Callable[[], None]) -> None:
        self._under_way.pop()
        call()
