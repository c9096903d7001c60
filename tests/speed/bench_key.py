"""T12: from a key of the X server to the painted label, and to *saved*; the pixel is polled from outside.

Run by hand, with Xvfb installed: python tests/speed/bench_key.py
"""

import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from common import median, p99, report_ratio
from x_keys import Screen, missing, x_server

from jurybox.demos import build_demo

BLOCKS, ROUNDS, WARM = 3, 60, 10
WINDOWS = Path(__file__).with_name("key_windows.py")


class Child:
    """One of the two windows, in a process of its own."""

    def __init__(self, display: str, *words: str) -> None:
        environment = os.environ | {"DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
        self.process = subprocess.Popen(
            [sys.executable, str(WINDOWS), *words], stdout=subprocess.PIPE, text=True, env=environment
        )
        assert self.process.stdout
        place = self.process.stdout.readline().split()
        if not place:
            sys.exit("The window did not start; what it said of that is above.")
        self.spot = (int(place[1]), int(place[2]))

    def wait_saved(self) -> None:
        """Wait for the line that says so."""
        assert self.process.stdout
        assert self.process.stdout.readline() == "saved\n"

    def close(self) -> None:
        """End it."""
        self.process.kill()
        self.process.wait()


class PlainCommits:
    """Commits of one row in the same mode on the same disk, timed one by one."""

    def __init__(self, path: Path) -> None:
        self._db = sqlite3.connect(path, isolation_level=None)
        self._db.execute("PRAGMA synchronous = EXTRA")
        self._db.execute("CREATE TABLE plain (id INTEGER PRIMARY KEY, hash BLOB, label TEXT)")
        self.times: list[float] = []

    def one(self) -> None:
        """Commit a row."""
        started = time.perf_counter()
        self._db.execute("BEGIN IMMEDIATE")
        self._db.execute("INSERT INTO plain (hash, label) VALUES (zeroblob(32), 'correct')")
        self._db.execute("COMMIT")
        self.times.append(time.perf_counter() - started)


def press(screen: Screen, child: Child, key: str, *, saved: bool) -> tuple[float, float]:
    """Press a key; return the seconds to the painted pixel and, if asked, to *saved*."""
    started = time.perf_counter()
    painted = screen.seconds_until_changed(*child.spot, key)
    if saved:
        child.wait_saved()
    return painted, time.perf_counter() - started


def main(folder: Path) -> None:
    """Measure and print."""
    demo = build_demo("validation", folder / "demo.jury")
    with x_server(managed=False) as display:
        screen, commits = Screen(display), PlainCommits(folder / "plain.db")
        plain, painted, stored = [], [], []
        for _ in range(BLOCKS):
            simple = Child(display, "paint")
            for number in range(ROUNDS + WARM):
                taken, _ = press(screen, simple, "12"[number % 2], saved=False)
                plain += [taken] if number >= WARM else []
                time.sleep(0.05)
            simple.close()
            desk = Child(display, "judge", str(demo), str(folder / "settings.json"))
            for number in range(ROUNDS + WARM):
                taken, until_saved = press(screen, desk, "12"[number % 2], saved=True)
                if number >= WARM:
                    painted.append(taken)
                    stored.append(until_saved)
                    commits.one()
                time.sleep(0.1)
            desk.close()
        screen.close()
    for name, times in (
        ("paint only", plain),
        ("label painted", painted),
        ("saved", stored),
        ("commit", commits.times),
    ):
        print(f"{name:14} median {median(times) * 1e3:.2f} ms, p99 {p99(times) * 1e3:.2f} ms")
    report_ratio("T12a", "key to painted label / paint only", median(painted) / median(plain), 2.5)
    limit = median(plain) + 1.5 * median(commits.times)
    report_ratio("T12b", "key to saved / (paint only + 1.5 commits)", median(stored) / limit, 1.3)


if __name__ == "__main__":
    if why := missing():
        sys.exit(why)
    with tempfile.TemporaryDirectory() as place:
        main(Path(place))
