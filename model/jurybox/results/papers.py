"""Tables of the papers: their printed figures with ours beside them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from jurybox.language import tr, tr_head
from jurybox.results.frame import make_frame

if TYPE_CHECKING:
    import pandas as pd

    from jurybox.papers import PaperCell, PaperPage, PaperTable

_HEAD = ("of", "figure", "printed", "ours", "verdict", "reason")


def papers_overview(pages: Sequence[PaperPage]) -> pd.DataFrame:
    """Return how many figures of each paper have each verdict, and their sums."""
    from jurybox.papers import VERDICTS, in_words

    rows: list[tuple[object, ...]] = [
        (each.name, each.title, *(each.count(verdict) for verdict in VERDICTS)) for each in pages
    ]
    sums = [sum(each.count(verdict) for each in pages) for verdict in VERDICTS]
    head = ("paper", "about", *VERDICTS)
    return make_frame(
        "papers",
        tr("Figures of the papers, recomputed"),
        head,
        [*rows, ("all", "", *sums)],
        (0, 1),
        shown_as={"paper": {"all": tr_head("all")}, "about": {each.title: in_words(each.title) for each in pages}},
    )


def paper_table(table: PaperTable, *, misprints: bool = False) -> pd.DataFrame:
    """Return the figures of one table of a paper; `misprints`: only those that are printed wrong."""
    from jurybox.papers import in_words

    cells = cells_of(table, misprints=misprints)
    reasons = {cell.reason: in_words(cell.reason) for cell in cells}
    return make_frame(
        "paper",
        in_words(table.title),
        _HEAD,
        [_row(cell) for cell in cells],
        (0, 1, 4, 5),
        (in_words(table.note),),
        index=2,
        shown_as={"reason": reasons},
    )


def paper_figures(pages: Sequence[PaperPage], *, misprints: bool = False) -> pd.DataFrame:
    """Return the figures of all tables of some papers."""
    rows = [
        (page.name, table.title, *_row(cell))
        for page in pages
        for table in page.tables
        for cell in cells_of(table, misprints=misprints)
    ]
    head = ("paper", "table", *_HEAD)
    return make_frame("paper-figures", tr("Figures of the papers"), head, rows, (0, 1, 2, 3, 6, 7), index=4)


def cells_of(table: PaperTable, *, misprints: bool = False) -> tuple[PaperCell, ...]:
    """Return the figures of a table, only those that are misprints if asked."""
    return tuple(cell for cell in table.cells if not misprints or cell.verdict == "misprint")


def _row(cell: PaperCell) -> tuple[str, ...]:
    return (cell.row, cell.column, cell.printed, cell.shown, cell.verdict, cell.reason)
