"""Ids that often mean the same and differ in form: 001 and 1, D1 and d1, q1 and 1, d1.txt and d1."""

import re
from collections.abc import Iterable, Mapping

from jurybox.collection.findings import shown
from jurybox.language import trf
from jurybox.lists import comma_list

_MOST_NAMED = 3
MOST_COMPARED = 1_000
"""How many ids of those that are not found are looked at."""
_ZEROS = re.compile(r"(?<![0-9])0+(?=[0-9])")
_BEFORE, _BEHIND = re.compile(r"^\D+(?=[0-9])"), re.compile(r"\.[A-Za-z]{2,5}$")


def listed(ids: Iterable[str]) -> str:
    """Return some of these ids for a sentence, in quotes and in order."""
    return comma_list(map(shown, sorted(set(ids))), _MOST_NAMED)


def alike(some: Iterable[str], others: Iterable[str]) -> str:
    """Return which id may be meant by which other, as a sentence; "" if none is alike."""
    plain = _by_form(sorted(others))
    for one in sorted(some)[:MOST_COMPARED]:
        for form in _forms(one):
            other = plain.get(form)
            if other is not None and other != one:
                return trf(
                    "ids-alike",
                    "{one} may be meant by {other}: write ids in one form.",
                    one=shown(one),
                    other=shown(other),
                )
    return ""


def _by_form(names: Iterable[str]) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for name in names:
        for form in _forms(name):
            found.setdefault(form, name)
    return found


def _forms(name: str) -> list[str]:
    """Return an id in forms in which others that mean the same are equal."""
    small = _ZEROS.sub("", name.strip().casefold())
    bare = _BEHIND.sub("", small)
    return [small, bare, _BEFORE.sub("", bare)]
