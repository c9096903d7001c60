"""Long names of runs, cut by what they share where there is no room for all of them: one rule on all desks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import takewhile

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF

_ALIKE = 12
"""Names that begin with this many equal letters are told apart by what comes after."""
_ENDS = re.compile(r"[\W_]")
_short: dict[str, str] = {}


def know_run_names(names: Iterable[str]) -> None:
    """Note the names of the runs of the collection that is open; of others nothing is known any more."""
    _short.clear()
    _short.update(short_names(names))


def short_names(names: Iterable[str]) -> dict[str, str]:
    """Return the names that can be told apart by a part, with that part: `…v13_temperature-0.3…`.

    It lacks the beginning and the end that all names with the same first letters share, up to a hyphen, a
    space or the like. Names that would become the same are left out.
    """
    alike: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        alike.setdefault(name[:_ALIKE], []).append(name)
    found: dict[str, str] = {}
    for group in alike.values():
        if len(group) < 2 or len(group[0]) < _ALIKE:
            continue
        start = _shared(group)
        rest = [name[start:] for name in group]
        end = _shared([one[::-1] for one in rest])
        found |= {
            name: f"…{one[: len(one) - end]}{'…' if end else ''}"
            for name, one in zip(group, rest, strict=True)
            if start and len(one) > end
        }
    times = Counter(found.values())
    return {name: short for name, short in found.items() if times[short] == 1}


def _shared(names: list[str]) -> int:
    """Return how many letters all names begin with, up to a hyphen, a space or the like: no word is cut."""
    alike = "".join(signs[0] for signs in takewhile(lambda signs: len(set(signs)) == 1, zip(*names, strict=False)))
    return max((end.end() for end in _ENDS.finditer(alike)), default=0)


def short_name(name: str) -> str:
    """Return the part of a name by which it is told apart; "" for names that are cut like any text."""
    return _short.get(name, "")


def fitted(text: str, metrics: QFontMetricsF, width: float, elide: Qt.TextElideMode) -> str:
    """Return a text as it is painted where it has a width, px: cut if it is longer, of a run by its name."""
    if text not in _short or metrics.horizontalAdvance(text) <= width:
        return metrics.elidedText(text, elide, width)
    return metrics.elidedText(_short[text], Qt.TextElideMode.ElideMiddle, width)
