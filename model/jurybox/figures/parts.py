"""The layers of a picture: points, lines, bars and boxes, as frozen data."""

import math
from dataclasses import dataclass, replace
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Tone = Literal["ink", "good", "bad"]
"""What the parts of bars are colored by, where they are not those of runs."""


@dataclass(frozen=True, slots=True)
class Point:
    """One run in the picture.

    `run` is its place in the collection's order of runs, which gives its color and marker on every desk. A
    NaN coordinate means that the run has no place here: it is listed in words and not drawn. `aside`
    describes a second point of a run; such a point is small and has no name. `more` are further values by
    name, shown on hover and in the table. `moved`: where somebody put the name, from the marker to the middle
    of the name, right and down, in type sizes of the name; None: where there is room.
    """

    name: str
    run: int
    x: float
    y: float
    baseline: bool = False
    emphasized: bool = False
    aside: str = ""
    more: tuple[tuple[str, float], ...] = ()
    moved: tuple[float, float] | None = None

    @property
    def drawn(self) -> bool:
        """Whether the point has a place in the picture."""
        return not (math.isnan(self.x) or math.isnan(self.y))


@dataclass(frozen=True, eq=False)
class Line:
    """Pairs (x[i], y[i]): a curve, an iso line with its `value`, a reference line, a cloud, an outline.

    `run` says whose it is and gives color and marker; `hue` gives them to lines that are not a run's, such
    as one per measure, and in `ink` the marker alone, where colors are those of runs. A line is joined
    straight or in `steps` (level `after` each pair, or `before` it), perhaps `dashed`, with `dots` at its
    pairs or, unless it is `joined`, only them; `names` call the pairs by name. The arrays are copied, made
    read-only, and must be equally long, as must the names if there are any (ValueError).
    """

    name: str
    x: Floats
    y: Floats
    value: float | None = None
    run: int | None = None
    hue: int | None = None
    dashed: bool = False
    steps: Literal["", "after", "before"] = ""
    dots: bool = False
    joined: bool = True
    names: tuple[str, ...] = ()
    ink: bool = False

    def __post_init__(self) -> None:
        for axis in ("x", "y"):
            object.__setattr__(self, axis, _fixed(getattr(self, axis)))
        if self.x.shape != self.y.shape:
            raise ValueError(f"line {self.name}: {len(self.x)} x values and {len(self.y)} y values")
        if self.names and len(self.names) != len(self.x):
            raise ValueError(f"line {self.name}: {len(self.names)} names for {len(self.x)} places")

    @classmethod
    def through(cls, name: str, x: ArrayLike, y: ArrayLike, **how: Any) -> Self:  # noqa: ANN401 - its fields
        """Make a line from any two sequences of numbers; `how` are the other fields by name."""
        return cls(name, np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64), **how)

    @property
    def look(self) -> int | None:
        """The number of the color and marker it is drawn in, None for plain ink."""
        return self.run if self.hue is None else self.hue

    @property
    def _plain(self) -> tuple[object, ...]:
        flags = self.dashed, self.dots, self.joined, self.ink
        return self.name, self.value, self.run, self.hue, self.steps, flags, self.names

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Line):
            return NotImplemented
        return (
            self._plain == other._plain
            and np.array_equal(self.x, other.x, equal_nan=True)
            and np.array_equal(self.y, other.y, equal_nan=True)
        )

    def __hash__(self) -> int:
        return hash((self._plain, len(self.x)))

    def swapped(self) -> "Line":
        """Return the line with its two coordinates exchanged."""
        return replace(self, x=self.y, y=self.x)

    def corners(self) -> tuple[Floats, Floats]:
        """Return the pairs to join straight: those of the line, with the corners of its steps."""
        if not self.steps or len(self.x) < 2:
            return self.x, self.y
        across, up = np.repeat(self.x, 2), np.repeat(self.y, 2)
        return (across[1:], up[:-1]) if self.steps == "after" else (across[:-1], up[1:])


@dataclass(frozen=True, slots=True)
class Bar:
    """A filled rectangle that stands for `value`: `part` of the whole that `name` has a bar for.

    `x` and `y` are its two ends on each axis. It is drawn in the color of its `run`, else in a `tone` (ink,
    or the color of good or bad labels) of this `strength` (0 to 1), so that its parts differ in print, too.
    `baseline`: the run is one of the organizers'. `interval`: the two ends between which the value lies.
    `label`: what is written into the middle of it, as into the cell of a matrix.
    """

    name: str
    part: str
    x: tuple[float, float]
    y: tuple[float, float]
    value: float
    run: int | None = None
    strength: float = 0.6
    tone: Tone = "ink"
    baseline: bool = False
    interval: tuple[float, float] | None = None
    label: str = ""

    def swapped(self) -> "Bar":
        """Return the bar with its two coordinates exchanged."""
        return replace(self, x=self.y, y=self.x)


@dataclass(frozen=True, slots=True)
class Box:
    """The spread of some values at the place `at` of the x axis: box, median, whiskers, circles outside.

    The box reaches from the first to the third quartile; `low` and `high` are the ends of the whiskers.
    """

    name: str
    at: float
    low: float
    first: float
    median: float
    third: float
    high: float
    outside: tuple[float, ...] = ()
    run: int | None = None


def box_of(name: str, at: float, values: ArrayLike, *, run: int | None = None) -> Box | None:
    """Return the box of some values, NaN left out; None if there is no value.

    Quartiles of type 7 (linear between data), whiskers at the last datum inside 1.5 times the distance of
    the quartiles, circles beyond (Voorhees 2005, Figure 3; the rule of numpy and matplotlib).
    """
    data = np.asarray(values, dtype=np.float64)
    data = np.sort(data[~np.isnan(data)])
    if not data.size:
        return None
    first, median, third = np.percentile(data, (25, 50, 75)).tolist()
    reach = 1.5 * (third - first)
    inside = data[(data >= first - reach) & (data <= third + reach)]
    # Quartiles between two data can leave no datum on one side inside the box; whiskers start at the box.
    low, high = min(float(inside[0]), first), max(float(inside[-1]), third)
    outside = data[(data < first - reach) | (data > third + reach)]
    return Box(name, at, low, first, median, third, high, tuple(outside.tolist()), run)


def _fixed(values: Floats) -> Floats:
    array = np.array(values, dtype=np.float64)
    if array.ndim != 1:
        raise ValueError(f"a line needs one row of numbers, not an array of shape {array.shape}")
    array.flags.writeable = False
    return array
