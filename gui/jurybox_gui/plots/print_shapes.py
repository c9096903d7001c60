"""The shapes under the runs on paper: iso lines, references, areas, bars, boxes, clouds and curves."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.patches import Polygon, Rectangle

from jurybox.figures import Bar, Box, Figure, Key, Line
from jurybox.numbers import count_text
from jurybox_gui.plots.line_names import Spot, along, covered, place_on_lines
from jurybox_gui.plots.paper import Paper, area_opacity, lightness
from jurybox_gui.plots.print_marks import marker_path, marker_scale, measured
from jurybox_gui.plots.thinning import heaps

SMALL = 6.0
_UPRIGHT = 0.8
_ALONG = 0.2
_BOX = 0.3
_FEW, _MANY, _SPOT = 1000, 20_000, 3.4
_INK_SWITCH = 45.0
SUBMITTED, BASELINE = 0.62, 0.25
"""The opacity of a bar: that of a submitted run and that of a baseline."""


def paint_backdrop(axes: Axes, figure: Figure, paper: Paper) -> list[Spot]:
    """Paint areas, iso lines with values, reference lines with names; return the boxes of these texts."""
    faint = area_opacity(len(figure.areas))
    for area in figure.areas:
        corners = np.column_stack((area.x, area.y))
        color = paper.look(area.look).color
        axes.add_patch(Polygon(corners, closed=True, facecolor=color, alpha=faint, linewidth=0, zorder=1))
    for dashed in (False, True):
        lines = [np.column_stack((line.x, line.y)) for line in figure.iso_lines if line.dashed == dashed]
        style = (0, (6, 3)) if dashed else "-"
        axes.add_collection(
            LineCollection(lines, colors=paper.tokens.line2, linewidths=0.7, linestyles=[style], zorder=2),
            autolim=False,
        )
    names = [_name_room(axes, line) for line in figure.references]
    drawn = [
        box
        for line in ((*figure.references, *figure.curves) if figure.iso_lines else ())
        for box in covered(axes.transData.transform(np.column_stack((line.x, line.y))))
    ]
    values = _values(axes, figure.iso_lines, paper, [*(box for boxes in names for box in boxes), *drawn])
    for line in figure.references:
        axes.plot(line.x, line.y, color=paper.tokens.text2, linewidth=0.7, dashes=(4, 4), zorder=3)
        _name_reference(axes, line, paper)
    return [*values, *(box for boxes in names for box in boxes)]


def paint_shapes(axes: Axes, figure: Figure, paper: Paper) -> None:
    """Paint bars, boxes, clouds and curves."""
    _bars(axes, figure, paper)
    for box in figure.boxes:
        _box(axes, box, paper)
    for cloud in figure.clouds:
        _dots(axes, cloud, paper)
    for line in figure.curves:
        _curve(axes, line, paper, thick=figure.is_thick(line))


def _name_room(axes: Axes, line: Line) -> list[Spot]:
    start, end = axes.transData.transform(np.column_stack((line.x, line.y))[[0, -1]]).tolist()
    part = _ALONG if abs(end[1] - start[1]) < 1 else _UPRIGHT
    return along(tuple(start), tuple(end), measured(axes, line.name, 6.5)[0], part)


def _values(axes: Axes, lines: Sequence[Line], paper: Paper, taken: Sequence[Spot]) -> list[Spot]:
    paths = [axes.transData.transform(np.column_stack((line.x, line.y))) for line in lines]
    sizes = [(measured(axes, line.name, SMALL)[0] + 4, 8.0) for line in lines]
    box = axes.get_window_extent()
    spots = place_on_lines(paths, sizes, (box.x0 + 3, box.y0 + 3, box.x1 - 3, box.y1 - 3), taken)
    for line, spot in zip(lines, spots, strict=True):
        if spot is None:
            continue
        x, y = (spot[0] + spot[2]) / 2, (spot[1] + spot[3]) / 2
        plate = {"facecolor": paper.ground, "edgecolor": "none", "pad": 1.0}
        axes.annotate(
            line.name,
            (x, y),
            xycoords="figure points",
            ha="center",
            va="center",
            fontsize=SMALL,
            color=paper.tokens.text3,
            bbox=plate,
            zorder=2.5,
        )
    return [spot for spot in spots if spot is not None]


def _name_reference(axes: Axes, line: Line, paper: Paper) -> None:
    """Write along a slanted line, just above it; under a level one."""
    (x0, y0), (x1, y1) = axes.transData.transform(np.column_stack((line.x, line.y))[[0, -1]])
    level = abs(y1 - y0) < 1
    part = _ALONG if level else _UPRIGHT
    angle = math.degrees(math.atan2(y1 - y0, x1 - x0))
    axes.annotate(
        line.name,
        (x0 + part * (x1 - x0), y0 + part * (y1 - y0)),
        xycoords="figure points",
        xytext=(0, -3) if level else (-3 * math.sin(math.radians(angle)), 3 * math.cos(math.radians(angle))),
        textcoords="offset points",
        rotation=angle,
        rotation_mode="anchor",
        ha="left" if level else "center",
        va="top" if level else "bottom",
        fontsize=6.5,
        color=paper.tokens.text2,
        zorder=3,
    )


def bar_color(key: Bar | Key, parts: Sequence[str], paper: Paper) -> str:
    """Return the fill of a bar: one color for runs, whose names are beside them, else a part's own.

    `parts` are all parts of the picture in their order; without colors each has a gray of its own.
    """
    if isinstance(key, Bar) and key.run is not None:
        return paper.shade("ink", BASELINE if key.baseline else SUBMITTED)
    if paper.gray and len(parts) > 1 and not (isinstance(key, Bar) and key.label):
        return paper.steps(len(parts))[parts.index(key.part if isinstance(key, Bar) else key.name)]
    return paper.shade(key.tone, key.strength)


def _bars(axes: Axes, figure: Figure, paper: Paper) -> None:
    parts = list(dict.fromkeys(bar.part for bar in figure.bars))
    for bar in figure.bars:
        (x0, x1), (y0, y1) = bar.x, bar.y
        chosen = bar.run is not None and bar.run == figure.chosen
        color = paper.shade("ink", 1.0) if chosen else bar_color(bar, parts, paper)
        axes.add_patch(
            Rectangle(
                (x0, y0),
                x1 - x0,
                y1 - y0,
                facecolor=color,
                edgecolor=paper.ground if bar.run is not None else paper.tokens.text3,
                linewidth=0.5 if bar.run is not None else 0.3,
                zorder=4,
            )
        )
        if bar.interval is not None:
            _interval(axes, bar, bar.interval, paper)
        if bar.label:
            ink = paper.ground if _is_far(color, paper) else paper.tokens.text
            middle = (x0 + x1) / 2, (y0 + y1) / 2
            axes.annotate(bar.label, middle, ha="center", va="center", fontsize=SMALL, color=ink, zorder=5)
        if bar.label or not figure.has_lying_bars:
            continue  # bars side by side have no room for a number
        text = count_text(bar.value)
        if bar.run is not None:
            end = max(x1, *bar.interval) if bar.interval else x1
            _value_at_end(axes, text, (end, (y0 + y1) / 2), paper)
            continue
        room = abs(np.diff(axes.transData.transform([(x0, y0), (x1, y0)])[:, 0])[0])
        if bar.value and measured(axes, text, SMALL)[0] + 3 <= room:
            ink = paper.ground if _is_far(color, paper) else paper.tokens.text
            middle = (x0 + x1) / 2, (y0 + y1) / 2
            axes.annotate(text, middle, ha="center", va="center", fontsize=SMALL, color=ink, zorder=5)


def _is_far(color: str, paper: Paper) -> bool:
    """Return whether a fill differs enough from the background for text in the background color."""
    return abs(lightness(color) - lightness(paper.ground)) > _INK_SWITCH


def _interval(axes: Axes, bar: Bar, interval: tuple[float, float], paper: Paper) -> None:
    """Draw an interval as a line with caps through a horizontal bar, readable on bar and background."""
    middle = sum(bar.y) / 2
    cap = 0.2 * abs(bar.y[1] - bar.y[0])
    low, high = interval
    parts = [[(low, middle), (high, middle)], *([(x, middle - cap), (x, middle + cap)] for x in interval)]
    for color, width in ((paper.ground, 2.2), (paper.tokens.text, 0.8)):
        axes.add_collection(LineCollection(parts, colors=color, linewidths=width, zorder=4.5), autolim=False)


def _value_at_end(axes: Axes, text: str, end: tuple[float, float], paper: Paper) -> None:
    """Write a bar's value after its end, or that of its interval; the sheet leaves room for that."""
    axes.annotate(
        text,
        end,
        xytext=(3, 0),
        textcoords="offset points",
        ha="left",
        va="center",
        fontsize=SMALL,
        color=paper.tokens.text2,
        zorder=5,
    )


def _box(axes: Axes, box: Box, paper: Paper) -> None:
    ink = paper.tokens.text2 if box.run is None else paper.look(box.run).color
    left, right = box.at - _BOX, box.at + _BOX
    axes.add_patch(
        Rectangle(
            (left, box.first),
            right - left,
            box.third - box.first,
            facecolor=paper.shade("ink", 0.12),
            edgecolor=ink,
            linewidth=0.7,
            zorder=4,
        )
    )
    axes.plot([left, right], [box.median] * 2, color=paper.tokens.text, linewidth=1.3, zorder=4.2)
    for start, end in ((box.first, box.low), (box.third, box.high)):
        axes.plot([box.at] * 2, [start, end], color=ink, linewidth=0.6, dashes=(2, 2), zorder=4.1)
        axes.plot([left / 2 + box.at / 2, right / 2 + box.at / 2], [end] * 2, color=ink, linewidth=0.6, zorder=4.1)
    if box.outside:
        axes.plot(
            [box.at] * len(box.outside),
            box.outside,
            linestyle="none",
            marker="o",
            markersize=2.4,
            markerfacecolor="none",
            markeredgecolor=ink,
            markeredgewidth=0.5,
            clip_on=False,
            zorder=4.3,
        )


def _dots(axes: Axes, cloud: Line, paper: Paper) -> None:
    """Draw very many points as one image, so that the file does not become too large."""
    color = paper.look(cloud.look).color
    if len(cloud.x) < _FEW:
        places, sizes = heaps(np.column_stack((cloud.x, cloud.y)))
        areas = (_SPOT * sizes) ** 2
        axes.scatter(places[:, 0], places[:, 1], s=areas, c=color, linewidths=0, alpha=0.6, clip_on=False, zorder=5)
        return
    axes.plot(
        cloud.x,
        cloud.y,
        linestyle="none",
        marker="o",
        markersize=2.2 if len(cloud.x) < _MANY else 0.8,
        markerfacecolor=color,
        markeredgewidth=0,
        alpha=0.35,
        rasterized=len(cloud.x) >= _MANY,
        clip_on=False,
        zorder=5,
    )


def _curve(axes: Axes, line: Line, paper: Paper, *, thick: bool) -> None:
    look = paper.look(line.look, ink=line.ink)
    if line.joined:
        x, y = line.corners()
        (drawn,) = axes.plot(x, y, color=look.color, linewidth=2.0 if thick else 1.0, zorder=6, solid_joinstyle="round")
        if line.dashed or look.dashes:
            drawn.set_dashes((3, 3) if line.dashed else look.dashes)
    if line.dots:
        axes.plot(
            line.x,
            line.y,
            linestyle="none",
            marker=marker_path(look.marker),
            markersize=4.2 * marker_scale(look.marker),
            markerfacecolor=look.color if look.filled else paper.ground,
            markeredgecolor=look.color,
            markeredgewidth=0 if look.filled else 0.8,
            clip_on=False,
            zorder=6.5,
        )
