"""One assessor's own file: the questions they are to judge and their entries, and nothing about runs.

Its contents are copied row by row into a new file, so that nothing else can slip in. The assessor's entries
keep their hashes and chains, so that the returned file continues the same log. Other necessary data (mode,
guidelines, texts of nuggets and their importance in the list, known instances) is a row of its own or entered
by the organizer, and is never merged back (`jurybox.collection.merge`). The file is made beside its target
and renamed when it is complete.
"""

import json
import os
import re
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from jurybox.campaign.details import DETAILS
from jurybox.collection.digests import add_digests
from jurybox.collection.entries import SHARED_KINDS, Content, Entry, EntryKind, Subject
from jurybox.collection.facts import DROPPED, READ, SQL_KIND
from jurybox.collection.file import (
    HANDED_OUT,
    SUFFIX,
    check_is_ours,
    create,
    is_of_writing,
    open_reading,
    open_writing,
    put_in_place,
)
from jurybox.collection.log import NOTHING_REPLACED, LogWriter, enter_facts, insert_entries, read_entries, replaced_rows
from jurybox.collection.organizer import ORGANIZER
from jurybox.collection.own_schemes import SCHEME
from jurybox.collection.pool import read_unasked
from jurybox.collection.state import State
from jurybox.disk import part_prefix, sweep, whole_folder
from jurybox.errors import Refused
from jurybox.judging.sent_back import marks_of
from jurybox.language import tr

FOR_ALL: tuple[EntryKind, ...] = ("adjudication", "fact")
"""Kinds of entry made for everybody: they are not handed out."""
_CARRIED_FACTS = (*DETAILS, "calibration", "repeats", "guideline_version")
_STANDS = "NOT EXISTS (SELECT 1 FROM superseded s WHERE s.entry = e.id)"


@dataclass
class _RowNumbers:
    """The new row of each copied row of one table."""

    new: dict[int, int] = field(default_factory=dict)

    def take(self, old: int) -> int:
        return self.new.setdefault(old, len(self.new) + 1)


class _Handout:
    """Copies everything that concerns one assessor, table by table, with rows renumbered from 1."""

    def __init__(self, source: sqlite3.Connection, db: sqlite3.Connection, name: str) -> None:
        self.source, self.db, self.name = source, db, name
        found = source.execute(
            f"SELECT id, code, {SQL_KIND} FROM assessor WHERE name = ?",  # noqa: S608 - our own expression
            (name,),
        ).fetchone()
        if found is None:
            raise Refused(tr("There is no assessor {name!r}. Nothing was written.", name=name))
        if name == ORGANIZER:
            raise Refused(tr("The organizer keeps the whole collection. Nothing was written."))
        self.who, self.code, self.kind = found
        self.unasked = read_unasked(source)
        self.rows = {table: _RowNumbers() for table in ("series", "document", "question", "answer", "nugget")}

    def copy(self) -> tuple[int, int, int]:
        """Copy everything; return how many questions, answers and entries were copied."""
        self._people()
        wanted = self._questions()
        self._catalog(wanted)
        self._assignments(wanted)
        judged = self._log()
        self._from_the_organizer()
        self._sent_back()
        local = {HANDED_OUT: self.name, "collection": self._local("collection"), "name": self._local("name")}
        for key, value in local.items():
            self.db.execute("INSERT OR REPLACE INTO local VALUES (?, ?)", (key, value))
        return len(self.rows["question"].new), len(self.rows["answer"].new), judged

    def _people(self) -> None:
        """Add the assessor, and the organizer under the same code as in the collection."""
        row = self.source.execute("SELECT code FROM assessor WHERE name = ?", (ORGANIZER,)).fetchone()
        people = [(1, self.code, self.name, self.kind), (2, row[0] if row else os.urandom(16), ORGANIZER, "person")]
        self.db.executemany("INSERT INTO assessor (id, code, name, kind) VALUES (?, ?, ?, ?)", people)

    def _questions(self) -> list[int]:
        query = "SELECT DISTINCT question FROM assignment WHERE assessor = ? ORDER BY question"
        assigned = [row for (row,) in self.source.execute(query, (self.who,))]
        if self.source.execute("SELECT 1 FROM assignment LIMIT 1").fetchone() is None:
            return [row for (row,) in self.source.execute("SELECT id FROM question ORDER BY id")]
        spoken = self.source.execute(
            "SELECT DISTINCT question FROM entry WHERE assessor = ? AND question IS NOT NULL", (self.who,)
        )
        wanted = sorted({*assigned, *(row for (row,) in spoken)})
        if not assigned:
            raise Refused(
                tr("Nothing is assigned to {name}. Nothing was written; assign questions first.", name=self.name)
            )
        return wanted

    def _catalog(self, questions: Sequence[int]) -> None:
        for row in questions:
            self.rows["question"].take(row)
        self._put("series", "name, target, target_type", self._series(questions))
        columns = "name, kind, text, series, position, category, nil_correct, lang, guideline, status, digest"
        # Whether NIL is correct is somebody's judgment, or a decision on them: it is not handed out.
        self._put("question", columns, questions, {"series": "series"}, {"nil_correct": None})
        options = self._ids("option", questions)
        self._put("option", "question, name, text", options, {"question": "question"})
        not_asked = self._not_asked()
        answers = [row for row in self._ids("answer", questions) if row not in not_asked]
        columns = "question, name, text, document, support, author, posted_at, best, pool, digest"
        self._put("answer", columns, answers, {"question": "question"}, {"best": 0})
        named = {row[0] for row in self.db.execute("SELECT DISTINCT document FROM answer") if row[0] is not None}
        documents = [row for row, name in self.source.execute("SELECT id, name FROM document") if name in named]
        self._put("document", "name, text, title, url", documents)
        nuggets = self._ids("nugget", questions)
        columns = "question, name, author, source, weight, digest"
        self._put(
            "nugget", columns, nuggets, {"question": "question"}, {"author": None, "source": None, "weight": None}
        )
        instances = self._ids("instance", questions)
        self._put("instance", "question, name, text", instances, {"question": "question"})

    def _not_asked(self) -> frozenset[int]:
        """Return the answers that nobody is to judge, without those that this assessor has judged."""
        judged = self.source.execute(
            "SELECT DISTINCT answer FROM entry WHERE assessor = ? AND answer IS NOT NULL", (self.who,)
        )
        return self.unasked - {answer for (answer,) in judged}

    def _assignments(self, questions: Sequence[int]) -> None:
        """Enter the assignments; of questions with answers that nobody is asked about any more, answer by answer.

        A file that had those answers before, as the part of somebody at a hub, then no longer asks about them. Where
        nothing is left, the questions stay assigned: without assignments everything would be.
        """
        assigned = self.source.execute(
            "SELECT question, answer FROM assignment WHERE assessor = ? ORDER BY id", (self.who,)
        ).fetchall()
        answers, here = self.source.execute("SELECT question, id FROM answer"), self.rows["answer"].new
        gone = self.unasked.difference(here)
        less = {question for question, answer in answers if answer in gone}
        rows: list[tuple[int, int | None]] = []
        for question, answer in assigned or [(question, None) for question in questions]:
            at = self.rows["question"].take(question)
            if answer is None and question in less:
                rows += self.db.execute("SELECT question, id FROM answer WHERE question = ? ORDER BY id", (at,))
            elif answer is None or answer in here:
                rows.append((at, here.get(answer)))
        whole = self.db.execute("SELECT id, NULL FROM question").fetchall()
        self.db.executemany("INSERT INTO assignment (assessor, question, answer) VALUES (1, ?, ?)", rows or whole)

    def _log(self) -> int:
        """Copy the assessor's chains.

        A chain that also set facts is replaced by new entries of what is in force.
        """
        mixed = self._mixed_chains()
        superseded = {row for (row,) in self.source.execute("SELECT entry FROM superseded")}
        in_force: list[Entry] = []
        count = 0
        for row, entry in read_entries(self.source, "e.assessor = ?", (self.who,)):
            if entry.writer not in mixed:
                insert_entries(self.db, [replace(entry, assessor=0, subject=self._here(entry.subject))])
                count += 1
            elif row not in superseded and entry.kind not in FOR_ALL:
                in_force.append(entry)
        log = LogWriter(self.db)
        for entry in in_force:
            log.write(0, entry.kind, self._here(entry.subject), entry.content, at=entry.at, replaces={entry.hash: 0})
        self._mark_replaced()
        return count + len(in_force)

    def _mixed_chains(self) -> set[bytes]:
        """Return the writers under whom this assessor also adjudicated, or set facts for everybody."""
        marks = ", ".join("?" * len(FOR_ALL))
        rows = self.source.execute(
            "SELECT DISTINCT w.code FROM entry e JOIN writer w ON w.id = e.writer "  # noqa: S608 - only marks
            f"WHERE e.assessor = ? AND e.kind IN ({marks}) AND coalesce(e.fact, '') <> ?",
            (self.who, *FOR_ALL, f"{READ}{self.code.hex()}"),
        )
        return {code for (code,) in rows}

    def _mark_replaced(self) -> None:
        self.db.execute("DELETE FROM superseded")
        found = ((row,) for row in sorted(replaced_rows(self.db)))
        self.db.executemany("INSERT INTO superseded (entry) VALUES (?)", found)

    def _from_the_organizer(self) -> None:
        """Enter mode, seat, guidelines, which questions are dropped, and the texts of nuggets written by others."""
        here = {name for (name,) in self.db.execute("SELECT name FROM question")}
        carried = {*_CARRIED_FACTS, f"{READ}{self.code.hex()}", *(DROPPED + name for name in here)}
        values: dict[str, object] = {"mode": "judging", "seat": self.name}
        for fact, label in self.source.execute(
            f"SELECT e.fact, e.label FROM entry e WHERE e.kind = 'fact' AND e.label IS NOT NULL AND {_STANDS}"  # noqa: S608
        ):
            if fact in carried or fact.startswith(("guideline:", SCHEME)):
                values[fact] = json.loads(label)
        if "calibration" in values:
            listed: Any = values["calibration"]
            values["calibration"] = [name for name in listed if name in here] or None
        enter_facts(self.db, values)
        self._from_others()

    def _from_others(self) -> None:
        """Enter what the boards show of others: texts and imported importance of nuggets, known instances.

        The importance of an imported list is the one entered for the organizer; votes of others are not
        handed out.
        """
        log = LogWriter(self.db)
        found = self.source.execute(
            "SELECT e.kind, e.question, e.nugget, e.answer, e.fact, e.label, e.state FROM entry e "  # noqa: S608
            "JOIN assessor a ON a.id = e.assessor WHERE e.assessor <> ? AND (e.kind = 'instance' "
            "OR e.kind = 'nugget' AND e.nugget IS NOT NULL OR e.kind = 'importance' AND a.name = ?) "
            f"AND {_STANDS} ORDER BY e.id",
            (self.who, ORGANIZER),
        )
        for kind, question, nugget, answer, fact, label, state in found.fetchall():
            if not self._is_here(question, answer):
                continue
            subject = self._moved(question, answer, nugget, fact)
            replaces = self._in_force(kind, subject) if kind in SHARED_KINDS else NOTHING_REPLACED
            if label is not None or state is not None or replaces:
                log.write(1, kind, subject, Content(label, state), replaces=replaces)

    def _sent_back(self) -> None:
        """Enter again what was returned to the assessor and is open, about the entries as numbered here."""
        log = LogWriter(self.db)
        marks = self.source.execute(
            "SELECT e.question, e.answer, e.nugget, e.fact, e.label, e.note FROM entry e "  # noqa: S608 - ours
            f"WHERE e.kind = 'adjudication' AND e.fact IN (?, ?) AND e.label IS NOT NULL AND {_STANDS}",
            marks_of(self.code),
        )
        for question, answer, nugget, fact, label, note in marks.fetchall():
            if not self._is_here(question, answer):
                continue
            kind, _, hash_ = label.partition(":")
            subject = self._moved(question, answer, nugget, fact)
            here = self._in_force_of(self.db, kind, 1, subject)
            there = self._in_force_of(self.source, kind, self.who, Subject(question, answer, nugget), step=0)
            # If it was answered, another entry is in force; a group may never have had an entry.
            waits = any(found == bytes.fromhex(hash_) or act == "undo" for found, act in there)
            if waits or not (there or hash_):
                word = f"{kind}:{here[0][0].hex() if here else ''}"
                log.write(1, "adjudication", subject, Content(word, note=note))

    @staticmethod
    def _in_force_of(
        db: sqlite3.Connection, kind: str, who: int, subject: Subject, *, step: int = 1
    ) -> list[tuple[bytes, str]]:
        """Return hash and act of a subject's entry in force; `step`: added to its positions for rows."""
        places = (None if at is None else at + step for at in (subject.question, subject.answer, subject.nugget))
        rows = db.execute(
            "SELECT e.hash, e.act FROM entry e WHERE e.kind = ? AND e.assessor = ? AND e.fact IS NULL "  # noqa: S608
            f"AND e.question IS ? AND e.answer IS ? AND e.nugget IS ? AND {_STANDS}",
            (kind, who, *places),
        )
        return rows.fetchall()

    def _in_force(self, kind: str, subject: Subject) -> dict[bytes, int]:
        """Return hash and row of the entry in force here for a subject with one entry for everybody."""
        places = (None if at is None else at + 1 for at in (subject.question, subject.answer, subject.nugget))
        rows = self.db.execute(
            "SELECT e.hash, e.id FROM entry e WHERE e.kind = ? AND e.fact IS ? AND e.question IS ? "  # noqa: S608
            f"AND e.answer IS ? AND e.nugget IS ? AND {_STANDS}",
            (kind, subject.fact, *places),
        )
        return dict(rows.fetchall())

    def _is_here(self, question: int, answer: int | None) -> bool:
        """Return whether a question, and an answer if one is named, is handed out."""
        return question in self.rows["question"].new and (answer is None or answer in self.rows["answer"].new)

    def _here(self, subject: Subject) -> Subject:
        question, answer, nugget = (
            None if at is None else at + 1 for at in (subject.question, subject.answer, subject.nugget)
        )
        return self._moved(question, answer, nugget, subject.fact)

    def _moved(self, question: int | None, answer: int | None, nugget: int | None, fact: str | None) -> Subject:
        def new(table: str, row: int | None) -> int | None:
            return None if row is None else self.rows[table].new[row] - 1

        return Subject(new("question", question), new("answer", answer), new("nugget", nugget), fact)

    def _ids(self, table: str, questions: Iterable[int]) -> list[int]:
        wanted = set(questions)
        rows = self.source.execute(f"SELECT id, question FROM {table} ORDER BY id")  # noqa: S608 - our own tables
        return [row for row, question in rows if question in wanted]

    def _series(self, questions: Iterable[int]) -> list[int]:
        wanted = set(questions)
        rows = self.source.execute("SELECT series, id FROM question WHERE series IS NOT NULL ORDER BY series")
        return list(dict.fromkeys(series for series, question in rows if question in wanted))

    def _put(
        self,
        table: str,
        columns: str,
        rows: Iterable[int],
        moved: Mapping[str, str] | None = None,
        instead: Mapping[str, object] | None = None,
    ) -> None:
        """Copy rows under new numbers; `moved` names columns that hold rows of another table."""
        names = [name.strip() for name in columns.split(",")]
        marks = ", ".join("?" * (len(names) + 1))
        numbers = self.rows.get(table, _RowNumbers())
        self.db.executemany(
            f"INSERT INTO {table} (id, {columns}) VALUES ({marks})",  # noqa: S608 - our own names
            (
                (numbers.take(row), *self._values(names, values, moved or {}, instead or {}))
                for row, values in self._read(table, columns, rows)
            ),
        )

    def _read(self, table: str, columns: str, rows: Iterable[int]) -> Iterator[tuple[int, Sequence[Any]]]:
        for row in rows:
            query = f"SELECT {columns} FROM {table} WHERE id = ?"  # noqa: S608 - our own names
            yield row, self.source.execute(query, (row,)).fetchone()

    def _values(
        self, names: Sequence[str], values: Sequence[Any], moved: Mapping[str, str], instead: Mapping[str, object]
    ) -> Iterator[object]:
        for name, value in zip(names, values, strict=True):
            if name in instead:
                yield instead[name]
            elif name in moved and value is not None:
                yield self.rows[moved[name]].new[value]
            else:
                yield value

    def _local(self, name: str) -> str:
        row = self.source.execute("SELECT value FROM local WHERE name = ?", (name,)).fetchone()
        return row[0] if row else ""


@dataclass(frozen=True, slots=True)
class HandedOut:
    """The contents of a handed-out file."""

    path: Path
    assessor: str
    questions: int
    answers: int
    judged: int

    def __str__(self) -> str:
        return tr(
            "{path} is {assessor}'s own file: {questions:,} questions, {answers:,} answers, "
            "{judged:,} entries of their own, what is known of nuggets and instances, nothing "
            "about runs.",
            path=self.path,
            assessor=self.assessor,
            questions=self.questions,
            answers=self.answers,
            judged=self.judged,
        )


def hand_out(file: Path, name: str, target: Path, shown: Path | None = None) -> HandedOut:
    """Write one assessor's own file. Refused, with nothing left behind, if that is impossible.

    It has the questions assigned to them (all, without assignments) and those that they have judged already.
    The target must not exist yet; its name ends in `.jury`. A refusal names `shown`, if the file will be renamed to
    that later.
    """
    check_is_ours(file)
    target = target if target.suffix == SUFFIX else target.with_name(f"{target.name}{SUFFIX}")
    shown = shown or target
    if target.exists():
        raise Refused(tr("{target} exists already. Nothing was written; choose another name.", target=target))
    try:
        sweep(target.parent)
        folder = tempfile.TemporaryDirectory(prefix=part_prefix(), dir=target.parent)
    except OSError as error:
        raise Refused(tr("{target} cannot be written: {reason}.", target=shown, reason=error.strerror)) from error
    with folder as inside, closing(open_reading(file)) as source:
        part = Path(inside) / target.name
        create(part, shown=shown)
        source.execute("BEGIN")
        try:
            counts = _fill(source, part, name)
            put_in_place(part, target)
        except OSError as error:
            raise Refused(tr("{target} cannot be written: {reason}.", target=shown, reason=error.strerror)) from error
        except sqlite3.OperationalError as error:
            if is_of_writing(error):
                raise Refused(tr("{target} cannot be written: {error}.", target=shown, error=error)) from error
            raise
        source.execute("COMMIT")
    return HandedOut(target, name, *counts)


def hand_out_all(file: Path, folder: Path, add: Callable[[HandedOut], object] = lambda _: None) -> list[HandedOut]:
    """Write the own file of everybody with an assignment into a new or empty folder.

    Without assignments: of every person but the organizer. The folder gets its name when all files are in it:
    a call that was ended before can be repeated. `add` writes what goes beside a file, before that. Refused, with
    nothing left behind, if a file cannot be written, or if there is anything in the folder.
    """
    names = names_to_hand_out(file)
    made: list[HandedOut] = []
    try:
        if folder.is_dir() and any(folder.iterdir()):
            raise Refused(
                tr("{folder} exists already and is not empty. Nothing was written; choose a new folder.", folder=folder)
            )
        with whole_folder(folder) as part:
            for name, target in zip(names, own_file_names(file.stem, names), strict=True):
                made.append(hand_out(file, name, part / target, folder / target))
                add(made[-1])
    except OSError as error:
        raise Refused(
            tr("{folder} cannot be written: {reason}. Nothing was written.", folder=folder, reason=error.strerror)
        ) from error
    return [replace(one, path=folder / one.path.name) for one in made]


def names_to_hand_out(file: Path) -> list[str]:
    """Return everybody with an assignment; without assignments, every person but the organizer. Refused for nobody."""
    check_is_ours(file)
    with closing(open_reading(file)) as db:
        query = f"SELECT id, name FROM assessor WHERE name <> ? AND {SQL_KIND} = 'person' ORDER BY id"  # noqa: S608
        people = db.execute(query, (ORGANIZER,)).fetchall()
        assigned = {who for (who,) in db.execute("SELECT DISTINCT assessor FROM assignment")}
    with closing(State(file)) as state:
        removed = {at + 1 for at, one in enumerate(state.catalog.assessors) if one.removed}
    names = [name for who, name in people if who not in removed and (who in assigned or not assigned)]
    if not names:
        raise Refused(tr("No assessor has a file to hand out. Nothing was written; add assessors."))
    return names


def own_file_name(stem: str, name: str, suffix: str = SUFFIX) -> str:
    """Return the default name of an assessor's own file, valid on every system."""
    plain = re.sub(r"[^\w.-]+", "-", name)
    return f"{stem}-{plain}{suffix}"


def own_file_names(stem: str, names: Sequence[str], suffix: str = SUFFIX) -> list[str]:
    """Return a name for each file; names that would become equal as file names are numbered."""
    taken, found = set[str](), []
    for name in names:
        chosen = own_file_name(stem, name, suffix)
        at = 2
        while chosen.casefold() in taken:
            chosen, at = own_file_name(stem, f"{name}-{at}", suffix), at + 1
        taken.add(chosen.casefold())
        found.append(chosen)
    return found


def _fill(source: sqlite3.Connection, part: Path, name: str) -> tuple[int, int, int]:
    with closing(open_writing(part)) as db:
        db.execute("BEGIN IMMEDIATE")
        cut = _Handout(source, db, name)
        counts = cut.copy()
        add_digests(db)
        db.execute("COMMIT")
    return counts
