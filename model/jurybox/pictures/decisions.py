"""Pictures of validation runs: ROC space, precision-recall space, decisions in the order of preference."""

from __future__ import annotations

import math

from jurybox.errors import Refused
from jurybox.figures import (
    Figure,
    Line,
    OperatingPoint,
    at_prevalence,
    at_threshold,
    curve_area,
    hull_area,
    hull_in_precision_recall,
    operating_point,
    point_area,
    precision_recall_line,
    precision_recall_space,
    preference_bars,
    roc_line,
    roc_space,
)
from jurybox.language import tr
from jurybox.lists import sentences
from jurybox.measures import measure
from jurybox.measures.ranks import best_first
from jurybox.pictures.picture import Picture, PictureOptions, PictureSource, rests_on, score_intervals, share_of_correct

_USUAL_ISO = "F(1)"
_RATES = {"fpr": "fpr", "tpr": "tpr", "recall": "tpr", "precision": "precision"}
"""The measures of the two spaces, and what a place in them calls them."""


def why_no_spaces(source: PictureSource) -> str:
    """Return why the two spaces have nothing to show, "" where they have."""
    if not source.board.stored:
        return tr("it has no run.")
    if not (source.collection.catalog.responses.decision >= 0).any():
        return tr("no run says yes or no about an answer.")
    share = share_of_correct(source)
    if math.isnan(share):
        return tr("no answer is judged so far that a measure could count.")
    if share in {0.0, 1.0}:
        return tr("a correct and an incorrect answer must be judged first.")
    return ""


def operating_points(source: PictureSource, share: float | None = None) -> list[OperatingPoint]:
    """Return every run's place in both spaces, as judged or at a supposed share of correct answers."""
    board = source.board
    points = [
        operating_point(board.name_of(run), run, board.counts(run), baseline=source.is_baseline(run))
        for run in source.board.stored
    ]
    return points if share is None else at_prevalence(points, share)


def _caption(source: PictureSource, options: PictureOptions, share: float, iso: str | None = None) -> str:
    answers = max(source.board.counts(run).total for run in source.board.stored)
    values = {"answers": answers, "share": 100 * share, "gold": source.gold}
    said = tr("{answers:,} judged answers, {share:.1f} % correct; {gold}.", **values)
    if options.share is not None:
        said = tr("{answers:,} judged answers, {share:.1f} % correct, supposed; {gold}.", **values)
    return sentences((said, tr("Thin lines join equal {iso}.", iso=iso))) if iso else said


def _iso(options: PictureOptions) -> str | None:
    return _USUAL_ISO if options.iso is None else options.iso or None


def _share(source: PictureSource, options: PictureOptions) -> float:
    return share_of_correct(source) if options.share is None else options.share


def _points(source: PictureSource, options: PictureOptions) -> list[OperatingPoint]:
    points = operating_points(source, options.share)
    chosen = next((p for p in points if p.run == options.run), None)
    if chosen is not None and options.step is not None:
        curve = source.board.curve(chosen.run)
        if curve is not None and options.step < len(curve.tpr):
            points.append(at_threshold(chosen, curve, options.step, _share(source, options)))
    return points


def _crosses(
    source: PictureSource, options: PictureOptions, points: list[OperatingPoint], across: str, up: str
) -> list[Line]:
    """Return a line across and a line up through each run's point: the 95 % intervals of two measures."""
    if not options.crosses:
        return []
    if options.share is not None:
        raise Refused(
            tr(
                "Intervals are known at the share of correct answers as judged only; leave out the "
                "intervals or the supposed share."
            )
        )
    wide, high = (score_intervals(source, options, measure(name)) for name in (across, up))
    lines: list[Line] = []
    for point in points:
        x, y = (getattr(point, _RATES[name]) for name in (across, up))
        if point.run in wide and not point.aside and not math.isnan(y):
            name = tr("{name}: 95 % interval of {measure}", name=point.name, measure=across)
            lines.append(Line.through(name, wide[point.run], (y, y), run=point.run))
        if point.run in high and not point.aside and not math.isnan(x):
            name = tr("{name}: 95 % interval of {measure}", name=point.name, measure=up)
            lines.append(Line.through(name, (x, x), high[point.run], run=point.run))
    return lines


def _said_of_crosses(options: PictureOptions, lines: list[Line]) -> str:
    if not options.crosses:
        return ""
    if not lines:
        return tr(" No run has a 95 % interval: there are too few questions.")
    return tr(
        " Crosses: 95 % intervals, bootstrap, {draws:,} draws, seed {seed}.", draws=options.draws, seed=options.seed
    )


def _roc(source: PictureSource, options: PictureOptions) -> Figure:
    points, share = _points(source, options), _share(source, options)
    crosses = _crosses(source, options, points, "fpr", "tpr")
    curves: list[Line] = []
    areas: list[Line] = []
    if options.hull:
        known = (source.board.curve(run) for run in source.board.stored)
        areas.append(hull_area(points, [curve for curve in known if curve is not None]))
    for point in points:
        if point.run == options.run and not point.aside:
            curve = source.board.curve(point.run)
            if curve is not None:
                curves.append(roc_line(point.name, point.run, curve))
            if options.areas:
                areas.append(point_area(point) if curve is None else curve_area(curves[-1]))
    return roc_space(
        points,
        iso=_iso(options),
        prevalence=share,
        curves=[*curves, *crosses],
        areas=areas,
        orientation=options.orientation,
        caption=_caption(source, options, share, _iso(options)) + _said_of_crosses(options, crosses),
    ).emphasizing(options.run)


def _precision_recall(source: PictureSource, options: PictureOptions) -> Figure:
    points, share = _points(source, options), _share(source, options)
    crosses = _crosses(source, options, points, "recall", "precision")
    curve = source.board.curve(options.run) if options.run in source.board.stored and options.run is not None else None
    curves: list[Line] = []
    if curve is not None and options.run is not None:
        curves.append(precision_recall_line(source.board.name_of(options.run), options.run, curve, share))
    areas: list[Line] = []
    if options.hull:
        known = (source.board.curve(run) for run in source.board.stored)
        hull = hull_area(points, [each for each in known if each is not None])
        areas.append(hull_in_precision_recall(hull, share))
    return precision_recall_space(
        points,
        iso=_iso(options),
        prevalence=share,
        curves=[*curves, *crosses],
        areas=areas,
        caption=_caption(source, options, share, _iso(options)) + _said_of_crosses(options, crosses),
    ).emphasizing(options.run)


def _preference(source: PictureSource, options: PictureOptions) -> Figure:
    board = source.board
    points = operating_points(source)
    ordered = [points[at] for at in best_first([p.f for p in points]).tolist()]
    counts = {p.name: board.counts(p.run) for p in ordered}
    return preference_bars(counts, caption=_caption(source, PictureOptions(run=options.run), share_of_correct(source)))


DECISIONS = (
    Picture(
        "roc",
        tr("ROC space"),
        tr("false against true positive rate of validation runs"),
        why_no_spaces,
        _roc,
        rests_on("tpr", "fpr"),
    ),
    Picture(
        "precision-recall",
        tr("Precision-recall space"),
        tr("recall against precision of validation runs"),
        why_no_spaces,
        _precision_recall,
        rests_on("precision", "recall"),
    ),
    Picture(
        "preference",
        tr("Order of preference"),
        tr("what each run's decisions were, the best outcome first"),
        why_no_spaces,
        _preference,
        rests_on("F1"),
    ),
)
