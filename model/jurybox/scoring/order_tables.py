"""Tables of units whose scores rest on an order of them: pairs of scores, and answers by confidence."""

from collections.abc import Callable, Sequence
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


class OrderTable:
    """What a run says of answers or questions in an order of its own, of which a measure makes the score of a run.

    `given`: whether that is right (1), by answer, or by question and run; scores by answer and run, those without
    any (NaN) last; and, if the order goes on where scores tie, the place among them. `unit`: the unit, such as
    the question, that an answer is drawn with (default: itself), of which there are `units`.

    Where units hold many answers, the pairs behind an area are counted once, in a table by units for each run: the
    pairs of a choice are then a product with its weights.
    """

    is_mean = False

    def __init__(
        self, measure: Measure, given: Sequence[Matrix], unit: Order | None = None, units: int | None = None
    ) -> None:
        right, scores, *places = given
        self._measure, self._given, self._has_places = measure, tuple(given), bool(places)
        self._together = unit is not None
        self._unit = np.arange(len(right)) if unit is None else unit
        self.units, self.runs = len(right) if units is None else units, scores.shape[1]
        self._right = _by_run(right == 1, scores.shape)
        self._orders = [_in_order(*(each[:, run] for each in (scores, *places))) for run in range(self.runs)]

    def evaluate(self, weights: Weights) -> Scores:
        """Return the scores of the chosen units, NaN of an area with one class only or without any score.

        What is chosen twice is twice in the order.
        """
        wide = weights.astype(np.float64)
        score = self._by_table if len(wide) > 1 and self._tables else self._by_order
        found = np.full((len(wide), self.runs), np.nan)
        for run, order in enumerate(self._orders):
            if order is not None:
                found[:, run] = score(wide, run, *order)
        return found

    def _by_order(self, weights: Scores, run: int, order: Order, starts: Order) -> Scores:
        chosen, right = weights[:, self._unit[order]], self._right[order, run]
        if self._has_places:
            return choices_of(self._measure)(chosen, right.astype(np.float64), **self._measure.options)
        above = chosen * right
        below = chosen - above
        return of_pairs(self._measure, _doubled_wins(above, below, starts), above.sum(axis=1), below.sum(axis=1))

    def _by_table(self, weights: Scores, run: int, *_: Order) -> Scores:
        won = np.einsum("ij,ij->i", np.dot(weights, self._tables[run].astype(np.float64)), weights)
        right = self._right[:, run]
        classes = (np.bincount(self._unit[of], minlength=self.units) for of in (right, ~right))
        return of_pairs(self._measure, won, *(np.dot(weights, each.astype(np.float64)) for each in classes))

    @cached_property
    def _tables(self) -> list[Matrix]:
        """The doubled wins by unit of the correct and of the incorrect answer; none if they cost more."""
        if not self._together or self._has_places or self.units**2 > _PRODUCTS * len(self._unit):
            return []
        tables: list[Matrix] = []
        for run, order in enumerate(self._orders):
            right, nothing = self._right[:, run], np.empty(0)
            tables.append(nothing if order is None else _wins_by_unit(right, self._unit, self.units, *order))
            if tables[-1].nbytes * self.runs > _TABLES:
                return []
        return tables

    def arrays(self) -> tuple[Matrix, ...]:
        """Return the arrays it was made from."""
        return self._given

    def part(self, kept: NDArray[np.bool_]) -> "OrderTable":
        """Return the same for some of the units only."""
        some, place = kept[self._unit], np.cumsum(kept) - 1
        given = [array[some] for array in self._given]
        return OrderTable(self._measure, given, place[self._unit[some]], int(kept.sum()))

    def paired(self, a: int, b: int) -> Pair:
        """Return two runs whose responses can be swapped; without scores if one has none.

        Swapping does not change how many answers are correct, and the pairs of two swapped units count for
        neither run more than before. So each unit moves the difference of AUC by a step of its own. Other
        measures are computed again, of both runs as one over twice the units.
        """
        right, scores = self._given[:2]
        known = self._orders[a] is not None and self._orders[b] is not None
        if self._measure == AUC and known:
            steps = _steps(right == 1, scores[:, a], scores[:, b])
            first, second = (np.bincount(self._unit, step, self.units)[:, None] for step in steps)
            positives = np.array(float(np.count_nonzero(right == 1)))
            compute = partial(of_pairs, self._measure, positives=positives, negatives=len(right) - positives)
            return SummedPair(first, second, compute)
        columns = (_by_run(each, scores.shape) for each in self._given)
        both = [np.concatenate((each[:, a], each[:, b]))[:, None] for each in columns]
        if not known:
            both[1] = np.full(both[1].shape, np.nan)
        units = np.concatenate((self._unit, self._unit + self.units))
        return StackedPair(OrderTable(self._measure, both, units, 2 * self.units))


def _by_run(array: Matrix, shape: tuple[int, ...]) -> Matrix:
    """Return what is the same for all runs as an array by run."""
    return np.broadcast_to(array if array.ndim > 1 else array[:, None], shape)


def area_table(
    truth: NDArray[Any], scores: Scores, unit: Order | None = None, units: int | None = None, measure: Measure = AUC
) -> OrderTable:
    """Return the table of a measure of pairs: `truth` 1 or 0 by answer, scores by answer and run; NaN is last."""
    return OrderTable(measure, (np.asarray(truth), scores), unit, units)


def confidence_table(
    right: NDArray[Any], confidence: Scores, place: Order | None = None, measure: Measure = CWS
) -> OrderTable:
    """Return the table of a measure of answers by confidence, NaN where a question is unanswered.

    By question and run; ties go by `place` (default: the order of the questions).
    """
    places = np.tile(np.arange(len(right))[:, None], right.shape[1]) if place is None else place
    return OrderTable(measure, (np.asarray(right, dtype=np.float64), confidence, places))


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
    found = np.empty(len(right))
    found[right] = doubled_passed(incorrect[~right], correct[right])
    found[~right] = 2 * np.count_nonzero(right) - doubled_passed(correct[right], incorrect[~right])
    return found


def doubled_passed(of_class: Scores, scores: Scores) -> Order:
    """Return for every score twice how many of a class are below it, plus those equal."""
    ordered = np.sort(of_class)
    low, high = (np.searchsorted(ordered, scores, side) for side in ("left", "right"))
    return low + high


def _in_order(scores: Scores, place: Order | None = None) -> tuple[Order, Order] | None:
    """Return positions by rising score and where each distinct score begins; None without any score.

    With places, by falling score and place, all distinct.
    """
    known = np.where(np.isnan(scores), -np.inf, scores)
    if place is not None:
        return np.lexsort((place, -known)), place
    if np.isnan(scores).all():
        return None
    order = np.argsort(known, kind="stable")
    ordered = known[order]
    return order, np.flatnonzero(np.concatenate(([True], ordered[1:] != ordered[:-1])))


def _doubled_wins(above: Scores, below: Scores, starts: Order) -> Scores:
    """Return twice the pairs with the correct answer above the incorrect one, plus those that tie.

    `above`, `below`: weights of correct and incorrect answers by rising score; `starts`: of each distinct score.
    """
    if len(starts) < above.shape[1]:
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


def choices_of(measure: Measure) -> Callable[..., Scores]:
    """Return how a measure scores choices of questions by confidence. ValueError for one that cannot."""
    if measure.confidences is None or measure.confidences.choices is None:
        msg = tr("{measure} does not score choices of questions", measure=measure)
        raise ValueError(msg)
    return measure.confidences.choices
