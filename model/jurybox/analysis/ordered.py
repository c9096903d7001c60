"""Measures that rest on an order: AUC and CWS over any choice of units, recomputed for every choice."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jurybox.analysis.counted import form_of
from jurybox.analysis.data import Pair, Scores, StackedPair, Weights
from jurybox.measures import Measure, measure

AUC, CWS = measure("AUC"), measure("CWS")

Order = NDArray[np.int64]


class AreaData:
    """Scores of answers by answer and run, of whose pairs a measure makes the score of a run.

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

    def arrays(self) -> tuple[NDArray[Any], ...]:
        """Return what it was made of."""
        return self._truth, self._scores

    def part(self, kept: NDArray[np.bool_]) -> "AreaData":
        """Return the same for some of the units only."""
        unit = np.arange(self.units) if self._unit is None else self._unit
        some, place = kept[unit], np.cumsum(kept) - 1
        return AreaData(
            self._truth[some], self._scores[some], place[unit[some]], int(kept.sum()), self._measure
        )

    def paired(self, a: int, b: int) -> Pair:
        """Return two runs as one over twice the units; without scores if one has none."""
        unit = np.arange(self.units) if self._unit is None else self._unit
        scores = _stacked(self._scores, a, b)
        if self._orders[a] is None or self._orders[b] is None:
            scores = np.full_like(scores, np.nan)
        truth = np.concatenate((self._truth, self._truth))
        units = np.concatenate((unit, unit + self.units))
        return StackedPair(AreaData(truth, scores, units, 2 * self.units, self._measure))


def of_pairs(measure: Measure, won: Scores, positives: Scores, negatives: Scores) -> Scores:
    """Return a measure of pairs, of 2 U and the sizes of the two classes."""
    columns = {"pairs": won, "positives": positives, "negatives": negatives, "total": positives + negatives}
    form = form_of(measure)
    return form.compute(*(columns[name] for name in form.columns), **measure.options)


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
        """Return the measure over the chosen questions; one that is drawn twice stands twice in the order."""
        wide = weights.astype(np.float64)
        found = np.full((len(wide), self.runs), np.nan)
        choices = choices_of(self._measure)
        for run, order in enumerate(self._orders):
            found[:, run] = choices(wide[:, order], self._right[order, run], **self._measure.options)
        return found

    def arrays(self) -> tuple[NDArray[Any], ...]:
        """Return what it was made of."""
        return self._right, self._confidence, self._place

    def part(self, kept: NDArray[np.bool_]) -> "ConfidenceData":
        """Return the same for some of the questions only."""
        return ConfidenceData(self._right[kept], self._confidence[kept], self._place[kept], self._measure)

    def paired(self, a: int, b: int) -> Pair:
        """Return two runs as one over twice the questions."""
        right, confidence = (_stacked(one, a, b) for one in (self._right, self._confidence))
        place = _stacked(self._place, a, b)
        return StackedPair(ConfidenceData(right, confidence, place, self._measure))


def choices_of(measure: Measure) -> Callable[..., Scores]:
    """Return how a measure scores choices of questions by confidence; ValueError for one that cannot."""
    if measure.confidences is None or measure.confidences.choices is None:
        msg = f"{measure} does not score choices of questions"
        raise ValueError(msg)
    return measure.confidences.choices


def _stacked(columns: NDArray[Any], a: int, b: int) -> NDArray[Any]:
    return np.concatenate((columns[:, a], columns[:, b]))[:, None]
