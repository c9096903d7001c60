"""The search field over a long list of choices: typed words leave the choices that contain all of them."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QListView

from jurybox.language import tr
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.tokens import Px

_OF_THE_LIST = {
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_PageUp,
    Qt.Key.Key_PageDown,
    Qt.Key.Key_Return,
    Qt.Key.Key_Enter,
    Qt.Key.Key_Escape,
    Qt.Key.Key_F4,
}
"""Keys that go to the list although the field has the focus."""


class ComboFinder(QLineEdit):
    """Searches the choices of an open combo box; made once per box, cleared when its list closes."""

    def __init__(self, combo: QComboBox) -> None:
        view = combo.view()
        popup = view.parentWidget()
        super().__init__(popup)
        self._combo, self._view = combo, view
        self.setPlaceholderText(tr("Type to find"))
        self.setAccessibleName(tr("Find in the list"))
        self.setFont(font(Px.BASE))
        self.setFrame(False)
        self.setTextMargins(6, 4, 6, 4)
        if popup is not None and (layout := popup.layout()) is not None:
            layout.setMenuBar(self)  # above the list and its scrollers
        self.textChanged.connect(self._find)
        view.installEventFilter(self)

    def begin(self) -> None:
        """Show all choices and take the focus."""
        self.clear()
        self._find("")
        self.show()
        self.setFocus(Qt.FocusReason.PopupFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Pass the keys that move or choose in the list on to it; every other key types.
        if event.key() in _OF_THE_LIST:
            QApplication.sendEvent(self._view, event)
            return
        super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._view and event.type() == QEvent.Type.Hide:
            self.clear()
        return super().eventFilter(watched, event)

    def shown(self) -> list[str]:
        """Return the remaining choices."""
        return [self._combo.itemText(row) for row in range(self._combo.count()) if not self._is_hidden(row)]

    def _is_hidden(self, row: int) -> bool:
        return isinstance(self._view, QListView) and self._view.isRowHidden(row)

    def _find(self, text: str) -> None:
        view, wanted = self._view, text.casefold().split()
        if not isinstance(view, QListView):
            return
        for row in range(self._combo.count()):
            name = self._combo.itemText(row).casefold()
            view.setRowHidden(row, not all(word in name for word in wanted))
        now = view.currentIndex()
        if wanted and (not now.isValid() or view.isRowHidden(now.row())):
            rows = (row for row in range(self._combo.count()) if not view.isRowHidden(row))
            first = next(rows, -1)
            view.setCurrentIndex(self._combo.model().index(first, 0))
        view.scrollTo(view.currentIndex())
