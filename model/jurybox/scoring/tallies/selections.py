"""The tally of selections: for every run and question, what it won by choosing.

A question is scored when all its answers are judged, waits while a missing label could bring it in, and is
left out if one of its answers stays unsettled for good. Questions without answers are not units.

A run selects one answer of a question, or rejects all of them, or does neither: the rows of `groups`. The
outcomes are bits as for answers: 1 the question is won (the selected answer is correct, or all were
rejected and none is), 2 it is not, 4 the question is left out.
"""

import math
from itertools import product

import numpy as np
from numpy.typing import NDArray

from jurybox.gold import CAN_BE_CORRECT, CAN_BE_INCORRECT, CAN_STAY_OUT
from jurybox.language import tr
from jurybox.measures import Kind, Measure, Selections
from jurybox.scoring.basis import Basis
from jurybox.scoring.bounds.count_bounds import Cells
from jurybox.scoring.bounds.difference_bounds import Option, joint_bounds
from jurybox.scoring.results import Bounds, RunScore, Sizes
from jurybox.scoring.tallies.counted import CountTally, ScoredUnits, count_groups, groups_in
from jurybox.scoring.tallies.submitted import NO, Positions, Small, Submitted
from jurybox.scoring.tallies.tally import Touched
from jurybox.scoring.unit_table import Columns

SELECTS, REJECTS, NEITHER = 0, 1, 2
WON, LOST, OUT = CAN_BE_CORRECT, CAN_BE_INCORRECT, CAN_STAY_OUT
UNSELECTED, SCORED, WAITING, LEFT_OUT = range(4)

NONE_IN = tr("an answer of each question stays neither correct nor incorrect, which leaves the question out")

_DECIDED = np.zeros(8, dtype=np.bool_)
_DECIDED[[CAN_BE_CORRECT, CAN_BE_INCORRECT, CAN_STAY_OUT]] = True


class SelectionTally(CountTally[Selections]):
    """Counts and groups of all runs over the questions of one kind."""

    def __init__(self, basis: Basis, kind: Kind) -> None:
        self._basis, self.kind = basis, kind
        self._submitted = submitted = Submitted.of(basis.catalog, basis.facts.withdrawn, kind)
        question_of_unit = basis.catalog.answer_question[submitted.units].astype(np.int64)
        self._order = np.argsort(question_of_unit, kind="stable")
        questions, starts, sizes = np.unique(question_of_unit[self._order], return_index=True, return_counts=True)
        self._asked, self._starts, self._sizes = questions, starts, sizes
        self._question_of = np.searchsorted(questions, question_of_unit)
        self._rows, self._chosen = _rows_of(submitted, self._order, starts, len(questions))
        self.restart()

    @staticmethod
    def of_cells(cells: Cells) -> Selections:
        """Return what a run won by selecting and by rejecting, and all questions."""
        selects, rejects, _ = cells
        return Selections(selects[0], rejects[0], sum(row[0] + row[1] for row in cells))

    def restart(self) -> None:
        """Count everything again."""
        self.forget()
        units = self._submitted.units
        self._wanted = self._basis.wanted[self._basis.catalog.answer_question[units]]
        self._answers = np.where(self._wanted, self._basis.possible[units], 0).astype(np.int8)
        self._status, self._outcomes = self._judge(np.arange(len(self._starts)))
        scored = self._status == SCORED
        self.groups = count_groups(self._rows[scored], self._outcomes[scored])

    def move(self, touched: Touched) -> bool:
        """Take in a change; return whether a question that is scored, or was, moved."""
        units = self._submitted.unit_of[touched.turned].astype(np.int64)
        mine = units >= 0
        mine[mine] = self._wanted[units[mine]]
        if not mine.any():
            return False
        self.forget()
        self._answers[units[mine]] = self._basis.possible[touched.turned[mine]]
        questions = np.unique(self._question_of[units[mine]])
        scored = (self._status[questions] == SCORED).any()
        self._count(questions, -1)
        self._status[questions], self._outcomes[questions] = self._judge(questions)
        self._count(questions, 1)
        return bool(scored or (self._status[questions] == SCORED).any())

    def sizes(self, measure: Measure) -> Sizes:
        """Return how many questions are scored, wait, and are left out; the same for every measure."""
        del measure
        return Sizes(*(int(np.count_nonzero(self._status == each)) for each in (SCORED, WAITING, LEFT_OUT)))

    def waiting(self, measure: Measure) -> Positions:
        """Return the questions that wait."""
        del measure
        waiting: Positions = self._asked[self._status == WAITING]
        return waiting

    # Scores

    def groups_of(self, column: int) -> list[list[int]]:
        """Return how many questions are in each row with each set of possible outcomes."""
        return groups_in(self._rows[:, column], self._outcomes[:, column])

    def scored_units(self) -> ScoredUnits:
        """Return the questions that are scored; correct is what is won."""
        scored = np.flatnonzero(self._status == SCORED)
        won = (self._outcomes[scored] == WON).astype(np.int8)
        return ScoredUnits(self._asked[scored], self._rows[scored], won)

    def score(self, measure: Measure, column: int) -> RunScore:
        """Return the score of a column now."""
        found, sizes = super().score(measure, column), self.sizes(measure)
        is_out = math.isnan(found.value) and sizes.left_out and not sizes.units + sizes.waiting
        return found._replace(reason=NONE_IN) if is_out else found

    def columns(self, measure: Measure, runs: int | None = None) -> tuple[Positions, Columns]:
        """Return the same with what is won as fractions, from which the fingerprints of stored studies are made."""
        questions, columns = super().columns(measure, runs)
        return questions, {name: one if name == "questions" else one.astype(float) for name, one in columns.items()}

    def difference(self, measure: Measure, a: int, b: int) -> Bounds:
        """Return the bounds of the difference of two columns; exact where few completions differ in it."""
        ends = self.bounds(measure, a), self.bounds(measure, b)
        groups: dict[tuple[Option, ...], int] = {}
        for question in np.flatnonzero(self._status != UNSELECTED).tolist():
            options = self._options(question, a, b)
            groups[options] = groups.get(options, 0) + 1
        return joint_bounds(measure, groups, self.of_cells, ends)

    def _count(self, questions: Positions, by: int) -> None:
        for question in questions[self._status[questions] == SCORED].tolist():
            self.put(self._rows[question], self._outcomes[question], by)

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

    def _options(self, question: int, a: int, b: int) -> tuple[Option, ...]:
        """Return what completions of a question do to two runs."""
        rows = self._rows[question, [a, b]].tolist()
        chosen = [
            answer if row == SELECTS else -1
            for row, answer in zip(rows, self._chosen[question, [a, b]].tolist(), strict=True)
        ]
        start = self._starts[question]
        members = self._order[start : start + self._sizes[question]].tolist()
        selected = [answer for answer in dict.fromkeys(chosen) if answer >= 0]
        others = _any_of([int(self._answers[answer]) for answer in members if answer not in selected])
        found: dict[Option, None] = {}
        for said in product(*(_bits(int(self._answers[answer])) for answer in selected), others):
            truth = dict(zip(selected, said, strict=False))
            some = CAN_BE_CORRECT in said
            won = [
                truth[answer] == CAN_BE_CORRECT if row == SELECTS else row == REJECTS and not some
                for row, answer in zip(rows, chosen, strict=True)
            ]
            cells = [3 * row + (not win) for row, win in zip(rows, won, strict=True)]
            found[None if CAN_STAY_OUT in said else (cells[0], cells[1])] = None
        return tuple(found)


def _bits(outcomes: int) -> list[int]:
    return [bit for bit in (CAN_BE_CORRECT, CAN_BE_INCORRECT, CAN_STAY_OUT) if outcomes & bit]


def _any_of(outcomes: list[int]) -> list[int]:
    """Return the possible joint outcomes of several answers: one is correct, none is, one stays out."""
    can_be_in = all(each & ~CAN_STAY_OUT for each in outcomes)
    return [
        bit
        for bit, possible in (
            (CAN_BE_CORRECT, can_be_in and any(each & CAN_BE_CORRECT for each in outcomes)),
            (CAN_BE_INCORRECT, all(each & CAN_BE_INCORRECT for each in outcomes)),
            (CAN_STAY_OUT, any(each & CAN_STAY_OUT for each in outcomes)),
        )
        if possible
    ]


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
