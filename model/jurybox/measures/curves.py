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
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from jurybox.language import tr
from jurybox.measures import count_rows as rows
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


@dataclass(frozen=True, eq=False)
class ScoreCurve:
    """How many right and wrong answers score at least each threshold.

    `thresholds`: infinity, then the distinct scores, highest first; `tp`, `fp`: the right and wrong
    answers at or above each, beginning with 0. Rates and precision are computed once, when asked for.
    """

    thresholds: Floats
    tp: Integers
    fp: Integers

    @property
    def positives(self) -> int:
        """The number of right answers."""
        return int(self.tp[-1])

    @property
    def negatives(self) -> int:
        """The number of wrong answers."""
        return int(self.fp[-1])

    @cached_property
    def tpr(self) -> Floats:
        """The share of right answers at or above each threshold, which is recall; NaN without any."""
        return _rates(self.tp, self.positives)

    @cached_property
    def fpr(self) -> Floats:
        """The share of wrong answers at or above each threshold; NaN without any."""
        return _rates(self.fp, self.negatives)

    @cached_property
    def precision(self) -> Floats:
        """The share of right answers among those at or above each distinct score."""
        right = self.tp[1:]
        return right / (right + self.fp[1:])

    def roc(self) -> RocCurve:
        """Return the ROC curve."""
        return RocCurve(self.fpr, self.tpr, self.thresholds)

    def pr(self) -> PrCurve:
        """Return the precision-recall curve."""
        return PrCurve(self.precision, self.tpr[1:], self.thresholds[1:])

    def pairs(self) -> int:
        """Return 2 U: twice the pairs with the right answer above the wrong one, plus the ties."""
        tp, fp = self.tp, self.fp
        return int(np.add.reduce((fp[1:] - fp[:-1]) * (tp[1:] + tp[:-1])))

    def auc(self) -> float:
        """Return the area under the ROC curve; NaN with one class only."""
        return auc_of_pairs(self.pairs(), self.positives, self.negatives)

    def average_precision(self) -> float:
        """Return precision averaged over the steps of recall; NaN without right answers."""
        if self.positives == 0:
            return NAN
        steps = self.tp[1:] - self.tp[:-1]
        return float(np.add.reduce(steps * self.precision)) / self.positives


class ScoreOrder:
    """The order of one run's scores, kept while labels change: one sort, then a curve for any labels."""

    __slots__ = ("ends", "order", "thresholds")
    # Few calls, each over everything: of a run of some thousand answers the calls are what it costs.

    def __init__(self, scores: Values) -> None:
        values = numbers("scores", scores)
        self.order: npt.NDArray[np.intp] = values.argsort()[::-1]
        """Positions of the answers, highest score first."""
        falling = np.empty(values.size + 2)
        falling[0] = falling[-1] = NAN  # which differs from every score: all groups of ties have two ends
        falling[1:-1] = values[self.order]
        self.ends: npt.NDArray[np.intp] = (falling[1:] != falling[:-1]).nonzero()[0]
        """How many answers score at least each threshold."""
        self.thresholds: Floats = falling[self.ends]
        """Infinity, then the distinct scores, highest first."""
        self.thresholds[0] = np.inf

    def curve(self, truth: Labels) -> ScoreCurve:
        """Return the counts at every threshold for these labels, one 0 or 1 for each score."""
        right = yes_or_no("truth", truth)
        same_length(truth=right, scores=self.order)
        # Sums of 32-bit integers are ten times faster than of 64-bit ones, and no run has 2e9 answers.
        sums = np.zeros(right.size + 1, dtype=np.int32)
        right[self.order].cumsum(dtype=np.int32, out=sums[1:])
        tp: Integers = sums[self.ends].astype(np.int64)
        return ScoreCurve(self.thresholds, tp, self.ends - tp)

    def relabeled(self, curve: ScoreCurve, score: float, *, right: bool) -> ScoreCurve:
        """Return the curve after one answer with this score became right (or, if not `right`, wrong).

        `curve` must come from this order. Much cheaper than `curve(truth)` with the new labels, and
        equal to it. ValueError if no answer has the score.
        """
        group = self.thresholds.size - int(np.searchsorted(self.thresholds[:0:-1], score, side="right"))
        if group == self.thresholds.size or self.thresholds[group] != score:
            msg = tr("score = {score!r} is not the score of any answer", score=score)
            raise ValueError(msg)
        step = 1 if right else -1
        tp, fp = curve.tp.copy(), curve.fp.copy()
        tp[group:] += step
        fp[group:] -= step
        return ScoreCurve(self.thresholds, tp, fp)


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
    return rows.ratio(*rows.auc_of_pairs(pairs, positives, negatives))


def _rates(counts: Integers, total: int) -> Floats:
    return counts / (total or NAN)
