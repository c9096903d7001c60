"""Opening and creating collection files.

A file may come from anywhere. Its header is read before SQLite opens it, then every object in it must equal
one of ours exactly (a trigger in a received file could rewrite labels), and only then is it used.
"""

import errno
import os
import shutil
import sqlite3
import tempfile
import threading
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from jurybox.collection import schema
from jurybox.disk import (
    check_regular,
    flush,
    flush_folder,
    no_descriptor_left,
    open_descriptor,
    open_regular,
    part_prefix,
    private_folder,
    sweep,
    usual_mode,
)
from jurybox.errors import Busy, NotOurs, Refused
from jurybox.language import tr

SUFFIX = ".jury"
HANDED_OUT = "handed_out"
"""The name under which `local` of a file that was handed out says to whom."""
HUB = "hub"
"""The name under which `local` of a file holds its link to a hub."""
BUSY_SECONDS = 5.0
_MOMENT = 0.3
_STRETCH = 1 << 20
LARGEST_VALUE = 20_000_000
"""The most bytes of a text or blob read from a file."""

_MAGIC = b"SQLite format 3\x00"
_JOURNAL_MAGIC = bytes.fromhex("d9d505f920a163d7")
_CHECK_STEPS = 20_000_000


# On POSIX systems closing any descriptor of a file drops every lock that the process has on it, also those of
# a transaction that is going on (sqlite.org/howtocorrupt.html, section 2.2): another program could then write
# into the middle of it. So what is opened here to read the first bytes stays open while any collection is.
_guard = threading.Lock()
_kept: dict[tuple[int, int], int] = {}
_connections: set[int] = set()
# Copies of read-only files in which an interrupted change was rolled back.
_recovered: dict[tuple[int, ...], tempfile.TemporaryDirectory[str]] = {}


class Connection(sqlite3.Connection):
    """A connection that is known to be open until it is closed."""

    _path = Path()
    _file: tuple[int, int] | None = None

    def begin(self, path: Path, file: tuple[int, int] | None) -> None:
        """Count as open from now on."""
        with _guard:
            _connections.add(id(self))
        self._path, self._file = path, file if file == file_at(path) else None

    def bytes_at(self, start: int, count: int) -> bytes:
        """Return bytes of the file that this reads, fewer at its end; raises OSError if it cannot be found.

        They are of one moment only while this holds the lock of a reader.
        """
        return _bytes_at(self._path, start, count, self._file or (-1, -1))

    def close(self) -> None:
        """Close it, and with the last connection also the descriptors kept open for it."""
        super().close()
        with _guard:
            _connections.discard(id(self))
            _let_go()


def first_bytes(path: Path, count: int) -> bytes:
    """Return the first bytes of a file, fewer if it is shorter. OSError if it cannot be read."""
    return _bytes_at(path, 0, count)


def _bytes_at(path: Path, at: int, count: int, only: tuple[int, int] | None = None) -> bytes:
    """Return bytes of a file; raises OSError, also where it is another file than the only one wanted."""
    if os.name != "posix":
        with open_regular(path) as file:
            _refuse_other(file.fileno(), only)
            file.seek(at)
            return file.read(count)
    with _guard:
        try:
            opened = _descriptor(path)
            _refuse_other(opened, only)
            return os.pread(opened, count, at)
        finally:
            _let_go()


def _refuse_other(opened: int, only: tuple[int, int] | None) -> None:
    found = os.fstat(opened)
    if only is not None and only != (found.st_dev, found.st_ino):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))


def _descriptor(path: Path) -> int:
    found = path.stat()
    kept = _kept.get((found.st_dev, found.st_ino))
    if kept is not None:
        return kept
    opened = open_descriptor(path)
    found = os.fstat(opened)
    return _kept.setdefault((found.st_dev, found.st_ino), opened)


def _let_go() -> None:
    if not _connections:
        while _kept:
            os.close(_kept.popitem()[1])
        while _recovered:
            _recovered.popitem()[1].cleanup()


@dataclass(frozen=True, slots=True)
class Header:
    """The content of the first 100 bytes of a file."""

    version: int
    write_ahead: bool


def create(path: Path, *, name: str | None = None, shown: Path | None = None) -> None:
    """Create an empty collection. Refused if anything exists at that path.

    A refusal names `shown`, if the file will be renamed to that later.
    """
    shown = shown or path
    from jurybox.collection.migrations import migrate

    if path.exists():
        raise Refused(tr("{path} exists already. Nothing was changed; choose another name.", path=path))
    try:
        sweep(path.parent)
        handle, part = tempfile.mkstemp(prefix=part_prefix(), suffix=".part", dir=path.parent)
    except OSError as error:
        raise Refused(tr("{path} cannot be created: {reason}.", path=shown, reason=error.strerror)) from error
    os.close(handle)
    part_path = Path(part)
    try:
        with closing(_connect(part_path, "rw")) as db:
            db.execute("PRAGMA synchronous = OFF")  # the whole file is synced before it is renamed
            db.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
            migrate(db)
            db.execute("INSERT INTO local VALUES ('collection', ?)", (os.urandom(16).hex(),))
            db.execute("INSERT INTO local VALUES ('name', ?)", (name or path.stem,))
        put_in_place(part_path, path)
    except sqlite3.Error as error:
        raise Refused(tr("{path} cannot be created: {error}.", path=shown, error=error)) from error
    finally:
        part_path.unlink(missing_ok=True)


def put_in_place(part_path: Path, path: Path, mode: int | None = None) -> None:
    """Rename a finished file, never over another one, and make sure that the disk has it.

    `mode`: its permissions; by default those of any new file.
    """
    part_path.chmod(usual_mode() if mode is None else mode)
    flush(part_path)
    try:
        os.link(part_path, path)
    except FileExistsError as error:
        raise Refused(tr("{path} exists already. Nothing was changed; choose another name.", path=path)) from error
    except OSError:  # file systems without hard links, such as those of most sticks
        if path.exists():
            raise Refused(tr("{path} exists already. Nothing was changed; choose another name.", path=path)) from None
        part_path.rename(path)
    flush_folder(path.parent)


def has_header(path: Path) -> bool:
    """Return whether a file begins like a database; True also if it cannot be read."""
    with suppress(OSError):
        return first_bytes(path, len(_MAGIC)) == _MAGIC
    return True


def read_header(path: Path) -> Header:
    """Read and check the header; refuse what is not a collection, or one from a newer version."""
    try:
        head = first_bytes(path, 100)
        check_regular(journal_of(path))  # a pipe there would let SQLite wait for ever
    except FileNotFoundError as error:
        raise Refused(tr("{path} does not exist.", path=path)) from error
    except OSError as error:
        found = error.filename or path
        raise Refused(tr("{path} cannot be read: {reason}.", path=found, reason=error.strerror)) from error
    if len(head) < 100 or not head.startswith(_MAGIC):
        raise Refused(tr("{path} is not a Jurybox collection.", path=path))
    if int.from_bytes(head[68:72], "big") != schema.APPLICATION_ID:
        raise Refused(tr("{path} is a database of another program, not a Jurybox collection.", path=path))
    version = int.from_bytes(head[60:64], "big")
    if version > schema.VERSION:
        raise Refused(
            tr(
                "{path} was written by a newer Jurybox (file version {version}, this one reads up to "
                "{version2}). Nothing was changed; use the newer program.",
                path=path,
                version=version,
                version2=schema.VERSION,
            )
        )
    if version < 1:
        raise Refused(tr("{path} is an unfinished collection without tables.", path=path))
    return Header(version, write_ahead=head[18] != 1 or head[19] != 1)


def open_writing(path: Path) -> sqlite3.Connection:
    """Open a checked collection for one thread to write to, with the settings for durable labels."""
    return _connect(path, "rw")


def open_reading(path: Path) -> sqlite3.Connection:
    """Open a checked collection read-only, from any thread.

    An interrupted change is rolled back first: in the file if it is writable, else in a temporary copy, which
    is read instead.
    """
    try:
        return _connect(path, "ro")
    except sqlite3.OperationalError as error:  # the settings of a connection read the list of tables
        if not is_left_half_changed(error):
            raise
    if may_write(path):
        with suppress(sqlite3.OperationalError):  # such as where the journal cannot be removed
            _undo_half_change(path)
            return _connect(path, "ro")
    return _connect(_recovered_copy(path), "ro")


def journal_of(path: Path) -> Path:
    """Return the path of the journal of a change to a file, during it and after an interruption."""
    resolved = path.resolve()
    return resolved.with_name(f"{resolved.name}-journal")


def copy_with_journal(path: Path, folder: Path) -> Path:
    """Copy a file and its journal to a folder, roll back an interrupted change there, and return it.

    Raises sqlite3.Error if that is impossible, and OSError.
    """
    copy = folder / "copy.jury"
    shutil.copyfile(path, copy)
    with suppress(FileNotFoundError):
        shutil.copyfile(journal_of(path), journal_of(copy))
    _undo_half_change(copy)
    return copy


def _undo_half_change(path: Path) -> None:
    _refuse_foreign_journal(path)
    with closing(_connect(path, "rw")) as db:
        db.execute("PRAGMA schema_version").fetchone()


def _refuse_foreign_journal(path: Path) -> None:
    """Refuse a journal that names another one: SQLite would delete that, whatever file it is.

    Only a change to several files at once writes such a journal (sqlite.org/fileformat2.html, section 3), and
    Jurybox makes none.
    """
    with suppress(OSError), open_regular(journal_of(path)) as file:
        file.seek(-len(_JOURNAL_MAGIC), os.SEEK_END)
        if file.read() == _JOURNAL_MAGIC:
            raise NotOurs(
                tr(
                    "{name} beside {path} was not written by Jurybox. Nothing was changed; move it away.",
                    name=journal_of(path).name,
                    path=path.name,
                )
            )


def _recovered_copy(path: Path) -> Path:
    """Return a copy of a read-only file with its interrupted change rolled back."""
    try:
        found = (path.stat(), journal_of(path).stat())
        key = tuple(each for one in found for each in (one.st_dev, one.st_ino, one.st_size, one.st_mtime_ns))
        with _guard:
            kept = _recovered.get(key)
        if kept is not None:
            return Path(kept.name) / "copy.jury"
        folder = private_folder()
        copy = copy_with_journal(path, Path(folder.name))
        with _guard:
            kept = _recovered.setdefault(key, folder)
        return Path(kept.name) / copy.name
    except OSError as error:
        raise Refused(
            tr(
                "{path} was left in the middle of a change, is read-only here, and cannot be copied: "
                "{reason}. Copy it together with {name} and open the copy.",
                path=path,
                reason=error.strerror,
                name=journal_of(path).name,
            )
        ) from error


def file_at(path: Path) -> tuple[int, int] | None:
    """Return a value that identifies the file at a path; None if there is none."""
    with suppress(OSError):
        found = path.stat()
        return found.st_dev, found.st_ino
    return None


def reopened(db: sqlite3.Connection, path: Path) -> sqlite3.Connection:
    """Return a new reading connection to the file now at the path; the old one if that is impossible."""
    try:
        new = open_reading(path)
    except (sqlite3.Error, Refused):
        return db
    db.close()
    return new


def is_destroyed(error: Exception) -> bool:
    """Return whether an error means that a collection's content is damaged or gone."""
    name = getattr(error, "sqlite_errorname", "")
    return name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")) or str(error).startswith("no such table")


def is_left_half_changed(error: sqlite3.Error) -> bool:
    """Return whether an error means an interrupted change, which `open_reading` rolls back."""
    return getattr(error, "sqlite_errorname", "") == "SQLITE_READONLY_ROLLBACK"


def check_is_ours(path: Path) -> Header:
    """Refuse a file unless its header and every object in it are ours; return its header.

    A file that was being written when its program died is first repaired by SQLite itself (see
    `open_reading`). Raises Refused if the disk, not the file, is the problem.
    """
    header = read_header(path)
    if header.write_ahead:
        raise NotOurs(
            tr("{path} was changed by another program (its journal mode). Rescue it into a new file.", path=path)
        )
    try:
        if may_write(path):
            _refuse_foreign_journal(path)
        with closing(_connect(path, "rw") if may_write(path) else open_reading(path)) as db:
            _limit_work(db)
            found = schema.objects(db)
    except (sqlite3.DatabaseError, UnicodeDecodeError, TypeError) as error:  # the last: bytes in place of a name
        if is_busy(error):
            raise Busy(
                tr("Another program is using {path}. Nothing was changed; try again when it is done.", path=path.name)
            ) from error
        if reason := disk_problem(error, path):
            raise Refused(tr("{path} cannot be read: {reason}", path=path, reason=reason)) from error
        raise NotOurs(tr("{path} is damaged ({error}). Rescue it into a new file.", path=path, error=error)) from error
    foreign = sorted(set(found.items()) ^ set(schema.expected_objects(header.version).items()), key=repr)
    if foreign:
        raise NotOurs(
            tr(
                "{path} contains {foreign!r}, which does not come from Jurybox. Nothing in it was run "
                "or changed; rescue it into a new file.",
                path=path,
                foreign=foreign[0][0],
            )
        )
    return header


def is_busy(error: Exception) -> bool:
    """Return whether an error means that another program is holding the file."""
    return getattr(error, "sqlite_errorname", "").startswith(("SQLITE_BUSY", "SQLITE_LOCKED"))


def is_held(path: Path, *, to_write: bool = False) -> bool:
    """Return whether another program blocks reading or writing a file for longer than a moment.

    Callers can report the wait first. Only a checked file is opened for writing.
    """
    try:
        read_header(path)
        with closing(_connect(path, "rw" if to_write else "ro", _MOMENT)) as db:
            db.execute("BEGIN IMMEDIATE" if to_write else "PRAGMA schema_version")
    except sqlite3.Error as error:
        return is_busy(error)
    except Refused:
        return False
    return False


def disk_problem(error: Exception, path: Path) -> str:
    """Return the message if the disk or its permissions, not the file, is at fault.

    "" for any other error.
    """
    name = getattr(error, "sqlite_errorname", "")
    journal = journal_of(path)
    if journal.exists() and not journal.is_file():
        return tr(
            "there is a folder in the place of its journal ({journal}). Move the folder elsewhere.",
            journal=journal.name,
        )
    if name.startswith("SQLITE_READONLY"):
        return tr("it and its folder are read-only. Allow writing to them, or save a copy.")
    if name.startswith("SQLITE_CANTOPEN"):
        if no_descriptor_left():
            return tr("too many files and connections are open in this program. Close some and try again.")
        return tr("{path}, its folder or its journal cannot be opened. Allow reading and writing them.", path=path.name)
    if is_destroyed(error) and not _can_be_read(path):  # SQLite calls what a disk cannot read malformed
        return tr("the disk reports an error. Nothing is known to be lost; try again, or copy the file.")
    if name.startswith("SQLITE_FULL"):
        return tr("the disk is full. Free some space and try again.")
    if name.startswith(("SQLITE_IOERR", "SQLITE_PROTOCOL", "SQLITE_NOLFS")):
        return tr(
            "the disk reports an error ({error}). Nothing is known to be lost; try again, or copy the file.",
            error=error,
        )
    return ""


def _can_be_read(path: Path) -> bool:
    """Return whether the disk can read all bytes of a file."""
    at = 0
    try:
        while part := _bytes_at(path, at, _STRETCH):
            at += len(part)
    except OSError:
        return False
    return True


def place_is_passing(path: Path) -> bool:
    """Return whether a file is in a temporary place: among temporary files, or a mail program's."""
    folder = path.resolve().parent
    passing = {Path(tempfile.gettempdir()).resolve(), Path("/tmp"), Path("/var/tmp")}  # noqa: S108
    return bool(passing & {folder, *folder.parents}) or any(
        part.lower() in {"content.outlook", "mail downloads", "inetcache", ".thunderbird"} for part in folder.parts
    )


def may_write(path: Path) -> bool:
    """Return whether a file, and the journal of a change in its folder, may be written."""
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def _connect(path: Path, mode: str, patience: float | None = None) -> Connection:
    file = file_at(path)
    db = sqlite3.connect(
        f"{path.resolve().as_uri()}?mode={mode}",
        uri=True,
        timeout=BUSY_SECONDS if patience is None else patience,
        isolation_level=None,
        check_same_thread=False,
        factory=Connection,
    )
    try:
        db.begin(path, file)
        db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST_VALUE)
        for setting in (
            "trusted_schema = OFF",
            "cell_size_check = ON",
            "mmap_size = 0",
            "foreign_keys = ON",
            "synchronous = EXTRA",
            # A large import stays in memory until its commit: spilled pages would lock out all readers.
            "cache_spill = OFF",
            "fullfsync = ON",
        ):
            db.execute(f"PRAGMA {setting}")
    except UnicodeDecodeError as error:  # part of SQLite's own message about a damaged list of tables
        db.close()
        raise sqlite3.DatabaseError(tr("the list of tables is not text")) from error
    except BaseException:
        db.close()
        raise
    return db


def _limit_work(db: sqlite3.Connection) -> None:
    """Stop a statement that a malicious file makes endless."""
    db.set_progress_handler(lambda: 1, _CHECK_STEPS)
