"""Long names of runs, cut by what they share where there is no room for all of them: one rule on all desks."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from itertools import takewhile

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF

_ALIKE = 12
"""Names that begin with this many equal letters are distinguished by what comes after."""
_ENDS = re.compile(r"[\W_]")
_parts: dict[str, range] = {}


def know_run_names(names: Iterable[str]) -> None:
    """Note the names of the runs of the collection that is open; of others nothing is known any more."""
    _parts.clear()
    _parts.update(telling_parts(names))


def telling_parts(names: Iterable[str]) -> dict[str, range]:
    """Return the names that a part distinguishes, with the places of its letters.

    It lacks the beginning and the end that all names with the same first letters share, up to a hyphen, a
    space or the like. Names that would become the same are left out.
    """
    alike: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        alike.setdefault(name[:_ALIKE], []).append(name)
    found: dict[str, range] = {}
    for group in alike.values():
        if len(group) < 2 or len(group[0]) < _ALIKE:
            continue
        start = _shared(group)
        end = _shared([name[start:][::-1] for name in group])
        if start:
            found |= {name: range(start, len(name) - end) for name in group if len(name) > start + end}
    times = Counter(cut_to(name, part) for name, part in found.items())
    return {name: part for name, part in found.items() if times[cut_to(name, part)] == 1}


def _shared(names: list[str]) -> int:
    """Return how many letters all names begin with, up to a hyphen, a space or the like: no word is cut."""
    alike = "".join(signs[0] for signs in takewhile(lambda signs: len(set(signs)) == 1, zip(*names, strict=False)))
    return max((end.end() for end in _ENDS.finditer(alike)), default=0)


def cut_to(name: str, part: range, letters: int = 0) -> str:
    """Return a part of a name with some letters on both sides of it, as in `…v13_temperature-0.3…`."""
    start, end = max(0, part.start - letters), min(len(name), part.stop + letters)
    return f"{'…' if start else ''}{name[start:end]}{'…' if end < len(name) else ''}"


def short_name(name: str) -> str:
    """Return the part of a name that distinguishes it; "" for names that are cut like any text."""
    part = _parts.get(name)
    return "" if part is None else cut_to(name, part)


def fitted(text: str, metrics: QFontMetricsF, width: float, elide: Qt.TextElideMode) -> str:
    """Return a text as it is painted where it has a width, px: cut if it is longer, of a run by its name.

    What distinguishes a run stays, with as many letters on both sides of it as have room.
    """
    part = _parts.get(text)
    if part is None or metrics.horizontalAdvance(text) <= width:
        return metrics.elidedText(text, elide, width)

    def is_too_wide(letters: int) -> bool:
        return metrics.horizontalAdvance(cut_to(text, part, letters)) > width

    letters = bisect_left(range(1, len(text)), True, key=is_too_wide)  # noqa: FBT003 - from where on it is
    return metrics.elidedText(cut_to(text, part, letters), Qt.TextElideMode.ElideMiddle, width)
