"""How well assessors work, against loops over what everybody said; pace and days, whose zone is named."""

from collections import Counter
from contextlib import closing
from datetime import UTC, date, timedelta, timezone
from pathlib import Path
from random import Random
from statistics import median

import pytest
from small import small_collection

from jurybox import results
from jurybox.campaign.assignments import Campaign, store_campaign
from jurybox.campaign.progress import paces_of, progress, read_paces
from jurybox.campaign.quality import CampaignQuality, campaign_quality
from jurybox.collection.entries import Content, Subject
from jurybox.collection.file import create, open_writing
from jurybox.collection.log import LogWriter, enter_facts, new_assessor
from jurybox.collection.state import State
from jurybox.commands import Judge, SetFact, adjudicate
from jurybox.session import open_session

NOON = 1_700_000_000_000
PEOPLE = ("Ana", "Ben", "Cid", "Dan")


def quality_of(path: Path) -> CampaignQuality:
    """Return the quality of everybody, as a fresh reading of the file has it."""
    with closing(State(path)) as state:
        return campaign_quality(state.collection)


def labels_of(seed: int) -> list[tuple[int, int, str]]:
    """Return labels of four people for some of 24 answers, none for the last one."""
    draw = Random(seed)
    return [
        (who, at, draw.choice(("correct", "incorrect"))) for who in range(4) for at in range(23) if draw.random() < 0.7
    ]


@pytest.mark.parametrize(("seed", "panel"), [(1, ()), (2, ()), (3, (0, 1, 2))])
def test_agreement_with_others_is_that_of_loops(seed: int, panel: tuple[int, ...], tmp_path: Path) -> None:
    given = labels_of(seed)
    path = small_collection(tmp_path / "s.jury", questions=8, assessors=PEOPLE, labels=given)
    with closing(open_session(path, assessor="organiser")) as session:
        if panel:
            session.execute(SetFact("panel", [session.catalog.assessors[at].code.hex() for at in panel]))
        session.flush()
    said = {(who, at): label for who, at, label in given}
    found = quality_of(path)
    for who in range(4):
        shared = same = 0
        for at in range(24):
            judges = [one for one in (panel or range(4)) if one != who and (one, at) in said]
            counts = Counter(said[one, at] for one in judges)
            top = [label for label, count in counts.items() if 2 * count > len(judges)]
            if (who, at) in said and top:
                shared += 1
                same += said[who, at] == top[0]
        assert (found.of(who).shared, found.of(who).same) == (shared, same)
        assert shared


def test_nobody_to_compare_with_is_none_and_not_zero(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "s.jury", labels=[(0, 0, "correct")])
    one = quality_of(path).of(0)
    assert (one.with_others, one.with_themselves, one.calibration.share, one.calibration.passed) == (None,) * 4
    assert one == quality_of(path).of(0)
    empty = tmp_path / "empty.jury"
    create(empty)
    assert quality_of(empty).each == {}


def test_repeats_are_compared_and_corrections_are_not(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "s.jury")
    with closing(open_session(path, assessor="Ana")) as session:
        for answer, label in ((0, "correct"), (1, "correct"), (2, "incorrect"), (0, "incorrect")):
            session.execute(Judge((answer,), label))  # the last one corrects the first
        session.flush()
    with closing(open_writing(path)) as db:
        db.execute("BEGIN IMMEDIATE")
        log = LogWriter(db)
        for answer, label in ((1, "correct"), (2, "correct"), (3, "correct")):  # the third was never labeled
            log.write(0, "repeat", Subject(answer // 3, answer), Content(label))
        db.execute("COMMIT")
    one = quality_of(path).of(0)
    assert (one.again, one.equal, one.with_themselves) == (2, 1, 0.5)


def calibrated(path: Path, mark: float, *, questions: int = 7) -> Path:
    """Make a collection whose first questions are the calibration set, with a key for their 20 first answers.

    Ana and Ben label the last one alike. Ana gets 12 of 21 right, Ben 11, and Cid labels one answer.
    """
    labels = [(0, at, "correct" if at < 11 else "incorrect") for at in range(21)]
    labels += [(1, at, "correct" if at < 10 else "incorrect") for at in range(21)] + [(2, 0, "correct")]
    small_collection(path, questions=questions, assessors=("Ana", "Ben", "Cid"), labels=labels)
    with closing(open_writing(path)) as db:
        db.execute("BEGIN IMMEDIATE")
        key = new_assessor(db, "gold", "key") - 1
        log = LogWriter(db)
        for at in range(15):
            log.write(key, "judgment", Subject(at // 3, at), Content("correct"))
        enter_facts(db, {"calibration": [f"q{at + 1}" for at in range(questions)], "pass_mark": mark})
        db.execute("COMMIT")
    with closing(open_session(path, assessor="organiser")) as session:
        for at in range(10, 20):  # ten decisions, of which five are of answers that the key has too
            session.execute(adjudicate((at,), "correct", ""))
        session.flush()
    return path


def test_the_calibration_counts_right_labels_and_the_mark_itself_is_enough(tmp_path: Path) -> None:
    found = quality_of(calibrated(tmp_path / "s.jury", 12 / 21))
    assert (found.questions, found.answers) == (7, 21)
    assert (found.by_decision, found.by_key, found.by_agreement) == (10, 10, 1)
    ana, ben, cid = (found.of(at).calibration for at in range(3))
    assert (ana.given, ana.right, ana.share, ana.open, ana.passed) == (21, 12, 12 / 21, 0, True)
    assert (ben.right, ben.passed) == (11, False)
    assert (cid.given, cid.open, cid.passed) == (1, 20, None), "most of it is open"
    assert found.of(3).calibration.given == 0, "the key is not calibrated by itself"


NOTHING = (0, 0, 0, 0, None, None)

THREE = {
    # labels of Ana, Ben and Cid for the three answers, the decision on the last one, and for each of the three
    # (right, given, open, without a key, share, passed)
    "all agree": (("ccc", "iii", "ccc"), "", [(3, 3, 0, 0, 1.0, True)] * 3),
    "one differs and is decided": (
        ("ccc", "iii", "cci"),
        "correct",
        [(3, 3, 0, 0, 1.0, True), (3, 3, 0, 0, 1.0, True), (2, 3, 0, 0, 2 / 3, False)],
    ),
    "one differs and nobody decided": (("ccc", "iii", "cci"), "", [(2, 2, 0, 1, None, None)] * 3),
    "one is open and the others agree": (
        ("ccc", "iii", "cc-"),
        "",
        [(3, 3, 0, 0, 1.0, True), (3, 3, 0, 0, 1.0, True), (2, 2, 1, 0, 1.0, None)],
    ),
    "one alone has judged": (("c--", "i--", "c--"), "", [(0, 0, 0, 3, None, None), NOTHING, NOTHING]),
    "some are open, the labels so far agree": (
        ("cc-", "---", "---"),
        "",
        [(1, 1, 2, 2, None, None), (1, 1, 2, 2, None, None), NOTHING],
    ),
    "one cannot tell, and nobody decided": (("ccc", "iii", "cc?"), "", [(2, 2, 0, 1, None, None)] * 3),
    "a decision against all": (("ccc", "iii", "ccc"), "incorrect", [(2, 3, 0, 0, 2 / 3, False)] * 3),
}


@pytest.mark.parametrize("case", THREE)
def test_what_all_agree_on_counts_and_nothing_is_shown_while_a_key_is_missing(case: str, tmp_path: Path) -> None:
    given, decided, expected = THREE[case]
    words = {"c": "correct", "i": "incorrect"}
    labels = [(who, at, words[one]) for at, row in enumerate(given) for who, one in enumerate(row) if one in words]
    path = small_collection(tmp_path / "s.jury", questions=1, assessors=("Ana", "Ben", "Cid", "Mod"), labels=labels)
    with closing(open_writing(path)) as db:
        db.execute("BEGIN IMMEDIATE")
        db.execute("UPDATE assessor SET kind = 'model' WHERE name = 'Mod'")
        log = LogWriter(db)
        for at, row in enumerate(given):
            log.write(3, "judgment", Subject(0, at), Content("incorrect"))  # a model makes no key
            for who, one in enumerate(row):
                if one == "?":
                    log.write(who, "judgment", Subject(0, at), Content(None, state="cannot-tell"))
        enter_facts(db, {"calibration": ["q1"], "pass_mark": 0.8})
        db.execute("COMMIT")
    if decided:
        with closing(open_session(path, assessor="organiser")) as session:
            session.execute(adjudicate((2,), decided, ""))
            session.flush()
    each = [quality_of(path).of(who).calibration for who in range(3)]
    assert [(one.right, one.given, one.open, one.unknown, one.share, one.passed) for one in each] == expected


def test_without_a_mark_nobody_passes_or_fails(tmp_path: Path) -> None:
    found = quality_of(calibrated(tmp_path / "s.jury", 0.0))
    assert [found.of(at).calibration.passed for at in range(3)] == [None] * 3
    assert found.of(0).calibration.right == 12


def test_the_table_says_what_it_rests_on_and_dashes_where_nothing_is_known(tmp_path: Path) -> None:
    path = calibrated(tmp_path / "s.jury", 0.55)
    with closing(State(path)) as state:
        listed = progress(state.collection, read_paces(state.reader), NOON)
        frame = results.quality(listed, campaign_quality(state.collection))
    notes = " ".join(frame.attrs["notes"])
    assert "The key is known of 21 of 21 answers in 7 questions: 10 by decision, 10 by answer key, 1 as all" in notes
    assert "Pass mark 55%." in notes
    assert "pauses of more than 5 minutes are left out" in notes
    assert frame["result"].to_dict() == {"Ana": "passed", "Ben": "failed", "Cid": "20 open"}
    assert frame.loc["Ana", "shared"] > 0
    assert frame["median s"].isna().all(), "imported labels have no pace"
    assert (frame["again"] == 0).all()


def test_median_seconds_leave_out_pauses_and_count_what_is_timed() -> None:
    draw = Random(5)
    gaps = [draw.uniform(1, 299) for _ in range(30)] + [301.0, 5_000.0]
    draw.shuffle(gaps)
    at, said = NOON, [(0, NOON, None, None)]
    for gap in gaps:
        at += round(gap * 1000)
        said.append((0, at, None, None))
    pace = paces_of(said)[0]
    kept = [round(gap * 1000) / 1000 for gap in gaps if gap <= 300]
    assert pace.timed == 30
    assert pace.median_seconds == pytest.approx(median(kept))
    assert paces_of([(0, NOON, None, None)])[0].median_seconds is None


def test_days_are_those_of_the_zone_and_a_matched_response_counts_once() -> None:
    late = NOON + 92 * 60_000  # 23:45 UTC on 14 November 2023
    said = [(0, late, 5.0, None), (0, late + 3_600_000, 5.0, 7), (0, late + 3_605_000, 5.0, 7)]
    before, after = date(2023, 11, 14), date(2023, 11, 15)
    assert paces_of(said, UTC)[0].by_day == {before: 1, after: 1}
    assert paces_of(said, timezone(timedelta(hours=9)))[0].by_day == {after: 2}
    assert paces_of(said, timezone(timedelta(hours=-5)))[0].by_day == {before: 2}


def test_judgments_by_day_add_up(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "s.jury")
    with closing(open_session(path, assessor="Ana")) as session:
        for answer in range(5):
            session.execute(Judge((answer,), "correct"))
        session.flush()
    with closing(State(path)) as state:
        listed = progress(state.collection, read_paces(state.reader, zone=UTC), NOON)
        frame = results.labels_by_day(listed, "UTC")
    assert frame["Ana"].sum() == frame["all"].sum() == 5
    assert "Days in UTC." in frame.attrs["notes"][0]


def test_those_who_are_assigned_and_have_not_begun_are_listed(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "s.jury")
    with closing(open_session(path, assessor="organiser")) as session:
        session.store(lambda db: store_campaign(db, Campaign(("Ana", "Ben"), 1)))
    with closing(State(path)) as state:
        listed = progress(state.collection, read_paces(state.reader), NOON)
        frame = results.quality(listed, campaign_quality(state.collection))
    assert list(frame.index) == ["Ana", "Ben"]
    assert frame.attrs["notes"][-1] == "No calibration set."


AGREED = [(who, 0, "correct") for who in (0, 1, 2)]
OVERRULED = [(0, 1, "correct"), (1, 1, "correct"), (2, 1, "incorrect")]
KEYS: dict[str, tuple[list[tuple[int, int, str]], dict[int, str], list[tuple[int, int]], tuple[int, int], list[object]]]
KEYS = {
    "nobody decides what all agree on": (AGREED, {}, [(1, 1)] * 3, (1, 0), [True] * 3),
    "a decision and agreement": (
        AGREED + OVERRULED,
        {1: "correct"},
        [(2, 2), (2, 2), (1, 2)],
        (1, 0),
        [True] * 2 + [False],
    ),
    "a decision against all": (AGREED, {0: "incorrect"}, [(0, 1)] * 3, (0, 0), [False] * 3),
    "nobody decided": (AGREED + OVERRULED, {}, [(1, 1)] * 3, (1, 1), [None] * 3),
    "one alone is no key": ([*AGREED, (0, 1, "correct")], {}, [(1, 1)] * 3, (1, 0), [None] * 3),
    "one cannot tell": ([*AGREED, (0, 1, "correct"), (1, 1, "?")], {}, [(1, 1)] * 3, (1, 1), [None] * 3),
}
"""Labels, decisions; right and counted labels of each judge, by agreement and in dispute, and who has passed."""


@pytest.mark.parametrize("name", KEYS)
def test_what_all_agree_on_is_part_of_the_key(name: str, tmp_path: Path) -> None:
    labels, decided, counts, sources, passed = KEYS[name]
    path = small_collection(
        tmp_path / "s.jury", questions=1, answers=1 + max(one[1] for one in labels), assessors=("Ana", "Ben", "Cid")
    )
    for who, person in enumerate(("Ana", "Ben", "Cid")):
        with closing(open_session(path, assessor=person)) as session:
            for _, answer, label in (one for one in labels if one[0] == who):
                session.execute(Judge((answer,), state="cannot-tell") if label == "?" else Judge((answer,), label))
            session.flush()
    with closing(open_session(path, assessor="organiser")) as session:
        session.execute(SetFact("calibration", ["q1"]))
        session.execute(SetFact("pass_mark", 0.8))
        for answer, label in decided.items():
            session.execute(adjudicate((answer,), label, ""))
        session.flush()
    found = quality_of(path)
    each = [found.of(who).calibration for who in range(3)]
    assert [(one.right, one.given) for one in each] == counts
    assert (found.by_agreement, found.disputed) == sources
    assert [one.passed for one in each] == passed
    with closing(State(path)) as state:
        listed = progress(state.collection, read_paces(state.reader), NOON)
        note = results.quality(listed, found).attrs["notes"][-1]
    assert ("as all judges agree" in note, "Judges differ on" in note) == (bool(sources[0]), bool(sources[1]))
