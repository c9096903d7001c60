"""A gold standard of ranked answers at work: their levels, those still possible, and what they are worth."""

from collections import Counter
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.collection import Collection
from jurybox.collection.kept_labels import as_frozen
from jurybox.errors import Refused
from jurybox.gold.choosing import gold_by
from jurybox.gold.gold import Gold
from jurybox.gold.grading import grading_for
from jurybox.gold.panel import IS_MISSING, Mask, Positions, has_labeled
from jurybox.gold.patterns import FITS, LEFT_OUT, LETTERS, OUT_BIT, UNJUDGED, Levels
from jurybox.gold.truth import STRETCH
from jurybox.label_schemes import QUALITY
from jurybox.language import tr

Gains = NDArray[np.float64]


class Graded:
    """The levels of ranked answers under `gold`, the chosen one or else the usual one (`gold_by`).

    `top` is the highest level, `gains[level]` what each is worth (L0 nothing), `ratings[level]` its grade on the
    scale of the labels, and its gain where levels are made of votes. The ledger may grow under it;
    the catalog may not. Raises Refused where the gold standard has no levels for this panel: GA unless it is
    of exactly four, gains for another number of levels, an assessor who is not there.
    """

    def __init__(self, collection: Collection, gold: Gold) -> None:
        self.gold = gold_by("graded", gold, collection.catalog, collection.facts)
        collection = as_frozen(collection, gold.frozen)
        catalog, ledger, facts = collection
        self._late = None if catalog.late is None else catalog.late.unknown
        self._grading = grading_for(collection, self.gold)
        self._words, self._codes = facts.graded_scheme(catalog.kinds).words, ledger.codes
        self._question = catalog.answer_question
        judged = ~catalog.on_purpose
        self._counts: Mask = catalog.is_graded & judged
        self._all_count = bool(self._counts.all())
        self._set_gains()

    def _set_gains(self) -> None:
        self.top = self._grading.top
        self._sets = np.dtype(np.int64 if self.top <= FITS else np.object_)
        self.gains: Gains = np.array(self._grading.gains, dtype=np.float64)
        if self.gold.gains is not None:
            self._name_gains(self.gold.gains)
        rated = self._grading.ratings
        self.ratings: Gains = self.gains if rated is None else np.array(rated, dtype=np.float64)

    def _name_gains(self, gains: tuple[float, ...]) -> None:
        self.gains[0] = 0
        if len(gains) != self.top:
            raise Refused(
                tr(
                    "{gold} names gains for {gains} levels, but here there are L1 to L{top}. Name one for each.",
                    gold=self.gold,
                    gains=len(gains),
                    top=self.top,
                )
            )
        self.gains[1:] = gains

    @property
    def least_relevant(self) -> float | None:
        """The gain of the lowest relevant level; None where whatever gains anything is relevant."""
        at = self._grading.relevant_from
        below = self.gains[:at]
        return float(self.gains[at]) if at <= self.top and below.any() else None

    def follow(self, answers: Positions) -> bool:
        """Return whether labels of these answers changed more than their questions; then grade all again.

        An implicit panel grows with the first label of each person, which can also change `top` and `gains`,
        and can make it one that is refused.
        """
        changed = self._grading.follow(answers)
        if changed:
            self._set_gains()
        return changed

    def of(self, answers: Positions) -> Levels:
        """Return the levels of these answers, which must be all answers of their questions, in any order.

        Answers of other kinds of question, and of questions left unjudged on purpose, are left out.
        """
        levels = self._of_known(answers)
        if not self._all_count:
            out = ~self._counts[self._question[answers]]
            levels.level[out] = LEFT_OUT
            levels.possible[out] = 1 << OUT_BIT
        return levels

    def _of_known(self, answers: Positions) -> Levels:
        """Return the levels of answers; those that came after a gold standard was frozen change no other one."""
        if self._late is None or not self._late[answers].any():
            return self._grading.of(answers)
        known = ~self._late[answers]
        level = np.full(len(answers), UNJUDGED, dtype=np.int16)
        possible = np.full(len(answers), (1 << (self.top + 1)) - 1, dtype=self._sets)
        level[known], possible[known] = self._grading.of(answers[known])
        return Levels(level, possible)

    def of_all(self) -> Levels:
        """Return the levels of every answer of the collection, a stretch of whole questions at a time."""
        answers = np.argsort(self._question, kind="stable")
        question_of = self._question[answers]
        most = max(1, STRETCH // max(1, len(self._grading.panel.people)))
        ends = np.unique(np.searchsorted(question_of, question_of[most::most]))
        count = len(answers)
        level, possible = np.empty(count, dtype=np.int16), np.empty(count, dtype=self._sets)
        for part in np.split(answers, ends):
            level[part], possible[part] = self.of(part)
        return Levels(level, possible)

    @property
    def is_planned(self) -> bool:
        """Whether somebody said who is to judge what; else whoever labeled an answer judges it alone."""
        return self._grading.panel.planned

    def is_labeled(self, answers: Positions) -> Mask:
        """Return which answers somebody on the panel labeled; a state such as *skipped* is not a label."""
        labeled: Mask = np.logical_or.reduce(has_labeled(self._grading.panel.labels(answers)), axis=0)
        return labeled

    def is_seen(self, answers: Positions) -> Mask:
        """Return which answers somebody on the panel labeled or called junk or undecidable."""
        seen: Mask = np.logical_or.reduce(~IS_MISSING[self._grading.panel.labels(answers).view(np.uint8)], axis=0)
        return seen

    def why(self, answer: int) -> str:
        """Return why an answer has no level, in one clause."""
        return self._grading.why(answer)

    @property
    def has_letters(self) -> bool:
        """Whether the labels are A, B and C, so that a pattern has a letter for each assessor."""
        return self._words == QUALITY.words

    def patterns_of(self, answers: Positions) -> list[str]:
        """Return the panel's labels of each answer, best first, such as `AABC`, other labels `3 (2) 0 (1)`.

        `?` is a missing label, `-` *cannot tell* or *junk*; the paper leaves out the C's.
        """
        codes = self._grading.panel.labels(answers)
        members = self._grading.panel.members(answers, codes)
        missing = IS_MISSING[codes.view(np.uint8)]
        every = zip(codes.T.tolist(), missing.T.tolist(), members.T.tolist(), strict=True)
        if self.has_letters:
            return ["".join(sorted(self._said(*rows), key=LETTERS.index)) for rows in every]
        return [self._counted(Counter(self._said(*rows))) for rows in every]

    def _counted(self, given: Counter[str]) -> str:
        return " ".join(f"{word} ({given[word]})" for word in (*self._words, "?", "-") if given[word])

    def _said(self, codes: list[int], missing: list[bool], members: list[bool]) -> Iterator[str]:
        """Yield the label of each member of the panel who judges the answer."""
        for code, waits, member in zip(codes, missing, members, strict=True):
            if member:
                word = self._codes.word(code)
                yield "?" if waits else word if word in self._words else "-"
