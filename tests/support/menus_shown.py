"""Menus of the right button as somebody opens them, and what they offer."""

from typing import Any

from person import Person
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget


def menu_at(person: Person, target: QWidget, at: QPoint) -> QMenu | None:
    """Press the right button there, as the window system tells it; return the menu, None if none opens."""
    QTest.mousePress(target, Qt.MouseButton.RightButton, pos=at)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, target.mapToGlobal(at))
    QApplication.sendEvent(target, event)
    QTest.mouseRelease(target, Qt.MouseButton.RightButton, pos=at)
    person.settle()
    menu = QApplication.activePopupWidget()
    assert menu is None or isinstance(menu, QMenu)
    return menu


def entries(menu: QMenu | None) -> dict[str, Any]:
    """Return the entries of a menu and of those in it, by their ids."""
    assert menu is not None
    found: dict[str, Any] = {}
    for action in menu.actions():
        inside = action.menu()
        if not action.isSeparator():
            found |= entries(inside) if isinstance(inside, QMenu) else {action.objectName(): action}
    return found
