"""The organizer chooses what the grades of an import become, and sees it grade by grade before."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from person import Person
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from jurybox.collection.file import create, open_reading
from jurybox_gui.dialogs.report import ReportSheet
from jurybox_gui.shell.grades_sheet import GradesSheet
from jurybox_gui.widgets.probe import painted_words

Come = Callable[..., Person]
CHOOSE = "Labels for grades…"
GRADES = (0, 3, 1, 3, 0, 0, -1)


@pytest.fixture
def person(come: Come, tmp_path: Path) -> Person:
    """Return somebody at a new collection."""
    create(tmp_path / "new.jury", name="New")
    return come(tmp_path / "new.jury", desk="campaign")


def bring(person: Person, tmp_path: Path, grades: tuple[int, ...] = GRADES) -> ReportSheet:
    """Import qrels with these grades, as far as the report."""
    file = tmp_path / "ann.qrels"
    file.write_text("".join(f"q1 0 d{at} {grade}\n" for at, grade in enumerate(grades)))
    person.program.files.import_paths([file])
    return report(person)


def report(person: Person) -> ReportSheet:
    person.wait(lambda: bool(shown(person, ReportSheet)))
    person.settle()
    return shown(person, ReportSheet)[0]


def shown(person: Person, kind: type) -> list:  # type: ignore[type-arg]
    return [one for one in person.window.findChildren(kind) if one.isVisible()]


def open_grades(person: Person, sheet: ReportSheet) -> GradesSheet:
    """Click the button of the report that asks what the grades become."""
    (button,) = [one for one in sheet.choices if one.text() == CHOOSE]
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    person.wait(lambda: bool(shown(person, GradesSheet)))
    person.settle()
    return shown(person, GradesSheet)[0]


def store(person: Person) -> None:
    person.press("Return")
    person.wait(lambda: person.program.message == "Imported.")
    person.settle()


def test_what_is_said_of_a_stray_grade_names_a_button_of_the_report(person: Person, tmp_path: Path) -> None:
    sheet = bring(person, tmp_path, (*(0, 1, 2, 3) * 300, 10))
    assert f"name the scale under {CHOOSE.removesuffix('…')} (" in sheet.text.toPlainText()
    assert CHOOSE in [one.text() for one in sheet.choices]


def test_a_scale_is_typed_and_its_mapping_seen(person: Person, tmp_path: Path) -> None:
    sheet = open_grades(person, bring(person, tmp_path))
    assert sheet.way.currentText() == "The grades themselves"
    rows = [(row.name, *row.cells) for row in sheet.preview.rows]
    assert rows == [
        ("3", "3", "2", "3", "yes"),
        ("1", "1", "1", "1", "yes"),
        ("0", "0", "3", "0", "no"),
        ("not judged yet", "-1", "1", "–", "–"),
    ]
    sheet.text.setFocus()
    QTest.keyClicks(sheet.text, "0..2")
    assert not sheet.accept.isEnabled()
    assert "1 grade of the files has no label here: 3. Choose a wider scale." in painted_words(sheet)
    person.press("Return")
    assert sheet.isVisible()
    person.press("Backspace")
    QTest.keyClicks(sheet.text, "4")
    person.press("Return")
    again = report(person)
    assert "labels 0, 1, 2, 3, 4, as the grades are" in again.text.toPlainText()
    again = open_grades(person, again)
    assert (again.way.currentText(), again.text.text()) == ("A scale, or labels from a file", "0..4")
    person.press("Escape")
    report(person)
    store(person)
    assert person.session.facts.schemes["ranked"].words == ("4", "3", "2", "1", "0")


def test_letters_are_chosen_with_keys_and_left_again(person: Person, tmp_path: Path) -> None:
    sheet = open_grades(person, bring(person, tmp_path))
    person.press("Down")
    assert [row.name for row in sheet.preview.rows] == [
        "Fully answers",
        "Partly answers",
        "Does not answer",
        "not judged yet",
    ]
    person.press("Return")
    assert "3 as A" in report(person).text.toPlainText()
    sheet = open_grades(person, report(person))
    person.press("Up", "Return")
    assert "labels 0, 1, 2, 3, as the grades are" in report(person).text.toPlainText()
    person.press("Escape")
    assert not person.session.catalog.questions


def test_three_grades_can_become_labels_too(person: Person, tmp_path: Path) -> None:
    sheet = open_grades(person, bring(person, tmp_path, (0, 1, 2)))
    assert [sheet.way.itemText(at) for at in range(sheet.way.count())] == [
        "A, B and C",
        "A scale, or labels from a file",
    ]
    file = tmp_path / "labels.csv"
    file.write_text("label,name,grade\ngood,Good,2\nfair,Fair,1\nbad,Bad,0\n")
    sheet.text.setFocus()
    QTest.keyClicks(sheet.text, str(file))
    assert [row.name for row in sheet.preview.rows] == ["Good", "Fair", "Bad"]
    person.press("Return")
    report(person)
    store(person)
    assert person.session.facts.schemes["ranked"].words == ("good", "fair", "bad")


def test_a_collection_that_has_its_labels_is_not_asked(person: Person, tmp_path: Path) -> None:
    store_first = bring(person, tmp_path)
    assert store_first.accept.isEnabled()
    store(person)
    sheet = bring(person, tmp_path, (0, 1, 2, 3))
    assert CHOOSE not in [one.text() for one in sheet.choices]


@pytest.mark.parametrize(("button", "kept"), [("Keep first labels", 3), ("Keep later labels", 1)])
def test_who_imports_chooses_which_of_contradicting_labels_counts(
    person: Person, tmp_path: Path, button: str, kept: int
) -> None:
    file = tmp_path / "ann.qrels"
    file.write_text("q1 0 d1 3\nq1 0 d2 0\nq1 0 d1 1\n")
    person.program.files.import_paths([file])
    sheet = report(person)
    assert not sheet.accept.isEnabled()
    (choice,) = [one for one in sheet.choices if one.text() == button]
    QTest.mouseClick(choice, Qt.MouseButton.LeftButton)
    person.wait(
        lambda: all(one.accept.isEnabled() for one in shown(person, ReportSheet)) and bool(shown(person, ReportSheet))
    )
    store(person)
    with closing(open_reading(tmp_path / "new.jury")) as db:
        rows = db.execute("SELECT label FROM entry e JOIN answer a ON a.id = e.answer WHERE a.name = 'd1'").fetchall()
    assert rows == [(str(kept),)]
