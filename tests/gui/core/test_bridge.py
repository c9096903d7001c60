"""What the window scores while the collection moves."""

import threading
from contextlib import closing
from pathlib import Path

import pytest
from demo_file import demo_file
from patient_bot import PatientBot

from jurybox.commands import Judge, JudgeQuestion, Together
from jurybox.gold import Gold
from jurybox.gold import dawid_skene as estimates
from jurybox.scoring import Scoreboard
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
            Together((JudgeQuestion(one, label="B", kind="adjudication"), Judge((answer,), "C", assessor=who)))
        )
        assert bridge.questions == good - {one}
        session.undo()
        assert bridge.questions == good
        bridge.close()


def test_an_estimate_is_made_on_another_thread_and_scores_are_then_those_of_a_full_pass(
    tmp_path: Path, qtbot: PatientBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads = []
    made = estimates._rates

    def noted(*given: object) -> object:
        threads.append(threading.current_thread())
        return made(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(estimates, "_rates", noted)
    with closing(open_session(demo_file(tmp_path / "v.jury", "validation"))) as session:
        bridge = Bridge(session, Settings(tmp_path / "settings.json"))
        bridge.set_gold("dawid-skene+strict")
        before = bridge.scoreboard
        assert before is not None
        said = before.truth.tolist()
        threads.clear()
        judged = [at for at, value in enumerate(said) if value == 0][:4]
        for answer in judged:
            for who in range(3):
                session.execute(Judge((answer,), "correct", assessor=who))
            assert bridge.scoreboard is before
            assert before.truth.tolist() == said
        moved = []
        bridge.changed.connect(lambda changes, _by: moved.append(changes))
        qtbot.waitUntil(lambda: bool(moved))
        assert bridge.scoreboard is before
        assert before.truth.tolist() != said
        assert threads
        assert threading.main_thread() not in threads
        full = Scoreboard(session.collection, Gold("dawid-skene"))
        assert before.truth.tolist() == full.truth.tolist()
        assert moved[-1].answers == frozenset(judged)
        bridge.close()
