"""A person at work, as a process that can be killed: the real window, real keys, and what it showed as saved.

Run as: python victim.py FILE ASSESSOR SECONDS [EVERY_MS]. Each hash that is printed was in the log when the
status line said that everything is saved.
"""

import os
import random
import sys
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "model"), str(ROOT / "gui")]

from PySide6.QtCore import QEvent, Qt, QTimer  # noqa: E402
from PySide6.QtGui import QKeyEvent  # noqa: E402
from PySide6.QtWidgets import QApplication  # noqa: E402

from jurybox.settings import Settings  # noqa: E402
from jurybox_gui.run import qt_application  # noqa: E402
from jurybox_gui.shell.application import Application  # noqa: E402

KEYS = [(Qt.Key.Key_1, "1"), (Qt.Key.Key_2, "2"), (Qt.Key.Key_3, "3"), (Qt.Key.Key_D, "d")]
NONE, CTRL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier


class Victim:
    """Presses keys, and prints what was shown as saved."""

    def __init__(self, app: Application, every: int) -> None:
        self.app = app
        self.dice = random.Random(os.getpid())
        self.reported = 0
        self.began: float | None = None
        self.timer = QTimer(app, interval=every)
        self.timer.timeout.connect(self.press)
        self.watch = QTimer(app, interval=5)
        self.watch.timeout.connect(self.look)
        self.watch.start()

    def look(self) -> None:
        """Begin when the file may be written; then print what the status line calls saved."""
        bridge = self.app.bridge
        if bridge is None or bridge.session.saving.read_only:
            return
        if self.began is None:
            self.reported = len(bridge.session.ledger)
            print("ready", flush=True)
            self.began = time.monotonic()
            self.timer.start()
        if self.app.window.status.state == "saved":
            ledger = bridge.session.ledger
            while self.reported < len(ledger) and ledger.rows[self.reported]:
                print("saved", ledger.hash_of(self.reported).hex(), flush=True)
                self.reported += 1

    def press(self) -> None:
        """Press a label key, now and then undo, redo or the next answer."""
        choice = self.dice.random()
        if choice < 0.8:
            self.send(*self.dice.choice(KEYS), NONE)
        elif choice < 0.9:
            self.send(Qt.Key.Key_Z, "", CTRL)
        elif choice < 0.95:
            self.send(Qt.Key.Key_Y, "", CTRL)
        else:
            self.send(Qt.Key.Key_Down, "", NONE)

    def send(self, key: Qt.Key, text: str, modifiers: Qt.KeyboardModifier) -> None:
        """Send a key to whoever has the keyboard, as the window system does."""
        if modifiers == CTRL:
            self.app.window.registry.trigger("edit.undo" if key == Qt.Key.Key_Z else "edit.redo")
            return
        target = QApplication.focusWidget() or self.app.window
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            QApplication.sendEvent(target, QKeyEvent(kind, key, modifiers, text))


def main() -> None:
    """Judge for so long, then close as a person does."""
    path, assessor, seconds = Path(sys.argv[1]), sys.argv[2], float(sys.argv[3])
    every = int(sys.argv[4]) if len(sys.argv) > 4 else 12
    qt = qt_application()
    app = Application(qt, Settings(path.with_name(f"{assessor}-settings.json")), asks=False)
    app.show(path, assessor=assessor)
    victim = Victim(app, every)

    def over() -> None:
        if victim.began is None or time.monotonic() - victim.began < seconds:
            return
        victim.timer.stop()
        bridge = app.bridge
        if bridge is not None and not bridge.session.saving.pending:
            victim.look()
            end.stop()
            print("closing", flush=True)
            app.quit()

    end = QTimer(app, interval=50)
    end.timeout.connect(over)
    end.start()
    qt.exec()


if __name__ == "__main__":
    main()
