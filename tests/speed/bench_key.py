"""T12: from a key of the X server to the painted label, and to *saved*; the pixel is polled from outside.

Run by hand, with Xvfb installed: python tests/speed/bench_key.py
"""

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from common import median, p99, told
from x_keys import Screen

from jurybox.demos import build_demo

ROUNDS = 150
WINDOWS = Path(__file__).with_name("key_windows.py")
DISPLAY = ":97"


class Child:
    """One of the two windows, in a process of its own."""

    def __init__(self, *words: str) -> None:
        environment = os.environ | {"DISPLAY": DISPLAY, "QT_QPA_PLATFORM": "xcb"}
        self.process = subprocess.Popen(
            [sys.executable, str(WINDOWS), *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment,
        )
        assert self.process.stdout
        _, x, y = self.process.stdout.readline().split()
        self.spot = (int(x), int(y))

    def wait_saved(self) -> None:
        """Wait for the line that says so."""
        assert self.process.stdout
        assert self.process.stdout.readline() == "saved\n"

    def close(self) -> None:
        """End it."""
        self.process.kill()
        self.process.wait()


def plain_commits(path: Path, rounds: int) -> list[float]:
    """Time a plain commit of one row in the same mode on the same disk."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA synchronous = EXTRA")
    db.execute("CREATE TABLE plain (id INTEGER PRIMARY KEY, hash BLOB, label TEXT)")
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        db.execute("BEGIN IMMEDIATE")
        db.execute("INSERT INTO plain (hash, label) VALUES (zeroblob(32), 'correct')")
        db.execute("COMMIT")
        times.append(time.perf_counter() - started)
    return times


def keys_to_pixels(
    screen: Screen, child: Child, keys: tuple[str, str], *, saved: bool
) -> tuple[list[float], list[float]]:
    """Press two keys in turn; return seconds to the painted pixel and to *saved*."""
    painted, stored = [], []
    for number in range(ROUNDS + 10):
        started = time.perf_counter()
        taken = screen.seconds_until_changed(*child.spot, keys[number % 2])
        if saved:
            child.wait_saved()
        if number >= 10:
            painted.append(taken)
            stored.append(time.perf_counter() - started)
        time.sleep(0.05)
    return painted, stored


def main(folder: Path) -> None:
    """Measure and print."""
    demo = build_demo("validation", folder / "demo.jury")
    server = subprocess.Popen(
        ["Xvfb", DISPLAY, "-screen", "0", "1400x900x24"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    time.sleep(1)
    try:
        screen = Screen(DISPLAY)
        simple = Child("paint")
        plain, _ = keys_to_pixels(screen, simple, ("1", "2"), saved=False)
        simple.close()
        desk = Child("judge", str(demo), str(folder / "settings.json"))
        painted, stored = keys_to_pixels(screen, desk, ("1", "2"), saved=True)
        desk.close()
    finally:
        server.kill()
        server.wait()
    commits = plain_commits(folder / "plain.db", ROUNDS)
    for name, times in (
        ("paint only", plain),
        ("label painted", painted),
        ("saved", stored),
        ("commit", commits),
    ):
        print(f"{name:14} median {median(times) * 1e3:.2f} ms, p99 {p99(times) * 1e3:.2f} ms")
    told("T12a", "key to painted label / paint only", median(painted) / median(plain), 2.5)
    limit = median(plain) + 1.5 * median(commits)
    told("T12b", "key to saved / (paint only + 1.5 commits)", median(stored) / limit, 1.0)


if __name__ == "__main__":
    if not shutil.which("Xvfb"):
        sys.exit("Xvfb is needed.")
    with tempfile.TemporaryDirectory() as place:
        main(Path(place))
