"""What a table of scores shows a moment after its first numbers: in slices, or from another thread."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from jurybox.analysis.standings import (
    Standing,
    affordable_draws,
    affordable_swaps,
    finish_tests,
    prepare_tests,
)
from jurybox.analysis.watch import Stopped, Watch
from jurybox_gui.tasks import Task

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping

    from jurybox.analysis.frozen import Frozen
    from jurybox.measures import Measure
    from jurybox.scoring import Bounds, Scoreboard

_SLICE = 0.006
"""Seconds of work on the window's thread before it looks at keys again."""
_QUESTIONS = 8
"""How many questions bounds are prepared for before the time is looked at."""
_SHOWN_EVERY = 0.12
PAUSE_MS = 600
"""How long judging pauses before anything is tested again."""


class Later(QObject):
    """Bounds by run, standings by run with the run that stood below, and what else is `ready`.

    `changed` tells that something came. Bounds and standings are those of the last `follow` or, until they
    are computed again, of an earlier one; `stale` says so of the standings. What must be on the window's
    thread is done there a few milliseconds at a time.
    """

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.bounds: dict[int, Bounds] = {}
        self.standings: dict[int, tuple[Standing, int | None]] = {}
        self.stale = False
        self.draws = 0
        self.ready: set[Hashable] = set()
        self._shown: tuple[object, ...] = ()
        self._board: Scoreboard | None = None
        self._measure: Measure | None = None
        self._freeze: Callable[[], Frozen] | None = None
        self._cold: list[tuple[Hashable, Callable[[], object]]] = []
        self._open: list[int] = []
        self._told = 0.0
        self._task: Task | None = None
        self.slice = QTimer(self, singleShot=True, interval=0)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self.slice.timeout.connect(self._work)
        self._pause.timeout.connect(self._test)

    @property
    def is_busy(self) -> bool:
        """Whether something is still to come."""
        return bool(self._open or self._cold) or self._pause.isActive() or self._task is not None

    def prepare(self, board: Scoreboard, wanted: Mapping[Hashable, Iterable[Callable[[], object]]]) -> None:
        """Call what makes each of these ready, for the board shown; what is ready already stays."""
        if board is not self._board:
            self._board, self.ready = board, set()
        self._cold = [(key, call) for key, calls in wanted.items() if key not in self.ready for call in calls]
        self._warm()

    def follow(
        self, one: Measure, first: int | None, shown: tuple[object, ...], freeze: Callable[[], Frozen]
    ) -> None:
        """Compute bounds and standings again, the run `first` before others.

        Nothing old is kept where `shown` (gold standard, questions, measure ...) is not that of before.
        """
        if shown != self._shown:
            self.bounds, self.standings, self._shown = {}, {}, shown
        self._measure, self._freeze = one, freeze
        runs = () if self._board is None else self._board.runs
        late = [run for run in self._open if run != first]
        rest = [run for run in runs if run != first and run not in late]
        self._open = [*([] if first is None else [first]), *late, *rest]
        self.stale = bool(self.standings)
        self._drop()
        self.slice.start()
        self._pause.start()

    def stop(self) -> None:
        """Compute nothing any more, until the next `follow`."""
        self._open, self._cold, self._freeze = [], [], None
        self.slice.stop()
        self._pause.stop()
        self._drop()

    def _drop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def _warm(self) -> None:
        """Make ready what can be made ready in one slice."""
        began = time.perf_counter()
        while self._cold and time.perf_counter() - began < _SLICE:
            key, call = self._cold.pop(0)
            call()
            if all(other != key for other, _ in self._cold):
                self.ready.add(key)
        if self._cold:
            self.slice.start()

    def _work(self) -> None:
        if self._cold:
            self._warm()
        else:
            self._bound()
        done = not (self._cold or self._open)
        if not done:
            self.slice.start()
        if done or time.perf_counter() - self._told > _SHOWN_EVERY:
            self._told = time.perf_counter()
            self.changed.emit()

    def _bound(self) -> None:
        board, one = self._board, self._measure
        if board is None or one is None:
            return
        began, shown = time.perf_counter(), set(board.runs)
        while not board.prepare_bounds(one, _QUESTIONS):
            if time.perf_counter() - began > _SLICE:
                return
        while self._open and time.perf_counter() - began < _SLICE:
            run = self._open.pop(0)
            if run in shown:
                self.bounds[run] = board.bounds(one, run)

    def _test(self) -> None:
        if self._freeze is None or self._measure is None:
            return
        frozen, one = self._freeze(), self._measure

        def work(task: Task) -> tuple[tuple[Standing, ...], int]:
            made = prepare_tests(frozen.board(), frozen.catalog, one)
            draws, swaps = affordable_draws(made), affordable_swaps(made, len(made.rows))
            return finish_tests(made, draws=draws, swaps=swaps, watch=watch_of(task)), draws

        task = self._task = Task(work, self)
        task.done.connect(self._tested)
        task.failed.connect(self._failed)
        task.start()

    def _tested(self, done: tuple[tuple[Standing, ...], int]) -> None:
        found, self.draws = done
        below = [row.row.run for row in found[1:]]
        pairs = zip(found, [*below, None], strict=True)
        self.standings = {row.row.run: (row, lower) for row, lower in pairs}
        self.stale, self._task = False, None
        self.changed.emit()

    def _failed(self, error: Exception) -> None:
        self._task = None
        if not isinstance(error, Stopped):
            raise error


def watch_of(task: Task) -> Watch:
    """Return a watch that stops the work of a task that is cancelled, and tells how far it is."""
    return Watch(lambda done, total, _left: task.report("", done, total), lambda: task.cancelled)
