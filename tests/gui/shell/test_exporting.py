"""Exporting and importing in the formats of the field from the window."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from demo_file import demo_file
from person import Person
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QFileDialog, QLineEdit
from small import small_collection

from jurybox.commands import SetFact
from jurybox.settings import Settings
from jurybox_gui.cli import program
from jurybox_gui.dialogs.ask import Ask
from jurybox_gui.shell.write_report_sheet import WriteReportSheet
from jurybox_gui.widgets.probe import painted_words

Come = Callable[..., Person]


def answer(person: Person, name: str) -> None:
    """Type a name into the question that is asked, and take it."""
    person.wait(lambda: bool(asked(person)))
    asked(person)[-1].field.setText(name)
    person.press("Return")


def asked(person: Person) -> list[Ask]:
    return [one for one in person.window.findChildren(Ask) if one.isVisible()]


def save_as(person: Person, path: Path) -> None:
    """Give a name in the dialog for files."""
    person.wait(lambda: bool(person.window.findChildren(QFileDialog)))
    (dialog,) = person.window.findChildren(QFileDialog)
    dialog.fileSelected.emit(str(path))
    dialog.reject()
    person.window.activateWindow()
    person.wait(person.window.isActiveWindow)
    person.settle()


def accept_losses(person: Person) -> str:
    """Go on where the format cannot hold everything; return what was said of it."""
    person.wait(lambda: bool(person.window.findChildren(QFileDialog)) or bool(person.program.message))
    banner = person.window.notices.banner
    if banner is None:
        return ""
    text = f"{banner.sentence.text()} {banner.aside.text()}"
    (button,) = (one for one in banner.buttons if one.text() == "Export without it…")
    button.click()
    return text


@pytest.fixture(scope="module")
def community(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return demo_file(tmp_path_factory.mktemp("demo") / "community.jury", "community")


@pytest.mark.sweep
def test_a_gold_standard_and_an_assessor_are_exported(come: Come, community: Path, tmp_path: Path) -> None:
    person = come(community)
    for voice, count in (("gold standard GA", 24), ("星野ゆき", 0)):
        target = tmp_path / f"{count}.qrels"
        person.press("Ctrl+Shift+E")
        answer(person, "TREC, NTCIR and BEIR qrels")
        answer(person, voice)
        accept_losses(person)
        save_as(person, target)
        person.wait(lambda: "Exported" in person.program.message)
        grades = [line.split()[3] for line in target.read_text(encoding="utf-8").splitlines()]
        assert (len(grades), grades.count("-1")) == (291, count)


@pytest.mark.sweep
def test_what_cannot_be_held_is_said(come: Come, community: Path, tmp_path: Path) -> None:
    person = come(community)
    person.press("Ctrl+Shift+E")
    answer(person, "moon")
    assert "moon is not a format that can be written" in person.program.message
    person.press("Ctrl+Shift+E")
    answer(person, "pyevall")
    answer(person, "everybody")
    text = accept_losses(person)
    assert text.startswith("PyEvALL items (JSON) cannot represent everything.")
    assert "shares of 4 assessors" in text
    assert not (tmp_path / "x.json").exists()
    save_as(person, tmp_path / "x.json")
    person.wait(lambda: "Exported" in person.program.message)
    assert "shares of 4 assessors" in " ".join(person.words())
    assert len(json.loads((tmp_path / "x.json").read_text(encoding="utf-8"))) == 291


def test_files_of_any_format_are_imported(come: Come, community: Path, tmp_path: Path) -> None:
    person = come(community)
    source = tmp_path / "new.run"
    source.write_text("c01 Q0 c01-1 1 2 new-1\nc01 Q0 c01-2 2 1 new-1\n")
    person.press("Ctrl+Shift+I")
    save_as(person, tmp_path / "none")
    person.program.files.import_paths([source])
    person.wait(lambda: "Read as trec-run" in " ".join(person.words()))


def test_decisions_are_named_before_runs_are_written_without_them(come: Come, tmp_path: Path) -> None:
    path = small_collection(tmp_path / "small.jury", labels=[(0, 0, "correct")])
    person = come(path)
    person.press("Ctrl+Shift+E")
    answer(person, "trec-run")
    answer(person, "everybody")
    text = accept_losses(person)
    assert "24 decisions (yes or no) are left out" in text
    assert "24 confidences are left out" in text
    save_as(person, tmp_path / "runs")
    person.wait(lambda: "Exported" in person.program.message)
    assert {one.name for one in (tmp_path / "runs").iterdir()} == {"one.run", "two.run"}


def sheet_of(person: Person) -> WriteReportSheet:
    (sheet,) = (one for one in person.window.findChildren(WriteReportSheet) if one.is_open)
    return sheet


def pages_of_participants(folder: Path) -> str:
    pages = list((folder / "participants").glob("**/*.html"))
    assert pages
    return " ".join(one.read_text(encoding="utf-8") for one in pages)


@pytest.mark.usefixtures("quick_pictures")
def test_a_report_is_written_from_the_menu_as_by_the_command(come: Come, tmp_path: Path) -> None:
    path = small_collection(tmp_path / "small.jury", labels=[(0, n, "correct") for n in range(12)])
    person = come(path)
    person.press("Ctrl+K")
    QTest.keyClicks(QApplication.focusWidget(), "report")
    person.press("Return")
    assert sheet_of(person).contact.text() == ""
    person.press("Esc")
    person.session.execute(SetFact("contact", "Zoe <zoe@example.org>"))
    person.settle()
    person.window.registry.trigger("file.report")
    assert sheet_of(person).contact.text() == "Zoe <zoe@example.org>", "that of the campaign"
    sheet_of(person).contact.clear()
    assert "Gold standard: Adjudicated, correct only." in painted_words(person.window)
    person.press("Return")
    save_as(person, tmp_path / "small-report")
    person.wait(lambda: person.program.message == "The report is written.")
    folder = tmp_path / "small-report"
    assert (folder / "report.tex").exists()
    assert "write to" not in pages_of_participants(folder)
    result = CliRunner().invoke(program, ["report", str(path), "-o", str(folder), "--verify"])
    assert result.stdout == "The report is valid.\n", result.output


@pytest.mark.usefixtures("quick_pictures")
@pytest.mark.sweep
def test_participants_are_told_whom_to_ask_and_the_contact_is_remembered(come: Come, tmp_path: Path) -> None:
    path = small_collection(tmp_path / "small.jury", labels=[(0, n, "correct") for n in range(12)])
    person = come(path)
    person.window.registry.trigger("file.report")
    QTest.keyClicks(QApplication.focusWidget(), " track  <ask@example.org> ")
    person.press("Esc")
    assert person.program.settings["report_contact"] == ""
    person.window.registry.trigger("file.report")
    QTest.keyClicks(QApplication.focusWidget(), " track  <ask@example.org> ")
    person.press("Ctrl+Return")
    save_as(person, tmp_path / "report")
    person.wait(lambda: person.program.message == "The report is written.")
    assert "write to track &lt;ask@example.org&gt; and" in pages_of_participants(tmp_path / "report")
    made = json.loads((tmp_path / "report" / "report.json").read_text(encoding="utf-8"))
    assert made["contact"] == "track <ask@example.org>"
    result = CliRunner().invoke(program, ["report", str(path), "-o", str(tmp_path / "report"), "--verify"])
    assert result.stdout == "The report is valid.\n", result.output
    assert Settings(person.program.settings.path)["report_contact"] == "track <ask@example.org>"
    person.window.registry.trigger("file.report")
    assert sheet_of(person).contact.text() == "track <ask@example.org>"


@pytest.mark.usefixtures("quick_pictures")
def test_tables_and_a_report_are_given_their_own_new_folder_by_typing_its_name(come: Come, tmp_path: Path) -> None:
    labels = [(0, at, ("correct", "incorrect")[at % 2]) for at in range(12)]
    person = come(small_collection(tmp_path / "mine.jury", labels=labels))
    type_folder(person, "file.report", "mine-report", tmp_path / "results 2005", "Return")
    person.wait(lambda: person.program.message == "The report is written.")
    assert (tmp_path / "results 2005" / "report.html").is_file()
    type_folder(person, "file.export", "mine-tables", tmp_path / "tables 2005")
    person.wait(lambda: "Exported" in person.program.message)
    assert (tmp_path / "tables 2005" / "judgments.csv").is_file()


def type_folder(person: Person, action: str, proposed: str, folder: Path, *keys: str) -> None:
    """Ask for a folder, pressing keys on the way, see which name is proposed, and type another one."""
    person.wait(lambda: not person.window.findChildren(QFileDialog))
    person.window.registry.trigger(action)
    person.press(*keys)
    person.wait(lambda: any(one.isVisible() for one in person.window.findChildren(QFileDialog)))
    (dialog,) = person.window.findChildren(QFileDialog)
    (name,) = dialog.findChildren(QLineEdit)
    assert name.text() == proposed
    name.setText(str(folder))
    (buttons,) = dialog.findChildren(QDialogButtonBox)
    QTest.mouseClick(buttons.button(QDialogButtonBox.StandardButton.Save), Qt.MouseButton.LeftButton)
