"""A text of any length, read part by part: only the part around the reading position is laid out."""

from collections.abc import Callable

from PySide6.QtCore import QMimeData, QPoint, QRect, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPaintEvent,
    QResizeEvent,
    QTextCursor,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from jurybox.language import tr
from jurybox_gui.core.pending import Delay
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.text_page import TextPage
from jurybox_gui.widgets.text_parts import TextPart, part_around, part_from
from jurybox_gui.widgets.text_words import whole_words
from jurybox_gui.widgets.whole_lines import cover_slice

# The number of characters laid out around the selection's moving end, and of words searched there at a time.
_MARGIN, _WORDS = 5_000, 100
MEASURED = 20_000
"""A part with more characters is higher than any pane; its exact height is not worth the time."""
_HINT = 22
# The share of a part before the visible lines, after it was reached from above or from below.
_BEFORE = {1: 1 / 8, -1: 3 / 4}


class TextReading(TextPage):
    """Shows one stored text, a part at a time, and moves on to the next as it is read.

    At first only the beginning is shown, with a button for the rest. `is_cut` holds until the button is
    pressed or somebody reads or jumps past the part; either emits `show_all_requested`. Offsets are code
    points of the whole stored text. `part_changed` is emitted when another part is shown.
    """

    show_all_requested = Signal()
    size_wanted = Signal(int)
    """Emitted when Ctrl and the wheel request larger (1) or smaller (-1) text."""
    part_changed = Signal()

    def __init__(self, name: str, parent: QWidget | None, px: int) -> None:
        super().__init__(name, parent, px)
        self._cut = False
        self._chosen: tuple[int, int] | None = None
        self._quiet = False
        self._held = False
        self.marks_words = False
        """Whether marking with the mouse takes whole words."""
        self._last = 0
        self._way = 1
        self._near = Delay(self, 0, self._go_on_if_near)
        self._all = PlainButton("", parent=self)
        self._all.hide()
        self._all.clicked.connect(self._read_on)
        self._hint = PlainLabel("", self, px=Px.ASIDE, role="text2", tabular=True)
        self._hint.hide()
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.verticalScrollBar().sliderReleased.connect(self._near.start)
        self.selectionChanged.connect(self._forget_chosen)
        self.cursorPositionChanged.connect(self._forget_chosen)

    # --- the text and its part -------------------------------------------------------------------

    @property
    def is_cut(self) -> bool:
        """Whether nobody has gone past the beginning of a text that is longer than one part."""
        return self._cut

    @property
    def is_turning(self) -> bool:
        """Whether another part is being laid out, so that visible positions are meaningless."""
        return self._quiet

    def show_all(self) -> None:
        """Make the whole text readable from the present scroll position on."""
        self._cut = False
        self._all.hide()

    def to_start(self) -> None:
        """Show the beginning of the text."""
        if self._part.start > 0:
            self._turn(part_from(self._stored, 0), 0, 0)
        self._scroll_to(0)

    def to_end(self) -> None:
        """Show the end of the text."""
        if self._part.end < len(self._stored):
            self._read_on()
            end = len(self._stored)
            self._turn(part_around(self._stored, end, _BEFORE[-1]), end, 0)
        self._scroll_to(self._settled())

    def reveal(self, offset: int) -> None:
        """Scroll a stored offset into view, with whole lines above it, about a third down the pane."""
        third = int(self.viewport().height() // 3 // self.line_px * self.line_px)
        if not self._part.start <= offset <= self._part.end:
            if self._part.end < offset:
                self._read_on()
            self._turn(part_around(self._stored, offset), offset, third)
            self._whole_line_first()
        place = self.rect_of(offset)
        if place.top() < 0 or place.bottom() > self.viewport().height():
            self._settled()
            self.verticalScrollBar().setValue(round(self.line_top(offset)) - third)
            self._whole_line_first()

    def scroll_page(self, pages: int) -> None:
        """Scroll by whole pages less one line; negative: up."""
        bar = self.verticalScrollBar()
        step = self.viewport().height() - round(self.line_px)
        bar.setValue(bar.value() + pages * max(step, 1))
        self._whole_line_first()
        self._look_ahead(pages)

    # --- selection -------------------------------------------------------------------------------

    def selection(self) -> tuple[int, int] | None:
        """Return the selected part of the stored text in code points, None if nothing is selected."""
        anchor, at = self._ends()
        return None if anchor == at else (min(anchor, at), max(anchor, at))

    def extend_selection(self, words: int) -> None:
        """Move the selection's moving end by this many words, for selecting with the keyboard."""
        while words:
            some = max(-_WORDS, min(_WORDS, words))
            self._extend(some)
            words -= some

    def _extend(self, words: int) -> None:
        anchor, at = self._ends()
        low, high = max(0, at - _MARGIN), min(len(self._stored), at + _MARGIN)
        if low < self._part.start or high > self._part.end:
            self._turn(part_around(self._stored, at), at, self.viewport().height() // 3)
        cursor = self._cursor(at, at)
        step = QTextCursor.MoveOperation.NextWord if words > 0 else QTextCursor.MoveOperation.PreviousWord
        cursor.movePosition(step, QTextCursor.MoveMode.KeepAnchor, abs(words))
        self._choose(anchor, self._offset(cursor.position()))

    def move_selection(self, words: int) -> None:
        """Move the start of the next selection by this many words, without selecting yet."""
        anchor, at = self._ends()
        start = max(anchor, at) if words > 0 else min(anchor, at)
        self._choose(start, start)
        self.extend_selection(words)
        _, at = self._ends()
        self._choose(at, at)

    def select_all(self) -> None:
        """Select the whole stored text, shown or not."""
        self._choose(0, len(self._stored))

    def createMimeDataFromSelection(self) -> QMimeData:
        data = QMimeData()
        chosen = self.selection()
        if chosen is not None:
            data.setText(self._stored[chosen[0] : chosen[1]])
        return data

    # --- Qt events ----------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = {Qt.Key.Key_Home: self.to_start, Qt.Key.Key_End: self.to_end}
        whole = self._part == TextPart(0, len(self._stored))
        act = self.select_all if event.matches(QKeySequence.StandardKey.SelectAll) else None
        if not whole:
            act = act or keys.get(Qt.Key(event.key()))
        if act is not None:
            act()
            return
        super().keyPressEvent(event)
        if event.key() in {Qt.Key.Key_PageDown, Qt.Key.Key_PageUp}:
            self._look_ahead(1 if event.key() == Qt.Key.Key_PageDown else -1)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        # Show Qt's menu; *Select all* selects the whole text.
        menu = self.createStandardContextMenu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for action in menu.actions():
            if action.objectName() == "select-all":
                action.triggered.disconnect()
                action.triggered.connect(self.select_all)
        menu.popup(event.globalPos())

    def wheelEvent(self, event: QWheelEvent) -> None:
        # Move on at an end of the part, where the scroll bar ends; with Ctrl, request a size.
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            if event.angleDelta().y():
                self.size_wanted.emit(1 if event.angleDelta().y() > 0 else -1)
            event.accept()
            return
        super().wheelEvent(event)
        if event.angleDelta().y():
            self._look_ahead(-event.angleDelta().y())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._held = True
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        chosen = self.selection() if self.marks_words and event.button() == Qt.MouseButton.LeftButton else None
        if chosen is not None:
            self._choose(*whole_words(self._stored, *chosen))
        self._held = False
        self._near.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_foot()
        self._place()

    def paintEvent(self, event: QPaintEvent) -> None:
        # Paint the text, but no slice of a line at the foot: what is below begins with a whole line.
        super().paintEvent(event)
        cover_slice(self)

    def _whole_line_first(self) -> None:
        """Scroll back by what is cut off the first line seen; not at the end, where the last one matters."""
        bar = self.verticalScrollBar()
        if bar.value() >= bar.maximum():
            return
        # Beside a short line, on the left of one from right to left, Qt finds the line below it.
        edges = (QPoint(x, 0) for x in (0, self.viewport().width() - 1))
        found = (self._offset(self.cursorForPosition(edge).position()) for edge in edges)
        cut = bar.value() - min(map(self.line_top, found))
        if 1 <= cut < self.line_px:
            bar.setValue(bar.value() - round(cut))

    # --- turning to another part -----------------------------------------------------------------

    def _begin(self, stored: str) -> None:
        self._stored = stored
        self._chosen = None
        self._quiet = True
        self._near.stop()
        part = part_from(stored, 0)
        self._cut = part.end < len(stored)
        self._lay(part)
        self._quiet = False
        self._scroll_to(0)
        self._all.setVisible(self._cut)
        if self._cut:
            self._all.setText(tr("Show all {n:,} characters", n=len(stored)))
        self._tell_part()

    def _lay_out_again(self, change: Callable[[], None]) -> None:
        """Change the layout only once, with the top line kept in place."""
        top = self._top()
        self._turn(self._part, top, self.rect_of(top).top(), change)

    def _turn(self, part: TextPart, offset: int, top: int, change: Callable[[], None] | None = None) -> None:
        """Lay out another part, with one of its offsets at this distance from the top."""
        anchor, at = self._ends()
        self._quiet = True
        if change is not None:
            self.setPlainText("")
            change()
        self._lay(part)
        self._choose(anchor, at)
        self._settled()
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + self.rect_of(offset).top() - top)
        self._quiet = False
        self._last = bar.value()
        self._tell_part()

    def _read_on(self) -> None:
        if self._cut:
            self.show_all()
            self.show_all_requested.emit()

    def _scrolled(self, value: int) -> None:
        if not self._quiet and value != self._last:
            self._look_ahead(value - self._last)
        self._last = value

    def _look_ahead(self, way: int) -> None:
        self._way = 1 if way > 0 else -1
        if self._part.start > 0 or self._part.end < len(self._stored):
            self._near.start()

    def _go_on_if_near(self) -> None:
        bar = self.verticalScrollBar()
        if self._held or bar.isSliderDown():
            return
        page = self.viewport().height()
        if self._way > 0 and self._part.end < len(self._stored):
            if self._settled() - bar.value() < page:
                self._read_on()
                self._go_on(1)
        elif self._way < 0 and self._part.start > 0 and bar.value() < page:
            self._go_on(-1)

    def _go_on(self, way: int) -> None:
        """Move to the part further down or up, with the top line kept in place."""
        top = self._top()
        part = self._next_part(top, way)
        bar = self.verticalScrollBar()
        at_end = bar.value() == (bar.maximum() if way > 0 else 0)
        if part is not None:
            self._turn(part, top, self.rect_of(top).top())
        elif at_end:
            # A part is so small that the pane holds all of it: continue from its edge.
            edge = self._part.end if way > 0 else self._part.start
            part = part_around(self._stored, edge, _BEFORE[way])
            self._turn(part, edge, 0 if way > 0 else self.viewport().height())

    def _next_part(self, top: int, way: int) -> TextPart | None:
        part = part_around(self._stored, top, _BEFORE[way])
        if way < 0:
            return part if part.start < self._part.start else None
        if part.start > self._part.start and self._stored[part.start - 1] != "\n":
            # Start at the beginning of a line of the present part, so that lines break as before.
            part = part_from(self._stored, self._line(part.start).start, top)
        return part if part.end > self._part.end else None

    # --- inside ----------------------------------------------------------------------------------

    def _ends(self) -> tuple[int, int]:
        if self._chosen is not None:
            return self._chosen
        cursor = self.textCursor()
        return self._offset(cursor.anchor()), self._offset(cursor.position())

    def _choose(self, anchor: int, at: int) -> None:
        """Select in the stored text; the part shows the portion inside it."""
        self.setTextCursor(self._cursor(anchor, at))
        inside = self._part.start <= min(anchor, at) and max(anchor, at) <= self._part.end
        self._chosen = None if inside else (anchor, at)

    def _forget_chosen(self) -> None:
        if not self._quiet:
            self._chosen = None

    def _scroll_to(self, value: int) -> None:
        bar = self.verticalScrollBar()
        quiet, self._quiet = self._quiet, True
        bar.setValue(value)
        self._quiet = quiet
        self._last = bar.value()

    def _tell_part(self) -> None:
        start, end = self._part
        is_part = end - start < len(self._stored)
        where = tr("Characters {first:,} to {last:,} of {n:,}", first=start + 1, last=end, n=len(self._stored))
        self._hint.setText(where if is_part else "")
        self._hint.setVisible(is_part)
        self._fit_foot()
        self._place()
        self.part_changed.emit()

    def _fit_foot(self) -> None:
        """Leave room for the hint, and for whole lines only: the line below it starts whole."""
        foot = 0 if self._hint.isHidden() else _HINT
        room = self.height() - foot
        is_long = len(self._map.shown) > MEASURED or self.document().size().height() > room
        if is_long and room > self.line_px:
            foot += int(room % self.line_px)
        if foot != self.viewportMargins().bottom():
            self.setViewportMargins(0, 0, 0, foot)

    def _place(self) -> None:
        foot = self.height() - (0 if self._hint.isHidden() else _HINT)
        self._hint.setGeometry(0, foot, self.viewport().width(), _HINT)
        size = self._all.sizeHint()
        corner = QPoint((self.width() - size.width()) // 2, foot - size.height() - 4)
        self._all.setGeometry(QRect(corner, size))
        self._all.raise_()
