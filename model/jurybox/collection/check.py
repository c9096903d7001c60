"""Checking a collection file, and turning what damage does to a command into one sentence."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from jurybox.collection.file import disk_problem, open_reading
from jurybox.collection.snapshot import first_impossible
from jurybox.collection.soundness import unsound
from jurybox.errors import NotOurs, Refused
from jurybox.language import tr
from jurybox.wording import capitalized


def check(db: sqlite3.Connection) -> list[str]:
    """Return all problems of a file; an empty list means that it is intact."""
    # A value in the log is covered by its chain. The problem that prevents opening is one of these, or a value.
    return unsound(db) or list(_values(db))


def _values(db: sqlite3.Connection) -> Iterator[str]:
    """Yield what prevents the collection from being opened: values that no version of the program writes."""
    problem = first_impossible(db)
    if problem:
        yield tr("{sentence}.", sentence=capitalized(problem))


@contextmanager
def damage_refused(path: Path) -> Iterator[None]:
    """Turn any internal error caused by a damaged collection into one sentence; a bug stays a bug.

    SQLite's own errors are the file's or the disk's. For any other error the file is checked, and it is
    blamed only if the check finds a problem.
    """
    try:
        yield
    except sqlite3.OperationalError as error:
        raise Refused(tr("{path} cannot be read: {error}. Nothing was changed.", path=path, error=error)) from error
    except sqlite3.Error as error:
        if reason := disk_problem(error, path):
            raise Refused(tr("{path} cannot be read: {reason}", path=path, reason=reason)) from error
        raise NotOurs(_sentence(path, str(error))) from error
    except (Refused, OSError):
        raise
    except Exception as error:
        _blame(path, error)
        raise


@contextmanager
def values_refused(path: Path) -> Iterator[None]:
    """Like `damage_refused`, if two collections are involved; SQLite's errors are passed on."""
    try:
        yield
    except (LookupError, ValueError, TypeError, OverflowError, AssertionError) as error:
        _blame(path, error)
        raise


def _blame(path: Path, error: Exception) -> None:
    problems = problems_of(path)
    if problems:
        raise NotOurs(_sentence(path, problems[0].rstrip(".。"))) from error


def problems_of(path: Path) -> list[str]:
    """Return the problems of a collection, even of one that cannot be checked."""
    try:
        with closing(open_reading(path)) as db:
            return check(db)
    except Exception as error:  # noqa: BLE001 - what stops the check is damage as well
        if reason := disk_problem(error, path):
            return [tr("It cannot be read: {reason}", reason=reason)]
        return [tr("SQLite finds damage: {error}", error=error)]


def _sentence(path: Path, what: str) -> str:
    return tr(
        "{path} is damaged ({what}). Nothing was changed; rescue it into a new file, or use a backup.",
        path=path,
        what=what,
    )
