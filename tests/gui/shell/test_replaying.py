"""A replay in the window: it plays, pauses, changes its speed, and ends with its collection."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from person import Person
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from small import small_collection

from jurybox.replay import Replay, demo_replay, recording_of
from jurybox.scoring import ranks_differ
from jurybox_gui.cli import program
from jurybox_gui.core.measures import main_measure
from jurybox_gui.dialogs.ask import Ask

Come = Callable[..., Person]


def begun(come: Come, tmp_path: Path, speed: float) -> Person:
    """A person whose window plays the demo `community` into an empty copy."""
    person = come()
    person.program.replay_player.open_demo("community", speed, tmp_path / "copy.jury")
    person.wait(lambda: person.program.replay_player.replay is not None and replay_of(person).played > 0)
    return person


def begin(person: Person) -> None:
    """Press Enter, and do not wait until all is shown that follows: that is the end of the replay."""
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    person.wait(lambda: person.program.replay_player.replay is not None)


def replay_of(person: Person) -> Replay:
    replay = person.program.replay_player.replay
    assert replay is not None
    return replay


@pytest.mark.sweep
def test_the_leaderboard_moves_and_the_bar_says_how_far(come: Come, tmp_path: Path) -> None:
    person = begun(come, tmp_path, 1000)
    assert person.window.desk == "scores"
    bridge = person.program.bridge
    assert bridge is not None
    units = set()

    def moved() -> bool:
        board = bridge.scoreboard
        assert board is not None
        units.add(board.score(board.measures[0], 0).units)
        return len(units) > 5

    person.wait(moved)
    bar = person.window.replay_bar
    assert bar is not None
    assert f"of {replay_of(person).total:,}, 1000× speed" in bar.where.text()


def test_it_begins_with_a_ranking_and_its_bar_has_buttons(come: Come, tmp_path: Path) -> None:
    person = begun(come, tmp_path, 1)
    player, bar, bridge = person.program.replay_player, person.window.replay_bar, person.program.bridge
    assert bar is not None
    assert bridge is not None
    board, step = bridge.scoreboard, replay_of(person).last
    assert board is not None
    assert ranks_differ(board.standing(main_measure(board)))
    assert replay_of(person).played < replay_of(person).total / 3
    assert step is not None
    assert step.subject.question is not None
    assert person.session.catalog.assessors[step.assessor].name in bar.said.text()
    assert person.session.catalog.questions[step.subject.question].name in bar.said.text()
    bar.pause.click()
    assert player.paused
    bar.faster.click()
    assert player.speed == 2
    bar.end.click()
    assert player.replay is None
    assert bar.isHidden()


@pytest.mark.sweep
def test_nobody_judges_in_a_replay_until_it_has_ended(come: Come, tmp_path: Path) -> None:
    person = begun(come, tmp_path, 1)
    player = person.program.replay_player
    player.pause_or_go_on()
    person.program.sit(person.session.catalog.assessors[0].name)
    person.window.registry.trigger("view.judge")
    person.settle()
    entries = len(person.session.ledger)
    person.press("1")
    assert len(person.session.ledger) == entries
    assert any("Nothing can be entered while a recording is played" in words for words in person.words())
    person.window.registry.trigger("replay.end")
    person.press("1")
    assert len(person.session.ledger) == entries + 1


@pytest.mark.sweep
def test_keys_pause_and_change_the_speed(come: Come, tmp_path: Path) -> None:
    person = begun(come, tmp_path, 20)
    player = person.program.replay_player
    person.press("F6")
    assert player.paused
    bar = person.window.replay_bar
    assert bar is not None
    assert "paused" in bar.where.text()
    played = replay_of(person).played
    person.qtbot.wait(250)
    assert replay_of(person).played == played
    person.press("F8", "F8")
    assert player.speed == 80
    person.press("F7")
    assert player.speed == 40
    person.press("F6")
    assert not player.paused
    person.wait(lambda: replay_of(person).played > played)


@pytest.mark.sweep
def test_it_ends_with_its_collection(come: Come, tmp_path: Path) -> None:
    person = begun(come, tmp_path, 10)
    other = small_collection(tmp_path / "other.jury")
    person.program.open_file(other)
    person.wait(lambda: person.program.bridge is not None and person.session.path == other)
    assert person.program.replay_player.replay is None
    person.settle()
    assert person.window.replay_bar is not None
    assert person.window.replay_bar.isHidden()
    assert not person.window.registry.possible("replay.pause")


def test_the_end_is_said(come: Come, tmp_path: Path) -> None:
    source = small_collection(tmp_path / "one.jury", labels=[(0, at, "correct") for at in range(5)])
    person = come(source)
    person.program.replay_player.start(recording_of(source), 10)
    person.wait(lambda: replay_of(person).finished)
    bar = person.window.replay_bar
    assert bar is not None
    assert bar.where.text() == "Replay finished: 5 entries played."
    assert bar.end.text() == "Close"
    assert not person.window.registry.possible("replay.faster")


def test_a_demo_that_is_not_there_is_refused(come: Come) -> None:
    person = come()
    person.program.replay_player.open_demo("nothing", 10)
    person.wait(lambda: bool(person.program.message))
    assert "There is no demo 'nothing'" in person.program.message


def test_a_demo_is_chosen_by_name_in_the_window(come: Come) -> None:
    person = come()
    assert person.window.registry.trigger("replay.start")
    assert len(person.window.findChildren(Ask)) == 1
    assert "Asking a community" in person.words()
    person.press("Down")
    begin(person)
    assert person.session.path.name.startswith("series-replay-")
    assert person.program.replay_player.speed == 80  # so that a room sees all of it in a minute and a half


@pytest.mark.sweep
def test_the_first_demo_is_chosen_by_enter_alone(come: Come) -> None:
    person = come()
    person.window.registry.trigger("replay.start")
    begin(person)
    assert person.session.path.name.startswith("community-replay-")
    assert person.program.replay_player.speed == 40


@pytest.mark.sweep
def test_the_bar_names_the_keys_and_no_hint_is_shown(come: Come) -> None:
    person = come()
    person.program.replay_player.open_demo("community", 1)
    person.wait(lambda: person.program.replay_player.replay is not None)
    bar = person.window.replay_bar
    assert bar is not None
    assert [one.accessibleName() for one in (bar.pause, bar.slower)] == ["Pause, key F6", "Slower, key F7"]
    assert person.window.hints.hint is None
    person.press("F6")
    assert bar.pause.accessibleName() == "Continue, key F6"


@pytest.mark.sweep
def test_copies_get_names_of_their_own(home: Path) -> None:
    first, _ = demo_replay("series")
    second, _ = demo_replay("series")
    assert first != second
    assert first.parent == second.parent


@pytest.mark.sweep
def test_without_a_window_everything_is_played_at_once(tmp_path: Path) -> None:
    target = tmp_path / "played.jury"
    words = ["demo", "series", "--replay", "--no-window", "--to", str(target)]
    result = CliRunner().invoke(program, words)
    total = len(recording_of(target).steps)
    assert result.stdout == f"{target}: {total:,} entries were played.\n"
    slow = CliRunner().invoke(program, [*words, "--speed", "0"])
    assert slow.exit_code == 2
    for pace in (words, ["demo", "series"]):
        paced = CliRunner().invoke(program, [*pace, "--speed", "2"])
        assert paced.exit_code == 2
        assert "--speed is the pace of a replay in the window" in paced.stderr
