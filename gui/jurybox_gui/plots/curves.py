"""Curves of runs as polylines, clouds of very many points as images; both straight from arrays.

pyqtgraph's own curve and scatter items cost four and thirty times as much: they keep bounds, hover and
downsampling up to date that a figure with fixed axes does not need.
"""

import numpy as np
import pyqtgraph.functions as fast
from numpy.typing import ArrayLike, NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from jurybox.figures import Figure, Line
from jurybox_gui.plots.frame import Floats, Frame
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme

_FAINT = 0.35


class Curves(QGraphicsItem):
    """Paints the curves and clouds of a figure over its backdrop, in the colors of their runs."""

    def __init__(self) -> None:
        super().__init__()
        self._frame: Frame | None = None
        self._lines: tuple[Line, ...] = ()
        self._clouds: tuple[Line, ...] = ()
        self._polylines: list[QPolygonF] = []
        self._images: list[QImage] = []
        self._dark = False

    def show_figure(self, figure: Figure, frame: Frame) -> None:
        """Draw the curves and clouds of `figure`; what is the same as before stays as it is."""
        if (frame, figure.curves, figure.clouds) == (self._frame, self._lines, self._clouds):
            return
        if frame != self._frame:
            self.prepareGeometryChange()
        self._frame, self._lines, self._clouds = frame, figure.curves, figure.clouds
        self._polylines = [polyline(frame.across(line.x), frame.up(line.y)) for line in figure.curves]
        self._images = []
        self.update()

    def boundingRect(self) -> QRectF:
        """Return the plot and the pixel that a line on its edge reaches beyond it."""
        return QRectF() if self._frame is None else self._frame.plot.adjusted(-1, -1, 1, 1)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Paint the clouds, then the curves 1 px wide; wider pens cost ten times as much."""
        del option, widget
        if self._frame is None:
            return
        for image in self._cloud_images(self._frame):
            painter.drawImage(self._frame.plot, image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for line, points in zip(self._lines, self._polylines, strict=True):
            painter.setPen(QPen(color(_code(line)), 1.0))
            painter.drawPolyline(points)

    def _cloud_images(self, frame: Frame) -> list[QImage]:
        if len(self._images) != len(self._clouds) or self._dark != theme().dark:
            self._dark = theme().dark
            self._images = [_image_of(cloud, frame) for cloud in self._clouds]
        return self._images


def polyline(across: Floats, up: Floats) -> QPolygonF:
    """Return pixels as a polygon, written straight into its memory."""
    made: QPolygonF = fast.create_qpolygonf(len(across))
    memory = fast.ndarray_from_qpolygonf(made)
    memory[:, 0], memory[:, 1] = across, up
    return made


def cloud_image(x: ArrayLike, y: ArrayLike, size: tuple[int, int], code: str) -> NDArray[np.uint8]:
    """Draw many points of the unit square as one RGBA image of `size` (width, height) pixels.

    Each point darkens its pixel, so that crowds show as density; points outside the square and NaN are
    left out. Row 0 is y = 1, at the top.
    """
    width, height = size
    across, down = np.asarray(x, dtype=np.float64), 1 - np.asarray(y, dtype=np.float64)
    inside = (across >= 0) & (across <= 1) & (down >= 0) & (down <= 1)
    columns = np.minimum((across[inside] * width).astype(np.intp), width - 1)
    rows = np.minimum((down[inside] * height).astype(np.intp), height - 1)
    counts = np.bincount(rows * width + columns, minlength=width * height).reshape(height, width)
    image = np.empty((height, width, 4), dtype=np.uint8)
    shade = color(code)
    image[..., :3] = shade.red(), shade.green(), shade.blue()
    image[..., 3] = np.round(255 * (1 - (1 - _FAINT) ** counts)).astype(np.uint8)
    return image


def _image_of(cloud: Line, frame: Frame) -> QImage:
    plot = frame.plot
    size = max(1, round(plot.width())), max(1, round(plot.height()))
    across = (frame.across(cloud.x) - plot.left()) / max(1.0, plot.width())
    up = (plot.bottom() - frame.up(cloud.y)) / max(1.0, plot.height())
    pixels = cloud_image(across, up, size, _code(cloud))
    return QImage(pixels.data, *size, 4 * size[0], QImage.Format.Format_RGBA8888).copy()


def _code(line: Line) -> str:
    return theme().tokens.text2 if line.run is None else theme().run_style(line.run).color
