"""The marker of a run: the same shape and color in tables, legends and plots."""

import math
from functools import lru_cache

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QPainter, QPainterPath, QPen, QTransform

from jurybox_gui.pieces.painting import kept
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import RunStyle

_OPEN_PEN = 1.8
_HALO = 3.0
_ARM = 0.19  # half the width of an arm of plus and cross, as a share of the size


@lru_cache(maxsize=16)
def marker_path(marker: str) -> QPainterPath:
    """Return the outline of a marker around the origin in a square of side 1.

    The shapes are drawn to look equally large, so they do not all reach the edges. ValueError for a
    marker that is not in `tokens.MARKERS`.
    """
    path = QPainterPath()
    if marker == "circle":
        path.addEllipse(QPointF(0, 0), 0.5, 0.5)
        return path
    if marker == "square":
        path.addRect(-0.45, -0.45, 0.9, 0.9)
        return path
    points = _corners(marker)
    path.moveTo(*points[0])
    for x, y in points[1:]:
        path.lineTo(x, y)
    path.closeSubpath()
    return path


def _corners(marker: str) -> list[tuple[float, float]]:
    a, h = _ARM, 0.5
    up = [(0.0, -0.5), (0.54, 0.44), (-0.54, 0.44)]
    plus = [(-a, -h), (a, -h), (a, -a), (h, -a), (h, a), (a, a)]
    plus += [(-x, -y) for x, y in plus]
    shapes = {
        "up": up,
        "down": [(x, -y) for x, y in up],
        "diamond": [(0.0, -0.58), (0.58, 0.0), (0.0, 0.58), (-0.58, 0.0)],
        "plus": plus,
        "cross": [((x - y) * math.sqrt(0.5), (x + y) * math.sqrt(0.5)) for x, y in plus],
        "star": [_ray(n) for n in range(10)],
    }
    if marker not in shapes:
        raise ValueError(f"there is no marker {marker!r}")
    return shapes[marker]


def _ray(n: int) -> tuple[float, float]:
    reach = 0.6 if n % 2 == 0 else 0.26
    angle = math.pi * (n / 5 - 0.5)
    return reach * math.cos(angle), reach * math.sin(angle)


def paint_run_marker(
    painter: QPainter, center: QPointF, size: float, style: RunStyle, halo: str | None = None
) -> None:
    """Paint a run's marker, `size` pixels wide, around `center`.

    `halo` is the color painted 3 px around it: give `surf` on a selected row, where the run colors
    alone do not stand out.
    """
    open_inset = 0.0 if style.filled else _OPEN_PEN * 0.6
    shape = QTransform.fromTranslate(center.x(), center.y()).scale(size - open_inset, size - open_inset)
    path = shape.map(marker_path(style.marker))
    with kept(painter):
        if halo is not None:
            painter.setPen(QPen(color(halo), 2 * _HALO, j=Qt.PenJoinStyle.RoundJoin))
            painter.setBrush(QBrush(color(halo)))
            painter.drawPath(path)
        if style.filled:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QBrush(color(style.color)))
        else:
            painter.setPen(QPen(color(style.color), _OPEN_PEN, j=Qt.PenJoinStyle.MiterJoin))
            painter.setBrush(QBrush(color(theme().tokens.surf)))
        painter.drawPath(path)
