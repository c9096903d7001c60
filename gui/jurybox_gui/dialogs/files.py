"""Asking for files and folders without blocking the window: the answer goes to a callable."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from jurybox.language import tr

if TYPE_CHECKING:
    from PySide6.QtWidgets import QFileDialog, QWidget

COLLECTIONS = tr("Jurybox collections (*.jury)")
PAGES = tr("Pages for any browser (*.html)")
RETURNED = tr("Returned files (*.jury *.jury-labels *.jury-labels.txt)")
ANY = tr("All files (*)")

Then = Callable[[Path], object]

_FOLDER = "folderOfFiles"


def start_in(window: QWidget, folder: Path) -> None:
    """Set the folder in which dialogs of a window begin: that of the file last opened or chosen."""
    window.setProperty(_FOLDER, str(folder))


def ask_open(parent: QWidget, title: str, kinds: str, then: Then) -> None:
    """Ask for an existing file."""
    dialog = _dialog(parent, title, kinds)
    dialog.setFileMode(dialog.FileMode.ExistingFile)
    _show(dialog, then)


def ask_open_many(parent: QWidget, title: str, kinds: str, then: Callable[[list[Path]], object]) -> None:
    """Ask for one or more existing files."""
    dialog = _dialog(parent, title, kinds)
    dialog.setFileMode(dialog.FileMode.ExistingFiles)
    dialog.filesSelected.connect(lambda names: then([Path(name) for name in names]))
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()


def ask_save(parent: QWidget, title: str, kinds: str, then: Then, name: str = "") -> None:
    """Ask for the name of a new file; its suffix is that of the chosen kind, such as `Text files (*.txt)`.

    `kinds`: one, or several separated by `;;`, the default first; `name`: the proposed name.
    """
    dialog = _dialog(parent, title, kinds)
    dialog.setAcceptMode(dialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(_ending(kinds.partition(";;")[0]))
    dialog.filterSelected.connect(lambda kind: dialog.setDefaultSuffix(_ending(kind)))
    dialog.selectFile(name)
    _show(dialog, then)


def ask_folder(parent: QWidget, title: str, then: Then) -> None:
    """Ask for a folder."""
    dialog = _dialog(parent, title)
    dialog.setFileMode(dialog.FileMode.Directory)
    dialog.setOption(dialog.Option.ShowDirsOnly)
    _show(dialog, then)


def ask_new_folder(parent: QWidget, title: str, name: str, then: Then) -> None:
    """Ask for the name of a new folder, such as `name` in the folder shown."""
    dialog = _dialog(parent, title)
    dialog.setAcceptMode(dialog.AcceptMode.AcceptSave)
    dialog.setFileMode(dialog.FileMode.AnyFile)
    dialog.setOption(dialog.Option.DontConfirmOverwrite)  # writing refuses a folder with other files
    dialog.setLabelText(dialog.DialogLabel.FileName, tr("New folder:"))
    dialog.selectFile(name)
    _show(dialog, then)


def _ending(kind: str) -> str:
    return kind.partition("*.")[2].rstrip(")")


def _dialog(parent: QWidget, title: str, kinds: str = "") -> QFileDialog:
    """Return a new dialog; its class is imported only here, after the window is shown."""
    from PySide6.QtWidgets import QFileDialog

    dialog = QFileDialog(parent, title, parent.window().property(_FOLDER) or "", kinds)
    window = parent.window()
    dialog.filesSelected.connect(lambda names: start_in(window, Path(names[0]).parent))
    return dialog


def _show(dialog: QFileDialog, then: Then) -> None:
    dialog.fileSelected.connect(lambda name: then(Path(name)))
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()
