"""How far a mean over questions can still go, when each question ranges on its own.

Completions of different questions are independent. So the highest mean gives every question its highest
value, and of those that a completion can make undefined it takes in the ones above the mean that results,
highest first; the lowest mean likewise.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jurybox.scoring.results import Bounds

Values = NDArray[np.float64]
Mask = NDArray[np.bool_]


class Ranges(NamedTuple):
    """The lowest and highest value of questions, one element each, NaN where a question is never defined.

    `can_be_out`: whether a completion leaves the question out or undefined.
    """

    low: Values
    high: Values
    can_be_out: Mask


def mean_bounds(settled: Values, ranges: Ranges, *, exact: bool) -> Bounds:
    """Return the bounds of a mean over questions.

    `settled`: the values of those that no completion can change; NaN is out of the mean for good.
    """
    known = settled[~np.isnan(settled)].tolist()
    ever = ~np.isnan(ranges.low)
    may = ranges.can_be_out[ever]
    low, high = ranges.low[ever], ranges.high[ever]
    return Bounds(0.0 - _highest([-value for value in known], -low, may), _highest(known, high, may), exact=exact)


def _highest(known: list[float], high: Values, may: Mask) -> float:
    """Return the highest mean; NaN if there is never anything to average over."""
    included = known + high[~may].tolist()
    total = math.fsum(included)
    for value in sorted(high[may].tolist(), reverse=True):
        if included and value * len(included) <= total:
            break
        included.append(value)
        total = math.fsum((total, value))
    return math.fsum(included) / len(included) if included else math.nan
