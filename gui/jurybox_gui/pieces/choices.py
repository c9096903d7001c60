"""Check boxes, radio buttons and sliders, painted: the style's own are too faint on the dark ground."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QCheckBox, QRadioButton, QSizePolicy, QSlider, QWidget

from jurybox_gui.pieces.focus import RING_ROOM, paint_focus_ring
from jurybox_gui.pieces.painting import kept, paint_box, paint_line, paint_text, text_width
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px, Tokens

_SIDE = 16
_GAP = 8
_HEIGHT = 28


def _hint(text: str) -> QSize:
    wide = RING_ROOM * 2 + _SIDE + _GAP + round(text_width(text, font(Px.BASE))) + 4
    return QSize(wide, _HEIGHT)


def _mark_box(widget: QWidget) -> QRectF:
    return QRectF(RING_ROOM, round((widget.height() - _SIDE) / 2), _SIDE, _SIDE)


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
        """Return the room for box and words."""
        return _hint(self.text())

    def minimumSizeHint(self) -> QSize:
        """Return the same: cut words say nothing."""
        return self.sizeHint()

    def hitButton(self, pos: object) -> bool:
        """Take clicks on the words too."""
        del pos
        return True

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the box, checked, half or empty, and the words."""
        del event
        tokens = theme().tokens
        painter = QPainter(self)
        box = _mark_box(self)
        state = self.checkState()
        on = state != Qt.CheckState.Unchecked and self.isEnabled()
        ground = tokens.accent if on else tokens.raised if self.isEnabled() else tokens.win
        edge = tokens.accent if on else tokens.text2 if self.underMouse() else tokens.ctl
        paint_box(painter, box, Grid.R_KEY, ground, edge if self.isEnabled() else tokens.line2)
        ink = tokens.onacc if on else tokens.text3
        if state == Qt.CheckState.Checked:
            _paint_check(painter, box, ink)
        elif state == Qt.CheckState.PartiallyChecked:
            paint_box(painter, box.adjusted(4, 7, -4, -7), 1, ink)
        _paint_words(painter, self, self.text(), tokens)
        if self.hasFocus():
            paint_focus_ring(painter, box, Grid.R_KEY, tokens)
        painter.end()


class RadioButton(QRadioButton):
    """One of several choices, with plain text beside it."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(text)
        self.setAccessibleName(text)
        self.setProperty("ring", -1)

    def sizeHint(self) -> QSize:
        """Return the room for disc and words."""
        return _hint(self.text())

    def minimumSizeHint(self) -> QSize:
        """Return the same: cut words say nothing."""
        return self.sizeHint()

    def hitButton(self, pos: object) -> bool:
        """Take clicks on the words too."""
        del pos
        return True

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the disc and the words."""
        del event
        tokens = theme().tokens
        painter = QPainter(self)
        box = _mark_box(self)
        on = self.isChecked() and self.isEnabled()
        edge = tokens.accent if on else tokens.text2 if self.underMouse() else tokens.ctl
        ground = tokens.raised if self.isEnabled() else tokens.win
        paint_box(
            painter, box, _SIDE / 2, ground, edge if self.isEnabled() else tokens.line2, 1.5 if on else 1
        )
        if self.isChecked():
            paint_box(painter, box.adjusted(4, 4, -4, -4), 4, tokens.accent if on else tokens.text3)
        _paint_words(painter, self, self.text(), tokens)
        if self.hasFocus():
            paint_focus_ring(painter, box, _SIDE / 2, tokens)
        painter.end()


def _paint_check(painter: QPainter, box: QRectF, ink: str) -> None:
    with kept(painter):
        pen = QPen(color(ink), 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        spots = [(0.25, 0.53), (0.43, 0.71), (0.76, 0.31)]
        line = [QPointF(box.left() + x * _SIDE, box.top() + y * _SIDE) for x, y in spots]
        painter.drawPolyline(QPolygonF(line))


class Slider(QSlider):
    """A level slider: the accent up to an open handle; a click goes there at once.

    `mark` (a value, or None) is a small tick above the track, such as *as judged*.
    """

    def __init__(self, name: str, low: int, high: int, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setAccessibleName(name)
        self.setRange(low, high)
        self.setProperty("ring", -1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._mark: int | None = None

    def set_mark(self, mark: int | None) -> None:
        """Show a tick at this value."""
        self._mark = mark
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for handle, ring and tick."""
        return QSize(160, 36)

    def x_of(self, value: int) -> float:
        """Return where on the widget a value lies, for scales below the slider."""
        span = max(1, self.maximum() - self.minimum())
        return 12 + (value - self.minimum()) / span * (self.width() - 24)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to where the pointer is."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self._go(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the pointer."""
        if self.isSliderDown():
            self._go(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go."""
        del event
        self.setSliderDown(False)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint track, level, tick and handle."""
        del event
        tokens = theme().tokens
        painter = QPainter(self)
        middle = self.height() / 2
        here = self.x_of(self.value())
        paint_box(painter, QRectF(12, middle - 2, self.width() - 24, 4), 2, tokens.line2)
        live = tokens.accent if self.isEnabled() else tokens.ctl
        paint_box(painter, QRectF(12, middle - 2, max(4.0, here - 12), 4), 2, live)
        if self._mark is not None:
            at = round(self.x_of(self._mark)) + 0.5
            paint_line(painter, QPointF(at, middle - 14), QPointF(at, middle - 9), tokens.text2)
        handle = QRectF(here - 8, middle - 8, 16, 16)
        paint_box(painter, handle, 8, tokens.raised, live, 2)
        if self.hasFocus():
            paint_focus_ring(painter, handle, 8, tokens)
        painter.end()

    def _go(self, event: QMouseEvent) -> None:
        share = (event.position().x() - 12) / max(1, self.width() - 24)
        self.setValue(round(self.minimum() + share * (self.maximum() - self.minimum())))
