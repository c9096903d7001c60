"""A question side by side, and accepting a column: what it decides, keeps and leaves open, and its effect."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from shutil import copyfile

import numpy as np
import pytest
from generated import generated_collection
from series import ITEMS, LIST, LISTED, OTHER, scoreboard, series_collection

from jurybox import results
from jurybox.analysis.disagreements.decisions import accept, decision
from jurybox.analysis.disagreements.disputes import find_disputes
from jurybox.analysis.disagreements.effects import effects_together
from jurybox.analysis.disagreements.side_by_side import (
    Acceptance,
    QuestionTable,
    Source,
    accepting,
    gold_values,
    side_by_side,
    sources,
)
from jurybox.analysis.frozen import Frozen
from jurybox.campaign.conflicts import conflicts
from jurybox.collection.acceptances import AcceptedColumn, accepted_columns
from jurybox.collection.check import check
from jurybox.collection.state import State
from jurybox.commands import Judge, JudgeQuestion, Match, SetFact, SetGroup, Vote, adjudicate
from jurybox.measures import measure
from jurybox.reports.source import source_of
from jurybox.results.disagreements import acceptance_text
from jurybox.session import Session, open_session

ANA, BEN, CAM = range(3)


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """A small collection of series, opened by Cam, who adjudicates."""
    with closing(open_session(series_collection(tmp_path / "s.jury"), assessor="Cam")) as session:
        yield session


def table_of(session: Session, question: int) -> QuestionTable:
    return side_by_side(session.collection, question)


def planned(session: Session, question: int, source: Source, *, replace: bool = False) -> Acceptance:
    return accepting(table_of(session, question), source, session.ledger, replace=replace)


def accepted(session: Session, question: int, source: Source, *, replace: bool = False) -> Acceptance:
    """Accept a column for real, and return what was planned."""
    plan = planned(session, question, source, replace=replace)
    session.execute(accept(session, plan))
    return plan


def columns(session: Session) -> tuple[AcceptedColumn, ...]:
    """Return what is accepted as a program that opens the file reads it."""
    session.flush()
    with closing(State(session.path)) as state:
        return accepted_columns(state.reader, state.catalog)


def label_answers(session: Session, answers: Sequence[int], **labels: str) -> None:
    """Give answers labels by name of the assessor, `c` for correct, `i` for incorrect, `-` for none."""
    words = {"c": "correct", "i": "incorrect"}
    for name, letters in labels.items():
        who = session.catalog.assessor_named[name]
        for answer, letter in zip(answers, letters, strict=True):
            if letter != "-":
                session.execute(Judge((answer,), words[letter], assessor=who))


def decided(session: Session, answers: Sequence[int]) -> list[str]:
    return [session.content_of(answer, kind="adjudication").label or "" for answer in answers]


# The table


@pytest.mark.parametrize("kind", ["validation", "factoid", "ranked", "list", "other"])
def test_every_question_lists_all_answers_and_the_disputed_ones_first(kind: str, tmp_path: Path) -> None:
    path = generated_collection(
        tmp_path / "c.jury", kind=kind, questions=8, assessors=3, runs=4, judged=0.9, correct=0.5
    )
    with closing(State(path)) as state:
        collection = state.collection
        names = results.names_of(state)["answer"]
        said = {
            (f"{row.question}/{row.Index}", row.assessor): row.label or row.state
            for row in results.judgments(state).reset_index().set_index("answer").itertuples()
        }
        whole, seen = find_disputes(collection), 0
        for question in range(len(state.catalog.questions)):
            table = side_by_side(collection, question)
            disputes = whole[question].disputes if question in whole else ()
            assert {one.key for one in table.disputed} == {one.key for one in disputes}
            assert table.rows == (*table.disputed, *table.undisputed)
            labels = [one for one in table.rows if one.what == "label"]
            assert sorted(one.answer for one in labels) == state.catalog.answers_of(question).tolist()
            for row in labels:
                for who in table.people:
                    name = state.catalog.assessors[who].name
                    assert table.said(row, who) == said.get((names[row.answer], name), "")
                    seen += 1
            assert list(table.people) == sorted(table.people)
        assert seen


def test_states_are_shown_beside_labels_and_are_not_accepted(session: Session) -> None:
    label_answers(session, LISTED, Ana="c-cc", Ben="ici-")
    session.execute(Judge((LISTED[1],), state="cannot-tell", assessor=ANA))
    table = table_of(session, LIST)
    row = next(one for one in table.rows if one.answer == LISTED[1])
    assert (table.said(row, ANA), table.said(row, BEN), row.is_disputed) == ("cannot-tell", "correct", False)
    assert [one.answer for one in table.disputed] == [LISTED[0], LISTED[2]]
    assert table.people == (ANA, BEN)


def test_what_the_gold_standard_makes_of_each_row(session: Session) -> None:
    session.execute(SetFact("gold", "majority+strict"))
    label_answers(session, LISTED, Ana="ccc-", Ben="ccii", Cam="cc-i")
    session.execute(SetGroup(LISTED[:2], "x", assessor=ANA))
    for who, word in ((ANA, "yes"), (BEN, "yes"), (CAM, "no")):
        session.execute(Match(ITEMS[0], 0, word, assessor=who))
        session.execute(Vote(0, "vital" if who else "okay", assessor=who))
    board = scoreboard(session)
    rows = [row for question in (LIST, OTHER) for row in table_of(session, question).rows]
    gold = gold_values(board, rows)
    assert [gold["label", LIST, answer, -1] for answer in LISTED] == ["correct", "correct", "left out", "incorrect"]
    assert gold["distinct", LIST, LISTED[0], -1] == gold["distinct", LIST, LISTED[1], -1]
    assert gold["importance", OTHER, -1, 0] == "vital"
    assert gold["match", OTHER, ITEMS[0], 0] == "yes"


# Accepting


def test_one_assessors_labels_are_accepted_as_one_step(session: Session) -> None:
    label_answers(session, LISTED, Ana="cicc", Ben="icc-")
    plan = accepted(session, LIST, ANA)
    assert [one.answer for one, _ in plan.decided] == list(LISTED[:2])
    assert decided(session, LISTED) == ["correct", "incorrect", "", ""]
    assert columns(session) == (AcceptedColumn(CAM, ANA, 1, 2, 2),)
    session.undo()
    assert session.last_step() == "Undid 2 decisions in question 1.2"
    assert decided(session, LISTED) == [""] * 4
    assert columns(session) == ()
    session.redo()
    assert decided(session, LISTED) == ["correct", "incorrect", "", ""]
    assert columns(session) == (AcceptedColumn(CAM, ANA, 1, 2, 2),)
    session.execute(adjudicate((LISTED[1],), "correct"))
    assert columns(session) == (AcceptedColumn(CAM, ANA, 1, 2, 1),)
    with closing(State(session.path)) as state:
        assert check(state.reader) == []


def test_earlier_decisions_stay_unless_they_are_to_be_replaced(session: Session) -> None:
    label_answers(session, LISTED, Ana="cicc", Ben="icii")
    session.execute(adjudicate(LISTED[:1], "incorrect"))
    session.execute(adjudicate(LISTED[1:2], "incorrect"))
    plan = planned(session, LIST, ANA)
    assert (len(plan.decided), plan.same, [one.answer for one in plan.differing]) == (2, 1, [LISTED[0]])
    assert acceptance_text(session.catalog, plan) == [
        "Accepting Ana's labels for question 1.2: 2 decisions.",
        "1 is already decided that way.",
        "1 earlier decision differs and stays as it is.",
    ]
    accepted(session, LIST, ANA)
    assert decided(session, LISTED) == ["incorrect", "incorrect", "correct", "correct"]
    accepted(session, LIST, ANA, replace=True)
    assert decided(session, LISTED) == ["correct", "incorrect", "correct", "correct"]
    assert columns(session) == (AcceptedColumn(CAM, ANA, 1, 3, 3),)


def test_ties_of_the_majority_stay_open_and_are_counted(session: Session) -> None:
    label_answers(session, LISTED, Ana="ccic", Ben="icic", Cam="c-ci")
    session.execute(Judge((LISTED[3],), state="junk", assessor=CAM))
    session.execute(Judge((LISTED[3],), "incorrect", assessor=BEN))
    plan = accepted(session, LIST, None)
    assert [why for _, why in plan.open] == ["no majority"]
    assert decided(session, LISTED) == ["correct", "", "incorrect", ""]
    assert acceptance_text(session.catalog, plan) == [
        "Accepting the majority for question 1.2: 2 decisions.",
        "1 stays open: no label has more than half of the votes.",
    ]
    assert columns(session) == (AcceptedColumn(CAM, None, 1, 2, 2),)


def test_where_an_assessor_says_nothing_it_stays_open(session: Session) -> None:
    label_answers(session, LISTED, Ana="cc--", Ben="iiii", Cam="cccc")
    plan = planned(session, LIST, ANA)
    assert [why for _, why in plan.open] == ["no label"] * 2
    assert "2 stay open: Ana gave no label." in acceptance_text(session.catalog, plan)


def test_nil_is_not_accepted_because_it_follows_from_the_labels(session: Session) -> None:
    question = int(session.catalog.answer_question[9])
    label_answers(session, (9,), Ana="c", Ben="i")
    plan = planned(session, question, BEN)
    assert [one.what for one, _ in plan.decided] == ["label"]
    assert [(one.what, why) for one, why in plan.open] == [("nil", "NIL")]
    accepted(session, question, BEN)
    assert {one.what: one.settled for one in table_of(session, question).disputed} == {
        "label": "incorrect",
        "nil": "nil",
    }


def test_groups_of_one_assessor_are_accepted_as_they_are_and_replaced_by_those_of_another(session: Session) -> None:
    one, two, three, four = LISTED
    session.execute(SetGroup((one, two), "x", assessor=ANA))
    session.execute(SetGroup((three, four), "y", assessor=ANA))
    session.execute(SetGroup((one, three), "x", assessor=BEN))
    session.execute(SetGroup((two, four), "y", assessor=BEN))

    def together() -> set[frozenset[int]]:
        groups = session.ledger.board.settled_groups
        return {frozenset(each for each in LISTED if groups.get(each) == name) for name in groups.values()}

    accepted(session, LIST, ANA)
    assert together() == {frozenset((one, two)), frozenset((three, four))}
    assert planned(session, LIST, BEN).decided == ()
    accepted(session, LIST, BEN, replace=True)
    assert together() == {frozenset((one, three)), frozenset((two, four))}
    session.undo()
    assert together() == {frozenset((one, two)), frozenset((three, four))}


def test_a_group_with_a_decided_answer_is_left_open(session: Session) -> None:
    one, two, three, _ = LISTED
    session.execute(SetGroup((one, three), "z", settle=True))
    session.execute(SetGroup((one, two), "x", assessor=ANA))
    session.execute(SetGroup((one, three), "x", assessor=BEN))
    plan = planned(session, LIST, ANA)
    assert {each.answer: why for each, why in plan.open} == {two: "decided group"}
    assert {each.answer for each in plan.differing} == {one}
    accepted(session, LIST, BEN, replace=True)
    groups = session.ledger.board.settled_groups
    assert groups[one] == groups[three]


def test_votes_matches_and_question_quality_are_accepted(session: Session) -> None:
    for who, (vote, match) in enumerate((("okay", "yes"), ("vital", "no"), ("okay", "partial"))):
        session.execute(Vote(0, vote, assessor=who))
        session.execute(Match(ITEMS[0], 0, match, assessor=who))
    assert {row.what for row in table_of(session, OTHER).disputed} == {"importance", "match"}
    accepted(session, OTHER, BEN)
    assert {row.what: row.settled for row in table_of(session, OTHER).disputed} == {
        "importance": "vital",
        "match": "no",
    }
    session.undo()
    plan = accepted(session, OTHER, None)
    assert [(row.what, word) for row, word in plan.decided] == [("importance", "okay")]
    assert [(row.what, why) for row, why in plan.open] == [("match", "no majority")]


def test_the_quality_of_a_question_is_accepted_too(tmp_path: Path) -> None:
    path = generated_collection(tmp_path / "r.jury", kind="ranked", questions=3, assessors=3)
    with closing(open_session(path, assessor="a1")) as session:
        people = [session.catalog.assessor_named[name] for name in ("a1", "a2", "a3")]
        for who, label in zip(people, "AAC", strict=True):
            session.execute(JudgeQuestion(1, label, assessor=who))
        accepted(session, 1, people[2])
        (row,) = [row for row in table_of(session, 1).rows if row.what == "quality"]
        assert row.settled == "C"


# Effects


def _scores(session: Session, name: str) -> np.ndarray:
    board = scoreboard(session)
    return np.array([board.score(measure(name), run).value for run in board.runs])


def _check_effects(session: Session, questions: Sequence[int], name: str) -> int:
    """Compare the effect of every column with that of accepting it; return how many moved a score."""
    moved, now = 0, _scores(session, name)
    board = scoreboard(session)
    frozen = Frozen(session.collection.frozen(), board.gold)
    for question in questions:
        table = table_of(session, question)
        plans = [accepting(table, source, session.ledger) for source in sources(table)]
        turns, runs, why = effects_together(frozen, measure(name), [plan.decided for plan in plans])
        assert (why, len(turns), runs) == ("", len(plans), board.runs)
        for plan, turn in zip(plans, turns, strict=True):
            if not plan.decided:
                assert turn.effect == 0
                continue
            session.execute(accept(session, plan))
            then = _scores(session, name)
            session.undo()
            assert np.array_equal(turn.then, then, equal_nan=True), (question, plan.source)
            flips = {
                (a, b)
                for a, above in enumerate(now)
                for b, below in enumerate(now)
                if above > below and then[a] < then[b]
            }
            assert {(runs.index(a), runs.index(b)) for a, b in turn.pairs} == flips
            moved += turn.effect > 0
    assert np.array_equal(_scores(session, name), now, equal_nan=True)
    return moved


@pytest.mark.parametrize(
    ("kind", "gold", "name"),
    [
        ("validation", "adjudicated+strict", "F1"),
        ("factoid", "adjudicated+strict", "accuracy"),
        ("ranked", "adjudicated", "nDCG"),
    ],
)
def test_the_effect_of_a_column_is_what_accepting_it_does(kind: str, gold: str, name: str, tmp_path: Path) -> None:
    path = generated_collection(
        tmp_path / "c.jury", kind=kind, questions=12, assessors=3, runs=5, judged=1.0, correct=0.5
    )
    with closing(open_session(path, assessor="a1")) as session:
        session.execute(SetFact("gold", gold))
        disputed = find_disputes(session.collection)
        assert _check_effects(session, sorted(disputed)[:5], name)


@pytest.mark.parametrize("name", ["F(3)", "F-list"])
def test_the_effect_of_nuggets_and_groups_is_what_accepting_them_does(session: Session, name: str) -> None:
    session.execute(SetFact("panel", [one.code.hex() for one in session.catalog.assessors[:3]]))
    label_answers(session, (0, *LISTED, 9), Ana="cccccc", Ben="cccccc", Cam="cccccc")
    label_answers(session, (1,), Ana="c", Ben="i", Cam="i")
    session.execute(SetGroup(LISTED[:2], "x", assessor=ANA))
    session.execute(SetGroup(LISTED[1:3], "y", assessor=BEN))
    session.execute(SetGroup((LISTED[0], LISTED[3]), "z", assessor=CAM))
    for who, (vote, match) in enumerate((("okay", "yes"), ("vital", "no"), ("vital", "yes"))):
        for nugget in (0, 1, 2):
            session.execute(Vote(nugget, vote if nugget else "okay", assessor=who))
            for answer in ITEMS:
                session.execute(Match(answer, nugget, match if answer == ITEMS[0] else "no", assessor=who))
    assert _check_effects(session, [LIST, OTHER], name)


# The record in the log


def test_two_copies_that_accept_columns_merge_without_a_conflict_of_records(session: Session, tmp_path: Path) -> None:
    label_answers(session, LISTED, Ana="cici", Ben="cccc", Cam="cccc")
    session.flush()
    copy = copyfile(session.path, tmp_path / "copy.jury")
    with closing(open_session(copy, assessor="Ben")) as other:
        accepted(other, LIST, None)
        other.flush()
    accepted(session, LIST, None)
    session.merge(copy)
    assert conflicts(session) == []
    assert columns(session) == (AcceptedColumn(BEN, None, 1, 2, 2), AcceptedColumn(CAM, None, 1, 2, 2))
    code = session.ledger.codes.of("correct")
    assert session.ledger.adjudications[list(LISTED)].tolist() == [0, code, 0, code]


def test_records_and_marks_of_sending_back_are_not_counted_as_decisions(session: Session) -> None:
    from jurybox.analysis.disagreements.decisions import send_back

    label_answers(session, LISTED, Ana="ci--", Ben="ic--")
    accepted(session, LIST, ANA)
    row = table_of(session, LIST).disputed[0]
    session.execute(send_back(session, row, 0, "look again"))
    session.flush()
    with closing(State(session.path)) as state:
        source = source_of(state, results.scoreboard(state))
    assert source.decided == ((CAM, 2),)
    assert source.accepted == (AcceptedColumn(CAM, ANA, 1, 2, 2),)


@pytest.mark.parametrize("step", [lambda one: one.undo(), lambda one: one.redo()])
def test_single_decisions_are_none_that_were_accepted(session: Session, step: Callable[[Session], object]) -> None:
    label_answers(session, LISTED, Ana="ci--", Ben="ic--")
    row = table_of(session, LIST).disputed[0]
    session.execute(decision(session, row, "correct"))
    accepted(session, LIST, BEN)
    assert columns(session) == (AcceptedColumn(CAM, BEN, 1, 1, 1),)
    step(session)
    assert sum(one.decisions for one in columns(session)) <= 1
