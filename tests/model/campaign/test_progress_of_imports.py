"""Imported nuggets are nobody's completed work: not in a plan, not in what it deals, not in progress."""

from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
from series import OTHER, series_collection

from jurybox.campaign.assignments import Campaign, preview, store_campaign
from jurybox.campaign.progress import progress, read_paces
from jurybox.collection.file import open_reading
from jurybox.commands import Judge, Vote
from jurybox.session import Session, open_session

NUGGETS = """question,nugget,text,importance
1.3,1,slang for Bloods,okay
1.3,2,use greeting C'z Up,vital
2.2,1,host of a show,vital
"""
PEOPLE = Campaign(("Ana", "Ben", "Cam"), 2)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A collection whose nuggets came with votes and without an assessor."""
    return series_collection(tmp_path / "n.jury", nuggets=NUGGETS)


def how_far(session: Session) -> dict[str, tuple[int, int]]:
    """Return what everybody has judged and is assigned."""
    with closing(open_reading(session.path)) as db:
        paces = read_paces(db)
    found = progress(session.collection, paces, 0)
    return {one.name: (one.judged, one.assigned) for one in found}


def test_every_other_question_goes_to_two_people(path: Path) -> None:
    with closing(open_session(path, assessor="organiser")) as session:
        organizer = session.catalog.assessor_named["organiser"]
        assert len(session.ledger.board.votes) == 3, "the votes came with the file"
        with closing(open_reading(path)) as db:
            dealt, _ = preview(db, PEOPLE)
        assert Counter(question for _, question in dealt.pairs) == dict.fromkeys(range(5), 2)
        assert organizer not in dealt.shares
        assert all(share.judged == 0 for share in dealt.shares.values())
        session.store(lambda db: store_campaign(db, PEOPLE), "assign")
        assert organizer not in session.catalog.assigned[0]
        assert set(how_far(session)) == {"Ana", "Ben", "Cam"}


def test_labels_imported_without_an_assessor_are_nobodys_progress(tmp_path: Path) -> None:
    labels = "assessor,question,answer,label\norganiser,1.1,f1,correct\norganiser,1.1,f2,incorrect\n"
    path = series_collection(tmp_path / "l.jury", judgments=labels, nuggets=NUGGETS, assessors="")
    with closing(open_session(path, assessor="organiser")) as session:
        assert session.ledger.labels[session.catalog.assessor_named["organiser"]].any()
        assert how_far(session) == {}
        session.execute(Judge((9,), "correct"))
        session.flush()
        assert how_far(session) == {"organiser": (3, 11)}


def test_what_the_organizer_judged_in_person_is_kept(path: Path) -> None:
    with closing(open_session(path, assessor="organiser")) as session:
        organizer = session.catalog.assessor_named["organiser"]
        session.execute(Vote(0, "vital"))
        session.flush()
        with closing(open_reading(path)) as db:
            dealt, _ = preview(db, PEOPLE)
        assert {question for who, question in dealt.pairs if who == organizer} == {OTHER}
