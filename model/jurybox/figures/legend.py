"""The legend of a picture: one key for everything that has a color, marker or ink of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from jurybox.figures.figure import Figure
    from jurybox.figures.parts import Tone


@dataclass(frozen=True, slots=True)
class Key:
    """One line of a legend: a name, and the look it explains.

    `run` is its run, if it has one; such keys hide and isolate. `look` is the number of color and marker,
    None for a `tone` of this `strength`.
    """

    name: str
    kind: Literal["point", "line", "bar"]
    run: int | None = None
    look: int | None = None
    strength: float = 1.0
    baseline: bool = False
    tone: Tone = "ink"
    dots: bool = True
    """Whether a line has a marker at each of its places."""
    ink: bool = False
    """Whether only the marker is that of `look`, drawn in ink."""


def keys_of(figure: Figure) -> tuple[Key, ...]:
    """Return the keys of a picture: its runs, then its other lines, then the parts of its bars.

    Runs in the order of the collection; a picture that only repeats the names at its axis has no keys for
    them.
    """
    return (*_runs(figure), *_lines(figure), *_parts(figure))


def _runs(figure: Figure) -> list[Key]:
    found: dict[int, Key] = {}
    for point in figure.points:
        if point.drawn and not point.aside:
            found[point.run] = Key(point.name, "point", point.run, point.run, baseline=point.baseline)
    for line in figure.curves:
        if line.run is not None and line.run not in found:
            found[line.run] = Key(line.name, "line", line.run, line.run, dots=line.dots)
    return [found[run] for run in sorted(found)]


def _lines(figure: Figure) -> list[Key]:
    """Return a key for each look that belongs to no run; its first line represents those that continue it."""
    found: dict[int, Key] = {}
    for line in figure.curves:
        if line.run is None and line.hue is not None:
            kind: Literal["point", "line"] = "line" if line.joined else "point"
            found.setdefault(line.hue, Key(line.name, kind, look=line.hue, dots=line.dots, ink=line.ink))
    return list(found.values())


def _parts(figure: Figure) -> list[Key]:
    found: dict[str, Key] = {}
    for bar in figure.bars:
        if bar.run is None:
            found.setdefault(bar.part, Key(bar.part, "bar", strength=bar.strength, tone=bar.tone))
    return list(found.values()) if len(found) > 1 else []
