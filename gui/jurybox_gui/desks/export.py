"""What leaves the window: pictures, written for print on another thread or copied, and copied tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QMimeData, QObject, Signal
from PySide6.QtGui import QGuiApplication

from jurybox.errors import Refused
from jurybox.figures import text_alternative
from jurybox.results.writing import latex, markdown, spreadsheet
from jurybox_gui.core.tasks import Task
from jurybox_gui.dialogs.files import ask_save

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    import pandas as pd
    from PySide6.QtWidgets import QWidget

    from jurybox.figures import Figure
    from jurybox.watch import Watch

KINDS = "SVG picture (*.svg);;PDF for print (*.pdf);;PNG at print size (*.png);;Data as CSV (*.csv)"


def ask_where(parent: QWidget, name: str, then: Callable[[Path], object]) -> None:
    """Ask for the file to write a picture to; its ending says the format."""
    ask_save(parent, "Export the picture", KINDS, then, name)


def paths_for(path: Path, figures: Sequence[Figure]) -> list[Path]:
    """Return where each figure goes: the file itself, or one beside it for each of several figures."""
    if len(figures) == 1:
        return [path]
    words = ("-".join(figure.title.lower().split()) for figure in figures)
    return [path.with_name(f"{path.stem}-{word}{path.suffix}") for word in words]


def copy_table(frame: pd.DataFrame, form: Literal["text", "latex", "markdown"]) -> str:
    """Put a table on the clipboard, and return the sentence that says so.

    As text it is for spreadsheets, with unrounded numbers; the other forms are for papers, and rounded.
    """
    write, as_what = {
        "text": (spreadsheet, ", with unrounded numbers"),
        "latex": (latex, " as LaTeX, with rounded numbers"),
        "markdown": (markdown, " as Markdown, with rounded numbers"),
    }[form]
    QGuiApplication.clipboard().setText(write(frame))
    return f"The table is on the clipboard{as_what}."


class PictureExport(QObject):
    """Writes and copies what a desk shows; `reported` gives the result in a sentence."""

    reported = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)

    def write(self, figures: Sequence[Figure], path: Path) -> None:
        """Write figures on another thread, in the format that the file's name asks for."""

        def work(_watch: Watch) -> list[Path]:
            from jurybox_gui.plots.print_painter import write_picture

            paths = paths_for(path, figures)
            for figure, where in zip(figures, paths, strict=True):
                write_picture(figure, where)
            return paths

        task = Task(work, self)
        task.done.connect(
            lambda paths: self.reported.emit(f"Written: {', '.join(one.name for one in paths)}")
        )
        task.failed.connect(self._failed)
        self.reported.emit("Writing…")
        task.start()

    def copy(self, widget: QWidget, figures: Sequence[Figure]) -> None:
        """Put what a widget shows on the clipboard as an image, with the figures in words beside it."""
        data = QMimeData()
        data.setImageData(widget.grab().toImage())
        data.setText("\n\n".join(text_alternative(figure) for figure in figures))
        QGuiApplication.clipboard().setMimeData(data)
        self.reported.emit("Copied as image and as text")

    def _failed(self, error: Exception) -> None:
        if not isinstance(error, Refused):
            raise error
        self.reported.emit(str(error))
