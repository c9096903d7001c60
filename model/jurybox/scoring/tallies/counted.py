"""What tallies of counts share: units fall into cells, by what a run did and by what turned out correct.

Units are grouped for every run: `groups[column, row, outcomes]`, by the bits of the outcomes that are possible
(`jurybox.gold`), and one unit moves one number for each run. What scores rest on are the cells of groups whose
outcome is certain, `cells[column, row, 0 correct or 1 incorrect]`. The input of
a measure is made of the cells of a run (`of_cells`). What one unit counts follows from the input of one cell; so
do scores of all runs at once, values of units and their table.
"""

import math
from abc import abstractmethod
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from jurybox.gold import CAN_BE_CORRECT, CAN_BE_INCORRECT
from jurybox.measures import Counts, Kind, Measure, Outcomes, Selections
from jurybox.scoring.bounds.count_bounds import Cells, count_bounds
from jurybox.scoring.explain import explained
from jurybox.scoring.results import Bounds, Explanation, RunScore, run_score
from jurybox.scoring.tallies.submitted import Positions, Small
from jurybox.scoring.tallies.tally import Matrix, Tally, no_values
from jurybox.scoring.unit_table import Columns, Units, count_table, form_of

OUTCOMES = 8
ROWS = 3
SCORED_AS = (CAN_BE_CORRECT, CAN_BE_INCORRECT)
"""The outcomes of units that scores rest on, in the order of the cells of a row."""
Groups = NDArray[np.int64]

_EXACT = 1 << 24
"""Up to here whole numbers are exact in 32-bit floating point."""

Counted = Counts | Outcomes | Selections
OfCells = Callable[[Cells], Counted]
Input = TypeVar("Input", Counts, Outcomes, Selections)


def counts_of(cells: Cells, pairs: int | None = None) -> Counts:
    """Return the counts of a run's decisions from `cells[decision][0 correct, 1 incorrect]`."""
    yes, no, silent = cells
    return Counts(yes[0], no[0], silent[0], yes[1], no[1], silent[1], pairs)


@cache
def worth_of(of_cells: OfCells) -> dict[str, NDArray[np.int8]]:
    """Return what one unit adds to each count, by row and by truth 0 or 1."""
    inputs = [[_one(of_cells, row, at) for at in (1, 0)] for row in range(ROWS)]
    names = [name for name in inputs[0][0].meanings if name != "pairs"]
    return {name: np.array([[getattr(one, name) for one in row] for row in inputs], dtype=np.int8) for name in names}


def _one(of_cells: OfCells, row: int, at: int) -> Counted:
    """Return the input of a run with a single unit."""
    cells = [[0, 0] for _ in range(ROWS)]
    cells[row][at] = 1
    return of_cells(cells)


def columns_of(
    of_cells: OfCells, rows: NDArray[Any], right: NDArray[Any], names: Iterable[str]
) -> dict[str, NDArray[np.int8]]:
    """Return what units count, by the names of the counts.

    `rows`: what the run did, by unit and column; `right`: 1 or 0, of the same shape, or by unit for all columns alike.
    A count that does not depend on the run has one column for all.
    """
    right = (right if right.ndim > 1 else right[:, None]).astype(np.int8)
    columns = {}
    for name in names:
        worth = worth_of(of_cells)[name]
        if (worth == worth[0, 0]).all():
            columns[name] = np.full((len(rows), 1), worth[0, 0])
        elif right.shape[1] == 1 and (worth == worth[0]).all():
            columns[name] = worth[0][right]
        else:
            columns[name] = worth[rows, right]
    return columns


def decision_columns(
    truth: NDArray[Any], said: NDArray[Any], names: Iterable[str] = tuple(worth_of(counts_of))
) -> dict[str, NDArray[np.int8]]:
    """Return what decisions on answers count: `truth` 1 or 0 by unit, `said` a row of decisions by unit and run."""
    return columns_of(counts_of, said, np.asarray(truth) == 1, names)


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


def groups_in(rows: Small, outcomes: Small) -> list[list[int]]:
    """Return the groups of one column."""
    found: list[list[int]] = count_groups(rows[:, None], outcomes[:, None])[0].tolist()
    return found


class ScoredUnits(NamedTuple):
    """The units that are scored: what every column did, and what is correct, as in `columns_of`."""

    positions: Positions
    rows: Small
    right: Small


class CountTally(Tally, Generic[Input]):
    """A tally whose scores are measures of counts."""

    kind: Kind
    groups: Groups
    """Of units that are scored, and of those that wait where that is known at once."""

    # What it is made of

    @staticmethod
    @abstractmethod
    def of_cells(cells: Cells) -> Input:
        """Return the input of a measure from `cells[row][0 correct, 1 incorrect]`."""

    @abstractmethod
    def scored_units(self) -> ScoredUnits:
        """Return the units that are scored, in the order of the collection."""

    def groups_of(self, column: int) -> list[list[int]]:
        """Return how many units are in each row with each set of possible outcomes, for bounds."""
        found: list[list[int]] = self.groups[column].tolist()
        return found

    @property
    def cells(self) -> Groups:
        """The cells of all columns, of units that are scored."""
        return self.groups[:, :, SCORED_AS]

    def put(self, rows: Small, outcomes: Small | int, by: int) -> None:
        """Count one unit more (1) or less (-1), by what every column did and what can become of it."""
        self.groups[np.arange(len(self.groups)), rows, outcomes] += by

    def forget(self) -> None:
        """Forget what was computed; cells or sizes changed."""
        self.kept: dict[int, Input] = {}
        self._scores: dict[str, list[RunScore | None]] = {}
        self._lists: list[list[list[int]]] | None = None
        self._table: dict[str, NDArray[np.float64]] | None = None

    # Scores

    def data(self, column: int) -> Input:
        """Return the counts of a column; kept until they change."""
        if column not in self.kept:
            self.kept[column] = self.put_together(column)
        return self.kept[column]

    def put_together(self, column: int) -> Input:
        """Return the counts of a column."""
        return self.of_cells(self.cells_of(column))

    def cells_of(self, column: int) -> Cells:
        """Return the cells of a column as lists."""
        if self._lists is None:
            self._lists = self.cells.tolist()
        return self._lists[column]

    def data_for(self, measure: Measure, column: int) -> Input:
        """Return the counts of a column, with all that a measure is made of."""
        del measure
        return self.data(column)

    def count_table(self) -> dict[str, NDArray[np.float64]]:
        """Return each count of every column."""
        worth, cells = worth_of(type(self).of_cells), self.cells
        by_cell = np.array([one[:, ::-1].ravel() for one in worth.values()], dtype=np.float64)
        return dict(zip(worth, by_cell @ cells.reshape(len(cells), -1).T, strict=True))

    def score(self, measure: Measure, column: int) -> RunScore:
        """Return the present score of a column; computed when first needed after a change."""
        scores = self._scores.get(measure.name)
        if scores is None:
            scores = self._scores[measure.name] = self._scores_of(measure)
        found = scores[column]
        if found is None:
            found = run_score(measure.evaluate(self.data_for(measure, column)), self.sizes(measure), self.unit)
            scores[column] = found
        return found

    def _scores_of(self, measure: Measure) -> list[RunScore | None]:
        """Return the scores of all columns at once; None is computed separately: undefined or uncounted."""
        form = measure.counts
        if form is None:
            return [None] * len(self.cells)
        if self._table is None:
            self._table = self.count_table()
        values = form.compute(*[self._table[name] for name in form.columns], **measure.options)
        sizes = self.sizes(measure)
        return [None if math.isnan(value) else RunScore(value, "", *sizes) for value in values.tolist()]

    def columns(self, measure: Measure, runs: int | None = None) -> tuple[Positions, Columns]:
        """Return the units that are scored and what they count for the first so many columns (default: all)."""
        positions, rows, right = self.scored_units()
        right = right if right.ndim == 1 else right[:, :runs]
        return positions, columns_of(type(self).of_cells, rows[:, :runs], right, form_of(measure).columns)

    def table(self, measure: Measure, runs: int, *, whole_questions: bool = False) -> Units | None:
        """Return the units that are scored, and what they count for the first so many columns."""
        del whole_questions
        positions, columns = self.columns(measure, runs)
        return Units(self.unit, positions, count_table(measure, columns, is_mean=self.kind in measure.averaged))

    def values(self, measure: Measure) -> tuple[Positions, Matrix]:
        """Return what every unit scores for every column; none if the score is not a mean over units."""
        if self.kind not in measure.averaged:
            return no_values(len(self.cells))
        positions, columns = self.columns(measure)
        form = form_of(measure)
        return positions, form.compute(*(columns[name].astype(float) for name in form.columns), **measure.options)

    def bounds(self, measure: Measure, column: int) -> Bounds:
        """Return the bounds of a score; exact where the measure orders outcomes."""
        return count_bounds(measure, self.groups_of(column), lambda cells: measure.evaluate(self.of_cells(cells)).value)

    def explain(self, measure: Measure, column: int, unit: int | None = None) -> Explanation:
        """Return how a score came about, down to its counts; KeyError for a unit alone."""
        if unit is not None:
            raise KeyError(unit)
        return explained(measure, self.data_for(measure, column), self.score(measure, column))
