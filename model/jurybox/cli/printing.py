"""How commands print: frames in five forms, JSON, and text of other people's that cannot harm a terminal."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from jurybox.language import tr_head
from jurybox.results import writing
from jurybox.results.cells import one_line
from jurybox.results.frame import Rows, head_of, make_rows, rows_of
from jurybox.wording import capitalized

if TYPE_CHECKING:
    import pandas as pd


def print_json(value: object) -> None:
    """Print one JSON object; numbers are not rounded, what is not a number is null."""
    click.echo(json.dumps(_plain(value), ensure_ascii=False, indent=2))


def say(*lines: str) -> None:
    """Print lines of text, whatever they were put together from."""
    for line in lines:
        click.echo(one_line(line))


def print_frame(frame: Rows | pd.DataFrame, form: str, *, notes: bool = True) -> None:
    """Print a frame as `table`, `csv`, `markdown` or `latex`, what must be said first above, its notes below.

    Numbers are rounded for people to read, and not rounded in CSV, where what is undefined is empty. Notes
    are comments in LaTeX, and not printed in CSV or if `notes` is false.
    """
    if notes and frame.attrs["lead"] and form != "csv":
        lead = frame.attrs["lead"]
        say(f"% {lead}" if form == "latex" else lead, *([""] if form == "markdown" else ()))
    click.echo(writing.body(frame, form), nl=False)
    lines = frame.attrs["notes"] if notes else ()
    if form == "latex":
        say(*(f"% {line}" for line in lines))
    elif form in ("table", "markdown"):
        say(*([""] if form == "markdown" and lines else []), *lines)


def said_first(frame: pd.DataFrame) -> list[str]:
    """Return the notes of a frame, after what must be said first."""
    return [note for note in (frame.attrs["lead"], *frame.attrs["notes"]) if note]


def objects_of(frame: pd.DataFrame) -> list[dict[str, object]]:
    """Return an object for each row, by the heads of the columns."""
    head = head_of(frame)
    return [dict(zip(head, row, strict=True)) for row in rows_of(frame)]


def print_listing(name: str, head: Sequence[str], rows: Sequence[Sequence[object]], form: str) -> None:
    """Print rows of words in any form; as JSON one object whose list `name` has an object for each row."""
    if form == "json":
        keys = [word.replace(",", "").replace(" ", "_") for word in head]
        print_json({name: [dict(zip(keys, row, strict=True)) for row in rows]})
    else:
        print_frame(make_rows(name, capitalized(tr_head(name)), head, rows, range(len(head))), form)


def print_table(head: Sequence[str], rows: Sequence[Sequence[object]], *, left: Sequence[int] | None = None) -> None:
    """Print rows in columns as wide as they need; columns not in `left` (None: all) are set to the right."""
    click.echo(writing.aligned([tr_head(word) for word in head], rows, left), nl=False)


def _plain(value: object) -> object:
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value
