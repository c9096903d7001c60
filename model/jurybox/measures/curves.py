"""Curves over every threshold on a run's scores: ROC, precision-recall, and the areas under them.

Answers with equal scores pass a threshold together, so a curve has one point for each distinct score.
One sort serves all curves and areas; the counts at each threshold stay whole numbers until the last
division. `ScoreOrder` keeps the sort when only labels change.

Conventions
    `truth` is 1 for a right answer, 0 for a wrong one; `scores` are in the answer being right, on any
    scale, NaN refused. Thresholds fall, so curves run from validating little to validating everything.
    The ROC curve starts at (0, 0) with the threshold infinity. The precision-recall curve starts at the
    highest score and has no invented point at recall 0.
    With right or wrong answers only, the area and the rate of what is missing are undefined (NaN).

References
    Á. Rodrigo et al. 2010, sections 2 and 3. T. Fawcett, "An introduction to ROC analysis", 2006.

Functions
    roc_curve, pr_curve, auc, score_curve; the classes ScoreOrder, ScoreCurve, RocCurve, PrCurve
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from jurybox.measures.checks import NAN, Floats, Integers, Labels, Values, numbers, same_length, yes_or_no


class RocCurve(NamedTuple):
    """False and true positive rates at falling thresholds, from (0, 0) to (1, 1)."""

    fpr: Floats
    tpr: Floats
    thresholds: Floats


class PrCurve(NamedTuple):
    """Precision and recall at falling thresholds, recall growing to 1."""

    precision: Floats
    recall: Floats
    thresholds: Floats


@dataclass(frozen=True, slots=True, eq=False)
class ScoreCurve:
    """How many right and wrong answers score at least each threshold.

    `thresholds`: the distinct scores, highest first; `tp`, `fp`: right and wrong answers at or above.
    """

    thresholds: Floats
    tp: Integers
    fp: Integers

    @property
    def positives(self) -> int:
        """The number of right answers."""
        return int(self.tp[-1]) if self.tp.size else 0

    @property
    def negatives(self) -> int:
        """The number of wrong answers."""
        return int(self.fp[-1]) if self.fp.size else 0

    def roc(self) -> RocCurve:
        """Return the ROC curve; a rate without answers to count is NaN all along."""
        zero = np.zeros(1, dtype=np.int64)
        return RocCurve(
            _rates(np.concatenate((zero, self.fp)), self.negatives),
            _rates(np.concatenate((zero, self.tp)), self.positives),
            np.concatenate((np.full(1, np.inf), self.thresholds)),
        )

    def pr(self) -> PrCurve:
        """Return the precision-recall curve; recall is NaN all along without right answers."""
        return PrCurve(self.tp / (self.tp + self.fp), _rates(self.tp, self.positives), self.thresholds)

    def pairs(self) -> int:
        """Return 2 U: twice the pairs with the right answer above the wrong one, plus the ties."""
        if not self.tp.size:
            return 0
        wrong = np.diff(self.fp, prepend=0)
        return int(np.sum(wrong * (2 * self.tp - np.diff(self.tp, prepend=0))))

    def auc(self) -> float:
        """Return the area under the ROC curve; NaN with one class only."""
        return auc_of_pairs(self.pairs(), self.positives, self.negatives)

    def average_precision(self) -> float:
        """Return precision averaged over the steps of recall; NaN without right answers."""
        if self.positives == 0:
            return NAN
        steps = np.diff(self.tp, prepend=0) * (self.tp / (self.tp + self.fp))
        return float(np.add.accumulate(steps)[-1]) / self.positives


class ScoreOrder:
    """The order of one run's scores, kept while labels change: one sort, then a curve for any labels."""

    __slots__ = ("ends", "order", "thresholds")

    def __init__(self, scores: Values) -> None:
        values = numbers("scores", scores)
        self.order: npt.NDArray[np.intp] = np.argsort(values)[::-1]
        """Positions of the answers, highest score first."""
        falling = values[self.order]
        last_of_ties = np.flatnonzero(falling[1:] != falling[:-1])
        self.ends: npt.NDArray[np.intp] = np.append(last_of_ties, falling.size - 1)[: falling.size]
        """Where in `order` each group of equal scores ends."""
        self.thresholds: Floats = falling[self.ends]
        """The distinct scores, highest first."""

    def curve(self, truth: Labels) -> ScoreCurve:
        """Return the counts at every threshold for these labels, one 0 or 1 for each score."""
        right = yes_or_no("truth", truth)
        same_length(truth=right, scores=self.order)
        tp = np.cumsum(right[self.order], dtype=np.int64)[self.ends]
        return ScoreCurve(self.thresholds, tp, self.ends + 1 - tp)


def score_curve(truth: Labels, scores: Values) -> ScoreCurve:
    """Return the counts from which all curves and areas of one run follow."""
    return ScoreOrder(scores).curve(truth)


def roc_curve(truth: Labels, scores: Values) -> RocCurve:
    """Return (fpr, tpr, thresholds), one point for each distinct score after the start at (0, 0).

    Source: Rodrigo et al. 2010, section 2; Fawcett 2006, algorithm 1.
    """
    return score_curve(truth, scores).roc()


def pr_curve(truth: Labels, scores: Values) -> PrCurve:
    """Return (precision, recall, thresholds), one point for each distinct score, recall growing.

    Source: Rodrigo et al. 2010, section 3.
    """
    return score_curve(truth, scores).pr()


def auc(truth: Labels, scores: Values) -> float:
    """Return the chance that a right answer scores above a wrong one, ties counting one half.

    Range [0, 1]; 0.5 for equal scores; NaN if all answers are right or all are wrong.
    Source: Rodrigo et al. 2010, section 2; Hanley and McNeil 1982.
    """
    return score_curve(truth, scores).auc()


def auc_of_pairs(pairs: int, positives: int, negatives: int) -> float:
    """Return the area from 2 U and the class sizes, with one division; NaN with one class only."""
    return pairs / (2 * positives * negatives) if positives and negatives else NAN


def _rates(counts: Integers, total: int) -> Floats:
    return counts / total if total else np.full(counts.size, np.nan)
