"""A picture as frozen data: two axes, the layers between them, a caption, and the same in words and rows."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Self

from jurybox.figures.axis import Axis
from jurybox.figures.parts import Bar, Box, Line, Point
from jurybox.lists import sentences


@dataclass(frozen=True)
class Figure:
    """What a picture shows. Equal figures look equal, so a painter may skip one that equals the last.

    From the ground up: `areas` (closed outlines), `iso_lines` and `references` behind everything; `bars`
    and `boxes`; `clouds`, points too many to be named, such as one per answer; `curves`; and `points`, the
    runs. `square` pictures keep their two axes equally long. `chosen` is the run that is emphasized.
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
    areas: tuple[Line, ...] = ()
    bars: tuple[Bar, ...] = ()
    boxes: tuple[Box, ...] = ()
    square: bool = True
    chosen: int | None = None
    rests: tuple[tuple[str, str, int], ...] = ()
    """On how much it rests: rows of a score, what is counted (units, pending, excluded), and the count."""

    def resting(self, notes: Iterable[str], counts: Iterable[tuple[str, str, int]]) -> Self:
        """Return the picture with what it rests on: in sentences behind the caption, and in numbers."""
        caption = self.caption if not self.caption or self.caption.endswith((".", "!", "。")) else f"{self.caption}."
        return replace(self, caption=sentences((caption, *notes)), rests=tuple(counts))

    @property
    def has_lying_bars(self) -> bool:
        """Whether bars are rows with names beside them, and so have room for their values."""
        return bool(self.y.names) and not self.x.names

    @property
    def backdrop(self) -> tuple[object, ...]:
        """The layer behind the runs; a painter caches it while this stays equal."""
        return self.x, self.y, self.iso_lines, self.references, self.square

    def emphasizing(self, run: int | None) -> Self:
        """Return the same picture with this run (or none) emphasized."""
        points = list(self.points)
        for at, p in enumerate(self.points):
            if p.emphasized != (p.run == run and not p.aside):
                points[at] = replace(p, emphasized=not p.emphasized)
        return replace(self, points=tuple(points), chosen=run)

    def with_names_at(self, places: Mapping[str, tuple[float, float]]) -> Self:
        """Return the picture with the names of these runs where somebody put them (`Point.moved`)."""
        points = tuple(
            p if p.aside or p.moved == places.get(p.name) else replace(p, moved=places.get(p.name)) for p in self.points
        )
        return replace(self, points=points)

    def without(self, runs: Collection[int]) -> Self:
        """Return the picture without these runs in any layer.

        What is not a run's stays, but lines of look n go with the number -1 - n.
        """
        if not runs:
            return self
        return replace(
            self,
            points=tuple(p for p in self.points if p.run not in runs),
            curves=_kept(self.curves, runs),
            clouds=_kept(self.clouds, runs),
            areas=_kept(self.areas, runs),
            references=_kept(self.references, runs),
            bars=tuple(bar for bar in self.bars if bar.run not in runs),
            boxes=tuple(box for box in self.boxes if box.run not in runs),
        )

    def is_thick(self, line: Line) -> bool:
        """Return whether a curve is drawn thicker: that of the chosen run among those of others."""
        return line.run is not None and line.run == self.chosen and len(self.curves) > 1

    def within(self, x: Axis, y: Axis) -> Self:
        """Return the picture on other parts of its axes, as after zooming."""
        return replace(self, x=x, y=y)

    def with_axes_exchanged(self, x: Axis, y: Axis) -> Self:
        """Return the picture with x and y exchanged in every layer, on the new axes.

        ValueError for a picture with boxes, which are always vertical.
        """
        if self.boxes:
            raise ValueError(f"{self.title}: boxes are only drawn upright")
        return replace(
            self,
            x=x,
            y=y,
            points=tuple(replace(p, x=p.y, y=p.x) for p in self.points),
            curves=_swapped(self.curves),
            iso_lines=_swapped(self.iso_lines),
            references=_swapped(self.references),
            clouds=_swapped(self.clouds),
            areas=_swapped(self.areas),
            bars=tuple(bar.swapped() for bar in self.bars),
        )

    @property
    def runs(self) -> tuple[int, ...]:
        """The runs in any layer of the picture, in the order of the collection."""
        lines = (*self.curves, *self.clouds, *self.areas)
        owners = {p.run for p in self.points} | {line.run for line in lines}
        owners |= {bar.run for bar in self.bars} | {box.run for box in self.boxes}
        return tuple(sorted(run for run in owners if run is not None))


def _kept(lines: Iterable[Line], dropped: Collection[int]) -> tuple[Line, ...]:
    return tuple(line for line in lines if _number(line) not in dropped)


def _number(line: Line) -> int | None:
    return line.run if line.run is not None or line.hue is None else -1 - line.hue


def _swapped(lines: Iterable[Line]) -> tuple[Line, ...]:
    return tuple(line.swapped() for line in lines)
