"""The glyph of every label, distinguished by shape first and color second."""

from collections.abc import Callable
from functools import lru_cache
from string import ascii_uppercase
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen, QPolygonF, QTransform

from jurybox.label_schemes import Label, LabelScheme
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.icons import paint_icon
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.tokens import MARKERS, Tokens
from jurybox_gui.widgets.painting import gray, kept
from jurybox_gui.widgets.runmarks import marker_path

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
    "": ("dashed-box", "ctl", "win"),
}
LABELS = tuple(_LOOKS)
_HEIGHTS = {
    "A": 1.0,
    "correct": 1.0,
    "B": 0.58,
    "inexact": 0.58,
    "unsupported": 0.58,
    "C": 0.22,
    "incorrect": 0.22,
    "cannot-tell": 0.58,
    "junk": 0.22,
    "skipped": 0.22,
}
_LOWEST = 0.22
_TOKENS = {"strict": ("good", "goods"), "lenient": ("mid", "mids"), "no": ("bad", "bads")}
_OWN = "\t"
"""Prefix of the glyphs of a collection's own labels: no label can begin with it."""
_STEP, _KIND = "step", "kind"
_MOST_SIGNS = 3
_DIGITS = 10
"""The number of labels with digits as keys, the last of them 0."""
_PALEST, _FULLEST = 0.14, 0.6
"""The share of its color in the background of a glyph between the lowest label and the best one."""


class LabelColors(NamedTuple):
    """The color of a label and of its soft background."""

    color: str
    soft: str


class OwnLook(NamedTuple):
    """The look of a label of a collection's own scheme: by its position, not by its name.

    A step of a scale has a `level`, from 0 for the lowest label to 1 for the best; a label that is no step
    has the marker at `place`. `relevance` is the color of such a label, `sign` the text in a step.
    """

    what: str
    level: float
    place: int
    relevance: str
    sign: str


def scheme_glyphs(scheme: LabelScheme) -> dict[str, str]:
    """Return the glyph of each label of a collection's own scheme, by label.

    The steps of a scale go from a filled glyph in the color of good labels to an open one in the color of bad
    labels, each paler than the one before, so that they differ even without color; labels that are no steps
    differ in shape.
    """
    last = max(1, len(scheme.labels) - 1)
    what, signs = _STEP if scheme.is_ordinal else _KIND, _signs(scheme.labels)
    return {
        label.word: _OWN.join(("", what, f"{1 - place / last:.4f}", str(place), label.relevance, signs[place]))
        for place, label in enumerate(scheme.labels)
    }


def _signs(labels: tuple[Label, ...]) -> list[str]:
    """Return the texts in glyphs: short labels, else beginnings of names, else keys, if these differ.

    Grades are not printed: they look like the digits of keys. Nor is a single letter of a name that is not the
    key of its label: it looks like one, and may be the key of something else. If there are more labels than
    digits, they have no keys, so the last resort is their position, which always differs.
    """
    names = [(label.short or label.name).strip() for label in labels]
    firsts = [name[:1].upper() for name in names]
    if any(first in ascii_uppercase and first != label.letter for first, label in zip(firsts, labels, strict=True)):
        firsts = []
    twos = [name[:2].capitalize() for name in names]
    letters = [label.letter or two for label, two in zip(labels, twos, strict=True)]
    words = [label.word for label in labels]
    mixed_signs = [word if len(word) <= _MOST_SIGNS else two for word, two in zip(words, twos, strict=True)]
    places = [str(at + 1) for at in range(len(labels))]
    if len(labels) == _DIGITS:
        places[-1] = "0"
    for signs in (words, firsts, letters, twos, mixed_signs):
        if signs and len(set(signs)) == len(signs) and max(map(len, signs)) <= _MOST_SIGNS:
            return signs
    return places


@lru_cache(maxsize=512)
def own_look(glyph: str) -> OwnLook | None:
    """Return the look of a label of a collection's own scheme; None for any other glyph."""
    if not glyph.startswith(_OWN):
        return None
    _, what, level, place, relevance, sign = glyph.split(_OWN, 5)
    return OwnLook(what, float(level), int(place), relevance, sign)


def label_height(glyph: str) -> float | None:
    """Return the height of a label as a bar, at most 1; None for an open answer."""
    own = own_look(glyph)
    if own is None:
        return _HEIGHTS.get(glyph)
    if own.what == _STEP:
        return _LOWEST + (1 - _LOWEST) * own.level
    return {"strict": 1.0, "lenient": _HEIGHTS["inexact"]}.get(own.relevance, _LOWEST)


def label_colors(label: str, tokens: Tokens) -> LabelColors:
    """Return the colors of a label; an unknown label looks like `C`'s slate."""
    own = own_look(label)
    if own is not None:
        return _own_colors(own, tokens)
    _, name, soft = _LOOKS.get(label, _LOOKS["C"])
    return LabelColors(getattr(tokens, name), getattr(tokens, soft))


def _own_colors(own: OwnLook, tokens: Tokens) -> LabelColors:
    if own.what == _KIND:
        name, soft = _TOKENS[own.relevance]
        return LabelColors(getattr(tokens, name), getattr(tokens, soft))
    better, worse, part = ("good", "mid", 2 * own.level - 1) if own.level > 0.5 else ("mid", "bad", 2 * own.level)
    return LabelColors(
        mixed(getattr(tokens, better), getattr(tokens, worse), part),
        mixed(getattr(tokens, f"{better}s"), getattr(tokens, f"{worse}s"), part),
    )


def mixed(one: str, other: str, part: float) -> str:
    """Return a color between two, `#RRGGBB`: the share `part` of the first, the rest of the second."""
    pairs = zip(_channels(one), _channels(other), strict=True)
    return "#" + "".join(f"{round(part * a + (1 - part) * b):02X}" for a, b in pairs)


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colors, from 1 to 21 (WCAG 2.1)."""
    light = sorted((_luminance(one), _luminance(other)))
    return (light[1] + 0.05) / (light[0] + 0.05)


def _channels(code: str) -> tuple[int, int, int]:
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def _luminance(code: str) -> float:
    def linear(channel: int) -> float:
        share = channel / 255
        return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

    red, green, blue = map(linear, _channels(code))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def paint_label_glyph(painter: QPainter, rect: QRectF, label: str, tokens: Tokens, *, gray: bool = False) -> None:
    """Paint the glyph of `label` into the square `rect`; `gray` paints it without color.

    Labels are spelled as in the log (`A`, `correct`, `cannot-tell`, `yes` ...); the empty label is *not yet*.
    Those of a collection's own scheme are spelled by `scheme_glyphs`. Any other label is painted as its first
    letter in an outline.
    """
    own = own_look(label)
    shape = own.what if own is not None else _LOOKS[label][0] if label in _LOOKS else "open-letter"
    pair = label_colors(label, tokens)
    square = _square(rect)
    pen = _Pen(painter, square, square.width(), pair.color, pair.soft, tokens, label)
    with kept(painter):
        paint = _SHAPES.get(shape, _icon)
        paint(_grayed(pen) if gray else pen)


class _Pen(NamedTuple):
    painter: QPainter
    box: QRectF
    side: float
    code: str
    soft: str
    tokens: Tokens
    label: str

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


def _step(pen: _Pen) -> None:
    """Paint a step of a scale: full at the best label, paler below, open at the lowest."""
    own, ground = own_look(pen.label), pen.tokens.surf
    if own is None:
        return
    pen.outline()
    if own.level >= 1:
        ground = pen.code
    elif own.level > 0:
        ground = mixed(pen.code, pen.tokens.surf, _PALEST + (_FULLEST - _PALEST) * own.level)
    if own.level > 0:
        pen.painter.setBrush(color(ground))
    _rounded(pen, pen.stroke / 2)
    inks = (pen.code,) if own.level <= 0 else (pen.tokens.onfill, pen.tokens.text)
    ink = max(inks, key=lambda one: contrast(one, ground))
    _sign(pen, own.sign or "?", ink, (0.58, 0.47, 0.36)[min(len(own.sign or "?"), _MOST_SIGNS) - 1])


def _kind(pen: _Pen) -> None:
    """Paint a label that is no step: a marker, filled and then open."""
    own = own_look(pen.label)
    if own is None:
        return
    turn, at = divmod(own.place, len(MARKERS))
    size = pen.side * 0.86
    shape = QTransform.fromTranslate(pen.box.center().x(), pen.box.center().y()).scale(size, size)
    if turn % 2:
        pen.outline(width=pen.stroke * 1.3)
    else:
        pen.fill(pen.code)
    pen.painter.drawPath(shape.map(marker_path(MARKERS[at])))


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
    _STEP: _step,
    _KIND: _kind,
}
