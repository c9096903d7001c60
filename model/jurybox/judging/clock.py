"""How long an answer was really viewed: time without a key or the mouse is left out beyond a limit."""

from collections.abc import Callable
from time import monotonic

IDLE_SECONDS = 60.0
"""Seconds without a key, the mouse or a scroll after which the assessor counts as absent."""


class ActiveClock:
    """Active seconds per answer, kept while one moves to and fro, until they are taken with a label.

    Between two signs of life the time counts up to `idle` seconds, also where the computer slept in between.
    `now` should be a clock that never goes back; where it does all the same, the time counts from there.
    """

    def __init__(self, idle: float = IDLE_SECONDS, now: Callable[[], float] = monotonic) -> None:
        if idle <= 0:
            raise ValueError(f"idle limit of {idle} seconds: must be above 0")
        self.idle = idle
        self._now = now
        self._spent: dict[int, float] = {}
        self._answer: int | None = None
        self._since = 0.0

    def show(self, answer: int | None) -> None:
        """Begin to count for this answer; None (nothing shown, or the window was left) counts for none."""
        self.touch()
        self._answer = answer
        self._since = self._now()

    def touch(self) -> None:
        """Note a sign of life: a key, the mouse, a scroll."""
        now = self._now()
        if self._answer is not None:
            spent = min(max(0.0, now - self._since), self.idle)
            self._spent[self._answer] = self._spent.get(self._answer, 0.0) + spent
        self._since = now

    def seconds(self, answer: int) -> float:
        """Return the active seconds of an answer since they were last taken, to the hundredth."""
        self.touch()
        return round(self._spent.get(answer, 0.0), 2)

    def take(self, answer: int) -> float:
        """Return the active seconds of an answer and begin again at 0: they go with its label."""
        self.touch()
        return round(self._spent.pop(answer, 0.0), 2)

    def forget(self) -> None:
        """Forget the time of all answers: somebody else judges from now on."""
        self.touch()
        self._spent.clear()
