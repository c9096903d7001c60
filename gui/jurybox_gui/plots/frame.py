"""The position of the plot in its view, and the pixel of each value."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray
from PySide6.QtCore import QPointF, QRectF

from jurybox.figures import Axis, Figure
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.painting import one_line, text_width

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Margins:
    """Space around a plot in pixels: for the title and y name above, the ticks and x name below."""

    left: int
    top: int
    right: int
    bottom: int


FULL = Margins(left=52, top=60, right=14, bottom=52)
UNTITLED = Margins(left=52, top=36, right=14, bottom=52)
COMPACT = Margins(left=22, top=26, right=10, bottom=20)
SMALL, _WIDEST = 320, 1.45
"""A square plot lower than this, px, may be wider than high, up to this factor."""
NAMES_MAX = 190.0
_AROUND_NAMES = 22  # distance from the edge of the view, and to the axis
_TURNED_MAX = 96.0


@dataclass(frozen=True, slots=True)
class Frame:
    """The plot in pixels of its view, and the two axes on it."""

    plot: QRectF
    x: Axis
    y: Axis
    turned: bool = False
    """Whether the names of categories along the x axis are upright, because they would touch."""

    @property
    def clip(self) -> QRectF:
        """The plot, extended by the pixel that a line on its edge takes beyond it."""
        return self.plot.adjusted(-1, -1, 1, 1)

    def holds(self, x: ArrayLike, y: ArrayLike) -> NDArray[np.bool_]:
        """Return which points are in the plot, its edge included."""
        inside = np.ones(np.shape(x), dtype=np.bool_)
        for values, axis in ((x, self.x), (y, self.y)):
            low, high = min(axis.low, axis.high), max(axis.low, axis.high)
            slack = 1e-9 * (high - low)
            data = np.asarray(values, dtype=np.float64)
            inside &= (data >= low - slack) & (data <= high + slack)
        return inside

    def across(self, values: ArrayLike) -> Floats:
        """Return the horizontal pixels of values on the x axis."""
        part = np.asarray(values, dtype=np.float64) - self.x.low
        part /= self.x.high - self.x.low
        part *= self.plot.width()
        part += self.plot.left()
        return np.asarray(part)

    def up(self, values: ArrayLike) -> Floats:
        """Return the vertical pixels of values on the y axis."""
        part = np.asarray(values, dtype=np.float64) - self.y.low
        part /= self.y.high - self.y.low
        part *= self.plot.height()
        return np.asarray(np.subtract(self.plot.bottom(), part, out=part if part.ndim else None))

    def pixels(self, x: ArrayLike, y: ArrayLike) -> Floats:
        """Return the pixels of points as an array (n, 2)."""
        return np.stack([self.across(x), self.up(y)], axis=-1)

    def pixel(self, x: float, y: float) -> QPointF:
        """Return the pixel of one point."""
        return QPointF(float(self.across(x)), float(self.up(y)))


def wide_in_low(plot: QRectF, width: float, margins: Margins) -> QRectF:
    """Return a square plot, or one wider than high if it is so low that names would overlap."""
    room = width - margins.left - margins.right
    if not 0 < plot.height() < SMALL or room <= plot.width():
        return plot
    return QRectF(plot.left(), plot.top(), int(min(room, _WIDEST * plot.height())), plot.height())


def square(width: float, height: float, margins: Margins) -> QRectF:
    """Return the largest square plot that fits a view, on its left; empty if none fits."""
    side = min(width - margins.left - margins.right, height - margins.top - margins.bottom)
    return QRectF(margins.left, margins.top, max(0, int(side)), max(0, int(side)))


def frame_of(figure: Figure, width: float, height: float, *, compact: bool) -> Frame:
    """Lay a figure out in a view: the largest square for square ones, else all the room there is."""
    margins = COMPACT if compact else FULL if figure.title and figure.y.label else UNTITLED
    left = max(margins.left, min(_widest(figure.y.names), NAMES_MAX) + _AROUND_NAMES)
    if compact:
        return Frame(square(width, height, margins), figure.x, figure.y)
    if figure.square:
        margins = replace(margins, left=round(left))
        plot = square(width, height, margins)
        return Frame(plot if figure.y.names else wide_in_low(plot, width, margins), figure.x, figure.y)
    across = max(0.0, width - left - margins.right)
    widest = _widest(figure.x.names)
    turned = bool(figure.x.names) and widest + 6 > across / len(figure.x.names)
    bottom = margins.bottom + (min(widest, _TURNED_MAX) - 12 if turned else 0)
    up = max(0.0, height - margins.top - bottom)
    return Frame(QRectF(round(left), margins.top, int(across), int(up)), figure.x, figure.y, turned)


def _widest(names: Sequence[str]) -> float:
    face = font(Px.ASIDE)
    return max((text_width(one_line(name), face) for name in names), default=0.0)
