"""A nugget board of real size under the keyboard: 300 nuggets, 500 responses, the longest still moment.

python tests/speed/bench_board.py
"""

import tempfile
import time
from pathlib import Path

from common import median, p99
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from jurybox.commands.nuggets import AddNugget
from jurybox.settings import Settings
from jurybox_gui.core.tasks import stop_all
from jurybox_gui.shell.application import Application

NUGGETS, RESPONSES, KEYS = 300, 500, 200
_FRAME = 1 / 60


def main() -> None:
    """Print key times and the longest pause of the event loop while keys are pressed."""
    from boards import other_collection

    with tempfile.TemporaryDirectory() as place:
        path = other_collection(Path(place) / "board.jury", responses=RESPONSES)
        app = QApplication([])
        program = Application(app, Settings(Path(place) / "settings.json"), asks=False)
        program.show(path, assessor="Ana")
        while program.bridge is None or program.bridge.session.saving.read_only:
            _turn(0.1)
        bridge = program.bridge
        for at in range(NUGGETS):
            bridge.session.execute(AddNugget(1, f"Nugget number {at}", importance=("vital", "okay")[at % 2]))
        bridge.goto(int(bridge.session.catalog.answers_of(1)[0]))
        _turn(1.0)
        desk = program.window.desk_widget("nuggets")
        beats: list[float] = []
        timer = QTimer(interval=1)
        last = [time.perf_counter()]

        def beat() -> None:
            now = time.perf_counter()
            beats.append(now - last[0])
            last[0] = now

        timer.timeout.connect(beat)
        timer.start()
        times = []
        for number in range(KEYS):
            key = QKeySequence(("Y", "X", "P", "X", "Down", "Space")[number % 6])[0]
            started = time.perf_counter()
            QTest.keyClick(desk, key.key(), key.keyboardModifiers())
            times.append(time.perf_counter() - started)
            _turn(0.02)
        print(f"{NUGGETS} nuggets x {RESPONSES} responses, {KEYS} keys")
        print(f"key handled: median {median(times) * 1e3:.1f} ms, p99 {p99(times) * 1e3:.1f} ms")
        print(f"longest still moment: {max(beats) * 1e3:.0f} ms ({max(beats) / _FRAME:.1f} frames)")
        timer.stop()
        program.quit()
        stop_all()
        _turn(0.2)


def _turn(seconds: float) -> None:
    loop = QEventLoop()
    QTimer.singleShot(round(seconds * 1000), loop.quit)
    loop.exec()


if __name__ == "__main__":
    main()
