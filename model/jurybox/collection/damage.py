"""Telling damage in a file from a bug of ours."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from jurybox.collection.check import check
from jurybox.collection.file import open_reading
from jurybox.errors import NotOurs, Refused


@contextmanager
def damage_told(path: Path) -> Iterator[None]:
    """Turn whatever a damaged collection makes go wrong inside into one sentence; a bug stays a bug.

    SQLite's own errors are the file's or the disk's. For any other error the file is checked, and only if
    something is wrong with it does it take the blame.
    """
    try:
        yield
    except sqlite3.OperationalError as error:
        raise Refused(f"{path} cannot be read: {error}. Nothing was changed.") from error
    except sqlite3.Error as error:
        raise NotOurs(_sentence(path, str(error))) from error
    except (Refused, OSError):
        raise
    except Exception as error:
        problems = problems_of(path)
        if not problems:
            raise
        raise NotOurs(_sentence(path, problems[0].removesuffix("."))) from error


def problems_of(path: Path) -> list[str]:
    """Return what is wrong with a collection, also with one that cannot even be checked."""
    try:
        with closing(open_reading(path)) as db:
            return check(db)
    except Exception as error:  # noqa: BLE001 - what stops the check is damage as well
        return [f"SQLite finds damage: {error}"]


def _sentence(path: Path, what: str) -> str:
    return f"{path} is damaged ({what}). Nothing was changed; rescue it into a new file, or use a backup."
