"""The menus of the window: each opens by Alt and its letter, and none is longer than the screen."""

from collections.abc import Callable
from pathlib import Path

import pytest
from demo_file import demo_file
from person import Person
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from small import small_collection
from sweeps import swept

from jurybox_gui.actions.menus import entry_with_letter, with_letter

Come = Callable[..., Person]


def shown_menus(person: Person) -> list[str]:
    """Return the names of the menus that can be seen."""
    return [menu.title().replace("&", "") for menu in person.window.menus.findChildren(QMenu) if menu.isVisible()]


def test_every_menu_has_a_letter_of_its_own(come: Come, tmp_path: Path) -> None:
    person = come(small_collection(tmp_path / "small.jury"))
    letters = [
        title.partition("&")[2][0].lower() for title in (action.text() for action in person.window.menus.actions())
    ]
    assert letters == ["f", "e", "j", "v", "c", "h"]


def test_alt_and_the_letter_open_the_menu(come: Come, tmp_path: Path) -> None:
    person = come(small_collection(tmp_path / "small.jury"))
    for key, name in ((Qt.Key.Key_F, "File"), (Qt.Key.Key_J, "Judge"), (Qt.Key.Key_H, "Help")):
        QTest.keyClick(person.window, key, Qt.KeyboardModifier.AltModifier)
        assert shown_menus(person) == [name]
        for menu in person.window.menus.findChildren(QMenu):
            menu.hide()


def test_a_long_menu_is_parted_by_its_groups(come: Come, tmp_path: Path) -> None:
    person = come(small_collection(tmp_path / "small.jury"))
    menus = {menu.objectName(): menu for menu in person.window.menus.findChildren(QMenu)}
    judge = menus["menu.Judge"]
    assert [action.text().replace("&", "") for action in judge.actions()] == [
        "Label",
        "Question",
        "Several",
        "Move",
        "Read",
    ]
    tall = max(menu.sizeHint().height() for menu in person.window.menus.findChildren(QMenu))
    assert tall < 480


@pytest.mark.parametrize("kind", ["other", *swept(["list"])])
def test_each_group_of_a_board_is_one_menu_with_a_letter(come: Come, tmp_path: Path, kind: str) -> None:
    person = come(demo_file(tmp_path / "series.jury", "series"))
    catalog = person.session.catalog
    person.program.bridge.goto(int(catalog.answers_of(person.asked(kind))[0]))
    person.settle()
    menu = person.window.menus.findChild(QMenu, "menu.Judge")
    menu.aboutToShow.emit()
    titles = [action.text() for action in menu.actions()]
    assert len({title.replace("&", "") for title in titles}) == len(titles) > 3
    assert all("&" in title for title in titles)
    menu.aboutToHide.emit()


def test_a_part_of_a_long_menu_grays_what_is_not_possible(come: Come, tmp_path: Path) -> None:
    person = come(small_collection(tmp_path / "small.jury"))
    menus = {menu.objectName(): menu for menu in person.window.menus.findChildren(QMenu)}
    menus["menu.Judge"].aboutToShow.emit()
    assert not person.window.registry.action("judge.unmark").isEnabled()
    menus["menu.Judge"].aboutToHide.emit()


def test_a_menu_in_a_script_without_latin_letters_has_one_behind_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    said = {"File": "ファイル", "Edit": "編集", "View": "Ver", "Find": "検索"}
    monkeypatch.setattr("jurybox_gui.actions.menus.tr", said.__getitem__)
    taken: set[str] = set()
    found = [with_letter(name, taken) for name in said]
    assert found == ["ファイル(&F)", "編集(&E)", "&Ver", "検索(&I)"]


def test_letters_are_taken_in_order() -> None:
    taken: set[str] = set()
    assert [with_letter(name, taken) for name in ("Edit", "Export", "E")] == ["&Edit", "E&xport", "E"]


def test_entries_have_letters_of_their_own_that_choose_them(come: Come, tmp_path: Path) -> None:
    person = come(small_collection(tmp_path / "small.jury"))
    file = person.window.menus.findChild(QMenu, "menu.File")
    assert isinstance(file, QMenu)
    texts = [action.text().replace("&&", "") for action in file.actions() if not action.isSeparator()]
    letters = [text.partition("&")[2][0].lower() for text in texts]
    assert len(set(letters)) == len(letters) > 10
    assert "&Copies" in texts
    QTest.keyClick(person.window, Qt.Key.Key_F, Qt.KeyboardModifier.AltModifier)
    QTest.keyClick(file, Qt.Key.Key_P)
    assert person.window.desk == "start"
    judge = person.window.menus.findChild(QMenu, "menu.Judge")
    assert isinstance(judge, QMenu)
    assert not any("&" in action.text() for action in judge.actions() if action.menu() is None)


def test_an_entry_without_latin_letters_gets_one_of_its_name() -> None:
    taken: set[str] = set()
    assert entry_with_letter("コレクションを開く…", "open", taken) == "コレクションを開く(&O)…"
    assert entry_with_letter("開く", "open", taken) == "開く(&P)"
    assert entry_with_letter("Open & close", "x", {"o", "p"}) == "Open && &close"
