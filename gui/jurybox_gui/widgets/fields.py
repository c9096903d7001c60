"""Fields: the search field of the menu row, and the plain one for notes and filters."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QWidget

from jurybox_gui.actions.registry import registry_of
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.icons import paint_icon
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.keycaps import key_cap_width, paint_key_cap

_HEIGHT = 24


class Field(QLineEdit):
    """A line to type in. Esc gives up the focus (`left`); input methods work as usual."""

    left = Signal()

    def __init__(self, placeholder: str = "", parent: QWidget | None = None, *, px: int = Px.BASE) -> None:
        super().__init__(parent)
        self.setPlaceholderText(placeholder)
        self.setAccessibleName(placeholder)
        self.setFont(font(px))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Leave on Esc; everything else is typing.
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
            return
        super().keyPressEvent(event)


class SearchField(Field):
    """A field with a magnifier on its left and, while it is empty, its key on its right.

    With an `action` it prints the user's key for that.

    `opens` makes it a button that looks like a field: a click or its key emits `opened`, as for the command
    palette in the menu row, and it takes no text.
    """

    opened = Signal()

    def __init__(
        self, placeholder: str, key: str = "", parent: QWidget | None = None, *, action: str = "", opens: bool = False
    ) -> None:
        super().__init__(placeholder, parent, px=Px.ASIDE)
        self._key = ""
        self._print: Callable[[], object] = lambda: None
        self._action = action
        self._opens = opens
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._set_key(key)
        if opens:
            self.setReadOnly(True)
            self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
            self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            self.setCursor(Qt.CursorShape.PointingHandCursor)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        registry = registry_of(self) if self._action else None
        if registry is not None and registry.knows(self._action):
            action, self._action = self._action, ""
            self._print = lambda: self._set_key("".join(registry.keys(action)[:1]))
            registry.keys_changed.connect(self._show_keys)
            self._show_keys()

    def _show_keys(self) -> None:
        self._print()

    def _set_key(self, key: str) -> None:
        self._key = key
        self.setTextMargins(20, 0, key_cap_width(key) + 8 if key else 4, 0)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(288, _HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, _HEIGHT)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._opens and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}:
            self.opened.emit()
            return
        super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        # Open on a click if the field only opens something; other mouse buttons then do nothing.
        if self._opens:
            if event.button() == Qt.MouseButton.LeftButton:
                self.opened.emit()
            return
        super().mousePressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        tokens = theme().tokens
        painter = QPainter(self)
        middle = self.height() / 2
        paint_icon(painter, QRectF(7, round(middle - 7), 14, 14), "search", tokens.text2)
        if self._key and not self.text():
            left = self.width() - key_cap_width(self._key) - 4
            paint_key_cap(painter, left, middle, self._key, tokens)
        painter.end()
