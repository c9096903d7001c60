"""A figure laid out on a sheet of paper: axes, title, caption and legend around what is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure as Sheet
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from jurybox.figures import Figure, keys_of
from jurybox_gui.plots.print_marks import blend, look_of, marker_path, marker_scale, paint_points
from jurybox_gui.plots.print_shapes import paint_backdrop, paint_shapes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from jurybox.figures import Axis, Key
    from jurybox_gui.plots.paper import Paper

_EDGE = 8.0
_HEAD = 36.0
_LINE = 9.5
_CAPTION = 6.5
_TICK = 7.0
_LEGEND_GAP = 10.0
_LEGEND_MAX = 0.34
_MOST_KEYS = 40
_TRIES = 3
_SPARE = 30.0


def sheet_of(figure: Figure, paper: Paper, size: tuple[float, float]) -> Sheet:
    """Return the sheet with the picture on it; `size` in points.

    Runs whose names find no room beside their markers are named in a legend.
    """
    unnamed: frozenset[int] = frozenset()
    wide = size[0]
    for _ in range(_TRIES):
        sheet, missing = _laid_out(figure, paper, size, unnamed)
        if not missing:
            break
        unnamed |= missing
        if paper.size is None and figure.square:
            # the legend comes beside the square and not out of it
            size = (wide + _legend_width(sheet, _legend_keys(figure, unnamed)) - _SPARE, size[1])
    return sheet


def _laid_out(
    figure: Figure, paper: Paper, size: tuple[float, float], unnamed: frozenset[int]
) -> tuple[Sheet, frozenset[int]]:
    """Lay the picture out with these runs in the legend; return whose names found no room, too."""
    wide, high = size
    sheet = Sheet(figsize=(wide / 72, high / 72), dpi=72)
    FigureCanvasAgg(sheet)  # measures texts and needs no display
    axes = sheet.add_axes((0.1, 0.1, 0.8, 0.8))
    _dress(axes, figure, paper)
    caption = _caption(sheet, figure, paper, wide)
    foot = _EDGE + caption + 30.0
    legend = _legend_keys(figure, unnamed)
    right = _EDGE + 4 + (_legend_width(sheet, legend) if legend else 0.0)
    left = _EDGE + _tick_room(sheet, figure.y) + 6
    foot += _turn_names(sheet, axes, figure.x, wide - left - right)
    plot = [left, foot, wide - left - right, high - foot - _HEAD]
    if figure.square:
        side = min(plot[2], plot[3])
        plot[1] += plot[3] - side
        plot[2] = plot[3] = side
    axes.set_position((plot[0] / wide, plot[1] / high, plot[2] / wide, plot[3] / high))
    _head(sheet, axes, figure, paper, (wide, high))
    sheet.draw_without_rendering()
    written = paint_backdrop(axes, figure, paper)
    paint_shapes(axes, figure, paper)
    missing = paint_points(axes, figure, paper, written, unnamed)
    if legend:
        _paint_legend(
            sheet, legend, paper, (plot[0] + plot[2] + _LEGEND_GAP) / wide, (plot[1] + plot[3]) / high
        )
    return sheet, missing


def _dress(axes: Axes, figure: Figure, paper: Paper) -> None:
    tokens = paper.tokens
    axes.set_facecolor("none")
    axes.set_xlim(figure.x.low, figure.x.high)
    axes.set_ylim(figure.y.low, figure.y.high)
    axes.set_xticks(list(figure.x.ticks), list(_shortened(figure.x.tick_texts)))
    axes.set_yticks(list(figure.y.ticks), list(_shortened(figure.y.tick_texts)))
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        axes.spines[side].set(color=tokens.ctl, linewidth=0.6)
    axes.tick_params(length=0, pad=3, labelsize=_TICK, labelcolor=tokens.text2)
    axes.set_axisbelow(True)
    for axis, on in ((axes.xaxis, not figure.x.names), (axes.yaxis, not figure.y.names)):
        if on:
            axis.grid(visible=True, color=tokens.line, linewidth=0.5)


def _head(sheet: Sheet, axes: Axes, figure: Figure, paper: Paper, size: tuple[float, float]) -> None:
    """Set the title and the name of the y axis above the plot, that of the x axis below its right end."""
    box, (wide, high) = axes.get_position(), size
    left, top = box.x0, box.y1
    ink: dict[str, Any] = {"color": paper.tokens.text2, "fontsize": 7.5}
    sheet.text(left, top + 19 / high, figure.title, color=paper.tokens.text, fontsize=9, fontweight=600)
    sheet.text(left, top + 7 / high, figure.y.label, **ink)
    under = sheet.text(box.x1, 0, figure.x.label, ha="right", va="top", **ink)
    foot = min((label.get_window_extent().y0 for label in axes.get_xticklabels()), default=box.y0 * high)
    under.set_y((min(foot, box.y0 * high) - 5) / high)
    del wide


def _caption(sheet: Sheet, figure: Figure, paper: Paper, wide: float) -> float:
    """Set the caption at the foot; return how high it is."""
    if not (paper.caption and figure.caption):
        return 0.0
    high = sheet.get_figheight() * 72
    lines = _wrapped(sheet, figure.caption, wide - 2 * _EDGE)
    for n, line in enumerate(reversed(lines)):
        at = (_EDGE + n * _LINE) / high
        sheet.text(_EDGE / wide, at, line, color=paper.tokens.text2, fontsize=_CAPTION, va="bottom")
    return _LINE * len(lines) + 4


def _wrapped(sheet: Sheet, text: str, room: float) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_size(sheet, longer, _CAPTION)[0] <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def text_size(sheet: Sheet, text: str, size: float, **how: Any) -> tuple[float, float]:  # noqa: ANN401
    """Return width and height of a line of text in points."""
    probe = sheet.text(0, 0, text, fontsize=size, **how)
    box = probe.get_window_extent()
    probe.remove()
    return float(box.width), float(box.height)


def _shortened(texts: tuple[str, ...], most: int = 34) -> list[str]:
    whole = [" ".join(text.split()) for text in texts]
    return [text if len(text) <= most else f"{text[: most - 1]}…" for text in whole]


def _tick_room(sheet: Sheet, axis: Axis) -> float:
    return max((text_size(sheet, text, _TICK)[0] for text in _shortened(axis.tick_texts)), default=0.0)


def _turn_names(sheet: Sheet, axes: Axes, axis: Axis, room: float) -> float:
    """Stand the names of categories upright where they would touch; return what that adds to the foot."""
    if not axis.names:
        return 0.0
    widest = max(text_size(sheet, text, _TICK)[0] for text in _shortened(axis.names))
    if widest + 4 <= room / len(axis.names):
        return 0.0
    small = min(_TICK, 0.9 * room / len(axis.names))
    for label in axes.get_xticklabels():
        label.set(rotation=90, fontsize=small)
    return widest * small / _TICK - _TICK


def _legend_keys(figure: Figure, unnamed: frozenset[int]) -> tuple[Key, ...]:
    """Return the keys without those of runs that are named beside their points."""
    named = {point.run for point in figure.points} - unnamed
    keys = tuple(key for key in keys_of(figure) if key.run is None or key.run not in named)
    return keys[:_MOST_KEYS]


def _legend_width(sheet: Sheet, keys: tuple[Key, ...]) -> float:
    widest = max(text_size(sheet, text, _TICK)[0] for text in _shortened(tuple(key.name for key in keys)))
    return min(widest + 26.0, _LEGEND_MAX * sheet.get_figwidth() * 72) + _LEGEND_GAP


def _paint_legend(sheet: Sheet, keys: tuple[Key, ...], paper: Paper, left: float, top: float) -> None:
    names = _shortened(tuple(key.name for key in keys))
    legend = sheet.legend(
        [_handle(key, paper) for key in keys],
        # matplotlib leaves out what begins with an underscore; a name of no width before it prevents that
        [f"\u200b{name}" if name.startswith("_") else name for name in names],
        loc="upper left",
        bbox_to_anchor=(left, top),
        frameon=False,
        fontsize=_TICK,
        labelcolor=paper.tokens.text,
        borderpad=0,
        borderaxespad=0,
        handlelength=1.6,
        handletextpad=0.6,
        labelspacing=0.45,
    )
    legend.set_zorder(20)


def _handle(key: Key, paper: Paper) -> Any:  # noqa: ANN401 - any artist
    if key.kind == "bar":
        return Rectangle((0, 0), 1, 1, color=blend(paper, key.strength), linewidth=0)
    look = look_of(key.look, paper)
    line: Literal["none", "-"] = "none" if key.kind == "point" else "-"
    return Line2D(
        [],
        [],
        color=look.color,
        linestyle=line,
        linewidth=1.0,
        marker=marker_path(look.marker),
        markersize=5.0 * marker_scale(look.marker),
        markerfacecolor=look.color if look.filled else paper.ground,
        markeredgewidth=0.0 if look.filled else 0.9,
    )
