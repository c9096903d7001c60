"""Journals that were left beside a file: whether the change that they take back is one of that file.

A program that dies in the middle of a change leaves FILE-journal, with the pages as they were before it. SQLite puts
them back into whatever is called FILE when it is next opened: where that is a backup, an earlier version or another
collection, it destroys it. So first it is tried on a copy. The change counter on the first page, where the journal has
that page, tells most strange journals at once (sqlite.org/fileformat2.html, sections 1.3.7 and 3); two copies of a
collection that were changed equally often have the same counter, so the rest is told by the state of both: a change
of this file leaves it whole when it is taken back, and one that was taken to its end has left nothing half done.
"""

import shutil
import sqlite3
import struct
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

from jurybox.collection.digests import without_digest
from jurybox.collection.log import noted_end
from jurybox.collection.schema import JOURNAL_MAGIC
from jurybox.collection.soundness import unsound

_HEAD = struct.Struct(">8sIIIII")
_TO_THE_END = 0xFFFFFFFF
_FILE_MAGIC = b"SQLite format 3\x00"

Verdict = Literal["roll back", "complete", "foreign"]
"""What a journal is: of a change of this file that was not completed; of one that was, so that it only has to go; or of
another state or another collection."""


class _Journal(NamedTuple):
    """What a journal says of the file before the change: the size of pages, how many, and the first one."""

    size: int
    pages: int
    first: bytes | None


@dataclass(frozen=True)
class _FileState:
    """What there is in a file: its problems, which collection it is, the last entry of its log, rows without digest.

    `is_noted`: whether that entry is noted as the last one.
    """

    problems: tuple[str, ...]
    identity: str | None = None
    last: tuple[int, bytes] | None = None
    undigested: str = ""
    is_noted: bool = False


def judge(copy: Path, journal: Path, folder: Path) -> tuple[Verdict, Path]:
    """Return what a journal is to a file, of which there is a copy, and a copy in `folder` without its change.

    The journal is not changed. Raises OSError.
    """
    found = _read(journal)
    if found is None:  # SQLite takes nothing from it
        return "complete", copy
    if not _may_be_before(found, copy):
        return "foreign", copy
    before = _state(copy)
    rolled = folder / "rolled.jury"
    shutil.copyfile(copy, rolled)
    shutil.copyfile(journal, rolled.with_name(f"{rolled.name}-journal"))
    after = _state(rolled, mode="rw")
    verdict = _verdict(before, after, copy, has_counter=found.first is not None)
    return verdict, rolled if verdict == "roll back" else copy


def _verdict(before: _FileState, after: _FileState, file: Path, *, has_counter: bool) -> Verdict:
    if before.identity is not None and before.identity != after.identity:
        return "foreign"
    if before.problems:
        is_better = has_counter and len(after.problems) <= len(before.problems)
        return "roll back" if is_better or not after.problems else "foreign"
    if after.problems or not _holds(file, after.last):
        return "foreign"
    # Nothing is half done, unless rows without a digest were added, or an entry that is not noted as the last one.
    is_whole = before.undigested == after.undigested and before.is_noted == after.is_noted
    return "complete" if is_whole else "roll back"


def _read(journal: Path) -> _Journal | None:
    """Return what a journal says of the file before the change; None if SQLite takes nothing from it."""
    with journal.open("rb") as data:
        begin, size, pages, first = 0, 0, 0, None
        while True:
            data.seek(begin)
            head = data.read(_HEAD.size)
            if len(head) < _HEAD.size or not head.startswith(JOURNAL_MAGIC):
                return _Journal(size, pages, first) if begin else None
            _, count, nonce, pages_here, sector, size_here = _HEAD.unpack(head)
            if not begin:
                size, pages = size_here, pages_here
                if not (512 <= size <= 65_536 and 32 <= sector <= 65_536):
                    return None
            at = begin + sector
            data.seek(at)
            while count:
                record = data.read(size + 8)
                if len(record) < size + 8 or _checksum(record[4:-4], nonce) != int.from_bytes(record[-4:], "big"):
                    return _Journal(size, pages, first)
                if int.from_bytes(record[:4], "big") == 1 and first is None:
                    first = record[4:-4]
                at += size + 8
                count -= count != _TO_THE_END
            begin = -(-at // sector) * sector


def _checksum(page: bytes, nonce: int) -> int:
    return (nonce + sum(page[at] for at in range(len(page) - 200, 0, -200))) & 0xFFFFFFFF


def _may_be_before(journal: _Journal, file: Path) -> bool:
    """Return whether the first page of a file may be that of the journal, or the next one that follows from it."""
    with file.open("rb") as data:
        head = data.read(journal.size)
    if not head.startswith(_FILE_MAGIC):
        return True  # a page that a power cut tore
    size = int.from_bytes(head[16:18], "big")
    if journal.size != (65_536 if size == 1 else size):
        return False
    if journal.first is None:
        return int.from_bytes(head[28:32], "big") == journal.pages
    counter, was = (int.from_bytes(page[24:28], "big") for page in (head, journal.first))
    return head == journal.first or counter == (was + 1) & 0xFFFFFFFF


def _state(path: Path, mode: str = "ro") -> _FileState:
    """Return the state of a copy, after SQLite rolled back in it what a journal beside it says."""
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode={mode}", uri=True, isolation_level=None)) as db:
            db.execute("PRAGMA trusted_schema = OFF")
            problems = unsound(db)
            found = dict(db.execute("SELECT name, value FROM local"))
            last = db.execute("SELECT id, hash FROM entry ORDER BY id DESC LIMIT 1").fetchone()
            is_noted = noted_end(found) == last
            return _FileState(tuple(problems), found.get("collection"), last, without_digest(db), is_noted)
    except Exception as error:  # noqa: BLE001 - what stops the check is damage
        return _FileState((str(error),), _identity(path))


def _identity(path: Path) -> str | None:
    """Return which collection a damaged file is, if it still says so."""
    with suppress(Exception), closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as db:
        return str(db.execute("SELECT value FROM local WHERE name = 'collection'").fetchone()[0])
    return None


def _holds(file: Path, last: tuple[int, bytes] | None) -> bool:
    """Return whether an entry of a log, and with it all before it, is in a whole file."""
    if last is None:
        return True
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as db:
        return db.execute("SELECT 1 FROM entry WHERE id = ? AND hash = ?", last).fetchone() is not None


def with_log(copy: Path, log: Path, folder: Path) -> Path:
    """Return a copy of a file into which its write-ahead log was put; without that log if it only does harm."""
    written = folder / "written.jury"
    shutil.copyfile(copy, written)
    shutil.copyfile(log, written.with_name(f"{written.name}-wal"))
    with suppress(sqlite3.Error), closing(sqlite3.connect(written)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    before, after = _state(copy), _state(written)
    return written if len(after.problems) <= len(before.problems) else copy
