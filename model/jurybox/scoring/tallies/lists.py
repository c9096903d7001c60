"""The tally of list questions: for every run the distinct correct answers among what it returned.

A question is scored when every pooled answer of it is judged, waits while a missing label could bring it
in, and is left out if an answer stays unsettled for good or the question is left unjudged on purpose. One
without a known instance is scored and undefined.

Bounds: an answer more that is correct adds to both what a run found and what is known, or to one of them.
F and recall grow when both do, as nobody finds more than is known; so the best completion makes correct
whatever the run returned and nothing else, the worst makes correct what only others returned. Groups and
instances stay as they are, but for those that a decision can still make one: then the best has as many found
and as few known as there can be, the worst as few found and as many known. That is more than decisions can do
at once; and where three or more people grouped, answers can chain groups. Both bounds are outer ones.
"""

from collections.abc import Sequence

import numpy as np

from jurybox.gold import CAN_BE_CORRECT, CAN_STAY_OUT, CORRECT, UNJUDGED
from jurybox.gold.lists import Instances, ListGold
from jurybox.language import tr
from jurybox.measures import ListResponse, Measure
from jurybox.scoring.basis import Basis
from jurybox.scoring.results import ON_PURPOSE, Table, Unscored
from jurybox.scoring.tallies.question_units import (
    LEFT_OUT,
    SCORED,
    WAITING,
    Ends,
    QuestionSheet,
    QuestionUnits,
    Submissions,
    answers_open,
)


class ListTally(QuestionUnits):
    """Instances found by all columns, over list questions."""

    def prepare(self) -> None:
        """Read who groups."""
        basis = self._basis
        self._gold = ListGold(basis.collection, self.gold)

    def sheet(self, question: int) -> "ListSheet":
        """Return the present sheet of a question."""
        answers = self._basis.catalog.answers_of(question).tolist()
        given, on_purpose = self.returned(question), self.is_on_purpose(question)
        return ListSheet(self._basis, self._gold, question, answers, given, on_purpose=on_purpose)

    def why_open(self, question: int) -> list[Unscored]:
        """Return the answers that are neither correct nor incorrect; else that groups are undecided."""
        return answers_open(self._basis, question) or [
            Unscored("", is_pending=True, why=tr("groups are undecided"), what="group")
        ]


class ListSheet(QuestionSheet):
    """One list question: its instances, and which of them each column returned."""

    def __init__(
        self,
        basis: Basis,
        gold: ListGold,
        question: int,
        answers: Sequence[int],
        given: Submissions,
        *,
        on_purpose: bool,
    ) -> None:
        truth, possible = basis.truth[answers], basis.possible[answers]
        self._status = SCORED
        if on_purpose:
            self._status, self.reason = LEFT_OUT, ON_PURPOSE
        elif (possible == CAN_STAY_OUT).any():
            self._status, self.reason = LEFT_OUT, tr("an answer of the question cannot be settled")
        elif (truth == UNJUDGED).any():
            self._status = WAITING
        self._can_stay_out = bool((possible & CAN_STAY_OUT).any())
        self._correct = {a for a, one in zip(answers, truth.tolist(), strict=True) if one == CORRECT}
        # What is correct wherever the question is scored: some answers can be that, or leave it out.
        outcomes = (possible & ~CAN_STAY_OUT).tolist()
        self._certain = {a for a, one in zip(answers, outcomes, strict=True) if one == CAN_BE_CORRECT}
        self._maybe = [a for a, one in zip(answers, possible.tolist(), strict=True) if one & CAN_BE_CORRECT]
        self._instances = gold.of(question, self._maybe)
        if self._status == SCORED and self._instances.at_fewest is not None:
            self._status = WAITING
        columns = basis.submitted
        self._returned = np.bincount(given.column, minlength=columns).tolist()
        self._answers: list[set[int]] = [set() for _ in range(columns)]
        for column, answer in zip(given.column.tolist(), given.answer.tolist(), strict=True):
            if answer in self._instances.number:
                self._answers[column].add(answer)

    def status(self, measure: Measure) -> int:
        """Return whether it is scored, waits or is left out; the same for every measure."""
        del measure
        return self._status

    def data(self, measure: Measure, column: int) -> ListResponse:
        """Return what a column found, returned, and what is known."""
        del measure
        found = _numbers(self._instances, self._answers[column])
        return ListResponse(len(found), self._returned[column], self._instances.known)

    def key(self, measure: Measure, column: int) -> object:
        """Return what the scores of a column depend on."""
        return self.data(measure, column)

    def ends(self, measure: Measure, column: int) -> Ends:
        """Return the worst and the best that completions can make of it for a column."""
        del measure
        many = self._instances
        few = many.at_fewest or many
        mine, returned = self._answers[column], self._returned[column]
        unreturned = set(range(many.unreturned))
        settled = unreturned | _numbers(many, self._certain)
        can_be_out = not settled or self._can_stay_out
        if not many.known:
            return Ends(None, None, can_be_out, exact=True, never=True)
        if not many.fixed and len(self._certain) < len(self._maybe):
            # Other completions can chain what is certain now, or part it.
            most = len(mine)
            best = ListResponse(most, returned, max(most, many.unreturned, 1))
            worst = ListResponse(min(len(mine & self._certain), 1), returned, len(self._maybe) + many.unreturned)
            return Ends(worst, best, can_be_out, exact=False)
        found = len(_numbers(many, mine))
        known = len(unreturned | _numbers(few, self._certain | mine))
        best = ListResponse(found, returned, max(1, found, known))
        others = self._certain | (set(self._maybe) - mine)
        found = len(_numbers(few, mine & self._certain))
        worst = ListResponse(found, returned, len(unreturned | _numbers(many, others)))
        if not worst.known:
            worst = ListResponse(1, returned, 1)
        return Ends(worst, best, can_be_out, exact=few is many)

    def table(self, measure: Measure, column: int) -> Table:
        """Return the correct answers, each with the number of its instance and whether it was returned."""
        del measure
        numbers, mine = self._instances.number, self._answers[column]
        rows = tuple(
            (answer, numbers[answer] + 1, "yes" if answer in mine else "no")
            for answer in self._maybe
            if answer in self._correct
        )
        return Table(("answer", "instance", "returned"), rows)


def _numbers(instances: Instances, answers: set[int]) -> set[int]:
    return {instances.number[answer] for answer in answers}
