"""One assessor at a time: against the others, over time, and against their own earlier labels."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jurybox.analysis.agreement.coefficients import NOBODY_SHARED, Coefficient, Labels, label_counts, majority
from jurybox.analysis.agreement.pairs import cohen_kappa, confusion
from jurybox.analysis.intervals import FEWEST_UNITS
from jurybox.language import tr


class Consistency(NamedTuple):
    """Two lists of labels of the same items: how many, the share of equal labels, kappa, the confusion."""

    items: int
    raw: Coefficient
    kappa: Coefficient
    table: NDArray[np.int64]


class Stretch(NamedTuple):
    """A stretch of an assessor's work, in the order of time.

    `first`, `last`: positions in that order; `compared`: the number of labels with a reference; `raw`: the
    share of them that agree; `low`, `high`: its 95 % interval (Wilson); `shares`: of each label among all.
    """

    first: int
    last: int
    compared: int
    raw: Coefficient
    low: float
    high: float
    shares: tuple[float, ...]


def _consistency(one: Labels, other: Labels, kinds: int, reason: str) -> Consistency:
    table = confusion(one, other, kinds)
    items = int(table.sum())
    raw = Coefficient(int(np.trace(table)) / items) if items else Coefficient(math.nan, reason)
    kappa = cohen_kappa(table)
    return Consistency(items, raw, kappa if items else Coefficient(math.nan, reason), table)


def leave_one_out(labels: Labels, kinds: int) -> tuple[Consistency, ...]:
    """Compare each assessor (rows) with the majority of the others, where there is one.

    In each confusion matrix rows are the assessor's labels, columns the others'.
    Source: Sakai et al. 2010, section 3.4, where assessors are scored as runs.
    """
    counts = label_counts(labels, kinds)
    found = []
    for own in labels:
        mine = np.stack([own == kind for kind in range(kinds)], axis=1)
        others = counts - mine
        settled = np.where(others.sum(axis=1) > 0, majority(others), -1)
        found.append(_consistency(own, settled, kinds, NOBODY_SHARED))
    return tuple(found)


def self_consistency(first: Labels, again: Labels, kinds: int) -> Consistency:
    """Compare an assessor's labels with those given when the same answers were shown again."""
    return _consistency(first, again, kinds, tr("nothing was shown to this assessor again"))


def drift(labels: Labels, reference: Labels, kinds: int, *, stretches: int = 10) -> tuple[Stretch, ...]:
    """Divide an assessor's labels, in order of time, into equal stretches and compare each to a reference.

    `reference`: what the labels are compared to (such as the majority of the others), -1 where there is none.
    Stretches are as equal as possible; with fewer labels there are fewer of them. `low`, `high`: NaN if fewer
    than ten labels were compared.
    """
    found = []
    for part in np.array_split(np.arange(len(labels)), max(1, min(stretches, len(labels)))):
        if not len(part):
            continue
        own, other = labels[part], reference[part]
        compared = int(np.count_nonzero(other >= 0))
        equal = int(np.count_nonzero((own == other) & (other >= 0)))
        raw = (
            Coefficient(equal / compared) if compared else Coefficient(math.nan, tr("there is nothing to compare with"))
        )
        shares = tuple(int(np.count_nonzero(own == kind)) / len(own) for kind in range(kinds))
        ends = wilson(equal, compared) if compared >= FEWEST_UNITS else (math.nan, math.nan)
        found.append(Stretch(int(part[0]), int(part[-1]), compared, raw, *ends, shares))
    return tuple(found)


def wilson(successes: int, trials: int, z: float = 1.959963984540054) -> tuple[float, float]:
    """Return the interval of a share (Wilson 1927), by default at 95 %; NaN without a trial."""
    if not trials:
        return math.nan, math.nan
    share, square = successes / trials, z * z / trials
    middle = (share + square / 2) / (1 + square)
    reach = z / (1 + square) * math.sqrt(share * (1 - share) / trials + square / (4 * trials))
    return max(0.0, middle - reach), min(1.0, middle + reach)
