"""Bulk work on an open collection, which makes a backup first and cannot be undone; copies."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TypeVar, cast

from jurybox.collection.file import check_is_ours, open_reading
from jurybox.collection.jobs import Awaited, bulk
from jurybox.collection.merge import Merged, merge_log
from jurybox.collection.state import CollectionSnapshot
from jurybox.collection.writer import Job
from jurybox.errors import Refused
from jurybox.session.following import Following

_Result = TypeVar("_Result")


class Bulk(Following):
    """An open collection that whole files are stored in, merged into and copied from."""

    def store(self, work: Callable[[sqlite3.Connection], _Result], reason: str = "import") -> _Result:
        """Run work in one transaction after a backup, wait for it, and read the collection anew.

        Raises Refused (or NotSaved) with nothing changed if the work does.
        """
        self._must_be_writable()
        stored: list[tuple[_Result, tuple[CollectionSnapshot, int] | None]] = []
        errors: list[Exception] = []
        awaited = Awaited(work)
        self._store(awaited, reason, lambda result, shown: stored.append((result, shown)), errors.append)
        awaited.wait(self.flush, stored)
        if errors:
            raise errors[0]
        result, shown = stored[0]
        if shown:
            self._reload(*shown)
        return result

    def store_later(
        self,
        work: Callable[[sqlite3.Connection], _Result],
        done: Callable[[_Result | Exception], None],
        reason: str = "import",
    ) -> None:
        """Do as `store` does without waiting; `done` is called with the result or the error."""
        self._must_be_writable()

        def stored(result: _Result, shown: tuple[CollectionSnapshot, int] | None) -> None:
            if shown:
                self._hand_over(lambda: self._reload(*shown))
            self._post(lambda: done(result))

        self._store(work, reason, stored, lambda error: self._post(lambda: done(error)))

    def _store(
        self,
        work: Callable[[sqlite3.Connection], _Result],
        reason: str,
        stored: Callable[[_Result, tuple[CollectionSnapshot, int] | None], None],
        failed: Callable[[Exception], None],
    ) -> None:
        """Have bulk work done; `stored`, on the writer's thread, gets its result and the file with it."""

        def saved(result: object) -> None:
            shown = None
            try:
                shown = self._snapshot()
            except (sqlite3.Error, OSError):
                # It is stored all the same: what it brought is shown as soon as the file can be read.
                self._writer.look_again()
            stored(cast("_Result", result), shown)

        self._writer.submit(bulk(self.path, work, reason, saved, failed))

    def merge(self, other: Path) -> Merged:
        """Add what another copy of this collection, or an assessor's file, holds and this one lacks."""
        check_is_ours(other)
        with closing(open_reading(other)) as source:
            return self.store(lambda db: merge_log(db, source), "merge")

    def run(self, work: Callable[[sqlite3.Connection], _Result]) -> _Result:
        """Run work in a transaction on the writer's thread and wait for its result."""
        results: list[_Result] = []
        errors: list[Exception] = []
        awaited = Awaited(work)

        def unless_barred(db: sqlite3.Connection, _again: bool) -> None:  # noqa: FBT001 - the writer's flag
            if self._barred:
                raise Refused(self._barred)
            results.append(awaited(db))

        self._writer.submit(Job(unless_barred, lambda _: None, errors.append, lasting=False))
        awaited.wait(self._writer.wait, results)
        if errors:
            raise errors[0]
        return results[0]

    def save_copy(self, target: Path) -> None:
        """Write a copy of the collection, with the entries that could not be saved, to another place."""
        self._state.copy_to(target)
