"""kill -9 while keys are sent: not one label that was shown as saved is missing, the file is whole."""

import random
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from small import small_collection

from jurybox.collection.check import check
from jurybox.collection.file import open_reading
from jurybox.session import open_session

VICTIM = Path(__file__).with_name("victim.py")


def kill_once(path: Path, dice: random.Random) -> tuple[int, float]:
    """Let somebody judge, kill the program amid labels; return labels seen saved, seconds to open."""
    command = [sys.executable, str(VICTIM), str(path), "Ana", "600"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        lines = [process.stdout.readline() for _ in range(dice.randint(0, 60))]
        process.kill()
        lines += process.stdout.read().splitlines(keepends=True)
    shown = [line.split()[1] for line in lines if _is_whole(line)]
    started = time.perf_counter()
    session = open_session(path, assessor="Ana")
    taken = time.perf_counter() - started
    session.close()
    with closing(open_reading(path)) as db:
        assert check(db) == []
        kept = {hash_.hex() for (hash_,) in db.execute("SELECT hash FROM entry")}
    assert set(shown) <= kept
    return len(shown), taken


def _is_whole(line: str) -> bool:
    return line.startswith("saved ") and line.endswith("\n")


def kill_often(path: Path, times: int) -> float:
    """Kill so often, print what was seen, and return the seconds of the slowest opening."""
    small_collection(path, questions=300)
    dice = random.Random(7)
    seen = [kill_once(path, dice) for _ in range(times)]
    labels, slowest = sum(count for count, _ in seen), max(taken for _, taken in seen)
    print(f"{times} kills, {labels} entries shown as saved, 0 missing, slowest opening {slowest:.2f} s")
    assert labels > 0
    return slowest


@pytest.mark.long
def test_what_was_shown_as_saved_survives_kill(tmp_path: Path) -> None:
    kill_often(tmp_path / "a.jury", 3)


@pytest.mark.soak
def test_what_was_shown_as_saved_survives_300_kills(tmp_path: Path) -> None:
    assert kill_often(tmp_path / "a.jury", 300) < 2
