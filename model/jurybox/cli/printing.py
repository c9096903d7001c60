"""How commands print: tables in five forms, JSON, and text of other people's that cannot harm a terminal."""

import json
import math
import unicodedata
from collections.abc import Iterable, Sequence

import click

from jurybox.reports.forms import Rows, cell_text, csv_of, latex_of, markdown_of, one_line, score_text

__all__ = [
    "Rows",
    "latex_of",
    "one_line",
    "print_json",
    "print_rows",
    "print_table",
    "say",
    "score_text",
    "short",
]


def print_json(value: object) -> None:
    """Print one JSON object; numbers are not rounded, what is not a number is null."""
    click.echo(json.dumps(_plain(value), ensure_ascii=False, indent=2))


def say(*lines: str) -> None:
    """Print lines of text, whatever they were put together from."""
    for line in lines:
        click.echo(one_line(line))


def short(text: str | None, most: int = 60) -> str:
    """Return the beginning of a text that is too long for a column."""
    return "" if text is None else text if len(text) <= most else f"{text[: most - 1]}…"


def say_notes(lines: Iterable[str], form: str) -> None:
    """Print what must be known to read a table below it: as comments in LaTeX, not at all in CSV and JSON."""
    if form == "latex":
        say(*(f"% {line}" for line in lines))
    elif form in ("table", "markdown"):
        say(*([""] if form == "markdown" else []), *lines)


def print_rows(head: Sequence[str], rows: Rows, form: str, *, left: Sequence[int] = (0,)) -> None:
    """Print rows as `table`, `csv`, `markdown` or `latex`; columns in `left` hold words, others numbers.

    Numbers are rounded for people to read, and not rounded in CSV, where what is undefined is empty.
    """
    if form == "csv":
        click.echo(csv_of(head, rows), nl=False)
    elif form == "markdown":
        click.echo(markdown_of(head, rows, left), nl=False)
    elif form == "latex":
        click.echo(latex_of(head, rows, left), nl=False)
    else:
        print_table(head, rows, left=left)


def print_listing(name: str, head: Sequence[str], rows: Rows, form: str) -> None:
    """Print rows of words in any form; as JSON one object whose list `name` has an object for each row."""
    if form == "json":
        keys = [word.replace(",", "").replace(" ", "_") for word in head]
        print_json({name: [dict(zip(keys, row, strict=True)) for row in rows]})
    else:
        print_rows(head, rows, form, left=range(len(head)))


def print_table(head: Sequence[str], rows: Rows, *, left: Sequence[int] | None = None) -> None:
    """Print rows in columns as wide as they need; columns not in `left` (None: all) are set to the right."""
    cells = [[cell_text(value) for value in row] for row in (head, *rows)]
    widths = [max(map(_width, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        parts = [
            text + space if left is None or at in left else space + text
            for at, (text, wide) in enumerate(zip(row, widths, strict=True))
            for space in (" " * (wide - _width(text)),)
        ]
        click.echo("  ".join(parts).rstrip())


def _width(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    wide = sum(unicodedata.east_asian_width(mark) in "WF" for mark in text)
    return len(text) + wide - sum(unicodedata.combining(mark) > 0 for mark in text)


def _plain(value: object) -> object:
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value
