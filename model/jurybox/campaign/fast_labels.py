"""Labels given faster than anybody can read the answer, so that the organizer can check them.

Only labels given one by one in the window with a known active time count, for answers that the assessor had
not labeled before and whose text takes longer than `FAST_SECONDS` to read. Labels that were imported, given
to several answers at once, or without a time carry no information on pace.
"""

import sqlite3
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from statistics import median
from time import monotonic

from jurybox.collection.table_reads import last_row
from jurybox.judging.search import next_count
from jurybox.watch import Watch

FAST_SECONDS = 1.0
"""A label in less time is too fast for a text that takes longer to read."""
CHARACTERS_A_SECOND = 50
"""The fastest credible reading: about 600 words a minute, twice the rate of reading with comprehension."""
IN_A_ROW = 10
"""This many labels in a row that are too fast are implausible."""
ENOUGH = 20
"""The least number of labels for which a median can be implausible."""
LONG_TEXT = round(CHARACTERS_A_SECOND * FAST_SECONDS)
"""Characters that can be read in `FAST_SECONDS`; only longer texts count."""
_STATEMENT = """
SELECT id, assessor - 1, answer - 1, seconds, part > 0 FROM entry
WHERE id > ? AND id <= ? AND kind = 'judgment' AND nugget IS NULL AND answer IS NOT NULL AND act = 'do'
  AND label IS NOT NULL
ORDER BY id
"""
GivenLabel = tuple[int, int, float | None, bool]
"""Assessor, answer, active seconds or None, and whether it continues the step of the previous label."""


@dataclass(frozen=True, slots=True)
class FastLabels:
    """How fast one assessor labeled texts that take longer than a second to read.

    Of `timed` such labels, `fast` took less time; `in_a_row` is the longest run of them. `median_seconds` is
    the median of the timed ones, None for none.
    """

    timed: int = 0
    fast: int = 0
    in_a_row: int = 0
    median_seconds: float | None = None

    @property
    def is_implausible(self) -> bool:
        """Whether a run of them, or the median of enough labels, is faster than anybody reads."""
        return self.in_a_row >= IN_A_ROW or self.has_fast_median

    @property
    def has_fast_median(self) -> bool:
        """Whether the median rests on enough labels and is too fast."""
        return self.timed >= ENOUGH and self.median_seconds is not None and self.median_seconds < FAST_SECONDS


class _FastCount:
    """Counts one assessor's labels, oldest first."""

    def __init__(self) -> None:
        self._met: set[int] = set()
        self._took = array("d")
        self._row = self._longest = 0
        self._waiting: float | None = None

    def note(self, answer: int, seconds: float | None, *, goes_on: bool, is_long: bool) -> None:
        """Take in a label; it counts once the next one shows that it was a step of its own."""
        if goes_on:
            self._waiting = None
        else:
            self._count_waiting()
            is_first = answer not in self._met
            self._waiting = seconds if seconds and is_long and is_first else None
        self._met.add(answer)

    def _count_waiting(self) -> None:
        if self._waiting is not None:
            self._took.append(self._waiting)
            self._row = self._row + 1 if self._waiting < FAST_SECONDS else 0
            self._longest = max(self._longest, self._row)
            self._waiting = None

    def found(self) -> FastLabels:
        """Return the counts."""
        self._count_waiting()
        fast = sum(seconds < FAST_SECONDS for seconds in self._took)
        return FastLabels(len(self._took), fast, self._longest, median(self._took) if self._took else None)


def fast_labels(given: Iterable[GivenLabel], long_texts: bytes) -> dict[int, FastLabels]:
    """Return everybody's fast labels, from labels in the order of the log.

    `long_texts`: 1 for each answer whose text takes longer than a second to read, else 0.
    """
    counts: dict[int, _FastCount] = {}
    for who, answer, seconds, goes_on in given:
        is_long = bool(long_texts[answer])
        counts.setdefault(who, _FastCount()).note(answer, seconds, goes_on=goes_on, is_long=is_long)
    return {who: count.found() for who, count in counts.items()}


def read_fast_labels(db: sqlite3.Connection, watch: Watch | None = None) -> dict[int, FastLabels]:
    """Read everybody's fast labels from the log, in batches so that no read stays open for long."""
    watch = watch or Watch()
    answers = last_row(db, "answer")
    long_texts = bytearray(answers)
    rows = (row for stretch in _stretches(db, _TEXTS, answers, watch) for row in stretch)
    for (answer,) in rows:
        long_texts[answer] = 1
    last = last_row(db, "entry")
    entries = (row[1:] for stretch in _stretches(db, _STATEMENT, last, watch) for row in stretch)
    return fast_labels(((who, at, took, bool(on)) for who, at, took, on in entries), bytes(long_texts))


_TEXTS = f"SELECT id - 1 FROM answer WHERE id > ? AND id <= ? AND length(text) > {LONG_TEXT}"  # noqa: S608


def _stretches(db: sqlite3.Connection, statement: str, last: int, watch: Watch) -> Iterator[list[tuple[int, ...]]]:
    start, count = 0, 1024
    while start < last and not watch.cancelled():
        began = monotonic()
        rows = db.execute(statement, (start, start + count)).fetchall()
        start, count = start + count, next_count(count, monotonic() - began)
        yield rows
