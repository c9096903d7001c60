"""Numbers and dates are English in every language; Qt's own dialogs speak the language in force."""

import os
import subprocess
import sys

import pytest


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


@pytest.mark.parametrize(("language", "cancel"), [("en", "Cancel"), ("es", "Cancelar"), ("ja", "キャンセル")])
def test_the_dialogs_of_qt_speak_the_language_in_force(language: str, cancel: str) -> None:
    code = (
        "import sys; from jurybox_gui.run import qt_application; app = qt_application();"
        "sys.stdout.buffer.write(app.translate('QPlatformTheme', 'Cancel').encode())"
    )
    environ = os.environ | {"JURYBOX_LANGUAGE": language}
    found = subprocess.run([sys.executable, "-c", code], env=environ, capture_output=True, check=True)
    assert found.stdout.decode() == cancel
