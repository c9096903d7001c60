"""The program writes English, whatever the language of the computer."""

import os
import subprocess
import sys


def test_numbers_and_dates_are_written_in_english_everywhere() -> None:
    code = (
        "import locale; from jurybox_gui.run import qt_application; app = qt_application();"
        "from PySide6.QtWidgets import QSpinBox; box = QSpinBox(value=15);"
        "print(box.text(), locale.setlocale(locale.LC_TIME))"
    )
    for language in ("C.UTF-8", "ar_EG.UTF-8"):
        found = subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"LC_ALL": language},
            capture_output=True,
            text=True,
            check=True,
        )
        assert found.stdout.split() == ["15", "C"]
