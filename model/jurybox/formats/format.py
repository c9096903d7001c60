"""What a family of files must bring to be read and written: one value of `Format` each."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from jurybox.collection.staging import Staging


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """What the person said beside the files: the run or the assessor that files do not name."""

    run: str | None = None
    assessor: str | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """What an export wrote and read back: where, and how many rows in each file."""

    path: Path
    rows: dict[str, int] = field(default_factory=dict)

    def __str__(self) -> str:
        listed = ", ".join(f"{count:,} {name}" for name, count in self.rows.items())
        return f"{self.path}: {listed or 'nothing'}"


Sniff = Callable[[Path], str | None]
"""Says in a few words why a file or folder is of a format; None if it is not."""
Read = Callable[[Sequence[Path], Staging, ReadOptions], None]
"""Puts the rows of files into a staging database; what is wrong with them becomes findings there."""


class Write(Protocol):
    """Writes a collection file to a new file or folder, and reads that back before it returns.

    `assessor` leaves out what others said; `anonymous` keeps people's names out.
    """

    def __call__(
        self, file: Path, target: Path, *, assessor: str | None = None, anonymous: bool = False
    ) -> Written:
        """Raise Refused, with nothing left behind, if the target exists or cannot be written."""


@dataclass(frozen=True, slots=True)
class Format:
    """One family of files; `read` or `write` is None where it is only written or only read."""

    name: str
    title: str
    sniff: Sniff
    read: Read | None = None
    write: Write | None = None
