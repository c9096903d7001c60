"""Which part of a picture is shown: zooming about a place, moving, and all of it again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jurybox.figures import Axis, Figure

_CLOSEST = 1 / 200
Range = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a picture: the ends of both axes, in their own directions."""

    x: Range
    y: Range

    def of(self, figure: Figure) -> Figure:
        """Return the figure on this part of its axes."""
        return figure.within(figure.x.between(*self.x), figure.y.between(*self.y))


def zoomed(figure: Figure, part: Part | None, factor: float, at: tuple[float, float]) -> Part | None:
    """Return the part that is `factor` times larger on the screen with `at` staying where it is.

    None where that is the whole picture; never closer than a two-hundredth of an axis.
    """
    now = part or _whole(figure)
    after = Part(_scaled(figure.x, now.x, factor, at[0]), _scaled(figure.y, now.y, factor, at[1]))
    return None if after == _whole(figure) else after


def moved(figure: Figure, part: Part | None, by: tuple[float, float]) -> Part | None:
    """Return the part moved by these values on both axes, as far as the picture goes."""
    if part is None:
        return None
    return Part(_shifted(figure.x, part.x, by[0]), _shifted(figure.y, part.y, by[1]))


def _whole(figure: Figure) -> Part:
    return Part((figure.x.low, figure.x.high), (figure.y.low, figure.y.high))


def _scaled(axis: Axis, now: Range, factor: float, at: float) -> Range:
    whole, span = axis.high - axis.low, now[1] - now[0]
    after = span / factor
    if abs(after) < abs(whole) * _CLOSEST:
        after = whole * _CLOSEST
    if abs(after) >= abs(whole):
        return axis.low, axis.high
    low = at - (at - now[0]) * after / span
    return _inside(axis, low, after)


def _shifted(axis: Axis, now: Range, by: float) -> Range:
    return _inside(axis, now[0] + by, now[1] - now[0])


def _inside(axis: Axis, low: float, span: float) -> Range:
    first, last = sorted((axis.low, axis.high - span))
    held = min(max(low, first), last)
    return held, held + span
