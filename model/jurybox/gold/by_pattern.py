"""GA, GAW and leaving one out at work: the pattern of every answer, and once the level of every pattern."""

import numpy as np

from jurybox.collection.codes import LABEL_CODES
from jurybox.collection.collection import Collection
from jurybox.errors import Refused
from jurybox.gold.gold import Gold
from jurybox.gold.panel import IS_MISSING, Panel, Positions
from jurybox.gold.patterns import FITS, HIGHEST_LEVEL, SIZE_OF_GA, Levels, Votes, outcome
from jurybox.gold.why import why_open
from jurybox.label_schemes import QUALITY
from jurybox.language import tr

_DIGITS = len(Votes._fields)
MOST_JUDGES = 6_000
"""How many can judge one answer: what they say of it is a number of five digits in 64 bits."""


class ByPattern:
    """GA, GAW and LOO: the pattern of the panel's votes (Sakai et al. 2010, Tables 2, 21 and 24)."""

    relevant_from = 1
    ratings = None

    def __init__(self, collection: Collection, gold: Gold) -> None:
        self._collection, self._gold = collection, gold
        self._read()

    def _read(self) -> None:
        self.panel = Panel(self._collection, self._gold)
        # Nothing defines who judges an answer without entries: everybody may, as far as there are levels.
        self._unspoken = min(len(self.panel.people), MOST_JUDGES, HIGHEST_LEVEL // self._gold.weights[0])
        self._members = self._members_of(np.arange(self._collection.catalog.answer_count))
        self._most = int(self._members.max(initial=1))
        self.top = _top(self._gold, self._most)
        self.gains = range(self.top + 1)
        self._base = self._most + 1
        place = self._base ** np.arange(_DIGITS, dtype=np.int64)
        self._place_of: Positions = np.full(256, place[Votes._fields.index("mute")])
        self._place_of[IS_MISSING] = place[Votes._fields.index("missing")]
        self._place_of[[LABEL_CODES[label] for label in QUALITY.words]] = place[:3]
        self._awaited_key = place[Votes._fields.index("missing")]
        self._keys: Positions = np.array([np.iinfo(np.int64).max])
        self._sets = np.dtype(np.int64 if self.top <= FITS else np.object_)
        self._known = Levels(np.zeros(1, dtype=np.int16), np.zeros(1, dtype=self._sets))

    def follow(self, answers: Positions) -> bool:
        """Return whether the panel changed, or how many people judge the answer that most judge."""
        changed = self.panel.follow(answers) or (self.panel.varies and self._most_changed(answers))
        if changed:
            self._read()
        return changed

    def _most_changed(self, answers: Positions) -> bool:
        """Count again who judges these answers; look at all only where the most may have become fewer."""
        before, now = self._members[answers], self._members_of(answers)
        self._members[answers] = now
        if now.max(initial=0) > self._most:
            return True
        fewer = before.max(initial=0) == self._most > now.max(initial=0)
        return bool(fewer) and int(self._members.max(initial=1)) < self._most

    def of(self, answers: Positions) -> Levels:
        """Return the levels; each pattern is computed only once."""
        codes = self.panel.labels(answers)
        places = self._place_of[codes.view(np.uint8)]
        if self.panel.varies:
            places *= self.panel.members(answers, codes)
        keys = places.sum(axis=0) if not self.panel.awaited else np.full(len(answers), self._awaited_key)
        if not (self.panel.planned or self.panel.awaited):
            keys[~codes.any(axis=0)] = self._unspoken * self._awaited_key
        at = np.searchsorted(self._keys, keys)
        if (self._keys[at] != keys).any():
            self._work_out(np.setdiff1d(keys, self._keys))
            at = np.searchsorted(self._keys, keys)
        return Levels(self._known.level[at], self._known.possible[at])

    def why(self, answer: int) -> str:
        """Return whose vote is missing."""
        codes, with_others = self.panel.labels(np.array([answer])), self._gold.whose != "LOO"
        return why_open(self._collection, self.panel, answer, codes, others=with_others)

    def _members_of(self, answers: Positions) -> Positions:
        """Return how many people judge each of these answers."""
        if self.panel.awaited or not self.panel.varies:
            return np.full(len(answers), max(1, len(self.panel.people)))
        codes = self.panel.labels(answers)
        members: Positions = self.panel.members(answers, codes).sum(axis=0)
        return members if self.panel.planned else np.where(codes.any(axis=0), members, self._unspoken)

    def _work_out(self, keys: Positions) -> None:
        """Add patterns that were not asked for before."""
        places = self._base ** np.arange(_DIGITS, dtype=np.int64)
        found = [outcome(self._gold, Votes(*row)) for row in (keys[:, None] // places % self._base).tolist()]
        order = np.argsort(every := np.concatenate([self._keys, keys]))
        self._keys = every[order]
        level = np.array([level for level, _ in found], dtype=np.int16)
        possible = np.array([bits for _, bits in found], dtype=self._sets)
        self._known = Levels(
            np.concatenate([self._known.level, level])[order], np.concatenate([self._known.possible, possible])[order]
        )


def _top(gold: Gold, most: int) -> int:
    """Return the highest level; refuse a number of assessors that the gold standard has no levels for."""
    if gold.whose == "GA":
        if most != SIZE_OF_GA:
            raise Refused(
                tr(
                    "GA needs exactly four labels of each answer, and here an answer gets up to {most}. "
                    "Choose GAW, which takes any number, or have a panel of four judge every answer.",
                    most=most,
                )
            )
        return SIZE_OF_GA - 1
    top = gold.weights[0] * most
    if most > MOST_JUDGES:
        raise Refused(
            tr(
                "{most:,} assessors judge one answer; {gold} takes up to {most_judges:,}. Set a smaller panel.",
                most=most,
                gold=gold,
                most_judges=MOST_JUDGES,
            )
        )
    if top > HIGHEST_LEVEL:
        raise Refused(
            tr(
                "{most} assessors judge one answer, which gives levels up to L{top}; {gold} goes up "
                "to L{highest_level}. Set smaller weights, or a smaller panel.",
                most=most,
                top=top,
                gold=gold,
                highest_level=HIGHEST_LEVEL,
            )
        )
    return top
