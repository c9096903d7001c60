"""Places for the names of points: beside their own point, nearer to it than to any other."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_TRIES = (
    (1, 0), (-1, 0), (1, 0.4), (1, -0.4), (1, 0.7), (1, -0.7),
    (0, -1), (0, 1), (1, -1), (-1, -1), (1, 1), (-1, 1),
)  # fmt: skip
"""Steps across and down from a point, best first."""


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
        return math.hypot(max(self.left - x, 0.0, x - self.right), max(self.top - y, 0.0, y - self.bottom))


def name_places(
    spots: Mapping[int, tuple[float, float]],
    widths: Mapping[int, float],
    high: float,
    size: float,
    room: PixelBox,
) -> dict[int, PixelBox]:
    """Return the places of names of these widths, px, beside the points; a name without room has none.

    `high`: the height of a line; `size`: the size of a point. No name overlaps a point or a name, and each is
    nearest to its own point. Of some orders in which names choose their places, the first that leaves none
    out is taken, else the one that leaves out the fewest.
    """
    orders: tuple[Sequence[int], ...] = (
        list(spots),
        sorted(spots, key=lambda run: spots[run][1]),
        sorted(spots, key=lambda run: -spots[run][1]),
        sorted(spots, key=lambda run: spots[run][0]),
        sorted(spots, key=lambda run: -spots[run][0]),
    )
    best: dict[int, PixelBox] = {}
    for order in orders:
        found = _greedy(order, spots, widths, high, size, room)
        if len(found) > len(best):
            best = found
        if len(best) == len(spots):
            break
    return best


def _greedy(
    order: Sequence[int],
    spots: Mapping[int, tuple[float, float]],
    widths: Mapping[int, float],
    high: float,
    size: float,
    room: PixelBox,
) -> dict[int, PixelBox]:
    half = size / 2
    taken = [PixelBox(x - half, y - half, x + half, y + half) for x, y in spots.values()]
    places: dict[int, PixelBox] = {}
    for run in order:
        x, y = spots[run]
        wide = widths[run]
        for across, down in _TRIES:
            left = x + across * size * 0.8 - (0.0 if across > 0 else wide if across < 0 else wide / 2)
            top = y - high / 2 + down * (high / 2 + size * 0.6)
            box = PixelBox(left, top, left + wide, top + high)
            if not room.holds(box) or any(box.meets(other, high * 0.2) for other in taken):
                continue
            own = box.distance(x, y)
            if all(box.distance(*spot) >= own for other, spot in spots.items() if other != run):
                taken.append(box)
                places[run] = box
                break
    return places
