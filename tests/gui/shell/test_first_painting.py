"""What is loaded when the window is first painted: nothing that takes long, with a file or without."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from patience import PATIENCE
from small import small_collection

CHILD = """
import json, os, sys
from pathlib import Path
import jurybox_gui.shell.application as program
from jurybox.settings import Settings
from jurybox_gui.run import qt_application
app = qt_application()
shell = program.Application(app, Settings(Path(sys.argv[1])))
def tell():
    from PySide6 import QtGui, QtWidgets
    print(json.dumps([sorted(sys.modules), sorted({*vars(QtGui), *vars(QtWidgets)})]), flush=True)
    os._exit(0)
class Window(program.Window):
    def paintEvent(self, event):
        super().paintEvent(event)
        tell()
program.Window = Window
shell.show(Path(sys.argv[2]) if sys.argv[2:] else None)
app.exec()
"""
SLOW = {"matplotlib", "numpy", "pandas", "pyqtgraph", "rapidfuzz", "scipy", "sqlite3", "sqlite_utils"}
SLOW |= {"dataclasses"}  # with the methods of a class of thirty fields: records of the start are named tuples
SLOW_CLASSES = {"QAccessible", "QHeaderView", "QPlainTextEdit", "QTextEdit", "QComboBox", "QAbstractSpinBox"}
"""Classes of Qt that PySide makes when they are first named, with all their enumerations."""


@pytest.mark.parametrize("with_file", [False, True])
@pytest.mark.sweep
def test_the_window_is_painted_before_anything_slow_is_loaded(tmp_path: Path, *, with_file: bool) -> None:
    words = [str(small_collection(tmp_path / "a.jury"))] if with_file else []
    command = [sys.executable, "-c", CHILD, str(tmp_path / "settings.json"), *words]
    result = subprocess.run(command, capture_output=True, text=True, check=True, timeout=PATIENCE)
    loaded, made = map(set, json.loads(result.stdout))
    assert "jurybox_gui.shell.window" in loaded
    assert loaded & SLOW == set()
    assert "QPainter" in made
    assert made & SLOW_CLASSES == set()
    assert {name for name in loaded if name.startswith("jurybox_gui.desks.")} == {
        "jurybox_gui.desks.boards",
        "jurybox_gui.desks.directory",
    }


def test_no_source_is_read_of_modules_that_are_loaded_after_qt() -> None:
    code = "import linecache, jurybox_gui.run, colorsys; print(colorsys.__file__ in linecache.cache)"
    command = [sys.executable, "-c", code]
    result = subprocess.run(command, capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert result.stdout == "False\n"


def test_it_starts_in_the_style_it_paints_for_whatever_the_system_wants() -> None:
    code = "from jurybox_gui.run import qt_application; print(qt_application().style().objectName())"
    environ = {**os.environ, "QT_STYLE_OVERRIDE": "windows"}
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environ, timeout=PATIENCE
    )
    assert result.stdout == "fusion\n"
