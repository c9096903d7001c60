"""Disputed things of every kind: which they are, how far apart, and what a decision really does."""

import math
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from generated import generated_collection
from mixed_tables import GOLDS, Mixed
from series import series_collection
from sweeps import swept

from jurybox.analysis.disagreements.decisions import is_ignored
from jurybox.analysis.disagreements.disputes import Dispute, QuestionDisputes, find_disputes
from jurybox.analysis.disagreements.effects import survey
from jurybox.analysis.disagreements.nuggets_and_groups import NOT_GROUPED, EqualAnswers
from jurybox.analysis.frozen import Frozen
from jurybox.collection.collection import Collection
from jurybox.collection.state import State
from jurybox.commands import (
    AddInstance,
    AddNugget,
    Command,
    Judge,
    JudgeQuestion,
    Match,
    MergeNuggets,
    SetFact,
    SetGroup,
    Vote,
    adjudicate,
)
from jurybox.errors import Refused
from jurybox.gold import Gold
from jurybox.measures import measure
from jurybox.scoring import Scoreboard
from jurybox.session import Session, open_session

ANA, BEN, CAM = range(3)


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """A small collection of series, opened."""
    with closing(open_session(series_collection(tmp_path / "s.jury"), assessor="Ana")) as session:
        yield session


def found(session: Session, what: str) -> list[Dispute]:
    """Return the disputes of a kind as a full look finds them; a look at each question finds the same."""
    made = session.collection
    whole = find_disputes(made)
    for question in range(len(session.catalog.questions)):
        alone = find_disputes(made, [question])
        assert _same(alone.get(question), whole.get(question))
    return [each for one in whole.values() for each in one.disputes if each.what == what]


def _same(a: QuestionDisputes | None, b: QuestionDisputes | None) -> bool:
    if a is None or b is None:
        return a is b
    alike = a.agreement == b.agreement or (math.isnan(a.agreement) and math.isnan(b.agreement))
    return alike and (a.disputes, a.labeled) == (b.disputes, b.labeled)


def test_labels_that_differ_are_disputed_until_they_agree(session: Session) -> None:
    session.execute(Judge((0,), "correct", assessor=ANA))
    assert found(session, "label") == []
    session.execute(Judge((0,), "inexact", assessor=BEN))
    session.execute(Judge((0,), "correct", assessor=CAM))
    (one,) = found(session, "label")
    assert one.labels == ((ANA, "correct"), (BEN, "inexact"), (CAM, "correct"))
    assert one.size == pytest.approx(2 / 3)
    assert (one.majority, one.settled) == ("correct", "")
    session.execute(adjudicate((0,), "inexact"))
    assert found(session, "label")[0].settled == "inexact"
    session.execute(Judge((0,), "correct", assessor=BEN))
    assert found(session, "label") == []


def test_states_are_no_labels_and_models_no_people(session: Session) -> None:
    session.execute(Judge((0,), "correct", assessor=ANA))
    session.execute(Judge((0,), state="cannot-tell", assessor=BEN))
    assert found(session, "label") == []


def test_nil_is_disputed_where_one_finds_an_answer_and_another_none(session: Session) -> None:
    fred = 9
    session.execute(Judge((fred,), "correct", assessor=ANA))
    assert found(session, "nil") == []
    session.execute(Judge((fred,), "incorrect", assessor=BEN))
    (one,) = found(session, "nil")
    assert one.labels == ((ANA, "answer"), (BEN, "nil"))
    assert (one.size, one.settled) == (1.0, "")
    session.execute(adjudicate((fred,), "incorrect"))
    assert found(session, "nil")[0].settled == "nil"
    session.execute(adjudicate((fred,), "correct"))
    assert found(session, "nil")[0].settled == "answer"


@pytest.mark.parametrize(("gold", "ignored"), [("majority+strict", True), ("adjudicated+strict", False)])
def test_decisions_of_nil_are_ignored_where_those_of_labels_are(session: Session, gold: str, *, ignored: bool) -> None:
    question = next(at for at, one in enumerate(session.catalog.questions) if one.name == "2.1")
    for who, label in ((ANA, "correct"), (BEN, "incorrect"), (CAM, "incorrect")):
        for answer in session.catalog.answers_of(question).tolist():
            session.execute(Judge((answer,), label, assessor=who))
    for what in ("label", "nil"):
        disputed = [one for one in found(session, what) if one.question == question]
        assert [is_ignored(session, gold, one) for one in disputed] == [ignored]


def test_equal_answers_are_disputed_answer_by_answer(session: Session) -> None:
    los, la, denver = 2, 3, 4
    session.execute(SetGroup((los, la), "x", assessor=ANA))
    assert found(session, "distinct") == []
    session.execute(SetGroup((los, denver), "y", assessor=BEN))
    disputes = {one.answer: one for one in found(session, "distinct")}
    assert set(disputes) == {los, la, denver}
    assert dict(disputes[los].labels) == {ANA: f"{los},{la}", BEN: f"{los},{denver}"}
    assert disputes[los].size == pytest.approx(1 - 1 / 3)
    session.execute(SetGroup((los, la), "z", settle=True))
    assert {one.answer: one.settled for one in found(session, "distinct")} == {
        los: f"{los},{la}",
        la: f"{los},{la}",
        denver: "",
    }


def test_who_put_an_answer_into_no_group_says_nothing_of_it(session: Session) -> None:
    los, la, denver = 2, 3, 4
    session.execute(SetGroup((los, la), "x", assessor=ANA))
    session.execute(SetGroup((denver,), "y", assessor=BEN))
    disputes = {one.answer: one for one in found(session, "distinct")}
    assert set(disputes) == {los, la}, "alone in a group of one's own is as good as in none"
    assert dict(disputes[los].labels) == {ANA: f"{los},{la}", BEN: NOT_GROUPED}
    assert (disputes[los].words, disputes[los].majority) == ((f"{los},{la}",), "")
    assert disputes[los].size == 0.5


def test_a_known_instance_is_part_of_what_is_said_of_equal_answers(session: Session) -> None:
    los, la = 2, 3
    session.execute(AddInstance(int(session.catalog.answer_question[los]), "The city, known"))
    (known,) = session.ledger.board.instances[int(session.catalog.answer_question[los])]
    session.execute(SetGroup((los,), known, assessor=ANA))
    session.execute(SetGroup((la,), "g", assessor=BEN))
    (one,) = found(session, "distinct")
    assert dict(one.labels) == {ANA: f"{los}={known}", BEN: NOT_GROUPED}
    session.execute(SetGroup((los,), "h", assessor=BEN))
    (one,) = found(session, "distinct")
    assert dict(one.labels) == {ANA: f"{los}={known}", BEN: f"{los}"}
    session.execute(SetGroup((los,), known, settle=True))
    assert found(session, "distinct")[0].settled == f"{los}={known}"
    session.execute(SetGroup((los,), known, assessor=BEN))
    assert found(session, "distinct") == []


def test_votes_and_matches_of_merged_nuggets_are_looked_at_as_one(session: Session) -> None:
    slang = 6
    session.execute(Vote(0, "okay", assessor=BEN))
    assert found(session, "importance") == []
    session.execute(Vote(0, "vital", assessor=CAM))
    (vote,) = found(session, "importance")
    assert vote.labels == ((ANA, "okay"), (BEN, "okay"), (CAM, "vital"))
    session.execute(Match(slang, 0, "yes", assessor=ANA))
    session.execute(Match(slang, 0, "no", assessor=BEN))
    (match,) = found(session, "match")
    assert (match.answer, match.nugget, match.size) == (slang, 0, 1.0)
    session.execute(Match(slang, 2, "partial", assessor=BEN))
    session.execute(MergeNuggets((0, 2)))
    (match,) = found(session, "match")
    assert (match.labels, match.size) == (((ANA, "yes"), (BEN, "partial")), 0.5)
    session.execute(Match(slang, 0, "partial", kind="adjudication"))
    assert found(session, "match")[0].settled == "partial"


def test_the_quality_of_a_question_is_disputed(tmp_path: Path) -> None:
    generated_collection(tmp_path / "r.jury", kind="ranked", questions=3, assessors=3)
    with closing(open_session(tmp_path / "r.jury", assessor="a1")) as session:
        people = [session.catalog.assessor_named[name] for name in ("a1", "a2", "a3")]
        for who, label in zip(people, "AAC", strict=True):
            session.execute(JudgeQuestion(1, label, assessor=who))
        (one,) = found(session, "quality")
        assert (one.question, [word for _, word in one.labels]) == (1, ["A", "A", "C"])
        assert one.size == pytest.approx(2 / 3)
        session.execute(JudgeQuestion(1, "B", kind="adjudication"))
        assert found(session, "quality")[0].settled == "B"


def _scores(session: Session, gold: str, name: str) -> np.ndarray:
    board = Scoreboard(session.collection, Gold.parse(gold))
    return np.array([board.score(measure(name), run).value for run in board.runs])


def _deciding(dispute: Dispute, word: str) -> Command:
    if dispute.what == "importance":
        return Vote(dispute.nugget, word, kind="adjudication")
    if dispute.what == "match":
        return Match(dispute.answer, dispute.nugget, word, kind="adjudication")
    if dispute.what == "distinct":
        chosen = EqualAnswers.of_word(word)
        return SetGroup(tuple(sorted(chosen.answers)), chosen.instance or "settled", settle=True)
    return adjudicate((dispute.answer,), word)


@pytest.mark.parametrize("name", ["F(3)", "F-list", "accuracy"])
def test_what_a_decision_is_told_to_do_is_what_it_does(session: Session, name: str) -> None:
    """The effect is the change of a score after really deciding so, computed anew from nothing."""
    session.execute(SetFact("panel", [one.code.hex() for one in session.catalog.assessors[:3]]))
    for who, labels in ((ANA, "correct correct"), (BEN, "correct incorrect"), (CAM, "correct incorrect")):
        first, second = labels.split()
        for answer in (0, 2, 3, 4, 9):
            session.execute(Judge((answer,), first, assessor=who))
        for answer in (1, 5):
            session.execute(Judge((answer,), second, assessor=who))
        session.execute(SetGroup((2, 3), "x", assessor=who))
    session.execute(SetGroup((3, 4), "y", assessor=CAM))
    session.execute(AddInstance(int(session.catalog.answer_question[2]), "One that is known"))
    (known,) = session.ledger.board.instances[int(session.catalog.answer_question[2])]
    session.execute(SetGroup((2, 5), known, assessor=BEN))
    session.execute(AddNugget(4, "a show for children", importance="vital", assessor=ANA))
    for who, (vote, match) in enumerate((("okay", "yes"), ("vital", "no"), ("vital", "yes"))):
        for nugget in (0, 1, 2):
            session.execute(Vote(nugget, vote if nugget else "okay", assessor=who))
            for answer in (6, 7, 8):
                session.execute(Match(answer, nugget, match if answer == 6 else "no", assessor=who))
        session.execute(Vote(3, vote, assessor=who))
        session.execute(Match(10, 3, match, assessor=who))
    gold = "majority+strict"
    frozen = Frozen(session.collection.frozen(), Gold.parse(gold))
    told = survey(frozen, measure(name))
    assert told.why == ""
    now, moved = _scores(session, gold, name), 0
    for one in (each for asked in told.questions.values() for each in asked.disputes):
        for turn in one.turns if one.what != "label" else ():
            session.execute(_deciding(one, turn.label))
            then = _scores(session, gold, name)
            change = np.abs(np.nan_to_num(then - now)).max()
            assert turn.effect == pytest.approx(change, abs=1e-12), (one.key, turn)
            flipped = (now[0] - now[1]) * (then[0] - then[1]) < 0
            assert bool(turn.pairs) == bool(flipped)
            moved += change > 0
            session.undo()
    assert moved or name == "accuracy"
    assert np.array_equal(_scores(session, gold, name), now, equal_nan=True)


@pytest.mark.parametrize("name", ["F1", "AUC", "c@1"])
def test_a_decision_moves_the_scores_of_now_and_ties_count_for_nobody(name: str, tmp_path: Path) -> None:
    generated_collection(tmp_path / "v.jury", kind="validation", questions=20, assessors=2, judged=1.0, correct=0.5)
    with closing(open_session(tmp_path / "v.jury", assessor="a1")) as session:
        undecided = [one for one in found(session, "label") if not one.settled]
        assert undecided
        gold = Gold.parse("adjudicated+strict")
        frozen = Frozen(session.collection.frozen(), gold)
        told = survey(frozen, measure(name))
        effects = {each.key: each for asked in told.questions.values() for each in asked.disputes}
        now = _scores(session, str(gold), name)
        for one in undecided:
            turns = effects[one.key].turns
            assert [turn.label for turn in turns] == ["correct", "incorrect"]
            for turn in turns:
                assert turn.now is not None
                assert turn.then is not None
                np.testing.assert_allclose(turn.now, now, rtol=0, atol=1e-12)
                session.execute(adjudicate((one.answer,), turn.label))
                then = _scores(session, str(gold), name)
                np.testing.assert_allclose(turn.then, then, rtol=0, atol=1e-12)
                session.execute(adjudicate((one.answer,), None))
        assert np.array_equal(_scores(session, str(gold), name), now)


@pytest.mark.parametrize("seed", [0, *swept(range(1, 6))])
def test_the_score_now_is_that_of_the_scoreboard_under_every_gold_standard(tmp_path: Path, seed: int) -> None:
    """Whatever a decision would do, it is compared with the scores and ranks that Scores shows."""
    path, compared = Mixed(seed, share=0.9).file(tmp_path / "m.jury"), 0
    with closing(State(path)) as state:
        collection = state.collection.frozen()
        for name, gold in ((name, gold) for gold in GOLDS for name in ("nDCG", "F1", "accuracy", "F(3)")):
            try:
                board = Scoreboard(collection, Gold.parse(gold))
            except Refused:
                continue
            told = survey(Frozen(collection, Gold.parse(gold)), measure(name))
            scores = [board.score(measure(name), run).value for run in board.runs]
            for one in (each for asked in told.questions.values() for each in asked.disputes):
                for turn in one.turns:
                    if turn.now is not None:
                        np.testing.assert_allclose(turn.now, scores, rtol=0, atol=1e-12)
                        compared += 1
    assert compared > 10


def test_a_frozen_ledger_takes_no_notice_of_what_comes_after(session: Session) -> None:
    session.execute(Judge((0,), "correct", assessor=ANA))
    session.execute(Vote(0, "vital", assessor=BEN))
    session.execute(Match(6, 0, "yes", assessor=ANA))
    session.execute(Match(6, 0, "no", assessor=BEN))
    frozen = session.ledger.frozen()
    before = find_disputes(Collection(session.catalog, frozen, session.facts))
    session.execute(Judge((0,), "incorrect", assessor=BEN))
    session.execute(Vote(0, "okay", assessor=BEN))
    session.execute(Match(6, 0, "yes", assessor=BEN))
    session.execute(SetGroup((2, 3), "x", assessor=ANA))
    session.execute(SetGroup((2, 4), "y", assessor=BEN))
    after = find_disputes(Collection(session.catalog, frozen, session.facts))
    assert {q: one.disputes for q, one in before.items()} == {q: one.disputes for q, one in after.items()}
    assert len(found(session, "label")) == 1
