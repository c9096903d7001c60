"""The Campaign page as a dashboard: quality, tables, calibration, title and days, frozen gold, all files."""

import csv
import io
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from person import Person
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLineEdit, QListView, QWidget
from small import small_collection

from jurybox import results
from jurybox.campaign.assignments import Campaign, store_campaign
from jurybox.campaign.quality import campaign_quality
from jurybox.collection.file import open_writing
from jurybox.collection.log import enter_facts
from jurybox.collection.state import State
from jurybox.commands import Judge, adjudicate
from jurybox.session import open_session
from jurybox_gui.cli import program
from jurybox_gui.desks.campaign.calibration_sheet import CalibrationSheet
from jurybox_gui.desks.campaign.conflicts_sheet import ConflictsSheet
from jurybox_gui.desks.campaign.details_sheet import DetailsSheet
from jurybox_gui.desks.campaign.freeze_sheet import FreezeSheet
from jurybox_gui.desks.campaign.person_sheet import PersonSheet
from jurybox_gui.desks.campaign.planner import Planner
from jurybox_gui.desks.campaign.work_sheet import WorkSheet
from jurybox_gui.theme.theme import theme
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.probe import painted_words

Come = Callable[..., Person]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Ana judged six answers here; Ben's labels of twelve were imported."""
    path = small_collection(
        tmp_path / "small.jury", labels=[(1, at, "correct" if at % 3 else "incorrect") for at in range(12)]
    )
    with closing(open_session(path, assessor="Ana")) as session:
        for answer in range(6):
            session.execute(Judge((answer,), "correct"))
        session.flush()
    return path


@pytest.fixture
def person(come: Come, path: Path) -> Person:
    """The organizer before the Campaign page."""
    person = come(path, assessor="organiser", desk="campaign")
    person.settle()
    return person


def typed(person: Person, field: QLineEdit, words: str) -> None:
    """Replace what a field holds by typing."""
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, words)
    person.settle()


def stored(person: Person) -> None:
    """Wait until bulk work is done and shown."""
    person.wait(lambda: not person.program.campaign_files.storing)
    person.settle()


def test_quality_takes_the_place_of_progress_and_says_what_it_rests_on(person: Person, path: Path) -> None:
    assert "Done by" in painted_words(person.window)
    person.press("V")
    person.wait(lambda: "With themselves" in person.seen.heard + person.seen.tables[0].rows[0][0])
    person.settle()
    with closing(State(path)) as state:
        ana = campaign_quality(state.collection).of(0)
    assert (ana.shared, ana.same) == (6, 4)
    for size in ((960, 540), (1600, 900)):
        person.window.resize(*size)
        person.settle()
        words = painted_words(person.window)
        assert {"With others", "With themselves", "Calibration", ".667", "6 shared"} <= set(words)
        assert "Done by" not in words
        assert any("No calibration set." in word for word in words)
    spoken = person.seen.table("Assessors").rows[0][0]
    assert "With others: .667, 6 shared" in spoken
    assert "With themselves: none" in spoken
    assert "judged in the last 14 days: 6" in spoken
    person.press("V")
    assert "Done by" in painted_words(person.window)
    assert "Show quality, key V" in person.seen.buttons


@pytest.mark.parametrize(
    ("decided", "expected"),
    [
        (False, {"Ana": ("–", "1 without a key"), "Ben": ("–", "1 without a key")}),
        (True, {"Ana": ("1.000", "3 of 3, passed"), "Ben": (".667", "2 of 3, failed")}),
    ],
)
def test_calibration_shows_no_figure_until_what_is_in_dispute_is_decided(
    person: Person, path: Path, decided: bool, expected: dict[str, tuple[str, str]]
) -> None:
    with closing(open_writing(path)) as db:
        db.execute("BEGIN IMMEDIATE")
        enter_facts(db, {"calibration": ["q1"], "pass_mark": 0.8})
        db.execute("COMMIT")
    person.wait(lambda: person.session.facts.calibration == ("q1",))
    if decided:
        person.session.execute(adjudicate((0,), "correct", ""))
        person.session.flush()
    person.press("V")

    def cells() -> dict[str, tuple[str, str]]:
        return {row.name: row.quality_cells()[-1] for row in person.desk.model.rows if row.quality is not None}

    person.wait(lambda: {name: cells().get(name) for name in expected} == expected)
    shown = CliRunner().invoke(program, ["assessors", str(path), "--quality", "--format", "csv"]).output
    results_of = {row["assessor"]: row["result"] for row in csv.DictReader(io.StringIO(shown))}
    assert {name: results_of[name] for name in expected} == {
        name: text.rpartition(", ")[2] for name, (_, text) in expected.items()
    }


def test_who_labels_faster_than_anybody_reads_is_named(person: Person, path: Path) -> None:
    with closing(open_writing(path)) as db:
        db.execute("UPDATE answer SET text = text || ?", (" and so on" * 10,))
    answers = person.session.catalog.answer_count

    def rows() -> list[str]:
        return [row for (row,) in person.seen.table("Assessors").rows]

    person.session.sit("Eve")
    for at in range(answers):
        person.session.execute(Judge((at,), "correct", seconds=0.5))
    person.session.flush()
    person.press("V")
    person.wait(lambda: any("With others" in row for row in rows()))
    person.settle()
    assert answers >= 10
    said = f"Eve: implausibly fast, {answers} labels in a row in less than 1 s each"
    assert any(said in word for word in painted_words(person.window))
    assert painted_words(person.window).count("too fast") == 1
    assert ["implausibly fast" in row for row in rows() if row.startswith("Eve")] == [True]


def test_the_tables_are_those_of_the_command_line(person: Person) -> None:
    person.press("T")
    (sheet,) = person.window.findChildren(WorkSheet)
    person.wait(lambda: not sheet.busy)
    person.settle()
    model = sheet.table.model()
    heads = [model.headerData(at, Qt.Orientation.Horizontal) for at in range(model.columnCount())]
    assert heads[:6] == ["assessor", "median s", "n", "too fast", "long texts", "with others"]
    assert model.index(0, 5).data() == ".667"
    assert "pauses of more than 5 minutes" in sheet.notes.text()
    person.press("Down")
    assert model.headerData(model.columnCount() - 1, Qt.Orientation.Horizontal) == "all"
    assert model.index(0, model.columnCount() - 1).data() == "6"
    person.press("Esc")
    assert not person.window.findChildren(WorkSheet)


def saved(person: Person, path: Path) -> str:
    """Name the file in the dialog, and return what is written to it."""
    person.wait(lambda: any(one.isVisible() for one in person.window.findChildren(QFileDialog)))
    (dialog,) = (one for one in person.window.findChildren(QFileDialog) if one.isVisible())
    dialog.fileSelected.emit(str(path))
    dialog.reject()
    person.window.activateWindow()
    person.wait(lambda: any(str(path) in word for word in person.words()))
    person.settle()
    return path.read_text(encoding="utf-8")


def test_the_tables_are_copied_and_exported_by_the_keys_of_scores(person: Person, path: Path, tmp_path: Path) -> None:
    person.press("T")
    (sheet,) = person.window.findChildren(WorkSheet)
    person.wait(lambda: not sheet.busy)
    person.settle()
    person.press("E", "Return")
    made = saved(person, tmp_path / "quality.csv")
    printed = CliRunner().invoke(program, ["assessors", str(path), "--quality", "--format", "csv"]).output
    assert made == printed
    assert "Ana" in made
    person.press("Ctrl+Shift+C")
    assert [line.split("\t")[0] for line in QGuiApplication.clipboard().text().splitlines()] == [
        "assessor",
        "Ana",
        "Ben",
    ]
    person.press("Ctrl+Shift+L")
    assert "\\begin{tabular}" in QGuiApplication.clipboard().text()
    person.press("E", "Up", "Return")
    every = json.loads(saved(person, tmp_path / "campaign.json"))
    names = [one["caption"] for one in every["tables"]]
    assert {"Judgments by day", "Progress of the assessors", "Runs", "Setup of the collection"} <= set(names)
    assert "Who judges which question" not in names, "nothing is assigned"
    for _ in range(3):
        person.press("Down")
    assert "Nothing is assigned: everybody judges everything." in sheet.notes.text()


def test_what_a_plan_comes_to_is_exported_before_it_is_stored(person: Person, tmp_path: Path) -> None:
    person.press("A")
    (planner,) = person.window.findChildren(Planner)
    person.wait(lambda: not planner.busy)
    person.settle()
    planner.preview.export.click()
    rows = list(csv.DictReader(io.StringIO(saved(person, tmp_path / "plan.csv"))))
    assert {row["assessor"]: row["questions"] for row in rows} == {"Ana": "4", "Ben": "4"}
    assert [row["answers"] for row in rows] == ["12", "12"]


def test_title_and_days_head_the_page_in_one_step_that_is_undone(person: Person) -> None:
    person.press("Shift+T")
    (sheet,) = person.window.findChildren(DetailsSheet)
    typed(person, sheet.title, "Web answers 2026")
    sheet.description.setPlainText("Two systems.\nForty questions.")
    typed(person, sheet.contact, "Zoe, zoe@example.org")
    typed(person, sheet.begins, "2026-11-30")
    typed(person, sheet.ends, "2026-11-01")
    person.press("Ctrl+Return")
    assert "before the first one" in sheet.message.text()
    typed(person, sheet.ends, "2026-12-24")
    person.press("Ctrl+Return")
    words = painted_words(person.window)
    assert "Web answers 2026" in words
    assert "2026-11-30 to 2026-12-24. Two systems. Forty questions." in words
    assert person.session.facts.contact == "Zoe, zoe@example.org"
    person.press("Ctrl+Z")
    facts = person.session.facts
    assert (facts.name, facts.description, facts.contact, facts.days) == ("Small", "", "", "")


def test_freezing_is_said_loudly_once_something_changed(person: Person) -> None:
    assert "as frozen" not in person.seen.heard
    person.press("Shift+F")
    (sheet,) = person.window.findChildren(FreezeSheet)
    assert (sheet.name.text(), sheet.table.isVisible()) == ("official", False)
    assert sheet.what.text().startswith("Gold standard Adjudicated, correct only (adjudicated+strict")
    assert "6 labels are still open." in sheet.waits.text()
    person.press("Return")
    person.wait(lambda: bool(person.session.facts.frozen))
    person.wait(lambda: "Gold standard as frozen under “official”" in person.seen.heard)
    person.press("Ctrl+2")
    person.wait(lambda: any("gold standard as frozen under “official”" in one for one in person.words()))
    person.press("Ctrl+6")
    person.session.execute(adjudicate((11,), "incorrect", ""))
    person.settle()
    person.wait(lambda: "in 1 answer" in person.seen.heard)
    assert "Differs from gold “official”, frozen on " in person.seen.heard
    assert any(word.startswith("official, ") for word in painted_words(person.window))
    person.press("Shift+F")
    (sheet,) = person.window.findChildren(FreezeSheet)
    person.wait(lambda: not sheet.busy)
    person.settle()
    assert sheet.name.text() == "official 2"
    assert sheet.table.model().index(0, 0).data() == "official"
    typed(person, sheet.name, "official")
    person.press("Return")
    person.wait(lambda: "choose another name" in sheet.message.text())
    typed(person, sheet.name, "final")
    person.press("Return")
    person.wait(lambda: set(person.session.facts.frozen) == {"official", "final"})
    person.wait(lambda: "“final”" in person.seen.heard)
    person.press("Ctrl+Z")
    person.wait(lambda: "Differs" in person.seen.heard)


def test_calibration_questions_are_found_and_ticked_by_keys(person: Person) -> None:
    person.session.store(lambda db: store_campaign(db, Campaign(("Ana", "Ben"), 1)))
    person.settle()
    person.press("Shift+C")
    (sheet,) = person.window.findChildren(CalibrationSheet)
    assert sheet.effect.text() == "No calibration set."
    QTest.keyClicks(sheet.search, "q3")
    person.settle()
    assert sheet.list.model().rowCount() == 1
    person.press("Tab", "Home")
    accent = theme().tokens.accent.lower()
    assert accent not in colors(sheet.list.viewport()), "the row is selected, its box is empty"
    person.press("Space")
    assert sheet.chosen == {2}
    assert accent in colors(sheet.list.viewport())
    assert sheet.effect.text() == (
        "1 question with 3 answers. With a right label, by decision, answer key or agreement: 0."
    )
    QTest.mouseClick(sheet.list.viewport(), Qt.MouseButton.LeftButton, pos=box_in(sheet.list))
    assert sheet.chosen == set(), "a click on the painted box takes the tick away"
    QTest.mouseClick(sheet.list.viewport(), Qt.MouseButton.LeftButton, pos=box_in(sheet.list))
    assert sheet.chosen == {2}
    sheet.mark.setFocus()
    sheet.mark.selectAll()
    QTest.keyClicks(sheet.mark, "80")
    person.press("Ctrl+Return")
    stored(person)
    facts, catalog = person.session.facts, person.session.catalog
    assert (facts.calibration, facts.pass_mark) == (("q3",), 0.8)
    assert all(2 in catalog.answer_question[catalog.assigned_to(who)] for who in (0, 1))
    assert "1 question, pass mark 80%" in painted_words(person.window)


def colors(widget: QWidget) -> set[str]:
    """Return the colors of a widget's pixels."""
    image = widget.grab().toImage()
    return {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}


def box_in(view: QListView) -> QPoint:
    """Return the middle of the box of the first row, which is the one accent in it once it is checked."""
    place = view.visualRect(view.model().index(0, 0))
    return QPoint(place.left() + 12, place.center().y())


def test_a_plan_begins_with_what_the_present_one_follows(come: Come, tmp_path: Path) -> None:
    person = come(small_collection(tmp_path / "new.jury"), assessor="organiser", desk="campaign")
    person.session.store(lambda db: store_campaign(db, Campaign(("Ana", "Ben"), 1)))
    person.settle()
    person.press("A")
    planner = person.window.findChild(Planner)
    assert planner.form.overlap.value() == 1, "not the two that a first plan proposes"


def test_a_plan_saved_again_as_it_was_opened_moves_nothing(come: Come, tmp_path: Path) -> None:
    person = come(small_collection(tmp_path / "new.jury"), assessor="organiser", desk="campaign")
    person.session.store(lambda db: store_campaign(db, Campaign(("Ana", "Ben"), 1, seed=6)))
    person.settle()
    before = assigned(person.path)
    person.press("A")
    planner = person.window.findChild(Planner)
    person.wait(planner.accept.isEnabled)
    assert "0 new assignments, 0 removed" in planner.preview.totals.text()
    planner.form.seed.setValue(3)
    person.wait(lambda: "0 new" not in planner.preview.totals.text() and planner.accept.isEnabled())
    planner.form.seed.setValue(0)
    person.wait(lambda: "0 new" in planner.preview.totals.text() and planner.accept.isEnabled())
    person.press("Ctrl+Return")
    stored(person)
    assert assigned(person.path) == before


def assigned(path: Path) -> set[tuple[int, int]]:
    """Return who judges which question, by their ids in the file."""
    with closing(sqlite3.connect(path)) as db:
        return set(db.execute("SELECT assessor, question FROM assignment"))


def test_a_name_in_the_title_of_a_sheet_is_whole(person: Person) -> None:
    person.press("R")
    (sheet,) = person.window.findChildren(PersonSheet)
    (title,) = (one for one in sheet.findChildren(PlainLabel) if one.text() == "Name and kind of Ana")
    assert not title.is_cut()


def test_without_conflicts_there_is_a_sentence_and_nothing_to_open(person: Person) -> None:
    person.press("C")
    (sheet,) = person.window.findChildren(ConflictsSheet)
    words = painted_words(sheet.panel)
    assert "No conflicts." in words
    assert not {"Show answer", "Both labels"} & set(words)
    person.press("Escape")
    assert person.window.findChildren(ConflictsSheet) == []


def test_limits_of_a_plan_say_what_is_short(person: Person) -> None:
    person.press("A")
    planner = person.window.findChild(Planner)
    person.wait(planner.accept.isEnabled)
    planner.form.keep.setChecked(True)
    planner.form.most_answers.setValue(11)
    person.wait(lambda: "lacks assessors" in planner.message.text() and planner.accept.isEnabled())
    assert planner.form.most_questions.text() == "no limit"


def test_everybody_who_could_judge_is_in_sight_in_a_low_window(come: Come, tmp_path: Path) -> None:
    path = small_collection(tmp_path / "six.jury", assessors=[f"Assessor {n}" for n in range(6)])
    person = come(path, assessor="Assessor 0", desk="campaign")
    person.window.resize(960, 540)
    person.press("A")
    planner = person.window.findChild(Planner)
    person.wait(planner.accept.isEnabled)
    person.settle()
    assert len(planner.form.boxes) >= 6
    assert all(box.visibleRegion().boundingRect() == box.rect() for box in planner.form.boxes.values())


def test_assigned_questions_are_handed_out_into_a_folder_that_is_only_a_name(come: Come, tmp_path: Path) -> None:
    person = come(small_collection(tmp_path / "new.jury"), assessor="organiser", desk="campaign")
    person.session.store(lambda db: store_campaign(db, Campaign(("Ana", "Ben"), 1)))
    person.settle()
    assert "12 labels assigned, none given yet. Hand out everybody's file." in person.seen.said
    person.click("Hand out files…", settles=False)
    person.wait(lambda: bool(person.window.findChildren(QFileDialog)))
    (dialog,) = person.window.findChildren(QFileDialog)
    line = dialog.findChild(QLineEdit)
    assert line.text() == "new-files"
    line.setText(str(tmp_path / "by" / "hand"))
    (tmp_path / "by").mkdir()
    QTest.keyClick(line, Qt.Key.Key_Return)
    person.wait(lambda: "2 files are ready in hand." in person.words())
    assert len(list((tmp_path / "by" / "hand").iterdir())) == 2
    person.session.execute(Judge((0,), "correct", assessor=0))
    person.settle()
    person.wait(lambda: any(name.startswith("Merge returned files…") for name in person.seen.buttons))


def test_everybodys_file_is_written_and_said(person: Person, tmp_path: Path) -> None:
    person.program.campaign_files.write_all(tmp_path / "own")
    person.wait(lambda: "2 files are ready in own." in person.words())
    names = sorted(one.name for one in (tmp_path / "own").iterdir())
    assert names == ["small-Ana.jury", "small-Ben.jury"]
    with results.opened(tmp_path / "own" / names[0]) as state:
        assert state.facts.seat == "Ana"
    person.program.campaign_files.write_all(tmp_path / "own")
    person.wait(lambda: any("exists already" in word for word in person.words()))
