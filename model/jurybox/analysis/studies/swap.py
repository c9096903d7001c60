"""The swap method (Voorhees and Buckley): the difference of scores needed to trust an order."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jurybox.analysis.studies.checks import check_runs, check_size, check_trials
from jurybox.analysis.studies.pairs import BINS, REQUIRED_RATE, PairBins, PairTrials
from jurybox.analysis.studies.workers import Here, TrialBlock, Workers
from jurybox.language import tr
from jurybox.scoring.unit_table import Scores, UnitData
from jurybox.watch import Watch


@dataclass(frozen=True)
class Swap:
    """How often two runs swap on another set, by their difference on the first.

    `count`, `swaps`: by bin of .01, the last one from .20 up; `skipped`: comparisons in which a score was
    undefined; `ties`: those in the lowest bin whose difference on the first set is zero, which cannot swap.
    `highest`: the highest score seen in any set, NaN if none is defined.
    """

    size: int
    count: NDArray[np.int64]
    swaps: NDArray[np.int64]
    skipped: int
    ties: int
    highest: float

    @property
    def lows(self) -> Scores:
        """The lower limit of each bin."""
        return np.arange(len(self.count)) / 100

    @property
    def rates(self) -> Scores:
        """Swap rate by bin, NaN where a bin is empty."""
        with np.errstate(invalid="ignore"):
            rates: Scores = self.swaps / self.count
        return rates

    @property
    def required(self) -> float:
        """The lower limit of the first bin with pairs of which at most 5 % swap; NaN if there is none."""
        at = self._first
        return math.nan if at is None else at / 100

    @property
    def relative(self) -> float:
        """The required difference as a share of the highest score; NaN unless that is above 0."""
        return self.required / self.highest if self.highest > 0 else math.nan

    @property
    def sensitivity(self) -> float:
        """The share of comparisons that reach the required difference; NaN if there is none."""
        at = self._first
        return math.nan if at is None else float(self.count[at:].sum() / self.count.sum())

    @property
    def reason(self) -> str:
        """Why no difference is required, in words: no bin qualifies, or the lowest one; else empty.

        If scores move in steps larger than a bin, the lowest bin contains only ties: it formally qualifies,
        but carries no information on differences.
        """
        if self._first is None:
            return tr("in no bin do at most {value:g} % of the pairs swap", value=100 * REQUIRED_RATE)
        if self._first > 0:
            return ""
        if self.ties == self.count.sum():
            return tr("all pairs tie on every set")
        if self.ties == self.count[0]:
            return tr(
                "the lowest bin, differences below .01, contains only ties, which cannot swap; in sets "
                "of {size:,}, scores that differ at all are .01 or more apart, too coarse for this "
                "study",
                size=self.size,
            )
        rate = f"{100 * REQUIRED_RATE:g} %"
        return tr("already in the lowest bin, differences below .01, at most {rate} of the pairs swap", rate=rate)

    @property
    def _first(self) -> int | None:
        enough = np.flatnonzero((self.count > 0) & (self.swaps <= REQUIRED_RATE * self.count))
        return int(enough[0]) if len(enough) else None


def swap(
    data: UnitData,
    size: int | None = None,
    *,
    trials: int = 1000,
    seed: int = 0,
    watch: Watch | None = None,
    workers: Workers | None = None,
) -> Swap:
    """Compare every pair of runs on two disjoint random sets of `size` units (default: half of all).

    ValueError for fewer than two runs and for sizes that do not fit twice.
    Memory: about 50 MB for a piece of work. Source: Peñas and Rodrigo 2011, section 4.3 and table 2.
    """
    check_runs(data)
    check_trials(trials)
    size = data.units // 2 if size is None else size
    check_size(data, size, sets=2)
    watch = watch or Watch()
    watch.expect(trials)
    work, bins = PairTrials(data, (size,), BINS, seed, ((),)), PairBins()
    for _, some in (workers or Here()).each(work, [TrialBlock(0, 0, trials)], watch):
        bins.merge(some)
    highest = bins.highest if math.isfinite(bins.highest) else math.nan
    return Swap(size, bins.cases, bins.reversals, bins.skipped, bins.ties, highest)
