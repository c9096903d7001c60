"""A figure painted with a QPainter: the sheet of the painter for print, as lines, areas and outlines.

A page made by Qt thus has the same pictures, as vectors, as the files beside it. QtSvg reads too little of
matplotlib's SVG.
"""

from __future__ import annotations

from typing import Any

from matplotlib.backend_bases import RendererBase
from matplotlib.path import Path
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen

from jurybox.figures import Figure
from jurybox_gui.plots.paper import Paper
from jurybox_gui.plots.print_painter import printing
from jurybox_gui.plots.print_sheet import sheet_of

_CAPS = {"butt": Qt.PenCapStyle.FlatCap, "round": Qt.PenCapStyle.RoundCap, "projecting": Qt.PenCapStyle.SquareCap}
_JOINS = {"miter": Qt.PenJoinStyle.MiterJoin, "round": Qt.PenJoinStyle.RoundJoin, "bevel": Qt.PenJoinStyle.BevelJoin}


class FigurePainter:
    """A laid-out picture that can be painted; `size`: its width and height in points."""

    def __init__(self, figure: Figure, paper: Paper) -> None:
        self._figures, self._paper = (figure,), paper
        with printing(self._figures, paper):
            self._sheet: Any = sheet_of(self._figures, paper)
        wide, high = self._sheet.get_size_inches().tolist()
        self.size = (wide * 72, high * 72)

    def paint(self, painter: QPainter, room: QRectF) -> None:
        """Paint the picture into a room of the same proportions."""
        painter.save()
        painter.translate(room.topLeft())
        painter.scale(room.width() / self.size[0], room.height() / self.size[1])
        painter.translate(0, self.size[1])
        painter.scale(1, -1)  # matplotlib's y axis points up
        with printing(self._figures, self._paper):
            self._sheet.set_dpi(72)
            self._sheet.patch.set_visible(False)
            self._sheet.draw(_Renderer(painter, self.size))
        painter.restore()


class _Renderer(RendererBase):
    """Draws matplotlib's output with Qt; text arrives as outlines of its letters."""

    def __init__(self, painter: QPainter, size: tuple[float, float]) -> None:
        super().__init__()
        self._painter, self._size = painter, size

    def get_canvas_width_height(self) -> tuple[float, float]:
        return self._size

    def points_to_pixels(self, points: Any) -> Any:  # noqa: ANN401 - a number or an array of numbers
        return points

    def draw_path(self, gc: Any, path: Path, transform: Any, rgbFace: Any = None) -> None:  # noqa: ANN401, N803 - theirs
        painter = self._painter
        painter.save()
        _clip(painter, gc)
        brush: QBrush | Qt.BrushStyle = Qt.BrushStyle.NoBrush
        if rgbFace is not None:
            brush = QBrush(_color(rgbFace, gc.get_alpha() if gc.get_forced_alpha() else None))
        painter.setBrush(brush)
        painter.setPen(_pen(gc))
        painter.drawPath(_outline(path, transform))
        painter.restore()

    def draw_image(self, *_: Any) -> None:  # noqa: ANN401 - theirs
        """Refuse: no picture contains an image."""
        raise NotImplementedError("pictures are lines and areas")


def _color(rgb: Any, alpha: float | None = None) -> QColor:  # noqa: ANN401 - three or four numbers
    red, green, blue, *rest = map(float, rgb)
    opacity = (rest or [1.0])[0] if alpha is None else alpha
    return QColor.fromRgbF(red, green, blue, opacity)


def _pen(gc: Any) -> QPen | Qt.PenStyle:  # noqa: ANN401 - a graphics context of theirs
    wide = gc.get_linewidth()
    if not wide:
        return Qt.PenStyle.NoPen
    pen = QPen(_color(gc.get_rgb()), wide)
    pen.setCapStyle(_CAPS[str(gc.get_capstyle())])
    pen.setJoinStyle(_JOINS[str(gc.get_joinstyle())])
    offset, dashes = gc.get_dashes()
    if dashes is not None and len(dashes):
        pen.setDashPattern([max(float(length) / wide, 1e-3) for length in dashes])
        pen.setDashOffset(float(offset) / wide)
    return pen


def _clip(painter: QPainter, gc: Any) -> None:  # noqa: ANN401 - a graphics context of theirs
    if (box := gc.get_clip_rectangle()) is not None:
        painter.setClipRect(QRectF(box.x0, box.y0, box.width, box.height), Qt.ClipOperation.IntersectClip)
    path, transform = gc.get_clip_path()
    if path is not None:
        painter.setClipPath(_outline(path, transform), Qt.ClipOperation.IntersectClip)


def _outline(path: Path, transform: Any) -> QPainterPath:  # noqa: ANN401 - a transform of theirs
    out = QPainterPath()
    out.setFillRule(Qt.FillRule.WindingFill)
    for points, code in path.iter_segments(transform, simplify=False):
        ends = [QPointF(x, y) for x, y in points.reshape(-1, 2).tolist()]
        if code == Path.MOVETO:
            out.moveTo(ends[0])
        elif code == Path.LINETO:
            out.lineTo(ends[0])
        elif code == Path.CURVE3:
            out.quadTo(*ends)
        elif code == Path.CURVE4:
            out.cubicTo(*ends)
        elif code == Path.CLOSEPOLY:
            out.closeSubpath()
    return out
