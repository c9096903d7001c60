"""Why an answer has no label under a gold standard: whose label is missing, and who says what."""

from collections.abc import Iterable, Sequence

import numpy as np

from jurybox.collection.catalog import Catalog
from jurybox.collection.codes import CONFLICT
from jurybox.collection.entries import STATES
from jurybox.collection.ledger import Ledger
from jurybox.gold.panel import IS_MISSING, Codes, Panel, has_labeled
from jurybox.language import tr, trn

NOBODY_YET = tr("nobody has judged it yet")
MOST = 3
"""Up to so many people are named for one thing."""
_STATES = {
    "cannot-tell": (tr("cannot tell"), tr("cannot tell")),
    "junk": (tr("calls it junk"), tr("call it junk")),
}
_MISSING = {
    "skipped": (tr("skipped it"), tr("skipped it")),
    "deferred": (tr("put it off"), tr("put it off")),
    "": (tr("has not judged it"), tr("have not judged it")),
}
_CONFLICT = (
    tr("has two labels that contradict each other"),
    tr("have two labels each that contradict each other"),
)


def listed(names: Sequence[str], most: int = MOST) -> str:
    """Return names in a sentence: `Ana`, `Ana and Bo`, `Ana, Bo, Cy and 4 more`; "" without any."""
    if len(names) > most:
        return tr("{names} and {count} more", names=", ".join(names[:most]), count=len(names) - most)
    return tr(" and ").join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def why_open(
    catalog: Catalog,
    ledger: Ledger,
    panel: Panel,
    answer: int,
    codes: Codes,
    *,
    rule: str = "",
    others: bool = True,
) -> str:
    """Return why the labels of a panel settle nothing about an answer, in one clause.

    `codes`: what each of the panel says of it, shape (people, 1). `rule`: what different labels are called,
    such as `no majority`. `others`: name people who judged the answer and are not on the panel.
    """
    parts = [_of_panel(catalog, ledger, panel, answer, codes, rule)]
    if others and not panel.awaited:
        labelers = np.flatnonzero(has_labeled(ledger.labels[:, answer]))
        outside = [catalog.assessors[at].name for at in labelers.tolist() if at not in panel.people]
        if outside:
            parts.append(
                tr(
                    "{listed} judged it, but {state} not on the panel",
                    listed=listed(outside),
                    state=_is(outside),
                )
            )
    return "; ".join(parts)


def _is(names: Sequence[str]) -> str:
    return "is" if len(names) == 1 else "are"


def _of_panel(catalog: Catalog, ledger: Ledger, panel: Panel, answer: int, codes: Codes, rule: str) -> str:
    if panel.awaited or not (panel.planned or codes.any()):
        return NOBODY_YET
    members = panel.members(np.array([answer]), codes)[:, 0]
    if not members.any():
        return tr("nobody on the panel is to judge it")
    word_of = ledger.codes.word
    said: dict[int, list[str]] = {}
    for who, code in zip(panel.people[members].tolist(), codes[members, 0].tolist(), strict=True):
        said.setdefault(code, []).append(catalog.assessors[who].name)
    labels = [code for code in said if code > 0 and word_of(code) not in STATES]
    missing = [code for code in said if IS_MISSING[np.uint8(code % 256)]]
    states = [code for code in said if code not in labels and code not in missing]
    given = [_says(word_of(code), said[code]) for code in sorted(labels)]
    without_label = [_does(_STATES[word_of(code)], said[code]) for code in states]
    open_ = [
        _does(_CONFLICT if code == CONFLICT else _MISSING[word_of(code)], said[code]) for code in missing
    ]
    differ = len(labels) > 1
    shown = [*given, *without_label] if differ or not open_ else without_label
    first = f"{rule}: {', '.join(shown)}" if rule and (differ or not open_) else ", ".join(shown)
    return "; ".join(filter(None, (first, *open_)))


def _says(label: str, names: Sequence[str]) -> str:
    return trn("{names} says {label}", "{names} say {label}", len(names), names=listed(names), label=label)


def _does(words: tuple[str, str], names: Sequence[str]) -> str:
    return f"{listed(names)} {words[len(names) > 1]}"


def returned_nil(runs: Iterable[str], *, is_open: bool) -> str:
    """Return why the response NIL of these runs is not settled, in one clause."""
    names = listed(list(runs))
    if is_open:
        return tr(
            "{names} returned NIL; answers that decide whether that is right are not judged yet", names=names
        )
    return tr("{names} returned NIL, and nobody has decided whether that is right", names=names)
