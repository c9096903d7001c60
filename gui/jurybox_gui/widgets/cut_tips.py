"""Tool tips for cut text: a text that ends in an ellipsis is shown whole on hover."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple, cast

from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtWidgets import QToolTip, QWidget

from jurybox_gui.widgets.painting import noting_cuts
from jurybox_gui.widgets.tips import tip_text

if TYPE_CHECKING:
    from PySide6.QtGui import QHelpEvent
    from PySide6.QtWidgets import QAbstractItemView, QHeaderView


class CutLine(NamedTuple):
    """A line painted with an ellipsis: its widget, its place there, and its whole text."""

    widget: QWidget
    room: QRect
    text: str


def cut_lines(widget: QWidget) -> Iterator[CutLine]:
    """Paint a widget and its children once more; yield the lines that were cut.

    Cached stamps are not included, since they are not painted again: their widgets have tool tips of their
    own.
    """
    with noting_cuts() as found:
        widget.grab()
    for device, room, text in found:
        if isinstance(device, QWidget):
            yield CutLine(device, room, text)


class TipsOfCutLines(QWidget):
    """A part of a window that shows the cut line under the pointer if nothing else has a tool tip.

    Qt offers a tool-tip event to the widget under the pointer, then to its parents, until one accepts it.
    """

    def event(self, event: QEvent) -> bool:
        if event.type() != QEvent.Type.ToolTip or self.toolTip():
            return super().event(event)
        return tell(cast("QHelpEvent", event), "", self)


def tell(event: QHelpEvent, words: str, widget: QWidget) -> bool:
    """Show the tool tip of a widget, preceded by the cut line under the pointer.

    Return whether there is any: if not, the parent is asked next.
    """
    return _show(event, tip_text(words), widget)


class TellsCutLines:
    """A widget whose tool tip begins with the cut line under the pointer; a mixin before the Qt class."""

    def event(self, event: QEvent) -> bool:
        """Show the cut line, then the tool tip."""
        if event.type() == QEvent.Type.ToolTip and isinstance(self, QWidget):
            return _show(cast("QHelpEvent", event), self.toolTip(), self)
        return bool(super().event(event))  # type: ignore[misc]


def tell_head(event: QHelpEvent, heads: QHeaderView) -> bool:
    """Show the tool tip of a table head, preceded by the words that it cuts."""
    section = heads.logicalIndexAt(event.pos())
    role = Qt.ItemDataRole.ToolTipRole
    return _show(event, heads.model().headerData(section, heads.orientation(), role) or "", heads.viewport())


def tell_row(event: QHelpEvent, view: QAbstractItemView) -> bool:
    """Show the tool tip of a list row, preceded by the words that it cuts."""
    tip = view.indexAt(event.pos()).data(Qt.ItemDataRole.ToolTipRole)
    return _show(event, tip or "", view.viewport())


def _show(event: QHelpEvent, tip: str, widget: QWidget) -> bool:
    cut = tip_text(cut_line_at(widget, event.pos()))
    if cut and _inside(cut) not in tip:
        tip = f"<qt>{'<br>'.join(filter(None, (_inside(cut), _inside(tip))))}</qt>"
    QToolTip.showText(event.globalPos(), tip, widget)
    return bool(tip)


def _inside(tip: str) -> str:
    return tip.removeprefix("<qt>").removesuffix("</qt>")


def cut_line_at(within: QWidget, at: QPoint) -> str:
    """Return the whole text of the cut line at a position in a widget, "" if there is none."""
    under = within.childAt(at) or within
    for line in cut_lines(under):
        if line.widget is under and line.room.contains(under.mapFrom(within, at)):
            return line.text
    return ""
