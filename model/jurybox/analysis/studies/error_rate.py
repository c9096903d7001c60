"""Error rate by the size of the test set (Voorhees): how many units a reliable ranking takes."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jurybox.analysis.studies.checks import check_runs, check_size, check_trials
from jurybox.analysis.studies.fitting import Decay, fit_decay
from jurybox.analysis.studies.pairs import BINS, PairBins, PairTrials
from jurybox.analysis.studies.workers import Here, TrialBlock, Workers
from jurybox.scoring.unit_table import Scores, UnitData
from jurybox.watch import Watch

FEWEST_CASES = 100
"""A bin with fewer comparisons at a size adds no point to the fit: its rate is mostly chance."""


@dataclass(frozen=True)
class ErrorRate:
    """Disagreements between two sets of the same size, by size and by the first set's difference.

    `cases[size, bin]`, `errors`: comparisons of pairs of runs, summed over the trials, in bins of .01 of
    which the last is open. `skipped[size]`: comparisons in which a score was undefined. `fits[bin]`: the
    exponential through the rates of a bin, None if too few points have `FEWEST_CASES` comparisons, and if the
    rates do not fall as sets grow, so that nothing could be extrapolated.
    """

    sizes: tuple[int, ...]
    cases: NDArray[np.int64]
    errors: NDArray[np.int64]
    skipped: NDArray[np.int64]
    fits: tuple[Decay | None, ...]

    @property
    def rates(self) -> Scores:
        """Error rate by size and bin, NaN without a case."""
        with np.errstate(invalid="ignore"):
            rates: Scores = self.errors / self.cases
        return rates

    @property
    def lows(self) -> Scores:
        """The lower limit of each bin."""
        return np.arange(self.cases.shape[1]) / 100


def error_rate(
    data: UnitData,
    sizes: Sequence[int] | None = None,
    *,
    trials: int = 50,
    seed: int = 0,
    bins: int = BINS,
    watch: Watch | None = None,
    workers: Workers | None = None,
) -> ErrorRate:
    """Compare every pair of runs on two disjoint random sets, for every size (default: 5 to half of all).

    A reversal of the two sets' differences is an error; a zero in one of them is not. The draws of a size do
    not depend on the other sizes. ValueError for fewer than two runs and for sizes that do not fit twice.
    Source: Voorhees 2005, section 3.2 and figure 4.
    """
    check_runs(data)
    check_trials(trials)
    chosen = tuple(range(5, data.units // 2 + 1) if sizes is None else sizes)
    for size in chosen or (5,):
        check_size(data, size, sets=2)
    watch = watch or Watch()
    watch.expect(trials * len(chosen))
    found = [PairBins(bins) for _ in chosen]
    parts = [TrialBlock(at, 0, trials) for at in range(len(chosen))]
    work = PairTrials(data, chosen, bins, seed, [(size,) for size in chosen])
    for part, some in (workers or Here()).each(work, parts, watch):
        found[part.at].merge(some)
    cases, errors = np.stack([one.cases for one in found]), np.stack([one.reversals for one in found])
    skipped = np.array([one.skipped for one in found], dtype=np.int64)
    fits = tuple(_fit(chosen, cases[:, at], errors[:, at]) for at in range(bins))
    return ErrorRate(chosen, cases, errors, skipped, fits)


def _fit(sizes: Sequence[int], cases: NDArray[np.int64], errors: NDArray[np.int64]) -> Decay | None:
    enough = cases >= FEWEST_CASES
    if np.count_nonzero(enough) < 3:
        return None
    fit = fit_decay(np.array(sizes, dtype=np.float64)[enough], errors[enough] / cases[enough])
    return fit if fit is not None and fit.b > 0 else None
