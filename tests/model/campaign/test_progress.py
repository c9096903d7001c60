"""How far everybody is: counts from what is in force, pace from the log, pauses and idle time left out."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from series import series_collection
from small import small_collection

from jurybox.campaign.assignments import Campaign, store_campaign
from jurybox.campaign.progress import AssessorPace, paces_of, progress, read_paces
from jurybox.collection.file import open_reading
from jurybox.commands import Judge, Match
from jurybox.session import open_session

NOON = 1_700_000_000_000
HOUR, DAY = 3_600_000, 86_400_000


def test_pace_leaves_out_pauses_and_clocks_that_go_back() -> None:
    times = [0, 10, 20, 30, 40, 50, 5000, 5010, 4000, 4010]
    pace = paces_of((0, NOON + at * 1000, None, None) for at in times)[0]
    assert pace.given == 10
    # Seven gaps of ten seconds: five at first, one after the pause, one after the clock went back.
    assert pace.seconds == 70
    assert pace.per_hour == 360
    assert (pace.first, pace.last) == (NOON, NOON + 5010 * 1000)


def test_a_clock_that_was_ahead_for_a_while_hides_no_later_gap() -> None:
    times = [0, 10, 400 * DAY // 1000, *range(20, 120, 10)]
    pace = paces_of((0, NOON + at * 1000, None, None) for at in times)[0]
    assert (pace.seconds, pace.per_hour) == (100, 360)


def test_a_clock_that_was_wrong_projects_no_end_beyond_the_calendar(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "s.jury", questions=300, labels=[(0, 0, "correct")])
    with closing(open_session(path)) as session:
        session.store(lambda db: store_campaign(db, Campaign(("Ana",), 1)))
        pace = AssessorPace(2, 60.0, 2, 0.1, 0, NOON)  # the first label as if in 1970
        (ana,) = progress(session.collection, {0: pace}, NOON)
    assert ana.hours_left == pytest.approx(8990)
    assert ana.ends_at is None


def test_seconds_that_were_noted_count_before_gaps() -> None:
    pace = paces_of((3, NOON + at * 100_000, 20.0, None) for at in range(9))[3]
    assert pace.seconds == 180
    assert pace.per_hour == 180


def test_too_few_judgments_tell_no_pace() -> None:
    assert paces_of((0, NOON + at * 1000, 1.0, None) for at in range(4))[0].per_hour is None
    assert paces_of([]) == {}


def test_the_first_seconds_tell_no_pace_and_the_first_minutes_no_end(tmp_path: Path) -> None:
    quick = paces_of((0, NOON + at * 1000, 1.0, None) for at in range(40))[0]
    assert (quick.per_hour, quick.seconds) == (None, 40)
    enough = paces_of((0, NOON + at * 1000, 2.0, None) for at in range(40))[0]
    assert enough.per_hour == 1800
    path = small_collection(tmp_path / "s.jury", questions=10, labels=[(0, 0, "correct")])
    with closing(open_session(path, assessor="Ana")) as session:
        session.execute(Judge((1,), "correct"))
        made = session.collection
        (ana,) = progress(made, {0: enough}, NOON + 80_000)
        assert ana.ends_at is None
        for seconds, days in ((1800.0, 1), (80.0, 2)):
            pace = AssessorPace(40, seconds, days, 1800.0, NOON, NOON)
            (ana,) = progress(made, {0: pace}, NOON)
            assert ana.ends_at is not None


def test_a_response_matched_with_all_nuggets_is_judged_and_is_one_judgment(tmp_path: Path) -> None:
    with closing(open_session(series_collection(tmp_path / "m.jury"))) as session:
        session.store(lambda db: store_campaign(db, Campaign(("Ana", "Ben"), 2)))
        ben = session.catalog.assessor_named["Ben"]
        for nugget in range(3):
            session.execute(Match(6, nugget, "yes", assessor=ben, seconds=30))
        session.execute(Match(7, 0, "no", assessor=ben, seconds=10))
        session.flush()
        (one,) = [one for one in progress(session.collection, {}, NOON) if one.assessor == ben]
        assert (one.judged, one.open) == (1, 10)
        with closing(open_reading(session.path)) as db:
            pace = read_paces(db)[ben]
        assert (pace.given, pace.seconds) == (2, 100)


def test_the_end_is_projected_from_hours_a_day(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "s.jury", questions=10, labels=[(0, 0, "correct"), (0, 1, "correct")])
    with closing(open_session(path)) as session:
        session.store(lambda db: store_campaign(db, Campaign(("Ana",), 1)))
        pace = AssessorPace(2, 7200.0, 1, 7.0, NOON - DAY, NOON)
        (ana,) = progress(session.collection, {0: pace}, NOON)
    assert (ana.name, ana.assigned, ana.judged, ana.open) == ("Ana", 30, 2, 28)
    assert ana.hours_left == 4
    # Two hours in two days: an hour a day, so four days more.
    assert ana.ends_at == pytest.approx(NOON + 4 * DAY, abs=2)


def test_states_conflicts_and_people_without_work(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "s.jury", labels=[(0, 0, "correct"), (1, 0, "correct"), (1, 0, "incorrect")])
    with closing(open_session(path, assessor="Ana")) as session:
        assert [one.name for one in progress(session.collection, {}, NOON)] == ["Ana", "Ben"]
        session.execute(Judge((1,), state="deferred"))
        session.execute(Judge((2,), state="cannot-tell"))
        session.flush()
        session.store(lambda db: store_campaign(db, Campaign(("Ana", "Cid"), 2)))
        ana, ben, cid = progress(session.collection, {}, NOON)
        assert (ana.judged, ana.states, ana.open) == (1, 1, 10)
        assert ben.conflicts == 1
        assert (cid.name, cid.open, cid.hours_left, cid.ends_at) == ("Cid", 9, None, None)
        with closing(open_reading(path)) as db:
            paces = read_paces(db)
        assert paces[0].given == 2
        assert paces[0].last >= paces[0].first > 0


def test_who_came_by_an_import_is_behind_with_nothing_else(tmp_path: Path) -> None:
    labels = [(0, 0, "correct"), (0, 1, "correct"), (1, 1, "incorrect"), (1, 2, "correct")]
    path = small_collection(tmp_path / "s.jury", questions=5, answers=1, labels=labels)
    with closing(open_session(path, assessor="Ana")) as session:
        made = session.collection
        assert [(one.judged, one.open) for one in progress(made, {}, NOON)] == [(2, 0), (2, 0)]
        planned = progress(made._replace(facts=replace(made.facts, panel=(0, 1))), {}, NOON)
        assert [(one.judged, one.open) for one in planned] == [(2, 3), (2, 3)]
        session.execute(Judge((4,), "correct"))
        assert [(one.judged, one.open) for one in progress(made, {}, NOON)] == [(3, 2), (2, 0)]
