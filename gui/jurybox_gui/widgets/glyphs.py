"""The glyph of every label, distinguished by shape first and color second."""

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen, QPolygonF

from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.icons import paint_icon
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.tokens import Tokens
from jurybox_gui.widgets.painting import gray, kept

# Label -> (shape, token of its color, token of its soft ground).
_LOOKS: dict[str, tuple[str, str, str]] = {
    "A": ("solid-letter", "good", "goods"),
    "B": ("tinted-letter", "mid", "mids"),
    "C": ("open-letter", "slate", "slates"),
    "correct": ("disc", "good", "goods"),
    "inexact": ("half-disc", "mid", "mids"),
    "unsupported": ("dashed-ring", "viol", "viols"),
    "incorrect": ("cross-ring", "bad", "bads"),
    "cannot-tell": ("question-ring", "slate", "slates"),
    "vital": ("diamond", "text", "hover"),
    "okay": ("open-diamond", "slate", "slates"),
    "yes": ("checked", "good", "goods"),
    "partial": ("half-box", "mid", "mids"),
    "no": ("box", "ctl", "hover"),
    "junk": ("icon-junk", "slate", "slates"),
    "skipped": ("icon-skip", "slate", "slates"),
    "deferred": ("icon-defer", "slate", "slates"),
    "": ("dashed-box", "line2", "win"),
}
LABELS = tuple(_LOOKS)


class LabelColors(NamedTuple):
    """The color of a label and its soft ground."""

    color: str
    soft: str


def label_colors(label: str, tokens: Tokens) -> LabelColors:
    """Return the colors of a label; an unknown label looks like `C`'s slate."""
    _, name, soft = _LOOKS.get(label, _LOOKS["C"])
    return LabelColors(getattr(tokens, name), getattr(tokens, soft))


def paint_label_glyph(
    painter: QPainter, rect: QRectF, label: str, tokens: Tokens, *, gray: bool = False
) -> None:
    """Paint the glyph of `label` into the square `rect`; `gray` paints it without color.

    Labels are spelled as the log spells them (`A`, `correct`, `cannot-tell`, `yes` ...); the empty label
    is *not yet*. Any other label is painted as its first letter in an outline.
    """
    shape = _LOOKS[label][0] if label in _LOOKS else "open-letter"
    pair = label_colors(label, tokens)
    pen = _Pen(painter, _square(rect), pair.color, pair.soft, tokens, label)
    with kept(painter):
        paint = _SHAPES.get(shape, _icon)
        paint(_grayed(pen) if gray else pen)


class _Pen(NamedTuple):
    painter: QPainter
    box: QRectF
    code: str
    soft: str
    tokens: Tokens
    label: str

    @property
    def side(self) -> float:
        return self.box.width()

    @property
    def stroke(self) -> float:
        return max(1.2, self.side / 15)

    def outline(self, style: Qt.PenStyle = Qt.PenStyle.SolidLine, width: float | None = None) -> None:
        pen = QPen(color(self.code), width or self.stroke, style)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        self.painter.setPen(pen)
        self.painter.setBrush(Qt.BrushStyle.NoBrush)

    def fill(self, code: str) -> None:
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(color(code))

    def inset(self, share: float) -> QRectF:
        d = self.side * share
        return self.box.adjusted(d, d, -d, -d)

    def at(self, x: float, y: float) -> QPointF:
        return QPointF(self.box.left() + x * self.side, self.box.top() + y * self.side)


def _grayed(pen: _Pen) -> _Pen:
    return pen._replace(code=gray(pen.code), soft=gray(pen.soft))


def _square(rect: QRectF) -> QRectF:
    side = min(rect.width(), rect.height())
    return QRectF(rect.center().x() - side / 2, rect.center().y() - side / 2, side, side)


def _rounded(pen: _Pen, inset: float) -> None:
    box = pen.box.adjusted(inset, inset, -inset, -inset)
    pen.painter.drawRoundedRect(box, pen.side * 0.17, pen.side * 0.17)


def _letter(pen: _Pen, code: str) -> None:
    sign = (pen.label[:1] or "?").upper()
    _sign(pen, sign, code, 0.58)


def _sign(pen: _Pen, sign: str, code: str, share: float) -> None:
    """Paint one capital or `?` in the middle of the box, by its height above the base line."""
    face = font(max(7, round(pen.side * share)), 650)
    metrics = QFontMetricsF(face)
    center = pen.box.center()
    pen.painter.setFont(face)
    pen.painter.setPen(color(code))
    left = center.x() - metrics.horizontalAdvance(sign) / 2
    pen.painter.drawText(QPointF(left, center.y() + metrics.capHeight() / 2), sign)


def _check(pen: _Pen, code: str, reach: float) -> None:
    """Paint a check mark that takes `reach` of the side."""
    line = QPen(color(code), max(1.5, pen.side * 0.11))
    line.setCapStyle(Qt.PenCapStyle.RoundCap)
    line.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    pen.painter.setPen(line)
    pen.painter.setBrush(Qt.BrushStyle.NoBrush)
    spots = [(-0.46, 0.04), (-0.12, 0.36), (0.48, -0.34)]
    pen.painter.drawPolyline(QPolygonF([pen.at(0.5 + x * reach, 0.5 + y * reach) for x, y in spots]))


def _solid_letter(pen: _Pen) -> None:
    pen.fill(pen.code)
    _rounded(pen, 0)
    _letter(pen, pen.tokens.onfill)


def _tinted_letter(pen: _Pen) -> None:
    pen.outline()
    pen.painter.setBrush(color(pen.soft))
    _rounded(pen, pen.stroke / 2)
    _letter(pen, pen.code)


def _open_letter(pen: _Pen) -> None:
    pen.outline()
    _rounded(pen, pen.stroke / 2)
    _letter(pen, pen.code)


def _dashed_box(pen: _Pen) -> None:
    line = QPen(color(pen.code), 1.0)
    line.setDashPattern([2.0, 2.0])
    pen.painter.setPen(line)
    pen.painter.setBrush(Qt.BrushStyle.NoBrush)
    _rounded(pen, 0.5)


def _disc(pen: _Pen) -> None:
    pen.fill(pen.code)
    pen.painter.drawEllipse(pen.inset(0.04))
    _check(pen, pen.tokens.onfill, 0.5)


def _half_disc(pen: _Pen) -> None:
    ring = pen.inset(0.07)
    pen.fill(pen.code)
    pen.painter.drawPie(ring, 90 * 16, 180 * 16)
    pen.outline()
    pen.painter.drawEllipse(ring)


def _dashed_ring(pen: _Pen) -> None:
    ring = pen.inset(0.07)
    width = pen.stroke * 1.1
    line = QPen(color(pen.code), width)
    turn = 3.14159265 * ring.width() / width
    line.setDashPattern([turn / 12 * 0.72, turn / 12 * 0.28])
    line.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.painter.setPen(line)
    pen.painter.setBrush(Qt.BrushStyle.NoBrush)
    pen.painter.drawEllipse(ring)
    pen.fill(pen.code)
    pen.painter.drawEllipse(pen.inset(0.38))


def _cross_ring(pen: _Pen) -> None:
    pen.outline(width=pen.stroke * 1.1)
    pen.painter.drawEllipse(pen.inset(0.07))
    pen.outline(width=pen.stroke * 1.35)
    pen.painter.drawLine(pen.at(0.35, 0.35), pen.at(0.65, 0.65))
    pen.painter.drawLine(pen.at(0.65, 0.35), pen.at(0.35, 0.65))


def _question_ring(pen: _Pen) -> None:
    pen.outline()
    pen.painter.drawEllipse(pen.inset(0.07))
    _sign(pen, "?", pen.code, 0.56)


def _diamond_shape(pen: _Pen, reach: float) -> QPolygonF:
    low, high = 0.5 - reach, 0.5 + reach
    return QPolygonF([pen.at(0.5, low), pen.at(high, 0.5), pen.at(0.5, high), pen.at(low, 0.5)])


def _diamond(pen: _Pen) -> None:
    pen.fill(pen.code)
    pen.painter.drawPolygon(_diamond_shape(pen, 0.5))


def _open_diamond(pen: _Pen) -> None:
    pen.outline()
    pen.painter.drawPolygon(_diamond_shape(pen, 0.46))


def _checked(pen: _Pen) -> None:
    pen.fill(pen.code)
    _rounded(pen, pen.side * 0.03)
    _check(pen, pen.tokens.onfill, 0.54)


def _half_box(pen: _Pen) -> None:
    pen.fill(pen.code)
    corners = [pen.at(0.15, 0.13), pen.at(0.87, 0.85), pen.at(0.87, 0.88), pen.at(0.13, 0.88)]
    pen.painter.drawPolygon(QPolygonF(corners))
    pen.outline()
    _rounded(pen, pen.side * 0.03 + pen.stroke / 2)


def _box(pen: _Pen) -> None:
    pen.outline(width=max(1.0, pen.stroke * 0.8))
    _rounded(pen, pen.side * 0.03 + pen.stroke / 2)


def _icon(pen: _Pen) -> None:
    shape = _LOOKS[pen.label][0]
    paint_icon(pen.painter, pen.box, shape.removeprefix("icon-"), pen.code)


_SHAPES: dict[str, Callable[[_Pen], None]] = {
    "solid-letter": _solid_letter,
    "tinted-letter": _tinted_letter,
    "open-letter": _open_letter,
    "dashed-box": _dashed_box,
    "disc": _disc,
    "half-disc": _half_disc,
    "dashed-ring": _dashed_ring,
    "cross-ring": _cross_ring,
    "question-ring": _question_ring,
    "diamond": _diamond,
    "open-diamond": _open_diamond,
    "checked": _checked,
    "half-box": _half_box,
    "box": _box,
}
