"""Why an answer has no label under a gold standard: whose label is missing, and who gave which."""

from collections.abc import Iterable, Sequence

import numpy as np

from jurybox.collection.codes import CONFLICT
from jurybox.collection.collection import Collection
from jurybox.gold.panel import CONTRADICTION, LABEL, NO_LABEL, Codes, Panel, has_labeled, voices
from jurybox.label_schemes import label_word
from jurybox.language import tr, trn
from jurybox.lists import and_list, clauses, comma_list

NOBODY_YET = tr("nobody has judged it yet")
MOST = 3
"""The most people named for one reason."""


def listed(names: Sequence[str], most: int = MOST) -> str:
    """Return names in a sentence: `Ana`, `Ana and Bo`, `Ana, Bo, Cy and 4 more`; "" without any."""
    return and_list(names, most)


def why_open(
    collection: Collection, panel: Panel, answer: int, codes: Codes, *, rule: str = "", others: bool = True
) -> str:
    """Return why the labels of a panel decide nothing about an answer, in one clause.

    `codes`: the panel's labels of it, shape (people, 1). `rule`: the term for different labels, such as `no
    majority`. `others`: name people who judged the answer and are not on the panel.
    """
    parts = [_of_panel(collection, panel, answer, codes, rule)]
    if others and not panel.awaited:
        labelers = np.flatnonzero(has_labeled(collection.ledger.labels[:, answer]))
        outside = [collection.catalog.assessors[at].name for at in labelers.tolist() if at not in panel.people]
        if outside:
            parts.append(
                trn(
                    "{names} judged it, but is not on the panel",
                    "{names} judged it, but are not on the panel",
                    len(outside),
                    names=listed(outside),
                )
            )
    return clauses(parts)


def _of_panel(collection: Collection, panel: Panel, answer: int, codes: Codes, rule: str) -> str:
    if panel.awaited or not (panel.planned or codes.any()):
        return NOBODY_YET
    members = panel.members(np.array([answer]), codes)[:, 0]
    if not members.any():
        return tr("nobody on the panel is to judge it")
    word_of = collection.ledger.codes.word
    said: dict[int, list[str]] = {}
    for who, code in zip(panel.people[members].tolist(), codes[members, 0].tolist(), strict=True):
        said.setdefault(code, []).append(collection.catalog.assessors[who].name)
    voice = dict(zip(said, voices(np.array([*said], dtype=np.int8)).tolist(), strict=True))
    labels = [code for code in said if voice[code] == LABEL]
    missing = [code for code in said if voice[code] in {NO_LABEL, CONTRADICTION}]
    states = [code for code in said if code not in labels and code not in missing]
    given = [_says(word_of(code), said[code]) for code in sorted(labels)]
    without_label = [_gave_none(word_of(code), said[code]) for code in states]
    open_ = [_gave_none("conflict" if code == CONFLICT else word_of(code), said[code]) for code in missing]
    differ = len(labels) > 1
    shown = [*given, *without_label] if differ or not open_ else without_label
    first = comma_list(shown)
    if rule and labels and (differ or not open_):
        first = tr("{rule}: {votes}", rule=rule, votes=first)
    return clauses((first, *open_))


def _says(label: str, names: Sequence[str]) -> str:
    return trn("{names} says {label}", "{names} say {label}", len(names), names=listed(names), label=label_word(label))


def _gave_none(state: str, who: Sequence[str]) -> str:
    """Return who gave no label, and what they did instead; "" is nothing at all."""
    names, n = listed(who), len(who)
    match state:
        case "cannot-tell":
            return trn("{names} cannot tell", "{names} cannot tell", n, names=names)
        case "junk":
            return trn("{names} marked it as junk", "{names} marked it as junk", n, names=names)
        case "skipped":
            return trn("{names} skipped it", "{names} skipped it", n, names=names)
        case "deferred":
            return trn("{names} deferred it", "{names} deferred it", n, names=names)
        case "conflict":
            return trn(
                "{names} has two labels that contradict each other",
                "{names} have two labels each that contradict each other",
                n,
                names=names,
            )
    return trn("{names} has not judged it", "{names} have not judged it", n, names=names)


def returned_nil(runs: Iterable[str], *, is_open: bool) -> str:
    """Return why the response NIL of these runs is not settled, in one clause."""
    names = listed(list(runs))
    if is_open:
        return tr("{names} returned NIL; answers that decide whether that is right are not judged yet", names=names)
    return tr("{names} returned NIL, and nobody has decided whether that is right", names=names)
