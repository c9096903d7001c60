"""The command that shows the papers: their printed figures and ours beside them."""

from typing import TYPE_CHECKING

import click

from jurybox.cli.common import formats
from jurybox.cli.printing import print_frame, print_json, say
from jurybox.language import tr
from jurybox.lists import clauses
from jurybox.results.papers import cells_of, paper_figures, paper_table, papers_overview

if TYPE_CHECKING:
    from jurybox.papers import PaperCell, PaperPage

_MORE = tr("jurybox papers NAME shows every figure of one, jurybox papers --misprints those that are wrong.")


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
        print_frame(papers_overview(shown), form)
        if form == "table":
            say("", _MORE)
    elif form == "csv":
        print_frame(paper_figures(shown, misprints=misprints), form)
    else:
        for each in shown:
            _print_page(each, form, misprints=misprints)


def _print_page(page: "PaperPage", form: str, *, misprints: bool) -> None:
    from jurybox.papers import in_words

    prose = form == "table"
    if prose:
        say(in_words(page.title), page.paper, "")
    for table in page.tables:
        if not cells_of(table, misprints=misprints):
            continue
        if prose:
            say(in_words(table.title), in_words(table.note))
        print_frame(paper_table(table, misprints=misprints), form, notes=False)
        if prose:
            say("")
    if prose and page.lost and not misprints:
        say(tr("No longer in the text of the paper: {lost}.", lost=clauses(map(in_words, page.lost))))


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
                "cells": [_cell(cell) for cell in cells_of(table, misprints=misprints)],
            }
            for table in page.tables
            if cells_of(table, misprints=misprints)
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
