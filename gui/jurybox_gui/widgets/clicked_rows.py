"""Lists and tables whose marked row is the one that the window shows, whatever the mouse does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt

if TYPE_CHECKING:
    from PySide6.QtGui import QContextMenuEvent, QMouseEvent
    from PySide6.QtWidgets import QAbstractItemView

    _View = QAbstractItemView
else:
    _View = object

_NO_ROW = QPersistentModelIndex(QModelIndex())


class ClickedRows(_View):
    """Goes before the Qt view among the bases of a class: the mouse moves no row by itself.

    Qt moves the current row with any press. Here `clicked` is emitted for a click of the left button, pressed
    and released on one row, and before a context menu, which is then that of the row; whoever hears it moves the
    current row and all that belongs to it. Any other press does nothing.
    """

    _pressed = _NO_ROW

    def mousePressEvent(self, event: QMouseEvent) -> None:
        is_left = event.button() == Qt.MouseButton.LeftButton
        self._pressed = QPersistentModelIndex(self.indexAt(event.position().toPoint())) if is_left else _NO_ROW

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        pass  # what is below the pointer is told to the view in other ways

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, self._pressed = self._pressed, _NO_ROW
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid() and pressed == index:
            self.clicked.emit(index)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.mousePressEvent(event)
        if self._pressed.isValid():
            self.doubleClicked.emit(self.indexAt(event.position().toPoint()))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        # The menu itself belongs to the window.
        index = self.indexAt(event.pos())
        if index.isValid():
            self.clicked.emit(index)
        event.ignore()
