"""How ranked answers get their levels: from patterns of votes, from favourites, from the asker, from labels.

Each way answers `of` with the levels of some answers, always those of whole questions.
"""

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.catalog import Catalog
from jurybox.collection.entries import QUALITY_LABELS
from jurybox.collection.facts import Facts
from jurybox.collection.ledger import LABEL_CODES, Ledger
from jurybox.errors import Refused
from jurybox.gold.gold import Gold
from jurybox.gold.labels import LabelStandard
from jurybox.gold.panel import IS_MISSING, Mask, Panel, Positions
from jurybox.gold.patterns import HIGHEST_LEVEL, LEFT_OUT, OUT_BIT, SIZE_OF_GA, UNJUDGED, Votes, outcome

Grades = NDArray[np.int16]
Bits = NDArray[np.int64]

_OUT = np.int64(1) << OUT_BIT
_A, _B = LABEL_CODES["A"], LABEL_CODES["B"]
_DIGITS = len(Votes._fields)


class Levels(NamedTuple):
    """For each answer asked for: its level, and the levels that completions can give it, as bits.

    `level`: L0 and up, -1 unjudged (a missing label could decide it), -2 left out (none can). `possible`: bit
    n for level n; bit 62 for a completion that leaves the answer out.
    """

    level: Grades
    possible: Bits


class Grading(Protocol):
    """One way to grade."""

    @property
    def panel(self) -> Panel:
        """Whose labels count."""

    @property
    def top(self) -> int:
        """The highest level it can give."""

    def follow(self, answers: Positions) -> bool:
        """Return whether labels of these answers change others too, so that all is to be graded."""

    def of(self, answers: Positions) -> Levels:
        """Return the levels of the answers of whole questions."""


class ByPattern:
    """GA, GAW and LOO: the pattern of the panel's votes (Sakai et al. 2010, Tables 2, 21 and 24)."""

    def __init__(self, catalog: Catalog, ledger: Ledger, facts: Facts, gold: Gold) -> None:
        self._made_from = (catalog, ledger, facts, gold)
        self._gold = gold
        self._read()

    def _read(self) -> None:
        catalog = self._made_from[0]
        self.panel = Panel(*self._made_from)
        self._most = self._members_of(np.arange(catalog.answer_count))
        self.top = _top(self._gold, self._most)
        self._base = self._most + 1
        place = self._base ** np.arange(_DIGITS, dtype=np.int64)
        self._place_of: Bits = np.full(256, place[Votes._fields.index("mute")])
        self._place_of[IS_MISSING] = place[Votes._fields.index("missing")]
        self._place_of[[LABEL_CODES[label] for label in QUALITY_LABELS]] = place[:3]
        self._awaited_key = place[Votes._fields.index("missing")]
        self._keys: Bits = np.array([np.iinfo(np.int64).max])
        self._known = Levels(np.zeros(1, dtype=np.int16), np.zeros(1, dtype=np.int64))

    def follow(self, answers: Positions) -> bool:
        """Return whether the panel changed, or more people judge one of these answers than any before."""
        changed = self.panel.follow(answers) or self._members_of(answers) > self._most
        if changed:
            self._read()
        return changed

    def of(self, answers: Positions) -> Levels:
        """Return the levels; what a pattern is worth is worked out once."""
        codes = self.panel.labels(answers)
        places = self._place_of[codes.view(np.uint8)]
        if self.panel.has_assignments:
            places *= self.panel.members(answers, codes)
        keys = places.sum(axis=0) if not self.panel.awaited else np.full(len(answers), self._awaited_key)
        at = np.searchsorted(self._keys, keys)
        if (self._keys[at] != keys).any():
            self._work_out(np.setdiff1d(keys, self._keys))
            at = np.searchsorted(self._keys, keys)
        return Levels(self._known.level[at], self._known.possible[at])

    def _members_of(self, answers: Positions) -> int:
        """Return the most people who judge one of these answers."""
        if self.panel.awaited or not self.panel.has_assignments:
            return max(1, len(self.panel.people))
        members = self.panel.members(answers, self.panel.labels(answers))
        return max(1, int(np.count_nonzero(members, axis=0).max(initial=0)))

    def _work_out(self, keys: Bits) -> None:
        """Add patterns that were not asked for before."""
        places = self._base ** np.arange(_DIGITS, dtype=np.int64)
        found = [outcome(self._gold, Votes(*row)) for row in (keys[:, None] // places % self._base).tolist()]
        order = np.argsort(every := np.concatenate([self._keys, keys]))
        self._keys = every[order]
        level = np.array([level for level, _ in found], dtype=np.int16)
        possible = np.array([bits for _, bits in found], dtype=np.int64)
        self._known = Levels(
            np.concatenate([self._known.level, level])[order],
            np.concatenate([self._known.possible, possible])[order],
        )


class ByLabel:
    """One assessor, a majority or an adjudication: A, B, C are the levels 2, 1, 0."""

    top = len(QUALITY_LABELS) - 1

    def __init__(self, catalog: Catalog, ledger: Ledger, facts: Facts, gold: Gold) -> None:
        self._labels = LabelStandard(catalog, ledger, facts, gold, QUALITY_LABELS)
        self._bits: Bits = np.int64(1) << np.arange(self.top, -1, -1, dtype=np.int64)

    @property
    def panel(self) -> Panel:
        """Whose labels count."""
        return self._labels.panel

    def follow(self, answers: Positions) -> bool:
        """Return whether labels of these answers changed who makes the standard."""
        return self._labels.follow(answers)

    def of(self, answers: Positions) -> Levels:
        """Return the levels of the labels."""
        labels = self._labels.of(answers)
        possible = self._bits @ labels.reachable + labels.stays_out * _OUT
        return Levels(_level_of(possible, self.top), possible)


class ByFavourite:
    """UFA and UFBA: what anybody on the panel likes best; with the asker's best answer (Sakai, section 3.5).

    Of a question, an assessor's favourites are all answers he rated A; if there are none, all he rated B;
    else none. An answer of which nobody can ever say A, B or C is left out.
    """

    top = 1

    def __init__(self, catalog: Catalog, ledger: Ledger, facts: Facts, gold: Gold) -> None:
        self._made_from = (catalog, ledger, facts, gold)
        self.panel = Panel(*self._made_from)
        self._question = catalog.answer_question
        self._best = catalog.answer_best == 1
        self._with_best = gold.whose == "UFBA"

    def follow(self, answers: Positions) -> bool:
        """Return whether labels of these answers changed who is on the panel."""
        changed = self.panel.follow(answers)
        if changed:
            self.panel = Panel(*self._made_from)
        return changed

    def of(self, answers: Positions) -> Levels:
        """Return L1 for favourites, L0 for the others."""
        codes = self.panel.labels(answers)
        if self.panel.awaited:
            codes = np.zeros((1, len(answers)), dtype=np.int8)
        waits = IS_MISSING[codes.view(np.uint8)]
        if not self.panel.awaited:
            waits &= self.panel.members(answers, codes)
        is_a, is_b = codes == _A, codes == _B
        better, could_be = self._elsewhere(answers, is_a), self._elsewhere(answers, is_a | waits)
        certain = (is_a | (is_b & ~could_be)).any(axis=0)
        thinkable = (is_a | waits | (is_b & ~better)).any(axis=0)
        possible = thinkable * np.int64(2) + ~certain * np.int64(1)
        possible[~((codes > 0) | waits).any(axis=0)] = _OUT
        if self._with_best:
            possible[self._best[answers]] = 2
        return Levels(_level_of(possible, self.top), possible)

    def _elsewhere(self, answers: Positions, mask: Mask) -> Mask:
        """Return for each assessor and answer whether the mask holds for any answer of the question."""
        questions, at = np.unique(self._question[answers], return_inverse=True)
        found = np.zeros((len(mask), len(questions)), dtype=np.bool_)
        rows, columns = np.nonzero(mask)
        found[rows, at[columns]] = True
        return found[:, at]


class ByAsker:
    """BA: the asker's best answer is L1, the others L0; a question without one is left out."""

    top = 1

    def __init__(self, catalog: Catalog, ledger: Ledger, facts: Facts, gold: Gold) -> None:
        self.panel = Panel(catalog, ledger, facts, gold)
        best = catalog.answer_best == 1
        chosen = np.zeros(len(catalog.questions), dtype=np.bool_)
        chosen[catalog.answer_question[best]] = True
        self._possible: Bits = np.where(chosen[catalog.answer_question], np.where(best, 2, 1), _OUT)

    def follow(self, answers: Positions) -> bool:
        """Return whether labels of these answers changed who is on the panel; no level hangs on it."""
        self.panel.follow(answers)
        return False

    def of(self, answers: Positions) -> Levels:
        """Return what the asker chose."""
        possible = self._possible[answers]
        return Levels(_level_of(possible, self.top), possible)


def grading_for(catalog: Catalog, ledger: Ledger, facts: Facts, gold: Gold) -> Grading:
    """Return the way in which a gold standard grades ranked answers."""
    if gold.whose in ("GA", "GAW", "LOO"):
        return ByPattern(catalog, ledger, facts, gold)
    if gold.whose in ("UFA", "UFBA"):
        return ByFavourite(catalog, ledger, facts, gold)
    if gold.whose == "BA":
        return ByAsker(catalog, ledger, facts, gold)
    return ByLabel(catalog, ledger, facts, gold)


def _level_of(possible: Bits, top: int) -> Grades:
    """Return the level where only one is possible, else that it is unjudged, or left out."""
    level = np.full(len(possible), UNJUDGED, dtype=np.int16)
    for each in range(top + 1):
        level[possible == 1 << each] = each
    level[possible == _OUT] = LEFT_OUT
    return level


def _top(gold: Gold, most: int) -> int:
    """Return the highest level; refuse a number of assessors that the gold standard has no levels for."""
    if gold.whose == "GA":
        if most != SIZE_OF_GA:
            raise Refused(
                f"GA wants a panel of exactly four, and here it is {most}. Choose GAW, which takes any "
                "number, or set a panel of four."
            )
        return SIZE_OF_GA - 1
    top = gold.weights[0] * most
    if top > HIGHEST_LEVEL:
        raise Refused(
            f"{most} assessors judge one answer, which gives levels up to L{top}; {gold} goes up to "
            f"L{HIGHEST_LEVEL}. Set a smaller panel, or smaller weights."
        )
    return top
