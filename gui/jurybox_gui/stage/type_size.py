"""The scale of the stage, from its size alone: one type size, and lengths in units of it."""

from __future__ import annotations

_LEAST_PIXELS = 28.0
"""Pixels of the projector, not of Qt: at 200 % half as many of Qt's."""
_COLUMNS, _ROWS = 40.0, 28.0


def type_size(wide: int, tall: int, ratio: float) -> int:
    """Return the type size of a stage in Qt's pixels; `ratio`: pixels of the screen in one of these."""
    return round(max(_LEAST_PIXELS / max(ratio, 0.5), min(wide / _COLUMNS, tall / _ROWS)))
