"""The first judgments in a demo, and a report of a bug that can be saved."""

from collections.abc import Callable
from pathlib import Path

from person import Person, painted_words
from PySide6.QtWidgets import QApplication
from small import small_collection

from jurybox_gui.crash import copy_report
from jurybox_gui.hints import HINTS
from jurybox_gui.main import program

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


def test_the_commands_with_a_window_are_there() -> None:
    assert {"open", "demo", "shot", "follow"} <= set(program.commands)
