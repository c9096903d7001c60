"""Tips for words that had no room: what ends in an ellipsis is told whole to a pointer that rests on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QToolTip, QWidget

from jurybox_gui.widgets.painting import noting_cuts
from jurybox_gui.widgets.tips import tip_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtGui import QHelpEvent


class CutLine(NamedTuple):
    """A line painted with an ellipsis: on which widget, its place there, and all that it says."""

    widget: QWidget
    room: QRect
    text: str


def cut_lines(widget: QWidget) -> Iterator[CutLine]:
    """Paint a widget and all in it once more; yield the lines that had no room.

    Those of stamps, which are painted once for many times, are not among them: their widgets have own tips.
    """
    with noting_cuts() as found:
        widget.grab()
    for device, room, text in found:
        if isinstance(device, QWidget):
            yield CutLine(device, room, text)


class TipsOfCutLines(QWidget):
    """A part of a window in which a tip that nothing else has tells the cut line under the pointer.

    Qt offers a tip to the widget under the pointer, then to what holds it, until somebody has one.
    """

    def event(self, event: QEvent) -> bool:
        """Tell the cut line where nothing in here has a tip."""
        if event.type() != QEvent.Type.ToolTip or self.toolTip():
            return super().event(event)
        return tell(cast("QHelpEvent", event), "", self)


def tell(event: QHelpEvent, words: str, widget: QWidget) -> bool:
    """Show the words of a widget as its tip, before them the cut line under the pointer.

    Return whether there is any: where there is none, what holds the widget is asked next.
    """
    return _show(event, tip_text(words), widget)


class TellsCutLines:
    """A widget whose tip begins with the cut line under the pointer; mixed in before the class of Qt."""

    def event(self, event: QEvent) -> bool:
        """Tell the cut line, then what the tip says."""
        if event.type() == QEvent.Type.ToolTip and isinstance(self, QWidget):
            return _show(cast("QHelpEvent", event), self.toolTip(), self)
        return bool(super().event(event))  # type: ignore[misc]


def tell_head(event: QHelpEvent, heads: QHeaderView) -> bool:
    """Show the tip of a head of a table, before it the words that it cuts."""
    section = heads.logicalIndexAt(event.pos())
    role = Qt.ItemDataRole.ToolTipRole
    return _show(event, heads.model().headerData(section, heads.orientation(), role) or "", heads.viewport())


def tell_row(event: QHelpEvent, view: QAbstractItemView) -> bool:
    """Show the tip of a row of a list, before it the words that it cuts."""
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
    """Return the whole text of the line that is cut at a place of a widget, "" where none is."""
    under = within.childAt(at) or within
    for line in cut_lines(under):
        if line.widget is under and line.room.contains(under.mapFrom(within, at)):
            return line.text
    return ""
