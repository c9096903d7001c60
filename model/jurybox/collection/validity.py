"""Values that no version of the program writes: they are refused before they are used.

A file may come from anywhere, and so may what arrives in one: the hashes of a log can still be right, since a
forger can compute them. `entry_problem` and `row_problem` decide for a file that is opened or checked, and for
everything that arrives in one from others, before it is written: entries, nuggets, parts, and files that are
merged. They cover only rules that every version has followed; labels are checked against the scheme of their
question elsewhere.
"""

import math
import re
import sqlite3
from collections.abc import Collection, Mapping
from contextlib import closing
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.cell_types import FIRST_MOMENT, LAST_MOMENT
from jurybox.collection.codes import ACT_CODES, KIND_CODES
from jurybox.collection.entries import HASH_SIZE, STATES, TEXT_KINDS, Entry, Subject
from jurybox.collection.facts import fact_value
from jurybox.collection.schema import FIRST_TABLES
from jurybox.collection.table_reads import LAST_ROW
from jurybox.disk import LARGEST_VALUE
from jurybox.errors import Refused
from jurybox.kinds import ASSESSOR_KINDS, KINDS
from jurybox.label_schemes import IMPORTANCE, SUPPORT
from jurybox.language import tr

_HELD = {
    "judgment": ("q", "qa"),
    "adjudication": ("q", "qa", "qn", "qan"),
    "repeat": ("q", "qa"),
    "importance": ("qn",),
    "match": ("qan",),
    "distinct": ("qa",),
    "nugget": ("qn", "qan"),
    "instance": ("q",),
    "fact": ("",),
}
"""The subject of an entry of each kind: a question, an answer, a nugget, or several of these."""
_NAMED = ("instance", "fact")
_LABELS = {"importance": IMPORTANCE.words, "match": SUPPORT.words}
_LONGEST_LABEL = 1_000
"""Characters of a label that is no text: thousands of labels are read as one value."""
_LARGEST_ROW = LARGEST_VALUE - 10_000
KIND_WORD = re.compile("[a-z][a-z-]{1,30}")
"""What the kinds of every version look like."""

Numbers = NDArray[np.int64] | NDArray[np.int32] | NDArray[np.int8]


class ImpossibleValueError(ValueError):
    """A file holds a value that no version of the program writes; the text names it."""


def refuse_outside(what: str, values: Numbers, low: int, high: int) -> None:
    """Raise ImpossibleValueError, with the first row, if a number is below `low` or above `high`."""
    if len(values) and not (values.min() >= low and values.max() <= high):
        at = int(np.flatnonzero((values < low) | (values > high))[0])
        raise ImpossibleValueError(tr("{what} of row {at} is {values}", what=what, at=at + 1, values=values[at]))


def refuse_infinite(what: str, values: NDArray[np.float64]) -> None:
    """Raise ImpossibleValueError, with the first row, if a number is infinite."""
    if np.isinf(values).any():
        raise ImpossibleValueError(
            tr(
                "{what} of row {flatnonzero} is infinite",
                what=what,
                flatnonzero=int(np.flatnonzero(np.isinf(values))[0]) + 1,
            )
        )


class NewerKindError(ImpossibleValueError):
    """A file holds a kind of something that only a newer program knows."""


class Homes(NamedTuple):
    """The question that an entry is about if it exists, and those of its answer and its nugget; None for none."""

    question: int | None = None
    answer: int | None = None
    nugget: int | None = None


def homes_of(db: sqlite3.Connection, subject: Subject) -> Homes:
    """Return where in a file the subject of an entry belongs."""

    def home(table: str, position: int | None) -> int | None:
        if position is None:
            return None
        column = "id" if table == "question" else "question"
        query = f"SELECT {column} - 1 FROM {table} WHERE id = ?"  # noqa: S608 - our own names
        found = db.execute(query, (position + 1,)).fetchone()
        return int(found[0]) if found else None

    return Homes(home("question", subject.question), home("answer", subject.answer), home("nugget", subject.nugget))


def entry_problem(entry: Entry, homes: Homes | None = None) -> str:
    """Return why no version of the program writes such an entry, as the end of a sentence; "" for a possible one.

    `homes`: where its subject belongs in the file that has it, or is to get it; None where that is known to be
    right.
    """
    content = entry.content
    texts: tuple[object, ...] = (content.label, content.state, content.note, entry.subject.fact)
    if any(not isinstance(one, str | None) for one in texts):
        return tr("has bytes instead of text")
    numbers: tuple[object, ...] = (entry.at, entry.part, content.seconds or 0)
    if not all(isinstance(one, int | float) for one in numbers):
        return tr("has text or bytes instead of a number")
    if entry.kind not in KIND_CODES:
        return newer_kind(str(entry.kind))
    if entry.act not in ACT_CODES:
        return tr("has the unknown act {act!r}", act=entry.act)
    return (
        _subject_problem(entry)
        or _home_problem(entry.subject, homes)
        or _content_problem(entry)
        or _size_problem((*texts, *entry.replaces, *entry.heads))
    )


def newer_kind(kind: str) -> str:
    """Return what there is to say of something whose kind is unknown, and that is right otherwise."""
    if not KIND_WORD.fullmatch(kind):
        return tr("is of no kind that there can be, {kind}", kind=_shown(kind))
    return tr("is of the kind {kind}, which only a newer Jurybox knows: update this one", kind=_shown(kind))


def _home_problem(subject: Subject, homes: Homes | None) -> str:
    if homes is None:
        return ""
    if homes.question != subject.question:
        return tr("is about a question that does not exist")
    for at, home in ((subject.answer, homes.answer), (subject.nugget, homes.nugget)):
        if at is not None and home != subject.question:
            return tr("is about two questions at once")
    return ""


def _size_problem(values: Collection[object]) -> str:
    """Return why a file cannot hold these values, apart from numbers, together in one row; "" if it can."""
    sizes = 0
    for one in values:
        if isinstance(one, bytes) or (isinstance(one, str) and one.isascii()):
            sizes += len(one)
        elif isinstance(one, str):
            try:
                sizes += len(one.encode())
            except UnicodeEncodeError as error:
                return tr("has half of a character, U+{code}", code=f"{ord(one[error.start]):04X}")
    return tr("is too large for a file") if sizes > _LARGEST_ROW else ""


def _subject_problem(entry: Entry) -> str:
    subject = entry.subject
    about = "".join(
        letter
        for letter, position in (("q", subject.question), ("a", subject.answer), ("n", subject.nugget))
        if position is not None
    )
    if about not in _HELD[entry.kind] or (entry.kind in _NAMED and subject.fact is None):
        return tr("is a {kind} about something that cannot have one", kind=entry.kind)
    if not 0 <= entry.part <= LAST_ROW:
        return tr("is part {part} of a step", part=entry.part)
    if not FIRST_MOMENT <= entry.at <= LAST_MOMENT:
        return tr("has a time, {at}, outside the calendar", at=entry.at)
    if len(entry.hash) != HASH_SIZE:
        return tr("has no hash")
    return ""


def _content_problem(entry: Entry) -> str:
    content = entry.content
    if content.state is not None and content.state not in STATES:
        return tr("has the unknown state {state!r}", state=content.state)
    if content.seconds is not None and not (math.isfinite(content.seconds) and content.seconds >= 0):
        return f"took {content.seconds} seconds"
    if entry.kind == "fact" and content.label is not None:
        try:
            fact_value(entry.subject.fact or "", content.label)
        except Refused:
            return tr("sets {shown} to a value that it cannot have", shown=_shown(entry.subject.fact))
    if entry.kind not in TEXT_KINDS and entry.subject.fact is None and not _is_label(content.label):
        return tr("has {shown} for a label", shown=_shown(content.label))
    known = _LABELS.get(entry.kind)
    if known and content.label is not None and content.label not in known:
        return tr("is a {kind} with the unknown label {shown}", kind=entry.kind, shown=_shown(content.label))
    return ""


def _is_label(text: str | None) -> bool:
    """Return whether a text, read with thousands of others as one value, comes out again."""
    return text is None or (len(text) <= _LONGEST_LABEL and "\x1f" not in text)


def _shown(text: str | None) -> str:
    return repr(text if text is None or len(text) <= 40 else f"{text[:40]}...")


_FLAGS = ("nil", "answered", "selected", "best", "nil_correct")
_FROM_ZERO = ("seconds", "weight")
_WORDS: Mapping[str, Collection[object]] = {"question": KINDS, "assessor": ASSESSOR_KINDS}


def refuse_row(table: str, values: Mapping[str, object], what: str) -> None:
    """Raise ImpossibleValueError, or NewerKindError, for a row with a problem; `what` names it."""
    if problem := row_problem(table, values):
        newer = table in _WORDS and "kind" in values and isinstance(values["kind"], str)
        newer = newer and values["kind"] not in _WORDS[table]
        raise (NewerKindError if newer else ImpossibleValueError)(f"{what}: {problem}")


def row_problem(table: str, values: Mapping[str, object]) -> str:
    """Return the problem of a row of any table but the log, apart from references; "" if there is none.

    `values`: all of its columns, or some of them.
    """
    types = _column_types(table) if table else {}
    for name, value in values.items():
        wanted, may_lack = types.get(name, (object, True))
        if value is None:
            if not may_lack:
                return tr("it has no {name}", name=name)
            continue
        if not isinstance(value, wanted) or isinstance(value, bool):
            return tr("{name} is {value}", name=name, value=f"{value!r:.40}")
        if isinstance(value, float) and not (math.isfinite(value) and (value >= 0 or name not in _FROM_ZERO)):
            return tr("{name} is {value}", name=name, value=value)
        if isinstance(value, int) and not _number_fits(name, value):
            return tr("{name} is {value}", name=name, value=value)
    if table in _WORDS and "kind" in values and values["kind"] not in _WORDS[table]:
        return tr("it {newer}", newer=newer_kind(str(values["kind"])))
    if table == "assessor" and not str(values["name"]).strip():
        return tr("it has no name")
    problem = _size_problem(values.values())
    return tr("it {problem}", problem=problem) if problem else ""


_PYTHON: Mapping[str, tuple[type, ...]] = {"TEXT": (str,), "INTEGER": (int,), "REAL": (float, int), "BLOB": (bytes,)}


@cache
def _column_types(table: str) -> Mapping[str, tuple[tuple[type, ...], bool]]:
    """Return the types of values that each column of a table may have, and whether it may have none."""
    with closing(sqlite3.connect(":memory:")) as db:
        db.executescript(FIRST_TABLES)
        columns = db.execute(f"PRAGMA table_info({table})").fetchall()
    return {name: (_PYTHON[type_], not required) for _, name, type_, required, *_ in columns}


def _number_fits(name: str, value: int) -> bool:
    if name in _FLAGS:
        return value in {0, 1}
    return value in {0, 1} if name == "decision" else 0 <= value <= LAST_ROW
