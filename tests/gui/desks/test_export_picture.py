"""Exporting a picture by keys: how it is printed is chosen before its file, and remembered."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from demo_file import demo_file
from person import Person
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from jurybox_gui.dialogs.picture_sheet import PictureSheet

Come = Callable[..., Person]


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return demo_file(tmp_path_factory.mktemp("export") / "validation.jury", "validation")


def sheet_of(person: Person) -> PictureSheet:
    (sheet,) = (one for one in person.window.findChildren(PictureSheet) if one.is_open)
    return sheet


def choose_file(person: Person, path: Path) -> None:
    person.wait(lambda: any(one.isVisible() for one in person.window.findChildren(QFileDialog)))
    (dialog,) = (one for one in person.window.findChildren(QFileDialog) if one.isVisible())
    dialog.fileSelected.emit(str(path))
    dialog.reject()
    person.window.activateWindow()
    person.wait(person.window.isActiveWindow)
    person.wait(path.exists)
    person.settle()


@pytest.mark.sweep
def test_a_picture_is_exported_as_chosen_by_keys_and_so_is_the_next(come: Come, demo: Path, tmp_path: Path) -> None:
    person = come(demo)
    person.press("Ctrl+4", "E")
    sheet = sheet_of(person)
    person.wait(lambda: not sheet.preview.pixmap().isNull())
    first = sheet.preview.pixmap().toImage()
    boxes = ["print_serif", "print_gray", "print_title", "print_caption"]
    named = [sheet.controls[key].text() for key in boxes]
    assert named == ["Serif typeface", "Grayscale", "Title", "Caption"]
    person.press("Tab")
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Down)  # fitting, then column
    for key in ("print_serif", "print_gray", "print_title"):
        person.press("Tab", "Space")
        assert person.program.settings[key] is (key != "print_title")
    assert person.program.settings["print_preset"] == "column"
    person.wait(lambda: sheet.preview.pixmap().toImage() != first)
    person.press("Return")
    choose_file(person, tmp_path / "a.svg")
    text = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert 'width="238.11' in text
    assert "STIXGeneral" in text
    assert ">ROC space<" not in text
    assert "judged answers" in text
    assert all(len({code[:2], code[2:4], code[4:]}) == 1 for code in re.findall(r"#([0-9a-f]{6})", text))
    assert person.desk.message == "Written: a.svg"
    person.press("E", "Return")
    choose_file(person, tmp_path / "b.svg")
    assert (tmp_path / "b.svg").read_bytes() == (tmp_path / "a.svg").read_bytes()


@pytest.mark.sweep
def test_esc_leaves_the_sheet_and_writes_nothing(come: Come, demo: Path) -> None:
    person = come(demo)
    person.press("Ctrl+4", "E")
    assert sheet_of(person).is_open
    person.press("Esc")
    person.settle()
    assert not [one for one in person.window.findChildren(PictureSheet) if one.is_open]
    assert not person.window.findChildren(QFileDialog)
    assert person.desk.message == ""


@pytest.mark.sweep
def test_a_view_of_scores_offers_its_picture_and_its_table(come: Come, demo: Path, tmp_path: Path) -> None:
    person = come(demo)
    person.press("Ctrl+2", "Shift+F")
    person.wait(lambda: person.desk.page.sheet is not None and person.desk.page.sheet.picture is not None)
    person.press("E")
    sheet = sheet_of(person)
    QTest.mouseClick(sheet.table, Qt.MouseButton.LeftButton)
    choose_file(person, tmp_path / "means.csv")
    assert (tmp_path / "means.csv").read_text(encoding="utf-8").count("\n") > 5
    person.press("E", "Return")
    choose_file(person, tmp_path / "means.svg")
    assert (tmp_path / "means.svg").read_bytes().startswith(b"<?xml")
