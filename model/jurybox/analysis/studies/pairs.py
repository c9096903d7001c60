"""Differences of pairs of runs on two disjoint sets of units, in bins of one hundredth."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jurybox.analysis.draws import BUDGET, draw_sets, generator_from, pieces
from jurybox.analysis.studies.workers import TrialBlock
from jurybox.measures.ranks import TIE
from jurybox.scoring.unit_table import Scores, UnitData
from jurybox.watch import Watch

REQUIRED_RATE = 0.05
"""The greatest share of reversals at which an order of two runs is trusted: 95 % confidence."""
BINS = 21
STEPS, STEPS_PER_BIN = 1e9, 10_000_000
"""Bins are of .01, in steps of 1e-9, to which differences are rounded; the last bin is open."""


class PairBins:
    """How many comparisons fell into each bin, and in how many of them the second set had the opposite sign.

    The first set's difference chooses the bin; scores that are tied (`jurybox.measures.ranks`) in either set
    are not a reversal. `ties`: how many pairs are tied in the first set; they are in the lowest bin. `highest`: the
    highest score in any set.
    """

    def __init__(self, bins: int = BINS) -> None:
        self._bins = bins
        self._seen = np.zeros(2 * bins, dtype=np.int64)
        self.skipped = 0
        self.ties = 0
        self.highest = -math.inf

    @property
    def cases(self) -> NDArray[np.int64]:
        """All comparisons, by bin."""
        return self._seen[: self._bins] + self._seen[self._bins :]

    @property
    def reversals(self) -> NDArray[np.int64]:
        """Those in which the runs changed places, by bin."""
        return self._seen[self._bins :]

    def add(self, first: Scores, second: Scores) -> None:
        """Count all pairs of runs; scores by trial and run, NaN where undefined (skipped and counted)."""
        self.highest = max(self.highest, *(float(np.fmax.reduce(each, axis=None)) for each in (first, second)))
        one, two = (np.multiply(each.T, STEPS, order="C") for each in (first, second))
        undefined = bool(np.isnan(one).any() or np.isnan(two).any())
        most = max(1, BUDGET // 8 // (8 * one.shape[1] * 6))
        for run in range(len(one) - 1):
            for start in range(run + 1, len(one), most):
                others = slice(start, min(start + most, len(one)))
                self._count(one[run] - one[others], two[run] - two[others], undefined=undefined)

    def merge(self, other: "PairBins") -> None:
        """Add the counts of other comparisons."""
        self._seen += other._seen
        self.skipped += other.skipped
        self.ties += other.ties
        self.highest = max(self.highest, other.highest)

    def _count(self, difference: Scores, repeated: Scores, *, undefined: bool) -> None:
        if undefined:
            known = ~(np.isnan(difference) | np.isnan(repeated))
            self.skipped += int(known.size - np.count_nonzero(known))
            difference, repeated = difference[known], repeated[known]
        for each in (difference, repeated):
            each[np.abs(each) <= TIE * STEPS] = 0.0
            np.rint(each, out=each)
        repeated *= difference
        self.ties += int(difference.size - np.count_nonzero(difference))
        np.abs(difference, out=difference)
        difference += 0.5
        difference *= 1.0 / STEPS_PER_BIN
        np.minimum(difference, self._bins - 1, out=difference)
        code = difference.astype(np.int64)
        code += (repeated < 0) * np.int64(self._bins)
        self._seen += np.bincount(code.ravel(), minlength=2 * self._bins)


@dataclass(frozen=True)
class PairTrials:
    """Trials of one size: draws two disjoint sets, scores all runs on both and compares every pair.

    `streams`: for each of the sizes, of random numbers.
    """

    data: UnitData
    sizes: Sequence[int]
    bins: int
    seed: int
    streams: Sequence[Sequence[int]]

    def __call__(self, part: TrialBlock, watch: Watch) -> PairBins:
        """Return the comparisons of some trials."""
        data, pairs = self.data, PairBins(self.bins)
        random = generator_from(part.start, data.units, self.seed, *self.streams[part.at])
        for count in pieces(part.trials, 18 * data.units + 80 * data.runs, data.runs**2 // 2, watch):
            sets = draw_sets(random, count, data.units, self.sizes[part.at], 2)
            pairs.add(*map(data.evaluate, sets))
        return pairs
