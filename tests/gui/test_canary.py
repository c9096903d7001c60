"""PySide6 6.12.0 loses a reference to None with nearly every call: on Python 3.11 a long session aborts.

From Python 3.12 on None is immortal (PEP 683) and its count stands still; the child must live on any Python.
"""

import os
import subprocess
import sys

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

CALLS = 500
EMITS = 200_000
CHILD = f"""
from PySide6.QtCore import QCoreApplication, QObject, Signal

class Sender(QObject):
    sent = Signal(int)

app = QCoreApplication([])
sender, seen = Sender(), []
sender.sent.connect(seen.append)
for number in range({EMITS}):
    sender.sent.emit(number)
print(len(seen))
"""


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is immortal from Python 3.12 on")
def test_set_text_returns_every_reference_to_none(qtbot: QtBot) -> None:
    label = QLabel()
    qtbot.addWidget(label)
    label.setText("warm")
    before = sys.getrefcount(None)
    for number in range(CALLS):
        label.setText(str(number))
    lost = before - sys.getrefcount(None)
    assert abs(lost) < CALLS // 10, f"{CALLS} calls of setText lost {lost} references to None"


def test_a_child_lives_through_many_signals() -> None:
    command = [sys.executable, "-c", CHILD]
    environ = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    child = subprocess.run(command, check=False, capture_output=True, text=True, env=environ)
    assert (child.returncode, child.stdout.strip()) == (0, str(EMITS)), child.stderr[-500:]
