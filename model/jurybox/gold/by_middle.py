"""Median and mean of the labels of a panel, on ordered scales.

Who judges an answer is as everywhere (`jurybox.gold.panel`); *cannot tell* and *junk* are entries without a
label, and their assessors are left out of the median or mean. While a label is missing the answer is
unjudged, and every label of the scheme is still possible there.
"""

from fractions import Fraction
from math import gcd
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.collection import Collection
from jurybox.errors import Refused
from jurybox.gold.gold import Gold
from jurybox.gold.panel import IS_MISSING, Panel, Positions
from jurybox.gold.patterns import FITS, LEFT_OUT, UNJUDGED, Bits, Levels, bits_of, levels_of_labels
from jurybox.gold.why import why_open
from jurybox.language import tr

MOST_STEPS = 1_000
"""The mean is computed exactly on a grid of up to this many steps, else rounded to the nearest of them."""
_FINEST = 1_000_000
"""Grades are resolved to this many parts of one."""


class WithoutOne(NamedTuple):
    """Answers without one of their labels, one element for each label that is left out.

    `answers`, `people`: positions; `levels`: those of the remaining labels; `ratings`: the resulting mean
    grades of the answers, as no level is exact (a mean of fewer labels), None if levels are.
    """

    answers: Positions
    people: Positions
    levels: Positions
    ratings: NDArray[np.float64] | None


class _OfPanel:
    """What both share: the labels of the panel as places in the scheme, counted from the lowest."""

    def __init__(self, collection: Collection, gold: Gold) -> None:
        self._collection, self._gold = collection, gold
        self.scheme = collection.facts.graded_scheme(collection.catalog.kinds)
        if not self.scheme.is_ordinal:
            raise Refused(
                tr(
                    "{gold} needs ordered labels, and those of {scheme!r} have no order.",
                    gold=gold,
                    scheme=self.scheme.name,
                )
            )
        self.panel = Panel(self._collection, self._gold)
        place = np.full(256, -1, dtype=np.int64)
        words = self.scheme.words[::-1]
        place[collection.ledger.codes.of_all(words)] = np.arange(len(words))
        self._place = place

    def follow(self, answers: Positions) -> bool:
        """Return whether labels of these answers changed who is on the panel."""
        changed = self.panel.follow(answers)
        if changed:
            self.panel = Panel(self._collection, self._gold)
        return changed

    def why(self, answer: int) -> str:
        """Return whose label is missing."""
        return why_open(self._collection, self.panel, answer, self.panel.labels(np.array([answer])))

    def _votes(self, answers: Positions) -> tuple[Positions, Positions]:
        """Return how often each label, the lowest first, was given to answers (rows), and those missing."""
        many = len(self.scheme.labels)
        if self.panel.awaited:
            return np.zeros((len(answers), many), dtype=np.int64), np.ones(len(answers), dtype=np.int64)
        places, missing = self._places(answers)
        given = np.zeros((len(answers), many), dtype=np.int64)
        people, columns = np.nonzero(places >= 0)
        np.add.at(given, (columns, places[people, columns]), 1)
        return given, missing

    def _places(self, answers: Positions) -> tuple[Positions, Positions]:
        """Return the label of each of the panel (rows) for answers, -1 for none, and how many are missing."""
        codes = self.panel.labels(answers)
        members = self.panel.members(answers, codes)
        places = np.where(members, self._place[codes.view(np.uint8)], -1)
        return places, np.count_nonzero(IS_MISSING[codes.view(np.uint8)] & members, axis=0)

    def _left_out(self, answers: Positions) -> tuple[Positions, Positions, Positions, Positions]:
        """Return what one label can be left out of: answers that are complete and whose labels differ.

        For each label: the row of its answer among `answers`, the assessor, its place, and the labels of
        every answer of `answers`, as in `_votes`.
        """
        given, missing = self._votes(answers)
        if self.panel.awaited:
            none = np.empty(0, dtype=np.int64)
            return none, none, none, given
        places, _ = self._places(answers)
        differ = (missing == 0) & (np.count_nonzero(given, axis=1) > 1)
        rows, people = np.nonzero(((places >= 0) & differ).T)
        return rows, self.panel.people[people], places[people, rows], given


class ByMedian(_OfPanel):
    """The middle label of the panel; of an even number the lower of the two in the middle."""

    def __init__(self, collection: Collection, gold: Gold) -> None:
        super().__init__(collection, gold)
        self.top = len(self.scheme.labels) - 1
        self.gains = tuple(label.worth for label in reversed(self.scheme.labels))
        self.ratings = self.scheme.grades[::-1]
        self.relevant_from = len(self.scheme.labels) - len(self.scheme.relevant(gold.mapping))

    def of(self, answers: Positions) -> Levels:
        """Return the places of the medians in the scheme, counted from the lowest label."""
        given, missing = self._votes(answers)
        size = given.sum(axis=1) + missing
        middle = (size - 1) // 2
        passed = np.cumsum(given, axis=1)
        # All missing labels at the bottom put the given one at `middle - missing` into the middle, and all at
        # the top the one at `middle`; every label between these two can be the median as well.
        low = np.where(middle < missing, 0, (passed <= (middle - missing)[:, None]).sum(axis=1))
        high = np.where(middle >= passed[:, -1], self.top, (passed <= middle[:, None]).sum(axis=1))
        places = np.arange(self.top, -1, -1)[:, None]
        is_in = (places >= low) & (places <= high) & (size > 0)
        levels = levels_of_labels(is_in, size == 0)
        waits = missing > 0
        return Levels(np.where(waits, UNJUDGED, levels.level).astype(np.int16), levels.possible)

    def without_one(self, answers: Positions) -> WithoutOne:
        """Return the medians of answers without each of their labels in turn, where the labels differ."""
        rows, people, place, given = self._left_out(answers)
        passed = np.cumsum(given, axis=1)
        middle = (passed[:, -1] - 2) // 2
        # Of the labels in order, the one in the middle of the rest is that at `middle`, or the next one if
        # the label that is left out is not above it.
        here, ahead = ((passed <= at[:, None]).sum(axis=1) for at in (middle, middle + 1))
        levels = np.where(place <= here[rows], ahead[rows], here[rows])
        return WithoutOne(answers[rows], people, levels, None)


class ByMean(_OfPanel):
    """The mean of the grades of the panel's labels.

    Levels are steps from the lowest grade up, as many for one grade as makes every mean a whole number of
    them; if that takes more than `MOST_STEPS`, means are rounded to the nearest of these steps.
    """

    def __init__(self, collection: Collection, gold: Gold) -> None:
        super().__init__(collection, gold)
        if self.scheme.measurement != "interval":
            raise Refused(
                tr(
                    "A mean needs an interval scale, and the labels of {scheme!r} are only "
                    "ordered. Choose median, or call the scheme an interval scale.",
                    scheme=self.scheme.name,
                )
            )
        grades = [round(grade * _FINEST) for grade in reversed(self.scheme.grades)]
        self._lowest = grades[0]
        self._step = gcd(*(grade - grades[0] for grade in grades))
        self._units: Positions = (np.array(grades) - grades[0]) // self._step
        self._read()

    def _read(self) -> None:
        everything = np.arange(self._collection.catalog.answer_count)
        given, missing = self._votes(everything)
        self._sizes = np.unique(given.sum(axis=1) + missing)
        span = int(self._units[-1])
        parts = 1
        for size in self._sizes[self._sizes > 0].tolist():
            parts = parts * size // gcd(parts, size)
            if parts * span > MOST_STEPS:
                break
        self.is_exact = parts * span <= MOST_STEPS
        self.top = parts * span if self.is_exact else MOST_STEPS
        self.ratings = tuple(
            float(Fraction(self._lowest * self.top + self._step * span * level, self.top * _FINEST))
            for level in range(self.top + 1)
        )
        self.gains = tuple(max(0.0, rating) for rating in self.ratings)
        least = self.scheme.relevant(self._gold.mapping)[-1]
        grade = next(label.grade for label in self.scheme.labels if label.word == least)
        at = (round(grade * _FINEST) - self._lowest) // self._step
        self.relevant_from = -(-at * self.top // span)

    def follow(self, answers: Positions) -> bool:
        """Return whether who is on the panel changed, or an answer is judged by another number of people."""
        changed = super().follow(answers)
        given, missing = self._votes(answers)
        if changed or not np.isin(given.sum(axis=1) + missing, self._sizes).all():
            self._read()
            return True
        return False

    def of(self, answers: Positions) -> Levels:
        """Return the means as levels."""
        given, missing = self._votes(answers)
        count = given.sum(axis=1)
        size = count + missing
        total = given @ self._units
        span = int(self._units[-1])
        scaled = (2 * total * self.top + span * np.maximum(size, 1)) // (2 * span * np.maximum(size, 1))
        level = np.where(missing > 0, UNJUDGED, np.where(size == 0, LEFT_OUT, scaled)).astype(np.int16)
        possible = [
            self._reachable(int(one), int(wait), int(many)) if many else bits_of([None])
            for one, wait, many in zip(total, missing, size, strict=True)
        ]
        bits: Bits = np.array(possible, dtype=np.object_)
        return Levels(level, bits if self.top > FITS else bits.astype(np.int64))

    def without_one(self, answers: Positions) -> WithoutOne:
        """Return the means of answers without each of their labels in turn, where the labels differ.

        The rating is the mean itself, which can be between two levels; rounded where means are.
        """
        rows, people, place, given = self._left_out(answers)
        total = (given @ self._units)[rows] - self._units[place]
        size, span = given.sum(axis=1)[rows] - 1, int(self._units[-1])
        levels = (2 * total * self.top + span * size) // (2 * span * size)
        exact = total * self.top / (span * size) if self.is_exact else levels
        ratings = (self._lowest + self._step * span * exact / self.top) / _FINEST
        return WithoutOne(answers[rows], people, levels, ratings)

    def _reachable(self, total: int, missing: int, size: int) -> int:
        """Return the levels of all completions, as bits: sums with each missing label any of the scheme."""
        sums = 1 << total
        for _ in range(missing):
            wider = 0
            for unit in self._units.tolist():
                wider |= sums << unit
            sums = wider
        span = int(self._units[-1])
        found = (at for at in range(sums.bit_length()) if sums >> at & 1)
        return bits_of({(2 * at * self.top + span * size) // (2 * span * size) for at in found})
