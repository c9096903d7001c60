"""Tests of one run against another, and corrections for many of them.

The exact sign test, the paired t test, Wilcoxon's signed-rank test and the randomization test; the
corrections of Holm and of Benjamini and Hochberg. Differences are tied as ranks are
(`jurybox.measures.ranks`). The randomization test swaps the responses of two runs unit by unit and computes
the measure again. scipy is loaded inside the functions that need it: it takes about a second.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jurybox.analysis.draws import generator, pieces
from jurybox.language import tr
from jurybox.measures.definition import Direction
from jurybox.measures.ranks import TIE, levels_of, signs_of
from jurybox.scoring.unit_table import Pair, Scores, Weights
from jurybox.watch import Watch

Mark = Literal["", "*", "**", "†", "‡"]
Correction = Literal["holm", "bh"]
CORRECTIONS: dict[Correction, str] = {"holm": "Holm", "bh": "Benjamini-Hochberg"}
"""The corrections for multiple tests, and their names."""
TEST_NAMES = {
    "sign": tr("sign test"),
    "t": tr("paired t test"),
    "wilcoxon": tr("Wilcoxon signed-rank test"),
    "randomization": tr("randomization test"),
}
"""The tests of two runs, and their names."""
_LEVELS = ((0.01, "**", "‡"), (0.05, "*", "†"))


class SignTest(NamedTuple):
    """Units won and lost by the first of two runs, units on which they tie, units scored for only one."""

    wins: int
    losses: int
    ties: int
    p: float
    left_out: int = 0

    @property
    def mark(self) -> Mark:
        """The mark of the first run if it is ranked above the second."""
        return mark(self.wins, self.losses, self.p)


def sign_p(wins: int, losses: int) -> float:
    """Return the p-value of the two-sided exact sign test, min(1, 2 P(X <= the smaller)).

    Ties are not counted. 1 if nothing was won or lost. ValueError for negative numbers.
    Source: Sakai et al. 2010, section 3.1.
    """
    if wins < 0 or losses < 0:
        msg = tr(
            "wins = {wins}, losses = {losses} is not allowed; they must be whole numbers, 0 or more",
            wins=wins,
            losses=losses,
        )
        raise ValueError(msg)
    n, fewer = wins + losses, min(wins, losses)
    ways = total = 1
    for chosen in range(1, fewer + 1):
        ways = ways * (n - chosen + 1) // chosen
        total += ways
    return min(1.0, float(2 * total / (1 << n)))


def sign_test(a: Scores, b: Scores, direction: Direction = "higher") -> SignTest:
    """Compare two runs unit by unit; `a` and `b`: their scores of the same units, NaN where undefined.

    Scores are tied as ranks are (`jurybox.measures.ranks`); units that are undefined for either run are left
    out and counted.
    """
    signs = signs_of(a - b)
    known = ~np.isnan(signs)
    first, second = int(np.count_nonzero(signs[known] > 0)), int(np.count_nonzero(signs[known] < 0))
    wins, losses = (first, second) if direction == "higher" else (second, first)
    units = int(np.count_nonzero(known))
    return SignTest(wins, losses, units - wins - losses, sign_p(wins, losses), len(signs) - units)


class PairedTest(NamedTuple):
    """A test of two runs by their differences; NaN for `statistic` and `p` if undefined, with the `reason`.

    `units`: the number of units on which both runs have a score, on which the test rests; `left_out`: the
    others.
    """

    statistic: float
    p: float
    units: int
    left_out: int
    reason: str = ""


ONE_UNIT = tr("a single unit has no spread")
EQUAL = tr("the runs have equal scores on every unit")
CONSTANT = tr("the runs differ by the same amount on every unit")


def paired_differences(a: Scores, b: Scores) -> Scores:
    """Return the differences of two runs on the units where both have a score; ties are exactly 0."""
    found = a - b
    found = found[~np.isnan(found)]
    return np.where(np.abs(found) <= TIE, 0.0, found)


def no_spread(differences: Scores) -> str:
    """Return why differences have no spread; empty if they have one."""
    if len(differences) < 2:
        return ONE_UNIT if len(differences) else tr("no unit is scored for both")
    if np.ptp(differences) > TIE:
        return ""
    return CONSTANT if differences[0] else EQUAL


def t_test(a: Scores, b: Scores) -> PairedTest:
    """Return the two-sided paired t test; `a` and `b`: scores of the same units, NaN where undefined.

    Units that are undefined for either run are left out. Undefined, with the reason, for differences without
    spread: fewer than two units, or the same difference on all. Source: Student, "The probable error of a
    mean", 1908.
    """
    differences = paired_differences(a, b)
    units, reason = len(differences), no_spread(differences)
    if reason:
        return PairedTest(math.nan, math.nan, units, len(a) - units, reason)
    from scipy.stats import ttest_rel

    found = ttest_rel(differences, np.zeros(units))
    return PairedTest(float(found.statistic), float(found.pvalue), units, len(a) - units)


_ALL_SIGNS = 13
"""Up to this many differences with ties, all choices of signs count: 8,192."""


def wilcoxon_test(a: Scores, b: Scores) -> PairedTest:
    """Return Wilcoxon's two-sided signed-rank test; units undefined for either run are left out.

    Units on which the runs tie are not ranked, as in Wilcoxon's own method; p is 1 if they tie on all. Exact
    for up to 13 differences, and for up to 50 of which no two are equally large; for others by the normal
    approximation. Undefined if no unit is scored for both. Source: F. Wilcoxon, "Individual comparisons by
    ranking methods", 1945.
    """
    differences = paired_differences(a, b)
    units = len(differences)
    if not units:
        return PairedTest(math.nan, math.nan, 0, len(a), no_spread(differences))
    apart = differences[differences != 0]
    if not len(apart):
        return PairedTest(0.0, 1.0, units, len(a) - units)
    # Only ranks count: rounding to levels ties differences that are equal up to rounding.
    levels = levels_of(np.abs(apart)) + 1
    if len(np.unique(levels)) < len(levels) <= _ALL_SIGNS:
        return PairedTest(*_exact_signed_ranks(levels, apart > 0), units, len(a) - units)
    from scipy.stats import wilcoxon

    found = wilcoxon(np.sign(apart) * levels)
    return PairedTest(float(found.statistic), float(found.pvalue), units, len(a) - units)


def _exact_signed_ranks(levels: Scores, plus: NDArray[np.bool_]) -> tuple[float, float]:
    """Return the smaller sum of signed ranks and its two-sided p-value over all choices of signs.

    `levels` are the sizes of the differences, equal ones share the mean of their ranks, `plus` says which are
    positive. The sums of ranks are counted rank by rank: SciPy, which tries the choices one by one, takes a
    tenth of a second, which is minutes for all pairs of sixty runs.
    """
    from scipy.stats import rankdata

    doubled = np.rint(2 * rankdata(levels)).astype(np.int64)  # halves occur among means of ranks
    choices = np.ones(1)
    for rank in doubled.tolist():
        choices = np.pad(choices, (0, rank)) + np.pad(choices, (rank, 0))
    total, above = int(doubled.sum()), int(doubled[plus].sum())
    tail = min(choices[: above + 1].sum(), choices[above:].sum())
    return min(above, total - above) / 2, min(1.0, 2.0 * float(tail) / float(choices.sum()))


def mark(wins: int, losses: int, p: float) -> Mark:
    """Return the mark between a run and the one below it in a table, uncorrected as in the papers.

    `*` and `**`: the upper run wins significantly more units (0.05, 0.01); `†` and `‡`: the run below does,
    against the means.
    """
    for level, above, below in _LEVELS:
        if p < level:
            return above if wins > losses else below  # type: ignore[return-value]  # _LEVELS holds marks only
    return ""


def holm(p_values: Sequence[float] | Scores) -> NDArray[np.float64]:
    """Return Holm's adjusted p-values: reject those below the level; NaN stays and is not counted.

    Source: S. Holm, "A simple sequentially rejective multiple test procedure", 1979.
    """
    p = np.asarray(p_values, dtype=np.float64)
    adjusted = np.full(p.shape, np.nan)
    known = np.flatnonzero(~np.isnan(p))
    order = known[np.argsort(p[known], kind="stable")]
    steps = p[order] * np.arange(len(order), 0, -1)
    adjusted[order] = np.minimum(np.maximum.accumulate(steps), 1.0)
    return adjusted


def benjamini_hochberg(p_values: Sequence[float] | Scores) -> NDArray[np.float64]:
    """Return adjusted p-values that control the false discovery rate.

    NaN stays and is not counted. Source: Y. Benjamini and Y. Hochberg, "Controlling the false discovery
    rate", 1995.
    """
    p = np.asarray(p_values, dtype=np.float64)
    adjusted = np.full(p.shape, np.nan)
    known = ~np.isnan(p)
    if known.any():
        from scipy.stats import false_discovery_control

        adjusted[known] = false_discovery_control(p[known], method="bh")
    return adjusted


def corrected_matrix(p_values: Scores, correction: Correction = "holm") -> Scores:
    """Return the adjusted p-values of all pairs of runs, from a symmetric matrix; NaN on the diagonal."""
    adjusted = np.full(p_values.shape, np.nan)
    upper = np.triu_indices(len(p_values), 1)
    adjusted[upper] = (holm if correction == "holm" else benjamini_hochberg)(p_values[upper])
    adjusted.T[upper] = adjusted[upper]
    return adjusted


def sign_matrix(values: Scores, direction: Direction = "higher") -> list[list[SignTest]]:
    """Return the sign test of every run against every other; `values` by unit and run."""
    runs = values.shape[1]
    found: list[list[Any]] = [[None] * runs for _ in range(runs)]
    for i in range(runs):
        for j in range(i, runs):
            test = sign_test(values[:, i], values[:, j], direction)
            found[i][j] = test
            found[j][i] = test._replace(wins=test.losses, losses=test.wins)
    return found


def share_above(scores: Scores, required: float) -> float:
    """Return the share of pairs of runs that differ by at least `required`; NaN below two scores.

    A pair short of it by no more than a tie counts; undefined scores are left out. Source: Voorhees 2005,
    section 3.2.
    """
    known = np.sort(scores[~np.isnan(scores)])
    pairs = len(known) * (len(known) - 1) / 2
    if not pairs:
        return math.nan
    differences = (known[:, None] - known[None, :])[np.tril_indices(len(known), -1)]
    return float(np.count_nonzero(differences >= required - TIE) / pairs)


@dataclass(frozen=True, slots=True)
class RandomizationTest:
    """The observed difference of two scores, and its p-value from swapping responses.

    `skipped`: draws in which a score was undefined; `p` is NaN if the difference itself is.
    """

    difference: float
    p: float
    draws: int
    skipped: int
    seed: int


def randomization_test(
    both: Pair, *, draws: int = 10_000, seed: int = 0, watch: Watch | None = None
) -> RandomizationTest:
    """Swap the responses of two runs at random, unit by unit, and recompute both scores each time.

    A difference short by no more than a tie (`jurybox.measures.ranks`) counts as reached. For identical
    units, the number swapped is drawn, which is equivalent. p = (1 + draws with a difference at least as
    large) / (1 + draws), two-sided. Serves every measure, with or without scores of units. Source: E. Noreen,
    "Computer-intensive methods for testing hypotheses", 1989; B. Efron and R. Tibshirani, "An introduction to
    the bootstrap", 1993, chapter 15.
    """
    units = both.units
    difference = float(both.differences(np.zeros((1, units), dtype=np.int8))[0])
    watch = watch or Watch()
    watch.expect(draws)
    random, reached, skipped = generator(seed), 0, 0
    for count in pieces(draws, 48 * units, units // 4, watch):
        differences = both.differences(_swapped(random, both, count))
        skipped += int(np.count_nonzero(np.isnan(differences)))
        reached += int(np.count_nonzero(np.abs(differences) >= abs(difference) - TIE))
    p = (1 + reached) / (1 + draws - skipped) if difference == difference else float("nan")
    return RandomizationTest(difference, p, draws, skipped, seed)


def coins(random: "np.random.Generator", rows: int, columns: int) -> NDArray[np.int8]:
    """Return 0 or 1 with equal chances in shape (rows, columns).

    They are those of `random.integers(0, 2, ..., dtype=np.int8)`, in less than half the time: the highest bit
    of each byte, four bytes at a time.
    """
    size = rows * columns
    words = random.integers(0, 1 << 32, -(-size // 4), dtype=np.uint32).astype("<u4", copy=False)
    words >>= np.uint32(7)
    words &= np.uint32(0x01010101)
    return words.view(np.int8)[:size].reshape(rows, columns)


def _swapped(random: "np.random.Generator", both: Pair, count: int) -> Weights:
    """Return how many copies of each unit are swapped in each draw."""
    if both.copies is None:
        return coins(random, count, both.units)
    return random.binomial(both.copies, 0.5, (count, both.units))
