"""Dealing questions: everybody gets as much, each question as many judges, and what is judged stays."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurybox.campaign.plan import Plan, Work, deal, habits, pick
from jurybox.errors import Refused

SIZES = st.dictionaries(st.integers(0, 60), st.integers(0, 9), min_size=1, max_size=40)


@st.composite
def plans(draw: st.DrawFn) -> tuple[Plan, Work]:
    """Return a plan and what it is dealt from, both of any kind."""
    answers = draw(SIZES)
    people = draw(st.integers(1, 6))
    pairs = st.tuples(st.integers(0, 7), st.sampled_from(sorted(answers)))
    judged = draw(st.frozensets(pairs, max_size=20))
    assigned = draw(st.none() | st.frozensets(pairs, min_size=1, max_size=30))
    some = st.frozensets(st.sampled_from(sorted(answers)))
    plan = Plan(
        tuple(range(people)),
        draw(st.integers(1, people)),
        draw(st.none() | some),
        draw(some),
        draw(st.integers(0, 5)),
        draw(st.booleans()),
    )
    return plan, Work(answers, judged, assigned)


@given(plans())
def test_every_question_has_its_judges_and_nothing_judged_is_taken_away(given_: tuple[Plan, Work]) -> None:
    plan, work = given_
    dealt = deal(plan, work)
    wanted = (set(work.answers) if plan.questions is None else set(plan.questions)) | plan.calibration
    now = work.assigned or frozenset()
    for question in work.answers:
        judges = {who for who, at in dealt.pairs if at == question}
        before = {who for who, at in now if at == question}
        done = {who for who, at in work.judged if at == question}
        if question not in wanted:
            assert judges == before
            continue
        assert judges >= done
        assert judges >= (before if plan.add else set())
        if question in plan.calibration:
            assert judges >= set(plan.assessors)
        else:
            stays = done | (before if plan.add else set())
            free = set(plan.assessors) - stays
            counted = stays & set(plan.assessors) if plan.add else stays
            assert len(judges - stays) == min(max(0, plan.overlap - len(counted)), len(free))
    assert deal(plan, work) == dealt
    assert sum(share.questions for share in dealt.shares.values()) == len(dealt.pairs)
    assert dealt.new == len(dealt.pairs - now)
    assert dealt.dropped == len(now - dealt.pairs)


@given(st.integers(1, 5), st.integers(1, 80), st.integers(0, 9), st.data())
def test_whole_questions_of_one_size_are_dealt_evenly(
    people: int, questions: int, seed: int, data: st.DataObject
) -> None:
    overlap = data.draw(st.integers(1, people))
    dealt = deal(Plan(tuple(range(people)), overlap, seed=seed), Work(dict.fromkeys(range(questions), 4)))
    loads = [dealt.shares[who].answers if who in dealt.shares else 0 for who in range(people)]
    assert max(loads) - min(loads) <= 4
    assert sum(loads) == questions * overlap * 4
    assert dealt.nobody == 0


def test_pairs_of_judges_meet_about_as_often_as_each_other() -> None:
    dealt = deal(Plan((0, 1, 2, 3), 2), Work(dict.fromkeys(range(120), 5)))
    met = [
        len({q for who, q in dealt.pairs if who == a} & {q for who, q in dealt.pairs if who == b})
        for a, b in combinations(range(4), 2)
    ]
    assert sum(met) == 120
    assert min(met) >= 15


def test_another_seed_deals_otherwise() -> None:
    work = Work(dict.fromkeys(range(40), 3))
    assert len({deal(Plan((0, 1, 2), 1, seed=seed), work).pairs for seed in range(5)}) == 5


@given(st.sets(st.integers(0, 39)), st.integers(1, 3), st.booleans())
def test_the_same_plan_moves_nothing_once_some_is_judged(done: set[int], overlap: int, together: bool) -> None:
    plan = Plan((0, 1, 2), overlap, calibration=frozenset({3, 4}), seed=2, together=together)
    work = Work(dict.fromkeys(range(40), 5) | {7: 30}, series={at: at // 4 for at in range(40)})
    dealt = deal(plan, work)
    judged = frozenset(pair for pair in dealt.pairs if pair[1] in done)
    again = deal(plan, Work(work.answers, judged, dealt.pairs, series=work.series))
    assert (again.pairs, again.new, again.dropped) == (dealt.pairs, 0, 0)


def test_a_plan_for_a_part_leaves_the_rest_to_nobody_and_says_so() -> None:
    work = Work(dict.fromkeys(range(10), 2))
    assert deal(Plan((0,), 1, questions=frozenset((1, 2))), work).nobody == 8


def test_a_plan_that_cannot_be_is_refused() -> None:
    work = Work({0: 1})
    with pytest.raises(Refused, match="Nobody was named"):
        deal(Plan(()), work)
    for overlap in (0, 3):
        with pytest.raises(Refused, match="from 1 to 2"):
            deal(Plan((0, 1), overlap), work)
    with pytest.raises(Refused, match="cannot be drawn"):
        pick(range(3), 4, 0)


def test_a_calibration_set_is_drawn_by_lot() -> None:
    drawn = {pick(range(30), 5, seed) for seed in range(6)}
    assert len(drawn) == 6
    assert all(len(one) == 5 for one in drawn)
    assert pick(range(30), 5, 1) == pick(range(29, -1, -1), 5, 1)


@pytest.mark.parametrize("overlap", [1, 2, 3])
@pytest.mark.parametrize("together", [True, False])
def test_a_plan_shows_how_it_was_dealt(overlap: int, together: bool) -> None:
    series = {at: at // 4 for at in range(40)}
    fixed = frozenset({8, 41})
    plan = Plan((0, 1, 2, 3), overlap, calibration=fixed, seed=1, together=together)
    pairs = deal(plan, Work({at: 1 + at % 3 for at in range(44)}, series=series)).pairs
    assert habits(pairs, fixed, series) == (overlap, together)


def test_no_plan_shows_nothing() -> None:
    assert habits((), frozenset(), {}) == (0, False)
    assert habits({(0, 1), (1, 1)}, frozenset({1}), {1: 0}) == (0, False), "only the calibration set"


def test_a_series_that_is_kept_together_goes_to_the_same_people() -> None:
    series = {at: at // 4 for at in range(20)}
    work = Work({at: 1 + at % 3 for at in range(24)}, frozenset({(2, 5)}), series=series)
    plan = Plan((0, 1, 2, 3), 2, calibration=frozenset({8}), seed=1, together=True)
    dealt = deal(plan, work)
    by_question = {at: {who for who, question in dealt.pairs if question == at} for at in range(24)}
    for one in range(5):
        mates = [by_question[at] for at in range(20) if series[at] == one and at != 8]
        assert all(people == mates[0] for people in mates)
        assert len(mates[0]) == 2
    assert 2 in by_question[4], "who has judged one question of a series gets all of it"
    assert by_question[8] == {0, 1, 2, 3}
    loads = [share.answers for share in dealt.shares.values()]
    assert max(loads) - min(loads) <= max(
        sum(work.answers[at] for at in range(20) if series[at] == one) for one in range(5)
    )
    apart = deal(Plan((0, 1, 2, 3), 2, seed=1), work)
    assert apart.pairs == deal(Plan((0, 1, 2, 3), 2, seed=1), Work(work.answers, work.judged)).pairs
    short = deal(Plan((0, 1), 1, seed=1, together=True, most_questions=3), work).short
    assert {series[at] for at in short if at in series} == set(range(5)), "no series of four fits three questions"
