"""What a family of files must bring to be read and written: one value of `Format` each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol, get_args

from jurybox.collection.staging import Staging
from jurybox.collection.table_words import counted_rows
from jurybox.language import tr, trc
from jurybox.lists import comma_list

if TYPE_CHECKING:
    import sqlite3

    from jurybox.formats.column_maps import ColumnMap

Order = Literal["score", "rank", "file"]
ORDERS: tuple[Order, ...] = ("score", "rank", "file")
SecondColumn = Literal["assessors", "rounds"]
SECOND_COLUMNS: tuple[SecondColumn, ...] = ("assessors", "rounds")
"""What the second column of qrels may have: names of assessors, or rounds (iterations) of one of them."""


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """What the person said beside the files, and the collection that will take them (None: an empty one).

    `run` and `assessor` stand where files name none; `order` is what orders the answers of a run: their
    `score`, their `rank`, or the `file`; `second_column` is what qrels have in it (None: found out);
    `labels` is what grades become: "letters", a scale or a file with a label scheme (None: what fits);
    `columns` is what the columns of tables are that no reader knows.
    """

    run: str | None = None
    assessor: str | None = None
    order: Order = "score"
    second_column: SecondColumn | None = None
    labels: str | None = None
    columns: Sequence[ColumnMap] = ()
    into: sqlite3.Connection | None = None


_FORMATS = {
    "tables": trc("format", "tables"),
    "nuggets": trc("format", "nuggets"),
    "documents": trc("format", "documents"),
}


def format_word(name: str) -> str:
    """Return what a format is called to people; most have a name of their own, which stays."""
    return _FORMATS.get(name, name)


@dataclass(frozen=True, slots=True)
class Written:
    """What an export wrote and read back: where, how many rows of what, and what the format cannot hold.

    `unlabeled`: rows of judgments without a label, for what is still to be judged.
    """

    path: Path
    rows: dict[str, int] = field(default_factory=dict)
    lost: tuple[str, ...] = ()
    unlabeled: int = 0

    @property
    def listed(self) -> str:
        """Return how many rows of what there are."""
        counts = {name: counted_rows(count, name) for name, count in self.rows.items()}
        if self.unlabeled:
            given = self.rows["judgments"] - self.unlabeled
            counts["judgments"] = tr(
                "{given:,} judgments and {unlabeled:,} to be given", given=given, unlabeled=self.unlabeled
            )
        return comma_list(counts.values()) or tr("nothing")

    def __str__(self) -> str:
        return f"{self.path}: {self.listed}"


@dataclass(frozen=True, slots=True)
class Reference:
    """A gold standard as an export takes it: its name, and what it says of each answer, by position.

    `levels` are L0 upwards, -1 for not decided yet, -2 for left out on purpose.
    """

    name: str
    levels: Sequence[int]


Announce = Callable[[Sequence[str]], object]
"""Hears what an export cannot hold, a sentence each, before anything has the name of the target."""

Stage = Literal["tables", "documents", "questions", "nuggets", "runs", "judgments"]
STAGES: tuple[Stage, ...] = get_args(Stage)
"""The order in which formats are read in one import."""

Sniff = Callable[[Path], str | None]
"""Says in a few words why a file or folder is of a format; None if it is not."""
Share = Callable[[Sequence[str]], float]
"""Returns the share of some lines that have the shape of a format, from 0 to 1; 0 for no lines."""
Read = Callable[[Sequence[Path], Staging, ReadOptions], None]
"""Puts the rows of files into a staging database; what is wrong with them becomes findings there."""


class Write(Protocol):
    """Writes a collection file to a new file or folder, and reads that back before it returns.

    `assessor` leaves out what others said; `anonymous` keeps people's names out; `gold` stands in the
    place of what assessors said; `announce` hears what the format cannot hold, if there is anything.
    """

    def __call__(
        self,
        file: Path,
        target: Path,
        *,
        assessor: str | None = None,
        anonymous: bool = False,
        gold: Reference | None = None,
        announce: Announce | None = None,
    ) -> Written:
        """Raise Refused, with nothing left behind, if the target exists or cannot be written."""


@dataclass(frozen=True, slots=True)
class Format:
    """One family of files; `read` or `write` is None where it is only written or only read.

    `share` is given for formats of independent lines: a file of which a few lines are bad is still recognized
    by the others; `reason` is why one is of the format all of whose lines are. `loose`: so many lines have
    its shape that a file of another format may, too. `of_folder`: a whole folder is recognized by the names
    of its files. `stage` is when it is read in an import of several formats. `shape`, `imports` and `exports`
    are what the help says of the files, of reading and of writing them, in Markdown; `example` is the name
    and the text of a small file.
    """

    name: str
    title: str
    sniff: Sniff
    stage: Stage
    shape: str
    imports: str
    exports: str
    example: tuple[str, str]
    read: Read | None = None
    write: Write | None = None
    share: Share | None = None
    reason: str = ""
    loose: bool = False
    of_folder: bool = False
