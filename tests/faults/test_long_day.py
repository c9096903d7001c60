"""A long day at the Judge desk: with the keys grows the log, and nothing else that the process holds.

JURYBOX_KEYS sets how many keys the soak presses.
"""

import json
import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from statistics import median

import pytest
from small import small_collection

from jurybox.collection.check import check
from jurybox.collection.file import open_reading

DAY = Path(__file__).with_name("long_day.py")
BYTES_OF_ENTRY = 2_500
"""What an entry takes that is said in an open window: it is kept whole, should the file be destroyed."""
NOISE = 8 << 20
"""Bytes that come and go, as an allocator keeps them and caches fill."""
FEW = {"descriptors": 2, "threads": 2, "widgets": 40}
"""What may come and go of these."""
Seen = dict[str, float]


def growth(seen: list[Seen]) -> list[str]:
    """Return what grew from the second quarter of a day to its last, in words."""
    quarter = max(1, len(seen) // 4)
    early, late = seen[quarter : 2 * quarter], seen[-quarter:]
    found = [
        f"{name}: {max(one[name] for one in early):.0f} became {min(one[name] for one in late):.0f}"
        for name, few in FEW.items()
        if min(one[name] for one in late) > max(one[name] for one in early) + few
    ]
    more = median(one["memory"] for one in late) - median(one["memory"] for one in early)
    entries = median(one["entries"] for one in late) - median(one["entries"] for one in early)
    if more > entries * BYTES_OF_ENTRY + NOISE:
        found.append(f"memory: {more / 2**20:.1f} MB more, with {entries:,.0f} entries more")
    # The quickest stretch says how quick the program is; the others, how busy the computer.
    before, after = (min(one["delay"] for one in part) for part in (early, late))
    if after > 2 * before + 0.01:
        found.append(f"delay: {1000 * before:.1f} ms became {1000 * after:.1f} ms")
    return found


def judge_for(keys: int, every: int, folder: Path) -> list[Seen]:
    """Let a process press so many keys, print what it held each time, and return it; the file is whole."""
    path = small_collection(folder / "a.jury", questions=300, answers=4)
    command = [sys.executable, str(DAY), str(path), str(keys), str(every)]
    seen: list[Seen] = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith("{"):
                seen.append(json.loads(line))
                print(line, end="", flush=True)
    assert process.returncode == 0
    with closing(open_reading(path)) as db:
        assert check(db) == []
        (kept,) = db.execute("SELECT count(*) FROM entry").fetchone()
    assert kept == seen[-1]["entries"] > keys / 10
    return seen


def a_day(**more: float) -> list[Seen]:
    """Return a quiet day of 40 looks; `more`: what is added with each."""
    quiet = {"memory": 2e8, "entries": 0.0, "descriptors": 15, "threads": 7, "widgets": 1500, "delay": 0.006}
    return [{name: value + at * more.get(name, 0) for name, value in quiet.items()} for at in range(40)]


@pytest.mark.parametrize(
    ("name", "each"), [("memory", 1e6), ("descriptors", 1), ("threads", 1), ("widgets", 5), ("delay", 0.005)]
)
def test_growth_is_seen(name: str, each: float) -> None:
    assert growth(a_day()) == growth(a_day(entries=1000, memory=1e6)) == []
    assert [one.partition(":")[0] for one in growth(a_day(**{name: each}))] == [name]


@pytest.mark.sweep
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="what a process holds is read there")
def test_an_hour_leaves_nothing_behind(tmp_path: Path) -> None:
    assert growth(judge_for(1_600, 100, tmp_path)) == []


@pytest.mark.soak
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="what a process holds is read there")
def test_a_long_day_leaves_nothing_behind(tmp_path: Path) -> None:
    keys = int(os.environ.get("JURYBOX_KEYS", "200000"))
    every = max(10, min(1_000, keys // 16))
    assert growth(judge_for(keys - keys % every, every, tmp_path)) == []
