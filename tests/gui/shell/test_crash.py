"""Errors that nothing caught: the world's as a sentence, ours with a report, and the window goes on."""

import faulthandler
import sqlite3
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TextIO

import pytest
from person import Person
from small import small_collection

from jurybox.errors import Refused
from jurybox.paths import data_folder
from jurybox_gui import crash

Come = Callable[..., Person]
OURS = "Something went wrong in Jurybox itself. Everything shown as saved is saved; you can continue."


@pytest.fixture
def person(come: Come, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Person]:
    """Somebody at work, with the hooks of the real program."""
    before = sys.excepthook, threading.excepthook
    traces: list[TextIO] = []
    monkeypatch.setattr(faulthandler, "enable", traces.append)
    someone = come(small_collection(tmp_path / "small.jury"), assessor="Ana")
    crash.install(someone.program)
    yield someone
    sys.excepthook, threading.excepthook = before
    (trace,) = traces
    trace.close()


def happens(error: BaseException) -> None:
    """Let an error arrive where nothing catches it."""
    try:
        raise error
    except BaseException:  # noqa: BLE001 - whatever it is, it goes to the hook
        sys.excepthook(*sys.exc_info())


def reports() -> list[Path]:
    """Return the reports written so far."""
    return sorted(data_folder().glob("crash-*.txt"))


def test_a_bug_is_reported_once_and_judging_goes_on(person: Person, capsys: pytest.CaptureFixture[str]) -> None:
    person.press("1")
    for _ in range(3):
        happens(ZeroDivisionError("ours"))
    person.settle()
    assert person.program.message == OURS
    (report,) = reports()
    text = report.read_text("utf-8")
    assert "ZeroDivisionError: ours" in text
    assert "Jurybox 0" in text
    assert capsys.readouterr().err.count("ZeroDivisionError: ours") == 3
    person.press("2")
    assert person.session.saving.entries == 2


def test_a_bug_on_another_thread_is_shown_too(person: Person, capsys: pytest.CaptureFixture[str]) -> None:
    thread = threading.Thread(target=lambda: {}["no"])
    thread.start()
    thread.join()
    person.wait(lambda: person.program.message == OURS)
    assert "KeyError" in reports()[0].read_text("utf-8")
    assert "KeyError" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (Refused("The disk is full. Your label is kept."), "The disk is full. Your label is kept."),
        (
            sqlite3.DatabaseError("malformed"),
            "The collection cannot be read: malformed. What was shown as saved is saved; check the file.",
        ),
    ],
)
def test_the_worlds_errors_are_one_sentence_without_a_report(
    person: Person, error: Exception, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    happens(error)
    person.settle()
    assert person.program.message == sentence
    assert reports() == []
    assert capsys.readouterr().err == ""


def test_ctrl_c_inside_qt_closes_the_windows(person: Person) -> None:
    happens(KeyboardInterrupt())
    person.wait(lambda: not person.program.windows)


def test_a_bug_after_the_last_window_closed_is_only_written_down(
    person: Person, capsys: pytest.CaptureFixture[str]
) -> None:
    person.program.quit()
    happens(ZeroDivisionError("late"))
    person.qtbot.rest()
    assert len(reports()) == 1
    assert capsys.readouterr().err.count("late") == 1
