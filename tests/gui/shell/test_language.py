"""Numbers and dates are English in every language; Qt's own dialogs speak the language in force."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from sweeps import swept


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
@pytest.mark.sweep
def test_the_dialogs_of_qt_speak_the_language_in_force(language: str, cancel: str) -> None:
    code = (
        "import sys; from jurybox_gui.run import qt_application; app = qt_application();"
        "sys.stdout.buffer.write(app.translate('QPlatformTheme', 'Cancel').encode())"
    )
    environ = os.environ | {"JURYBOX_LANGUAGE": language}
    found = subprocess.run([sys.executable, "-c", code], env=environ, capture_output=True, check=True)
    assert found.stdout.decode() == cancel


FILES = """
import sys
from jurybox_gui.run import qt_application
app = qt_application()
from PySide6.QtWidgets import QFileDialog, QLabel
dialog = QFileDialog(None, "", sys.argv[1])
dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
dialog.show()
words = [label.text() for label in dialog.findChildren(QLabel)]
words.append(app.translate("QAbstractFileIconProvider", "Folder"))
sys.stdout.buffer.write("|".join(words).encode())
"""


@pytest.mark.parametrize("language", ["es", *swept(["ja"])])
def test_the_dialog_for_files_has_no_english_words(language: str, tmp_path: Path) -> None:
    said = []
    for one in ("en", language):
        environ = os.environ | {"JURYBOX_LANGUAGE": one, "QT_QPA_PLATFORM": "offscreen"}
        command = [sys.executable, "-c", FILES, str(tmp_path)]
        found = subprocess.run(command, env=environ, capture_output=True, check=True)
        said.append(found.stdout.decode().split("|"))
    assert {"&Look in:", "Files of &type:", "Folder"} <= set(said[0])
    assert not set(said[0]) & set(said[1]) - {""}


FIND = """
import sys
from types import SimpleNamespace
from jurybox.language import tr
from jurybox_gui.dialogs.palette_search import action_provider, search
texts = tr("Undo"), tr("Redo")
kind = {"desk": "", "menu": "", "words": (), "palette": True, "judges": False}
specs = [SimpleNamespace(id=one, text=one, **kind) for one in texts]
known = {"specs": lambda: specs, "possible": lambda _: True, "keys": lambda _: (), "name": str}
registry = SimpleNamespace(desk="", trigger=print, **known)
provide = action_provider(registry, lambda _: "")
assert [search([provide], query)[0].text for query in ("undo", texts[0])] == [texts[0]] * 2
sys.stdout.buffer.write(texts[0].encode())
"""


@pytest.mark.parametrize(("language", "undo"), [("en", "Undo"), ("es", "Deshacer"), ("ja", "元に戻す")])
@pytest.mark.sweep
def test_the_palette_finds_an_action_by_its_english_name_too(language: str, undo: str) -> None:
    environ = os.environ | {"JURYBOX_LANGUAGE": language}
    found = subprocess.run([sys.executable, "-c", FIND], env=environ, capture_output=True, check=True)
    assert found.stdout.decode() == undo
