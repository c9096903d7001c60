"""The layer behind the runs: title, names of axes, iso lines with their values, reference lines."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from jurybox.figures import Figure, Line
from jurybox_gui.plots.frame import SMALL, Floats, Frame
from jurybox_gui.plots.layer import Layer
from jurybox_gui.plots.line_names import Spot, along, covered, place_on_lines
from jurybox_gui.plots.stamps import scale_of
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
"""Positions along a level reference line for its name, best first: runs without a yes are at its left end."""
_TITLE = 8  # px from the edge, where the ring of the keyboard is
_CLEAR, _BESIDE = 9.0, 16.0  # px around a marker that a name keeps clear of, on a line and beside one
_NAME = 64.0  # px beside a marker that the name of its run may need
_UPRIGHT = (0.8, 0.35, 0.55)
"""Positions along a slanted reference line for its name, best first."""


@dataclass(frozen=True, slots=True)
class _LineName:
    """The name of a reference line: the line in pixels, the position along a slanted one, and its boxes."""

    text: str
    points: Floats
    part: float
    boxes: list[QRectF]


class Backdrop(Layer):
    """Painted once and cached as pixels until the axes, the lines, the size or the theme change."""

    def __init__(self, *, compact: bool, ground: str) -> None:
        super().__init__()
        self._compact = compact
        self._ground = ground
        self._figure: Figure | None = None
        self._frame: Frame | None = None
        self._bounds = QRectF()
        self._iso_look: tuple[object, ...] = ()
        self._iso_drawn: QPixmap | None = None
        self._names: list[_LineName] = []
        self._values: list[tuple[QRectF, str]] = []
        self._under: frozenset[int] = frozenset()
        """Which values lie under names of runs, and are left out."""
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)

    @property
    def values(self) -> Floats:
        """The boxes of the texts on lines, (k, 4), which names of runs avoid."""
        written = [box for box, _ in self._values] + [box for name in self._names for box in name.boxes]
        return np.array([_spot(box) for box in written], dtype=np.float64).reshape(-1, 4)

    def show_figure(self, figure: Figure, frame: Frame, bounds: QRectF, curves: Sequence[Floats]) -> None:
        """Show the backdrop of `figure`; the view is `bounds`, and `frame` places the plot in it.

        `curves` are drawn over it, in pixels, each (n, 2): no text is placed below them if possible.
        """
        self.setRect(bounds)
        self._figure, self._frame, self._bounds = figure, frame, bounds
        self._values, self._under = [], frozenset()
        self._names = [] if self._compact else _line_names(figure, frame, bounds)
        if not self._compact and figure.iso_lines:
            taken = [_spot(box) for name in self._names for box in name.boxes]
            for path in (*[name.points for name in self._names], *curves):
                taken += covered(path)
            self._values = _place_values(figure.iso_lines, frame, taken)
        self.update()

    def leave_out_under(self, names: Sequence[QRectF]) -> None:
        """Leave out the values of iso lines that would lie under names of runs, or under lines to them."""
        under = frozenset(at for at, (box, _) in enumerate(self._values) if any(box.intersects(name) for name in names))
        if under != self._under:
            self._under = under
            self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
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
            self._paint_iso_lines(painter, figure, frame)
        for at, (box, text) in enumerate(self._values):
            if at in self._under:
                continue
            painter.fillRect(box, color(ground))
            paint_text(painter, box, text, font(Px.CAP), tokens.text3, CENTER)
        with kept(painter):
            painter.setClipRect(frame.clip)
            _references(painter, figure, frame)
        _write_names(painter, self._names, color(ground, 0.85))
        if self._compact:
            _names_compact(painter, figure, frame, self._bounds)
        else:
            _names(painter, figure, frame, self._bounds)

    def _paint_iso_lines(self, painter: QPainter, figure: Figure, frame: Frame) -> None:
        """Paint the iso lines, from the second time on from pixels: hyperbolas stay while all else moves."""
        scale = scale_of(painter)
        look = figure.iso_lines, frame, self._bounds, scale, theme().tokens.line2
        if look != self._iso_look or not isinstance(painter.device(), QPixmap) or scale % 1:
            self._iso_look, self._iso_drawn = look, None
            _iso_lines(painter, figure, frame)
            return
        if self._iso_drawn is None:
            self._iso_drawn = QPixmap((self._bounds.size() * scale).toSize())
            self._iso_drawn.setDevicePixelRatio(scale)
            self._iso_drawn.fill(Qt.GlobalColor.transparent)
            inside = QPainter(self._iso_drawn)
            inside.setClipRect(frame.clip)
            _iso_lines(inside, figure, frame)
            inside.end()
        painter.drawPixmap(QPointF(0, 0), self._iso_drawn)


def _spot(box: QRectF) -> Spot:
    return box.left(), box.top(), box.right(), box.bottom()


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


def _line_names(figure: Figure, frame: Frame, view: QRectF) -> list[_LineName]:
    """Find places for the names of the reference lines, beside as few markers as possible."""
    if not figure.references:
        return []
    markers = frame.pixels([point.x for point in figure.points], [point.y for point in figure.points])
    names = []
    for line in figure.references:
        points = frame.pixels(line.x, line.y)
        if _is_level(points):
            part, boxes = 0.0, [_level_box(line.name, points, frame, markers, view)]
        else:
            part, boxes = _slanted_room(line.name, points, markers)
        names.append(_LineName(line.name, points, part, boxes))
    return names


def _write_names(painter: QPainter, names: Sequence[_LineName], plate: QColor) -> None:
    for name in names:
        if _is_level(name.points):
            box = name.boxes[0]
            painter.fillRect(box, plate)
            paint_text(painter, box.adjusted(2, 0, 0, 0), name.text, font(Px.ASIDE), theme().tokens.text2)
        else:
            _write_slanted(painter, name, plate)


def _is_level(points: Floats) -> bool:
    return bool(abs(points[0, 1] - points[-1, 1]) < 1)


def _level_box(name: str, points: Floats, frame: Frame, markers: Floats, view: QRectF) -> QRectF:
    """Return the box under a level line, or over it if runs at the origin need the room.

    It is farther along, or on the other side, if it would otherwise cover a marker; at the end of the line,
    beside the plot, if the plot is so small that names of runs need all of it.
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
    return min(boxes, key=lambda box: (_covered(box, markers), _covered(box, markers, _NAME)))


def _covered(box: QRectF, markers: Floats, beside: float = _CLEAR) -> int:
    """Return how many markers a box covers, or comes closer to than 9 px, at its sides `beside` px."""
    room = box.adjusted(-beside, -_CLEAR, beside, _CLEAR)
    across = (markers[:, 0] > room.left()) & (markers[:, 0] < room.right())
    up = (markers[:, 1] > room.top()) & (markers[:, 1] < room.bottom())
    return int(np.count_nonzero(across & up))


def _slanted_room(name: str, points: Floats, markers: Floats) -> tuple[float, list[QRectF]]:
    """Return the position of a name along a slanted line, and its boxes: beside the fewest markers."""
    start, end = points[0].tolist(), points[-1].tolist()
    wide = text_width(name, font(Px.ASIDE))
    rooms = [(part, along(tuple(start), tuple(end), wide, part)) for part in _UPRIGHT]

    def beside(room: tuple[float, list[Spot]]) -> int:
        left, top, right, bottom = np.array(room[1]).T[..., None]
        across = (markers[:, 0] > left - _BESIDE) & (markers[:, 0] < right + _BESIDE)
        up = (markers[:, 1] > top - _BESIDE) & (markers[:, 1] < bottom + _BESIDE)
        return int(np.count_nonzero(across & up))

    part, spots = min(rooms, key=beside)
    return part, [QRectF(QPointF(*spot[:2]), QPointF(*spot[2:])) for spot in spots]


def _write_slanted(painter: QPainter, name: _LineName, plate: QColor) -> None:
    """Write along a slanted line, just above it."""
    face = font(Px.ASIDE)
    start, end = name.points[0], name.points[-1]
    at = start + (end - start) * name.part
    angle = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
    width = text_width(name.text, face) + 6
    with kept(painter):
        painter.translate(at[0], at[1])
        painter.rotate(angle)
        box = QRectF(-width / 2, -_LINE - 2, width, _LINE)
        painter.fillRect(box, plate)
        paint_text(painter, box, name.text, face, theme().tokens.text2, CENTER)


def _names(painter: QPainter, figure: Figure, frame: Frame, view: QRectF) -> None:
    tokens, plot = theme().tokens, frame.plot
    wide = plot.width() + 40
    title = QRectF(plot.left(), plot.top() - 44, wide, 20)
    if not figure.y.label:  # nothing is between title and plot, but names may be to its left
        title = QRectF(_TITLE, plot.top() - 33, view.width() - 2 * _TITLE, 20)
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
    """Find where each iso line's value can be set into it, near its end and over no other text."""
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
