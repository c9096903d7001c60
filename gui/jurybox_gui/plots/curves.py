"""Curves of runs as polylines, clouds of very many points as images; both straight from arrays.

pyqtgraph's own curve and scatter items cost four and thirty times as much: they maintain bounds, hover and
downsampling, which a figure with fixed axes does not need.
"""

import numpy as np
import pyqtgraph.functions as fast
from numpy.typing import ArrayLike, NDArray
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from jurybox.figures import Figure, Line
from jurybox_gui.plots.frame import Floats, Frame
from jurybox_gui.plots.layer import Layer
from jurybox_gui.plots.stamps import scale_of, stamp, stamp_all
from jurybox_gui.plots.thinning import heaps, thinned
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.widgets.painting import kept

_FAINT = 0.35
_DOT, _THICK, _CHOSEN = 7.0, 2.6, 1.6
_DISC = 2.6
_SPOT = 3.4
"""The radius of a single point of a cloud, px."""
_FEW = 4000  # clouds of no more points are painted as discs, larger ones as images


class Curves(Layer):
    """Paints the curves and clouds of a figure over its backdrop, in the colors of their runs."""

    def __init__(self) -> None:
        super().__init__()
        self._frame: Frame | None = None
        self._lines: tuple[Line, ...] = ()
        self._pens: tuple[float, ...] = ()
        self._clouds: tuple[Line, ...] = ()
        self._polylines: list[list[QPolygonF]] = []
        self._images: list[QImage | None] = []
        self._dark = False

    def show_figure(self, figure: Figure, frame: Frame) -> bool:
        """Draw the curves and clouds of `figure`; return whether any differs from those drawn before."""
        pens = tuple(_pen_width(figure, line) for line in figure.curves)
        if (frame, figure.curves, figure.clouds) == (self._frame, self._lines, self._clouds):
            if pens != self._pens:
                self._pens = pens
                self.update()
            return False
        self.setRect(frame.plot.adjusted(-_DOT, -_DOT, _DOT, _DOT))  # dots on the edge extend beyond it
        self._frame, self._lines, self._clouds = frame, figure.curves, figure.clouds
        self._pens = pens
        self._polylines = [_pieces(line, frame) if line.joined else [] for line in figure.curves]
        self._images = []
        self.setVisible(bool(self._lines or self._clouds))
        self.update()
        return True

    @property
    def paths(self) -> list[Floats]:
        """The curves as drawn, in pixels, each (n, 2)."""
        return [fast.ndarray_from_qpolygonf(points) for pieces in self._polylines for points in pieces]

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        # Paint the clouds, then the curves 1 px wide but for the chosen one: wider pens cost eight times.
        del option, widget
        if self._frame is None:
            return
        with kept(painter):
            painter.setClipRect(self._frame.clip)
            images = self._cloud_images(self._frame)
            for many in [image for image in images if image is not None]:
                painter.drawImage(self._frame.plot, many)
            for line, pieces, wide in zip(self._lines, self._polylines, self._pens, strict=True):
                pen = QPen(color(_code(line)), wide)
                if line.dashed:
                    pen.setDashPattern([4.0, 3.0])
                painter.setPen(pen)
                for points in pieces:
                    painter.drawPolyline(points)
        few = [cloud for cloud, many in zip(self._clouds, images, strict=True) if many is None]
        for cloud in few:
            _discs(painter, cloud, self._frame)
        for line in self._lines:
            if line.dots:
                _dots(painter, line, self._frame)

    def _cloud_images(self, frame: Frame) -> list[QImage | None]:
        if len(self._images) != len(self._clouds) or self._dark != theme().dark:
            self._dark = theme().dark
            self._images = [_image_of(c, frame) if len(c.x) > _FEW else None for c in self._clouds]
        return self._images


def _pen_width(figure: Figure, line: Line) -> float:
    """Return the width of a curve, px; that of the chosen run is wider, more so among those of others."""
    if figure.is_thick(line):
        return _THICK
    return _CHOSEN if line.run is not None and line.run == figure.chosen else 1.0


def polyline(across: Floats, up: Floats) -> QPolygonF:
    """Return pixels as a polygon, written straight into its memory."""
    made: QPolygonF = fast.create_qpolygonf(len(across))
    memory = fast.ndarray_from_qpolygonf(made)
    memory[:, 0], memory[:, 1] = across, up
    return made


def cloud_image(x: ArrayLike, y: ArrayLike, size: tuple[int, int], code: str) -> NDArray[np.uint8]:
    """Draw many points of the unit square as one RGBA image of `size` (width, height) pixels.

    Each point darkens its pixel, so that crowds show as density; points outside the square and NaN are
    ignored. Row 0 is y = 1, at the top.
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


def _pieces(line: Line, frame: Frame) -> list[QPolygonF]:
    """Return the polylines of a curve in pixels: one, or one between each two gaps (NaN)."""
    x, y = line.corners()
    across, up = frame.across(x), frame.up(y)
    gaps = np.flatnonzero(np.isnan(across) | np.isnan(up))
    if not gaps.size:
        return [polyline(*thinned(across, up))]
    parts = zip(np.split(across, gaps), np.split(up, gaps), strict=True)
    whole = ((a[~np.isnan(a + b)], b[~np.isnan(a + b)]) for a, b in parts)
    return [polyline(*thinned(a, b)) for a, b in whole if len(a) > 1]


def _discs(painter: QPainter, cloud: Line, frame: Frame) -> None:
    """Paint the points of a cloud, whole also on the edge of the plot; equal ones as one larger disc."""
    held = frame.holds(cloud.x, cloud.y)
    places, sizes = heaps(frame.pixels(cloud.x[held], cloud.y[held]))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color(_code(cloud), 0.6))
    for (x, y), size in zip(places.tolist(), sizes.tolist(), strict=True):
        painter.drawEllipse(QPointF(x, y), _SPOT * size, _SPOT * size)


def _dots(painter: QPainter, line: Line, frame: Frame) -> None:
    held = frame.holds(line.x, line.y)
    number = line.look
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color(_code(line)))
    places = frame.pixels(line.x[held], line.y[held]).tolist()
    if number is None:  # it belongs to no run: the marker of the first one would make it look like that run
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for x, y in places:
            painter.drawEllipse(QPointF(x, y), _DISC, _DISC)
    else:
        style = theme().ink_style(number) if line.ink else theme().run_style(number)
        marker = stamp(style, _DOT, None, scale_of(painter), dark=theme().dark)
        stamp_all(painter, [(marker, place) for place in places])


def _image_of(cloud: Line, frame: Frame) -> QImage:
    plot = frame.plot
    size = max(1, round(plot.width())), max(1, round(plot.height()))
    across = (frame.across(cloud.x) - plot.left()) / max(1.0, plot.width())
    up = (plot.bottom() - frame.up(cloud.y)) / max(1.0, plot.height())
    pixels = cloud_image(across, up, size, _code(cloud))
    return QImage(pixels.data, *size, 4 * size[0], QImage.Format.Format_RGBA8888).copy()


def _code(line: Line) -> str:
    return theme().tokens.text2 if line.look is None or line.ink else theme().run_style(line.look).color
