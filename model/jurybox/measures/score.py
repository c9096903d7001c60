"""The result of a measure: a value, or the reason why there is none."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from jurybox.language import tr
from jurybox.measures.checks import NAN


@dataclass(frozen=True, slots=True)
class Score:
    """The value of a measure for a run, or for one unit of it.

    `value` is NaN when undefined, and then `reason` says why in one clause; else `reason` is empty.
    `units`: how many units the value rests on; `left_out`: how many undefined units a mean left out.
    """

    value: float
    reason: str = ""
    units: int = 1
    left_out: int = 0

    @property
    def defined(self) -> bool:
        """Whether there is a value."""
        return not math.isnan(self.value)


def undefined(reason: str, *, left_out: int = 1) -> Score:
    """Return the score of something that has none."""
    return Score(NAN, reason, 0, left_out)


def mean_score(scores: Iterable[Score]) -> Score:
    """Return the mean over units, leaving undefined ones out and counting them.

    The sum is exact before it is rounded once, so the order of the units changes nothing, and a
    scoreboard that keeps exact sums agrees with a full pass to the last bit.
    """
    units = list(scores)
    values = [unit.value for unit in units if unit.defined]
    if values:
        return Score(math.fsum(values) / len(values), "", len(values), len(units) - len(values))
    if not units:
        return undefined(tr("there is no unit to average over"), left_out=0)
    first = units[0].reason
    return undefined(
        first if len(units) == 1 else tr("no unit has a score; the first: {first}", first=first), left_out=len(units)
    )
