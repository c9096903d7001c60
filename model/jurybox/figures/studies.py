"""Pictures of studies: stability, swaps, error rate by size and extrapolated, measure by size, assessors."""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from jurybox.figures.axis import Axis
from jurybox.figures.figure import Figure
from jurybox.figures.numbers import short_text
from jurybox.figures.parts import Line, box_of

REQUIRED_RATE = 0.05
_FIT_SAMPLES = 65
BOX_OF_TRIALS = (
    "Box: middle half of the trials, line: median, whiskers: to the last tau within 1.5 times the box, "
    "circles: beyond."
)


class SizeCurve(NamedTuple):
    """The error rates of one bin of differences, and the curve `a exp(-b size)` fitted to them.

    `a` and `b` are NaN where the bin was not fitted.
    """

    low: float
    high: float
    sizes: Sequence[float]
    rates: Sequence[float]
    a: float = math.nan
    b: float = math.nan


def stability_curves(curves: Mapping[str, tuple[ArrayLike, ArrayLike]], *, caption: str = "") -> Figure:
    """Describe error rate against the proportion of ties, a point for each fuzziness value.

    `curves`: (ties, error rates) for each measure, in the order of growing fuzziness (Rodrigo 2010,
    Figure 5; Peñas and Rodrigo 2011). Lower and further left is better.
    """
    lines = tuple(
        Line.through(name, ties, rates, hue=n, dots=True)
        for n, (name, (ties, rates)) in enumerate(curves.items())
    )
    return Figure(
        "Stability",
        _share_axis("proportion of ties", [line.x for line in lines]),
        _share_axis("error rate", [line.y for line in lines]),
        curves=lines,
        caption=caption,
        square=False,
    )


def swap_curves(curves: Mapping[str, tuple[ArrayLike, ArrayLike]], *, caption: str = "") -> Figure:
    """Describe swap rate by the difference of two scores, and the rate of 5 % that is asked for.

    `curves`: for each measure the lower limits of the bins and their swap rates, NaN in an empty bin,
    where the curve has a gap.
    """
    lines = tuple(
        Line.through(name, low, rates, hue=n, dots=True)
        for n, (name, (low, rates)) in enumerate(curves.items())
    )
    across = _share_axis("difference of two scores", [line.x for line in lines])
    return Figure(
        "Swap rate",
        across,
        _share_axis("swap rate", [line.y for line in lines], (REQUIRED_RATE,)),
        curves=lines,
        references=(_level(across),),
        caption=caption,
        square=False,
    )


def error_rate_by_size(
    bins: Sequence[SizeCurve], until: float, *, unit: str = "questions", caption: str = ""
) -> Figure:
    """Describe error rate by test-set size, one curve for each bin of differences (Voorhees 2005, Figure 4).

    Dots are what was computed; the fitted curve is drawn up to the largest computed size, and dashed from
    there to `until`, where nothing was computed.
    """
    curves: list[Line] = []
    for n, one in enumerate(bins):
        name = f"{short_text(one.low)} ≤ δ < {short_text(one.high)}"
        fitted = not math.isnan(one.a)
        curves.append(Line.through(name, one.sizes, one.rates, hue=n, dots=True, joined=not fitted))
        if fitted:
            first, last = min(one.sizes), max(one.sizes)
            curves.append(_fit(f"{name}, fitted", one, first, last, n))
            if until > last:
                curves.append(_fit(f"{name}, extrapolated", one, last, until, n))
    sizes = [size for one in bins for size in one.sizes]
    across = Axis.fitted("test-set size", [*sizes, until], unit=unit)
    return Figure(
        "Error rate by test-set size",
        across,
        _share_axis("error rate", [line.y for line in curves], (REQUIRED_RATE,)),
        curves=tuple(curves),
        references=(_level(across),),
        caption=caption,
        square=False,
    )


def measure_by_size(
    curves: Mapping[str, tuple[ArrayLike, ArrayLike, ArrayLike, ArrayLike]],
    measure: str,
    *,
    runs: Sequence[int] | None = None,
    unit: str = "questions",
    caption: str = "",
) -> Figure:
    """Describe the mean of a measure by collection size with its spread (Rodrigo 2010, Figures 6 and 7).

    `curves`: sizes, means, and the lower and upper end of the spread, for each name; `runs` are the runs
    that the names stand for, if they do.
    """
    lines, bands = [], []
    for n, (name, (sizes, means, low, high)) in enumerate(curves.items()):
        look = {"run": runs[n]} if runs is not None else {"hue": n}
        lines.append(Line.through(name, sizes, means, dots=True, **look))
        x, bottom, top = (np.asarray(v, dtype=np.float64) for v in (sizes, low, high))
        outline = np.concatenate((x, x[::-1])), np.concatenate((bottom, top[::-1]))
        bands.append(Line.through(f"spread of {name}", *outline, **look))
    return Figure(
        f"{measure} by collection size",
        Axis.fitted("collection size", [v for line in lines for v in line.x.tolist()], unit=unit),
        Axis.fitted(measure, [v for band in bands for v in band.y.tolist()], include=()),
        curves=tuple(lines),
        areas=tuple(bands),
        caption=caption,
        square=False,
    )


def exchanged_assessors(taus: Mapping[str, ArrayLike], *, caption: str = "") -> Figure:
    """Describe how far the orders of runs agree when other assessors judge: a box of taus for each measure.

    `taus`: of every trial, NaN where there is none; a measure without any has no box.
    """
    names = list(taus)
    columns = [np.asarray(taus[name], dtype=np.float64) for name in names]
    boxes = (
        box_of(name, float(n), column) for n, (name, column) in enumerate(zip(names, columns, strict=True))
    )
    return Figure(
        "Exchange of assessors",
        Axis.of_names("measure", names),
        Axis.fitted("Kendall's tau", [v for column in columns for v in column.tolist()], include=(0.0, 1.0)),
        boxes=tuple(box for box in boxes if box is not None),
        caption=" ".join(part for part in (caption, BOX_OF_TRIALS) if part),
        square=False,
    )


def _fit(name: str, one: SizeCurve, low: float, high: float, hue: int) -> Line:
    size = np.linspace(low, high, _FIT_SAMPLES)
    dashed = name.endswith("extrapolated")
    return Line(name, size, one.a * np.exp(-one.b * size), hue=hue, dashed=dashed)


def _level(across: Axis) -> Line:
    return Line.through("5 %", (across.low, across.high), (REQUIRED_RATE, REQUIRED_RATE), value=REQUIRED_RATE)


def _share_axis(name: str, values: Sequence[ArrayLike], include: tuple[float, ...] = ()) -> Axis:
    known = [v for line in values for v in np.asarray(line, dtype=np.float64).tolist()]
    return Axis.fitted(name, known, include=(0.0, *include))
