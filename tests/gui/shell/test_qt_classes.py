"""Classes of Qt are made on the window's thread alone.

PySide keeps what it knows of classes in a table that a painting window reads without a lock: where another
thread makes a class meanwhile, the program can end with a segmentation fault. A class is made where the
module that holds it is loaded.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from patience import PATIENCE
from sweeps import swept

CHILD = """
import sys, threading

class Guard:
    def find_spec(self, name, path=None, target=None):
        of_qt = name.split(".")[0] in {"jurybox_gui", "pyqtgraph", "PySide6"}
        if of_qt and threading.current_thread() is not threading.main_thread():
            print(name, "is loaded on another thread", flush=True)

sys.meta_path.insert(0, Guard())
from jurybox_gui.cli import main
main()
"""


@pytest.mark.parametrize(
    ("desk", "keys"),
    [("scores", "Ctrl+1"), *swept([("judge", "Ctrl+K"), ("disagreements", "t"), ("spaces", "F1"), ("campaign", "")])],
)
def test_no_module_with_classes_of_qt_is_loaded_on_another_thread(tmp_path: Path, desk: str, keys: str) -> None:
    demo, picture = tmp_path / "demo.jury", tmp_path / "desk.png"
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    for words in (
        ("demo", "validation", "--no-window", "--to", str(demo)),
        ("shot", str(demo), "--desk", desk, "-o", str(picture), *(("--keys", keys) if keys else ())),
    ):
        found = subprocess.run(
            [sys.executable, "-c", CHILD, *words],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            env=environment,
            check=True,
        )
        assert "on another thread" not in found.stdout
    assert picture.is_file()
