"""Conversion of a cell's text into a value, by the kind of its column.

A cell is read strictly: what `int` and `float` would take beyond plain ASCII numbers (other scripts' digits,
underscores, infinities) is refused, and an id is a text even if it looks like a number.
"""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from jurybox import label_schemes
from jurybox.collection.entries import STATES
from jurybox.csv_files import PLAIN_NUMBER
from jurybox.language import tr
from jurybox.lists import comma_list

Value = str | int | float | None

_WHOLE = re.compile(r"[0-9]{1,9}")
_TIME = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})"
    r"(?:[T ]([0-9]{2}:[0-9]{2})(:[0-9]{2})?(?:[.,]([0-9]{1,9}))?(Z|[+-][0-9]{2}:?[0-9]{2})?)?"
)
_PLAIN_SIGNS = b"0123456789.+-"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_DAY = 86_400_000
FIRST_MOMENT, LAST_MOMENT = (1 - 719_162) * _DAY, (2_932_897 - 1) * _DAY - 1
"""From 2 January of the year 1 to 30 December 9999, in milliseconds since 1970.

A day is left free at both ends of the calendar, so that a time can be shown in every time zone.
"""


@dataclass(frozen=True, slots=True)
class CellType:
    """A kind of cell: its type in SQLite, the parser of nonempty texts, and what is expected.

    `parse` raises ValueError for a text that is not of this kind; None stands for a text kept as it is.
    `wants` ends the sentence that begins with "Write". `parse_all` reads many texts at once if all of them
    are plainly of this kind, and returns None if one needs a closer check.
    """

    sql: str
    parse: Callable[[str], Value] | None
    wants: str
    parse_all: Callable[[Sequence[str]], Sequence[Value] | None] | None = None


def looks_like_number(text: str) -> bool:
    """Return whether a whole text is a plain number, as a spreadsheet would read it."""
    return PLAIN_NUMBER.fullmatch(text) is not None


def _whole(text: str) -> int:
    if not _WHOLE.fullmatch(text):
        raise ValueError
    return int(text)


def real(text: str) -> float:
    """Return a plain decimal number; ValueError for anything else, infinity and "not a number" included."""
    number = float(text) if PLAIN_NUMBER.fullmatch(text) else math.nan
    if not math.isfinite(number):
        raise ValueError
    return number


def plain_reals(texts: Sequence[str]) -> list[float] | None:
    """Return what `real` reads from many texts; None if one of them is not, or not plainly, a number."""
    if "".join(texts).encode("ascii", "replace").translate(None, _PLAIN_SIGNS):
        return None
    try:
        numbers = list(map(float, texts))
    except ValueError:
        return None
    return numbers if all(map(math.isfinite, numbers)) else None


def _above_zero(text: str) -> float:
    number = real(text)
    if number <= 0:
        raise ValueError
    return number


def _from_zero(text: str) -> float:
    number = real(text)
    if number < 0:
        raise ValueError
    return number


def _unit(text: str) -> float:
    number = real(text)
    if not 0 <= number <= 1:
        raise ValueError
    return number


def moment(text: str) -> int:
    """Return an ISO 8601 date and time in milliseconds since 1970; without a zone it is read as UTC."""
    found = _TIME.fullmatch(text)
    if not found:
        raise ValueError
    day, clock, seconds, fraction, zone = found.groups()
    if fraction and not seconds:
        raise ValueError
    offset = "+00:00" if zone in (None, "Z") else zone
    at = datetime.fromisoformat(f"{day}T{clock or '00:00'}{seconds or ':00'}{offset}")
    since = at - _EPOCH
    found_at = (since.days * 86_400 + since.seconds) * 1000 + int((fraction or "0").ljust(3, "0")[:3])
    if not FIRST_MOMENT <= found_at <= LAST_MOMENT:
        raise ValueError
    return found_at


def moment_text(at: int) -> str:
    """Return milliseconds since 1970 as ISO 8601 in UTC, as `moment` reads it."""
    days, rest = divmod(at, 86_400_000)
    day = datetime.fromordinal(_EPOCH.toordinal() + days).date()
    seconds, thousandths = divmod(rest, 1000)
    return f"{day}T{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}.{thousandths:03}Z"


def words(known: Mapping[str, Value], sql: str = "TEXT") -> CellType:
    """Return the kind of cell that contains one of some words."""

    def parse(text: str) -> Value:
        if text not in known:
            raise ValueError
        return known[text]

    listed = comma_list(known)
    return CellType(sql, parse, tr("one of {words}", words=listed) if len(known) > 1 else listed)


TEXT = CellType("TEXT", None, tr("a text"))
ID = CellType("TEXT", None, tr("an id"))
WHOLE = CellType("INTEGER", _whole, tr("a whole number such as 0, 1 or 25, in plain digits"))
REAL = CellType("REAL", real, tr("a plain number such as 0.25 or -3e-2"), plain_reals)
SECONDS = CellType("REAL", _above_zero, tr("seconds above 0, as a plain number such as 1.5"))
ACTIVE_SECONDS = CellType("REAL", _from_zero, tr("seconds from 0 upwards, as a plain number such as 1.5"))
WEIGHT = CellType("REAL", _from_zero, tr("a weight from 0 upwards, as a plain number such as 0.44"))
UNIT = CellType("REAL", _unit, tr("a number from 0 to 1 such as 0.25"))
MOMENT = CellType("INTEGER", moment, tr("a date and time such as 2024-05-31T14:03:59Z"))
YES_NO = words({"yes": 1, "no": 0}, "INTEGER")

LABELS = words(
    {label: label for label in label_schemes.ANSWER_LABELS}
    | {"R": "correct", "X": "inexact", "U": "unsupported", "W": "incorrect"}
    | {"1": "correct", "3": "inexact", "2": "unsupported", "-1": "incorrect"}
)
STATE = words({state: state for state in STATES})
IMPORTANCE = words({word: word for word in (*label_schemes.IMPORTANCE.words, *STATES)})
SUPPORT = words({word: word for word in (*label_schemes.SUPPORT.words, *STATES)})
