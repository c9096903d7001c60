"""The pixel positions of a figure's runs and of their names."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetricsF

from jurybox.figures import Point
from jurybox.lists import comma_list
from jurybox_gui.plots.frame import Floats, Frame
from jurybox_gui.plots.placing import NamePlaces, place_names
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.painting import one_line, text_width
from jurybox_gui.widgets.run_names import fitted, short_name

RING = 24.0
NAME_HEIGHT = 15.0
NAME_MAX = 150.0
PAD = 3.0
_OVER = 12.0  # how far a name may extend over the right edge of the plot
_SIZE, _SMALL, _MANY = 11.0, 9.0, 30
_SAME, _NAMED = 9, 2
"""The decimals in which points in one place are equal; how many of their runs are named."""
ASIDE = 7.0
"""The width of the marker of a run's second point."""


@dataclass(frozen=True)
class PointCrowd:
    """Points with a place, their pixel positions, and the positions of their names."""

    points: tuple[Point, ...] = ()
    at: Floats = field(default_factory=lambda: np.zeros((0, 2)))
    offset: Floats = field(default_factory=lambda: np.zeros((0, 2)))
    place: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    far: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, dtype=bool))
    names: tuple[str, ...] = ()
    """What is written beside each point; points in one place share the name of one of them."""

    @cached_property
    def runs(self) -> tuple[int, ...]:
        """The runs of the points."""
        return tuple([point.run for point in self.points])

    @cached_property
    def chosen(self) -> int | None:
        """The number of the emphasized point, None if there is none."""
        return next(iter([n for n, point in enumerate(self.points) if point.emphasized]), None)

    def between(self, before: "PointCrowd", part: float) -> "PointCrowd":
        """Return the crowd on its way here from `before`, which has the same runs; names move along."""
        if part >= 1:
            return self
        offset = before.offset + (self.offset - before.offset) * part
        return replace(self, at=before.at + (self.at - before.at) * part, offset=offset)


def marker_size(*, compact: bool, count: int) -> float:
    """Return the width of markers; smaller in a small view and in a crowd."""
    return _SMALL if compact or count > _MANY else _SIZE


def arrange(
    points: tuple[Point, ...], frame: Frame, before: PointCrowd, obstacles: Floats, *, compact: bool
) -> PointCrowd:
    """Place points and their names; in a compact view only the emphasized one is named.

    Names stay where they were `before` if that is as good, and avoid `obstacles` if they can.
    """
    inside = frame.holds([p.x for p in points], [p.y for p in points]).tolist()
    drawn = tuple([p for p, is_in in zip(points, inside, strict=True) if is_in and p.drawn])
    if not drawn:
        return PointCrowd()
    at = frame.pixels([p.x for p in drawn], [p.y for p in drawn])
    size = marker_size(compact=compact, count=len(drawn))
    radii = np.array([RING / 2 if p.emphasized else size / 2 + 1 for p in drawn])
    names_of = tuple([p.name for p in drawn]) if compact else _shared_names(drawn)
    named = np.array(
        [bool(name) and (p.emphasized or not compact) and not p.aside for p, name in zip(drawn, names_of, strict=True)]
    )
    offset, place = np.full_like(at, np.nan), np.full(len(drawn), -1, dtype=np.int64)
    far = np.zeros(len(drawn), dtype=bool)
    if named.any():
        others = np.concatenate([at - radii[:, None], at + radii[:, None]], axis=1)[~named]
        names = _place(
            [replace(p, name=name) for p, name, is_named in zip(drawn, names_of, named, strict=True) if is_named],
            at[named],
            radii[named],
            frame,
            before,
            np.concatenate([obstacles, others]),
        )
        offset[named], place[named], far[named] = names.offset, names.place, names.far
    return PointCrowd(drawn, at, offset, place, far, names_of)


def _shared_names(points: Sequence[Point]) -> tuple[str, ...]:
    """Return what to write beside each point: names of runs in one place stand together beside one of them.

    That is the emphasized run, else one whose name somebody moved, else the first; the others have "".
    """
    together: dict[tuple[float, float], list[int]] = {}
    for n, point in enumerate(points):
        if not point.aside:
            together.setdefault((round(point.x, _SAME), round(point.y, _SAME)), []).append(n)
    names = [""] * len(points)
    for group in together.values():
        first = min(group, key=lambda n: (not points[n].emphasized, points[n].moved is None, n))
        found = [points[n].name for n in (first, *(n for n in group if n != first))]
        if len(found) > 1:  # together they have no room for what they share
            found = [short_name(name) or name for name in found]
        names[first] = comma_list(found, _NAMED)
    return tuple(names)


def _place(
    points: list[Point], at: Floats, radii: Floats, frame: Frame, before: PointCrowd, obstacles: Floats
) -> NamePlaces:
    places = dict(zip(before.runs, before.place.tolist(), strict=True))
    room = frame.plot.adjusted(1, 1, _OVER, -1)
    return place_names(
        at,
        np.array([_name_size(point) for point in points]),
        (room.left(), room.top(), room.right(), room.bottom()),
        radii=radii,
        first=next((n for n, point in enumerate(points) if point.emphasized), None),
        before=np.array([places.get(point.run, -1) for point in points]),
        obstacles=obstacles,
        moved=np.array([point.moved or (np.nan, np.nan) for point in points]) * Px.ASIDE,
    )


def name_weight(point: Point) -> int:
    """Return the weight a name is written in."""
    return 600 if point.emphasized else 400


def name_face(weight: int, *, italic: bool) -> QFont:
    """Return the type of a name."""
    return font(Px.ASIDE, weight, italic=italic)


def shown_name(name: str, weight: int, *, italic: bool) -> tuple[str, float]:
    """Return a name as one line no wider than a name may be, and its width."""
    return _cut_name(name, short_name(name), weight, italic)


@lru_cache(maxsize=2048)
def _cut_name(name: str, _short: str, weight: int, italic: bool) -> tuple[str, float]:  # noqa: FBT001 - a key
    face = name_face(weight, italic=italic)
    shown = fitted(one_line(name), QFontMetricsF(face), NAME_MAX, Qt.TextElideMode.ElideRight)
    return shown, text_width(shown, face)


def _name_size(point: Point) -> tuple[float, float]:
    return shown_name(point.name, name_weight(point), italic=point.baseline)[1] + 2 * PAD, NAME_HEIGHT
