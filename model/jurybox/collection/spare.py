"""A spare: the collection as it last was whole, for when its file is destroyed while it is open.

Entries are held in memory from then on (`Ledger.recent`), so that the two together are everything.
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
"""Bytes of the largest file of which a spare is made; copying one takes a fraction of a second."""
T = TypeVar("T")


class Spare:
    """Holds a copy in a private temporary file of SQLite, which goes with the process, however that ends."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._db: sqlite3.Connection | None = None

    @property
    def is_held(self) -> bool:
        """Whether there is a copy."""
        return self._db is not None

    def take(self) -> None:
        """Copy the file, which was found whole just now; where that cannot be, the copy before stays."""
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
        """Return what is read from the spare; raise the error of the file where there is none."""
        with self._lock:
            if self._db is None:
                raise error
            return read(self._db)

    def close(self) -> None:
        """Throw the copy away."""
        with self._lock:
            if self._db is not None:
                self._db.close()
            self._db = None
