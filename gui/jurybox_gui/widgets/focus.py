"""The focus ring: 2 px of accent, 2 px outside the border of the focused widget."""

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Tokens
from jurybox_gui.widgets.painting import kept, paint_box

RING_WIDTH = 2.0
RING_GAP = 2.0
# The margin, px, that a widget that paints its own ring leaves around its border.
RING_ROOM = 4
_RINGED = ("QLineEdit", "QComboBox", "QPlainTextEdit", "QSpinBox")
_MOVES = {QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide}


def paint_focus_ring(painter: QPainter, border: QRectF, radius: float, tokens: Tokens) -> None:
    """Paint the ring around a border of that corner radius; it reaches 4 px beyond it."""
    grow = RING_GAP + RING_WIDTH / 2 - 1
    with kept(painter):
        painter.setPen(QPen(color(tokens.accent), RING_WIDTH))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        ring = border.adjusted(-grow, -grow, grow, grow)
        painter.drawRoundedRect(ring, radius + 3 - RING_WIDTH / 2, radius + 3 - RING_WIDTH / 2)


def order_tabs_before(widget: QWidget, first: Sequence[QWidget]) -> None:
    """Put the widgets of `first`, in their order, just before `widget` in the Tab order of their window."""
    before = widget.previousInFocusChain()
    while before is not None and before is not widget:
        if before not in first and before.focusPolicy() != Qt.FocusPolicy.NoFocus:
            break
        before = before.previousInFocusChain()
    for one, other in pairwise((before or widget, *first)):
        QWidget.setTabOrder(one, other)


class FocusRing(QWidget):
    """Draws the ring around the fields and combos of one window, which cannot paint outside themselves.

    Make one per window, last of its children. It takes no mouse events and no focus. Other widgets get a ring
    if their property `ring` is a corner radius; `ring` = -1 means none. With the property `thin-ring` it is a
    line inside the border, for a large area such as a picture.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()
        self._target: QWidget | None = None
        self._watched: list[QWidget] = []
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._focus_changed)
        self._focus_changed(None, QApplication.focusWidget())

    def radius_of(self, widget: QWidget) -> int:
        """Return the corner radius of a widget's border, -1 if it gets no ring."""
        own = widget.property("ring")
        if isinstance(own, int):
            return own
        return Grid.R_FIELD if any(map(widget.inherits, _RINGED)) else -1

    @property
    def _is_thin(self) -> bool:
        return self._target is not None and bool(self._target.property("thin-ring"))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        del watched
        if event.type() in _MOVES:
            self._place()
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        if self._target is None or not isValid(self._target):
            return
        painter = QPainter(self)
        if self._is_thin:
            box = QRectF(self.rect()).adjusted(2, 2, -2, -2)
            paint_box(painter, box, self.radius_of(self._target), None, theme().tokens.accent)
            painter.end()
            return
        border = QRectF(self.rect()).adjusted(RING_ROOM, RING_ROOM, -RING_ROOM, -RING_ROOM)
        paint_focus_ring(painter, border, self.radius_of(self._target), theme().tokens)
        painter.end()

    def _focus_changed(self, _old: QWidget | None, now: QWidget | None) -> None:
        for watched in self._watched:
            if isValid(watched):
                watched.removeEventFilter(self)
        inside = now is not None and self.window().isAncestorOf(now) and self.radius_of(now) >= 0
        self._target = now if inside else None
        self._watched = self._up_from(self._target)
        for watched in self._watched:
            watched.installEventFilter(self)
        self._place()

    def _up_from(self, widget: QWidget | None) -> list[QWidget]:
        chain: list[QWidget] = []
        while widget is not None and widget is not self.window():
            chain.append(widget)
            widget = widget.parentWidget()
        return chain

    def _is_in_sight(self, target: QWidget) -> bool:
        """Return whether no parent cuts all of it off; its own opaque children may cover it."""
        room = target.rect()
        for widget in self._watched:
            parent = widget.parentWidget()
            room = room.translated(widget.pos()).intersected(parent.rect() if parent else room)
        return target.isVisible() and not room.isEmpty()

    def _place(self) -> None:
        target = self._target
        if target is None or not isValid(target) or not self._is_in_sight(target):
            self.hide()
            return
        corner = target.mapTo(self.window(), QPoint(0, 0))
        room = QRect(corner, target.size())
        grow = 0 if self._is_thin else RING_ROOM
        self.setGeometry(room.adjusted(-grow, -grow, grow, grow))
        self.raise_()
        self.show()
        self.update()
