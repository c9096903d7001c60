"""The marker of a run: the same shape and color in tables, legends and plots."""

from functools import lru_cache

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QTransform

from jurybox_gui.theme.markers import marker_corners
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import RunStyle
from jurybox_gui.widgets.painting import kept

_OPEN_PEN = 1.8
_HALO = 3.0


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
    points = marker_corners(marker)
    path.moveTo(*points[0])
    for x, y in points[1:]:
        path.lineTo(x, y)
    path.closeSubpath()
    return path


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
            painter.setBrush(color(halo))
            painter.drawPath(path)
        if style.filled:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color(style.color))
        else:
            painter.setPen(QPen(color(style.color), _OPEN_PEN, j=Qt.PenJoinStyle.MiterJoin))
            painter.setBrush(color(theme().tokens.surf))
        painter.drawPath(path)
