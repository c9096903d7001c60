"""The right side of the desk: the text in dispute, what each assessor said, effects, and the decisions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from jurybox.collection.entries import STATES
from jurybox.judging.spans import find_spans
from jurybox.language import tr
from jurybox.lists import sentences
from jurybox_gui.desks.disagreements.decision_effects import DecisionEffectList
from jurybox_gui.desks.disagreements.people_list import ROW, PeopleList, Voice, place_action
from jurybox_gui.desks.disagreements.slope_chart import SlopeChart
from jurybox_gui.desks.disagreements.wording import keyed
from jurybox_gui.desks.label_schemes import DIGITS
from jurybox_gui.desks.scale_field import ScaleField
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.banner import Banner
from jurybox_gui.widgets.fields import Field
from jurybox_gui.widgets.flow import FlowLayout
from jurybox_gui.widgets.hint_button import HintButton
from jurybox_gui.widgets.hint_row import HintRow
from jurybox_gui.widgets.keyed import KeyedWords
from jurybox_gui.widgets.label_button import LabelButton, least_width
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.painting import text_width
from jurybox_gui.widgets.scrolled import scrolled
from jurybox_gui.widgets.surface import Surface
from jurybox_gui.widgets.text_pane import TextPane
from jurybox_gui.widgets.text_spans import Span
from jurybox_gui.widgets.tips import set_tip

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QKeyEvent, QResizeEvent

    from jurybox_gui.desks.disagreements.decision_effects import ShownEffects
    from jurybox_gui.desks.disagreements.wording import Option
    from jurybox_gui.desks.label_schemes import Choices
    from jurybox_gui.widgets.banner import Kind

_HIGH_ENOUGH = 500
_MARGIN = 22
# Half a line more shows that the list can be scrolled.
_PEOPLE_LEAST, _PEOPLE_SHARE = round(4.5 * ROW), 0.3
_PEOPLE_IN_LOW, _OTHERS_IN_LOW = round(2.4 * ROW), 290
"""The least height of the list of assessors in a low window, and what all but list and text need there."""
_MOST_ACROSS, _LONG = 3, 24
_ROWS_IN_LOW = 2
"""Rows of large buttons that leave room for what is disputed in a low window."""
_AROUND_NAME, _WIDER_KEY = 84, -8
"""Room in a large button beside its name, px. *Majority* has no glyph, but a wider key."""
_PANE_LEAST, _PANE_HIGH = 44, 96
"""The least height of the text; in a high window that of up to four lines."""
_QUESTION_HEIGHT, _QUESTION_LINES, _QUESTION_LINES_IN_LOW = 78, 2.7, 0.95
_SHORT_TEXT, _MOST_SPANS = 160, 50
NOTE_PLACEHOLDER = tr("Note to the decision")
_HINTS = (
    ("disagreements.next", tr("Next")),
    ("disagreements.note", tr("Note")),
    ("disagreements.back", tr("Send back")),
    ("disagreements.clear", tr("Clear")),
    ("disagreements.judge", tr("Show on Judge")),
    ("disagreements.open", tr("Side by side")),
)


@dataclass(frozen=True, slots=True)
class Heading:
    """The lines above the text: question, kind and category, position in the list, its text, an aside.

    The aside is shown as it is; in `hint`, a sentence of the program behind it, actions become their keys.
    """

    name: str
    caption: str
    place: str
    question: str
    aside: str
    hint: str = ""


class NoteField(Field):
    """A line that keeps Enter to itself: on the desk, Enter decides. Emits `written(text)`."""

    written = Signal(str)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Emit the text on Enter; everything else is typing."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            event.accept()
            self.written.emit(self.text())
            return
        super().keyPressEvent(event)


class DetailPanel(QWidget):
    """Shows one row; its signals say what is clicked or written."""

    decided = Signal(str)
    majority_wanted = Signal()
    note_written = Signal(str)
    note_left = Signal()
    picked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = PlainLabel("", px=Px.BASE, weight=600, role="accent")
        self.caption = PlainLabel("", px=Px.BASE, role="text2", elide=True)
        self.place = PlainLabel("", px=Px.BASE, role="text2", tabular=True)
        self.question = PlainLabel("", px=Px.ANSWER, weight=600, wrap=True)
        self.question.setMaximumHeight(_QUESTION_HEIGHT)
        self.question.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.aside = PlainLabel("", px=Px.ASIDE, role="text2", wrap=True)
        self.answer = PlainLabel("", px=Px.ANSWER, weight=600, wrap=True)
        self.pane = TextPane(tr("What is disputed"), px=Px.LEAD + 1)
        self.pane.setMinimumHeight(_PANE_LEAST)
        self.pane.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.people = PeopleList()
        self.effects, self.slopes = DecisionEffectList(), SlopeChart()
        self.buttons: list[LabelButton | HintButton] = []
        self._made_small = False
        self._made: tuple[bool, int] | None = None
        """What the buttons were made for: whether they are small, and how many share a row."""
        self.majority = LabelButton(
            "", tr("Majority"), action="disagreements.majority", own_click=True, compact=True
        )
        self.scale = ScaleField("disagreements.type")
        self.scale.given.connect(self.decided)
        self.note = NoteField(NOTE_PLACEHOLDER)
        self.write, self.cancel = HintButton("", ("Return",)), HintButton(tr("Cancel"), ("Esc",))
        self._write_row = QWidget()
        self.state = PlainLabel("", px=Px.ASIDE, role="text2", elide=True)
        self.banner: Banner | None = None
        self._wants_effects = False
        self._notices = QVBoxLayout()
        self._decisions = QWidget()
        self._labels = QGridLayout()
        self._small_labels = QWidget()
        self._flow = FlowLayout(self._small_labels, gap=10)
        self._options: tuple[Option, ...] = ()
        self._heading = Heading("", "", "", "", "")
        self._hint = KeyedWords(self, self._show_aside)
        self._text = ("", "")
        self._lay_out()
        self.majority.clicked.connect(self.majority_wanted)
        self.note.written.connect(self.note_written)
        self.note.left.connect(self.note_left)
        self.write.clicked.connect(lambda: self.note_written.emit(self.note.text()))
        self.cancel.clicked.connect(self.note_left)
        self.people.chosen.connect(self.picked)

    def show_heading(self, heading: Heading) -> None:
        """Show the lines above the text."""
        self.name.setText(heading.name)
        self.caption.setText(heading.caption)
        self.place.setText(heading.place)
        self._heading = replace(heading, question=_without_breaks(heading.question))
        self._show_aside()
        self._fit_heading()

    def _show_aside(self) -> None:
        """Show the aside and the hint with its keys; the tip of the question has both in full."""
        heading = self._heading
        self.aside.setText(sentences((heading.aside, self._hint(heading.hint))))
        set_tip(self.question, "\n".join(filter(None, (heading.question, self.aside.text()))))

    def _fit_heading(self) -> None:
        """Cut the question for the width; in a low window leave the room to what each decision changes."""
        low = not self._is_high and self._wants_effects
        room = (_QUESTION_LINES_IN_LOW if low else _QUESTION_LINES) * (self.width() - 2 * _MARGIN)
        metrics = QFontMetricsF(self.question.font())
        self.question.setText(metrics.elidedText(self._heading.question, Qt.TextElideMode.ElideRight, room))
        self.aside.setVisible(bool(self.aside.text()) and not low)

    def show_text(self, text: str, support: str = "") -> None:
        """Show the text in dispute, inside its supporting text if it has one; nothing without a text."""
        short = bool(support) and len(text) <= _SHORT_TEXT and text != support
        answer = _without_breaks(text)
        self.answer.setText(answer if short else "")
        self.answer.setVisible(short and answer != self._heading.question)
        shown = support if short else text
        self.pane.setVisible(bool(shown))
        self._filler.setVisible(not shown)
        if (shown, text) == self._text:
            return  # a text that somebody is reading keeps its place
        self._text = shown, text
        self.pane.set_text(shown)
        self._fit_pane()
        found = find_spans(shown, text, _MOST_SPANS).spans if short and text else ()
        self.pane.set_spans([Span(start, end, "mark") for start, end in found])

    def show_people(self, voices: Sequence[Voice], *, numbered: bool = False) -> None:
        """Show what each assessor said."""
        self.people.show_voices(voices, numbered=numbered)
        self._fit_people()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the assessors their share of the height; a low window leaves out the hints."""
        super().resizeEvent(event)
        self._hints.setVisible(self._is_high and self.note.isHidden())
        if self._made != self._form(self._options):
            given = [button.given for button in self.buttons]
            self._make_buttons(self._options)
            for button, is_given in zip(self.buttons, given, strict=True):
                button.given = is_given
        self.effects.set_low(not self._is_high)
        self._fit_heading()
        self._fit_pane()
        self._fit_people()
        self._fit_effects()
        self._fit_decisions()

    def _fit_pane(self) -> None:
        """Keep room for a few lines of the text, where the window has it and the text needs it."""
        needed = round(self.pane.document().size().height()) + 8
        self.pane.setMinimumHeight(
            max(_PANE_LEAST, min(_PANE_HIGH, needed)) if self._is_high else _PANE_LEAST
        )

    @property
    def _is_high(self) -> bool:
        return self.height() >= _HIGH_ENOUGH

    def _fit_effects(self) -> None:
        """Draw the chart where a decision swaps runs and the window is high enough; else show the list."""
        drawn = self._is_high and self.slopes.slopes is not None
        self.slopes.setVisible(drawn)
        self.effects.setVisible(self._wants_effects and not drawn)

    def _fit_people(self) -> None:
        share = max(_PEOPLE_LEAST, round(_PEOPLE_SHARE * self.height()))
        # In a low window they get what a short text leaves over.
        over = self.height() - _OTHERS_IN_LOW - self.pane.document().size().height()
        most = share if self._is_high else max(_PEOPLE_IN_LOW, round(over))
        self._scroll.setFixedHeight(min(most, self.people.sizeHint().height()))

    def show_effects(self, shown: ShownEffects) -> None:
        """Show what each decision changes, as a list or where there is room as a chart."""
        self.effects.show_effects(shown.title, shown.effects)
        self.slopes.show_slopes(*(shown.chart or ()))
        self._wants_effects = shown.alone or bool(shown.effects)
        self._fit_heading()
        self._fit_effects()

    def show_options(
        self,
        options: tuple[Option, ...],
        settled: str,
        *,
        has_majority: bool,
        typed: Choices | None = None,
    ) -> None:
        """Show the possible decisions, and which is in force; `typed`: the long scale one is typed of."""
        self.scale.leave()
        self.scale.set_choices(typed)
        self.scale.set_given(settled)
        self.scale.setVisible(typed is not None)
        if options != self._options or self._made != self._form(options):
            self._options = options
            self._make_buttons(options)
        for button, option in zip(self.buttons, options, strict=True):
            button.given = option.label == settled
        self.majority.setVisible(bool(options))
        self.majority.set_has_object(has_majority)

    def let_decide(self, may: bool) -> None:  # noqa: FBT001
        """Gray the labels while keys choose assessors; else each knows by itself whether it can be given."""
        self._decisions.setEnabled(may)
        self.scale.setEnabled(may)
        self._fit_decisions()

    def _fit_decisions(self) -> None:
        """In a low window, give the room of labels that cannot be given to the list of assessors."""
        self._decisions.setVisible(self._is_high or self._decisions.isEnabled())

    def notice(self, sentence: str, aside: str = "", kind: Kind = "error") -> None:
        """Show a sentence above the buttons; an empty one removes it."""
        if self.banner is not None:
            self._notices.removeWidget(self.banner)
            self.banner.deleteLater()
            self.banner = None
        if sentence:
            self.banner = Banner(sentence, aside, (), self, kind=kind)
            self._notices.addWidget(self.banner)

    def ask_note(self, placeholder: str, text: str, does: str) -> None:
        """Give the keyboard to the note; `does` is what its button is called."""
        self.write.set_text(does)
        self.note.setPlaceholderText(placeholder)
        self.note.setAccessibleName(placeholder)
        self.note.setText(text)
        # The line takes the place of the hints, so that the buttons above it stay where they are.
        self._foot.setMinimumHeight(self._foot.height() if self._hints.isVisible() else 0)
        self._hints.hide()
        self.note.show()
        self._write_row.show()
        self.note.setFocus()

    def hide_note(self) -> None:
        """Show the hints again in the place of the note."""
        self.note.hide()
        self._write_row.hide()
        self._foot.setMinimumHeight(0)
        self._hints.setVisible(self._is_high)

    def _make_buttons(self, options: tuple[Option, ...]) -> None:
        for button in self.buttons:
            self._put_away(button)
            button.hide()
            button.deleteLater()
        self._put_away(self.majority)
        self.buttons = []
        self._made = self._made_small, _ = self._form(options)
        self._small_labels.setVisible(self._made_small)
        actions = {one.label: place_action(DIGITS.index(key)) for key, one in keyed(options).items()}
        for at, option in enumerate(options):
            by_letter = f"disagreements.letter.{option.letter.lower()}" if option.letter else ""
            # The letter of a state is the same for every scheme, its digit is not.
            is_state = option.label in STATES
            button = self._button(option, by_letter if is_state else actions.get(option.label, by_letter))
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _checked=False, label=option.label: self.decided.emit(label))
            self.buttons.append(button)
            self._put(button, at, self._columns(options))
            button.show()
        self._put(self.majority, len(options), self._columns(options))

    def _put(self, button: QWidget, at: int, columns: int) -> None:
        if self._made_small:
            self._flow.addWidget(button)
        else:
            self._labels.addWidget(button, *divmod(at, columns))

    def _put_away(self, button: QWidget) -> None:
        self._labels.removeWidget(button)
        self._flow.removeWidget(button)

    def _button(self, option: Option, action: str) -> LabelButton | HintButton:
        """Return the button of a decision, a small one where there are many and the window is low."""
        if self._made_small:
            return HintButton(
                option.on_button,
                (),
                self,
                action=action,
                own_click=True,
                state=option.label,
                glyph=option.glyph,
            )
        return LabelButton(
            option.glyph,
            option.on_button,
            action=action,
            own_click=True,
            parent=self,
            compact=True,
            brief=True,
        )

    def _form(self, options: tuple[Option, ...]) -> tuple[bool, int]:
        """Return whether the buttons are to be small, and how many share a row."""
        return self._is_small(options), self._columns(options)

    def _is_small(self, options: tuple[Option, ...]) -> bool:
        """Return whether large buttons would take too many rows of a low window, or cut their names."""
        columns = self._columns(options)
        rows = -(-(len(options) + 1) // columns)
        return self._is_cut(options, columns) or (rows > _ROWS_IN_LOW and not self._is_high)

    def _columns(self, options: tuple[Option, ...]) -> int:
        """Return how many buttons share a row, *Majority* among them: one where names are long."""
        if max((len(option.on_button) for option in options), default=0) > _LONG:
            return 1
        # Other names are cut where three share a row.
        are_short = any(option.short for option in options)
        if len(options) + 1 <= _MOST_ACROSS:
            return 2 if self._is_cut(options, len(options) + 1) else _MOST_ACROSS
        return _MOST_ACROSS if are_short and not self._is_cut(options, _MOST_ACROSS) else 2

    def _is_cut(self, options: tuple[Option, ...], columns: int) -> bool:
        """Return whether a name has no room in a large button where so many share a row."""
        names = [least_width(one.on_button, font(Px.ASIDE, 600)) for one in options]
        names.append(text_width(self.majority.text(), font(Px.ASIDE, 600)) + _WIDER_KEY)
        return columns > 1 and columns * (max(names) + _AROUND_NAME) > self.width() - 2 * _MARGIN

    def _lay_out(self) -> None:
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        ground = Surface("surf", "left")
        outer.addWidget(ground)
        whole = QVBoxLayout(ground)
        whole.setContentsMargins(_MARGIN, 12, _MARGIN, 10)
        whole.setSpacing(7)
        what = QWidget()
        column = QVBoxLayout(what)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(7)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.name)
        head.addWidget(self.caption, 1)
        head.addWidget(self.place)
        column.addLayout(head)
        column.addWidget(self.question)
        column.addWidget(self.aside)
        column.addWidget(self.answer)
        column.addWidget(self.pane, 1)
        self._filler = QWidget()
        column.addWidget(self._filler, 1)
        self._scroll = scrolled(self.people)
        column.addWidget(self._scroll)
        column.addWidget(self.effects)
        column.addWidget(self.slopes)
        self.slopes.hide()
        # In a low window what is disputed scrolls; the buttons below it keep their size.
        whole.addWidget(scrolled(what), 1)
        whole.addLayout(self._notices)
        whole.addWidget(self.state)
        self._labels.setContentsMargins(-3, 0, -3, 0)
        self._labels.setHorizontalSpacing(2)
        self._labels.setVerticalSpacing(0)
        wraps = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        wraps.setHeightForWidth(True)
        self._small_labels.setSizePolicy(wraps)
        self._small_labels.hide()
        decisions = QVBoxLayout(self._decisions)
        decisions.setContentsMargins(0, 0, 0, 0)
        decisions.setSpacing(0)
        decisions.addWidget(self._small_labels)
        decisions.addLayout(self._labels)
        whole.addWidget(self._decisions)
        whole.addWidget(self.scale)
        self.scale.hide()
        self._foot = QWidget()
        foot = QVBoxLayout(self._foot)
        foot.setContentsMargins(0, 0, 0, 0)
        row = QHBoxLayout(self._write_row)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        row.addWidget(self.note, 1)
        row.addWidget(self.write)
        row.addWidget(self.cancel)
        foot.addWidget(self._write_row)
        self.note.hide()
        self._write_row.hide()
        self._hints = HintRow(*_HINTS)
        foot.addWidget(self._hints)
        foot.addStretch()
        whole.addWidget(self._foot)


def _without_breaks(text: str) -> str:
    """Return a text as one line, in full: its tip shows all of it."""
    return " ".join(text.split())
