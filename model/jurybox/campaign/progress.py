"""Everybody's progress: what is assigned and judged, at what pace, and the projected end."""

import sqlite3
from array import array
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, tzinfo
from statistics import median
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from jurybox.campaign.fast_labels import FastLabels, read_fast_labels
from jurybox.collection.catalog import Catalog
from jurybox.collection.codes import CONFLICT, LABEL_CODES
from jurybox.collection.ledger import Ledger
from jurybox.collection.organizer import ORGANIZER
from jurybox.collection.table_reads import last_row
from jurybox.judging.nugget_work import matched_with_all
from jurybox.judging.pace import FEWEST, LEAST_SECONDS, PAUSE_SECONDS, RECENT
from jurybox.judging.search import next_count
from jurybox.judging.sent_back import Returned, sent_back
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


def progress(
    catalog: Catalog,
    ledger: Ledger,
    paces: dict[int, AssessorPace],
    now: int,
    *,
    kinds: tuple[str, ...] = ("person",),
    panel: Collection[int] = (),
) -> list[CampaignProgress]:
    """Return the progress of everybody who judges or should judge, in the order of the collection.

    If assignments exist, somebody without one counts only after judging something; the organizer, who stands
    for imported files, only after judging in person. Without assignments everybody judges everything, but an
    assessor who is not on a stored panel and whose labels were all imported is done with those.
    """
    found = []
    given = bool(len(catalog.assigned[0]))
    for who, assessor in enumerate(catalog.assessors):
        labels = ledger.labels[who]
        mine = catalog.assigned_to(who)
        if assessor.name == ORGANIZER and not (given and mine.any()) and not paces.get(who, AssessorPace()).given:
            continue
        labels = _with_boards(catalog, ledger, who, mine, labels)
        if catalog.unasked is not None:
            labels = np.where(catalog.unasked, np.int8(0), labels)
        if not given and who not in panel and labels.any() and ledger.imported_only(who):
            mine = labels != 0
        if assessor.kind not in kinds or not (mine.any() if given else labels.any()):
            if not (assessor.kind in kinds and labels.any()):
                continue
            mine = labels != 0
        back = [one for one in sent_back(catalog, ledger, who) if _is_asked(catalog, one.subject.answer)]
        codes = _opened_again(labels, back)[mine]
        pace = paces.get(who, AssessorPace())
        found.append(_progress(who, assessor.name, codes, len(back), pace, now))
    return found


def _is_asked(catalog: Catalog, answer: int | None) -> bool:
    return answer is None or catalog.unasked is None or not catalog.unasked[answer]


def judged_answers(catalog: Catalog, ledger: Ledger, who: int) -> NDArray[np.bool_]:
    """Return which answers an assessor has judged, as progress counts them; shape (answers,)."""
    everything = np.ones(catalog.answer_count, dtype=np.bool_)
    codes = _with_boards(catalog, ledger, who, everything, ledger.labels[who])
    judged: NDArray[np.bool_] = _opened_again(codes, sent_back(catalog, ledger, who)) > 0
    return judged


def _opened_again(codes: NDArray[np.int8], back: Iterable[Returned]) -> NDArray[np.int8]:
    """Return the label codes of all answers, with returned ones open."""
    answers = [one.subject.answer for one in back if one.subject.answer is not None]
    if not answers:
        return codes
    found = codes.copy()
    found[answers] = 0
    return found


def _with_boards(
    catalog: Catalog, ledger: Ledger, who: int, mine: NDArray[np.bool_], labels: NDArray[np.int8]
) -> NDArray[np.int8]:
    """Return the label codes, with responses that are matched with every nugget as judged."""
    on_boards = np.flatnonzero(catalog.asks(lambda kind: not kind.is_labeled))
    found = labels.copy() if len(on_boards) else labels
    for question in on_boards.tolist():
        answers = catalog.answers_of(question)
        answers = answers[mine[answers] & (labels[answers] == 0)]
        if len(answers) and who in ledger.board.matches_of(question).assessors():
            done = matched_with_all(catalog, ledger, question, answers.tolist(), who)
            found[answers[done]] = LABEL_CODES["yes"]
    return found


def _progress(who: int, name: str, codes: np.ndarray, back: int, pace: AssessorPace, now: int) -> CampaignProgress:
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
