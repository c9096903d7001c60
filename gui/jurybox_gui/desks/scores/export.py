"""A table on the clipboard as text, LaTeX or Markdown, or in a file as CSV or Excel too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from jurybox.errors import Refused
from jurybox.results.columns import Beside
from jurybox.results.frame import make_frame
from jurybox.results.writing import csv, excel, latex, markdown, shown
from jurybox_gui.desks.taking_away import TakeAway
from jurybox_gui.dialogs.files import ask_save

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    import pandas as pd
    from PySide6.QtWidgets import QWidget

    from jurybox.figures import Figure
    from jurybox.measures import Measure
    from jurybox_gui.tables.score_table import ScoreRow

FORMS = {".csv": csv, ".tex": latex, ".md": markdown}
PICTURES = frozenset((".svg", ".pdf", ".png"))
_TABLES = "CSV, unrounded (*.csv);;Excel, unrounded (*.xlsx);;LaTeX (*.tex);;Markdown (*.md)"
_DRAWN = ";;SVG picture (*.svg);;PDF for print (*.pdf);;PNG at print size (*.png)"


class TableExport(QObject):
    """Copies and writes what the desk shows; `told` says in a sentence what became of it.

    `shown` returns the table and the picture beside it, None where there is none.
    """

    told = Signal(str)

    def __init__(
        self, parent: QWidget, shown: Callable[[], tuple[pd.DataFrame | None, Figure | None]]
    ) -> None:
        super().__init__(parent)
        self._widget, self._shown = parent, shown
        self.pictures = TakeAway(parent)
        self.pictures.told.connect(self.told)

    def copy(self, form: Callable[[pd.DataFrame], str]) -> None:
        """Put the table on the clipboard in a form."""
        table, _ = self._shown()
        if table is not None:
            QGuiApplication.clipboard().setText(form(table))
            self.told.emit("The table is on the clipboard.")

    def export(self) -> None:
        """Ask for a file and write the table there, or the picture; the ending says the form."""
        table, figure = self._shown()
        if table is None:
            return

        def write(path: Path) -> None:
            if figure is not None and path.suffix.lower() in PICTURES:
                self.pictures.write((figure,), path)
                return
            try:
                write_table(table, path)
                self.told.emit(f"Written: {path}")
            except Refused as error:
                self.told.emit(str(error))

        kinds = _TABLES if figure is None else _TABLES + _DRAWN
        ask_save(self._widget, "Export", kinds, write, f"{table.attrs['name']}.csv")


def text_of(table: pd.DataFrame) -> str:
    """Return a table with tabs between its cells, numbers as they are shown."""
    head, cells, _ = shown(table, units=False)
    rows = [head, *cells]
    return "\n".join("\t".join(row) for row in rows)


def live_table(
    rows: Sequence[ScoreRow],
    measures: Sequence[Measure],
    main: int,
    golds: Sequence[str],
    people: frozenset[int],
    caption: str,
) -> pd.DataFrame:
    """Return the live table: ranks, marks, bounds and intervals of the main measure, then the others.

    `people`: the rows that are judges or the asker, told apart by their names being in brackets.
    """
    one = str(measures[main])
    others = [at for at in range(len(measures)) if at != main]
    head: tuple[str, ...] = ("run", "rank", one, "mark", "lowest", "highest", "interval from", "to")
    head += tuple(str(measures[at]) for at in others)
    head += tuple(
        part for gold in golds for part in (Beside.parse(gold).head(measures[main]), f"places above {gold}")
    )
    cells = []
    for row in rows:
        between = (None, None) if row.interval is None else (row.interval.low, row.interval.high)
        beside = tuple(part for found in row.beside for part in (found.score.value, found.rose))
        cells.append(
            (
                f"({row.name})" if row.run in people else row.name,
                row.rank,
                row.scores[main].value,
                row.mark,
                row.bounds.low,
                row.bounds.high,
                *between,
                *(row.scores[at].value for at in others),
                *beside,
            )
        )
    there = {
        8 + len(others) + 2 * at: tuple(row.beside[at].coverage for row in rows)
        for at, _ in enumerate(golds)
        if all(row.beside for row in rows)
    }
    places = {2: main} | {8 + at: other for at, other in enumerate(others)}
    rests = {at: tuple(row.coverage[one] for row in rows) for at, one in places.items()}
    known = {
        at: tuple(one for one in each if one is not None) for at, each in rests.items() if None not in each
    }
    units = {head[at]: each for at, each in (known | there).items()}
    return make_frame("scores", f"Runs by {one}", head, cells, (0, 3), (caption,), units=units)


def write_table(table: pd.DataFrame, path: Path) -> None:
    """Write a table in the form that the ending of the file says; Refused for another or a full disk."""
    ending = path.suffix.lower()
    if ending not in {".xlsx", *FORMS}:
        raise Refused(f"{path.name} is no table; name it .csv, .xlsx, .tex or .md. Nothing was written.")
    try:
        path.write_bytes(excel([table]) if ending == ".xlsx" else FORMS[ending](table).encode())
    except OSError as error:
        told = error.strerror or "the disk refused"
        raise Refused(f"The table could not be written to {path}: {told}. The collection is safe.") from error
