"""Everybody's progress: what is assigned and judged, at what pace, and the projected end."""

import sqlite3
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, tzinfo
from statistics import median
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from jurybox.campaign.fast_labels import FastLabels, read_fast_labels
from jurybox.collection.catalog import Bytes, Catalog, Ints
from jurybox.collection.codes import CONFLICT, LABEL_CODES
from jurybox.collection.collection import Collection
from jurybox.collection.ledger import Ledger
from jurybox.collection.organizer import ORGANIZER
from jurybox.collection.table_reads import last_row
from jurybox.judging.calibration import calibration_questions
from jurybox.judging.order import queue_order, with_repeats
from jurybox.judging.pace import FEWEST, LEAST_SECONDS, PAUSE_SECONDS, RECENT
from jurybox.judging.queue_codes import code_of_list, queue_codes
from jurybox.judging.search import next_count
from jurybox.judging.sent_back import sent_back
from jurybox.watch import Watch

_DAY_MS = 86_400_000
_ENOUGH_SECONDS, _ENOUGH_DAYS = 1800.0, 2
"""Active seconds, and days with any, below which no end is projected: a few minutes do not show a working
day."""
_MOST_DAYS = 36_525
"""A hundred years: a later end means that a clock was wrong, not that there is so much work."""
_STATEMENT = """
SELECT id, assessor - 1, at, seconds, CASE kind WHEN 'match' THEN answer - 1 END FROM entry
WHERE id > ? AND id <= ? AND kind IN ('judgment', 'match') AND answer IS NOT NULL AND act = 'do'
  AND (label IS NOT NULL OR state IS NOT NULL)
ORDER BY id
"""
_QUARTER = 900_000
"""A quarter of an hour, ms: days of every time zone begin with one."""
_DAYS = """
SELECT assessor - 1, at / ?, count(*) FROM entry
WHERE kind IN ('judgment', 'match') AND answer IS NOT NULL AND act IN ('do', 'import')
  AND (label IS NOT NULL OR state IS NOT NULL)
GROUP BY 1, 2
"""
_NONE: Ints = np.empty(0, dtype=np.int32)
Spoken = tuple[int, int, float | None, int | None]
"""Assessor, time in ms, active seconds or None, and the response on a nugget board, None for a label."""


@dataclass(frozen=True, slots=True)
class AssessorPace:
    """How one assessor has worked: judgments given, active seconds, days with judgments.

    `per_hour` is the rate of the last judgments per active hour; None while too few are known. `first` and
    `last` are in milliseconds since 1970. Active seconds are those stored with the judgment; without them,
    the time since the previous judgment, and nothing if that was a pause. A response matched with one nugget
    after the other is one judgment.

    `median_seconds` is that of the `timed` judgments whose time is known, pauses left out; `by_day` counts
    judgments by day. `fast` is set if it was requested.
    """

    given: int = 0
    seconds: float = 0.0
    days: int = 0
    per_hour: float | None = None
    first: int | None = None
    last: int | None = None
    median_seconds: float | None = None
    timed: int = 0
    by_day: Mapping[date, int] = field(default_factory=dict)
    fast: FastLabels = field(default_factory=FastLabels)


@dataclass(frozen=True, slots=True)
class CampaignProgress:
    """The progress of one assessor; `open` includes conflicts, `states` counts skipped answers.

    Counts are those of the assessor's queue: a closed list of options is one, and `repeats` answers that are
    shown a second time are among the `assigned` ones.

    `sent_back` counts returned items: answers, which are open again as in the assessor's queue, and questions
    and nuggets, whose answers may all be judged.

    `hours_left` is active time at their pace; `ends_at` (ms since 1970) is when they will be done if they
    continue to work as many hours a day, days off included, as so far. Both are None while the pace is
    unknown.
    """

    assessor: int
    name: str
    assigned: int
    judged: int
    states: int
    open: int
    conflicts: int
    sent_back: int
    pace: AssessorPace
    hours_left: float | None = None
    ends_at: int | None = None
    repeats: int = 0


def progress(
    collection: Collection, paces: dict[int, AssessorPace], now: int, *, kinds: tuple[str, ...] = ("person",)
) -> list[CampaignProgress]:
    """Return the progress of everybody who judges or should judge, in the order of the collection.

    If assignments exist, somebody without one counts only after judging something; the organizer, who stands
    for imported files, only after judging in person. Without assignments everybody judges everything, but an
    assessor who is not on a stored panel and whose labels were all imported is done with those.
    """
    catalog, ledger, facts = collection
    found = []
    given = bool(len(catalog.assigned[0]))
    asked = np.ones(catalog.answer_count, dtype=np.bool_) if catalog.unasked is None else ~catalog.unasked
    for who, assessor in enumerate(catalog.assessors):
        mine = catalog.assigned_to(who)
        if assessor.name == ORGANIZER and not (given and mine.any()) and not paces.get(who, AssessorPace()).given:
            continue
        labeled = asked & ((ledger.labels[who] != 0) | judged_answers(catalog, ledger, who))
        imported = not given and who not in facts.panel and labeled.any() and ledger.imported_only(who)
        queued = not imported and assessor.kind in kinds and bool(mine.any() if given else labeled.any())
        if not queued and not (assessor.kind in kinds and labeled.any()):
            continue
        again = _repeats(collection, who) if queued else _NONE
        codes = _codes(catalog, ledger, who, np.flatnonzero(mine if queued else labeled), again)
        back = sum(one.subject.answer is None or asked[one.subject.answer] for one in sent_back(catalog, ledger, who))
        found.append(_progress(who, assessor.name, codes, len(again), back, paces.get(who, AssessorPace()), now))
    return found


def judged_answers(catalog: Catalog, ledger: Ledger, who: int) -> NDArray[np.bool_]:
    """Return which answers an assessor has judged, as progress counts them; shape (answers,)."""
    everything = np.arange(catalog.answer_count, dtype=np.int32)
    judged: NDArray[np.bool_] = queue_codes(catalog, ledger, who, everything, everything < 0).codes > 0
    return judged


def _repeats(collection: Collection, who: int) -> Ints:
    """Return the answers that an assessor meets a second time, as in their queue."""
    catalog, _, facts = collection
    if not facts.repeats:
        return _NONE
    order = queue_order(catalog, who, frozenset(calibration_questions(catalog, facts)))
    order = with_repeats(catalog, order, catalog.assessors[who].code, facts.repeats)
    return order.answers[order.again[order.row_of]]


def _codes(catalog: Catalog, ledger: Ledger, who: int, answers: NDArray[np.intp], again: Ints) -> Bytes:
    """Return the codes of somebody's answers and repeats, a closed list of options as one."""
    places = np.concatenate((answers, again)).astype(np.int32)
    second = np.arange(len(places)) >= len(answers)
    codes = queue_codes(catalog, ledger, who, places, second).codes
    owner = catalog.answer_question[places]
    in_list = np.isin(owner, list(catalog.closed))
    lists = {(int(owner[at]), bool(second[at])) for at in np.flatnonzero(in_list)}
    whole = [code_of_list(codes[(owner == question) & (second == twice)]) for question, twice in sorted(lists)]
    return np.concatenate((codes[~in_list], np.array(whole, dtype=np.int8)))


def _progress(
    who: int, name: str, codes: Bytes, again: int, back: int, pace: AssessorPace, now: int
) -> CampaignProgress:
    conflicts = int(np.count_nonzero(codes == CONFLICT))
    judged = int(np.count_nonzero(codes > 0))
    deferred = int(np.count_nonzero(codes == LABEL_CODES["deferred"]))
    open_ = int(np.count_nonzero(codes == 0)) + conflicts + deferred
    hours = open_ / pace.per_hour if pace.per_hour else None
    return CampaignProgress(
        who,
        name,
        assigned=len(codes),
        judged=judged,
        states=len(codes) - judged - open_,
        open=open_,
        conflicts=conflicts,
        sent_back=back,
        pace=pace,
        hours_left=hours,
        ends_at=_end(pace, hours, now),
        repeats=again,
    )


def _end(pace: AssessorPace, hours: float | None, now: int) -> int | None:
    """Return when this many hours will have been worked; None if it cannot be projected."""
    if hours is None or pace.first is None or not pace.seconds:
        return None
    if hours and pace.seconds < _ENOUGH_SECONDS and pace.days < _ENOUGH_DAYS:
        return None
    if not hours:
        return pace.last
    elapsed = max(1, (_day(now) - _day(pace.first)).days + 1)
    days = hours / (pace.seconds / 3600 / elapsed)
    return now + round(days * _DAY_MS) if days <= _MOST_DAYS else None


class _JudgmentCount:
    """Counts one assessor's judgments, oldest first."""

    def __init__(self, zone: tzinfo | None) -> None:
        self.given, self.seconds = 0, 0.0
        self.days = Counter[date]()
        self.took = array("d")
        self._zone = zone
        self.first: int | None = None
        self.last: int | None = None
        self._before: int | None = None  # not the maximum: a clock may have been ahead for a while
        self._part: int | None = None

    def note(self, at: int, seconds: float | None, part: int | None) -> None:
        took = seconds or self._gap(at)
        self._before = at
        goes_on, self._part = part is not None and part == self._part, part
        self.first = at if self.first is None else min(self.first, at)
        self.last = at if self.last is None else max(self.last, at)
        self.given += not goes_on
        self.days[_day(at, self._zone)] += not goes_on
        if took is not None:
            self.seconds += took
            if goes_on and self.took:
                self.took[-1] += took
            else:
                self.took.append(took)

    def _gap(self, at: int) -> float | None:
        """Return the seconds since the previous judgment; None after a pause, or if a clock went back."""
        gap = PAUSE_SECONDS + 1 if self._before is None else (at - self._before) / 1000
        return gap if 0 <= gap <= PAUSE_SECONDS else None

    def pace(self) -> AssessorPace:
        recent = self.took[-RECENT:]
        spent = sum(recent)
        known = len(recent) >= FEWEST and spent >= LEAST_SECONDS
        return AssessorPace(
            self.given,
            self.seconds,
            len(self.days),
            3600 * len(recent) / spent if known else None,
            self.first,
            self.last,
            median(self.took) if self.took else None,
            len(self.took),
            dict(sorted(self.days.items())),
        )


def paces_of(said: Iterable[Spoken], zone: tzinfo | None = None) -> dict[int, AssessorPace]:
    """Return everybody's pace from judgments, oldest first; `zone`: that of the days, None for local time."""
    counts: dict[int, _JudgmentCount] = {}
    for who, at, seconds, part in said:
        counts.setdefault(who, _JudgmentCount(zone)).note(at, seconds, part)
    return {who: count.pace() for who, count in counts.items()}


def read_paces(
    db: sqlite3.Connection, watch: Watch | None = None, zone: tzinfo | None = None, *, fast: bool = False
) -> dict[int, AssessorPace]:
    """Read everybody's pace from the log, in batches so that no read stays open for long.

    `fast`: also find labels given faster than anybody reads, which requires reading texts.
    """
    paces = paces_of(_read(db, watch or Watch()), zone)
    if not fast:
        return paces
    found = read_fast_labels(db, watch)
    return {who: replace(pace, fast=found.get(who, FastLabels())) for who, pace in paces.items()}


def read_days(db: sqlite3.Connection, zone: tzinfo | None = None) -> dict[int, dict[date, int]]:
    """Read how many labels everybody gave on each day, imported ones on the day that their file names.

    Labels that were replaced later count, too; `zone`: that of the days, None for local time.
    """
    days: dict[int, Counter[date]] = {}
    for who, quarter, count in db.execute(_DAYS, (_QUARTER,)):
        days.setdefault(who, Counter())[_day(quarter * _QUARTER, zone)] += count
    return {who: dict(sorted(found.items())) for who, found in days.items()}


def _read(db: sqlite3.Connection, watch: Watch) -> Iterator[Spoken]:
    last = last_row(db, "entry")
    start, count = 0, 1024
    while start < last and not watch.cancelled():
        began = monotonic()
        rows = db.execute(_STATEMENT, (start, start + count)).fetchall()
        start, count = start + count, next_count(count, monotonic() - began)
        for _, *spoken in rows:
            who, at, seconds, part = spoken
            yield who, at, seconds, part


def _day(at: int, zone: tzinfo | None = None) -> date:
    return datetime.fromtimestamp(at / 1000, UTC).astimezone(zone).date()
