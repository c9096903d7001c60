"""An organiser brings files in by keys alone: what the report says, what is stored, what cannot be read."""

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest
from person import Person, painted_words
from PySide6.QtWidgets import QApplication, QFileDialog

from jurybox.collection.file import create

Come = Callable[..., Person]
DATA = Path(__file__).resolve().parents[3] / "shared/data"
needs_data = pytest.mark.skipif(not DATA.is_dir(), reason="the files are not here")


@pytest.fixture
def person(come: Come, tmp_path: Path) -> Person:
    """Return somebody at a new collection."""
    path = tmp_path / "new.jury"
    create(path, name="New")
    return come(path)


def choose(person: Person, path: Path) -> None:
    """Press the key that imports files and answer the dialog."""
    person.press("Ctrl+Shift+I")
    person.wait(lambda: bool(person.window.findChildren(QFileDialog)))
    (dialog,) = person.window.findChildren(QFileDialog)
    dialog.filesSelected.emit([str(path)])
    dialog.reject()
    person.window.activateWindow()
    person.wait(person.window.isActiveWindow)


def report(person: Person) -> str:
    """Wait for the report and return what it says."""
    person.wait(lambda: "What would be imported" in painted_words(person.window))
    return "\n".join(person.words())


def store(person: Person) -> None:
    """Accept the report, and wait until what it names is there: an import before it may have said so too."""
    bridge, brought = person.program.bridge, list[bool]()
    assert bridge is not None
    link = bridge.changed.connect(lambda changes, _who: brought.append("catalog" in changes.what))
    person.press("Return")
    person.wait(lambda: any(brought) and person.program.told == "Imported.")
    bridge.changed.disconnect(link)
    person.settle()


def test_warnings_are_named_before_anything_is_stored(person: Person, tmp_path: Path) -> None:
    source = tmp_path / "liveqa.txt"
    source.write_text("".join(f"{n} {n % 4 + 1} Answer {n}, at some length.\n" for n in range(1, 40)))
    choose(person, source)
    told = report(person)
    assert "Read as liveqa" in told
    assert "It can be stored. Read the 39 warnings first." in told
    focused = QApplication.focusWidget()
    assert focused is not None
    assert focused.text() == "Store"
    person.press("End")
    assert "39 judged answers of 39 questions" in " ".join(painted_words(person.window))
    store(person)
    assert len(person.session.catalog.questions) == 39


def test_what_is_wrong_is_listed_and_nothing_is_stored(person: Person, tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "questions.csv").write_text("question,kind,text\nq1,riddle,What is it?\n")
    person.program.files.import_paths([tmp_path / "tables"])
    assert "Nothing was stored." in report(person)
    person.press("Return")
    assert not person.session.catalog.questions
    assert "This collection is empty." in person.words()


@pytest.mark.needs_data
@needs_data
def test_the_questions_nuggets_and_lists_of_2004_come_in(person: Person) -> None:
    folder = DATA / "trec-qa-2004"
    choose(person, folder / "trec13questions.xml")
    assert "65 series: 230 factoid, 56 list, 65 other." in report(person)
    store(person)
    choose(person, folder / "trec13answers_other")
    assert "1 Other question has no nugget here (7.4)" in report(person)
    store(person)
    choose(person, folder / "trec13answers_list")
    assert "instances: 484 found (484 new)" in report(person)
    store(person)
    kinds = [one.kind for one in person.session.catalog.questions]
    assert [kinds.count(kind) for kind in ("factoid", "list", "other")] == [230, 56, 65]
    nuggets = person.session.catalog.nuggets
    assert sum(bool(nuggets.of(at)) for at in range(len(kinds))) == 64


@pytest.mark.needs_data
@needs_data
def test_repeated_answers_of_liveqa_are_seen_as_such(person: Person, tmp_path: Path) -> None:
    (packed,) = (DATA / "liveqa_med").glob("*.gz")
    source = tmp_path / "liveqa.txt"
    source.write_bytes(gzip.decompress(packed.read_bytes()))
    choose(person, source)
    told = report(person)
    assert "692 judged answers of 102 questions." in told
    assert "111 lines repeat an answer that its question has already: judged once." in told
    assert "18 answers have grade -2 (unintelligible): read as junk." in told
    store(person)
    assert person.session.catalog.answer_count == 692 - 111


def test_questions_without_answers_say_what_comes_next(person: Person, tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "questions.csv").write_text("question,kind,text\nq1,factoid,What is it?\n")
    person.program.files.import_paths([tmp_path / "tables"])
    report(person)
    store(person)
    person.press("Esc")
    assert "No answer is here yet." in painted_words(person.window)
