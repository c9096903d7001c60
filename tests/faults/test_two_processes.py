"""Two programs judge one local file at the same time: nothing is lost, each sees the other."""

import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from patience import PATIENCE, until
from person import Person
from small import small_collection

import jurybox.collection.file as file_module
from jurybox.campaign.folder_follower import Follower
from jurybox.collection.check import check
from jurybox.collection.file import open_reading
from jurybox.commands import Judge
from jurybox.session import open_session

VICTIM = Path(__file__).with_name("victim.py")


def writers_in(path: Path) -> int:
    """Return how many programs entered something into a file."""
    with closing(open_reading(path)) as db:
        return int(db.execute("SELECT count(*) FROM writer").fetchone()[0])


def judge_together(path: Path, seconds: float, least: int = 0, asleep: float = 0) -> None:
    """Let Ana and Ben judge in two windows, and somebody follow; every entry shown as saved is there.

    Both judge for so long, and enter so many things at `least`. Ana's program sleeps for some seconds, in the
    middle of whatever it does. Who follows has no less than the file.
    """
    small_collection(path, questions=300)
    follower = Follower(path.parent)
    names, told = ("Ana", "Ben"), path.with_suffix("")
    told.mkdir()
    both = []
    for name in names:
        with (told / name).open("w") as output:
            command = [sys.executable, str(VICTIM), str(path), name, str(seconds), "25"]
            both.append(subprocess.Popen(command, stdout=output, stderr=subprocess.DEVNULL))
    ends = time.monotonic() + seconds + asleep + PATIENCE
    if asleep:
        until(lambda: writers_in(path) == 2)  # "saved" is also told of what the other entered
        both[0].send_signal(signal.SIGSTOP)
        time.sleep(asleep)
        both[0].send_signal(signal.SIGCONT)
    while any(process.poll() is None for process in both) and time.monotonic() < ends:
        assert follower.look().problems == {}
        time.sleep(0.5)
    assert [process.returncode for process in both] == [0, 0]
    follower.look()
    with closing(open_reading(follower.path)) as db:
        assert check(db) == []
        followed = {hash_.hex() for (hash_,) in db.execute("SELECT hash FROM entry")}
    follower.close()
    shown: set[str] = set()
    for name in names:
        output = (told / name).read_text()
        assert output.rstrip().endswith("closing")
        shown |= {line.split()[1] for line in output.splitlines() if line.startswith("saved ")}
    with closing(open_reading(path)) as db:
        assert check(db) == []
        kept = {hash_.hex() for (hash_,) in db.execute("SELECT hash FROM entry")}
    assert shown == kept == followed
    assert writers_in(path) == 2
    print(f"{seconds:.0f} s, two windows and a follower: {len(kept):,} entries, none lost")
    assert len(kept) >= max(1, least)


@pytest.mark.long
def test_two_windows_on_one_file_lose_nothing(tmp_path: Path) -> None:
    judge_together(tmp_path / "a.jury", 5)


@pytest.mark.sweep
@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="no process can be stopped")
def test_a_program_that_sleeps_keeps_nobody_from_saving_later(tmp_path: Path) -> None:
    judge_together(tmp_path / "a.jury", 6, asleep=7)  # longer than anybody waits for a lock


@pytest.mark.soak
def test_two_windows_on_one_file_for_ten_minutes(tmp_path: Path) -> None:
    judge_together(tmp_path / "a.jury", 600, least=2_000)


def test_each_sees_what_the_other_says(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "a.jury")
    ana, ben = open_session(path, assessor="Ana"), open_session(path, assessor="Ben")
    with closing(ana), closing(ben):
        delays = []
        for answer in range(10):
            ana.execute(Judge((answer,), "correct"))
            ana.flush()
            started = time.monotonic()
            until(lambda answer=answer: ben.content_of(answer, 0).label == "correct", ben)  # type: ignore[misc]
            delays.append(time.monotonic() - started)
    print(f"seen after {sorted(delays)[5]:.2f} s (median), {max(delays):.2f} s at most")


def test_the_window_says_at_once_what_it_waits_for(
    tmp_path: Path, come: Callable[..., Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = small_collection(tmp_path / "small.jury")
    monkeypatch.setattr(file_module, "BUSY_SECONDS", 0.5)
    person, said = come(), list[str]()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        monkeypatch.setattr(person.window, "show_progress", lambda text, *_: said.append(text))
        person.program.open_file(path)
        person.wait(lambda: "using small.jury" in person.window.message)
        other.execute("ROLLBACK")
    assert "Another program is using small.jury. Waiting" in said
