"""The runs of a figure: markers, names beside them, the chosen one's ring and guides, the hover plate."""

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPixmap
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from jurybox.figures import Point
from jurybox_gui.plots.crowd import (
    ASIDE,
    NAME_HEIGHT,
    NAME_MAX,
    PAD,
    RING,
    PointCrowd,
    arrange,
    marker_size,
    name_face,
    name_weight,
    shown_name,
)
from jurybox_gui.plots.frame import Floats, Frame
from jurybox_gui.plots.layer import Layer
from jurybox_gui.plots.stamps import scale_of, stamp, stamp_all
from jurybox_gui.plots.tip import paint_tip, tip_lines
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.painting import LEFT, kept

REACH = 14.0
_LINE_PARTS = 24
"""Points along a line to a name at which overlaps are checked."""
_ONE_LINE = int(LEFT) | int(Qt.TextFlag.TextSingleLine)
_NAME_ROOM = np.array([NAME_MAX + 3 * PAD, NAME_HEIGHT + PAD])


class Marks(Layer):
    """Paints the runs over the backdrop; moves them without rebuilding anything."""

    def __init__(self, *, compact: bool, ground: str) -> None:
        super().__init__()
        self._compact = compact
        self._ground = ground
        self._frame: Frame | None = None
        self._bounds = QRectF()
        self._points: tuple[Point, ...] = ()
        self._obstacles: Floats = np.zeros((0, 4))
        self._before = PointCrowd()
        self._goal = PointCrowd()
        self._now = PointCrowd()
        self._hovered: int | None = None
        self._looks: tuple[object, ...] = ()
        self._drawn: list[tuple[int, QPen | None, QPixmap]] = []

    # --- what is shown -------------------------------------------------------------------------

    def show_points(self, points: tuple[Point, ...], frame: Frame, bounds: QRectF, obstacles: Floats) -> bool:
        """Show `points` from now on; return whether the same runs have new places.

        They are at their new places after `set_progress(1)`; until then they are on their way.
        """
        self.setRect(bounds)
        same_room = frame == self._frame
        # Names keep their places while points move, except after a change of size or while lines are still to
        # come.
        calm = same_room and (points != self._points or np.array_equal(obstacles, self._obstacles))
        self._frame, self._bounds, self._points, self._obstacles = frame, bounds, points, obstacles
        goal = arrange(points, frame, self._goal if calm else PointCrowd(), obstacles, compact=self._compact)
        comparable = same_room and goal.runs == self._now.runs
        self._before = self._now if comparable else goal
        emphasis = goal.chosen != self._goal.chosen
        moved = comparable and not np.array_equal(goal.at, self._before.at)
        self._goal = goal
        self._now = goal.between(self._before, 0.0 if moved else 1.0)
        if emphasis or not comparable or not moved:
            self.update()
        return moved

    def set_progress(self, part: float) -> None:
        """Show the runs `part` (0 to 1) of the way from their former places to the new ones."""
        self._now = self._goal.between(self._before, part)
        self.update(self._touched())

    def set_hovered(self, run: int | None) -> bool:
        """Show the plate of a run, or none; return whether it changed."""
        if run == self._hovered:
            return False
        self._hovered = run
        self.update()
        return True

    # --- positions ----------------------------------------------------------------------

    def place_of(self, run: int) -> QPointF | None:
        """Return the pixel of a run's marker; None if it has no place."""
        if run not in self._now.runs:
            return None
        x, y = self._now.at[self._now.runs.index(run)].tolist()
        return QPointF(x, y)

    def run_at(self, spot: QPointF) -> int | None:
        """Return the run whose marker is nearest to a pixel and within reach, else None."""
        now = self._now
        if not now.points:
            return None
        away = np.hypot(now.at[:, 0] - spot.x(), now.at[:, 1] - spot.y())
        nearest = int(np.argmin(away))
        return now.points[nearest].run if away[nearest] <= REACH else None

    def name_at(self, spot: QPointF) -> int | None:
        """Return the run whose name is at a pixel, else None."""
        now = self._now
        for n in reversed(range(len(now.points))):
            if not np.isnan(now.offset[n, 0]) and self._name_box(n).contains(spot):
                return now.points[n].run
        return None

    def name_place(self, run: int) -> tuple[float, float] | None:
        """Return where a run's name is, as in `Point.moved`; None if it is not shown."""
        found = [n for n, point in enumerate(self._now.points) if point.run == run and not point.aside]
        if not found or np.isnan(self._now.offset[found[0], 0]):
            return None
        middle, (x, y) = self._name_box(found[0]).center(), self._now.at[found[0]].tolist()
        return (middle.x() - x) / Px.ASIDE, (middle.y() - y) / Px.ASIDE

    def _name_box(self, n: int, crowd: PointCrowd | None = None) -> QRectF:
        now = self._now if crowd is None else crowd
        point, corner = now.points[n], now.at[n] + now.offset[n]
        width = shown_name(now.names[n], name_weight(point), italic=point.baseline)[1]
        return QRectF(corner[0], corner[1], width + 2 * PAD, NAME_HEIGHT)

    def written(self) -> list[QRectF]:
        """Return the boxes of names of runs, now or when the runs have arrived, and of the lines to them."""
        goal = self._goal
        boxes = []
        for n in np.flatnonzero(~np.isnan(goal.offset[:, 0])).tolist():
            box = self._name_box(n, goal)
            boxes.append(box)
            if goal.far[n]:
                (x, y), end = goal.at[n].tolist(), box.center()
                steps = np.linspace(0.0, 1.0, _LINE_PARTS).tolist()
                boxes += [QRectF(x + part * (end.x() - x) - 1, y + part * (end.y() - y) - 1, 2, 2) for part in steps]
        return boxes

    def named(self) -> tuple[str, ...]:
        """Return the names that fit, in the order of the points."""
        placed = ~np.isnan(self._now.offset[:, 0])
        return tuple(name for name, shown in zip(self._now.names, placed, strict=True) if shown)

    # --- painting ------------------------------------------------------------------------------

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        del option, widget
        frame, now = self._frame, self._now
        if frame is None or frame.plot.isEmpty():
            return
        runs, chosen = self._goal.runs, self._goal.chosen  # they are the same during movement
        with kept(painter):
            if chosen is not None:
                _guides(painter, frame, now.at[chosen])
            for n in np.flatnonzero(~np.isnan(now.offset[:, 0])).tolist():
                self._name(painter, n)
            self._markers(painter)
            if self._hovered in runs:
                n = runs.index(self._hovered)
                paint_tip(painter, self._bounds, QPointF(*now.at[n]), tip_lines(now.points[n], frame))

    def _order(self) -> list[int]:
        """Baselines lowest, the chosen and the hovered run on top."""
        heights = [
            3 * (p.run == self._hovered) + 2 * p.emphasized + (not p.baseline) - (p.aside != "")
            for p in self._goal.points
        ]
        return sorted(range(len(heights)), key=heights.__getitem__)

    def _markers(self, painter: QPainter) -> None:
        looks = self._goal.points, self._hovered, theme().dark, scale_of(painter)
        if looks != self._looks:
            self._looks, self._drawn = looks, self._draw(looks[-1])
        places, half = self._now.at.tolist(), (RING if not self._compact else RING * 0.75) / 2 - 1
        stamp_all(painter, [(marker, places[n]) for n, ring, marker in self._drawn if ring is None])
        for n, ring, marker in self._drawn:
            if ring is not None:
                painter.setPen(ring)
                painter.setBrush(color(self._under))
                painter.drawEllipse(QPointF(*places[n]), half, half)
                stamp_all(painter, [(marker, places[n])])

    def _draw(self, scale: float) -> list[tuple[int, QPen | None, QPixmap]]:
        """Return the points in their order, each with the pen of its ring, if it has one, and its marker."""
        tokens, under, usual = theme().tokens, self._under, self._size
        drawn: list[tuple[int, QPen | None, QPixmap]] = []
        for n in self._order():
            point = self._goal.points[n]
            code = tokens.accent if point.emphasized else tokens.text3 if point.run == self._hovered else None
            ring = None if code is None else QPen(color(code), 2.0 if point.emphasized else 1.0)
            style, size = theme().run_style(point.run), ASIDE if point.aside else usual
            halo = under if ring is None else None
            drawn.append((n, ring, stamp(style, size, halo, scale, dark=tokens.dark)))
        return drawn

    def _name(self, painter: QPainter, n: int) -> None:
        now = self._now
        point, tokens = now.points[n], theme().tokens
        shown, _ = shown_name(now.names[n], name_weight(point), italic=point.baseline)
        box = self._name_box(n)
        if now.far[n]:
            _leader(painter, now.at[n], box)
        painter.fillRect(box, color(self._under, 0.85))
        painter.setFont(name_face(name_weight(point), italic=point.baseline))
        painter.setPen(color(tokens.text2 if point.baseline else tokens.text))
        painter.drawText(box.adjusted(PAD, 0, PAD, 0), _ONE_LINE, shown)

    # --- arranging -----------------------------------------------------------------------------

    @property
    def _under(self) -> str:
        return str(getattr(theme().tokens, self._ground))

    @property
    def _size(self) -> float:
        return marker_size(compact=self._compact, count=len(self._goal.points))

    def _touched(self) -> QRectF:
        """Return the part of the view that changes while the runs move."""
        before, goal = self._before, self._goal
        chosen = goal.chosen
        moving = (goal.at != before.at).any(axis=1) | _differ(goal.offset, before.offset)
        if not moving.any() or (chosen is not None and moving[chosen]) or self._hovered is not None:
            return self._bounds
        reach = np.array([RING, RING])
        corners = [at[moving] + side * reach for at in (goal.at, before.at) for side in (-1, 1)]
        for crowd in (goal, before):
            corner = (crowd.at + crowd.offset)[moving & ~np.isnan(crowd.offset[:, 0])]
            corners += [corner - PAD, corner + _NAME_ROOM]
        all_corners = np.concatenate(corners)
        low, high = all_corners.min(axis=0), all_corners.max(axis=0)
        return QRectF(QPointF(*low), QPointF(*high)) & self._bounds


def _differ(one: Floats, other: Floats) -> NDArray[np.bool_]:
    same = (one == other) | (np.isnan(one) & np.isnan(other))
    return np.asarray(~same.all(axis=1))


def _guides(painter: QPainter, frame: Frame, at: Floats) -> None:
    """Draw dashed lines from the chosen run to both axes."""
    x, y = (float(np.floor(v)) + 0.5 for v in at)
    pen = QPen(color(theme().tokens.accent), 1.0)
    pen.setDashPattern([3.0, 3.0])
    with kept(painter):
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        painter.setPen(pen)
        painter.drawLine(QLineF(x, y, frame.plot.left(), y))
        painter.drawLine(QLineF(x, y, x, frame.plot.bottom()))


def _leader(painter: QPainter, at: Floats, name: QRectF) -> None:
    """Draw a line from a marker to a name that did not fit beside it."""
    end = QPointF(min(max(at[0], name.left()), name.right()), min(max(at[1], name.top() + 2), name.bottom() - 2))
    painter.setPen(QPen(color(theme().tokens.ctl), 1.0))
    painter.drawLine(QLineF(QPointF(*at), end))
