"""What the window scores while the collection moves."""

from contextlib import closing
from pathlib import Path

import pytest
from demo_file import demo_file

from jurybox.commands import Judge, JudgeQuestion, Together
from jurybox.session import open_session
from jurybox.settings import Settings
from jurybox_gui.core.bridge import Bridge

pytestmark = pytest.mark.usefixtures("qapp")


def test_good_questions_follow_ratings_that_come_together_with_labels(tmp_path: Path) -> None:
    with closing(open_session(demo_file(tmp_path / "c.jury", "community"))) as session:
        bridge = Bridge(session, Settings(tmp_path / "settings.json"))
        good = bridge.good_questions()
        bridge.select_questions(good)
        one = min(good)
        answer = int(session.catalog.answers_of(one)[0])
        who = int(session.facts.panel[0]) if session.facts.panel else 0
        session.execute(
            Together(
                (
                    JudgeQuestion(one, label="B", kind="adjudication"),
                    Judge((answer,), "C", assessor=who),
                )
            )
        )
        assert bridge.questions == good - {one}
        session.undo()
        assert bridge.questions == good
        bridge.close()
