"""T18: the longest frame that follows a key at Judge, at 60 runs x 100,000 answers.

Run by hand: `python tests/speed/bench_frames.py [collection [keys]]`. Building the collection takes minutes,
so one that is named is built once and then kept; `--profile` prints what the thread of the window works at.

The time is that which the window's thread works in one turn of the event loop, so that a busy computer can
measure, too. Nothing here is a test.
"""

import cProfile
import pstats
import shutil
import sys
import tempfile
import time
from pathlib import Path

from common import median, p99, report_ratio
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from jurybox.settings import Settings

RUNS, QUESTIONS, ANSWERS_EACH = 60, 20_000, 5
KEYS = 120
FRAME_MS = 16.0


def build(path: Path) -> None:
    """Make a collection of that size, of which two assessors judged nine answers of ten."""
    from generator import write_tables

    from jurybox.collection.file import create
    from jurybox.formats.imports import import_into

    with tempfile.TemporaryDirectory() as tables:
        write_tables(Path(tables), questions=QUESTIONS, answers_per_question=ANSWERS_EACH, runs=RUNS, assessors=2)
        create(path, name="large")
        import_into(path, [Path(tables)])


class Turns:
    """Turns of the event loop, each with what its thread worked, in ms."""

    def __init__(self) -> None:
        self.taken: list[float] = []
        self.profile = cProfile.Profile(time.thread_time)
        self._profiles = "--profile" in sys.argv

    def one(self) -> None:
        """Let happen what is due."""
        started = time.thread_time()
        if self._profiles:
            self.profile.enable()
        QApplication.processEvents()
        self.profile.disable()
        self.taken.append(1000 * (time.thread_time() - started))


def main(path: Path, keys: int) -> None:
    """Press keys and measure."""
    from jurybox_gui.core.garbage import collect_between_events
    from jurybox_gui.core.pending import is_pausing
    from jurybox_gui.run import qt_application
    from jurybox_gui.shell.application import Application

    if not path.exists():
        build(path)
    with tempfile.TemporaryDirectory() as place:
        copy = Path(place) / "copy.jury"
        shutil.copy(path, copy)
        qt = qt_application()
        collect_between_events(qt)
        app = Application(qt, Settings(Path(place) / "settings.json"), asks=False)
        window = app.show(copy, assessor="a1", desk="judge")
        window.resize(1920, 1080)
        while app.bridge is None or app.bridge.session.saving.read_only:
            QTest.qWait(10)
        turns = Turns()

        def settle() -> None:
            while not app.is_settled or is_pausing():
                turns.one()
                time.sleep(0.001)
            turns.one()

        settle()
        handled, longest, every = [], [], []
        for number in range(keys):
            key = (Qt.Key.Key_1, Qt.Key.Key_2)[number % 3 == 0]
            turns.taken.clear()
            started = time.thread_time()
            QTest.keyClick(QApplication.focusWidget() or window, key)
            handled.append(1000 * (time.thread_time() - started))
            settle()
            longest.append(max(turns.taken))
            every += [turn for turn in turns.taken if turn > 1]
        board = app.bridge.scoreboard
        answers = len(app.bridge.session.catalog.answer_question)
        print(f"{0 if board is None else len(board.runs)} runs x {answers:,} answers, {keys} keys, ms:")
        for what, times in (("the key's handler", handled), ("longest turn", longest), ("a turn", every)):
            print(f"      {what:18} median {median(times):6.1f}   p99 {p99(times):6.1f}")
        report_ratio("T18", "p99 of the longest turn after a key, ms", p99(longest), FRAME_MS)
        if "--profile" in sys.argv:
            pstats.Stats(turns.profile).sort_stats("tottime").print_stats(40)
        app.quit()


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if not word.startswith("-")]
    with tempfile.TemporaryDirectory() as kept:
        main(Path(words[0]) if words else Path(kept) / "large.jury", int(words[1]) if words[1:] else KEYS)
