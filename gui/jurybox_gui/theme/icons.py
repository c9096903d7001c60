"""Icons: the program's own drawings in one color, tinted with a token and sharp at every screen scale."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from jurybox.resources import asset
from jurybox_gui.theme.theme import theme

if TYPE_CHECKING:
    from PySide6.QtGui import QIcon

_SIZES = (16, 20, 24, 32)
_SCALES = (1.0, 2.0)


@lru_cache(maxsize=512)
def _renderer(name: str, code: str) -> QSvgRenderer:
    drawing = asset(f"icons/{name}.svg").read_text("utf-8")
    made = QSvgRenderer(QByteArray(drawing.replace("currentColor", code).encode()))
    if not made.isValid():
        raise ValueError(f"icon {name}: the drawing cannot be read")
    return made


def paint_icon(painter: QPainter, rect: QRectF, name: str, code: str) -> None:
    """Paint the icon `name` into `rect` in the color `code` (`#RRGGBB`)."""
    _renderer(name, code).render(painter, rect)


def pixmap(name: str, px: int, code: str, scale: float = 1.0) -> QPixmap:
    """Return the icon `name`, `px` logical pixels wide and high, for a screen of that `scale`."""
    side = round(px * scale)
    made = QPixmap(side, side)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    paint_icon(painter, QRectF(0, 0, side, side), name, code)
    painter.end()
    made.setDevicePixelRatio(scale)
    return made


def icon(name: str) -> QIcon:
    """Return the icon `name` in the colors of the theme in use; create it again when the theme changes."""
    from PySide6.QtGui import QIcon  # no icon is shown before the first window, and the class is slow to load

    tokens = theme().tokens
    made = QIcon()
    states = ((QIcon.Mode.Normal, tokens.text2), (QIcon.Mode.Disabled, tokens.ctl))
    for mode, code in states:
        for px in _SIZES:
            for scale in _SCALES:
                made.addPixmap(pixmap(name, px, code, scale), mode)
    return made


@lru_cache(maxsize=1)
def app_icon() -> QIcon:
    """Return the icon of the program: twelve tiles, one of them lit; its colors are fixed."""
    from PySide6.QtGui import QIcon

    made = QIcon()
    renderer = QSvgRenderer(str(asset("icons/jurybox.svg")))
    for px in (16, 24, 32, 48, 64, 128, 256):
        tile = QPixmap(QSize(px, px))
        tile.fill(Qt.GlobalColor.transparent)
        painter = QPainter(tile)
        renderer.render(painter, QRectF(0, 0, px, px))
        painter.end()
        made.addPixmap(tile)
    return made
