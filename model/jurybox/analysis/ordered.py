"""Measures that rest on an order: AUC and CWS over any choice of units, recomputed for every choice."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from jurybox.analysis.data import Pair, Scores, StackedPair, Weights

Order = NDArray[np.int64]


class AreaData:
    """Scores of answers in being correct, by answer and run, whose AUC is the score of a run.

    `truth`: 1 correct, 0 incorrect; answers without a score (NaN) are ranked last, and a run without any
    has no AUC. `unit_of_answer`: the unit, such as the question, that an answer is drawn with (default:
    itself), of which there are `units`.
    """

    is_mean = False

    def __init__(
        self,
        truth: NDArray[Any],
        scores: Scores,
        unit_of_answer: Order | None = None,
        units: int | None = None,
    ) -> None:
        self._unit = unit_of_answer
        self.units = len(truth) if units is None else units
        self.runs = scores.shape[1]
        self._truth, self._scores = np.asarray(truth), scores
        self._right = self._truth == 1
        self._orders = [_rising(scores[:, run]) for run in range(self.runs)]

    def evaluate(self, weights: Weights) -> Scores:
        """Return the areas over the chosen units; NaN with one class only."""
        wide = weights.astype(np.float64)
        each = wide if self._unit is None else wide[:, self._unit]
        right = np.where(self._right, each, 0.0)
        wrong = each - right
        pairs = 2.0 * right.sum(axis=1) * wrong.sum(axis=1)
        areas = np.full((len(each), self.runs), np.nan)
        with np.errstate(invalid="ignore", divide="ignore"):
            for run, rising in enumerate(self._orders):
                if rising is not None:
                    won = _doubled_wins(right, wrong, *rising)
                    areas[:, run] = np.where(pairs > 0, won / pairs, np.nan)
        return areas

    def arrays(self) -> tuple[NDArray[Any], ...]:
        """Return what it was made of."""
        return self._truth, self._scores

    def part(self, kept: NDArray[np.bool_]) -> "AreaData":
        """Return the same for some of the units only."""
        unit = np.arange(self.units) if self._unit is None else self._unit
        some, place = kept[unit], np.cumsum(kept) - 1
        return AreaData(self._truth[some], self._scores[some], place[unit[some]], int(kept.sum()))

    def paired(self, a: int, b: int) -> Pair:
        """Return two runs as one over twice the units; without scores if one has none."""
        unit = np.arange(self.units) if self._unit is None else self._unit
        scores = _stacked(self._scores, a, b)
        if self._orders[a] is None or self._orders[b] is None:
            scores = np.full_like(scores, np.nan)
        truth = np.concatenate((self._truth, self._truth))
        return StackedPair(AreaData(truth, scores, np.concatenate((unit, unit + self.units)), 2 * self.units))


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


class ConfidenceData:
    """Questions in each run's order of confidence, whose CWS is the score of a run.

    `right`: 1 where the run's answer is correct, by question and run; `confidence`: the same shape, NaN
    where a question is unanswered, which then comes last. Ties go by `place`, of the same shape (default: the
    order of the questions).
    """

    is_mean = False

    def __init__(self, right: NDArray[Any], confidence: Scores, place: Order | None = None) -> None:
        self.units, self.runs = right.shape
        places = np.tile(np.arange(self.units)[:, None], self.runs) if place is None else place
        self._right: Scores = np.asarray(right, dtype=np.float64)
        self._confidence, self._place = confidence, places
        known = np.where(np.isnan(confidence), -np.inf, confidence)
        self._orders = [np.lexsort((places[:, run], -known[:, run])) for run in range(self.runs)]

    def evaluate(self, weights: Weights) -> Scores:
        """Return CWS over the chosen questions; a question drawn twice stands twice in the order."""
        wide = weights.astype(np.float64)
        count, most = wide.sum(axis=1), int(wide.max(initial=0.0))
        found = np.full((len(wide), self.runs), np.nan)
        for run, order in enumerate(self._orders):
            each, right = wide[:, order], self._right[order, run]
            hits = each * right
            before, won_before = np.cumsum(each, axis=1) - each, np.cumsum(hits, axis=1) - hits
            total = np.zeros(len(wide))
            for copy in range(1, most + 1):
                shares = (won_before + copy * right) / (before + copy)
                total += np.where(each >= copy, shares, 0.0).sum(axis=1)
            np.divide(total, count, out=found[:, run], where=count > 0)
        return found

    def arrays(self) -> tuple[NDArray[Any], ...]:
        """Return what it was made of."""
        return self._right, self._confidence, self._place

    def part(self, kept: NDArray[np.bool_]) -> "ConfidenceData":
        """Return the same for some of the questions only."""
        return ConfidenceData(self._right[kept], self._confidence[kept], self._place[kept])

    def paired(self, a: int, b: int) -> Pair:
        """Return two runs as one over twice the questions."""
        right, confidence = (_stacked(one, a, b) for one in (self._right, self._confidence))
        return StackedPair(ConfidenceData(right, confidence, _stacked(self._place, a, b)))


def _stacked(columns: NDArray[Any], a: int, b: int) -> NDArray[Any]:
    return np.concatenate((columns[:, a], columns[:, b]))[:, None]
