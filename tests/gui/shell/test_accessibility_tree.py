"""What a screen reader is told: names, roles, plain words, the order of Tab, and each label given."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from demo_file import demo_file
from person import Person
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from sweeps import swept

from jurybox_gui.desks.judging import desk as judging_desk
from jurybox_gui.widgets import announce as saying

Come = Callable[..., Person]
WALK = [
    ("community", ("judge", "scores", "disagreements", "spaces", "studies", "campaign")),
    ("validation", ("judge", "spaces")),
    ("series", ("lists", "nuggets")),
]
PLACES = [(demo, desk) for demo, desks in WALK for desk in desks]
FEW = [("series", "nuggets"), ("validation", "judge")]
ACTED_ON = {
    QAccessible.Role.PushButton,
    QAccessible.Role.RadioButton,
    QAccessible.Role.CheckBox,
    QAccessible.Role.Slider,
    QAccessible.Role.List,
    QAccessible.Role.Table,
    QAccessible.Role.Tree,
}
MARKUP = re.compile(r"</?(?:qt|b|i|p|br|span|html)\b|&(?:amp|lt|gt|quot|#x?\d+);")


def below(interface: QAccessibleInterface) -> Iterator[QAccessibleInterface]:
    """Return all visible parts below one, rows of lists and tables left out."""
    yield interface
    if interface.role() in {QAccessible.Role.List, QAccessible.Role.Table, QAccessible.Role.Tree}:
        return
    for at in range(interface.childCount()):
        child = interface.child(at)
        if child is not None and child.isValid() and not child.state().invisible:
            yield from below(child)


def wrong_in(window: QWidget) -> list[str]:
    """Return what is nameless, or said with markup."""
    found = []
    for one in below(QAccessible.queryAccessibleInterface(window)):
        name, told = one.text(QAccessible.Text.Name), one.text(QAccessible.Text.Description)
        if one.role() in ACTED_ON and not name.strip():
            found.append(f"{type(one.object()).__name__} has no name")
        found += [f"{words!r} is markup" for words in (name, told) if MARKUP.search(words)]
    return found


@pytest.mark.parametrize(("demo", "desk"), [*FEW, *swept(place for place in PLACES if place not in FEW)])
@pytest.mark.sweep
def test_every_part_of_a_desk_has_a_name_and_plain_words(come: Come, tmp_path: Path, demo: str, desk: str) -> None:
    person = come(demo_file(tmp_path / "demo.jury", demo), assessor="visitor", desk=desk)
    assert wrong_in(person.window) == []
    roles = {
        one.text(QAccessible.Text.Name): one.role()
        for one in below(QAccessible.queryAccessibleInterface(person.window.rail))
    }
    assert roles["Scores"] == QAccessible.Role.RadioButton
    assert roles["Keys"] == QAccessible.Role.PushButton


@pytest.mark.parametrize(
    "action", ["file.join", *swept(["edit.settings", "edit.find", "edit.keys", "help.keys", "help.read", "help.about"])]
)
def test_every_part_of_a_dialog_has_a_name_and_plain_words(come: Come, tmp_path: Path, action: str) -> None:
    person = come(demo_file(tmp_path / "demo.jury"), assessor="visitor")
    assert person.window.registry.trigger(action)
    person.settle()
    assert wrong_in(person.window) == []


def tab_stops(person: Person) -> list[QWidget]:
    """Return what Tab reaches, from the desk on."""
    person.desk.setFocus()
    found: list[QWidget] = []
    while (now := QApplication.focusWidget()) not in found and now is not None:
        found.append(now)
        QTest.keyClick(now, Qt.Key.Key_Tab)
    return found


def test_tab_reaches_labels_before_the_side_column(come: Come, tmp_path: Path) -> None:
    person = come(demo_file(tmp_path / "demo.jury", "validation"), assessor="visitor")
    for _ in range(2):
        stops, bar, side = tab_stops(person), person.desk.center.bar, person.desk.side
        labels = [stops.index(button) for button in bar.buttons.values()]
        assert labels == list(range(labels[0], labels[0] + 3))
        assert labels[-1] < stops.index(bar.note)
        assert labels[-1] < min(at for at, one in enumerate(stops) if side.isAncestorOf(one))
        scheme = person.desk.queue_cursor.choices
        bar.set_scheme(None)
        bar.set_scheme(scheme)  # buttons that are made again keep their place
        person.settle()


def test_space_presses_the_button_that_tab_led_to_and_moves_on_otherwise(come: Come, tmp_path: Path) -> None:
    person = come(demo_file(tmp_path / "demo.jury", "validation"), assessor="visitor")
    desk, session = person.desk, person.session
    incorrect = desk.center.bar.buttons["incorrect"]
    while QApplication.focusWidget() is not incorrect:
        QTest.keyClick(QApplication.focusWidget() or person.window, Qt.Key.Key_Tab)
    here = desk.queue_cursor.answer
    person.press("Space")
    assert session.content_of(here).label == "incorrect"
    desk.setFocus()
    here, entries = desk.queue_cursor.answer, len(session.ledger)
    person.qtbot.mouseClick(desk.center.bar.buttons["correct"], Qt.MouseButton.LeftButton)
    person.settle()
    assert session.content_of(here).label == "correct"
    assert len(session.ledger) == entries + 1
    person.press("Up", "Space")  # a click left the keyboard to the desk: Space goes on
    assert len(session.ledger) == entries + 1


def test_a_label_and_the_answer_after_it_are_told(come: Come, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[str] = []
    monkeypatch.setattr(judging_desk, "is_heard", lambda: True)
    monkeypatch.setattr(judging_desk, "announce", lambda _widget, words: heard.append(words))
    person = come(demo_file(tmp_path / "demo.jury", "validation"), assessor="visitor")
    catalog, texts = person.session.catalog, person.session.texts
    asked = int(catalog.answer_question[person.desk.queue_cursor.answer])
    first = texts.answer(person.desk.queue_cursor.answer).text
    assert heard == [f"{catalog.questions[asked].name}. {texts.question(asked).text} Answer: {first}"]
    heard.clear()
    seen = {asked}
    for key, said in (("2", "Incorrect"), ("K", "Cannot tell"), ("S", "Skipped")):
        person.press(key)
        shown = person.desk.queue_cursor.answer
        asked = int(catalog.answer_question[shown])
        name, answer = catalog.questions[asked].name, texts.answer(shown).text
        question = f". {texts.question(asked).text} Answer: " if asked not in seen else ": "
        assert heard == [f"{said}. Now {name}{question}{answer}"]
        heard.clear()
        seen.add(asked)
    person.press("Up")
    shown = heard.pop()
    assert "Now" not in shown
    person.press("Backspace")
    assert heard == [f"Cleared. Now {shown}"]


def test_nothing_is_told_where_nobody_listens(qtbot: object, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(QAccessible, "updateAccessibility", lambda event: told.append(event.message()))
    widget = QWidget()
    for listens in (False, True):
        monkeypatch.setattr(saying, "is_heard", lambda listens=listens: listens)
        saying.announce(widget, "Incorrect.")
        saying.announce(widget, "")
        assert told == ["Incorrect."] * listens
    widget.deleteLater()


def test_where_announcements_are_not_heard_the_name_of_the_desk_is(
    come: Come, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saying, "is_heard", lambda: True)
    monkeypatch.setattr(saying.sys, "platform", "linux")
    person = come(demo_file(tmp_path / "demo.jury", "validation"), assessor="visitor")
    person.desk.setFocus()
    saying.announce(person.desk, "Incorrect. Now V1: forty")
    assert person.desk.accessibleName() == "Incorrect. Now V1: forty"
