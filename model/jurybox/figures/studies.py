"""Pictures of studies: stability, swaps, error rate by size and extrapolated, measure by size, assessors."""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from jurybox.figures.axis import Axis
from jurybox.figures.figure import Figure
from jurybox.figures.parts import Floats, Line, box_of
from jurybox.language import tr, tr_noop
from jurybox.lists import sentences
from jurybox.numbers import short_text

_FIT_SAMPLES = 65
BOX_OF_TRIALS = tr(
    "Box: middle half of the trials, line: median, whiskers: to the farthest trial within "
    "1.5 times the height of the box from it, circles: trials beyond."
)


class SizeCurve(NamedTuple):
    """The error rates of one bin of differences, and the curve `a exp(-b size)` fitted to them.

    `high` is infinite for the last bin. `a` and `b` are NaN where the bin was not fitted.
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
        Line.through(name, ties, rates, hue=n, dots=True) for n, (name, (ties, rates)) in enumerate(curves.items())
    )
    return Figure(
        tr("Stability"),
        _axis_from_zero(tr("proportion of ties"), [line.x for line in lines]),
        _axis_from_zero(tr("error rate"), [line.y for line in lines]),
        curves=lines,
        caption=caption,
        square=False,
    )


def swap_curves(curves: Mapping[str, tuple[ArrayLike, ArrayLike]], required: float, *, caption: str = "") -> Figure:
    """Describe swap rate by the difference of two scores, and the rate that is required at most.

    `curves`: for each measure the lower limits of the bins and their swap rates, NaN in an empty bin,
    where the curve has a gap.
    """
    lines = tuple(
        Line.through(name, low, rates, hue=n, dots=True) for n, (name, (low, rates)) in enumerate(curves.items())
    )
    across = _axis_from_zero(tr("difference of two scores"), [line.x for line in lines])
    return Figure(
        tr("Swap rate"),
        across,
        _axis_from_zero(tr("swap rate"), [line.y for line in lines], required),
        curves=lines,
        references=(_line_at(required, across),),
        caption=caption,
        square=False,
    )


def error_rate_by_size(
    bins: Sequence[SizeCurve], until: float, required: float, *, unit: str = tr_noop("questions"), caption: str = ""
) -> Figure:
    """Describe error rate by test-set size, one curve for each bin of differences (Voorhees 2005, Figure 4).

    Dots are what was computed; the fitted curve is drawn up to the largest computed size, and dashed from
    there to `until`, where nothing was computed. A line shows the rate that is `required` at most.
    """
    curves: list[Line] = []
    for n, one in enumerate(bins):
        low = short_text(one.low)
        name = f"δ ≥ {low}" if math.isinf(one.high) else f"{low} ≤ δ < {short_text(one.high)}"
        # Only the curve that was fitted is a line: dots that are joined would look like one.
        curves.append(Line.through(name, one.sizes, one.rates, hue=n, dots=True, joined=False))
        if not math.isnan(one.a):
            first, last = min(one.sizes), max(one.sizes)
            curves.append(_fitted(tr("{name}, fitted", name=name), one, first, last, n))
            if until > last:
                curves.append(_fitted(tr("{name}, extrapolated", name=name), one, last, until, n, dashed=True))
    sizes = [size for one in bins for size in one.sizes]
    across = Axis.fitted(tr("test-set size"), [*sizes, until], unit=tr(unit))
    return Figure(
        tr("Error rate by test-set size"),
        across,
        _axis_from_zero(tr("error rate"), [line.y for line in curves], required),
        curves=tuple(curves),
        references=(_line_at(required, across),),
        caption=caption,
        square=False,
    )


def measure_by_size(
    curves: Mapping[str, tuple[ArrayLike, ArrayLike, ArrayLike, ArrayLike]],
    measure: str,
    *,
    runs: Sequence[int] | None = None,
    unit: str = tr_noop("questions"),
    caption: str = "",
) -> Figure:
    """Describe the mean of a measure by collection size with its spread (Rodrigo 2010, Figures 6 and 7).

    `curves`: sizes, means, and the lower and upper end of the spread, for each name; `runs` are the runs of
    these names, if they have any. Curve and spread have a gap where a mean or an end is NaN.
    """
    lines, bands = [], []
    for n, (name, (sizes, means, low, high)) in enumerate(curves.items()):
        look = {"run": runs[n]} if runs is not None else {"hue": n}
        lines.append(Line.through(name, sizes, means, dots=True, **look))
        for x, bottom, top in _without_gaps(sizes, low, high):
            outline = np.concatenate((x, x[::-1])), np.concatenate((bottom, top[::-1]))
            bands.append(Line.through(tr("spread of {name}", name=name), *outline, **look))
    return Figure(
        tr("{measure} by collection size", measure=measure),
        Axis.fitted(tr("collection size"), [v for line in lines for v in line.x.tolist()], unit=tr(unit)),
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
    boxes = (box_of(name, float(n), column) for n, (name, column) in enumerate(zip(names, columns, strict=True)))
    return Figure(
        tr("Exchange of assessors"),
        Axis.of_names(tr("measure"), names),
        Axis.fitted(tr("Kendall's tau"), [v for column in columns for v in column.tolist()], include=(0.0, 1.0)),
        boxes=tuple(box for box in boxes if box is not None),
        caption=sentences((caption, BOX_OF_TRIALS)),
        square=False,
    )


def _without_gaps(*arrays: ArrayLike) -> list[tuple[Floats, ...]]:
    """Return the stretches of some equally long arrays in which none of them is NaN."""
    columns = np.array(arrays, dtype=np.float64)
    known = np.concatenate(([False], ~np.isnan(columns).any(axis=0), [False]))
    edges = np.flatnonzero(known[1:] != known[:-1]).reshape(-1, 2)
    return [tuple(columns[:, begin:end]) for begin, end in edges.tolist()]


def _fitted(name: str, one: SizeCurve, low: float, high: float, hue: int, *, dashed: bool = False) -> Line:
    """Return the fitted curve between two sizes."""
    size = np.linspace(low, high, _FIT_SAMPLES)
    return Line(name, size, one.a * np.exp(-one.b * size), hue=hue, dashed=dashed)


def _line_at(rate: float, across: Axis) -> Line:
    """Return a level line at a rate, from end to end of an axis."""
    return Line.through(f"{100 * rate:g} %", (across.low, across.high), (rate, rate), value=rate)


def _axis_from_zero(name: str, values: Sequence[ArrayLike], *include: float) -> Axis:
    """Return an axis for the values of some lines, from 0 on; `include` are values that it shows, too."""
    known = [v for line in values for v in np.asarray(line, dtype=np.float64).tolist()]
    return Axis.fitted(name, known, include=(0.0, *include))
