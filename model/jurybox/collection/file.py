"""Opening and creating collection files.

A file may come from anywhere. Its header is read before SQLite opens it, then every object in it must equal
one of ours exactly (a trigger in a received file could rewrite labels), and only then is it used.
"""

import errno
import os
import sqlite3
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from jurybox.collection import schema
from jurybox.disk import (
    LARGEST_VALUE,
    check_regular,
    flush,
    flush_folder,
    has_dead_locks,
    is_too_long,
    no_descriptor_left,
    open_descriptor,
    open_regular,
    part_prefix,
    private_folder,
    sweep,
    trouble_with,
    usual_mode,
)
from jurybox.errors import Busy, NotOurs, Refused
from jurybox.language import tr

if TYPE_CHECKING:
    from jurybox.collection.left_journals import Verdict

SUFFIX = ".jury"
HANDED_OUT = "handed_out"
"""The name under which `local` of a file that was handed out says to whom."""
HUB = "hub"
"""The name under which `local` of a file holds its link to a hub."""
BUSY_SECONDS = 5.0
_MOMENT = 0.3
_STRETCH = 1 << 20

_MAGIC = b"SQLite format 3\x00"
_CHECK_STEPS = 20_000_000


# On POSIX systems closing any descriptor of a file drops every lock that the process has on it, also those of
# a transaction that is going on (sqlite.org/howtocorrupt.html, section 2.2): another program could then write
# into the middle of it. So what is opened here to read the first bytes stays open while any collection is.
_guard = threading.Lock()
_kept: dict[tuple[int, int], int] = {}
_connections: set[int] = set()
# Copies of read-only files in which an interrupted change was rolled back.
_recovered: "dict[tuple[int, ...], _Judged]" = {}
_remarks: list[str] = []


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
        return bytes_of(self._path, start, count, self._file or (-1, -1))

    def close(self) -> None:
        """Close it, and with the last connection also the descriptors kept open for it."""
        super().close()
        with _guard:
            _connections.discard(id(self))
            _let_go()


def first_bytes(path: Path, count: int) -> bytes:
    """Return the first bytes of a file, fewer if it is shorter. OSError if it cannot be read."""
    return bytes_of(path, 0, count)


def bytes_of(path: Path, at: int, count: int, only: tuple[int, int] | None = None) -> bytes:
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
            _recovered.popitem()[1].folder.cleanup()


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

    refuse_too_long(shown)
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


def refuse_too_long(path: Path) -> None:
    """Refuse a path that is too long for SQLite, or for the disk together with that of its journal."""
    if is_too_long(path, "-journal"):
        raise Refused(
            tr(
                "The path is too long: {path}. Use a shorter name, or a folder nearer to the top; at most {name} bytes "
                "for the name and {whole} in all.",
                path=path,
                name=255 - len("-journal"),
                whole=512 - len("-journal"),
            )
        )


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
    refuse_too_long(path)
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
    _set_stray_log_aside(path)
    try:
        return _connect(path, "ro")
    except sqlite3.OperationalError as error:  # the settings of a connection read the list of tables
        if not is_left_half_changed(error):
            raise
    _refuse_foreign_journal(path)
    if may_write(path):
        with suppress(sqlite3.OperationalError, OSError):  # such as where the journal cannot be removed
            _settle(path, _judged(path))
        with suppress(sqlite3.OperationalError):
            return _connect(path, "ro")
    judged = _judged(path)
    if judged.verdict == "foreign":
        _remark(_not_used(path, journal_of(path), None))
    return _connect(judged.copy, "ro")


def journal_of(path: Path) -> Path:
    """Return the path of the journal of a change to a file, during it and after an interruption."""
    return _beside(path, "-journal")


def log_of(path: Path) -> Path:
    """Return the path of the write-ahead log of a file, which only other programs make."""
    return _beside(path, "-wal")


def _beside(path: Path, ending: str) -> Path:
    resolved = path.resolve()
    return resolved.with_name(f"{resolved.name}{ending}")


def take_remarks() -> list[str]:
    """Return, once each, the sentences about journals that were moved aside since the last call."""
    with _guard:
        taken = _remarks[:]
        _remarks.clear()
    return taken


def settled_copy(path: Path, folder: Path) -> tuple[Path, list[str]]:
    """Return a file, or a copy of it in which an interrupted change is settled, and remarks on what is beside it.

    The file is not changed; it may be damaged in any way. Raises OSError.
    """
    from jurybox.collection.left_journals import judge, with_log

    copy = folder / "file.jury"
    log, journal = log_of(path), journal_of(path)
    head = first_bytes(path, 20)
    if log.is_file() and head[18:20] == b"\2\2":
        _copy_bytes(path, copy)
        return with_log(copy, log, folder), []
    if not journal.is_file() or _names_another(journal):
        return path, []
    _copy_bytes(path, copy)
    verdict, copy = judge(copy, journal, folder)
    if verdict == "foreign":
        return copy, [_not_used(path, journal, None)]
    return copy, []


def _copy_bytes(path: Path, target: Path) -> None:
    at = 0
    with target.open("xb") as file:
        while part := bytes_of(path, at, _STRETCH):
            file.write(part)
            at += len(part)


class _Judged(NamedTuple):
    """What a left journal is, as which file it was found, and a copy without the unfinished change."""

    verdict: "Verdict"
    journal: tuple[int, ...]
    copy: Path
    folder: tempfile.TemporaryDirectory[str]


def _judged(path: Path) -> _Judged:
    """Find out on a copy whether a left journal is of a change of the file beside it."""
    from jurybox.collection.left_journals import judge

    journal = journal_of(path)
    try:
        seen = _version_of(journal)
        key = (*_version_of(path), *seen)
        with _guard:
            kept = _recovered.get(key)
        if kept is not None:
            return kept
        folder = private_folder()
        copy = Path(folder.name) / "file.jury"
        _copy_bytes(path, copy)
        verdict, copy = judge(copy, journal, Path(folder.name))
        with _guard:
            return _recovered.setdefault(key, _Judged(verdict, seen, copy, folder))
    except OSError as error:
        raise Refused(
            tr(
                "{path} was left in the middle of a change, which is first tried on a copy, and it cannot be copied: "
                "{reason}. Nothing was changed.",
                path=path,
                reason=error.strerror,
            )
        ) from error


def _version_of(path: Path) -> tuple[int, ...]:
    found = path.stat()
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


def _settle(path: Path, judged: _Judged) -> None:
    """Take an interrupted change back, or keep its journal away from a file that it is not of."""
    journal = journal_of(path)
    if judged.verdict == "roll back":
        with closing(_connect(path, "rw")) as db:
            db.execute("PRAGMA schema_version").fetchone()
    elif _version_of(journal) == judged.journal:  # else another program has settled it
        if judged.verdict == "complete":
            _sync(path)
            journal.unlink()
        else:
            _move_aside(path, journal)
        flush_folder(journal.parent)


def _sync(path: Path) -> None:
    if os.name == "posix":
        with _guard:
            os.fsync(_descriptor(path))
            _let_go()
    else:
        flush(path)


def _set_stray_log_aside(path: Path) -> None:
    """Move a write-ahead log away from a file that is not written with one: SQLite would put it into any file."""
    log = log_of(path)
    if log.exists() and may_write(path) and first_bytes(path, 20)[18:20] == b"\1\1" and log.stat().st_size:
        _move_aside(path, log)
        flush_folder(log.parent)


def _move_aside(path: Path, journal: Path) -> None:
    day, number = datetime.now(UTC).strftime("%Y%m%d-%H%M%S"), 1
    aside = journal.with_name(f"{journal.name}.aside-{day}")
    while aside.exists():
        number += 1
        aside = journal.with_name(f"{journal.name}.aside-{day}-{number}")
    journal.rename(aside)
    _remark(_not_used(path, journal, aside))


def _remark(sentence: str) -> None:
    with _guard:
        if sentence not in _remarks:
            _remarks.append(sentence)


def _not_used(path: Path, journal: Path, aside: Path | None) -> str:
    if aside is None:
        return tr(
            "{journal} belongs to another state of {path}, or to another collection. It was not used.",
            journal=journal.name,
            path=path.name,
        )
    return tr(
        "{journal} belonged to another state of {path}, or to another collection. It was not used, and is now called "
        "{aside}. {path} was not changed.",
        journal=journal.name,
        path=path.name,
        aside=aside.name,
    )


def _names_another(journal: Path) -> bool:
    """Return whether a journal names another one: SQLite would delete that, whatever file it is.

    Only a change to several files at once writes such a journal (sqlite.org/fileformat2.html, section 3), and
    Jurybox makes none.
    """
    with suppress(OSError), open_regular(journal) as file:
        file.seek(-len(schema.JOURNAL_MAGIC), os.SEEK_END)
        return file.read() == schema.JOURNAL_MAGIC
    return False


def _refuse_foreign_journal(path: Path) -> None:
    if _names_another(journal_of(path)):
        raise NotOurs(
            tr(
                "{name} beside {path} was not written by Jurybox. Nothing was changed; move it away.",
                name=journal_of(path).name,
                path=path.name,
            )
        )


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
        with closing(open_reading(path)) as db:
            _limit_work(db)
            found = schema.objects(db)
    except (sqlite3.DatabaseError, UnicodeDecodeError, TypeError) as error:  # the last: bytes in place of a name
        if is_busy(error):
            raise busy(path) from error
        if reason := disk_problem(error, path):
            raise Refused(tr("{path} cannot be read: {reason}", path=path, reason=reason)) from error
        raise NotOurs(tr("{path} is damaged ({error}). Rescue it into a new file.", path=path, error=error)) from error
    expected = schema.expected_objects(header.version)
    if lacking := expected.keys() - found.keys():
        raise NotOurs(
            tr(
                "{path} is damaged: {lacking} is missing, as in no file that Jurybox wrote. Nothing in it was changed; "
                "rescue it into a new file, and compare a backup.",
                path=path,
                lacking=tr("its log") if "entry" in lacking else tr("table {table}", table=min(lacking)),
            )
        )
    if foreign := sorted(found.keys() - expected.keys()):
        raise NotOurs(
            tr(
                "{path} contains {foreign!r}, which does not come from Jurybox. Nothing in it was run "
                "or changed; rescue it into a new file.",
                path=path,
                foreign=foreign[0],
            )
        )
    if changed := sorted(name for name, sql in expected.items() if found[name] != sql):
        raise NotOurs(
            tr(
                "{path} was changed by another program ({what}). Nothing in it was run or changed; rescue it into "
                "a new file.",
                path=path,
                what=tr("table {table}", table=changed[0]),
            )
        )
    return header


def busy(path: Path) -> Refused:
    """Return the sentence for a file that cannot be locked: another program has it, or its disk has no locks."""
    if may_write(path) and trouble_with(path.parent) == errno.ENOLCK:
        return Refused(
            tr(
                "The disk of {path} gives no locks, so that nothing can be saved there safely. Nothing was changed; "
                "copy the collection to another disk.",
                path=path.name,
            )
        )
    return Busy(tr("Another program is using {path}. Nothing was changed; try again when it is done.", path=path.name))


@contextmanager
def trouble_refused(path: Path) -> Iterator[None]:
    """Turn SQLite's errors about a disk or a lock into one sentence; those about content are passed on."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if is_busy(error):
            raise busy(path) from error
        reason = disk_problem(error, path) or tr("{error}.", error=error)
        text = (
            tr("{path} cannot be written: {reason}") if is_of_writing(error) else tr("{path} cannot be read: {reason}")
        )
        raise Refused(text.format(path=path.name, reason=reason)) from error


def warn_of_dead_locks(path: Path) -> None:
    """Leave a remark if the locks of a file's disk keep nobody out: two programs would write over each other."""
    if may_write(path) and has_dead_locks(path.parent):
        _remark(
            tr(
                "The locks of the disk that {path} is on do nothing, so that two programs can destroy each other's "
                "labels. Open it in one window on one computer only, or copy it to another disk.",
                path=path.name,
            )
        )


def is_busy(error: Exception) -> bool:
    """Return whether an error means that another program is holding the file."""
    return getattr(error, "sqlite_errorname", "").startswith(("SQLITE_BUSY", "SQLITE_LOCKED"))


def is_of_writing(error: Exception) -> bool:
    """Return whether an error is of the disk that is written to: where one file is read and another written."""
    return getattr(error, "sqlite_errorname", "").startswith(
        ("SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_FSYNC", "SQLITE_IOERR_TRUNCATE", "SQLITE_IOERR_DIR_FSYNC")
    )


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
    if name.startswith(("SQLITE_FULL", "SQLITE_IOERR")) and trouble_with(path.parent) == errno.EDQUOT:
        return tr("your quota on this disk is used up. Delete files of yours there, or ask for more, and try again.")
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
        while part := bytes_of(path, at, _STRETCH):
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
