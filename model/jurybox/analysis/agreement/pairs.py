"""Two assessors side by side: confusion, raw agreement, Cohen's kappa and weighted kappa, by pair."""

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jurybox.analysis.agreement.coefficients import NOBODY_SHARED, ONE_LABEL, Coefficient, Labels
from jurybox.analysis.intervals import FEWEST_UNITS
from jurybox.scoring.unit_table import Scores

Weighting = Literal["linear", "quadratic"]
_AT_ONCE = 1 << 20
"""How many cells of confusion matrices are held in memory at a time."""
_ROUNDING = 1e-12
"""A variance below this is 0 up to the rounding of its sums."""


class PairAgreement(NamedTuple):
    """Two assessors by their rows, the items both labeled, and how far they agree on them.

    `low`, `high`: the 95 % interval of kappa by its large-sample error; NaN if kappa or its error is
    undefined, and if the items belong to fewer than ten `questions`. `linear`, `quadratic`: weighted kappa,
    None if the labels have no steps.
    """

    a: int
    b: int
    items: int
    raw: Coefficient
    kappa: Coefficient
    low: float = math.nan
    high: float = math.nan
    questions: int = 0
    linear: Coefficient | None = None
    quadratic: Coefficient | None = None


def confusion(a: Labels, b: Labels, kinds: int) -> NDArray[np.int64]:
    """Return how often one assessor gave a label (rows) where the other gave another (columns)."""
    both = (a >= 0) & (b >= 0)
    cells = a[both].astype(np.int64) * kinds + b[both]
    return np.bincount(cells, minlength=kinds * kinds).reshape(kinds, kinds)


def cohen_kappa(table: NDArray[np.int64]) -> Coefficient:
    """Return Cohen's kappa of a confusion matrix; undefined if it is empty or both gave only one label.

    Source: J. Cohen, "A coefficient of agreement for nominal scales", 1960.
    """
    total = int(table.sum())
    if not total:
        return Coefficient(math.nan, NOBODY_SHARED)
    chance = int(table.sum(axis=0) @ table.sum(axis=1))
    if chance == total**2:
        return Coefficient(math.nan, ONE_LABEL)
    return Coefficient((int(np.trace(table)) * total - chance) / (total**2 - chance))


def weighted_kappa(table: NDArray[np.int64], steps: Sequence[float], weighting: Weighting) -> Coefficient:
    """Return Cohen's weighted kappa of a confusion matrix; undefined where `cohen_kappa` is.

    `steps`: the position of each label on its scale. The weight of two labels is the distance of their steps,
    or its square. Source: J. Cohen, "Weighted kappa", 1968.
    """
    if not table.any():
        return Coefficient(math.nan, NOBODY_SHARED)
    return _weighted(table[None], _apart(steps, weighting))[0]


def _apart(steps: Sequence[float], weighting: Weighting) -> Scores:
    place = np.asarray(steps, dtype=np.float64)
    apart: Scores = np.abs(place[:, None] - place)
    return apart if weighting == "linear" else apart**2


def _weighted(tables: NDArray[np.int64], apart: Scores) -> list[Coefficient]:
    """Return weighted kappa of each of several nonempty confusion matrices."""
    observed = tables.reshape(len(tables), apart.size) @ apart.ravel()
    expected = ((tables.sum(axis=2) @ apart) * tables.sum(axis=1)).sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        kappa = 1 - tables.sum(axis=(1, 2)) * observed / expected
    return [
        Coefficient(value) if chance else Coefficient(math.nan, ONE_LABEL)
        for value, chance in zip(kappa.tolist(), expected.tolist(), strict=True)
    ]


def kappa_interval(table: NDArray[np.int64], z: float = 1.959963984540054) -> tuple[float, float]:
    """Return the interval of Cohen's kappa by its large-sample error, by default 95 %; NaN if undefined.

    It is NaN too if that error is 0, as for two assessors who always agree, or if one of them gave a single
    label: an interval of width 0 would claim a certainty that no number of labels gives.

    Source: J. Fleiss, J. Cohen and B. Everitt, "Large sample standard errors of kappa and weighted kappa",
    1969, equation 13.
    """
    kappa = cohen_kappa(table).value
    if math.isnan(kappa):
        return math.nan, math.nan
    share = table / table.sum()
    rows, columns = share.sum(axis=1), share.sum(axis=0)
    chance, rest = float(rows @ columns), 1 - kappa
    agreeing = float((np.diag(share) * (1 - (rows + columns) * rest) ** 2).sum())
    crossed = share * (columns[:, None] + rows) ** 2
    differing = rest**2 * float(crossed.sum() - np.trace(crossed))
    error = (agreeing + differing - (kappa - chance * rest) ** 2) / (int(table.sum()) * (1 - chance) ** 2)
    if error < _ROUNDING:
        return math.nan, math.nan
    reach = z * math.sqrt(error)
    return max(-1.0, kappa - reach), min(1.0, kappa + reach)


def pair_agreements(
    labels: Labels, kinds: int, question: Labels, steps: Sequence[float] = ()
) -> tuple[PairAgreement, ...]:
    """Return all pairs of assessors who labeled an item in common, in the order of the rows.

    `question`: that of each item, by column; `steps`: the position of each label on its scale, for weighted
    kappa.
    """
    order = np.argsort(question, kind="stable")
    labels = labels[:, order]
    starts = np.flatnonzero(np.diff(question[order], prepend=-2))
    given, cells = labels >= 0, kinds * kinds
    apart = [_apart(steps, "linear"), _apart(steps, "quadratic")]
    at_once = max(1, _AT_ONCE // max(cells, labels.shape[1]))
    found = []
    for a in range(len(labels)):
        mine = np.flatnonzero(given[a])
        for start in range(a + 1, len(labels) if len(mine) else 0, at_once):
            others = slice(start, start + at_once)
            both = given[others] & given[a]
            row, thing = np.nonzero(both[:, mine])
            cell = labels[a, mine[thing]].astype(np.int64) * kinds + labels[others][row, mine[thing]]
            tables = np.bincount(row * cells + cell, minlength=len(both) * cells).reshape(-1, kinds, kinds)
            shared = np.count_nonzero(np.logical_or.reduceat(both, starts, axis=1), axis=1)
            known = np.flatnonzero(shared).tolist()
            made = [_pair(a, start + at, tables[at], int(shared[at])) for at in known]
            if len(steps):
                linear, quadratic = (_weighted(tables[known], each) for each in apart)
                made = [
                    pair._replace(linear=one, quadratic=other)
                    for pair, one, other in zip(made, linear, quadratic, strict=True)
                ]
            found += made
    return tuple(found)


def _pair(a: int, b: int, table: NDArray[np.int64], questions: int) -> PairAgreement:
    items = int(table.sum())
    raw = Coefficient(int(np.trace(table)) / items)
    ends = kappa_interval(table) if questions >= FEWEST_UNITS else (math.nan, math.nan)
    return PairAgreement(a, b, items, raw, cohen_kappa(table), *ends, questions)
