"""The panel: the people whose labels make a gold standard, and for each answer those who are to judge it."""

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.catalog import Catalog
from jurybox.collection.codes import CONFLICT, LABEL_CODES
from jurybox.collection.collection import Collection
from jurybox.collection.facts import Facts
from jurybox.collection.judges import judges, panel_of
from jurybox.errors import Refused
from jurybox.gold.gold import Gold
from jurybox.language import tr
from jurybox.lists import comma_list

Codes = NDArray[np.int8]
Mask = NDArray[np.bool_]
Positions = NDArray[np.int64]

MISSING = (0, LABEL_CODES["skipped"], LABEL_CODES["deferred"], CONFLICT)
"""The codes of missing labels; *cannot tell* and *junk* are not missing."""
IS_MISSING: Mask = np.zeros(256, dtype=np.bool_)
"""The same by a code as an unsigned byte."""
IS_MISSING[list(MISSING)] = True


LABEL, NO_LABEL, CONTRADICTION, UNSURE, JUNK = range(5)
_VOICES = np.full(256, LABEL, dtype=np.int8)
_VOICES[list(MISSING)] = NO_LABEL
_VOICES[CONFLICT] = CONTRADICTION
_VOICES[LABEL_CODES["cannot-tell"]] = UNSURE
_VOICES[LABEL_CODES["junk"]] = JUNK


def voices(codes: Codes) -> NDArray[np.int8]:
    """Return what somebody's code means for a decision: `LABEL`, `NO_LABEL`, `CONTRADICTION`, `UNSURE` or `JUNK`."""
    return _VOICES[codes.view(np.uint8)]


def has_labeled(codes: Codes) -> Mask:
    """Return where there is a label, or two that contradict each other; a state is not a label."""
    labeled: Mask = (codes > 0) | (codes == CONFLICT)
    return labeled


class Panel:
    """Who makes the gold standard, as positions of assessors in `people`.

    The assessor that the gold standard names; else the panel that the organizer stored; else every judge
    (`jurybox.collection.judges`) who has an assignment or a label, which can change with any label
    (`follow`). While nobody has either, `people` is empty and `awaited` says that somebody is still to come.
    A standard that leaves one out removes that one from these.

    Who of them judges one answer: whom the gold standard names; else those it is assigned to and those who
    labeled it unasked; else the whole stored panel. With neither assignments nor a stored panel nobody has
    said who is to judge what: then those who said something of the answer judge it, such as the ten of 164
    workers whose labels were imported, and an answer of which nobody said anything waits for all of them.
    `planned`: whether it is not so. GA, which is a pattern of all four, always waits for its four.
    """

    def __init__(self, collection: Collection, gold: Gold) -> None:
        catalog, ledger, facts = collection
        self._ledger = ledger
        self._everyone = not len(catalog.assigned[0])
        self._witness: dict[int, int] = {}
        self._watched: Positions = np.empty(0, dtype=np.int64)
        fixed = chosen_people(catalog, facts, gold)
        self.people: Positions = np.array(fixed, dtype=np.int64)
        self.planned = bool(fixed or facts.panel) or not self._everyone or gold.whose == "GA"
        if not fixed:
            self._watch(catalog, facts)
        self.awaited = not len(self.people)
        if gold.whose == "LOO":
            self.people = self.people[self.people != _left_out(catalog, facts, gold)]
        self._assigned = None if self._everyone else _assignments(catalog, self.people)

    @property
    def has_assignments(self) -> bool:
        """Whether anybody is assigned to anything."""
        return self._assigned is not None

    @property
    def varies(self) -> bool:
        """Whether other people judge other answers; else everyone judges everything."""
        return self.has_assignments or not self.planned

    def labels(self, answers: Positions) -> Codes:
        """Return the panel's labels of these answers, one row for each member."""
        return self._ledger.labels[self.people[:, None], answers]

    def members(self, answers: Positions, codes: Codes) -> Mask:
        """Return which of the panel judge these answers, of which they say `codes`; see the class."""
        if self._assigned is not None:
            return self._assigned[:, answers] | has_labeled(codes)
        if self.planned:
            return np.ones(codes.shape, dtype=np.bool_)
        given: Mask = codes != 0
        return given | ~given.any(axis=0)

    def follow(self, answers: Positions) -> bool:
        """Return whether labels of these answers changed who is on the panel; if so it is to be made again.

        A label that each unassigned member gave is remembered, so that only its loss asks for a search.
        """
        if not len(self._watched):
            return False
        now = has_labeled(self._ledger.labels[self._watched[:, None], answers]).any(axis=1)
        if any(int(who) not in self._witness for who in self._watched[now]):
            return True
        touched = set(answers.tolist())
        lost = [who for who, answer in self._witness.items() if answer in touched]
        return not all(self._still_there(who) for who in lost)

    def _watch(self, catalog: Catalog, facts: Facts) -> None:
        """Find who is on the panel without having been put there."""
        persons = judges(catalog, facts)
        assigned = set(catalog.assigned[0].tolist())
        self._watched = np.array([at for at in persons if at not in assigned], dtype=np.int64)
        found = {at: self._find_label(at) for at in self._watched.tolist()}
        self._witness = {at: label for at, label in found.items() if label is not None}
        seated = [at for at in persons if at in assigned or at in self._witness]
        self.people = np.array(seated, dtype=np.int64)

    def _still_there(self, who: int) -> bool:
        if has_labeled(self._ledger.labels[who, self._witness[who]]):
            return True
        found = self._find_label(who)
        if found is not None:
            self._witness[who] = found
        return found is not None

    def _find_label(self, who: int) -> int | None:
        given = has_labeled(self._ledger.labels[who])
        return int(given.argmax()) if given.any() else None


def chosen_people(catalog: Catalog, facts: Facts, gold: Gold) -> list[int]:
    """Return the people who are named, by the gold standard or by the organizer; none: who is at work.

    Raises Refused if the gold standard names an assessor who is not there.
    """
    return [_named(catalog, gold)] if gold.whose == "assessor" else list(panel_of(catalog, facts))


def _left_out(catalog: Catalog, facts: Facts, gold: Gold) -> int:
    """Return the assessor who is left out; refuse one who is not on the stored panel."""
    who = _named(catalog, gold)
    if facts.panel and who not in panel_of(catalog, facts):
        raise Refused(
            tr("{assessor!r} is not on the panel, so {gold} can leave nobody out.", assessor=gold.assessor, gold=gold)
        )
    return who


def _named(catalog: Catalog, gold: Gold) -> int:
    if gold.assessor not in catalog.assessor_named:
        known = comma_list(assessor.name for assessor in catalog.assessors) or tr("nobody yet")
        raise Refused(
            tr(
                "There is no assessor {assessor!r} for the gold standard {gold}; known: {known}.",
                assessor=gold.assessor,
                gold=gold,
                known=known,
            )
        )
    return catalog.assessor_named[gold.assessor]


def _assignments(catalog: Catalog, people: Positions) -> Mask:
    """Return which answers each of these people is assigned to."""
    who, answers = catalog.to_judge
    row = np.full(len(catalog.assessors), -1)
    row[people] = np.arange(len(people))
    of_panel = row[who] >= 0
    mask = np.zeros((len(people), catalog.answer_count), dtype=np.bool_)
    mask[row[who[of_panel]], answers[of_panel]] = True
    return mask
