"""Sending back what is said of nuggets, matches, groups and questions: it waits until it is said again."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from series import series_collection
from small import small_collection

from jurybox.campaign.handouts import hand_out
from jurybox.campaign.merges import merge_files
from jurybox.collection.entries import EntryKind, Subject
from jurybox.commands import Judge, JudgeQuestion, Match, MergeNuggets, SayAgain, SendBack, SetGroup, Vote
from jurybox.errors import Refused
from jurybox.judging.queue import Queue
from jurybox.judging.sent_back import Returned, sent_back
from jurybox.session import Session, open_session

ANA, BEN, CAM = 0, 1, 2


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """Two series with list and Other questions, opened by the organizer."""
    with closing(open_session(series_collection(tmp_path / "s.jury"), assessor="organiser")) as session:
        yield session


def waiting(session: Session, who: int = BEN) -> list[Returned]:
    return list(sent_back(session.catalog, session.ledger, who))


SUBJECTS: list[tuple[EntryKind, Subject]] = [
    ("importance", Subject(2, nugget=1)),
    ("match", Subject(2, 7, 1)),
    ("distinct", Subject(1, 2)),
    ("judgment", Subject(3)),
]


def speak(session: Session, who: int) -> None:
    """Say something of each of the subjects."""
    session.execute(Vote(1, "okay", assessor=who))
    session.execute(Match(7, 1, "yes", assessor=who))
    session.execute(SetGroup((2, 3), "x", assessor=who))
    session.execute(JudgeQuestion(3, "B", assessor=who))


@pytest.mark.parametrize(("kind", "subject"), SUBJECTS)
def test_each_kind_of_thing_waits_and_can_be_kept_or_changed(
    session: Session, kind: EntryKind, subject: Subject
) -> None:
    speak(session, BEN)
    session.execute(SendBack(subject, (BEN,), "Look", kind))
    assert waiting(session) == [Returned(kind, subject)]
    assert waiting(session, CAM) == []
    before = session.content_in_force(kind, BEN, subject)
    session.sit("Ben")
    session.execute(SayAgain(Returned(kind, subject)))
    assert waiting(session) == []
    assert session.content_in_force(kind, BEN, subject).label == before.label
    session.undo()
    assert waiting(session) == [Returned(kind, subject)]
    assert session.content_in_force(kind, BEN, subject).label == before.label
    session.redo()
    assert waiting(session) == []


@pytest.mark.parametrize(("kind", "subject"), SUBJECTS)
def test_the_queue_leads_to_it_and_labels_stay_what_they_are(
    session: Session, kind: EntryKind, subject: Subject
) -> None:
    speak(session, BEN)
    for answer in (*range(6), 9, 10):
        session.execute(Judge((answer,), "correct", assessor=BEN))
    for answer in (6, 7, 8):
        for nugget in range(3):
            session.execute(Match(answer, nugget, "no", assessor=BEN))
    queue = Queue(session.catalog, session.ledger, BEN)
    assert queue.first_open() is None
    answers = session.catalog.answers_of(subject.question or 0).tolist()
    place = queue.place_of(answers[0] if subject.answer is None else subject.answer)
    session.execute(SendBack(subject, (BEN,), None, kind))
    queue.update(session.ledger, answers)
    assert (queue.first_open(), queue.last_open()) == (place, place)
    assert queue.progress.open == (subject.answer is not None)
    session.execute(SayAgain(Returned(kind, subject), assessor=BEN))
    queue.update(session.ledger, answers)
    assert queue.first_open() is None


def test_who_left_an_answer_alone_is_asked_too_and_others_are_not(session: Session) -> None:
    session.execute(SetGroup((2, 3), "x", assessor=ANA))
    session.execute(SendBack(Subject(1, 2), (BEN,), "Is it the same?", "distinct"))
    assert waiting(session) == [Returned("distinct", Subject(1, 2))]
    session.execute(SayAgain(Returned("distinct", Subject(1, 2)), assessor=BEN))
    assert waiting(session) == []
    assert session.ledger.board.groups.get(2, {}).get(BEN) is None
    with pytest.raises(Refused, match="Cam has given no label"):
        session.execute(SendBack(Subject(2, nugget=1), (CAM,), None, "importance"))


def test_label_and_group_of_one_answer_wait_beside_each_other(session: Session) -> None:
    session.execute(Judge((2,), "correct", assessor=BEN))
    session.execute(SetGroup((2, 3), "x", assessor=BEN))
    session.execute(SendBack(Subject(1, 2), (BEN,), "the label"))
    session.execute(SendBack(Subject(1, 2), (BEN,), "the group", "distinct"))
    assert {one.kind for one in waiting(session)} == {"judgment", "distinct"}
    session.execute(Judge((2,), "correct", assessor=BEN))
    assert {one.kind for one in waiting(session)} == {"distinct"}
    session.execute(SetGroup((2,), "x", assessor=BEN))
    assert waiting(session) == []


def test_a_vote_on_a_nugget_merged_since_is_sent_back_and_answered_on_what_stands(session: Session) -> None:
    session.execute(Vote(2, "okay", assessor=BEN))
    session.execute(MergeNuggets((1, 2)))
    session.execute(SendBack(Subject(2, nugget=1), (BEN,), None, "importance"))
    assert waiting(session) == [Returned("importance", Subject(2, nugget=2))]
    session.execute(Vote(1, "vital", assessor=BEN))
    assert waiting(session) == []


def test_all_of_it_travels_with_the_own_file_and_comes_home(tmp_path: Path) -> None:
    path = series_collection(tmp_path / "all.jury")
    with closing(open_session(path, assessor="organiser")) as session:
        for who in (BEN, CAM):
            speak(session, who)
            for kind, subject in SUBJECTS:
                session.execute(SendBack(subject, (who,), f"for {who}", kind))
        session.execute(SendBack(Subject(1, 4), (BEN,), "alone", "distinct"))
        session.execute(SayAgain(Returned(*SUBJECTS[0]), assessor=CAM))
    hand_out(path, "Ben", tmp_path / "Ben.jury")
    with closing(open_session(tmp_path / "Ben.jury")) as own:
        assert own.assessor is not None
        found = list(sent_back(own.catalog, own.ledger, own.assessor))
        assert len(found) == 5
        for returned in found:
            own.execute(SayAgain(returned))
        assert list(sent_back(own.catalog, own.ledger, own.assessor)) == []
        own.flush()
    with closing(open_session(path, assessor="organiser")) as session:
        assert len(waiting(session)) == 5
        merge_files(session, [tmp_path / "Ben.jury"])
        assert waiting(session) == []
        assert len(waiting(session, CAM)) == 3


def test_a_question_waits_at_its_first_answer_and_nothing_else_does(tmp_path: Path) -> None:
    labels = [(1, answer, "correct") for answer in range(12)]
    with closing(open_session(small_collection(tmp_path / "q.jury", labels=labels))) as session:
        session.sit("organiser")
        session.execute(JudgeQuestion(2, "A", assessor=BEN))
        queue = Queue(session.catalog, session.ledger, BEN)
        assert queue.first_open() is None
        session.execute(SendBack(Subject(2), (BEN,)))
        queue.update(session.ledger, [queue.first_of(2) or 0])
        assert queue.first_open() == queue.place_of(6)
        assert queue.progress.open == 0
        session.execute(JudgeQuestion(2, "A", assessor=BEN))
        queue.update(session.ledger, [6])
        assert queue.first_open() is None
