"""A question for one name, typed or chosen from the known names below the field."""

import unicodedata
from collections.abc import Callable, Sequence
from typing import Literal

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

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
_NAME = Qt.ItemDataRole.UserRole

Answers = Literal["any", "known", "new"]
"""What may be typed: anything, for which the names are examples; one of the names; or also a new name."""


class Ask(Overlay):
    """Takes a name that is typed, or one of those listed; `then(name)` is called with it.

    Without a `hint` nothing can be typed: the answer is one of `names`, initially the first. With `hidden` it
    is a password: dots instead of letters, and every space counts.

    If the `answers` are known ones, the list shows the names that contain what is typed, and Enter takes the
    only one, or the one spelled so; text that fits no name is passed on. A new name is a row of its own,
    which has to be chosen; of `unlisted` ones it only shows the name.
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
        answers: Answers = "any",
        unlisted: Sequence[str] = (),
    ) -> None:
        super().__init__(window)
        self._then = then
        self._names, self._unlisted = list(names), unlisted
        self._answers: Answers = answers if names else "any"
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
        column.addWidget(self._listed())
        if self._answers != "any":
            self.field.textChanged.connect(lambda _text: self._filter())
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
        answers: Answers = "any",
        unlisted: Sequence[str] = (),
    ) -> "Ask":
        """Show the question above a window."""
        made = cls(window, question, hint, names, then, hidden=hidden, answers=answers, unlisted=unlisted)
        made.open_over()
        return made

    def panel_size(self, room: QSize) -> QSize:
        """Return room for the field and up to eight names; it stays while typing hides some."""
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
        elif self.list.count() and not self._typed and event.text().strip() and event.text().isprintable():
            self.list.keyboardSearch(event.text())
        elif step is None or not self.list.count():
            super().keyPressEvent(event)
        else:
            self._move(step)

    def _listed(self) -> QListWidget:
        """Return the list: the names, and the row for a new one."""
        self.list = QListWidget(self.panel)
        self.list.setAccessibleName(tr("Choices"))
        for name in [*self._names, *([""] if self._answers == "new" else [])]:
            item = QListWidgetItem(name, self.list)
            item.setData(_NAME, name)
            item.setSizeHint(QSize(0, _ROW))
            item.setHidden(not name)
        self.list.setUniformItemSizes(True)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.itemClicked.connect(lambda item: self._choose(item.data(_NAME)))
        if not self._names:
            self.list.hide()
        elif not self._typed:
            self.list.setCurrentRow(0)
        return self.list

    def _rows(self) -> list[int]:
        """Return the rows that are shown."""
        return [at for at in range(self.list.count()) if not self.list.item(at).isHidden()]

    def _filter(self) -> None:
        """Show the names that contain the words typed, and choose the only one, or the one spelled so."""
        typed, place = self.field.text().strip(), len(self._names)
        words = [_plain(word) for word in typed.split()]
        fitting = [at for at, name in enumerate(self._names) if all(word in _plain(name) for word in words)]
        for at in range(place):
            self.list.item(at).setHidden(at not in fitting)
        if self._answers == "new":
            last = self.list.item(place)
            last.setText(typed if typed in self._unlisted else tr("New: {name}", name=typed))
            last.setData(_NAME, typed)
            last.setHidden(not typed or typed in self._names)
        found = -1
        if typed in self._names:
            found = self._names.index(typed)
        elif typed in self._unlisted:
            found = place
        elif typed and len(fitting) == 1:
            found = fitting[0]
        self.list.setCurrentRow(found)

    def _move(self, step: int) -> None:
        rows, at = self._rows(), self.list.currentRow()
        if not rows:
            return
        first = 0 if step > 0 else len(rows) - 1
        self.list.setCurrentRow(rows[(rows.index(at) + step) % len(rows) if at in rows else first])
        if self._answers == "any":
            self.field.setText(self.list.currentItem().text())

    def _take(self) -> None:
        typed, at = self.field.text() if self._hidden else self.field.text().strip(), self.list.currentRow()
        if at >= 0 and not (self._typed and self._answers == "any"):
            self._choose(self.list.item(at).data(_NAME))
        elif typed and self._answers != "any" and (rows := self._rows()):
            self.list.setCurrentRow(rows[0])  # of several, or a new name: a second Enter takes it
        else:
            self._choose(typed)

    def _choose(self, name: str) -> None:
        if name:
            self.dismiss()
            self._then(name)


def _plain(text: str) -> str:
    """Return a text without case and accents, for searching."""
    return "".join(sign for sign in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(sign))
