"""How a question of the queue is painted: number, text, and one tick for each of its labels."""

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from jurybox_gui.tables.queue_model import Role
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px, Tokens
from jurybox_gui.widgets.glyphs import label_colors
from jurybox_gui.widgets.painting import RIGHT, kept, paint_box, paint_text, text_width

_LEFT, _RIGHT = 14, 14
_TICK, _STEP, _TICK_HEIGHT = 3, 5, 12
_MOST_TICKS = 8
_DOT = 7.0
"""Across the mark of a question that was called good."""
_NAME_MOST = 84
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
_Index = QModelIndex | QPersistentModelIndex


class QueueDelegate(QStyledItemDelegate):
    """Paints one row; finished questions are quieter, the current one has a bar at its left."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.name_width = 32.0

    def measure(self, names: list[str]) -> None:
        """Give the numbers as much room as the widest of these needs."""
        face = font(Px.BASE, 600, tabular=True)
        widest = max((text_width(name[:40], face) for name in names), default=32.0)
        self.name_width = min(float(_NAME_MOST), widest)

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        """Return the height of a row."""
        del option, index
        return QSize(120, Grid.ROW_QUEUE)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint a row in the state it is in."""
        tokens = theme().tokens
        box = QRectF(option.rect)
        state = option.state
        heading = index.data(Role.HEADING)
        if heading is not None:
            paint_heading(painter, box, str(heading), tokens)
            return
        current = bool(state & QStyle.StateFlag.State_Selected)
        with kept(painter):
            if current:
                paint_box(painter, box.adjusted(6, 1, -6, -1), Grid.R_FIELD, tokens.accsoft)
                paint_box(painter, QRectF(0, box.top() + 4, 3, box.height() - 8), 1.5, tokens.accent)
            elif state & QStyle.StateFlag.State_MouseOver:
                paint_box(painter, box.adjusted(6, 1, -6, -1), Grid.R_FIELD, tokens.hover)
            right = self._paint_ticks(painter, box, index.data(Role.LABELS), tokens)
            if index.data(Role.GOOD):
                right -= _DOT + 5
                dot = QRectF(right, box.center().y() - _DOT / 2, _DOT, _DOT)
                paint_box(painter, dot, _DOT / 2, label_colors("A", tokens).color)
            self._paint_words(painter, box, right, index, current=current)

    def _paint_words(
        self, painter: QPainter, box: QRectF, right: float, index: _Index, *, current: bool
    ) -> None:
        tokens = theme().tokens
        weight = 600 if current else 400
        name = QRectF(_LEFT, box.top(), self.name_width + 1, box.height())
        ink = tokens.accent if current else tokens.text3
        paint_text(painter, name, index.data(Role.NAME), font(Px.BASE, weight, tabular=True), ink)
        room = QRectF(name.right() + 8, box.top(), max(0.0, right - 6 - name.right() - 8), box.height())
        ink = tokens.text if current or not index.data(Role.DONE) else tokens.text3
        paint_text(painter, room, index.data(Role.TITLE), font(Px.BASE, weight), ink)

    def _paint_ticks(self, painter: QPainter, box: QRectF, labels: tuple[str, ...], tokens: Tokens) -> float:
        """Paint the ticks at the right, or a count where there are too many; return their left edge."""
        right = box.right() - _RIGHT
        if len(labels) > _MOST_TICKS:
            judged = sum(label not in {"", "conflict", "deferred"} for label in labels)
            words, face = f"{judged}/{len(labels)}", font(Px.CAP, tabular=True)
            wide = text_width(words, face)
            paint_text(
                painter, QRectF(right - wide, box.top(), wide, box.height()), words, face, tokens.text3, RIGHT
            )
            return right - wide
        left = right - len(labels) * _STEP + (_STEP - _TICK)
        foot = round(box.center().y() + _TICK_HEIGHT / 2)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        for n, label in enumerate(labels):
            paint_tick(painter, left + n * _STEP, foot, label, tokens)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        return left


def paint_heading(painter: QPainter, box: QRectF, text: str, tokens: Tokens) -> None:
    """Paint the name of what the rows below belong to."""
    with kept(painter):
        room = box.adjusted(_LEFT, 4, -_RIGHT, 0)
        paint_text(painter, room, text, font(Px.ASIDE, 600), tokens.text2)


def paint_tick(painter: QPainter, left: float, foot: float, label: str, tokens: Tokens) -> None:
    """Paint one label as a bar: full, 58 % or 22 % high, or a dot where it is still open."""
    share = _HEIGHTS.get(label)
    painter.setPen(Qt.PenStyle.NoPen)
    if share is None:
        code = {"conflict": tokens.bad, "deferred": tokens.mid}.get(label, tokens.line2)
        painter.fillRect(QRectF(left, foot - 2, _TICK - 1, 2), color(code))
        return
    height = max(2, round(_TICK_HEIGHT * share))
    painter.fillRect(QRectF(left, foot - height, _TICK, height), color(label_colors(label, tokens).color))
