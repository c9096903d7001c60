"""Markers as ready-made pixels: painted once per look, then stamped on whole pixels."""

from functools import lru_cache

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPixmap

from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import RunStyle
from jurybox_gui.widgets.runmarks import paint_run_marker

_ROOM = 8  # for halo and miter around a marker


def stamp_marker(painter: QPainter, center: QPointF, run: int, size: float, halo: str | None) -> None:
    """Paint a run's marker with its center in the middle of the pixel that `center` is in.

    `halo` as in `paint_run_marker`. Guides that lead to the marker go through the middle of that pixel
    too, so that ring, marker and guides meet.
    """
    stamp_style(painter, center, theme().run_style(run), size, halo)


def stamp_style(
    painter: QPainter, center: QPointF, style: RunStyle, size: float, halo: str | None = None
) -> None:
    """Paint a marker of any style as `stamp_marker` does."""
    scale = painter.device().devicePixelRatio() if painter.device() is not None else 1.0
    stamp = _stamp(style, size, halo, scale, dark=theme().tokens.dark)
    half = stamp.deviceIndependentSize().width() / 2
    x, y = (center.x() * scale // 1 + 0.5) / scale, (center.y() * scale // 1 + 0.5) / scale
    painter.drawPixmap(QPointF(x - half, y - half), stamp)


@lru_cache(maxsize=512)
def _stamp(style: RunStyle, size: float, halo: str | None, scale: float, *, dark: bool) -> QPixmap:
    del dark  # an open marker is filled with a color of the theme
    side = int((size + 2 * _ROOM) * scale) | 1
    stamp = QPixmap(side, side)
    stamp.setDevicePixelRatio(scale)
    stamp.fill(Qt.GlobalColor.transparent)
    painter = QPainter(stamp)
    middle = stamp.deviceIndependentSize().width() / 2
    paint_run_marker(painter, QPointF(middle, middle), size, style, halo)
    painter.end()
    return stamp
