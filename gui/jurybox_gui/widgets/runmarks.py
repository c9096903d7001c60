"""The marker of a run: the same shape and color in tables, legends and plots."""

from functools import lru_cache

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QGuiApplication, QPainter, QPainterPath, QPen, QPixmap, QTransform

from jurybox_gui.theme.markers import marker_corners
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import RunStyle
from jurybox_gui.widgets.painting import kept

MARKER = 11
"""The width of the marker before a name in a table, px."""

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


def paint_run_marker(painter: QPainter, center: QPointF, size: float, style: RunStyle, halo: str | None = None) -> None:
    """Paint a run's marker, `size` pixels wide, around `center`.

    `halo` is the color painted 3 px around it: pass `surf` on a selected row, where the run colors alone do
    not stand out.
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


def run_marker(run: int) -> QPixmap:
    """Return the marker of a run as shown before its name in a table, in the colors of the theme."""
    app = QGuiApplication.instance()
    ratio = app.devicePixelRatio() if isinstance(app, QGuiApplication) else 1.0
    return _pixmap(theme().run_style(run), ratio)


@lru_cache(maxsize=512)
def _pixmap(style: RunStyle, ratio: float) -> QPixmap:
    made = QPixmap(round((MARKER + 1) * ratio), round((MARKER + 1) * ratio))
    made.setDevicePixelRatio(ratio)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    middle = (MARKER + 1) / 2
    paint_run_marker(painter, QPointF(middle, middle), MARKER, style)
    painter.end()
    return made
