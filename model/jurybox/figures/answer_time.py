"""The answer-time space: MRR across, effective time up, and how a ranking turns over as time counts more.

`MRRT(x, t) = 2 x / (1 + exp(r t))` has the value c on the iso-ranking curve `x = c (1 + exp(r t)) / 2`
(Llopis et al. 2009, equation 1 and Figure 1). With r = 0 the curves are upright: time does not count.

Two runs change places at most once while r grows from 0: log MRRT differs by
`log x1 - log x2 - log(1 + exp(r t1)) + log(1 + exp(r t2))`, whose slope in r has the sign of t2 - t1. So the
better run loses its place exactly if it is the slower one, at the one r that is found here.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike

from jurybox.figures.axis import Axis
from jurybox.figures.figure import Figure
from jurybox.figures.parts import Floats, Line, Point
from jurybox.language import tr
from jurybox.measures.answer_time import mrrt
from jurybox.measures.ranks import ranks_of
from jurybox.numbers import short_text

LEVELS = (0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9)
_SAMPLES = 65
_MOST_STEPS = 200
_TIME = tr("effective time")


@dataclass(frozen=True, slots=True)
class Timed:
    """A run's MRR in [0, 1] and its effective time in (0, 1]: its seconds over those of the slowest."""

    name: str
    run: int
    mrr: float
    time: float
    baseline: bool = False


@dataclass(frozen=True, slots=True, order=True)
class Crossing:
    """The value of r at which two runs change places: below it `ahead` leads, above it `behind` does."""

    r: float
    ahead: int
    behind: int


def crossings(runs: Sequence[Timed]) -> list[Crossing]:
    """Return every r above 0 at which two runs change places, in growing order; runs by their `run`."""
    found = [_crossing(one, other) for one, other in combinations(runs, 2)]
    return sorted(one for one in found if one is not None)


def ranking_at(runs: Sequence[Timed], r: float) -> list[tuple[int, Timed, float]]:
    """Return (rank, run, MRRT) best first; equal values have equal ranks (1, 2, 2, 4).

    Runs without an MRR or a time are left out. ValueError for r below 0.
    """
    known = [(run, mrrt(run.mrr, run.time, r)) for run in runs if not math.isnan(run.mrr + run.time)]
    places = ranks_of([value for _, value in known]).tolist()
    placed = zip(places, known, strict=True)
    return [(int(place), run, value) for place, (run, value) in sorted(placed, key=lambda one: one[0])]


def iso_ranking_curve(level: float, r: float, time: ArrayLike) -> Floats:
    """Return the MRR that gives MRRT the value `level` at effective times: c (1 + exp(r t)) / 2."""
    return np.asarray(level * (1 + np.exp(r * np.asarray(time, dtype=np.float64))) / 2)


def iso_ranking_lines(
    r: float, highest: float = 1.0, levels: Sequence[float] = LEVELS, *, latest: float = 1.0
) -> tuple[Line, ...]:
    """Return the iso-ranking curves up to an MRR of `highest` and a time of `latest`, each with its value.

    ValueError for r below 0.
    """
    if not r >= 0:
        raise ValueError(f"r must not be negative: {r}")
    lines = []
    for level in levels:
        if level < highest:
            end = latest if r == 0 else min(latest, math.log(2 * highest / level - 1) / r)
            time = np.linspace(0.0, end, _SAMPLES if r else 2)
            lines.append(Line(short_text(level), iso_ranking_curve(level, r, time), time, value=level))
    return tuple(lines)


def answer_time_space(runs: Sequence[Timed], r: float, *, caption: str = "") -> Figure:
    """Describe the answer-time space at one r: runs, iso-ranking curves, MRRT and rank with each run.

    ValueError for r below 0.
    """
    ranks = {run.run: (rank, value) for rank, run, value in ranking_at(runs, r)}
    across = Axis.fitted("MRR", [run.mrr for run in runs])
    return Figure(
        tr("Answer-time space"),
        across,
        Axis(_TIME, unit=tr("share of the slowest run's")),
        points=tuple(_point(run, ranks.get(run.run)) for run in runs),
        iso_lines=iso_ranking_lines(r, across.high),
        caption=caption,
    )


def _point(run: Timed, ranked: tuple[int, float] | None) -> Point:
    rank, value = ranked or (math.nan, math.nan)
    more = (("MRRT", value), ("rank", float(rank)))
    return Point(run.name, run.run, run.mrr, run.time, run.baseline, more=more)


def _crossing(one: Timed, other: Timed) -> Crossing | None:
    ahead, behind = (one, other) if one.mrr > other.mrr else (other, one)
    if not (ahead.mrr > behind.mrr > 0 and ahead.time > behind.time):
        return None
    r = _root(math.log(ahead.mrr) - math.log(behind.mrr), ahead.time, behind.time)
    return Crossing(r, ahead.run, behind.run)


def _root(lead: float, slow: float, quick: float) -> float:
    """Solve `lead + log(1 + exp(r quick)) = log(1 + exp(r slow))` for r > 0.

    Newton's method kept inside a shrinking bracket, down to neighboring floats.
    """

    def gap(r: float) -> float:
        # log(1 + exp(v)) is v + log(1 + exp(-v)), which keeps its digits where r is large
        return lead - r * (slow - quick) + math.log1p(math.exp(-r * quick)) - math.log1p(math.exp(-r * slow))

    low, high = 0.0, 2 * (lead + math.log(2)) / (slow - quick)
    r = min(high / 2, 2 * lead / (slow - quick))
    for _ in range(_MOST_STEPS):
        here = gap(r)
        if here == 0:
            break
        low, high = (r, high) if here > 0 else (low, r)
        slope = quick * _sigmoid(r * quick) - slow * _sigmoid(r * slow)
        step = r - here / slope
        after = step if low < step < high else (low + high) / 2
        if after in {r, low, high}:
            break
        r = after
    return r


def _sigmoid(v: float) -> float:
    return 1 / (1 + math.exp(-v))
