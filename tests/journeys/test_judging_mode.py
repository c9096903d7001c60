"""An assessor at work in a collection in judging mode: nothing anywhere says what a run is or scores."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from hidden import nothing_is_given_away
from person import Person
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from jurybox.commands import SetFact
from jurybox.session import open_session
from jurybox_gui.dialogs.ask import Ask
from jurybox_gui.dialogs.message import Message
from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.probe import painted_words

Come = Callable[..., Person]


@pytest.fixture
def judging(demo: Path) -> Path:
    """The demo, set to judging mode by its organizer."""
    with closing(open_session(demo, assessor="organiser")) as session:
        session.execute(SetFact("mode", "judging"))
        session.flush()
    return demo


def test_only_the_judge_desk_and_nothing_of_runs(come: Come, judging: Path) -> None:
    person = come(judging)
    window = person.window
    assert set(window.available()) <= {"judge", "lists", "nuggets"}
    for key in ("Ctrl+2", "Ctrl+4", "Ctrl+5", "Ctrl+Shift+N"):
        person.press(key)
        assert window.desk == "judge"
    for second in person.program.windows[1:]:
        assert second.desk == "judge"
        second.close()
    for key in ["1", "2", "3", "1", "S", "D", "2"]:
        person.press(key)
        nothing_is_given_away(person, judging)
    assert person.program.bridge is not None
    assert person.program.bridge.scoreboard is None
    person.press("Shift+T", "Shift+G", "H", "Esc", "Ctrl+Z")
    nothing_is_given_away(person, judging)


def test_menus_palette_and_keys_sheet_give_nothing_away(come: Come, judging: Path) -> None:
    person = come(judging)
    window = person.window
    for menu in window.menus.findChildren(QMenu):
        menu.aboutToShow.emit()
    shown = {
        action.objectName()
        for action in window.registry.children()
        if isinstance(action, QAction) and action.isEnabled() and action.isVisible()
    }
    assert "view.judge" in shown
    assert not shown & {"view.scores", "view.spaces", "judge.strip"}
    for menu in window.menus.findChildren(QMenu):
        menu.aboutToHide.emit()

    person.press("?")
    nothing_is_given_away(person, judging)
    person.press("Esc", "Ctrl+K")
    for typed in ("t", "tarn", "heron-1", "score", "f1", "rank", "V1", "spaces"):
        field = QApplication.focusWidget()
        field.clear()
        QTest.keyClicks(field, typed)
        hits = window.findChild(type(window.shell._palette)).hits()
        assert {hit.item.group for hit in hits}.isdisjoint({"Runs"})
        for hit in hits:
            assert not hit.item.text.lower().startswith(("scores", "spaces", "ranking"))
        nothing_is_given_away(person, judging, typed)
    person.press("Esc")


def test_the_desk_goes_when_the_organizer_shuts_it(come: Come, demo: Path) -> None:
    person = come(demo, desk="scores")
    assert "tarn-1" in person.words()
    person.program.second_window("spaces")
    person.settle()
    assert any("tarn-1" in painted_words(window) for window in person.program.windows[1:])
    person.window.activateWindow()
    with closing(open_session(demo, assessor="organiser")) as session:
        session.execute(SetFact("mode", "judging"))
        session.flush()
    person.wait(lambda: person.session.facts.mode == "judging")
    person.settle()
    assert [window.desk for window in person.program.windows] == ["judge", "judge"]
    nothing_is_given_away(person, demo)


@pytest.mark.parametrize("answer", ["No", "Yes"])
def test_the_organizer_is_asked_before_joining_unblinds(come: Come, judging: Path, answer: str) -> None:
    person = come(judging, assessor="Ana")
    person.press("Ctrl+J")
    sheet = next(one for one in person.window.findChildren(Ask) if one.is_open)
    assert "organiser" not in [sheet.list.item(at).text() for at in range(sheet.list.count())]
    QTest.keyClicks(QApplication.focusWidget(), "organiser")
    person.press("Return")
    assert person.session.catalog.assessors[person.session.assessor].name == "Ana"
    assert set(person.window.available()) <= {"judge", "lists", "nuggets"}
    asked = next(one for one in person.window.findChildren(Message) if one.is_open)
    buttons = [one for one in asked.findChildren(PlainButton) if one.text().startswith(answer)]
    QTest.mouseClick(buttons[0], Qt.MouseButton.LeftButton)
    person.settle()
    seated = person.session.catalog.assessors[person.session.assessor].name
    assert seated == ("organiser" if answer == "Yes" else "Ana")
    assert ("scores" in person.window.available()) is (answer == "Yes")


def test_in_an_open_collection_the_organizer_joins_like_anybody(come: Come, demo: Path) -> None:
    person = come(demo, assessor="Ana")
    person.press("Ctrl+J")
    QTest.keyClicks(QApplication.focusWidget(), "organiser")
    person.press("Return")
    assert person.session.catalog.assessors[person.session.assessor].name == "organiser"
