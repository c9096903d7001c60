"""Measures that follow from counts: from what every unit counts to the scores over any choice of units.

A column is what units count, one number for each unit and run (or one for all runs, where the gold
standard alone decides it). A formula turns the sums of its columns into scores with one division at the
end wherever that can be, as the functions of `jurybox.measures` do, which tests hold it against.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jurybox.analysis.data import ExactSums, Pair, Scores, SummedPair, Weights, share
from jurybox.measures import Measure

Columns = Mapping[str, NDArray[Any]]
Compute = Callable[..., Scores]
YES, NO = 0, 1
"""Rows of decisions; anything else is silence (as in `jurybox.scoring.submitted`)."""


@dataclass(frozen=True, slots=True)
class Formula:
    """Which columns a measure needs, and what it makes of their sums; options come by keyword."""

    columns: tuple[str, ...]
    compute: Compute


def _precision(tp: Scores, fp: Scores, positives: Scores) -> Scores:
    found = np.where(tp + fp > 0, share(tp, tp + fp), 0.0)
    return np.where((positives > 0) | (fp > 0), found, np.nan)


def _f(tp: Scores, fp: Scores, positives: Scores, *, b: float, **_: object) -> Scores:
    square = b**2
    weighed = (1 + square) * tp
    found = share(weighed, weighed + square * (positives - tp) + fp)
    return np.where(positives > 0, found, np.nan)


def _auc_point(tp: Scores, fp: Scores, positives: Scores, negatives: Scores) -> Scores:
    return share(tp * negatives + (negatives - fp) * positives, 2 * positives * negatives)


def _rejected(correct: Scores, incorrect: Scores, unanswered: Scores, *, estimator: str) -> Scores:
    answered, whole = correct + incorrect, correct + incorrect + unanswered
    if estimator == "P(C|A)":
        return share(correct, answered)
    if estimator == "P(¬C|A)":
        return share(correct * answered + incorrect * unanswered, whole * answered)
    halves = {"0": 0, "0.5": 1, "1": 2}[estimator]
    return share(2 * correct + halves * unanswered, 2 * whole)


_DECIDED = ("correct", "incorrect", "unanswered")

FORMULAS: dict[str, Formula] = {
    "accuracy": Formula(("correct", "total"), share),
    "c@1": Formula(("correct", "unanswered", "total"), lambda c, u, n: share(c * (n + u), n * n)),
    "UF": Formula(("correct", "incorrect", "total"), lambda c, w, n: share(c - w, n)),
    "UF01": Formula(("correct", "incorrect", "total"), lambda c, w, n: share(n + c - w, 2 * n)),
    "answered": Formula(("correct", "incorrect", "total"), lambda c, w, n: share(c + w, n)),
    "rejected": Formula(_DECIDED, _rejected),
    "precision": Formula(("tp", "fp", "positives"), _precision),
    "recall": Formula(("tp", "positives"), share),
    "tpr": Formula(("tp", "positives"), share),
    "fpr": Formula(("fp", "negatives"), share),
    "F": Formula(("tp", "fp", "positives"), _f),
    "AUC-point": Formula(("tp", "fp", "positives", "negatives"), _auc_point),
    "qa_accuracy": Formula(("selected_right", "questions"), share),
    "qa_rej_accuracy": Formula(("rejected_right", "questions"), share),
    "estimated_qa": Formula(
        ("selected_right", "rejected_right", "questions"), lambda s, r, n: share(s * (n + r), n * n)
    ),
}
"""By the name of a measure without its parameters."""


class CountData:
    """What units count (units x runs, or units x 1), and the measure of the sums."""

    def __init__(self, measure: Measure, columns: Columns) -> None:
        formula = FORMULAS[measure.base]
        self._measure, self._columns = measure, columns
        self._compute, self._options = formula.compute, measure.options
        self.is_mean = bool(measure.averaged) and measure.base != "F"
        needed = [np.asarray(columns[name]) for name in formula.columns]
        self.units = len(needed[0])
        self.runs = max(column.shape[1] for column in needed)
        self._sums = [ExactSums(column) for column in needed]

    def evaluate(self, weights: Weights) -> Scores:
        """Return the measure of the chosen units' counts."""
        return self._compute(*(sums.of(weights) for sums in self._sums), **self._options)

    def arrays(self) -> tuple[NDArray[Any], ...]:
        """Return what it was made of."""
        return tuple(self._columns[name] for name in FORMULAS[self._measure.base].columns)

    def part(self, kept: NDArray[np.bool_]) -> "CountData":
        """Return the same for some of the units only."""
        return CountData(self._measure, {name: column[kept] for name, column in self._columns.items()})

    def paired(self, a: int, b: int) -> Pair:
        """Return two runs whose responses can be swapped."""
        columns = [self._columns[name] for name in FORMULAS[self._measure.base].columns]
        first, second = (
            np.stack([column[:, run % column.shape[1]] for column in columns], axis=1) for run in (a, b)
        )
        return SummedPair(first, second, partial(self._compute, **self._options))


def decision_columns(truth: NDArray[Any], said: NDArray[Any]) -> dict[str, NDArray[np.int8]]:
    """Return the columns of decisions on answers.

    `truth`: 1 correct, 0 incorrect, one for each unit; `said`: `YES`, `NO` or silence by unit and run.
    """
    right = (np.asarray(truth) == 1)[:, None]
    yes, no = said == YES, said == NO
    columns = {
        "tp": yes & right,
        "fp": yes & ~right,
        "correct": (yes & right) | (no & ~right),
        "incorrect": (yes & ~right) | (no & right),
        "unanswered": ~(yes | no),
        "positives": right,
        "negatives": ~right,
        "total": np.ones_like(right),
    }
    return {name: column.astype(np.int8) for name, column in columns.items()}


def outcome_columns(outcomes: NDArray[Any]) -> dict[str, NDArray[np.int8]]:
    """Return the columns of answered questions; `outcomes`: 1 correct, 0 incorrect, -1 unanswered."""
    columns = {"correct": outcomes == 1, "incorrect": outcomes == 0, "unanswered": outcomes == -1}
    total = np.ones((len(outcomes), 1), dtype=np.int8)
    return {name: column.astype(np.int8) for name, column in columns.items()} | {"total": total}


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
