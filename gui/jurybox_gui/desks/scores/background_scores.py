"""What a table of scores shows a moment after its first numbers: in slices, or from another thread."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal

from jurybox.analysis.standings import (
    Standing,
    ToTest,
    affordable_draws,
    affordable_swaps,
    prepare_tests,
    with_intervals,
    with_marks,
)
from jurybox_gui.core.pending import Delay, Pause
from jurybox_gui.core.tasks import LatestTask, time_left

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping

    from jurybox.analysis.frozen import Frozen
    from jurybox.measures import Measure
    from jurybox.scoring import Bounds, Scoreboard
    from jurybox.watch import Progress, Watch

_T = TypeVar("_T")

_SLICE = 0.006
"""Seconds of work on the window's thread before it looks at keys again."""
_QUESTIONS = 8
"""How many questions bounds are prepared for before the time is looked at."""
_SHOWN_EVERY = 0.12
PAUSE_MS = 600
"""How long judging pauses before anything is tested again, at least."""
_LONGEST_PAUSE_MS = 8000


@dataclass(frozen=True, eq=False)
class _Drawn:
    """A ranking with intervals, and what its tests are made from."""

    made: ToTest
    standings: tuple[Standing, ...]
    draws: int
    frozen_text: str


class BackgroundScores(QObject):
    """Bounds by run, standings by run with the run that stood below, and what else is `ready`.

    `changed` tells that something came, `moved_on` only that `progress_text` changed.
    Bounds and standings are those of the last `follow` or, until they are computed again, of an earlier one;
    `stale` says so of the standings. `frozen_text` says how the gold standard differs from a frozen one;
    empty until that is known, and where none was frozen. What must be on the window's thread is done there
    a few milliseconds at a time.
    """

    changed = Signal()
    moved_on = Signal()
    paused = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.bounds: dict[int, Bounds] = {}
        self.standings: dict[int, tuple[Standing, int | None]] = {}
        self.stale = False
        self.draws = 0
        self.progress_text = ""
        self.frozen_text = ""
        self.ready: set[Hashable] = set()
        self._shown: tuple[object, ...] = ()
        self._board: Scoreboard | None = None
        self._measure: Measure | None = None
        self._freeze: Callable[[], Frozen] | None = None
        self._cold: list[tuple[Hashable, Callable[[], object]]] = []
        self._open: list[int] = []
        self._shown_at = self._began = 0.0
        self._task = LatestTask(self, progress=self._progressed, failed=self._failed)
        self._doing = ""
        self.slice = Delay(self, 0, self._work)
        self._pause = Pause(self, PAUSE_MS, self._draw)

    @property
    def is_busy(self) -> bool:
        """Whether something is still to come."""
        return bool(self._open or self._cold) or self._pause.isActive() or self._task.is_running

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
        self.stale, self.frozen_text = bool(self.standings), ""
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
        self.progress_text = ""
        self._task.cancel()

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
        if done or time.perf_counter() - self._shown_at > _SHOWN_EVERY:
            self._shown_at = time.perf_counter()
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

    def _draw(self) -> None:
        if self._freeze is None or self._measure is None:
            return
        self.paused.emit()
        frozen, one = self._freeze(), self._measure
        self._began = time.perf_counter()

        def work(watch: Watch) -> _Drawn:
            board = frozen.board()
            made = prepare_tests(board, frozen.catalog, one)
            draws = affordable_draws(made)
            return _Drawn(made, with_intervals(made, draws=draws, watch=watch), draws, board.frozen_text)

        self._do(work, self._drawn, "intervals are drawn")

    def _drawn(self, found: _Drawn) -> None:
        """Show intervals at once where there are none; older marks stay until there are new ones."""
        self.draws, self.frozen_text = found.draws, found.frozen_text
        if not self.standings:
            self._stand(found.standings)
        made = found.made
        swaps = affordable_swaps(made, len(made.rows))
        self._do(
            lambda watch: with_marks(made, found.standings, swaps=swaps, watch=watch),
            self._tested,
            "neighbors are tested",
        )

    def _tested(self, found: tuple[Standing, ...]) -> None:
        self.stale, self.progress_text = False, ""
        taken = round(1000 * (time.perf_counter() - self._began))
        # What takes long is begun again only when nobody judges for as long, not between two labels.
        self._pause.setInterval(min(max(PAUSE_MS, taken), _LONGEST_PAUSE_MS))
        self._stand(found)

    def _stand(self, found: tuple[Standing, ...]) -> None:
        below = [row.row.run for row in found[1:]]
        pairs = zip(found, [*below, None], strict=True)
        self.standings = {row.row.run: (row, lower) for row, lower in pairs}
        self.changed.emit()

    def _do(self, work: Callable[[Watch], _T], then: Callable[[_T], object], what: str) -> None:
        """Work on another thread, and tell what is done and how long it still takes."""
        self._task.start(work, then)
        self._doing = self.progress_text = what
        self.moved_on.emit()

    def _progressed(self, progress: Progress) -> None:
        left = time_left(progress.left)
        self.progress_text = f"{self._doing}, {left}" if left else self._doing
        self.moved_on.emit()

    def _failed(self, _error: Exception) -> None:
        self.progress_text = ""
