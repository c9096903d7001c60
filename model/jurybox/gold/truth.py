"""What a gold standard says of every answer, and what it can still come to say.

A completion gives every missing label of a panel member who is to judge an answer any label of its scheme.
Missing is what was not said, skipped or put off, and a conflict until it is settled; *cannot tell* and
*junk* are said, and give no label.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.catalog import KINDS, Catalog
from jurybox.collection.entries import CORRECTNESS_LABELS, LABELS_OF_KIND
from jurybox.collection.facts import Facts
from jurybox.collection.ledger import CONFLICT, LABEL_CODES, Ledger
from jurybox.gold.gold import Gold
from jurybox.gold.panel import Codes, Mask, Panel, Positions

CORRECT, INCORRECT, UNJUDGED, LEFT_OUT = 1, 0, -1, -2
"""Truth: unjudged if a missing label could decide it, left out if none can."""

CAN_BE_CORRECT, CAN_BE_INCORRECT, CAN_STAY_OUT = 1, 2, 4
"""The outcomes that completions give, as bits; one bit alone says that nothing can change any more."""

STRETCH = 1 << 20
"""Labels looked at in one go when all answers are judged anew; bounds the memory, not the result."""

_SCHEME = np.array([LABEL_CODES[label] for label in CORRECTNESS_LABELS], dtype=np.int8)[:, None]
_ALLOWED = np.array([[label in LABELS_OF_KIND[kind] for kind in KINDS] for label in CORRECTNESS_LABELS])
_MISSING = np.zeros(256, dtype=np.bool_)
_MISSING[[0, LABEL_CODES["skipped"], LABEL_CODES["deferred"], CONFLICT]] = True
_TRUTH = np.full(8, UNJUDGED, dtype=np.int8)
_TRUTH[[CAN_BE_CORRECT, CAN_BE_INCORRECT, CAN_STAY_OUT]] = CORRECT, INCORRECT, LEFT_OUT

Tally = NDArray[np.int64]


class Truth(NamedTuple):
    """For each answer asked for, its truth and its possible outcomes."""

    truth: Codes
    possible: Codes


class _Votes(NamedTuple):
    """Of each answer: how many judge it, how many gave each label of the scheme, how many are missing."""

    members: Tally
    given: Tally
    missing: Tally


class _Labels(NamedTuple):
    """Of each answer: the label that is decided, those that a completion can decide, if it can stay open."""

    decided: Mask
    reachable: Mask
    stays_out: Mask


class Standard:
    """A gold standard at work on one collection. The ledger may grow under it; the catalog may not."""

    def __init__(self, catalog: Catalog, ledger: Ledger, facts: Facts, gold: Gold) -> None:
        self._made_from = (catalog, ledger, facts, gold)
        self._panel = Panel(*self._made_from)
        self._ledger = ledger
        self._question = catalog.answer_question
        judged = np.array([question.status != "unjudged" for question in catalog.questions], dtype=np.bool_)
        self._allowed: Mask = _ALLOWED[:, catalog.kind_of_question] & judged
        self._adjudicated = gold.whose == "adjudicated"
        right = ("correct",) if gold.mapping == "strict" else ("correct", "inexact")
        self._right: Mask = np.array([label in right for label in CORRECTNESS_LABELS])

    def follow(self, answers: Positions) -> bool:
        """Return whether labels of these answers changed who makes the standard, and so every answer."""
        changed = self._panel.follow(answers)
        if changed:
            self._panel = Panel(*self._made_from)
        return changed

    def of_all(self) -> Truth:
        """Return truth and possible outcomes of every answer of the collection."""
        answers = np.arange(len(self._question))
        stretch = max(1, STRETCH // max(1, len(self._panel.people)))
        parts = [self.of(answers[at : at + stretch]) for at in range(0, len(answers), stretch)]
        empty = Truth(np.empty(0, dtype=np.int8), np.empty(0, dtype=np.int8))
        return Truth(*(np.concatenate(arrays) for arrays in zip(empty, *parts, strict=True)))

    def of(self, answers: Positions) -> Truth:
        """Return truth and possible outcomes of the answers at these positions.

        Answers of questions whose labels are not about correctness, or that are left unjudged on purpose,
        are left out.
        """
        allowed = self._allowed[:, self._question[answers]]
        votes = self._votes(answers, allowed)
        labels = _unanimous(votes, allowed) if self._adjudicated else _majority(votes, allowed)
        if self._adjudicated:
            labels = self._settled(answers, allowed, labels)
        is_open = ~labels.decided.any(axis=0)
        reached = np.where(is_open, labels.reachable, labels.decided)
        correct, incorrect = (self._right @ reached), (~self._right @ reached)
        stays_out = is_open & labels.stays_out
        possible = correct * np.int8(1) + incorrect * np.int8(2) + stays_out * np.int8(4)
        return Truth(_TRUTH[possible], possible)

    def _votes(self, answers: Positions, allowed: Mask) -> _Votes:
        codes = self._panel.labels(answers)
        if self._panel.awaited:
            one = np.ones(len(answers), dtype=np.int64)
            return _Votes(one, np.zeros(allowed.shape, dtype=np.int64), one)
        members = self._panel.members(answers, codes)
        given = np.count_nonzero(codes == _SCHEME[:, None], axis=1)
        missing = np.count_nonzero(_MISSING[codes.view(np.uint8)] & members, axis=0)
        return _Votes(np.count_nonzero(members, axis=0), given * allowed, missing)

    def _settled(self, answers: Positions, allowed: Mask, labels: _Labels) -> _Labels:
        """Let adjudications win; one that contradicts another is open, one without a label leaves out."""
        codes = self._ledger.adjudications[answers]
        settled = (codes == CONFLICT) | ~_MISSING[codes.view(np.uint8)]
        if not settled.any():
            return labels
        conflict = codes == CONFLICT
        return _Labels(
            np.where(settled, (codes == _SCHEME) & allowed, labels.decided),
            np.where(settled, conflict & allowed, labels.reachable),
            np.where(settled, ~(conflict & allowed.any(axis=0)), labels.stays_out),
        )


def truth_of(catalog: Catalog, ledger: Ledger, facts: Facts, gold: Gold) -> Truth:
    """Return for every answer its truth and its possible outcomes under a gold standard, two int8 arrays.

    Truth is `CORRECT`, `INCORRECT`, `UNJUDGED` (a missing label could decide it) or `LEFT_OUT` (none can);
    possible outcomes are the bits `CAN_BE_CORRECT`, `CAN_BE_INCORRECT`, `CAN_STAY_OUT`.
    Raises Refused if the gold standard names an assessor who is not there.
    """
    return Standard(catalog, ledger, facts, gold).of_all()


def _majority(votes: _Votes, allowed: Mask) -> _Labels:
    """Return the label that more than half of those who judge the answer gave, and can still give.

    It is open for good only if the missing labels fit in below half of every label.
    """
    members, given, missing = votes
    reachable = (2 * (given + missing) > members) & allowed
    room = np.where(allowed, np.maximum(members // 2 - given, 0), 0).sum(axis=0)
    return _Labels(2 * given > members, reachable, (room >= missing) | ~reachable.any(axis=0))


def _unanimous(votes: _Votes, allowed: Mask) -> _Labels:
    """Return the label that all who judge the answer gave, and can still give."""
    members, given, missing = votes
    decided = (given == members) & (members > 0) & allowed
    reachable = (given + missing == members) & (members > 0) & allowed
    return _Labels(decided, reachable, (members != 1) | ~reachable.any(axis=0))
