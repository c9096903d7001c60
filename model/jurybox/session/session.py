"""The open collection: what is in force, the commands that are run, undo and redo, bulk work."""

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from itertools import count
from operator import attrgetter
from pathlib import Path
from typing import Any, TypeVar, cast

from jurybox.changes import EVERYTHING, Changes, What
from jurybox.collection.assigned import LENT, give_back_left
from jurybox.collection.backup import backup
from jurybox.collection.catalog import Catalog
from jurybox.collection.collection import Collection
from jurybox.collection.entries import (
    NOTHING,
    SHARED_KINDS,
    Act,
    Content,
    Entry,
    EntryKind,
    Subject,
    check_text,
    storable,
)
from jurybox.collection.facts import FROZEN, KIND, READ, STUDY, Facts
from jurybox.collection.file import (
    HANDED_OUT,
    HUB,
    check_is_ours,
    may_write,
    open_reading,
    open_writing,
    trouble_refused,
    warn_of_dead_locks,
)
from jurybox.collection.jobs import Awaited, read_assessors
from jurybox.collection.ledger import Ledger
from jurybox.collection.log import new_assessor, read_entries
from jurybox.collection.merge import Merged, merge_log
from jurybox.collection.nugget_state import ACCEPTED
from jurybox.collection.nuggets import new_nugget, source_of
from jurybox.collection.organizer import ORGANIZER
from jurybox.collection.own_schemes import SCHEME
from jurybox.collection.schema import VERSION
from jurybox.collection.snapshot import CollectionSnapshot, read_snapshot
from jurybox.collection.soundness import GivenUp, arrived_problems, of_newer_program
from jurybox.collection.spare import Spare
from jurybox.collection.state import State
from jurybox.collection.texts import Texts
from jurybox.collection.undo import StepBook
from jurybox.commands import Command, Statement, subject_of_answer
from jurybox.commands.facts import refuse_foreign_labels
from jurybox.errors import Busy, NotOurs, Refused
from jurybox.judging.sent_back import is_sent_back
from jurybox.language import tr, trn
from jurybox.lists import and_list
from jurybox.session.saving import Post, Saver, Saving
from jurybox.wording import count_of

Listener = Callable[[Changes, object], None]
_Result = TypeVar("_Result")

_STEP = 4
"""Entries searched for the subject of an undo: a stamp may be next to it."""
_OVERRULED = tr("Somebody else has changed this since. Their change is kept; yours was skipped.")
_STEP_COUNTS: dict[EntryKind, Callable[[int], str]] = {
    "judgment": lambda n: trn("{n} label", "{n} labels", n),
    "repeat": lambda n: trn("{n} repeated label", "{n} repeated labels", n),
    "adjudication": lambda n: trn("{n} decision", "{n} decisions", n),
    "importance": lambda n: trn("{n} vote", "{n} votes", n),
    "match": lambda n: trn("{n} match", "{n} matches", n),
    "distinct": lambda n: trn("{n} group entry", "{n} group entries", n),
    "nugget": lambda n: trn("{n} change of a nugget", "{n} changes of nuggets", n),
    "instance": lambda n: trn("{n} change of the answer set", "{n} changes of the answer set", n),
}
_SETTINGS = {
    "name": tr("the name of the collection"),
    "description": tr("the description"),
    "contact": tr("the contact"),
    "begins": tr("the first day"),
    "ends": tr("the last day"),
    "mode": tr("the judging mode"),
    "gold": tr("the gold standard"),
    "unjudged": tr("what unjudged answers count as"),
    "seat": tr("whose file this is"),
    "guideline_version": tr("the version of the guidelines"),
    "panel": tr("the panel"),
    "removed": tr("who was removed"),
    "calibration": tr("the calibration set"),
    "pass_mark": tr("the pass mark of the calibration"),
    "repeats": tr("the share of repeated answers"),
}
_STEPS_BACK = ("undo", "redo")


@dataclass(frozen=True, slots=True)
class Remembered:
    """An entry of the log as the history shows it."""

    position: int
    entry: Entry
    saved: bool


class Session:
    """One collection, opened by one program: its state in memory, its texts, its steps, and its saver.

    See `open_session`. `assessor`: the assessor at this computer, by position; None for nobody yet.
    """

    def __init__(self, path: Path, post: Post | None) -> None:
        self.path = path
        self.assessor: int | None = None
        self.closed_because = ""
        """Why nobody may enter anything, although the file could be written; "" where they may."""
        self._spare, self._posts = Spare(path), post is not None
        self._state = State(path, self._spare)
        self.texts = Texts(path, self._spare)
        self._steps = StepBook()
        self._listeners: list[Listener] = []
        self._numbers = count(1)
        self._shown = 0
        self._verified = self._state.last  # on the writer's thread: up to here the log is checked
        self.saver = Saver(
            path,
            post,
            entries=len(self.ledger),
            changed=lambda: self._tell(_changes("saving"), None),
            another_wrote=self._another_wrote,
            refusal=self._state.refusal,
            whole=self._take_spare,
        )
        self.saver.start()

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener(changes, initiator)` after every change; return how to stop that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def close(self) -> None:
        """Save what can be saved and release the file."""
        self.saver.close()
        self.texts.close()
        self._state.close()
        self._spare.close()

    # Saving

    saving = cast("Saving", property(attrgetter("saver.status")))
    """How far saving is, and what is in the way."""

    def flush(self, timeout: float | None = None) -> None:
        """Wait until everything is on the disk; raises NotSaved if it cannot be brought there."""
        self.saver.flush(timeout)

    # What is open

    @property
    def collection(self) -> Collection:
        """What is in it, what was entered, and what the organizer set, as one value."""
        return self._state.collection

    @property
    def identity(self) -> str:
        """What the collection is known by, in every copy of it."""
        return self._state.local.get("collection", "")

    @property
    def goes_back(self) -> bool:
        """Whether this is an assessor's own file that is to be sent back, as no hub transfers its labels."""
        return HANDED_OUT in self._state.local and HUB not in self._state.local

    @property
    def has_lent(self) -> bool:
        """Whether open answers of an assessor are lent, as to an audience during its vote."""
        return LENT in self._state.local

    # Every key asks for these some fifty times, so they are looked up without a function of our own.
    catalog = cast("Catalog", property(attrgetter("_state.catalog")))
    """Questions, answers, runs and assessors."""
    ledger = cast("Ledger", property(attrgetter("_state.ledger")))
    """The log and what is in force."""
    facts = cast("Facts", property(attrgetter("_state.facts")))
    """What the organizer set for the collection."""

    # What is said

    def content_of(self, answer: int, assessor: int | None = None, kind: EntryKind = "judgment") -> Content:
        """Return the present entry of an assessor (by default the one at this computer) about an answer."""
        who = self.assessor if assessor is None else assessor
        return Content() if who is None else self.content_in_force(kind, who, subject_of_answer(self.catalog, answer))

    def content_in_force(self, kind: EntryKind, assessor: int, subject: Subject) -> Content:
        """Return what is in force; nothing if nothing is, or if two contradict each other."""
        return self._state.content_in_force(kind, assessor, subject)

    def contradicts_itself(self, kind: EntryKind, assessor: int, subject: Subject) -> bool:
        """Return whether two or more entries about a subject are in force at once."""
        return len(self.ledger.in_force(kind, assessor, subject)) > 1

    def entry(self, position: int) -> Entry:
        """Return an entry of the log by position."""
        return self._state.entry(position)

    def in_conflict(self, answer: int, assessor: int | None = None) -> tuple[Content, ...]:
        """Return what contradicts itself in an assessor's judgments of an answer; empty if nothing does."""
        who = self.assessor if assessor is None else assessor
        if who is None:
            return ()
        in_force = self.ledger.in_force("judgment", who, subject_of_answer(self.catalog, answer))
        return tuple(self._state.entry(p).content for p in in_force) if len(in_force) > 1 else ()

    def just_undone(self, changes: Changes) -> Entry | None:
        """Return the entry that changes are about, if they are the present assessor's undo or redo.

        Called while the listeners are notified, before the entries are saved: others' entries made meanwhile
        do not count.
        """
        for remembered in self.history(_STEP):
            entry, subject = remembered.entry, remembered.entry.subject
            is_reported = subject.fact is not None or subject.question in changes.questions
            if entry.act not in {"undo", "redo"} or remembered.saved or not is_reported:
                return None
            if subject.question is not None:
                return entry
            if not entry.part:
                return None
        return None

    def nugget_history(self, nugget: int) -> list[Remembered]:
        """Return all entries about a nugget itself, oldest first: wordings, merges, votes."""
        positions = self.ledger.of_nugget(nugget).tolist()
        return [Remembered(p, self._state.entry(p), bool(self.ledger.rows[p])) for p in positions]

    def nugget_source(self, nugget: int) -> str:
        """Return where the wording of a nugget comes from: original, edited or added (or a file's word)."""
        known = self.catalog.nuggets[nugget]
        texts = self.ledger.board.wordings.get(nugget) or ("",)
        return source_of(known, self.texts.question(known.question).digest, min(texts))

    def history(self, count: int, assessor: int | None = None) -> list[Remembered]:
        """Return the last entries of an assessor, newest first."""
        who = self.assessor if assessor is None else assessor
        if who is None:
            return []
        positions = self.ledger.of_assessor(who)[::-1][:count].tolist()
        return [Remembered(p, self._state.entry(p), bool(self.ledger.rows[p])) for p in positions]

    def last_step(self) -> str:
        """Return what the last undo or redo changed, such as *Undid 16 matches in question s02.7*.

        Empty if the present assessor's last step was neither.
        """
        newest = self.history(1)
        if not newest or newest[0].entry.act not in _STEPS_BACK:
            return ""
        entries = [one.entry for one in self.history(newest[0].entry.part + 1)]
        counts = Counter(entry.kind for entry in reversed(entries) if _is_counted(entry))
        parts = [_STEP_COUNTS[kind](count) for kind, count in counts.items()]
        set_ = [_setting(entry) for entry in reversed(entries) if entry.kind == "fact"]
        parts += dict.fromkeys(set_)
        questions = {entry.subject.question for entry in entries if entry.subject.question is not None}
        done, is_undo = and_list(parts), entries[0].act == "undo"
        if len(questions) > 1:
            where = count_of(len(questions), "question")
            return (
                tr("Undid {what} in {questions}", what=done, questions=where)
                if is_undo
                else tr("Redid {what} in {questions}", what=done, questions=where)
            )
        if questions:
            name = self.catalog.questions[questions.pop()].name
            return (
                tr("Undid {what} in question {name}", what=done, name=name)
                if is_undo
                else tr("Redid {what} in question {name}", what=done, name=name)
            )
        return tr("Undid {what}", what=done) if is_undo else tr("Redid {what}", what=done)

    # Commands

    def speaker(self, assessor: int | None) -> int:
        """Return the assessor named, else the one at this computer; without one, the organizer."""
        if assessor is not None:
            return assessor
        return self.sit(ORGANIZER) if self.assessor is None else self.assessor

    def sit(self, name: str) -> int:
        """Make somebody the assessor, added as a person if the name is new; return the position."""
        found = self.catalog.assessor_named.get(name)
        if found is None:
            if not name.strip():
                raise Refused(tr("An assessor needs a name."))
            check_text(name)
            found = self.saver.run(lambda db: new_assessor(db, name)) - 1
            self._state.seat(self.saver.run(read_assessors))
        self.assessor = found
        self._tell(_changes("facts"), None)
        return found

    def new_nugget(self, question: int, text: str, source: str, author: int) -> int:
        """Return the position of a nugget made for an entry that follows in the same step."""
        added = new_nugget(question, self.texts.question(question).digest, text, source, author)
        return self.catalog.nuggets.add(added)

    def execute(self, command: Command, initiator: object = None) -> Changes:
        """Run a command: in force at once, saved in the background; return and emit what changed.

        Entries that are in force already are not repeated. Raises Refused if nothing may be entered.
        """
        self._must_be_open()
        with trouble_refused(self.path):
            return self._enter(list(command.statements(self)), "do", initiator)

    def _must_be_open(self) -> None:
        """Raise Refused, with the reason, if nothing may be entered now."""
        if self.closed_because:
            raise Refused(self.closed_because)
        self.saver.must_be_writable()

    @contextmanager
    def open_to_player(self) -> Iterator[None]:
        """Let a recording be entered while the collection is closed to people."""
        why, self.closed_because = self.closed_because, ""
        try:
            yield
        finally:
            self.closed_because = why

    @property
    def can_undo(self) -> bool:
        """Whether the present assessor has a step to undo."""
        return self.assessor is not None and bool(self._steps.of(self.assessor, self.ledger).done)

    @property
    def can_redo(self) -> bool:
        """Whether the present assessor has undone a step that can be redone."""
        return self.assessor is not None and bool(self._steps.of(self.assessor, self.ledger).undone)

    def undo(self, initiator: object = None) -> Changes | None:
        """Undo the present assessor's last step, also one from before a restart.

        What somebody else has set or adjudicated since stays: that part of the step is skipped. Raises
        Refused if it is the whole step, and for a label scheme or a label that no longer fits the other; the
        next call continues with the step before.
        """
        self._must_be_open()
        if self.assessor is None or not self.can_undo:
            return None
        done = self._steps.of(self.assessor, self.ledger).done
        entries = [e for e in map(self._state.entry, done[-1]) if self._is_still_in_force(e)]
        if not entries:
            done.pop()
            raise Refused(_OVERRULED)
        statements = [Statement(e.assessor, e.kind, e.subject, self._state.content_before(e)) for e in entries]
        self._check_past(statements, done)
        with trouble_refused(self.path):
            return self._enter(statements, "undo", initiator)

    def redo(self, initiator: object = None) -> Changes | None:
        """Do again what was taken back last, apart from what somebody else has said since."""
        self._must_be_open()
        if self.assessor is None or not self.can_redo:
            return None
        undone = self._steps.of(self.assessor, self.ledger).undone
        entries = [e for e in map(self._state.entry, undone[-1]) if self._is_own(e)]
        if not entries:
            undone.pop()
            raise Refused(_OVERRULED)
        statements = [Statement(e.assessor, e.kind, e.subject, e.content) for e in entries]
        self._check_past(statements, undone)
        with trouble_refused(self.path):
            return self._enter(statements, "redo", initiator)

    def _check_past(self, statements: list[Statement], steps: list[Any]) -> None:
        """Refuse a step, and pass it over, after which a label would be none of its question's scheme."""
        try:
            refuse_foreign_labels(self, statements)
        except Refused:
            steps.pop()
            raise

    def _is_still_in_force(self, entry: Entry) -> bool:
        """Return whether the content of an entry is still in force, from the same assessor."""
        if entry.kind not in SHARED_KINDS:
            return True
        now = self._state.content_in_force(entry.kind, entry.assessor, entry.subject)
        return self._is_own(entry) and (now.label, now.state) == (entry.content.label, entry.content.state)

    def _is_own(self, entry: Entry) -> bool:
        """Return whether nobody else has an entry about the subject of an entry."""
        if entry.kind not in SHARED_KINDS:
            return True
        in_force = self.ledger.in_force(entry.kind, entry.assessor, entry.subject)
        return all(self._state.entry(at).assessor == entry.assessor for at in in_force)

    def _enter(self, statements: Iterable[Statement], act: Act, initiator: object) -> Changes:
        entered: list[tuple[int, Entry]] = []
        replaced: list[tuple[bytes, int]] = []
        # A step has one entry per subject: of two contradictory commands in it, the later.
        last = {_key(one): one for one in statements}
        for statement in list(map(_storable, last.values())):  # none is entered if one cannot be
            if act == "do" and self._says_nothing_new(statement):
                continue
            code = self.catalog.assessors[statement.assessor].code
            names = self.texts.names(code, statement.subject, self.catalog.nuggets)
            position, entry, replaced_positions = self._state.enter(
                names, statement.assessor, statement.kind, statement.subject, statement.content, act, len(entered)
            )
            self._steps.add(position, entry.assessor, self.ledger)
            entered.append((position, entry))
            replaced += [(self.ledger.hash_of(p), self.ledger.rows[p]) for p in replaced_positions]
        if not entered:
            return Changes()
        self._save(entered, replaced)
        changes = _changes_of([entry for _, entry in entered])
        with_saving = replace(changes, what=changes.what | {"saving"}, act=act)
        self._tell(with_saving, initiator)  # while the writer is at it already
        return changes

    def _save(self, entered: list[tuple[int, Entry]], replaced: list[tuple[bytes, int]]) -> None:
        def placed(rows: Iterable[int]) -> None:
            for (position, entry), row in zip(entered, rows, strict=True):
                self.ledger.place(position, entry.hash, row)

        entries = [entry for _, entry in entered]
        self.saver.write(entries, replaced, self._state.nuggets_in(entries), placed)

    def _says_nothing_new(self, new: Statement) -> bool:
        in_force = self.ledger.in_force(new.kind, new.assessor, new.subject)
        if len(in_force) > 1 or is_sent_back(self.catalog, self.ledger, new.kind, new.assessor, new.subject):
            return False
        old = self._state.entry(in_force[0]).content if in_force else NOTHING
        return (old.label, old.state, old.note) == (new.content.label, new.content.state, new.content.note)

    # Bulk work

    def store(self, work: Callable[[sqlite3.Connection], _Result], reason: str = "import") -> _Result:
        """Run work in one transaction after a backup, wait for it, and read the collection again.

        Raises Refused (or NotSaved) with nothing changed if the work does.
        """
        self.saver.must_be_writable()
        stored: list[tuple[_Result, tuple[CollectionSnapshot, int] | None]] = []
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
        self.saver.must_be_writable()

        def stored(result: _Result, shown: tuple[CollectionSnapshot, int] | None) -> None:
            if shown:
                self.saver.hand_over(lambda: self._reload(*shown))
            self.saver.post(lambda: done(result))

        self._store(work, reason, stored, lambda error: self.saver.post(lambda: done(error)))

    def _store(
        self,
        work: Callable[[sqlite3.Connection], _Result],
        reason: str,
        stored: Callable[[_Result, tuple[CollectionSnapshot, int] | None], None],
        failed: Callable[[Exception], None],
    ) -> None:
        """Have bulk work done; `stored`, on the writer's thread, gets its result and the file with it."""

        def saved(result: object) -> None:
            shown = None
            try:
                shown = self._snapshot()
                self._verified = shown[0].last  # what was added has just been made or checked
            except (sqlite3.Error, OSError):
                # It is stored all the same: what it brought is shown as soon as the file can be read.
                self.saver.writer.look_again()
            stored(cast("_Result", result), shown)

        self.saver.store(work, reason, saved, failed)

    def merge(self, other: Path) -> Merged:
        """Add what another copy of this collection, or an assessor's file, holds and this one lacks."""
        check_is_ours(other)
        with closing(open_reading(other)) as source:
            return self.store(lambda db: merge_log(db, source), "merge")

    def save_copy(self, target: Path) -> None:
        """Write a copy of the collection, with the entries that could not be saved, to another place."""
        self._state.copy_to(target)

    def _take_spare(self) -> None:
        """Take a copy of the file, which was just found intact; commands end before a file is destroyed."""
        if self._posts:
            self._spare.take()

    # What other programs write

    def _another_wrote(self, db: sqlite3.Connection) -> None:
        """Check and read, on the writer's thread, what another program added, and hand it over."""
        try:
            problems, until = arrived_problems(db, self._verified, self.saver.writer.is_stopping)
        except GivenUp:
            return
        if problems:
            name, newer = self.path.name, of_newer_program(db)
            why = tr(
                "Another program damaged {path}: {problems} Rescue it into a new file.", path=name, problems=problems[0]
            )
            if newer:
                why = tr("A newer Jurybox wrote to {path}: {newer}. Nothing is lost.", path=name, newer=newer)
            self.saver.bar(why, damaged=not newer)
            return
        self._verified = until
        db.execute("BEGIN")
        try:
            local = dict(db.execute("SELECT name, value FROM local"))
            people = db.execute("SELECT count(*) FROM assessor").fetchone()[0]
            same = local.get("imports") == self._state.local.get("imports") and self._state.knows_nuggets(db)
            last = self._state.last
            rows = read_entries(db, "e.id > ? AND e.id <= ?", (last, until)) if same else []
            replaced = {row for (row,) in db.execute("SELECT entry FROM superseded WHERE entry > ?", (last,))}
        finally:
            db.execute("COMMIT")
        has_room = self.ledger.has_room(entry for _, entry in rows)
        if same and has_room and people == len(self.catalog.assessors):
            self.saver.hand_over(lambda: self._take_in(rows, replaced))
        else:
            try:
                shown = self._snapshot()
            except NotOurs as error:  # values that no version of the program writes
                self.saver.bar(str(error))
                return
            self.saver.hand_over(lambda: self._reload(*shown))

    def _take_in(self, rows: list[tuple[int, Entry]], replaced: set[int]) -> None:
        added = self._state.take_in((row for row in rows if row[0] > self._state.last), replaced)
        for position, entry in added:
            self._steps.add(position, entry.assessor, self.ledger)
        if added:
            self.saver.count(max(self.saving.entries, self._state.last))
            self._tell(_changes_of(entry for _, entry in added) | _changes("saving"), None)

    def _snapshot(self) -> tuple[CollectionSnapshot, int]:
        """Read the file, on the writer's thread, and number what was read."""
        snapshot = read_snapshot(self.path)
        self._take_spare()  # entries held since the last one are released with the ledger
        return snapshot, next(self._numbers)

    def _reload(self, snapshot: CollectionSnapshot, number: int) -> None:
        if number <= self._shown:
            return
        self._shown = number
        self._state.replace_by(snapshot)
        self._steps.forget()
        self.texts.forget()
        self.saver.count(snapshot.last)
        self._tell(Changes(EVERYTHING), None)

    def _tell(self, changes: Changes, initiator: object) -> None:
        slips = []
        for listener in tuple(self._listeners):
            try:
                listener(changes, initiator)
            except Exception as error:  # noqa: BLE001 - raised when every listener was called
                slips.append(error)
        if slips:
            raise slips[0]


def open_session(
    path: Path, *, assessor: str | None = None, post: Post | None = None, reading: str | None = None
) -> Session:
    """Open a collection for judging; raises Refused with one sentence if that is not possible.

    A file of an older version is brought up to date after a backup, and answers that a program which died had lent
    to an audience are returned. With `post` the check of the file runs in
    the background and nothing can be entered until it is done; without, it is waited for. With `reading`, a
    sentence with the reason, nothing can be entered at all.
    """
    with trouble_refused(path):
        return _opened(path, assessor, post, reading)


def _opened(path: Path, assessor: str | None, post: Post | None, reading: str | None) -> Session:
    header = check_is_ours(path)
    warn_of_dead_locks(path)
    if header.version < VERSION:
        if may_write(path):
            _bring_up_to_date(path)
        else:
            reading = reading or (
                tr(
                    "{path} is of an earlier version and is read-only here. Allow writing to it and "
                    "its folder, or save a copy.",
                    path=path.name,
                )
            )
    if not reading and may_write(path):
        give_back_left(path)
    session = Session(path, post)
    try:
        if reading:
            session.saver.only_read(reading)
        if post is None:
            session.flush()
        # Where nothing may be entered, a new name cannot be either; the collection can be read all the same.
        with session.saver.suppress_barred():
            if assessor or session.facts.seat:
                session.sit(assessor or session.facts.seat)
    except Busy as error:
        session.close()
        raise Refused(
            tr("Another program is using {path}. Nothing was changed; try again when it is done.", path=path.name)
        ) from error
    except BaseException:
        session.close()
        raise
    return session


def _bring_up_to_date(path: Path) -> None:
    from jurybox.collection.migrations import migrate

    backup(path, "migration")
    with closing(open_writing(path)) as db:
        migrate(db)


def _changes(*what: What) -> Changes:
    """Return a change record that names no question and no answer."""
    return Changes(frozenset(what))


def _changes_of(entries: Iterable[Entry]) -> Changes:
    """Return what entries change."""
    names: dict[EntryKind, What] = {"adjudication": "adjudications", "fact": "facts"}
    what, questions, answers = set[What](), set[int](), set[int]()
    for entry in entries:
        what.add(names.get(entry.kind, "labels"))
        if entry.subject.question is not None:
            questions.add(entry.subject.question)
        if entry.subject.answer is not None:
            answers.add(entry.subject.answer)
    return Changes(frozenset(what), frozenset(questions), frozenset(answers))


def _key(statement: Statement) -> tuple[EntryKind, int, Subject]:
    """Return the key by which statements replace each other: for shared kinds it lacks the assessor."""
    who = -1 if statement.kind in SHARED_KINDS else statement.assessor
    return statement.kind, who, statement.subject


def _storable(statement: Statement) -> Statement:
    if statement.subject.fact:
        check_text(statement.subject.fact)
    return replace(statement, content=storable(statement.content))


def _is_counted(entry: Entry) -> bool:
    """Return whether an entry is something done: not a setting, nor the record of what was accepted."""
    return entry.kind != "fact" and not (entry.subject.fact or "").startswith(ACCEPTED)


def _setting(step_back: Entry) -> str:
    """Return what a setting is about: of a study its name without its numbers, and if it was kept or removed.

    An undo that enters a study takes its removal back; a redo that enters one keeps it again.
    """
    fact = step_back.subject.fact or ""
    if fact.startswith(STUDY):
        name = fact.removeprefix(STUDY).partition(", ")[0]
        if step_back.content.given == (step_back.act == "redo"):
            return tr("keeping the study {partition}", partition=name)
        return tr("removing the study {partition}", partition=name)
    if fact.startswith(FROZEN):
        return tr("freezing the gold standard as {kind}", kind=fact.removeprefix(FROZEN))
    if fact.startswith(KIND):
        return tr("what kind an assessor is")
    if fact.startswith(SCHEME):
        return tr("the labels of {kind} questions", kind=fact.removeprefix(SCHEME))
    return "the guidelines" if fact.startswith(("guideline:", READ)) else _SETTINGS.get(fact, "a setting")
