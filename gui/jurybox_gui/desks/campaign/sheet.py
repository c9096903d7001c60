"""What the overlays of the Campaign page share: a title, a body, two buttons at the foot."""

from __future__ import annotations

from abc import abstractmethod

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLayout, QVBoxLayout, QWidget

from jurybox.language import tr
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.hairline import Hairline
from jurybox_gui.widgets.keycaps import KeyCap
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.overlay import Overlay

MARGIN = 26


class CampaignSheet(Overlay):
    """An overlay with a title; `accept` is the main button, `refuse` closes without a change.

    `accepts_enter`: Enter alone also clicks the main button, for sheets without a multi-line text field.
    """

    accepts_enter = False

    def __init__(self, window: QWidget, title: str, aside: str, does: str) -> None:
        super().__init__(window)
        self.setAccessibleName(title)
        self.accept = PlainButton(does, "Ctrl+Enter", main=True)
        self.accept.clicked.connect(self.do)
        self.refuse = PlainButton(tr("Cancel"), "Esc")
        self.refuse.clicked.connect(self.dismiss)
        self.message = PlainLabel(role="text2", elide=True)
        self._column = QVBoxLayout(self.panel)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addLayout(self._head(title, aside))
        self._column.addWidget(Hairline(raised=True))
        self.closed.connect(self.deleteLater)

    def fill(self, body: QLayout | QWidget) -> None:
        """Add the body, and the buttons below it."""
        if isinstance(body, QWidget):
            self._column.addWidget(body, 1)
        else:
            self._column.addLayout(body, 1)
        self._column.addWidget(Hairline(raised=True))
        row = QHBoxLayout()
        row.setContentsMargins(MARGIN, 8, MARGIN - 6, 8)
        row.setSpacing(4)
        row.addWidget(self.message, 1)
        row.addWidget(self.refuse)
        row.addWidget(self.accept)
        self._column.addLayout(row)

    @abstractmethod
    def do(self) -> None:
        """Do what the main button announces."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Click the main button on Ctrl+Enter wherever the cursor is; while it is disabled, nothing happens. A held key
        # counts once, so that it cannot answer the question that its first press opened.
        enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if enter and (self.accepts_enter or event.modifiers() & Qt.KeyboardModifier.ControlModifier):
            if not event.isAutoRepeat():
                self.accept.click()
            return
        super().keyPressEvent(event)

    def say(self, words: str, *, bad: bool = False) -> None:
        """Show a sentence beside the buttons."""
        self.message.set_role("bad" if bad else "text2")
        self.message.setText(words)
        self.message.setAccessibleName(words)
        self.message.update()

    def _head(self, title: str, aside: str) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(MARGIN, 0, 20, 0)
        row.setSpacing(24)
        name = PlainLabel(title, px=19, weight=600, elide=not aside)
        name.setFixedHeight(58)
        row.addWidget(name, 0 if aside else 1)
        if aside:
            row.addWidget(PlainLabel(aside, px=Px.ASIDE, role="text2", wrap=True), 1)
        row.addWidget(KeyCap("Esc"))
        return row
