"""Long computations: how far they are, how long they will still take, and stopping at once."""

import time
from collections.abc import Callable

from jurybox.errors import Refused

Progress = Callable[[int, int, float], object]
"""Gets what is done, of how much, and the seconds still to go (NaN while nothing is done)."""


class Stopped(Refused):
    """The person stopped the computation; nothing was changed."""

    def __init__(self) -> None:
        super().__init__("The computation was stopped. Nothing was changed.")


class Watch:
    """Tells how far a computation is, and hears whether to stop.

    `progress` is called after every piece of work, on the thread of the computation; `cancelled` is asked
    before each.
    """

    def __init__(self, progress: Progress | None = None, cancelled: Callable[[], bool] | None = None) -> None:
        self._progress = progress
        self.cancelled = cancelled
        self._total = 0
        self._done = 0
        self._began = time.monotonic()

    def expect(self, total: int) -> None:
        """Begin work of so many steps."""
        self._total, self._done = total, 0
        self._began = time.monotonic()
        self.step(0)

    def step(self, count: int) -> None:
        """Note that so many steps more are done; raises Stopped if the rest is not wanted."""
        if self.cancelled is not None and self.cancelled():
            raise Stopped
        self._done += count
        if self._progress is not None:
            taken = time.monotonic() - self._began
            left = taken / self._done * (self._total - self._done) if self._done else float("nan")
            self._progress(self._done, self._total, left)
