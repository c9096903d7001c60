"""Two assessors side by side: confusion, raw agreement and Cohen's kappa, for one pair or all of them."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jurybox.analysis.agreement.coefficients import NOBODY_SHARED, ONE_LABEL, Coefficient, Labels
from jurybox.analysis.intervals import FEWEST_UNITS

_ROUNDING = 1e-12
"""A variance below this is 0 but for the rounding of the sums it comes from."""


class PairAgreement(NamedTuple):
    """Two assessors by their rows, the things both labeled, and how far they agree on them.

    `low`, `high`: the 95 % interval of kappa by its large-sample error; NaN where kappa, or its error, is
    undefined, and where the things are of fewer than ten `questions`.
    """

    a: int
    b: int
    items: int
    raw: Coefficient
    kappa: Coefficient
    low: float = math.nan
    high: float = math.nan
    questions: int = 0


def confusion(a: Labels, b: Labels, kinds: int) -> NDArray[np.int64]:
    """Return how often one assessor gave a label (rows) where the other gave another (columns)."""
    both = (a >= 0) & (b >= 0)
    cells = a[both].astype(np.int64) * kinds + b[both]
    return np.bincount(cells, minlength=kinds * kinds).reshape(kinds, kinds)


def cohen_kappa(table: NDArray[np.int64]) -> Coefficient:
    """Return Cohen's kappa of a confusion matrix; undefined if nothing is shared or both say one thing only.

    Source: J. Cohen, "A coefficient of agreement for nominal scales", 1960.
    """
    total = int(table.sum())
    if not total:
        return Coefficient(math.nan, NOBODY_SHARED)
    chance = int(table.sum(axis=0) @ table.sum(axis=1))
    if chance == total**2:
        return Coefficient(math.nan, ONE_LABEL)
    return Coefficient((int(np.trace(table)) * total - chance) / (total**2 - chance))


def kappa_interval(table: NDArray[np.int64], z: float = 1.959963984540054) -> tuple[float, float]:
    """Return the interval of Cohen's kappa by its large-sample error, by default 95 %; NaN if undefined.

    NaN too where that error is 0, as for two who always agree, or where one of them gave a single label: an
    interval of width 0 would claim a certainty that no number of labels gives.

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


def pair_agreements(labels: Labels, kinds: int, question: Labels) -> tuple[PairAgreement, ...]:
    """Return all pairs of assessors who labeled something both, in the order of the rows.

    `question`: that of each thing, by column.
    """
    given = [np.ascontiguousarray(labels == kind, dtype=np.float32) for kind in range(kinds)]
    tables = np.stack([[one @ other.T for other in given] for one in given]).astype(np.int64)
    shared = np.triu(tables.sum(axis=(0, 1)), 1)
    found = []
    for a, b in np.argwhere(shared > 0).tolist():
        table = tables[:, :, a, b]
        items = int(shared[a, b])
        raw = Coefficient(int(np.trace(table)) / items)
        shared_questions = len(np.unique(question[(labels[a] >= 0) & (labels[b] >= 0)]))
        ends = kappa_interval(table) if shared_questions >= FEWEST_UNITS else (math.nan, math.nan)
        found.append(PairAgreement(a, b, items, raw, cohen_kappa(table), *ends, shared_questions))
    return tuple(found)
