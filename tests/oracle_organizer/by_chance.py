"""Whether two experiments on different random draws say the same, but for chance."""

import math
from collections.abc import Sequence


def chance(theirs: Sequence[float], ours: float, trials: int, least: float) -> None:
    """Check that a mean over our trials is that of their trials within 5 standard errors.

    A trial counts as one observation, since pairs of runs of one trial depend on each other. `least`: the
    step by which one event moves a trial's value; what is rarer than their trials can tell is an event of
    Poisson's, whose variance is its rate.
    """
    mean = math.fsum(theirs) / len(theirs)
    spread = math.sqrt(math.fsum((value - mean) ** 2 for value in theirs) / (len(theirs) - 1))
    spread = max(spread, math.sqrt(least * abs(ours - mean)))
    assert abs(ours - mean) <= 5 * spread * math.sqrt(1 / len(theirs) + 1 / trials), (ours, mean, spread)
