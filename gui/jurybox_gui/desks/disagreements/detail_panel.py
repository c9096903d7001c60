"""The right side of the desk: the disputed text, each assessor's label, effects, and the decisions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from jurybox.collection.entries import STATES
from jurybox.judging.spans import find_spans
from jurybox.language import tr
from jurybox.lists import sentences
from jurybox_gui.desks.disagreements.decision_effects import DecisionEffectList, ShownEffects
from jurybox_gui.desks.disagreements.people_list import ROW, PeopleList, Voice, place_action
from jurybox_gui.desks.disagreements.slope_chart import SlopeChart
from jurybox_gui.desks.disagreements.wording import Option, keyed
from jurybox_gui.desks.label_schemes import DIGITS, Choices
from jurybox_gui.desks.scale_field import ScaleField
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.banner import Banner, Kind
from jurybox_gui.widgets.fields import Field
from jurybox_gui.widgets.flow import FlowLayout
from jurybox_gui.widgets.focus import RING_ROOM
from jurybox_gui.widgets.hint_button import HintButton
from jurybox_gui.widgets.hint_row import HintRow
from jurybox_gui.widgets.keyed import KeyedWords
from jurybox_gui.widgets.label_button import NAME_SIZES, LabelButton, least_width
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.painting import text_width
from jurybox_gui.widgets.scrolled import scrolled
from jurybox_gui.widgets.surface import Surface
from jurybox_gui.widgets.text_pane import TextPane
from jurybox_gui.widgets.text_spans import Span
from jurybox_gui.widgets.tips import set_tip

_HIGH_ENOUGH, _HIGH_FOR_HINTS, _ROOMY = 500, 600, 640
_MARGIN = 22
# The extra half line shows that the list can be scrolled.
_PEOPLE_LEAST, _PEOPLE_SHARE = round(4.5 * ROW), 0.3
_ROWS_OF_PEOPLE_IN_LOW = 2
"""Assessors visible in a low window, however much room the text needs."""
_GAP, _GAP_IN_LOW, _LOOSE = 7, 5, 680
_TOP, _TOP_IN_LOW = 12, 8
_MOST_ACROSS, _LONG = 3, 24
_ROWS_IN_LOW = 2
"""The most rows of large buttons that leave room for the disputed text in a low window."""
_AROUND_NAME, _WIDER_KEY, _BESIDE = 80, -2, 2
"""Space in a large button beside its name, and between two buttons, px.

*Majority* has no glyph but a wider key.
"""
_PANE_LEAST, _PANE_HIGH, _PANE_BESIDE_CHART = 44, 96, 70
"""The least height of the text, px; in a high window, that of up to four lines, above a chart up to three."""
_PANE_FIRST = 1000
"""How many pixels the text gains for each one of the empty space at the foot."""
_QUESTION_HEIGHT, _QUESTION_LINES, _QUESTION_LINES_IN_LOW = 78, 2.7, 0.95
_SHORT_TEXT, _MOST_SPANS = 160, 50
NOTE_PLACEHOLDER = tr("Note to the decision")
_HINTS = (
    ("disagreements.next", tr("Next")),
    ("disagreements.note", tr("Note")),
    ("disagreements.back", tr("Send back")),
    ("disagreements.clear", tr("Clear")),
    ("disagreements.judge", tr("Show on Judge")),
)


@dataclass(frozen=True, slots=True)
class Heading:
    """The lines above the text: question, kind and category, position in the list, its text, an aside.

    The aside is shown verbatim; `hint`, a sentence of the program after it, has keys in place of actions.
    """

    name: str
    caption: str
    place: str
    question: str
    aside: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class _ButtonLayout:
    """The layout of buttons: how many share a row, *Majority* `apart` beside the hints, or all `small`."""

    columns: int
    small: bool = False
    apart: bool = False


class NoteField(Field):
    """A line that keeps Enter to itself: on the desk, Enter decides. Emits `written(text)`."""

    written = Signal(str)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Emit the text on Enter; every other key types.
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            event.accept()
            self.written.emit(self.text())
            return
        super().keyPressEvent(event)


class DetailPanel(QWidget):
    """Shows one row; its signals report clicks and typed text."""

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
        self._made: _ButtonLayout | None = None
        """What the buttons were made for."""
        self._has_majority = self._may_decide = True
        self.majority: LabelButton | HintButton = self._majority_button(small=False)
        self.scale = ScaleField("disagreements.type")
        self.scale.given.connect(self.decided)
        self.note = NoteField(NOTE_PLACEHOLDER)
        self.write, self.cancel = HintButton("", ("Return",)), HintButton(tr("Cancel"), ("Esc",))
        self._write_row = QWidget()
        self.state = PlainLabel("", px=Px.ASIDE, role="text2", elide=True)
        self.banner: Banner | None = None
        self._wants_effects = self._lists_effects = False
        self._notices = QVBoxLayout()
        self._decisions = QWidget()
        self._labels = QGridLayout()
        self._small_labels = QWidget()
        self._flow = FlowLayout(self._small_labels, gap=6, leading=4)
        self._flow.setContentsMargins(RING_ROOM, 2, RING_ROOM, 2)
        self._options: tuple[Option, ...] = ()
        self._heading = Heading("", "", "", "", "")
        self._hint = KeyedWords(self, self._show_aside)
        self._text = ("", "")
        self._lay_out()
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
        """Show the aside and the hint with its keys; the tool tip of the question has both in full."""
        heading = self._heading
        self.aside.setText(sentences((heading.aside, self._hint(heading.hint))))
        set_tip(self.question, "\n".join(filter(None, (heading.question, self.aside.text()))))

    def _fit_heading(self) -> None:
        """Cut the question to the width; in a low window, leave the space to the effects of decisions."""
        low = not self._is_high and self._lists_effects
        room = (_QUESTION_LINES_IN_LOW if low else _QUESTION_LINES) * (self.width() - 2 * _MARGIN)
        metrics = QFontMetricsF(self.question.font())
        self.question.setText(metrics.elidedText(self._heading.question, Qt.TextElideMode.ElideRight, room))
        self.aside.setVisible(bool(self.aside.text()) and not low)

    def show_text(self, text: str, support: str = "") -> None:
        """Show the disputed text, inside its supporting text if there is one; nothing without a text."""
        short = bool(support) and len(text) <= _SHORT_TEXT and text != support
        answer = _without_breaks(text)
        self.answer.setText(answer if short else "")
        self.answer.setVisible(short and answer != self._heading.question)
        shown = support if short else text
        self.pane.setVisible(bool(shown))
        if (shown, text) == self._text:
            return  # a text that somebody is reading keeps its scroll position
        self._text = shown, text
        self.pane.set_text(shown)
        self._fit_pane()
        found = find_spans(shown, text, _MOST_SPANS).spans if short and text else ()
        self.pane.set_spans([Span(start, end, "mark") for start, end in found])

    def show_people(self, voices: Sequence[Voice], *, numbered: bool = False) -> None:
        """Show the label of each assessor."""
        self.people.show_voices(voices, numbered=numbered)
        self._fit_people()

    def resizeEvent(self, event: QResizeEvent) -> None:
        # Give the assessors their share of the height; hide the hints in a low window.
        super().resizeEvent(event)
        if self._made != self._form(self._options):
            given = [button.given for button in self.buttons]
            self._make_buttons(self._options)
            for button, is_given in zip(self.buttons, given, strict=True):
                button.given = is_given
        self._hints.setVisible(self._has_hints and self.note.isHidden())
        self.effects.set_low(not self._is_high)
        for layout in (self._whole, self._column):
            layout.setSpacing(_GAP if self.height() >= _LOOSE else _GAP_IN_LOW)
        frame = self._whole.contentsMargins()
        frame.setTop(_TOP if self.height() >= _LOOSE else _TOP_IN_LOW)
        self._whole.setContentsMargins(frame)
        self._fit_heading()
        self._fit_pane()
        self._fit_effects()
        self._fit_decisions()
        self._fit_people()

    def _fit_pane(self) -> None:
        """Reserve a few lines for the text if the window has room, and no more than the text needs."""
        needed = self._height_of_text()
        if self._is_high:
            # Below a short text the assessors stay at the same place from one disagreement to the next.
            least = _PANE_HIGH if self.slopes.slopes is None else _PANE_BESIDE_CHART
            self.pane.setMinimumHeight(min(least, needed))
            self.pane.setMaximumHeight(max(_PANE_HIGH, needed))
        else:
            self.pane.setMinimumHeight(min(_PANE_LEAST, needed))
            self.pane.setMaximumHeight(max(_PANE_LEAST, needed))

    def _height_of_text(self) -> int:
        return round(self.pane.document().size().height()) + 8

    @property
    def _is_high(self) -> bool:
        return self.height() >= _HIGH_ENOUGH

    @property
    def _has_hints(self) -> bool:
        """Whether the hints have room: beside small label buttons, only in a window of ordinary height."""
        is_small = self._made is not None and self._made.small
        return self._is_high and (self.height() >= _HIGH_FOR_HINTS or not is_small)

    def _fit_effects(self) -> None:
        """Draw the chart if a decision swaps runs and the window is high enough; else show the list."""
        drawn = self._is_high and self.slopes.slopes is not None
        self.slopes.setVisible(drawn)
        self.effects.setVisible(self._wants_effects and not drawn)

    def _fit_people(self) -> None:
        spare = 0 if self.slopes.slopes is not None else self.height() - _ROOMY
        most = max(_PEOPLE_LEAST, round(_PEOPLE_SHARE * self.height()), _PEOPLE_LEAST + spare)
        if not self._is_high:
            # In a low window the assessors get the height that a short text leaves, in whole lines.
            most = max(_ROWS_OF_PEOPLE_IN_LOW, int(self._spare_low_height() // ROW)) * ROW
        self._scroll.setFixedHeight(min(most, self.people.sizeHint().height()))

    def _spare_low_height(self) -> float:
        """Return the height left by everything but the assessors in a low window, px."""
        column, across = self._column, self.width() - 2 * _MARGIN
        beside = [item for at in range(column.count()) if (item := column.itemAt(at)) is not None]
        heights = []
        for item in beside:
            widget = item.widget()
            if widget is self._scroll or widget is self._filler or item.isEmpty():
                continue
            if widget is self.pane:
                heights.append(min(self.pane.maximumHeight(), self._height_of_text()))
            else:
                heights.append(item.heightForWidth(across) if item.hasHeightForWidth() else item.sizeHint().height())
        return self._what.height() - sum(heights) - column.spacing() * len(heights)

    def show_effects(self, shown: ShownEffects) -> None:
        """Show what each decision changes, as a list, or as a chart where there is room."""
        self.effects.show_effects(shown.title, shown.effects)
        self.slopes.show_slopes(*(shown.chart or ()))
        self._lists_effects = bool(shown.effects)
        self._wants_effects = shown.alone or self._lists_effects
        self._fit_heading()
        self._fit_pane()
        self._fit_effects()
        self._fit_people()

    def show_options(
        self, options: tuple[Option, ...], settled: str, *, has_majority: bool, typed: Choices | None = None
    ) -> None:
        """Show the possible decisions and the one in force; `typed`: the long scale to type a label from."""
        self.scale.leave()
        self.scale.set_choices(typed)
        self.scale.set_given(settled)
        self.scale.setVisible(typed is not None)
        if options != self._options or self._made != self._form(options):
            self._options = options
            self._make_buttons(options)
        for button, option in zip(self.buttons, options, strict=True):
            button.given = option.label == settled
        self._has_majority = has_majority
        self.majority.setVisible(bool(options))
        self._show_majority()

    def _show_majority(self) -> None:
        """Show a note if there is no majority: a gray button alone does not explain itself."""
        self.majority.set_text(tr("Majority") if self._has_majority else tr("No majority"))
        self.majority.set_has_object(self._has_majority and self._may_decide)

    def let_decide(self, may: bool) -> None:  # noqa: FBT001
        """Gray the labels while keys choose assessors; otherwise each button follows its own action."""
        self._may_decide = may
        self._decisions.setEnabled(may)
        self.scale.setEnabled(may)
        self._show_majority()
        self._fit_decisions()

    def _fit_decisions(self) -> None:
        """In a low window, give the space of labels that cannot be given to the list of assessors."""
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
        """Focus the note; `does` is the caption of its button."""
        self.write.set_text(does)
        self.note.setPlaceholderText(placeholder)
        self.note.setAccessibleName(placeholder)
        self.note.setText(text)
        # The note replaces the hints, so that the buttons above it do not move.
        self._foot.setMinimumHeight(self._foot.height() if self._hints.isVisible() else 0)
        self._hints.hide()
        self.note.show()
        self._write_row.show()
        self.note.setFocus()

    def hide_note(self) -> None:
        """Show the hints again instead of the note."""
        self.note.hide()
        self._write_row.hide()
        self._foot.setMinimumHeight(0)
        self._hints.setVisible(self._has_hints)

    def _make_buttons(self, options: tuple[Option, ...]) -> None:
        for button in self.buttons:
            self._put_away(button)
            button.hide()
            button.deleteLater()
        self._put_away(self.majority)
        self.majority.hide()
        self.majority.deleteLater()
        self.buttons = []
        self._made = form = self._form(options)
        self._small_labels.setVisible(form.small)
        actions = {one.label: place_action(DIGITS.index(key)) for key, one in keyed(options).items()}
        for at, option in enumerate(options):
            by_letter = f"disagreements.letter.{option.letter.lower()}" if option.letter else ""
            # The letter of a state is the same in every scheme, but its digit is not.
            is_state = option.label in STATES
            button = self._button(option, by_letter if is_state else actions.get(option.label, by_letter))
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _checked=False, label=option.label: self.decided.emit(label))
            self.buttons.append(button)
            self._put(button, at, form)
            button.show()
        self.majority = self._majority_button(small=form.small or form.apart)
        self._apart.setVisible(form.apart)
        if form.apart:
            self._beside_hints.addWidget(self.majority)
        else:
            self._put(self.majority, len(options), form)
        self.majority.setVisible(bool(options))
        self._show_majority()
        px = self._name_size(form)
        for one in (*self.buttons, self.majority):
            if isinstance(one, LabelButton):
                one.set_form(px, 0)

    def _name_size(self, form: _ButtonLayout) -> int:
        """Return the largest type size at which every name fits in one line, else the smallest."""
        names = [one.on_button for one in self._options]
        if not form.apart:
            names.append(tr("No majority"))
        for px in NAME_SIZES:
            widths = [text_width(name, font(px, 600)) + _AROUND_NAME for name in names]
            is_row = form.columns == len(names)
            needed = sum(widths) if is_row else form.columns * max(widths, default=0.0)
            if needed + _BESIDE * form.columns <= self._room:
                return px
        return NAME_SIZES[-1]

    def _put(self, button: QWidget, at: int, form: _ButtonLayout) -> None:
        if form.small:
            self._flow.addWidget(button)
        else:
            self._labels.addWidget(button, *divmod(at, form.columns))

    def _majority_button(self, *, small: bool) -> LabelButton | HintButton:
        """Return the button that accepts the majority label; a small one among small ones or hints."""
        words, action = tr("Majority"), "disagreements.majority"
        button: LabelButton | HintButton
        if small:
            button = HintButton(words, (), self, action=action, own_click=True, framed=True)
        else:
            button = LabelButton("", words, parent=self, action=action, own_click=True, compact=True, brief=True)
        button.hide()
        button.clicked.connect(self.majority_wanted)
        return button

    def _put_away(self, button: QWidget) -> None:
        self._labels.removeWidget(button)
        self._flow.removeWidget(button)

    def _button(self, option: Option, action: str) -> LabelButton | HintButton:
        """Return the button of a decision; a small one if there are many and the window is low."""
        if self._made is not None and self._made.small:
            return HintButton(
                option.on_button,
                (),
                self,
                action=action,
                own_click=True,
                state=option.label,
                glyph=option.glyph,
                framed=True,
            )
        return LabelButton(
            option.glyph, option.on_button, action=action, own_click=True, parent=self, compact=True, brief=True
        )

    def _form(self, options: tuple[Option, ...]) -> _ButtonLayout:
        """Return the layout of the buttons: one row if they fit, small ones in a low window."""
        widths = self._least_widths(options)
        if self._has_row(widths):
            return _ButtonLayout(len(options) + 1)
        if self._is_high and len(options) > 1 and self._has_row(widths[:-1]):
            return _ButtonLayout(len(options), apart=True)
        columns = self._columns(options)
        rows = -(-(len(options) + 1) // columns)
        is_small = self._is_cut(options, columns) or (rows > _ROWS_IN_LOW and self.height() < _ROOMY)
        return _ButtonLayout(columns, small=is_small)

    def _has_row(self, widths: Sequence[float]) -> bool:
        """Return whether buttons of these least widths fit in one row."""
        return sum(widths) + _BESIDE * len(widths) <= self._room

    @property
    def _room(self) -> int:
        """The width available to buttons, including their focus rings."""
        return self.width() - 2 * (_MARGIN - RING_ROOM)

    def _least_widths(self, options: tuple[Option, ...]) -> list[float]:
        """Return the least widths of large buttons, *Majority* last."""
        face = font(Px.ASIDE, 600)
        widths = [least_width(one.on_button, face) + _AROUND_NAME for one in options]
        majority = max(least_width(words, face) for words in (tr("Majority"), tr("No majority")))
        return [*widths, majority + _AROUND_NAME + _WIDER_KEY]

    def _columns(self, options: tuple[Option, ...]) -> int:
        """Return how many buttons share a row, including *Majority*: one if names are long."""
        if max((len(option.on_button) for option in options), default=0) > _LONG:
            return 1
        # Other names are cut if three share a row.
        are_short = any(option.short for option in options)
        if len(options) + 1 <= _MOST_ACROSS:
            return 2 if self._is_cut(options, len(options) + 1) else _MOST_ACROSS
        return _MOST_ACROSS if are_short and not self._is_cut(options, _MOST_ACROSS) else 2

    def _is_cut(self, options: tuple[Option, ...], columns: int) -> bool:
        """Return whether a name does not fit in a large button with this many buttons in a row."""
        return columns > 1 and columns * (max(self._least_widths(options)) + _BESIDE) > self._room

    def _lay_out(self) -> None:
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        ground = Surface("surf", "left")
        outer.addWidget(ground)
        whole = QVBoxLayout(ground)
        # Large buttons and hints are inset by their focus rings, so that borders line up.
        whole.setContentsMargins(_MARGIN - RING_ROOM, _TOP, _MARGIN - RING_ROOM, 10)
        whole.setSpacing(_GAP)
        self._whole = whole
        what = QWidget()
        self._column = column = QVBoxLayout(what)
        column.setContentsMargins(RING_ROOM, 0, RING_ROOM, 0)
        column.setSpacing(_GAP)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.name)
        head.addWidget(self.caption, 1)
        head.addWidget(self.place)
        column.addLayout(head)
        column.addWidget(self.question)
        column.addWidget(self.aside)
        column.addWidget(self.answer)
        column.addWidget(self.pane, _PANE_FIRST)
        self._scroll = scrolled(self.people)
        column.addWidget(self._scroll)
        column.addWidget(self.effects)
        column.addWidget(self.slopes)
        self.slopes.hide()
        self._filler = QWidget()
        column.addWidget(self._filler, 1)
        # In a low window the disputed text scrolls; the buttons below it keep their size.
        self._what = scrolled(what)
        whole.addWidget(self._what, 1)
        self._notices.setContentsMargins(RING_ROOM, 0, RING_ROOM, 0)
        whole.addLayout(self._notices)
        self.state.setContentsMargins(RING_ROOM, 0, RING_ROOM, 0)
        whole.addWidget(self.state)
        self._labels.setContentsMargins(0, 0, 0, 0)
        self._labels.setHorizontalSpacing(_BESIDE)
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
        self.to_side = self._hints.add("disagreements.open", tr("Side by side"))
        """The hint that leads from the list to a question side by side."""
        self._apart = QWidget()
        self._apart.hide()
        self._beside_hints = QHBoxLayout(self._apart)
        self._beside_hints.setContentsMargins(RING_ROOM, 0, 0, 0)  # the caps of hints are inset as far
        self._hints.put_first(self._apart)
        foot.addWidget(self._hints)
        foot.addStretch()
        whole.addWidget(self._foot)


def _without_breaks(text: str) -> str:
    """Return a whole text as one line; its tool tip shows all of it."""
    return " ".join(text.split())
