"""The command that shows the papers: their printed figures and ours beside them."""

from typing import TYPE_CHECKING

import click

from jurybox.cli.common import formats
from jurybox.cli.printing import print_json, print_rows, say

if TYPE_CHECKING:
    from jurybox.papers import PaperCell, PaperPage, PaperTable

_HEAD = ("of", "figure", "printed", "ours", "verdict", "reason")


@click.command()
@click.argument("name", required=False)
@click.option("--misprints", is_flag=True, help="Only the figures that are misprints.")
@formats("table", "json", "csv", "latex", "markdown")
def papers(name: str | None, form: str, *, misprints: bool) -> None:
    """Show the figures of the five papers, recomputed: all papers in short, or NAME in full."""
    from jurybox.papers import page, pages

    shown = (page(name),) if name else pages()
    if form == "json":
        print_json({"papers": [_as_dict(each, misprints=misprints) for each in shown]})
    elif not name and not misprints:
        _print_overview(shown, form)
    elif form == "csv":
        print_rows(("paper", "table", *_HEAD), _all_rows(shown, misprints=misprints), form)
    else:
        for each in shown:
            _print_page(each, form, misprints=misprints)


def _print_overview(shown: tuple["PaperPage", ...], form: str) -> None:
    from jurybox.papers import VERDICTS

    rows: list[tuple[object, ...]] = [
        (each.name, each.title, *(each.count(verdict) for verdict in VERDICTS)) for each in shown
    ]
    sums = [sum(each.count(verdict) for each in shown) for verdict in VERDICTS]
    print_rows(("paper", "about", *VERDICTS), [*rows, ("all", "", *sums)], form, left=(0, 1))
    if form == "table":
        say(
            "",
            "jurybox papers NAME shows every figure of one, jurybox papers --misprints those that are wrong.",
        )


def _print_page(page: "PaperPage", form: str, *, misprints: bool) -> None:
    prose = form == "table"
    if prose:
        say(page.title, page.paper, "")
    for table in page.tables:
        cells = _chosen(table, misprints=misprints)
        if not cells:
            continue
        if prose:
            say(table.title, table.note)
        print_rows(_HEAD, [_row(cell) for cell in cells], form, left=(0, 1, 4, 5))
        if prose:
            say("")
    if prose and page.lost and not misprints:
        say(f"Not in the text of the paper any more: {'; '.join(page.lost)}.")


def _all_rows(shown: tuple["PaperPage", ...], *, misprints: bool) -> list[tuple[str, ...]]:
    return [
        (page.name, table.title, *_row(cell))
        for page in shown
        for table in page.tables
        for cell in _chosen(table, misprints=misprints)
    ]


def _chosen(table: "PaperTable", *, misprints: bool) -> tuple["PaperCell", ...]:
    return tuple(cell for cell in table.cells if not misprints or cell.verdict == "misprint")


def _row(cell: "PaperCell") -> tuple[str, ...]:
    return (cell.row, cell.column, cell.printed, cell.shown, cell.verdict, cell.reason)


def _as_dict(page: "PaperPage", *, misprints: bool) -> dict[str, object]:
    from jurybox.papers import VERDICTS

    return {
        "name": page.name,
        "title": page.title,
        "paper": page.paper,
        "counts": {verdict: page.count(verdict) for verdict in VERDICTS},
        "lost": page.lost,
        "tables": [
            {
                "title": table.title,
                "note": table.note,
                "cells": [_cell(cell) for cell in _chosen(table, misprints=misprints)],
            }
            for table in page.tables
            if _chosen(table, misprints=misprints)
        ],
    }


def _cell(cell: "PaperCell") -> dict[str, object]:
    exact = cell.ours if cell.ours is None or isinstance(cell.ours, str) else float(cell.ours)
    return {
        "row": cell.row,
        "column": cell.column,
        "printed": cell.printed,
        "ours": exact,
        "shown": cell.shown,
        "verdict": cell.verdict,
        "reason": cell.reason or None,
    }
