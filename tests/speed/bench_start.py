"""T13: from start to the first painted window, against a window of Qt alone, in alternating processes.

Run by hand: python tests/speed/bench_start.py
"""

import subprocess
import sys
import tempfile
import time

from common import ROOT, median, told

ROUNDS = 15
QT_ONLY = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QWidget
class Window(QWidget):
    def paintEvent(self, event):
        super().paintEvent(event)
        QTimer.singleShot(0, app.quit)
app = QApplication([])
window = Window()
window.resize(1280, 800)
window.show()
app.exec()
"""
OURS = """
import sys
sys.argv = ["jurybox"]
from PySide6.QtCore import QEvent, QObject, QTimer
from pathlib import Path
from jurybox_gui.run import qt_application
app = qt_application()
from jurybox_gui.app import Application
from jurybox.settings import Settings
class Watch(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            QTimer.singleShot(0, lambda: __import__("os")._exit(0))
        return False
shell = Application(app, Settings(Path(r"{settings}")))
watch = Watch()
window = shell.show(None if not r"{file}" else Path(r"{file}"))
window.centralWidget().installEventFilter(watch)
app.exec()
"""


def timed(code: str) -> float:
    """Return the seconds that a process takes."""
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, stderr=subprocess.DEVNULL)
    return time.perf_counter() - started


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as place:
        ours = OURS.format(settings=f"{place}/settings.json", file="")
        with_file = OURS.format(settings=f"{place}/settings.json", file=f"{place}/none.jury")
        times: list[list[float]] = [[], [], [], []]
        for number in range(ROUNDS + 2):
            for at, code in enumerate(("pass", QT_ONLY, ours, with_file)):
                taken = timed(code)
                if number >= 2:
                    times[at].append(taken)
    nothing, qt, start, opened = (median(found) for found in times)
    named = (("python alone", nothing), ("Qt only", qt), ("start page", start), ("with a file", opened))
    print(", ".join(f"{name} {seconds:.3f} s" for name, seconds in named))
    told("T13", "first painted window / Qt only, start page", start / qt, 1.5)
    told("T13", "first painted window / Qt only, with a file", opened / qt, 1.5)


if __name__ == "__main__":
    main()
