"""A long day of judging, as a process: the real window, real keys, and what the process holds meanwhile.

Run as: python long_day.py FILE KEYS EVERY. After each EVERY keys it prints a line of JSON with `keys`,
`memory` (resident, in bytes), `descriptors`, `threads`, `delay` (median seconds from a key to its label on
the disk and in the status line), `slowest`, `entries` of the log, `objects` that Python tracks and `widgets`
that Qt has.
"""

import gc
import json
import os
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / part) for part in ("model", "gui", "tests/support")]

from patience import PATIENCE  # noqa: E402
from PySide6.QtCore import QEvent, QObject, Qt, QTimer  # noqa: E402
from PySide6.QtGui import QKeyEvent  # noqa: E402
from PySide6.QtWidgets import QApplication  # noqa: E402

from jurybox.settings import Settings  # noqa: E402
from jurybox_gui.run import qt_application  # noqa: E402
from jurybox_gui.shell.application import Application  # noqa: E402

LABELS = [(Qt.Key(Qt.Key.Key_0 + number), str(number)) for number in (1, 2, 3, 4)]
DEFER, SKIP = (Qt.Key.Key_D, "d"), (Qt.Key.Key_S, "s")
DOWN, UP, HOME = (Qt.Key.Key_Down, ""), (Qt.Key.Key_Up, ""), (Qt.Key.Key_Home, "")
HOME_AFTER = 400  # keys after which the person begins at the first answer, so that there is always more to do
DESK_AFTER = 500  # keys after which the person looks at another desk
DESKS = ("campaign", "disagreements", "scores")


Steps = Iterator[Callable[[], object]]
"""What a person does: after each step comes what they wait for before the next."""


class Day:
    """Presses one key after another, each when the last one is saved and shown.

    Every step is an event of its own, as keys are: what Qt deletes later it deletes between events.
    """

    def __init__(self, app: Application, keys: int, every: int) -> None:
        self.app, self.every = app, every
        self.dice = random.Random(7)
        self.keys = 0
        self.delays: list[float] = []
        self._steps = self.steps(keys)
        self._come: Callable[[], object] = lambda: True
        self._ends = time.monotonic() + PATIENCE
        self._timer = QTimer(app, interval=1)
        self._timer.timeout.connect(self.go_on)
        self._timer.start()

    def go_on(self) -> None:
        """Take the next step if what it waits for has come."""
        if self._come():
            following = next(self._steps, None)
            if following is None:
                self._timer.stop()
                self.app.quit()
                return
            self._come, self._ends = following, time.monotonic() + PATIENCE
        elif time.monotonic() > self._ends:
            print(f"key {self.keys} is not saved: {self.app.window.status.state}", file=sys.stderr)
            os._exit(1)

    def steps(self, keys: int) -> Steps:
        """Wait until labels can be given, and press so many keys."""
        app = self.app
        yield lambda: app.bridge is not None and not app.bridge.session.saving.read_only
        yield lambda: app.is_settled
        assert app.bridge is not None
        session = app.bridge.session
        print("ready", flush=True)
        while self.keys < keys:
            self.keys += 1
            if self.keys % DESK_AFTER == 1:  # at the first key, all: what a desk takes once is no growth
                chosen = DESKS if self.keys == 1 else (self.dice.choice(DESKS),)
                for desk in (*chosen, "judge"):
                    app.window.show_desk(desk)
                    yield lambda: app.is_settled
            before, began = len(session.ledger), time.perf_counter()
            self.press()
            if len(session.ledger) > before:
                yield lambda: not session.saving.pending and app.window.status.state == "saved"
                self.delays.append(time.perf_counter() - began)
            yield self.is_painted
            if self.keys % self.every == 0:
                yield lambda: app.is_settled
                print(json.dumps(self.seen()), flush=True)
                self.delays = []

    def is_painted(self) -> bool:
        """Return whether the next key will be taken for the answer that is shown."""
        judge: Any = self.app.window.desk_widget("judge")
        return bool(judge.gate.open)

    def press(self) -> None:
        """Press a key: mostly labels, now and then undo, redo, defer, skip or a walk through the answers."""
        choice = self.dice.random()
        if self.keys % HOME_AFTER == 0:
            self.send(*HOME)
        elif choice < 0.8:
            self.send(*self.dice.choice(LABELS))
        elif choice < 0.85:
            self.app.window.registry.trigger("edit.undo")
        elif choice < 0.88:
            self.app.window.registry.trigger("edit.redo")
        else:
            self.send(*self.dice.choice((DEFER, SKIP, DOWN, UP)))

    def send(self, key: Qt.Key, text: str) -> None:
        """Send a key to whoever has the keyboard, as the window system does."""
        target = QApplication.focusWidget() or self.app.window
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            QApplication.sendEvent(target, QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, text))

    def seen(self) -> dict[str, float]:
        """Return what the process holds now."""
        gc.collect()
        return {
            "keys": self.keys,
            "memory": resident(),
            "descriptors": len(list(Path("/proc/self/fd").iterdir())),
            "threads": len(list(Path("/proc/self/task").iterdir())),
            "delay": round(statistics.median(self.delays), 5),
            "slowest": round(max(self.delays), 5),
            "entries": 0 if self.app.bridge is None else len(self.app.bridge.session.ledger),
            "objects": len(gc.get_objects()),
            "widgets": sum(len(window.findChildren(QObject)) for window in self.app.windows),
        }


def resident() -> int:
    """Return the resident memory of this process in bytes."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) * 1024


def main() -> None:
    """Judge for so many keys."""
    path, keys, every = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    qt = qt_application()
    app = Application(qt, Settings(path.with_name("settings.json")), asks=False)
    app.show(path, assessor="Ana")
    day = Day(app, keys, every)
    qt.exec()
    assert day.keys == keys


if __name__ == "__main__":
    main()
