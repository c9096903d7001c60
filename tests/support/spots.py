"""Where on the screen the things are that people click, by the names that a screen reader says."""

from collections.abc import Iterator
from typing import NamedTuple

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QApplication, QWidget

_DEEPEST, _MOST_CHILDREN = 14, 80


class Spot(NamedTuple):
    """Something to click: its name, or several with bars between, and where in it, from 0 to 1."""

    name: str
    across: float = 0.5
    down: float = 0.5


def places_of(spot: Spot) -> list[tuple[int, int]]:
    """Return the pixels that a click on something goes to; none where it is covered, disabled or not there.

    A button is clicked rather than a line that says the same, and waited for while it cannot be clicked.
    The name may be cut before a comma, as a button's is before its key.
    """
    names = spot.name.split("|")
    begins = tuple(f"{name}{sign}" for name in names for sign in ",\t")
    found: list[tuple[bool, QPoint, bool]] = []
    for top in QApplication.topLevelWidgets():
        if top.isVisible():
            found += [
                (is_text, pixel := _pixel(rect, spot), is_enabled and _reaches(pixel, widget))
                for name, is_text, is_enabled, rect, widget in _parts(QAccessible.queryAccessibleInterface(top), top)
                if name in names or name.startswith(begins)
            ]
    only_texts = all(is_text for is_text, _, _ in found)
    return [(pixel.x(), pixel.y()) for is_text, pixel, reached in found if reached and is_text == only_texts]


def names() -> list[str]:
    """Return the names of all that can be clicked now, for whoever looked for another."""
    tops = [top for top in QApplication.topLevelWidgets() if top.isVisible()]
    found = (part for top in tops for part in _parts(QAccessible.queryAccessibleInterface(top), top))
    return [
        name for name, _, is_enabled, rect, widget in found if name and is_enabled and _reaches(rect.center(), widget)
    ]


def _pixel(rect: QRect, spot: Spot) -> QPoint:
    across, down = int(spot.across * rect.width()), int(spot.down * rect.height())
    return QPoint(rect.left() + across, rect.top() + down)


def widget_at(pixel: QPoint) -> QWidget | None:
    """Return what a click at a pixel meets: in the popup in front, or in the window that is active."""
    top = QApplication.activePopupWidget() or QApplication.activeModalWidget() or QApplication.activeWindow()
    if top is None or not top.rect().contains(top.mapFromGlobal(pixel)):
        return None
    return top.childAt(top.mapFromGlobal(pixel)) or top


def _reaches(pixel: QPoint, widget: QWidget) -> bool:
    """Return whether a click there meets this widget and nothing that lies over it."""
    met = widget_at(pixel)
    return met is not None and (met is widget or widget.isAncestorOf(met))


def _parts(
    interface: QAccessibleInterface | None, widget: QWidget, deep: int = 0, is_enabled: bool = True
) -> Iterator[tuple[str, bool, bool, QRect, QWidget]]:
    if interface is None or deep > _DEEPEST:
        return
    state = interface.state()
    if state.invisible and deep:
        return
    is_enabled = is_enabled and not state.disabled
    own = interface.object()
    widget = own if isinstance(own, QWidget) else widget
    rect = interface.rect()
    if rect.isValid():
        is_text = interface.role() in {QAccessible.Role.StaticText, QAccessible.Role.Client}
        yield interface.text(QAccessible.Text.Name), is_text, is_enabled, rect, widget
    for at in range(min(interface.childCount(), _MOST_CHILDREN)):
        yield from _parts(interface.child(at), widget, deep + 1, is_enabled)
