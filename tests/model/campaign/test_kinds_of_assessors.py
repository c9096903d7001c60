"""The kind of an assessor: an entry of the log that scores follow at once, and that undo gives back."""

from contextlib import closing
from pathlib import Path

import pytest
from generator import write_tables

from jurybox.campaign.handouts import hand_out
from jurybox.campaign.people import changing_kind, choosing_panel
from jurybox.changes import Changes
from jurybox.collection.file import create
from jurybox.collection.state import State
from jurybox.errors import Refused
from jurybox.formats.imports import import_into
from jurybox.gold import Gold
from jurybox.measures import measure
from jurybox.scoring import Scoreboard
from jurybox.session import open_session

NDCG = measure("nDCG")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Ranked answers that three people judged, without a panel."""
    write_tables(tmp_path / "t", kind="ranked", questions=6, runs=3, assessors=3, judged=1.0, correct=0.4)
    create(tmp_path / "c.jury")
    import_into(tmp_path / "c.jury", [tmp_path / "t"])
    return tmp_path / "c.jury"


def test_scores_follow_a_change_of_kind_and_its_undo(path: Path) -> None:
    with closing(open_session(path, assessor="organiser")) as session:
        session.execute(choosing_panel(session, []))
        board = Scoreboard(session.catalog, session.ledger, session.facts, Gold("GAW"))

        def scores() -> list[float]:
            return [board.score(NDCG, run).value for run in board.runs]

        def follow(changes: Changes | None) -> list[float]:
            assert changes is not None
            board.update(changes, session)
            fresh = Scoreboard(session.catalog, session.ledger, session.facts, Gold("GAW"))
            assert scores() == [fresh.score(NDCG, run).value for run in fresh.runs]
            return scores()

        three = scores()
        two = follow(session.execute(changing_kind(session, "a3", "model")))
        assert two != three
        assert follow(session.undo()) == three
        assert follow(session.redo()) == two
        session.flush()
    with closing(State(path)) as state:
        assert state.catalog.assessors[state.catalog.assessor_named["a3"]].kind == "model"


def test_a_handed_out_file_has_the_kind_in_force(path: Path, tmp_path: Path) -> None:
    with closing(open_session(path, assessor="organiser")) as session:
        session.execute(changing_kind(session, "a2", "model"))
        session.flush()
    hand_out(path, "a2", tmp_path / "own.jury")
    with closing(State(tmp_path / "own.jury")) as state:
        assert state.catalog.assessors[state.catalog.assessor_named["a2"]].kind == "model"


def test_who_is_not_there_has_no_kind(path: Path) -> None:
    with closing(open_session(path, assessor="organiser")) as session:
        for name, kind in (("nobody", "model"), ("a1", "robot"), ("organiser", "key")):
            with pytest.raises(Refused, match=r"Nothing was changed\."):
                changing_kind(session, name, kind)
