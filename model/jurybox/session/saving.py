"""Saving in the background: how far it is, and the one sentence of what is in the way."""

import sqlite3
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from jurybox.collection.entries import Entry
from jurybox.collection.jobs import Awaited, EntryJobs, bulk, check_file, try_to_write
from jurybox.collection.log import now
from jurybox.collection.nuggets import Nugget
from jurybox.collection.writer import TRIED_AGAIN, Job, Writer
from jurybox.errors import Busy, FileLost, FileReplaced, NotSaved, Refused
from jurybox.language import tr
from jurybox.lists import sentences

Post = Callable[[Callable[[], None]], None]
_Result = TypeVar("_Result")

CHECKING = tr("The file is being checked; you can label in a moment.")


@dataclass(frozen=True, slots=True)
class Saving:
    """The state of the disk: pending and saved entries, and why they are not saved.

    `saved_at` is in milliseconds since 1970; `problem`: why pending entries are not saved; `read_only`: why
    nothing may be entered now, and `damaged`: whether that is because of damage. `lost`: whether the problem
    is that the file is gone or destroyed, so that a copy has to be saved. `storing`: how many imports, merges
    and other bulk work are in progress.
    """

    pending: int = 0
    saved_at: int | None = None
    entries: int = 0
    problem: str | None = None
    read_only: str | None = None
    damaged: bool = False
    storing: int = 0
    lost: bool = False
    replaced_by: FileReplaced | None = None
    """What is in the place of the file, if that is another state of the same collection."""

    @property
    def is_settled(self) -> bool:
        """Whether the file is checked, and every entry saved or the problem named."""
        return not self.is_checking and not (self.pending and self.problem is None)

    @property
    def is_checking(self) -> bool:
        """Whether the file is still being checked, before anything may be entered."""
        return self.read_only == CHECKING


class Saver:
    """Gives the writer's thread its jobs, and brings its reports back to the session's thread.

    `entries`: how many the file has. `post` runs a call on the session's thread; without it calls wait for
    `process`. `changed` is called there after each change of `status`; `another_wrote` and `refusal` are the
    writer's (see `Writer`), on its thread; `whole` is called there when the file was found whole.
    """

    def __init__(
        self,
        path: Path,
        post: Post | None,
        *,
        entries: int,
        changed: Callable[[], None],
        another_wrote: Callable[[sqlite3.Connection], None],
        refusal: Callable[[sqlite3.Connection], FileLost | None],
        whole: Callable[[], None],
    ) -> None:
        self.status = Saving(entries=entries, read_only=CHECKING)
        self._path = path
        self._changed = changed
        self._jobs = EntryJobs()
        self._calls: deque[Callable[[], None]] = deque()
        self._closed = False
        self._barred: str | None = None
        self.post = post or self._calls.append
        self._whole = whole
        self.writer = Writer(path, another_wrote, refusal, self._is_lost)

    def start(self) -> None:
        """Start the writer; it tries whether it can write, and checks the file."""
        self.writer.start()
        self.writer.submit(try_to_write(self._not_writable))
        self.writer.submit(check_file(self._checked, self._not_writable, self.writer.is_stopping))

    def retry(self) -> None:
        """Try now to save what could not be saved."""
        self.writer.retry()

    def flush(self, timeout: float | None = None) -> None:
        """Wait until everything is on the disk; raises NotSaved if it cannot be brought there."""
        try:
            self.writer.wait(timeout)
        finally:
            self.process()

    def process(self) -> None:
        """Run what the writer handed over, where no event loop does it."""
        while self._calls:
            self._calls.popleft()()

    @contextmanager
    def suppress_barred(self) -> Iterator[None]:
        """Continue if the block cannot write because nothing may be written; other refusals are raised."""
        try:
            yield
        except NotSaved:
            return
        except Refused:
            # The check of the file may have barred it in the meantime, on the writer's thread.
            if self._barred is None:
                raise

    def close(self) -> None:
        """Save what can be saved; nothing is handed over after that."""
        self.writer.close()
        self.process()
        self._closed = True

    def hand_over(self, call: Callable[[], None]) -> None:
        """Have something done on the session's thread, unless the session is closed by then."""
        self.post(lambda: None if self._closed else call())

    def must_be_writable(self) -> None:
        """Raise Refused, with the reason, if nothing may be entered now."""
        self.process()
        if self.status.read_only:
            raise Refused(self.status.read_only)

    def bar(self, why: str, *, damaged: bool = True) -> None:
        """Let nothing be entered from now on, as the file cannot be followed; called on the writer's thread."""
        self._barred = why
        self.hand_over(lambda: self._open_for_writing(why, damaged=damaged))

    def only_read(self, why: str) -> None:
        """Let nothing be entered from now on, for this reason; what others write is still shown."""
        self._barred = why
        self._open_for_writing(why)

    def count(self, entries: int) -> None:
        """Note how many entries the file has now; `changed` is not called."""
        self.status = replace(self.status, entries=entries)

    # Jobs

    def write(
        self,
        entries: Sequence[Entry],
        replaced: Sequence[tuple[bytes, int]],
        nuggets: Mapping[int, Nugget],
        placed: Callable[[Iterable[int]], None],
    ) -> None:
        """Write entries in the background; `placed` gets their rows once they are on the disk.

        `replaced` and `nuggets` as in `EntryJobs.write`.
        """
        self.status = replace(self.status, pending=self.status.pending + len(entries))

        def saved(rows: list[int]) -> None:
            self.hand_over(lambda: self._saved(rows, placed))

        def failed(error: Exception) -> None:
            self.hand_over(lambda: self._not_saved(error))

        self.writer.submit(self._jobs.write(entries, replaced, nuggets, saved, failed))

    def store(
        self,
        work: Callable[[sqlite3.Connection], object],
        reason: str,
        stored: Callable[[object], None],
        failed: Callable[[Exception], None],
    ) -> None:
        """Do bulk work after a backup; `stored` or `failed` is called on the writer's thread."""

        def done(result: object) -> None:
            self.hand_over(lambda: self._stored(now()))
            stored(result)

        def not_done(error: Exception) -> None:
            self.hand_over(lambda: self._stored(None))
            failed(error)

        self.status = replace(self.status, storing=self.status.storing + 1)
        self.writer.submit(bulk(self._path, work, reason, done, not_done))
        self._changed()

    def run(self, work: Callable[[sqlite3.Connection], _Result]) -> _Result:
        """Run work in a transaction on the writer's thread and wait for its result."""
        results: list[_Result] = []
        errors: list[Exception] = []
        awaited = Awaited(work)

        def unless_barred(db: sqlite3.Connection, _again: bool) -> None:  # noqa: FBT001 - the writer's flag
            if self._barred:
                raise Refused(self._barred)
            results.append(awaited(db))

        self.writer.submit(Job(unless_barred, lambda _: None, errors.append, lasting=False))
        awaited.wait(self.writer.wait, results)
        if errors:
            raise errors[0]
        return results[0]

    # What the writer reports

    def _saved(self, rows: list[int], placed: Callable[[Iterable[int]], None]) -> None:
        placed(rows)
        self.status = replace(
            self.status,
            pending=max(0, self.status.pending - len(rows)),
            saved_at=now(),
            entries=max(self.status.entries, *rows),
            problem=None,
            lost=False,
            replaced_by=None,
        )
        self._changed()

    def _stored(self, at: int | None) -> None:
        """Note that bulk work was stored at a moment, or (None) that it was not."""
        left = max(0, self.status.storing - 1)
        self.status = replace(self.status, storing=left, saved_at=at or self.status.saved_at)
        self._changed()

    def _not_saved(self, error: Exception) -> None:
        self.status = replace(
            self.status,
            problem=str(error),
            lost=isinstance(error, FileLost),
            replaced_by=error if isinstance(error, FileReplaced) else None,
        )
        self._changed()

    def _is_lost(self, error: FileLost | None) -> None:
        """Note, from the writer's thread, that the file is destroyed, or (None) that it is there again."""
        self.hand_over(lambda: self._not_saved(error) if error else self._found_again())

    def _found_again(self) -> None:
        if self.status.lost:
            self.status = replace(self.status, problem=None, lost=False, replaced_by=None)
            self._changed()

    def _checked(self, problems: list[str]) -> None:
        if problems:
            self._barred = tr(
                "{path} is damaged: {problems} Rescue it into a new file.", path=self._path.name, problems=problems[0]
            )
        self.hand_over(lambda: self._open_for_writing(self._barred, damaged=bool(problems)))
        if not problems:
            self._whole()

    def _not_writable(self, error: Exception) -> None:
        message = str(error).removeprefix(tr("Not saved: "))
        if isinstance(error, Busy):
            message = tr("Another program is using {path}. You can label as soon as it is done.", path=self._path.name)
            self.hand_over(lambda: self._open_for_writing(message))
            return
        if message.endswith(TRIED_AGAIN):  # which labels are, but not whether a file may be written
            message = sentences((message.removesuffix(TRIED_AGAIN).rstrip(), tr("Then open it again.")))
        begins_with_name = message.startswith(self._path.name)  # a file name keeps its own capitals
        self._barred = self._barred or (message if begins_with_name else message[:1].upper() + message[1:])
        self.hand_over(lambda: self._open_for_writing(self._barred))

    def _open_for_writing(self, read_only: str | None, *, damaged: bool = False) -> None:
        self.status = replace(self.status, read_only=read_only, damaged=damaged)
        self._changed()
