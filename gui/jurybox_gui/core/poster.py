"""Handing work from any thread to the window's thread."""

from collections import deque
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal


class Poster(QObject):
    """Runs callables on the thread that it lives on, in the order in which they were posted."""

    _posted = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._under_way: deque[None] = deque()  # one for each call; threads may append to it
        # Also what its own thread posts waits for its turn: a direct call would overtake what is queued.
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
