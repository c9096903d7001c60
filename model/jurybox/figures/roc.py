"""Curves, areas and hulls of the ROC space, and their images in the precision-recall space.

A run's decisions are one point; its scores give a point for every threshold. Between two points of the ROC
space any mix of them can be had by tossing a coin, so their straight join can be reached, and the convex
hull of all points is the best that they can do together (Fawcett 2006). Straight lines there are curves in
the precision-recall space; in it, thresholds are joined by steps, whose area is the average precision.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from jurybox.figures.iso import precision_at
from jurybox.figures.parts import Floats, Line
from jurybox.figures.spaces import OperatingPoint
from jurybox.language import tr
from jurybox.measures.curves import ScoreCurve
from jurybox.measures.validation import auc_of_point

HULL = tr("convex hull")
_SAMPLES = 33
_PASSES = 40
_FIRST, _SLACK = 512, 1e-12


def roc_line(name: str, run: int, curve: ScoreCurve) -> Line:
    """Return a run's ROC curve: one pair for each distinct score, after the start at (0, 0)."""
    return Line.through(name, curve.fpr, curve.tpr, run=run, value=curve.auc())


def precision_recall_line(name: str, run: int, curve: ScoreCurve, prevalence: float) -> Line:
    """Return a run's precision-recall curve at a share of correct answers, its average precision as value.

    Level before each recall, so that the area below is the average precision. ValueError for a share
    outside (0, 1).
    """
    recall, precision = curve.tpr[1:], precision_at(curve.tpr[1:], curve.fpr[1:], prevalence)
    area = float(np.add.reduce(np.diff(curve.tpr) * precision))
    return Line.through(name, recall, precision, run=run, value=area, steps="before")


def at_threshold(point: OperatingPoint, curve: ScoreCurve, step: int, prevalence: float) -> OperatingPoint:
    """Return where a run would be if it validated all answers down to threshold number `step`.

    Step 0 validates nothing; the last step everything. IndexError for a step that there is not.
    """
    tpr, fpr = float(curve.tpr[step]), float(curve.fpr[step])
    precision = float(precision_at(tpr, fpr, prevalence))
    both = precision + tpr
    return OperatingPoint(
        point.name,
        point.run,
        tpr,
        fpr,
        precision,
        2 * precision * tpr / both if both else 0.0,
        point.baseline,
        aside=tr("at score {score:.4g}", score=curve.thresholds[step]) if step else tr("validating nothing"),
    )


def convex_hull(fpr: ArrayLike, tpr: ArrayLike) -> tuple[Floats, Floats]:
    """Return the corners of the upper convex hull of points from (0, 0) to (1, 1), by growing fpr.

    Points with a NaN rate are left out; points on a straight part of the hull are not corners.
    """
    across, up = (np.asarray(a, dtype=np.float64) for a in (fpr, tpr))
    known = ~(np.isnan(across) | np.isnan(up))
    across, up = (np.concatenate(([0.0], a[known], [1.0])) for a in (across, up))
    order = np.lexsort((up, across))
    across, up = _without_dents(across[order], up[order])
    corners: list[tuple[float, float]] = []
    for here in zip(across.tolist(), up.tolist(), strict=True):
        while len(corners) > 1 and _turn(corners[-2], corners[-1], here) >= 0:
            corners.pop()
        corners.append(here)
    hull = np.array(corners)
    return hull[:, 0], hull[:, 1]


def _without_dents(across: Floats, up: Floats) -> tuple[Floats, Floats]:
    """Remove points below the line between their neighbors, repeatedly while that pays.

    If adjacent points are both below, they are also below the line of their own neighbors, so all of one pass
    can be removed at once. It leaves few of very many points, which need not be a hull yet.
    """
    for _ in range(_PASSES):
        before = (across[1:-1] - across[:-2]) * (up[2:] - up[:-2])
        dents = before > (up[1:-1] - up[:-2]) * (across[2:] - across[:-2])
        if not dents.any():
            break
        stays = np.concatenate(([True], ~dents, [True]))
        across, up = across[stays], up[stays]
    return across, up


def hull_area(points: Iterable[OperatingPoint], curves: Sequence[ScoreCurve] = ()) -> Line:
    """Return the outline of what all runs can reach together in the ROC space, its area as value."""
    own = [(p.fpr, p.tpr) for p in points]
    fpr, tpr = (np.array(column, dtype=np.float64) for column in zip(*own, (0.0, 0.0), strict=True))
    # The hull of some points of each curve is quickly made, and nothing below it is a corner of the whole.
    some = [slice(None, None, max(1, len(curve.fpr) // _FIRST)) for curve in curves]
    fpr = np.concatenate([fpr, *(curve.fpr[few] for curve, few in zip(curves, some, strict=True))])
    tpr = np.concatenate([tpr, *(curve.tpr[few] for curve, few in zip(curves, some, strict=True))])
    fpr, tpr = convex_hull(fpr, tpr)
    above = [curve.tpr >= np.interp(curve.fpr, fpr, tpr) - _SLACK for curve in curves]
    fpr = np.concatenate([fpr, *(curve.fpr[high] for curve, high in zip(curves, above, strict=True))])
    tpr = np.concatenate([tpr, *(curve.tpr[high] for curve, high in zip(curves, above, strict=True))])
    across, up = convex_hull(fpr, tpr)
    return _closed(HULL, across, up, float(np.trapezoid(up, across)))


def hull_in_precision_recall(hull: Line, prevalence: float) -> Line:
    """Carry the hull over into the precision-recall space, where its straight parts are bent.

    Along its first part, which starts at (0, 0), precision is the same; it is drawn from recall 0.
    """
    across, up = hull.x[:-1], hull.y[:-1]
    part = np.linspace(0.0, 1.0, _SAMPLES)[1:]
    f, t = (np.concatenate([a + (b - a) * part for a, b in pairwise(v)]) for v in (across, up))
    recall, precision = t, precision_at(t, f, prevalence)
    recall = np.concatenate(([0.0], recall, [1.0, 0.0]))
    precision = np.concatenate((precision[:1], precision, [0.0, 0.0]))
    return Line.through(HULL, recall, precision)


def point_area(point: OperatingPoint) -> Line:
    """Return the outline below a run's single point joined to (0, 0) and (1, 1); its area as value.

    The area is (1 + tpr - fpr) / 2, NaN where a rate is (Rodrigo 2010, section 2 and Figure 1).
    """
    area = auc_of_point(point.tpr, point.fpr)
    return _closed(tr("AUC of {name}", name=point.name), [0.0, point.fpr, 1.0], [0.0, point.tpr, 1.0], area, point.run)


def curve_area(line: Line) -> Line:
    """Return the outline below a run's curve in the ROC space; its area as value."""
    return _closed(tr("AUC of {name}", name=line.name), line.x, line.y, line.value, line.run)


def _closed(name: str, x: ArrayLike, y: ArrayLike, area: float | None, run: int | None = None) -> Line:
    """Close a line that ends at (1, 1) along the foot of the picture."""
    across, up = (np.concatenate((np.asarray(a, dtype=np.float64), [end])) for a, end in ((x, 1.0), (y, 0.0)))
    return Line(name, across, up, value=area, run=run)


def _turn(first: tuple[float, float], middle: tuple[float, float], last: tuple[float, float]) -> float:
    """Return a value above 0 for a left turn at the middle point, 0 for a straight line."""
    (x, y), (u, v), (s, t) = first, middle, last
    return (u - x) * (t - y) - (v - y) * (s - x)
