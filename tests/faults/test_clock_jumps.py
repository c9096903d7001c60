"""The clock of the computer jumps, or it sleeps: the log keeps its order, and no label takes hours."""

import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from person import Person
from small import small_collection

from jurybox.campaign.progress import read_paces
from jurybox.collection.check import check
from jurybox.collection.file import open_reading
from jurybox.commands import Judge
from jurybox.judging.clock import ActiveClock
from jurybox.session import Session, open_session
from jurybox_gui.core.saving import saving_line

NOON = 1_774_778_400_000  # 29 March 2026, the day on which the clocks of Europe are put forward
HOUR, DAY = 3_600_000, 86_400_000
JUMPS = (0, 5, 12 * HOUR, 12 * HOUR + 1, -30 * DAY, 4000 * DAY, -1, 13 * HOUR, -NOON, 10)
"""What is added to noon with each label: midnight, months back, years ahead, and the beginning of 1970."""


class Clock:
    """A clock that shows what it is set to."""

    def __init__(self, now: int) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock(NOON)
    monkeypatch.setattr("jurybox.collection.log.now", clock)
    monkeypatch.setattr("jurybox.session.saving.now", clock)
    return clock


def label_through(session: Session, wall: Clock, first: int = 0) -> None:
    """Label one answer after the other while the clock jumps."""
    for at, jump in enumerate(JUMPS):
        wall.now = NOON + jump
        session.execute(Judge((first + at,), ("correct", "incorrect")[at % 2], seconds=3.0))
    session.flush()


def test_the_log_keeps_its_order_whatever_the_clock_does(tmp_path: Path, wall: Clock) -> None:
    path, other = (small_collection(tmp_path / name, questions=20) for name in ("a.jury", "b.jury"))
    other.write_bytes(path.read_bytes())
    with closing(open_session(path, assessor="Ana")) as session:
        label_through(session, wall)
        answers = [one.entry.subject.answer for one in session.history(99)]
        assert answers == list(reversed(range(len(JUMPS))))
        wall.now = NOON - 2 * DAY
        session.undo()
        assert session.content_of(len(JUMPS) - 1).label is None
        session.redo()
        session.execute(Judge((0,), "incorrect"))
    with closing(open_session(other, assessor="Ben")) as ben:
        label_through(ben, wall, first=20)
    with closing(open_session(path, assessor="Ana")) as session:
        session.merge(other)
        assert session.content_of(0).label == "incorrect"
        assert [session.content_of(at).label for at in (1, 2)] == ["incorrect", "correct"]
        assert session.content_of(20, session.catalog.assessor_named["Ben"]).label == "correct"
        session.undo()
        assert session.content_of(0).label == "correct"
    with closing(open_reading(path)) as db:
        assert check(db) == []
        pace = read_paces(db)[0]
    assert pace.seconds >= 0
    assert pace.median_seconds == 3.0


def test_sleep_and_jumps_give_no_label_hours_or_less_than_nothing(
    come: Callable[..., Person], tmp_path: Path, wall: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    active = Clock(1000)
    monkeypatch.setattr("jurybox_gui.desks.judging.desk.ActiveClock", partial(ActiveClock, now=active))
    person = come(small_collection(tmp_path / "a.jury", questions=8), assessor="Ana")
    said = []
    for at, jump in enumerate(JUMPS):
        wall.now = NOON + jump
        active.now += (2, 9 * 3600, -3600)[at % 3]  # read it, slept over it, and an odd clock
        person.press("1")
        person.settle()
        said.append(person.session.history(1)[0].entry)
    assert len({entry.subject.answer for entry in said}) == len(JUMPS)
    assert [entry.at for entry in said] == [NOON + jump for jump in JUMPS]
    seconds = [entry.content.seconds for entry in said]
    assert all(took is not None and 0 <= took <= 60 for took in seconds)


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the zone of a process cannot be set")
def test_who_travels_sees_other_times_and_stores_the_same(
    come: Callable[..., Person], tmp_path: Path, wall: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = []
    try:
        monkeypatch.setenv("TZ", "UTC0")
        time.tzset()
        person = come(small_collection(tmp_path / "a.jury", questions=8), assessor="Ana")
        for zone in ("UTC0", "JST-9", "EST5EDT,M3.2.0,M11.1.0", "<+1245>-12:45"):
            monkeypatch.setenv("TZ", zone)
            time.tzset()
            wall.now += HOUR
            person.press("1")
            person.see()
            shown.append(saving_line(person.session.saving)[1])
            said = person.session.history(1)[0].entry
            assert said.at == wall.now
    finally:
        monkeypatch.undo()
        time.tzset()
    assert shown == ["Saved 11:00:00", "Saved 21:00:00", "Saved 09:00:00", "Saved 02:45:00"]
    assert person.path is not None
    with closing(open_reading(person.path)) as db:
        assert check(db) == []
