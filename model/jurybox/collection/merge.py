"""Merging: the union of two logs, with the same result in any order and any number of times.

Questions and answers are identified by their digests, assessors by their codes, entries by their hashes.
Nothing here decides between two labels: two entries in force for one assessor and one subject are a conflict,
to be shown and resolved by a new entry.

A handed-out file has a few facts and texts that the organizer entered there again (mode, guidelines, nuggets'
texts). The collection has them already, so the organizer's chains of such a file are left out.
"""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from jurybox.collection.digests import add_digests, renew_digests
from jurybox.collection.entries import Entry, Subject
from jurybox.collection.file import HANDED_OUT
from jurybox.collection.log import read_entries
from jurybox.collection.nuggets import nugget_rows, read_nuggets
from jurybox.collection.organizer import ORGANIZER
from jurybox.collection.soundness import of_newer_program, verify
from jurybox.collection.union import LogUnion
from jurybox.collection.validity import ImpossibleValueError, refuse_row
from jurybox.errors import Refused
from jurybox.language import tr
from jurybox.lists import comma_list

_STRETCH = 2_000


@dataclass
class Merged:
    """The result of a merge: entries added, entries known before, and items that this collection lacks."""

    added: int = 0
    known: int = 0
    assessors: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)


def merge_log(db: sqlite3.Connection, other: sqlite3.Connection) -> Merged:
    """Add the entries of another collection's log that this one lacks, in the caller's transaction.

    Refused, with nothing added, if the other file is damaged, refers to questions or answers that are not
    here with the same content, or has labels that its questions do not have here. Entries added to the other
    log meanwhile are left for the next merge.
    """
    last = other.execute("SELECT coalesce(max(id), 0) FROM entry").fetchone()[0]
    if newer := of_newer_program(other):
        raise Refused(tr("The other file was made by a newer Jurybox ({newer}). Nothing was merged.", newer=newer))
    if broken := verify(other, whole=True):
        raise Refused(tr("The other file is damaged: {broken} Nothing was merged.", broken=broken[0]))
    try:
        return _merge(db, other, last)
    except ImpossibleValueError as error:
        raise Refused(
            tr("The other file has what no collection can have: {error}. Nothing was merged.", error=error)
        ) from error


def _merge(db: sqlite3.Connection, other: sqlite3.Connection, last: int) -> Merged:
    """Merge a log that is right, up to a row; raises ImpossibleValueError for what this file cannot have."""
    merged = Merged()
    here_of = {table: _positions_here(db, other, table, last, merged) for table in ("question", "answer")}
    if merged.unknown:
        shown = comma_list(merged.unknown[:5]) + (" ..." if len(merged.unknown) > 5 else "")
        raise Refused(
            tr(
                "The other collection judges {unknown} questions or answers that are not here with "
                "the same content: {shown}. Nothing was merged.",
                unknown=len(merged.unknown),
                shown=shown,
            )
        )
    people = _assessors(db, other, merged, _at_home(other))
    here_of["nugget"] = _nuggets(db, other, last, people, here_of["question"])
    union = LogUnion(db)
    for entry in _entries(other, last):
        if entry.assessor not in people:
            continue
        here = replace(entry, assessor=people[entry.assessor], subject=_here(entry.subject, here_of))
        if union.add(here):
            merged.added += 1
        else:
            merged.known += 1
    union.check_labels()
    return merged


def _entries(db: sqlite3.Connection, last: int) -> Iterator[Entry]:
    for start in range(0, last, _STRETCH):
        span = (start, min(start + _STRETCH, last))
        for _, entry in read_entries(db, "e.id > ? AND e.id <= ?", span):
            yield entry


def _positions_here(
    db: sqlite3.Connection, other: sqlite3.Connection, table: str, last: int, merged: Merged
) -> dict[int, int]:
    """Return positions here by positions there, for all subjects in the other log up to a row."""
    here = {digest: row - 1 for row, digest in db.execute(f"SELECT id, digest FROM {table}")}  # noqa: S608
    spoken = other.execute(
        f"SELECT id, digest, name FROM {table} "  # noqa: S608 - our own tables
        f"WHERE id IN (SELECT {table} FROM entry WHERE id <= ?)",
        (last,),
    )
    found = {}
    for row, digest, name in spoken:
        if digest in here:
            found[row - 1] = here[digest]
        else:
            merged.unknown.append(f"{table} {name or row}")
    return found


def _nuggets(
    db: sqlite3.Connection, other: sqlite3.Connection, last: int, people: dict[int, int], questions: dict[int, int]
) -> dict[int, int]:
    """Return positions here by positions there, of nuggets with entries; new ones are added here."""
    other_nuggets = read_nuggets(other)
    spoken = "SELECT DISTINCT nugget - 1 FROM entry WHERE nugget IS NOT NULL AND id <= ?"
    moved = {}
    for (position,) in other.execute(spoken, (last,)).fetchall():
        nugget = other_nuggets[position]
        author = None if nugget.author is None else people.get(nugget.author)
        moved[position] = replace(nugget, question=questions[nugget.question], author=author)
        cells = {"name": nugget.name, "source": nugget.source, "weight": nugget.weight, "digest": nugget.digest}
        refuse_row("nugget", cells, tr("a nugget"))
    # Added in their order there, so that both files have the nuggets in the same order.
    rows = nugget_rows(db, dict(sorted(moved.items())))
    for position, row in rows.items():
        # A handed-out file does not contain the authors of others' nuggets, and may have come first.
        one = moved[position]
        author = None if one.author is None else one.author + 1
        db.execute(
            "UPDATE nugget SET author = coalesce(author, ?), source = coalesce(source, ?), "
            "weight = coalesce(weight, ?) WHERE id = ? AND (author IS NULL OR source IS NULL)",
            (author, one.source, one.weight, row),
        )
    renew_digests(db, "nugget")
    return {position: row - 1 for position, row in rows.items()}


def _here(subject: Subject, here_of: dict[str, dict[int, int]]) -> Subject:
    at = {"question": subject.question, "answer": subject.answer, "nugget": subject.nugget}
    here = {table: here_of[table][position] for table, position in at.items() if position is not None}
    return Subject(fact=subject.fact, **here)


def _at_home(other: sqlite3.Connection) -> frozenset[str]:
    """Return whose entries of another log are not merged: the organizer's of a handed-out file."""
    out = other.execute("SELECT 1 FROM local WHERE name = ?", (HANDED_OUT,)).fetchone()
    return frozenset((ORGANIZER,)) if out else frozenset()


def _assessors(
    db: sqlite3.Connection, other: sqlite3.Connection, merged: Merged, left_out: frozenset[str]
) -> dict[int, int]:
    """Return positions here by positions there; an unknown assessor is added, renamed if necessary."""
    here = {code: row - 1 for row, code in db.execute("SELECT id, code FROM assessor")}
    names = {name for (name,) in db.execute("SELECT name FROM assessor")}
    found = {}
    for row, code, name, kind in other.execute("SELECT id, code, name, kind FROM assessor ORDER BY id"):
        if name in left_out:
            continue
        if code not in here:
            refuse_row("assessor", {"code": code, "name": name, "kind": kind}, tr("an assessor"))
            number, free = 2, name
            while free in names:
                free, number = f"{name} ({number})", number + 1
            names.add(free)
            cursor = db.execute("INSERT INTO assessor (code, name, kind) VALUES (?, ?, ?)", (code, free, kind))
            here[code] = (cursor.lastrowid or 0) - 1
            merged.assessors.append(free)
        found[row - 1] = here[code]
    add_digests(db, "assessor")
    return found
