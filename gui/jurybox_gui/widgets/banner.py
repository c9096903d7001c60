"""Banners: what went wrong (or a note), what is safe, and what can be done about it."""

from collections.abc import Callable, Sequence
from typing import Literal

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.focus import RING_ROOM
from jurybox_gui.widgets.hint_button import HintButton
from jurybox_gui.widgets.keyed import KeyedWords
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.painting import paint_box

Kind = Literal["error", "warning", "good", "note"]
_GROUNDS: dict[Kind, tuple[str, str]] = {
    "error": ("bads", "bad"),
    "warning": ("mids", "mid"),
    "good": ("goods", "good"),
    "note": ("accsoft", "accent"),
}
Choice = tuple[str, str, Callable[[], object] | str]


class Banner(QWidget):
    """A panel with a bar on its left: a bold sentence, an aside below, buttons at the foot.

    Each of `choices` is (text, key name or "", a callable or an action of the window). With `beside` the
    buttons are to the right of the words. A `low` banner is a single line without the aside and with small
    buttons, for a window with little room. Sentence and aside may name actions in braces. `closed` is emitted
    on Esc if it may be closed.
    """

    closed = Signal()

    def __init__(
        self,
        sentence: str,
        aside: str = "",
        choices: Sequence[Choice] = (),
        parent: QWidget | None = None,
        *,
        kind: Kind = "error",
        closable: bool = False,
        low: bool = False,
        beside: bool = False,
    ) -> None:
        super().__init__(parent)
        self._kind: Kind = kind
        self._closable = closable
        self._low = low and bool(choices)
        self.buttons: list[PlainButton | HintButton] = []
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.sentence = PlainLabel("", self, px=Px.BASE, weight=600, wrap=not self._low, elide=self._low)
        self.aside = PlainLabel("", self, px=Px.ASIDE, role="text2", wrap=True)
        self._words = KeyedWords(self, self._say)
        self.set_text(sentence, aside)
        if self._low:
            self._lay_low(choices)
            return
        across = QHBoxLayout(self)
        across.setContentsMargins(0, 0, 0, 0)
        column = QVBoxLayout()
        across.addLayout(column, 1)
        # Buttons reserve room for their focus ring; words align with the buttons' borders.
        column.setContentsMargins(14 - RING_ROOM, 9, 12, 9)
        for label in (self.sentence, self.aside):
            label.setContentsMargins(RING_ROOM, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.sentence)
        column.addWidget(self.aside)
        if choices and beside:
            across.addLayout(self._row(choices, stretch=False))
            across.setContentsMargins(0, 0, 12, 0)
        elif choices:
            column.addLayout(self._row(choices))

    def sizeHint(self) -> QSize:
        # Return the size at its width: the most that a layout gives it, although words may wrap.
        hint, laid = super().sizeHint(), self.layout()
        if laid is not None and laid.hasHeightForWidth():
            hint.setHeight(laid.heightForWidth(self.width()))
        return hint

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def set_text(self, sentence: str, aside: str = "") -> None:
        """Change the text."""
        self._raw = sentence, aside
        self._say()

    def _say(self) -> None:
        sentence, aside = map(self._words, self._raw)
        self.sentence.setText(sentence)
        self.aside.setText(aside)
        self.aside.setVisible(bool(aside) and not self._low)
        self.setAccessibleName(sentence)
        self.setAccessibleDescription(aside)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._closable and event.key() == Qt.Key.Key_Escape:
            self.hide()
            self.closed.emit()
            return
        super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens = theme().tokens
        ground, bar = _GROUNDS[self._kind]
        painter = QPainter(self)
        box = QRectF(self.rect())
        paint_box(painter, box, Grid.R_BUTTON, getattr(tokens, ground))
        edge = QRectF(0, Grid.UNIT, 3, box.height() - 2 * Grid.UNIT)
        paint_box(painter, edge, 1.5, getattr(tokens, bar))
        painter.end()

    def _lay_low(self, choices: Sequence[Choice]) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 5, 8, 5)
        row.setSpacing(6)
        row.addWidget(self.sentence, 1)
        for text, key, do in choices:
            keys = (key,) if key else ()
            button = HintButton(text, keys, action=do if isinstance(do, str) else "", cap_last=True)
            self._add(button, do)
            row.addWidget(button)

    def _row(self, choices: Sequence[Choice], *, stretch: bool = True) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(0, 4 if stretch else 0, 0, 0)
        row.setSpacing(4)
        for text, key, do in choices:
            button = PlainButton(text, key, action=do if isinstance(do, str) else "")
            self._add(button, do)
            row.addWidget(button)
        if stretch:
            row.addStretch(1)
        return row

    def _add(self, button: PlainButton | HintButton, do: Callable[[], object] | str) -> None:
        if not isinstance(do, str):
            button.clicked.connect(lambda _on: do())
        self.buttons.append(button)
