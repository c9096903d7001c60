"""The search in the text shown: a field, which place of how many, and its keys."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from jurybox_gui.core.pending import Pause
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.fields import SearchField
from jurybox_gui.widgets.keycaps import KeyCap
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.text_pane import TextPane

_TYPING_MS = 120


class FindBar(QWidget):
    """Finds as one types; Enter goes on, Shift+Enter back, Esc closes (`closed`)."""

    closed = Signal()

    def __init__(self, pane: TextPane, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pane = pane
        self.field = SearchField("Find in the text")
        self.field.installEventFilter(self)
        self.field.left.connect(self._close)
        self.count = PlainLabel("", px=Px.ASIDE, role="text2", tabular=True)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 2, 14, 4)
        row.setSpacing(12)
        row.addWidget(self.field, 1)
        row.addWidget(self.count)
        row.addWidget(KeyCap(("Enter",), "Next"))
        row.addWidget(KeyCap(("Esc",), "Close"))
        self._typed = Pause(self, _TYPING_MS, self._find)
        self.field.textEdited.connect(lambda _text: self._typed.start())
        pane.find_changed.connect(self._tell)

    def open(self) -> None:
        """Show the bar and give its field the keyboard."""
        self.show()
        self.field.setFocus()
        self.field.selectAll()

    def close_quietly(self) -> None:
        """Take the bar and what it found away."""
        self._typed.stop()
        self.hide()
        if self.field.text():
            self.field.clear()
            self._pane.find_text("")
        self.count.setText("")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Go to the next place on Enter."""
        if (
            watched is self.field
            and event.type() == QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        ):
            self._go(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
            return True
        return super().eventFilter(watched, event)

    def _go(self, step: int) -> None:
        if self._typed.isActive():
            self._typed.stop()
            self._find()
        else:
            self._pane.find_step(step)

    def _find(self) -> None:
        self._pane.find_text(self.field.text())

    def _tell(self, which: int, count: int) -> None:
        nothing = "Not found" if self.field.text() else ""
        self.count.setText(f"{which:,} of {count:,}" if count else nothing)

    def _close(self) -> None:
        self.close_quietly()
        self.closed.emit()
