"""The stage with a demo on it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from demo_file import demo_file
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from jurybox.settings import Settings
from jurybox_gui.stage.program import StageProgram
from jurybox_gui.stage.window import StageWindow


class Demonstrator:
    """Somebody at the stage: presses keys and waits for what follows."""

    def __init__(self, qtbot: QtBot, app: QApplication, home: Path) -> None:
        self.qtbot = qtbot
        self.program = StageProgram(app, Settings(home / "settings.json"))

    @property
    def window(self) -> StageWindow:
        """The stage."""
        assert self.program.window is not None
        return self.program.window

    left = Qt.MouseButton.LeftButton

    def settle(self) -> None:
        """Wait until all that follows has happened and is shown."""
        self.qtbot.waitUntil(lambda: self.program.is_settled)

    def press(self, *keys: str) -> None:
        """Press keys, each after what the one before did."""
        for key in keys:
            QTest.keySequence(self.window, QKeySequence(key))
            self.settle()


@pytest.fixture
def stage(qtbot: QtBot, qapp: QApplication, home: Path, tmp_path: Path) -> Iterator[Callable[..., Demonstrator]]:
    """Return a function that puts a demo, or a file, on stage; it is closed afterwards."""
    there: list[Demonstrator] = []

    def stage(demo: str | Path = "validation", **how: object) -> Demonstrator:
        one = Demonstrator(qtbot, qapp, home)
        there.append(one)
        size = how.pop("size", (1024, 768))
        path = demo if isinstance(demo, Path) else demo_file(tmp_path / f"{demo}.jury", demo)
        window = one.program.open(path, **how)  # type: ignore[arg-type]
        window.resize(*size)  # type: ignore[misc]
        window.show()
        one.settle()
        return one

    yield stage
    for one in there:
        one.program.close()
