"""Where the value of an iso line is set into it: near its end, over no other value; for every painter."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Spot = tuple[float, float, float, float]
"""Left, top, right, bottom."""

_STEP = 3.0
_TEXT = 9.0


def place_on_lines(
    paths: Sequence[Floats], sizes: Sequence[tuple[float, float]], room: Spot, taken: Sequence[Spot] = ()
) -> list[Spot | None]:
    """Return a box of the given size (width, height) on each path (n, 2), None where there is no room.

    Each box is as near to the end of its path as it can be while it lies in `room` and on no earlier box,
    and no farther than half the way back. `taken` are boxes that hold something already.
    """
    placed: list[Spot | None] = []
    for path, size in zip(paths, sizes, strict=True):
        there = [*taken, *(box for box in placed if box is not None)]
        placed.append(_spot(path, size, room, there))
    return placed


def along(start: tuple[float, float], end: tuple[float, float], width: float, part: float) -> list[Spot]:
    """Return small boxes along a straight line for a text of `width` at `part` of its length."""
    x, y = end[0] - start[0], end[1] - start[1]
    length = float(np.hypot(x, y)) or 1.0
    steps = np.linspace(part * length - width / 2, part * length + width / 2, max(2, round(width / _TEXT)))
    middles = [(start[0] + x * at / length, start[1] + y * at / length) for at in steps.tolist()]
    return [(mx - _TEXT, my - _TEXT, mx + _TEXT, my + _TEXT) for mx, my in middles]


def _spot(path: Floats, size: tuple[float, float], room: Spot, taken: Sequence[Spot]) -> Spot | None:
    wide, high = size
    for x, y in _backward(path):
        box = x - wide / 2, y - high / 2, x + wide / 2, y + high / 2
        inside = room[0] <= box[0] and room[1] <= box[1] and box[2] <= room[2] and box[3] <= room[3]
        if inside and not any(_touch(box, other) for other in taken):
            return box
    return None


def _touch(one: Spot, other: Spot) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _backward(path: Floats) -> list[tuple[float, float]]:
    """Return places on a path every few pixels, from its end back to half its length."""
    steps = np.hypot(*np.diff(path, axis=0).T)
    along = np.concatenate(([0.0], np.cumsum(steps)))
    at = np.arange(along[-1], along[-1] / 2, -_STEP)
    x, y = (np.interp(at, along, path[:, column]) for column in (0, 1))
    return list(zip(x.tolist(), y.tolist(), strict=True))
