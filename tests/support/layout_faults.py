"""What is wrong with the layout of a window: words cut and said nowhere, parts that lie over others."""

from __future__ import annotations

from html import unescape
from itertools import combinations
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QFontMetricsF, QHelpEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QApplication,
    QLabel,
    QScrollArea,
    QSplitterHandle,
    QToolTip,
    QWidget,
)

from jurybox_gui.widgets.cut_tips import CutLine, cut_lines
from jurybox_gui.widgets.rail import RailButton

if TYPE_CHECKING:
    from collections.abc import Iterator

_NOTHING = "no tip"


def untold(window: QWidget) -> list[str]:
    """Return the lines that a window cuts and that no tip tells to a pointer over them."""
    return [
        f"{line.text[:70]!r} of {place_of(line.widget)}"
        for line in dict.fromkeys(cut_lines(window))
        if line.widget.visibleRegion().contains(line.room.center()) and not _told(line)
    ]


def _told(line: CutLine) -> bool:
    """Return whether the tip at a cut line holds all of it, or the name that it is short for."""
    told = _plain(tip_at(line.widget, line.room.center()))
    if isinstance(line.widget, RailButton) and _plain(line.widget.entry.name) in told:
        return True
    return all(_plain(word) in told for word in line.text.split())


def _plain(text: str) -> str:
    return "".join(text.split()).rstrip(".…").casefold()


def tip_at(widget: QWidget, at: QPoint) -> str:
    """Return what is told to a pointer that rests there."""
    here: QWidget | None = widget
    while here is not None:
        QToolTip.showText(QPoint(0, 0), _NOTHING)
        place = here.mapFromGlobal(widget.mapToGlobal(at))
        event = QHelpEvent(QEvent.Type.ToolTip, place, widget.mapToGlobal(at))
        if QApplication.sendEvent(here, event) and event.isAccepted() and QToolTip.text() != _NOTHING:
            return unescape(QToolTip.text().removeprefix("<qt>").removesuffix("</qt>").replace("<br>", "\n"))
        if here.isWindow():
            return ""
        here = here.parentWidget()
    return ""


def seen_in(widget: QWidget) -> Iterator[QWidget]:
    """Return the widgets in a widget that are shown, and those of pages that scroll."""
    if isinstance(widget, QAbstractScrollArea):
        inside = widget.widget() if isinstance(widget, QScrollArea) else None
        if inside is not None:
            yield inside
            yield from seen_in(inside)
        return
    for child in widget.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
        if child.isVisible() and not child.isWindow():
            yield child
            yield from seen_in(child)


def place_of(widget: QWidget) -> str:
    """Return what a finding calls a widget."""
    said = widget.accessibleName() or (widget.text() if isinstance(widget, (QLabel, QAbstractButton)) else "")
    up = widget.parentWidget()
    inside = f" in {type(up).__name__}" if up is not None else ""
    return f"{type(widget).__name__} {said[:50]!r} {widget.geometry().getRect()}{inside}"


def overlaps(widgets: list[QWidget]) -> list[str]:
    """Return the widgets of one parent that lie over each other."""
    by_parent: dict[int, list[QWidget]] = {}
    for widget in widgets:
        # The border of two columns can be grabbed from both sides, and paints nothing there.
        over = widget.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        if not over and not isinstance(widget, QSplitterHandle):
            by_parent.setdefault(id(widget.parentWidget()), []).append(widget)
    return [
        f"{place_of(one)} over {place_of(other)}"
        for found in by_parent.values()
        for one, other in combinations(found, 2)
        if one.geometry().intersects(other.geometry())
    ]


def cut(widget: QWidget) -> bool:
    """Return whether a button or label has less room than its words need."""
    if isinstance(widget, QAbstractButton):
        return widget.width() < widget.minimumSizeHint().width()
    if not isinstance(widget, QLabel) or not widget.text():
        return False
    if widget.wordWrap():
        return widget.height() < widget.heightForWidth(widget.width())
    needed = QFontMetricsF(widget.font()).horizontalAdvance(widget.text())
    may_be_cut = not widget.minimumSizeHint().width()  # with an ellipsis, and its tip tells the rest
    return not may_be_cut and widget.width() + 1 < needed


def is_outside(widget: QWidget) -> bool:
    """Return whether a part of a widget lies outside what holds it; a page that scrolls may, up and down."""
    holder = widget.parentWidget()
    box, room = widget.geometry(), holder.rect()
    if isinstance(holder.parentWidget(), QScrollArea):
        return box.width() > room.width()
    return not room.contains(box)


def faults_of(window: QWidget) -> list[str]:
    """Return all that is wrong in a window, or in the part of it that is given."""
    widgets = list(seen_in(window))
    return [
        *(f"over another: {found}" for found in overlaps(widgets)),
        *(f"cut: {place_of(widget)}" for widget in widgets if cut(widget)),
        *(f"outside: {place_of(widget)}" for widget in widgets if is_outside(widget)),
        *(f"not told: {found}" for found in untold(window)),
    ]
