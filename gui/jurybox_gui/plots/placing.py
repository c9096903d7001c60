"""Where names go beside crowded points: greedy, deterministic, and steady while points move."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Boxes = NDArray[np.float64]
"""Boxes as (left, top, right, bottom) in pixels, y downward, in the last axis."""

GAP = 4.0
_NEEDS_LINE = 8.0  # the distance from its marker at which a name moved by hand gets a line to it
_FAR = (15.0, 32.0, 52.0, 76.0, 104.0, 136.0)
"""The distances of the rings of places whose names have a line; all but the first in small crowds only."""
_HUG = 2.0
_DIAGONAL = 0.7
_LATER = 0.1
_MOVE = 0.35
_SOFT = 0.6
_FAR_COST = 3.0
_NOWHERE_COST = 20.0
_OUTSIDE_COST = 100.0
_NEIGHBORS = 6  # the number of nearby names that may be moved
_TINY = 1e-9
_CLEARLY = 2.0  # pixels by which a name is nearer to its own marker, and a line keeps off others
_ROOM_FOR_ALL = 30  # beyond that many points not every name fits, and trying costs time
# Sides as (x, y): the direction from the point to the near edge of the name, best first.
_SIDES = np.array(
    [
        *[(1, 0), (1, -1), (1, 1), (1, -0.6), (1, 0.6)],
        *[(-1, 0), (-1, -1), (-1, 1), (-1, -0.6), (-1, 0.6), (0, -1), (0, 1)],
    ],
    dtype=np.float64,
)
_NEAR = len(_SIDES)


@dataclass(frozen=True, slots=True)
class NamePlaces:
    """Where each name goes: its top left corner relative to the point, NaN if it has no room.

    `place` is the number of the place taken, -1 for none; pass it back as `before` to keep names where they
    were. `far` is true if the name needs a line to its point, and `clean` if that line meets no other marker.
    """

    offset: Floats
    place: NDArray[np.int64]
    far: NDArray[np.bool_]
    clean: NDArray[np.bool_]


def place_names(
    points: Floats,
    sizes: Floats,
    bounds: tuple[float, float, float, float],
    *,
    radii: Floats,
    first: int | None = None,
    before: NDArray[np.int64] | None = None,
    obstacles: Boxes | None = None,
    moved: Floats | None = None,
) -> NamePlaces:
    """Place one name beside each point, clear of other names and of other points' markers.

    `points` (n, 2) and `sizes` (n, 2) are in pixels, `bounds` is the box that names must not leave, `radii`
    (n,) are those of the markers. `first` is the point whose name has priority and is placed even if there is
    no room. `obstacles` (k, 4) are boxes that names avoid if they can. `moved` (n, 2) are the centers of
    names, relative to their points, that somebody chose, NaN for all others: those names stay there, whatever
    they cover, and the others avoid them. A name without a line is at least as near to its own marker as to
    any other; the line of a name farther out meets no name and no marker except those that touch its own.
    Crowded points choose first; of several free places a name takes its former one, else the first in this
    order: right, upper right, lower right, left, above, below, then the same farther out.
    """
    offsets = _offsets(sizes, radii, _FAR if len(points) <= _ROOM_FOR_ALL else _FAR[:1])
    put = np.zeros(len(points), dtype=np.bool_) if moved is None else ~np.isnan(moved[:, 0])
    if moved is not None and put.any():
        offsets[put] = _within(points, moved - sizes / 2, sizes, bounds)[put, None]
    boxes = _boxes(points, offsets, sizes)
    ends = _nearest(points[:, None], boxes)
    inside = _inside(boxes, bounds)
    clear = inside & ~_over_markers(boxes, points, radii)
    misleading, meets, astray = _misleading(boxes, ends, points, radii)
    free = clear & (misleading == 0)
    cost = _costs(boxes, before, obstacles) + np.where(inside, 0.0, _OUTSIDE_COST)
    placement = _Placement(boxes, free, cost, points, ends, put)
    for at in np.flatnonzero(put).tolist():
        apart = float(_distance(points[at], ends[at, 0])) - radii[at]
        placement.taken[at] = _NEAR if apart > _NEEDS_LINE else 0
    for at in _turns(free, first):
        if put[at]:
            continue
        placement.take(at, at_any_price=at == first)
    if len(points) <= _ROOM_FOR_ALL:
        for at in _turns(free, first)[first is not None :]:
            if not put[at]:
                placement.make_room(at)
        # A point among others is named all the same, with a line over as few others as possible.
        possible = clear & ~astray
        for at in np.flatnonzero(placement.taken < 0).tolist():
            placement.take_among(at, possible[at], misleading[at])
            if placement.taken[at] < 0:
                placement.change_with_neighbor(at, possible, misleading, first)
    return _result(offsets, placement.taken, meets)


class _Placement:
    """The places of all names, and which are taken by whom."""

    def __init__(
        self, boxes: Boxes, free: NDArray[np.bool_], cost: Floats, points: Floats, ends: Floats, put: NDArray[np.bool_]
    ) -> None:
        self._boxes, self._free, self._cost, self.put = boxes, free, cost, put
        self._points, self._ends = points, ends
        self.taken = np.full(len(boxes), -1, dtype=np.int64)
        low, high = boxes[..., :2].min(axis=1), boxes[..., 2:].max(axis=1)
        self._rooms = np.hstack((np.minimum(low, points), np.maximum(high, points))).tolist()

    def take(self, at: int, *, at_any_price: bool = False) -> None:
        """Take the cheapest place that touches no name; `at_any_price`: the cheapest of all."""
        clear = self._free[at] & ~self._touches(at).any(axis=1)
        if clear.any() or at_any_price:
            allowed = clear if clear.any() else np.ones_like(clear)
            self.taken[at] = int(np.argmin(np.where(allowed, self._cost[at], np.inf)))

    def take_among(self, at: int, clear: NDArray[np.bool_], met: NDArray[np.int64]) -> None:
        """Take the place that touches no name and whose line meets the fewest markers, then lines, if any."""
        open_ones = clear & ~self._touches(at, crossing=True).any(axis=1) & (np.arange(len(clear)) >= _NEAR)
        if open_ones.any():
            crossed = self._touches(at).sum(axis=1)
            price = met * _NOWHERE_COST + crossed * _FAR_COST + self._cost[at]
            self.taken[at] = int(np.argmin(np.where(open_ones, price, np.inf)))

    def change_with_neighbor(
        self, at: int, clear: NDArray[np.bool_], met: NDArray[np.int64], first: int | None
    ) -> None:
        """Swap with the nearest neighbor whose name blocks this line: it gets a line instead."""
        apart = _distance(self._points, self._points[at])
        movable = (self.taken >= 0) & ~self.put
        if first is not None:
            movable[first] = False
        for neighbor in np.argsort(apart, kind="stable")[: _NEIGHBORS + 1].tolist():
            if not movable[neighbor]:
                continue
            before, self.taken[neighbor] = self.taken[neighbor], -1
            self.take_among(at, clear[at], met[at])
            if self.taken[at] >= 0:
                self.take(neighbor)
                if self.taken[neighbor] < 0:
                    self.take_among(neighbor, clear[neighbor], met[neighbor])
                if self.taken[neighbor] >= 0:
                    return
            self.taken[at], self.taken[neighbor] = -1, before

    def make_room(self, at: int) -> None:
        """Take a better place from one neighbor who can move, if both together gain."""
        spent = self._spent(at)
        if spent < _FAR_COST:
            return
        touches = self._touches(at)
        for place in np.argsort(self._cost[at], kind="stable").tolist():
            neighbors = np.flatnonzero(touches[place])
            if self.put[neighbors].any():
                continue
            gain = spent - self._cost[at, place]
            if gain <= 0:
                return
            if self._free[at, place] and len(neighbors) == 1 and self._move_over(at, place, int(neighbors[0]), gain):
                return

    def _move_over(self, at: int, place: int, neighbor: int, gain: float) -> bool:
        before = self.taken[at], self.taken[neighbor]
        price = self._spent(neighbor)
        self.taken[at], self.taken[neighbor] = place, -1
        self.take(neighbor)
        if self.taken[neighbor] >= 0 and self._spent(neighbor) - price < gain:
            return True
        self.taken[at], self.taken[neighbor] = before
        return False

    def _spent(self, at: int) -> float:
        place = self.taken[at]
        return _NOWHERE_COST if place < 0 else float(self._cost[at, place])

    def _touches(self, at: int, *, crossing: bool = False) -> NDArray[np.bool_]:
        """Return for each place of a name which other names it or its line would touch: (places, names).

        `crossing`: lines may cross each other.
        """
        touched = np.zeros((self._boxes.shape[1], len(self._boxes)), dtype=np.bool_)
        others = self._around(at)
        boxes, ends = self._boxes[at][:, None], self._ends[at, _NEAR:][:, None]
        names = self._boxes[others, self.taken[others]]
        touched[:, others] = _overlap(boxes, names)
        touched[_NEAR:, others] |= _crosses(self._points[at], ends, names)
        lined = others[self.taken[others] >= _NEAR]
        if len(lined):
            starts, lines = self._points[lined], self._ends[lined, self.taken[lined]]
            touched[:, lined] |= _crosses(starts, lines, boxes)
            if not crossing:
                touched[_NEAR:, lined] |= _cross(self._points[at], ends, starts, lines)
        return touched

    def _around(self, at: int) -> NDArray[np.int64]:
        """Return which other names, or lines to them, are near any place of a name or a line to one."""
        placed = self.taken >= 0
        placed[at] = False
        others = np.flatnonzero(placed)
        names, points = self._boxes[others, self.taken[others]], self._points[others]
        low, high = np.minimum(names[:, :2], points), np.maximum(names[:, 2:], points)
        left, top, right, bottom = self._rooms[at]
        near = (low[:, 0] <= right) & (high[:, 0] >= left) & (low[:, 1] <= bottom) & (high[:, 1] >= top)
        return np.asarray(others[near])


def _result(offsets: Floats, chosen: NDArray[np.int64], meets: NDArray[np.bool_]) -> NamePlaces:
    clean = ~meets[np.arange(len(chosen)), chosen]
    offset = offsets[np.arange(len(chosen)), chosen]
    offset[chosen < 0] = np.nan
    return NamePlaces(offset, chosen, chosen >= _NEAR, clean)


def _offsets(sizes: Floats, radii: Floats, rings_out: tuple[float, ...]) -> Floats:
    """Top left corners of all places of all names, relative to their points: (n, places, 2)."""
    diagonal = np.abs(_SIDES).sum(axis=1) == 2
    halfway = (_SIDES[:, 0] != 0) & ~diagonal
    hug = np.where(diagonal, [[_DIAGONAL], [_DIAGONAL]], 1.0).T
    rings = []
    for far in (0.0, *rings_out):
        reach = (radii + GAP + far)[:, None, None]
        corner = _SIDES * hug * reach
        corner[..., 1] -= _SIDES[:, 1] * diagonal * _HUG
        corner[..., 1] *= ~halfway
        rings.append(corner + (_SIDES - 1) / 2 * sizes[:, None])
    return np.concatenate(rings, axis=1)


def _within(points: Floats, offsets: Floats, sizes: Floats, bounds: tuple[float, float, float, float]) -> Floats:
    """Return the top left corners of names, relative to their points, kept within the bounds."""
    corner = np.minimum(points + offsets, np.array(bounds[2:]) - sizes)
    return np.asarray(np.maximum(corner, np.array(bounds[:2])) - points)


def _boxes(points: Floats, offsets: Floats, sizes: Floats) -> Boxes:
    corner = points[:, None] + offsets
    return np.concatenate([corner, corner + sizes[:, None]], axis=2)


def _inside(boxes: Boxes, bounds: tuple[float, float, float, float]) -> NDArray[np.bool_]:
    left, top, right, bottom = bounds
    return np.asarray(
        (boxes[..., 0] >= left) & (boxes[..., 1] >= top) & (boxes[..., 2] <= right) & (boxes[..., 3] <= bottom)
    )


def _over_markers(boxes: Boxes, points: Floats, radii: Floats) -> NDArray[np.bool_]:
    """Return which places cover the marker of another point."""
    reach = radii[:, None] + 1
    markers = np.concatenate([points - reach, points + reach], axis=1)
    covered = _overlap(boxes[:, :, None], markers[None, None])
    own = np.arange(len(points))
    covered[own, :, own] = False
    return np.asarray(covered.any(axis=2))


def _misleading(
    boxes: Boxes, ends: Floats, points: Floats, radii: Floats
) -> tuple[NDArray[np.int64], NDArray[np.bool_], NDArray[np.bool_]]:
    """Count the points that a place would seem to name: nearer to their markers, or with a line beside them.

    Also return at which places the line meets another marker, and at which it meets one that does not touch
    its own: it would seem to end there.
    """
    own = np.arange(len(points))
    apart = _distance(points[:, None], points[None])
    to_boxes = _to_boxes(points, boxes[:, :_NEAR]) - radii
    nearer = to_boxes < to_boxes[own, :, own][:, :, None] + _CLEARLY
    beside = _to_lines(points, ends[:, _NEAR:]) - radii
    # A line cannot avoid a marker that covers its own point.
    off = (apart >= radii)[:, None]
    misleading = np.concatenate([nearer, (beside < _CLEARLY) & off], axis=1)
    misleading[own, :, own] = False
    meets = np.zeros_like(misleading)
    meets[:, _NEAR:] = (beside < 0) & off
    astray = meets & (apart >= radii[:, None] + radii[None])[:, None]
    counts = np.asarray(misleading.sum(axis=2), dtype=np.int64)
    return counts, np.asarray(meets.any(axis=2)), np.asarray(astray.any(axis=2))


def _to_boxes(points: Floats, boxes: Boxes) -> Floats:
    """Return how far each point is from each box of each name, 0 inside: (names, places, points)."""
    left, top, right, bottom = np.moveaxis(boxes, -1, 0)[..., None]
    x, y = points.T
    across, up = np.maximum(left - x, x - right), np.maximum(top - y, y - bottom)
    return _length(np.maximum(across, 0.0), np.maximum(up, 0.0))


def _to_lines(points: Floats, ends: Floats) -> Floats:
    """Return how far each point is from the lines of each point to its ends: (names, places, points)."""
    x, y = np.moveaxis(ends - points[:, None], -1, 0)[..., None]
    across, up = np.moveaxis(points[None] - points[:, None], -1, 0)[:, :, None]
    part = np.clip((x * across + y * up) / np.maximum(x * x + y * y, _TINY), 0.0, 1.0)
    return _length(across - part * x, up - part * y)


def _length(across: Floats, up: Floats) -> Floats:
    # hypot would be ten times as slow, to be safe for numbers that no screen has
    return np.asarray(np.sqrt(across * across + up * up))


def _nearest(points: Floats, boxes: Boxes) -> Floats:
    """Return the points of boxes nearest to points: where lines end."""
    return np.clip(points, boxes[..., :2], boxes[..., 2:])


def _distance(one: Floats, other: Floats) -> Floats:
    return _length(one[..., 0] - other[..., 0], one[..., 1] - other[..., 1])


def _crosses(start: Floats, end: Floats, boxes: Boxes) -> NDArray[np.bool_]:
    """Return which lines meet which boxes."""
    way = end - start
    way = np.where(np.abs(way) < _TINY, _TINY, way)
    one, other = (boxes[..., :2] - start) / way, (boxes[..., 2:] - start) / way
    low, high = np.minimum(one, other), np.maximum(one, other)
    enters = np.maximum(low[..., 0], low[..., 1])
    leaves = np.minimum(high[..., 0], high[..., 1])
    return np.asarray((leaves > np.maximum(enters, 0.0)) & (enters < 1.0))


def _cross(start: Floats, end: Floats, other: Floats, there: Floats) -> NDArray[np.bool_]:
    """Return which lines cross which others; lines that only share an end do not."""

    def side(one: Floats, two: Floats, point: Floats) -> Floats:
        way, to = two - one, point - one
        return np.asarray(way[..., 0] * to[..., 1] - way[..., 1] * to[..., 0])

    apart = side(start, end, other) * side(start, end, there) < 0
    return np.asarray(apart & (side(other, there, start) * side(other, there, end) < 0))


def _overlap(one: Boxes, other: Boxes) -> NDArray[np.bool_]:
    return np.asarray(
        (one[..., 0] < other[..., 2])
        & (other[..., 0] < one[..., 2])
        & (one[..., 1] < other[..., 3])
        & (other[..., 1] < one[..., 3])
    )


def _costs(boxes: Boxes, before: NDArray[np.int64] | None, obstacles: Boxes | None) -> Floats:
    order = np.arange(boxes.shape[1])
    usual = order % _NEAR * _LATER + (order >= _NEAR) * (_FAR_COST + order // _NEAR - 1)
    cost = np.broadcast_to(usual, boxes.shape[:2]).copy()
    if obstacles is not None and len(obstacles):
        cost += _SOFT * _overlap(boxes[:, :, None], obstacles[None, None]).sum(axis=2)
    if before is not None and len(before) == len(boxes):
        kept = before >= 0
        cost[np.flatnonzero(kept), before[kept]] -= _MOVE
    return cost


def _turns(free: NDArray[np.bool_], first: int | None) -> list[int]:
    """Return the order of choosing: `first`, then the points with the fewest free places."""
    turns = np.argsort(free.sum(axis=1), kind="stable").tolist()
    return turns if first is None else [first, *(at for at in turns if at != first)]
