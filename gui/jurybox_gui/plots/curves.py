"""Curves of runs and clouds of very many points: one pyqtgraph view box that neither zooms nor drags."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pyqtgraph as pg
from numpy.typing import ArrayLike, NDArray
from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QGraphicsItem, QGraphicsScene

from jurybox.figures import Figure, Line
from jurybox_gui.plots.frame import Frame
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme

_FAINT = 0.35


class CurveLayer:
    """Curves and clouds over a frame; made when there is a first one, then kept.

    The view box lives as long as the view: its destructor is a known source of crashes.
    """

    def __init__(self, scene: QGraphicsScene) -> None:
        self.box: Any = pg.ViewBox(enableMenu=False, enableMouse=False, defaultPadding=0.0)
        self.box.setZValue(1)
        self.box.setAcceptHoverEvents(False)
        scene.addItem(self.box)
        self._curves: list[Any] = []
        self._clouds: list[Any] = []
        self._figure: Figure | None = None
        self._frame: Frame | None = None

    def show_figure(self, figure: Figure, frame: Frame) -> None:
        """Draw the curves and clouds of `figure`; what is the same as before stays as it is."""
        old, self._figure = self._figure, figure
        same_room = frame == self._frame
        if not same_room:
            self._fit(frame)
        if old is None or old.curves != figure.curves:
            self._show_curves(old.curves if old else (), figure.curves)
        if old is None or old.clouds != figure.clouds or not same_room:
            self._show_clouds(figure.clouds, frame)

    def dye(self) -> None:
        """Take the colors of the theme in use."""
        if self._figure is not None and self._frame is not None:
            self._dye_curves(self._figure.curves)
            self._show_clouds(self._figure.clouds, self._frame)

    def _fit(self, frame: Frame) -> None:
        self._frame = frame
        self.box.setGeometry(frame.plot)
        self.box.invertX(frame.x.low > frame.x.high)
        self.box.invertY(frame.y.low > frame.y.high)
        across, up = (sorted((axis.low, axis.high)) for axis in (frame.x, frame.y))
        self.box.setRange(xRange=across, yRange=up, padding=0, disableAutoRange=True)

    def _show_curves(self, old: tuple[Line, ...], new: tuple[Line, ...]) -> None:
        self._resize(self._curves, len(new), lambda: pg.PlotCurveItem(antialias=True, skipFiniteCheck=True))
        known = {n: line for n, line in enumerate(old) if n < len(new)}
        for n, (item, line) in enumerate(zip(self._curves, new, strict=True)):
            if known.get(n) != line:
                item.setData(line.x, line.y)
        self._dye_curves(new)

    def _resize(self, items: list[Any], count: int, make: Callable[[], QGraphicsItem]) -> None:
        while len(items) > count:
            self.box.removeItem(items.pop())
        while len(items) < count:
            items.append(make())
            self.box.addItem(items[-1], ignoreBounds=True)

    def _dye_curves(self, lines: tuple[Line, ...]) -> None:
        for item, line in zip(self._curves, lines, strict=True):
            item.setPen(pg.mkPen(color(_code(line)), width=1))

    def _show_clouds(self, clouds: tuple[Line, ...], frame: Frame) -> None:
        self._resize(self._clouds, len(clouds), lambda: pg.ImageItem(axisOrder="row-major"))
        size = max(1, round(frame.plot.width())), max(1, round(frame.plot.height()))
        low = min(frame.x.low, frame.x.high), min(frame.y.low, frame.y.high)
        span = abs(frame.x.high - frame.x.low), abs(frame.y.high - frame.y.low)
        for item, cloud in zip(self._clouds, clouds, strict=True):
            across, up = ((v - o) / s for v, o, s in zip((cloud.x, cloud.y), low, span, strict=True))
            item.setImage(cloud_image(across, up, size, _code(cloud)), autoLevels=False, levels=None)
            item.setRect(QRectF(*low, *span))


def _code(line: Line) -> str:
    return theme().tokens.text2 if line.run is None else theme().run_style(line.run).color


def cloud_image(x: ArrayLike, y: ArrayLike, size: tuple[int, int], code: str) -> NDArray[np.uint8]:
    """Draw many points of the unit square as one RGBA image of `size` (width, height) pixels.

    Each point darkens its pixel, so that crowds show as density; points outside the square and NaN are
    left out. Row 0 is y = 0.
    """
    width, height = size
    across, up = (np.asarray(v, dtype=np.float64) for v in (x, y))
    inside = (across >= 0) & (across <= 1) & (up >= 0) & (up <= 1)
    columns = np.minimum((across[inside] * width).astype(np.intp), width - 1)
    rows = np.minimum((up[inside] * height).astype(np.intp), height - 1)
    counts = np.bincount(rows * width + columns, minlength=width * height).reshape(height, width)
    image = np.empty((height, width, 4), dtype=np.uint8)
    shade = color(code)
    image[..., :3] = shade.red(), shade.green(), shade.blue()
    image[..., 3] = np.round(255 * (1 - (1 - _FAINT) ** counts)).astype(np.uint8)
    return image
