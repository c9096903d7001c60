"""A slider: a track with a knob, numbers at its ends, and marks at values that matter."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QAbstractSlider, QSizePolicy, QWidget

from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.painting import CENTER, LEFT, RIGHT, kept, paint_text

_TRACK = 4.0
_KNOB = 8.0
_MIDDLE = 16.0


class Slider(QAbstractSlider):
    """Covers a range of whole numbers.

    `ends` are printed at the left end, in the middle and at the right end. `ticks` are below the track, marks
    above it. Without `ends` it is low. A click moves the knob to the pointer.
    """

    def __init__(self, name: str, ends: tuple[str, str, str] | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ends = ends
        self._ticks: tuple[float, ...] = ()
        self._marks: tuple[float, ...] = ()
        self._blank = False
        self.setOrientation(Qt.Orientation.Horizontal)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty("ring", 4)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_ends(self, ends: tuple[str, str, str], ticks: tuple[float, ...] = ()) -> None:
        """Print other numbers at the ends and in the middle; `ticks` in the slider's own whole numbers."""
        self._ends, self._ticks = ends, ticks
        self.update()

    def set_marks(self, marks: tuple[float, ...]) -> None:
        """Mark values above the track, in the slider's own whole numbers or between them."""
        if marks != self._marks:
            self._marks = marks
            self.update()

    def set_blank(self, *, blank: bool) -> None:
        """Hide the knob while no value is chosen."""
        if blank != self._blank:
            self._blank = blank
            self.update()

    @property
    def marks(self) -> tuple[float, ...]:
        """The values marked."""
        return self._marks

    def sizeHint(self) -> QSize:
        return QSize(260, 50 if self._ends else 32)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self._follow(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown():
            self._follow(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(False)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens = theme().tokens
        painter = QPainter(self)
        left, right, here = self.x_of(self.minimum()), self.x_of(self.maximum()), self.x_of(self.value())
        painter.fillRect(QRectF(left, _MIDDLE - _TRACK / 2, right - left, _TRACK), color(tokens.line2))
        accent = tokens.accent if self.isEnabled() else tokens.ctl
        if not self._blank:
            painter.fillRect(QRectF(left, _MIDDLE - _TRACK / 2, here - left, _TRACK), color(accent))
        for tick in self._ticks:
            painter.fillRect(QRectF(round(self.x_of(tick)), _MIDDLE + 10, 1, 4), color(tokens.ctl))
        with kept(painter):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color(tokens.text2))
            for mark in self._marks:
                if self.minimum() <= mark <= self.maximum():
                    painter.drawPolygon(_pointer(self.x_of(mark)))
            if not self._blank:
                painter.setPen(QPen(color(accent), 2.0))
                painter.setBrush(color(tokens.surf))
                painter.drawEllipse(QPointF(here, _MIDDLE), _KNOB - 1, _KNOB - 1)
        self._numbers(painter)
        painter.end()

    def _numbers(self, painter: QPainter) -> None:
        if self._ends is None:
            return
        face, code = font(Px.ASIDE, tabular=True), theme().tokens.text2
        line = QRectF(0, _MIDDLE + 16, self.width(), 16)
        for text, side in zip(self._ends, (LEFT, CENTER, RIGHT), strict=True):
            paint_text(painter, line, text, face, code, side)

    def x_of(self, value: float) -> float:
        """Return the horizontal position of a value, for scales beside the slider."""
        span = max(1, self.maximum() - self.minimum())
        return _KNOB + (self.width() - 2 * _KNOB) * (value - self.minimum()) / span

    def _follow(self, event: QMouseEvent) -> None:
        part = (event.position().x() - _KNOB) / max(1.0, self.width() - 2 * _KNOB)
        self.setValue(round(self.minimum() + part * (self.maximum() - self.minimum())))


def _pointer(at: float) -> QPolygonF:
    """Return a small triangle that points down at the track."""
    top = _MIDDLE - 14
    return QPolygonF([QPointF(at - 3.5, top), QPointF(at + 3.5, top), QPointF(at, top + 6)])
