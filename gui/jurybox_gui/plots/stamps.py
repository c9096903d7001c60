"""Markers as ready-made pixels: painted once per look, then stamped on whole pixels."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPixmap

from jurybox_gui.theme.tokens import RunStyle
from jurybox_gui.widgets.runmarks import paint_run_marker

_ROOM = 8  # for halo and miter around a marker


def stamp_all(painter: QPainter, stamps: Iterable[tuple[QPixmap, Sequence[float]]]) -> None:
    """Paint markers, each centered in the pixel that contains its place (x, y).

    Guides to a marker go through the center of that pixel too, so that ring, marker and guides meet.
    """
    scale = scale_of(painter)
    for stamp, (x, y) in stamps:
        half = stamp.deviceIndependentSize().width() / 2
        left, top = (x * scale // 1 + 0.5) / scale - half, (y * scale // 1 + 0.5) / scale - half
        painter.drawPixmap(QPointF(left, top), stamp)


def scale_of(painter: QPainter) -> float:
    """Return how many device pixels one pixel of a painter has."""
    return painter.device().devicePixelRatio() if painter.device() is not None else 1.0


@lru_cache(maxsize=512)
def stamp(style: RunStyle, size: float, halo: str | None, scale: float, *, dark: bool) -> QPixmap:
    """Return a marker as pixels; `halo` as in `paint_run_marker`, `dark`: for the dark theme."""
    del dark  # an open marker is filled with a color of the theme
    side = int((size + 2 * _ROOM) * scale) | 1
    made = QPixmap(side, side)
    made.setDevicePixelRatio(scale)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    middle = made.deviceIndependentSize().width() / 2
    paint_run_marker(painter, QPointF(middle, middle), size, style, halo)
    painter.end()
    return made
