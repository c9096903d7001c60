"""An organizer brings files in by keys alone: what the report says, what is stored, what cannot be read."""

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest
from person import Person
from PySide6.QtWidgets import QApplication, QFileDialog

from jurybox.collection.file import create
from jurybox.measures import MEASURES
from jurybox_gui.dialogs.report import ReportSheet
from jurybox_gui.widgets.probe import painted_words

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
    person.wait(lambda: "Import preview" in painted_words(person.window))
    return "\n".join(person.words())


def store(person: Person) -> None:
    """Accept the report, and wait until what it names is there: an import before it may have said so too."""
    bridge, brought = person.program.bridge, list[bool]()
    assert bridge is not None
    link = bridge.changed.connect(lambda changes, _who: brought.append("catalog" in changes.what))
    person.press("Return")
    person.wait(lambda: any(brought) and person.program.message == "Imported.")
    bridge.changed.disconnect(link)
    person.settle()


def test_warnings_are_named_before_anything_is_stored(person: Person, tmp_path: Path) -> None:
    source = tmp_path / "liveqa.txt"
    source.write_text("".join(f"{n} {n % 4 + 1} Answer {n}, at some length.\n" for n in range(1, 40)))
    choose(person, source)
    lines = report(person)
    assert "Read as liveqa" in lines
    assert "Ready to import, with 39 warnings." in lines
    focused = QApplication.focusWidget()
    assert focused is not None
    assert focused.text() == "Import"
    person.press("End")
    assert "39 judged answers of 39 questions" in " ".join(painted_words(person.window))
    store(person)
    assert len(person.session.catalog.questions) == 39


def test_what_is_wrong_is_listed_and_nothing_is_stored(person: Person, tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "questions.csv").write_text("question,kind,text\nq1,riddle,What is it?\n")
    person.program.files.import_paths([tmp_path / "tables"])
    assert "Nothing was imported." in report(person)
    person.press("Return")
    assert not person.session.catalog.questions
    assert "This collection is empty." in person.words()


@pytest.mark.needs_data
@needs_data
@pytest.mark.sweep
def test_the_questions_nuggets_and_lists_of_2004_come_in(person: Person) -> None:
    folder = DATA / "trec-qa-2004"
    choose(person, folder / "trec13questions.xml")
    assert "65 series: 230 factoid, 56 list, 65 other." in report(person)
    store(person)
    choose(person, folder / "trec13answers_other")
    assert "1 Other question has no nugget here (7.4)" in report(person)
    store(person)
    choose(person, folder / "trec13answers_list")
    assert "instances: 484 new" in report(person)
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
    lines = report(person)
    assert "692 judged answers of 102 questions." in lines
    assert "111 lines repeat an answer that its question has already: judged once." in lines
    assert "18 answers have grade -2 (unintelligible): read as junk." in lines
    store(person)
    assert person.session.catalog.answer_count == 692 - 111


def test_questions_without_answers_say_what_comes_next(person: Person, tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "questions.csv").write_text("question,kind,text\nq1,factoid,What is it?\n")
    person.program.files.import_paths([tmp_path / "tables"])
    report(person)
    store(person)
    person.press("Esc")
    assert "No answers yet." in painted_words(person.window)


@pytest.mark.needs_data
@needs_data
def test_the_folder_of_2004_comes_in_at_once(person: Person) -> None:
    person.program.files.import_paths([DATA / "trec-qa-2004"])
    lines = report(person)
    assert "Read as trec-qa: trec13questions.xml, trec13targettypes." in lines
    assert "Answer patterns are not stored (trec13patterns+docs_factoid" in lines
    assert "Ready to import. No problems found." in lines
    store(person)
    kinds = [one.kind for one in person.session.catalog.questions]
    assert [kinds.count(kind) for kind in ("factoid", "list", "other")] == [230, 56, 65]
    assert sum(bool(person.session.catalog.nuggets.of(at)) for at in range(len(kinds))) == 64


def test_a_bad_line_of_a_run_is_named_and_can_be_skipped(person: Person, tmp_path: Path) -> None:
    (tmp_path / "questions.csv").write_text(
        "question,kind,text\n" + "".join(f"1.{n},factoid,Question {n}?\n" for n in range(50))
    )
    lines = [f"1.{n} uwb1 NYT1998{n:04}.0373 Answer {n}\n" for n in range(50)]
    lines[6] = "1.6 uwb1 NYT19980006.0373\n"
    (tmp_path / "uwb1").write_text("".join(lines))
    person.program.files.import_paths([tmp_path / "questions.csv", tmp_path / "uwb1"])
    lines = report(person)
    assert "uwb1:7: The answer after the document is missing." in lines
    assert "1 error. Nothing was imported." in lines
    button(person, "Skip bad lines")
    assert "warning: uwb1:7: Left out: The answer after the document" in report(person)
    store(person)
    assert person.session.catalog.answer_count == 49


def test_matches_that_are_not_listed_mean_no_where_that_is_chosen(person: Person, tmp_path: Path) -> None:
    tables = {
        "questions": "question,kind,text\no1,other,Other\n",
        "answers": "question,answer,text\no1,a1,One\no1,a2,Two\n",
        "nuggets": "question,nugget,text,importance\no1,n1,One,vital\no1,n2,Two,okay\no1,n3,Three,okay\n",
        "responses": "run,question,rank,answer\nr,o1,1,a1\nr,o1,2,a2\n",
        "matches": "assessor,question,answer,nugget,support\nAna,o1,a1,n1,yes\n",
    }
    (tmp_path / "tables").mkdir()
    for name, text in tables.items():
        (tmp_path / "tables" / f"{name}.csv").write_text(text)
    person.program.files.import_paths([tmp_path / "tables"])
    lines = report(person)
    assert "5 pairs of answer and nugget in 1 question are not listed (first: question 'o1', answer 'a1', " in lines
    button(person, "Missing matches mean no")
    assert "nugget 'n2'): stored as no." in report(person)
    store(person)
    board = person.program.bridge.scoreboard if person.program.bridge else None
    assert board is not None
    (recall,) = (one for one in MEASURES if one.name == "nugget-recall")
    (score,) = (board.score(recall, run) for run in board.runs)
    assert (score.value, score.units, score.waiting) == (1.0, 1, 0)


def test_what_the_second_column_of_qrels_has_in_it_can_be_chosen(person: Person, tmp_path: Path) -> None:
    source = tmp_path / "covid.txt"
    source.write_text("1 0.5 a 1\n1 1 b 0\n2 1.5 a 2\n")
    person.program.files.import_paths([source])
    assert "read as rounds of one assessor" in report(person)
    assert "choose Second column names assessors (--second-column assessors)." in report(person)
    assert "so 'covid' is used. Another name can be given on Campaign after the import" in report(person)
    button(person, "Second column names assessors")
    assert "The second column names 3 assessors: 0.5, 1, 1.5." in report(person)
    button(person, "Second column has rounds")
    assert "read as rounds of one assessor" in report(person)
    store(person)
    assert [one.name for one in person.session.catalog.assessors] == ["covid"]


def button(person: Person, text: str) -> None:
    """Click a button of the report, and wait for the next report."""
    (sheet,) = person.window.findChildren(ReportSheet)
    (wanted,) = (one for one in sheet.choices if one.text() == text)
    wanted.click()
    person.wait(lambda: not sheet_open(sheet))
    person.settle()


def sheet_open(sheet: ReportSheet) -> bool:
    try:
        return sheet.isVisible()
    except RuntimeError:  # Qt has deleted it
        return False
