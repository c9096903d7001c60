"""Mean ranks of runs over questions, Friedman's test, and which runs do not differ significantly.

J. Demsar: Statistical comparisons of classifiers over multiple data sets. Journal of Machine Learning
Research 7 (2006), 1-30. Questions take the place of data sets, runs that of classifiers.
"""

import math
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from jurybox.analysis.significance import holm, wilcoxon_test
from jurybox.language import tr
from jurybox.measures.definition import Direction
from jurybox.measures.ranks import ranks_of
from jurybox.scoring.unit_table import Scores

PostHoc = Literal["nemenyi", "wilcoxon-holm"]
LEVEL = 0.05


@dataclass(frozen=True, eq=False)
class MeanRanks:
    """Mean ranks of runs, and groups of runs without a significant difference.

    `ranks`: shape (runs,), 1 the best; tied runs share the mean of their ranks on a question. `order`: runs
    from the best mean rank. `groups`: the largest sets of neighbors in that order among which no two differ
    significantly, as positions of runs; a run that differs from all others is in no group. `statistic`, `p`:
    of Friedman's test, corrected for ties; NaN, with the `reason`, if nothing can be tested. `critical`: the
    critical difference of mean ranks by Nemenyi's test, NaN for other tests. `size`, `left_out`: the number
    of questions it rests on, and of those undefined for one of the runs.
    """

    ranks: Scores
    order: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...]
    statistic: float
    p: float
    critical: float
    size: int
    left_out: int
    reason: str = ""


def mean_ranks(
    values: Scores, post_hoc: PostHoc = "nemenyi", *, direction: Direction = "higher", level: float = LEVEL
) -> MeanRanks:
    """Return mean ranks and groups of runs; `values`: scores by question (rows) and run, NaN undefined.

    `nemenyi`: two runs differ if their mean ranks are apart by the critical difference or more (Demsar 2006,
    section 3.2.2), for all pairs at once. `wilcoxon-holm`: if Wilcoxon's signed-rank test of the two is
    significant, corrected for all pairs by Holm. No pair differs unless Friedman's test finds a difference.
    """
    known = values[~np.isnan(values).any(axis=1)]
    (size, runs), left_out = known.shape, len(values) - len(known)
    ranks = np.array([ranks_of(row, direction, ties="mean") for row in known]).reshape(size, runs)
    mean = ranks.mean(axis=0) if size else np.full(runs, np.nan)
    order = tuple(np.argsort(mean, kind="stable").tolist())
    statistic, p, reason = _friedman(ranks)
    critical = critical_difference(runs, size, level) if post_hoc == "nemenyi" and not reason else math.nan
    if reason:
        return MeanRanks(mean, order, (), statistic, p, critical, size, left_out, reason)
    if p >= level:
        differ = np.zeros((runs, runs), dtype=np.bool_)
    elif post_hoc == "nemenyi":
        differ = np.abs(mean[:, None] - mean) >= critical
    else:
        differ = _by_wilcoxon(known, level)
    return MeanRanks(mean, order, _groups(order, differ), statistic, p, critical, size, left_out)


def critical_difference(runs: int, questions: int, level: float = LEVEL) -> float:
    """Return the significant difference of two mean ranks: q sqrt(k (k + 1) / 6 N) (Demsar 2006, 3.2.2).

    q is the studentized range of k runs with infinite degrees of freedom over sqrt(2), as in his Table 5.
    ValueError for fewer than two runs or one question.
    """
    if runs < 2 or questions < 1:
        raise ValueError(f"runs = {runs}, questions = {questions}; two runs and one question are needed")
    from scipy.stats import studentized_range

    q = float(studentized_range.isf(level, runs, np.inf)) / math.sqrt(2)
    return q * math.sqrt(runs * (runs + 1) / (6 * questions))


def _friedman(ranks: Scores) -> tuple[float, float, str]:
    """Return Friedman's statistic, its p-value by chi-squared, and why there is none."""
    size, runs = ranks.shape
    if runs < 3:
        return math.nan, math.nan, tr("three runs are needed")
    if size < 2:
        return math.nan, math.nan, tr("two questions that are defined for all runs are needed")
    if (ranks == ranks[:, :1]).all():
        return math.nan, math.nan, tr("all runs tie on every question")
    from scipy.stats import friedmanchisquare

    found = friedmanchisquare(*ranks.T)
    return float(found.statistic), float(found.pvalue), ""


def _by_wilcoxon(values: Scores, level: float) -> NDArray[np.bool_]:
    runs = values.shape[1]
    pairs = list(combinations(range(runs), 2))
    p = holm([wilcoxon_test(values[:, a], values[:, b]).p for a, b in pairs])
    differ = np.zeros((runs, runs), dtype=np.bool_)
    for (a, b), one in zip(pairs, p.tolist(), strict=True):
        differ[a, b] = differ[b, a] = one < level
    return differ


def _groups(order: tuple[int, ...], differ: NDArray[np.bool_]) -> tuple[tuple[int, ...], ...]:
    """Return the longest stretches of the order, of two or more runs, in which no two differ."""
    found: list[tuple[int, ...]] = []
    reached = 0
    for start in range(len(order)):
        end = start + 1
        while end < len(order) and not differ[list(order[start:end]), order[end]].any():
            end += 1
        if end > reached and end - start > 1:
            found.append(order[start:end])
            reached = end
    return tuple(found)
