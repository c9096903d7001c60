"""Asking for one name: a field, and the names that are known below it."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QVBoxLayout, QWidget

from jurybox_gui.pieces.fields import Field
from jurybox_gui.pieces.keycaps import KeyCap
from jurybox_gui.pieces.labels import PlainLabel
from jurybox_gui.pieces.overlay import Overlay
from jurybox_gui.theme.tokens import Px

_WIDTH = 420


class Ask(Overlay):
    """Takes a name that is typed, or one of those listed; `then(name)` is called with it."""

    def __init__(
        self, window: QWidget, question: str, hint: str, names: Sequence[str], then: Callable[[str], object]
    ) -> None:
        super().__init__(window)
        self._then = then
        self.panel_top = 120
        column = QVBoxLayout(self.panel)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(10)
        head = QHBoxLayout()
        head.addWidget(PlainLabel(question, px=Px.LEAD, weight=600), 1)
        head.addWidget(KeyCap("Esc"))
        column.addLayout(head)
        self.field = Field(hint)
        self.field.returnPressed.connect(self._take)
        self.field.left.connect(self.dismiss)
        column.addWidget(self.field)
        self.list = QListWidget(self.panel)
        self.list.addItems(list(names))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.itemClicked.connect(lambda item: self._choose(item.text()))
        self.list.setVisible(bool(names))
        column.addWidget(self.list)
        self.closed.connect(self.deleteLater)

    @classmethod
    def open_for(
        cls, window: QWidget, question: str, hint: str, names: Sequence[str], then: Callable[[str], object]
    ) -> "Ask":
        """Show the question above a window."""
        made = cls(window, question, hint, names, then)
        made.open_over()
        return made

    def panel_size(self, room: QSize) -> QSize:
        """Return room for the field and up to eight names."""
        return QSize(_WIDTH, 120 + min(8, self.list.count()) * 30).boundedTo(room)

    def first_focus(self) -> QWidget:
        """Let the name be typed at once."""
        return self.field

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go through the names with the arrows."""
        step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
        if step is None or not self.list.count():
            super().keyPressEvent(event)
            return
        self.list.setCurrentRow((self.list.currentRow() + step) % self.list.count())
        self.field.setText(self.list.currentItem().text())

    def _take(self) -> None:
        self._choose(self.field.text().strip())

    def _choose(self, name: str) -> None:
        if name:
            self.dismiss()
            self._then(name)
