"""What is seen of a file whose format is to be found, and signs in its columns that formats share."""

import re
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from pathlib import Path

from jurybox.collection.findings import shown
from jurybox.formats.delimited import blocks_of
from jurybox.language import tr

_LOOKED = 5_000
"""Lines whose cells are looked at one by one."""
_FEWEST = 5
"""Lines that are enough to tell questions from answers by how often each is there."""
_LIKE_A_QUESTION = re.compile(r"(q|qid|query|question|topic)[-_.]?[0-9]+", re.IGNORECASE)


def cells_in(text: str, width: int) -> list[str]:
    """Return the cells of a line: apart by blanks, or by tabs where these give the right number of cells alone."""
    cells = text.split()
    if len(cells) > width and text.count("\t") == width - 1:
        between = [cell.strip() for cell in text.split("\t")]
        return between if all(between) else cells
    return cells


@dataclass(frozen=True)
class Seen:
    """A file: its path, its lines that are not blank, and what is there besides.

    `kinds` has the kinds of the questions that the collection holds, `asked` these and the questions of the
    other files of the import.
    """

    path: Path
    lines: Sequence[str]
    kinds: Mapping[str, str]
    asked: AbstractSet[str] = frozenset()

    def is_named(self, pattern: str) -> bool:
        """Return whether the file is called as a pattern says."""
        return bool(pattern) and re.search(pattern, self.path.name, re.IGNORECASE) is not None

    @cached_property
    def rows(self) -> list[list[str]]:
        """The cells of the lines, apart by blanks, without comments."""
        return [line.split() for line in self.lines[:_LOOKED] if not line.startswith("#")]

    def columns(self, width: int) -> list[tuple[str, ...]]:
        """Return the columns of those lines that have so many; none if most have not."""
        rows = [cells_in(line, width) for line in self.lines[:_LOOKED] if not line.startswith("#")]
        fitting = [row for row in rows if len(row) == width]
        return list(zip(*fitting, strict=True)) if 2 * len(fitting) >= len(rows) else []

    def number_of(self, fits: Callable[[str], bool]) -> int:
        """Return the number that the first line that fits has in the file."""
        lines = (pair for held in blocks_of(self.path) for pair in zip(*held, strict=True))
        return next(number for number, text in lines if fits(text))

    def doubt_of_ids(self, columns: Sequence[Sequence[str]], at: int = 2) -> str:
        """Return what speaks against ids of questions in the first column and of answers in that one; or ""."""
        questions, answers = columns[0], columns[at]
        if all(len(cell) > 1 and cell[0] == cell[-1] == '"' for cell in questions):
            return tr("its cells are in quotation marks. Remove them")
        if {*questions} <= {"Q0", "q0"}:
            return self.exchanged(columns, 0, 1)
        held, given = {*questions}, {*answers}
        if at > 1 and given <= {"Q0", "q0", "0"} and len({*columns[1]}) > 1:
            return self.exchanged(columns, 1, at)
        is_known = 2 * len(given & self.asked) > len(given) and not held & self.asked
        is_alike = all(map(_LIKE_A_QUESTION.fullmatch, given)) and not any(map(_LIKE_A_QUESTION.fullmatch, held))
        in_blocks = len([*groupby(answers)]) == len(given) <= len(answers) / 2 and len(given) > 1
        is_of_one = len(held) == len(questions) >= _FEWEST and in_blocks
        return self.exchanged(columns, 0, at) if is_known or is_alike or is_of_one else ""

    def exchanged(self, columns: Sequence[Sequence[str]], one: int, other: int) -> str:
        """Return in words that two columns seem to be in each other's place, with the first line."""
        first = [column[0] for column in columns]
        return tr(
            "columns {one} and {other} seem to be in each other's place: line {line:,} has {first} and {second}. "
            "Exchange them",
            one=one + 1,
            other=other + 1,
            line=self.number_of(lambda text: cells_in(text, len(first)) == first),
            first=shown(first[one]),
            second=shown(first[other]),
        )
