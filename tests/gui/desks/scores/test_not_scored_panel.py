"""The panel beside the bars lists what the bars cannot show: questions that are not scored, and why."""

from contextlib import closing
from pathlib import Path

from series import series_collection

from jurybox.gold import Gold
from jurybox.measures import measure
from jurybox.scoring import Scoreboard
from jurybox.session import open_session
from jurybox_gui.desks.scores.telling import NOT_SCORED, tell_whole

JUDGED = """question,answer,assessor,kind,label
1.1,f1,Ana,judgment,correct
1.1,f1,Ben,judgment,incorrect
1.1,f2,Ana,judgment,incorrect
1.1,f2,Ben,judgment,incorrect
2.1,f3,Ana,judgment,incorrect
2.1,f3,Ben,judgment,incorrect
"""


def test_the_panel_of_a_whole_score_names_who_and_why(tmp_path: Path) -> None:
    path = series_collection(tmp_path / "s.jury", judgments=JUDGED)
    with closing(open_session(path)) as session:
        board = Scoreboard(session.catalog, session.ledger, session.facts, Gold.parse("adjudicated"))
        one = measure("accuracy")
        assert tell_whole(board, session, one, 0, listed=False).rows == (), "not with every label"
        told = tell_whole(board, session, one, 0)
        assert told.head == ("question", NOT_SCORED)
        assert told.rows == (
            ("1.1", "disputed: Ana says correct, Ben says incorrect"),
            ("2.1", "two returned NIL, and nobody has decided whether that is right"),
        )
