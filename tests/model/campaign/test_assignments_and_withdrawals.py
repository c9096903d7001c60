"""What the organizer stores: assignments, runs withdrawn; with a backup, and no step of Ctrl+Z."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from small import small_collection

from jurybox.campaign.assignments import Campaign, assign_everything, preview, store_campaign
from jurybox.campaign.progress import progress
from jurybox.campaign.seats import blind, organizes
from jurybox.campaign.withdrawals import restore, withdraw
from jurybox.collection.backup import backup_folder
from jurybox.collection.check import check
from jurybox.collection.entries import Content, Subject
from jurybox.collection.file import open_reading, open_writing
from jurybox.collection.log import LogWriter
from jurybox.commands import Judge, SendBack, SetFact, adjudicate
from jurybox.errors import Refused
from jurybox.session import Session, open_session


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A collection of 8 questions with 3 answers each, of which Ana has judged one answer of the first."""
    return small_collection(tmp_path / "small.jury", questions=8, labels=[(0, 0, "correct")])


@pytest.fixture
def session(path: Path) -> Iterator[Session]:
    """The collection, opened by its organizer."""
    opened = open_session(path, assessor="organiser")
    yield opened
    opened.close()


def store(session: Session, campaign: Campaign) -> None:
    """Store a campaign as the window does."""
    session.store(lambda db: store_campaign(db, campaign), "assign")


def whole(path: Path) -> list[str]:
    """Return what is wrong with a file."""
    with closing(open_reading(path)) as db:
        return check(db)


def test_what_is_previewed_is_stored_and_a_backup_was_made(session: Session) -> None:
    campaign = Campaign(("Ana", "Ben", "Cid"), 2, calibration=frozenset((3, 5)), repeats=0.1, seed=4)
    with closing(open_reading(session.path)) as db:
        dealt, names = preview(db, campaign)
    assert names == ("Ana", "Ben", "organiser", "Cid")
    assert not len(session.catalog.assigned[0])
    store(session, campaign)
    stored = {(int(w), int(session.catalog.answer_question[a])) for w, a in zip(*session.catalog.assigned, strict=True)}
    assert stored == set(dealt.pairs)
    for who, share in dealt.shares.items():
        assert np.count_nonzero(session.catalog.assigned_to(who)) == share.answers
    assert (0, 0) in stored
    assert session.facts.calibration == ("q4", "q6")
    assert session.facts.repeats == 0.1
    assert [made.stem.split("-")[2] for made in backup_folder(session.path).iterdir()] == ["assign"]
    assert not session.can_undo
    assert whole(session.path) == []


def test_a_plan_counts_the_answers_that_progress_counts_as_judged(session: Session) -> None:
    session.execute(Judge((3, 4), "correct", assessor=0))
    session.execute(Judge((5,), state="skipped", assessor=0))
    session.execute(SendBack(Subject(1, 3), (0,)))
    session.flush()
    with closing(open_reading(session.path)) as db:
        dealt, names = preview(db, Campaign(("Ana", "Ben"), 2))
    store(session, Campaign(("Ana", "Ben"), 2))
    counted = {one.name: one.judged for one in progress(session.collection, {}, 0)}
    assert {names[who]: share.judged for who, share in dealt.shares.items()} == counted == {"Ana": 2, "Ben": 0}


def test_planning_anew_keeps_what_is_judged_and_moves_the_rest(session: Session) -> None:
    store(session, Campaign(("Ana", "Ben"), 1))
    ana, ben = (session.catalog.assessor_named[name] for name in ("Ana", "Ben"))
    mine = np.flatnonzero(session.catalog.assigned_to(ben))
    session.execute(Judge((int(mine[0]),), "correct", assessor=ben))
    session.flush()
    store(session, Campaign(("Ana",), 1))
    kept = np.flatnonzero(session.catalog.assigned_to(ben))
    question = session.catalog.answer_question[mine[0]]
    assert set(session.catalog.answer_question[kept]) == {question}
    assert np.count_nonzero(session.catalog.assigned_to(ana)) == 7 * 3
    session.store(assign_everything, "assign")
    assert session.catalog.assigned_to(ben).all()
    assert whole(session.path) == []


def test_a_plan_for_some_questions_leaves_the_others_alone(session: Session) -> None:
    store(session, Campaign(("Ana", "Ben"), 2))
    store(session, Campaign(("Cid",), 1, questions=frozenset((6, 7)), add=True))
    cid = session.catalog.assessor_named["Cid"]
    assert set(session.catalog.answer_question[session.catalog.assigned_to(cid)]) == {6, 7}
    assert session.catalog.assigned_to(0).all()


def test_answers_of_late_runs_are_assigned_like_their_question(session: Session, path: Path) -> None:
    store(session, Campaign(("Ana", "Ben"), 1))
    judges = set(session.catalog.assigned[0][session.catalog.assigned[1] == 4])
    session.close()
    with closing(open_writing(path)) as db:
        db.execute("INSERT INTO answer (question, name, text, best, digest) VALUES (2, 'late', 'x', 0, randomblob(16))")
    with closing(open_session(path)) as again:
        assert set(again.catalog.assigned[0][again.catalog.assigned[1] == 24]) == judges


def test_a_run_is_withdrawn_with_a_backup_and_not_by_a_step(session: Session) -> None:
    withdraw(session, ["two"])
    assert session.facts.withdrawn == frozenset((1,))
    assert not session.can_undo
    assert session.undo() is None
    withdraw(session, ["one"])
    assert session.facts.withdrawn == frozenset((0, 1))
    restore(session, ["two", "one"])
    assert session.facts.withdrawn == frozenset()
    assert len(list(backup_folder(session.path).iterdir())) == 3
    with pytest.raises(Refused, match="no run 'three'"):
        withdraw(session, ["three"])
    with pytest.raises(Refused, match="Campaign page"):
        session.execute(SetFact("withdrawn", ["one"]))
    assert whole(session.path) == []


def test_undo_never_takes_away_what_somebody_else_said(session: Session) -> None:
    session.execute(SetFact("description", "mine"))
    session.execute(SetFact("name", "Named by me"))
    session.execute(adjudicate((0,), "correct"))
    session.execute(SetFact("name", "Named by Ana", assessor=0))
    session.execute(Judge((1,), "correct"))
    assert session.undo()
    assert session.undo()
    with pytest.raises(Refused, match="Somebody else has changed this"):
        session.undo()
    assert session.facts.name == "Named by Ana"
    assert session.undo()
    assert session.facts.description == ""
    assert session.facts.name == "Named by Ana"
    assert session.undo() is None
    assert session.redo()
    assert session.facts.description == "mine"
    path = session.path
    session.close()
    with closing(open_session(path, assessor="organiser")) as again:
        with pytest.raises(Refused, match="Somebody else has changed this"):
            again.undo()
        assert again.undo()
        assert (again.facts.name, again.facts.description) == ("Named by Ana", "")


def test_an_adjudication_of_somebody_else_is_not_undone_nor_overruled_by_redo(session: Session) -> None:
    session.execute(adjudicate((0, 1), "correct"))
    session.execute(Judge((0,), "incorrect", kind="adjudication", assessor=1))
    changes = session.undo()
    assert changes is not None
    assert changes.answers == frozenset((1,))
    assert session.ledger.adjudications[:2].tolist() == [7, 0]
    assert session.redo()
    assert session.ledger.adjudications[:2].tolist() == [7, 4]
    session.execute(Judge((1,), "incorrect", kind="adjudication", assessor=1))
    with pytest.raises(Refused, match="Somebody else"):
        session.undo()
    assert session.ledger.adjudications[:2].tolist() == [7, 7]


def test_two_who_set_the_same_agree_and_two_who_do_not_are_told(path: Path) -> None:
    with closing(open_writing(path)) as db:
        db.execute("BEGIN IMMEDIATE")
        for who in (0, 1):
            log = LogWriter(db)
            log.write(who, "fact", Subject(fact="gold"), Content('"majority"'))
            log.write(who, "fact", Subject(fact="name"), Content(f'"by {who}"'))
            log.write(who, "adjudication", Subject(0, 0), Content("correct"))
            log.write(who, "adjudication", Subject(0, 1), Content(("correct", "incorrect")[who]))
        db.execute("COMMIT")
    with closing(open_session(path)) as session:
        assert session.facts.gold == "majority"
        assert session.facts.disputed == ("name",)
        assert session.ledger.adjudications[:2].tolist() == [4, -9]


def test_in_judging_mode_everybody_but_the_organizer_is_blind(path: Path) -> None:
    with closing(open_session(path, assessor="Ana")) as session:
        assert (blind(session), organizes(session)) == (False, False)
        session.execute(SetFact("mode", "judging"))
        assert blind(session)
        session.sit("organiser")
        assert (blind(session), organizes(session)) == (False, True)
        session.sit("Ben")
        assert blind(session)
