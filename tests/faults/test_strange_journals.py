"""A journal beside a file that it is not of: a backup, an earlier or later state, another copy, another collection.

Journals and half-written files are made of the pages of two saved states, as SQLite writes them. JURYBOX_JOURNALS sets
how many combinations the soak tries; `-s` prints what became of them.
"""

import os
import random
import shutil
import sqlite3
import struct
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest
from boards import other_collection
from click.testing import CliRunner
from dumps import tables
from small import small_collection

from jurybox.collection import file as file_module
from jurybox.collection.backup import backup
from jurybox.collection.check import problems_of
from jurybox.collection.file import check_is_ours, create, journal_of, open_reading, open_writing, take_remarks
from jurybox.collection.log import new_assessor
from jurybox.collection.rescue import rescue
from jurybox.collection.schema import OUR_TABLES
from jurybox.commands import Judge
from jurybox.session import open_session
from jurybox_gui.cli import program

PAGE, SECTOR = 4096, 512
LABELS = ("correct", "incorrect", "unknown")


class Change(NamedTuple):
    """The bytes of a file before and after a change."""

    before: bytes
    after: bytes

    def pages(self) -> list[int]:
        """Return the pages that the change wrote, in the order in which SQLite writes them."""
        count = max(len(self.before), len(self.after)) // PAGE
        return [at for at in range(count) if _page(self.before, at) != _page(self.after, at)]

    def journal(self, nonce: int) -> bytes:
        """Return the journal of the change."""
        old = [at for at in self.pages() if at < len(self.before) // PAGE]
        head = struct.pack(
            ">8sIIIII", bytes.fromhex("d9d505f920a163d7"), len(old), nonce, len(self.before) // PAGE, SECTOR, PAGE
        )
        return head.ljust(SECTOR, b"\0") + b"".join(self._record(at, nonce) for at in old)

    def _record(self, at: int, nonce: int) -> bytes:
        page = _page(self.before, at)
        total = (nonce + sum(page[place] for place in range(PAGE - 200, 0, -200))) & 0xFFFFFFFF
        return struct.pack(">I", at + 1) + page + struct.pack(">I", total)

    def half(self, written: int) -> bytes:
        """Return the file when so many of its pages were written."""
        data = bytearray(self.before)
        for at in self.pages()[:written]:
            data[len(data) :] = bytes(max(0, (at + 1) * PAGE - len(data)))
            data[at * PAGE : (at + 1) * PAGE] = _page(self.after, at)
        return bytes(data)


def _page(data: bytes, at: int) -> bytes:
    return data[at * PAGE : (at + 1) * PAGE]


def label(path: Path, answer: int, count: int = 1, assessor: str = "Ana", note: str | None = None) -> None:
    with closing(open_session(path, assessor=assessor)) as session:
        for at in range(answer, answer + count):
            session.execute(Judge((at,), LABELS[at % 2], note=note))


def one_change(path: Path, change: Callable[[sqlite3.Connection], object]) -> None:
    with closing(open_writing(path)) as db:
        db.execute("BEGIN IMMEDIATE")
        change(db)
        db.execute("COMMIT")


class Files(NamedTuple):
    """Changes of one collection, one after the other, and other files by what they are."""

    changes: list[Change]
    others: dict[str, bytes]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    folder = tmp_path_factory.mktemp("states")
    path = small_collection(folder / "a.jury", questions=40, labels=[(0, at, "correct") for at in range(40)])
    saved = folder / "backup.jury"
    saved.write_bytes(backup(path).read_bytes())
    states = [path.read_bytes()]
    changes = []
    for step in range(6):
        before = path.read_bytes()
        if step % 3 == 2:
            one_change(path, lambda db, step=step: new_assessor(db, f"Person {step}"))  # type: ignore[misc]
        else:
            session_change(path, 40 + step, note="It is so. " * (300 if step % 2 else 1))
        changes.append(Change(before, path.read_bytes()))
        states.append(path.read_bytes())
    others = {f"state {at}": state for at, state in enumerate(states)}
    others["a backup"] = saved.read_bytes()
    for at in (1, 3):  # another laptop went on from the same state, as often
        copy = folder / f"laptop{at}.jury"
        for steps in (1, 2, 3):
            copy.write_bytes(states[at])
            for step in range(steps):
                session_change(copy, 80 + step, note="Elsewhere. " * 200 * step, assessor="Ben")
            others[f"another copy, {steps} labels after state {at}"] = copy.read_bytes()
    judged = folder / "judged.jury"
    judged.write_bytes(saved.read_bytes())
    label(judged, 90, 12)
    others["a backup that was judged further"] = judged.read_bytes()
    create(folder / "empty.jury")
    others["an empty collection"] = (folder / "empty.jury").read_bytes()
    others["another collection"] = other_collection(folder / "other.jury").read_bytes()
    large = small_collection(folder / "large.jury", questions=90, labels=[(1, at, "incorrect") for at in range(200)])
    others["a large collection"] = large.read_bytes()
    return Files(changes, others)


def session_change(path: Path, answer: int, note: str, assessor: str = "Ana") -> None:
    """Enter one label in one transaction; the writer is there already."""
    with closing(open_session(path, assessor=assessor)) as session:
        session.execute(Judge((answer,), LABELS[answer % 2], note=note))


OPENINGS: dict[str, Callable[[Path], object]] = {
    "check_is_ours": check_is_ours,
    "open_reading": lambda path: open_reading(path).close(),
    "open_session": lambda path: open_session(path).close(),
    "jurybox check": lambda path: CliRunner().invoke(program, ["check", str(path)]),
    "jurybox log": lambda path: CliRunner().invoke(program, ["log", str(path)]),
    "rescue": lambda path: rescue(path, path.with_name("rescued.jury")),
}


def rows_of(data: bytes, folder: Path) -> dict[str, list[tuple[object, ...]]]:
    path = folder / "rows.jury"
    path.write_bytes(data)
    return tables(path, *(one for one in OUR_TABLES if one != "writer"))


def entries_of(path: Path) -> list[bytes]:
    with closing(sqlite3.connect(f"{path.as_uri()}?immutable=1", uri=True)) as db:
        return [hash_ for (hash_,) in db.execute("SELECT hash FROM entry ORDER BY id")]


def open_with_strange_journal(folder: Path, data: bytes, journal: bytes, opening: str) -> tuple[list[str], str]:
    """Open a file with a journal beside it that is not its own; return faults, and what became of the journal."""
    path = folder / "file.jury"
    path.write_bytes(data)
    journal_of(path).write_bytes(journal)
    before = entries_of(path)
    take_remarks()
    OPENINGS[opening](path)
    if opening == "rescue":
        return [] if entries_of(path.with_name("rescued.jury")) == before else ["not rescued"], "rescued"
    remarks = take_remarks()
    aside = [one.name for one in folder.iterdir() if "-journal.aside-" in one.name]
    faults = []
    if path.read_bytes() != data:
        faults.append("the file was changed")
    if problems_of(path) or entries_of(path) != before:
        faults.append("the file was harmed")
    if journal_of(path).exists():
        faults.append("the journal is still there")
    said = any(name in remark for name in aside for remark in remarks) or opening.startswith("jurybox")
    if bool(aside) and not said:
        faults.append("the journal was moved aside in silence")
    return faults, "moved aside" if aside else "not needed"


def combinations(files: Files, dice: random.Random, count: int) -> list[tuple[int, str, str]]:
    every = [
        (at, name, opening)
        for at in range(len(files.changes))
        for name in files.others
        for opening in OPENINGS
        if name != f"state {at}"  # that is the journal's own
        if (name, opening) != ("an empty collection", "rescue")  # there is nothing in it
    ]
    return dice.sample(every, min(count, len(every)))


def try_combinations(files: Files, folder: Path, count: int, seed: int) -> tuple[list[str], Counter[str]]:
    faults, became = list[str](), Counter[str]()
    for number, (at, name, opening) in enumerate(combinations(files, random.Random(seed), count)):
        place = folder / str(number)
        place.mkdir()
        journal = files.changes[at].journal(nonce=number * 7919)
        found, end = open_with_strange_journal(place, files.others[name], journal, opening)
        faults += [f"journal of change {at}, {name}, {opening}: {one}" for one in found]
        became[end] += 1
        shutil.rmtree(place)
    return faults, became


def test_a_journal_of_another_state_harms_no_file(files: Files, tmp_path: Path) -> None:
    faults, became = try_combinations(files, tmp_path, 30, seed=1)
    assert faults == []
    assert became["moved aside"] > 10


@pytest.mark.soak
def test_two_hundred_strange_journals(files: Files, tmp_path: Path) -> None:
    count = int(os.environ.get("JURYBOX_JOURNALS", "200"))
    faults, became = try_combinations(files, tmp_path, count, seed=2)
    print(f"{sum(became.values())} combinations of left journal and other file: {len(faults)} faults; {dict(became)}")
    assert faults == []


@pytest.mark.parametrize("change", range(6))
def test_a_file_s_own_journal_is_rolled_back_as_before(files: Files, change: int, tmp_path: Path) -> None:
    """However many pages were written; a change that was written to its last page may also stay."""
    one = files.changes[change]
    for written in range(len(one.pages()) + 1):
        folder = tmp_path / str(written)
        folder.mkdir()
        roll_back(one, written, folder)


def roll_back(one: Change, count: int, tmp_path: Path) -> None:
    path = tmp_path / "file.jury"
    path.write_bytes(one.half(count))
    journal_of(path).write_bytes(one.journal(nonce=3))
    take_remarks()
    check_is_ours(path)
    assert not journal_of(path).exists()
    assert take_remarks() == []
    assert problems_of(path) == []
    rows = [rows_of(one.before, tmp_path), rows_of(one.after, tmp_path)]
    assert rows_of(path.read_bytes(), tmp_path) in (rows if count == len(one.pages()) else rows[:1])
    assert [each.name for each in tmp_path.iterdir() if "aside" in each.name] == []


def test_a_strange_journal_beside_a_file_that_may_only_be_read_is_not_used(
    files: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file.jury"
    path.write_bytes(files.others["a backup"])
    journal_of(path).write_bytes(files.changes[3].journal(nonce=5))
    before = {one.name: one.read_bytes() for one in tmp_path.iterdir()}
    monkeypatch.setattr(file_module, "may_write", lambda _: False)
    take_remarks()
    with closing(open_reading(path)) as db:
        assert db.execute("SELECT count(*) FROM entry").fetchone() == (len(entries_of(path)),)
    assert [remark.partition(" belongs")[0] for remark in take_remarks()] == ["file.jury-journal"]
    assert {one.name: one.read_bytes() for one in tmp_path.iterdir()} == before


def test_the_command_names_where_a_strange_journal_went(files: Files, tmp_path: Path) -> None:
    path = tmp_path / "file.jury"
    path.write_bytes(files.others["another collection"])
    journal_of(path).write_bytes(files.changes[0].journal(nonce=5))
    done = CliRunner().invoke(program, ["check", str(path)])
    (aside,) = (one.name for one in tmp_path.iterdir() if "aside" in one.name)
    assert done.exit_code == 0
    assert f"It was not used, and is now called {aside}." in done.output


def test_the_write_ahead_log_of_another_file_is_moved_aside(files: Files, tmp_path: Path) -> None:
    other, path = tmp_path / "other.jury", tmp_path / "file.jury"
    other.write_bytes(files.others["state 2"])
    path.write_bytes(files.others["state 4"])
    with closing(sqlite3.connect(other, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("UPDATE answer SET text = 'Another'")
        shutil.copyfile(other.with_name("other.jury-wal"), path.with_name("file.jury-wal"))
    take_remarks()
    check_is_ours(path)
    assert problems_of(path) == []
    assert path.read_bytes() == files.others["state 4"]
    assert [remark.partition(" belonged")[0] for remark in take_remarks()] == ["file.jury-wal"]


def test_a_file_with_a_write_ahead_log_of_its_own_is_rescued_with_it(files: Files, tmp_path: Path) -> None:
    path = tmp_path / "file.jury"
    path.write_bytes(files.others["state 4"])
    copy = tmp_path / "copy.jury"
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("INSERT INTO document (name, text) VALUES ('new', 'It is in the log alone')")
        for end in ("", "-wal"):
            shutil.copyfile(f"{path}{end}", f"{copy}{end}")
    rescue(copy, tmp_path / "saved.jury")
    with closing(open_reading(tmp_path / "saved.jury")) as db:
        assert db.execute("SELECT name FROM document").fetchall() == [("new",)]
