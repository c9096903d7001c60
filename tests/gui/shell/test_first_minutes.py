"""The first judgments in a demo, and a report of a bug that can be saved."""

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from demo_file import demo_file
from person import Person
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QSplitterHandle, QWidget
from small import small_collection

from jurybox.campaign.assignments import Campaign, store_campaign
from jurybox.campaign.handouts import hand_out
from jurybox.commands import Judge
from jurybox.session import open_session
from jurybox_gui.cli import program
from jurybox_gui.crash import copy_report
from jurybox_gui.desks.start.page import StartPage
from jurybox_gui.shell.demo_hints import HINTS
from jurybox_gui.widgets.probe import painted_words

Come = Callable[..., Person]


def in_a_demo(person: Person) -> None:
    """Open a demo from the start page."""
    person.program.open_demo("validation")
    person.wait(lambda: person.program.bridge is not None)
    person.settle()


def test_three_hints_each_gone_once_followed(come: Come) -> None:
    person = come()
    in_a_demo(person)
    line = person.window.hints
    assert line.hint == HINTS[0]
    assert HINTS[0].words in painted_words(person.window)
    person.press("Ctrl+2", "Ctrl+1")
    assert line.hint == HINTS[0]
    person.press("1")
    assert line.hint == HINTS[1]
    person.press("1")
    assert line.hint == HINTS[1]
    person.press("Z")
    assert line.hint == HINTS[2]
    person.press("Ctrl+2")
    assert line.hint is None
    assert person.program.settings["hints"] is False
    in_a_demo(person)
    assert line.hint is None


@pytest.mark.sweep
def test_who_labels_on_gets_the_room_of_the_hints(come: Come) -> None:
    person = come()
    in_a_demo(person)
    person.press(*"121212121")
    assert person.window.hints.hint == HINTS[1]
    person.press("2")
    assert person.window.hints.hint is None
    assert person.program.settings["hints"] is True


@pytest.mark.sweep
def test_hints_can_be_sent_away_and_are_in_demos_only(come: Come, tmp_path: Path) -> None:
    person = come(small_collection(tmp_path / "mine.jury"), assessor="Ana")
    assert person.window.hints.hint is None
    in_a_demo(person)
    assert person.window.hints.hint == HINTS[0]
    person.window.hints._enough.click()
    assert person.window.hints.hint is None
    assert person.program.settings["hints"] is False


def test_a_report_is_saved_where_it_is_wanted_or_says_why_not(come: Come, tmp_path: Path) -> None:
    person = come()
    report = tmp_path / "crash-1.txt"
    report.write_text("what happened")
    copy_report(person.window, report, tmp_path / "mine.txt")
    assert (tmp_path / "mine.txt").read_text() == "what happened"
    assert "mine.txt is the report." in person.words()
    copy_report(person.window, report, tmp_path / "nowhere" / "mine.txt")
    assert any("cannot be written" in word for word in person.words())
    assert QApplication.activeWindow() is person.window


def followed(*words: object) -> tuple[int, str, str]:
    """Run `follow` as somebody types it."""
    result = CliRunner().invoke(program, ["follow", *map(str, words)])
    return result.exit_code, result.stdout, result.stderr


def test_a_folder_is_reported_without_a_window(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "all.jury", labels=[(0, 0, "correct")])
    with closing(open_session(path)) as session:
        session.store(lambda db: store_campaign(db, Campaign(("Ana", "Ben"), 2)))
    own = hand_out(path, "Ben", tmp_path / "ben.jury").path
    with closing(open_session(own)) as session:
        session.execute(Judge((1,), "correct"))
        session.flush()
    before = [file.read_bytes() for file in (path, own)]
    status, out, _ = followed(tmp_path, "--no-window", "--format", "json")
    report = json.loads(out)
    assert status == 0
    assert {one["assessor"]: one["judged"] for one in report["assessors"]} == {"Ana": 1, "Ben": 1}
    assert (report["conflicts"], report["problems"], report["collection"]) == (0, {}, str(path))
    (tmp_path / "torn.jury").write_bytes(own.read_bytes()[:4000])
    status, out, _ = followed(tmp_path, "--no-window")
    assert status == 1
    assert "torn.jury: " in out
    assert [file.read_bytes() for file in (path, own)] == before
    status, out, error = followed(tmp_path / "gone", "--no-window")
    assert (status, out) == (2, "")
    assert error.strip() == f"{tmp_path / 'gone'} is not a folder."


def test_guidelines_are_in_sight_below_the_ranking(come: Come, tmp_path: Path) -> None:
    """A newcomer at 1280 x 800 sees all runs, both spaces and what every label means."""
    person = come(demo_file(tmp_path / "v.jury"))
    side = person.desk.side
    person.wait(lambda: person.desk.panels.strip is not None and len(person.desk.panels.strip.views) == 2)
    person.settle()
    strip, last = person.desk.panels.strip, side.guidelines.body
    assert (person.window.width(), person.window.height()) == (1280, 800)
    assert last.mapTo(side, QPoint(0, last.height())).y() <= side.height()
    assert len(strip.ranking.visible_places()) == len(person.session.catalog.runs)
    unfolded = [view.height() for view in strip.views]
    assert min(unfolded) >= 100
    person.press("Shift+G")
    assert side.guidelines.folded
    assert len(strip.ranking.visible_places()) == len(person.session.catalog.runs)
    assert all(now >= before for now, before in zip((view.height() for view in strip.views), unfolded, strict=True))


def test_the_first_minutes_by_mouse_alone(come: Come) -> None:
    """From the start page through three labels, an undo, the ranking and back, without a key."""
    person = come()
    (page,) = person.window.findChildren(StartPage)
    click(person, next(row for row in page.rows if row.row.icon == "spaces"))
    person.wait(lambda: person.program.bridge is not None)
    person.settle()
    desk = person.desk
    for label in ("correct", "incorrect", "correct"):
        click(person, desk.center.bar.buttons[label])
    given = person.session.ledger.labels[person.session.assessor]
    assert int((given > 0).sum()) == 3
    click(person, desk.side.undo)
    assert int((given > 0).sum()) == 2
    click(person, person.window.rail.button("scores"))
    assert person.window.desk == "scores"
    click(person, person.window.rail.button("judge"))
    assert person.window.desk == "judge"
    handle = next(one for one in desk.findChildren(QSplitterHandle) if one.isVisible())
    before, middle = desk.queue.width(), handle.rect().center()
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=middle)
    QTest.mouseMove(handle, middle + QPoint(80, 0))
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=middle)
    person.settle()
    assert desk.queue.width() > before + 60
    assert person.program.settings["panes"]["queue"] == [str(desk.queue.width())]


def click(person: Person, target: QWidget) -> None:
    """Click something that is seen, in its middle."""
    assert target.isVisible()
    QTest.mouseClick(target, Qt.MouseButton.LeftButton)
    person.settle()


@pytest.mark.sweep
def test_a_hint_is_where_people_judge_and_its_button_does_it(come: Come) -> None:
    person = come()
    in_a_demo(person)
    line = person.window.hints
    assert not line.button.isVisible()  # the labels themselves are the buttons of the first hint
    person.press("Ctrl+3")
    assert not line.isVisible()
    person.press("Ctrl+1", "1")
    assert line.isVisible()
    click(person, line.button)
    assert not (person.session.ledger.labels[person.session.assessor] > 0).any()
    assert line.hint == HINTS[2]
    click(person, line.button)
    assert person.window.desk == "scores"
    assert line.hint is None


@pytest.mark.sweep
def test_the_button_of_a_hint_undoes_on_the_boards_too(come: Come) -> None:
    person = come()
    person.program.open_demo("series")
    person.wait(lambda: person.program.bridge is not None)
    questions = {one.name: at for at, one in enumerate(person.session.catalog.questions)}
    for name, desk in (("s02.7", "nuggets"), ("s02.6", "lists")):
        person.window.hints.begin(person.program.bridge)
        person.program.bridge.goto(int(person.session.catalog.answers_of(questions[name])[0]))
        person.settle()
        assert person.window.desk == desk
        said = person.session.saving.entries
        person.press("1")
        assert person.session.can_undo
        click(person, person.window.hints.button)
        assert not person.session.can_undo
        assert person.session.saving.entries == said + 2


@pytest.mark.sweep
def test_a_newcomer_who_types_a_name_of_their_own_finds_the_open_answers(come: Come) -> None:
    """Nobody assigns questions in a demo: the page that says so leads to them with one click."""
    person = come()
    in_a_demo(person)
    person.program.sit("Mira")
    person.settle()
    empty = person.desk.stack.empty
    assert "Nothing is assigned to Mira." in person.desk.probe().said
    assert "In this demo the questions are assigned to visitor." in person.desk.probe().words
    click(person, next(one for one in empty.buttons if one.text() == "Judge as visitor"))
    assert person.desk.queue_cursor.answer is not None
    person.press("1")
    assert len(person.session.ledger.of_assessor(person.session.assessor)) > 0
