"""The size of a difference of two runs relative to its spread, and how many questions would show it.

Cohen's d for paired samples is the mean of the differences over their standard deviation. The power of the
paired t test follows from it by the noncentral F distribution, of which only scipy's special functions are
needed: they load much faster than its tests.
"""

import math
from typing import Any

import numpy as np

from jurybox.analysis.intervals import DRAWS, Interval, intervals
from jurybox.analysis.significance import no_spread
from jurybox.language import tr
from jurybox.measures.ranks import TIE
from jurybox.scoring.unit_table import Scores, Weights
from jurybox.watch import Watch

LEVEL, POWER = 0.05, 0.8
"""The conventional level and power of a test (Cohen 1988)."""
_FEWEST = 2
_ENOUGH = 1e-4
"""The relative precision of the detectable difference."""


def cohens_d(differences: Scores) -> float:
    """Return Cohen's d for paired samples: the mean of differences over their standard deviation (n - 1).

    `differences`: without NaN, as `paired_differences` returns them. NaN where they have no spread. Source:
    J. Cohen, "Statistical power analysis for the behavioral sciences", 1988, section 2.3.5; called d_z by D.
    Lakens, "Calculating and reporting effect sizes", 2013.
    """
    if no_spread(differences):
        return math.nan
    return float(differences.mean() / differences.std(ddof=1))


class EffectData:
    """Cohen's d of columns of differences (units x pairs) over any choice of units.

    NaN of a choice whose differences have no spread.
    """

    is_mean = False

    def __init__(self, differences: Scores) -> None:
        self.units, self.runs = differences.shape
        # Centered on the overall mean, so that squares lose nothing to rounding.
        self._center = differences.mean(axis=0)
        self._apart = differences - self._center

    def evaluate(self, weights: Weights) -> Scores:
        """Return the effects of the chosen units."""
        chosen: Any = weights.astype(np.float64)
        count = chosen.sum(axis=1)[:, None]
        with np.errstate(invalid="ignore", divide="ignore"):
            mean = np.dot(chosen, self._apart) / count
            square = np.dot(chosen, self._apart**2) - count * mean**2
            spread = np.sqrt(np.maximum(square, 0.0) / (count - 1))
            return np.where(spread > TIE, (self._center + mean) / spread, np.nan)


def effect_interval(differences: Scores, *, draws: int = DRAWS, seed: int = 0, watch: Watch | None = None) -> Interval:
    """Return the 95 % interval of Cohen's d, from a bootstrap over units (BCa); none below ten units.

    A draw whose differences have no spread is left out and counted (`undefined`).
    """
    if no_spread(differences):
        return Interval(math.nan, math.nan, "none")
    return intervals(EffectData(differences[:, None]), draws=draws, seed=seed, watch=watch)[0]


def power_of(effect: float, units: int, level: float = LEVEL) -> float:
    """Return the chance that the two-sided paired t test detects a true effect with this many units.

    `effect`: Cohen's d for paired samples. NaN below two units. Source: Cohen 1988, chapter 2.
    """
    _check(level, "level")
    if units < _FEWEST or math.isnan(effect):
        return math.nan
    from scipy.special import ncfdtr, stdtrit

    # Both tails of the noncentral t distribution at once: its square is a noncentral F. The share inside is
    # NaN where it is too small for a number.
    limit = float(stdtrit(units - 1, 1 - level / 2))
    inside = float(ncfdtr(1, units - 1, effect**2 * units, limit**2))
    return 1.0 if math.isnan(inside) else 1 - inside


def units_needed(effect: float, *, level: float = LEVEL, power: float = POWER) -> int | None:
    """Return the fewest units with which the paired t test has this power; None for an effect of 0 or NaN.

    Source: T. Sakai, "Topic set size design", 2016, section 3, with the power itself in place of its
    approximation.
    """
    _check(level, "level")
    _check(power, "power")
    if not abs(effect) > TIE:
        return None
    enough = _FEWEST
    while power_of(effect, enough, level) < power:
        enough *= 2
    short = enough // 2
    while enough - short > 1:
        middle = (short + enough) // 2
        short, enough = (middle, enough) if power_of(effect, middle, level) < power else (short, middle)
    return max(_FEWEST, enough)


def effect_detected(units: int, *, level: float = LEVEL, power: float = POWER) -> float:
    """Return the smallest Cohen's d that the paired t test detects with this power; NaN below two units."""
    _check(power, "power")
    if units < _FEWEST:
        return math.nan
    low, high = 0.0, 1.0
    while power_of(high, units, level) < power:
        low, high = high, 2 * high
    while high - low > _ENOUGH * high:
        middle = (low + high) / 2
        low, high = (middle, high) if power_of(middle, units, level) < power else (low, middle)
    return high


def _check(share: float, what: str) -> None:
    if not 0 < share < 1:
        msg = tr("{name} = {value} is not allowed; it must be between 0 and 1", name=what, value=share)
        raise ValueError(msg)
