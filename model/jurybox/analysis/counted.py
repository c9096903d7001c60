"""Measures that follow from counts: from what every unit counts to the scores over any choice of units.

A column is what units count, one number for each unit and run (or one for all runs, where the gold
standard alone decides it). `CountForm` turns the sums of its columns into scores with one division at the
end wherever that can be, as the functions of `jurybox.measures` do, which tests hold it against.
"""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jurybox.analysis.data import ExactSums, Pair, Scores, SummedPair, Weights
from jurybox.measures import Counts, Kind, Measure, Outcomes
from jurybox.measures.forms import CountForm

Columns = Mapping[str, NDArray[Any]]
YES, NO = 0, 1
"""Rows of decisions; anything else is silence (as in `jurybox.scoring.tallies.submitted`)."""


_ONE_DECISION = tuple(
    (Counts(**{f"{said}_incorrect": 1}), Counts(**{f"{said}_correct": 1})) for said in ("yes", "no", "silent")
)
"""What one answer counts for a run: by the row of its decision, and by truth 0 or 1."""
_ONE_OUTCOME = (Outcomes(incorrect=1), Outcomes(correct=1), Outcomes(unanswered=1))
"""What one question counts: answered incorrectly, correctly, or not."""
DECISION_COLUMNS = tuple(name for name in Counts.meanings if name != "pairs")


_COUNTED_KINDS: frozenset[Kind] = frozenset(("factoid", "validation"))
"""The kinds of question whose units are counted."""


def form_of(measure: Measure) -> CountForm:
    """Return how a measure is made of counts; ValueError for one that is not."""
    if measure.counts is None:
        msg = f"{measure} is not made of counts"
        raise ValueError(msg)
    return measure.counts


class CountData:
    """What units count (units x runs, or units x 1), and the measure of the sums."""

    def __init__(self, measure: Measure, columns: Columns) -> None:
        form = form_of(measure)
        self._measure = measure
        self._columns = {name: np.asarray(columns[name]) for name in form.columns}
        self._compute, self._options = form.compute, measure.options
        self.is_mean = not _COUNTED_KINDS.isdisjoint(measure.averaged)
        needed = list(self._columns.values())
        self.units = len(needed[0])
        self.runs = max(column.shape[1] for column in needed)
        self._sums = [ExactSums(column) for column in needed]

    def evaluate(self, weights: Weights) -> Scores:
        """Return the measure of the chosen units' counts."""
        return self._compute(*(sums.of(weights) for sums in self._sums), **self._options)

    def arrays(self) -> tuple[NDArray[Any], ...]:
        """Return what it was made of."""
        return tuple(self._columns.values())

    def part(self, kept: NDArray[np.bool_]) -> "CountData":
        """Return the same for some of the units only."""
        return CountData(self._measure, {name: column[kept] for name, column in self._columns.items()})

    def paired(self, a: int, b: int) -> Pair:
        """Return two runs whose responses can be swapped."""
        columns = list(self._columns.values())
        first, second = (
            np.stack([column[:, run % column.shape[1]] for column in columns], axis=1) for run in (a, b)
        )
        return SummedPair(first, second, partial(self._compute, **self._options))


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
    """Return columns by group (such as the question of an answer) in place of by unit."""
    order = np.argsort(group, kind="stable")
    known, starts = np.unique(group[order], return_index=True)
    found = {}
    for name, column in columns.items():
        sums = np.zeros((groups, column.shape[1]), dtype=np.int64)
        if len(known):
            sums[known] = np.add.reduceat(column[order], starts, axis=0, dtype=np.int64)
        found[name] = sums
    return found
