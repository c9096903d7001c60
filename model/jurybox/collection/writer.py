"""The only thread that writes to a collection file: one transaction for each job, in the given order.

A job that fails changes nothing and stays first in the queue; it is tried again on request, when another job
comes, and every few seconds. While idle, the thread checks whether another process has written. A bug in a
job, or in its callback, is reported and never ends the thread: the labels after it are still saved.
"""

import queue
import sqlite3
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jurybox.collection.file import (
    check_is_ours,
    disk_problem,
    file_at,
    has_header,
    is_busy,
    is_destroyed,
    open_writing,
)
from jurybox.disk import no_descriptor_left
from jurybox.errors import Busy, FileLost, NotOurs, NotSaved, Refused
from jurybox.language import tr
from jurybox.lists import sentences

LOOK_SECONDS = 0.25
RETRY_SECONDS = 3.0
_UNSEEN = -1

Work = Callable[[sqlite3.Connection, bool], object]
"""The work of a job inside its transaction; the flag: an earlier attempt may have been written."""


@dataclass(frozen=True, slots=True)
class Job:
    """Work for the writer, and its callback (on the writer's thread) when it is on the disk or failed."""

    work: Work
    saved: Callable[[object], None]
    failed: Callable[[Exception], None]
    lasting: bool = True
    """Whether it stays first in the queue when it fails, as labels do; an import is given up instead."""
    patient: bool = False
    """Whether it stays first in the queue while another program holds the file."""
    kept: bool = True
    """Whether its changes are kept; if not, it only tests whether writing is possible."""


class Writer(threading.Thread):
    """Owns the writing connection; `looked` is called when another process has written.

    `refusal` returns, after the file was replaced or another program has written, why it may not continue
    there, or None. `lost` is called when the file is found destroyed although nothing has to be saved, and with None
    when it is back.
    """

    def __init__(
        self,
        path: Path,
        looked: Callable[[sqlite3.Connection], None],
        refusal: Callable[[sqlite3.Connection], FileLost | None] = lambda _: None,
        lost: Callable[[FileLost | None], None] = lambda _: None,
    ) -> None:
        super().__init__(name="writer", daemon=True)
        self._path = path
        self._looked = looked
        self._refusal = refusal
        self._tell_lost = lost
        self._lost = ""
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._wake = threading.Event()
        self._stopping = threading.Event()
        self._idle = threading.Condition()
        self._open_jobs = 0
        self._stuck: Exception | None = None
        self._version = _UNSEEN
        self._held = _UNSEEN
        self._was_opened = False
        self._db: sqlite3.Connection | None = None
        self._file: tuple[int, int] | None = None

    def submit(self, job: Job) -> None:
        """Put a job last in the queue."""
        with self._idle:
            self._open_jobs += 1
        self._jobs.put(job)
        self._wake.set()

    def look_again(self) -> None:
        """Check, when idle, the content of the file, whoever wrote it; for the writer's own thread."""
        self._version = _UNSEEN

    def is_stopping(self) -> bool:
        """Return whether it was closed: unneeded work may be given up."""
        return self._stopping.is_set()

    def retry(self) -> None:
        """Try a job that failed again now."""
        self._wake.set()

    def wait(self, timeout: float | None = None) -> None:
        """Wait until everything is on the disk. NotSaved if that fails."""
        with self._idle:
            done = self._idle.wait_for(lambda: not self._open_jobs or self._stuck is not None, timeout)
            if self._open_jobs or not done:
                kind = Busy if isinstance(self._stuck, Busy) else NotSaved
                raise kind(str(self._stuck or tr("The disk is slow: not everything is saved yet.")))

    def close(self) -> None:
        """Finish what can be written, then stop; stuck jobs stay unwritten."""
        self._stopping.set()
        self._jobs.put(None)
        self._wake.set()
        self.join()

    def run(self) -> None:
        """Write jobs until closed."""
        while True:
            try:
                job = self._jobs.get(timeout=LOOK_SECONDS)
            except queue.Empty:
                self._look()
                continue
            if job is None or not self._finish(job):
                break
        if self._db is not None:
            self._db.close()

    def _finish(self, job: Job) -> bool:
        """Bring one job to its end; return False if the thread must stop with the job undone."""
        again = False
        while True:
            self._wake.clear()
            try:
                result = self._transact(job, again)
            except Exception as error:  # noqa: BLE001 - passed on, and a bug is reported as one
                trouble = self._trouble(error, job, again)
            else:
                self._call(job.saved, result)
                self._settle(None)
                return True
            self._call(job.failed, trouble)
            if not (job.lasting or (job.patient and isinstance(trouble, Busy))):
                self._settle(None)
                return True
            self._stick(trouble)
            if self._stopping.is_set():
                return False
            self._wake.wait(RETRY_SECONDS)
            again = True

    def _trouble(self, error: Exception, job: Job, again: bool) -> Exception:  # noqa: FBT001 - as above
        """Return the message of an error; a bug is raised by the waiter of bulk work, else reported once."""
        if isinstance(error, Refused) and not job.lasting:
            return error  # bulk work itself reports what was not done, and trying again would not help
        if isinstance(error, (sqlite3.Error, OSError, Refused)):
            return explain(error, self._path)
        if not job.lasting:
            return error
        if not again:
            _report(error)
        return NotSaved(
            tr("Not saved: something went wrong in Jurybox itself ({error}). Save a copy elsewhere.", error=error)
        )

    def _call(self, message: Callable[[Any], None], what: object) -> None:
        try:
            message(what)
        except Exception as error:  # noqa: BLE001 - a bug, reported as one
            _report(error)

    def _transact(self, job: Job, again: bool) -> object:  # noqa: FBT001 - handed on to the work
        db = self._connection()
        db.execute("BEGIN IMMEDIATE")
        try:
            self._refuse_destroyed(db)
            result = job.work(db, again)
            db.execute("COMMIT" if job.kept else "ROLLBACK")
        except BaseException:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise
        return result

    def _connection(self) -> sqlite3.Connection:
        """Return the connection; a new one if the file was put back after it was moved or removed.

        A connection whose file was moved away is not used: it would mistake the journal of the new file at
        the path for its own, and SQLite would roll back in one file what was begun in another.
        """
        if self._db is not None and (self._stuck is not None or self._lost or self._was_moved()):
            self._db.close()
            self._db = None
        if self._db is None:
            self._file = file_at(self._path)
            if self._file is None:
                raise FileNotFoundError(self._path)
            if self._was_opened and not has_header(self._path):
                raise _destroyed(self._path)
            check_is_ours(self._path)
            db = open_writing(self._path)
            refused = self._refusal(db) if self._was_opened else _without_identity(db, self._path)
            if refused:
                db.close()
                raise refused
            self._was_opened, self._db = True, db
            self._held = db.execute("PRAGMA data_version").fetchone()[0]
            # It will not count earlier writes as new, although nobody has seen them.
            self._version = _UNSEEN
        return self._db

    def _refuse_destroyed(self, db: sqlite3.Connection) -> None:
        """Refuse a file that was truncated, or overwritten with an earlier state, bypassing SQLite."""
        (pages,) = db.execute("PRAGMA page_count").fetchone()
        (size,) = db.execute("PRAGMA page_size").fetchone()
        if self._path.stat().st_size < pages * size:
            raise _destroyed(self._path)
        (version,) = db.execute("PRAGMA data_version").fetchone()
        if version != self._held:
            if refused := self._refusal(db):
                raise refused
            self._held = version

    def _was_moved(self) -> bool:
        return file_at(self._path) != self._file

    def _look(self) -> None:
        version = self._version
        try:
            db = self._connection()
            self._refuse_destroyed(db)
            version = db.execute("PRAGMA data_version").fetchone()[0]
            if version != self._version:
                self._looked(db)
                self._version = version
            self._find_lost(None)
        except (sqlite3.Error, Refused, OSError) as error:
            # A file that is gone or busy is reported when something is to be written.
            if isinstance(error, (FileLost, NotOurs)) or is_destroyed(error):
                self._find_lost(explain(error, self._path))
        except Exception as error:  # noqa: BLE001 - a bug, reported as one, and not four times a second
            self._version = version
            _report(error)

    def _find_lost(self, found: NotSaved | None) -> None:
        """Report once that the file is destroyed or another one, and once that it is back."""
        lost = found if isinstance(found, FileLost) else None
        said = str(lost or "")
        if self._lost != said:
            self._lost = said
            self._tell_lost(lost)

    def _settle(self, problem: Exception | None) -> None:
        with self._idle:
            self._stuck = problem
            self._open_jobs -= 1
            self._idle.notify_all()

    def _stick(self, problem: Exception) -> None:
        with self._idle:
            self._stuck = problem
            self._idle.notify_all()


def _report(error: Exception) -> None:
    """Pass a bug to the handler of uncaught errors."""
    kind, trace = type(error), error.__traceback__
    threading.excepthook(threading.ExceptHookArgs((kind, error, trace, threading.current_thread())))


def _without_identity(db: sqlite3.Connection, path: Path) -> Refused | None:
    if db.execute("SELECT 1 FROM local WHERE name = 'collection'").fetchone():
        return None
    return Refused(tr("{path} does not say which collection it is. Rescue it into a new file.", path=path.name))


TRIED_AGAIN = tr("Saving is retried automatically.")
"""The last sentence of a message if saving may succeed later."""


def explain(error: Exception, path: Path) -> NotSaved:
    """Return the sentence for an error of the world while writing."""
    if isinstance(error, NotOurs):  # it was ours when it was opened
        return _destroyed(path)
    if isinstance(error, Refused):
        return error if isinstance(error, NotSaved) else NotSaved(str(error))
    if is_busy(error) and path.exists():
        return Busy(sentences((tr("Not saved: another program is using {path}.", path=path.name), TRIED_AGAIN)))
    name = getattr(error, "sqlite_errorname", "")
    if not path.exists():
        return FileLost(
            tr("Not saved: {path} was moved or removed. Put it back, or save a copy elsewhere.", path=path.name)
        )
    if name == "SQLITE_FULL" or getattr(error, "errno", 0) == 28:
        message = sentences((tr("Not saved: the disk is full. Free some space."), TRIED_AGAIN))
    elif name.startswith("SQLITE_CANTOPEN") and no_descriptor_left():
        open_now = tr("Not saved: too many files and connections are open in this program.")
        message = sentences((open_now, TRIED_AGAIN))
    elif name.startswith("SQLITE_READONLY_DBMOVED"):
        return FileLost(
            tr("Not saved: {path} was replaced by another file. Put it back, or save a copy elsewhere.", path=path.name)
        )
    elif name.startswith("SQLITE_READONLY") or isinstance(error, PermissionError):
        message = tr(
            "Not saved: {path} is read-only. Allow writing to it and its folder, or save a copy.", path=path.name
        )
    elif is_destroyed(error) and not disk_problem(error, path):
        return _destroyed(path)
    else:
        message = sentences((tr("Not saved: the disk reports an error ({error}).", error=error), TRIED_AGAIN))
    return NotSaved(message)


def _destroyed(path: Path) -> FileLost:
    return FileLost(tr("{path} was cut off, overwritten or damaged. Save a copy elsewhere.", path=path.name))
