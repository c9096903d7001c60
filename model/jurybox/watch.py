"""Long work: how far it is, how long it will still take, and stopping it at once."""

import math
import time
from collections.abc import Callable
from typing import NamedTuple, Self

from jurybox.errors import Refused
from jurybox.language import tr


class Progress(NamedTuple):
    """The progress of work: `done` steps of `total` (0: unknown), and the seconds `left` (NaN: unknown).

    `what` names the present part, "" if the work has only one.
    """

    what: str
    done: int
    total: int = 0
    left: float = math.nan


class Stopped(Refused):
    """The person stopped the work; nothing was changed."""

    def __init__(self) -> None:
        super().__init__(tr("The work was stopped. Nothing was changed."))


class Watch:
    """Receives the progress of long work, and tells it whether to stop.

    `progress` is called on the thread of the work; `cancelled` is checked before each step. Work with a known
    number of steps calls `expect` and `step`; other work calls `report`. Both raise Stopped if the rest is
    not wanted; work that may end early and keep its result checks `cancelled` itself.
    """

    def __init__(
        self, progress: Callable[[Progress], object] | None = None, cancelled: Callable[[], bool] = lambda: False
    ) -> None:
        self._progress = progress
        self.cancelled = cancelled
        self._total = 0
        self._done = 0
        self._began = time.monotonic()

    def quiet(self) -> Self:
        """Return a watch for a part of the work, which stops with this one and reports nothing."""
        return type(self)(cancelled=self.cancelled)

    def expect(self, total: int) -> None:
        """Begin work of this many steps."""
        self._total, self._done = total, 0
        self._began = time.monotonic()
        self.step(0)

    def step(self, count: int) -> None:
        """Note this many further steps. Stopped if the rest is not wanted."""
        self._done += count
        elapsed = time.monotonic() - self._began
        left = elapsed / self._done * (self._total - self._done) if self._done else math.nan
        self.tell(Progress("", self._done, self._total, left))

    def report(self, what: str, done: int) -> None:
        """Note what is being done and how much of it is done; raises Stopped if the rest is not wanted."""
        self.tell(Progress(what, done))

    def tell(self, progress: Progress) -> None:
        """Tell how far the work is; raises Stopped if the rest is not wanted."""
        if self.cancelled():
            raise Stopped
        if self._progress is not None:
            self._progress(progress)
