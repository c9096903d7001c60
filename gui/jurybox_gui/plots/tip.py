"""The plate that describes what is under the pointer, painted inside the picture: plain text, no markup."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from jurybox.figures import Point
from jurybox.lists import comma_list
from jurybox.numbers import count_text
from jurybox_gui.plots.frame import Frame
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.painting import LEFT, RIGHT, one_line, paint_box, paint_text, text_width

_LINE = 17.0
_PAD = 8.0
_AWAY = 16.0
_WIDEST = 260.0


Lines = list[tuple[str, str]]
"""The lines of a plate: words and a value; the first line is a name."""


def tip_lines(point: Point, frame: Frame) -> Lines:
    """Return the lines of a run's plate: the name, the value on each axis, and further facts."""
    head = comma_list(filter(None, (point.name, point.aside)))
    axes = [(frame.x.name, count_text(point.x)), (frame.y.name, count_text(point.y))]
    return [(one_line(head), ""), *axes, *((name, count_text(value)) for name, value in point.more)]


def paint_tip(painter: QPainter, view: QRectF, at: QPointF, lines: Lines) -> None:
    """Paint a plate near the pixel `at`, wholly inside the view if it fits."""
    tokens = theme().tokens
    strong, plain, figures = font(Px.ASIDE, 600), font(Px.ASIDE), font(Px.ASIDE, tabular=True)
    values = max(text_width(value, figures) for _, value in lines)
    words = max(text_width(word, plain) for word, value in lines if value) + 12 + values
    width = min(max(words, text_width(lines[0][0], strong)), _WIDEST) + 2 * _PAD
    box = _beside(at, width, _LINE * len(lines) + 2 * _PAD - 4, view)
    paint_box(painter, box, Grid.R_FIELD, tokens.raised, tokens.line2)
    row = QRectF(box.left() + _PAD, box.top() + _PAD - 2, box.width() - 2 * _PAD, _LINE)
    name = QFontMetricsF(strong).elidedText(lines[0][0], Qt.TextElideMode.ElideRight, row.width())
    paint_text(painter, row, name, strong, tokens.text, LEFT)
    for word, value in lines[1:]:
        row.translate(0, _LINE)
        paint_text(painter, row, word, plain, tokens.text2, LEFT)
        paint_text(painter, row, value, figures, tokens.text, RIGHT)


def _beside(at: QPointF, width: float, height: float, view: QRectF) -> QRectF:
    """Return the plate's place: to the right and above if that fits, else mirrored, else pushed inside."""
    left = at.x() + _AWAY if at.x() + _AWAY + width < view.right() else at.x() - _AWAY - width
    top = at.y() - height - 4 if at.y() - height - 4 > view.top() else at.y() + _AWAY
    left = max(view.left() + 1, min(left, view.right() - width - 1))
    top = max(view.top() + 1, min(top, view.bottom() - height - 1))
    return QRectF(round(left), round(top), round(width), round(height))
