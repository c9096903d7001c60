"""The state of an open collection in memory: its arrays, its log, and how entries are added to it."""

import sqlite3
from collections.abc import Callable, Container, Iterable, Mapping
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.backup import copy_to
from jurybox.collection.catalog import DROPPED_STATUS, Assessor, Question
from jurybox.collection.collection import Collection
from jurybox.collection.digests import add_digests
from jurybox.collection.entries import NOTHING, Act, Content, Entry, EntryKind, EntryNames, Subject
from jurybox.collection.facts import Facts, fact_value, facts_from
from jurybox.collection.file import is_left_half_changed, open_reading, reopened
from jurybox.collection.frozen_gold import read_answer_keys
from jurybox.collection.log import entry_of, insert_entries, read_entries
from jurybox.collection.nuggets import Nugget, Nuggets
from jurybox.collection.pool import of_dropped, outside_pool
from jurybox.collection.snapshot import CollectionSnapshot, damaged, read_snapshot
from jurybox.collection.spare import Spare
from jurybox.errors import FileLost, FileReplaced, NotOurs, Refused
from jurybox.language import tr, trn


class State:
    """Catalog, ledger and chains together; earlier entries are read from the file when needed.

    If the file was destroyed since, or the disk cannot read it, they are read from the spare.
    """

    def __init__(self, path: Path, spare: Spare | None = None) -> None:
        snapshot = read_snapshot(path)
        self._path = path
        self._spare = spare or Spare(path)
        self.catalog = snapshot.catalog
        self._entered_as = {one.code: one.kind for one in snapshot.catalog.assessors}
        self._asked = snapshot.catalog.questions
        self.ledger = snapshot.ledger
        self.chains = snapshot.chains
        self.last = snapshot.last
        self.local = snapshot.local
        self.reader = open_reading(path)
        self._answer_keys: NDArray[np.uint64] = np.empty(0, dtype=np.uint64)
        self._compared: tuple[tuple[int, int, int], FileReplaced | None] = (0, 0, 0), None
        try:
            self.facts = self._read_facts()
        except BaseException:
            self.reader.close()
            raise

    @property
    def collection(self) -> Collection:
        """What is in it, what was entered, and what the organizer set, as one value."""
        return Collection(self.catalog, self.ledger, self.facts)

    def close(self) -> None:
        """Release the file."""
        self.reader.close()

    def holds(self, db: sqlite3.Connection) -> bool:
        """Return whether a file is this collection with everything known to be saved, in the rows known."""
        row, hash_ = self.ledger.newest()
        there = db.execute("SELECT hash FROM entry WHERE id = ?", (row,)).fetchone()
        return self._is_of(db) and (not row or there == (hash_,))

    def refusal(self, db: sqlite3.Connection) -> FileLost | None:
        """Return why nothing may be written to the file that is at the path now; None if it holds all that is known."""
        if self.holds(db):
            return None
        if not self._is_of(db):
            return FileLost(tr("Another collection is at {path} now. Put the right file back.", path=self._path))
        stat = self._path.stat()
        seen = stat.st_mtime_ns, stat.st_size, len(self.ledger)
        if seen != self._compared[0]:  # it is asked for again and again
            there = {hash_ for (hash_,) in db.execute("SELECT hash FROM entry")}
            here = set(map(self.ledger.hash_of, range(len(self.ledger))))
            self._compared = seen, _replaced(self._path, len(here - there), len(there - here))
        return self._compared[1]

    def copy_to(self, target: Path, shown: Path | None = None) -> None:
        """Write a copy of the file, including the entries that are not in the file yet.

        If another file has taken its place, the opened one is copied; if that was destroyed, the spare, with
        all entries made and read since. Without a spare it is an earlier state of the file, if that is at the
        path. Raises Refused if no complete copy is possible, which names `shown`, if the copy is renamed to that later.
        """
        copied = partial(copy_to, target=target, add=self._add_missing, shown=shown)
        with ExitStack() as opened:
            there = None
            with suppress(sqlite3.Error, Refused):
                there = opened.enter_context(closing(open_reading(self._path)))
            problem: Exception = FileLost(
                tr("{path} is damaged on the disk. Nothing was copied.", path=self._path.name)
            )
            for source in (there, self.reader):
                if source is not None and _is_so(self.holds, source):
                    try:
                        copied(source)
                    except NotOurs as error:
                        problem = error
                        break
                    return
            if self._spare.is_held:
                self._spare.read(copied, problem)
            elif there is not None and _is_so(self._is_of, there):
                copied(there)
            else:
                raise problem

    def _is_of(self, db: sqlite3.Connection) -> bool:
        """Return whether a file is this collection, in any state."""
        identity = db.execute("SELECT value FROM local WHERE name = 'collection'").fetchone()
        return bool(identity == (self.local.get("collection"),))

    def _add_missing(self, db: sqlite3.Connection) -> None:
        """Add to a copy the people and entries added since the file was read that it lacks."""
        known = {code for (code,) in db.execute("SELECT code FROM assessor")}
        people = [one for one in self.catalog.assessors if one.code not in known]
        rows = [(one.code, one.name, one.kind) for one in people]
        db.executemany("INSERT INTO assessor (code, name, kind) VALUES (?, ?, ?)", rows)
        if people:
            add_digests(db, "assessor")
        at = {hash_: row for row, hash_ in db.execute("SELECT id, hash FROM entry")}
        for position in sorted(self.ledger.recent):
            entry = self.ledger.recent[position]
            if entry.hash not in at:
                replaced_rows = [at[hash_] for hash_ in entry.replaces if hash_ in at]
                (at[entry.hash],) = insert_entries(db, [entry], replaced_rows, self.nuggets_in([entry]))

    def nuggets_in(self, entries: Iterable[Entry]) -> dict[int, Nugget]:
        """Return the nuggets that entries refer to, by position."""
        spoken = {entry.subject.nugget for entry in entries}
        return {position: self.catalog.nuggets[position] for position in spoken if position is not None}

    def knows_nuggets(self, db: sqlite3.Connection) -> bool:
        """Return whether every nugget of the file is known here, under the position of its row."""
        nuggets = self.catalog.nuggets
        rows = db.execute("SELECT id - 1, digest FROM nugget").fetchall()
        return all(at < len(nuggets) and nuggets[at].digest == found for at, found in rows)

    def entry(self, position: int) -> Entry:
        """Return an entry of the log by position."""
        if position not in self.ledger.recent:
            row = (self.ledger.rows[position],)

            def read(db: sqlite3.Connection) -> Entry:
                ((_, found),) = read_entries(db, "e.id = ?", row)
                return found

            try:
                return read(self.reader)
            except sqlite3.OperationalError as error:
                if is_left_half_changed(error):
                    self.reader = reopened(self.reader, self._path)
                    return read(self.reader)
                return self._spare.read(read, error)
            except (sqlite3.DatabaseError, ValueError) as error:  # the latter: it no longer exists
                return self._spare.read(read, error)
        return self.ledger.recent[position]

    def content_in_force(self, kind: EntryKind, assessor: int, subject: Subject) -> Content:
        """Return the content in force; empty if there is none, or if two contradict each other."""
        in_force = self.ledger.in_force(kind, assessor, subject)
        return self.entry(in_force[0]).content if len(in_force) == 1 else NOTHING

    def content_before(self, entry: Entry) -> Content:
        """Return the content in force before an entry replaced it; empty if it resolved a conflict."""
        if len(entry.replaces) != 1:
            return NOTHING
        position = self.ledger.position_of(entry.replaces[0])
        return NOTHING if position is None else self.entry(position).content

    def enter(
        self, names: EntryNames, assessor: int, kind: EntryKind, subject: Subject, content: Content, act: Act, part: int
    ) -> tuple[int, Entry, tuple[int, ...]]:
        """Put an entry into the ledger; return its position, itself, and the positions that it replaces."""
        replaced = self.ledger.in_force(kind, assessor, subject)
        hashes = [self.ledger.hash_of(position) for position in replaced]
        entry = entry_of(self.chains, names, assessor, kind, subject, content, act=act, part=part, replaces=hashes)
        position = self.ledger.add(entry)
        if self._may_change_facts(entry):
            self.facts = self._read_facts()
        return position, entry, replaced

    def take_in(self, rows: Iterable[tuple[int, Entry]], replaced: Container[int] = ()) -> list[tuple[int, Entry]]:
        """Take in entries written by another program, some `replaced` already; return them with their positions."""
        added = []
        for row, entry in rows:
            self.last = max(self.last, row)
            if entry.writer != self.chains.writer:
                self.chains.observe(entry)
                added.append((self.ledger.add(entry, row, replaced=row in replaced), entry))
        if any(self._may_change_facts(entry) for _, entry in added):
            self.facts = self._read_facts()
        return added

    def replace_by(self, snapshot: CollectionSnapshot) -> None:
        """Adopt a collection read again, and keep the entries that are not in its file yet."""
        pending = [self.ledger.recent[position] for position in self.ledger.pending()]
        nuggets = self.nuggets_in(pending)
        people = self.catalog.assessors
        self.catalog, self.ledger, self.last = snapshot.catalog, snapshot.ledger, snapshot.last
        self._entered_as |= {one.code: one.kind for one in snapshot.catalog.assessors}
        self._asked = snapshot.catalog.questions
        self.local = snapshot.local
        self.reader = reopened(self.reader, self._path)
        if len(people) > len(snapshot.catalog.assessors):
            # An assessor was added here after the file was read; nobody is ever deleted from a file.
            self.seat(people)
        writer, heads = self.chains.writer, self.chains.heads
        self.chains.tips |= snapshot.chains.tips
        self.chains.heads = snapshot.chains.heads | {
            chain: hash_ for chain, hash_ in heads.items() if chain[0] == writer
        }
        for entry in pending:
            if self.ledger.position_of(entry.hash) is None:
                self.ledger.add(_moved(entry, nuggets, self.catalog.nuggets))
        self.facts = self._read_facts()

    def seat(self, assessors: tuple[Assessor, ...]) -> None:
        """Take over the assessors of the file, of whom some are new."""
        self.catalog = replace(self.catalog, assessors=assessors)
        self._entered_as = {one.code: one.kind for one in assessors} | self._entered_as
        self.ledger.grow(len(assessors), self.catalog.answer_count)
        self.facts = self._read_facts()

    def _read_facts(self) -> Facts:
        """Return the facts in force, and mark in the catalog who is removed, their kinds, and what is to be judged."""
        facts_in_force = self.ledger.facts()
        values: dict[str, Any] = {"name": self.local.get("name", "")}
        disputed = []
        for name, positions in facts_in_force.items():
            labels = {self.entry(position).content.label for position in positions}
            label = labels.pop()
            if labels:  # two who set the same value agree
                disputed.append(name)
            elif label is not None:
                try:
                    values[name] = fact_value(name, label)
                except Refused as error:
                    raise damaged(self._path, error) from error
        codes = {who.code.hex(): at for at, who in enumerate(self.catalog.assessors)}
        facts = facts_from(values, tuple(sorted(disputed)), codes, self.catalog.run_named)
        if facts.frozen:
            facts = replace(facts, answer_keys=self._keys_of_answers())
        self._mark_people(facts)
        self._mark_questions(facts)
        self._mark_pool(facts)
        return facts

    def _keys_of_answers(self) -> NDArray[np.uint64]:
        """Return the keys by which a frozen gold standard identifies answers.

        Read again if there are more.
        """
        if len(self._answer_keys) != self.catalog.answer_count:
            self._answer_keys = read_answer_keys(self.reader)[: self.catalog.answer_count]
        return self._answer_keys

    def _may_change_facts(self, entry: Entry) -> bool:
        """Return whether an entry is a fact, or by a removed assessor who thereby comes back."""
        return entry.kind == "fact" or self.catalog.assessors[entry.assessor].removed

    def _mark_pool(self, facts: Facts) -> None:
        """Mark the answers that are not to be judged while runs are withdrawn or questions dropped."""
        unasked, outside = None, None
        if facts.withdrawn:
            unasked, outside = outside_pool(self.catalog, self.ledger, facts.withdrawn)
        if facts.dropped:
            dropped = of_dropped(self.catalog, facts.dropped)
            unasked = dropped if unasked is None else unasked | dropped
        before = self.catalog.unasked, self.catalog.outside
        if not (_equal(unasked, before[0]) and _equal(outside, before[1])):
            self.catalog = replace(self.catalog, unasked=unasked, outside=outside)

    def _mark_questions(self, facts: Facts) -> None:
        """Mark the questions that the organizer dropped, and where NIL is right or wrong by a decision."""
        marked = self._asked
        if facts.nil or facts.dropped:
            marked = tuple(_decided(one, facts) for one in marked)
        if marked != self.catalog.questions:
            self.catalog = replace(self.catalog, questions=marked)

    def _mark_people(self, facts: Facts) -> None:
        """Mark kinds, and who is removed; whoever has entries or assignments, after a merge say, is not."""
        still_removed = {
            at
            for at in facts.removed
            if not len(self.ledger.of_assessor(at)) and not (self.catalog.assigned[0] == at).any()
        }
        people = self.catalog.assessors
        marked = tuple(
            replace(one, removed=at in still_removed, kind=facts.kinds.get(at, self._entered_as[one.code]))
            for at, one in enumerate(people)
        )
        if marked != people:
            self.catalog = replace(self.catalog, assessors=marked)


def _decided(question: Question, facts: Facts) -> Question:
    """Return a question as the organizer decided; what its file states stays."""
    if question.name in facts.dropped:
        return replace(question, status=DROPPED_STATUS)
    said = facts.nil.get(question.name)
    return (
        question if said is None or question.nil_correct is not None else replace(question, nil_correct=said == "right")
    )


def _equal(one: NDArray[np.bool_] | None, other: NDArray[np.bool_] | None) -> bool:
    if one is None or other is None:
        return one is other
    return np.array_equal(one, other)


def _is_so(question: Callable[[sqlite3.Connection], bool], db: sqlite3.Connection) -> bool:
    """Return the answer to a query on a file; False if it cannot be read."""
    try:
        return question(db)
    except sqlite3.Error:
        return False


def _moved(entry: Entry, before: Mapping[int, Nugget], now: Nuggets) -> Entry:
    """Return an entry that is not in the file yet with the present position of its nugget."""
    nugget = entry.subject.nugget
    if nugget is None:
        return entry
    return replace(entry, subject=replace(entry.subject, nugget=now.add(before[nugget])))


def _replaced(path: Path, lacking: int, more: int) -> FileReplaced:
    """Return the sentence for a file that lacks some entries from here and has some more, in a collection both have."""
    if not lacking:
        said = tr("Another file is at {path} now, which has everything from here too. Open it again.", path=path)
    elif not more:
        said = trn(
            "An earlier state of the collection is at {path} now, without {n} entry made here. Merge to add it "
            "again, or put the right file back.",
            "An earlier state of the collection is at {path} now, without {n} entries made here. Merge to add "
            "them again, or put the right file back.",
            lacking,
            path=path,
        )
    else:
        said = tr(
            "Another state of the collection is at {path} now: {more:,} of its entries were made elsewhere, and it "
            "lacks {lacking:,} made here. Merge to keep both; another file in its place would delete the others.",
            path=path,
            more=more,
            lacking=lacking,
        )
    return FileReplaced(said, lacking)
