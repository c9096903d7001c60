"""What is asked of readers of files."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from jurybox.formats.column_maps import ColumnMap
from jurybox.formats.label_words import Words

Cells = tuple[str, ...]
"""The cells of a row, or of a line."""
Order = Literal["score", "rank", "file"]
ORDERS: tuple[Order, ...] = ("score", "rank", "file")
SecondColumn = Literal["assessors", "rounds"]
SECOND_COLUMNS: tuple[SecondColumn, ...] = ("assessors", "rounds")
"""What the second column of qrels may have: names of assessors, or rounds (iterations) of one of them."""


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """The user's options for reading, and the collection that will take the files (None: an empty one).

    `run` and `assessor` are used for files that name none; `order` sets how a run's answers are ordered: by
    their `score`, their `rank`, or the `file`; `second_column` is the meaning of that column of qrels (None:
    detected); `labels` sets how grades are read: "letters", a scale or a file with a label scheme (None: what
    fits); `columns` are the fields of columns in tables that no reader recognizes; `control` is that of
    Label Studio whose labels are read (None: the only one); `words` are the labels of words that are none.
    """

    run: str | None = None
    assessor: str | None = None
    order: Order = "score"
    second_column: SecondColumn | None = None
    labels: str | None = None
    columns: Sequence[ColumnMap] = ()
    control: str | None = None
    words: Words = ()
    into: sqlite3.Connection | None = None
