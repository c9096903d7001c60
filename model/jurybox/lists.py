"""Lists, clauses, sentences, names and asides, as the language in force joins them.

Catalogs carry the patterns of the CLDR (https://cldr.unicode.org, list patterns): `{first} and {last}` is
*{first} y {last}* in Spanish and *{first}、{last}* in Japanese. A test compares them with those of Babel.
"""

import re
from collections.abc import Iterable, Sequence

from jurybox.language import LANGUAGE, trc, trn

_NAMES = {"first": "", "last": ""}
_COMMA = trc("list", "{first}, {last}", **_NAMES)
_SEMICOLON = trc("clauses", "{first}; {last}", **_NAMES)
_SPACE = trc("sentences", "{first} {last}", **_NAMES)
_AND = trc("list", "{first} and {last}", **_NAMES)
_OR = trc("list", "{first} or {last}", **_NAMES)
_LABELED = trc("label", "{name}: {text}", name="{name}", text="{text}")
_BRACKETED = trc("in brackets", "{text} ({aside})", text="{text}", aside="{aside}")
# translators: before a word that begins with the sound of the conjunction: Spanish "e Inés", "u otro"
_AND_ALIKE = trc("list, same sound", "{first} and {last}", **_NAMES)
_OR_ALIKE = trc("list, same sound", "{first} or {last}", **_NAMES)

_ALIKE = {"es": (r"h?[ií](?![aeouáéóú])", r"h?[oó]|8|11\b")}
"""Words before which *and* and *or* have another form; Real Academia Española, Nueva gramática, 31.1."""


def comma_list(names: Iterable[str], most: int | None = None) -> str:
    """Return names in a list: `a, b, c`; of more than `most`: `a, b and 4 more`; "" for none."""
    known = list(names)
    if most is not None and len(known) > most:
        return and_more(known[:most], len(known) - most)
    return _COMMA.join(known)


def and_list(names: Iterable[str], most: int | None = None) -> str:
    """Return all of these: `a`, `a and b`, `a, b and c`; over `most`: `a, b and 4 more`; "" for none."""
    known = list(names)
    if most is not None and len(known) > most:
        return and_more(known[:most], len(known) - most)
    return _ended(known, _AND, _AND_ALIKE, 0)


def or_list(names: Iterable[str]) -> str:
    """Return one of these: `a`, `a or b`, `a, b or c`; "" for none."""
    return _ended(list(names), _OR, _OR_ALIKE, 1)


def and_more(names: Sequence[str], more: int) -> str:
    """Return names and the number of others: `a, b and 4 more`; only the names if there are no others."""
    named = comma_list(names)
    return trn("{names} and {n} more", "{names} and {n} more", more, names=named) if more > 0 else named


def clauses(parts: Iterable[str]) -> str:
    """Return clauses of one sentence after another, without empty ones: `a; b`."""
    return _SEMICOLON.join(filter(None, parts))


def sentences(parts: Iterable[str]) -> str:
    """Return sentences after another, without empty ones: `A. B.`."""
    return _SPACE.join(filter(None, parts))


def labeled(name: object, text: object) -> str:
    """Return what something is called, and what it is: `name: text`."""
    return _LABELED.format(name=name, text=text)


def bracketed(text: object, aside: object) -> str:
    """Return a text with an aside in brackets: `text (aside)`."""
    return _BRACKETED.format(text=text, aside=aside)


def _ended(names: Sequence[str], usual: str, alike: str, which: int) -> str:
    if len(names) < 2:
        return "".join(names)
    found = _ALIKE.get(LANGUAGE)
    last = alike if found and re.match(found[which], names[-1], re.IGNORECASE) else usual
    return f"{_COMMA.join(names[:-1])}{last}{names[-1]}"
