"""The longest still moment of the window while somebody judges with real keys of an X server, kind by kind.

A timer beats every 4 ms in the window's thread; the longest gap between two beats while keys come is the
longest moment for which nothing would move. The same gap in a window without a collection, just before, tells
how much of it is the machine's. Run by hand, with Xvfb: python tests/speed/bench_still.py [kind ...]
"""

import itertools
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import common  # noqa: F401 -- finds the project
from generator import write_tables
from x_keys import Screen

from jurybox.collection.file import create
from jurybox.formats.importing import import_into

DISPLAY = ":94"
BEAT_MS = 4
KEYS = {
    "validation": "1212",
    "ranked": "ABCA",
    "factoid": "RWXU",
    "list": "1414",
}
COUNT, APART = 100, 0.25


def collection(folder: Path, kind: str) -> Path:
    """Write a collection of real size that three have judged most of, and a1 some."""
    tables = folder / f"{kind}-tables"
    write_tables(
        tables,
        kind=kind,  # type: ignore[arg-type]
        questions=200,
        answers_per_question=8,
        runs=16,
        assessors=3,
        judged=0.6,
    )
    path = folder / f"{kind}.jury"
    create(path, name=kind)
    import_into(path, [tables])
    return path


def window(path: str, settings: str) -> None:
    """Show the Judge desk and beat; every line from outside is answered with the longest gap since."""
    from PySide6.QtCore import QSocketNotifier, Qt, QTimer

    from jurybox.settings import Settings
    from jurybox_gui.app import Application
    from jurybox_gui.run import qt_application

    qt = qt_application()
    app = Application(qt, Settings(Path(settings)), asks=False)
    shown = app.show(Path(path), assessor="a1")
    shown.move(0, 0)
    beats = {"last": time.perf_counter(), "longest": 0.0}

    def beat() -> None:
        now = time.perf_counter()
        beats["longest"] = max(beats["longest"], now - beats["last"])
        beats["last"] = now

    timer = QTimer(qt, interval=BEAT_MS, timerType=Qt.TimerType.PreciseTimer)
    timer.timeout.connect(beat)
    timer.start()

    def answer() -> None:
        os.read(0, 64)
        session = app.bridge.session if app.bridge else None
        ready = session is not None and session.saving.read_only is None and not session.saving.pending
        entries = session.saving.entries if session is not None else 0
        print(int(ready), beats["longest"] * 1e3, entries, flush=True)
        beats["longest"] = 0.0

    told = QSocketNotifier(0, QSocketNotifier.Type.Read, qt)
    told.activated.connect(answer)
    qt.exec()


def walk(screen: Screen, path: Path, folder: Path, keys: str) -> tuple[float, float, int]:
    """Press keys at the window; return the longest still moment at rest and at work (ms), and the entries."""
    child = subprocess.Popen(
        [sys.executable, __file__, "--window", str(path), str(folder / "settings.json")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=os.environ | {"DISPLAY": DISPLAY, "QT_QPA_PLATFORM": "xcb"},
    )
    assert child.stdin
    assert child.stdout

    def ask() -> tuple[bool, float, int]:
        assert child.stdin
        assert child.stdout
        child.stdin.write("?\n")
        child.stdin.flush()
        ready, longest, entries = child.stdout.readline().split()
        return ready == "1", float(longest), int(entries)

    try:
        while not ask()[0]:
            time.sleep(0.2)
        time.sleep(3)
        before = ask()[2]
        time.sleep(COUNT * APART / 4)
        rest = ask()[1]
        for key in itertools.islice(itertools.cycle(keys), COUNT):
            screen.press(key)
            time.sleep(APART)
        time.sleep(0.5)
        _, work, after = ask()
        return rest, work, after - before
    finally:
        child.kill()
        child.wait()


def main(kinds: list[str]) -> None:
    """Measure each kind and print it."""
    server = subprocess.Popen(
        ["Xvfb", DISPLAY, "-screen", "0", "1280x800x24"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    time.sleep(1)
    try:
        screen = Screen(DISPLAY)
        with tempfile.TemporaryDirectory() as place:
            for kind in kinds:
                rest, work, entries = walk(screen, collection(Path(place), kind), Path(place), KEYS[kind])
                print(
                    f"{kind}: {COUNT} keys, {entries} labels saved; "
                    f"longest still moment {work:.0f} ms, at rest {rest:.0f} ms",
                    flush=True,
                )
    finally:
        server.kill()
        server.wait()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--window"]:
        window(*sys.argv[2:])
    elif not shutil.which("Xvfb"):
        sys.exit("Xvfb is needed.")
    else:
        main(sys.argv[1:] or list(KEYS))
