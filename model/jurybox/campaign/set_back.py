"""What the assessor of an own file said for everybody: settings, and decisions while the collection is in judging mode.

Only organizers say that. The entries stay in the log, as all that was entered, but the organizer's entry puts back
what was in force before, so that the labels beside them arrive.
"""

import sqlite3
from collections.abc import Sequence
from typing import NamedTuple

from jurybox.collection.entries import Content, EntryKind, Subject
from jurybox.collection.facts import READ
from jurybox.collection.file import HANDED_OUT
from jurybox.collection.log import LogWriter, new_assessor
from jurybox.collection.organizer import ORGANIZER
from jurybox.language import tr
from jurybox.lists import comma_list

_SAID = (
    "SELECT e.hash FROM entry e JOIN assessor s ON s.id = e.assessor WHERE s.name <> ? "
    "AND (e.kind = 'fact' AND e.fact <> ? || lower(hex(s.code)) OR e.kind = 'adjudication')"
)
_IN_FORCE = (
    "SELECT e.kind, e.question - 1, e.answer - 1, e.nugget - 1, e.fact, e.label, e.state, e.note, e.hash, e.id "
    "FROM entry e WHERE e.kind IN ('fact', 'adjudication') "
    "AND NOT EXISTS (SELECT 1 FROM superseded s WHERE s.entry = e.id)"
)


class _SharedThing(NamedTuple):
    kind: EntryKind
    question: int | None
    answer: int | None
    nugget: int | None
    fact: str | None


_Found = dict[_SharedThing, list[tuple[Content, bytes, int]]]


class SetBack:
    """Made before a file is merged in the same transaction; `after` puts back what was in force then."""

    def __init__(self, db: sqlite3.Connection, other: sqlite3.Connection) -> None:
        self._db = db
        self._new: set[bytes] = set()
        self._before: _Found = {}
        if other.execute("SELECT 1 FROM local WHERE name = ?", (HANDED_OUT,)).fetchone():
            said = other.execute(_SAID, (ORGANIZER, READ)).fetchall()
            known = "SELECT 1 FROM entry WHERE hash = ?"
            self._new = {one for (one,) in said if not db.execute(known, (one,)).fetchone()}
        if self._new:
            self._before = self._in_force()

    def after(self) -> list[str]:
        """Put back what was in force; return in words what it was."""
        if not self._new:
            return []
        is_open = all(one.label in {None, '"open"'} for one, _, _ in self._before.get(_MODE, ()))
        log, speaker, put_back = LogWriter(self._db), new_assessor(self._db, ORGANIZER) - 1, list[str]()
        for subject, found in self._in_force().items():
            if self._new.isdisjoint(hash_ for _, hash_, _ in found) or (subject.kind == "adjudication" and is_open):
                continue
            before = self._before.get(subject, ())
            content = before[0][0] if len(before) == 1 else Content()
            about, replaces = Subject(*subject[1:]), {hash_: row for _, hash_, row in found}
            log.write(speaker, subject.kind, about, content, replaces=replaces)
            put_back.append(self._words(subject))
        return put_back

    def _in_force(self) -> _Found:
        found: _Found = {}
        for row in self._db.execute(_IN_FORCE):
            *subject, label, state, note, hash_, number = row
            found.setdefault(_SharedThing(*subject), []).append((Content(label, state, note), hash_, number))
        return found

    def _words(self, subject: _SharedThing) -> str:
        if subject.kind == "fact":
            return tr("the setting {name}", name=(subject.fact or "")[:40])
        query = "SELECT name FROM question WHERE id = ?"
        (name,) = self._db.execute(query, ((subject.question or 0) + 1,)).fetchone()
        return tr("a decision on question {name}", name=name)


_MODE = _SharedThing("fact", None, None, None, "mode")


def set_back_line(path: str, put_back: Sequence[str]) -> str:
    """Return what was put back after a file was merged, in words."""
    shown = [*put_back[:5], *([tr("others")] if len(put_back) > 5 else [])]
    return tr(
        "{path} is an assessor's own file, and only organizers decide for everybody; left as before: {things}.",
        path=path,
        things=comma_list(shown),
    )
