"""Columns side by side with draggable borders; their widths are stored."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QMouseEvent, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSplitter, QSplitterHandle, QWidget

from jurybox.language import tr
from jurybox.settings import Settings
from jurybox_gui.core.pending import Pause
from jurybox_gui.widgets.tips import set_tip

_KEEP_MS = 400
_LEAST_MIDDLE = 440
_ROOMY, _SHARE = 1300, 4
"""From this width on, px, each side column that was not dragged takes one part in this many of the excess."""


@dataclass(frozen=True, slots=True)
class _Side:
    """A column as wide as it was dragged: its name in the settings, its bounds in px."""

    name: str
    usual: int
    least: int
    most: int


class Columns(QSplitter):
    """One column with all the remaining room, and side columns that keep their width.

    The widths are stored in the settings by name, so that desks with the same column agree. A double click on
    a border restores the default width of the column beside it. In a narrow window the sides shrink before
    the middle becomes too narrow; in a very wide one they grow with it.
    """

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._settings = settings
        self._sides: dict[QWidget, _Side] = {}
        self._middle: QWidget | None = None
        self._keep = Pause(self, _KEEP_MS, self._keep_widths)
        self.setChildrenCollapsible(False)
        self.setHandleWidth(0)  # zero width: columns paint their own edges; Qt still lets 5 px be grabbed
        self.splitterMoved.connect(lambda _at, _handle: self._keep.start())

    def add_side(self, column: QWidget, name: str, usual: int, least: int, most: int) -> None:
        """Add a column that is `usual` px wide until its border is dragged."""
        self._sides[column] = _Side(name, usual, least, most)
        column.setMinimumWidth(least)
        column.setMaximumWidth(most)
        self.addWidget(column)
        column.installEventFilter(self)

    def add_middle(self, column: QWidget) -> None:
        """Add the column that takes all the remaining room."""
        self._middle = column
        self.addWidget(column)
        self.setStretchFactor(self.indexOf(column), 1)

    def reset(self, border: int) -> None:
        """Restore the default width of the column at a border; the border before column `border`."""
        for column in (self.widget(border - 1), self.widget(border)):
            if column in self._sides and column.isVisible():
                side = self._sides[column]
                kept = dict(self._settings["panes"])
                if kept.pop(side.name, None) is not None:
                    self._settings["panes"] = kept
                break
        self._fit()

    def createHandle(self) -> QSplitterHandle:
        return _Border(self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in {QEvent.Type.ShowToParent, QEvent.Type.HideToParent}:
            self._fit()
        return super().eventFilter(watched, event)

    def _wanted(self, side: _Side) -> int:
        kept = self._settings["panes"].get(side.name)
        text = str(kept[0]) if isinstance(kept, list) and kept else ""
        usual = side.usual + max(0, self.width() - _ROOMY) // _SHARE
        return max(side.least, min(side.most, int(text) if text.isdecimal() else usual))

    def _fit(self) -> None:
        if self._middle is None or self._keep.isActive():
            return
        found = [(at, self.widget(at)) for at in range(self.count())]
        shown = {at: self._sides.get(one) for at, one in found if one is not None and not one.isHidden()}
        wide = {at: self._wanted(side) for at, side in shown.items() if side is not None}
        short = sum(wide.values()) + _LEAST_MIDDLE - self.width()
        for bound in ("usual", "least"):  # first what dragging added, then what can be spared
            for at, side in shown.items():
                if side is not None and short > 0:
                    gives = max(0, min(short, wide[at] - getattr(side, bound)))
                    wide[at], short = wide[at] - gives, short - gives
        middle = max(1, self.width() - sum(wide.values()))
        self.setSizes([wide.get(at, middle if at in shown else 0) for at in range(self.count())])

    def _keep_widths(self) -> None:
        kept = dict(self._settings["panes"])
        for column, side in self._sides.items():
            if column.isVisible() and column.width() != self._wanted(side):
                kept[side.name] = [str(column.width())]
        self._settings["panes"] = kept


class _Border(QSplitterHandle):
    """The border between two columns: invisible except for the pointer over it."""

    def __init__(self, columns: Columns) -> None:
        super().__init__(Qt.Orientation.Horizontal, columns)
        self._columns = columns
        self.setAccessibleName(tr("Border between columns"))
        set_tip(self, tr("Drag to resize. Double-click to reset."))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        del event
        self._columns.reset(self._columns.indexOf(self))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint nothing: the columns have edges."""
