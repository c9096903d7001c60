"""What stands above the desks: Esc does there what is printed there."""

from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest
from patience import PATIENCE
from person import Person
from PySide6.QtCore import Qt
from small import small_collection
from sweeps import swept

from jurybox.watch import Watch
from jurybox_gui.widgets.probe import painted_words

Come = Callable[..., Person]


@pytest.fixture
def person(come: Come, tmp_path: Path) -> Person:
    """Return Ana at work."""
    return come(small_collection(tmp_path / "small.jury"), assessor="Ana")


@pytest.mark.parametrize("desk", ["scores", *swept(["judge", "campaign"])])
def test_esc_closes_a_sentence_and_the_next_esc_is_the_desks(person: Person, desk: str) -> None:
    person.window.show_desk(desk)
    person.settle()
    person.window.tell("Exported.", kind="good")
    person.settle()
    assert "Esc" in painted_words(person.window.notices)
    person.press("Esc")
    assert person.program.message == ""
    person.press("Esc")
    assert person.window.desk == desk


def test_a_remark_goes_with_the_next_label_and_an_error_stays(person: Person) -> None:
    person.window.tell("Imported.", kind="good")
    person.settle()
    person.press("1")
    assert person.program.message == ""
    person.window.tell("The disk is full.", kind="error")
    person.press("1")
    assert person.program.message == "The disk is full."


def test_esc_closes_the_sentence_before_it_takes_marks_away(person: Person) -> None:
    person.press("L")
    person.window.tell("Exported.", kind="good")
    person.press("Esc")
    assert person.program.message == ""
    assert person.desk.queue_cursor.marked
    person.press("Esc")
    assert not person.desk.queue_cursor.marked


def test_esc_stops_the_work_that_says_so(person: Person) -> None:
    go_on = Event()
    got: list[object] = []
    person.window.tell("Exported.", kind="good")
    stopped: list[bool] = []

    def work(watch: Watch) -> None:
        go_on.wait(PATIENCE)
        stopped.append(watch.cancelled())

    person.program.run(work, got.append, "Reading tables")
    person.qtbot.wait(1)
    assert {"Reading tables", "Esc"} <= set(painted_words(person.window.notices))
    person.qtbot.keyClick(person.desk, Qt.Key.Key_Escape)
    assert person.program.idle
    assert person.program.message == "Exported."
    go_on.set()
    person.settle()
    assert (got, stopped) == ([], [True])


def test_work_that_cannot_be_stopped_does_not_say_so(person: Person) -> None:
    person.window.show_progress("Storing", 0, 0, stops=False)
    person.settle()
    assert painted_words(person.window.notices) == ["Storing"]
    person.press("Esc")
    assert person.window.notices.progress.isVisible()
    person.window.show_progress("", 0, 0)
    person.settle()
    assert person.window.notices.height() == 0


def test_what_was_shown_of_one_collection_is_gone_with_it(person: Person, tmp_path: Path) -> None:
    person.window.tell("That file is of no known format.")
    other = small_collection(tmp_path / "other.jury")
    person.program.open_file(other)
    person.wait(lambda: person.program.bridge is not None and person.session.path == other)
    assert person.program.message == ""


def test_the_last_step_of_one_collection_is_not_told_of_another(person: Person, tmp_path: Path) -> None:
    person.press("1", "Ctrl+Z")
    assert person.window.status.event_text.startswith("Undid ")
    other = small_collection(tmp_path / "other.jury")
    person.program.open_file(other)
    person.wait(lambda: person.program.bridge is not None and person.session.path == other)
    assert person.window.status.event_text == ""
