"""Loads that have a limit, calibration questions picked by hand, and everybody's files at once."""

from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from series import series_collection
from small import small_collection

from jurybox.campaign.assignments import Campaign, check_calibration, preview, store_calibration, store_campaign
from jurybox.campaign.handouts import hand_out_all
from jurybox.campaign.plan import Plan, Work, deal
from jurybox.collection.file import open_reading
from jurybox.collection.state import State
from jurybox.errors import Refused
from jurybox.session import open_session

SIZES = st.dictionaries(st.integers(0, 30), st.integers(0, 9), min_size=1, max_size=25)
MOST = st.none() | st.integers(1, 30)


@given(SIZES, st.integers(1, 4), st.integers(1, 4), MOST, MOST)
def test_nobody_gets_more_than_the_limit_and_what_is_short_is_named(
    answers: dict[int, int], people: int, overlap: int, questions: int | None, most: int | None
) -> None:
    overlap = min(overlap, people)
    plan = Plan(tuple(range(people)), overlap, None, most_questions=questions, most_answers=most)
    dealt = deal(plan, Work(answers))
    loads, counts = Counter[int](), Counter[int]()
    for who, question in dealt.pairs:
        loads[who] += max(1, answers[question])
        counts[who] += 1
    assert max(loads.values(), default=0) <= (most or 10_000)
    assert max(counts.values(), default=0) <= (questions or 10_000)
    judged_by = Counter(question for _, question in dealt.pairs)
    assert set(dealt.short) == {question for question in answers if judged_by[question] < overlap}
    for question in dealt.short:  # nobody who does not have it had room for it
        for who in set(range(people)) - {who for who, at in dealt.pairs if at == question}:
            too_many = questions is not None and counts[who] + 1 > questions
            assert too_many or (most is not None and loads[who] + max(1, answers[question]) > most)


def test_without_a_limit_nothing_changes_and_nothing_is_short() -> None:
    work = Work({at: at % 5 for at in range(20)})
    free, wide = (Plan((0, 1, 2), 2, seed=4, most_questions=most) for most in (None, 1_000))
    assert deal(free, work).pairs == deal(wide, work).pairs
    assert deal(free, work).short == ()


def test_the_calibration_set_comes_before_others_under_a_limit() -> None:
    work = Work({at: 9 - at for at in range(9)})
    dealt = deal(Plan((0, 1), 1, None, frozenset({7, 8}), most_questions=3), work)
    assert {(who, at) for who in (0, 1) for at in (7, 8)} <= dealt.pairs
    assert len(dealt.short) == 5


def test_what_is_judged_stays_above_the_limit() -> None:
    work = Work(dict.fromkeys(range(4), 3), frozenset({(0, 0), (0, 1)}))
    dealt = deal(Plan((0, 1), 1, most_questions=1), work)
    assert {(0, 0), (0, 1)} <= dealt.pairs
    assert len(dealt.short) == 1


def test_a_limit_of_nothing_is_refused() -> None:
    with pytest.raises(Refused, match="At most 0 answers each"):
        deal(Plan((0,), most_answers=0), Work({0: 1}))


def test_the_preview_names_what_is_short(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "s.jury", questions=5)
    with closing(open_reading(path)) as db:
        dealt, _ = preview(db, Campaign(("Ana", "Ben"), 2, most_answers=6))
    assert len(dealt.short) == 3


def test_picked_questions_go_to_everybody_who_has_assignments(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "s.jury", questions=6, assessors=("Ana", "Ben", "Cid"))
    with closing(open_session(path, assessor="organiser")) as session:
        session.store(lambda db: store_campaign(db, Campaign(("Ana", "Ben"), 1)))
        session.store(lambda db: store_calibration(db, frozenset({1, 4})))
        assert session.facts.calibration == ("q2", "q5")
        session.store(lambda db: store_calibration(db, frozenset({4})))
    with closing(State(path)) as state:
        assert state.facts.calibration == ("q5",)
        mine = [set(state.catalog.answer_question[state.catalog.assigned_to(at)].tolist()) for at in range(3)]
    assert mine[0] >= {1, 4}
    assert mine[1] >= {1, 4}, "what was assigned stays"
    assert mine[2] == set()


def test_without_assignments_picking_assigns_nothing(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "s.jury")
    with closing(open_session(path, assessor="organiser")) as session:
        session.store(lambda db: store_calibration(db, frozenset({2})))
        assert session.facts.calibration == ("q3",)
        assert not len(session.catalog.assigned[0])
        session.store(lambda db: store_calibration(db, frozenset()))
        assert session.facts.calibration == ()


def test_a_question_without_labels_cannot_calibrate(tmp_path: Path) -> None:
    with closing(State(series_collection(tmp_path / "s.jury"))) as state:
        other = next(at for at, one in enumerate(state.catalog.questions) if one.kind == "other")
        with pytest.raises(Refused, match="no label to compare with a key"):
            check_calibration(state.catalog, [other])


def test_all_files_are_handed_out_or_none(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "s.jury", questions=6, assessors=("A/b", "A b", "日本", "Idle"))
    with closing(open_session(path, assessor="organiser")) as session:
        session.store(lambda db: store_campaign(db, Campaign(("A/b", "A b", "日本"), 1)))
    made = hand_out_all(path, tmp_path / "out")
    assert [one.assessor for one in made] == ["A/b", "A b", "日本"]
    assert [one.path.name for one in made] == ["s-A-b.jury", "s-A-b-2.jury", "s-日本.jury"]
    assert sum(one.questions for one in made) == 6
    with closing(State(made[1].path)) as state:
        assert state.facts.seat == "A b"
    (tmp_path / "out2").mkdir()
    (tmp_path / "out2" / "s-日本.jury").write_text("mine", encoding="utf-8")
    with pytest.raises(Refused, match="exists already"):
        hand_out_all(path, tmp_path / "out2")
    assert [one.name for one in (tmp_path / "out2").iterdir()] == ["s-日本.jury"]


def test_handing_out_to_nobody_or_to_no_folder_is_refused(tmp_path: Path) -> None:
    nobody = small_collection(tmp_path / "s.jury", assessors=())
    with pytest.raises(Refused, match="No assessor has a file"):
        hand_out_all(nobody, tmp_path / "out")
    path = small_collection(tmp_path / "t.jury")
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(Refused, match="cannot be written"):
        hand_out_all(path, tmp_path / "file")
