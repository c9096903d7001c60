"""Label buttons of one look in equal columns, as many as fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from jurybox_gui.widgets.label_button import NAME_SIZES, LabelButton

_GAP = 4
_MOST_ROWS, _MOST_LINES = 2, 2
"""The numbers of button rows and of lines per meaning that are tried before names are printed smaller."""


class Form(NamedTuple):
    """Buttons per row, type size of names, and lines per meaning (0: meanings are in tool tips)."""

    columns: int
    px: int
    lines: int


def columns_for(widths: Sequence[int], room: int) -> int:
    """Return how many columns of equal width fit these widths into a room, px; at least one."""
    count = len(widths)
    for rows in range(1, count + 1):
        columns = -(-count // rows)
        if columns * max(widths) <= room:
            return columns
    return 1


def form_for(buttons: Sequence[QWidget], room: int) -> Form:
    """Return one form for a set of buttons: no name is smaller than the others, and no meaning is cut.

    Two rows are preferred to meanings of two lines, and these to smaller names, and these to a row for each
    name. If none of these fits, all meanings go to the tool tips. The last row never has a single
    button.
    """
    named = [button for button in buttons if isinstance(button, LabelButton)]
    columns = columns_for([button.minimumSizeHint().width() + _GAP for button in buttons], room)
    width = _width(columns, room)
    if len(named) == len(buttons) and any(button.explains for button in named):
        for px in NAME_SIZES:
            for lines in range(1, _MOST_LINES + 1):
                for several in _column_counts(len(named)):
                    if all(button.fits(_width(several, room), px, lines) for button in named):
                        return Form(several, px, lines)
        for px in NAME_SIZES if columns == 1 else ():
            if all(button.fits(width, px, 1) for button in named):
                return Form(columns, px, 1)
    fitting = (px for px in NAME_SIZES if all(button.fits(width, px, 0) for button in named))
    return Form(columns, next(fitting, NAME_SIZES[-1]), 0)


def _column_counts(count: int) -> list[int]:
    """Return the possible numbers of columns for this many buttons, largest first."""
    columns = [-(-count // rows) for rows in range(1, _MOST_ROWS + 1)]
    return [one for one in columns if one == count or count % one != 1 % one]


def _width(columns: int, room: int) -> float:
    return (room - _GAP * (columns - 1)) / columns


class LabelGrid(QWidget):
    """Shows buttons in rows of equal length; a narrow room gets more rows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._buttons: list[QWidget] = []
        self._columns = 0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(_GAP)
        self._grid.setVerticalSpacing(0)

    def set_buttons(self, buttons: Sequence[QWidget]) -> None:
        """Show these buttons; the earlier ones are deleted."""
        for old in self._buttons:
            self._grid.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._buttons, self._columns = list(buttons), 0
        self._lay_out()
        self.setVisible(bool(buttons))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._lay_out()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._lay_out()
        return super().event(event)

    def _lay_out(self) -> None:
        if not self._buttons:
            return
        columns, px, lines = form_for(self._buttons, self.width())
        for button in self._buttons:
            if isinstance(button, LabelButton):
                button.set_form(px, lines)
        if columns == self._columns:
            return
        self._columns = columns
        for at, button in enumerate(self._buttons):
            side = Qt.AlignmentFlag(0) if isinstance(button, LabelButton) else Qt.AlignmentFlag.AlignLeft
            self._grid.addWidget(button, at // columns, at % columns, side)
        for at in range(self._grid.columnCount()):
            self._grid.setColumnStretch(at, 1 if at < columns else 0)
