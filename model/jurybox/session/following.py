"""Saving in the background, telling what changed, and following what other programs write."""

import sqlite3
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from jurybox.changes import EVERYTHING, Changes, What
from jurybox.collection.catalog import Assessor
from jurybox.collection.entries import Entry, Kind
from jurybox.collection.jobs import EntryJobs, check_file, try_to_write
from jurybox.collection.log import now, read_entries
from jurybox.collection.state import CollectionSnapshot, read_snapshot
from jurybox.collection.undo import StepBook
from jurybox.collection.writer import Job, Writer
from jurybox.errors import Busy, Refused
from jurybox.session.opened import Opened

Post = Callable[[Callable[[], None]], None]
Listener = Callable[[Changes, object], None]

CHECKING = "The file is being checked; labels can be given in a moment."


@dataclass(frozen=True, slots=True)
class Saving:
    """What stands on the disk: entries pending and saved, and the one sentence of what is in the way.

    `saved_at` is in milliseconds since 1970; `problem` says why pending entries are not saved; `read_only`
    why nothing may be entered now, and `damaged` whether that is because of damage.
    """

    pending: int = 0
    saved_at: int | None = None
    entries: int = 0
    problem: str | None = None
    read_only: str | None = None
    damaged: bool = False

    @property
    def is_settled(self) -> bool:
        """Whether the file is checked, and every entry saved or the problem named."""
        return self.read_only != CHECKING and not (self.pending and self.problem is None)


class Following(Opened):
    """An open collection with its writer: what is saved, and what others have written."""

    def __init__(self, path: Path, post: Post | None) -> None:
        super().__init__(path)
        self.saving = Saving(read_only=CHECKING)
        self._steps = StepBook()
        self._listeners: list[Listener] = []
        self._jobs = EntryJobs()
        self._calls: deque[Callable[[], None]] = deque()
        self._closed = False
        self._barred: str | None = None
        self._numbers = count(1)
        self._shown = 0
        self._post = post or self._calls.append
        self._writer = Writer(path, self._another_wrote, self._state.holds)
        self._writer.start()
        self._writer.submit(try_to_write(self._not_writable))
        self._writer.submit(check_file(self._checked, self._not_writable, self._writer.is_stopping))

    # Saving

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener(changes, initiator)` after every change; return how to stop that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def retry(self) -> None:
        """Try now to save what could not be saved."""
        self._writer.retry()

    def flush(self, timeout: float | None = None) -> None:
        """Wait until everything is on the disk; raises NotSaved if it cannot be brought there."""
        try:
            self._writer.wait(timeout)
        finally:
            self.process()

    def process(self) -> None:
        """Run what the writer handed over, where no event loop does it."""
        while self._calls:
            self._calls.popleft()()

    def close(self) -> None:
        """Save what can be saved and let go of the file."""
        self._writer.close()
        self.process()
        self._closed = True
        self.texts.close()
        self._state.close()

    # Inside

    def _must_be_writable(self) -> None:
        self.process()
        if self.saving.read_only:
            raise Refused(self.saving.read_only)

    def _job(self, entered: list[tuple[int, Entry]], replaced: list[tuple[bytes, int]]) -> Job:
        def saved(rows: list[int]) -> None:
            self._hand_over(lambda: self._saved(entered, rows))

        def failed(error: Exception) -> None:
            self._hand_over(lambda: self._not_saved(error))

        entries = [entry for _, entry in entered]
        return self._jobs.write(entries, replaced, self._state.nuggets_in(entries), saved, failed)

    def _saved(self, entered: list[tuple[int, Entry]], rows: list[int]) -> None:
        for (position, entry), row in zip(entered, rows, strict=True):
            self.ledger.place(position, entry.hash, row)
        self.saving = replace(
            self.saving,
            pending=max(0, self.saving.pending - len(entered)),
            saved_at=now(),
            entries=max(self.saving.entries, *rows),
            problem=None,
        )
        self._tell(words("saving"), None)

    def _not_saved(self, error: Exception) -> None:
        self.saving = replace(self.saving, problem=str(error))
        self._tell(words("saving"), None)

    def _checked(self, problems: list[str]) -> None:
        if problems:
            self._barred = f"{self.path.name} is damaged: {problems[0]} Rescue it into a new file."
        self._hand_over(lambda: self._open_for_writing(self._barred, damaged=bool(problems)))

    def _not_writable(self, error: Exception) -> None:
        told = str(error).removeprefix("Not saved: ")
        if isinstance(error, Busy):
            told = f"Another program holds {self.path.name}. Labels can be given as soon as it lets go of it."
            self._hand_over(lambda: self._open_for_writing(told))
            return
        named = told.startswith(self.path.name)  # a file is called as it is called
        self._barred = self._barred or (told if named else told[:1].upper() + told[1:])
        self._hand_over(lambda: self._open_for_writing(self._barred))

    def only_read(self, why: str) -> None:
        """Let nothing be entered from now on, for this reason; what others write is still shown."""
        self._barred = why
        self._open_for_writing(why)

    def _open_for_writing(self, told: str | None, *, damaged: bool = False) -> None:
        self.saving = replace(self.saving, read_only=told, damaged=damaged, entries=len(self.ledger))
        self._tell(words("saving"), None)

    def _another_wrote(self, db: sqlite3.Connection) -> None:
        """Read, on the writer's thread, what another program added, and hand it over."""
        db.execute("BEGIN")
        try:
            local = dict(db.execute("SELECT name, value FROM local"))
            people = db.execute("SELECT count(*) FROM assessor").fetchone()[0]
            same = local.get("imports") == self._state.local.get("imports") and self._state.knows_nuggets(db)
            rows = read_entries(db, "e.id > ?", (self._state.last,)) if same else []
        finally:
            db.execute("COMMIT")
        if same and people == len(self.catalog.assessors):
            self._hand_over(lambda: self._take_in(rows))
        else:
            shown = self._snapshot()
            self._hand_over(lambda: self._reload(*shown))

    def _take_in(self, rows: list[tuple[int, Entry]]) -> None:
        taken = self._state.take_in(row for row in rows if row[0] > self._state.last)
        for position, entry in taken:
            self._steps.add(position, entry.assessor, self.ledger)
        if taken:
            self.saving = replace(self.saving, entries=max(self.saving.entries, self._state.last))
            self._tell(changes_of(entry for _, entry in taken) | words("saving"), None)

    def _snapshot(self) -> tuple[CollectionSnapshot, int]:
        """Read the file, on the writer's thread, and number what was read."""
        snapshot = read_snapshot(self.path)
        return snapshot, next(self._numbers)

    def _reload(self, snapshot: CollectionSnapshot, number: int) -> None:
        if number <= self._shown:
            return
        self._shown = number
        self._state.replace_by(snapshot)
        self._steps.forget()
        self.texts.forget()
        self.saving = replace(self.saving, entries=snapshot.last)
        self._tell(Changes(EVERYTHING), None)

    def _adopt(self, assessors: tuple[Assessor, ...]) -> None:
        self._state.seat(assessors)

    def _tell(self, changes: Changes, initiator: object) -> None:
        slips = []
        for listener in tuple(self._listeners):
            try:
                listener(changes, initiator)
            except Exception as error:  # noqa: BLE001 - raised when everybody has been told
                slips.append(error)
        if slips:
            raise slips[0]

    def _hand_over(self, call: Callable[[], None]) -> None:
        """Have something done on the session's thread, unless the session is closed by then."""
        self._post(lambda: None if self._closed else call())


def words(*what: What) -> Changes:
    """Return a change record that names no question and no answer."""
    return Changes(frozenset(what))


def changes_of(entries: Iterable[Entry]) -> Changes:
    """Return what entries change."""
    entries = list(entries)
    names: dict[Kind, What] = {"adjudication": "adjudications", "fact": "facts"}
    return Changes(
        frozenset(names.get(entry.kind, "labels") for entry in entries),
        frozenset(e.thing.question for e in entries if e.thing.question is not None),
        frozenset(e.thing.answer for e in entries if e.thing.answer is not None),
    )
