"""The tally of selections: for every run and question, what it won by choosing.

A question is scored when all its answers are judged, waits while a missing label could bring it in, and is
left out if one of its answers stays unsettled for good. Questions without answers are no units.

A run selects one answer of a question, or rejects all of them, or does neither: the rows of `groups`. The
outcomes are bits as for answers: 1 the question is won (the selected answer is correct, or all were
rejected and none is), 2 it is not, 4 the question is left out.
"""

import numpy as np
from numpy.typing import NDArray

from jurybox.gold import CAN_BE_CORRECT, CAN_BE_INCORRECT, CAN_STAY_OUT
from jurybox.measures import Selections
from jurybox.scoring.answers import count_groups
from jurybox.scoring.results import Sizes
from jurybox.scoring.submitted import NO, Positions, Small, Submitted

SELECTS, REJECTS, NEITHER = 0, 1, 2
WON, LOST, OUT = CAN_BE_CORRECT, CAN_BE_INCORRECT, CAN_STAY_OUT
UNSELECTED, SCORED, WAITING, LEFT_OUT = range(4)

_DECIDED = np.zeros(8, dtype=np.bool_)
_DECIDED[[CAN_BE_CORRECT, CAN_BE_INCORRECT, CAN_STAY_OUT]] = True


class SelectionTally:
    """Counts and groups of all runs over the questions of a validation collection."""

    def __init__(self, submitted: Submitted, question_of_unit: Positions, outcomes: Small) -> None:
        self._order = np.argsort(question_of_unit, kind="stable")
        asked, starts, sizes = np.unique(question_of_unit[self._order], return_index=True, return_counts=True)
        self._starts, self._sizes = starts, sizes
        self._question_of = np.searchsorted(asked, question_of_unit)
        self._rows, self._chosen = _rows_of(submitted, self._order, starts, len(asked))
        self._columns = np.arange(len(submitted.runs))
        self.restart(outcomes)

    def restart(self, outcomes: Small) -> None:
        """Count everything anew for these possible outcomes of every answer."""
        self._answers = outcomes.copy()
        self._status, self._outcomes = self._judge(np.arange(len(self._starts)))
        self.groups = count_groups(self._rows, self._outcomes)
        scored = self._status == SCORED
        self._scored = count_groups(self._rows[scored], self._outcomes[scored])

    def move(self, units: Positions, outcomes: Small) -> None:
        """Take in the possible outcomes of some answers."""
        self._answers[units] = outcomes
        questions = np.unique(self._question_of[units])
        self._count(questions, -1)
        self._status[questions], self._outcomes[questions] = self._judge(questions)
        self._count(questions, 1)

    @property
    def sizes(self) -> Sizes:
        """How many questions are scored, wait, and are left out."""
        return Sizes(*(int(np.count_nonzero(self._status == each)) for each in (SCORED, WAITING, LEFT_OUT)))

    def data(self, column: int) -> Selections:
        """Return what a run won by selecting and by rejecting, and all questions that are scored."""
        won = self._scored[column, :, WON].tolist()
        return Selections(won[SELECTS], won[REJECTS], sum(won) + int(self._scored[column, :, LOST].sum()))

    def _count(self, questions: Positions, by: int) -> None:
        for question in questions.tolist():
            cells = (self._columns, self._rows[question], self._outcomes[question])
            self.groups[cells] += by
            if self._status[question] == SCORED:
                self._scored[cells] += by

    def _judge(self, questions: Positions) -> tuple[Small, Small]:
        """Return the status of questions, and their possible outcomes for every run."""
        sizes = self._sizes[questions]
        each = np.cumsum(sizes) - sizes
        within = np.arange(int(sizes.sum())) - np.repeat(each, sizes)
        answers = self._answers[self._order[np.repeat(self._starts[questions], sizes) + within]]
        any_of = np.bitwise_or.reduceat(answers, each)
        all_of = np.bitwise_and.reduceat(answers, each)
        is_out = np.logical_or.reduceat(answers == CAN_STAY_OUT, each)
        is_open = np.logical_or.reduceat(~_DECIDED[answers], each)
        status = np.where(is_out, LEFT_OUT, np.where(is_open, WAITING, SCORED)).astype(np.int8)
        status[any_of == 0] = UNSELECTED
        return status, self._outcomes_of(questions, any_of, all_of, status)

    def _outcomes_of(self, questions: Positions, any_of: Small, all_of: Small, status: Small) -> Small:
        rows, chosen = self._rows[questions], self._chosen[questions]
        rejected = ((all_of & CAN_BE_INCORRECT) != 0) * WON | ((any_of & CAN_BE_CORRECT) != 0) * LOST
        by_row = np.where(rows == REJECTS, rejected[:, None], LOST)
        outcomes = np.where(rows == SELECTS, self._answers[chosen] & (WON | LOST), by_row)
        outcomes |= any_of[:, None] & OUT
        outcomes[status == LEFT_OUT] = OUT
        outcomes[status == UNSELECTED] = 0
        return outcomes.astype(np.int8)


def _rows_of(
    submitted: Submitted, order: Positions, starts: Positions, questions: int
) -> tuple[Small, NDArray[np.int64]]:
    """Return for each question and run what it does, and the answer it selects (the first, if several)."""
    runs = len(submitted.runs)
    if not questions:
        return np.empty((0, runs), dtype=np.int8), np.empty((0, runs), dtype=np.int64)
    selected, rejected = submitted.selections[order], submitted.decisions[order] == NO
    places = np.where(selected, np.arange(len(order))[:, None], len(order))
    first = np.minimum.reduceat(places, starts, axis=0)
    selects = first < len(order)
    rejects = np.logical_and.reduceat(rejected, starts, axis=0) & ~selects
    rows = np.where(selects, SELECTS, np.where(rejects, REJECTS, NEITHER)).astype(np.int8)
    return rows, order[np.where(selects, first, 0)]
