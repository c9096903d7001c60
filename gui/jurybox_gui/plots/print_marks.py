"""The runs on paper: markers as on the screen, names beside them, second points small and unnamed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from matplotlib.axes import Axes
from matplotlib.path import Path as Outline

from jurybox.figures import Figure, Point
from jurybox.resources import BOLD
from jurybox_gui.plots.line_names import Spot
from jurybox_gui.plots.paper import Paper
from jurybox_gui.plots.placing import Floats, place_names
from jurybox_gui.theme.markers import marker_corners

_SIZE, _SMALL, _ASIDE, _MANY = 6.5, 5.0, 3.8, 30
_RING = 13.0
_NAME = 6.8
_NAME_MAX = 34


@lru_cache(maxsize=16)
def marker_path(marker: str) -> Outline | str:
    """Return the outline of a marker for matplotlib, y upward."""
    if marker == "circle":
        return "o"
    corners = [(x, -y) for x, y in marker_corners(marker)]
    return Outline([*corners, corners[0]], closed=True)


@lru_cache(maxsize=16)
def marker_scale(marker: str) -> float:
    """Return the factor for a marker's size: matplotlib shrinks outlines to their extent."""
    if marker == "circle":
        return 1.0
    return 2 * max(abs(v) for corner in marker_corners(marker) for v in corner)


def measured(axes: Axes, text: str, size: float, *, bold: bool = False) -> tuple[float, float]:
    """Return width and height of a line of text in points."""
    probe = axes.annotate(text, (0, 0), xycoords="figure points", fontsize=size, fontweight=BOLD if bold else 400)
    box = probe.get_window_extent()
    probe.remove()
    return float(box.width), float(box.height)


def paint_points(
    axes: Axes, figure: Figure, paper: Paper, written: Sequence[Spot], unnamed: frozenset[int]
) -> frozenset[int]:
    """Paint markers and names, clear of `written` boxes; the emphasized run has a ring and comes last.

    The runs in `unnamed` are named elsewhere. Returns those whose names do not fit.
    """
    drawn = [point for point in figure.points if point.drawn and _inside(figure, point)]
    if not drawn:
        return frozenset()
    own = [n for n, point in enumerate(drawn) if not point.aside]
    places = axes.transData.transform([(p.x, p.y) for p in drawn])
    size = _SMALL if len(own) > _MANY else _SIZE
    missing: frozenset[int] = frozenset()
    named = [n for n in own if drawn[n].run not in unnamed]
    if named:
        reach = size / 2
        others = [(x - reach, y - reach, x + reach, y + reach) for x, y in np.delete(places, named, axis=0)]
        points = [drawn[n] for n in named]
        missing = _names(axes, points, places[named], size, paper, [*written, *others])
    for point in sorted(drawn, key=lambda p: (not p.aside, not p.baseline, p.emphasized)):
        _marker(axes, point, _ASIDE if point.aside else size, paper)
    return missing


def _inside(figure: Figure, point: Point) -> bool:
    low, high = sorted((figure.x.low, figure.x.high))
    foot, top = sorted((figure.y.low, figure.y.high))
    return low <= point.x <= high and foot <= point.y <= top


def _marker(axes: Axes, point: Point, size: float, paper: Paper) -> None:
    look = paper.look(point.run)
    if point.emphasized:
        axes.plot(
            point.x,
            point.y,
            linestyle="none",
            marker="o",
            markersize=_RING,
            markerfacecolor=paper.ground,
            markeredgecolor=paper.tokens.accent,
            markeredgewidth=1.2,
            clip_on=False,
            zorder=8,
        )
    axes.plot(
        point.x,
        point.y,
        linestyle="none",
        marker=marker_path(look.marker),
        markersize=size * marker_scale(look.marker),
        markerfacecolor=look.color if look.filled else paper.ground,
        markeredgecolor=look.color if not look.filled else paper.ground,
        markeredgewidth=1.0 if not look.filled else 0.4,
        clip_on=False,
        zorder=9,
    )


def _names(
    axes: Axes, points: Sequence[Point], at: Floats, size: float, paper: Paper, written: Sequence[Spot]
) -> frozenset[int]:
    """Set names beside markers by the rules of the screen; return the runs whose names do not fit."""
    sizes = [measured(axes, _short(p.name), _NAME, bold=p.emphasized) for p in points]
    box = axes.get_window_extent()
    sheet = axes.get_figure(root=True)
    top = float(sheet.bbox.height) if sheet is not None else 0.0
    down = np.column_stack((at[:, 0], top - at[:, 1]))
    radii = np.array([_RING / 2 if p.emphasized else size / 2 for p in points])
    names = place_names(
        down,
        np.array([(wide + 2.0, high) for wide, high in sizes]),
        (box.x0 + 1, top - box.y1 - 6, min(box.x1 + 12, _width(axes) - 3), top - box.y0 - 1),
        radii=radii,
        first=next((n for n, p in enumerate(points) if p.emphasized), None),
        obstacles=np.array([(a, top - d, c, top - b) for a, b, c, d in written]).reshape(-1, 4),
        moved=np.array([point.moved or (np.nan, np.nan) for point in points]) * _NAME,
    )
    for n, point in enumerate(points):
        x, y = names.offset[n]
        if np.isnan(x):
            continue
        left, middle = down[n, 0] + x + 1.0, top - (down[n, 1] + y + sizes[n][1] / 2)
        if names.far[n]:
            near = min(max(at[n, 0], left), left + sizes[n][0])
            _leader(axes, (at[n, 0], at[n, 1]), (near, middle), paper)
        _name(axes, point, (left, middle), paper)
    return frozenset(p.run for p, place in zip(points, names.place.tolist(), strict=True) if place < 0)


def _width(axes: Axes) -> float:
    sheet = axes.get_figure(root=True)
    return float(sheet.bbox.width) if sheet is not None else 0.0


def _leader(axes: Axes, marker: tuple[float, float], name: tuple[float, float], paper: Paper) -> None:
    """Draw the thin line from a marker to a name that is far from it."""
    axes.annotate(
        "",
        marker,
        xytext=name,
        xycoords="figure points",
        textcoords="figure points",
        arrowprops={"arrowstyle": "-", "linewidth": 0.5, "color": paper.tokens.ctl},
        zorder=7,
    )


def _name(axes: Axes, point: Point, at: tuple[float, float], paper: Paper) -> None:
    """Write a name; those of baselines are slanted, that of the chosen run is bold."""
    axes.annotate(
        _short(point.name),
        at,
        xycoords="figure points",
        va="center",
        fontsize=_NAME,
        fontstyle="italic" if point.baseline else "normal",
        fontweight=BOLD if point.emphasized else 400,
        color=paper.tokens.text2 if point.baseline else paper.tokens.text,
        bbox={"facecolor": paper.ground, "alpha": 0.85, "edgecolor": "none", "pad": 0.4},
        zorder=7.5,
    )


def _short(name: str) -> str:
    whole = " ".join(name.split())
    return whole if len(whole) <= _NAME_MAX else f"{whole[: _NAME_MAX - 1]}…"
