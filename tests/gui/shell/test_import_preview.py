"""An organizer looks at an import before it is stored: files, first rows, runs, and tables of any columns."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import xlsxwriter
from person import Person
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QFileDialog

from jurybox.collection.file import create
from jurybox_gui.dialogs.report import ReportSheet
from jurybox_gui.shell.columns_sheet import ColumnsSheet
from jurybox_gui.shell.words_sheet import WordsSheet
from jurybox_gui.theme.theme import theme

Come = Callable[..., Person]
RUNS = "qid,system,response,surety\nq1,blue,Paris,0.9\nq1,red,Lyon,0.2\nq2,blue,NIL,\nq2,red,,\n"
QUESTIONS = "question,kind,text\nq1,factoid,Which city?\nq2,factoid,Which river?\n"


@pytest.fixture
def person(come: Come, tmp_path: Path) -> Person:
    """Return somebody at a new collection."""
    create(tmp_path / "new.jury", name="New")
    return come(tmp_path / "new.jury", desk="campaign")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with questions, runs and nuggets in three formats, a picture, and a table that none knows."""
    made = tmp_path / "campaign"
    made.mkdir()
    (made / "questions.csv").write_text(QUESTIONS + "o1,other,Other\n")
    (made / "green").write_text("q1 green NYT1 Paris\nq2 green NIL\n")
    (made / "nuggets.txt").write_text("o1 1\tvital\tA river\no1 2\tokay\tA city\n")
    (made / "logo.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    (made / "systems.csv").write_text(RUNS)
    return made


def shown(person: Person, kind: type) -> list:  # type: ignore[type-arg]
    return [one for one in person.window.findChildren(kind) if one.isVisible()]


def one_shown(person: Person, kind: type):  # type: ignore[no-untyped-def] # noqa: ANN201
    person.wait(lambda: bool(shown(person, kind)))
    person.settle()
    return shown(person, kind)[0]


def files_of(sheet: ReportSheet) -> list[str]:
    return [sheet.files.item(at).text() for at in range(sheet.files.count())]


def cells_of(sheet: ReportSheet) -> list[list[str]]:
    model = sheet.table.model()
    columns = range(model.columnCount())
    head = [str(model.headerData(at, Qt.Orientation.Horizontal)) for at in columns]
    rows = [[str(model.index(row, at).data()) for at in columns] for row in range(model.rowCount())]
    return [head, *rows]


def go_to(person: Person, sheet: ReportSheet, name: str) -> None:
    """Choose a file of the list with the mouse."""
    (at,) = [at for at, text in enumerate(files_of(sheet)) if text.startswith(f"{name}\n")]
    spot = sheet.files.visualItemRect(sheet.files.item(at)).center()
    QTest.mouseClick(sheet.files.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    person.settle()


def read_as(person: Person, sheet: ReportSheet, way: str) -> None:
    """Choose what the file chosen is read as, with keys."""
    sheet.way.setFocus()
    sheet.way.setCurrentIndex(sheet.way.findText(way))
    sheet.way.activated.emit(sheet.way.currentIndex())
    person.settle()


def test_a_folder_is_previewed_file_by_file_in_the_order_of_reading(person: Person, folder: Path) -> None:
    person.program.files.import_paths([folder])
    sheet = one_shown(person, ReportSheet)
    ground = sheet.table.viewport().grab().toImage().pixelColor(1, 1)
    assert ground.name() == theme().tokens.raised.lower(), "a table has no ground of its own on a sheet"
    assert f"Everything goes into {person.session.path.name}. A backup is made first." in person.words()
    assert files_of(sheet) == [
        "1 run\nanswered, NIL, empty",
        "questions.csv\ntables, 3 rows",
        "nuggets.txt\nnuggets, 2 rows",
        "green\ntrec-qa-runs, 2 rows",
        "logo.png\nnot read: unknown format",
        "systems.csv\nnot read: unknown format",
    ]
    assert cells_of(sheet) == [["run", "questions", "answered", "NIL", "empty"], ["green", "2", "1", "1", "0"]]
    sheet.files.setFocus()
    person.press("Down", "Down", "Down")
    assert cells_of(sheet) == [
        ["run", "question", "rank", "answer", "text", "document"],
        ["green", "q1", "1", "(by its text)", "Paris", "NYT1"],
        ["green", "q2", "1", "NIL", "", ""],
    ]
    assert sheet.way.currentText() == "trec-qa-runs"
    assert not person.session.catalog.questions
    person.press("Ctrl+Return")
    person.wait(lambda: person.program.message == "Imported.")
    assert "Undo does not remove an import." in " ".join(person.words())
    assert [run.name for run in person.session.catalog.runs] == ["green"]


def test_a_table_in_a_folder_is_matched_and_remembered(person: Person, folder: Path) -> None:
    person.program.files.import_paths([folder])
    sheet = one_shown(person, ReportSheet)
    assert "It is a table with the columns qid, system, response, surety." in sheet.text.toPlainText()
    go_to(person, sheet, "systems.csv")
    QTest.mouseClick(sheet.match, Qt.MouseButton.LeftButton)
    columns = one_shown(person, ColumnsSheet)
    chosen = {field.accessibleName(): field.currentText() for field in columns.fields}
    assert chosen == {
        "What qid is": "Question id",
        "What system is": "Run",
        "What response is": "Answer text",
        "What surety is": "Leave out",
    }
    columns.fields[3].choose("confidence")
    person.press("Return")
    sheet = one_shown(person, ReportSheet)
    assert sheet.files.currentItem().text().startswith("systems.csv\n"), "what is looked at stays in sight"
    sheet.files.setCurrentRow(0)
    assert sorted(cells_of(sheet)[1:]) == [
        ["blue", "2", "1", "1", "0"],
        ["green", "2", "1", "1", "0"],
        ["red", "2", "1", "0", "1"],
    ]
    person.press("Escape")
    assert not person.session.catalog.questions
    person.program.files.import_paths([folder])  # it is known now
    sheet = one_shown(person, ReportSheet)
    go_to(person, sheet, "systems.csv")
    assert sheet.way.currentText() == "columns\u2026"
    person.press("Ctrl+Return")
    person.wait(lambda: person.program.message == "Imported.")
    assert sorted(run.name for run in person.session.catalog.runs) == ["blue", "green", "red"]


@pytest.mark.sweep
def test_words_of_a_table_become_labels_by_hand_and_are_remembered(person: Person, tmp_path: Path) -> None:
    source = tmp_path / "judged.csv"
    source.write_text("qid,response,label\nq1,Paris,yes\nq1,Rome,maybe\nq1,Bonn,odd\nq1,Linz,odd\n")
    person.program.files.import_paths([source])
    one_shown(person, ColumnsSheet)
    person.press("Return")
    report = one_shown(person, ReportSheet)
    assert "3 words are not among the labels" not in report.text.toPlainText()
    assert "2 words are not among the labels: 'odd' (2), 'maybe' (1)." in report.text.toPlainText()
    assert not report.accept.isEnabled()
    (button,) = [one for one in report.findChildren(QAbstractButton) if one.text() == "Labels for words\u2026"]
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    words = one_shown(person, WordsSheet)
    assert words.words["yes"] == "correct"
    assert words.words["maybe"] == "cannot-tell", "proposed"
    assert not words.accept.isEnabled()
    assert "Choose a label for odd, or leave it out." in person.words()
    choice = words.labels[list(words.words).index("odd")]
    choice.setFocus()
    choice.choose("incorrect")
    choice.activated.emit(choice.currentIndex())
    assert "1 label proposed from the word alone: check it before you read again." in person.words()
    person.press("Return")
    report = one_shown(person, ReportSheet)
    assert "'odd' = incorrect" in report.text.toPlainText()
    person.press("Escape")
    person.program.files.import_paths([source])  # both columns and words are known now
    report = one_shown(person, ReportSheet)
    assert report.accept.isEnabled()
    go_to(person, report, "judged.csv")
    read_as(person, report, "columns\u2026")
    one_shown(person, ColumnsSheet)
    person.press("Return")  # to match the columns again keeps the words
    report = one_shown(person, ReportSheet)
    assert report.accept.isEnabled()
    person.press("Ctrl+Return")
    person.wait(lambda: person.program.message == "Imported.")
    labels, codes = person.session.ledger.labels, person.session.ledger.codes
    who = person.session.catalog.assessor_named["judged"]
    assert sorted(codes.word(code) for code in labels[who].tolist() if code > 0) == [
        "correct",
        "incorrect",
        "incorrect",
    ]


def test_a_file_is_left_out_or_read_otherwise_by_hand(person: Person, folder: Path) -> None:
    person.program.files.import_paths([folder])
    sheet = one_shown(person, ReportSheet)
    go_to(person, sheet, "nuggets.txt")
    read_as(person, sheet, "left out")
    sheet = one_shown(person, ReportSheet)
    assert "nuggets.txt\nnot read: left out" in files_of(sheet)
    assert "Left out as requested: nuggets.txt." in sheet.text.toPlainText()
    assert sheet.files.currentItem().text() == "nuggets.txt\nnot read: left out"
    read_as(person, sheet, "as recognized")
    assert "nuggets.txt\nnuggets, 2 rows" in files_of(one_shown(person, ReportSheet))


def test_a_single_table_that_no_reader_knows_asks_for_its_columns(person: Person, tmp_path: Path) -> None:
    source = tmp_path / "systems.csv"
    source.write_text(RUNS)
    person.program.files.import_paths([source])
    columns = one_shown(person, ColumnsSheet)
    assert "blue  ·  red" in person.words()
    columns.fields[0].choose("")
    columns.fields[0].activated.emit(0)
    assert not columns.accept.isEnabled()
    assert "No column is a question. Choose the column of its id or of its text." in person.words()
    person.press("Escape")
    assert not shown(person, ColumnsSheet)
    assert person.program.settings["columns"] == {}


def test_copied_cells_are_pasted_as_a_table(person: Person) -> None:
    QGuiApplication.clipboard().setText("Question\tmodel A\tmodel B\nWho wrote Faust?\tGoethe\tSchiller\n")
    person.press("Ctrl+V")
    columns = one_shown(person, ColumnsSheet)
    assert [field.currentData() for field in columns.fields] == ["question-text", "text", "text"]
    person.press("Return")
    sheet = one_shown(person, ReportSheet)
    assert cells_of(sheet)[1:] == [["model A", "1", "1", "0", "0"], ["model B", "1", "1", "0", "0"]]
    person.press("Return")
    person.wait(lambda: person.program.message == "Imported.")
    assert person.session.catalog.questions[0].name == "q1"
    QGuiApplication.clipboard().setText("  ")
    person.press("Ctrl+V")
    assert person.program.message == "No table was copied. Copy cells with their column names first."


def test_errors_come_first_and_the_report_is_saved(person: Person, tmp_path: Path) -> None:
    source = tmp_path / "bad.run"
    source.write_text("".join(f"q Q0 a{n} {n} {'high' if n == 7 else n} r\n" for n in range(1, 20)))
    person.program.files.import_paths([source])
    sheet = one_shown(person, ReportSheet)
    assert sheet.text.toPlainText().startswith("error: bad.run:7: The score is 'high'.")
    assert not sheet.accept.isEnabled()
    for name, first in (("report.txt", "error: bad.run:7:"), ("report.json", "{")):
        QTest.mouseClick(sheet.save, Qt.MouseButton.LeftButton)
        person.wait(lambda: bool(person.window.findChildren(QFileDialog)))
        (dialog,) = person.window.findChildren(QFileDialog)
        dialog.fileSelected.emit(str(tmp_path / name))
        dialog.reject()
        person.wait(lambda: not person.window.findChildren(QFileDialog))
        assert (tmp_path / name).read_text().startswith(first)
    assert json.loads((tmp_path / "report.json").read_text())["runs"][0]["answered"] == 18
    assert "run 'r': 18 answers to 1 question, 0 NIL, 0 empty" in (tmp_path / "report.txt").read_text()


def test_text_is_pasted_into_a_field_and_not_imported(person: Person) -> None:
    QGuiApplication.clipboard().setText("a,b\n1,2")
    person.press("Ctrl+K", "Ctrl+V")
    assert not shown(person, ColumnsSheet)
    assert "a,b 1,2" in " ".join(person.words())


def test_sheets_of_a_workbook_are_matched_one_by_one_and_remembered(person: Person, tmp_path: Path) -> None:
    source = tmp_path / "systems.xlsx"
    with xlsxwriter.Workbook(str(source)) as book:
        for name, heads in (("青", ["qid", "response"]), ("a long name of a sheet, 2024", ["nr", "reply"])):
            sheet = book.add_worksheet(name)
            sheet.write_row(0, 0, heads)
            sheet.write_row(1, 0, [12, f"回答 {name}"])
    person.program.files.import_paths([source])
    columns = one_shown(person, ColumnsSheet)
    assert "systems.xlsx, sheet 青" in " ".join(person.words())
    person.press("Return")
    report = one_shown(person, ReportSheet)
    other = "systems.xlsx, sheet a long name of a sheet, 2024"
    assert files_of(report)[1:] == ["systems.xlsx, sheet 青\ncolumns, 1 row", f"{other}\nnot read: unknown format"]
    go_to(person, report, other)
    read_as(person, report, "columns…")
    columns = one_shown(person, ColumnsSheet)
    assert [field.currentData() for field in columns.fields] == ["question", "text"]
    person.press("Return")
    report = one_shown(person, ReportSheet)
    assert report.files.currentItem().text().startswith(f"{other}\n")
    report.files.setCurrentRow(0)
    assert sorted(row[0] for row in cells_of(report)[1:]) == ["a long name of a sheet, 2024", "青"]
    person.press("Ctrl+Return")
    person.wait(lambda: person.program.message == "Imported.")
    assert [question.name for question in person.session.catalog.questions] == ["12"]
    assert len(person.program.settings["columns"]) == 2


def test_pasting_without_a_collection_says_what_to_do(come: Come) -> None:
    person = come()
    QGuiApplication.clipboard().setText("qid,response\n1,Paris\n")
    person.press("Ctrl+V")
    assert person.program.message == "Open or create a collection first, then paste a table."


def test_warnings_take_the_color_of_a_theme_that_is_chosen_later(person: Person, folder: Path) -> None:
    person.program.files.import_paths([folder])
    sheet = one_shown(person, ReportSheet)
    for choice in ("dark", "light", "dark"):
        person.program.theme.choose(choice)
        person.settle()
        block = sheet.text.document().begin()
        while not block.text().startswith("warning"):
            block = block.next()
        inks = {part.format.foreground().color().name() for part in block.layout().formats()}
        assert inks == {theme().tokens.mid.lower()}, choice


def test_a_table_of_few_rows_leaves_its_room_to_the_report(person: Person, folder: Path) -> None:
    person.window.resize(960, 540)
    person.program.files.import_paths([folder])
    sheet = one_shown(person, ReportSheet)
    assert sheet.table.height() < 100
    assert sheet.text.height() > sheet.table.height()
    assert sheet.table.verticalScrollBar().maximum() == 0


def test_which_control_of_label_studio_is_read_and_what_its_words_are_is_chosen(person: Person, tmp_path: Path) -> None:
    def choice(name: str, word: str) -> dict[str, object]:
        return {"from_name": name, "type": "choices", "value": {"choices": [word]}}

    task = {
        "data": {"question": "Who built the mill?", "answer": "Odo Finch"},
        "annotations": [{"completed_by": 7, "result": [choice("fluency", "Correct"), choice("verdict", "Good")]}],
    }
    source = tmp_path / "tasks.json"
    source.write_text(json.dumps([task]))

    def press(text: str) -> None:
        report = one_shown(person, ReportSheet)
        (button,) = [one for one in report.findChildren(QAbstractButton) if one.text() == text]
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    person.program.files.import_paths([source])
    report = one_shown(person, ReportSheet)
    assert "Several controls have labels: 'fluency' (1), 'verdict' (1)." in report.text.toPlainText()
    assert not report.accept.isEnabled()
    press("Read labels of verdict")
    assert "'good' (1)" in one_shown(person, ReportSheet).text.toPlainText()
    press("Labels for words\u2026")
    words = one_shown(person, WordsSheet)
    assert words.words["good"] == "correct", "proposed"
    person.press("Return")
    report = one_shown(person, ReportSheet)
    assert "Controls whose labels are left out: 'fluency' (1)." in report.text.toPlainText()
    person.press("Ctrl+Return")
    person.wait(lambda: person.program.message == "Imported.")
    who = person.session.catalog.assessor_named["7"]
    labels, codes = person.session.ledger.labels, person.session.ledger.codes
    assert [codes.word(code) for code in labels[who].tolist()] == ["correct"]
