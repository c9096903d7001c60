"""Long work off the window's thread: progress, stop, and results of outdated work dropped."""

import math
import threading
import time
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import QObject, QRunnable, QThreadPool, QTimer, Signal

from jurybox_gui.core.pending import belongs_to

if TYPE_CHECKING:
    from jurybox.analysis.watch import Watch

_TELL_EVERY = 0.25
"""Seconds between two words of how far a task is."""

_LET_GO_MS = 5
_UNDER_WAY: set["Task"] = set()
"""Tasks that are not over, kept alive here: their thread must never meet a deleted object."""


class Task(QObject):
    """Work on another thread. `work(task)` may call `task.report` and look at `task.cancelled`.

    Signals arrive on the thread that made the task. After `cancel` none of them arrives any more, and a
    result that comes nevertheless is handed to `dropped`, on any thread. A task is cancelled with the
    object it was made for, and let go of when it is over.
    """

    progress = Signal(str, int, int)
    done = Signal(object)
    failed = Signal(object)
    _over = Signal(object, object)
    _step = Signal(str, int, int)

    def __init__(
        self,
        work: Callable[["Task"], Any],
        parent: QObject | None = None,
        dropped: Callable[[Any], object] | None = None,
    ) -> None:
        super().__init__()
        self._work = work
        self._parent = None if parent is None else weakref.ref(parent)
        self._dropped = dropped
        self.cancelled = False
        self.left = threading.Event()
        """Set when the other thread holds nothing of this object any more."""
        if parent is not None:
            parent.destroyed.connect(self.cancel)
        self._over.connect(self._finish)
        self._step.connect(self._tell)

    def start(self) -> "Task":
        """Begin; return the task."""
        _UNDER_WAY.add(self)
        QThreadPool.globalInstance().start(_Runnable(self))
        return self

    def cancel(self) -> None:
        """Drop the result, and ask the work to stop."""
        self.cancelled = True

    def is_for(self, owner: QObject) -> bool:
        """Return whether the task was made for an object, or for one below it."""
        return belongs_to(None if self._parent is None else self._parent(), owner)

    def report(self, text: str, done: int, total: int = 0) -> None:
        """Say, from the work's thread, how far it is; a total of 0 is unknown."""
        self._step.emit(text, done, total)

    def run(self) -> None:
        """Do the work and hand over what came of it; called on the work's thread."""
        try:
            result = self._work(self)
        except Exception as error:  # noqa: BLE001 - handed to the window's thread, where it is told or raised
            self._over.emit(None, error)
        else:
            self._over.emit(self._kept(result), None)

    def _kept(self, result: object) -> object:
        """Return a result that is still wanted; let go of one that is not."""
        if self.cancelled and result is not None:
            if self._dropped is not None:
                self._dropped(result)
            return None
        return result

    def _finish(self, result: object, error: Exception | None) -> None:
        self._let_go()
        if self.cancelled:
            self._kept(result)
        elif error is None:
            self.done.emit(result)
        else:
            self.failed.emit(error)

    def _let_go(self) -> None:
        """Be forgotten here, on the window's thread: the other thread must not be the last to hold this."""
        if self.left.is_set():
            QTimer.singleShot(0, lambda: _UNDER_WAY.discard(self))
        else:
            QTimer.singleShot(_LET_GO_MS, self._let_go)

    def _tell(self, text: str, done: int, total: int) -> None:
        if not self.cancelled:
            self.progress.emit(text, done, total)


def any_under_way() -> bool:
    """Return whether any task is not over yet."""
    return bool(_UNDER_WAY)


def cancel_under(owner: QObject) -> None:
    """Cancel all tasks that were made for an object or for what belongs to it; their results are dropped."""
    for task in tuple(_UNDER_WAY):
        if task.is_for(owner):
            task.cancel()


def stop_all() -> None:
    """Cancel all tasks and wait until their threads are done, when the program ends."""
    for task in tuple(_UNDER_WAY):
        task.cancel()
    QThreadPool.globalInstance().waitForDone()


def watch_of(task: Task) -> "Watch":
    """Return a watch that stops the work of a cancelled task, and tells how far it is and the time left.

    A few times a second at most: every word costs the window a moment.
    """
    from jurybox.analysis.watch import Watch

    told = [-_TELL_EVERY]

    def tell(done: int, total: int, left: float) -> None:
        now = time.monotonic()
        if now - told[0] >= _TELL_EVERY:
            told[0] = now
            task.report(time_left(left), done, total)

    return Watch(tell, lambda: task.cancelled)


def time_left(seconds: float) -> str:
    """Return in words how long something will still take; "" while nobody knows."""
    if math.isnan(seconds):
        return ""
    if seconds < 1:
        return "nearly done"
    return f"{seconds:.0f} s left" if seconds < 90 else f"{seconds / 60:.0f} min left"


class _Runnable(QRunnable):
    def __init__(self, task: Task) -> None:
        super().__init__()
        self._task: Task | None = task

    def run(self) -> None:
        """Do the work; let go of the task before saying so."""
        task, self._task = self._task, None
        assert task is not None  # noqa: S101 - it is run once
        left = task.left
        task.run()
        del task
        left.set()


class Closable(Protocol):
    """A result that holds something, such as a file."""

    def close(self) -> None:
        """Let go of it."""


def close_result(result: Closable) -> None:
    """Let go of a result that came too late to be used."""
    result.close()
