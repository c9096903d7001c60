"""The runs of a figure: markers, names beside them, the chosen one's ring and guides, the hover plate."""

from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from jurybox.figures import Point
from jurybox_gui.pieces.painting import LEFT, kept, one_line, text_width
from jurybox_gui.plots.frame import Floats, Frame
from jurybox_gui.plots.placing import Names, place_names
from jurybox_gui.plots.stamps import stamp_marker
from jurybox_gui.plots.tip import paint_tip
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px

RING = 24.0
REACH = 14.0
_SIZE = {False: 11.0, True: 9.0}
_CROWD = 30
_NAME_HEIGHT = 15.0
_NAME_MAX = 150.0
_PAD = 3.0
_OVER = 12.0  # how far a name may reach over the right edge of the plot
_ONE_LINE = int(LEFT) | int(Qt.TextFlag.TextSingleLine)
_NAME_ROOM = np.array([_NAME_MAX + 3 * _PAD, _NAME_HEIGHT + _PAD])


@dataclass(frozen=True)
class _Crowd:
    """Points with a place, where they stand in pixels, and where their names stand beside them."""

    points: tuple[Point, ...] = ()
    at: Floats = field(default_factory=lambda: np.zeros((0, 2)))
    offset: Floats = field(default_factory=lambda: np.zeros((0, 2)))
    place: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    far: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, dtype=bool))

    @property
    def runs(self) -> tuple[int, ...]:
        return tuple(point.run for point in self.points)

    @property
    def chosen(self) -> int | None:
        return next((n for n, point in enumerate(self.points) if point.emphasized), None)

    def between(self, before: "_Crowd", part: float) -> "_Crowd":
        """Return the crowd on its way here from `before`, which has the same runs; names follow."""
        if part >= 1:
            return self
        offset = before.offset + (self.offset - before.offset) * part
        return _Crowd(self.points, before.at + (self.at - before.at) * part, offset, self.place, self.far)


class Marks(QGraphicsItem):
    """Paints the runs over the backdrop; moves them without building anything anew."""

    def __init__(self, *, compact: bool, ground: str) -> None:
        super().__init__()
        self._compact = compact
        self._ground = ground
        self._frame: Frame | None = None
        self._bounds = QRectF()
        self._before = _Crowd()
        self._goal = _Crowd()
        self._now = _Crowd()
        self._hovered: int | None = None

    # --- what is shown -------------------------------------------------------------------------

    def show_points(self, points: tuple[Point, ...], frame: Frame, bounds: QRectF, obstacles: Floats) -> bool:
        """Show `points` from now on; return whether the same runs have other places than before.

        They stand at their new places after `set_progress(1)`; until then they are on their way.
        """
        if bounds != self._bounds:
            self.prepareGeometryChange()
        same_room = frame == self._frame
        self._frame, self._bounds = frame, bounds
        goal = self._arrange(points, frame, obstacles)
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
        """Show the plate of a run, or none; return whether that is another one than before."""
        if run == self._hovered:
            return False
        self._hovered = run
        self.update()
        return True

    # --- where things are ----------------------------------------------------------------------

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

    def named(self) -> tuple[str, ...]:
        """Return the names that found room, in the order of the points."""
        placed = ~np.isnan(self._now.offset[:, 0])
        return tuple(p.name for p, shown in zip(self._now.points, placed, strict=True) if shown)

    def boundingRect(self) -> QRectF:
        """Return the whole view; names and plates may stand anywhere in it."""
        return self._bounds

    # --- painting ------------------------------------------------------------------------------

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Paint guides, names, markers, the chosen run and the plate, in that order."""
        del option, widget
        frame, now = self._frame, self._now
        if frame is None or frame.plot.isEmpty():
            return
        with kept(painter):
            if now.chosen is not None:
                _guides(painter, frame, now.at[now.chosen])
            for n in range(len(now.points)):
                self._name(painter, n)
            for n in self._order():
                self._marker(painter, n)
            if self._hovered in now.runs:
                n = now.runs.index(self._hovered)
                paint_tip(painter, self._bounds, QPointF(*now.at[n]), now.points[n], frame)

    def _order(self) -> list[int]:
        """Baselines lowest, the chosen and the hovered run on top."""
        points = self._now.points

        def height(n: int) -> int:
            p = points[n]
            return 3 * (p.run == self._hovered) + 2 * p.emphasized + (not p.baseline)

        return sorted(range(len(points)), key=height)

    def _marker(self, painter: QPainter, n: int) -> None:
        point, tokens = self._now.points[n], theme().tokens
        center = QPointF(*self._now.at[n])
        ring = tokens.accent if point.emphasized else tokens.text3 if point.run == self._hovered else None
        if ring is not None:
            painter.setPen(QPen(color(ring), 2.0 if point.emphasized else 1.0))
            painter.setBrush(color(self._under))
            half = (RING if not self._compact else RING * 0.75) / 2 - 1
            painter.drawEllipse(center, half, half)
        stamp_marker(painter, center, point.run, self._size, self._under if ring is None else None)

    def _name(self, painter: QPainter, n: int) -> None:
        now = self._now
        offset = now.offset[n]
        if np.isnan(offset[0]):
            return
        point, tokens = now.points[n], theme().tokens
        shown, width = _shown_name(point.name, _weight(point), italic=point.baseline)
        corner = now.at[n] + offset
        box = QRectF(corner[0], corner[1], width + 2 * _PAD, _NAME_HEIGHT)
        if now.far[n]:
            _leader(painter, now.at[n], box)
        painter.fillRect(box, color(self._under, 0.85))
        painter.setFont(_face(_weight(point), italic=point.baseline))
        painter.setPen(color(tokens.text2 if point.baseline else tokens.text))
        painter.drawText(box.adjusted(_PAD, 0, _PAD, 0), _ONE_LINE, shown)

    # --- arranging -----------------------------------------------------------------------------

    @property
    def _under(self) -> str:
        return str(getattr(theme().tokens, self._ground))

    @property
    def _size(self) -> float:
        return _SIZE[self._compact or len(self._goal.points) > _CROWD]

    def _arrange(self, points: tuple[Point, ...], frame: Frame, obstacles: Floats) -> _Crowd:
        drawn = tuple(point for point in points if point.drawn)
        if not drawn:
            return _Crowd()
        at = frame.pixels([p.x for p in drawn], [p.y for p in drawn])
        radii = np.array([RING / 2 if p.emphasized else _SIZE[self._compact] / 2 + 1 for p in drawn])
        named = np.array([p.emphasized or not self._compact for p in drawn])
        offset, place = np.full_like(at, np.nan), np.full(len(drawn), -1, dtype=np.int64)
        far = np.zeros(len(drawn), dtype=bool)
        if named.any():
            others = np.concatenate([at - radii[:, None], at + radii[:, None]], axis=1)[~named]
            names = self._place(
                [p for p, is_named in zip(drawn, named, strict=True) if is_named],
                at[named],
                radii[named],
                frame,
                np.concatenate([obstacles, others]),
            )
            offset[named], place[named], far[named] = names.offset, names.place, names.far
        return _Crowd(drawn, at, offset, place, far)

    def _place(
        self, points: list[Point], at: Floats, radii: Floats, frame: Frame, obstacles: Floats
    ) -> Names:
        places = dict(zip(self._goal.runs, self._goal.place.tolist(), strict=True))
        room = frame.plot.adjusted(1, 1, _OVER, -1)
        return place_names(
            at,
            np.array([_name_size(point) for point in points]),
            (room.left(), room.top(), room.right(), room.bottom()),
            radii=radii,
            first=next((n for n, point in enumerate(points) if point.emphasized), None),
            before=np.array([places.get(point.run, -1) for point in points]),
            obstacles=obstacles,
        )

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
            corners += [corner - _PAD, corner + _NAME_ROOM]
        all_corners = np.concatenate(corners)
        low, high = all_corners.min(axis=0), all_corners.max(axis=0)
        return QRectF(QPointF(*low), QPointF(*high)) & self._bounds


def _differ(one: Floats, other: Floats) -> NDArray[np.bool_]:
    same = (one == other) | (np.isnan(one) & np.isnan(other))
    return np.asarray(~same.all(axis=1))


def _weight(point: Point) -> int:
    return 600 if point.emphasized else 400


def _face(weight: int, *, italic: bool) -> QFont:
    return font(Px.ASIDE, weight, italic=italic)


@lru_cache(maxsize=2048)
def _shown_name(name: str, weight: int, *, italic: bool) -> tuple[str, float]:
    """Return a name as one line no wider than a name may be, and its width."""
    face = _face(weight, italic=italic)
    shown = QFontMetricsF(face).elidedText(one_line(name), Qt.TextElideMode.ElideRight, _NAME_MAX)
    return shown, text_width(shown, face)


def _name_size(point: Point) -> tuple[float, float]:
    return _shown_name(point.name, _weight(point), italic=point.baseline)[1] + 2 * _PAD, _NAME_HEIGHT


def _guides(painter: QPainter, frame: Frame, at: Floats) -> None:
    """Lead dashed lines from the chosen run to both axes."""
    x, y = (float(np.floor(v)) + 0.5 for v in at)
    pen = QPen(color(theme().tokens.accent), 1.0)
    pen.setDashPattern([3.0, 3.0])
    with kept(painter):
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        painter.setPen(pen)
        painter.drawLine(QLineF(x, y, frame.plot.left(), y))
        painter.drawLine(QLineF(x, y, x, frame.plot.bottom()))


def _leader(painter: QPainter, at: Floats, name: QRectF) -> None:
    """Join a marker to a name that found no room beside it."""
    end = QPointF(
        min(max(at[0], name.left()), name.right()),
        min(max(at[1], name.top() + 2), name.bottom() - 2),
    )
    painter.setPen(QPen(color(theme().tokens.ctl), 1.0))
    painter.drawLine(QLineF(QPointF(*at), end))
