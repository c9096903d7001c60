"""Painted check boxes: those of the style are too faint on the dark background."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QCheckBox, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px, Tokens
from jurybox_gui.widgets.focus import RING_ROOM, paint_focus_ring
from jurybox_gui.widgets.painting import kept, paint_box, paint_text, text_width

_SIDE = 16
_GAP = 8
_HEIGHT = 28


def _paint_words(painter: QPainter, widget: QWidget, text: str, tokens: Tokens) -> None:
    left = RING_ROOM + _SIDE + _GAP
    room = QRectF(left, 0, widget.width() - left, widget.height())
    paint_text(painter, room, text, font(Px.BASE), tokens.text if widget.isEnabled() else tokens.text3)


class CheckBox(QCheckBox):
    """A box to check, with plain text beside it."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(text)
        self.setAccessibleName(text)
        self.setProperty("ring", -1)

    def sizeHint(self) -> QSize:
        words = round(text_width(self.text(), font(Px.BASE)))
        return QSize(RING_ROOM * 2 + _SIDE + _GAP + words + 4, _HEIGHT)

    def minimumSizeHint(self) -> QSize:
        # Return the same: cut words are unreadable.
        return self.sizeHint()

    def hitButton(self, pos: object) -> bool:
        del pos
        return True

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens = theme().tokens
        painter = QPainter(self)
        box = QRectF(RING_ROOM, round((self.height() - _SIDE) / 2), _SIDE, _SIDE)
        _paint_state(painter, box, self.checkState(), enabled=self.isEnabled(), hovered=self.underMouse())
        _paint_words(painter, self, self.text(), tokens)
        if self.hasFocus():
            paint_focus_ring(painter, box, Grid.R_KEY, tokens)
        painter.end()


class CheckBoxDelegate(QStyledItemDelegate):
    """Paints the boxes of a list whose rows can be checked as those beside single words are."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        shown = QStyleOptionViewItem(option)
        self.initStyleOption(shown, index)
        widget, style = shown.widget, shown.widget.style()
        place = style.subElementRect(QStyle.SubElement.SE_ItemViewItemCheckIndicator, shown, widget)
        words = style.subElementRect(QStyle.SubElement.SE_ItemViewItemText, shown, widget)
        box = QRectF(place.left(), round(place.center().y() - _SIDE / 2), _SIDE, _SIDE)
        with kept(painter):
            style.drawPrimitive(QStyle.PrimitiveElement.PE_PanelItemViewItem, shown, painter, widget)
            _paint_state(painter, box, shown.checkState, enabled=True, hovered=False)
            paint_text(painter, QRectF(words).adjusted(_GAP, 0, 0, 0), shown.text, shown.font, theme().tokens.text)


def _paint_state(painter: QPainter, box: QRectF, state: Qt.CheckState, *, enabled: bool, hovered: bool) -> None:
    """Paint a box, checked, half or empty."""
    tokens = theme().tokens
    on = state != Qt.CheckState.Unchecked and enabled
    ground = tokens.accent if on else tokens.raised if enabled else tokens.win
    edge = tokens.accent if on else tokens.text2 if hovered else tokens.ctl
    paint_box(painter, box, Grid.R_KEY, ground, edge if enabled else tokens.line2)
    ink = tokens.onacc if on else tokens.text3
    if state == Qt.CheckState.Checked:
        _paint_check(painter, box, ink)
    elif state == Qt.CheckState.PartiallyChecked:
        paint_box(painter, box.adjusted(4, 7, -4, -7), 1, ink)


def _paint_check(painter: QPainter, box: QRectF, ink: str) -> None:
    with kept(painter):
        pen = QPen(color(ink), 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        spots = [(0.25, 0.53), (0.43, 0.71), (0.76, 0.31)]
        line = [QPointF(box.left() + x * _SIDE, box.top() + y * _SIDE) for x, y in spots]
        painter.drawPolyline(QPolygonF(line))
