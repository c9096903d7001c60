"""What every painted button has in common."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QWidget


class PaintedButton(QAbstractButton):
    """A button that a subclass paints; it repaints under the pointer and is clicked by Enter too."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(text)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    @property
    def hot(self) -> bool:
        """Whether the pointer is over it or holds it down, and it can be clicked."""
        return self.isEnabled() and (self.underMouse() or self.isDown())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Click on Enter as well as on Space, which may mean *next* on a desk."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and not event.isAutoRepeat():
            self.click()
            return
        super().keyPressEvent(event)
