"""A whole file is never called damaged, also after a large import; a damaged one can be rescued."""

import csv
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from person import Person
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QTableView
from small import small_collection

from jurybox.collection.backup import backup, backups_of
from jurybox.collection.check import check
from jurybox.collection.file import journal_of, open_reading
from jurybox.commands import Judge
from jurybox.session import open_session
from jurybox_gui.dialogs.ask import Ask
from jurybox_gui.dialogs.message import Message
from jurybox_gui.widgets.probe import painted_words

Come = Callable[..., Person]
QUESTIONS, ANSWERS, PEOPLE = 60, 10, 9
"""More judgments than the number after which the place of a check is remembered."""


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    """A folder of tables with 5,400 judgments."""
    folder = tmp_path / "tables"
    folder.mkdir()
    questions = [f"q{q}" for q in range(QUESTIONS)]
    answers = [(question, f"{question}.{a}") for question in questions for a in range(ANSWERS)]
    people = [f"worker {number}" for number in range(PEOPLE)]
    rows: dict[str, list[tuple[str, ...]]] = {
        "questions": [("question", "kind", "text"), *((q, "validation", f"Is {q} so?") for q in questions)],
        "answers": [("question", "answer", "text"), *((q, a, f"Answer {a}") for q, a in answers)],
        "assessors": [("assessor", "kind"), *((who, "person") for who in people)],
        "judgments": [
            ("assessor", "question", "answer", "label"),
            *((who, q, a, "correct") for who in people for q, a in answers),
        ],
    }
    for name, cells in rows.items():
        with (folder / f"{name}.csv").open("w", newline="") as file:
            csv.writer(file).writerows(cells)
    return folder


def answer_dialog(person: Person, path: Path) -> None:
    """Answer the dialog that asks for a file or folder."""
    person.wait(lambda: any(one.isVisible() for one in person.window.findChildren(QFileDialog)))
    (dialog,) = (one for one in person.window.findChildren(QFileDialog) if one.isVisible())
    dialog.fileSelected.emit(str(path))
    dialog.reject()
    person.window.activateWindow()
    person.wait(person.window.isActiveWindow)
    person.settle()


def organize(person: Person) -> None:
    """Say that one organizes the collection, as the menu does."""
    person.window.registry.trigger("campaign.organise")
    person.settle()
    assert person.window.desk == "campaign"


def buttons(person: Person) -> dict[str, Callable[[], object]]:
    """Return the buttons below the sentence above the desk."""
    banner = person.window.notices.banner
    assert banner is not None
    return {button.text(): button.click for button in banner.buttons}


def stored(person: Person) -> None:
    person.wait(lambda: not person.program.campaign_files.storing)
    person.settle()


@pytest.mark.sweep
def test_a_large_import_between_two_things_that_the_organizer_does(come: Come, tmp_path: Path, tables: Path) -> None:
    path = tmp_path / "campaign.jury"
    person = come()
    person.press("Ctrl+N")
    answer_dialog(person, path)
    person.wait(lambda: person.program.bridge is not None)
    person.settle()
    organize(person)
    person.press("+")
    QTest.keyClicks(QApplication.focusWidget(), "Ana")
    person.press("Return")
    stored(person)
    person.press("P", "Space", "Ctrl+Return")
    person.press("Ctrl+I")
    answer_dialog(person, tables)
    person.wait(lambda: "Import preview" in painted_words(person.window))
    person.press("Return")
    person.wait(lambda: person.program.message == "Imported.")
    person.settle()
    person.press("Ctrl+6", "P", "Space", "Ctrl+Return")
    person.press("Ctrl+Q")
    assert not person.program.windows

    again = come(path)
    assert again.session.saving.read_only is None
    assert "damaged" not in " ".join(again.words())
    with closing(open_reading(path)) as db:
        assert db.execute("SELECT 1 FROM local WHERE name = 'checked'").fetchone()
        assert check(db) == []


def test_a_damaged_file_says_so_and_is_rescued_by_the_button(come: Come, tmp_path: Path) -> None:
    path = tampered(tmp_path / "harmed.jury")
    person = come(path, assessor="Ana")
    assert person.program.message.startswith("harmed.jury is damaged: Log entry 3 does not follow")
    buttons(person)["Rescue into a new file…"]()
    answer_dialog(person, tmp_path / "saved.jury")
    whole(person, tmp_path / "saved.jury")


def test_what_a_rescue_lost_is_shown_until_it_is_closed(come: Come, tmp_path: Path) -> None:
    path = small_collection(tmp_path / "c.jury", labels=[(0, n, "correct") for n in range(12)])
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA foreign_keys = off")
        db.execute("DELETE FROM entry WHERE id BETWEEN 4 AND 6")
        db.commit()
    person = come()
    person.program.files.rescue(path, tmp_path / "saved.jury")
    person.wait(lambda: person.window.findChild(Message) is not None)
    person.settle()
    shown = person.window.findChild(Message)
    assert shown is not None
    assert shown.accessibleName() == "c.jury was rescued into saved.jury with losses."
    assert "Lost: 3 of 12 log entries." in shown.accessibleDescription()
    assert "9 log entries" in shown.accessibleDescription()
    table = shown.findChildren(QTableView)[0]
    model = table.model()
    rows = [[model.index(row, at).data() for at in range(model.columnCount())] for row in range(model.rowCount())]
    assert ["judgments", "9", "9", "0", "9", "0"] in rows
    assert ["unreadable log entries", "3", "0", "0", "0", "3"] in rows


def test_a_backup_is_restored_by_the_button_beside_rescue(come: Come, tmp_path: Path) -> None:
    path = small_collection(tmp_path / "harmed.jury", labels=[(0, answer, "correct") for answer in range(6)])
    backup(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE entry SET label = 'incorrect' WHERE id = 3")
        db.commit()
    harmed = path.read_bytes()
    person = come(path, assessor="Ana")
    buttons(person)["Restore a backup…"]()
    person.wait(lambda: person.window.findChild(Ask) is not None)
    person.settle()
    person.press("Return")
    person.wait(lambda: person.program.message == "harmed.jury was restored.")
    person.settle()
    assert person.session.path == path
    assert person.session.saving.read_only is None
    (before,) = tmp_path.glob("harmed.jury.before-restore-*")
    assert before.read_bytes() == harmed


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A collection with three backups, of 3, 4 and 5 labels, and with 6 labels now."""
    path = small_collection(tmp_path / "c.jury", questions=12, labels=[(0, at, "correct") for at in range(3)])
    for day in (1, 2, 3):
        backup(path, at=datetime(2026, 11, day, 8, 0, tzinfo=UTC))
        with closing(open_session(path, assessor="Ana")) as session:
            session.execute(Judge((day + 2,), "incorrect"))
    return path


def ask_restore(person: Person) -> Ask:
    """Find the action by its name, and wait for the list of backups."""
    person.press("Ctrl+K")
    QTest.keyClicks(QApplication.focusWidget(), "restore a backup")
    person.settle()
    person.press("Return")
    person.wait(lambda: any(one.is_open for one in person.window.findChildren(Ask)))
    person.settle()
    (asked,) = (one for one in person.window.findChildren(Ask) if one.is_open)
    return asked


def labels(path: Path) -> int:
    with closing(open_reading(path)) as db:
        return int(db.execute("SELECT count(*) FROM entry").fetchone()[0])


def test_esc_leaves_the_list_of_backups_and_a_click_restores_one(come: Come, kept: Path) -> None:
    person = come(kept, assessor="Ana")
    before = kept.read_bytes()
    ask_restore(person)
    person.press("Esc")
    assert not [one for one in person.window.findChildren(Ask) if one.is_open]
    assert (person.session.path, kept.read_bytes()) == (kept, before)
    asked = ask_restore(person)
    third = asked.list.visualItemRect(asked.list.item(2)).center()
    QTest.mouseClick(asked.list.viewport(), Qt.MouseButton.LeftButton, pos=third)
    person.wait(lambda: person.program.message == "c.jury was restored.")
    person.settle()
    assert labels(kept) == 3
    assert person.session.assessor == 0
    (aside,) = kept.parent.glob("c.jury.before-restore-*")
    assert labels(aside) == 6


@pytest.mark.parametrize("why", ["open elsewhere", "missing", "cut", "changed"])
def test_a_restore_that_is_refused_leaves_the_collection_open(come: Come, kept: Path, why: str) -> None:
    person = come(kept, assessor="Ana")
    ask_restore(person)
    newest = backups_of(kept)[0].path
    other = None
    if why == "missing":
        newest.unlink()
        said = f"{newest} does not exist"
    elif why == "cut":
        newest.write_bytes(newest.read_bytes()[:9000])
        said = f"The backup {newest.name} is damaged"
    elif why == "changed":
        with closing(sqlite3.connect(newest)) as db:
            db.execute("UPDATE entry SET label = 'unknown' WHERE id = 2")
            db.commit()
        said = f"The backup {newest.name} is damaged"
    else:
        if not Path("/proc/self/fd").is_dir():
            pytest.skip("nothing says who has it open")
        hold = "import sys; held = open(sys.argv[1], 'rb'); print(1, flush=True); sys.stdin.read()"
        other = subprocess.Popen(
            [sys.executable, "-c", hold, str(kept)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert other.stdout is not None
        other.stdout.readline()
        said = "Another program has c.jury open"
    try:
        person.press("Return")
        person.wait(lambda: person.program.message.startswith(said))
    finally:
        if other is not None:
            other.communicate()
    person.settle()
    assert (person.session.path, person.session.assessor, person.window.desk) == (kept, 0, "judge")
    assert labels(kept) == 6
    assert not list(kept.parent.glob("c.jury.before-restore-*"))
    buttons(person)["Restore a backup…"]()
    person.wait(lambda: any(one.is_open for one in person.window.findChildren(Ask)))


def test_without_a_backup_the_window_says_so(come: Come, tmp_path: Path) -> None:
    person = come(small_collection(tmp_path / "new.jury"))
    person.window.registry.trigger("file.restore")
    person.wait(lambda: person.program.message == "new.jury has no backups.")


def test_a_strange_journal_is_named_in_the_window(come: Come, tmp_path: Path) -> None:
    path = small_collection(tmp_path / "b.jury", questions=60, labels=[(0, at, "correct") for at in range(90)])
    other = small_collection(tmp_path / "a.jury", questions=70, labels=[(1, at, "incorrect") for at in range(90)])
    with closing(sqlite3.connect(other, isolation_level=None)) as db:
        db.execute("PRAGMA cache_size = 1")
        db.execute("BEGIN IMMEDIATE")
        db.execute("UPDATE answer SET text = text || ' and more of it'")
        db.execute("DELETE FROM entry")
        shutil.copy(journal_of(other), journal_of(path))
    person = come(path)
    assert person.program.message.startswith("b.jury-journal belonged to another state of b.jury")
    assert person.session.saving.read_only is None


def test_rescue_is_found_by_name_with_the_damaged_file_open(come: Come, tmp_path: Path) -> None:
    path = tampered(tmp_path / "harmed.jury")
    person = come(path, assessor="Ana")
    person.press("Esc", "Ctrl+K")
    QTest.keyClicks(QApplication.focusWidget(), "rescue")
    person.settle()
    person.press("Return")
    answer_dialog(person, tmp_path / "saved.jury")
    whole(person, tmp_path / "saved.jury")


def test_rescue_from_the_start_page_asks_which_file(come: Come, tmp_path: Path) -> None:
    path = small_collection(tmp_path / "foreign.jury", labels=[(0, 0, "correct")])
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE VIEW v AS SELECT * FROM entry")
        db.commit()
    person = come()
    (file,) = (menu for menu in person.window.menus.actions() if menu.text().replace("&", "") == "File")
    menu = file.menu()
    assert menu is not None
    (copies,) = (one.menu() for one in menu.actions() if one.text().replace("&", "") == "Copies")  # type: ignore[attr-defined]
    (rescue,) = (one for one in copies.actions() if one.text().replace("&", "") == "Rescue into a new file…")
    rescue.trigger()
    answer_dialog(person, path)
    answer_dialog(person, tmp_path / "saved.jury")
    whole(person, tmp_path / "saved.jury")


def test_a_damaged_file_is_neither_backed_up_nor_copied_as_whole(come: Come, tmp_path: Path) -> None:
    person = come(tampered(tmp_path / "harmed.jury"), assessor="Ana")
    for act in ("file.backup", "file.copy"):
        person.press("Esc")
        person.window.registry.trigger(act)
        if act == "file.copy":
            answer_dialog(person, tmp_path / "copy.jury")
        person.wait(lambda: "is damaged" in person.program.message)
        assert "Rescue into a new file…" in buttons(person)
    assert not (tmp_path / "copy.jury").exists()
    assert not list(tmp_path.glob("*.backups/*"))


def tampered(path: Path) -> Path:
    """Return a collection with an entry that somebody changed by hand."""
    small_collection(path, labels=[(0, answer, "correct") for answer in range(6)])
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE entry SET label = 'incorrect' WHERE id = 3")
        db.commit()
    return path


def whole(person: Person, path: Path) -> None:
    """Wait until a rescued file is open, and see that labels can be given in it."""
    person.wait(lambda: person.program.bridge is not None and person.session.path == path)
    person.settle()
    shown = person.window.findChild(Message)
    assert shown is not None
    assert shown.accessibleName().endswith(f"was rescued into {path.name} without losses.")
    assert "Nothing was lost." in shown.accessibleDescription()
    person.press("Return")
    assert not shown.is_open
    assert person.session.saving.read_only is None
    with closing(open_session(path)) as session:
        assert session.saving.read_only is None
