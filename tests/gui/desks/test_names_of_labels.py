"""Menus and the palette call the keys of labels what they give for the question in front."""

from collections.abc import Callable
from pathlib import Path

import pytest
from demo_file import demo_file
from menus_shown import entries
from person import Person
from PySide6.QtCore import QPoint
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from reading_tests import write_reading_test
from small import small_collection

from jurybox.collection.file import create
from jurybox.collection.own_schemes import scheme_as_json, scheme_from
from jurybox.commands import SetFact
from jurybox.formats.imports import import_into

Come = Callable[..., Person]

GIVEN = {
    "validation": {"Correct": "1", "Incorrect": "2", "Cannot tell": "K"},
    "factoid": {"Correct": "1", "Inexact": "2", "Unsupported": "3", "Incorrect": "4", "Cannot tell": "K"},
    "list": {"Correct": "1", "Inexact": "2", "Unsupported": "3", "Incorrect": "4", "Cannot tell": "K"},
    "ranked": {"Fully answers": "1", "Partly answers": "2", "Does not answer": "3", "Cannot tell": "K"},
}
FILES = {"validation": "validation", "factoid": "series", "list": "series", "ranked": "community"}


def at_kind(come: Come, path: Path, kind: str) -> Person:
    """Return somebody at a question of a kind."""
    person = come(demo_file(path / "d.jury", FILES[kind]))
    catalog = person.session.catalog
    queue = person.desk.queue_cursor.queue
    asked = next(one for one in queue.questions.tolist() if catalog.questions[one].kind == kind)
    person.program.bridge.goto(int(queue.answers[queue.places_of(queue.row_of_question(asked)).start]))  # type: ignore[union-attr]
    person.settle()
    return person


def menu_of_card(person: Person) -> QMenu:
    """Open the menu of the desk in front."""
    desk = person.desk
    at = QPoint(5, 5)
    QApplication.sendEvent(desk, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, desk.mapToGlobal(at)))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    inside = [one.menu() for one in menu.actions()]
    for one in inside:
        if isinstance(one, QMenu):
            one.aboutToShow.emit()
    return menu


def labels_offered(menu: QMenu) -> dict[str, str]:
    """Return the texts of the entries of a menu that give a label, with the keys printed there."""
    found = [
        action.text().replace("&&", "&").partition("\t")
        for name, action in entries(menu).items()
        if name.split(".")[1] in {"label", "letter", "give"}
    ]
    assert len({text for text, _, _ in found}) == len(found)
    return {text: key for text, _, key in found}


@pytest.mark.parametrize("kind", list(GIVEN))
def test_menus_have_the_labels_of_the_question_in_front(come: Come, tmp_path: Path, kind: str) -> None:
    person = at_kind(come, tmp_path, kind)
    menu = menu_of_card(person)
    assert labels_offered(menu) == GIVEN[kind]
    menu.close()


@pytest.mark.parametrize(("kind", "typed"), [("validation", "Incorr"), ("factoid", "Unsupp")])
def test_the_palette_has_them_too(come: Come, tmp_path: Path, kind: str, typed: str) -> None:
    person = at_kind(come, tmp_path, kind)
    person.press("Ctrl+K")
    QTest.keyClicks(QApplication.focusWidget(), typed)
    person.settle()
    (name,) = [one for one in GIVEN[kind] if one.startswith(typed)]
    before = person.session.history(1)
    person.press("Return")
    assert person.session.history(1) != before
    assert person.session.history(1)[0].entry.content.label == name.lower()


def test_labels_of_ones_own_have_their_names(come: Come, tmp_path: Path) -> None:
    person = come(small_collection(tmp_path / "s.jury"), assessor="Ana")
    labels = [
        {"label": "good", "name": "Good & short", "grade": 1},
        {"label": "bad", "name": "Bad", "key": "B", "grade": 0},
    ]
    scheme = scheme_from({"name": "own", "measurement": "ordinal", "labels": labels}, "validation")
    person.session.execute(SetFact("scheme:validation", scheme_as_json(scheme)))
    person.settle()
    menu = menu_of_card(person)
    assert labels_offered(menu) == {"Good & short": "1", "Bad": "2", "Cannot tell": "K"}
    menu.close()


def test_the_options_of_a_reading_test_are_its_labels(come: Come, tmp_path: Path) -> None:
    write_reading_test(tmp_path / "r", 2)
    create(tmp_path / "r.jury", name="Reading")
    import_into(tmp_path / "r.jury", [tmp_path / "r"])
    person = come(tmp_path / "r.jury", assessor="a1")
    menu = menu_of_card(person)
    assert labels_offered(menu) == {f"in {1840 + n}": str(n) for n in range(1, 5)} | {"Cannot tell": "K"}
    menu.close()


def test_decisions_have_the_names_of_labels(come: Come, tmp_path: Path) -> None:
    person = come(demo_file(tmp_path / "v.jury"), desk="disagreements")
    person.wait(lambda: person.desk.view.list.rowCount() > 0)
    person.settle()
    menu = menu_of_card(person)
    assert set(labels_offered(menu)) == {"Decide: Correct", "Decide: Incorrect", "Decide: Cannot tell"}
    menu.close()
