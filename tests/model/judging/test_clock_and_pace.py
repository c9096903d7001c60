"""Active time and pace."""

import time
from collections.abc import Iterable
from datetime import datetime, timedelta, timezone
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurybox.campaign.progress import paces_of
from jurybox.judging.clock import ActiveClock
from jurybox.judging.pace import NOT_HERE, Judged, Pace


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def active(clock: Clock) -> ActiveClock:
    return ActiveClock(idle=60.0, now=clock)


def test_reading_time_counts(active: ActiveClock, clock: Clock) -> None:
    active.show(7)
    clock.now += 12.345
    assert active.take(7) == 12.35
    clock.now += 1
    assert active.take(7) == 1.0


def test_time_beyond_the_limit_does_not(active: ActiveClock, clock: Clock) -> None:
    active.show(7)
    clock.now += 50
    active.touch()
    clock.now += 3600
    active.touch()
    clock.now += 5
    assert active.take(7) == 115.0


def test_an_answer_left_and_met_again_keeps_its_time(active: ActiveClock, clock: Clock) -> None:
    active.show(1)
    clock.now += 10
    active.show(2)
    clock.now += 4
    active.show(1)
    clock.now += 3
    assert active.take(1) == 13.0
    assert active.seconds(2) == 4.0


def test_while_the_window_is_left_nothing_counts(active: ActiveClock, clock: Clock) -> None:
    active.show(1)
    clock.now += 2
    active.show(None)
    clock.now += 30
    active.show(1)
    clock.now += 2
    assert active.seconds(1) == 4.0
    assert active.seconds(99) == 0.0


def test_no_sleep_and_no_jump_of_the_clock_makes_hours_or_less_than_nothing(active: ActiveClock, clock: Clock) -> None:
    active.show(7)
    clock.now += 5
    active.touch()
    clock.now += 9 * 3600  # asleep for a night
    active.touch()
    clock.now -= 86_400
    active.touch()
    clock.now += 2
    assert active.take(7) == 67.0
    clock.now -= 3600
    assert active.take(7) == 0.0


def test_nobody_takes_the_time_of_who_sat_before(active: ActiveClock, clock: Clock) -> None:
    active.show(7)
    clock.now += 5
    active.forget()
    assert active.seconds(7) == 0
    clock.now += 3
    assert active.take(7) == 3


def test_a_limit_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="idle limit of 0"):
        ActiveClock(idle=0)


def at(hour: int, minute: float = 0, day: int = 0) -> int:
    moment = datetime(2026, 3, 10).astimezone() + timedelta(days=day, hours=hour, minutes=minute)
    return round(moment.timestamp() * 1000)


def timed(said: Iterable[tuple[int, int, bool]], seconds: float | None = None) -> list[Judged]:
    """Return judgments with the same active seconds, by default unknown ones."""
    return [(*one, seconds) for one in said]


def test_today_counts_answers_once() -> None:
    pace = Pace()
    pace.fill(timed([(1, at(23, day=-1), True), (2, at(9), True), (3, at(9), True), (2, at(10), True)]))
    assert pace.today(at(11)) == 2
    pace.note(3, at(11), given=False)
    assert pace.today(at(12)) == 1
    assert pace.today(at(12, day=1)) == 0


@given(
    before=st.lists(st.tuples(st.integers(0, 5), st.integers(-40, 30), st.booleans()), max_size=12),
    after=st.lists(st.tuples(st.integers(0, 5), st.integers(-40, 30), st.booleans()), max_size=12),
    now=st.integers(0, 23),
)
def test_today_is_what_stands_whatever_was_said_in_which_order(
    before: list[tuple[int, int, bool]], after: list[tuple[int, int, bool]], now: int
) -> None:
    pace, stands = Pace(), dict[int, int]()
    for place, (answer, hour, kept) in enumerate(after):
        if place == len(after) // 2:
            pace.fill(timed((one, at(when), given) for one, when, given in before))
        pace.note(answer, at(hour), given=kept)
    for answer, hour, kept in [*(before if after else []), *after]:
        stands.pop(answer, None)
        if kept:
            stands[answer] = hour
    assert pace.today(at(now)) == sum(0 <= hour < 24 for hour in stands.values())


def test_putting_the_clock_back_takes_nothing_from_today() -> None:
    pace = Pace()
    pace.fill(timed((n, at(10, n), True) for n in range(20)))
    assert pace.today(at(9)) == 20
    pace.note(20, at(9), given=True)
    assert pace.today(at(9)) == 21
    assert pace.today(at(23, 59.9)) == 21
    assert pace.today(at(24)) == 0


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the zone of a process cannot be set")
@pytest.mark.parametrize(
    ("day", "offset", "hours"), [((2026, 3, 29), 1, 23), ((2026, 10, 25), 2, 25), ((2026, 6, 1), 2, 24)]
)
def test_a_day_on_which_clocks_change_begins_and_ends_at_midnight(
    monkeypatch: pytest.MonkeyPatch, day: tuple[int, int, int], offset: int, hours: int
) -> None:
    monkeypatch.setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")
    time.tzset()
    try:
        begins = round(datetime(*day, tzinfo=timezone(timedelta(hours=offset))).timestamp() * 1000)
        ends = begins + hours * 3_600_000
        pace = Pace()
        pace.fill(timed((n, moment, True) for n, moment in enumerate((begins - 1, begins, ends - 1, ends))))
        assert {pace.today(now) for now in range(begins, ends, 1_800_000)} == {2}
        # The zone is another one when the journey is over; so is the day.
        monkeypatch.setenv("TZ", "UTC0")
        time.tzset()
        assert pace.today(begins) in {1, 2}
        assert pace.today(begins + 12 * 3_600_000) in {2, 3}
    finally:
        monkeypatch.undo()
        time.tzset()


def test_pace_leaves_pauses_and_clock_jumps_out() -> None:
    pace = Pace()
    times = [at(9, n / 2) for n in range(11)] + [at(14, n / 2) for n in range(11)] + [at(13)]
    pace.fill(timed((n, time, True) for n, time in enumerate(times)))
    assert pace.per_hour() == pytest.approx(120)
    assert pace.seconds_left(240) == pytest.approx(7200)


def test_pace_is_not_told_from_a_handful() -> None:
    pace = Pace()
    pace.fill(timed((n, at(9, n), True) for n in range(5)))
    assert pace.per_hour() is None
    assert pace.seconds_left(100) is None
    pace.note(9, at(9, 5), given=True)
    assert pace.per_hour() == pytest.approx(60)


def test_many_labels_at_one_moment_make_no_pace() -> None:
    pace = Pace()
    pace.fill(timed((n, at(9), True) for n in range(50)))
    assert pace.per_hour() is None


def test_what_was_said_last_comes_first() -> None:
    pace = Pace()
    pace.note(1, at(12), given=True)
    pace.fill(timed([(2, at(9), True), (1, at(10), True), (3, at(11), True), (4, at(11), True), (4, at(11), False)]))
    assert pace.newest(9) == [(1, at(12)), (3, at(11)), (2, at(9))]
    pace.note(2, at(13), given=True)
    assert pace.newest(2) == [(2, at(13)), (1, at(12))]
    pace.note(2, at(14), given=False)
    assert pace.newest(1) == [(1, at(12))]


def test_labels_given_before_the_file_was_read_count_once() -> None:
    said = [(answer, at(9, 2 * answer), True) for answer in range(9)]
    alone, both = Pace(), Pace()
    alone.fill(timed(said))
    for answer, moment, _ in said[3:]:
        both.note(answer, moment, given=True)
    both.fill(timed(said))
    assert both.per_hour() == alone.per_hour() == 30
    assert both.today(at(12)) == 9


GAPS = {"steady": [30.0] * 20, "with a pause": [30.0] * 10 + [4000.0] + [20.0] * 10}


@pytest.mark.parametrize("gaps", GAPS)
@pytest.mark.parametrize("seconds", [None, 12.0])
@pytest.mark.parametrize("imported", [0, 50])
def test_judge_and_campaign_show_one_pace(gaps: str, seconds: float | None, imported: int) -> None:
    """Imported labels say nothing of it, whatever times their file gives them."""
    moments = [at(9) + round(1000 * one) for one in accumulate(GAPS[gaps])]
    pace = Pace()
    pace.fill(timed(((n, at(8) + n, True) for n in range(imported)), NOT_HERE) + timed(_said(moments), seconds))
    campaign = paces_of((0, moment, seconds, None) for moment in moments)[0]
    assert pace.per_hour() == pytest.approx(campaign.per_hour)
    pace.note(99, moments[-1] + 30_000, given=True, seconds=seconds)
    moments.append(moments[-1] + 30_000)
    assert pace.per_hour() == pytest.approx(paces_of((0, at, seconds, None) for at in moments)[0].per_hour)


def _said(moments: list[int]) -> list[tuple[int, int, bool]]:
    return [(100 + place, moment, True) for place, moment in enumerate(moments)]
