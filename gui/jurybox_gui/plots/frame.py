"""Where the plot lies in its view, and which pixel a value has."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from PySide6.QtCore import QPointF, QRectF

from jurybox.figures import Axis

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Margins:
    """Room around a plot in pixels: for the title and y name above, the ticks and x name below."""

    left: int
    top: int
    right: int
    bottom: int


FULL = Margins(left=52, top=60, right=14, bottom=52)
COMPACT = Margins(left=22, top=26, right=10, bottom=20)


@dataclass(frozen=True, slots=True)
class Frame:
    """The square of the plot in pixels of its view, and the two axes on it."""

    plot: QRectF
    x: Axis
    y: Axis

    def across(self, values: ArrayLike) -> Floats:
        """Return the horizontal pixels of values on the x axis."""
        part = (np.asarray(values, dtype=np.float64) - self.x.low) / (self.x.high - self.x.low)
        return np.asarray(self.plot.left() + part * self.plot.width())

    def up(self, values: ArrayLike) -> Floats:
        """Return the vertical pixels of values on the y axis."""
        part = (np.asarray(values, dtype=np.float64) - self.y.low) / (self.y.high - self.y.low)
        return np.asarray(self.plot.bottom() - part * self.plot.height())

    def pixels(self, x: ArrayLike, y: ArrayLike) -> Floats:
        """Return the pixels of points as an array (n, 2)."""
        return np.stack([self.across(x), self.up(y)], axis=-1)

    def pixel(self, x: float, y: float) -> QPointF:
        """Return the pixel of one point."""
        return QPointF(float(self.across(x)), float(self.up(y)))


def square(width: float, height: float, margins: Margins) -> QRectF:
    """Return the largest square plot that fits a view, at its left; empty where nothing fits."""
    side = min(width - margins.left - margins.right, height - margins.top - margins.bottom)
    return QRectF(margins.left, margins.top, max(0, int(side)), max(0, int(side)))
