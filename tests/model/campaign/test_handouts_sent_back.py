"""What is sent back travels with an assessor's own file, and the answer to it ends it at home."""

from contextlib import closing
from pathlib import Path

from small import small_collection

from jurybox.campaign.handouts import hand_out
from jurybox.campaign.merges import merge_files
from jurybox.campaign.progress import progress
from jurybox.collection.check import check
from jurybox.collection.entries import Subject
from jurybox.collection.file import open_reading
from jurybox.commands import Judge, SendBack
from jurybox.judging.sent_back import mark_of, sent_back
from jurybox.session import Session, open_session

LABELS = [(who, answer, "correct") for who in (0, 1) for answer in range(12)]


def waiting(session: Session, name: str) -> list[int | None]:
    who = session.catalog.assessor_named[name]
    return sorted(
        (one.subject.answer for one in sent_back(session.catalog, session.ledger, who)), key=lambda at: at or 0
    )


def test_what_is_sent_back_goes_out_and_comes_home_answered(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "all.jury", labels=LABELS)
    with closing(open_session(path, assessor="organiser")) as session:
        session.execute(SendBack(Subject(4 // 3, 4), (1,), "Read it to the end"))
        session.execute(SendBack(Subject(7 // 3, 7), (0, 1)))
        session.execute(SendBack(Subject(9 // 3, 9), (0,), "For Ana alone"))
        session.execute(SendBack(Subject(10 // 3, 10), (1,)))
        session.execute(Judge((10,), "incorrect", assessor=1))
        assert waiting(session, "Ben") == [4, 7]
    hand_out(path, "Ben", tmp_path / "Ben.jury")
    assert b"For Ana alone" not in (tmp_path / "Ben.jury").read_bytes()
    with closing(open_reading(tmp_path / "Ben.jury")) as db:
        assert check(db) == []
    with closing(open_session(tmp_path / "Ben.jury")) as own:
        assert own.assessor is not None
        assert waiting(own, "Ben") == [4, 7]
        (first, _) = sorted(sent_back(own.catalog, own.ledger, own.assessor), key=lambda one: one.subject.answer or 0)
        mark = mark_of(own.catalog, own.assessor, first.subject)
        assert own.content_in_force("adjudication", own.assessor, mark).note == "Read it to the end"
        own.execute(Judge((4,), "correct"))
        assert waiting(own, "Ben") == [7]
        own.flush()
    with closing(open_session(path, assessor="organiser")) as session:
        for _ in range(2):
            merge_files(session, [tmp_path / "Ben.jury"])
            assert (waiting(session, "Ben"), waiting(session, "Ana")) == ([7], [7, 9])
            assert session.content_of(4, assessor=1).label == "correct"


def test_what_is_sent_back_is_open_again_and_counted_until_it_is_answered(tmp_path: Path) -> None:
    def counted() -> tuple[int, int, int]:
        (ben,) = [one for one in progress(session.collection, {}, 0) if one.name == "Ben"]
        return ben.judged, ben.open, ben.sent_back

    path = small_collection(tmp_path / "all.jury", labels=LABELS)
    with closing(open_session(path, assessor="organiser")) as session:
        assert counted() == (12, 0, 0)
        session.execute(SendBack(Subject(1, 4), (1,), "Read it to the end"))
        session.execute(SendBack(Subject(2, 7), (0, 1)))
        assert counted() == (10, 2, 2)
        session.execute(Judge((4,), "correct", assessor=1))
        assert counted() == (11, 1, 1)
        session.execute(Judge((7,), "incorrect", assessor=0))
        assert counted() == (11, 1, 1)
