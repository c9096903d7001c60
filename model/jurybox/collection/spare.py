"""A spare copy of the last intact state, in case the file is destroyed while it is open.

Later entries are held in memory (`Ledger.recent`), so that the two together are complete.
"""

import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import TypeVar

from jurybox.collection.file import open_reading
from jurybox.errors import Refused

LARGEST = 256 << 20
"""The greatest file size, in bytes, for which a spare is made; copying one takes a fraction of a second."""
T = TypeVar("T")


class Spare:
    """A copy in a private temporary file of SQLite, which is deleted with the process, however that ends."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._db: sqlite3.Connection | None = None

    @property
    def is_held(self) -> bool:
        """Whether there is a copy."""
        return self._db is not None

    def take(self) -> None:
        """Copy the file, which was just found intact; if that is impossible, the previous copy stays."""
        with suppress(sqlite3.Error, OSError, Refused):
            if self._path.stat().st_size > LARGEST:
                self.close()
                return
            new = sqlite3.connect("", isolation_level=None, check_same_thread=False)
            try:
                with closing(open_reading(self._path)) as db:
                    db.backup(new)
            except BaseException:
                new.close()
                raise
            self.close()
            with self._lock:
                self._db = new

    def read(self, read: Callable[[sqlite3.Connection], T], error: Exception) -> T:
        """Return what is read from the spare; raise the file's error if there is no spare."""
        with self._lock:
            if self._db is None:
                raise error
            return read(self._db)

    def close(self) -> None:
        """Delete the copy."""
        with self._lock:
            if self._db is not None:
                self._db.close()
            self._db = None
