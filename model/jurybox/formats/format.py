"""What a family of files must bring to be read and written: one value of `Format` each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Protocol, TypedDict, Unpack, get_args

from jurybox.collection.table_words import counted_rows
from jurybox.formats.evidence import Signs
from jurybox.formats.source_files import FormatImport
from jurybox.language import tr, trc
from jurybox.lists import comma_list

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
    """The result of an export, after reading it back: path, number of rows, and what the format cannot hold.

    `unlabeled`: rows of judgments without a label, for open answers.
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
    """A gold standard for an export: its name, and its value for each answer, by position.

    `levels` are L0 upwards, -1 for undecided, -2 for left out on purpose.
    """

    name: str
    levels: Sequence[int]


Announce = Callable[[Sequence[str]], object]
"""Called with what an export cannot hold, a sentence each, before the target exists under its name."""

Stage = Literal["tables", "documents", "questions", "nuggets", "runs", "judgments"]
STAGES: tuple[Stage, ...] = get_args(Stage)
"""The order in which formats are read in one import."""

Read = Callable[[FormatImport, Sequence[Path]], None]
"""Puts the rows of files into a staging database; what is wrong with them becomes findings there."""


class How(TypedDict, total=False):
    """What a writer is asked.

    `assessor` leaves out others' labels; `anonymous` omits people's names; `gold` replaces the labels of
    assessors; `announce` is called with what the format cannot hold, if there is anything.
    """

    assessor: str | None
    anonymous: bool
    gold: Reference | None
    announce: Announce | None


class Write(Protocol):
    """Writes a collection file to a new file or folder, and reads that back before it returns."""

    def __call__(self, file: Path, target: Path, **how: Unpack[How]) -> Written:
        """Raise Refused, with nothing left behind, if the target exists or cannot be written."""


@dataclass(frozen=True, slots=True)
class Format:
    """One family of files; `read` or `write` is None if it is only written or only read.

    `signs` tell its files. `write_judged` writes the same without what is not judged, for formats that have lines of
    that. `stage` is its turn in an import of several formats. `shape`, `imports` and `exports` are the help texts on
    the files, on reading and on writing them, in Markdown; `example` is the name and the text of a small file.
    """

    name: str
    title: str
    signs: Signs
    stage: Stage
    shape: str
    imports: str
    exports: str
    example: tuple[str, str]
    read: Read | None = None
    write: Write | None = None
    write_judged: Write | None = None
