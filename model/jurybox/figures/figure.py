"""A picture as frozen data: two axes, points, lines, a caption, and the same in words and rows."""

import csv
import io
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
TICKS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
UNDEFINED = "undefined"


def score_text(value: float, places: int = 3) -> str:
    """Write a number as scores are printed: `.648`, `1.000`, `-.250`; NaN as `undefined`."""
    if math.isnan(value):
        return UNDEFINED
    text = f"{value:.{places}f}"
    whole, _, part = text.partition(".")
    return f"{whole.removesuffix('0')}.{part}" if whole in {"0", "-0"} and part else text


def short_text(value: float) -> str:
    """Write the value of a tick or an iso line as short as it goes: `0`, `.2`, `.25`, `1`."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text.removeprefix("-")


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis: `low` stands at the left or bottom end, `high` at the other; `low > high` runs backwards."""

    name: str
    low: float = 0.0
    high: float = 1.0
    ticks: tuple[float, ...] = TICKS

    @property
    def tick_texts(self) -> tuple[str, ...]:
        """What is printed at the ticks."""
        return tuple(short_text(tick) for tick in self.ticks)


@dataclass(frozen=True, slots=True)
class Point:
    """One run in the picture.

    `run` is its place in the collection's order of runs, which gives its color and marker on every desk.
    A NaN coordinate means that the run has no place here: it is told in words and not drawn.
    """

    name: str
    run: int
    x: float
    y: float
    baseline: bool = False
    emphasized: bool = False

    @property
    def drawn(self) -> bool:
        """Whether the point has a place in the picture."""
        return not (math.isnan(self.x) or math.isnan(self.y))


@dataclass(frozen=True, eq=False)
class Line:
    """Pairs (x[i], y[i]): a run's curve, an iso line with its `value`, a reference line, or a cloud.

    The arrays are copied, made read-only, and must be equally long (ValueError).
    """

    name: str
    x: Floats
    y: Floats
    value: float | None = None
    run: int | None = None

    def __post_init__(self) -> None:
        for axis in ("x", "y"):
            object.__setattr__(self, axis, _fixed(getattr(self, axis)))
        if self.x.shape != self.y.shape:
            raise ValueError(f"line {self.name}: {len(self.x)} x values and {len(self.y)} y values")

    @classmethod
    def through(
        cls, name: str, x: ArrayLike, y: ArrayLike, *, value: float | None = None, run: int | None = None
    ) -> Self:
        """Make a line from any two sequences of numbers; a run's curve says whose it is."""
        return cls(name, np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64), value, run)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Line):
            return NotImplemented
        return (
            (self.name, self.value, self.run) == (other.name, other.value, other.run)
            and np.array_equal(self.x, other.x)
            and np.array_equal(self.y, other.y)
        )

    def __hash__(self) -> int:
        return hash((self.name, self.value, self.run, len(self.x)))

    def swapped(self) -> "Line":
        """Return the line with its two coordinates exchanged."""
        return replace(self, x=self.y, y=self.x)


@dataclass(frozen=True)
class Figure:
    """What a picture shows. Equal figures look equal, so a painter may skip one that equals the last.

    `clouds` are points too many to be named, such as one per answer; `points` are the runs.
    """

    title: str
    x: Axis
    y: Axis
    points: tuple[Point, ...] = ()
    curves: tuple[Line, ...] = ()
    iso_lines: tuple[Line, ...] = ()
    references: tuple[Line, ...] = ()
    clouds: tuple[Line, ...] = ()
    caption: str = ""

    @property
    def backdrop(self) -> tuple[Axis, Axis, tuple[Line, ...], tuple[Line, ...]]:
        """What lies behind the runs; a painter keeps it while this stays equal."""
        return self.x, self.y, self.iso_lines, self.references

    def emphasizing(self, run: int | None) -> Self:
        """Return the same picture with this run (or none) emphasized."""
        points = tuple(
            p if p.emphasized == (p.run == run) else replace(p, emphasized=p.run == run) for p in self.points
        )
        return replace(self, points=points)

    def with_axes_exchanged(self, x: Axis, y: Axis) -> Self:
        """Return the picture with x and y exchanged in every layer, on the new axes."""
        return replace(
            self,
            x=x,
            y=y,
            points=tuple(replace(p, x=p.y, y=p.x) for p in self.points),
            curves=_swapped(self.curves),
            iso_lines=_swapped(self.iso_lines),
            references=_swapped(self.references),
            clouds=_swapped(self.clouds),
        )

    def rows(self) -> list[tuple[str, str, str, float, float, float | None]]:
        """Return all that is drawn as rows (layer, name, role, x, y, value); x and y may be NaN."""
        rows: list[tuple[str, str, str, float, float, float | None]] = [
            ("point", p.name, "baseline" if p.baseline else "submitted", p.x, p.y, None) for p in self.points
        ]
        layers = (
            ("curve", self.curves),
            ("iso line", self.iso_lines),
            ("reference", self.references),
            ("cloud", self.clouds),
        )
        for layer, lines in layers:
            for line in lines:
                pairs = zip(line.x.tolist(), line.y.tolist(), strict=True)
                rows += [(layer, line.name, "", x, y, line.value) for x, y in pairs]
        return rows

    def to_csv(self) -> str:
        """Write `rows` as CSV under one header row; numbers unrounded, undefined ones empty."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(("layer", "name", "role", "x", "y", "value"))
        for layer, name, role, *numbers in self.rows():
            writer.writerow((layer, name, role, *(_exact(number) for number in numbers)))
        return out.getvalue()

    def text_alternative(self) -> str:
        """Tell the picture in words: title, caption, and a table of the runs and their coordinates."""
        table = [("run", self.x.name, self.y.name)]
        table += [(_label(p), score_text(p.x), score_text(p.y)) for p in self.points]
        lines = [f"equal {line.name}" for line in self.iso_lines] + [line.name for line in self.references]
        tail = [f"Lines: {', '.join(lines)}."] if lines else []
        return "\n".join([part for part in (self.title, self.caption) if part] + _aligned(table) + tail)


def _fixed(values: Floats) -> Floats:
    array = np.array(values, dtype=np.float64)
    if array.ndim != 1:
        raise ValueError(f"a line needs one row of numbers, not an array of shape {array.shape}")
    array.flags.writeable = False
    return array


def _swapped(lines: Iterable[Line]) -> tuple[Line, ...]:
    return tuple(line.swapped() for line in lines)


def _exact(number: float | None) -> str:
    return "" if number is None or math.isnan(number) else repr(float(number))


def _label(point: Point) -> str:
    marks = [word for word, is_so in (("baseline", point.baseline), ("chosen", point.emphasized)) if is_so]
    name = " ".join(point.name.split())
    return f"{name} ({', '.join(marks)})" if marks else name


def _aligned(table: Sequence[tuple[str, str, str]]) -> list[str]:
    first, *others = (max(len(row[column]) for row in table) for column in range(3))
    return [
        "  ".join((row[0].ljust(first), *(cell.rjust(w) for cell, w in zip(row[1:], others, strict=True))))
        for row in table
    ]
