"""Sending back: the answer is open for the assessor again, until they say something of it, and only then."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from series import series_collection
from small import small_collection

from jurybox.collection.entries import Subject
from jurybox.commands import Judge, Match, SendBack, adjudicate
from jurybox.errors import Refused
from jurybox.judging.queue import Queue
from jurybox.judging.sent_back import mark_of, sent_back
from jurybox.session import Session, open_session

LABELS = [(who, answer, "correct") for who in (0, 1) for answer in range(12)]
ANA, BEN = 0, 1


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A small collection that Ana and Ben judged to the end."""
    return small_collection(tmp_path / "s.jury", labels=LABELS)


@pytest.fixture
def session(path: Path) -> Iterator[Session]:
    """It, opened by the organizer."""
    with closing(open_session(path, assessor="organiser")) as session:
        yield session


def waiting(session: Session, who: int = BEN) -> list[int | None]:
    """Return what waits for another look, as its queue has it too."""
    found = [one.subject.answer for one in sent_back(session.catalog, session.ledger, who)]
    queue = Queue(session.catalog, session.ledger, who)
    assert sorted(int(queue.answers[at]) for at in range(len(queue)) if queue.codes[at] == 0) == sorted(found)
    assert queue.progress.open == len(found)
    return found


def test_it_waits_until_the_assessor_speaks_even_the_same_label(session: Session) -> None:
    assert waiting(session) == []
    session.execute(SendBack(Subject(4 // 3, 4), (BEN,), "Read the second sentence"))
    assert (waiting(session), waiting(session, ANA)) == ([4], [])
    mark = mark_of(session.catalog, BEN, next(sent_back(session.catalog, session.ledger, BEN)).subject)
    assert session.content_in_force("adjudication", BEN, mark).note == "Read the second sentence"
    assert session.content_of(4, BEN).label == "correct"
    before = len(session.ledger)
    session.execute(Judge((4,), "correct", assessor=ANA))
    assert len(session.ledger) == before
    session.execute(Judge((4,), "correct", assessor=BEN))
    assert len(session.ledger) == before + 1
    assert waiting(session) == []


def test_undo_opens_it_again_and_undoing_the_sending_closes_it(session: Session) -> None:
    session.execute(SendBack(Subject(4 // 3, 4), (ANA, BEN)))
    session.sit("Ben")
    session.execute(Judge((4,), "incorrect"))
    assert waiting(session) == []
    session.undo()
    assert waiting(session) == [4]
    session.redo()
    assert waiting(session) == []
    session.sit("organiser")
    session.undo()
    assert waiting(session, ANA) == []
    assert session.content_of(4, BEN).label == "incorrect"


def test_it_lies_in_the_file_and_changes_no_score(path: Path, session: Session) -> None:
    adjudications = session.ledger.adjudications.copy()
    session.execute(SendBack(Subject(7 // 3, 7), (BEN,)))
    session.execute(Judge((8,), "incorrect", assessor=BEN))
    session.execute(SendBack(Subject(8 // 3, 8), (BEN,)))
    session.execute(adjudicate((8,), "correct"))
    adjudications[8] = session.ledger.adjudications[8]
    assert (session.ledger.adjudications == adjudications).all()
    session.flush()
    with closing(open_session(path)) as again:
        assert sorted(at for at in waiting(again) if at is not None) == [7, 8]


def test_what_nobody_said_cannot_be_sent_back(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "e.jury")
    with closing(open_session(path, assessor="organiser")) as session:
        with pytest.raises(Refused, match="Ben has given no label"):
            session.execute(SendBack(Subject(0, 1), (BEN,)))
        assert not len(session.ledger.board.sent_back)


def test_a_match_is_sent_back_and_stays_what_it_was(tmp_path: Path) -> None:
    with closing(open_session(series_collection(tmp_path / "m.jury"), assessor="Ana")) as session:
        for nugget in range(3):
            session.execute(Match(6, nugget, "yes", assessor=BEN))
        queue = Queue(session.catalog, session.ledger, BEN)
        place = queue.place_of(6)
        assert place is not None
        assert queue.codes[place] != 0
        session.execute(SendBack(Subject(2, 6, 1), (BEN,), kind="match"))
        queue.update(session.ledger, [6])
        assert queue.codes[place] == 0
        assert session.ledger.board.matches_of(2).at(6, 1)[0] == 0
        session.execute(Match(6, 1, "yes", assessor=BEN))
        queue.update(session.ledger, [6])
        assert queue.codes[place] != 0
