"""The jobs that a session gives its writer: trying, checking, and putting entries on the disk."""

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Generic, TypeVar

from jurybox.collection.backup import backup
from jurybox.collection.catalog import Assessor
from jurybox.collection.entries import Entry
from jurybox.collection.log import count_import, insert_entries
from jurybox.collection.nuggets import Nugget
from jurybox.collection.schema import VERSION
from jurybox.collection.soundness import GivenUp, remember_checked, verify
from jurybox.collection.writer import Job
from jurybox.errors import NotSaved, Refused
from jurybox.language import tr

_Result = TypeVar("_Result")

Failed = Callable[[Exception], None]


def try_to_write(failed: Failed) -> Job:
    """Write to the file as a label would, and roll back: SQLite opens a read-only file without an error."""

    def work(db: sqlite3.Connection, _again: bool) -> None:  # noqa: FBT001 - the writer's own flag
        db.execute(f"PRAGMA user_version = {VERSION}")

    return Job(work, lambda _: None, failed, lasting=False, patient=True, kept=False)


def check_file(found: Callable[[list[str]], None], failed: Failed, stopped: Callable[[], bool] = lambda: False) -> Job:
    """Check the file and the log entries added since the last check; `found` gets the problems.

    It ends silently once `stopped` returns True, since nobody waits for it: it writes nothing.
    """
    problems: list[str] = []

    def work(db: sqlite3.Connection, _again: bool) -> bool:  # noqa: FBT001 - the writer's own flag
        try:
            problems[:] = verify(db, stopped)
        except GivenUp:
            return False
        if not problems:
            remember_checked(db)
        return True

    def ended_with(ended: object) -> None:
        if ended:
            found(problems)

    return Job(work, ended_with, failed, lasting=False, patient=True)


class Awaited(Generic[_Result]):
    """Work with a waiting caller: once the caller was told that it failed, it is not done later."""

    def __init__(self, work: Callable[[sqlite3.Connection], _Result]) -> None:
        self._work = work
        self._given_up = False

    def __call__(self, db: sqlite3.Connection) -> _Result:
        """Do the work, unless nobody waits for it any more."""
        if self._given_up:
            raise Refused(tr("This result is no longer needed."))
        return self._work(db)

    def wait(self, flush: Callable[[], None], ended: Sequence[object]) -> None:
        """Wait with `flush`; if that fails before the work has ended, give the work up."""
        try:
            flush()
        except NotSaved:
            if not ended:
                self._given_up = True
                raise


def bulk(
    path: Path,
    work: Callable[[sqlite3.Connection], object],
    reason: str,
    saved: Callable[[object], None],
    failed: Failed,
) -> Job:
    """Run an import or a merge after a backup; it is given up if it fails."""

    def with_backup(db: sqlite3.Connection, _again: bool) -> object:  # noqa: FBT001 - the writer's own flag
        backup(path, reason)
        result = work(db)
        count_import(db)
        # The backup was found intact, and what was added has just been made or checked.
        remember_checked(db)
        return result

    return Job(with_backup, saved, failed, lasting=False)


class EntryJobs:
    """Makes the jobs that write entries, and remembers the rows of written entries."""

    def __init__(self) -> None:
        self._rows: dict[bytes, int] = {}

    def write(
        self,
        entries: Sequence[Entry],
        replaced: Sequence[tuple[bytes, int]],
        nuggets: Mapping[int, Nugget],
        saved: Callable[[list[int]], None],
        failed: Failed,
    ) -> Job:
        """Write entries in one transaction; `replaced` are hash and row (0: written by a job before).

        `nuggets` as in `insert_entries`.
        """
        rows: list[int] = []

        def work(db: sqlite3.Connection, again: bool) -> None:  # noqa: FBT001 - the writer's own flag
            replaced_rows = [row or self._rows[hash_] for hash_, row in replaced]
            before = _written_before(db, entries) if again else []
            rows[:] = before or insert_entries(db, entries, replaced_rows, nuggets)

        def settled(_: object) -> None:
            self._rows.update(zip((entry.hash for entry in entries), rows, strict=True))
            saved(rows)

        return Job(work, settled, failed)


def read_assessors(db: sqlite3.Connection) -> tuple[Assessor, ...]:
    """Return the assessors of a file."""
    return tuple(Assessor(*row) for row in db.execute("SELECT name, kind, code FROM assessor ORDER BY id"))


def _written_before(db: sqlite3.Connection, entries: Sequence[Entry]) -> list[int]:
    """Return the rows of entries that an earlier attempt did write: its commit failed only in part."""
    rows = []
    for entry in entries:
        query = "SELECT id FROM entry WHERE hash = ? ORDER BY id DESC LIMIT 1"
        rows += [int(row) for (row,) in db.execute(query, (entry.hash,))]
    return rows
