"""What a table of scores adds a moment after its first numbers: in slices, or from another thread."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from jurybox.analysis.frozen import Frozen
from jurybox.analysis.kept_out import count_by_reason, said_of
from jurybox.analysis.significance import Correction
from jurybox.analysis.standings import (
    Standing,
    Test,
    ToTest,
    affordable_draws,
    affordable_swaps,
    finish_pairs,
    limit_note,
    prepare_tests,
    with_intervals,
    with_marks,
)
from jurybox.analysis.stretches import not_shown_to_differ
from jurybox.errors import Refused
from jurybox.language import tr
from jurybox.lists import comma_list
from jurybox.measures import Measure
from jurybox.scoring import Bounds, Scoreboard
from jurybox.watch import Progress, Watch
from jurybox_gui.core.pending import Delay, Pause
from jurybox_gui.core.tasks import LatestTask, time_left

_T = TypeVar("_T")

_SLICE = 0.006
"""Seconds of work on the window's thread before it handles keys again."""
_QUESTIONS = 8
"""Number of questions for which bounds are prepared before the clock is checked."""
_SHOWN_EVERY = 0.12
PAUSE_MS = 600
"""The least pause in judging before anything is tested again."""
_LONGEST_PAUSE_MS = 8000


@dataclass(frozen=True, eq=False)
class _Drawn:
    """A ranking with intervals, and the data for its tests."""

    made: ToTest
    standings: tuple[Standing, ...]
    draws: int
    frozen_text: str
    not_scored: str


@dataclass(frozen=True)
class UnseparatedRuns:
    """Groups of runs not shown to differ, best first, a tuple per line; the test, and its number of draws.

    `test`: "" if the measure cannot be tested; there are no lines then. `why_none`: why no pair at all can be
    shown to differ, "" if one can; there are no lines then either, since they would mean nothing.
    """

    runs: tuple[tuple[int, ...], ...] = ()
    test: Test = ""
    correction: Correction = "holm"
    draws: int = 0
    why_none: str = ""


class BackgroundScores(QObject):
    """Bounds by run, standings by run with the next run below, and what else is `ready`.

    `if_judged`: where runs could end if all were judged, of a ranking that rests on little that is.
    `ranges`: bounds by measure and run of the measures that do not rank; `lines` join runs that are not shown
    to differ. `changed` is emitted when a result arrives, `moved_on` when only `progress_text` changed.
    Bounds and standings are those of the last `follow` or, until they are recomputed, of an earlier one;
    `stale` is set while the standings are. `frozen_text`: how the gold standard differs from a frozen one;
    empty until that is known, and if none was frozen. `not_scored`: what keeps questions out, in a sentence.
    Work that must run on the window's thread is done there
    a few milliseconds at a time.
    """

    changed = Signal()
    moved_on = Signal()
    paused = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.bounds: dict[int, Bounds] = {}
        self.if_judged: dict[int, Bounds] = {}
        self.standings: dict[int, tuple[Standing, int | None]] = {}
        self.ranges: dict[tuple[str, int], Bounds] = {}
        self.lines = UnseparatedRuns()
        self.stale = False
        self.draws = 0
        self.progress_text = ""
        self.frozen_text = self.not_scored = ""
        self.ready: set[Hashable] = set()
        self._shown: tuple[object, ...] = ()
        self._board: Scoreboard | None = None
        self._measure: Measure | None = None
        self._freeze: Callable[[], Frozen] | None = None
        self._others: Sequence[Measure] = ()
        self._asked: tuple[Test, Correction] = ("", "holm")
        self._small: list[tuple[Measure, int]] = []
        self._cold: list[tuple[Hashable, Callable[[], object]]] = []
        self._open: list[int] = []
        self._unjudged: list[int] = []
        self._shown_at = self._began = 0.0
        self._task = LatestTask(self, progress=self._progressed, failed=self._failed)
        self._doing = ""
        self.slice = Delay(self, 0, self._work)
        self._pause = Pause(self, PAUSE_MS, self._draw)

    @property
    def is_busy(self) -> bool:
        """Whether results are still outstanding."""
        return (
            bool(self._open or self._unjudged or self._cold or self._small)
            or self._pause.isActive()
            or self._task.is_running
        )

    def prepare(self, board: Scoreboard, wanted: Mapping[Hashable, Iterable[Callable[[], object]]]) -> None:
        """Call the function that makes each of these ready, for the board shown; what is ready is kept."""
        if board is not self._board:
            self._board, self.ready = board, set()
        self._cold = [(key, call) for key, calls in wanted.items() if key not in self.ready for call in calls]
        self._warm()

    def follow(
        self,
        one: Measure,
        first: int | None,
        shown: tuple[object, ...],
        freeze: Callable[[], Frozen],
        *,
        others: Sequence[Measure] = (),
        tested: tuple[Test, Correction] = ("", "holm"),
        if_judged: bool = False,
    ) -> None:
        """Recompute bounds and standings, the run `first` before others; once judging pauses, the rest.

        `if_judged`: also where submitted runs could end if all were judged.
        The rest is the lines, by the test and correction of `tested`, and the bounds of `others`. Old results
        are dropped if `shown` (gold standard, questions, measure ...) has changed.
        """
        if shown != self._shown:
            self.bounds, self.if_judged, self.standings, self._shown = {}, {}, {}, shown
            self.ranges, self.lines, self.not_scored = {}, UnseparatedRuns(), ""
        self._measure, self._freeze = one, freeze
        self._others, self._asked, self._small = others, tested, []
        runs = () if self._board is None else self._board.runs
        late = [run for run in self._open if run != first]
        rest = [run for run in runs if run != first and run not in late]
        self._open = [*([] if first is None else [first]), *late, *rest]
        self._unjudged = list(self._open) if if_judged else []
        if not if_judged:
            self.if_judged = {}
        self.stale, self.frozen_text = bool(self.standings), ""
        self._drop()
        self.slice.start()
        self._pause.start()

    def stop(self) -> None:
        """Compute nothing until the next `follow`."""
        self._open, self._unjudged, self._cold, self._small, self._freeze = [], [], [], [], None
        self.slice.stop()
        self._pause.stop()
        self._drop()

    def _drop(self) -> None:
        self.progress_text = ""
        self._task.cancel()

    def _warm(self) -> None:
        """Prepare as much as fits into one slice."""
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
        elif self._open:
            self._bound(self._open, self.bounds)
        elif self._unjudged:
            self._bound(self._unjudged, self.if_judged, if_all_judged=True)
        else:
            self._bound_others()
        done = not (self._cold or self._open or self._unjudged or self._small)
        if not done:
            self.slice.start()
        if done or time.perf_counter() - self._shown_at > _SHOWN_EVERY:
            self._shown_at = time.perf_counter()
            self.changed.emit()

    def _bound(self, runs: list[int], found: dict[int, Bounds], *, if_all_judged: bool = False) -> None:
        board, one = self._board, self._measure
        if board is None or one is None:
            return
        began, shown = time.perf_counter(), set(board.runs)
        while not board.prepare_bounds(one, _QUESTIONS, if_all_judged=if_all_judged):
            if time.perf_counter() - began > _SLICE:
                return
        while runs and time.perf_counter() - began < _SLICE:
            run = runs.pop(0)
            if run in shown and not (if_all_judged and board.is_made(run)):
                found[run] = board.bounds(one, run, if_all_judged=if_all_judged)

    def _bound_others(self) -> None:
        """Compute bounds of the measures that do not rank, for as long as a slice may take."""
        board, began = self._board, time.perf_counter()
        while board is not None and self._small and time.perf_counter() - began < _SLICE:
            one, run = self._small[0]
            if board.prepare_bounds(one, _QUESTIONS):
                self._small.pop(0)
                self.ranges[one.name, run] = board.bounds(one, run)

    def _draw(self) -> None:
        if self._freeze is None or self._measure is None:
            return
        self.paused.emit()
        runs = () if self._board is None else self._board.runs
        self._small = [(one, run) for one in self._others for run in runs]
        if self._small:
            self.slice.start()
        frozen, one = self._freeze(), self._measure
        self._began = time.perf_counter()

        def work(watch: Watch) -> _Drawn:
            board = frozen.board()
            made = prepare_tests(board, one)
            draws = affordable_draws(made)
            not_scored = said_of(count_by_reason(board))
            return _Drawn(made, with_intervals(made, draws=draws, watch=watch), draws, board.frozen_text, not_scored)

        self._compute(work, self._drawn, tr("computing intervals"))

    def _drawn(self, found: _Drawn) -> None:
        """Show intervals at once if there are none; older marks stay until there are new ones."""
        self.draws, self.frozen_text, self.not_scored = found.draws, found.frozen_text, found.not_scored
        if not self.standings:
            self._stand(found.standings)
        made = found.made
        swaps = affordable_swaps(made, len(made.rows))
        self._compute(
            lambda watch: with_marks(made, found.standings, swaps=swaps, watch=watch),
            lambda found: self._tested(found, made),
            tr("testing neighbors"),
        )

    def _tested(self, found: tuple[Standing, ...], made: ToTest) -> None:
        self._marked(found)
        asked = self._asked
        self._compute(lambda watch: lines_by_test(made, *asked, watch), self._joined, tr("testing pairs"))

    def _joined(self, found: UnseparatedRuns) -> None:
        self.lines, self.stale, self.progress_text = found, False, ""
        self.changed.emit()

    def _marked(self, found: tuple[Standing, ...]) -> None:
        """Show marks; they are as old as the lines until these arrive, too."""
        self.progress_text = ""
        taken = round(1000 * (time.perf_counter() - self._began))
        # Long work is restarted only after a pause in judging of the same length, not between two labels.
        self._pause.setInterval(min(max(PAUSE_MS, taken), _LONGEST_PAUSE_MS))
        self._stand(found)

    def _stand(self, found: tuple[Standing, ...]) -> None:
        below = [row.row.run for row in found[1:]]
        pairs = zip(found, [*below, None], strict=True)
        self.standings = {row.row.run: (row, lower) for row, lower in pairs}
        self.changed.emit()

    def _compute(self, work: Callable[[Watch], _T], then: Callable[[_T], object], what: str) -> None:
        """Work on another thread, and report the step and the remaining time."""
        self._task.start(work, then)
        self._doing = self.progress_text = what
        self.moved_on.emit()

    def _progressed(self, progress: Progress) -> None:
        left = time_left(progress.left)
        self.progress_text = comma_list(filter(None, (self._doing, left)))
        self.moved_on.emit()

    def _failed(self, _error: Exception) -> None:
        self.progress_text = ""


_DRAWS_A_PAIR = 40
"""The least number of draws for a pair: corrected for all pairs, the smallest p-value must be well below .05.
"""
_MOST_SWAPS = 2_000_000
"""Draws for all pairs together, which take some seconds: this runs whenever judging pauses."""
_MOST_RUNS = 80
"""With more runs no lines are drawn: nobody could read them."""


def lines_by_test(made: ToTest, test: Test, correction: Correction, watch: Watch | None = None) -> UnseparatedRuns:
    """Return which runs of a ranking are not shown to differ; no lines if they cannot be tested."""
    if made.found is None or not 1 < len(made.found.runs) <= _MOST_RUNS:
        return UnseparatedRuns()
    pairs = len(made.found.runs) * (len(made.found.runs) - 1) // 2
    draws = affordable_swaps(made, pairs, most=min(max(1000, _DRAWS_A_PAIR * pairs), _MOST_SWAPS // pairs))
    usual: Test = "sign" if len(made.values) else "randomization"
    impossible = limit_note(made, test or usual, draws, pairs)
    if impossible:
        return UnseparatedRuns(test=test or usual, correction=correction, why_none=impossible)
    try:
        tested, p, done = finish_pairs(made, test=test, correction=correction, draws=draws, watch=watch)
    except Refused:
        return UnseparatedRuns()
    order = [row.run for row in made.rows if row.score.defined and row.run in tested]
    places = [tested.index(run) for run in order]
    stretches = not_shown_to_differ(p[places][:, places])
    lines = tuple(tuple(order[first : last + 1]) for first, last in stretches)
    return UnseparatedRuns(lines, done, correction, draws if done == "randomization" else 0)
