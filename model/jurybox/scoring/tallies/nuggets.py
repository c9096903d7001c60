"""The tally of Other questions: for every run which nuggets its response contains, and its length.

A response is all that a run returned to the question. It holds a nugget once if any of its answers does;
its length is that of the run's own texts, without white space. A question is scored when the importance of
every nugget, and every answer that a run shown returned, is decided; it waits while something is missing,
and is left out without nuggets, if nobody is to match one of those answers, or if it is left unjudged on
purpose.

Bounds: nuggets and their weights stay as they are. Every score here grows with each nugget that is held, so
its ends are those of matching nothing and everything that is open. Where importance is open, a nugget that is
vital moves the share of vital ones that are held towards how far it is held itself. So at worst those held
least are vital, and at best those held most: how many of them, is tried.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from jurybox.gold.nuggets import OKAY, PARTIAL, UNDECIDED, VITAL, YES, NuggetGold
from jurybox.language import tr
from jurybox.measures import Input, Measure, NuggetResponse, WeightedNuggets
from jurybox.scoring.results import NO_NUGGETS, ON_PURPOSE, Table, Unscored
from jurybox.scoring.tallies.question_units import (
    LEFT_OUT,
    SCORED,
    WAITING,
    Ends,
    QuestionSheet,
    QuestionUnits,
    Submissions,
)

Halves = NDArray[np.int8]
Mask = NDArray[np.bool_]

_HELD = ("no", "partial", "yes")
_IMPORTANCE = {VITAL: "vital", OKAY: "okay", UNDECIDED: "undecided"}


class NuggetTally(QuestionUnits):
    """Nuggets in the responses of all columns, over Other questions."""

    def prepare(self) -> None:
        """Read who judges nuggets."""
        basis = self._basis
        self._gold = NuggetGold(basis.collection, self.gold)

    def sheet(self, question: int) -> "NuggetSheet":
        """Return the present sheet of a question."""
        given, on_purpose = self.returned(question), self.is_on_purpose(question)
        return NuggetSheet(self._gold, question, given, self._basis.submitted, on_purpose=on_purpose)

    def why_open(self, question: int) -> list[Unscored]:
        """Return the answers that are not matched, and the nuggets without importance."""
        answers = np.unique(self.returned(question).answer).tolist()
        truth = self._gold.of(question, answers)
        found: list[Unscored] = []
        for at, answer in enumerate(answers):
            if truth.stays_out[at]:
                found.append(Unscored(answer, is_pending=False, why=tr("nobody is to match it"), what="match"))
            elif (truth.low[at] != truth.high[at]).any():
                why = self._gold.why_unmatched(question, answer)
                found.append(Unscored(answer, is_pending=True, why=why, what="match"))
        undecided = [line.text for line, one in zip(truth.lines, truth.importance, strict=True) if one == UNDECIDED]
        found += [
            Unscored("", is_pending=True, why=tr("vital or okay is undecided: {text}", text=text), what="importance")
            for text in undecided
        ]
        return found


class NuggetSheet(QuestionSheet):
    """One Other question: its nuggets, and which of them the response of each column contains."""

    def __init__(self, gold: NuggetGold, question: int, given: Submissions, columns: int, *, on_purpose: bool) -> None:
        answers = np.unique(given.answer)
        self._truth = truth = gold.of(question, answers.tolist())
        self._matched = bool((truth.low == truth.high).all())
        if on_purpose:
            self.reason = ON_PURPOSE
        elif not truth.lines:
            self.reason = NO_NUGGETS
        elif truth.stays_out.any():
            self.reason = tr("nobody is to match an answer to the question")
        self._vital = np.array([one == VITAL for one in truth.importance], dtype=np.bool_)
        self._open = np.array([one == UNDECIDED for one in truth.importance], dtype=np.bool_)
        self._vitals = self._vital.tobytes()
        self._length = np.bincount(given.column, weights=given.length, minlength=columns).astype(int).tolist()
        places = np.searchsorted(answers, given.answer)
        self._low = _held(truth.low, given.column, places, columns)
        self._high = _held(truth.high, given.column, places, columns)

    def status(self, measure: Measure) -> int:
        """Return whether it is scored, waits or is left out; a pyramid waits for weights, not for votes."""
        if self.reason:
            return LEFT_OUT
        return SCORED if self._matched and self._is_weighed(measure) else WAITING

    def _is_weighed(self, measure: Measure) -> bool:
        """Return whether it is decided how much each nugget matters to a measure."""
        if WeightedNuggets in measure.accepts:
            return self._truth.weights is not None
        return UNDECIDED not in self._truth.importance

    def data(self, measure: Measure, column: int) -> Input:
        """Return which nuggets a response contains, and its length."""
        return self._input(measure, self._low[column], self._length[column])

    def key(self, measure: Measure, column: int) -> object:
        """Return what the scores of a column depend on."""
        if WeightedNuggets in measure.accepts:
            return self._truth.weights, self._low[column].tobytes()
        return self._vitals, self._low[column].tobytes()

    def _input(self, measure: Measure, held: Halves, length: int, vital: Mask | None = None) -> Input:
        if WeightedNuggets in measure.accepts:
            weights = self._truth.weights or ()
            return WeightedNuggets(weights, (held == YES).astype(int).tolist(), length)
        full, part, vital = held == YES, held == PARTIAL, self._vital if vital is None else vital
        masks = (vital, ~vital, full & vital, full & ~vital, part & vital, part & ~vital)
        a, b, c, d, e, f = (int(np.count_nonzero(mask)) for mask in masks)
        return NuggetResponse(a, b, c, d, e, f, length)

    def ends(self, measure: Measure, column: int) -> Ends:
        """Return its contents with no open match and with all of them, and the importance that fits; see above."""
        length = self._length[column]
        if WeightedNuggets in measure.accepts:
            if self._truth.weights is None:
                return Ends(None, None, can_be_out=True, exact=False)
            least, most = (self._input(measure, held[column], length) for held in (self._low, self._high))
            never = not measure.evaluate(most).defined
            return Ends(least, most, can_be_out=never, exact=True, never=never)
        worst = list(self._by_importance(measure, self._low[column], length, at_best=False))
        best = list(self._by_importance(measure, self._high[column], length, at_best=True))
        if not best:
            return Ends(None, None, can_be_out=True, exact=True, never=True)
        low, high = min(worst or best, key=lambda end: end[0])[1], max(best, key=lambda end: end[0])[1]
        is_open = bool(self._open.any())
        return Ends(low, high, can_be_out=is_open, exact=not is_open)

    def _by_importance(
        self, measure: Measure, held: Halves, length: int, *, at_best: bool
    ) -> Iterator[tuple[float, Input]]:
        """Yield the value and the input for more and more vital nuggets among those whose importance is open."""
        order = np.flatnonzero(self._open)
        order = order[np.argsort(-held[order] if at_best else held[order], kind="stable")]
        for count in range(len(order) + 1):
            vital = self._vital.copy()
            vital[order[:count]] = True
            made = self._input(measure, held, length, vital)
            found = measure.evaluate(made)
            if found.defined:
                yield found.value, made

    def table(self, measure: Measure, column: int) -> Table:
        """Return the nuggets, their weight or importance, and how far the response contains them."""
        truth = self._truth
        worth: Sequence[float | str] = [_IMPORTANCE[one] for one in truth.importance]
        weighed = WeightedNuggets in measure.accepts and truth.weights is not None
        if weighed:
            worth = truth.weights or ()
        ends = zip(self._low[column].tolist(), self._high[column].tolist(), strict=True)
        held = [_HELD[low] if low == high else "not matched" for low, high in ends]
        rows = zip((line.text for line in truth.lines), worth, held, strict=True)
        return Table(("nugget", "weight" if weighed else "importance", "held"), tuple(rows))


def _held(halves: Halves, column: NDArray[np.int64], places: NDArray[np.intp], columns: int) -> Halves:
    """Return how far each response contains each nugget (columns, nuggets): the best of its answers."""
    held = np.zeros((columns, halves.shape[1]), dtype=np.int8)
    if len(column) and halves.shape[1]:
        order = np.argsort(column, kind="stable")
        answered, starts = np.unique(column[order], return_index=True)
        held[answered] = np.maximum.reduceat(halves[places[order]], starts, axis=0)
    return held
