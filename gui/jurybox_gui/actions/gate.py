"""Keys pressed before the answer was on the screen are not judgments of it."""

import time

_WRAP = 1 << 32
_SAME_CLOCK_MS = 60_000
# Stamps are whole milliseconds and may be rounded up: a key may seem to be this far ahead of its arrival.
_AHEAD = 1_000
# A stamp is cut to whole milliseconds: the key went down at some time within that millisecond.
_GRAIN = 1.0


def monotonic_ms() -> float:
    """Return milliseconds of the clock that X11, Wayland, Windows and macOS stamp keys with."""
    return time.monotonic_ns() / 1e6


class KeyGate:
    """Lets a key pass only if it was pressed after the current answer was painted.

    Shut it when the answer changes (`shut`), open it in the paint event (`painted_at`). Key time stamps are
    32-bit milliseconds of some clock: this computer's own monotonic clock, or a remote display's. The
    smallest delay seen between stamp and arrival distinguishes the two.
    """

    def __init__(self) -> None:
        self._painted: float | None = None
        self._offset: float | None = None

    def shut(self) -> None:
        """Refuse every key until the next answer is painted."""
        self._painted = None

    def painted_at(self, ms: float | None = None) -> None:
        """Record that the current answer is painted, `ms` on the monotonic clock (default: now)."""
        if self._painted is None:
            self._painted = monotonic_ms() if ms is None else ms

    @property
    def painted(self) -> float | None:
        """When the current answer was first painted, ms on the monotonic clock; None if it is not yet."""
        return self._painted

    @property
    def open(self) -> bool:
        """Whether the current answer has been painted."""
        return self._painted is not None

    def admits(self, stamp: int, now: float | None = None) -> bool:
        """Return whether a key stamped `stamp` ms and handled at `now` may label the answer.

        A stamp of 0 means that the platform gives none; the key is then refused only while the answer is
        unpainted.
        """
        if not stamp:
            return self.open
        arrived = monotonic_ms() if now is None else now
        self._learn(arrived, stamp)
        if self._painted is None:
            return False
        return self._pressed_at(arrived, stamp) + _GRAIN > self._painted

    def pressed_at(self, stamp: int, now: float | None = None) -> float:
        """Return when a key stamped `stamp` ms and handled at `now` went down, ms on the monotonic clock.

        Of a key that `admits` was asked about; one without a stamp went down at `now`.
        """
        arrived = monotonic_ms() if now is None else now
        return self._pressed_at(arrived, stamp) if stamp else arrived

    def _learn(self, arrived: float, stamp: int) -> None:
        delay = _since(arrived, stamp)
        if self._offset is None:
            self._offset = 0.0 if delay < _SAME_CLOCK_MS else delay
        elif delay < self._offset:
            self._offset = delay

    def _pressed_at(self, arrived: float, stamp: int) -> float:
        return arrived - _since(arrived - (self._offset or 0.0), stamp)


def _since(arrived: float, stamp: int) -> float:
    """Return the milliseconds from a 32-bit stamp to its arrival, a little below zero at the least."""
    return (arrived - stamp + _AHEAD) % _WRAP - _AHEAD
