"""A table on the clipboard for a spreadsheet, as LaTeX or Markdown, or in a file as CSV or Excel too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QObject, Signal

from jurybox.errors import Refused
from jurybox.results.writing import csv, excel, latex, markdown
from jurybox_gui.desks.export import PICTURES, PictureExport, ask_picture, copy_table
from jurybox_gui.dialogs.files import ask_save

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import pandas as pd
    from PySide6.QtWidgets import QWidget

    from jurybox.figures import Figure
    from jurybox.settings import Settings

FORMS = {".csv": csv, ".tex": latex, ".md": markdown}
_TABLES = "CSV, unrounded (*.csv);;Excel, unrounded (*.xlsx);;LaTeX (*.tex);;Markdown (*.md)"


class TableExport(QObject):
    """Copies and writes what the desk shows; `reported` gives the result in a sentence.

    `shown` returns the table and the picture beside it, None where there is none.
    """

    reported = Signal(str)

    def __init__(
        self,
        parent: QWidget,
        settings: Settings,
        shown: Callable[[], tuple[pd.DataFrame | None, Figure | None]],
    ) -> None:
        super().__init__(parent)
        self._widget, self._settings, self._shown = parent, settings, shown
        self.pictures = PictureExport(parent, settings)
        self.pictures.reported.connect(self.reported)

    def copy(self, form: Literal["text", "latex", "markdown"]) -> None:
        """Put the table on the clipboard in a form."""
        table, _ = self._shown()
        if table is not None:
            self.reported.emit(copy_table(table, form))

    def export(self) -> None:
        """Ask for a file and write the table there, or the picture beside it; the ending says the form."""
        table, figure = self._shown()
        if table is None:
            return
        name = table.attrs["name"]

        def write(path: Path) -> None:
            try:
                write_table(table, path)
                self.reported.emit(f"Written: {path}")
            except Refused as error:
                self.reported.emit(str(error))

        def export_table() -> None:
            ask_save(self._widget, "Export table", _TABLES, write, f"{name}.csv")

        if figure is None:
            export_table()
            return
        ask_picture(
            self._widget,
            self._settings,
            (figure,),
            f"{name}.svg",
            lambda path: self.pictures.write((figure,), path),
            kinds=PICTURES,
            table=export_table,
        )


def write_table(table: pd.DataFrame, path: Path) -> None:
    """Write a table in the form that the ending of the file says; Refused for another or a full disk."""
    ending = path.suffix.lower()
    if ending not in {".xlsx", *FORMS}:
        raise Refused(f"{path.name} is not a table; name it .csv, .xlsx, .tex or .md. Nothing was written.")
    try:
        path.write_bytes(excel([table]) if ending == ".xlsx" else FORMS[ending](table).encode())
    except OSError as error:
        reason = error.strerror or "the disk refused"
        raise Refused(
            f"The table could not be written to {path}: {reason}. The collection is safe."
        ) from error
