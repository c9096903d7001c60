"""Long work off the window's thread: progress, stop, and results of outdated work dropped."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal


class Task(QObject):
    """Work on another thread. `work(task)` may call `task.report` and look at `task.cancelled`.

    Signals arrive on the thread that made the task. After `cancel` none of them arrives any more.
    """

    progress = Signal(str, int, int)
    done = Signal(object)
    failed = Signal(object)
    _over = Signal(object, object)
    _step = Signal(str, int, int)

    def __init__(self, work: Callable[["Task"], Any], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._work = work
        self.cancelled = False
        self._over.connect(self._finish)
        self._step.connect(self._tell)

    def start(self) -> "Task":
        """Begin; return the task."""
        QThreadPool.globalInstance().start(_Runnable(self._run))
        return self

    def cancel(self) -> None:
        """Drop the result, and ask the work to stop."""
        self.cancelled = True

    def report(self, text: str, done: int, total: int = 0) -> None:
        """Say, from the work's thread, how far it is; a total of 0 is unknown."""
        self._step.emit(text, done, total)

    def _run(self) -> None:
        try:
            result = self._work(self)
        except Exception as error:  # noqa: BLE001 - handed to the window's thread, where it is told or raised
            self._over.emit(None, error)
        else:
            self._over.emit(result, None)

    def _finish(self, result: object, error: Exception | None) -> None:
        if self.cancelled:
            return
        if error is None:
            self.done.emit(result)
        else:
            self.failed.emit(error)

    def _tell(self, text: str, done: int, total: int) -> None:
        if not self.cancelled:
            self.progress.emit(text, done, total)


class _Runnable(QRunnable):
    def __init__(self, call: Callable[[], None]) -> None:
        super().__init__()
        self._call = call

    def run(self) -> None:
        """Do the work."""
        self._call()
