"""The two kinds of error: the world's, reported in one sentence, and our own bugs (any other exception)."""

from collections.abc import Sequence
from pathlib import Path


class Refused(Exception):  # noqa: N818 - the name begins the sentence that people read, as in "refused: the disk is full"
    """Something the program will not or cannot do, for a reason outside it.

    The text is one whole sentence or two for a person: what happened, what is safe, what to do.
    """


class NotOurs(Refused):
    """A file is damaged, or has content that Jurybox does not make; readable parts may be rescued."""


class UnknownFormat(Refused):
    """Files that are to be imported are of no format that is known again; which one it is can be said.

    `tables`: those of them that are tables, whose columns can be matched by hand. `brief`: the same for who
    can choose a format from a list: without the names of formats to write; "" where it is no shorter. `asks`: whether
    the sentence says what an answer would be: a format, or columns.
    """

    def __init__(self, sentence: str, tables: Sequence[Path] = (), brief: str = "", *, asks: bool = False) -> None:
        super().__init__(sentence)
        self.asks = asks
        self.tables = tuple(tables)
        self.brief = brief


class NotSaved(Refused):
    """A write did not reach the disk; the data are still in memory and can be tried again."""


class FileLost(NotSaved):
    """The file is gone, destroyed, or another one; all entries are still in memory and can be copied."""


class FileReplaced(FileLost):
    """Another state of the same collection is in the place of the file: both can be merged.

    `lacking`: how many entries from here the file lacks.
    """

    def __init__(self, sentence: str, lacking: int) -> None:
        super().__init__(sentence)
        self.lacking = lacking


class Busy(NotSaved):
    """Another program holds the file at this moment."""
