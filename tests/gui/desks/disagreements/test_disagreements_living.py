"""The window lives on while the desk looks for disagreements: beats go on, keys decide, the row stays."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from generated import generated_collection
from patience import PATIENCE
from person import Person
from PySide6.QtCore import Qt, QThreadPool, QTimer
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from sweeps import swept

from jurybox.analysis.disagreements.effects import Survey, survey
from jurybox.commands import SetFact
from jurybox.measures import measure
from jurybox.measures.ranks import ranks
from jurybox_gui.core.tasks import any_under_way
from jurybox_gui.widgets.probe import painted_words

Come = Callable[..., Person]
SURVEY = "jurybox_gui.desks.disagreements.survey.survey"


@pytest.fixture
def person(come: Come, tmp_path: Path) -> Person:
    """Somebody at the desk of a generated collection."""
    path = generated_collection(
        tmp_path / "c.jury", kind="validation", questions=40, assessors=3, runs=9, judged=1.0, correct=0.4
    )
    person = come(path, desk="disagreements", assessor="Chair")
    person.settle()
    return person


class Gate:
    """Holds whoever looks for disagreements until it is opened, and knows on which threads that was."""

    def __init__(self) -> None:
        self.open, self.threads = threading.Event(), list[threading.Thread]()

    def survey(self, *given: Any) -> Any:
        self.threads.append(threading.current_thread())
        assert self.open.wait(PATIENCE)
        return survey(*given)


def test_beats_and_keys_go_on_while_everything_is_looked_for(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    desk, session, gate = person.desk, person.session, Gate()
    person.press("Space")
    monkeypatch.setattr(SURVEY, gate.survey)
    beats = []
    pulse = QTimer(desk, interval=1)
    pulse.timeout.connect(lambda: beats.append(desk.survey_task.busy))
    desk.setFocus()
    for turn in range(3):
        dispute = desk.dispute
        QTest.keyClick(desk, "2" if turn % 2 else "1")
        assert session.content_of(dispute.answer, kind="adjudication").label == ("correct", "incorrect")[turn % 2]
        assert desk.dispute.key != dispute.key
    pulse.start()
    person.wait(lambda: bool(gate.threads) and sum(beats) > 20)
    assert threading.main_thread() not in gate.threads
    here, order = desk.dispute.key, [one.question for one in desk.view.list.disputes]
    gate.open.set()
    person.settle()
    assert not desk.survey_task.busy
    assert desk.dispute.key == here
    assert [one.question for one in desk.view.list.disputes] == order
    assert desk.adjudication.count == 3


@pytest.mark.parametrize("first_time", [True, *swept([False])])
def test_who_wants_to_go_on_before_anything_is_found_does_so_when_it_is(
    person: Person, monkeypatch: pytest.MonkeyPatch, *, first_time: bool
) -> None:
    desk, gate = person.desk, Gate()
    monkeypatch.setattr(SURVEY, gate.survey)
    desk.view.list.show_disputes([])
    if first_time:
        desk.survey = Survey({}, None, ())
    desk._look_again()
    desk.show_all()
    assert desk.empty.isVisible() == first_time
    QTest.keyClick(desk, " ")
    assert desk.detail.banner is None
    gate.open.set()
    person.settle()
    assert desk.dispute is not None


@pytest.mark.parametrize("gold", ["majority+strict", *swept(["adjudicated+strict"])])
def test_the_gold_standard_can_be_switched_before_anything_is_found(
    person: Person, monkeypatch: pytest.MonkeyPatch, gold: str
) -> None:
    desk, bridge, gate = person.desk, person.program.bridge, Gate()
    assert bridge is not None
    monkeypatch.setattr(SURVEY, gate.survey)
    bridge.set_gold(gold)
    desk.survey = Survey({}, None, ())
    desk._look_again()
    desk.show_all()
    assert desk.no_effect.isHidden()
    assert desk.may_switch_to_adjudicated() is gold.startswith("majority")
    QTest.keyClick(desk, Qt.Key.Key_G, Qt.KeyboardModifier.ShiftModifier)
    assert bridge.gold == "adjudicated+strict"
    gate.open.set()
    person.settle()
    assert desk.no_effect.isHidden()
    assert not desk.may_switch_to_adjudicated()


@pytest.mark.parametrize("choose", ["Down", *swept(["Home", "click"])])
def test_a_row_chosen_while_disagreements_are_looked_for_stays(
    person: Person, monkeypatch: pytest.MonkeyPatch, choose: str
) -> None:
    desk, gate = person.desk, Gate()
    person.press("End")
    desk.tools.state.setCurrentIndex(desk.tools.state.findData("settled"))
    rows = [each for one in desk.survey.questions.values() for each in one.disputes]
    monkeypatch.setattr(SURVEY, gate.survey)
    desk._look_again()
    desk.view.list.show_disputes([])
    QTest.keyClick(desk, " ")  # the next open one, as soon as there is one
    desk.tools.state.setCurrentIndex(desk.tools.state.findData("open"))
    desk.view.list.show_disputes(rows)
    if choose == "click":
        spot = desk.view.visualRect(desk.view.list.index(1)).center()
        QTest.mouseClick(desk.view.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    else:
        QTest.keyClick(desk, QKeySequence(choose)[0].key())
    here = desk.view.current.key
    gate.open.set()
    person.settle()
    assert desk.view.current.key == here


def test_what_is_found_for_a_collection_that_is_closed_is_dropped(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate, desk = Gate(), person.desk
    monkeypatch.setattr(SURVEY, gate.survey)
    arrived: list[object] = []
    desk.survey_task.surveyed.connect(arrived.append)
    desk._look_again()
    person.wait(lambda: bool(gate.threads))
    gate.open.set()
    QThreadPool.globalInstance().waitForDone()  # found, and on its way to this thread
    person.program.close_collection()
    person.wait(lambda: not any_under_way())
    assert not arrived


def test_slopes_show_the_ranking_of_today_and_who_would_pass_whom(person: Person) -> None:
    bridge = person.program.bridge
    assert bridge is not None
    desk, board = person.desk, bridge.scoreboard
    assert board is not None
    person.press("Space")
    dispute, chart = desk.dispute, desk.detail.slopes
    assert dispute.flips
    assert chart.isVisible()
    assert not desk.detail.effects.isVisible()
    turned = {board.name_of(run) for turn in dispute.turns for pair in turn.pairs for run in pair}
    moved = {name for name, moves in zip(chart.names, chart.slopes.moved, strict=True) if moves}
    assert moved <= turned
    assert moved
    assert all(name in chart.accessibleDescription() for name in moved)
    words = [column.name for column in chart.columns]
    assert len(words) == len(dispute.turns)
    name = measure(str(desk.measure))
    assert chart.title == f"How each decision would change the ranking by {name}"
    scores = chart.slopes.scores[:, 0].tolist()
    assert scores == [board.score(name, run).value for run in chart.slopes.runs]
    assert scores == sorted(scores, reverse=name.direction != "lower")
    assert ranks(dispute.turns[0].now).max() <= len(board.runs)


def test_slopes_head_who_is_left_out_by_name_under_one_without(come: Come, tmp_path: Path) -> None:
    generated_collection(
        tmp_path / "c.jury", kind="ranked", questions=20, runs=25, assessors=4, judged=1.0, correct=0.4
    )
    person = come(tmp_path / "c.jury", desk="disagreements", assessor="Chair")
    person.settle()
    person.session.execute(SetFact("gold", "GA"))
    person.settle()
    chart = person.desk.detail.slopes
    for _ in range(40):
        person.press("Space")
        person.settle()
        if chart.isVisible():
            break
    assert chart.isVisible()
    names = [column.without for column in chart.columns]
    assert len(set(names)) == len(names) > 1
    words = painted_words(chart)
    assert words.count("without") == 1
    assert set(names) <= set(words)
    assert f"without {names[0]}" in chart.accessibleDescription()


def test_decisions_without_effect_are_announced_and_one_key_switches(come: Come, tmp_path: Path) -> None:
    generated_collection(tmp_path / "c.jury", kind="ranked", questions=20, runs=9, assessors=4, judged=1.0, correct=0.4)
    person = come(tmp_path / "c.jury", desk="disagreements", assessor="Chair")
    person.session.execute(SetFact("gold", "GA"))
    person.settle()
    desk, bridge = person.desk, person.program.bridge
    assert bridge is not None
    assert desk.no_effect.isVisible()
    assert desk.no_effect.sentence.text().startswith("Decisions have no effect under the gold standard")
    scores = [bridge.scoreboard.score(desk.measure, run).value for run in bridge.scoreboard.runs]
    person.press("Space")
    assert desk.detail.slopes.title in ("", f"Ranking by {desk.measure} with one assessor left out")
    person.press("1")
    person.settle()
    assert [bridge.scoreboard.score(desk.measure, run).value for run in bridge.scoreboard.runs] == scores
    person.press("Shift+G")
    person.settle()
    assert bridge.gold == "adjudicated+strict"
    assert desk.no_effect.isHidden()
    bridge.set_gold("GA")
    person.settle()
    QTest.mouseClick(desk.no_effect.switch, Qt.MouseButton.LeftButton)
    assert bridge.gold == "adjudicated+strict"


def test_in_a_low_window_a_list_says_what_each_decision_changes(person: Person) -> None:
    board, detail = person.program.bridge.scoreboard, person.desk.detail  # type: ignore[union-attr]
    assert board is not None
    person.window.resize(960, 540)
    person.press("Space")
    dispute = person.desk.dispute
    assert dispute.flips
    assert not detail.slopes.isVisible()
    assert detail.effects.isVisible()
    seen = detail.effects.visibleRegion().boundingRect()
    assert seen.height() == detail.effects.height(), "it can be seen without scrolling"
    painted, heard = painted_words(detail.effects), detail.effects.accessibleDescription()
    assert painted[0] == detail.effects.accessibleName() == f"Effect of each decision on {person.desk.measure}"
    most = max(dispute.turns, key=lambda turn: (len(turn.pairs), turn.effect))
    (above, below), others = most.pairs[0], len(most.pairs) - 1
    first = f"{board.name_of(below)} over {board.name_of(above)}"
    assert heard.split(": ")[1].startswith(first)
    assert first in " ".join(painted)
    shown = " ".join(painted).count(" over ")
    assert heard.partition(";")[0].count(" over ") == len(most.pairs)
    assert (f"+{others}" in painted) == (shown == 1 and others > 0)
    person.window.resize(1280, 800)
    person.settle()
    assert detail.slopes.isVisible()
    assert not detail.effects.isVisible()
