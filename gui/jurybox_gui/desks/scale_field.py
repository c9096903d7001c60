"""Entry of a label of a long scale: typed into a field, or chosen with the mouse on a slider."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from jurybox.collection.own_schemes import number_text
from jurybox.label_schemes import Label
from jurybox.language import tr, trc
from jurybox.lists import comma_list
from jurybox_gui.desks.label_schemes import Choices
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.fields import Field
from jurybox_gui.widgets.focus import RING_ROOM
from jurybox_gui.widgets.glyphs import paint_label_glyph
from jurybox_gui.widgets.hint_button import HintButton
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.slider import Slider
from jurybox_gui.widgets.tips import set_tip

_GLYPH = 24
_END = 150
"""The greatest width of the name of an end of the scale, px."""
_MOST_NAMED = 8
"""The most labels that a sentence lists."""
_FIELD, _WITH_HINT = 108, 520
_FIELD_AROUND = 24
"""The part of the field's width that its frame takes, px."""


class ScaleField(QWidget):
    """The ends of a long scale with their names, a slider between them, and a field for a label.

    Emits `given(label)` on Enter in the field and on a click on the slider, `left` when it gives up the
    focus, `alive` while somebody types. `action` types a label from the keyboard. `admits(stamp)`: whether
    Enter with this time stamp gives the label; if not, the typed text stays.
    """

    given = Signal(str)
    left = Signal()
    alive = Signal()

    def __init__(self, action: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.admits: Callable[[int], bool] = lambda _stamp: True
        self._labels: tuple[Label, ...] = ()
        self._choices: Choices | None = None
        self._word = ""
        self.low, self.high = (PlainLabel(px=Px.BASE, weight=600) for _ in range(2))
        self.slider = _ScaleSlider(tr("Label on the scale"))
        self.field = _LabelField(tr("Label"))
        self.message = PlainLabel(px=Px.ASIDE, role="bad", wrap=True)
        self._mark = _Mark()
        self._lay_out(action)
        self.field.entered.connect(self._enter)
        self.field.left.connect(self.leave)
        self.field.unfocused.connect(self._show)
        self.field.textEdited.connect(self._typed)
        self.slider.valueChanged.connect(self._slid)
        self.slider.sliderReleased.connect(self._released)

    def set_choices(self, choices: Choices | None) -> None:
        """Set the labels of a long scale; None: no scale."""
        self._choices = choices
        self._labels = () if choices is None else choices.scheme.labels
        if not self._labels:
            return
        best, lowest = self._labels[0], self._labels[-1]
        for shown, label in ((self.low, lowest), (self.high, best)):
            same = label.name.casefold() == label.word.casefold()
            text = label.name if same else f"{label.word}  {label.name}"
            room = shown.fontMetrics()
            shown.setText(room.elidedText(text, Qt.TextElideMode.ElideRight, _END))
            set_tip(shown, text)
        numbers = all(_number(label.word) is not None for label in self._labels)
        names = "" if numbers else comma_list(label.name for label in self._labels)
        for part in (self.slider, self.field):
            set_tip(part, names)
        self.slider.setRange(0, len(self._labels) - 1)
        self.field.setAccessibleName(tr("Label, {low} to {high}", low=lowest.name, high=best.name))
        ends = tr("{low} to {high}", low=lowest.word, high=best.word)
        has_room = self.field.fontMetrics().horizontalAdvance(ends) <= _FIELD - _FIELD_AROUND
        self.field.setPlaceholderText(ends if has_room else tr("Label"))
        self._show()

    def set_given(self, word: str) -> None:
        """Show the label in force, "" for none; text being typed stays."""
        self._word = word
        if self._labels and not self.is_typing:
            self._show()

    @property
    def is_typing(self) -> bool:
        """Whether a label is being typed."""
        return self.field.hasFocus()

    def begin(self, text: str = "") -> None:
        """Start typing a label with this beginning; "": instead of the one in force."""
        if self.isHidden():
            return
        self.message.hide()
        self.field.setText(text or self.field.text())
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        if text:
            self.field.deselect()
        else:
            self.field.selectAll()

    def leave(self) -> None:
        """Give up the focus and drop the typed text."""
        if not self._labels:
            return
        was = self.is_typing
        self._show()
        if was:
            self.left.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        # Hide the hint if the slider needs its room: a digit does the same.
        super().resizeEvent(event)
        self._hint.setVisible(self.width() >= _WITH_HINT)

    def _enter(self, stamp: int) -> None:
        if not self.admits(stamp):
            return
        text = self.field.text().strip()
        label = label_typed(self._labels, text)
        if label is None:
            self.message.setText(not_a_label(self._labels, text))
            self.message.show()
            self.field.selectAll()
            return
        self._word = label.word
        self.leave()
        self.given.emit(label.word)

    def _typed(self) -> None:
        self.message.hide()
        self.alive.emit()

    def _slid(self, value: int) -> None:
        if self.slider.isSliderDown():
            self.slider.set_blank(blank=False)
            self.field.setText(self._at(value).word)
            self._show_mark(self._at(value).word)
            self.alive.emit()

    def _released(self) -> None:
        self._word = self._at(self.slider.value()).word
        self.leave()
        self._show()
        self.given.emit(self._word)

    def _at(self, value: int) -> Label:
        """Return the label at a position of the slider, the lowest at 0."""
        return self._labels[len(self._labels) - 1 - value]

    def _show(self) -> None:
        words = [label.word for label in self._labels]
        known = self._word in words
        self.field.setText(self._word if known else "")
        self.message.hide()
        self.slider.set_blank(blank=not known)
        if known and not self.slider.isSliderDown():
            self.slider.setValue(len(words) - 1 - words.index(self._word))
        self._show_mark(self._word if known else "")

    def _show_mark(self, word: str) -> None:
        self._mark.set_glyph("" if self._choices is None or not word else self._choices.glyph(word))

    def _lay_out(self, action: str) -> None:
        whole = QVBoxLayout(self)
        whole.setContentsMargins(RING_ROOM, 4, RING_ROOM, 4)
        whole.setSpacing(2)
        line = QHBoxLayout()
        line.setSpacing(10)
        line.addWidget(self.low)
        line.addWidget(self.slider, 1)
        line.addWidget(self.high)
        line.addSpacing(6)
        line.addWidget(self._mark)
        self.field.setFixedWidth(_FIELD)
        line.addWidget(self.field)
        self._hint = HintButton(trc("button", "Type"), action=action)
        line.addWidget(self._hint)
        whole.addLayout(line)
        whole.addWidget(self.message)
        self.message.hide()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)


def label_typed(labels: tuple[Label, ...], text: str) -> Label | None:
    """Return the label that a text names, by spelling, number or name; None for none.

    A name may be abbreviated if the labels are not numbers and only one begins with the text.
    """
    wanted = text.strip().casefold()
    numbers = [_number(label.word) for label in labels]
    value = _number(wanted.replace(",", "."))
    for label, number in zip(labels, numbers, strict=True):
        if wanted in {label.word.casefold(), label.name.casefold()} or (value is not None and value == number):
            return label
    found = _labels_beginning(labels, wanted)
    return found[0] if len(found) == 1 else None


def _labels_beginning(labels: tuple[Label, ...], wanted: str) -> list[Label]:
    """Return the labels that begin with a lowercase text; none for a scale of numbers."""
    if not wanted or all(_number(label.word) is not None for label in labels):
        return []
    return [one for one in labels if any(name.casefold().startswith(wanted) for name in (one.word, one.name))]


def not_a_label(labels: tuple[Label, ...], text: str) -> str:
    """Return a sentence that says that a text names no label, and lists the labels."""
    low, high = labels[-1], labels[0]
    said = tr("“{text}” is not a label", text=text) if text else tr("Nothing typed yet")
    numbers = [number for label in labels if (number := _number(label.word)) is not None]
    if len(numbers) < len(labels):
        known = [label.name for label in _labels_beginning(labels, text.strip().casefold()) or labels]
        listed = comma_list(known[:_MOST_NAMED]) + (", \u2026" if len(known) > _MOST_NAMED else "")
        return tr("{said}; type one of {listed}, or how it begins.", said=said, listed=listed)
    steps = {round(better - worse, 6) for better, worse in pairwise(numbers)}
    if len(steps) == 1 and steps != {1}:
        return tr(
            "{said}; type a number from {low} to {high} in steps of {step}.",
            said=said,
            low=low.word,
            high=high.word,
            step=number_text(steps.pop()),
        )
    return tr("{said}; type a number from {low} to {high}.", said=said, low=low.word, high=high.word)


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


class _LabelField(Field):
    """A line that keeps Enter to itself and reports when it loses the focus."""

    entered = Signal(object)
    unfocused = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Emit `entered` with its time stamp on Enter; every other key types.
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            event.accept()
            if not event.isAutoRepeat():
                self.entered.emit(event.timestamp())
            return
        super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in {Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason}:
            self.unfocused.emit()


class _ScaleSlider(Slider):
    """A slider for the mouse alone: keys stand for labels, and the wheel must not give one."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent=parent)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class _Mark(QWidget):
    """The glyph of the label in force."""

    def __init__(self) -> None:
        super().__init__()
        self._glyph = ""
        self.setFixedSize(QSize(_GLYPH, _GLYPH))

    def set_glyph(self, glyph: str) -> None:
        """Show a glyph; "" for a label that is still open."""
        if glyph != self._glyph:
            self._glyph = glyph
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        paint_label_glyph(painter, QRectF(self.rect()), self._glyph, theme().tokens)
        painter.end()
