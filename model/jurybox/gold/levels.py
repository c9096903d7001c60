"""Levels of ranked answers as arrays: those they have, and those that completions can give them."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jurybox.gold.patterns import LEFT_OUT, OUT_BIT, UNJUDGED

Grades = NDArray[np.int16]
Bits = NDArray[np.int64]

OUT = np.int64(1) << OUT_BIT
"""Possible levels of an answer that no completion grades."""


class Levels(NamedTuple):
    """For each answer asked for: its level, and the levels that completions can give it, as bits.

    `level`: L0 and up, -1 unjudged (a missing label could decide it), -2 left out (none can). `possible`: bit
    n for level n; bit 62 for a completion that leaves the answer out. An incomplete pattern is unjudged even
    where one level alone is possible; scaled up, it has a level while others are still possible.
    """

    level: Grades
    possible: Bits


def level_of(possible: Bits, top: int) -> Grades:
    """Return the level where only one is possible, else that it is unjudged, or left out."""
    level = np.full(len(possible), UNJUDGED, dtype=np.int16)
    for each in range(top + 1):
        level[possible == 1 << each] = each
    level[possible == OUT] = LEFT_OUT
    return level
