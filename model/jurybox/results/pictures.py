"""Tables of pictures: what a picture shows, to be read."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from jurybox.figures import Figure
from jurybox.figures.tabulate import MOST_ROWS, DataTable, tables_of
from jurybox.language import trn
from jurybox.results.frame import make_frame

if TYPE_CHECKING:
    import pandas as pd


def figure_tables(figure: Figure) -> list[pd.DataFrame]:
    """Return the data of a picture, a table for each kind of thing that it shows; none for an empty picture.

    Lines of very many steps are left out, and the notes count them; `jurybox.figures.csv_of` has all.
    """
    tables, left_out = tables_of(figure), _left_out(figure)
    if left_out and not tables:
        tables = [DataTable(("line", figure.x.label, figure.y.label), ())]
    return [_frame(figure, table.head, table.rows, (figure.caption, left_out)) for table in tables]


def _frame(
    figure: Figure, head: Sequence[str], rows: Sequence[Sequence[str | float]], notes: Sequence[str]
) -> pd.DataFrame:
    columns = list(zip(*rows, strict=True))
    words = [at for at, column in enumerate(columns) if any(isinstance(cell, str) and cell for cell in column)]
    whole = {at for at, column in enumerate(columns) if at not in words and _are_counts(column)}
    cells = ([_cell(cell, whole=at in whole) for at, cell in enumerate(row)] for row in rows)
    return make_frame("-".join(figure.title.lower().split()), figure.title, head, cells, words, notes)


def _are_counts(column: Sequence[str | float]) -> bool:
    """Return whether all numbers are whole and one is above 1, as no column of scores is."""
    known = [cell for cell in column if not isinstance(cell, str) and not math.isnan(cell)]
    return all(float(cell).is_integer() for cell in known) and any(abs(cell) > 1 for cell in known)


def _cell(cell: str | float, *, whole: bool) -> object:
    if isinstance(cell, str):
        return cell or None
    return int(cell) if whole and not math.isnan(cell) else cell


def _left_out(figure: Figure) -> str:
    many = [line for line in (*figure.curves, *figure.clouds) if len(line.x) > MOST_ROWS]
    if not many:
        return ""
    return trn(
        "{n} line of more than {most_rows} points is left out; the data as CSV has it.",
        "{n} lines of more than {most_rows} points are left out; the data as CSV has them.",
        len(many),
        most_rows=MOST_ROWS,
    )
