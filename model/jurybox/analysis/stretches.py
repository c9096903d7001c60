"""Stretches of a ranking in which no two runs are shown to differ, drawn as lines beside a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jurybox.scoring.unit_table import Scores

LEVEL = 0.05
"""Two runs differ significantly below this p-value."""


def not_shown_to_differ(p: Scores, level: float = LEVEL) -> tuple[tuple[int, int], ...]:
    """Return the longest stretches of a ranking in which no pair of runs differs significantly.

    `p`: p-values of all pairs, shape (runs, runs), in the order of the ranking, NaN where a pair is not
    tested; only the part above the diagonal is read. Each stretch is (first, last), both included, of two or
    more runs; none is inside another, but they may overlap: if two runs are not shown to differ from a third,
    nothing follows about the two. A pair that was not tested ends a stretch. Source: the lines of D. B.
    Duncan, "Multiple range and multiple F tests", Biometrics 1955.
    """
    found: list[tuple[int, int]] = []
    for first in range(len(p)):
        last = first
        while last + 1 < len(p) and bool((p[first : last + 1, last + 1] >= level).all()):
            last += 1
        if last > first and (not found or last > found[-1][1]):
            found.append((first, last))
    return tuple(found)


def lanes_of(stretches: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    """Return for each stretch, in order, the first free lane, from 0.

    Stretches in one lane share no run, so that each is a separate line.
    """
    ends: list[int] = []
    lanes = []
    for first, last in stretches:
        lane = next((at for at, end in enumerate(ends) if end < first), len(ends))
        ends[lane : lane + 1] = [last]
        lanes.append(lane)
    return tuple(lanes)
