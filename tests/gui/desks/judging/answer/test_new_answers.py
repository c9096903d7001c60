"""A label key as soon as a new answer appears was meant for the one before: it enters nothing, and says so."""

from collections.abc import Callable
from pathlib import Path

import pytest
from boards import list_collection
from person import Person
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication
from small import small_collection

from jurybox_gui.actions.gate import monotonic_ms
from jurybox_gui.widgets.probe import painted_words

Come = Callable[..., Person]
SAID = "Not entered: the answer had just appeared"


@pytest.fixture
def ana(come: Come, tmp_path: Path) -> Person:
    """Somebody who judges answers one by one."""
    return come(small_collection(tmp_path / "small.jury"), assessor="Ana")


def strike(person: Person, key: str, after: int, *, since: float | None = None) -> None:
    """Press a key so many milliseconds after the answer in front was painted, as the window system stamps it."""
    painted = person.desk.gate.painted if since is None else since
    assert painted is not None
    code = Qt.Key.Key_Backspace if key == "Backspace" else Qt.Key(ord(key))
    event = QKeyEvent(QEvent.Type.KeyPress, code, Qt.KeyboardModifier.NoModifier, key.lower() if len(key) == 1 else "")
    person.wait(lambda: monotonic_ms() > painted + after)
    event.setTimestamp(int(painted) + after)
    QApplication.sendEvent(QApplication.focusWidget(), event)


def entries(person: Person) -> int:
    """Return how many entries there are."""
    return len(person.session.ledger)


@pytest.mark.parametrize("key", ["1", "2", "C", "I", "K", "D", "S", "J"])
@pytest.mark.parametrize(
    ("limit", "after", "enters"), [(150, 20, False), (150, 148, False), (150, 152, True), (0, 1, True)]
)
def test_a_label_key_counts_once_the_answer_was_there_for_a_moment(
    ana: Person, key: str, limit: int, after: int, enters: bool
) -> None:
    ana.program.settings["new_answer_ms"] = limit
    shown, before = ana.desk.here, entries(ana)
    strike(ana, key, after)
    assert (entries(ana) > before) is enters
    assert (ana.window.status.event_text == SAID) is not enters
    ana.settle()
    assert (ana.desk.here != shown) is enters
    assert any(SAID in word for word in painted_words(ana.window)) is not enters


def test_the_second_of_two_quick_presses_is_not_entered_and_the_next_one_is(ana: Person) -> None:
    first = ana.desk.here
    strike(ana, "1", 500)
    ana.settle()
    second, before = ana.desk.here, entries(ana)
    assert second != first
    strike(ana, "1", 30)
    ana.settle()
    assert (ana.desk.here, entries(ana)) == (second, before)
    assert ana.window.status.event_text == SAID
    strike(ana, "2", 300)
    ana.settle()
    assert ana.session.content_of(second).label == "incorrect"
    assert ana.window.status.event_text == ""


def test_an_answer_that_an_undo_shows_can_be_labeled_at_once(ana: Person) -> None:
    first = ana.desk.here
    strike(ana, "1", 500)
    ana.settle()
    strike(ana, "Z", 20)
    ana.settle()
    assert ana.desk.here == first
    strike(ana, "2", 10)
    ana.settle()
    assert ana.session.content_of(first).label == "incorrect"


def test_a_label_is_changed_at_once_where_the_answer_stays(ana: Person) -> None:
    ana.program.settings["advance"] = False
    shown = ana.desk.here
    painted = ana.desk.gate.painted
    strike(ana, "1", 500)
    ana.settle()
    strike(ana, "2", 510, since=painted)
    ana.settle()
    assert (ana.desk.here, ana.session.content_of(shown).label) == (shown, "incorrect")
    strike(ana, "Backspace", 520, since=painted)
    ana.settle()
    assert ana.session.content_of(shown).label is None


def test_keys_that_give_no_label_work_at_once(ana: Person) -> None:
    shown = ana.desk.here
    strike(ana, "L", 10)
    assert shown in ana.desk.queue_cursor.marked
    assert ana.window.status.event_text == ""


def test_lists_take_labels_at_once(come: Come, tmp_path: Path) -> None:
    person = come(list_collection(tmp_path / "l.jury", answers=9), assessor="Ana")
    person.program.bridge.goto(0)  # type: ignore[union-attr]
    before = entries(person)
    person.settle()
    person.press("1", "1")
    assert entries(person) == before + 2
