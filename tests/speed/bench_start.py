"""T13: from start to the first painted window, against a window of Qt alone, in alternating processes.

Run by hand: python tests/speed/bench_start.py

All run from compiled modules, as an installed program does, whatever the environment says, and the time is
that of the processor for the whole process, the start of Python included. Printed beside it are the times of
the command line, and of a bare window that names something of `Qt`, as every program does that paints: PySide
then makes all of its enumerations.
"""

import os
import resource
import subprocess
import sys
import tempfile

from common import ROOT, median, report_ratio

ROUNDS = 15
BARE = """
import os
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QWidget
class Window(QWidget):
    def paintEvent(self, event):
        QTimer.singleShot(0, lambda: os._exit(0))
        super().paintEvent(event)
app = QApplication([])
window = Window()
window.resize(1280, 800)
window.show()
app.exec()
"""
NAMES_QT = BARE.replace("import QTimer", "import Qt, QTimer").replace("app =", "Qt.AlignmentFlag\napp =")
OURS = """
import gc, os
import jurybox_gui.run
gc.disable()  # as run_window does before it loads the window
import jurybox_gui.shell.application
from PySide6.QtCore import QTimer
class Window(jurybox_gui.shell.application.Window):
    {method}
jurybox_gui.shell.application.Window = Window
jurybox_gui.run.run_window(None)
"""
FIRST = """def paintEvent(self, event):
        QTimer.singleShot(0, lambda: os._exit(0))
        super().paintEvent(event)"""
PAGE = """def show_desk(self, desk):
        super().show_desk(desk)
        self.stack.currentWidget().repaint()
        os._exit(0)"""
COMMAND = "import sys; sys.argv[1:] = {words}; from jurybox_gui.cli import main; main()"
CODES = {
    "python alone": "pass",
    "Qt only": BARE,
    "Qt only, naming Qt": NAMES_QT,
    "first painted window": OURS.format(method=FIRST),
    "start page painted": OURS.format(method=PAGE),
    "click alone": "import click",
    "jurybox --version": COMMAND.format(words=["--version"]),
    "jurybox --help": COMMAND.format(words=["--help"]),
    "jurybox score --help": COMMAND.format(words=["score", "--help"]),
}


def timed(code: str, home: str) -> float:
    """Return the processor seconds of a process; the first one in a home compiles what it loads."""
    environ = os.environ | {"PYTHONPYCACHEPREFIX": home, "PYTHONDONTWRITEBYTECODE": ""}
    environ |= {"XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home}
    environ["PYTHONPATH"] = os.pathsep.join((str(ROOT / "model"), str(ROOT / "gui")))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], env=environ, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Measure and print."""
    times: dict[str, list[float]] = {name: [] for name in CODES}
    with tempfile.TemporaryDirectory() as home:
        for number in range(ROUNDS + 2):
            for name, code in CODES.items():
                taken = timed(code, home)
                if number >= 2:
                    times[name].append(taken)
    found = {name: median(each) for name, each in times.items()}
    print(", ".join(f"{name} {seconds:.3f} s" for name, seconds in found.items()))
    window = found["first painted window"]
    report_ratio("T13", "first painted window / Qt only", window / found["Qt only"], 1.5)
    print(f"     first painted window / Qt only, naming Qt: {window / found['Qt only, naming Qt']:.2f}")
    print(f"     start page painted / Qt only: {found['start page painted'] / found['Qt only']:.2f}")


if __name__ == "__main__":
    main()
