"""Where names go beside crowded points: greedy, deterministic, and steady while points move."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Boxes = NDArray[np.float64]
"""Boxes as (left, top, right, bottom) in pixels, y downward, in the last axis."""

GAP = 4.0
_FAR = 15.0
_HUG = 2.0
_DIAGONAL = 0.7
_LATER = 0.1
_MOVE = 0.35
_SOFT = 0.6
_FAR_COST = 3.0
_NOWHERE_COST = 9.0
_OUTSIDE_COST = 100.0
_ROOM_FOR_ALL = 30  # beyond that many points not every name finds room, and trying costs time
# Sides as (x, y): where the near edge of the name stands from the point, the best first.
_SIDES = np.array(
    [
        *[(1, 0), (1, -1), (1, 1), (1, -0.6), (1, 0.6)],
        *[(-1, 0), (-1, -1), (-1, 1), (-1, -0.6), (-1, 0.6), (0, -1), (0, 1)],
    ],
    dtype=np.float64,
)
_NEAR = len(_SIDES)


@dataclass(frozen=True, slots=True)
class Names:
    """Where each name goes: its top left corner relative to the point, NaN where it has no room.

    `place` is the number of the place taken, -1 for none; give it back as `before` to keep names
    where they were. `far` is true where the name needs a line to its point.
    """

    offset: Floats
    place: NDArray[np.int64]
    far: NDArray[np.bool_]


def place_names(
    points: Floats,
    sizes: Floats,
    bounds: tuple[float, float, float, float],
    *,
    radii: Floats,
    first: int | None = None,
    before: NDArray[np.int64] | None = None,
    obstacles: Boxes | None = None,
) -> Names:
    """Place one name beside each point, none over another name or another point's marker.

    `points` (n, 2) and `sizes` (n, 2) are pixels, `bounds` the box that names must not leave, `radii`
    (n,) those of the markers. `first` is the point whose name comes before all others and is placed
    even where there is no room. `obstacles` (k, 4) are boxes that names keep clear of if they can.
    Crowded points choose first; of several free places a name takes the one it had, else the nearest
    to the usual order: right, upper right, lower right, left, above, below, then the same farther out.
    """
    offsets = _offsets(sizes, radii)
    boxes = _boxes(points, offsets, sizes)
    inside = _inside(boxes, bounds)
    free = inside & ~_over_markers(boxes, points, radii)
    cost = _costs(boxes, before, obstacles) + np.where(inside, 0.0, _OUTSIDE_COST)
    crowd = _Crowd(boxes, free, cost)
    for at in _turns(free, first):
        crowd.take(at, at_any_price=at == first)
    if len(points) <= _ROOM_FOR_ALL:
        for at in _turns(free, first)[first is not None :]:
            crowd.make_room(at)
    return _result(offsets, crowd.taken)


class _Crowd:
    """The places of all names, and who has taken which."""

    def __init__(self, boxes: Boxes, free: NDArray[np.bool_], cost: Floats) -> None:
        self._boxes, self._free, self._cost = boxes, free, cost
        self.taken = np.full(len(boxes), -1, dtype=np.int64)

    def take(self, at: int, *, at_any_price: bool = False) -> None:
        """Take the cheapest place that touches no name; `at_any_price` the cheapest of all."""
        clear = self._free[at] & ~self._touches(at).any(axis=1)
        if clear.any() or at_any_price:
            allowed = clear if clear.any() else np.ones_like(clear)
            self.taken[at] = int(np.argmin(np.where(allowed, self._cost[at], np.inf)))

    def make_room(self, at: int) -> None:
        """Take a better place from one neighbor who can go elsewhere, if both together gain."""
        spent = self._spent(at)
        if spent < _FAR_COST:
            return
        touches = self._touches(at)
        for place in np.argsort(self._cost[at], kind="stable").tolist():
            neighbors = np.flatnonzero(touches[place])
            gain = spent - self._cost[at, place]
            if gain <= 0:
                return
            if (
                self._free[at, place]
                and len(neighbors) == 1
                and self._move_over(at, place, int(neighbors[0]), gain)
            ):
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

    def _touches(self, at: int) -> NDArray[np.bool_]:
        """Tell for each place of a name which other names it would touch: (places, names)."""
        placed = self.taken >= 0
        placed[at] = False
        names = self._boxes[np.arange(len(self._boxes)), self.taken]
        return np.asarray(_overlap(self._boxes[at][:, None], names[None]) & placed)


def _result(offsets: Floats, chosen: NDArray[np.int64]) -> Names:
    offset = offsets[np.arange(len(chosen)), chosen]
    offset[chosen < 0] = np.nan
    return Names(offset, chosen, chosen >= _NEAR)


def _offsets(sizes: Floats, radii: Floats) -> Floats:
    """Top left corners of all places of all names, relative to their points: (n, places, 2)."""
    diagonal = np.abs(_SIDES).sum(axis=1) == 2
    halfway = (_SIDES[:, 0] != 0) & ~diagonal
    hug = np.where(diagonal, [[_DIAGONAL], [_DIAGONAL]], 1.0).T
    rings = []
    for far in (0.0, _FAR):
        reach = (radii + GAP + far)[:, None, None]
        corner = _SIDES * hug * reach
        corner[..., 1] -= _SIDES[:, 1] * diagonal * _HUG
        corner[..., 1] *= ~halfway
        rings.append(corner + (_SIDES - 1) / 2 * sizes[:, None])
    return np.concatenate(rings, axis=1)


def _boxes(points: Floats, offsets: Floats, sizes: Floats) -> Boxes:
    corner = points[:, None] + offsets
    return np.concatenate([corner, corner + sizes[:, None]], axis=2)


def _inside(boxes: Boxes, bounds: tuple[float, float, float, float]) -> NDArray[np.bool_]:
    left, top, right, bottom = bounds
    return np.asarray(
        (boxes[..., 0] >= left)
        & (boxes[..., 1] >= top)
        & (boxes[..., 2] <= right)
        & (boxes[..., 3] <= bottom)
    )


def _over_markers(boxes: Boxes, points: Floats, radii: Floats) -> NDArray[np.bool_]:
    """Tell which places cover the marker of another point."""
    reach = radii[:, None] + 1
    markers = np.concatenate([points - reach, points + reach], axis=1)
    covered = _overlap(boxes[:, :, None], markers[None, None])
    own = np.arange(len(points))
    covered[own, :, own] = False
    return np.asarray(covered.any(axis=2))


def _overlap(one: Boxes, other: Boxes) -> NDArray[np.bool_]:
    return np.asarray(
        (one[..., 0] < other[..., 2])
        & (other[..., 0] < one[..., 2])
        & (one[..., 1] < other[..., 3])
        & (other[..., 1] < one[..., 3])
    )


def _costs(boxes: Boxes, before: NDArray[np.int64] | None, obstacles: Boxes | None) -> Floats:
    order = np.arange(boxes.shape[1])
    usual = order % _NEAR * _LATER + (order >= _NEAR) * _FAR_COST
    cost = np.broadcast_to(usual, boxes.shape[:2]).copy()
    if obstacles is not None and len(obstacles):
        cost += _SOFT * _overlap(boxes[:, :, None], obstacles[None, None]).sum(axis=2)
    if before is not None and len(before) == len(boxes):
        kept = before >= 0
        cost[np.flatnonzero(kept), before[kept]] -= _MOVE
    return cost


def _turns(free: NDArray[np.bool_], first: int | None) -> list[int]:
    """Who chooses when: `first`, then the points with the fewest free places."""
    turns = np.argsort(free.sum(axis=1), kind="stable").tolist()
    return turns if first is None else [first, *(at for at in turns if at != first)]
