"""Who opens a file that was handed out reads to whom it goes back, and until when."""

from contextlib import closing
from pathlib import Path

import pytest
from small import small_collection

from jurybox.campaign.handouts import hand_out
from jurybox.campaign.way_back import way_back_of
from jurybox.collection.file import HUB, open_writing
from jurybox.commands import SetFact
from jurybox.session import open_session


@pytest.mark.parametrize(
    ("contact", "ends", "said"),
    [
        ("", "", "Send ana.jury back to the organizer when you are done."),
        ("Zoe, zoe@example.org", "", "Send ana.jury back to Zoe, zoe@example.org when you are done."),
        ("", "2026-12-18", "Send ana.jury back to the organizer when you are done, on 2026-12-18 at the latest."),
        ("Zoe", "2026-12-18", "Send ana.jury back to Zoe when you are done, on 2026-12-18 at the latest."),
    ],
)
def test_a_file_that_was_handed_out_says_where_it_goes(tmp_path: Path, contact: str, ends: str, said: str) -> None:
    path = small_collection(tmp_path / "all.jury", assessors=("Ana", "Ben"))
    with closing(open_session(path, assessor="organiser")) as session:
        session.execute(SetFact("contact", contact or None))
        session.execute(SetFact("ends", ends or None))
        assert way_back_of(session) == "", "the collection itself stays"
    own = hand_out(path, "Ana", tmp_path / "ana.jury").path
    with closing(open_session(own)) as session:
        assert way_back_of(session) == said


def test_a_file_with_a_hub_is_not_sent(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "all.jury", assessors=("Ana",))
    own = hand_out(path, "Ana", tmp_path / "ana.jury").path
    with closing(open_writing(own)) as db, db:
        db.execute("INSERT INTO local VALUES (?, '{}')", (HUB,))
    with closing(open_session(own)) as session:
        assert not way_back_of(session)
