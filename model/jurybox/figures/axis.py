"""An axis of a picture: its name and unit, its two ends, and the labels of its ticks."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Self

from jurybox.lists import bracketed
from jurybox.numbers import short_text, tick_step, ticks_between

TICKS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis: `low` is the left or bottom end, `high` the other; `low > high` runs backwards.

    `names`, if there are any, label the ticks instead of numbers: the axis is one of categories.
    """

    name: str
    low: float = 0.0
    high: float = 1.0
    ticks: tuple[float, ...] = TICKS
    unit: str = ""
    names: tuple[str, ...] = ()

    @classmethod
    def fitted(cls, name: str, values: Iterable[float], *, unit: str = "", include: Iterable[float] = (0.0,)) -> Self:
        """Make an axis that holds all values (NaN left out) and those of `include`, from tick to tick."""
        known = [float(v) for v in (*values, *include) if math.isfinite(v)] or [0.0]
        low, high = min(known), max(known)
        if high - low <= 1e-9 * max(abs(low), abs(high), 1e-290):
            high = low + (abs(low) or 1.0)
        step = tick_step(low, high)
        low, high = math.floor(low / step + 1e-9) * step, math.ceil(high / step - 1e-9) * step
        return cls(name, low, high, ticks_between(low, high), unit)

    @classmethod
    def of_names(cls, name: str, names: Sequence[str], *, backwards: bool = False) -> Self:
        """Make an axis of categories at 0, 1, 2, ...; `backwards` puts the first one at the far end."""
        low, high = -0.5, max(len(names), 1) - 0.5
        ends = (high, low) if backwards else (low, high)
        return cls(name, *ends, tuple(float(n) for n in range(len(names))), names=tuple(names))

    @property
    def label(self) -> str:
        """The name with its unit."""
        return bracketed(self.name, self.unit) if self.unit else self.name

    @property
    def tick_texts(self) -> tuple[str, ...]:
        """What is printed at the ticks."""
        return self.names or tuple(short_text(tick) for tick in self.ticks)

    def between(self, low: float, high: float) -> "Axis":
        """Return the part from `low` to `high`, in the direction of this axis, with ticks of its own."""
        if self.names:
            shown = [n for n, tick in enumerate(self.ticks) if min(low, high) <= tick <= max(low, high)]
            ticks = tuple(self.ticks[n] for n in shown)
            return replace(self, low=low, high=high, ticks=ticks, names=tuple(self.names[n] for n in shown))
        return replace(self, low=low, high=high, ticks=ticks_between(min(low, high), max(low, high)))
