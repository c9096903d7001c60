"""The data of studies, tests and intervals: the scores of all runs over any choice of units.

A choice of units is a row of weights: 0 or 1 for a subset, how often a unit was drawn for a bootstrap. The
measure is always recomputed from the chosen units, never averaged over parts, so that F, c@1 or AUC of a
choice are what they would be if the collection consisted of these units only.

Sums are exact: counts are whole numbers, and scores of units are taken to the nearest of at least 2^-41 of
the largest. So a result does not depend on the order of additions, on how work is divided or on the
processor, and tied runs stay tied.

Three forms of it: sums over units (`SumTable`, for means, geometric means, pooled measures and measures of
counts), pairs of scores (`AreaTable`), and answers in the order of confidence (`ConfidenceTable`). `gather` makes
them from a scoreboard: the unit is the measure's own, or with `whole_questions` at least a question with all its
answers, as tests and intervals draw them. Only units that are scored come in, the same for all runs.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from jurybox.analysis.draws import BUDGET
from jurybox.collection.catalog import Catalog
from jurybox.errors import Refused
from jurybox.language import tr
from jurybox.measures import Confidences, Counts, Kind, Measure, Outcomes, Selections, TimedRun, Unit, measure
from jurybox.measures.checks import quotient
from jurybox.measures.forms import CountForm
from jurybox.measures.ranking_rows import logs_of, of_mean_log
from jurybox.scoring import Scoreboard, UnitValues
from jurybox.scoring.tallies.confidence import ConfidenceTally
from jurybox.scoring.tallies.geometric import GeometricTally
from jurybox.scoring.tallies.pooled import PooledTally, pooled_form
from jurybox.scoring.tallies.registry import input_of

Scores = NDArray[np.float64]
Weights = NDArray[Any]
Matrix = NDArray[Any]
Columns = Mapping[str, Matrix]

_FEWER = 8
"""Units are drawn together if that reduces their number by this factor: drawing a number of equal units costs
more than drawing one."""

_SMALL, _LARGE = 2.0**24, 2.0**52
"""Whole numbers up to these are exact in 32-bit and in 64-bit floating point."""


class UnitTable(Protocol):
    """Everything needed to score all runs on any choice of units."""

    @property
    def units(self) -> int:
        """How many units there are."""

    @property
    def runs(self) -> int:
        """How many runs there are."""

    @property
    def is_mean(self) -> bool:
        """Whether a score is the plain mean of scores of units."""

    def evaluate(self, weights: Weights) -> Scores:
        """Return a score for each choice (rows) and run (columns), NaN where it is undefined.

        `weights`: whole numbers from 0, shape (choices, units).
        """


class Pair(Protocol):
    """Two runs whose responses can be swapped unit by unit.

    `copies`: how many identical units each of the `units` stands for; None for one each.
    """

    @property
    def units(self) -> int:
        """How many units there are to swap, without those on which the runs are equal."""

    @property
    def copies(self) -> NDArray[np.int64] | None:
        """How many units each stands for."""

    def differences(self, swapped: Weights) -> Scores:
        """Return the score of the first run minus that of the second, for each draw (row).

        `swapped`: how many copies of each unit are swapped, shape (draws, units).
        """


@dataclass(frozen=True)
class StackedPair:
    """Two runs as one with twice the units: those of the first, and then the same units of the second."""

    data: UnitTable
    copies: NDArray[np.int64] | None = None

    @property
    def units(self) -> int:
        """How many units there are to swap."""
        return self.data.units // 2

    def differences(self, swapped: Weights) -> Scores:
        """Return the differences of the scores, both computed again from the units that each then has."""
        kept = 1 - swapped
        first, second = (self.data.evaluate(np.hstack(both)) for both in ((kept, swapped), (swapped, kept)))
        differences: Scores = first[:, 0] - second[:, 0]
        return differences


class SummedPair:
    """Two runs whose scores follow from sums over units: swapping a unit moves both sums by its difference.

    `first`, `second`: what the runs count, by unit and column; `compute` makes scores of sums by column.
    Units on which both are equal are left out, and units that differ in the same way are drawn together if
    that means fewer draws.
    """

    def __init__(self, first: Matrix, second: Matrix, compute: Callable[..., Scores]) -> None:
        self._compute = compute
        self._sums = first.sum(axis=0, dtype=np.float64), second.sum(axis=0, dtype=np.float64)
        moves = second.astype(np.float64) - first
        moves = moves[(moves != 0).any(axis=1)]
        kinds, copies = _alike(moves)
        together = len(kinds) < len(moves) // _FEWER
        self.copies = copies if together else None
        self.units = len(kinds) if together else len(moves)
        self._moves = ExactSums(kinds if together else moves, most=len(moves))

    def differences(self, swapped: Weights) -> Scores:
        """Return the differences of the scores of both sums."""
        moved = self._moves.of(swapped)
        first, second = self._sums[0] + moved, self._sums[1] - moved
        differences: Scores = self._compute(*first.T) - self._compute(*second.T)
        return differences


def _alike(rows: Matrix) -> tuple[Matrix, NDArray[np.int64]]:
    """Return the distinct rows of a table, and how often each occurs."""
    code = np.zeros(len(rows), dtype=np.int64)
    for column in rows.T:
        known, place = np.unique(column, return_inverse=True)
        code = np.unique(code * len(known) + place, return_inverse=True)[1].astype(np.int64)
    _, places, copies = np.unique(code, return_index=True, return_counts=True)
    return rows[places], copies.astype(np.int64)


def exact_scale(largest: float, *, whole: bool) -> float:
    """Return the factor before rounding with which sums up to `largest` are exact."""
    return 1.0 if whole and largest < _LARGE else 2.0 ** (51 - math.frexp(largest)[1])


class ExactSums:
    """Weighted sums of the columns of a matrix (units x columns), exact whatever their order.

    `most`: the largest sum of the weights of a choice; by default the number of units.
    """

    def __init__(self, matrix: NDArray[Any], most: int | None = None) -> None:
        whole = matrix.dtype.kind in "iub" or bool(np.equal(matrix, np.rint(matrix)).all())
        largest = float(np.abs(matrix).max(initial=0.0)) * max(1, most or matrix.shape[0])
        self._scale = exact_scale(largest, whole=whole)
        if whole and largest < _SMALL:
            self._matrix: Matrix = matrix.astype(np.float32)
        else:
            self._matrix = np.rint(matrix * self._scale)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of weights that need no conversion."""
        return self._matrix.dtype

    def of(self, weights: Weights) -> Scores:
        """Return the sums, one row for each row of weights."""
        # Not @, during which no other Python thread runs, including the window's.
        sums: Matrix = np.dot(weights.astype(self._matrix.dtype, copy=False), self._matrix)
        found: Scores = sums.astype(np.float64) / self._scale
        return found


def _as_given(*arrays: Matrix) -> tuple[Matrix, ...]:
    return arrays


class SumTable:
    """What units count for every run, of whose sums the score of a run is made.

    `given`: the arrays it is made from, units first. `columns_of` makes columns of them, each units x runs, or
    units x 1 where all runs count the same; `compute` makes scores of a sum of every column. Both are functions
    of a module, or partials of one: other processes get them by name. `is_mean`: whether a score is the plain
    mean of scores of units.
    """

    def __init__(
        self,
        given: Sequence[Matrix],
        compute: Callable[..., Scores],
        columns_of: Callable[..., Sequence[Matrix]] = _as_given,
        *,
        is_mean: bool = False,
    ) -> None:
        self._given, self._compute, self._columns_of, self.is_mean = tuple(given), compute, columns_of, is_mean
        self._columns = columns_of(*given)
        self.units, self.runs = len(self._columns[0]), max(column.shape[1] for column in self._columns)
        self._sums = [ExactSums(column) for column in self._columns]

    @property
    def is_counted(self) -> bool:
        """Whether units count whole numbers, so that many of them are alike."""
        return all(column.dtype.kind in "iub" for column in self._columns)

    def evaluate(self, weights: Weights) -> Scores:
        """Return the scores of the chosen units."""
        cast = {kind: weights.astype(kind, copy=False) for kind in {each.dtype for each in self._sums}}
        return self._compute(*(each.of(cast[each.dtype]) for each in self._sums))

    def arrays(self) -> tuple[Matrix, ...]:
        """Return the arrays it was made from."""
        return self._given

    def part(self, kept: NDArray[np.bool_]) -> "SumTable":
        """Return the same for some of the units only."""
        given = [array[kept] for array in self._given]
        return SumTable(given, self._compute, self._columns_of, is_mean=self.is_mean)

    def paired(self, a: int, b: int) -> Pair:
        """Return two runs whose responses can be swapped."""
        return SummedPair(self.columns(a), self.columns(b), self._compute)

    def columns(self, run: int) -> Matrix:
        """Return what a run counts, by unit and column."""
        return np.column_stack([column[:, run % column.shape[1]] for column in self._columns])


def mean_table(values: Scores) -> SumTable:
    """Return the data of a plain mean, from scores of units (units x runs).

    NaN leaves a unit out of the mean; a run without any defined unit has no score.
    """
    return SumTable([np.asarray(values, dtype=np.float64)], quotient, _with_known, is_mean=True)


def geometric_table(values: Scores, floor: float) -> SumTable:
    """Return the data of a geometric mean, of scores of units as in `mean_table`; lower ones count as the floor."""
    given = [np.asarray(values, dtype=np.float64)]
    return SumTable(given, partial(_of_logs, floor), partial(_with_known, floor=floor))


def pooled_table(measure: Measure, found: Matrix, most: Matrix) -> SumTable:
    """Return the data of a pooled measure: what was found (units x ranks x runs), and can be (units x ranks)."""
    return SumTable([found, most], partial(_of_ranks, measure), _by_rank)


def count_table(measure: Measure, columns: Columns) -> SumTable:
    """Return the data of a measure of counts, of the columns that it names."""
    form = form_of(measure)
    is_mean = any(input_of(measure, kind) in form.inputs for kind in measure.averaged)
    given = [np.asarray(columns[name]) for name in form.columns]
    return SumTable(given, partial(_of_counts, measure), is_mean=is_mean)


def _with_known(values: Scores, floor: float | None = None) -> tuple[Matrix, Matrix]:
    """Return values, or their logarithms, with 0 where there is none, and where there is one."""
    known = ~np.isnan(values)
    worth = np.where(known, values if floor is None else logs_of(values, floor), 0.0)
    return worth, known[:, :1] if bool((known == known[:, :1]).all()) else known


def _of_logs(floor: float, sums: Scores, known: Scores) -> Scores:
    return of_mean_log(quotient(sums, known), floor)


def _by_rank(found: Matrix, most: Matrix) -> tuple[Matrix, ...]:
    ranks = range(found.shape[1])
    return (*(found[:, rank] for rank in ranks), *(most[:, rank, None] for rank in ranks))


def _of_ranks(measure: Measure, *sums: Scores) -> Scores:
    ranks = len(sums) // 2
    return pooled_form(measure).compute(np.array(sums[:ranks]), np.array(sums[ranks:]))


def _of_counts(measure: Measure, *sums: Scores) -> Scores:
    return form_of(measure).compute(*sums, **measure.options)


YES, NO = 0, 1
"""Rows of decisions; anything else is no decision (as in `jurybox.scoring.tallies.submitted`)."""


_ONE_DECISION = tuple(
    (Counts(**{f"{said}_incorrect": 1}), Counts(**{f"{said}_correct": 1})) for said in ("yes", "no", "silent")
)
"""What one answer counts for a run: by the row of its decision, and by truth 0 or 1."""
_ONE_OUTCOME = (Outcomes(incorrect=1), Outcomes(correct=1), Outcomes(unanswered=1))
"""What one question counts: answered incorrectly, correctly, or not."""
DECISION_COLUMNS = tuple(name for name in Counts.meanings if name != "pairs")


def form_of(measure: Measure) -> CountForm:
    """Return how a measure is made of counts. ValueError for one that is not."""
    if measure.counts is None:
        msg = tr("{measure} is not made of counts", measure=measure)
        raise ValueError(msg)
    return measure.counts


def decision_worth(name: str) -> NDArray[np.int8]:
    """Return what one answer adds to a count, by the row of the decision and by truth 0 or 1."""
    return np.array([[getattr(one, name) for one in row] for row in _ONE_DECISION], dtype=np.int8)


def decision_columns(
    truth: NDArray[Any], said: NDArray[Any], names: Iterable[str] = DECISION_COLUMNS
) -> dict[str, NDArray[np.int8]]:
    """Return the columns of decisions on answers, by the names of the counts.

    `truth`: 1 correct, 0 incorrect, one for each unit; `said`: `YES`, `NO` or silence by unit and run. A
    count that the gold standard alone decides has one column for all runs.
    """
    right = (np.asarray(truth) == 1)[:, None].astype(np.int8)
    rows = np.where(said == YES, 0, np.where(said == NO, 1, 2))
    columns = {}
    for name in names:
        worth = decision_worth(name)
        columns[name] = worth[0][right] if (worth == worth[0]).all() else worth[rows, right]
    return columns


def outcome_columns(outcomes: NDArray[Any]) -> dict[str, NDArray[np.int8]]:
    """Return the columns of answered questions; `outcomes`: 1 correct, 0 incorrect, -1 unanswered."""
    columns = {}
    for name in Outcomes.meanings:
        worth = np.array([getattr(one, name) for one in _ONE_OUTCOME], dtype=np.int8)
        same = bool((worth == worth[0]).all())
        columns[name] = np.full((len(outcomes), 1), worth[0]) if same else worth[outcomes]
    return columns


def summed(columns: Columns, group: NDArray[Any], groups: int) -> dict[str, NDArray[np.int64]]:
    """Return columns summed by group (such as the question of an answer) instead of by unit."""
    order = np.argsort(group, kind="stable")
    known, starts = np.unique(group[order], return_index=True)
    found = {}
    for name, column in columns.items():
        sums = np.zeros((groups, column.shape[1]), dtype=np.int64)
        if len(known):
            sums[known] = np.add.reduceat(column[order], starts, axis=0, dtype=np.int64)
        found[name] = sums
    return found


def mean_by_group(values: Scores, group: NDArray[np.int64]) -> tuple[NDArray[np.int64], Scores]:
    """Return the groups there are, such as the questions of answers, and the mean of the rows of each.

    NaN in a row makes the mean of its group undefined.
    """
    known, place = np.unique(group, return_inverse=True)
    order = np.argsort(place, kind="stable")
    starts = np.searchsorted(place[order], np.arange(len(known)))
    sums = np.add.reduceat(values[order], starts, axis=0) if len(known) else values
    return known, sums / np.bincount(place, minlength=len(known))[:, None]


def by_whole_questions(found: UnitValues, catalog: Catalog) -> UnitValues:
    """Return scores of answers as the mean of each question; those of questions and series as they are."""
    if found.unit != "answer":
        return found
    questions, means = mean_by_group(found.values, catalog.answer_question[found.units].astype(np.int64))
    return UnitValues("question", questions, found.runs, means)


AUC, CWS = measure("AUC"), measure("CWS")

Order = NDArray[np.int64]


_TABLES = 256 << 20
"""The most bytes for the tables of pairs of all runs together."""

_PRODUCTS = 1000
"""The number of steps of a matrix product that take as long as one step through the answers in order."""


class AreaTable:
    """Scores of answers by answer and run, of whose pairs a measure makes the score of a run.

    `truth`: 1 correct, 0 incorrect; answers without a score (NaN) are ranked last, and a run without any
    has no AUC. `unit_of_answer`: the unit, such as the question, that an answer is drawn with (default:
    itself), of which there are `units`.

    Where units hold many answers, their pairs are counted once, in a table by units for each run: the pairs
    of a choice are then a product with its weights.
    """

    is_mean = False

    def __init__(
        self,
        truth: NDArray[Any],
        scores: Scores,
        unit_of_answer: Order | None = None,
        units: int | None = None,
        measure: Measure = AUC,
    ) -> None:
        self._measure = measure
        self._unit = unit_of_answer
        self.units = len(truth) if units is None else units
        self.runs = scores.shape[1]
        self._truth, self._scores = np.asarray(truth), scores
        self._right = self._truth == 1
        self._orders = [_rising(scores[:, run]) for run in range(self.runs)]

    def evaluate(self, weights: Weights) -> Scores:
        """Return the areas over the chosen units; NaN with one class only."""
        wide = weights.astype(np.float64)
        if len(wide) > 1 and self._unit is not None and self._tables is not None:
            positives, negatives = (
                np.dot(wide, np.bincount(self._unit[of], minlength=self.units).astype(np.float64))
                for of in (self._right, ~self._right)
            )
            areas = np.full((len(wide), self.runs), np.nan)
            for run, table in enumerate(self._tables):
                if table is not None:
                    won = np.einsum("ij,ij->i", np.dot(wide, table.astype(np.float64)), wide)
                    areas[:, run] = of_pairs(self._measure, won, positives, negatives)
            return areas
        each = wide if self._unit is None else wide[:, self._unit]
        right = np.where(self._right, each, 0.0)
        wrong = each - right
        positives, negatives = right.sum(axis=1), wrong.sum(axis=1)
        areas = np.full((len(each), self.runs), np.nan)
        for run, rising in enumerate(self._orders):
            if rising is not None:
                won = _doubled_wins(right, wrong, *rising)
                areas[:, run] = of_pairs(self._measure, won, positives, negatives)
        return areas

    @cached_property
    def _tables(self) -> list[Matrix | None] | None:
        """The doubled wins by unit of the correct and of the incorrect answer; None if they cost more."""
        if self._unit is None or self.units**2 > _PRODUCTS * len(self._truth):
            return None
        tables: list[Matrix | None] = []
        for rising in self._orders:
            table = None if rising is None else _wins_by_unit(self._right, self._unit, self.units, *rising)
            tables.append(table)
            if table is not None and table.nbytes * self.runs > _TABLES:
                return None
        return tables

    def arrays(self) -> tuple[NDArray[Any], ...]:
        """Return the arrays it was made from."""
        return self._truth, self._scores

    def part(self, kept: NDArray[np.bool_]) -> "AreaTable":
        """Return the same for some of the units only."""
        unit = np.arange(self.units) if self._unit is None else self._unit
        some, place = kept[unit], np.cumsum(kept) - 1
        return AreaTable(self._truth[some], self._scores[some], place[unit[some]], int(kept.sum()), self._measure)

    def paired(self, a: int, b: int) -> Pair:
        """Return two runs whose responses can be swapped; without scores if one has none.

        Swapping does not change how many answers are correct, and the pairs of two swapped units count for
        neither run more than before. So each unit moves the difference of AUC by a step of its own. Other
        measures of pairs are computed again.
        """
        unit = np.arange(self.units) if self._unit is None else self._unit
        if self._orders[a] is None or self._orders[b] is None:
            scores = np.full((2 * len(unit), 1), np.nan)
        elif self._measure == AUC:
            steps = _steps(self._right, self._scores[:, a], self._scores[:, b])
            first, second = (np.bincount(unit, step, self.units)[:, None] for step in steps)
            right = np.array(float(np.count_nonzero(self._right)))
            compute = partial(of_pairs, self._measure, positives=right, negatives=len(self._truth) - right)
            return SummedPair(first, second, compute)
        else:
            scores = _stacked(self._scores, a, b)
        truth = np.concatenate((self._truth, self._truth))
        units = np.concatenate((unit, unit + self.units))
        return StackedPair(AreaTable(truth, scores, units, 2 * self.units, self._measure))


def of_pairs(measure: Measure, won: Scores, positives: Scores, negatives: Scores) -> Scores:
    """Return a measure of pairs, of 2 U and the sizes of the two classes."""
    columns = {"pairs": won, "positives": positives, "negatives": negatives, "total": positives + negatives}
    form = form_of(measure)
    return form.compute(*(columns[name] for name in form.columns), **measure.options)


def _steps(right: NDArray[np.bool_], first: Scores, second: Scores) -> tuple[Scores, Scores]:
    """Return for each answer what it adds to 2 U of two runs, such that swapping it swaps its contribution.

    That is true of the difference, not of each 2 U: half of what the answer wins or loses in its own run,
    and a quarter of what it would win or lose among the answers of the other.
    """
    known = [np.where(np.isnan(one), -np.inf, one) for one in (first, second)]
    own = [_wins_and_losses(right, one, one) for one in known]
    with_first, with_second = (_wins_and_losses(right, *known), _wins_and_losses(right, *reversed(known)))
    across = np.where(right, with_first - with_second, with_second - with_first) / 4
    return own[0] / 2 + across, own[1] / 2 - across


def _wins_and_losses(right: NDArray[np.bool_], correct: Scores, incorrect: Scores) -> Scores:
    """Return the doubled wins of each correct answer, and for each incorrect one those against it.

    `correct`, `incorrect`: by answer, the scores with which it takes part as the one or the other.
    """
    above, below = np.sort(correct[right]), np.sort(incorrect[~right])
    found = np.empty(len(right))
    found[right] = sum(np.searchsorted(below, correct[right], side) for side in ("left", "right"))
    found[~right] = sum(len(above) - np.searchsorted(above, incorrect[~right], side) for side in ("left", "right"))
    return found


def _rising(scores: Scores) -> tuple[Order, Order] | None:
    """Return positions by rising score and where each distinct score begins; None without any score."""
    if np.isnan(scores).all():
        return None
    known = np.where(np.isnan(scores), -np.inf, scores)
    order = np.argsort(known, kind="stable")
    ordered = known[order]
    return order, np.flatnonzero(np.concatenate(([True], ordered[1:] != ordered[:-1])))


def _doubled_wins(right: Scores, wrong: Scores, order: Order, starts: Order) -> Scores:
    """Return twice the pairs with the correct answer above the incorrect one, plus those that tie."""
    above, below = right[:, order], wrong[:, order]
    if len(starts) < len(order):
        above, below = np.add.reduceat(above, starts, axis=1), np.add.reduceat(below, starts, axis=1)
    passed = np.cumsum(below, axis=1)
    passed *= 2.0
    passed -= below
    found: Scores = np.einsum("ij,ij->i", above, passed)
    return found


def _wins_by_unit(right: NDArray[np.bool_], unit: Order, units: int, order: Order, starts: Order) -> Matrix:
    """Return twice the pairs won, plus those tied, by unit of the correct and of the incorrect answer."""
    place = np.zeros(len(order), dtype=np.int64)
    place[starts[1:]] = 1
    place, right, unit = np.cumsum(place), right[order], unit[order]
    above, below = place[right], place[~right]
    # An incorrect answer counts once for all correct ones from the first of its score on, and once more for
    # those from the first of a higher score on.
    counted = np.concatenate([np.searchsorted(above, below, side=side) for side in ("left", "right")])
    owners = np.concatenate((unit[~right], unit[~right]))
    by_place = np.argsort(counted, kind="stable")
    counted, owners, winners = counted[by_place], owners[by_place], unit[right]
    wins, passed = np.zeros((units, units)), np.zeros(units)
    rows = max(1, BUDGET // (16 * units))
    for start in range(0, len(above), rows):
        end = min(start + rows, len(above))
        some = slice(*np.searchsorted(counted, (start, end)))
        new = np.bincount((counted[some] - start) * units + owners[some], minlength=(end - start) * units)
        sums = np.cumsum(new.reshape(end - start, units), axis=0) + passed
        passed = sums[-1]
        winning = np.argsort(winners[start:end], kind="stable")
        known, firsts = np.unique(winners[start:end][winning], return_index=True)
        wins[known] += np.add.reduceat(sums[winning], firsts, axis=0)
    return wins.astype(np.min_scalar_type(int(wins.max(initial=0))))


class ConfidenceTable:
    """Questions in each run's order of confidence, of which a measure makes the score of a run.

    `right`: 1 where the run's answer is correct, by question and run; `confidence`: the same shape, NaN
    where a question is unanswered, which then comes last. Ties go by `place`, of the same shape (default: the
    order of the questions).
    """

    is_mean = False

    def __init__(
        self, right: NDArray[Any], confidence: Scores, place: Order | None = None, measure: Measure = CWS
    ) -> None:
        self._measure = measure
        self.units, self.runs = right.shape
        places = np.tile(np.arange(self.units)[:, None], self.runs) if place is None else place
        self._right: Scores = np.asarray(right, dtype=np.float64)
        self._confidence, self._place = confidence, places
        known = np.where(np.isnan(confidence), -np.inf, confidence)
        self._orders = [np.lexsort((places[:, run], -known[:, run])) for run in range(self.runs)]

    def evaluate(self, weights: Weights) -> Scores:
        """Return the measure over the chosen questions; one drawn twice is twice in the order."""
        wide = weights.astype(np.float64)
        found = np.full((len(wide), self.runs), np.nan)
        choices = choices_of(self._measure)
        for run, order in enumerate(self._orders):
            found[:, run] = choices(wide[:, order], self._right[order, run], **self._measure.options)
        return found

    def arrays(self) -> tuple[NDArray[Any], ...]:
        """Return the arrays it was made from."""
        return self._right, self._confidence, self._place

    def part(self, kept: NDArray[np.bool_]) -> "ConfidenceTable":
        """Return the same for some of the questions only."""
        return ConfidenceTable(self._right[kept], self._confidence[kept], self._place[kept], self._measure)

    def paired(self, a: int, b: int) -> Pair:
        """Return two runs as one over twice the questions."""
        right, confidence = (_stacked(one, a, b) for one in (self._right, self._confidence))
        place = _stacked(self._place, a, b)
        return StackedPair(ConfidenceTable(right, confidence, place, self._measure))


def choices_of(measure: Measure) -> Callable[..., Scores]:
    """Return how a measure scores choices of questions by confidence. ValueError for one that cannot."""
    if measure.confidences is None or measure.confidences.choices is None:
        msg = tr("{measure} does not score choices of questions", measure=measure)
        raise ValueError(msg)
    return measure.confidences.choices


def _stacked(columns: NDArray[Any], a: int, b: int) -> NDArray[Any]:
    return np.concatenate((columns[:, a], columns[:, b]))[:, None]


Positions = NDArray[np.int64]
Data = SumTable | AreaTable | ConfidenceTable

_UF, _SELECTED, _REJECTED = measure("UF"), measure("qa_accuracy"), measure("qa_rej_accuracy")
_SILENT = 2


@dataclass(frozen=True)
class Gathered:
    """The data to draw from: `units` are positions of answers, questions or series, `runs` of runs."""

    measure: Measure
    kind: Kind
    unit: Unit
    units: Positions
    runs: tuple[int, ...]
    names: tuple[str, ...]
    data: Data


def gather(board: Scoreboard, measure: Measure, *, whole_questions: bool = False) -> Gathered:
    """Return what every scored unit counts for the stored runs shown.

    Refused, with the reason, for a measure that scores nothing here, that is ordinal (MRRT), or that is
    defined for whole runs only, so that no choice of units can be scored.
    """
    kind = board.kind_of(measure)
    runs = board.stored
    if kind is None:
        reason = board.score(measure, runs[0]).reason if runs else tr("there is no run to score")
        raise Refused(tr("{measure} scores nothing here: {reason}.", measure=measure, reason=reason))
    if TimedRun in measure.accepts:
        raise Refused(tr("{measure} only orders the runs: it has no test, interval or study.", measure=measure))
    unit, units, data = _found(board, measure, kind, runs, whole=whole_questions)
    return Gathered(measure, kind, unit, units, runs, tuple(map(board.name_of, runs)), data)


@contextmanager
def refused_as(what: str) -> Iterator[None]:
    """Turn the ValueError of a computation into a sentence for the user."""
    try:
        yield
    except ValueError as error:
        raise Refused(tr("{what}: {error}. Nothing was changed.", what=what, error=error)) from error


def _found(
    board: Scoreboard, measure: Measure, kind: Kind, runs: tuple[int, ...], *, whole: bool
) -> tuple[Unit, Positions, Data]:
    given, tally = input_of(measure, kind), board.tally(measure, kind)
    if given is Counts:
        return _of_decisions(board, measure, runs, whole=whole)
    if given is Selections and tally is not None:
        questions, won = tally.values(_SELECTED)
        columns = {"selected_right": won, "rejected_right": tally.values(_REJECTED)[1]}
        return "question", questions, count_table(measure, columns | {"questions": _ones(len(questions))})
    if given is Outcomes and tally is not None:
        questions, gains = tally.values(_UF)
        outcomes = np.array([0, -1, 1])[gains[:, : len(runs)].astype(np.int64) + 1]
        return "question", questions, count_table(measure, outcome_columns(outcomes))
    form = measure.confidences
    if given is Confidences and form is not None and form.choices is not None:
        questions, right, confidence, place = cast("ConfidenceTally", tally).by_question()
        right, confidence, place = right[:, : len(runs)], confidence[:, : len(runs)], place[:, : len(runs)]
        return "question", questions, ConfidenceTable(right, confidence, place, measure)
    if measure.geometric is not None and isinstance(tally, GeometricTally):
        questions, values = tally.values_of_questions(measure)
        return "question", questions, geometric_table(values[:, : len(runs)], measure.geometric.floor)
    if isinstance(tally, PooledTally):
        questions, recalled, most = tally.by_question(measure)
        return "question", questions, pooled_table(measure, recalled[:, :, : len(runs)], most)
    if kind not in measure.averaged:
        raise Refused(
            tr("{measure} is not a mean over units and has no counts, so it cannot be sampled.", measure=measure)
        )
    found = board.unit_values(measure)
    return found.unit, found.units, mean_table(found.values[:, : len(runs)])


def _of_decisions(
    board: Scoreboard, measure: Measure, runs: tuple[int, ...], *, whole: bool
) -> tuple[Unit, Positions, Data]:
    decided = [board.decided(run) for run in runs]
    answers = decided[0][0] if decided else np.empty(0, dtype=np.int64)
    truth = board.truth[answers]
    questions, group = np.unique(board.catalog.answer_question[answers], return_inverse=True)
    units: Positions = questions.astype(np.int64) if whole else answers
    unit: Unit = "question" if whole else "answer"
    form = form_of(measure)
    if form.of_pairs:
        columns = scores_given(board, runs, answers)
        return unit, units, AreaTable(truth, columns, group if whole else None, len(units), measure)
    needed = decision_columns(truth, said_of(decided, truth), form.columns)
    return unit, units, count_table(measure, summed(needed, group, len(units)) if whole else needed)


def said_of(decided: Sequence[tuple[Positions, NDArray[np.int8]]], truth: NDArray[np.int8]) -> NDArray[np.int8]:
    """Return decisions by answer and run, from the scoreboard's record of right decisions (`decided`)."""
    right = np.column_stack([row for _, row in decided]) if decided else np.empty((0, 0), dtype=np.int8)
    return np.where(right < 0, _SILENT, right != truth[:, None]).astype(np.int8)


def scores_given(board: Scoreboard, runs: Sequence[int], answers: Positions) -> Scores:
    """Return scores by answer and run: -infinity where a run gives none, NaN if it gives none at all."""
    columns = [board.scores(run) for run in runs]
    filled = [
        np.full(len(answers), np.nan) if one is None else np.where(np.isnan(one[answers]), -np.inf, one[answers])
        for one in columns
    ]
    return np.column_stack(filled) if filled else np.empty((0, 0))


def _ones(count: int) -> NDArray[np.int8]:
    return np.ones((count, 1), dtype=np.int8)
