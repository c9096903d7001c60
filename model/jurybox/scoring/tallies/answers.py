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
from jurybox.scoring.bounds.count_bounds import Cells, count_bounds
from jurybox.scoring.bounds.difference_bounds import difference_of_counts, outer_difference
from jurybox.scoring.explain import explained
from jurybox.scoring.pairs import PairCount
from jurybox.scoring.results import Bounds, Explanation, RunScore, Sizes, run_score
from jurybox.scoring.tallies.submitted import SILENT, YES, Positions, Scores, Small, Submitted
from jurybox.scoring.tallies.tally import Matrix, Touched

OUTCOMES = 8
ROWS = 3
Groups = NDArray[np.int64]
Floats = NDArray[np.float64]

FEW, WORTH_OF_ONE = 32, 5_000
"""Up to this many units at once are moved one by one, or one per this many decisions; else all are counted.
"""

_EXACT = 1 << 24
"""Up to here whole numbers are exact in 32-bit floating point."""

_TRUTH_OF = np.full(OUTCOMES, -1, dtype=np.int8)
_TRUTH_OF[[CAN_BE_CORRECT, CAN_BE_INCORRECT]] = 1, 0
_SCORED = (CAN_BE_CORRECT, CAN_BE_INCORRECT)
_CELLS = ("yes_correct", "no_correct", "silent_correct", "yes_incorrect", "no_incorrect", "silent_incorrect")
_COUNT_NAMES = [name for name in Counts.meanings if name != "pairs"]
_COUNTED = np.array([[getattr(Counts(**{cell: 1}), name) for name in _COUNT_NAMES] for cell in _CELLS], float)
"""What each cell adds to each of the counts that measures are made of: cells x counts."""
_ONE = (
    (Counts(yes_incorrect=1), Counts(yes_correct=1)),
    (Counts(no_incorrect=1), Counts(no_correct=1)),
    (Counts(silent_incorrect=1), Counts(silent_correct=1)),
)
"""A run with a single decision: by decision, and by truth 0 or 1."""


def counts_of(cells: Cells) -> Counts:
    """Return the counts of a run from `cells[decision][0 correct, 1 incorrect]`."""
    yes, no, silent = cells
    return Counts(yes[0], no[0], silent[0], yes[1], no[1], silent[1])


def _of_pairs(measure: Measure) -> bool:
    return measure.counts is not None and measure.counts.of_pairs


def _of_area(measure: Measure, pairs: int, correct: int, incorrect: int) -> float:
    return measure.evaluate(Counts(yes_correct=correct, yes_incorrect=incorrect, pairs=pairs)).value


def count_groups(rows: Small, outcomes: Small) -> Groups:
    """Return how many units of each column are in each row (units x columns) with each set of outcomes.

    `outcomes` has one element per unit, or per unit and column. The result has shape (columns, rows, 8).
    """
    if outcomes.ndim == 1:
        return _count_units(rows, outcomes)
    columns = rows.shape[1]
    cells = (np.arange(columns) * ROWS + rows) * OUTCOMES + outcomes
    counted = np.bincount(cells.ravel(), minlength=columns * ROWS * OUTCOMES)
    return counted.reshape(columns, ROWS, OUTCOMES)


def _count_units(rows: Small, outcomes: Small) -> Groups:
    """Return the same for one element per unit, as products of matrices: millions of cells in an instant.

    By `dot`, during which other threads run; `@` blocks them.
    """
    real = np.float32 if len(rows) < _EXACT else np.float64
    which = (outcomes == np.arange(OUTCOMES)[:, None]).astype(real)
    counted = [np.dot(which, (rows == row).astype(real)) for row in range(ROWS)]
    return np.stack(counted).transpose(2, 0, 1).astype(np.int64)


class AnswerTally:
    """Counts, pairs and groups of all runs over the answers of the questions of one kind."""

    unit: Unit = "answer"

    def __init__(self, basis: Basis, kind: Kind) -> None:
        self._basis, self._kind = basis, kind
        self._submitted = Submitted.of(basis.catalog, basis.facts.withdrawn, kind)
        self._columns = np.arange(len(self._submitted.runs))
        self._pairs: dict[int, PairCount | None] = {}
        self._forget()
        self.restart()

    # Following

    def restart(self) -> None:
        """Count everything again."""
        units = self._submitted.units
        self._wanted = self._basis.wanted[self._basis.catalog.answer_question[units]]
        self._count(np.where(self._wanted, self._basis.possible[units], 0).astype(np.int8))

    def _forget(self) -> None:
        self._counts: dict[int, Counts] = {}
        self._cells: list[list[list[int]]] | None = None
        self._scores: dict[str, list[RunScore | None]] = {}
        self._sizes: Sizes | None = None
        self._table: dict[str, Floats] | None = None

    def _count(self, outcomes: Small) -> None:
        self._forget()
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
        self._forget()
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
        rows = self._submitted.decisions[unit]
        self.groups[self._columns, rows, old] -= 1
        self.groups[self._columns, rows, new] += 1
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
        if self._sizes is None:
            scored = self._of[CAN_BE_CORRECT] + self._of[CAN_BE_INCORRECT]
            out = self._of[CAN_STAY_OUT]
            self._sizes = Sizes(scored, sum(self._of[1:]) - scored - out, out)
        return self._sizes

    # Scores

    def score(self, measure: Measure, column: int) -> RunScore:
        """Return the present score of a column; computed when first needed after a change."""
        scores = self._scores.get(measure.name)
        if scores is None:
            scores = self._scores[measure.name] = self._scores_of(measure)
        found = scores[column]
        if found is None:
            data = self._data(measure, column)
            found = scores[column] = run_score(measure.evaluate(data), self.sizes(), self.unit)
        return found

    def _scores_of(self, measure: Measure) -> list[RunScore | None]:
        """Return the scores of all columns at once; None is computed separately: undefined or uncounted."""
        form = measure.counts
        if form is None:
            return [None] * len(self._columns)
        if self._table is None:
            self._table = self._count_table()
        values = form.compute(*[self._table[name] for name in form.columns], **measure.options)
        sizes = self.sizes()
        return [None if math.isnan(value) else RunScore(value, "", *sizes) for value in values.tolist()]

    def _count_table(self) -> dict[str, Floats]:
        """Return each count of every column; pairs are NaN where they were not counted yet."""
        cells = self.groups[:, :, _SCORED].transpose(0, 2, 1).reshape(len(self._columns), len(_CELLS))
        pairs = [self._pairs.get(column) for column in range(len(self._columns))]
        table = dict(zip(_COUNT_NAMES, (cells @ _COUNTED).T, strict=True))
        table["pairs"] = np.array([math.nan if one is None else one.pairs for one in pairs], dtype=np.float64)
        return table

    def values(self, measure: Measure) -> tuple[Positions, Matrix]:
        """Return what every answer scores for every column; none if the score is not a mean over answers."""
        scored = np.flatnonzero(self.truth >= 0) if self._kind in measure.averaged else self._columns[:0]
        said, truths = self._submitted.decisions[scored], self.truth[scored]
        worth = np.array([[measure.evaluate(_ONE[row][truth]).value for truth in (0, 1)] for row in range(ROWS)])
        return self._submitted.units[scored], worth[said, truths[:, None]]

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
        groups = self.groups[column].tolist()
        return count_bounds(measure, groups, lambda cells: measure.evaluate(counts_of(cells)).value)

    def difference(self, measure: Measure, a: int, b: int) -> Bounds:
        """Return the bounds of the difference of two columns; exact where few completions differ in it."""
        ends = self.bounds(measure, a), self.bounds(measure, b)
        if _of_pairs(measure):
            return outer_difference(*ends)
        decisions = self._submitted.decisions
        rows = decisions[:, a] * ROWS + decisions[:, b]
        return difference_of_counts(measure, rows, self.outcomes, counts_of, ends)

    def explain(self, measure: Measure, column: int, unit: int | None = None) -> Explanation:
        """Return how a score came about, down to its counts; for one answer, the run's decision on it."""
        if unit is not None:
            raise KeyError(unit)
        return explained(measure, self._data(measure, column), self.score(measure, column))

    def _data(self, measure: Measure, column: int) -> Counts:
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
        if column not in self._counts:
            if self._cells is None:
                self._cells = self.groups[:, :, _SCORED].tolist()
            pairs = self._pairs.get(column)
            (a, d), (b, e), (c, f) = self._cells[column]
            self._counts[column] = Counts(a, b, c, d, e, f, None if pairs is None else pairs.pairs)
        return self._counts[column]

    def pairs(self, column: int) -> PairCount | None:
        """Return the pair count of a run, None if it gives neither score nor confidence."""
        if column not in self._pairs:
            self._counts.pop(column, None)  # those counted before are without pairs
            scores = self._submitted.scores(column)
            self._pairs[column] = None if scores is None else PairCount(scores, self.truth)
        return self._pairs[column]
