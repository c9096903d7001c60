"""The two axes of a figure: line, grid, ticks, and the visible part, by pyqtgraph's AxisItem and ViewBox."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QGraphicsItem, QGraphicsScene

from jurybox.figures import Axis, Figure
from jurybox_gui.plots.frame import NAMES_MAX, Frame
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.painting import RIGHT, kept, one_line, paint_text
from jurybox_gui.widgets.run_names import fitted

_CLOSEST = 1 / 200
_SAME = 1e-9
_BESIDE, _UNDER = 7, 4
_LINE = 16
_LEAST, _UPRIGHT_LINE, _ALONE = 8, 13, 120.0
_FOOT = 34.0
"""The place of the axis name below upright names."""


class PlotAxes:
    """A ViewBox for the visible part of a figure, with an AxisItem on its left and its bottom.

    `Frame` lays them out, not a PlotItem, which takes 16 times as long to make and whose title and labels are
    HTML. `compact`: ticks are written at the ends only, and nothing can be zoomed.
    """

    def __init__(self, scene: QGraphicsScene, *, compact: bool) -> None:
        self.view = pg.ViewBox(enableMenu=False, enableMouse=not compact, defaultPadding=0)
        self.view.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIsFocusable, enabled=False)
        self._left = TickAxis("left", self.view, ends_only=compact)
        self._bottom = TickAxis("bottom", self.view, ends_only=compact)
        self._room: tuple[QRectF, QRectF, bool] | None = None
        for item in (self.view, self._left, self._bottom):
            scene.addItem(item)

    def show_whole(self, figure: Figure) -> None:
        """Show all of a figure; limits zooming to the figure and to a two-hundredth of an axis."""
        x, y = figure.x, figure.y
        (left, right), (low, high) = sorted((x.low, x.high)), sorted((y.low, y.high))
        self.view.invertX(x.low > x.high)
        self.view.invertY(y.low > y.high)
        self.view.setLimits(
            xMin=left,
            xMax=right,
            yMin=low,
            yMax=high,
            minXRange=(right - left) * _CLOSEST,
            minYRange=(high - low) * _CLOSEST,
        )
        self.view.setRange(xRange=(left, right), yRange=(low, high), padding=0)
        self._left.show_axis(y)
        self._bottom.show_axis(x)

    def zoom(self, factor: float, at: QPointF | None) -> None:
        """Zoom in by a factor about a pixel of the scene, by default the center of the plot."""
        self.view.scaleBy((1 / factor, 1 / factor), None if at is None else self.view.mapSceneToView(at))

    def shown(self, figure: Figure) -> Figure:
        """Return the figure restricted to the visible part of its axes."""
        across, up = self.view.viewRange()
        x, y = _part(figure.x, across), _part(figure.y, up)
        return figure if (x, y) == (figure.x, figure.y) else figure.within(x, y)

    def lay_out(self, frame: Frame, view: QRectF) -> None:
        """Place the axes as a frame defines them in a view."""
        room = frame.plot, view, frame.turned
        if self._room != room:
            self._room = room
            self._place(frame, view)
        self.view.updateMatrix()  # otherwise the next wheel or drag uses what was painted last

    def _place(self, frame: Frame, view: QRectF) -> None:
        plot = frame.plot
        below = view.bottom() - plot.bottom()
        for axis in (self._left, self._bottom):
            axis.prepareGeometryChange()
            axis.room = view
            axis.update()
        self._left.setWidth(plot.left())
        self._bottom.setHeight(below)
        self._bottom.turned = frame.turned
        self.view.setGeometry(plot)
        self._left.setGeometry(QRectF(0, plot.top(), plot.left(), plot.height()))
        self._bottom.setGeometry(QRectF(plot.left(), plot.bottom(), plot.width(), below))

    def dye(self) -> None:
        """Take the colors of the theme."""
        for axis in (self._left, self._bottom):
            axis.dye()


class TickAxis(pg.AxisItem):  # type: ignore[misc]  # pyqtgraph has no types
    """An AxisItem with the ticks of an `Axis`; names of categories are upright if needed."""

    def __init__(self, orientation: str, view: Any, *, ends_only: bool) -> None:  # noqa: ANN401 - a ViewBox
        super().__init__(orientation, linkView=view)
        self.room = QRectF()
        """The view that the axis is in."""
        self.turned = False
        """Whether its texts stand upright, since they would touch."""
        self._axis: Axis | None = None
        self._ends_only = ends_only
        self.enableAutoSIPrefix(enable=False)
        self.setStyle(
            tickLength=0,
            tickAlpha=255,
            tickTextOffset=_BESIDE if orientation == "left" else _UNDER,
            tickFont=font(Px.ASIDE, tabular=True),
            autoExpandTextSpace=False,
            autoReduceTextSpace=False,
        )
        self.setZValue(-10)  # the grid is below everything shown on it

    def show_axis(self, axis: Axis) -> None:
        """Set the labels of the ticks; grid lines only for numbers."""
        self._axis = axis
        self.setGrid(False if axis.names else 255)

    def dye(self) -> None:
        """Take the colors of the theme."""
        tokens = theme().tokens
        self.setPen(color(tokens.ctl), width=1)
        self.setTickPen(color(tokens.line), width=1)
        self.setTextPen(color(tokens.text2))

    # --- called by AxisItem ----------------------------------------------------------------------

    def tickValues(self, low: float, high: float, size: float) -> list[tuple[float, list[float]]]:
        del low, high, size
        return [] if self._axis is None else [(1.0, list(_part(self._axis, sorted(self.range)).ticks))]

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        # Return the labels of the ticks, in one line each and no wider than there is room; "" if none.
        del values, scale, spacing
        if self._axis is None:
            return []
        texts = _part(self._axis, sorted(self.range)).tick_texts
        if self._ends_only:
            return [text if n in {0, len(texts) - 1} else "" for n, text in enumerate(texts)]
        metrics = QFontMetricsF(self.style["tickFont"])
        room = self.width() - _BESIDE - 2 if self.orientation == "left" else NAMES_MAX
        cut = [fitted(one_line(text), metrics, room, Qt.TextElideMode.ElideRight) for text in texts]
        if self.orientation == "bottom" or not self._axis.names:
            return cut
        # Names of many rows would cover each other: only as many are written as have room.
        step = math.ceil(_UPRIGHT_LINE * len(cut) / max(1.0, self.height()))
        return [text if at % step == 0 else "" for at, text in enumerate(cut)]

    def boundingRect(self) -> QRectF:
        # Return the view and more: AxisItem leaves out texts that extend beyond, even if they fit.
        return self.room.translated(-self.pos()).adjusted(-NAMES_MAX, 0, NAMES_MAX, 0)

    def generateDrawSpecs(self, p: QPainter) -> tuple[Any, Any, Any] | None:
        # Return lines and texts: the axis on the edge of the plot, its grid inside, texts in the view.
        specs = super().generateDrawSpecs(p)
        if specs is None or self._axis is None:
            return None
        (pen, _, _), ticks, texts = specs
        if self.orientation == "left":
            start, end, clear = QPointF(self.width(), 0), QPointF(self.width(), self.height()), QPointF(1, 0)
            inside = [tick for tick in ticks if tick[1].y() < self.height() - 1]
        else:
            start, end, clear = QPointF(0, 0), QPointF(self.width(), 0), QPointF(0, -1)
            inside = [tick for tick in ticks if tick[1].x() > 1]
        if self.orientation == "bottom" and not self._axis.names:
            for box, _, _ in texts:
                box.moveRight(min(box.right(), self.room.right() - self.x() - 1))
        grid = [] if self._axis.names else [(ink, far, near + clear) for ink, far, near in inside]
        return (pen, start, end), grid, texts

    def drawPicture(self, p: QPainter, line: Any, ticks: Any, texts: Any) -> None:  # noqa: ANN401
        super().drawPicture(p, line, ticks, [] if self.turned else texts)
        if self.turned:
            middles = [box.center().x() for box, _, _ in texts]
            room = min((then - at for at, then in pairwise(middles)), default=_ALONE)
            for at, (_, _, text) in zip(middles, texts, strict=True):
                self._upward(p, at, text, room)

    def _upward(self, painter: QPainter, at: float, text: str, room: float) -> None:
        """Write the name of a category upward, so that it ends below its place; small in little room."""
        px = Px.ASIDE if room >= _UPRIGHT_LINE else max(_LEAST, int(room))
        long = min(NAMES_MAX, self.height() - _FOOT)
        with kept(painter):
            painter.translate(at, _UNDER + 1)
            painter.rotate(-90)
            box = QRectF(-long, -_LINE / 2, long, _LINE)
            paint_text(painter, box, text, font(px, tabular=True), theme().tokens.text2, RIGHT)


def _part(axis: Axis, shown: Any) -> Axis:  # noqa: ANN401 - two ends, as pyqtgraph gives them
    """Return the part of an axis between two ends, in its direction; all of it if nothing is cut off."""
    low, high = float(shown[0]), float(shown[1])
    first, last = sorted((axis.low, axis.high))
    if max(abs(low - first), abs(high - last)) <= _SAME * (last - first):
        return axis
    return axis.between(low, high) if axis.low < axis.high else axis.between(high, low)
