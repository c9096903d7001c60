"""What is under the pointer apart from runs' markers: a bar, a box, a dot of a curve or of a cloud."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from jurybox.figures import Bar, Box, Figure, Line
from jurybox.language import tr, trn
from jurybox.lists import comma_list
from jurybox.numbers import count_text
from jurybox_gui.plots.frame import Frame
from jurybox_gui.plots.layer import Layer
from jurybox_gui.plots.shapes import bar_rect, box_rect
from jurybox_gui.plots.tip import Lines, paint_tip
from jurybox_gui.widgets.painting import one_line

_REACH = 9.0
_MOST_NAMES = 3


@dataclass(frozen=True)
class Spot:
    """A part of the picture: where its plate is, the text of the plate, and the run."""

    at: QPointF
    lines: Lines
    run: int | None


def spot_at(figure: Figure, frame: Frame, pointer: QPointF) -> Spot | None:
    """Return what is nearest to the pointer within reach, dots before bars and boxes."""
    if not frame.clip.contains(pointer):
        return None
    return _dot_at(figure, frame, pointer) or _filled_at(figure, frame, pointer)


def _dot_at(figure: Figure, frame: Frame, pointer: QPointF) -> Spot | None:
    best: tuple[float, Line, int] | None = None
    for line in (*figure.curves, *figure.clouds):
        if not (line.dots or line.names) or not len(line.x):
            continue
        away = np.hypot(frame.across(line.x) - pointer.x(), frame.up(line.y) - pointer.y())
        if np.isnan(away).all():
            continue
        nearest = int(np.nanargmin(away))
        if away[nearest] <= _REACH and (best is None or away[nearest] < best[0]):
            best = float(away[nearest]), line, nearest
    return None if best is None else _of_line(figure, frame, best[1], best[2])


def _of_line(figure: Figure, frame: Frame, line: Line, at: int) -> Spot:
    x, y = float(line.x[at]), float(line.y[at])
    called = dict(zip(figure.x.ticks, figure.x.names, strict=False))
    same = np.flatnonzero((line.x == x) & (line.y == y))  # several questions can have the same two scores
    head = comma_list([line.names[n] for n in same.tolist()], _MOST_NAMES) if line.names else line.name
    across = one_line(called[x]) if x in called else count_text(x)
    lines = [(one_line(head), ""), (figure.x.name or "at", across), (figure.y.name, count_text(y))]
    return Spot(frame.pixel(x, y), lines, line.run)


def _filled_at(figure: Figure, frame: Frame, pointer: QPointF) -> Spot | None:
    for bar in figure.bars:
        room = bar_rect(bar, frame)
        if room.contains(pointer):
            return Spot(room.center(), _bar_lines(bar), bar.run)
    for box in figure.boxes:
        room = box_rect(box, frame)
        if QRectF(room.left(), frame.plot.top(), room.width(), frame.plot.height()).contains(pointer):
            return Spot(QPointF(room.center().x(), room.top()), _box_lines(box), box.run)
    return None


def _bar_lines(bar: Bar) -> Lines:
    return [(one_line(bar.name), ""), (one_line(bar.part), count_text(bar.value))]


def _box_lines(box: Box) -> Lines:
    named = [(tr("high"), box.high), (tr("third quartile"), box.third), (tr("median"), box.median)]
    named += [(tr("first quartile"), box.first), (tr("low"), box.low)]
    outside = [(tr("outside"), trn("{n} score", "{n} scores", len(box.outside)))] if box.outside else []
    return [(one_line(box.name), ""), *((name, count_text(value)) for name, value in named), *outside]


class SpotPlate(Layer):
    """Paints the plate of a spot above everything else in the picture, or nothing."""

    def __init__(self) -> None:
        super().__init__()
        self._spot: Spot | None = None
        self._bounds = QRectF()

    def show_spot(self, spot: Spot | None, bounds: QRectF) -> bool:
        """Show a spot's plate in a view, or none; return whether it changed."""
        if spot == self._spot and bounds == self._bounds:
            return False
        self.setRect(bounds)
        self._spot, self._bounds = spot, bounds
        self.update()
        return True

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        del option, widget
        if self._spot is not None:
            paint_tip(painter, self._bounds, self._spot.at, self._spot.lines)
