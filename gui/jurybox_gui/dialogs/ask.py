"""A question for one name, typed or chosen from the known names below the field."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QVBoxLayout, QWidget

from jurybox.language import tr
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.fields import Field
from jurybox_gui.widgets.hint_button import HintButton
from jurybox_gui.widgets.keycaps import KeyCap
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.overlay import Overlay

_WIDTH = 440
_ROW = 32
_MOST_ROWS = 8
_AROUND, _FIELD, _FOOT = 72, 44, 36
_MARGIN, _GAP, _LINE = 24, 8, 26
_ENDS = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: -1}


class Ask(Overlay):
    """Takes a name that is typed, or one of those listed; `then(name)` is called with it.

    Without a `hint` nothing can be typed: the answer is one of `names`, initially the first. With `hidden` it
    is a password: dots instead of letters, and every space counts.
    """

    def __init__(
        self,
        window: QWidget,
        question: str,
        hint: str,
        names: Sequence[str],
        then: Callable[[str], object],
        *,
        hidden: bool = False,
    ) -> None:
        super().__init__(window)
        self._then = then
        self.setAccessibleName(question)
        self._typed = bool(hint)
        self.panel_top = 120
        column = QVBoxLayout(self.panel)
        column.setContentsMargins(_MARGIN, 20, _MARGIN, 16)
        column.setSpacing(10)
        head = QHBoxLayout()
        head.setSpacing(_GAP)
        self._question = PlainLabel(question, px=Px.LEAD, weight=600, wrap=True)
        head.addWidget(self._question, 1)
        self._leave = HintButton(tr("Cancel"), ("Esc",))
        self._leave.clicked.connect(self.dismiss)
        head.addWidget(self._leave)
        column.addLayout(head)
        self.field = Field(hint)
        self._hidden = hidden
        if hidden:
            self.field.setEchoMode(Field.EchoMode.Password)
        self.field.returnPressed.connect(self._take)
        self.field.left.connect(self.dismiss)
        column.addWidget(self.field)
        self.field.setVisible(self._typed)  # inside the panel by now; before, it would be a window
        column.addWidget(self._listed(names))
        foot = QHBoxLayout()
        if len(names) > int(not self._typed):
            foot.addWidget(KeyCap(("Up", "Down"), tr("choose")))
        take = HintButton("OK", ("Return",))
        take.clicked.connect(self._take)
        foot.addWidget(take)
        foot.addStretch(1)
        column.addLayout(foot)
        self.closed.connect(self.deleteLater)

    @classmethod
    def open_for(
        cls,
        window: QWidget,
        question: str,
        hint: str,
        names: Sequence[str],
        then: Callable[[str], object],
        *,
        hidden: bool = False,
    ) -> "Ask":
        """Show the question above a window."""
        made = cls(window, question, hint, names, then, hidden=hidden)
        made.open_over()
        return made

    def panel_size(self, room: QSize) -> QSize:
        """Return room for the field and up to eight names."""
        rows = min(_MOST_ROWS, self.list.count())
        listed = rows * _ROW + 10 if rows else 0
        asked = self._question.heightForWidth(_WIDTH - 2 * _MARGIN - self._leave.sizeHint().width() - _GAP)
        more = max(0, asked - _LINE)  # used for a question of several lines
        tall = _AROUND + more + (_FIELD if self._typed else 0) + listed + _FOOT
        return QSize(_WIDTH, tall).boundedTo(room)

    def first_focus(self) -> QWidget:
        """Focus the field, or the list if nothing can be typed."""
        return self.field if self._typed else self

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Move through the names with the arrows; choose one with Enter if nothing can be typed. In that case Home and
        # End go to the ends, and the first letters of a name go to it.
        key = Qt.Key(event.key())
        step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(key)
        if key in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and not self._typed:
            self._take()
        elif self.list.count() and not self._typed and key in _ENDS:
            self.list.setCurrentRow(_ENDS[key] % self.list.count())
        elif self.list.count() and not self._typed and event.text().strip():
            self.list.keyboardSearch(event.text())
        elif step is None or not self.list.count():
            super().keyPressEvent(event)
        else:
            self._move(step)

    def _listed(self, names: Sequence[str]) -> QListWidget:
        self.list = QListWidget(self.panel)
        self.list.setAccessibleName(tr("Choices"))
        self.list.addItems(list(names))
        self.list.setUniformItemSizes(True)
        for at in range(self.list.count()):
            self.list.item(at).setSizeHint(QSize(0, _ROW))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.itemClicked.connect(lambda item: self._choose(item.text()))
        if not names:
            self.list.hide()
        if names and not self._typed:
            self.list.setCurrentRow(0)
        return self.list

    def _move(self, step: int) -> None:
        at = self.list.currentRow()
        first = 0 if step > 0 else self.list.count() - 1
        self.list.setCurrentRow(first if at < 0 else (at + step) % self.list.count())
        self.field.setText(self.list.currentItem().text())

    def _take(self) -> None:
        chosen = self.list.currentItem()
        typed = self.field.text() if self._hidden else self.field.text().strip()
        self._choose(typed if self._typed or chosen is None else chosen.text())

    def _choose(self, name: str) -> None:
        if name:
            self.dismiss()
            self._then(name)
