"""The options of a reading test: one below the other, each with its digit; one is marked as right."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from jurybox_gui.actions.chords import cap_text
from jurybox_gui.desks.judging.answer.label_bar import PLACES, label_action
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.base_button import PaintedButton
from jurybox_gui.widgets.focus import RING_ROOM, paint_focus_ring
from jurybox_gui.widgets.glyphs import label_colors, paint_label_glyph
from jurybox_gui.widgets.keycaps import CAP_HEIGHT, key_cap_width, paint_key_cap
from jurybox_gui.widgets.painting import paint_box
from jurybox_gui.widgets.wrapped_text import WrappedText

_LINES = 3
_PAD = 9
_LEFT, _RIGHT = 46, 44
_GLYPH = 20


class OptionsPanel(QWidget):
    """Shows options; `chosen(place)` is emitted when one is clicked."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons: list[OptionButton] = []
        self._shown: tuple[str, ...] = ()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(2)
        self.setAccessibleName("Options")

    def set_options(self, texts: Sequence[str]) -> None:
        """Show options by their texts; none hides the panel."""
        self.setVisible(bool(texts))
        if tuple(texts) == self._shown:
            return
        self._shown = tuple(texts)
        for button in self.buttons:
            self._column.removeWidget(button)
            button.deleteLater()
        self.buttons = [OptionButton(text, at, self) for at, text in enumerate(texts)]
        for button in self.buttons:
            button.clicked.connect(lambda _on, at=button.place: self.chosen.emit(at))
            self._column.addWidget(button)

    def set_given(self, given: Sequence[str]) -> None:
        """Say of each option whether it is marked as right, as wrong, or as something else."""
        for button, word in zip(self.buttons, given, strict=True):
            button.given = word

    def set_writable(self, *, writable: bool) -> None:
        """Let the options be chosen or not."""
        for button in self.buttons:
            button.setEnabled(writable)


class OptionButton(PaintedButton):
    """One option: its digit, its text in at most three lines, and what is said of it."""

    def __init__(self, text: str, place: int, parent: QWidget | None = None) -> None:
        action = label_action(place) if place < PLACES else ""
        super().__init__(text, parent, action=action, own_click=True)
        self.place = place
        self._given = ""
        self._key = ""
        self._words = WrappedText(self, px=Px.FIGURE, weight=500, lines=_LINES)
        self._words.set_text(text)
        self._words.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self._words)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.print_keys(())

    @property
    def given(self) -> str:
        """What is said of the option, "" for nothing."""
        return self._given

    @given.setter
    def given(self, given: str) -> None:
        if given != self._given:
            self._given = given
            self._tell()
            self.update()

    def print_keys(self, keys: Sequence[str]) -> None:
        """Print the first of these keys, or none; the text begins after it."""
        self._key = keys[0] if keys else ""
        self._column.setContentsMargins(self._left() + RING_ROOM, _PAD, _RIGHT + RING_ROOM, _PAD)
        self._tell()
        self.updateGeometry()
        self.update()

    def _left(self) -> int:
        return max(_LEFT, key_cap_width(self._key) + 24 if self._key else 0)

    def hasHeightForWidth(self) -> bool:
        """Return True: a long option takes more than one line."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of the lines at a width."""
        inside = width - self._left() - _RIGHT - 2 * RING_ROOM
        return max(CAP_HEIGHT, self._words.heightForWidth(inside)) + 2 * _PAD

    def sizeHint(self) -> QSize:
        """Return the room at the width it has."""
        return QSize(240, self.heightForWidth(self.width() or 600))

    def minimumSizeHint(self) -> QSize:
        """Return one line."""
        return QSize(160, CAP_HEIGHT + 2 * _PAD)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint ground, digit and glyph; the text paints itself."""
        del event
        tokens = theme().tokens
        painter = QPainter(self)
        box = QRectF(self.rect()).adjusted(RING_ROOM, 2, -RING_ROOM, -2)
        if self._given == "correct":
            pair = label_colors(self._given, tokens)
            paint_box(painter, box, Grid.R_BUTTON, pair.soft, pair.color, 2)
        else:
            paint_box(painter, box, Grid.R_BUTTON, tokens.hover if self.hot else tokens.raised, tokens.ctl)
        if self._key:
            paint_key_cap(painter, box.left() + 12, box.center().y(), self._key, tokens)
        if self._given:
            spot = QRectF(box.right() - _GLYPH - 12, round(box.center().y() - _GLYPH / 2), _GLYPH, _GLYPH)
            paint_label_glyph(painter, spot, self._given, tokens)
        if self.hasFocus():
            paint_focus_ring(painter, box, Grid.R_BUTTON, tokens)
        painter.end()

    def _tell(self) -> None:
        said = f", {self._given}" if self._given else ""
        key = f", key {cap_text(self._key)}" if self._key else ""
        self.setAccessibleName(f"{self.text()}{said}{key}")
