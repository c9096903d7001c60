"""A collection as it is in its file at one moment: everything that is read when it is opened."""

import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from jurybox.collection.catalog import Catalog, read_catalog
from jurybox.collection.file import open_reading
from jurybox.collection.ledger import Ledger, read_ledger
from jurybox.collection.log import Chains, read_chains
from jurybox.collection.soundness import of_newer_program
from jurybox.collection.validity import NewerKindError
from jurybox.errors import NotOurs, Refused
from jurybox.language import tr


@dataclass(frozen=True, slots=True)
class CollectionSnapshot:
    """Everything read when a collection is opened; `last` is the last row of the log in it."""

    catalog: Catalog
    ledger: Ledger
    chains: Chains
    last: int
    local: dict[str, str]


_TRIES = 3
IMPOSSIBLE = (LookupError, ValueError, TypeError, OverflowError, AssertionError)
"""Exceptions caused by values that no version of the program writes, before or after they were checked."""


def read_snapshot(path: Path) -> CollectionSnapshot:
    """Read a collection as it is at one moment, without blocking writers.

    Only if they repeatedly wrote during the read is it read in one transaction, for which they wait.
    """
    with closing(open_reading(path)) as db:
        for _ in range(_TRIES):
            before = db.execute("PRAGMA data_version").fetchone()
            try:
                snapshot = _read(db)
            except IMPOSSIBLE as error:
                # Columns of different lengths, if something was added in between.
                if db.execute("PRAGMA data_version").fetchone() == before:
                    raise _unreadable(path, db, error) from error
                continue
            if db.execute("PRAGMA data_version").fetchone() == before:
                return snapshot
        db.execute("BEGIN")
        try:
            return _read(db)
        except IMPOSSIBLE as error:
            raise _unreadable(path, db, error) from error


def first_impossible(db: sqlite3.Connection) -> str:
    """Return the first value that no version of the program writes, in words; "" for none."""
    handed_out = db.execute(
        "SELECT 1 FROM local WHERE name = 'handed_out' AND value NOT IN (SELECT name FROM assessor)"
    )
    if handed_out.fetchone():
        return tr("the assessor that the file was handed out to is not in it")
    try:
        _read(db)
    except IMPOSSIBLE as error:
        return str(error)
    return ""


def _unreadable(path: Path, db: sqlite3.Connection, error: Exception) -> Refused:
    """Return the sentence for a file that cannot be read: damaged, or made by a newer program."""
    if isinstance(error, NewerKindError):
        with suppress(*IMPOSSIBLE):
            if newer := of_newer_program(db):
                return Refused(
                    tr("{path} was made by a newer Jurybox ({newer}). Nothing was changed.", path=path, newer=newer)
                )
    return damaged(path, error)


def damaged(path: Path, error: Exception) -> NotOurs:
    """Return the sentence for a file with values that no version of the program writes."""
    return NotOurs(
        tr(
            "{path} is damaged ({error}). Nothing was changed; rescue it into a new file, or use a backup.",
            path=path,
            error=error,
        )
    )


def _read(db: sqlite3.Connection) -> CollectionSnapshot:
    catalog = read_catalog(db)
    ledger = read_ledger(db, len(catalog.assessors), catalog.answer_count)
    ledger.refuse_foreign_subjects(len(catalog.questions), catalog.answer_question, catalog.nuggets)
    return CollectionSnapshot(
        catalog,
        ledger,
        read_chains(db),
        ledger.rows[-1] if len(ledger) else 0,
        dict(db.execute("SELECT name, value FROM local")),
    )
