"""A journal that was left beside a collection: whoever reads it gets all that was saved before.

It is left when a program dies, or the disk reports errors, in the middle of a change. Errors are put into
system calls with strace; JURYBOX_ERRORS sets how many runs the soak does.
"""

import os
import random
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from patience import PATIENCE
from small import small_collection

import jurybox.collection.file as file_module
from jurybox.collection.check import problems_of
from jurybox.collection.file import check_is_ours, journal_of, open_reading, open_writing
from jurybox.collection.rescue import rescue
from jurybox.errors import NotOurs, Refused
from jurybox.session import open_session
from jurybox_gui.cli import program

LABELS = [(0, at, "correct") for at in range(90)]
STRACE = shutil.which("strace")
ERRING = Path(__file__).with_name("erring.py")
CALLS = ("fsync,fdatasync", "pwrite64,write", "ftruncate", "unlink", "pread64,read")
ERRORS = ("EIO", "ENOSPC", "EDQUOT", "EINTR")


@pytest.fixture
def left(tmp_path: Path) -> Path:
    """Return a collection in the middle of a change, with its journal, as a program that died leaves it."""
    path = small_collection(tmp_path / "a.jury", questions=60, labels=LABELS)
    folder = tmp_path / "left"
    folder.mkdir()
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA cache_size = 1")  # pages are written before the end, as when one is killed there
        db.execute("BEGIN IMMEDIATE")
        db.execute("UPDATE answer SET text = text || ' and more of it'")
        db.execute("DELETE FROM entry")
        shutil.copy(path, folder)
        shutil.copy(journal_of(path), folder)
        db.execute("ROLLBACK")
    assert rows_of(path) == len(LABELS)
    return folder / path.name


def rows_of(path: Path) -> int:
    with closing(open_reading(path)) as db:
        return int(db.execute("SELECT count(*) FROM entry").fetchone()[0])


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("writable", [True, False])
def test_what_was_saved_is_read_past_a_left_journal(
    left: Path, writable: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = content(left.parent)
    if not writable:
        monkeypatch.setattr(file_module, "may_write", lambda _: False)
    for _ in range(2):
        assert problems_of(left) == []
        check_is_ours(left)
        assert rows_of(left) == len(LABELS)
    assert writable or content(left.parent) == before
    assert journal_of(left).exists() is not writable


def test_a_journal_that_cannot_be_removed_keeps_nobody_from_reading(
    left: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connected = sqlite3.connect

    def refusing(name: str, **options: object) -> sqlite3.Connection:
        if "mode=rw" in name and str(left) in name:
            raise sqlite3.OperationalError("disk I/O error")
        return connected(name, **options)  # type: ignore[call-overload, no-any-return]

    monkeypatch.setattr(sqlite3, "connect", refusing)
    assert rows_of(left) == len(LABELS)


def test_copies_of_a_file_that_may_only_be_read_are_removed(
    left: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(place))
    monkeypatch.setattr(file_module, "may_write", lambda _: False)
    with closing(open_reading(left)), closing(open_reading(left)):
        (copied,) = place.iterdir()
        assert copied.stat().st_mode & 0o077 == 0
    assert list(place.iterdir()) == []


@pytest.mark.parametrize("command", ["check", "merge", "score", "log"])
def test_commands_read_past_a_left_journal(left: Path, tmp_path: Path, command: str) -> None:
    words = [command, str(left)]
    if command == "merge":
        home = tmp_path / "home.jury"
        shutil.copy(tmp_path / "a.jury", home)
        with closing(open_writing(home)) as db:
            db.execute("DELETE FROM superseded")
            db.execute("DELETE FROM entry")
            db.execute("DELETE FROM writer")
            db.execute("DELETE FROM local WHERE name = 'log'")  # as if nothing had been entered
        words = [command, str(home), str(left)]
    done = CliRunner().invoke(program, words)
    assert done.exit_code == 0, done.output
    assert command != "merge" or f"{len(LABELS)} entries new" in done.output
    assert "damaged" not in done.output


def test_a_rescue_takes_a_left_journal_into_account(left: Path, tmp_path: Path) -> None:
    before = content(left.parent)
    rescued = rescue(left, tmp_path / "rescued.jury")
    assert rescued.is_whole
    assert rescued.log_whole
    assert rescued.entries.saved == len(LABELS)
    assert content(left.parent) == before


def test_a_rescue_prints_a_line_for_each_thing(left: Path, tmp_path: Path) -> None:
    done = CliRunner().invoke(program, ["rescue", str(left), "-o", str(tmp_path / "rescued.jury")])
    assert done.exit_code == 0
    assert "Nothing was lost." in done.output.splitlines()


def test_a_journal_that_names_another_file_is_not_followed(left: Path, tmp_path: Path) -> None:
    victim = tmp_path / "thesis.txt"
    victim.write_bytes(f"{tmp_path / 'nothing-journal'}\0".encode())
    name = str(victim).encode()
    checksum = sum(byte if byte < 128 else byte - 256 for byte in name) & 0xFFFFFFFF
    with journal_of(left).open("ab") as journal:
        tail = len(name).to_bytes(4, "big") + checksum.to_bytes(4, "big")
        journal.write(bytes(4) + name + tail + bytes.fromhex("d9d505f920a163d7"))
    with pytest.raises(NotOurs, match="not written by Jurybox"):
        check_is_ours(left)
    with pytest.raises(Refused, match="not written by Jurybox"):
        open_reading(left)
    assert victim.exists()


def test_a_folder_in_the_place_of_the_journal_is_named(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "a.jury")
    journal_of(path).mkdir()
    with pytest.raises(Refused, match=r"there is a folder in the place of its journal \(a\.jury-journal\)"):
        open_session(path).close()


@pytest.mark.skipif(os.name != "posix", reason="pipes are files on POSIX systems only")
def test_a_pipe_in_the_place_of_the_journal_or_the_file_is_refused_without_waiting(tmp_path: Path) -> None:
    path, pipe = small_collection(tmp_path / "a.jury"), tmp_path / "pipe.jury"
    os.mkfifo(journal_of(path))
    os.mkfifo(pipe)
    with pytest.raises(Refused, match=r"a\.jury-journal cannot be read: it is a pipe, not a file"):
        open_session(path).close()
    with pytest.raises(Refused, match=r"pipe\.jury cannot be read: it is a pipe, not a file"):
        rescue(pipe, tmp_path / "saved.jury")
    assert rescue(path, tmp_path / "saved.jury").is_whole


def _traces() -> bool:
    if STRACE is None:
        return False
    probe = [STRACE, "--seccomp-bpf", "-f", "-o", os.devnull, "true"]
    return subprocess.run(probe, capture_output=True, check=False).returncode == 0


def judge_with_errors(path: Path, labels: int, calls: str, error: str, when: str) -> tuple[int, list[str]]:
    """Judge while system calls on the file and its journal fail; return labels shown as saved, and faults."""
    spec = f"inject={calls}:error={error}:when={when}"
    command = [str(STRACE), "--seccomp-bpf", "-f", "-qq", "-o", os.devnull]
    for place in (path, journal_of(path), path.parent):
        command += ["-P", str(place)]
    command += ["-e", spec, sys.executable, str(ERRING), str(path), str(labels)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=10 * PATIENCE, check=False)
    told = f"{calls} {error} {when}"
    lines = done.stdout.splitlines()
    faults = [] if done.returncode == 0 and "done" in lines else [f"{told}: {done.stderr[-400:]}"]
    if "Traceback" in done.stderr:
        faults.append(f"{told}: {done.stderr[-600:]}")
    faults += [f"{told}: {line}" for line in lines if line.startswith("said") and "damaged" in line]
    shown = {line.split()[1] for line in lines if line.startswith("saved ")}
    for writable in (False, True):
        with pytest.MonkeyPatch.context() as patched:
            if not writable:
                patched.setattr(file_module, "may_write", lambda _: False)
            faults += [f"{told}: {one}" for one in problems_of(path)]
            with closing(open_reading(path)) as db:
                kept = {hash_.hex() for (hash_,) in db.execute("SELECT hash FROM entry")}
        if shown - kept:
            faults.append(f"{told}: {len(shown - kept)} labels shown as saved are lost")
    return len(shown), faults


@pytest.mark.skipif(not _traces(), reason="strace is not there, or may not trace")
@pytest.mark.sweep
@pytest.mark.parametrize(
    ("calls", "error", "when"),
    [
        ("fsync,fdatasync", "EIO", "9+"),
        ("unlink", "EIO", "5"),
        ("unlink", "EDQUOT", "1+"),
        ("pread64,read", "EIO", "80+"),
        ("pread64,read", "EIO", "141+"),
    ],
)
def test_no_label_shown_as_saved_is_lost_by_errors(tmp_path: Path, calls: str, error: str, when: str) -> None:
    path = small_collection(tmp_path / "a.jury", questions=10)
    shown, faults = judge_with_errors(path, 8, calls, error, when)
    assert not faults, "\n".join(faults)
    assert shown > 0 or when in {"1+", "80+"}


@pytest.mark.skipif(not _traces(), reason="strace is not there, or may not trace")
@pytest.mark.soak
def test_errors_of_all_kinds(tmp_path: Path) -> None:
    dice, shown, faults = random.Random(5), 0, list[str]()
    count = int(os.environ.get("JURYBOX_ERRORS", "63"))
    for number in range(count):
        calls, error = CALLS[number % len(CALLS)], dice.choice(ERRORS)
        first = dice.randint(1, 150)
        # the system never answers EINTR for ever, so SQLite tries again for ever
        when = str(first) if error == "EINTR" or dice.random() < 0.5 else f"{first}+"
        home = tmp_path / f"run{number}"
        home.mkdir()
        path = small_collection(home / "a.jury", questions=10)
        labels, found = judge_with_errors(path, 20, calls, error, when)
        shown, faults = shown + labels, faults + found
        print(f"{calls} {error} {when}: {labels} labels", *found, flush=True)
    print(f"{count} runs with errors, {shown:,} labels shown as saved")
    assert not faults, "\n".join(faults)
    assert shown > 0
