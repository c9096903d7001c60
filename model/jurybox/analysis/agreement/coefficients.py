"""Agreement of many assessors with missing labels: raw, alpha, Fleiss' kappa, Gwet's AC1, and ICC.

Labels are small whole numbers from 0 up in the order of their scheme, -1 where an assessor gave none; rows
are assessors, columns are the items labeled. On an interval scale, `grades` define the distances of labels;
without grades there is no coefficient for intervals (alpha and the intraclass correlation). All coefficients
follow from sums over items, so intervals come from the same draws of questions as those of scores
(`AgreementData`, `jurybox.analysis.intervals`).

Alpha is computed from coincidences: how often two labels occur together on one item. A scale from 0 to 100
has 5,151 such pairs, so only those that occur are stored, and they are summed a batch of items at a time.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jurybox.language import tr
from jurybox.scoring.unit_table import ExactSums, Scores, Weights, exact_scale

Labels = NDArray[Any]

NOBODY_SHARED = tr("nothing was labeled by two assessors")
ONE_LABEL = tr("all labels are the same, so agreement by chance is complete")
UNEQUAL = tr("it needs the same number of labels for every item, and some have more than others")
ONE_THING = tr("only one item has several labels, so there is nothing to compare it with")
FIGURES = ("raw", "alpha_nominal", "alpha_ordinal", "fleiss_kappa", "gwet_ac1")
OF_GRADES = ("raw", "alpha_nominal", "alpha_ordinal", "alpha_interval", "fleiss_kappa", "gwet_ac1", "icc")
"""The figures of an interval scale."""
_ROUNDING = 1e-9
"""A share of a sum of squares below this is 0 up to rounding."""
_AT_ONCE = 1 << 20
"""How many coincidences of labels are held in memory at a time."""
_MATRICES = 1 << 16
"""How many cells of coincidence matrices are processed together: this many fit the processor's cache."""
_DENSE = 1 << 23
"""Sums of up to this many coincidences by unit are stored as a dense matrix, more as a sparse one."""


class Coefficient(NamedTuple):
    """A coefficient; NaN if it is undefined, with the reason."""

    value: float
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far assessors agree on some items.

    `items`: the number of items with at least two labels; `assessors`: the number who labeled any of them;
    `labels`: how often each label was given to them. `raw`: the share of equal pairs among the pairs of
    labels of the same item. `alpha_interval`, `icc`: None if the labels are not on an interval scale.
    """

    items: int
    assessors: int
    labels: tuple[int, ...]
    raw: Coefficient
    alpha_nominal: Coefficient
    alpha_ordinal: Coefficient
    fleiss_kappa: Coefficient
    gwet_ac1: Coefficient
    alpha_interval: Coefficient | None = None
    icc: Coefficient | None = None


def figures_of(grades: Sequence[float]) -> tuple[str, ...]:
    """Return the coefficients of labels with these grades; without grades, those not for intervals."""
    return OF_GRADES if len(grades) else FIGURES


def label_counts(labels: Labels, kinds: int) -> NDArray[np.int64]:
    """Return how many assessors gave each of `kinds` labels to each item, shape (items, kinds)."""
    counts = np.empty((labels.shape[1], kinds), dtype=np.int64)
    for kind in range(kinds):
        counts[:, kind] = np.count_nonzero(labels == kind, axis=0)
    return counts


def majority(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the label that more than half of an item's labels are, -1 if there is none."""
    best = counts.argmax(axis=1)
    enough = 2 * counts[np.arange(len(counts)), best] > counts.sum(axis=1)
    return np.where(enough, best, -1)


def agreement(labels: Labels, kinds: int, grades: Sequence[float] = ()) -> Agreement:
    """Return all coefficients over all items; undefined ones have a reason.

    `gwet_ac1`: chance agreement decreases as labels become less evenly distributed, so that AC1 is defined,
    1, if all labels are the same; it is over all labels of the scheme. `icc`: the intraclass correlation of
    one label, one-way random effects, ICC(1), for any numbers of labels; it can be below 0. Sources: J.
    Fleiss 1971; K. Krippendorff, "Content analysis", chapter 11 (nominal, ordinal and interval metric); K.
    Gwet, "Computing inter-rater reliability and its variance in the presence of high agreement", 2008; P.
    Shrout and J. Fleiss, "Intraclass correlations", 1979; A. Donner, "A review of inference procedures for
    the intraclass correlation coefficient", 1986 (unequal numbers).
    """
    counts = label_counts(labels, kinds)
    size = counts.sum(axis=1)
    shared = size >= 2
    sums = _figures(*_totals(counts, grades), equal=_is_equal(size), grades=grades)[0].tolist()
    who = np.count_nonzero((labels[:, shared] >= 0).any(axis=1))
    given = tuple(counts[shared].sum(axis=0).tolist())
    figures = {
        name: Coefficient(value, _reason(value, counts, shared, name))
        for name, value in zip(figures_of(grades), sums, strict=True)
    }
    return Agreement(int(shared.sum()), int(who), given, **figures)


def _reason(value: float, counts: NDArray[np.int64], shared: NDArray[np.bool_], name: str) -> str:
    if not math.isnan(value):
        return ""
    if not shared.any():
        return NOBODY_SHARED
    if name == "icc" and shared.sum() == 1:
        return ONE_THING
    unequal = not _is_equal(counts.sum(axis=1))
    return UNEQUAL if name == "fleiss_kappa" and unequal else ONE_LABEL


def _is_equal(size: NDArray[np.int64]) -> bool:
    """Return whether all items with two or more labels have the same number of labels."""
    return len(np.unique(size[size >= 2])) == 1


def label_agreements(labels: Labels, kinds: int) -> tuple[tuple[Coefficient, Coefficient], ...]:
    """Return for each label its own agreement and its alpha against all others together.

    The first is the chance that a second assessor gives the label if one has given it.
    """
    counts = label_counts(labels, kinds)
    size = counts.sum(axis=1)
    shared = size >= 2
    found = []
    for kind in range(kinds):
        two = np.column_stack((counts[:, kind], size - counts[:, kind]))
        pairs = _coincidences(two).sum(axis=0)
        own = pairs[0] / (pairs[0] + pairs[1]) if pairs[0] + pairs[1] else math.nan
        alpha = float(_alpha(pairs.reshape(1, 2, 2), _nominal(2))[0])
        missing = tr("no item with two labels has this one") if shared.any() else NOBODY_SHARED
        found.append(
            (
                Coefficient(float(own), missing if math.isnan(own) else ""),
                Coefficient(alpha, _reason(alpha, two, shared, "alpha_nominal")),
            )
        )
    return tuple(found)


class AgreementData:
    """What every item contributes to the coefficients; its "runs" are `figures_of(grades)`, in that order.

    `counts`: labels of each kind by item; `group`: the unit, such as the question, with which an item is
    drawn (default: itself), of which there are `groups`.
    """

    is_mean = False

    def __init__(
        self,
        counts: NDArray[np.int64],
        group: NDArray[np.int64] | None = None,
        groups: int | None = None,
        grades: Sequence[float] = (),
    ) -> None:
        items, kinds = counts.shape
        self.units = items if groups is None else groups
        self.runs = len(figures_of(grades))
        self._grades = grades
        self._equal = _is_equal(counts.sum(axis=1))
        unit = np.arange(items) if group is None else group
        whole, same = np.zeros((self.units, 3 + kinds), dtype=np.int64), np.zeros((self.units, 1))
        for part in _stretches(counts):
            np.add.at(whole, unit[part], _whole(counts[part]))
            np.add.at(same[:, 0], unit[part], _same(counts[part]))
        self._whole = ExactSums(whole)
        more = np.zeros((self.units, _more_columns(kinds, grades)))
        for part in _stretches(counts):
            np.add.at(more, unit[part], _more(counts[part], grades))
        self._more = ExactSums(more)
        self._pairs = _UnitCoincidences(counts, unit, self.units, same)

    def evaluate(self, weights: Weights) -> Scores:
        """Return the coefficients over the chosen units, NaN where they are undefined."""
        whole, more = self._whole.of(weights), self._more.of(weights)
        same, pairs = self._pairs.of(weights)
        step = max(1, _MATRICES // pairs.kinds**2)
        parts = [
            _figures(
                whole[at : at + step],
                same[at : at + step],
                pairs.matrices(at, at + step),
                more[at : at + step],
                equal=self._equal,
                grades=self._grades,
            )
            for at in range(0, len(weights), step)
        ]
        return np.concatenate(parts) if parts else np.empty((0, self.runs))


class LabelAlphas:
    """The alpha of each label against all others together; its "runs" are the labels.

    `counts`, `group`, `groups`: as of `AgreementData`.
    """

    is_mean = False

    def __init__(self, counts: NDArray[np.int64], group: NDArray[np.int64], groups: int) -> None:
        self.units, self.runs = groups, counts.shape[1]
        size, sums = counts.sum(axis=1), []
        for kind in range(self.runs):
            of_label = np.zeros((groups, 4))
            two = np.column_stack((counts[:, kind], size - counts[:, kind]))
            np.add.at(of_label, group, _coincidences(two))
            sums.append(ExactSums(of_label))
        self._sums = sums

    def evaluate(self, weights: Weights) -> Scores:
        """Return the alphas over the chosen units, NaN where they are undefined."""
        wide = weights.astype(np.float64)
        return np.column_stack([_alpha(one.of(wide).reshape(-1, 2, 2), _nominal(2)) for one in self._sums])


def _figures(
    whole: Scores, same: Scores, pairs: Scores, more: Scores, *, equal: bool, grades: Sequence[float]
) -> Scores:
    """Return the coefficients (columns) from sums over items, one choice of items per row.

    `whole`: as of `_whole`; `same`: the sum of the shares of equal pairs; `pairs`: coincidences, one matrix
    per row; `more`: as of `_more`; `equal`: whether all items have the same number of labels.
    """
    (agreeing, every, items), given = whole[:, :3].T, whole[:, 3:]
    with np.errstate(invalid="ignore", divide="ignore"):
        raw = agreeing / every
        expected = ((given / given.sum(axis=1, keepdims=True)) ** 2).sum(axis=1)
        fleiss = (same / items - expected) / (1 - expected)
    one_label = np.count_nonzero(given, axis=1) < 2
    fleiss[one_label | (not equal)] = np.nan
    found = [raw, _alpha(pairs, _nominal(pairs.shape[1])), _alpha(pairs, None)]
    if len(grades):
        place = np.asarray(grades, dtype=np.float64)
        found.append(_alpha(pairs, (place[:, None] - place) ** 2))
    kinds = given.shape[1]
    found += [fleiss, _gwet(same, more[:, :kinds], items)]
    if len(grades):
        icc = _intraclass(items, given.sum(axis=1), *more[:, kinds:].T)
        icc[one_label] = np.nan
        found.append(icc)
    return np.column_stack(found)


def _gwet(same: Scores, shares: Scores, items: Scores) -> Scores:
    """Return AC1 from the sums over items of the share of equal pairs, and of the `shares` of `_more`."""
    kinds = shares.shape[1]
    with np.errstate(invalid="ignore", divide="ignore"):
        given = shares / items[:, None]
        chance = (given * (1 - given)).sum(axis=1) / (kinds - 1)
        found: Scores = (same / items - chance) / (1 - chance)
    return found


def _intraclass(
    items: Scores, labels: Scores, squares: Scores, total: Scores, between: Scores, every: Scores
) -> Scores:
    """Return ICC(1) from sums over items, named as in `_more`."""
    inside = every - between
    inside[inside < _ROUNDING * every] = 0.0  # so that complete agreement is exactly 1 in every draw
    with np.errstate(invalid="ignore", divide="ignore"):
        of_things = (between - total**2 / labels) / (items - 1)
        within = inside / (labels - items)
        size = (labels - squares / labels) / (items - 1)
        found: Scores = (of_things - within) / (of_things + (size - 1) * within)
    found[items < 2] = np.nan
    return found


def _more_columns(kinds: int, grades: Sequence[float]) -> int:
    return kinds + (4 if len(grades) else 0)


def _more(counts: NDArray[np.int64], grades: Sequence[float]) -> Scores:
    """Return the share of each label among an item's labels, 0 if the item has fewer than two.

    With grades also its number of labels squared, the sum of its grades, that sum squared over the number of
    labels, and the sum of its squared grades. Grades are taken about the middle of the scale.
    """
    size = counts.sum(axis=1)
    some = np.where((size >= 2)[:, None], counts, 0).astype(np.float64)
    shares: Scores = some / np.maximum(size, 1)[:, None]
    if not len(grades):
        return shares
    place = np.asarray(grades, dtype=np.float64)
    place = place - (place.min() + place.max()) / 2
    total, number = some @ place, some.sum(axis=1)
    return np.column_stack((shares, number**2, total, total**2 / np.maximum(size, 1), some @ place**2))


def _whole(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return for each item: equal pairs of labels, all pairs, whether it has two labels, and its labels."""
    size = counts.sum(axis=1)
    shared = size >= 2
    equal, every = (counts * (counts - 1)).sum(axis=1), size * (size - 1)
    return np.column_stack((equal, every, shared, counts * shared[:, None]))


def _same(counts: NDArray[np.int64]) -> Scores:
    """Return for each item the share of equal pairs of labels, 0 if it has fewer than two."""
    size = counts.sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(size >= 2, (counts * (counts - 1)).sum(axis=1) / (size * (size - 1)), 0.0)


def _stretches(counts: NDArray[np.int64]) -> Iterator[slice]:
    """Yield the items in batches with about `_AT_ONCE` coincidences of labels each."""
    many = int(np.count_nonzero(counts, axis=1).max(initial=1))
    step = max(1, _AT_ONCE // max(counts.shape[1], many**2))
    for start in range(0, len(counts), step):
        yield slice(start, start + step)


class _Coincidences(NamedTuple):
    """Coincidences of two labels: item, pair (lower times kinds plus higher), weight."""

    thing: NDArray[np.int64]
    pair: NDArray[np.int64]
    weight: Scores


def _coincidences_by_item(counts: NDArray[np.int64]) -> _Coincidences:
    """Return what each item adds to the coincidence matrix, on and above its diagonal, by item.

    The matrix is symmetric, and for a long scale mostly empty.
    """
    kinds, size = counts.shape[1], counts.sum(axis=1)
    things, labels = np.nonzero(counts * (size >= 2)[:, None])
    given = counts[things, labels]
    found = []
    for ahead in range(int(np.bincount(things).max(initial=0))):
        alike = things[ahead:] == things[: len(things) - ahead]
        first = np.flatnonzero(alike if ahead else given > 1)
        second = first + ahead
        ways = given[first] * (given[second] - (not ahead))
        weights = ways.astype(np.float64) / (size[things[first]] - 1)
        found.append((things[first], labels[first] * kinds + labels[second], weights))
    none = (np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64), np.empty(0))
    thing, pair, weight = (np.concatenate(each) for each in zip(none, *found, strict=True))
    # By item, since sums of fractions depend on the order of additions.
    order = np.argsort(thing, kind="stable")
    return _Coincidences(thing[order], pair[order], weight[order])


class _Pairs(NamedTuple):
    """Sums of coincidences, one choice of items per row: the `pairs` that occur, of `kinds` labels."""

    sums: Scores
    pairs: NDArray[np.int64]
    kinds: int

    def matrices(self, start: int, stop: int) -> Scores:
        """Return some rows as matrices of coincidences."""
        some = self.sums[start:stop]
        found = np.zeros((len(some), self.kinds, self.kinds))
        above, below = np.divmod(self.pairs, self.kinds)
        found[:, above, below] = some
        found[:, below, above] = some
        return found


def _totals(counts: NDArray[np.int64], grades: Sequence[float]) -> tuple[Scores, Scores, Scores, Scores]:
    """Return the sums over all items that coefficients follow from, as `_figures` takes them.

    The same as from an `AgreementData` with every item chosen once.
    """
    items, kinds = counts.shape
    largest, is_whole, parts = 0.0, True, list(_stretches(counts))

    @lru_cache(maxsize=1)  # nearly always there is one part, and it is not computed twice
    def met(at: int) -> tuple[Scores, _Coincidences]:
        return _same(counts[parts[at]]), _coincidences_by_item(counts[parts[at]])

    for at in range(len(parts)):
        for values in (met(at)[0], met(at)[1].weight):
            largest = max(largest, float(values.max(initial=0.0)))
            is_whole = is_whole and bool(np.equal(values, np.rint(values)).all())
    scale = exact_scale(largest * max(1, items), whole=is_whole)
    whole, same, pairs = np.zeros(3 + kinds, dtype=np.int64), 0.0, np.zeros(kinds * kinds)
    for at, part in enumerate(parts):
        whole += _whole(counts[part]).sum(axis=0)
        equal, meetings = met(at)
        same += float(np.rint(equal * scale).sum())
        pairs += np.bincount(meetings.pair, np.rint(meetings.weight * scale), kinds * kinds)
    occurring = np.flatnonzero(pairs)
    sums = _Pairs(pairs[None, occurring] / scale, occurring, kinds)
    more = np.zeros(_more_columns(kinds, grades))
    for part in parts:
        more += _more(counts[part], grades).sum(axis=0)
    return whole[None].astype(np.float64), np.array([same / scale]), sums.matrices(0, 1), more[None]


class _UnitCoincidences:
    """Sums of coincidences of labels by unit, to be summed over choices of units.

    `unit`: the unit of each item, of which there are `units`; `same`: one more column to sum.
    """

    def __init__(self, counts: NDArray[np.int64], unit: NDArray[np.int64], units: int, same: Scores) -> None:
        self.kinds = counts.shape[1]
        cells = self.kinds**2
        occurring = np.zeros(cells, dtype=np.bool_)
        for part in _stretches(counts):
            occurring[_coincidences_by_item(counts[part]).pair] = True
        self.pairs: NDArray[np.int64] = np.flatnonzero(occurring)
        column = np.cumsum(occurring) - 1
        width = len(self.pairs)
        if units * width <= _DENSE:
            sums = np.zeros(units * width)
            for part in _stretches(counts):
                found = _coincidences_by_item(counts[part])
                np.add.at(sums, unit[part][found.thing] * width + column[found.pair], found.weight)
            self._sums: ExactSums | _SparseSums = ExactSums(np.column_stack((same, sums.reshape(units, width))))
            return
        keys, weights = [np.flatnonzero(same[:, 0]) * (width + 1)], [same[same[:, 0] != 0, 0]]
        for part in _stretches(counts):
            found = _coincidences_by_item(counts[part])
            keys.append(unit[part][found.thing] * (width + 1) + 1 + column[found.pair])
            weights.append(found.weight)
        cell, at = np.unique(np.concatenate(keys), return_inverse=True)
        values: Scores = np.bincount(at, np.concatenate(weights)).astype(np.float64)
        units_of, columns = np.divmod(cell, width + 1)
        self._sums = _SparseSums(units_of, columns, values, (units, width + 1))

    def of(self, weights: Weights) -> tuple[Scores, _Pairs]:
        """Return the sums of the column `same` and of the coincidences, one row for each row of weights."""
        sums = self._sums.of(weights)
        return sums[:, 0], _Pairs(sums[:, 1:], self.pairs, self.kinds)


class _SparseSums:
    """Like `ExactSums`, for a sparse matrix (units x columns)."""

    def __init__(
        self, units: NDArray[np.int64], columns: NDArray[np.int64], values: Scores, shape: tuple[int, int]
    ) -> None:
        whole = bool(np.equal(values, np.rint(values)).all())
        self._scale = exact_scale(float(values.max(initial=0.0)) * max(1, shape[0]), whole=whole)
        order = np.argsort(columns, kind="stable")
        self._units, self._values = units[order], np.rint(values[order] * self._scale)
        self._columns, self._starts = np.unique(columns[order], return_index=True)
        self._width = shape[1]

    def of(self, weights: Weights) -> Scores:
        """Return the sums, one row for each row of weights."""
        found = np.zeros((len(weights), self._width))
        step = max(1, _AT_ONCE // max(1, len(self._units)))
        for start in range(0, len(weights) if len(self._units) else 0, step):
            chosen = weights[start : start + step].astype(np.float64)[:, self._units]
            chosen *= self._values
            found[start : start + step, self._columns] = np.add.reduceat(chosen, self._starts, axis=1)
        found /= self._scale
        return found


def _coincidences(counts: NDArray[np.int64]) -> Scores:
    """Return what each item adds to the coincidence matrix of two labels, flat (items, 4)."""
    kinds = counts.shape[1]
    ways = (counts[:, :, None] * counts[:, None, :]).astype(np.float64)
    ways[:, np.arange(kinds), np.arange(kinds)] -= counts
    size = counts.sum(axis=1)
    ways /= np.maximum(size - 1, 1)[:, None, None]
    ways[size < 2] = 0.0
    return ways.reshape(len(counts), kinds * kinds)


def _nominal(kinds: int) -> Scores:
    return 1.0 - np.eye(kinds)


def _ordinal(given: Scores) -> Scores:
    """Return the squared ordinal distances of labels, which depend on their frequencies."""
    passed = np.cumsum(given, axis=1) - given / 2
    label_distances: Scores = (passed[:, :, None] - passed[:, None, :]) ** 2
    return label_distances


def _alpha(matrix: Scores, distances: Scores | None) -> Scores:
    """Return alpha from coincidence matrices (rows); with ordinal distances if none are given."""
    given = matrix.sum(axis=2)
    label_distances = _ordinal(given) if distances is None else distances
    total = given.sum(axis=1)
    observed = (matrix * label_distances).sum(axis=(1, 2))
    expected = (given[:, :, None] * given[:, None, :] * label_distances).sum(axis=(1, 2))
    with np.errstate(invalid="ignore", divide="ignore"):
        alpha: Scores = np.where(expected > 0, 1.0 - (total - 1.0) * observed / expected, np.nan)
    return alpha
