"""The tally of validation answers: for every run, its decisions by the possible gold values.

`groups[column, decision, outcomes]` counts units by the run's decision and by the bits of the outcomes
that are still possible (`jurybox.gold`); 0 stands for a unit that is not selected. Units of which only
*correct* or only *incorrect* is left are the counts that scores rest on; the others are what bounds range
over. One unit moves one number for each run, and the pairs of runs with scores.
"""

import math
from functools import partial

import numpy as np
from numpy.typing import NDArray

from jurybox.gold import CAN_BE_CORRECT, CAN_BE_INCORRECT, CAN_STAY_OUT
from jurybox.measures import Counts, Kind, Measure, ScoreCurve, Unit
from jurybox.scoring.basis import Basis
from jurybox.scoring.bounds.area_bounds import area_bounds
from jurybox.scoring.bounds.count_bounds import Cells
from jurybox.scoring.bounds.difference_bounds import difference_of_counts, outer_difference
from jurybox.scoring.order_tables import area_table
from jurybox.scoring.pairs import PairCount
from jurybox.scoring.results import Bounds, Sizes
from jurybox.scoring.tallies.counted import OUTCOMES, ROWS, CountTally, ScoredUnits, count_groups, counts_of
from jurybox.scoring.tallies.submitted import SILENT, YES, Positions, Scores, Small, Submitted
from jurybox.scoring.tallies.tally import Touched
from jurybox.scoring.unit_table import Columns, Units, count_table, summed

FEW, WORTH_OF_ONE = 32, 5_000
"""Up to this many units at once are moved one by one, or one per this many decisions; else all are counted.
"""

_TRUTH_OF = np.full(OUTCOMES, -1, dtype=np.int8)
_TRUTH_OF[[CAN_BE_CORRECT, CAN_BE_INCORRECT]] = 1, 0


def _of_pairs(measure: Measure) -> bool:
    return measure.counts is not None and measure.counts.of_pairs


def _of_area(measure: Measure, pairs: int, correct: int, incorrect: int) -> float:
    return measure.evaluate(Counts(yes_correct=correct, yes_incorrect=incorrect, pairs=pairs)).value


class AnswerTally(CountTally[Counts]):
    """Counts, pairs and groups of all runs over the answers of the questions of one kind."""

    unit: Unit = "answer"

    def __init__(self, basis: Basis, kind: Kind) -> None:
        self._basis, self.kind = basis, kind
        self._submitted = Submitted.of(basis.catalog, basis.facts.withdrawn, kind)
        self._pairs: dict[int, PairCount | None] = {}
        self.restart()

    @staticmethod
    def of_cells(cells: Cells) -> Counts:
        """Return the counts of a run, without pairs."""
        return counts_of(cells)

    # Following

    def restart(self) -> None:
        """Count everything again."""
        units = self._submitted.units
        self._wanted = self._basis.wanted[self._basis.catalog.answer_question[units]]
        self._count(np.where(self._wanted, self._basis.possible[units], 0).astype(np.int8))

    def _count(self, outcomes: Small) -> None:
        self.forget()
        self.outcomes = outcomes
        self.groups = count_groups(self._submitted.decisions, self.outcomes)
        self._of: list[int] = np.bincount(self.outcomes, minlength=OUTCOMES).tolist()
        for pairs in self._pairs.values():
            if pairs is not None:
                pairs.restart(self.truth)

    def move(self, touched: Touched) -> bool:
        """Take in a change; return whether a count that scores rest on moved."""
        units = self._submitted.unit_of[touched.turned].astype(np.int64)
        mine = units >= 0
        mine[mine] = self._wanted[units[mine]]
        units = units[mine]
        if not len(units):
            return False
        outcomes = self._basis.possible[touched.turned[mine]]
        self.forget()
        before = self.outcomes[units]
        counted = _TRUTH_OF[before] != _TRUTH_OF[outcomes]
        if len(units) > max(FEW, self._submitted.decisions.size // WORTH_OF_ONE):
            everything = self.outcomes.copy()
            everything[units] = outcomes
            self._count(everything)
        else:
            self.outcomes[units] = outcomes
            for unit, old, new in zip(units.tolist(), before.tolist(), outcomes.tolist(), strict=True):
                self._move_one(unit, old, new)
        return bool(counted.any())

    def _move_one(self, unit: int, old: int, new: int) -> None:
        self.put(self._submitted.decisions[unit], old, -1)
        self.put(self._submitted.decisions[unit], new, 1)
        self._of[old] -= 1
        self._of[new] += 1
        was, now = int(_TRUTH_OF[old]), int(_TRUTH_OF[new])
        if was != now:
            for pairs in self._pairs.values():
                if pairs is not None:
                    pairs.move(unit, was, now)

    @property
    def truth(self) -> Small:
        """1, 0 or -1 (not scored) for every unit."""
        return _TRUTH_OF[self.outcomes]

    def sizes(self, measure: Measure | None = None) -> Sizes:
        """Return how many units are scored, wait, and are left out; the same for every measure."""
        del measure
        scored = self._of[CAN_BE_CORRECT] + self._of[CAN_BE_INCORRECT]
        out = self._of[CAN_STAY_OUT]
        return Sizes(scored, sum(self._of[1:]) - scored - out, out)

    # Scores

    def scored_units(self) -> ScoredUnits:
        """Return the answers that are scored."""
        scored = np.flatnonzero(self.truth >= 0)
        return ScoredUnits(self._submitted.units[scored], self._submitted.decisions[scored], self.truth[scored])

    def count_table(self) -> dict[str, NDArray[np.float64]]:
        """Return each count of every column; pairs are NaN where they were not counted yet."""
        pairs = [self._pairs.get(column) for column in range(len(self.groups))]
        counted = np.array([math.nan if one is None else one.pairs for one in pairs], dtype=np.float64)
        return {**super().count_table(), "pairs": counted}

    def table(self, measure: Measure, runs: int, *, whole_questions: bool = False) -> Units | None:
        """Return what answers, or questions with all their answers, count for the first so many runs."""
        answers, _, truth = self.scored_units()
        questions, group = np.unique(self._basis.catalog.answer_question[answers], return_inverse=True)
        units: Positions = questions.astype(np.int64) if whole_questions else answers
        unit: Unit = "question" if whole_questions else "answer"
        if _of_pairs(measure):
            scores = self._scores_given(answers, runs)
            whole = group if whole_questions else None
            return Units(unit, units, area_table(truth, scores, whole, len(units), measure))
        columns: Columns = self.columns(measure, runs)[1]
        columns = summed(columns, group, len(units)) if whole_questions else columns
        return Units(unit, units, count_table(measure, columns, is_mean=self.kind in measure.averaged))

    def _scores_given(self, answers: Positions, runs: int) -> Scores:
        """Return scores by answer and run: -infinity where a run gives none, NaN if it gives none at all."""
        found = np.full((len(answers), runs), np.nan)
        for column in range(runs):
            given = self.given(column)
            if given is not None:
                found[:, column] = np.where(np.isnan(given[answers]), -np.inf, given[answers])
        return found

    def waiting(self, measure: Measure) -> Positions:
        """Return the answers that a missing label could still decide."""
        del measure
        settled = np.isin(self.outcomes, (0, CAN_BE_CORRECT, CAN_BE_INCORRECT, CAN_STAY_OUT))
        return self._submitted.units[~settled]

    def bounds(self, measure: Measure, column: int) -> Bounds:
        """Return the bounds of a score: exact unless marked otherwise (pairs, no orders)."""
        if _of_pairs(measure):
            pairs = self.pairs(column)
            if pairs is None:
                return Bounds(math.nan, math.nan, exact=True)
            return area_bounds(pairs.ranks, pairs.top, self.outcomes, partial(_of_area, measure))
        return super().bounds(measure, column)

    def difference(self, measure: Measure, a: int, b: int) -> Bounds:
        """Return the bounds of the difference of two columns; exact where few completions differ in it."""
        ends = self.bounds(measure, a), self.bounds(measure, b)
        if _of_pairs(measure):
            return outer_difference(*ends)
        decisions = self._submitted.decisions
        rows = decisions[:, a] * ROWS + decisions[:, b]
        return difference_of_counts(measure, rows, self.outcomes, counts_of, ends)

    def data_for(self, measure: Measure, column: int) -> Counts:
        """Return the counts of a run, with 2 U where the measure is made of it."""
        return self.data(column, with_pairs=_of_pairs(measure))

    # What is drawn

    @property
    def submitted(self) -> tuple[Positions, Small]:
        """All answers, scored or not, and `YES`, `NO` or `SILENT` by answer and column."""
        return self._submitted.units, self._submitted.decisions

    def decided(self, column: int) -> tuple[Positions, Small]:
        """Return the answers that are scored, and 1 decided rightly, 0 wrongly, -1 silent."""
        decisions = self._submitted.decisions[:, column]
        scored = np.flatnonzero(self.truth >= 0)
        said, truths = decisions[scored], self.truth[scored]
        right = np.where(said == YES, truths, 1 - truths)
        return self._submitted.units[scored], np.where(said == SILENT, -1, right).astype(np.int8)

    def decided_rightly(self) -> tuple[Positions, Positions]:
        """Return the answers that are scored, and how many of the runs decide each rightly."""
        yes, no = self._submitted.said
        truth = self.truth
        scored = np.flatnonzero(truth >= 0)
        return self._submitted.units[scored], np.where(truth == 1, yes, no)[scored]

    def curve(self, column: int) -> ScoreCurve | None:
        """Return the counts at every threshold on a run's scores; None if it gives none.

        Answers without a score pass the threshold -infinity last. One pass, no sorting.
        """
        pairs = self.pairs(column)
        if pairs is None:
            return None
        correct, incorrect = (at[::-1] for at in pairs.at_ranks(self.truth))
        used = np.flatnonzero(correct + incorrect)
        tp, fp = (np.concatenate(([0], np.cumsum(at)[used])) for at in (correct, incorrect))
        return ScoreCurve(np.concatenate(([np.inf], pairs.thresholds[::-1][used])), tp, fp)

    def given(self, column: int) -> Scores | None:
        """Return a run's scores by answer of the collection, NaN where it gives none; None without any."""
        given = self._submitted.scores(column)
        if given is None:
            return None
        scores = np.full(len(self._submitted.unit_of), np.nan)
        scores[self._submitted.units] = given
        return scores

    def data(self, column: int, *, with_pairs: bool = False) -> Counts:
        """Return the counts of a run; `with_pairs` asks for 2 U too, which is counted when first asked."""
        if with_pairs:
            self.pairs(column)
        return super().data(column)

    def put_together(self, column: int) -> Counts:
        """Return the counts of a run, with 2 U if it was counted."""
        pairs = self._pairs.get(column)
        return counts_of(self.cells_of(column), None if pairs is None else pairs.pairs)

    def pairs(self, column: int) -> PairCount | None:
        """Return the pair count of a run, None if it gives neither score nor confidence."""
        if column not in self._pairs:
            self.kept.pop(column, None)  # those counted before are without pairs
            scores = self._submitted.scores(column)
            self._pairs[column] = None if scores is None else PairCount(scores, self.truth)
        return self._pairs[column]
