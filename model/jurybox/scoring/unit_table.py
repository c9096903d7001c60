"""The table of units: what every scored unit counts for every run, scored over any choice of the units.

A choice of units is a row of weights: 0 or 1 for a subset, how often a unit was drawn for a bootstrap. The
measure is always recomputed from the chosen units, never averaged over parts, so that F, c@1 or AUC of a
choice are what they would be if the collection consisted of these units only.

Sums are exact: counts are whole numbers, and scores of units are taken to the nearest of at least 2^-41 of
the largest. So a result does not depend on the order of additions, on how work is divided or on the
processor, and tied runs stay tied.

A table has one of two forms: sums over units (`SumTable`, for means, geometric means, pooled measures and
measures of counts), or orders of them (`jurybox.scoring.order_tables`). Tallies make it (`Tally.table`).
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from jurybox.language import tr
from jurybox.measures import Measure, Unit
from jurybox.measures.checks import quotient
from jurybox.measures.forms import CountForm, PooledForm
from jurybox.measures.ranking_rows import logs_of, of_mean_log

Positions = NDArray[np.int64]
Scores = NDArray[np.float64]
Weights = NDArray[Any]
Matrix = NDArray[Any]
Columns = Mapping[str, Matrix]

_FEWER = 8
"""Units are drawn together if that reduces their number by this factor: drawing a number of equal units costs
more than drawing one."""

_SMALL, _LARGE = 2.0**24, 2.0**52
"""Whole numbers up to these are exact in 32-bit and in 64-bit floating point."""


class UnitData(Protocol):
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


class UnitTable(UnitData, Protocol):
    """What the units of a collection count for its runs."""

    def arrays(self) -> tuple[Matrix, ...]:
        """Return the arrays it was made from."""

    def part(self, kept: NDArray[np.bool_]) -> "UnitTable":
        """Return the same for some of the units only."""

    def paired(self, a: int, b: int) -> "Pair":
        """Return two runs whose responses can be swapped."""


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

    @property
    def rounded(self) -> Scores:
        """The numbers that are added up, to the digits that count."""
        return self._matrix.astype(np.float64) / self._scale

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
    mean of scores of units; `is_counted`: whether units count few things, so that many of them are alike.
    """

    def __init__(
        self,
        given: Sequence[Matrix],
        compute: Callable[..., Scores],
        columns_of: Callable[..., Sequence[Matrix]] = _as_given,
        *,
        is_mean: bool = False,
        is_counted: bool = False,
    ) -> None:
        self._given, self._compute, self._columns_of = tuple(given), compute, columns_of
        self.is_mean, self.is_counted = is_mean, is_counted
        self._columns = columns_of(*given)
        self.units, self.runs = len(self._columns[0]), max(column.shape[1] for column in self._columns)

    @cached_property
    def _sums(self) -> list[ExactSums]:
        return [ExactSums(column) for column in self._columns]

    def evaluate(self, weights: Weights) -> Scores:
        """Return the scores of the chosen units."""
        cast = {kind: weights.astype(kind, copy=False) for kind in {each.dtype for each in self._sums}}
        return self._compute(*(each.of(cast[each.dtype]) for each in self._sums))

    def replaced(self, units: Positions, given: Sequence[Matrix]) -> tuple[Scores, Scores]:
        """Return the scores over all units, and those with one of these units each as a row of `given` has it."""
        now, then = [], []
        for column, new in zip(self._columns, self._columns_of(*given), strict=True):
            width = max(column.shape[1], new.shape[1])
            both = np.concatenate([np.broadcast_to(each, (len(each), width)) for each in (column, new)])
            old, fresh = np.split(ExactSums(both, most=self.units + 1).rounded, [self.units])
            now.append(old.sum(axis=0)[None])
            then.append(now[-1] + fresh - old[units])
        return self._compute(*now)[0], self._compute(*then)

    def arrays(self) -> tuple[Matrix, ...]:
        """Return the arrays it was made from."""
        return self._given

    def part(self, kept: NDArray[np.bool_]) -> "SumTable":
        """Return the same for some of the units only."""
        given = [array[kept] for array in self._given]
        return SumTable(given, self._compute, self._columns_of, is_mean=self.is_mean, is_counted=self.is_counted)

    def paired(self, a: int, b: int) -> Pair:
        """Return two runs whose responses can be swapped."""
        return SummedPair(self.columns(a), self.columns(b), self._compute)

    def columns(self, run: int) -> Matrix:
        """Return what a run counts, by unit and column."""
        return np.column_stack([column[:, run % column.shape[1]] for column in self._columns])


def mean_table(values: Scores) -> SumTable:
    """Return the table of a plain mean, from scores of units (units x runs).

    NaN leaves a unit out of the mean; a run without any defined unit has no score.
    """
    return SumTable([np.asarray(values, dtype=np.float64)], quotient, _with_known, is_mean=True)


def geometric_table(values: Scores, floor: float) -> SumTable:
    """Return the table of a geometric mean, of scores of units as in `mean_table`; lower ones count as the floor."""
    given = [np.asarray(values, dtype=np.float64)]
    return SumTable(given, partial(_of_logs, floor), partial(_with_known, floor=floor))


def pooled_table(measure: Measure, found: Matrix, most: Matrix) -> SumTable:
    """Return the table of a pooled measure: what was found (units x ranks x runs), and can be (units x ranks)."""
    return SumTable([found, most], partial(_of_ranks, measure), _by_rank)


def count_table(measure: Measure, columns: Columns, *, is_mean: bool = False) -> SumTable:
    """Return the table of a measure of counts, of the columns that it names; `is_mean` as in `UnitTable`."""
    given = [np.asarray(columns[name]) for name in form_of(measure).columns]
    return SumTable(given, partial(_of_counts, measure), is_mean=is_mean, is_counted=True)


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


def form_of(measure: Measure) -> CountForm:
    """Return how a measure is made of counts. ValueError for one that is not."""
    if measure.counts is None:
        msg = tr("{measure} is not made of counts", measure=measure)
        raise ValueError(msg)
    return measure.counts


def pooled_form(measure: Measure) -> PooledForm:
    """Return how a measure is pooled; ValueError for one that is not."""
    if measure.pooled is None:
        msg = tr("{measure} is not pooled over questions", measure=measure)
        raise ValueError(msg)
    return measure.pooled


class Units(NamedTuple):
    """The units that are scored, as positions of answers, questions or series, and what they count for the runs."""

    unit: Unit
    positions: Positions
    table: UnitTable
