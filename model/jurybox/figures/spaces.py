"""The ROC space and the precision-recall space of the same runs (Rodrigo 2010, sections 2, 3 and 4.2)."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from jurybox.figures.axis import Axis
from jurybox.figures.figure import Figure
from jurybox.figures.iso import iso_lines, iso_value, precision_at
from jurybox.figures.parts import Line, Point
from jurybox.language import tr, trn
from jurybox.measures import measure
from jurybox.measures.checks import quotient
from jurybox.measures.inputs import Counts
from jurybox.numbers import score_text

Orientation = Literal["usual", "paper"]
_TPR = Axis(tr("true positive rate"))
_FPR = Axis(tr("false positive rate"))
_FPR_DOWN = Axis(tr("false positive rate"), low=1.0, high=0.0)
_RECALL = Axis(tr("recall"))
_PRECISION = Axis(tr("precision"))


@dataclass(frozen=True, slots=True)
class OperatingPoint:
    """Where a run's yes/no decisions put it: rates in [0, 1], NaN where they are undefined.

    `run` is the run's place in the collection's order; `f` is F(1) from the same counts. `quiet`: the share
    of incorrect answers on which the run is silent; silence does not validate, and is never a right decision.
    """

    name: str
    run: int
    tpr: float
    fpr: float
    precision: float
    f: float
    baseline: bool = False
    emphasized: bool = False
    aside: str = ""
    quiet: float = 0.0


def operating_point(name: str, run: int, counts: Counts, *, baseline: bool = False) -> OperatingPoint:
    """Compute a run's place in both spaces from its outcomes; see `operating_points`."""
    return operating_points([(name, run, counts, baseline)])[0]


def operating_points(runs: Sequence[tuple[str, int, Counts, bool]]) -> tuple[OperatingPoint, ...]:
    """Compute the places of runs from name, place in the collection, outcomes and whether it is a baseline.

    Silence does not validate. Nothing validated: precision is 0, and F too where there are correct answers
    (Rodrigo 2010, section 3). Without correct answers tpr and F are NaN, without incorrect ones fpr is NaN.
    """
    outcomes = [
        (c.yes_correct, c.no_correct, c.silent_correct, c.yes_incorrect, c.no_incorrect, c.silent_incorrect)
        for _, _, c, _ in runs
    ]
    cells = np.array(outcomes, dtype=np.float64).reshape(-1, 2, 3)
    (tp, fp), silent, (positives, negatives) = cells[:, :, 0].T, cells[:, 1, 2], cells.sum(axis=2).T
    columns = {"tp": tp, "fp": fp, "positives": positives, "negatives": negatives}
    values = [
        form.compute(*[columns[name] for name in form.columns], **each.options)
        for each in map(measure, ("tpr", "fpr", "precision", "F1"))
        if (form := each.counts) is not None
    ]
    values[2] = np.nan_to_num(values[2])
    rows = np.column_stack((*values, quotient(silent, negatives))).tolist()
    return tuple(
        [
            OperatingPoint(name, run, tpr, fpr, found, f, baseline=baseline, quiet=quiet)
            for (name, run, _, baseline), (tpr, fpr, found, f, quiet) in zip(runs, rows, strict=True)
        ]
    )


def accuracy_at(point: OperatingPoint, prevalence: float) -> float:
    """Return the accuracy of a run at a share of correct answers in (0, 1), its rates unchanged.

    `p tpr + (1 - p)(1 - fpr - quiet)`: at the share as judged the accuracy of the decisions, in which silence
    is never right. NaN where a rate is. ValueError for a share outside (0, 1).
    """
    silent = (1 - prevalence) * point.quiet
    return float(iso_value("accuracy", point.tpr, point.fpr, prevalence)) - silent


def at_prevalence(points: Iterable[OperatingPoint], prevalence: float) -> list[OperatingPoint]:
    """Return the points as they would be with this share of correct answers, their rates unchanged.

    The rates do not depend on the share, precision and F do (Rodrigo 2010, section 4). ValueError for a
    share outside (0, 1).
    """
    return [
        replace(
            point,
            precision=float(precision_at(point.tpr, point.fpr, prevalence)),
            f=float(iso_value("F(1)", point.tpr, point.fpr, prevalence)),
        )
        for point in points
    ]


def roc_space(
    points: Sequence[OperatingPoint],
    *,
    iso: str | None = "F(1)",
    prevalence: float = math.nan,
    curves: Sequence[Line] = (),
    areas: Sequence[Line] = (),
    orientation: Orientation = "usual",
    caption: str = "",
) -> Figure:
    """Describe the ROC space: false positive rate across, true positive rate up.

    `iso` names the measure of the iso lines; they need the share of correct answers `prevalence` and
    are left out where it is NaN, 0 or 1. `orientation="paper"` puts tpr across and fpr up with 0 at the
    top, so that the best place is the upper right corner as in the other space (Rodrigo 2010, Figure 2).
    """
    figure = Figure(
        tr("ROC space"),
        _FPR,
        _TPR,
        points=tuple([_point(p, p.fpr, p.tpr) for p in points]),
        curves=tuple(curves),
        areas=tuple(areas),
        iso_lines=_iso(iso, prevalence, "roc"),
        references=(Line.through(tr("random order"), (0, 1), (0, 1)),),
        caption=_with_silence(caption, points, iso),
    )
    return figure if orientation == "usual" else figure.with_axes_exchanged(_TPR, _FPR_DOWN)


def precision_recall_space(
    points: Sequence[OperatingPoint],
    *,
    iso: str | None = "F(1)",
    prevalence: float = math.nan,
    curves: Sequence[Line] = (),
    areas: Sequence[Line] = (),
    caption: str = "",
) -> Figure:
    """Describe the precision-recall space: recall across, precision up.

    Random order has the share of correct answers as its precision at any recall (Rodrigo 2010,
    section 3); without a `prevalence` there is no such line and no iso lines.
    """
    return Figure(
        tr("Precision-recall space"),
        _RECALL,
        _PRECISION,
        points=tuple([_point(p, p.tpr, p.precision) for p in points]),
        curves=tuple(curves),
        areas=tuple(areas),
        iso_lines=_iso(iso, prevalence, "precision-recall"),
        references=_random_precision(prevalence),
        caption=_with_silence(caption, points, iso),
    )


def _random_precision(prevalence: float) -> tuple[Line, ...]:
    if math.isnan(prevalence):
        return ()
    return (Line.through(tr("random: {score}", score=score_text(prevalence)), (0, 1), (prevalence, prevalence)),)


def _iso(family: str | None, prevalence: float, space: str) -> tuple[Line, ...]:
    if family is None or not 0 < prevalence < 1:
        return ()
    return iso_lines(family, prevalence, space=space)


def _with_silence(caption: str, points: Sequence[OperatingPoint], iso: str | None) -> str:
    """Return the caption, and for which runs lines of equal accuracy do not give their accuracy."""
    silent = [point for point in points if point.quiet > 0 and not point.aside] if iso == "accuracy" else ()
    if not silent:
        return caption
    note = trn(
        "{n} run is silent on incorrect answers; its accuracy is below that of its line.",
        "{n} runs are silent on incorrect answers; their accuracy is below that of their line.",
        len(silent),
    )
    return f"{caption.rstrip('.。')}. {note}" if caption else note


def _point(point: OperatingPoint, x: float, y: float) -> Point:
    more = (("F", point.f),)
    return Point(point.name, point.run, x, y, point.baseline, point.emphasized, point.aside, more)
