"""Pictures and tables that leave the window: written on another thread, or copied."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QMimeData, QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from jurybox.disk import write_whole
from jurybox.errors import Refused
from jurybox.figures import Figure, text_alternative
from jurybox.language import tr, trn
from jurybox.results.writing import file_of, latex, markdown, spreadsheet
from jurybox.settings import Settings
from jurybox.watch import Watch
from jurybox_gui.core.tasks import Task
from jurybox_gui.dialogs.ask import Ask
from jurybox_gui.dialogs.files import ask_save
from jurybox_gui.dialogs.picture_sheet import PictureSheet, paper_chosen

if TYPE_CHECKING:
    import pandas as pd


PICTURES = ";;".join(
    (
        tr("SVG picture (*.svg)"),
        tr("PDF for print (*.pdf)"),
        tr("PGF for LaTeX (*.pgf)"),
        tr("PNG at print size (*.png)"),
    )
)
_KINDS = ";;".join((PICTURES, tr("Data as CSV (*.csv)")))
_ONE_TABLE = tr("CSV, unrounded (*.csv)")
_TABLES = ";;".join(
    (
        tr("Excel, unrounded (*.xlsx)"),
        tr("LaTeX (*.tex)"),
        tr("Markdown (*.md)"),
        tr("HTML page (*.html)"),
        tr("JSON, unrounded (*.json)"),
    )
)
Form = Literal["text", "latex", "markdown"]
"""How a table is copied."""


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
    """Ask for the print options of pictures, and then for their file, whose suffix sets the format.

    `table`: exports the table shown with them, as an alternative.
    """

    def ask() -> None:
        ask_save(parent, tr("Export picture"), kinds, then, name)

    PictureSheet(parent.window(), settings, figures, ask, table).open_over()


def copy_tables(frames: Sequence[pd.DataFrame], form: Form) -> str:
    """Copy tables to the clipboard one below the other, and return a sentence that reports it.

    Text is for spreadsheets, with unrounded numbers; the other forms are for papers, and rounded.
    """
    write = {"text": spreadsheet, "latex": latex, "markdown": markdown}[form]
    QGuiApplication.clipboard().setText("\n\n".join(map(write, frames)))
    n = len(frames)
    return {
        "text": trn(
            "The table is on the clipboard, with unrounded numbers.",
            "{n} tables are on the clipboard, with unrounded numbers.",
            n,
        ),
        "latex": trn(
            "The table is on the clipboard as LaTeX, with rounded numbers.",
            "{n} tables are on the clipboard as LaTeX, with rounded numbers.",
            n,
        ),
        "markdown": trn(
            "The table is on the clipboard as Markdown, with rounded numbers.",
            "{n} tables are on the clipboard as Markdown, with rounded numbers.",
            n,
        ),
    }[form]


class PictureExport(QObject):
    """Writes and copies pictures of a desk; emits `reported` with the result in a sentence.

    Pictures are printed as `settings` say.
    """

    reported = Signal(str)

    def __init__(self, parent: QWidget, settings: Settings) -> None:
        super().__init__(parent)
        self._settings = settings

    def write(self, figures: Sequence[Figure], path: Path) -> None:
        """Write figures into one file on another thread, in the format of its suffix."""
        paper = paper_chosen(self._settings)

        def work(_watch: Watch) -> Path:
            from jurybox_gui.plots.print_painter import write_picture

            write_picture(figures, path, paper)
            return path

        task = Task(work, self)
        task.done.connect(lambda written: self.reported.emit(tr("Written: {file}", file=written.name)))
        task.failed.connect(self._failed)
        self.reported.emit(tr("Writing…"))
        task.start()

    def copy(self, widget: QWidget, figures: Sequence[Figure]) -> None:
        """Copy the picture a widget shows to the clipboard, with the figures in words as text."""
        data = QMimeData()
        data.setImageData(widget.grab().toImage())
        data.setText("\n\n".join(text_alternative(figure) for figure in figures))
        QGuiApplication.clipboard().setMimeData(data)
        self.reported.emit(tr("Copied as image and as text"))

    def _failed(self, error: Exception) -> None:
        if not isinstance(error, Refused):
            raise error
        self.reported.emit(str(error))


@dataclass(frozen=True)
class TableFile:
    """The content of one file: its name in a list, its file name, and the function that makes its tables.

    `make` is called on another thread. `single`: it makes one table, so that CSV can hold it.
    """

    words: str
    name: str
    make: Callable[[], Sequence[pd.DataFrame]]
    single: bool = True


class TableExport(QObject):
    """Copies and writes the tables shown; emits `reported` with the result in a sentence.

    `shown` returns them; `more` returns alternatives, such as all tables of a page.
    """

    reported = Signal(str)

    def __init__(
        self,
        parent: QWidget,
        shown: Callable[[], Sequence[pd.DataFrame]],
        more: Callable[[], Sequence[TableFile]] = tuple,
    ) -> None:
        super().__init__(parent)
        self._widget, self._shown, self._more = parent, shown, more

    def copy(self, form: Form) -> None:
        """Copy the tables shown to the clipboard in a form."""
        tables = self._shown()
        if tables:
            self.reported.emit(copy_tables(tables, form))

    def export(self) -> None:
        """Ask which table to write, if there are several, and for its file, whose suffix sets the form."""
        self._choose(self._files())

    def _files(self) -> list[TableFile]:
        shown = (TableFile(one.attrs["caption"], one.attrs["name"], partial(_alone, one)) for one in self._shown())
        return [*shown, *self._more()]

    def _choose(self, files: Sequence[TableFile]) -> None:
        if len(files) == 1:
            self._ask_file(files[0])
        elif files:
            named = {one.words: one for one in files}
            Ask.open_for(
                self._widget.window(),
                tr("Export which table?"),
                "",
                list(named),
                lambda words: self._ask_file(named[words]),
            )

    def _ask_file(self, one: TableFile) -> None:
        kinds = f"{_ONE_TABLE};;{_TABLES}" if one.single else _TABLES
        ending = ".csv" if one.single else ".xlsx"
        head = tr("Export table") if one.single else tr("Export tables")
        ask_save(self._widget, head, kinds, lambda path: self._write(one, path), f"{one.name}{ending}")

    def _write(self, one: TableFile, path: Path) -> None:
        def work(_watch: Watch) -> Path:
            write_tables(one.make(), path)
            return path

        task = Task(work, self)
        task.done.connect(lambda written: self.reported.emit(tr("Written: {file}", file=written)))
        task.failed.connect(self._failed)
        task.start()

    def _failed(self, error: Exception) -> None:
        if not isinstance(error, Refused):
            raise error
        self.reported.emit(str(error))


def _alone(table: pd.DataFrame) -> list[pd.DataFrame]:
    return [table]


class SheetExport(TableExport):
    """Copies and writes a table and the picture beside it; `settings` has the print options."""

    def __init__(
        self,
        parent: QWidget,
        settings: Settings,
        shown: Callable[[], Sequence[pd.DataFrame]],
        figure: Callable[[], Figure | None],
        more: Callable[[], Sequence[TableFile]] = tuple,
    ) -> None:
        super().__init__(parent, shown, more)
        self._settings, self._figure = settings, figure
        self._pictures = PictureExport(parent, settings)
        self._pictures.reported.connect(self.reported)

    def copy_picture(self, widget: QWidget) -> None:
        """Copy the picture a widget shows to the clipboard, with its values as text."""
        figure = self._figure()
        if figure is not None:
            self._pictures.copy(widget, (figure,))

    def export(self) -> None:
        """Ask for a file and for the print options of a picture beside the table, or the table instead."""
        files = self._files()
        figure = self._figure() if files else None  # without data there is nothing to draw either
        if figure is None:
            self._choose(files)
            return
        ask_picture(
            self._widget,
            self._settings,
            (figure,),
            f"{files[0].name}.svg",
            lambda path: self._pictures.write((figure,), path),
            kinds=PICTURES,
            table=lambda: self._choose(files),
        )


def write_tables(tables: Sequence[pd.DataFrame], path: Path) -> None:
    """Write tables in the form of the file's suffix. Refused: another suffix, or a full disk."""
    made = file_of(tables, path.suffix)
    try:
        write_whole(path, made)
    except OSError as error:
        reason = error.strerror or tr("the disk refused")
        raise Refused(
            tr("The table could not be written to {path}: {reason}. The collection is safe.", path=path, reason=reason)
        ) from error
