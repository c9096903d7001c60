"""All measures by name: the table, and the reading of names with parameters."""

import difflib
import re

from jurybox.kinds import KINDS
from jurybox.measures.definition import Kind, Measure, Option
from jurybox.measures.table import answering, ranked, series, validation

MEASURES: tuple[Measure, ...] = (*answering.TABLE, *ranked.TABLE, *series.TABLE, *validation.TABLE)
"""Every measure, with its parameters at their defaults; F stands there as F1 and as F(3)."""


USUAL: dict[Kind, tuple[str, ...]] = {kind.name: kind.measures for kind in KINDS.values()}
"""The names of the measures to show first for each kind of question."""

_BY_NAME = {each.name: each for each in MEASURES}
_BY_BASE = {each.base: each for each in reversed(MEASURES)}
_NAME = re.compile(r"(?P<base>[^(]+)\((?P<inside>.*)\)", re.DOTALL)


def measure(name: str) -> Measure:
    """Return the measure that a name stands for, e.g. `c@1`, `F(0.5)`, `MRRT(r=0.51)`, `Q(cutoff=10)`.

    `str(measure(name))` is the name again, in its shortest spelling (`F(1)` is `F1`).
    ValueError for an unknown name, with the nearest and all known ones, and for a parameter that is
    unknown or out of range.
    """
    wanted = name.strip()
    if wanted in _BY_NAME:
        return _BY_NAME[wanted]
    if wanted in _BY_BASE:
        return _BY_BASE[wanted]()
    match = _NAME.fullmatch(wanted)
    if match is None or match["base"] not in _BY_BASE:
        raise ValueError(_unknown(wanted))
    found = _BY_BASE[match["base"]]
    return found(**_options(found, match["inside"]))


def measures_of(kind: Kind) -> tuple[Measure, ...]:
    """Return the measures that score a kind of question, in the order of the table."""
    return tuple(each for each in MEASURES if kind in each.kinds)


def _options(found: Measure, inside: str) -> dict[str, Option]:
    """Read `3, allowance=200`: a value without a name is that of the bare parameter."""
    known = {parameter.name: parameter for parameter in found.parameters}
    bare = next((parameter.name for parameter in found.parameters if parameter.bare), None)
    options: dict[str, Option] = {}
    for part in inside.split(","):
        key, sign, value = (text.strip() for text in part.partition("="))
        if not sign and bare is not None:
            key, value = bare, key
        if key not in known or key in options:
            told = (
                ", ".join(f"{parameter.name} ({parameter.range})" for parameter in known.values()) or "none"
            )
            msg = f"{found.base} cannot be read with {part.strip()!r}; its parameters are: {told}"
            raise ValueError(msg)
        options[key] = known[key].parse(value)
    return options


def _unknown(name: str) -> str:
    folded = {known.casefold(): known for known in (*_BY_BASE, *_BY_NAME)}
    near = difflib.get_close_matches(name.casefold(), list(folded), n=1, cutoff=0.3)
    guess = f" Did you mean {folded[near[0]]}?" if near else ""
    return f"there is no measure {name!r}.{guess} Known: {', '.join(_BY_NAME)}"
