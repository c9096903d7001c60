"""What one key costs at Judge, counted rather than timed: run by hand, `python tests/speed/bench_calls.py`.

T19  calls of Python functions of the program until the handler of the key returns, mean of many keys
T18  the same until the last pixel that follows from the key is painted, strip, spaces and queue included

Calls are the same whatever else the computer does. `--profile` prints where they come from. Nothing here is
a test.
"""

import sys
import tempfile
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Self

from common import ROOT, report_ratio
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from jurybox.demos import build_demo
from jurybox.settings import Settings

KEYS = 40
PARTS = (str(ROOT / "model"), str(ROOT / "gui"))


class Calls:
    """Counts calls of functions of the program while it is entered, by file and function."""

    def __init__(self) -> None:
        self.found: Counter[tuple[str, str]] = Counter()

    def __enter__(self) -> Self:
        sys.setprofile(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _note(self, frame: FrameType, event: str, _what: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(PARTS):
            self.found[code.co_filename.removeprefix(str(ROOT)), code.co_qualname] += 1

    def tell(self, keys: int) -> None:
        """Print which functions were called most, for each key."""
        for (file, name), count in self.found.most_common(45):
            print(f"      {count / keys:8.1f}  {file}  {name}")


def main(folder: Path) -> None:
    """Press keys and count."""
    from jurybox_gui.core.pending import end_pauses, is_pausing
    from jurybox_gui.run import qt_application
    from jurybox_gui.shell.application import Application

    qt = qt_application()
    app = Application(qt, Settings(folder / "settings.json"), asks=False)
    window = app.show(build_demo("validation", folder / "demo.jury"))
    window.resize(1920, 1080)
    while app.bridge is None:
        QTest.qWait(10)

    def settle(calls: Calls) -> None:
        """Let everything happen that follows; to ask whether it has is not counted."""
        while True:
            while not app.is_settled:
                with calls:
                    QApplication.processEvents()
            if not is_pausing():
                break
            with calls:
                end_pauses()
        with calls:
            QTest.qWait(1)
            QApplication.sendPostedEvents()

    settle(Calls())
    at_once, after = Calls(), Calls()
    for number in range(KEYS):
        key = (Qt.Key.Key_1, Qt.Key.Key_2)[number % 3 == 0]
        target = QApplication.focusWidget() or window
        with at_once:
            QTest.keyClick(target, key)
        settle(after)
    first, rest = (each.found.total() / KEYS for each in (at_once, after))
    report_ratio("T19", "calls until the handler of the key returns", first, 350)
    report_ratio("T18", "calls until the last pixel is painted", first + rest, 2_500)
    if "--profile" in sys.argv:
        print("T19")
        at_once.tell(KEYS)
        print("T18, behind it")
        after.tell(KEYS)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        main(Path(place))
