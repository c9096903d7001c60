"""The tally of questions with one answer: answered correctly, incorrectly, or left unanswered.

The answer of a run is its first one; later ones matter only for measures of rankings. A question is scored
when all that the runs shown returned to it is judged, NIL included, and then for all runs at once. A
candidate that a run withheld is not an answer: it enters no score, and no question is pending because of it.
`with_candidates` returns the scores with them as answers.
"""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from jurybox.gold import CAN_BE_CORRECT, CAN_BE_INCORRECT, CAN_STAY_OUT
from jurybox.language import tr
from jurybox.measures import Measure, Outcomes
from jurybox.scoring.bounds.count_bounds import Cells
from jurybox.scoring.bounds.difference_bounds import Option, joint_bounds
from jurybox.scoring.explain import explained
from jurybox.scoring.results import Bounds, Explanation, RunScore, Table
from jurybox.scoring.tallies.counted import CountTally, ScoredUnits, count_groups, groups_in
from jurybox.scoring.tallies.grades import SETTLED
from jurybox.scoring.tallies.rankings import LEFT_OUT, SCORED, UNSELECTED, WAITING, OnRankings, RankingTally
from jurybox.scoring.tallies.submitted import Small
from jurybox.scoring.tallies.tally import Touched

CORRECT, INCORRECT, UNANSWERED = range(3)
"""What became of a question for a run; also the order of the counts."""
ANSWERS, SILENT = 0, 2
"""Rows of the grouped counts that bounds are made of (`jurybox.scoring.bounds.count_bounds`)."""
_ROW_OF = np.array((ANSWERS, ANSWERS, SILENT), dtype=np.int8)
_BITS_OF = np.array((CAN_BE_CORRECT, CAN_BE_INCORRECT, CAN_BE_INCORRECT), dtype=np.int8)
"""The row of each outcome, and which of its cells; a question without an answer is a silent one."""
_ONE = (Outcomes(correct=1), Outcomes(incorrect=1), Outcomes(unanswered=1))


class OutcomeTally(OnRankings, CountTally[Outcomes]):
    """Counts of all columns over the questions of one kind, on top of the tally of their rankings."""

    def __init__(self, rankings: RankingTally) -> None:
        self.rankings, self.kind = rankings, rankings.grades.kind
        self.restart()

    @staticmethod
    def of_cells(cells: Cells) -> Outcomes:
        """Return the outcomes of a run from `cells[row][0 correct, 1 incorrect]`: all but silence is an answer."""
        first, second, silent = cells
        return Outcomes(first[0] + second[0], first[1] + second[1], silent[0] + silent[1])

    # Following

    def restart(self) -> None:
        """Count everything again; the rankings are up to date."""
        layout = self.rankings.layout
        firsts = [group.ranked[:, 0] for group in layout.groups]
        self._first: NDArray[np.int32] = np.concatenate(firsts) if firsts else np.empty((0, layout.columns), np.int32)
        self.outcomes = self._outcomes_at(slice(None))
        self.scored = self.rankings.status == SCORED
        scored = self.outcomes[self.scored]
        self.groups = count_groups(_ROW_OF[scored], _BITS_OF[scored])
        self.forget()

    def move(self, touched: Touched) -> bool:
        """Take in a change; return whether a count that scores rest on moved."""
        places = self.rankings.few_places(touched.questions)
        if places is None:
            self.restart()
            return True
        self.forget()
        moved = [self._move_one(place) for place in places]
        return any(moved)

    def _move_one(self, place: int) -> bool:
        before, scored = self.outcomes[place], bool(self.scored[place])
        after, scores = self._outcomes_at(place), bool(self.rankings.status[place] == SCORED)
        if scored == scores and (not scores or (before == after).all()):
            self.outcomes[place] = after
            return False
        if scored:
            self.put(_ROW_OF[before], _BITS_OF[before], -1)
        if scores:
            self.put(_ROW_OF[after], _BITS_OF[after], 1)
        self.outcomes[place], self.scored[place] = after, scores
        return True

    def forget(self) -> None:
        """Forget what was computed; outcomes or what is scored changed."""
        super().forget()
        self.__dict__.pop("bits", None)

    def _outcomes_at(self, places: slice | int) -> Small:
        first = self._first[places]
        right = self.rankings.gain[first] > 0
        nothing = first == self.rankings.layout.nothing
        return np.where(nothing, UNANSWERED, np.where(right, CORRECT, INCORRECT)).astype(np.int8)

    # Scores

    def scored_units(self) -> ScoredUnits:
        """Return the questions that are scored."""
        places = self.rankings.scored_places()
        outcomes = self.outcomes[places]
        return ScoredUnits(self.rankings.question_of[places], _ROW_OF[outcomes], (outcomes == CORRECT).astype(np.int8))

    def with_candidates(self, measure: Measure, column: int, candidates: dict[int, int]) -> RunScore:
        """Return a column's scores if it had answered with its candidates (answers by question).

        A question whose candidate is not judged is pending, or left out if nobody will judge it.
        """
        now, truth = self.data(column), self.rankings.basis.truth
        counts = [now.correct, now.incorrect, now.unanswered]
        waiting = left_out = 0
        for place in np.flatnonzero(self.scored & (self.outcomes[:, column] == UNANSWERED)).tolist():
            answer = candidates.get(int(self.rankings.question_of[place]))
            if answer is None:
                continue
            counts[UNANSWERED] -= 1
            said = int(truth[answer])
            waiting, left_out = waiting + (said == -1), left_out + (said == -2)
            if said >= 0:
                counts[CORRECT if said else INCORRECT] += 1
        score, sizes = measure.evaluate(Outcomes(*counts)), self.sizes(measure)
        return RunScore(score.value, score.reason, sum(counts), sizes.waiting + waiting, sizes.left_out + left_out)

    def left_out(self, measure: Measure) -> dict[int, str]:
        """Return the questions that are left out, each with the reason in one clause."""
        del measure
        rankings = self.rankings
        return {int(rankings.question_of[place]): rankings.why_out(place) for place in rankings.left_out()}

    def range_of(self, measure: Measure, column: int, question: int) -> tuple[float, float, bool, bool]:
        """Return lowest and highest value of a question that waits, whether it can be out, whether exact."""
        place = self.rankings.place_of([question])[0]
        worth = [measure.evaluate(one).value for one in _ONE]
        outcome, slot = int(self.outcomes[place, column]), int(self._first[place, column])
        if outcome == UNANSWERED or self.rankings.state[slot] == SETTLED:
            return worth[outcome], worth[outcome], True, False
        return min(worth[:UNANSWERED]), max(worth[:UNANSWERED]), True, False

    # Bounds

    @cached_property
    def bits(self) -> Small:
        """What completions can make of a question for a column, as bits of outcomes; 0 if not selected."""
        rankings = self.rankings
        slots, at = np.unique(self._first, return_inverse=True)
        mine = rankings.grades.bits(slots).astype(np.int64)[at.reshape(self._first.shape)]
        can_be_out = np.zeros(len(self._first), dtype=np.bool_)
        for place in rankings.open_places().tolist():
            pooled = rankings.open_slots(place)
            can_be_out[place] = bool((rankings.grades.bits(pooled).astype(np.int64) & CAN_STAY_OUT).any())
        bits = (mine & ~CAN_STAY_OUT) | can_be_out[:, None] * CAN_STAY_OUT
        bits[rankings.status == LEFT_OUT] = CAN_STAY_OUT
        bits[rankings.status == UNSELECTED] = 0
        return bits.astype(np.int8)

    @property
    def depends(self) -> bool:
        """Whether what is open about one slot of a question depends on the others."""
        rankings = self.rankings
        return any(rankings.grades.depends(rankings.open_slots(at)) for at in rankings.open_places().tolist())

    def bounds(self, measure: Measure, column: int) -> Bounds:
        """Return the bounds of a score; exact unless it depends on whether NIL is right."""
        found = super().bounds(measure, column)
        return Bounds(found.low, found.high, exact=found.exact and not self.depends)

    def groups_of(self, column: int) -> list[list[int]]:
        """Return how many questions are in each row with each set of possible outcomes."""
        return groups_in(_ROW_OF[self.outcomes[:, column]], self.bits[:, column])

    def difference(self, measure: Measure, a: int, b: int) -> Bounds:
        """Return the bounds of the difference of two columns; exact where few completions differ in it."""
        ends = self.bounds(measure, a), self.bounds(measure, b)
        pair = [a, b]
        silent = self.outcomes[:, pair] == UNANSWERED
        same = (self._first[:, a] == self._first[:, b])[:, None]
        kinds, sizes = np.unique(np.hstack((silent, same, self.bits[:, pair])), axis=0, return_counts=True)
        groups: dict[tuple[Option, ...], int] = {}
        for kind, size in zip(kinds.tolist(), sizes.tolist(), strict=True):
            options = _options(*kind)
            if options:
                groups[options] = groups.get(options, 0) + size
        found = joint_bounds(measure, groups, self.of_cells, ends)
        return Bounds(found.low, found.high, exact=found.exact and not self.depends)

    # Explanations

    def explain(self, measure: Measure, column: int, unit: int | None = None) -> Explanation:
        """Return how a score came about; of one question, what was returned and how it was judged."""
        if unit is None:
            return super().explain(measure, column)
        place = self.rankings.place_of([unit])
        if not place:
            raise KeyError(unit)
        return self._explain_one(measure, column, place[0])

    def _explain_one(self, measure: Measure, column: int, place: int) -> Explanation:
        rankings, outcome = self.rankings, int(self.outcomes[place, column])
        status = int(rankings.status[place])
        data, score = Outcomes(), RunScore(float("nan"), rankings.why_out(place), 0, 0, 1)
        if status == SCORED:
            data = _ONE[outcome]
            found = measure.evaluate(data)
            score = RunScore(found.value, found.reason, 1, 0, 0)
        elif status == WAITING:
            score = RunScore(float("nan"), tr("not everything returned is judged"), 0, 1, 0)
        slot = int(self._first[place, column])
        said = "unanswered" if outcome == UNANSWERED else rankings.grades.text(slot)
        answer = "" if outcome == UNANSWERED else rankings.name_of_slot(slot)
        table = Table(("answer", "said"), ((answer, said),))
        return explained(measure, data, score, unit=int(rankings.question_of[place]), table=table)


def _options(silent_a: int, silent_b: int, same: int, bits_a: int, bits_b: int) -> tuple[Option, ...]:
    """Return the cells that a question can fall into for two runs; one answer of both is judged once."""
    rows = (SILENT if silent_a else ANSWERS, SILENT if silent_b else ANSWERS)
    cells = [
        [3 * row + at for at, bit in enumerate((CAN_BE_CORRECT, CAN_BE_INCORRECT)) if bits & bit]
        for row, bits in zip(rows, (bits_a, bits_b), strict=True)
    ]
    both: list[Option] = list(zip(*cells, strict=True)) if same else [(a, b) for a in cells[0] for b in cells[1]]
    return tuple(both + [None] * bool(bits_a & CAN_STAY_OUT))
