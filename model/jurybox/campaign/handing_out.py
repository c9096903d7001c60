"""One assessor's own file: the questions they are to judge and what they said, and nothing about runs.

It is made beside its place and given its name when it is whole; `jurybox.campaign.cutting` says what is in
it.
"""

import sqlite3
import tempfile
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from jurybox.campaign.cutting import Cut
from jurybox.collection.file import SUFFIX, check_is_ours, create, open_reading, open_writing, put_in_place
from jurybox.errors import Refused


@dataclass(frozen=True, slots=True)
class HandedOut:
    """What a file that was handed out holds."""

    path: Path
    assessor: str
    questions: int
    answers: int
    judged: int

    def __str__(self) -> str:
        return (
            f"{self.path} is {self.assessor}'s own file: {self.questions:,} questions, {self.answers:,} "
            f"answers, {self.judged:,} entries of their own, nothing about runs."
        )


def hand_out(file: Path, name: str, target: Path) -> HandedOut:
    """Write one assessor's own file; refused, with nothing left behind, if that cannot be.

    It holds the questions assigned to them (all, where nothing is assigned) and those that they have judged
    already. The target must not exist yet; its name ends in `.jury`.
    """
    check_is_ours(file)
    target = target if target.suffix == SUFFIX else target.with_name(f"{target.name}{SUFFIX}")
    if target.exists():
        raise Refused(f"{target} exists already. Nothing was written; choose another name.")
    try:
        folder = tempfile.TemporaryDirectory(prefix=".jurybox-", dir=target.parent)
    except OSError as error:
        raise Refused(f"{target} cannot be written: {error.strerror}.") from error
    with folder as inside, closing(open_reading(file)) as source:
        made = Path(inside) / target.name
        create(made)
        source.execute("BEGIN")
        told = _fill(source, made, name)
        source.execute("COMMIT")
        put_in_place(made, target)
    return HandedOut(target, name, *told)


def _fill(source: sqlite3.Connection, made: Path, name: str) -> tuple[int, int, int]:
    with closing(open_writing(made)) as db:
        db.execute("BEGIN IMMEDIATE")
        cut = Cut(source, db, name)
        counts = cut.copy()
        db.execute("COMMIT")
    return counts
