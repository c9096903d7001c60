"""Figures laid out on a sheet of paper: axes, title, caption and one shared legend."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure as Sheet
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from jurybox.figures import Axis, Figure, Key, keys_of
from jurybox.language import tr
from jurybox.numbers import count_text
from jurybox.resources import BOLD
from jurybox_gui.plots.paper import Paper
from jurybox_gui.plots.print_marks import marker_path, marker_scale, paint_points
from jurybox_gui.plots.print_shapes import BASELINE, SMALL, SUBMITTED, bar_color, paint_backdrop, paint_shapes

_EDGE = 6.0
_GAP = 14.0
_LINE = 9.5
_CAPTION = 6.5
_TICK = 7.0
_LABEL = 7.5
_TITLE = 9.0
_LEGEND_GAP = 10.0
_LEGEND_MAX = 0.34
_LEGEND_BESIDE = 340.0
_HANDLE = 26.0
_MOST_KEYS = 40
_TRIES = 3
_TWO_FROM = 150.0  # the least width of a picture beside another
_FLAT = 0.56  # height by width of a plot that is not square
_ROW = 12.5
_LEAST = 30.0
_NAMES_MAX = 0.36  # the share of the width that names of categories may take


def sheet_of(figures: Figure | Sequence[Figure], paper: Paper) -> Sheet:
    """Return the sheet with a picture, or several side by side, or stacked if there is no room.

    Runs whose names do not fit beside their markers are named in the legend. Several pictures share a legend
    of all runs, with no names beside markers.
    """
    shown = tuple(figures) if isinstance(figures, (list, tuple)) else (figures,)
    unnamed = frozenset[int]()
    if len(shown) > 1:
        unnamed = frozenset(point.run for figure in shown for point in figure.points)
    for _ in range(_TRIES):
        sheet, missing = _laid_out(shown, paper, unnamed)
        if not missing:
            break
        unnamed |= missing
    return sheet


@dataclass
class _SheetPanel:
    """One picture on the sheet: its axes, and the room around its plot in points."""

    figure: Figure
    axes: Axes
    title: list[str]
    left: float
    right: float
    below: float
    plot: tuple[float, float] = (0.0, 0.0)

    @property
    def head(self) -> float:
        return (16.0 if self.figure.y.label else 5.0) + (11.0 * len(self.title) + 3 if self.title else 0.0)

    @property
    def high(self) -> float:
        return self.head + self.plot[1] + self.below


def _laid_out(figures: Sequence[Figure], paper: Paper, unnamed: frozenset[int]) -> tuple[Sheet, frozenset[int]]:
    """Lay out pictures with these runs in the legend; also return the runs whose names did not fit."""
    wide = paper.width(figures)
    sheet = Sheet(figsize=(wide / 72, 4.0), dpi=72)
    FigureCanvasAgg(sheet)  # measures texts and needs no display
    caption = _wrapped(sheet, _caption(figures) if paper.caption else "", wide - 2 * _EDGE, _CAPTION)
    foot = _LINE * len(caption) + 2 if caption else 0.0
    keys = _legend_keys(figures, unnamed)
    flat = paper.height is not None and wide > paper.height
    beside = wide >= _LEGEND_BESIDE and (flat or (len(figures) == 1 and not figures[0].square))
    legend = _legend(sheet, keys, figures, paper, None if beside else wide - 2 * _EDGE)
    legend_room = (0.0, 0.0) if legend is None else _size(legend)
    aside = legend_room[0] + _LEGEND_GAP if legend and beside else 0.0
    foot += legend_room[1] + 8 if legend and not beside else 0.0
    columns = len(figures) if (wide - 2 * _EDGE) / len(figures) >= _TWO_FROM else 1
    column = (wide - 2 * _EDGE - aside - _GAP * (columns - 1)) / columns
    panels = [_panel(sheet, figure, paper, column) for figure in figures]
    if columns > 1:
        for panel in panels:  # plots side by side have the same size and are aligned
            panel.left = max(one.left for one in panels)
            panel.right = max(one.right for one in panels)
            panel.below = max(one.below for one in panels)
            panel.title += [""] * (max(len(one.title) for one in panels) - len(panel.title))
    rows = -(-len(panels) // columns)
    room = None if paper.height is None else (paper.height - 2 * _EDGE - foot - _GAP * (rows - 1)) / rows
    for panel in panels:
        panel.plot = _plot_size(panel, column, room)
    heights = [max(p.high for p in panels[at : at + columns]) for at in range(0, len(panels), columns)]
    high = paper.height or sum(heights) + _GAP * (rows - 1) + foot + 2 * _EDGE
    sheet.set_size_inches(wide / 72, high / 72)
    at_top = high - _EDGE
    for at, panel in enumerate(panels):
        row, place = divmod(at, columns)
        corner = _EDGE + place * (column + _GAP), at_top - sum(heights[:row]) - _GAP * row
        _place(sheet, panel, paper, corner, (wide, high))
    for n, line in enumerate(reversed(caption)):
        up = (_EDGE + n * _LINE) / high
        sheet.text(_EDGE / wide, up, line, color=paper.tokens.text2, fontsize=_CAPTION, va="bottom")
    if legend is not None:
        first = panels[0]
        left = wide - _EDGE - legend_room[0] if beside else _EDGE
        top = at_top - first.head if beside else foot + _EDGE - 6
        legend.set_bbox_to_anchor((left / wide, top / high))
    sheet.draw_without_rendering()
    missing = frozenset[int]()
    for panel in panels:
        written = paint_backdrop(panel.axes, panel.figure, paper)
        paint_shapes(panel.axes, panel.figure, paper)
        missing |= paint_points(panel.axes, panel.figure, paper, written, unnamed)
    return sheet, missing


def _panel(sheet: Sheet, figure: Figure, paper: Paper, column: float) -> _SheetPanel:
    """Return a picture with formatted axes, and the room its texts need in a column of this width."""
    axes = sheet.add_axes((0.1, 0.1, 0.8, 0.8), label=str(len(sheet.axes)))
    names = [_fitted(sheet, text, _NAMES_MAX * column, _TICK) for text in figure.y.tick_texts]
    _dress(axes, figure, paper, names)
    left = max((text_size(sheet, text, _TICK)[0] for text in names), default=0.0) + 6
    below = 12.0 + (_LABEL + 7 if figure.x.label else 0.0)
    last = "" if figure.x.names else (figure.x.tick_texts or ("",))[-1]
    right = max(0.0, text_size(sheet, last, _TICK)[0] / 2 - 2)
    values = [count_text(bar.value) for bar in figure.bars if bar.run is not None and figure.has_lying_bars]
    right = max([right, *(text_size(sheet, text, SMALL)[0] + 3 for text in dict.fromkeys(values))])
    below += _turn_names(sheet, axes, figure.x, column - left - right)
    title = _wrapped(sheet, figure.title, column, _TITLE, bold=True) if paper.title else []
    return _SheetPanel(figure, axes, title, left, right, below)


def _caption(figures: Sequence[Figure]) -> str:
    """Return the captions of pictures as one, each of their sentences once."""
    said = (text if text.endswith((".", "!", "。")) else f"{text}." for text in (f.caption for f in figures) if text)
    if len(figures) == 1:
        return figures[0].caption
    sentences = [sentence for text in said for sentence in text.removesuffix(".").split(". ")]
    return ". ".join(dict.fromkeys(sentences)) + "." if sentences else ""


def _plot_size(panel: _SheetPanel, column: float, room: float | None) -> tuple[float, float]:
    """Return width and height of a plot; `room`: the total height, None for what it needs."""
    figure, across = panel.figure, column - panel.left - panel.right
    up = None if room is None else max(_LEAST, room - panel.head - panel.below)
    if figure.square:
        side = across if up is None else min(across, up)
        return side, side
    rows = _ROW * len(figure.y.names) + 4
    return across, up or (rows if figure.y.names else _FLAT * across)


def _place(
    sheet: Sheet, panel: _SheetPanel, paper: Paper, corner: tuple[float, float], size: tuple[float, float]
) -> None:
    """Put a picture at its top left corner, with title and names of axes around the plot."""
    (wide, high), figure = size, panel.figure
    left, top = corner[0] + panel.left, corner[1] - panel.head
    across, up = panel.plot
    panel.axes.set_position((left / wide, (top - up) / high, across / wide, up / high))
    ink: dict[str, Any] = {"color": paper.tokens.text2, "fontsize": _LABEL}
    start = left if figure.square else corner[0]
    for n, line in enumerate(panel.title):
        at = (corner[1] - 9 - 11 * n) / high
        sheet.text(start / wide, at, line, color=paper.tokens.text, fontsize=_TITLE, fontweight=BOLD)
    sheet.text(left / wide, (top + 6) / high, figure.y.label, **ink)
    under = sheet.text((left + across) / wide, 0, figure.x.label, ha="right", va="top", **ink)
    foot = min((text.get_window_extent().y0 for text in panel.axes.get_xticklabels()), default=top - up)
    under.set_y((min(foot, top - up) - 3) / high)


def _dress(axes: Axes, figure: Figure, paper: Paper, names: Sequence[str]) -> None:
    tokens = paper.tokens
    axes.set_facecolor("none")
    axes.set_xlim(figure.x.low, figure.x.high)
    axes.set_ylim(figure.y.low, figure.y.high)
    axes.set_xticks(list(figure.x.ticks), _shortened(figure.x.tick_texts))
    axes.set_yticks(list(figure.y.ticks), names)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        axes.spines[side].set(color=tokens.ctl, linewidth=0.6)
    axes.tick_params(length=0, pad=3, labelsize=_TICK, labelcolor=tokens.text2)
    axes.set_axisbelow(True)
    for axis, on in ((axes.xaxis, not figure.x.names), (axes.yaxis, not figure.y.names)):
        if on:
            axis.grid(visible=True, color=tokens.line, linewidth=0.5)
    slanted = {sum(bar.y) / 2 for bar in figure.bars if bar.baseline}
    for tick, text in zip(figure.y.ticks, axes.get_yticklabels(), strict=True):
        if any(abs(tick - at) < 0.5 for at in slanted):
            text.set_fontstyle("italic")


def _wrapped(sheet: Sheet, text: str, room: float, size: float, *, bold: bool = False) -> list[str]:
    weight = {"fontweight": BOLD} if bold else {}
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_size(sheet, longer, size, **weight)[0] <= room:
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


def _shortened(texts: Sequence[str], most: int = 34) -> list[str]:
    whole = [" ".join(text.split()) for text in texts]
    return [text if len(text) <= most else f"{text[: most - 1]}…" for text in whole]


def _fitted(sheet: Sheet, text: str, room: float, size: float) -> str:
    """Return a name as one line that is no wider than the room, cut off at its end."""
    whole = _shortened([text])[0]
    shown = whole
    while len(shown) > 2 and text_size(sheet, shown, size)[0] > room:
        whole = whole[:-1]
        shown = f"{whole.rstrip('…').rstrip()}…"
    return shown


def _turn_names(sheet: Sheet, axes: Axes, axis: Axis, room: float) -> float:
    """Set names of categories upright if they would touch, and leave out numbers that would.

    Returns the height that this adds below.
    """
    texts = _shortened(axis.tick_texts)
    widths = [text_size(sheet, text, _TICK)[0] for text in texts]
    if not axis.names:
        step = 1
        while len(widths) > 2 * step and max(widths) + 6 > step * room / max(len(widths) - 1, 1):
            step += 1
        for n, label in enumerate(axes.get_xticklabels()):
            label.set_visible(n % step == 0)
        return 0.0
    widest = max(widths, default=0.0)
    if widest + 4 <= room / len(axis.names):
        return 0.0
    small = min(_TICK, 0.9 * room / len(axis.names))
    for label in axes.get_xticklabels():
        label.set(rotation=90, fontsize=small)
    return widest * small / _TICK - _TICK


def _legend_keys(figures: Sequence[Figure], unnamed: frozenset[int]) -> tuple[Key, ...]:
    """Return the legend entries of all pictures once each, without runs named beside their points."""
    found: dict[tuple[str, int | None], Key] = {}
    for figure in figures:
        named = {point.run for point in figure.points} - unnamed
        for key in keys_of(figure):
            is_at_axis = key.name in figure.y.names
            if key.run is None or (key.run not in named and not is_at_axis):
                found.setdefault((key.name, key.look), key)
        kinds = {bar.baseline for bar in figure.bars if bar.run is not None}
        if len(kinds) > 1:
            run, baseline = tr("run"), tr("baseline")
            found[run, None] = Key(run, "bar", strength=SUBMITTED)
            found[baseline, None] = Key(baseline, "bar", strength=BASELINE, baseline=True)
        if any(bar.interval for bar in figure.bars):
            interval = tr("95 % interval")
            found[interval, None] = Key(interval, "line", dots=False)
    return tuple(found.values())[:_MOST_KEYS]


def _legend(
    sheet: Sheet, keys: tuple[Key, ...], figures: Sequence[Figure], paper: Paper, room: float | None
) -> Legend | None:
    """Add the legend, in as many columns as fit below the pictures; `room` None: in one."""
    if not keys:
        return None
    most = _LEGEND_MAX * sheet.get_figwidth() * 72 if room is None else room
    names = [_fitted(sheet, key.name, most - _HANDLE, _TICK) for key in keys]
    widest = max(text_size(sheet, name, _TICK)[0] for name in names) + _HANDLE
    columns = 1 if room is None else max(1, min(len(keys), int(room // widest)))
    columns = -(-len(keys) // -(-len(keys) // columns))  # as few columns as the same number of rows needs
    parts = list(dict.fromkeys(bar.part for figure in figures for bar in figure.bars if bar.run is None))
    legend = sheet.legend(
        [_handle(key, parts, paper) for key in keys],
        # matplotlib leaves out names that begin with an underscore; a zero-width character before them
        # prevents that
        [f"\u200b{name}" if name.startswith("_") else name for name in names],
        loc="upper left",
        bbox_to_anchor=(0, 1),
        frameon=False,
        fontsize=_TICK,
        labelcolor=paper.tokens.text,
        borderpad=0,
        borderaxespad=0,
        handlelength=2.2 if paper.gray else 1.6,
        handletextpad=0.6,
        labelspacing=0.45,
        columnspacing=1.2,
        ncols=columns,
    )
    for text, key in zip(legend.get_texts(), keys, strict=True):
        if key.baseline:
            text.set_fontstyle("italic")
    legend.set_zorder(20)
    return legend


def _size(legend: Legend) -> tuple[float, float]:
    box = legend.get_window_extent()
    return float(box.width), float(box.height)


def _handle(key: Key, parts: Sequence[str], paper: Paper) -> Any:  # noqa: ANN401 - any artist
    if key.kind == "bar":
        color = bar_color(key, parts if key.name in parts else (), paper)
        return Rectangle((0, 0), 1, 1, facecolor=color, edgecolor=paper.tokens.text3, linewidth=0.3)
    look = paper.look(key.look, ink=key.ink)
    line: Literal["none", "-"] = "none" if key.kind == "point" else "-"
    handle = Line2D(
        [],
        [],
        color=look.color,
        linestyle=line,
        linewidth=1.0,
        marker=marker_path(look.marker) if key.dots else "",
        markersize=5.0 * marker_scale(look.marker),
        markerfacecolor=look.color if look.filled else paper.ground,
        markeredgewidth=0.0 if look.filled else 0.9,
    )
    if key.kind == "line" and look.dashes:
        handle.set_dashes(look.dashes)
    return handle
