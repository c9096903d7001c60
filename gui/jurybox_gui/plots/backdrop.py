"""What lies behind the runs: title, names of axes, iso lines with their values, reference lines."""

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from jurybox.figures import Figure, Line
from jurybox_gui.plots.frame import SMALL, Floats, Frame
from jurybox_gui.plots.layer import Layer
from jurybox_gui.plots.line_names import Spot, along, covered, place_on_lines
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.painting import CENTER, LEFT, RIGHT, kept, paint_text, text_width

DASHES = [4.0, 4.0]
_LINE = 16
_EDGE = 4.0
_ORIGIN = 64.0
_ALONG = (0.2, 0.3, 0.4, 0.5, 0.6, 0.1, 0.0)
"""How far along a level one its name may be, the best first: runs without a yes are at its left end."""
_CLEAR, _BESIDE = 9.0, 16.0  # px around a marker that a name keeps clear of, on a line and beside one
_NAME = 64.0  # px beside a marker that the name of its run may need
_UPRIGHT = (0.8, 0.35, 0.55)
"""How far along a slanted reference line its name may be, the best first."""


class Backdrop(Layer):
    """Painted once and kept as pixels until the axes, the lines, the size or the theme change."""

    def __init__(self, *, compact: bool, ground: str) -> None:
        super().__init__()
        self._compact = compact
        self._ground = ground
        self._figure: Figure | None = None
        self._frame: Frame | None = None
        self._bounds = QRectF()
        self._values: list[tuple[QRectF, str]] = []
        self._under: frozenset[int] = frozenset()
        """Which values lie under names of runs, and are left out."""
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)

    @property
    def values(self) -> Floats:
        """The boxes of what is written at lines, (k, 4), for names to keep clear of."""
        written = [box for box, _ in self._values] + self._level_names()
        boxes = [(r.left(), r.top(), r.right(), r.bottom()) for r in written]
        return np.array(boxes, dtype=np.float64).reshape(-1, 4)

    def _level_names(self) -> list[QRectF]:
        figure, frame = self._figure, self._frame
        if figure is None or frame is None or self._compact:
            return []
        boxes = []
        for line in figure.references:
            points = frame.pixels(line.x, line.y)
            boxes += (
                [_level_box(line.name, points, frame, _markers(figure, frame), self._bounds)]
                if _is_level(points)
                else _slanted_room(line.name, points, _markers(figure, frame))
            )
        return boxes

    def show_figure(self, figure: Figure, frame: Frame, bounds: QRectF) -> None:
        """Show the backdrop of `figure`; the view is `bounds`, the plot lies in it as `frame` says."""
        self.setRect(bounds)
        self._figure, self._frame, self._bounds = figure, frame, bounds
        self._values, self._under = [], frozenset()
        if not self._compact and figure.iso_lines:
            taken = [(box.left(), box.top(), box.right(), box.bottom()) for box in self._level_names()]
            for line in (*figure.references, *figure.curves):
                taken += covered(frame.pixels(line.x, line.y))
            self._values = _place_values(figure.iso_lines, frame, taken)
        self.update()

    def leave_out_under(self, names: Sequence[QRectF]) -> None:
        """Leave out the values of iso lines that names of runs, or lines to them, would lie on."""
        under = frozenset(
            at for at, (box, _) in enumerate(self._values) if any(box.intersects(name) for name in names)
        )
        if under != self._under:
            self._under = under
            self.update()

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Paint from the iso lines up to the names."""
        del option, widget
        if self._figure is None or self._frame is None or self._frame.plot.isEmpty():
            return
        with kept(painter):
            self._paint(painter, self._figure, self._frame)

    def _paint(self, painter: QPainter, figure: Figure, frame: Frame) -> None:
        tokens = theme().tokens
        ground = getattr(tokens, self._ground)
        with kept(painter):
            painter.setClipRect(frame.clip)
            _iso_lines(painter, figure, frame)
        for at, (box, text) in enumerate(self._values):
            if at in self._under:
                continue
            painter.fillRect(box, color(ground))
            paint_text(painter, box, text, font(Px.CAP), tokens.text3, CENTER)
        with kept(painter):
            painter.setClipRect(frame.clip)
            _references(painter, figure, frame)
        if not self._compact:
            _reference_names(painter, figure, frame, self._bounds, color(ground, 0.85))
        if self._compact:
            _names_compact(painter, figure, frame, self._bounds)
        else:
            _names(painter, figure, frame, self._bounds)


def _hairline(code: str) -> QPen:
    pen = QPen(color(code), 1.0)
    pen.setCosmetic(True)
    return pen


def _polyline(painter: QPainter, points: Floats) -> None:
    painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in points.tolist()]))


def _iso_lines(painter: QPainter, figure: Figure, frame: Frame) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for line in figure.iso_lines:
        pen = _hairline(theme().tokens.line2)
        if line.dashed:
            pen.setDashPattern([6.0, 3.0])
        painter.setPen(pen)
        _polyline(painter, frame.pixels(line.x, line.y))


def _references(painter: QPainter, figure: Figure, frame: Frame) -> None:
    pen = _hairline(theme().tokens.text2)
    pen.setDashPattern(DASHES)
    painter.setPen(pen)
    for line in figure.references:
        points = frame.pixels(line.x, line.y)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=not _is_level(points))
        _polyline(painter, points)


def _reference_names(painter: QPainter, figure: Figure, frame: Frame, view: QRectF, plate: QColor) -> None:
    for line in figure.references:
        points = frame.pixels(line.x, line.y)
        if _is_level(points):
            box = _level_box(line.name, points, frame, _markers(figure, frame), view)
            painter.fillRect(box, plate)
            paint_text(painter, box.adjusted(2, 0, 0, 0), line.name, font(Px.ASIDE), theme().tokens.text2)
        else:
            _name_slanted(painter, line.name, points, plate, _markers(figure, frame))


def _is_level(points: Floats) -> bool:
    return bool(abs(points[0, 1] - points[-1, 1]) < 1)


def _markers(figure: Figure, frame: Frame) -> Floats:
    """Return the pixels of all points, (n, 2)."""
    return frame.pixels([point.x for point in figure.points], [point.y for point in figure.points])


def _level_box(name: str, points: Floats, frame: Frame, markers: Floats, view: QRectF) -> QRectF:
    """Return the box under a level line, or over it where runs at the origin need the room.

    Farther along, or on the other side, where it would cover a marker else; at the end of the line, beside
    the plot, where that is so small that names of runs need all of it.
    """
    at, wide = float(points[0, 1]), text_width(name, font(Px.ASIDE)) + 4
    if frame.plot.width() < SMALL and view.right() - frame.plot.right() > wide + 8:
        return QRectF(frame.plot.right() + 6, at - _LINE / 2, wide, _LINE)
    below, above = at + 3, at - _LINE - 2
    tops = (below, above) if frame.plot.bottom() - at > _ORIGIN else (above, below)
    boxes = [
        QRectF(frame.plot.left() + along * frame.plot.width() + 4, top, wide, _LINE)
        for top in tops
        for along in _ALONG
        if top + _LINE <= frame.plot.bottom()
    ]
    boxes = boxes or [QRectF(frame.plot.left() + _ALONG[0] * frame.plot.width() + 4, tops[0], wide, _LINE)]
    # The names of runs need room beside their markers; the first of equally good boxes is taken.
    return min(boxes, key=lambda box: (_covered(box, markers), _covered(box, markers, _CLEAR, _NAME)))


def _covered(box: QRectF, markers: Floats, clear: float = _CLEAR, beside: float | None = None) -> int:
    """Return how many markers a box covers, or comes nearer to than `clear` px, at its sides `beside` px."""
    aside = clear if beside is None else beside
    room = box.adjusted(-aside, -clear, aside, clear)
    across = (markers[:, 0] > room.left()) & (markers[:, 0] < room.right())
    up = (markers[:, 1] > room.top()) & (markers[:, 1] < room.bottom())
    return int(np.count_nonzero(across & up))


def _slanted_part(name: str, points: Floats, markers: Floats) -> float:
    """Return how far along a slanted line its name is: where it is beside the fewest markers."""

    def beside(part: float) -> int:
        return sum(_covered(box, markers, _BESIDE) for box in _slanted_boxes(name, points, part))

    return min(_UPRIGHT, key=beside)


def _slanted_boxes(name: str, points: Floats, part: float) -> list[QRectF]:
    start, end = points[0].tolist(), points[-1].tolist()
    spots = along(tuple(start), tuple(end), text_width(name, font(Px.ASIDE)), part)
    return [QRectF(QPointF(*spot[:2]), QPointF(*spot[2:])) for spot in spots]


def _slanted_room(name: str, points: Floats, markers: Floats) -> list[QRectF]:
    return _slanted_boxes(name, points, _slanted_part(name, points, markers))


def _name_slanted(painter: QPainter, name: str, points: Floats, plate: QColor, markers: Floats) -> None:
    """Write along a slanted line, just above it."""
    face = font(Px.ASIDE)
    start, end = points[0], points[-1]
    at = start + (end - start) * _slanted_part(name, points, markers)
    angle = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
    width = text_width(name, face) + 6
    with kept(painter):
        painter.translate(at[0], at[1])
        painter.rotate(angle)
        box = QRectF(-width / 2, -_LINE - 2, width, _LINE)
        painter.fillRect(box, plate)
        paint_text(painter, box, name, face, theme().tokens.text2, CENTER)


def _names(painter: QPainter, figure: Figure, frame: Frame, view: QRectF) -> None:
    tokens, plot = theme().tokens, frame.plot
    wide = plot.width() + 40
    title = QRectF(plot.left(), plot.top() - 44, wide, 20)
    if not figure.y.label:  # nothing is between title and plot, and names may be at the left of it
        title = QRectF(0, plot.top() - 33, view.width(), 20)
    paint_text(painter, title, figure.title, font(Px.LEAD, 600), tokens.text, LEFT)
    over = QRectF(plot.left(), plot.top() - 24, wide, _LINE)
    paint_text(painter, over, figure.y.label, font(Px.ASIDE), tokens.text2, LEFT)
    under = QRectF(plot.left(), max(plot.bottom() + 21, view.bottom() - 27), plot.width(), _LINE)
    if not frame.turned:
        under.moveTop(plot.bottom() + 21)
    paint_text(painter, under, figure.x.label, font(Px.ASIDE), tokens.text2, RIGHT)


def _names_compact(painter: QPainter, figure: Figure, frame: Frame, view: QRectF) -> None:
    tokens, plot = theme().tokens, frame.plot
    wide = max(plot.width() + 10, view.right() - plot.left())
    title = QRectF(plot.left(), plot.top() - 23, wide, _LINE)
    paint_text(painter, title, figure.title, font(Px.ASIDE, 600), tokens.text, LEFT)


def _place_values(lines: tuple[Line, ...], frame: Frame, taken: list[Spot]) -> list[tuple[QRectF, str]]:
    """Find where each iso line's value can be set into it, near its end and over nothing written."""
    face = font(Px.CAP)
    room = frame.plot.adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
    boxes = place_on_lines(
        [frame.pixels(line.x, line.y) for line in lines],
        [(text_width(line.name, face) + 6, 14.0) for line in lines],
        (room.left(), room.top(), room.right(), room.bottom()),
        taken,
    )
    named = ((box, line.name) for box, line in zip(boxes, lines, strict=True) if box is not None)
    return [(QRectF(QPointF(*box[:2]), QPointF(*box[2:])), name) for box, name in named]
