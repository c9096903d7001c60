"""Buttons of labels in equal columns, as many as there is room for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QGridLayout, QWidget

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent

_GAP = 4


def columns_for(widths: Sequence[int], room: int) -> int:
    """Return how many columns of equal width hold these widths in a room; at least one."""
    count = len(widths)
    for rows in range(1, count + 1):
        columns = -(-count // rows)
        if columns * max(widths) <= room:
            return columns
    return 1


class LabelGrid(QWidget):
    """Shows buttons in rows of equal length; in a narrow room there are more rows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._buttons: list[QWidget] = []
        self._columns = 0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(_GAP)
        self._grid.setVerticalSpacing(0)

    def set_buttons(self, buttons: Sequence[QWidget]) -> None:
        """Show these buttons; those shown before are thrown away."""
        for old in self._buttons:
            self._grid.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._buttons, self._columns = list(buttons), 0
        self.setVisible(bool(buttons))
        self._lay_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the buttons into as many columns as there is room for."""
        super().resizeEvent(event)
        self._lay_out()

    def event(self, event: QEvent) -> bool:
        """Fit the buttons again when one of them has another width, such as with its key printed."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._lay_out()
        return super().event(event)

    def _lay_out(self) -> None:
        if not self._buttons:
            return
        widths = [button.minimumSizeHint().width() + _GAP for button in self._buttons]
        columns = columns_for(widths, self.width())
        if columns == self._columns:
            return
        self._columns = columns
        for at, button in enumerate(self._buttons):
            self._grid.addWidget(button, at // columns, at % columns)
        for at in range(self._grid.columnCount()):
            self._grid.setColumnStretch(at, 1 if at < columns else 0)
