"""While a file is read in its process the window goes on, Esc stops it, and a file that ends it is one sentence."""

import multiprocessing
from collections.abc import Callable
from pathlib import Path

import hostile
import pytest
from person import Person
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from jurybox.collection.file import create

Come = Callable[..., Person]


@pytest.fixture
def person(come: Come, tmp_path: Path) -> Person:
    """Return somebody at a new collection."""
    create(tmp_path / "new.jury", name="New")
    return come(tmp_path / "new.jury", desk="campaign")


def test_the_window_answers_while_a_file_is_read_and_esc_ends_it(person: Person, tmp_path: Path) -> None:
    path = tmp_path / "slow.txt.gz"
    path.write_bytes(hostile.bomb(b"a\n", 4000))
    person.program.files.import_paths([path])
    person.wait(lambda: bool(multiprocessing.active_children()))
    QTest.keyClick(person.window, Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    person.wait(lambda: person.window.desk != "campaign")
    assert not person.program.idle, "the window waited for the file"
    QTest.keyClick(person.window, Qt.Key.Key_Escape)
    person.wait(lambda: not multiprocessing.active_children())
    person.settle()
    assert person.program.idle
    assert not person.session.catalog.questions


def test_a_workbook_that_ends_its_process_is_one_sentence(person: Person, tmp_path: Path) -> None:
    path = tmp_path / "far.xlsx"
    path.write_bytes(hostile.xlsx('<row r="1"><c r="A1"><v>1</v></c><c r="XFD1048576"><v>1</v></c></row>'))
    person.program.files.import_paths([path])
    person.wait(lambda: "needs more than 768 MB of memory. Delete what is far" in person.program.message)
    person.settle()
    assert person.program.idle
