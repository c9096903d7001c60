"""The open collection: runs every command, keeps undo, saves in the background, tells what changed.

Nobody else writes to a collection. A session belongs to one thread; what happens on the writer's thread
is handed over through `post`. A label is in force here the moment it is given and *pending* until the
writer has it on the disk; then it is *saved*.
"""

import sqlite3
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import TypeVar, cast

from jurybox.changes import EVERYTHING, Changes, What
from jurybox.collection.backup import backup
from jurybox.collection.catalog import Assessor, Catalog
from jurybox.collection.entries import Act, Entry, Kind, Said, Thing, check_text, storable
from jurybox.collection.facts import Facts
from jurybox.collection.file import check_is_ours, open_reading, open_writing
from jurybox.collection.jobs import Awaited, EntryJobs, bulk, check_file, read_assessors, try_to_write
from jurybox.collection.ledger import Ledger
from jurybox.collection.log import new_assessor, now, read_entries
from jurybox.collection.merge import Merged, merge_log
from jurybox.collection.schema import VERSION
from jurybox.collection.state import Snapshot, State, read_snapshot
from jurybox.collection.texts import Texts
from jurybox.collection.undo import StepBook
from jurybox.collection.writer import Job, Writer
from jurybox.commands import Command, Statement, answer_thing
from jurybox.errors import Busy, NotSaved, Refused

Post = Callable[[Callable[[], None]], None]
Listener = Callable[[Changes, object], None]
_Result = TypeVar("_Result")

CHECKING = "The file is being checked; labels can be given in a moment."
ORGANISER = "organiser"


@dataclass(frozen=True, slots=True)
class Saving:
    """What stands on the disk: entries pending and saved, and the one sentence of what is in the way.

    `saved_at` is in milliseconds since 1970; `problem` says why pending entries are not saved; `read_only`
    why nothing may be entered now.
    """

    pending: int = 0
    saved_at: int | None = None
    entries: int = 0
    problem: str | None = None
    read_only: str | None = None


@dataclass(frozen=True, slots=True)
class Remembered:
    """An entry of the log as the history shows it."""

    position: int
    entry: Entry
    saved: bool


def open_session(path: Path, *, assessor: str | None = None, post: Post | None = None) -> "Session":
    """Open a collection for judging; raises Refused with one sentence if that is not possible.

    A file of an older version is brought up to date after a backup. With `post` the check of the file goes
    on in the background and nothing can be entered until it is done; without, it is waited for.
    """
    header = check_is_ours(path)
    if header.version < VERSION:
        _bring_up_to_date(path)
    session = Session(path, post)
    try:
        if post is None:
            session.flush()
        # Where nothing may be entered, a new name cannot be either; the collection can be read all the same.
        with suppress(NotSaved):
            if assessor or session.facts.seat:
                session.sit(assessor or session.facts.seat)
    except Busy as error:
        session.close()
        raise Refused(
            f"Another program holds {path.name}. Nothing was changed; try again when it is done."
        ) from error
    except BaseException:
        session.close()
        raise
    return session


class Session:
    """One collection, opened by one program. See `open_session`."""

    def __init__(self, path: Path, post: Post | None) -> None:
        self.path = path
        self.assessor: int | None = None
        self.saving = Saving(read_only=CHECKING)
        self._state = State(path)
        self.texts = Texts(path)
        self._steps = StepBook()
        self._listeners: list[Listener] = []
        self._jobs = EntryJobs()
        self._calls: deque[Callable[[], None]] = deque()
        self._closed = False
        self._barred: str | None = None
        self._numbers = count(1)
        self._shown = 0
        self._unsent: deque[Job] = deque()
        self._post = post or self._calls.append
        self._writer = Writer(path, self._another_wrote, self._state.holds)
        self._writer.start()
        self._writer.submit(try_to_write(self._not_writable))
        self._writer.submit(check_file(self._checked, self._not_writable))

    @property
    def catalog(self) -> Catalog:
        """Questions, answers, runs and assessors."""
        return self._state.catalog

    @property
    def ledger(self) -> Ledger:
        """The log and what is in force."""
        return self._state.ledger

    @property
    def facts(self) -> Facts:
        """What the organiser set for the collection."""
        return self._state.facts

    # What is said

    def said(self, answer: int, assessor: int | None = None, kind: Kind = "judgment") -> Said:
        """Return what an assessor (the one who sits here, if none is named) says of an answer now."""
        who = self.assessor if assessor is None else assessor
        return Said() if who is None else self.now_said(kind, who, answer_thing(self.catalog, answer))

    def now_said(self, kind: Kind, assessor: int, thing: Thing) -> Said:
        """Return what is in force; nothing if nothing is, or if two contradict each other."""
        return self._state.said(kind, assessor, thing)

    def contradicts_itself(self, kind: Kind, assessor: int, thing: Thing) -> bool:
        """Return whether two or more entries about a thing are in force at once."""
        return len(self.ledger.in_force(kind, assessor, thing)) > 1

    def in_conflict(self, answer: int, assessor: int | None = None) -> tuple[Said, ...]:
        """Return what contradicts itself in an assessor's judgments of an answer; empty if nothing does."""
        who = self.assessor if assessor is None else assessor
        if who is None:
            return ()
        standing = self.ledger.in_force("judgment", who, answer_thing(self.catalog, answer))
        return tuple(self._state.entry(p).said for p in standing) if len(standing) > 1 else ()

    def history(self, count: int, assessor: int | None = None) -> list[Remembered]:
        """Return the last entries of an assessor, newest first."""
        who = self.assessor if assessor is None else assessor
        if who is None:
            return []
        positions = self.ledger.of_assessor(who)[::-1][:count].tolist()
        return [Remembered(p, self._state.entry(p), bool(self.ledger.rows[p])) for p in positions]

    def speaker(self, assessor: int | None) -> int:
        """Return the assessor named, else the one who sits here; without one the organiser sits down."""
        if assessor is not None:
            return assessor
        return self.sit(ORGANISER) if self.assessor is None else self.assessor

    def sit(self, name: str) -> int:
        """Let an assessor sit down, entered as a person if the name is new; return the position."""
        found = self.catalog.assessor_named.get(name)
        if found is None:
            if not name.strip():
                raise Refused("An assessor needs a name.")
            check_text(name)
            found = self.run(lambda db: new_assessor(db, name)) - 1
            self._adopt(self.run(read_assessors))
        self.assessor = found
        self._tell(_words("facts"), None)
        return found

    # Commands

    def execute(self, command: Command, initiator: object = None) -> Changes:
        """Run a command: in force at once, saved in the background; return and tell what changed.

        What is said already is not said twice. Raises Refused if nothing may be entered.
        """
        self._must_be_writable()
        return self._enter(list(command.statements(self)), "do", initiator)

    @property
    def can_undo(self) -> bool:
        """Whether the one who sits here has a step to take back."""
        return self.assessor is not None and bool(self._steps.of(self.assessor, self.ledger).done)

    @property
    def can_redo(self) -> bool:
        """Whether the one who sits here has taken back a step that can be done again."""
        return self.assessor is not None and bool(self._steps.of(self.assessor, self.ledger).undone)

    def undo(self, initiator: object = None) -> Changes | None:
        """Take back the last step of the one who sits here, also one of before a restart."""
        self._must_be_writable()
        if self.assessor is None or not self.can_undo:
            return None
        entries = [
            self._state.entry(position) for position in self._steps.of(self.assessor, self.ledger).done[-1]
        ]
        statements = [Statement(e.assessor, e.kind, e.thing, self._state.said_before(e)) for e in entries]
        return self._enter(statements, "undo", initiator)

    def redo(self, initiator: object = None) -> Changes | None:
        """Do again what was taken back last."""
        self._must_be_writable()
        if self.assessor is None or not self.can_redo:
            return None
        entries = [
            self._state.entry(position) for position in self._steps.of(self.assessor, self.ledger).undone[-1]
        ]
        statements = [Statement(e.assessor, e.kind, e.thing, e.said) for e in entries]
        return self._enter(statements, "redo", initiator)

    # Bulk work, which makes a backup first and cannot be undone

    def store(self, work: Callable[[sqlite3.Connection], _Result], reason: str = "import") -> _Result:
        """Run work in one transaction after a backup, wait for it, and read the collection anew.

        Raises Refused (or NotSaved) with nothing changed if the work does.
        """
        self._must_be_writable()
        stored: list[tuple[_Result, tuple[Snapshot, int] | None]] = []
        errors: list[Exception] = []
        awaited = Awaited(work)
        self._store(awaited, reason, lambda result, shown: stored.append((result, shown)), errors.append)
        awaited.wait(self.flush, stored)
        if errors:
            raise errors[0]
        result, shown = stored[0]
        if shown:
            self._reload(*shown)
        return result

    def store_later(
        self,
        work: Callable[[sqlite3.Connection], _Result],
        done: Callable[[_Result | Exception], None],
        reason: str = "import",
    ) -> None:
        """Do as `store` does without waiting; `done` is called with the result or the error."""
        self._must_be_writable()

        def stored(result: _Result, shown: tuple[Snapshot, int] | None) -> None:
            if shown:
                self._hand_over(lambda: self._reload(*shown))
            self._post(lambda: done(result))

        self._store(work, reason, stored, lambda error: self._post(lambda: done(error)))

    def _store(
        self,
        work: Callable[[sqlite3.Connection], _Result],
        reason: str,
        stored: Callable[[_Result, tuple[Snapshot, int] | None], None],
        failed: Callable[[Exception], None],
    ) -> None:
        """Have bulk work done; `stored`, on the writer's thread, gets its result and the file with it."""

        def saved(result: object) -> None:
            shown = None
            try:
                shown = self._snapshot()
            except (sqlite3.Error, OSError):
                # It is stored all the same: what it brought is shown as soon as the file can be read.
                self._writer.look_again()
            stored(cast("_Result", result), shown)

        self._writer.submit(bulk(self.path, work, reason, saved, failed))

    def merge(self, other: Path) -> Merged:
        """Add what another copy of this collection, or an assessor's file, holds and this one lacks."""
        check_is_ours(other)
        with closing(open_reading(other)) as source:
            return self.store(lambda db: merge_log(db, source), "merge")

    def run(self, work: Callable[[sqlite3.Connection], _Result]) -> _Result:
        """Run work in a transaction on the writer's thread and wait for its result."""
        results: list[_Result] = []
        errors: list[Exception] = []
        awaited = Awaited(work)

        def unless_barred(db: sqlite3.Connection, _again: bool) -> None:  # noqa: FBT001 - the writer's flag
            if self._barred:
                raise Refused(self._barred)
            results.append(awaited(db))

        self._writer.submit(Job(unless_barred, lambda _: None, errors.append, lasting=False))
        awaited.wait(self._writer.wait, results)
        if errors:
            raise errors[0]
        return results[0]

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

    def save_copy(self, target: Path) -> None:
        """Write a copy of the collection, with the entries that could not be saved, to another place."""
        self._state.copy_to(target)

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

    def _enter(self, statements: Iterable[Statement], act: Act, initiator: object) -> Changes:
        entered: list[tuple[int, Entry]] = []
        replaced: list[tuple[bytes, int]] = []
        for said in [_storable(one) for one in statements]:
            if act == "do" and self._says_nothing_new(said):
                continue
            names = self.texts.names(self.catalog.assessors[said.assessor].code, said.thing)
            position, entry, gone = self._state.enter(
                names, said.assessor, said.kind, said.thing, said.said, act, len(entered)
            )
            self._steps.add(position, entry.assessor, self.ledger)
            entered.append((position, entry))
            replaced += [(self.ledger.hash_of(p), self.ledger.rows[p]) for p in gone]
        if not entered:
            return Changes()
        self.saving = replace(self.saving, pending=self.saving.pending + len(entered))
        self._unsent.append(self._job(entered, replaced))
        changes = _changes(entry for _, entry in entered)
        try:
            self._tell(changes | _words("saving"), initiator)
        finally:
            # Told before it is handed on, so that the label is painted while the writer still sleeps.
            while self._unsent:
                self._writer.submit(self._unsent.popleft())
        return changes

    def _says_nothing_new(self, new: Statement) -> bool:
        standing = self.ledger.in_force(new.kind, new.assessor, new.thing)
        if len(standing) > 1:
            return False
        old = self._state.said(new.kind, new.assessor, new.thing)
        return (old.label, old.state, old.note) == (new.said.label, new.said.state, new.said.note)

    def _job(self, entered: list[tuple[int, Entry]], replaced: list[tuple[bytes, int]]) -> Job:
        def saved(rows: list[int]) -> None:
            self._hand_over(lambda: self._saved(entered, rows))

        def failed(error: Exception) -> None:
            self._hand_over(lambda: self._not_saved(error))

        return self._jobs.write([entry for _, entry in entered], replaced, saved, failed)

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
        self._tell(_words("saving"), None)

    def _not_saved(self, error: Exception) -> None:
        self.saving = replace(self.saving, problem=str(error))
        self._tell(_words("saving"), None)

    def _checked(self, problems: list[str]) -> None:
        if problems:
            told = f"{self.path.name} is damaged: {problems[0]} It can be read; rescue it into a new file."
            self._barred = self._barred or told
        self._hand_over(lambda: self._open_for_writing(self._barred))

    def _not_writable(self, error: Exception) -> None:
        told = str(error).removeprefix("Not saved: ")
        if isinstance(error, Busy):
            told = f"Another program holds {self.path.name}. Labels can be given as soon as it lets go of it."
            self._hand_over(lambda: self._open_for_writing(told))
            return
        self._barred = self._barred or told[:1].upper() + told[1:]
        self._hand_over(lambda: self._open_for_writing(self._barred))

    def _open_for_writing(self, told: str | None) -> None:
        self.saving = replace(self.saving, read_only=told, entries=len(self.ledger))
        self._tell(_words("saving"), None)

    def _another_wrote(self, db: sqlite3.Connection) -> None:
        """Read, on the writer's thread, what another program added, and hand it over."""
        db.execute("BEGIN")
        try:
            local = dict(db.execute("SELECT name, value FROM local"))
            people = db.execute("SELECT count(*) FROM assessor").fetchone()[0]
            same = local.get("imports") == self._state.local.get("imports")
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
            self._tell(_changes(entry for _, entry in taken) | _words("saving"), None)

    def _snapshot(self) -> tuple[Snapshot, int]:
        """Read the file, on the writer's thread, and number what was read."""
        snapshot = read_snapshot(self.path)
        return snapshot, next(self._numbers)

    def _reload(self, snapshot: Snapshot, number: int) -> None:
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


def _bring_up_to_date(path: Path) -> None:
    from jurybox.collection.migrations import migrate

    backup(path, "migration")
    with closing(open_writing(path)) as db:
        migrate(db)


def _storable(statement: Statement) -> Statement:
    check_text(statement.thing.fact or "")
    return replace(statement, said=storable(statement.said))


def _words(*what: What) -> Changes:
    return Changes(frozenset(what))


def _changes(entries: Iterable[Entry]) -> Changes:
    entries = list(entries)
    names: dict[Kind, What] = {"adjudication": "adjudications", "fact": "facts"}
    return Changes(
        frozenset(names.get(entry.kind, "labels") for entry in entries),
        frozenset(e.thing.question for e in entries if e.thing.question is not None),
        frozenset(e.thing.answer for e in entries if e.thing.answer is not None),
    )
