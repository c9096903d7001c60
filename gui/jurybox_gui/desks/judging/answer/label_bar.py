"""The bar below the text: label buttons or reading-test options, the note, and the other keys."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from jurybox.label_schemes import Label
from jurybox.language import tr, trc
from jurybox_gui.actions.chords import cap_text
from jurybox_gui.core.pending import Pause
from jurybox_gui.desks.judging.label_grid import LabelGrid
from jurybox_gui.desks.label_schemes import DIGITS, Choices, is_state
from jurybox_gui.desks.scale_field import ScaleField
from jurybox_gui.theme.icons import paint_icon
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.base_button import PaintedButton
from jurybox_gui.widgets.fields import Field
from jurybox_gui.widgets.focus import RING_ROOM, order_tabs_before, paint_focus_ring
from jurybox_gui.widgets.glyphs import label_colors, paint_label_glyph
from jurybox_gui.widgets.hint_button import HintButton
from jurybox_gui.widgets.hint_row import hint_buttons
from jurybox_gui.widgets.keycaps import CAP_HEIGHT, key_cap_width, paint_key_cap
from jurybox_gui.widgets.label_button import LabelButton
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.painting import paint_box
from jurybox_gui.widgets.tips import set_tip
from jurybox_gui.widgets.wrapped_text import WrappedText

DRAFT_MS = 1000
"""A note is saved when typing pauses for this long, ms."""
PLACES = len(DIGITS)
"""Digits that give a label, or in a reading test mark an option."""
_HINT_GAP = 4
_NOTE = 29
_LINES = 3
_PAD = 9
_LEFT, _RIGHT = 46, 44
_GLYPH = 20


def label_action(place: int) -> str:
    """Return the id of the action of a digit key, the first of them 0."""
    return f"judge.label.{place + 1}"


def letter_action(letter: str) -> str:
    """Return the id of the action that gives the label with this letter."""
    return f"judge.letter.{letter.lower()}"


_NEXT = tr("Next")
_STATES = (
    ("cannot-tell", trc("hint", "Cannot tell"), letter_action("K")),
    ("deferred", tr("Defer"), "judge.defer"),
    ("skipped", tr("Skip"), "judge.skip"),
    ("junk", tr("Junk"), "judge.junk"),
)
_MOST_BUTTONS, _MOST_HIGH = 3, 5
"""The most labels with which *cannot tell* gets a button like theirs, and with which buttons have two lines.

The first count includes *cannot tell*.
"""
_STATE_TIPS = {
    "cannot-tell": tr("The text is cut off, or in a language you do not read"),
    "deferred": tr("Come back to it at the end of the queue"),
    "skipped": tr("Leave it to others; it stays unjudged"),
    "junk": tr("No answer at all; nobody needs to judge it"),
}


class LabelBar(QWidget):
    """Buttons for the labels of the answer shown.

    Emits `said(word)` when a button is clicked, with "" for *clear*; `note_written(text)` when the note was
    changed and typing pauses or the field is left.
    """

    said = Signal(str)
    note_written = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons: dict[str, LabelButton | HintButton] = {}
        self._choices: Choices | None = None
        self._low = False
        self._given = ""
        self._writable = True
        self.states: dict[str, HintButton] = {}
        self.outcome = PlainLabel("", px=Px.ASIDE, weight=600, role="mid", elide=True)
        self.note = Field(tr("Note to this answer"))
        self.mark = PendingMark(self)
        self.scale = ScaleField("judge.type")
        self.scale.given.connect(self.said)
        self.scale.hide()
        self._scheme: tuple[Label, ...] = ()
        self.draft = Pause(self, DRAFT_MS, self.flush_note)
        self._edited = False
        self.note.textEdited.connect(self._typed)
        self.note.setMinimumHeight(_NOTE)
        self._build()

    def set_scheme(self, choices: Choices | None) -> None:
        """Show the buttons of a scheme, or the field of a long scale; none if options are shown.

        *Cannot tell* goes to the other states below unless there are few labels.
        """
        scheme = () if choices is None else choices.labels
        if scheme == self._scheme:
            return
        self._scheme, self._choices = scheme, choices
        is_long = choices is not None and choices.is_long
        self.scale.leave()
        self.scale.set_choices(choices if is_long else None)
        self.scale.setVisible(is_long)
        self.states["cannot-tell"].setVisible(not 0 < len(scheme) <= _MOST_BUTTONS)
        self._make_buttons()

    def set_low(self, *, low: bool) -> None:
        """In a window with little room, give many labels small buttons, and few labels low ones."""
        if low != self._low:
            self._low = low
            self._make_buttons()

    def _make_buttons(self) -> None:
        """Make a button for each label but those of a long scale."""
        self.buttons = {}
        choices = self._choices
        for choice in self._scheme:
            if choices is None or choices.is_long:
                break
            if not (is_state(choice) and len(self._scheme) > _MOST_BUTTONS):
                self.buttons[choice.word] = made = self._button(choice, choices)
                made.clicked.connect(lambda _on, word=choice.word: self.said.emit(word))
                made.given = choice.word == self._given
                made.setEnabled(self._writable)
                set_tip(made, choice.explained or choice.meaning)
        for state, button in self.states.items():
            button.given = state == self._given and state not in self.buttons
        self._labels.set_buttons(tuple(self.buttons.values()))
        self._order_tabs()
        self._place_mark()

    def _button(self, choice: Label, choices: Choices) -> LabelButton | HintButton:
        digit, glyph = choices.digit_of(choice.word), choices.glyph(choice.word)
        action = label_action(DIGITS.index(digit)) if digit else ""
        if is_state(choice):
            action = letter_action(choice.letter)  # its key is the same for every scheme, its digit is not
        many = len(self._scheme) > _MOST_HIGH + 1
        tile = many and digit == choice.word == choice.name
        if self._low and len(self._scheme) > _MOST_HIGH and not tile:
            return HintButton(choice.name, action=action, own_click=True, state=choice.word, glyph=glyph)
        return LabelButton(
            choice.word,
            choice.name,
            choice.meaning,
            action=action,
            own_click=True,
            compact=many,
            tile=tile,
            brief=self._low,
            glyph=glyph,
        )

    def set_given(self, word: str) -> None:
        """Mark the label in force."""
        if word == self._given:
            self.scale.set_given(word)
            return
        self._mark(word)
        self.scale.set_given(word)
        self._place_mark()

    def paint_given(self, word: str) -> None:
        """Mark the label in force and paint that at once, before anything else."""
        for button in self._mark(word):
            button.repaint()
        self.scale.set_given(word)
        self._place_mark()

    def _mark(self, word: str) -> list[LabelButton | HintButton]:
        """Mark only the button of the label in force; return those that changed."""
        before, self._given = self._given, word
        changed = []
        for name in (before, word) if before != word else ():
            if name and (button := self._button_of(name)) is not None:
                button.given = name == word
                changed.append(button)
        return changed

    def set_pending(self, *, pending: bool) -> None:
        """Mark the label in force as not yet on the disk."""
        self.mark.wanted = pending
        self._place_mark()

    def tell(self, sentence: str) -> None:
        """Show in a line above the buttons what a label leads to; nothing but the foot of the text moves."""
        if sentence != self.outcome.text():
            self.outcome.setText(sentence)
            set_tip(self.outcome, sentence)
            self.outcome.setVisible(bool(sentence))

    def set_writable(self, *, writable: bool) -> None:
        """Enable or disable the buttons; while enabled, each follows its own action."""
        if writable == self._writable:
            return
        self._writable = writable
        for button in (*self.buttons.values(), *self.states.values(), self.clear):
            button.setEnabled(writable)
        self.note.setEnabled(writable)
        self.scale.setEnabled(writable)

    def set_note_hint(self, hint: str) -> None:
        """Show which answer the note belongs to."""
        self.note.setPlaceholderText(hint)
        self.note.setAccessibleName(hint)

    def set_note(self, note: str) -> None:
        """Show the note of another answer, or the same one changed elsewhere; a draft is not overwritten."""
        if not self._edited and self.note.text() != note:
            self.note.setText(note)
            self.note.setCursorPosition(0)

    def flush_note(self) -> None:
        """Emit the note at once."""
        self.draft.stop()
        if self._edited:
            self._edited = False
            self.note_written.emit(self.note.text())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._order_tabs()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_hints()
        self._place_mark()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit_hints()
            self._place_mark()
        return super().event(event)

    def _build(self) -> None:
        self._labels = LabelGrid()
        self._labels.hide()
        column = QVBoxLayout(self)
        # The buttons keep room for their focus ring: their borders, not their edges, align with the margin.
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        self.outcome.setContentsMargins(RING_ROOM, 0, RING_ROOM, 0)
        self.outcome.hide()
        column.addWidget(self.outcome)
        column.addWidget(self._labels)
        column.addWidget(self.scale)
        note = QHBoxLayout()
        note.setContentsMargins(0, 0, RING_ROOM, 0)
        note.setSpacing(7)
        self._note_button = HintButton("", action="judge.note")
        note.addWidget(self._note_button)
        note.addWidget(self.note, 1)
        column.addLayout(note)
        column.addLayout(self._add_hints())

    def _add_hints(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(_HINT_GAP)
        self._next = HintButton(_NEXT, action="judge.next-open")
        self.clear = HintButton(tr("Clear"), action="judge.clear", own_click=True)
        self.clear.clicked.connect(lambda: self.said.emit(""))
        for state, text, action in _STATES:
            button = HintButton(text, action=action, own_click=True, state=state)
            button.clicked.connect(lambda _on, word=state: self.said.emit(word))
            set_tip(button, _STATE_TIPS[state])
            self.states[state] = button
        arrows = hint_buttons(("judge.previous", "judge.next"), tr("Move"))
        self.hints = (self._next, arrows, self.clear, *self.states.values())
        for widget in self.hints:
            row.addWidget(widget)
        row.addStretch(1)
        return row

    def _fit_hints(self) -> None:
        """Print no hint of the arrows where there is no room: all others say something by a click.

        If the others do not fit either, the hint of the next answer is its key alone, with a tool tip.
        """
        _, arrows, *others = self.hints
        taken = sum(hint.sizeHint().width() + _HINT_GAP for hint in others if not hint.isHidden())
        room = self.width() - taken
        words = self._next.width_with(_NEXT)
        arrows.setVisible(words + arrows.sizeHint().width() + 2 * _HINT_GAP <= room)
        if (said := _NEXT if words <= room else "") != self._next.text():
            self._next.set_text(said)
        # What is printed now must not decide how wide the column is: it may have been wider before.
        self.setMinimumWidth(max(self._labels.minimumSizeHint().width(), taken + self._next.width_with("")))

    def _place_mark(self) -> None:
        given = self._button_of(self._given) if self._given else None
        self.mark.setVisible(given is not None and self.mark.wanted)
        if given is not None:
            corner = given.mapTo(self, QPoint(given.width() - 1, 0))
            self.mark.move(corner.x() - self.mark.width() - RING_ROOM + 2, corner.y() + RING_ROOM - 4)
            self.mark.raise_()

    def _order_tabs(self) -> None:
        """Put the labels before the note in the Tab order: Qt puts later widgets last in the window."""
        if self.isVisible():
            order_tabs_before(self._note_button, list(self.buttons.values()))

    def _button_of(self, word: str) -> LabelButton | HintButton | None:
        """Return the button of a label or state; of two for one state, the visible one."""
        return self.buttons.get(word) or self.states.get(word)

    def _typed(self) -> None:
        self._edited = True
        self.draft.start()


class PendingMark(QWidget):
    """A small ring on the label that is in force but not on the disk yet."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.wanted = False
        self.setFixedSize(16, 16)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Not saved yet"))
        self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens = theme().tokens
        painter = QPainter(self)
        paint_icon(painter, QRectF(1, 1, 14, 14), "saving", tokens.text2)
        painter.end()


class OptionsPanel(QWidget):
    """Shows options; emits `chosen(place)` when one is clicked."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons: list[OptionButton] = []
        self._shown: tuple[str, ...] = ()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(2)
        self.setAccessibleName(tr("Options"))

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

    def set_given(self, given: Sequence[str], choices: Choices) -> None:
        """Mark each option as right, as wrong, or as something else."""
        for button, word in zip(self.buttons, given, strict=True):
            button.set_given(word, choices.glyph(word), right=word == choices.right)

    def set_writable(self, *, writable: bool) -> None:
        """Enable or disable the options."""
        for button in self.buttons:
            button.setEnabled(writable)


class OptionButton(PaintedButton):
    """One option: its digit, its text in at most three lines, and its label."""

    def __init__(self, text: str, place: int, parent: QWidget | None = None) -> None:
        action = label_action(place) if place < PLACES else ""
        super().__init__(text, parent, action=action, own_click=True)
        self.place = place
        self._given = self._glyph = ""
        self._right = False
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
        """The label of the option, "" for none."""
        return self._given

    def set_given(self, given: str, glyph: str, *, right: bool) -> None:
        """Show the label of the option by its glyph, and whether that makes it the right one."""
        if (given, glyph, right) != (self._given, self._glyph, self._right):
            self._given, self._glyph, self._right = given, glyph, right
            self._emit_note()
            self.update()

    def print_keys(self, keys: Sequence[str]) -> None:
        """Print the first of these keys, or none; the text begins after it."""
        self._key = keys[0] if keys else ""
        self._column.setContentsMargins(self._left() + RING_ROOM, _PAD, _RIGHT + RING_ROOM, _PAD)
        self._emit_note()
        self.updateGeometry()
        self.update()

    def _left(self) -> int:
        return max(_LEFT, key_cap_width(self._key) + 24 if self._key else 0)

    def hasHeightForWidth(self) -> bool:
        # Return True: a long option takes more than one line.
        return True

    def heightForWidth(self, width: int) -> int:
        inside = width - self._left() - _RIGHT - 2 * RING_ROOM
        return max(CAP_HEIGHT, self._words.heightForWidth(inside)) + 2 * _PAD

    def sizeHint(self) -> QSize:
        return QSize(240, self.heightForWidth(self.width() or 600))

    def minimumSizeHint(self) -> QSize:
        return QSize(160, CAP_HEIGHT + 2 * _PAD)

    def paintEvent(self, event: QPaintEvent) -> None:
        # Paint ground, digit and glyph; the text paints itself.
        del event
        tokens = theme().tokens
        painter = QPainter(self)
        box = QRectF(self.rect()).adjusted(RING_ROOM, 2, -RING_ROOM, -2)
        if self._right:
            pair = label_colors(self._glyph, tokens)
            paint_box(painter, box, Grid.R_BUTTON, pair.soft, pair.color, 2)
        else:
            paint_box(painter, box, Grid.R_BUTTON, tokens.hover if self.hot else tokens.raised, tokens.ctl)
        if self._key:
            paint_key_cap(painter, box.left() + 12, box.center().y(), self._key, tokens)
        if self._given:
            spot = QRectF(box.right() - _GLYPH - 12, round(box.center().y() - _GLYPH / 2), _GLYPH, _GLYPH)
            paint_label_glyph(painter, spot, self._glyph, tokens)
        if self.hasFocus():
            paint_focus_ring(painter, box, Grid.R_BUTTON, tokens)
        painter.end()

    def _emit_note(self) -> None:
        said = f", {self._given}" if self._given else ""
        name = f"{self.text()}{said}"
        if self._key:
            name = tr("{name}, key {key}", name=name, key=cap_text(self._key))
        self.setAccessibleName(name)
