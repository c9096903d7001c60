"""A message over the window: what happened, what is safe, what can be done. It does not block."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize
from PySide6.QtGui import QKeyEvent, Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from jurybox.language import tr
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.keycaps import KeyCap
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.overlay import Overlay

_WIDTH = 460
_WIDE, _TALLEST_TABLE = 660, 420
"""The width of a message with a table, and its greatest height, px."""
Choice = tuple[str, Callable[[], object]]


class Message(Overlay):
    """A sentence, an aside and buttons; the first button is the main one and has the focus.

    Esc and a click outside close it without doing anything.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._sentence = PlainLabel(px=Px.ANSWER, weight=600, wrap=True)
        self._aside = PlainLabel(role="text2", wrap=True)
        self._buttons: list[PlainButton] = []
        self._width = _WIDTH
        self._row = QHBoxLayout()
        self._row.setContentsMargins(0, 8, 0, 0)
        self._row.setSpacing(4)
        top = QHBoxLayout()
        top.setSpacing(16)
        top.addWidget(self._sentence, 1)
        top.addWidget(KeyCap("Esc"), 0, Qt.AlignmentFlag.AlignTop)
        column = self._column = QVBoxLayout(self.panel)
        column.setContentsMargins(26, 20, 20, 16)
        column.setSpacing(8)
        column.addLayout(top)
        column.addWidget(self._aside)
        column.addLayout(self._row)

    @property
    def buttons(self) -> list[PlainButton]:
        """The buttons shown, the main one first."""
        return list(self._buttons)

    def show_table(self, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Put a table between the sentence and the aside, before it is opened."""
        from jurybox_gui.tables.plain_table import PlainTable, dress_table

        model = PlainTable(self)
        model.set_rows(head, rows)
        table = dress_table(model, head[0], self.panel)
        height = table.horizontalHeader().sizeHint().height() + table.verticalHeader().defaultSectionSize() * len(rows)
        table.setFixedHeight(min(height + 2 * table.frameWidth() + 4, _TALLEST_TABLE))
        self._column.insertWidget(1, table)
        self._width = _WIDE

    def say(self, sentence: str, aside: str = "", choices: Sequence[Choice] = ()) -> None:
        """Open it. Each of `choices` is (text, callable); none gives *Close*."""
        self._sentence.setText(sentence)
        self._aside.setText(aside)
        self._aside.setVisible(bool(aside))
        self.setAccessibleName(sentence)
        self.setAccessibleDescription(aside)
        self._fill(choices or [(tr("Close"), lambda: None)])
        self.open_over()

    def panel_size(self, room: QSize) -> QSize:
        """Return a fixed width and the height its text needs."""
        width = min(self._width, room.width())
        return QSize(width, min(self._column.totalHeightForWidth(width), room.height()))

    def first_focus(self) -> QWidget:
        """Return the main button."""
        return self._buttons[0] if self._buttons else self

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: False, Qt.Key.Key_Right: True}
        if event.key() in steps:
            self.focusNextPrevChild(steps[Qt.Key(event.key())])
            return
        super().keyPressEvent(event)

    def _fill(self, choices: Sequence[Choice]) -> None:
        while (item := self._row.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._buttons = []
        for text, do in choices:
            button = PlainButton(text, parent=self.panel, main=not self._buttons)
            button.clicked.connect(lambda _on, do=do: self._do(do))
            self._buttons.append(button)
        self._row.addStretch(1)
        for button in reversed(self._buttons):
            self._row.addWidget(button)
            button.show()

    def _do(self, do: Callable[[], object]) -> None:
        self.dismiss()
        do()
