"""Where the value of an iso line is set into it: near its end and clear of other values.

For every painter.
"""

from collections.abc import Sequence

import numpy as np

from jurybox_gui.plots.thinning import Floats, thinned

Spot = tuple[float, float, float, float]
"""Left, top, right, bottom."""

_STEP = 3.0
_TEXT = 9.0


def place_on_lines(
    paths: Sequence[Floats], sizes: Sequence[tuple[float, float]], room: Spot, taken: Sequence[Spot] = ()
) -> list[Spot | None]:
    """Return a box of the given size (width, height) on each path (n, 2), None if there is no room.

    Each box is as near to the end of its path as possible, within `room`, clear of earlier boxes, and no
    farther than half the way back. `taken` are boxes already in use.
    """
    placed: list[Spot | None] = []
    there = np.array(taken, dtype=np.float64).reshape(-1, 4)
    for path, size in zip(paths, sizes, strict=True):
        spot = _spot(path, size, room, there)
        placed.append(spot)
        if spot is not None:
            there = np.vstack((there, spot))
    return placed


def along(start: tuple[float, float], end: tuple[float, float], width: float, part: float) -> list[Spot]:
    """Return small boxes along a straight line for a text of `width` at `part` of its length."""
    x, y = end[0] - start[0], end[1] - start[1]
    length = float(np.hypot(x, y)) or 1.0
    steps = np.linspace(part * length - width / 2, part * length + width / 2, max(2, round(width / _TEXT)))
    middles = [(start[0] + x * at / length, start[1] + y * at / length) for at in steps.tolist()]
    return [(mx - _TEXT, my - _TEXT, mx + _TEXT, my + _TEXT) for mx, my in middles]


def covered(path: Floats) -> list[Spot]:
    """Return small boxes that cover a line, as obstacles; `path`: its points (n, 2)."""
    if len(path) < 2 or np.isnan(path).any():
        return []
    line = thinned(path[:, 0], path[:, 1])
    lengths = np.concatenate(([0.0], np.cumsum(np.hypot(*map(np.diff, line)))))
    at = np.arange(0.0, lengths[-1], _STEP)
    x, y = (np.interp(at, lengths, axis) for axis in line)
    half = _STEP / 2
    return [(mx - half, my - half, mx + half, my + half) for mx, my in zip(x.tolist(), y.tolist(), strict=True)]


def _spot(path: Floats, size: tuple[float, float], room: Spot, taken: Floats) -> Spot | None:
    half = np.array(size) / 2
    middles = _backward(path)
    boxes = np.concatenate((middles - half, middles + half), axis=1)
    boxes = boxes[((boxes[:, :2] >= room[:2]) & (boxes[:, 2:] <= room[2:])).all(axis=1)]
    left, top, right, bottom = boxes.T[..., None]
    meets = (left < taken[:, 2]) & (taken[:, 0] < right) & (top < taken[:, 3]) & (taken[:, 1] < bottom)
    free = np.flatnonzero(~meets.any(axis=1))
    if not len(free):
        return None
    left, top, right, bottom = boxes[free[0]].tolist()
    return left, top, right, bottom


def _backward(path: Floats) -> Floats:
    """Return places on a path every few pixels, from its end back to half its length."""
    steps = np.hypot(*np.diff(path, axis=0).T)
    along = np.concatenate(([0.0], np.cumsum(steps)))
    at = np.arange(along[-1], along[-1] / 2, -_STEP)
    return np.column_stack([np.interp(at, along, path[:, column]) for column in (0, 1)])
