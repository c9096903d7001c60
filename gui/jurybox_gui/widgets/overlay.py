"""Overlays: a panel above the dimmed window. It does not block, and Esc closes it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid
from jurybox_gui.widgets.cut_tips import TipsOfCutLines
from jurybox_gui.widgets.painting import paint_box

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent
    from PySide6.QtWidgets import QAbstractScrollArea, QScrollBar

_SHADOW = 18
_EDGE = 24


@lru_cache(maxsize=1)
def _steps() -> dict[Qt.Key, QScrollBar.SliderAction]:
    from PySide6.QtWidgets import QScrollBar

    return {
        Qt.Key.Key_Up: QScrollBar.SliderAction.SliderSingleStepSub,
        Qt.Key.Key_Down: QScrollBar.SliderAction.SliderSingleStepAdd,
        Qt.Key.Key_PageUp: QScrollBar.SliderAction.SliderPageStepSub,
        Qt.Key.Key_PageDown: QScrollBar.SliderAction.SliderPageStepAdd,
        Qt.Key.Key_Home: QScrollBar.SliderAction.SliderToMinimum,
        Qt.Key.Key_End: QScrollBar.SliderAction.SliderToMaximum,
    }


class Overlay(QWidget):
    """The base of the key sheet, the palette and messages.

    It covers the whole inside of `window`, dims it and shows `panel` in the center (or at `panel_top`). A
    subclass fills `panel` and returns its size in `panel_size`; `scrolled`, if set, scrolls with the keys
    that nothing in the panel uses. `open_over` shows it and remembers the focused widget; closing restores
    the focus and emits `closed`.
    """

    closed = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.hide()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty("keepsKeys", True)  # noqa: FBT003 -- Qt takes it by position only
        self.panel = TipsOfCutLines(self)
        self.panel_top: int | None = None
        self.scrolled: QAbstractScrollArea | None = None
        self._before: QWidget | None = None
        window.installEventFilter(self)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._keyboard_moved)

    def panel_size(self, room: QSize) -> QSize:
        """Return the size of the panel in a window of size `room`."""
        return self.panel.sizeHint().boundedTo(room)

    def first_focus(self) -> QWidget:
        """Return the widget to focus when it opens."""
        return self

    @property
    def is_open(self) -> bool:
        """Whether it is shown."""
        return not self.isHidden()

    def open_over(self) -> None:
        """Show it above the window and take the focus."""
        if self.isHidden():
            self._before = QApplication.focusWidget()
        self._place()
        self.raise_()
        self.show()
        self.first_focus().setFocus(Qt.FocusReason.PopupFocusReason)

    def dismiss(self) -> None:
        """Close it and restore the focus."""
        if self.isHidden():
            return
        self.hide()
        before, self._before = self._before, None
        if before is not None and isValid(before) and before.isVisible():
            before.setFocus(Qt.FocusReason.PopupFocusReason)
        elif (held := self.window().focusWidget()) is self or self.isAncestorOf(held):
            self.window().setFocus(Qt.FocusReason.PopupFocusReason)  # a hidden overlay must not consume keys
        self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Close on Esc, scroll what can be scrolled; let no other key through to the window below.
        step = _steps().get(Qt.Key(event.key()))
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        elif step is not None and self.scrolled is not None:
            self.scrolled.verticalScrollBar().triggerAction(step)
        event.accept()

    def focusNextPrevChild(self, following: bool, /) -> bool:  # noqa: FBT001 -- Qt's own signature
        inside = [w for w in self.panel.findChildren(QWidget) if _takes_tab(w)]
        if not inside:
            return True
        now = QApplication.focusWidget()
        at = inside.index(now) if now in inside else -1
        step = 1 if following else -1
        inside[(at + step) % len(inside)].setFocus(Qt.FocusReason.TabFocusReason)
        return True

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self.panel.geometry().contains(event.position().toPoint()):
            self.dismiss()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self.parentWidget() and self.is_open:
            self._place()
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens = theme().tokens
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(0, 0, 0, 110 if tokens.dark else 82))
        box = QRectF(self.panel.geometry())
        for n in range(_SHADOW, 0, -3):
            shade = QColor(0, 0, 0, 9 if tokens.dark else 6)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(shade)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            spread = box.adjusted(-n, -n + 6, n, n + 6)
            painter.drawRoundedRect(spread, Grid.R_OVERLAY + n, Grid.R_OVERLAY + n)
        paint_box(painter, box, Grid.R_OVERLAY, tokens.raised, tokens.line2)
        painter.end()

    def _keyboard_moved(self, _before: QWidget | None, now: QWidget | None) -> None:
        """Take the focus back from a covered widget, such as a desk that was opened meanwhile."""
        if now is None or not isValid(self) or not self.is_open or now.window() is not self.window():
            return
        if not _in_overlay(now):
            QTimer.singleShot(0, self, self._fetch_keyboard)

    def _fetch_keyboard(self) -> None:
        now = QApplication.focusWidget()
        if self.is_open and now is not None and now.window() is self.window() and not _in_overlay(now):
            self._before = now
            self.first_focus().setFocus(Qt.FocusReason.PopupFocusReason)

    def _place(self) -> None:
        around = self.parentWidget()
        if around is None:
            return
        self.setGeometry(around.rect())
        room = QSize(self.width() - 2 * _EDGE, self.height() - 2 * _EDGE)
        size = self.panel_size(room).boundedTo(room)
        middle = (self.height() - size.height()) // 2
        top = middle if self.panel_top is None else min(self.panel_top, middle)
        self.panel.setGeometry(QRect(QPoint((self.width() - size.width()) // 2, top), size))
        self.update()


def _takes_tab(widget: QWidget) -> bool:
    # The line inside a number field passes the focus to the field, which is inside already.
    policy = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.focusProxy() is None
    return policy and widget.isEnabled() and widget.isVisible()


def _in_overlay(widget: QWidget | None) -> bool:
    """Return whether a widget is an open overlay, or inside one."""
    while widget is not None:
        if isinstance(widget, Overlay) and widget.is_open:
            return True
        widget = widget.parentWidget()
    return False
