"""Handing work from any thread to the window's thread."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal


class Poster(QObject):
    """Runs callables on the thread that it lives on, in the order in which they were posted."""

    _posted = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._posted.connect(self._run)

    def post(self, call: Callable[[], None]) -> None:
        """Run a callable at the next turn of this object's event loop."""
        self._posted.emit(call)

    def _run(self, call: Callable[[], None]) -> None:
        call()
