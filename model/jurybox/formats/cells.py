"""Cells that a spreadsheet would run: how they are written so that it does not, and read back exactly.

A spreadsheet takes a cell that begins with = + - @ or a control character for a formula or a command. Such
a text is written with one apostrophe before it; and so is a text that begins with apostrophes before one
of these, so that taking one apostrophe off gives back every text. Plain numbers stay as they are.
"""

import re
from collections.abc import Sequence

from jurybox.collection.cell_types import looks_like_number

_RUNS = re.compile(r"'*[=+\-@\x00-\x1f\x7f]")


def guard(text: str) -> str:
    """Return a text as it is written into a cell."""
    return f"'{text}" if _is_guarded(text) else text


def unguard(cell: str) -> str:
    """Return the text that a cell holds."""
    return cell[1:] if cell.startswith("'") and _is_guarded(cell[1:]) else cell


def unguard_all(cells: Sequence[str], where: Sequence[bool]) -> list[str]:
    """Return the texts of a row; only columns marked in `where` hold texts."""
    return [unguard(cell) if text else cell for cell, text in zip(cells, where, strict=True)]


def _is_guarded(text: str) -> bool:
    return not "A" <= text[:1] < "\x7f" and _RUNS.match(text) is not None and not looks_like_number(text)
