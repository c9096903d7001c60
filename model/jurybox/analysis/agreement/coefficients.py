"""Agreement of many assessors with missing labels: raw, Fleiss' kappa, Krippendorff's alpha.

Labels are small whole numbers from 0 up in the order of their scheme, -1 where an assessor gave none; rows
are assessors, columns are things labeled. All coefficients follow from sums over things, so intervals come
from the same draws of questions as those of scores (`AgreementData`, `jurybox.analysis.intervals`).
"""

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jurybox.analysis.samples import ExactSums, Scores, Weights

Labels = NDArray[Any]

NOBODY_SHARED = "nothing was labeled by two assessors"
ONE_LABEL = "all labels are the same, so agreement by chance is complete"
UNEQUAL = "things have different numbers of labels, and Fleiss' kappa wants the same for all"
FIGURES = ("raw", "alpha_nominal", "alpha_ordinal", "fleiss_kappa")


class Coefficient(NamedTuple):
    """A coefficient, NaN where it is undefined, and then the reason."""

    value: float
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far assessors agree over some things.

    `items`: things with at least two labels; `assessors`: who labeled one of them; `labels`: how often
    each label was given to them. `raw`: share of pairs of labels of the same thing that are equal.
    """

    items: int
    assessors: int
    labels: tuple[int, ...]
    raw: Coefficient
    alpha_nominal: Coefficient
    alpha_ordinal: Coefficient
    fleiss_kappa: Coefficient


def label_counts(labels: Labels, kinds: int) -> NDArray[np.int64]:
    """Return how many assessors gave each of `kinds` labels to each thing, shape (things, kinds)."""
    return np.stack([np.count_nonzero(labels == kind, axis=0) for kind in range(kinds)], axis=1)


def majority(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the label that more than half of a thing's labels are, -1 where none is."""
    best = counts.argmax(axis=1)
    enough = 2 * counts[np.arange(len(counts)), best] > counts.sum(axis=1)
    return np.where(enough, best, -1)


def agreement(labels: Labels, kinds: int) -> Agreement:
    """Return all coefficients over all things; those that are undefined say why.

    Sources: J. Fleiss 1971; K. Krippendorff, "Content analysis", chapter 11 (nominal and ordinal metric).
    """
    counts = label_counts(labels, kinds)
    shared = counts.sum(axis=1) >= 2
    data = AgreementData(counts)
    values = dict(
        zip(FIGURES, data.evaluate(np.ones((1, len(counts)), dtype=np.int8))[0].tolist(), strict=True)
    )
    who = np.count_nonzero((labels[:, shared] >= 0).any(axis=1))
    given = tuple(counts[shared].sum(axis=0).tolist())
    figures = {
        name: Coefficient(value, _reason(value, counts, shared, name)) for name, value in values.items()
    }
    return Agreement(int(shared.sum()), int(who), given, **figures)


def _reason(value: float, counts: NDArray[np.int64], shared: NDArray[np.bool_], name: str) -> str:
    if not math.isnan(value):
        return ""
    if not shared.any():
        return NOBODY_SHARED
    unequal = len(np.unique(counts[shared].sum(axis=1))) > 1
    return UNEQUAL if name == "fleiss_kappa" and unequal else ONE_LABEL


def label_agreements(labels: Labels, kinds: int) -> tuple[tuple[Coefficient, Coefficient], ...]:
    """Return for each label its own agreement and its alpha against all others together.

    The first is the chance that a second assessor gives the label too where one has given it.
    """
    counts = label_counts(labels, kinds)
    found = []
    for kind in range(kinds):
        two = np.column_stack((counts[:, kind], counts.sum(axis=1) - counts[:, kind]))
        pairs = _coincidences(two).sum(axis=0)
        shared = two.sum(axis=1) >= 2
        own = pairs[0] / (pairs[0] + pairs[1]) if pairs[0] + pairs[1] else math.nan
        alpha = float(_alpha(pairs[None], _nominal(2))[0])
        missing = "no thing with two labels was given this one" if shared.any() else NOBODY_SHARED
        found.append(
            (
                Coefficient(float(own), missing if math.isnan(own) else ""),
                Coefficient(alpha, _reason(alpha, two, shared, "alpha_nominal")),
            )
        )
    return tuple(found)


class AgreementData:
    """What every thing adds to the coefficients; its "runs" are the `FIGURES`, in that order.

    `counts`: labels of each kind by thing; `group`: the unit, such as the question, that a thing is drawn
    with (default: itself), of which there are `groups`.
    """

    is_mean = False
    runs = len(FIGURES)

    def __init__(
        self, counts: NDArray[np.int64], group: NDArray[np.int64] | None = None, groups: int | None = None
    ) -> None:
        items, kinds = counts.shape
        self.units = items if groups is None else groups
        self._kinds = kinds
        size = counts.sum(axis=1)
        shared = size >= 2
        self._equal = len(np.unique(size[shared])) == 1
        with np.errstate(invalid="ignore", divide="ignore"):
            same = np.where(shared, (counts * (counts - 1)).sum(axis=1) / (size * (size - 1)), 0.0)
        whole = np.column_stack(
            ((counts * (counts - 1)).sum(axis=1), size * (size - 1), shared, counts * shared[:, None])
        )
        parts = np.column_stack((same, _coincidences(counts)))
        self._whole, self._parts = (
            ExactSums(each if group is None else _added(each, group, self.units)) for each in (whole, parts)
        )

    def evaluate(self, weights: Weights) -> Scores:
        """Return the coefficients over the chosen units, NaN where they are undefined."""
        whole, parts = self._whole.of(weights), self._parts.of(weights)
        (agreeing, every, items), given = whole[:, :3].T, whole[:, 3:]
        same, pairs = parts[:, 0], parts[:, 1:]
        with np.errstate(invalid="ignore", divide="ignore"):
            raw = agreeing / every
            expected = ((given / given.sum(axis=1, keepdims=True)) ** 2).sum(axis=1)
            fleiss = (same / items - expected) / (1 - expected)
        one_label = np.count_nonzero(given, axis=1) < 2
        fleiss[one_label | (not self._equal)] = np.nan
        return np.column_stack((raw, _alpha(pairs, _nominal(self._kinds)), _alpha(pairs, None), fleiss))


def _added(parts: Scores, group: NDArray[np.int64], groups: int) -> Scores:
    sums = np.zeros((groups, parts.shape[1]))
    np.add.at(sums, group, parts)
    return sums


def _coincidences(counts: NDArray[np.int64]) -> Scores:
    """Return what each thing adds to the matrix of coincidences, flat (things, kinds x kinds)."""
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
    """Return the squared ordinal distances of labels, which depend on how often each is given."""
    passed = np.cumsum(given, axis=1) - given / 2
    label_distances: Scores = (passed[:, :, None] - passed[:, None, :]) ** 2
    return label_distances


def _alpha(pairs: Scores, distances: Scores | None) -> Scores:
    """Return alpha from flat matrices of coincidences (rows); ordinal distances where none are given."""
    kinds = math.isqrt(pairs.shape[1])
    matrix = pairs.reshape(-1, kinds, kinds)
    given = matrix.sum(axis=2)
    label_distances = _ordinal(given) if distances is None else distances
    total = given.sum(axis=1)
    observed = (matrix * label_distances).sum(axis=(1, 2))
    expected = (given[:, :, None] * given[:, None, :] * label_distances).sum(axis=(1, 2))
    with np.errstate(invalid="ignore", divide="ignore"):
        alpha: Scores = np.where(expected > 0, 1.0 - (total - 1.0) * observed / expected, np.nan)
    return alpha
