"""The window around the desks: with nothing, with little, with files that are damaged or may only be read."""

from collections.abc import Callable
from pathlib import Path

import pytest
from person import Person
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QAction, QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox, QFileDialog, QLineEdit
from shiboken6 import isValid
from small import small_collection
from sweeps import swept

import jurybox.collection.file as file_module
from jurybox.collection.file import create
from jurybox_gui.widgets.probe import painted_words

Come = Callable[..., Person]
DESKS = ("Ctrl+1", "Ctrl+2", "Ctrl+4")
ALL = [(who, answer, "correct" if answer % 3 else "incorrect") for who in (0, 1) for answer in range(12)]


def menu_titles(person: Person) -> list[str]:
    """Return the names of the menus."""
    return [action.text().replace("&", "") for action in person.window.menus.actions()]


def test_without_a_collection_there_is_the_start_page(come: Come) -> None:
    person = come()
    window = person.window
    assert window.desk == "start"
    assert menu_titles(person) == ["File", "Edit", "View", "Campaign", "Help"]
    assert window.windowTitle() == "Jurybox"
    words = painted_words(window)
    assert "No collection open" in words
    assert any(word.endswith("everything stays on this computer") for word in words)
    for desk in ("judge", "scores", "spaces"):
        assert window.rail.button(desk).isVisible()
        assert not window.rail.button(desk).isEnabled()
    for key in (*DESKS, "Ctrl+Z", "Ctrl+Y", "Ctrl+E", "Ctrl+J", "Ctrl+Shift+N", "Ctrl+Shift+S", "1", "G"):
        person.press(key)
        assert window.desk == "start"
    assert person.program.windows == [window]


@pytest.mark.parametrize(
    ("how", "sentences"),
    [
        ({"questions": 0, "runs": (), "assessors": ()}, ("This collection is empty.", "There is no run")),
        ({"runs": ()}, ("Who is judging?", "There is no run")),
        ({}, ("Who is judging?", "No unit is complete yet: 12 answers wait")),
        *swept(
            [
                ({"assessors": ()}, ("Who is judging?", "No unit is complete yet: 12 answers wait")),
                ({"labels": ALL}, ("Who is judging?", "12 judged")),
            ]
        ),
    ],
)
def test_every_desk_says_what_is_missing(
    come: Come, tmp_path: Path, how: dict[str, object], sentences: tuple[str, ...]
) -> None:
    person = come(small_collection(tmp_path / "small.jury", **how))  # type: ignore[arg-type]
    seen: list[str] = []
    for key in DESKS:
        person.press(key, "Down", "Up", "Left", "Right", "Home", "End", "Space", "1", "?", "Esc")
        person.window.grab()
        seen += painted_words(person.window)
    for sentence in sentences:
        assert any(word.startswith(sentence) for word in seen), sentence
    assert person.program.message == ""


def test_all_judged_and_all_wrong(come: Come, tmp_path: Path) -> None:
    labels = [(who, answer, "incorrect") for who, answer, _ in ALL]
    person = come(small_collection(tmp_path / "small.jury", labels=labels), assessor="Ana")
    words = person.words()
    assert "All 12 answers are done." in words
    person.press("Ctrl+2")
    words = painted_words(person.window)
    assert "12 answers judged, 0 pending" in words
    assert "is undefined: no answer was judged correct" in " ".join(words)
    person.press("Ctrl+4")
    person.window.grab()


def test_an_import_fills_an_empty_collection_while_it_is_open(come: Come, tmp_path: Path) -> None:
    from jurybox.formats.tables import export_tables

    export_tables(small_collection(tmp_path / "small.jury", labels=ALL[:3]), tmp_path / "tables")
    create(tmp_path / "empty.jury")
    person = come(tmp_path / "empty.jury")
    drop(person, tmp_path / "tables")
    person.settle()
    assert "Import preview" in person.words()
    person.press("Return")
    person.wait(lambda: person.program.message == "Imported.")
    person.settle()
    person.press("Ctrl+2")
    assert {"one", "two"} <= set(painted_words(person.window))


def test_tables_dropped_on_the_start_page_make_a_new_collection(come: Come, tmp_path: Path) -> None:
    from jurybox.formats.tables import export_tables

    export_tables(small_collection(tmp_path / "small.jury", labels=ALL[:3]), tmp_path / "tables")
    person = come()
    drop(person, tmp_path / "tables")
    dialog = file_dialog(person)
    assert Path(dialog.selectedFiles()[0]) == tmp_path / "tables.jury", "proposed beside what was dropped"
    choose(dialog, tmp_path / "made.jury")
    person.window.activateWindow()
    person.wait(lambda: person.window.isActiveWindow() and "Import preview" in person.words())
    person.settle()
    person.press("Return")
    person.wait(lambda: person.program.message == "Imported.")
    assert person.session.path == tmp_path / "made.jury"
    assert [run.name for run in person.session.catalog.runs] == ["one", "two"]


def test_a_folder_is_asked_for_without_a_collection_too(come: Come, tmp_path: Path) -> None:
    person = come()
    person.press("Ctrl+I")
    dialog = file_dialog(person)
    assert "Import a folder" in dialog.windowTitle()
    dialog.setDirectory(str(tmp_path))
    dialog.accept()
    assert file_dialog(person).windowTitle() == "New collection from these files"


def test_dialogs_begin_where_the_collection_is_and_then_where_the_last_file_was(come: Come, tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    person = come(small_collection(tmp_path / "small.jury"))
    person.press("Ctrl+Shift+S")
    dialog = file_dialog(person)
    assert Path(dialog.directory().absolutePath()) == tmp_path
    choose(dialog, tmp_path / "here" / "copy.jury")
    person.wait((tmp_path / "here" / "copy.jury").exists)
    person.settle()
    person.press("Ctrl+O")
    assert Path(file_dialog(person).directory().absolutePath()) == tmp_path / "here"


def file_dialog(person: Person) -> QFileDialog:
    """Return the file dialog that is open."""

    def shown() -> list[QFileDialog]:
        return [one for one in person.window.findChildren(QFileDialog) if one.isVisible()]

    person.wait(lambda: bool(shown()))
    return shown()[0]


def choose(dialog: QFileDialog, path: Path) -> None:
    """Type the name of a file that is to be saved, and save it."""
    (name,) = dialog.findChildren(QLineEdit)
    name.setText(str(path))
    (buttons,) = dialog.findChildren(QDialogButtonBox)
    QTest.mouseClick(buttons.button(QDialogButtonBox.StandardButton.Save), Qt.MouseButton.LeftButton)


def test_a_collection_is_dropped_on_the_start_page(come: Come, tmp_path: Path) -> None:
    person = come()
    drop(person, small_collection(tmp_path / "small.jury"))
    person.wait(lambda: person.program.bridge is not None)
    person.settle()
    assert person.window.windowTitle() == "small.jury - Jurybox"


def drop(person: Person, path: Path) -> None:
    """Drag a file or folder over the window and drop it there."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    actions = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction
    how = (actions, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier)
    over = QDragEnterEvent(QPoint(300, 300), *how)
    over.setDropAction(Qt.DropAction.MoveAction)
    over.ignore()
    person.window.dragEnterEvent(over)
    dropped = QDropEvent(QPointF(300, 300), *how)
    dropped.setDropAction(Qt.DropAction.MoveAction)
    person.window.dropEvent(dropped)
    for event in (over, dropped):
        assert event.isAccepted()
        assert event.dropAction() == Qt.DropAction.CopyAction, "who moves a file deletes it afterwards"


def test_the_judge_menu_is_there_on_every_desk(come: Come, tmp_path: Path) -> None:
    person = come(small_collection(tmp_path / "small.jury"), desk="scores")
    for key in ("Ctrl+2", "Ctrl+4", "Ctrl+1"):
        person.press(key)
        assert menu_titles(person) == ["File", "Edit", "Judge", "View", "Campaign", "Help"]
    names = [action.objectName() for action in person.window.findChildren(QAction) if action.objectName()]
    assert len(names) == len(set(names))


def test_a_file_that_may_only_be_read_is_shown_and_says_why(
    come: Come, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = small_collection(tmp_path / "small.jury", labels=ALL[:5])
    before = path.read_bytes()
    connect = file_module._connect
    monkeypatch.setattr(file_module, "_connect", lambda path, _mode, *wait: connect(path, "ro", *wait))
    person = come(path, assessor="Ana")
    assert person.session.saving.read_only
    assert person.window.status.state == "lock"
    assert person.window.status.sentence.startswith("Read-only: ")
    for key in ("1", "2", "Ctrl+Z", "S", "Backspace"):
        person.press(key)
    assert any(person.session.saving.read_only in word for word in person.words())
    person.press(*DESKS)
    person.close()
    assert path.read_bytes() == before


@pytest.mark.parametrize("what", ["folder", "database", *swept(["text", "nothing", "missing", "zeros"])])
def test_what_cannot_be_opened_is_shown_above_the_start_page(come: Come, tmp_path: Path, what: str) -> None:
    path = tmp_path / "x.jury"
    if what == "folder":
        path.mkdir()
    elif what == "zeros":
        data = bytearray(small_collection(path, labels=ALL).read_bytes())
        data[8192:40960] = bytes(40960 - 8192)
        path.write_bytes(data)
    elif what != "missing":
        path.write_bytes({"text": b"x" * 5000, "nothing": b"", "database": b"SQLite format 3\0" + b"\0" * 99}[what])
    person = come(path)
    assert person.program.bridge is None
    assert person.window.desk == "start"
    assert str(path) in person.program.message
    assert "\n" not in person.program.message
    assert "Jurybox" in painted_words(person.window)
    person.press("Ctrl+K", "Esc")


def test_a_failed_opening_leaves_the_open_collection_alone(come: Come, tmp_path: Path) -> None:
    person = come(small_collection(tmp_path / "small.jury"), assessor="Ana")
    person.press("1")
    person.program.open_file(tmp_path / "no.jury")
    person.settle()
    assert person.program.message.endswith("no.jury does not exist.")
    assert person.window.windowTitle() == "small.jury - Jurybox"
    person.press("2")
    assert person.session.saving.entries == 2


@pytest.mark.sweep
def test_another_collection_takes_the_place_of_the_first(come: Come, tmp_path: Path) -> None:
    person = come(small_collection(tmp_path / "a.jury"), assessor="Ana")
    person.press("1", "Ctrl+2", "Ctrl+4", "Ctrl+1")
    person.program.second_window("scores")
    person.settle()
    person.window.activateWindow()
    person.program.open_file(small_collection(tmp_path / "b.jury", runs=("beta",)), assessor="Ben")
    person.settle()
    for window in person.program.windows:
        assert window.windowTitle() == ("b.jury - Scores - Jurybox" if window.only else "b.jury - Jurybox")
        words = painted_words(window)
        assert "Ben" in words
        assert not {"one", "two"} & set(words)
    person.wait(person.window.isActiveWindow)
    person.press("2")
    assert person.session.saving.entries == 1


def test_a_window_that_was_closed_is_gone_with_its_desks(come: Come, tmp_path: Path) -> None:
    person = come(small_collection(tmp_path / "small.jury"), assessor="Ana")
    person.program.second_window("judge")
    person.settle()
    second = person.program.windows[1]
    desk = second.desk_widget("judge")
    second.close()
    person.wait(lambda: not isValid(second) and not isValid(desk))
    person.window.activateWindow()
    person.wait(person.window.isActiveWindow)
    person.press("1", "Ctrl+D", "Ctrl+D", "2")
    assert person.session.saving.entries == 2
