"""The first bytes of a file, read without taking away the locks that SQLite holds on it.

On POSIX systems the closing of any descriptor of a file drops every lock that the process has on it, also
those of a transaction that is going on (sqlite.org/howtocorrupt.html, section 2.2): another program could
then write into the middle of it. So what was opened here stays open while any collection is.
"""

import os
import sqlite3
import threading
from pathlib import Path

_guard = threading.Lock()
_kept: dict[tuple[int, int], int] = {}
_connections: set[int] = set()


class Connection(sqlite3.Connection):
    """A connection that is known to be open until it is closed."""

    def begin(self) -> None:
        """Count as open from now on."""
        with _guard:
            _connections.add(id(self))

    def close(self) -> None:
        """Close, and close also what was kept open for the sake of the last connection."""
        super().close()
        with _guard:
            _connections.discard(id(self))
            _let_go()


def first_bytes(path: Path, count: int) -> bytes:
    """Return the first bytes of a file, fewer if it is shorter; raises OSError if it cannot be read."""
    if os.name != "posix":
        with path.open("rb") as file:
            return file.read(count)
    with _guard:
        try:
            return os.pread(_descriptor(path), count, 0)
        finally:
            _let_go()


def _descriptor(path: Path) -> int:
    found = path.stat()
    kept = _kept.get((found.st_dev, found.st_ino))
    if kept is not None:
        return kept
    opened = os.open(path, os.O_RDONLY)
    found = os.fstat(opened)
    return _kept.setdefault((found.st_dev, found.st_ino), opened)


def _let_go() -> None:
    if not _connections:
        while _kept:
            os.close(_kept.popitem()[1])
