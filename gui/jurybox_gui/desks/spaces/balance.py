"""Class balance: what if another share of the answers were correct."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractSlider, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from jurybox_gui.pieces.keycaps import KeyCap
from jurybox_gui.pieces.labels import PlainLabel
from jurybox_gui.pieces.painting import CENTER, LEFT, RIGHT, kept, paint_text
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px

LOWEST, HIGHEST = 0.01, 0.99
_PARTS = 1000
_TRACK = 4.0
_KNOB = 8.0
_MIDDLE = 16.0
_NOTE = "ROC points stay where they are. Precision, F, equal lines and random order move."


class ShareSlider(QAbstractSlider):
    """A slider from 1 % to 99 % in tenths of a percent; a tick marks the share as judged."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._judged = math.nan
        self.setOrientation(Qt.Orientation.Horizontal)
        self.setRange(round(LOWEST * _PARTS), round(HIGHEST * _PARTS))
        self.setSingleStep(_PARTS // 100)
        self.setPageStep(_PARTS // 10)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty("ring", 4)
        self.setAccessibleName("Share of correct answers")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_judged(self, share: float) -> None:
        """Mark the share as judged, NaN for none."""
        if share != self._judged:
            self._judged = share
            self.update()

    def sizeHint(self) -> QSize:
        """Return the room for knob, ticks and their numbers."""
        return QSize(260, 50)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go where the pointer is."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self._follow(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the pointer while the button is held."""
        if self.isSliderDown():
            self._follow(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Stay here."""
        del event
        self.setSliderDown(False)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint track, ticks, numbers, the judged share and the knob."""
        del event
        tokens = theme().tokens
        painter = QPainter(self)
        left, right, here = self._at(LOWEST), self._at(HIGHEST), self._at(self.value() / _PARTS)
        painter.fillRect(QRectF(left, _MIDDLE - _TRACK / 2, right - left, _TRACK), color(tokens.line2))
        painter.fillRect(QRectF(left, _MIDDLE - _TRACK / 2, here - left, _TRACK), color(tokens.accent))
        for percent in (1, *range(10, 100, 10), 99):
            painter.fillRect(QRectF(round(self._at(percent / 100)), _MIDDLE + 10, 1, 4), color(tokens.ctl))
        if not math.isnan(self._judged):
            at = self._at(min(max(self._judged, LOWEST), HIGHEST))
            painter.fillRect(QRectF(round(at), _MIDDLE - 14, 1, 5), color(tokens.text2))
        self._numbers(painter)
        with kept(painter):
            painter.setPen(QPen(color(tokens.accent), 2.0))
            painter.setBrush(color(tokens.surf))
            painter.drawEllipse(QPointF(here, _MIDDLE), _KNOB - 1, _KNOB - 1)
        painter.end()

    def _numbers(self, painter: QPainter) -> None:
        face, code = font(Px.ASIDE, tabular=True), theme().tokens.text2
        line = QRectF(0, _MIDDLE + 16, self.width(), 16)
        paint_text(painter, line, "1 %", face, code, LEFT)
        middle = QRectF(self._at(0.5) - 30, line.top(), 60, 16)
        paint_text(painter, middle, "50 %", face, code, CENTER)
        paint_text(painter, line, "99 %", face, code, RIGHT)

    def _at(self, share: float) -> float:
        room = self.width() - 2 * _KNOB
        return _KNOB + room * (share - LOWEST) / (HIGHEST - LOWEST)

    def _follow(self, event: QMouseEvent) -> None:
        part = (event.position().x() - _KNOB) / max(1.0, self.width() - 2 * _KNOB)
        self.setValue(round((LOWEST + part * (HIGHEST - LOWEST)) * _PARTS))


class Balance(QWidget):
    """The panel: where the share stands, the slider, the keys, and what moves."""

    share_changed = Signal(object)
    """A share in [0.01, 0.99], or None for as judged."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._judged = math.nan
        self._share: float | None = None
        self._says = PlainLabel("", px=Px.ASIDE, role="text2", tabular=True)
        self.slider = ShareSlider(self)
        self.slider.valueChanged.connect(lambda value: self._set(value / _PARTS))
        title = QHBoxLayout()
        title.addWidget(PlainLabel("Class balance: what if", weight=600))
        title.addStretch(1)
        title.addWidget(self._says)
        keys = QHBoxLayout()
        keys.setSpacing(16)
        keys.addWidget(KeyCap(("[", "]"), "1 %"))
        keys.addWidget(KeyCap("0", "as judged"))
        keys.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 14, 20, 12)
        column.setSpacing(4)
        column.addLayout(title)
        column.addWidget(self.slider)
        column.addLayout(keys)
        column.addWidget(PlainLabel(_NOTE, px=Px.ASIDE, role="text2", elide=True))
        column.addStretch(1)

    @property
    def share(self) -> float | None:
        """The share supposed, None for as judged."""
        return self._share

    def set_judged(self, share: float) -> None:
        """Say which share is correct as judged (NaN for none); the slider follows unless it was moved."""
        self._judged = share
        self.setEnabled(not math.isnan(share))
        self.slider.set_judged(share)
        self._show()

    def step(self, percent: int) -> None:
        """Go to the next whole percent up (1) or down (-1)."""
        here = 100 * (self._judged if self._share is None else self._share)
        if math.isnan(here):
            return
        there = math.floor(here + 1e-9) + 1 if percent > 0 else math.ceil(here - 1e-9) - 1
        self._set(min(max(there / 100, LOWEST), HIGHEST))

    def reset(self) -> None:
        """Go back to the share as judged."""
        self._set(None)

    def _set(self, share: float | None) -> None:
        if share != self._share:
            self._share = share
            self._show()
            self.share_changed.emit(share)

    def _show(self) -> None:
        share = self._judged if self._share is None else self._share
        with QSignalBlocker(self.slider):
            if not math.isnan(share):
                self.slider.setValue(round(share * _PARTS))
        self.slider.update()
        judged = "" if math.isnan(self._judged) else f"{100 * self._judged:.1f} % correct"
        if self._share is not None:
            self._says.setText(f"{100 * self._share:.1f} % correct; judged: {judged}")
        else:
            self._says.setText(f"as judged, {judged}" if judged else "")
