"""Lists and series scored live: equal to a full count, to a naive one, and inside honest bounds."""

import math
import random
from contextlib import closing
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from series import ITEMS, LIST, LISTED, OTHER, scoreboard, series_collection

from jurybox.collection.nuggets import current_nuggets
from jurybox.commands import (
    AddInstance,
    AddNugget,
    Command,
    DeleteNugget,
    EditNugget,
    JoinGroups,
    Judge,
    Match,
    MatchRest,
    MergeNuggets,
    RemoveInstance,
    SetFact,
    SetGroup,
    SplitNugget,
    Together,
    Vote,
    adjudicate,
)
from jurybox.measures import measure
from jurybox.results import ranking
from jurybox.scoring import Bounds
from jurybox.scoring.not_scored import not_scored
from jurybox.session import Session, open_session

RETURNED = {0: (LISTED[0], LISTED[1], LISTED[2]), 1: (LISTED[2], LISTED[3])}
MEASURES = (
    "F-list",
    "IP",
    "IR",
    "F(3)",
    "F(1, allowance=7)",
    "nugget-recall",
    "nugget-precision(allowance=5)",
    "F-pyramid(3)",
    "vital",
    "vital-strict",
    "all",
    "all-strict",
    "series",
    "series(weights=exact)",
    "by-type",
)


def same(a: object, b: object) -> bool:
    """Compare results in which NaN equals NaN."""
    return repr(a) == repr(b)


def test_live_is_full_after_every_command(session: Session) -> None:
    dice, live = random.Random(7), scoreboard(session)
    session.subscribe(lambda changes, _: live.update(changes, session.collection))
    everything = [measure(name) for name in MEASURES]
    for each in everything:
        live.score(each, 0)
    scored = 0
    for step in range(60):
        if step == 30:
            session.execute(SetFact("panel", [one.code.hex() for one in session.catalog.assessors[:3]]))
        elif step % 5 == 3:
            session.execute(settled(session))
        else:
            session.execute(some_command(session, dice))
        full = scoreboard(session)
        for each in everything:
            for run in live.runs:
                assert same(live.score(each, run), full.score(each, run)), (step, each.name)
                assert same(live.bounds(each, run), full.bounds(each, run))
                scored += live.score(each, run).defined
            assert same(live.difference(each, 0, 1), full.difference(each, 0, 1))
            ours, theirs = live.unit_values(each), full.unit_values(each)
            assert np.array_equal(ours.units, theirs.units)
            assert np.array_equal(ours.values, theirs.values, equal_nan=True)
    assert scored > 200


def settled(session: Session) -> Command:
    """Return what leaves nothing open: everybody judges and matches everything."""
    board, nuggets = session.ledger.board, session.catalog.nuggets
    said: list[Command] = []
    for who in range(3):
        said.append(Judge((0, 1, *LISTED, 9), "correct", assessor=who))
        said += [MatchRest(answer, "yes", assessor=who) for answer in (*ITEMS, 10)]
    for line in (*current_nuggets(nuggets, board, OTHER), *current_nuggets(nuggets, board, 4)):
        said.append(Vote(line.nugget, "vital", kind="adjudication"))
    return Together(tuple(said))


def some_command(session: Session, dice: random.Random) -> Command:
    """Return a random command that is possible now."""
    lines = current_nuggets(session.catalog.nuggets, session.ledger.board, OTHER)
    who = dice.choice((0, 0, 0, 1, 2))
    made: list[Command] = [
        Judge((dice.choice((0, 1, 9)),), dice.choice(("correct", "incorrect")), assessor=who),
        Judge((dice.choice(LISTED),), dice.choice(("correct", "correct", "inexact", None)), assessor=who),
        Judge((dice.choice(LISTED),), state="cannot-tell", assessor=who),
        Judge(LISTED, dice.choice(("correct", "incorrect")), assessor=0),
        SetGroup((dice.choice(LISTED), dice.choice(LISTED)), dice.choice(("LA", "west", None)), assessor=who),
        SetGroup((dice.choice(LISTED),), dice.choice(("LA", "chi")), settle=dice.random() < 0.2, assessor=who),
        JoinGroups((dice.choice(LISTED), dice.choice(LISTED)), assessor=who),
        AddInstance(LIST, "Oakland"),
        RemoveInstance(LIST, "chi"),
        AddNugget(dice.choice((OTHER, 4)), f"nugget {dice.random()}", importance="vital"),
        *(MatchRest(answer, assessor=0) for answer in ITEMS),
        MatchRest(10, "yes"),
    ]
    if len(lines) > 1:
        one, two = (line.nugget for line in dice.sample(lines, 2))
        word = dice.choice(("yes", "partial", "no", None))
        made += [
            Match(dice.choice(ITEMS), one, word, assessor=who),
            Match(dice.choice(ITEMS), one, "no", kind="adjudication"),
            Vote(one, dice.choice(("vital", "okay", None)), assessor=who),
            Vote(one, "vital", kind="adjudication"),
            EditNugget(one, f"edited {dice.random()}"),
        ]
        if len(lines) > 4:
            made += [DeleteNugget(one), MergeNuggets((one, two))]
        elif len(lines) < 8:
            made += [SplitNugget(one, ("a half", "the other half"))]
    return dice.choice(made)


# Against naive counts, and all completions


def naive_list(correct: set[int], groups: dict[int, str], instances: set[str], run: int) -> tuple[int, int, int]:
    """Return D, N and S from what is correct, the group of each answer and the instances not returned."""
    name = {answer: groups.get(answer, f"alone {answer}") for answer in correct}
    found = {name[answer] for answer in RETURNED[run] if answer in correct}
    return len(found), len(RETURNED[run]), len(set(name.values()) | instances)


def f_list(counts: tuple[int, int, int]) -> float:
    """Return F, NaN without a known instance."""
    found, returned, known = counts
    return 2 * found / (returned + known) if known else math.nan


def inside(value: float, bounds: Bounds) -> bool:
    """Return whether a value lies within bounds, a rounding aside."""
    return bounds.low - 1e-12 <= value <= bounds.high + 1e-12


@pytest.mark.parametrize("seed", range(12))
def test_list_bounds_are_what_completions_reach(session: Session, seed: int) -> None:
    dice = random.Random(seed)
    groups = {answer: dice.choice(("LA", "west", "chi")) for answer in LISTED if dice.random() < 0.7}
    for answer, name in groups.items():
        session.execute(SetGroup((answer,), name))
    instances = {"chi"}
    if dice.random() < 0.5:
        session.execute(RemoveInstance(LIST, "chi"))
        instances = set()
    given = {answer: dice.choice(("correct", "incorrect")) for answer in LISTED if dice.random() < 0.4}
    for answer, label in given.items():
        session.execute(Judge((answer,), label))
    live, each = scoreboard(session), measure("F-list")
    for run in (0, 1):
        reached = []
        open_ = [answer for answer in LISTED if answer not in given]
        for labels in product((True, False), repeat=len(open_)):
            correct = {a for a, label in given.items() if label == "correct"}
            correct |= {a for a, label in zip(open_, labels, strict=True) if label}
            reached.append(f_list(naive_list(correct, groups, instances, run)))
        bounds, ends = live.bounds(each, run), [value for value in reached if not math.isnan(value)]
        assert bounds.exact
        assert same((bounds.low, bounds.high), (min(ends, default=math.nan), max(ends, default=math.nan)))
        gap = live.difference(each, 0, 1)
        assert math.isnan(gap.low) or gap.low <= gap.high
    if not open_:
        assert same(live.score(each, 1).value, reached[0])


def test_the_bounds_of_chained_groups_are_outer_and_hold(session: Session) -> None:
    pairs = {
        0: ((LISTED[0], LISTED[1]), (LISTED[1], LISTED[2])),
        1: ((LISTED[0], LISTED[1]),),
        2: ((LISTED[1], LISTED[2]),),
    }
    session.execute(SetGroup((LISTED[0], LISTED[1], LISTED[2]), "all", assessor=0))
    for who in (1, 2):
        session.execute(SetGroup(pairs[who][0], "pair", assessor=who))
    live = scoreboard(session)
    for run in (0, 1):
        bounds = live.bounds(measure("F-list"), run)
        assert not bounds.exact
        assert 0 <= bounds.low <= bounds.high <= 1
    before = [live.bounds(measure("F-list"), run) for run in (0, 1)]
    for labels in product(("correct", "incorrect"), repeat=4):
        for answer, label in zip(LISTED, labels, strict=True):
            for who in range(3):
                session.execute(Judge((answer,), label, assessor=who))
        full = scoreboard(session)
        for run in (0, 1):
            assert inside(full.score(measure("F-list"), run).value, before[run])


def test_a_majority_chains_groups_and_an_adjudication_parts_them(session: Session) -> None:
    session.execute(SetGroup((LISTED[0], LISTED[1], LISTED[2]), "all", assessor=0))
    session.execute(SetGroup((LISTED[0], LISTED[1]), "pair", assessor=1))
    session.execute(SetGroup((LISTED[1], LISTED[2]), "pair", assessor=2))
    for who in range(3):
        session.execute(Judge((*LISTED,), "correct", assessor=who))
    score = lambda: scoreboard(session).explain(measure("F-list"), 0, LIST).counts  # noqa: E731 - read three times
    assert dict(score()) == {"distinct": 1, "returned": 3, "known": 3}
    session.execute(SetGroup((LISTED[0],), "mine", settle=True))
    session.execute(SetGroup((LISTED[2],), "other", settle=True))
    assert dict(score()) == {"distinct": 2, "returned": 3, "known": 4}
    session.execute(SetGroup((LISTED[0],), None, settle=True))
    session.execute(SetGroup((LISTED[2],), "chi", settle=True))
    assert dict(score()) == {"distinct": 1, "returned": 3, "known": 2}


def test_two_people_must_agree_on_a_group_and_one_alone_decides(session: Session) -> None:
    for who in range(2):
        session.execute(Judge(LISTED, "correct", assessor=who))
    session.execute(SetGroup((LISTED[0], LISTED[1]), "LA", assessor=0))
    session.execute(SetFact("panel", [one.code.hex() for one in session.catalog.assessors[:2]]))
    known = lambda: dict(scoreboard(session).explain(measure("F-list"), 0, LIST).counts)["known"]  # noqa: E731
    assert known() == 4
    session.execute(SetGroup((LISTED[3],), "Paris", assessor=1))
    assert known() == 5
    session.execute(SetFact("gold", "assessor:Ana"))
    assert known() == 4


def test_bounds_range_over_decisions_on_groups_without_a_majority(session: Session) -> None:
    for who in range(2):
        session.execute(Judge(LISTED, "correct", assessor=who))
    session.execute(SetFact("panel", [one.code.hex() for one in session.catalog.assessors[:2]]))

    def shown() -> tuple[float, float, float]:
        live = scoreboard(session)
        bounds = live.bounds(measure("IR"), 0)
        return live.score(measure("IR"), 0).value, bounds.low, bounds.high

    session.execute(SetGroup(LISTED[:2], "LA", assessor=0))
    assert shown() == (2 / 4, 2 / 4, 2 / 4), "one alone grouped"
    session.execute(SetGroup(LISTED[1:2], "L.A.", assessor=1))
    apart, together = 3 / 5, 2 / 4
    value, low, high = shown()
    assert value == apart
    assert low <= together < apart <= high
    session.execute(SetGroup(LISTED[:2], "LA", settle=True))
    assert shown() == (together, together, together)


# Series


def test_series_are_weighed_left_out_and_told_why(session: Session) -> None:
    session.execute(Judge((0, *LISTED[:3]), "correct"))
    session.execute(Judge((1, LISTED[3]), "incorrect"))
    for answer in ITEMS:
        session.execute(MatchRest(answer))
    live, each = scoreboard(session), measure("series")
    session.subscribe(lambda changes, _: live.update(changes, session.collection))
    assert not len(live.waiting_units(each)), "no label brings in s2, which has no nuggets"
    session.execute(Judge((9,), "correct"))
    score = live.score(each, 0)
    assert (score.units, score.waiting, score.left_out) == (1, 0, 1)
    assert score.value == pytest.approx(0.5 * 1 + 0.25 * (2 * 3 / (3 + 4)) + 0.25 * 0)
    told = live.explain(each, 0, 1)
    assert "no nuggets" in told.score.reason or "unjudged" in told.score.reason
    tally = live.tally(each, "factoid")
    assert tally is not None
    assert tally.left_out(each) == {1: "of its Other question: the question has no nuggets"}  # type: ignore[attr-defined]
    session.execute(AddNugget(4, "show", importance="vital"))
    session.execute(Match(10, len(session.catalog.nuggets) - 1, "yes"))
    assert live.unit_values(each).values[1].tolist() == pytest.approx([0.67 + 0.33, 0.0])
    exact = live.unit_values(measure("series(weights=exact)")).values[1].tolist()
    assert exact == pytest.approx([1.0, 0.0])


def test_a_series_whose_other_question_is_left_unjudged_on_purpose_is_left_out(tmp_path: Path) -> None:
    questions = (
        "question,kind,text,series,target,status\n"
        "1.1,factoid,When?,s1,Crips,\n1.2,list,Which?,s1,Crips,\n1.3,other,Other,s1,Crips,\n"
        "2.1,factoid,Who?,s2,Fred,\n2.2,other,Other,s2,Fred,unjudged\n"
    )
    made = open_session(series_collection(tmp_path / "u.jury", questions=questions), assessor="Ana")
    made.execute(Judge((0, 1, *LISTED, 9), "correct"))
    for answer in ITEMS:
        made.execute(MatchRest(answer))
    live = scoreboard(made)
    tally = live.tally(measure("series"), "factoid")
    made.close()
    assert tally is not None
    told = tally.left_out(measure("series"))  # type: ignore[attr-defined]
    assert told == {1: "of its Other question: the question is left unjudged on purpose"}
    assert live.score(measure("series"), 0).left_out == 1


def test_bounds_of_series_hold_over_completions(session: Session) -> None:
    each = [measure(name) for name in ("series", "by-type")]
    session.execute(AddNugget(4, "show", importance="vital"))
    before = {(m.name, run): scoreboard(session).bounds(m, run) for m in each for run in (0, 1)}
    gaps = {m.name: scoreboard(session).difference(m, 0, 1) for m in each}
    dice = random.Random(3)
    for _ in range(12):
        for answer in (0, 1, *LISTED, 9):
            session.execute(Judge((answer,), dice.choice(("correct", "incorrect"))))
        for answer, nugget in [*product(ITEMS, range(3)), (10, 3)]:
            session.execute(Match(answer, nugget, dice.choice(("yes", "partial", "no"))))
        full = scoreboard(session)
        for m in each:
            values = [full.score(m, run).value for run in (0, 1)]
            for run in (0, 1):
                assert math.isnan(values[run]) or inside(values[run], before[m.name, run])
            if not math.isnan(values[0] - values[1]):
                assert inside(values[0] - values[1], gaps[m.name])


def test_a_score_by_type_names_the_questions_that_wait_and_its_table_their_bounds(session: Session) -> None:
    by_type = measure("by-type")
    session.execute(AddNugget(4, "show", importance="vital"))
    session.execute(Judge((1, *LISTED, 9), "correct"))
    for answer in (*ITEMS, 10):
        session.execute(MatchRest(answer))
    live = scoreboard(session)
    session.subscribe(lambda changes, _: live.update(changes, session.collection))
    assert live.waiting_units(by_type).tolist() == [0], "the first factoid question has no label"
    assert live.score(by_type, 0).waiting == 1
    with pytest.raises(KeyError):
        live.explain(by_type, 0, 0)
    frame = ranking(live, by_type)
    low, high = frame["lowest"].iloc[0], frame["highest"].iloc[0]
    assert low < high
    session.execute(Judge((0,), "correct"))
    assert not len(live.waiting_units(by_type))
    assert low <= live.score(by_type, 0).value <= high
    assert "lowest" not in ranking(live, by_type).columns


LISTS_OF_TWO = "assessor,kind,panel\nAna,person,yes\nBen,person,yes\n"


def test_a_series_never_changes_its_formula_because_a_part_is_disputed(tmp_path: Path) -> None:
    """A disputed list question leaves its series out: it is not scored as a series without lists."""
    with closing(open_session(series_collection(tmp_path / "d.jury", assessors=LISTS_OF_TWO), assessor="Ana")) as made:
        both = (0, 1)
        for who in both:
            made.execute(Judge((0, *LISTED[:3]), "correct", assessor=who))
            made.execute(Judge((1, 9), "incorrect", assessor=who))
            for answer in ITEMS:
                made.execute(MatchRest(answer, assessor=who))
        made.execute(Judge(LISTED[3:], "correct", assessor=0))
        made.execute(Judge(LISTED[3:], "incorrect", assessor=1))
        live, series, by_type = scoreboard(made), measure("series"), measure("by-type")
        made.subscribe(lambda changes, _: live.update(changes, made.collection))
        score = live.score(series, 0)
        assert (score.units, score.waiting, score.left_out) == (0, 0, 2), "s2 has no nuggets"
        assert math.isnan(score.value)
        cannot = "of its list question 1.2: an answer of the question cannot be settled"
        assert score.reason == cannot
        assert not len(live.waiting_units(series))
        told = live.explain(series, 0, 0).score
        assert (told.reason, told.units, told.waiting, told.left_out) == (cannot, 0, 0, 1)
        made.execute(adjudicate(LISTED[3:], "incorrect"))
        score = live.score(series, 0)
        assert (score.units, score.waiting, score.left_out) == (1, 0, 1)
        assert score.value == pytest.approx(0.5 + 0.25 * (2 * 3 / (3 + 4)))
        assert live.score(series, 0) == scoreboard(made).score(series, 0)
        assert not live.score(by_type, 0).waiting


def test_a_series_waits_only_while_labels_alone_can_bring_it_in(tmp_path: Path) -> None:
    """With a dispute in one question and a missing label in another it is out: judging does not settle it."""
    with closing(open_session(series_collection(tmp_path / "d.jury", assessors=LISTS_OF_TWO), assessor="Ana")) as made:
        for who in (0, 1):
            made.execute(Judge((1, 9), "incorrect", assessor=who))
            made.execute(Judge(LISTED[1:], "correct", assessor=who))
            for answer in ITEMS:
                made.execute(MatchRest(answer, assessor=who))
        made.execute(Judge((0, LISTED[0]), "correct", assessor=0))
        live, series = scoreboard(made), measure("series")
        made.subscribe(lambda changes, _: live.update(changes, made.collection))
        list_part = 0.25 * (2 * 3 / (3 + 5))
        assert tuple(live.score(series, 0))[2:] == (0, 1, 1), "Ben has not judged two answers of s1"
        bounds = live.bounds(series, 0)
        assert inside(list_part, bounds)
        assert inside(0.5 + list_part, bounds)
        made.execute(Judge((0,), "incorrect", assessor=1))
        assert tuple(live.score(series, 0))[2:] == (0, 0, 2), "disputed, and one answer still without Ben"
        states = {row[2] for row in not_scored(live, series, 0, 0).rows}
        assert states == {"pending", "excluded"}
        made.execute(adjudicate((0,), "correct"))
        assert tuple(live.score(series, 0))[2:] == (0, 1, 1)
        made.execute(Judge(LISTED[:1], "correct", assessor=1))
        assert live.score(series, 0).value == pytest.approx(0.5 + list_part)
        assert same(live.score(series, 0), scoreboard(made).score(series, 0))
