"""A frame of results as tests read it: heads and rows, index first, and its notes as one text."""

from typing import Any, NamedTuple

import pandas as pd

from jurybox.results.frame import head_of, rows_of


class Read(NamedTuple):
    """What a frame shows."""

    head: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    notes: str


def read(frame: pd.DataFrame) -> Read:
    """Return what a frame shows."""
    return Read(tuple(head_of(frame)), tuple(rows_of(frame)), " ".join(frame.attrs["notes"]))
