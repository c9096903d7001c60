"""CSV as Jurybox writes it: no text in it is a formula.

A spreadsheet takes a cell that begins with = + - @ or a control character for a formula or a command. Such
a text is written with one apostrophe before it; and so is a text that begins with apostrophes before one
of these, so that taking one apostrophe off gives back every text. Plain numbers stay as they are.
"""

import csv
import io
import math
import re
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

PLAIN_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?")
"""A number as a spreadsheet would read it."""
_WITH_COMMA = re.compile(r"[+-]?[0-9]*,[0-9]+(?:[eE][+-]?[0-9]+)?")
_RUNS = re.compile(r"'*[=+\-@\x00-\x1f\x7f]")


class _Writes(Protocol):
    """A file for text."""

    def write(self, text: str, /) -> object:
        """Write a text."""


def guard(text: str) -> str:
    """Return a text as it is written into a cell."""
    return f"'{text}" if _is_guarded(text) else text


def unguard(cell: str) -> str:
    """Return the text in a cell."""
    return cell[1:] if cell.startswith("'") and _is_guarded(cell[1:]) else cell


def with_point(cell: str) -> str:
    """Return a number of a table between semicolons with a point before its decimals; any other cell as it is."""
    return cell.replace(",", ".") if _WITH_COMMA.fullmatch(cell) else cell


def _is_guarded(text: str) -> bool:
    return not "A" <= text[:1] < "\x7f" and _RUNS.match(text) is not None and not PLAIN_NUMBER.fullmatch(text)


def csv_of_rows(rows: Iterable[Sequence[object]]) -> str:
    """Return rows as CSV: texts guarded, numbers unrounded, None and what is undefined empty."""
    file = io.StringIO()
    csv_writer(file).writerows(map(_as_cells, rows))
    return file.getvalue()


def guarded_cell(cell: object) -> object:
    """Return a value as it is written into a cell: a text guarded, a number as it is."""
    if isinstance(cell, str):
        return guard(cell)
    return "" if cell is None or (isinstance(cell, float) and math.isnan(cell)) else cell


def _as_cells(row: Sequence[object]) -> list[object]:
    return [guarded_cell(cell) for cell in row]


def csv_writer(file: _Writes) -> Any:  # noqa: ANN401 - the csv module's own class has no name
    """Return a writer of cells that are guarded already; rows end in LF, and a cell may hold any line end."""
    return csv.writer(_UnixLines(file), lineterminator="\r\n")


class _UnixLines:
    """Ends rows in LF; the writer itself ends them in CR LF, so that it quotes cells that hold either."""

    def __init__(self, file: _Writes) -> None:
        self._write = file.write

    def write(self, row: str) -> object:
        """Write one row."""
        return self._write(f"{row[:-2]}\n")
