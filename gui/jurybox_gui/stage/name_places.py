"""Places for the names of points: beside their own point, or in a crowd a little away on a line to it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

_TRIES = (
    (1, 0), (-1, 0), (1, 0.4), (1, -0.4), (1, 0.7), (1, -0.7),
    (0, -1), (0, 1), (1, -1), (-1, -1), (1, 1), (-1, 1),
)  # fmt: skip
"""Steps across and down from a point, best first."""
_AWAY = tuple(
    (radius * math.cos(math.tau * turn / 12), radius * math.sin(math.tau * turn / 12))
    for radius in (2.6, 4.0, 5.6)
    for turn in (1, 0, 11, 2, 10, 3, 9, 5, 6, 7, 4, 8)
)
"""Steps from a point to a name that has a line to it, in sizes of a point, best first."""
_APART = 1.9
"""The least distance, in sizes of a point, from the far end of a name to a point on its height.

Closer to it, the name could be read as that point's.
"""


class PixelBox(NamedTuple):
    """A rectangle in pixels."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: PixelBox, gap: float) -> bool:
        """Whether they overlap, or are closer than the gap side by side."""
        return (
            self.left - gap < other.right
            and other.left < self.right + gap
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def holds(self, other: PixelBox) -> bool:
        """Whether the other is inside this one."""
        return (
            self.left <= other.left
            and self.top <= other.top
            and other.right <= self.right
            and other.bottom <= self.bottom
        )

    def distance(self, x: float, y: float) -> float:
        """Return the distance of a point from the nearest edge; 0 inside."""
        nearest = self.nearest(x, y)
        return math.hypot(nearest[0] - x, nearest[1] - y)

    def nearest(self, x: float, y: float) -> tuple[float, float]:
        """Return the point of the rectangle that is nearest to a point."""
        return min(max(x, self.left), self.right), min(max(y, self.top), self.bottom)

    def crosses(self, start: tuple[float, float], end: tuple[float, float]) -> bool:
        """Whether a line goes through it."""
        low, high = 0.0, 1.0
        for near, far, at, to in ((self.left, self.right, start[0], end[0]), (self.top, self.bottom, start[1], end[1])):
            if at == to:
                if not near < at < far:
                    return False
                continue
            first, last = sorted(((near - at) / (to - at), (far - at) / (to - at)))
            low, high = max(low, first), min(high, last)
        return low < high


def name_places(
    spots: Mapping[int, tuple[float, float]], widths: Mapping[int, float], high: float, size: float, room: PixelBox
) -> dict[int, PixelBox]:
    """Return the places of names of these widths, px, for the points; a name without room has none.

    `high`: the height of a line; `size`: the size of a point. No name overlaps a point or a name. It is
    beside its own point, nearer to it than to any other; without room there it is farther away and
    `has_line`. Of some orders in which names choose their places, the one is taken that leaves out the
    fewest, and of these the one that puts the most beside their points.
    """
    orders: tuple[Sequence[int], ...] = (
        list(spots),
        sorted(spots, key=lambda run: spots[run][1]),
        sorted(spots, key=lambda run: -spots[run][1]),
        sorted(spots, key=lambda run: spots[run][0]),
        sorted(spots, key=lambda run: -spots[run][0]),
    )
    best: dict[int, PixelBox] = {}
    most = (-1, -1)
    for order in orders:
        found = _greedy(order, spots, widths, high, size, room)
        beside = sum(not has_line(box, spots[run], size) for run, box in found.items())
        if (len(found), beside) > most:
            best, most = found, (len(found), beside)
        if beside == len(spots):
            break
    return best


def has_line(box: PixelBox, spot: tuple[float, float], size: float) -> bool:
    """Whether a name is so far from its point that a line joins them."""
    return box.distance(*spot) > size * 1.3


def _greedy(
    order: Sequence[int],
    spots: Mapping[int, tuple[float, float]],
    widths: Mapping[int, float],
    high: float,
    size: float,
    room: PixelBox,
) -> dict[int, PixelBox]:
    half, gap = size / 2, high * 0.2
    marks = {run: PixelBox(x - half, y - half, x + half, y + half) for run, (x, y) in spots.items()}
    places: dict[int, PixelBox] = {}
    lines: dict[int, tuple[tuple[float, float], tuple[float, float]]] = {}

    def is_free(box: PixelBox) -> bool:
        return (
            room.holds(box)
            and not any(box.meets(other, gap) for other in (*marks.values(), *places.values()))
            and not any(box.crosses(*line) for line in lines.values())
        )

    for run in order:
        x, y = spots[run]
        wide = widths[run]
        others = [spot for other, spot in spots.items() if other != run]
        for across, down in _TRIES:
            left = x + across * size * 0.8 - (0.0 if across > 0 else wide if across < 0 else wide / 2)
            top = y - high / 2 + down * (high / 2 + size * 0.6)
            box = PixelBox(left, top, left + wide, top + high)
            if is_free(box) and _is_of(box, (x, y), others, size):
                places[run] = box
                break
    for run in order:
        if run in places:
            continue
        x, y = spots[run]
        wide = widths[run]
        others = [spot for other, spot in spots.items() if other != run]
        for aside, below in _AWAY:
            left = x + aside * size - (0.0 if aside > 0.5 else wide if aside < -0.5 else wide / 2)
            top = y + below * size - high / 2
            box = PixelBox(left, top, left + wide, top + high)
            line = (x, y), box.nearest(x, y)
            crossed = [mark for mark in marks.values() if mark.distance(x, y) > 0] + list(places.values())
            if (
                is_free(box)
                and all(box.distance(*other) > size * 1.3 for other in others)
                and not any(other.crosses(*line) for other in crossed)
            ):
                places[run], lines[run] = box, line
                break
    return places


def _is_of(box: PixelBox, spot: tuple[float, float], others: Sequence[tuple[float, float]], size: float) -> bool:
    """Whether a name is nearest to its own point, and cannot be read as that of a point at its far end."""
    own = box.distance(*spot)
    for x, y in others:
        away = box.distance(x, y)
        is_level = box.top - size * 0.3 < y < box.bottom + size * 0.3
        is_far_end = (x > box.right) != (spot[0] > box.right) or (x < box.left) != (spot[0] < box.left)
        if away < own or (is_level and is_far_end and away < size * _APART):
            return False
    return True
