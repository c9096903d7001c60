"""How fast one assessor judges: today's number, labels per hour, time left."""

from bisect import bisect_left, insort
from collections import deque
from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import chain, islice

PAUSE_SECONDS = 300.0
"""A longer gap between two labels is a pause and no part of the pace."""
RECENT = 200
"""Labels that the pace is taken from: enough to be steady, few enough to follow the day."""
FEWEST = 5
"""Gaps below which no pace is shown."""
LEAST_SECONDS = 60.0
"""Seconds of work below which no pace is shown: the first labels come faster, or slower, than all others."""


NOT_HERE = 0.0
"""Seconds of a judgment that was not given in a window, such as an imported one: it says nothing of the pace."""
Judged = tuple[int, int, bool, float | None]
"""Answer, time, whether a label or state was given, and active seconds: None for the time since the one before."""


class Pace:
    """The pace of judging, fed with the times of judgments (ms since 1970, as in the log).

    It is counted as on the Campaign page (`jurybox.campaign.progress`): by the active seconds stored with a judgment,
    and without them by the time since the one before. The clock of the machine may be set back: a gap below 0 is
    left out like a pause, and a judgment later today than now counts as today's.
    """

    def __init__(self) -> None:
        self._said: dict[int, int] = {}
        self._moments: list[int] = []  # of all in `_said`, sorted: today is counted after every label
        self._noted: list[Judged] = []
        self._took: deque[float] = deque(maxlen=RECENT)
        self._before: int | None = None

    def fill(self, entries: Iterable[Judged]) -> None:
        """Take in entries, oldest first; what was noted too counts once."""
        self._said, self._took, self._before = {}, deque(maxlen=RECENT), None
        noted = {one[:3] for one in self._noted}  # it comes last, so that it decides the result
        for answer, at, given, seconds in chain((one for one in entries if one[:3] not in noted), self._noted):
            self._put(answer, at if given else None, seconds)
        self._moments = sorted(self._said.values())

    def note(self, answer: int, at: int, *, given: bool, seconds: float | None = None) -> None:
        """Take in that a label or state of an answer was given, or was cleared or undone."""
        self._noted.append((answer, at, given, seconds))
        before = self._said.get(answer)
        if before is not None:
            del self._moments[bisect_left(self._moments, before)]
        if given:
            insort(self._moments, at)
        self._put(answer, at if given else None, seconds)

    @property
    def count(self) -> int:
        """The number of judged answers."""
        return len(self._said)

    def newest(self, count: int) -> list[tuple[int, int]]:
        """Return (answer, time) of what was said last, the newest first."""
        return list(islice(reversed(self._said.items()), count))

    def today(self, now: int) -> int:
        """Return how many answers were judged on the day of `now`, in this machine's time zone."""
        # Without a time zone, so that each midnight has the offset from UTC that applies then.
        here = datetime.fromtimestamp(now / 1000).astimezone().replace(tzinfo=None)
        day = here.replace(hour=0, minute=0, second=0, microsecond=0)
        begins, ends = (bisect_left(self._moments, _ms(one)) for one in (day, day + timedelta(days=1)))
        return ends - begins

    def per_hour(self) -> float | None:
        """Return labels per hour of judging, pauses left out; None while too few are known."""
        spent = sum(self._took)
        if len(self._took) < FEWEST or spent < LEAST_SECONDS:
            return None
        return 3600 * len(self._took) / spent

    def seconds_left(self, open_answers: int) -> float | None:
        """Return how long this many answers take at this pace; None while the pace is unknown."""
        rate = self.per_hour()
        return None if rate is None else 3600 * open_answers / rate

    def _put(self, answer: int, at: int | None, seconds: float | None) -> None:
        """Make an answer the last judged one, or an unjudged one."""
        self._said.pop(answer, None)
        if at is None:
            return
        self._said[answer] = at
        if seconds == NOT_HERE:
            return
        gap = PAUSE_SECONDS + 1 if self._before is None else (at - self._before) / 1000
        self._before = at
        took = seconds or (gap if 0 <= gap <= PAUSE_SECONDS else None)
        if took is not None:
            self._took.append(took)


def _ms(moment: datetime) -> float:
    return moment.timestamp() * 1000
