"""What a desk shows while it has no content: one sentence and the key that helps."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.keycaps import key_cap_width, paint_key_cap
from jurybox_gui.widgets.keyed import KeyedWords
from jurybox_gui.widgets.painting import CENTER, paint_text, text_width

_BETWEEN = 8


class EmptyState(QWidget):
    """A bold sentence, an aside below it, and the cap of an action's key with its function; centered.

    Sentences may name actions in braces. A click on the cap emits `pressed`. There may be `buttons` with
    remedies below.
    """

    pressed = Signal()

    def __init__(
        self, sentence: str, aside: str = "", action: str = "", does: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._action = action
        self._key = ""
        self._does = does
        self._cap = QRectF()
        self.buttons: list[PlainButton] = []
        self._offers: tuple[tuple[str, str], ...] = ()
        self._words = KeyedWords(self, self._say)
        self.set_text(sentence, aside)

    def set_text(self, sentence: str, aside: str = "", offers: Sequence[tuple[str, str]] = ()) -> None:
        """Change the text; `offers` are buttons: their captions and actions."""
        self._raw = sentence, aside
        if tuple(offers) != self._offers:
            self._offers = tuple(offers)
            for old in self.buttons:
                old.hide()
                old.deleteLater()
            self.buttons = [PlainButton(words, action=action, parent=self) for words, action in offers]
            for button in self.buttons:
                button.show()
        self._say()
        self._place_buttons()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_buttons()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._place_buttons()
        return super().event(event)

    def _place_buttons(self) -> None:
        if not self.buttons:
            return
        sizes = [button.sizeHint() for button in self.buttons]
        left = (self.width() - sum(size.width() for size in sizes) - _BETWEEN * (len(sizes) - 1)) // 2
        top = self.height() // 2 + 34
        for button, size in zip(self.buttons, sizes, strict=True):
            button.setGeometry(left, top, size.width(), size.height())
            left += size.width() + _BETWEEN

    def _say(self) -> None:
        sentence, aside = map(self._words, self._raw)
        self._key = self._words.key(self._action)
        self._sentence, self._aside = sentence, aside
        self._wide = max(text_width(sentence, font(Px.LEAD, 600)), text_width(aside, font(Px.BASE)))
        self.setAccessibleName(sentence)
        self.setAccessibleDescription(aside)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(round(self._wide) + 32, 96)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._cap.contains(event.position()):
            self.pressed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens = theme().tokens
        painter = QPainter(self)
        top = self.height() / 2 - (38 if self._key else 22)
        line = QRectF(16, top, self.width() - 32, 22)
        paint_text(painter, line, self._sentence, font(Px.LEAD, 600), tokens.text, CENTER)
        below = line.translated(0, 22)
        paint_text(painter, below, self._aside, font(Px.BASE), tokens.text2, CENTER)
        if self._key:
            self._paint_key(painter, top + (62 if self._aside else 40))
        painter.end()

    def _paint_key(self, painter: QPainter, middle: float) -> None:
        tokens = theme().tokens
        cap = key_cap_width(self._key)
        words = text_width(self._does, font(Px.BASE)) if self._does else 0.0
        left = (self.width() - cap - (8 + words if words else 0)) / 2
        right = paint_key_cap(painter, left, middle, self._key, tokens)
        room = QRectF(right + 8, middle - 11, words + 2, 22)
        paint_text(painter, room, self._does, font(Px.BASE), tokens.text2)
        self._cap = QRectF(left, middle - 12, cap + 10 + words, 24)
