"""What a page returns: plain lines, of which merging makes entries, the same for the same lines.

The first line says whose they are and how many follow. Each other line is a JSON object: `id` (the random name of what
the browser keeps, a colon, and the number of the line there, from 1), `on` (the answer, as the page names it), `label`
or `state`, `note`, `at`, `seconds`, `replaces` (ids of earlier lines, or hashes of entries that the page came with),
and `undo`. Lines of one browser are one chain. A later file has all lines of an earlier one, so that they merge in any
order, any number of times.
"""

import json
import math
import re
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeGuard

from jurybox.campaign.page_names import LINES_VERSION, PAGE_KINDS, PAGE_STATES, page_name, page_person, page_writer
from jurybox.collection.catalog import DROPPED_STATUS
from jurybox.collection.entries import (
    HASH_SIZE,
    LONGEST_TEXT,
    Content,
    Entry,
    EntryKind,
    EntryNames,
    Subject,
    chain_hash,
)
from jurybox.collection.facts import DROPPED
from jurybox.collection.own_schemes import stored_schemes
from jurybox.collection.union import LogUnion
from jurybox.errors import Refused
from jurybox.kinds import KINDS
from jurybox.language import tr

LARGEST = 100_000_000
"""The most bytes of a returned file; a label has 200."""
_HEAD = "jurybox labels"
_ID = re.compile("([0-9a-f]{32}):([1-9][0-9]{0,8})")
_HASH = re.compile(f"[0-9a-f]{{{2 * HASH_SIZE}}}")
_NAME = re.compile("[0-9a-f]{24}")
_LATEST = 253_402_300_799_999
"""The end of the year 9999 in milliseconds."""
_LONGEST_SECONDS = 1e7
_FIELDS = frozenset(("id", "on", "label", "state", "note", "at", "seconds", "replaces", "undo"))


@dataclass(frozen=True, slots=True)
class PageHead:
    """The first line: of which collection, to whom, under which name, and how many lines follow."""

    collection: str
    person: str
    assessor: str
    lines: int


@dataclass(frozen=True, slots=True)
class PageLine:
    """One returned line: the `number`-th of what a browser (`store`) keeps; `replaces` are ids and hashes."""

    store: str
    number: int
    on: str
    content: Content
    at: int
    replaces: tuple[str, ...]
    undo: bool

    @property
    def name(self) -> str:
        """Its id."""
        return f"{self.store}:{self.number}"


@dataclass(frozen=True, slots=True)
class PageMerged:
    """How many entries of a returned file were new, how many known, and how many are about dropped questions."""

    added: int
    known: int
    dropped: int


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a name on a page stands for: rows from 1, digests, and the labels that the question takes here."""

    kind: EntryKind
    question: int
    answer: int
    names: EntryNames
    words: frozenset[str]


def read_page_return(path: Path) -> tuple[PageHead, list[PageLine]]:
    """Read a returned file. Refused, with the line, for anything that no page writes."""
    try:
        if path.stat().st_size > LARGEST:
            raise Refused(tr("{path} is too large for a file of labels. Nothing was merged.", path=path.name))
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise Refused(tr("{path} cannot be read: {reason}.", path=path, reason=error.strerror)) from error
    except UnicodeDecodeError as error:
        raise Refused(
            tr("{path} is not the text that a page returns; ask for it again. Nothing was merged.", path=path.name)
        ) from error
    rows = [row for row in text.replace("\r\n", "\n").split("\n") if row.strip()]
    try:
        head = _head(_object(rows[0]) if rows else {})
        if len(rows) - 1 != head.lines:
            raise Refused(
                tr(
                    "it has {here:,} of {lines:,} labels, so it did not arrive whole; ask for it again",
                    here=len(rows) - 1,
                    lines=head.lines,
                )
            )
    except Refused as error:
        raise Refused(tr("{path}: {problem}. Nothing was merged.", path=path.name, problem=error)) from error
    lines = []
    for at, row in enumerate(rows[1:], start=2):
        try:
            lines.append(_line(_object(row)))
        except Refused as error:
            raise Refused(
                tr("{path}, line {at}: {problem}. Nothing was merged.", path=path.name, at=at, problem=error)
            ) from error
    return head, lines


def merge_page_return(db: sqlite3.Connection, path: Path) -> PageMerged:
    """Add the entries of a returned file that this collection lacks, in the caller's transaction.

    Refused, with nothing added, if it is of another collection or assessor, about answers that were not handed out or
    have another text now, has labels that the questions do not take, or differs from what the same browser
    returned before.
    """
    head, lines = read_page_return(path)
    try:
        who, code = _assessor(db, head)
        asked = _asked(db, code)
        entries = _entries(db, lines, who, code, asked)
    except Refused as error:
        raise Refused(tr("{path}: {problem}. Nothing was merged.", path=path.name, problem=error)) from error
    union = LogUnion(db)
    added = sum([union.add(entry) for entry in entries])
    union.check_labels()
    dropped = _dropped(db)
    return PageMerged(added, len(entries) - added, sum(asked[line.on].question in dropped for line in lines))


def _object(row: str) -> Mapping[str, Any]:
    try:
        found = json.loads(row)
    except (ValueError, RecursionError) as error:
        raise Refused(tr("it is damaged, or not what a page returns; ask for the file again")) from error
    if not isinstance(found, dict):
        raise Refused(tr("it is not what a page returns"))
    return found


def _head(found: Mapping[str, Any]) -> PageHead:
    version, lines = found.get(_HEAD), found.get("lines")
    if not _is_number(version):
        raise Refused(tr("it is not a file of labels that a page returned"))
    if version != LINES_VERSION:
        raise Refused(tr("it was returned by the page of a newer Jurybox; update this one"))
    collection, person, assessor = (found.get(name) for name in ("collection", "person", "assessor"))
    if not _is_number(lines) or not all(isinstance(one, str) for one in (collection, person, assessor)):
        raise Refused(tr("its first line is damaged; ask for the file again"))
    return PageHead(str(collection), str(person), str(assessor), lines)


def _line(found: Mapping[str, Any]) -> PageLine:
    if unknown := next((name for name in found if name not in _FIELDS), None):
        raise Refused(tr("{name!r} is nothing that a page returns", name=unknown[:40]))
    name, on = found.get("id"), found.get("on")
    mark = _ID.fullmatch(name) if isinstance(name, str) else None
    if mark is None or not isinstance(on, str) or not _NAME.fullmatch(on):
        raise Refused(tr("it does not say which answer it is about"))
    at, seconds, undo = found.get("at"), found.get("seconds"), found.get("undo", False)
    if not _is_number(at) or not 0 <= at <= _LATEST:
        raise Refused(tr("{at} is no time", at=str(at)[:40]))
    if seconds is not None and not _is_seconds(seconds):
        raise Refused(tr("{seconds} is not a number of seconds", seconds=str(seconds)[:40]))
    replaces = found.get("replaces", [])
    if not isinstance(replaces, list) or not all(isinstance(one, str) for one in replaces):
        raise Refused(tr("it does not say what it replaces"))
    if not isinstance(undo, bool):
        raise Refused(tr("it is damaged, or not what a page returns; ask for the file again"))
    label, state, note = (_text(found, field) for field in ("label", "state", "note"))
    if state is not None and (label is not None or state not in PAGE_STATES):
        raise Refused(tr("{state!r} is nothing that a page can say", state=state[:40]))
    content = Content(label, state, note, None if seconds is None else float(seconds) + 0.0)
    return PageLine(mark[1], int(mark[2]), on, content, at, tuple(replaces), undo)


def _text(found: Mapping[str, Any], field: str) -> str | None:
    value = found.get(field)
    if value is None:
        return None
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise Refused(tr("its {field} is not a text, or too long", field=field))
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise Refused(tr("its {field} has half of a character", field=field)) from error
    return value or None


def _is_number(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_seconds(value: object) -> bool:
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    return math.isfinite(value) and 0 <= value <= _LONGEST_SECONDS


def _assessor(db: sqlite3.Connection, head: PageHead) -> tuple[int, bytes]:
    """Return position and code of the assessor to whom the page was handed out."""
    here = db.execute("SELECT value FROM local WHERE name = 'collection'").fetchone()
    if here is None or here[0] != head.collection:
        raise Refused(tr("it is of another collection"))
    people = db.execute("SELECT id, code, name FROM assessor").fetchall()
    found = next(((row, code, name) for row, code, name in people if page_person(code) == head.person), None)
    if found is None:
        raise Refused(tr("it is of somebody who is not an assessor here"))
    row, code, name = found
    if name != head.assessor and head.assessor in {other for _, _, other in people}:
        raise Refused(tr("it says {other!r}, and was handed out to {name!r}", other=head.assessor, name=name))
    return row - 1, code


def _asked(db: sqlite3.Connection, code: bytes) -> dict[str, _Asked]:
    """Return what each name on a page of an assessor stands for."""
    own = stored_schemes(db)
    words = {kind.name: frozenset((own.get(kind.name) or kind.label_scheme).words) for kind in KINDS.values()}
    rows = db.execute(
        "SELECT a.id, a.digest, q.id, q.digest, q.kind FROM answer a JOIN question q ON q.id = a.question"
    )
    found = {}
    for answer, digest, question, question_digest, kind in rows:
        names = EntryNames(code, question_digest, digest)
        for entry in PAGE_KINDS:
            found[page_name(code, entry, digest)] = _Asked(entry, question, answer, names, words[kind])
    return found


def _entries(
    db: sqlite3.Connection, lines: Sequence[PageLine], who: int, code: bytes, asked: Mapping[str, _Asked]
) -> list[Entry]:
    """Return the entries that lines become, those of each browser as one chain, in the order of the file."""
    foreign = sum(line.on not in asked for line in lines)
    if foreign:
        raise Refused(
            tr(
                "{foreign:,} of {lines:,} labels are about answers that were not handed out to this assessor, or whose "
                "texts have changed since",
                foreign=foreign,
                lines=len(lines),
            )
        )
    made: dict[str, Entry] = {}
    last: dict[str, tuple[int, bytes]] = {}
    entries = []
    for at, line in enumerate(lines, start=2):
        number, previous = last.get(line.store, (0, b""))
        about = asked[line.on]
        if line.number != number + 1:
            raise Refused(tr("line {at} is not the one that follows", at=at))
        if line.content.label is not None and line.content.label not in about.words:
            raise Refused(
                tr("line {at} has the label {label!r}, which is none here", at=at, label=line.content.label[:40])
            )
        subject = Subject(about.question - 1, about.answer - 1)
        entry = Entry(
            hash=b"",
            writer=page_writer(code, line.store),
            assessor=who,
            kind=about.kind,
            subject=subject,
            content=line.content,
            at=line.at,
            act="undo" if line.undo else "do",
            replaces=tuple(sorted(_replaced(db, line, about, who, made, at))),
        )
        entry = replace(entry, hash=chain_hash(previous, about.names, entry))
        made[line.name] = entry
        last[line.store] = line.number, entry.hash
        entries.append(entry)
    _refuse_other_past(db, entries)
    return entries


def _replaced(
    db: sqlite3.Connection, line: PageLine, about: _Asked, who: int, made: Mapping[str, Entry], at: int
) -> set[bytes]:
    """Return the hashes of the entries that a line replaces; all are of this assessor, about the same answer."""
    found = set()
    for name in line.replaces:
        earlier = made.get(name)
        if earlier is not None:
            fits = (earlier.kind, earlier.subject) == (about.kind, Subject(about.question - 1, about.answer - 1))
            hash_ = earlier.hash
        elif _HASH.fullmatch(name):
            hash_ = bytes.fromhex(name)
            row = db.execute("SELECT assessor, kind, question, answer FROM entry WHERE hash = ?", (hash_,)).fetchone()
            fits = row is None or tuple(row) == (who + 1, about.kind, about.question, about.answer)
        else:
            fits, hash_ = False, b""
        if not fits:
            raise Refused(tr("line {at} replaces what is not an earlier label of the same answer", at=at))
        found.add(hash_)
    return found


def _refuse_other_past(db: sqlite3.Connection, entries: Sequence[Entry]) -> None:
    """Refuse lines that differ from what the same browser returned before: one of the files was changed."""
    chains: dict[bytes, list[bytes]] = {}
    for entry in entries:
        chains.setdefault(entry.writer, []).append(entry.hash)
    for writer, hashes in chains.items():
        rows = db.execute(
            "SELECT e.hash FROM entry e JOIN writer w ON w.id = e.writer WHERE w.code = ? ORDER BY e.id", (writer,)
        )
        if any(known != here for (known,), here in zip(rows, hashes, strict=False)):
            raise Refused(tr("it differs from what the same page returned before, so one of the files was changed"))


def _dropped(db: sqlite3.Connection) -> set[int]:
    """Return the rows of the questions that are dropped from all scores."""
    reasons = db.execute(
        "SELECT e.fact FROM entry e WHERE e.kind = 'fact' AND e.fact LIKE ? AND e.label IS NOT NULL "
        "AND NOT EXISTS (SELECT 1 FROM superseded s WHERE s.entry = e.id)",
        (f"{DROPPED}%",),
    )
    names = {fact.removeprefix(DROPPED) for (fact,) in reasons}
    rows = db.execute("SELECT id, name, status FROM question")
    return {row for row, name, status in rows if name in names or status == DROPPED_STATUS}
