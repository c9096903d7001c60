"""Taking a table along: on the clipboard as text, LaTeX or Markdown, into a file as CSV too."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog

from jurybox.errors import Refused
from jurybox.reports.forms import Table, cell_text, csv_file, latex_file, markdown_file

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtWidgets import QWidget

    from jurybox.measures import Measure
    from jurybox_gui.item_models.score_table import Row

FORMS = {".csv": csv_file, ".tex": latex_file, ".md": markdown_file}
PICTURES = frozenset((".svg", ".pdf", ".png"))
_TABLES = "CSV, unrounded (*.csv);;LaTeX (*.tex);;Markdown (*.md)"
_DRAWN = ";;SVG picture (*.svg);;PDF for print (*.pdf);;PNG at print size (*.png)"


def text_of(table: Table) -> str:
    """Return a table with tabs between its cells, numbers as they are shown."""
    rows = [table.head, *[tuple(map(cell_text, row)) for row in table.rows]]
    return "\n".join("\t".join(row) for row in rows)


def live_table(
    rows: Sequence[Row],
    measures: Sequence[Measure],
    main: int,
    golds: Sequence[str],
    people: frozenset[int],
    caption: str,
) -> Table:
    """Return the live table: ranks, marks, bounds and intervals of the main measure, then the others.

    `people`: the rows that are judges or the asker, told apart by their names being in brackets.
    """
    one = str(measures[main])
    others = [at for at in range(len(measures)) if at != main]
    head: tuple[str, ...] = ("run", "rank", one, "", "lowest", "highest", "interval from", "to")
    head += tuple(str(measures[at]) for at in others)
    head += tuple(part for gold in golds for part in (f"{one} ({gold})", f"places above {gold}"))
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
                row.scores[main].waiting,
            )
        )
    return Table("scores", f"Runs by {one}", (*head, "waiting"), tuple(cells), (0, 3), caption)


def ask_where(parent: QWidget, name: str, *, drawn: bool, then: Callable[[Path], object]) -> None:
    """Ask for the file to write to; its ending says the form. `drawn`: there is a picture, too."""
    dialog = QFileDialog(parent, "Export", f"{name}.csv", _TABLES + (_DRAWN if drawn else ""))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix("csv")
    dialog.filterSelected.connect(lambda kind: dialog.setDefaultSuffix(kind.rpartition("*.")[2].rstrip(")")))
    dialog.fileSelected.connect(lambda path: then(Path(path)))
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()


def write_table(table: Table, path: Path) -> None:
    """Write a table in the form that the ending of the file says; Refused for another or a full disk."""
    form = FORMS.get(path.suffix.lower())
    if form is None:
        raise Refused(f"{path.name} is no table; name it .csv, .tex or .md. Nothing was written.")
    try:
        path.write_text(form(table), encoding="utf-8", newline="\n")
    except OSError as error:
        told = error.strerror or "the disk refused"
        raise Refused(f"The table could not be written to {path}: {told}. The collection is safe.") from error
