"""Files of no format that is known: what can be done about them from the window."""

from collections.abc import Callable
from pathlib import Path

import pytest
from person import Person
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent
from PySide6.QtWidgets import QApplication
from small import small_collection

from jurybox.demos import demo_copy
from jurybox_gui.dialogs.ask import Ask
from jurybox_gui.dialogs.help import HelpReader
from jurybox_gui.dialogs.report import ReportSheet
from jurybox_gui.widgets.drop_frame import DropFrame
from jurybox_gui.widgets.probe import painted_words

Come = Callable[..., Person]


@pytest.fixture
def person(come: Come, tmp_path: Path) -> Person:
    """Somebody at a small collection."""
    return come(small_collection(tmp_path / "small.jury"), assessor="Ana")


def refused(person: Person, path: Path, text: str) -> dict[str, Callable[[], None]]:
    """Import a file that is refused, and return what the buttons below the sentence do."""
    path.write_text(text, encoding="utf-8")
    person.program.files.import_paths([path])
    person.wait(lambda: bool(person.program.message))
    banner = person.window.notices.banner
    assert banner is not None
    return {button.text(): button.click for button in banner.buttons}


def test_one_says_what_it_is(person: Person, tmp_path: Path) -> None:
    ways = refused(person, tmp_path / "mine.csv", "hello;there\n")
    assert person.program.message.startswith("mine.csv has an unknown format. Nothing was imported.")
    assert "trec-run" not in " ".join(person.words()), "formats are listed where one of them is chosen"
    assert list(ways) == ["Choose format…", "Show supported files", "Close"]
    ways["Choose format…"]()
    assert "Choose the format" in person.words()
    assert "TREC, NTCIR and BEIR qrels" in person.words()
    (ask,) = [one for one in person.window.findChildren(Ask) if one.is_open]
    person.press("End")
    assert ask.list.currentRow() == ask.list.count() - 1
    person.press("L", "L")
    assert ask.list.currentItem().text().startswith("L")
    person.press("Home")
    assert ask.list.currentRow() == 0
    person.press("Return")  # the first: tables
    person.wait(lambda: bool(person.window.findChildren(ReportSheet)) or not person.program.idle)
    person.settle()
    assert "Nothing was imported." in " ".join(person.words())


def test_help_tells_which_files_can_be_read(person: Person, tmp_path: Path) -> None:
    refused(person, tmp_path / "mine.csv", "a;b\n")["Show supported files"]()
    (reader,) = person.window.findChildren(HelpReader)
    assert reader.title == "Files and formats"


@pytest.mark.sweep
def test_answer_patterns_are_proposed_from_and_nothing_is_stored(come: Come, home: Path, tmp_path: Path) -> None:
    person = come(demo_copy("series"), assessor="visitor")
    asked = person.session.catalog.questions[person.desk.queue_cursor.question].name
    entries = person.session.saving.entries
    person.window.show_desk("campaign")
    ways = refused(person, tmp_path / "patterns.txt", f"{asked} .\n")
    ways["Propose labels by these answer patterns"]()
    person.wait(lambda: person.window.desk == "judge" and person.desk.cache.patterns is not None)
    person.settle()
    assert person.session.saving.entries == entries
    words = person.words()
    assert "pattern says correct: a proposal, not counted" in words
    assert "1 question has a pattern." in words


@pytest.mark.parametrize(("name", "words"), [("a.csv", "Drop to import"), ("b.jury", "Drop to open this collection")])
def test_the_window_says_what_dropping_files_does(person: Person, tmp_path: Path, name: str, words: str) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / name))])
    copy, none = Qt.DropAction.CopyAction, Qt.KeyboardModifier.NoModifier
    middle = person.window.rect().center()
    QApplication.sendEvent(person.window, QDragEnterEvent(middle, copy, data, Qt.MouseButton.LeftButton, none))
    (frame,) = person.window.findChildren(DropFrame)
    assert frame.isVisible()
    assert words in painted_words(frame)
    assert frame.size() == person.window.size()
    QApplication.sendEvent(person.window, QDragLeaveEvent())
    assert not frame.isVisible()
