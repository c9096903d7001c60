"""Small helpers shared by all painters: rounded boxes on whole pixels, one line of text, grays."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPaintDevice, QPainter, QPen

from jurybox_gui.theme.palette import color
from jurybox_gui.widgets.direction import is_right_to_left
from jurybox_gui.widgets.run_names import fitted

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
CENTER = Qt.AlignmentFlag.AlignCenter


def beginning(text: str) -> Qt.AlignmentFlag:
    """Return the side at which a text begins."""
    return RIGHT if is_right_to_left(text) else LEFT


# No list shows more of a text than this in one line; measuring a megabyte would block the window.
_LINE_MAX = 500
_WHITE = re.compile(r"\s+")


@contextmanager
def kept(painter: QPainter) -> Iterator[QPainter]:
    """Paint with antialiasing and restore the painter, even if a painter in between raises."""
    painter.save()
    try:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        yield painter
    finally:
        painter.restore()


def paint_box(
    painter: QPainter, rect: QRectF, radius: float, fill: str | None, border: str | None = None, width: float = 1.0
) -> None:
    """Paint a rounded box with its border inside `rect`; a 1 px border lands on whole pixels."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    half = width / 2 if border else 0.0
    painter.setPen(QPen(color(border), width) if border else QPen(Qt.PenStyle.NoPen))
    painter.setBrush(color(fill) if fill else Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(rect.adjusted(half, half, -half, -half), radius - half, radius - half)
    painter.restore()


def paint_ground(painter: QPainter, rect: QRect, code: str) -> None:
    """Fill a rectangle; `fillRect` does the same, and loads all gradients of Qt before the first window."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color(code))
    painter.drawRect(rect)


def paint_line(painter: QPainter, start: QPointF, end: QPointF, code: str, width: float = 1.0) -> None:
    """Paint a straight line; give half-pixel positions for a crisp hairline."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(color(code), width))
    painter.drawLine(start, end)
    painter.restore()


def one_line(text: str) -> str:
    """Return `text` as one line: white space becomes single spaces; no longer than a list shows."""
    return _WHITE.sub(" ", text[:_LINE_MAX]) + ("…" if len(text) > _LINE_MAX else "")


def text_width(text: str, face: QFont) -> float:
    """Return the width of one line of text in pixels."""
    return QFontMetricsF(face).horizontalAdvance(text)


_WIDE = "\u3040-\u30ff\u3400-\u9fff"
_OPENING = "\u300c\u300e\uff08"
_SMALL = "\u3083\u3085\u3087\u3063\u30e3\u30e5\u30e7\u30c3"
_CLOSING = f"\u3001\u3002\u300d\u300f\uff09\uff01\uff1f\u2026\u30fb\u30fc{_SMALL}"
"""Kana and Chinese characters; opening brackets, which end no line; marks and small kana, which begin none.
"""
_SIGNS_FROM = "\u3000"
_PARTS = f" *[{_OPENING}]*(?:[{_WIDE}][{_CLOSING}]*|[^ {_WIDE}{_OPENING}]+)|."
"""Compiled when a text is first broken: that takes longer than a painting."""


def on_lines(text: str, face: QFont, width: float, most: int = 2) -> tuple[str, ...]:
    """Return a text in lines that fit a width; the last of `most` takes the rest.

    It is broken between words, and between Japanese and Chinese characters, but not before a closing mark; a
    single such character is never left alone on the last line.
    """
    lines = [""]
    before = last = ""
    for part in re.findall(_PARTS, one_line(text)):
        longer = lines[-1] + part
        if lines[-1] and len(lines) < most and text_width(longer, face) > width:
            lines.append(part.lstrip(" "))
            before = last
        else:
            lines[-1] = longer
        last = part
    if len(lines) > 1 and len(lines[-1]) == 1 and lines[-1] > _SIGNS_FROM and len(lines[-2]) > len(before) + 1:
        lines[-2:] = [lines[-2].removesuffix(before), before + lines[-1]]
    return tuple(lines)


_Cut = tuple[QPaintDevice, QRect, str]
_noted: list[list[_Cut]] = []


@contextmanager
def noting_cuts() -> Iterator[list[_Cut]]:
    """Note each line painted with an ellipsis: its widget, its place, and its whole text."""
    found: list[_Cut] = []
    _noted.append(found)
    try:
        yield found
    finally:
        _noted.pop()


def notes_cuts() -> bool:
    """Return whether cut lines are being noted, so that cached pixels must be painted again."""
    return bool(_noted)


def paint_text(
    painter: QPainter,
    rect: QRectF | QRect,
    text: str,
    face: QFont,
    code: str,
    align: Qt.AlignmentFlag = LEFT,
    elide: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
) -> float:
    """Paint one line of plain text, cut with an ellipsis where it is too long; return its width.

    The name of a run is cut by what other runs' names share with it.
    A right-to-left text has its full stop on its left; `align` sets its position.
    """
    box = QRectF(rect)
    metrics = QFontMetricsF(face)
    if len(text) > _LINE_MAX or not text.isprintable() or "  " in text:
        text = one_line(text)
    shown = fitted(text, metrics, box.width() + 0.5, elide)
    if _noted and shown != text:
        _noted[-1].append((painter.device(), painter.worldTransform().mapRect(box).toAlignedRect(), text))
    painter.setFont(face)
    painter.setPen(color(code))
    how = int(align) | int(Qt.TextFlag.TextSingleLine)
    if not shown.isascii() and is_right_to_left(shown):
        before = painter.layoutDirection()
        painter.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        painter.drawText(box.adjusted(0, 0, 1, 0), how | int(Qt.AlignmentFlag.AlignAbsolute), shown)
        painter.setLayoutDirection(before)
    else:
        painter.drawText(box.adjusted(0, 0, 1, 0), how, shown)
    return metrics.horizontalAdvance(shown)


@lru_cache(maxsize=128)
def gray(code: str) -> str:
    """Return the gray of the same lightness as a color."""
    value = QColor(code)
    level = round(0.299 * value.red() + 0.587 * value.green() + 0.114 * value.blue())
    return f"#{level:02X}{level:02X}{level:02X}"
