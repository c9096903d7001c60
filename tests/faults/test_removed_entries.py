"""What another program removes from the log is named, also where the chains of what is left hold."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from patience import until
from small import small_collection

from jurybox.collection.check import problems_of
from jurybox.collection.entries import Content, Subject
from jurybox.collection.file import open_writing
from jurybox.collection.log import LogWriter
from jurybox.collection.rescue import rescue
from jurybox.collection.rescue_report import UNREADABLE
from jurybox.commands import Judge
from jurybox.session import open_session
from jurybox_gui.cli import program

COUNT = 30


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a collection with labels by Ana, and then by Ben."""
    path = small_collection(tmp_path / "c.jury", questions=30, labels=[(0, at, "correct") for at in range(20)])
    label(path, "Ben", range(20, COUNT))
    return path


def label(path: Path, who: str, answers: range) -> None:
    with closing(open_session(path, assessor=who)) as session:
        for answer in answers:
            session.execute(Judge((answer,), "correct"))


def spoil(path: Path, statements: str) -> None:
    """Change a file as a program does that knows nothing of Jurybox."""
    with closing(sqlite3.connect(path)) as db:
        db.executescript(statements)


def run(*words: object) -> Result:
    return CliRunner().invoke(program, [str(word) for word in words])


@pytest.mark.parametrize("after", ["", "VACUUM"])
@pytest.mark.parametrize(
    ("removed", "left"),
    [
        ("DELETE FROM entry", 0),
        ("DELETE FROM entry WHERE id > 12", 12),
        ("DELETE FROM entry WHERE id = 30", 29),
        ("DELETE FROM entry; DELETE FROM writer", 0),
        ("DELETE FROM entry WHERE id > 20; DELETE FROM writer WHERE id > 1", 20),
    ],
)
def test_removed_entries_are_named_and_counted_as_lost(
    path: Path, tmp_path: Path, removed: str, left: int, after: str
) -> None:
    spoil(path, f"{removed}; {after}")
    problems = problems_of(path)
    assert any(f"The log has {left} entries, but {COUNT} were written to it" in one for one in problems)
    done = run("check", path)
    assert (done.exit_code, "intact" in done.output) == (1, False)
    told = rescue(path, tmp_path / "saved.jury")
    assert not told.is_whole
    assert told.entries.saved + told.entries.entered == left
    assert (told.of(UNREADABLE).source, told.of(UNREADABLE).lost) == (COUNT - left, COUNT - left)
    with closing(open_session(path)) as session:
        until(lambda: not session.saving.is_checking)
        assert "were written to it" in str(session.saving.read_only)


def test_new_entries_do_not_hide_that_earlier_ones_are_missing(path: Path) -> None:
    spoil(path, "DELETE FROM entry WHERE id > 25")
    for answer in range(10):  # 26 to 35
        with closing(open_writing(path)) as db:
            LogWriter(db).write(0, "judgment", Subject(answer // 3, answer), Content("incorrect"))
        assert any("are missing" in one for one in problems_of(path))


@pytest.mark.parametrize(
    ("removed", "said"),
    [
        ("DELETE FROM entry", "The log is empty, but entries were written to it: they are missing."),
        (
            "DELETE FROM entry WHERE id > 20",
            "Entries are missing in the log: it has none of 1 of the programs that wrote to it.",
        ),
    ],
)
def test_a_file_of_an_earlier_version_tells_by_who_wrote_to_it(
    path: Path, tmp_path: Path, removed: str, said: str
) -> None:
    spoil(path, f"DELETE FROM local WHERE name = 'log'; {removed}")
    assert said in problems_of(path)
    done = run("rescue", path, "-o", tmp_path / "saved.jury")
    assert done.exit_code == 1
    assert "Lost: an unknown number of log entries." in done.output
    assert "is ready" not in done.output


def test_a_log_without_anything_missing_is_whole(path: Path, tmp_path: Path) -> None:
    for statements in ("SELECT 1", "DELETE FROM local WHERE name = 'log'"):
        spoil(path, statements)
        assert problems_of(path) == []
        (tmp_path / "saved.jury").unlink(missing_ok=True)
        told = rescue(path, tmp_path / "saved.jury")
        assert (told.is_whole, told.log_whole, told.entries.saved) == (True, True, COUNT)
        label(tmp_path / "saved.jury", "Ana", range(20, 25))
        assert problems_of(tmp_path / "saved.jury") == []


def test_a_damaged_note_of_the_end_loses_nothing(path: Path, tmp_path: Path) -> None:
    spoil(path, "UPDATE local SET value = '9' || value WHERE name = 'log'")
    assert len(problems_of(path)) == 1
    told = rescue(path, tmp_path / "saved.jury")
    assert (told.is_whole, told.log_whole, told.entries.saved) == (True, True, COUNT)
    assert problems_of(tmp_path / "saved.jury") == []


@pytest.mark.parametrize(
    ("statements", "said"),
    [
        ("DROP TABLE entry", "c.jury is damaged: its log is missing, as in no file that Jurybox wrote."),
        ("ALTER TABLE entry RENAME TO entries", "c.jury is damaged: its log is missing"),
        ("DROP TABLE answer", "c.jury is damaged: table answer is missing"),
        ("ALTER TABLE entry DROP COLUMN note", "c.jury was changed by another program (table entry)."),
        ("CREATE TABLE extra (x)", "c.jury contains 'extra', which does not come from Jurybox."),
        ("DELETE FROM local", "The file does not say which collection it is"),
    ],
)
@pytest.mark.parametrize("command", ["check", "log"])
def test_what_is_missing_is_named(path: Path, statements: str, said: str, command: str) -> None:
    spoil(path, statements)
    done = run(command, path)
    if "local" in statements and command == "log":
        return
    assert done.exit_code in {1, 2}
    assert said in done.output


@pytest.mark.parametrize("table", ["entry", "answer", "response"])
def test_a_table_whose_pages_are_gone_is_named(path: Path, table: str) -> None:
    with closing(sqlite3.connect(path)) as db:
        (size,) = db.execute("PRAGMA page_size").fetchone()
        (root,) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,)).fetchone()
    data = bytearray(path.read_bytes())
    data[(root - 1) * size : root * size] = bytes(size)
    path.write_bytes(data)
    named = "the log" if table == "entry" else f"table {table}"
    assert run("check", path).output.startswith(f"SQLite finds damage: not all rows of {named} can be read.\n")
