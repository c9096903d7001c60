"""Tables of units whose scores rest on an order of them: pairs of scores, and answers by confidence."""

from collections.abc import Callable
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jurybox.language import tr
from jurybox.measures import Measure, measure
from jurybox.scoring.unit_table import Matrix, Pair, Scores, StackedPair, SummedPair, Weights, form_of

AUC, CWS = measure("AUC"), measure("CWS")

Order = NDArray[np.int64]


_TABLES = 256 << 20
"""The most bytes for the tables of pairs of all runs together."""

BUDGET = 48 << 20
"""The approximate number of bytes that are held while a table is made."""

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
