"""Values that no version of the program writes: they are refused before they are used.

A file may come from anywhere, and the hashes of its log can still be right: a forger can compute them. The
checks here cover only rules that every version has followed; labels are checked against the scheme of their
question elsewhere.
"""

import math
import sqlite3
from collections.abc import Collection, Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.cell_types import FIRST_MOMENT, LAST_MOMENT
from jurybox.collection.codes import ACT_CODES, KIND_CODES
from jurybox.collection.entries import HASH_SIZE, STATES, Entry
from jurybox.collection.facts import fact_value
from jurybox.collection.table_reads import LAST_ROW
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
_FOREIGN = (
    "SELECT e.id, e.question IS NOT q.id FROM entry e LEFT JOIN question q ON q.id = e.question "
    "LEFT JOIN answer a ON a.id = e.answer LEFT JOIN nugget n ON n.id = e.nugget "
    "WHERE e.id > ? AND e.id <= ? AND (e.question IS NOT q.id "
    "OR (e.answer IS NOT NULL AND a.question IS NOT e.question) "
    "OR (e.nugget IS NOT NULL AND n.question IS NOT e.question)) ORDER BY e.id"
)

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


def entry_problem(entry: Entry) -> str:
    """Return why no version of the program writes such an entry; "" for a possible one."""
    content = entry.content
    texts: tuple[object, ...] = (content.label, content.state, content.note, entry.subject.fact)
    if any(not isinstance(one, str | None) for one in texts):
        return tr("has bytes instead of text")
    numbers: tuple[object, ...] = (entry.at, entry.part, content.seconds or 0)
    if not all(isinstance(one, int | float) for one in numbers):
        return tr("has text or bytes instead of a number")
    if entry.kind not in KIND_CODES:
        return tr("is of the unknown kind {kind!r}", kind=entry.kind)
    if entry.act not in ACT_CODES:
        return tr("has the unknown act {act!r}", act=entry.act)
    return _subject_problem(entry) or _content_problem(entry)


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
    known = _LABELS.get(entry.kind)
    if known and content.label is not None and content.label not in known:
        return tr("is a {kind} with the unknown label {shown}", kind=entry.kind, shown=_shown(content.label))
    return ""


def _shown(text: str | None) -> str:
    return repr(text if text is None or len(text) <= 40 else f"{text[:40]}...")


def foreign_subjects(db: sqlite3.Connection, span: tuple[int, int]) -> Iterator[tuple[int, str]]:
    """Yield rows after the first, up to the second, of entries about no question or about two, and which."""
    for row, unknown in db.execute(_FOREIGN, span):
        yield (row, tr("is about a question that does not exist") if unknown else tr("is about two questions at once"))


_FLAGS = ("nil", "answered", "selected", "best", "nil_correct")
_FROM_ZERO = ("seconds", "weight")
_WORDS: Mapping[str, Collection[object]] = {"question": KINDS, "assessor": ASSESSOR_KINDS}


def row_problem(table: str, values: Mapping[str, object]) -> str:
    """Return the problem of a row of any table but the log, apart from references; "" if there is none."""
    for name, value in values.items():
        if value is None:
            continue
        if isinstance(value, float) and not (math.isfinite(value) and (value >= 0 or name not in _FROM_ZERO)):
            return f"{name} is {value}"
        if isinstance(value, int) and not _number_fits(name, value):
            return f"{name} is {value}"
    if table in _WORDS and values["kind"] not in _WORDS[table]:
        return tr("the kind is {shown}", shown=_shown(str(values["kind"])))
    return tr("it has no name") if table == "assessor" and not str(values["name"]).strip() else ""


def _number_fits(name: str, value: int) -> bool:
    if name in _FLAGS:
        return value in {0, 1}
    return value in {0, 1} if name == "decision" else 0 <= value <= LAST_ROW
