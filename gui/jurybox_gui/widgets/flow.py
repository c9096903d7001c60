"""A layout that puts widgets side by side, and wraps them to further lines if there is no room."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class _Measured(NamedTuple):
    """A visible item: its least width, and its size hint, without its `ring`."""

    item: QLayoutItem
    least: int
    wide: int
    tall: int
    ring: int


class FlowLayout(QLayout):
    """Widgets in as few lines as possible, from the left, each at its preferred width if there is room.

    `gap` is between widgets of a line, `leading` between lines, in px. With `tight` the gap may shrink to
    that if it saves a line, and no widget is left alone on the last line. Parent layouts ask for its height
    hundreds of times while a desk opens: results are cached until they are invalid.
    """

    def __init__(
        self, parent: QWidget | None = None, *, gap: int = 8, leading: int = 0, tight: int | None = None
    ) -> None:
        super().__init__(parent)
        self._tight = tight
        self._rings: dict[QWidget, int] = {}
        self._items: list[QLayoutItem] = []
        self._shown: list[_Measured] | None = None
        self._heights: dict[int, int] = {}
        self._gap, self._leading = gap, leading
        self.setContentsMargins(0, 0, 0, 0)

    def set_gaps(self, gap: int, leading: int) -> None:
        """Use these distances between widgets of a line, and between lines, in px."""
        if (gap, leading) != (self._gap, self._leading):
            self._gap, self._leading = gap, leading
            self.invalidate()

    def invalidate(self) -> None:
        self._shown = None
        self._heights.clear()
        super().invalidate()

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)
        self.invalidate()

    def insert_widget(self, index: int, widget: QWidget) -> None:
        """Insert a widget before the item at a position; it leaves its present layout."""
        parent = widget.parentWidget()
        before = None if parent is None else parent.layout()
        if before is not None:
            before.removeWidget(widget)
        self.addWidget(widget)
        self._items.insert(index, self._items.pop())
        self.invalidate()

    def add_ringed(self, widget: QWidget, ring: int) -> None:
        """Add a widget with a `ring` of px around its painted border; rings overlap gaps and margins."""
        self._rings[widget] = ring
        self.addWidget(widget)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        if not 0 <= index < len(self._items):
            return None
        self.invalidate()
        return self._items.pop(index)

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        # Return True: narrow rooms need more lines.
        return True

    def heightForWidth(self, width: int) -> int:
        if width not in self._heights:
            self._heights[width] = self._place(QRect(0, 0, width, 0), moves=False)
        return self._heights[width]

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._place(rect, moves=True)

    def sizeHint(self) -> QSize:
        shown = self._measured()
        wide = sum(one.wide for one in shown) + self._gap * max(0, len(shown) - 1)
        return self._framed(QSize(wide, max((one.tall for one in shown), default=0)))

    def minimumSize(self) -> QSize:
        shown = [item.minimumSize() for item in self._items if not item.isEmpty()]
        wide = max((size.width() for size in shown), default=0)
        return self._framed(QSize(wide, max((size.height() for size in shown), default=0)))

    def least_line(self) -> int:
        """Return the least width that holds everything on one line."""
        return _least(self._measured(), self._gap if self._tight is None else self._tight)

    def _measured(self) -> list[_Measured]:
        """Return the visible items with their sizes."""
        if self._shown is None:
            self._shown = []
            for item in self._items:
                if not item.isEmpty():
                    wish, least = item.sizeHint(), item.minimumSize().width()
                    widget = item.widget()
                    ring = 0 if widget is None else self._rings.get(widget, 0)
                    self._shown.append(
                        _Measured(item, least - 2 * ring, wish.width() - 2 * ring, wish.height() - 2 * ring, ring)
                    )
        return self._shown

    def _framed(self, size: QSize) -> QSize:
        frame = self.contentsMargins()
        return size + QSize(frame.left() + frame.right(), frame.top() + frame.bottom())

    def _place(self, rect: QRect, *, moves: bool) -> int:
        """Go through the lines, place the widgets if it `moves` them, and return the height."""
        frame = self.contentsMargins()
        room = rect.marginsRemoved(frame)
        lines, gap = self._lines(room.width(), self._gap), self._gap
        if self._tight is not None and len(lines) > 1:
            closer = self._lines(room.width(), self._tight)
            if len(closer) < len(lines):
                lines, gap = closer, self._tight
            elif len(lines[-1]) == 1 and len(lines[-2]) > 2:
                lines[-1].insert(0, lines[-2].pop())
        top = room.top()
        for line in lines:
            tall = max(one.tall for one in line)
            if moves:
                self._set_line(line, QRect(room.left(), top, room.width(), tall), gap)
            top += tall + self._leading
        return top - (self._leading if lines else 0) - rect.top() + frame.bottom()

    def _lines(self, width: int, gap: int) -> list[list[_Measured]]:
        """Break the widgets into lines."""
        lines: list[list[_Measured]] = []
        for one in self._measured():
            if lines and _least([*lines[-1], one], gap) <= width:
                lines[-1].append(one)
            else:
                lines.append([one])
        return lines

    def _set_line(self, line: list[_Measured], room: QRect, gap: int) -> None:
        """Put the widgets of a line side by side; missing width is taken from all in proportion."""
        least = _least(line, gap)
        wished = sum(one.wide - one.least for one in line)
        share = 1.0 if not wished else min(1.0, max(0, room.width() - least) / wished)
        left = room.left()
        for one in line:
            wide = min(one.least + int(share * (one.wide - one.least)), max(one.least, room.width()))
            box = QRect(left, room.top() + (room.height() - one.tall) // 2, wide, one.tall)
            one.item.setGeometry(box.adjusted(-one.ring, -one.ring, one.ring, one.ring))
            left += wide + gap


def _least(line: list[_Measured], gap: int) -> int:
    """Return the least width of a line of widgets."""
    return sum(one.least for one in line) + gap * (len(line) - 1)
