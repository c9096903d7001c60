"""One picture on stage in large type: rank lines, or points that slide and leave a trail."""

from __future__ import annotations

import math
from collections import deque
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEasingCurve, QPointF, QRectF, QSize, Qt, QVariantAnimation
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from jurybox.language import tr, tr_head
from jurybox.lists import bracketed
from jurybox.numbers import short_text
from jurybox_gui.stage.name_places import PixelBox, has_line, name_places
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid
from jurybox_gui.widgets.painting import CENTER, LEFT, RIGHT, paint_text, text_width
from jurybox_gui.widgets.runmarks import paint_run_marker

if TYPE_CHECKING:
    from jurybox.figures.axis import Axis
    from jurybox.figures.figure import Figure
    from jurybox.figures.parts import Line, Point

TAIL = 10
"""The number of past places in a point's trail."""
_CORNERS = 48
_CATEGORY_ROW = 1.05
"""The height of a line of names below the axis, in type sizes."""
_CATEGORY_ROWS = 3
"""The most lines of names."""
_THIN, _STRONG = 0.07, 0.13
"""The width of axes and gray lines, and of curves, in type sizes."""
_NOTE_ROW = 1.05
"""The height of the line that says what the gray lines are, in type sizes."""
_PLATE = 0.85
"""The opacity of the background below a name."""


class StagePicture(QWidget):
    """Paints a figure of points or of rank lines, or a sentence if there is none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure: Figure | None = None
        self._sentence = ""
        self._px = 28
        self._trailed = True
        self._tails: dict[int, deque[tuple[float, float]]] = {}
        self._old: dict[int, tuple[float, float]] = {}
        self._part = 1.0
        self._motion = QVariantAnimation(self, startValue=0.0, endValue=1.0, duration=Grid.POINT_MS)
        self._motion.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._motion.valueChanged.connect(self._slide)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)

    @property
    def figure(self) -> Figure | None:
        """The figure shown, if any."""
        return self._figure

    def tail_of(self, run: int) -> tuple[tuple[float, float], ...]:
        """Return the last places of a run, oldest first, without its present one."""
        return tuple(self._tails.get(run, ()))

    @property
    def note(self) -> str:
        """What the gray lines are, "" if there are none."""
        return "" if self._figure is None else _note(self._figure)

    def set_px(self, px: int) -> None:
        """Use this type size, px."""
        self._px = px
        self.update()

    def show_figure(self, figure: Figure | None, sentence: str = "", *, trail: bool = True) -> None:
        """Show a figure.

        Points move to their new place, and with `trail` leave the old one in their trail.
        """
        old, trailed = self._figure, self._trailed
        self._trailed = trail
        self._sentence = sentence
        if figure == old:
            self.update()
            return
        self._figure = figure
        same = old is not None and figure is not None and old.title == figure.title
        places = {p.run: (p.x, p.y) for p in old.points if p.drawn and not p.aside} if same and old else {}
        if not same or not trail:
            self._tails = {}
        elif figure is not None and trailed:  # the way back from a figure without a trail has none either
            for point in figure.points:
                before = places.get(point.run)
                if before is not None and before != (point.x, point.y):
                    self._tails.setdefault(point.run, deque(maxlen=TAIL)).append(before)
        self._motion.stop()
        self._old = places
        moves = bool(places) and self.isVisible() and not theme().reduced_motion
        self._part = 0.0 if moves else 1.0
        if moves:
            self._motion.start()
        self.setAccessibleName(figure.title if figure else tr("Picture"))
        self.setAccessibleDescription(sentence if figure is None else figure.caption)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._px * 16, self._px * 12)

    def _slide(self, part: float) -> None:
        self._part = part
        self.update()

    # --- painting ------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._figure is None:
            box = QRectF(self.rect())
            painter.setFont(font(self._px))
            painter.setPen(color(theme().tokens.text2))
            painter.drawText(box, CENTER | Qt.TextFlag.TextWordWrap, self._sentence)
        else:
            self._paint_figure(painter, self._figure)
        painter.end()

    def _paint_figure(self, painter: QPainter, figure: Figure) -> None:
        tokens, px = theme().tokens, self._px
        plot = self._plot(figure)
        ends = [figure.y.tick_texts[0], figure.y.tick_texts[-1]] if figure.y.tick_texts else []
        small = font(round(px * 0.8))
        painter.setPen(QPen(color(tokens.ctl), px * _THIN))
        painter.drawLine(plot.bottomLeft(), plot.bottomRight())
        painter.drawLine(plot.bottomLeft(), plot.topLeft())
        title = QRectF(0, 0, self.width(), px * 1.4)
        paint_text(painter, title, _title(figure), font(px, 600), tokens.text2, LEFT)
        if note := self.note:
            if self._notes_below(figure):
                title.translate(0, px * _NOTE_ROW)
            side = LEFT if self._notes_below(figure) else RIGHT
            paint_text(painter, title, note, self._note_face, tokens.text3, side)
        below = QRectF(plot.left(), plot.bottom() + px * 0.15, plot.width(), px * 1.2)
        if not figure.x.names:
            paint_text(painter, below, _axis_title(figure.x), font(px, 600), tokens.text2, CENTER)
            first, last = _ends(figure.x)
            paint_text(painter, below, first, small, tokens.text2, LEFT)
            paint_text(painter, below, last, small, tokens.text2, RIGHT)
        else:
            self._paint_categories(painter, figure.x, plot, small)
        if ends:
            for value, text in zip((figure.y.ticks[0], figure.y.ticks[-1]), ends, strict=True):
                at = self._place(plot, figure.x.low, value).y()
                box = QRectF(0, at - px * 0.6, plot.left() - px * (0.2 if figure.points else 0.45), px * 1.2)
                paint_text(painter, box, text, small, tokens.text2, RIGHT)
        painter.save()
        painter.setClipRect(plot.adjusted(-px, -px, px * 8, px))
        for line in (*figure.iso_lines, *figure.references):
            self._paint_line(painter, plot, line, tokens.line2, px * _THIN, dashed=line in figure.references)
        for line in figure.curves:
            code = tokens.text2 if line.look is None else theme().run_style(line.look).color
            self._paint_line(painter, plot, line, code, px * _STRONG, dashed=False)
        painter.restore()
        self._paint_points(painter, figure, plot)
        self._paint_line_names(painter, figure, plot)

    def _paint_categories(self, painter: QPainter, axis: Axis, plot: QRectF, face: QFont) -> None:
        """Write the names below their places, with a tick at each."""
        tokens, top = theme().tokens, plot.bottom() + self._px * 0.2
        for n, (left, row) in self._category_places(axis, plot.left(), plot.width(), face).items():
            at = self._place(plot, axis.ticks[n], 0.0).x()
            end = top + self._px * _CATEGORY_ROW * row
            painter.setPen(QPen(color(tokens.ctl), self._px * _THIN))
            painter.drawLine(QPointF(at, plot.bottom()), QPointF(at, end))
            box = QRectF(left, end, text_width(axis.names[n], face) + 2, self._px * _CATEGORY_ROW)
            paint_text(painter, box, axis.names[n], face, tokens.text2, LEFT)

    def _category_places(self, axis: Axis, start: float, width: float, face: QFont) -> dict[int, tuple[float, int]]:
        """Return the left edge and the row, from 0, of each name that fits; the ends have priority."""
        gap, last, places = self._px * 0.35, len(axis.names) - 1, dict[int, tuple[float, int]]()
        ends: list[list[tuple[float, float]]] = [[] for _ in range(_CATEGORY_ROWS)]
        for n in sorted(range(len(axis.names)), key=lambda at: (at not in {0, last}, at)):
            wide = text_width(axis.names[n], face)
            spot = start + width * (axis.ticks[n] - axis.low) / ((axis.high - axis.low) or 1.0)
            left = min(max(spot - wide / 2, start), max(start, start + width - wide))
            for row, taken in enumerate(ends):
                if all(left - gap >= right or left + wide + gap <= other for other, right in taken):
                    taken.append((left, left + wide))
                    places[n] = left, row
                    break
        return places

    @property
    def _note_face(self) -> QFont:
        return font(round(self._px * 0.8))

    def _notes_below(self, figure: Figure) -> bool:
        """Whether what the gray lines are has no room beside the title, and a line below it."""
        used = text_width(_title(figure), font(self._px, 600)) + text_width(self.note, self._note_face)
        return bool(self.note) and used + self._px > self.width()

    def _plot(self, figure: Figure) -> QRectF:
        px = self._px
        names = [line.name for line in figure.curves if line.run is not None] if not figure.points else []
        right = max((text_width(name, font(px)) for name in names), default=0.0) + px * (0.9 if names else 0.6)
        left = px * (1.5 if figure.points else 1.7)
        top = px * (1.6 + (_NOTE_ROW if self._notes_below(figure) else 0.0))
        room = QRectF(left, top, self.width() - left - right, self.height() - px * 1.4 - top)
        if figure.x.names:
            face = font(round(px * 0.8))
            rows = [row for _, row in self._category_places(figure.x, left, room.width(), face).values()]
            room.adjust(0, 0, 0, -px * _CATEGORY_ROW * max(rows, default=0))
        if figure.square:
            side = max(min(room.width(), room.height()), 1.0)
            wide = min(room.width(), side * 1.35)
            room = QRectF(room.left() + (room.width() - wide) / 2, room.top(), wide, side)
        return room

    def _place(self, plot: QRectF, x: float, y: float) -> QPointF:
        figure = self._figure
        if figure is None:
            return plot.center()
        across = (x - figure.x.low) / ((figure.x.high - figure.x.low) or 1.0)
        up = (y - figure.y.low) / ((figure.y.high - figure.y.low) or 1.0)
        return QPointF(plot.left() + across * plot.width(), plot.bottom() - up * plot.height())

    def _paint_line(
        self, painter: QPainter, plot: QRectF, line: Line, code: str, width: float, *, dashed: bool
    ) -> None:
        xs, ys = line.corners()
        # A curve of some hundred points would take most of a frame; this many corners look as round.
        if not line.steps and len(xs) > _CORNERS:
            kept = np.linspace(0, len(xs) - 1, _CORNERS).round().astype(int)
            xs, ys = xs[kept], ys[kept]
        known = [
            self._place(plot, x, y)
            for x, y in zip(xs.tolist(), ys.tolist(), strict=True)
            if math.isfinite(x) and math.isfinite(y)
        ]
        pen = QPen(color(code), width)
        pen.setStyle(Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine)
        painter.setPen(pen)
        painter.drawPolyline(QPolygonF(known))

    def _spot(self, plot: QRectF, point: Point) -> QPointF:
        goal = self._place(plot, point.x, point.y)
        before = self._old.get(point.run)
        if before is None or self._part >= 1:
            return goal
        start = self._place(plot, *before)
        return start + (goal - start) * self._part

    def _paint_points(self, painter: QPainter, figure: Figure, plot: QRectF) -> None:
        drawn = [point for point in figure.points if point.drawn and not point.aside]
        for point in drawn:
            tail = [self._place(plot, *place) for place in self.tail_of(point.run)]
            tail.append(self._spot(plot, point))
            self._paint_tail(painter, tail, theme().run_style(point.run).color)
        size = self._px * 0.72
        spots = {point.run: self._spot(plot, point) for point in drawn}
        self._paint_names(painter, plot, drawn, spots, size)
        for point in drawn:
            paint_run_marker(painter, spots[point.run], size, theme().run_style(point.run))

    def _paint_tail(self, painter: QPainter, spots: list[QPointF], code: str) -> None:
        steps = len(spots) - 1
        for n in range(steps):
            ink = color(code, 0.2 + 0.6 * (n + 1) / steps)
            painter.setPen(QPen(ink, self._px * 0.16, c=Qt.PenCapStyle.RoundCap))
            painter.drawLine(spots[n], spots[n + 1])

    def _paint_names(
        self, painter: QPainter, plot: QRectF, drawn: list[Point], spots: dict[int, QPointF], size: float
    ) -> None:
        """Write the names that fit; the ranking beside the picture names all runs."""
        face, tokens, px = font(round(self._px * 0.9)), theme().tokens, self._px
        bounds = QRectF(self.rect()).adjusted(0, px * 1.4, 0, -px * 1.3)
        bounds.setLeft(plot.left() + 2)  # no name across the axis
        room = PixelBox(bounds.left(), bounds.top(), bounds.right(), bounds.bottom())
        widths = {point.run: text_width(point.name, face) for point in drawn}
        places = name_places({run: (at.x(), at.y()) for run, at in spots.items()}, widths, px * 1.05, size, room)
        plate = color(tokens.surf, _PLATE)
        painter.setPen(QPen(color(tokens.text3), px * _THIN))
        for run, place in places.items():
            spot = spots[run]
            if has_line(place, (spot.x(), spot.y()), size):
                painter.drawLine(spot, QPointF(*place.nearest(spot.x(), spot.y())))
        for point in drawn:
            if point.run in places:
                left, top, right, bottom = places[point.run]
                box = QRectF(left, top, right - left, bottom - top)
                painter.fillRect(box, plate)
                paint_text(painter, box.adjusted(0, 0, 2, 0), point.name, face, tokens.text, LEFT)

    def _paint_line_names(self, painter: QPainter, figure: Figure, plot: QRectF) -> None:
        if figure.points:
            return
        ends = []
        for line in figure.curves:
            known = [n for n, y in enumerate(line.y.tolist()) if math.isfinite(y)]
            if line.run is not None and known:
                ends.append((self._place(plot, float(line.x[known[-1]]), float(line.y[known[-1]])), line))
        lowest, step = -math.inf, min(self._px * 1.05, plot.height() / max(len(ends), 1))
        for spot, line in sorted(ends, key=lambda end: end[0].y()):
            size, look = self._px * 0.6, theme().run_style(line.run or 0)
            paint_run_marker(painter, spot, size, look)
            middle = max(spot.y(), lowest + step)
            lowest = middle
            box = QRectF(spot.x() + self._px * 0.55, middle - self._px * 0.6, self.width(), self._px * 1.2)
            paint_text(painter, box, line.name, font(self._px), theme().tokens.text, LEFT)


@lru_cache(maxsize=64)
def _axis_title(axis: Axis) -> str:
    """Return the name of an axis in the language in force, with its unit."""
    name = tr(axis.name)
    name = tr_head(axis.name) if name == axis.name else name
    return bracketed(name, axis.unit) if axis.unit else name


def _title(figure: Figure) -> str:
    return _axis_title(figure.y) or figure.title


def _note(figure: Figure) -> str:
    """Return what the gray lines join, "" if there are none or their names do not have it."""
    named = figure.iso_lines[0].name.rpartition(" ")[0] if figure.iso_lines else ""
    return tr("gray: equal {measure}", measure="F1" if named == "F" else named) if named else ""


def _ends(axis: Axis) -> tuple[str, str]:
    """Return the texts at the left and right end of an axis; a single tick is at its right end."""
    return short_text(axis.low) if len(axis.ticks) != 1 else "", short_text(axis.high)
