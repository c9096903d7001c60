"""How ranked answers get their levels: from patterns of votes, from favorites, from the asker, from labels.

Each way answers `of` with the levels of some answers, always those of whole questions.
"""

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from jurybox.collection.codes import LABEL_CODES
from jurybox.collection.collection import Collection
from jurybox.errors import Refused
from jurybox.gold.by_middle import ByMean, ByMedian
from jurybox.gold.by_pattern import ByPattern
from jurybox.gold.gold import OF_QUALITY, Gold
from jurybox.gold.labels import LabelStandard
from jurybox.gold.panel import IS_MISSING, Mask, Panel, Positions
from jurybox.gold.patterns import OUT, Bits, Levels, level_of, levels_of_labels
from jurybox.gold.why import why_open
from jurybox.label_schemes import QUALITY
from jurybox.language import tr

_A, _B = LABEL_CODES["A"], LABEL_CODES["B"]


NO_BEST = tr("the asker chose no best answer of the question")


class Grading(Protocol):
    """One way to grade."""

    @property
    def panel(self) -> Panel:
        """Whose labels count."""

    @property
    def top(self) -> int:
        """The highest level it can give."""

    @property
    def gains(self) -> Sequence[float]:
        """What the levels are worth from L0 up, where the gold standard names no gains."""

    @property
    def ratings(self) -> Sequence[float] | None:
        """The grades of the levels on the scale of the labels; None where levels are made of votes."""

    @property
    def relevant_from(self) -> int:
        """The lowest level of a relevant answer."""

    def follow(self, answers: Positions) -> bool:
        """Return whether labels of these answers change others too, so that all is to be graded."""

    def of(self, answers: Positions) -> Levels:
        """Return the levels of the answers of whole questions."""

    def why(self, answer: int) -> str:
        """Return why an answer has no level, in one clause."""


class ByLabel:
    """One assessor, a majority or an adjudication: the lowest label is level 0, such as A, B, C 2, 1, 0."""

    def __init__(self, collection: Collection, gold: Gold) -> None:
        scheme = collection.facts.graded_scheme(collection.catalog.kinds)
        self.top = len(scheme.labels) - 1
        self.gains = tuple(label.worth for label in reversed(scheme.labels))
        self.ratings = scheme.grades[::-1]
        self.relevant_from = len(scheme.labels) - len(scheme.relevant(gold.mapping))
        self._labels = LabelStandard(collection, gold, scheme.words)

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
        return levels_of_labels(labels.reachable, labels.stays_out)

    def why(self, answer: int) -> str:
        """Return whose label is missing, or who gave which."""
        return self._labels.why(answer)


class ByFavorite:
    """UFA and UFBA: the favorites of the panel's members; with the asker's best answer (Sakai, section 3.5).

    On a question, an assessor's favorites are all answers they rated A; if there are none, all they rated B;
    else none. An answer that can never get A, B or C is left out.
    """

    top = relevant_from = 1
    gains = (0.0, 1.0)
    ratings = None

    def __init__(self, collection: Collection, gold: Gold) -> None:
        self._collection, self._gold = collection, gold
        self.panel = Panel(self._collection, self._gold)
        self._question = collection.catalog.answer_question
        self._best = collection.catalog.answer_best == 1
        self._with_best = gold.whose == "UFBA"

    def follow(self, answers: Positions) -> bool:
        """Return whether labels of these answers changed who is on the panel."""
        changed = self.panel.follow(answers)
        if changed:
            self.panel = Panel(self._collection, self._gold)
        return changed

    def of(self, answers: Positions) -> Levels:
        """Return L1 for favorites, L0 for the others."""
        codes = self.panel.labels(answers)
        if self.panel.awaited:
            codes = np.zeros((1, len(answers)), dtype=np.int8)
        waits = IS_MISSING[codes.view(np.uint8)]
        if not self.panel.awaited:
            waits &= self.panel.members(answers, codes)
        is_a, is_b = codes == _A, codes == _B
        questions, at = np.unique(self._question[answers], return_inverse=True)
        better, could_be = (_anywhere(mask, at, len(questions)) for mask in (is_a, is_a | waits))
        certain = (is_a | (is_b & ~could_be)).any(axis=0)
        thinkable = (is_a | waits | (is_b & ~better)).any(axis=0)
        possible = thinkable * np.int64(2) + ~certain * np.int64(1)
        possible[~((codes > 0) | waits).any(axis=0)] = OUT
        if self._with_best:
            possible[self._best[answers]] = 2
        return Levels(level_of(possible, self.top), possible)

    def why(self, answer: int) -> str:
        """Return whose label is missing."""
        return why_open(self._collection, self.panel, answer, self.panel.labels(np.array([answer])))


class ByAsker:
    """BA: the asker's best answer is L1, the others L0; a question without one is left out."""

    top = relevant_from = 1
    gains = (0.0, 1.0)
    ratings = None

    def __init__(self, collection: Collection, gold: Gold) -> None:
        catalog = collection.catalog
        self.panel = Panel(collection, gold)
        best = catalog.answer_best == 1
        chosen = np.zeros(len(catalog.questions), dtype=np.bool_)
        chosen[catalog.answer_question[best]] = True
        self._possible: Bits = np.where(chosen[catalog.answer_question], np.where(best, 2, 1), OUT)

    def follow(self, answers: Positions) -> bool:
        """Return whether labels of these answers changed who is on the panel; no level depends on it."""
        self.panel.follow(answers)
        return False

    def of(self, answers: Positions) -> Levels:
        """Return what the asker chose."""
        possible = self._possible[answers]
        return Levels(level_of(possible, self.top), possible)

    def why(self, answer: int) -> str:
        """Return that nobody else can choose for the asker."""
        del answer
        return NO_BEST


def grading_for(collection: Collection, gold: Gold) -> Grading:
    """Return the way in which a gold standard grades ranked answers.

    Raises Refused for one that is defined by the labels A, B and C where there are others.
    """
    scheme = collection.facts.graded_scheme(collection.catalog.kinds)
    if gold.whose in OF_QUALITY and scheme.words != QUALITY.words:
        raise Refused(
            tr(
                "{gold} is defined by the labels A, B and C alone (Sakai et al. 2010), and here "
                "answers are labeled by {scheme!r}. Choose assessor:NAME, majority, median or "
                "adjudicated.",
                gold=gold,
                scheme=scheme.name,
            )
        )
    if gold.whose == "median":
        return ByMedian(collection, gold)
    if gold.whose == "mean":
        return ByMean(collection, gold)
    if gold.whose in ("GA", "GAW", "LOO"):
        return ByPattern(collection, gold)
    if gold.whose in ("UFA", "UFBA"):
        return ByFavorite(collection, gold)
    if gold.whose == "BA":
        return ByAsker(collection, gold)
    return ByLabel(collection, gold)


def _anywhere(mask: Mask, at: Positions, questions: int) -> Mask:
    """Return for each assessor and answer whether the mask holds for any answer of its question `at`."""
    found = np.zeros((len(mask), questions), dtype=np.bool_)
    rows, columns = np.nonzero(mask)
    found[rows, at[columns]] = True
    return found[:, at]
