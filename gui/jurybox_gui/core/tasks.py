"""Long work off the window's thread: progress, cancellation, refusals; outdated results are dropped."""

from __future__ import annotations

import math
import threading
import time
import weakref
from collections.abc import Callable
from functools import partial
from typing import Any, Protocol, TypeVar

from PySide6.QtCore import QObject, QRunnable, QThreadPool, QTimer, Signal

from jurybox.errors import Refused
from jurybox.language import tr
from jurybox.watch import Progress, Watch
from jurybox_gui.core.pending import belongs_to

_T = TypeVar("_T")

_REPORT_EVERY = 0.25
"""Seconds between two progress reports of the same step: each costs the window a moment."""

_LET_GO_MS = 5
_UNDER_WAY: set[Task] = set()
"""Unfinished tasks, kept alive here: their thread must never meet a deleted object."""


class LatestTask(QObject):
    """Does one thing at a time on another thread; starting another drops the one before.

    The `done` of `start` gets the result of the newest start only. `failed` gets any error, then `refused`
    those that are `refusals` (`Refused` if it is given); others are raised as bugs. `progress` gets the
    progress. All are called on the thread of the parent, and none of them after `cancel`, after
    `cancel_under` of its owner, or when the parent is gone.
    """

    def __init__(
        self,
        parent: QObject,
        *,
        progress: Callable[[Progress], object] | None = None,
        refused: Callable[[Any], object] | None = None,
        failed: Callable[[Exception], object] | None = None,
        refusals: tuple[type[Exception], ...] | None = None,
    ) -> None:
        super().__init__(parent)
        self._progress = progress
        self._refused = refused
        self._failed = failed
        default = () if refused is None else (Refused,)
        self._refusals = default if refusals is None else refusals
        self._task: Task | None = None

    @property
    def is_running(self) -> bool:
        """Whether work is in progress whose result is still wanted."""
        return self._task is not None and not self._task.cancelled

    def start(
        self, work: Callable[[Watch], _T], done: Callable[[_T], object], dropped: Callable[[_T], object] | None = None
    ) -> None:
        """Begin; `dropped` releases, on any thread, a result that arrives after cancellation."""
        self.cancel()
        task = self._task = Task(work, self, dropped)
        if self._progress is not None:
            task.progress.connect(self._progress)
        task.done.connect(partial(self._end, done))
        task.failed.connect(self._fail)
        task.start()

    def cancel(self) -> None:
        """Drop what is under way, and ask it to stop."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def _end(self, done: Callable[[Any], object], result: object) -> None:
        self._task = None
        done(result)

    def _fail(self, error: Exception) -> None:
        self._task = None
        if self._failed is not None:
            self._failed(error)
        if not isinstance(error, self._refusals):
            raise error
        if self._refused is not None:
            self._refused(error)


class Task(QObject):
    """One piece of work on another thread: `work(watch)` reports progress, and checks whether to stop.

    It is used directly only if each start counts, as when a file is written; everything else is a
    `LatestTask`. Signals (`progress` carries a `Progress`) arrive on the thread that made the task. None
    arrives after `cancel`, and a result that comes nevertheless is passed to `dropped`, on any thread. A task
    is cancelled with the object it was made for, and released when it is finished.
    """

    progress = Signal(object)
    done = Signal(object)
    failed = Signal(object)
    _over = Signal(object, object)
    _step = Signal(object)

    def __init__(
        self,
        work: Callable[[Watch], Any],
        parent: QObject | None = None,
        dropped: Callable[[Any], object] | None = None,
    ) -> None:
        super().__init__()
        self._work = work
        self._parent = None if parent is None else weakref.ref(parent)
        self._dropped = dropped
        self._reported: tuple[str | None, float] = None, 0.0
        self.cancelled = False
        self.left = threading.Event()
        """Set when the other thread holds nothing of this object any more."""
        if parent is not None:
            parent.destroyed.connect(self.cancel)
        self._over.connect(self._finish)
        self._step.connect(self._tell)

    def start(self) -> Task:
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

    def run(self) -> None:
        """Do the work and pass on its result; called on the work's thread."""
        try:
            result = self._work(Watch(self._report, lambda: self.cancelled))
        except Exception as error:  # noqa: BLE001 - shown or raised on the window's thread
            self._over.emit(None, error)
        else:
            self._over.emit(self._kept(result), None)

    def _report(self, progress: Progress) -> None:
        """Report progress from the work's thread; a new step is reported at once."""
        what, before = self._reported
        now = time.monotonic()
        if progress.what != what or now - before >= _REPORT_EVERY:
            self._reported = progress.what, now
            self._step.emit(progress)

    def _kept(self, result: object) -> object:
        """Return a result that is still wanted; release any other."""
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
        """Release the task on the window's thread: the other thread must not hold the last reference."""
        if self.left.is_set():
            QTimer.singleShot(0, lambda: _UNDER_WAY.discard(self))
        else:
            QTimer.singleShot(_LET_GO_MS, self._let_go)

    def _tell(self, progress: Progress) -> None:
        if not self.cancelled:
            self.progress.emit(progress)


def any_under_way() -> bool:
    """Return whether any task is unfinished."""
    return bool(_UNDER_WAY)


def cancel_under(owner: QObject) -> None:
    """Cancel all tasks that were made for an object or for one below it; their results are dropped."""
    for task in tuple(_UNDER_WAY):
        if task.is_for(owner):
            task.cancel()


def stop_all() -> None:
    """Cancel all tasks and wait until their threads are done, when the program ends."""
    for task in tuple(_UNDER_WAY):
        task.cancel()
    QThreadPool.globalInstance().waitForDone()


def time_left(seconds: float) -> str:
    """Return in words how long something will still take; "" while unknown."""
    if math.isnan(seconds):
        return ""
    if seconds < 1:
        return tr("nearly done")
    return tr("{n:.0f} s left", n=seconds) if seconds < 90 else tr("{n:.0f} min left", n=seconds / 60)


class _Runnable(QRunnable):
    def __init__(self, task: Task) -> None:
        super().__init__()
        self._task: Task | None = task

    def run(self) -> None:
        # Do the work; release the task before reporting the result.
        task, self._task = self._task, None
        assert task is not None  # noqa: S101 - it runs once
        left = task.left
        task.run()
        del task
        left.set()


class Closable(Protocol):
    """A result that holds a resource, such as a file."""

    def close(self) -> None:
        """Release it."""


def close_result(result: Closable) -> None:
    """Release a result that came too late to be used."""
    result.close()
