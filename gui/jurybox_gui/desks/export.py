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
from jurybox_gui.dialogs.picture_sheet import PictureSheet, paper_chosen

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    import pandas as pd
    from PySide6.QtWidgets import QWidget

    from jurybox.figures import Figure
    from jurybox.settings import Settings
    from jurybox.watch import Watch

PICTURES = "SVG picture (*.svg);;PDF for print (*.pdf);;PGF for LaTeX (*.pgf);;PNG at print size (*.png)"
_KINDS = f"{PICTURES};;Data as CSV (*.csv)"


def ask_picture(
    parent: QWidget,
    settings: Settings,
    figures: Sequence[Figure],
    name: str,
    then: Callable[[Path], object],
    *,
    kinds: str = _KINDS,
    table: Callable[[], object] | None = None,
) -> None:
    """Ask how pictures are printed, and then for their file, whose ending says the format.

    `table`: what exports the table that is shown with them, offered beside.
    """

    def ask() -> None:
        ask_save(parent, "Export picture", kinds, then, name)

    PictureSheet(parent.window(), settings, figures, ask, table).open_over()


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
    """Writes and copies what a desk shows; `reported` gives the result in a sentence.

    Pictures are printed as `settings` say.
    """

    reported = Signal(str)

    def __init__(self, parent: QWidget, settings: Settings) -> None:
        super().__init__(parent)
        self._settings = settings

    def write(self, figures: Sequence[Figure], path: Path) -> None:
        """Write figures into one file on another thread, in the format that its name asks for."""
        paper = paper_chosen(self._settings)

        def work(_watch: Watch) -> Path:
            from jurybox_gui.plots.print_painter import write_picture

            write_picture(figures, path, paper)
            return path

        task = Task(work, self)
        task.done.connect(lambda written: self.reported.emit(f"Written: {written.name}"))
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
