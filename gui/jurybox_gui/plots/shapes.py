"""Areas, bars and boxes of a figure on the screen, under its curves and runs."""

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from jurybox.figures import Bar, Box, Figure
from jurybox.figures.parts import Tone
from jurybox.numbers import count_text
from jurybox_gui.plots.curves import polyline
from jurybox_gui.plots.frame import Frame
from jurybox_gui.plots.layer import Layer
from jurybox_gui.plots.paper import area_opacity, blended
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.painting import CENTER, LEFT, kept, paint_text, text_width

_BOX = 0.3
_BOX_FILL = 0.12
_CIRCLE = 2.5
_INK_SWITCH = 0.55
_ROOM = 46.0
_LEAST_FOR_VALUE = 9.0


class Shapes(Layer):
    """Paints the shapes of a figure; cached until figure, place or theme change."""

    def __init__(self, *, ground: str) -> None:
        super().__init__()
        self._ground = ground
        self._figure: Figure | None = None
        self._frame: Frame | None = None
        self._bounds = QRectF()

    def show_figure(self, figure: Figure, frame: Frame, bounds: QRectF) -> None:
        """Show areas, bars and boxes of `figure`; the view is `bounds`."""
        shown = self._figure
        same = shown is not None and _parts(shown) == _parts(figure)
        if same and frame == self._frame and bounds == self._bounds:
            return
        self.setRect(bounds)
        self._figure, self._frame, self._bounds = figure, frame, bounds
        self.setVisible(bool(figure.areas or figure.bars or figure.boxes))
        self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        del option, widget
        figure, frame = self._figure, self._frame
        if figure is None or frame is None or frame.plot.isEmpty():
            return
        with kept(painter):
            painter.setClipRect(frame.clip.adjusted(0, 0, _ROOM, 0))
            painter.setPen(Qt.PenStyle.NoPen)
            faint = area_opacity(len(figure.areas))
            for area in figure.areas:
                code = theme().tokens.text2 if area.look is None else theme().run_style(area.look).color
                painter.setBrush(color(code, faint))
                painter.drawPolygon(polyline(frame.across(area.x), frame.up(area.y)))
            for bar in figure.bars:
                chosen = bar.run is not None and bar.run == figure.chosen
                self._bar(painter, bar, frame, chosen=chosen, valued=figure.has_lying_bars)
            for box in figure.boxes:
                _box(painter, box, frame)
            painter.setClipping(False)  # circles on the edge of the plot are whole
            for box in figure.boxes:
                _outside(painter, box, frame)

    def _bar(self, painter: QPainter, bar: Bar, frame: Frame, *, chosen: bool, valued: bool) -> None:
        tokens, room = theme().tokens, bar_rect(bar, frame)
        fill = ink_of(bar.strength, self._ground, bar.tone)
        if bar.run is not None:
            fill = color(theme().run_style(bar.run).color)
        if bar.x[0] != bar.x[1] and bar.y[0] != bar.y[1]:  # nothing is as long as the gap between bars
            painter.fillRect(room.adjusted(0, 0, -1, 0), fill)
        if chosen:
            painter.setPen(QPen(color(tokens.accent), 2.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(room.adjusted(1, -2, 2, 2))
            painter.setPen(Qt.PenStyle.NoPen)
        if bar.label:
            code = getattr(tokens, self._ground) if bar.strength > _INK_SWITCH else tokens.text
            paint_text(painter, room, bar.label, font(Px.BASE, 500, tabular=True), code, CENTER)
        if not valued or bar.label or room.height() < _LEAST_FOR_VALUE:
            return  # bars side by side, and very thin ones, have no room for a number
        face, text = font(Px.CAP, tabular=True), count_text(bar.value)
        wide = text_width(text, face)
        if bar.run is not None:
            beside = QRectF(min(room.right() + 4, frame.plot.right() - wide), room.top(), wide + 4, room.height())
            if beside.left() < room.right():
                painter.fillRect(beside.adjusted(-2, 2, 0, -2), color(getattr(tokens, self._ground), 0.85))
            paint_text(painter, beside, text, face, tokens.text2, LEFT)
        elif bar.value and wide + 4 <= room.width():
            code = getattr(tokens, self._ground) if bar.strength > _INK_SWITCH else tokens.text
            paint_text(painter, room, text, face, code, CENTER)


def _parts(figure: Figure) -> tuple[object, ...]:
    """Return what decides how shapes look; the chosen run matters only if runs have bars."""
    chosen = figure.chosen if figure.bars else None
    return figure.areas, figure.bars, figure.boxes, chosen


def bar_rect(bar: Bar, frame: Frame) -> QRectF:
    """Return a bar in pixels."""
    left, right = sorted(frame.across(bar.x).tolist())
    top, foot = sorted(frame.up(bar.y).tolist())
    return QRectF(QPointF(left, round(top)), QPointF(right, round(foot)))


def box_rect(box: Box, frame: Frame) -> QRectF:
    """Return the area of a box in pixels, from whisker to whisker."""
    left, right = frame.across([box.at - _BOX, box.at + _BOX]).tolist()
    top, foot = sorted(frame.up([box.low, box.high]).tolist())
    return QRectF(QPointF(left, top), QPointF(right, foot))


def ink_of(strength: float, ground: str, tone: Tone = "ink") -> QColor:
    """Return ink, or the color of good or bad labels, blended with the background; 1 is unblended."""
    tokens = theme().tokens
    ink = tokens.text2 if tone == "ink" else getattr(tokens, tone)
    return color(blended(ink, getattr(tokens, ground), strength))


def _box(painter: QPainter, box: Box, frame: Frame) -> None:
    tokens = theme().tokens
    code = tokens.text2 if box.run is None else theme().run_style(box.run).color
    room = box_rect(box, frame)
    low, first, median, third, high = frame.up([box.low, box.first, box.median, box.third, box.high]).tolist()
    middle, half = room.center().x(), room.width() / 4
    pen = QPen(color(code), 1.0)
    pen.setDashPattern([2.0, 2.0])
    painter.setPen(pen)
    painter.drawLines([QLineF(middle, first, middle, low), QLineF(middle, third, middle, high)])
    painter.setPen(QPen(color(code), 1.0))
    painter.drawLines([QLineF(middle - half, y, middle + half, y) for y in (low, high)])
    painter.setBrush(color(code, _BOX_FILL))
    painter.drawRect(QRectF(QPointF(room.left(), third), QPointF(room.right(), first)))
    painter.setPen(QPen(color(tokens.text), 2.0))
    painter.drawLine(QLineF(room.left(), median, room.right(), median))


def _outside(painter: QPainter, box: Box, frame: Frame) -> None:
    """Paint circles for the values beyond the whiskers of a box."""
    held = frame.holds(np.full(len(box.outside), box.at), box.outside)
    code = theme().tokens.text2 if box.run is None else theme().run_style(box.run).color
    painter.setPen(QPen(color(code), 1.0))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for y in frame.up(np.asarray(box.outside)[held]).tolist():
        painter.drawEllipse(QPointF(frame.across([box.at])[0], y), _CIRCLE, _CIRCLE)
