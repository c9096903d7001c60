"""Confidence intervals of scores: bootstrap over units, bias-corrected and accelerated (BCa)."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import NormalDist
from typing import Literal

import numpy as np

from jurybox.analysis.draws import draw_bootstrap, generator, pieces
from jurybox.language import tr
from jurybox.measures.ranks import TIE
from jurybox.scoring.unit_table import Scores, UnitData
from jurybox.watch import Watch

Method = Literal["BCa", "percentile", "no variation", "none"]
FEWEST_UNITS = 10
DRAWS = 10_000
"""The default number of draws of every bootstrap, so that window, commands and report show the same ends."""
_NORMAL = NormalDist()


@dataclass(frozen=True, slots=True)
class Interval:
    """The confidence interval of a run's score, and how it was found.

    `percentile`: BCa is undefined here; `no variation`: every draw gives the same score; `none`: fewer
    than 10 units, or no draw with a score, and then both ends are NaN. `undefined`: draws without a score.
    """

    low: float
    high: float
    method: Method
    undefined: int = 0


def why_no_interval(questions: int, items: str) -> str:
    """Return why this many questions with data, such as `864 items`, give no interval; empty if they do.

    Items of one question are not independent of each other, so intervals are made from draws of questions,
    and fewer than ten of them are not representative.
    """
    if questions >= FEWEST_UNITS:
        return ""
    if questions == 1:
        return tr("no interval: all {items} are of one question", items=items)
    return tr(
        "no interval: all {items} are of {questions} questions, fewer than {fewest_units}",
        items=items,
        questions=questions,
        fewest_units=FEWEST_UNITS,
    )


def intervals(
    data: UnitData, *, level: float = 0.95, draws: int = DRAWS, seed: int = 0, watch: Watch | None = None
) -> tuple[Interval, ...]:
    """Return the interval of each run's score, all from the same draws of units.

    The measure is recomputed from the units of each draw. The draws depend on the seed and the number of
    units only, so that measures over the same units share them. Memory: 8 bytes for each draw and run, and
    about 50 MB. Source: B. Efron, "Better bootstrap confidence intervals", 1987.
    """
    if not 0 < level < 1:
        msg = tr("level = {level} is not allowed; it must be between 0 and 1", level=level)
        raise ValueError(msg)
    if data.units < FEWEST_UNITS:
        return (Interval(math.nan, math.nan, "none"),) * data.runs
    watch = watch or Watch()
    watch.expect(draws + data.units)
    random, parts = generator(seed), []
    for count in pieces(draws, 26 * data.units + 24 * data.runs, data.units // 2, watch):
        parts.append(data.evaluate(draw_bootstrap(random, count, data.units)))  # noqa: PERF401 - too long a line
    scores = np.concatenate(parts)
    now = data.evaluate(np.ones((1, data.units), dtype=np.int8))[0]
    without = np.concatenate(list(_leave_one_out(data, watch)))
    return tuple(_interval(scores[:, at], float(now[at]), without[:, at], level) for at in range(data.runs))


def _leave_one_out(data: UnitData, watch: Watch) -> Iterator[Scores]:
    """Yield the scores without each unit in turn."""
    start = 0
    for count in pieces(data.units, 9 * data.units + 24 * data.runs, data.units // 2, watch):
        weights = np.ones((count, data.units), dtype=np.int8)
        weights[np.arange(count), start + np.arange(count)] = 0
        yield data.evaluate(weights)
        start += count


def _interval(scores: Scores, now: float, without: Scores, level: float) -> Interval:
    known = scores[~np.isnan(scores)]
    undefined = len(scores) - len(known)
    if not len(known) or math.isnan(now):
        return Interval(math.nan, math.nan, "none", undefined)
    if known.max() - known.min() <= TIE:
        return Interval(now, now, "no variation", undefined)
    ends = ((1 - level) / 2, (1 + level) / 2)
    moved = _moved(known, now, without, ends)
    low, high = np.quantile(known, moved or ends)
    return Interval(float(low), float(high), "BCa" if moved else "percentile", undefined)


def _moved(scores: Scores, now: float, without: Scores, ends: tuple[float, float]) -> tuple[float, float] | None:
    """Return the ends of BCa among the draws; None if it is undefined."""
    # Draws that equal the score up to rounding count half, else the ends would depend on how a machine adds.
    below = (np.count_nonzero(scores < now - TIE) + np.count_nonzero(scores <= now + TIE)) / (2 * len(scores))
    deviations = without[~np.isnan(without)].mean() - without if not np.isnan(without).all() else without
    deviations = deviations[~np.isnan(deviations)]
    square = float((deviations**2).sum())
    if not 0 < below < 1 or square <= 0:
        return None
    bias, pull = _NORMAL.inv_cdf(below), float((deviations**3).sum()) / (6 * square**1.5)
    found = []
    for end in ends:
        z = bias + _NORMAL.inv_cdf(end)
        if 1 - pull * z <= 0:
            return None
        found.append(_NORMAL.cdf(bias + z / (1 - pull * z)))
    return found[0], found[1]
