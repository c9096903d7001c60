"""The columns of the list desk: the answer set, the pooled answers with the text of one, the runs' scores."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Signal
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from jurybox.judging.spans import NOWHERE, find_spans
from jurybox.label_schemes import Label
from jurybox.language import tr, trc, trn
from jurybox.lists import clauses
from jurybox.measures import measure
from jurybox.results.cells import score_text
from jurybox.scoring import Scoreboard
from jurybox_gui.desks.judging.board_columns import BoardColumn, ReadingColumn
from jurybox_gui.desks.judging.label_grid import LabelGrid
from jurybox_gui.desks.judging.lists.rows import LINE_HEIGHT, AnswerLine, LinesView
from jurybox_gui.desks.label_schemes import DIGITS, Choices, is_state
from jurybox_gui.desks.scale_field import ScaleField
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.focus import RING_ROOM, order_tabs_before
from jurybox_gui.widgets.hint_button import HintButton
from jurybox_gui.widgets.hint_row import HintRow
from jurybox_gui.widgets.label_button import LabelButton
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.painting import LEFT, RIGHT, on_lines, paint_text
from jurybox_gui.widgets.runmarks import paint_run_marker
from jurybox_gui.widgets.scrolled import scrolled
from jurybox_gui.widgets.text_pane import TextPane
from jurybox_gui.widgets.text_parts import first_part
from jurybox_gui.widgets.text_spans import Span
from jurybox_gui.widgets.tips import set_tip

_TEXT, _ANSWERS, _FEWEST = 75, 64, 3
_LEAST_WIDTH = 640
"""The least width of the column where a line of text is shorter: that on Judge."""
_ROW, _LINE, _RUN_GLYPH, _NUMBER = 24, 17, 11, 44
_HEADINGS = 44
_ONE_ROW, _UNLIMITED = 6, 16_777_215
_LOW = 560
_SCORES = tuple(measure(name) for name in ("IP", "IR", "F-list"))
_NOTHING = tr("Correct answers appear here, one line per distinct answer.")
_SCORES_HEAD = tr("Scores of this question")
_FEW = 3
"""The most labels, including *cannot tell*, with which *cannot tell* gets a large button."""
_STATES = (
    ("cannot-tell", trc("hint", "Cannot tell"), "lists.letter.k"),
    ("deferred", tr("Defer"), "lists.defer"),
    ("junk", tr("Junk"), "lists.junk"),
)
_KEYS = (
    ("lists.next", tr("Next open")),
    ("lists.mark", tr("Mark")),
    ("lists.join", tr("Group")),
    ("lists.accept", tr("Group similar")),
)
_MORE_KEYS = (
    ("lists.split", tr("Ungroup")),
    ("lists.into", tr("Add to chosen")),
    ("lists.note", tr("Note")),
    ("lists.note_last", tr("Note on last")),
    ("edit.undo", tr("Undo")),
    ("lists.one_list", tr("One run at a time")),
    (("lists.last_question", "lists.next_question"), tr("Question")),
)


_QUEUE = ("lists.queue", tr("Queue"))


class SetColumn(BoardColumn):
    """The growing answer set, right below it the entry line for an instance, then the runs."""

    def __init__(self) -> None:
        keys = HintRow(("lists.add", tr("Add instance")), ("lists.remove", tr("Remove")))
        super().__init__(tr("Answer set"), Grid.SIDE, tr("Enter adds it, Esc cancels"), keys, at_right=True)
        self.view = LinesView(tr("Answer set"), drags=False)
        self.nothing.setText(_NOTHING)
        self.runs = RunColumn()
        self._below = scrolled(self.runs)
        self.fill(self.view)
        self._column.addSpacing(10)
        self._column.addWidget(self._below, 1)
        self._fit()

    def show_set(self, lines: list[AnswerLine], current: int | None) -> None:
        """Show the members of the set; the list is as high as they need, if there is room."""
        self.view.show_lines(lines, current)
        self.nothing.setVisible(not lines)
        self.view.setVisible(bool(lines))
        self._fit()

    def _fit(self) -> None:
        rows = self.view.lines.rowCount()
        self.view.setMaximumHeight(rows * LINE_HEIGHT + 2)


class AnswerColumn(ReadingColumn):
    """Question, pooled answers, the text of the current one, and the labels: buttons, or a long scale.

    `said(label)` is emitted when a label is clicked or typed.
    """

    said = Signal(str)

    def __init__(self) -> None:
        super().__init__(24, "lists.whole", least=_LEAST_WIDTH)
        self.view = LinesView(tr("Pooled answers"), drags=True)
        self.page = self.view.viewport()
        self.caption = PlainLabel(tr("Supporting text"), weight=600)
        self.source = PlainLabel("", px=Px.ASIDE, role="text2", elide=True)
        self.pane = TextPane(tr("Supporting text"))
        self.pane.setMinimumHeight(_TEXT)
        self.buttons: list[LabelButton | HintButton] = []
        self._given = ""
        self._by_word: dict[str, LabelButton | HintButton] = {}
        self._choices: Choices | None = None
        self._low = self._has_text = False
        self.column.addLayout(self.notices)
        self.view.setMinimumHeight(_ANSWERS)
        self.add(self.view, 3)
        head = QHBoxLayout()
        head.setContentsMargins(RING_ROOM, 6, RING_ROOM, 0)
        head.setSpacing(12)
        head.addWidget(self.caption)
        head.addWidget(self.source, 1)
        self.column.addLayout(head)
        self.add(self.pane, 2)
        self.labels = LabelGrid()
        self.column.addWidget(self.labels)
        self.scale = ScaleField("lists.type")
        self.scale.given.connect(self.said)
        self.scale.hide()
        self.column.addWidget(self.scale)
        hints = HintRow()
        self._add_states(hints)
        for actions, words in _KEYS:
            hints.add(actions, words)
        self._more = [hints.add(actions, words) for actions, words in _MORE_KEYS]
        hints.add(*_QUEUE)
        self.column.addWidget(hints)

    def resizeEvent(self, event: QResizeEvent) -> None:
        # In a low window give the space of the last hints to the text; their actions are in the menus.
        super().resizeEvent(event)
        low = self.height() < _LOW
        for hint in self._more:
            hint.setVisible(not low)
        if low != self._low:
            self._low, choices = low, self._choices
            self._fit_answers()
            self._choices = None
            if choices is not None:
                self.set_choices(choices)

    def show_answers(self, lines: list[AnswerLine], current: int | None, *, has_text: bool) -> None:
        """Show the pooled answers; with a text below, they take no more room than they need.

        In a low window three of them are seen at a time.
        """
        self.view.show_lines(lines, current)
        self._has_text = has_text
        self._fit_answers()

    def _fit_answers(self) -> None:
        rows = _FEWEST if self._low else max(_FEWEST, self.view.lines.rowCount())
        self.view.setMaximumHeight(rows * LINE_HEIGHT + 2 if self._has_text else _UNLIMITED)

    def show_text(self, source: str, text: str, answer: str) -> None:
        """Show the text an answer comes from, with its occurrences highlighted."""
        shown = bool(text)
        self.caption.setText(tr("Supporting text") if shown else tr("No supporting text"))
        self.source.setText(source)
        self.pane.set_text(text)
        self.pane.setVisible(shown)
        found = find_spans(first_part(text), answer) if shown and len(answer) < len(text) else NOWHERE
        self.pane.set_spans([Span(start, end) for start, end in found.spans])
        self.pane.step_span(1)
        self.pane.keep(found.spans[0][0] if found.spans else None)

    def set_given(self, label: str) -> None:
        """Show the label of the current answer."""
        before, self._given = self._given, label
        for word in (before, label):
            if word in self._by_word:
                self._by_word[word].given = word == label
        self.scale.set_given(label)

    def set_writable(self, *, writable: bool) -> None:
        """Enable or disable the labels."""
        for button in self._by_word.values():
            button.setEnabled(writable)
        self.scale.setEnabled(writable)

    def set_choices(self, choices: Choices) -> None:
        """Show the labels of the scheme in force."""
        if choices is self._choices:
            return
        self._choices = choices
        self.scale.set_choices(choices if choices.is_long else None)
        self.scale.setVisible(choices.is_long)
        few = len(choices.labels) <= _FEW
        shown = [one for one in choices.labels if few or not is_state(one)]
        made = [self._button(one, choices, compact=len(shown) > _ONE_ROW) for one in shown]
        large = [] if choices.is_long else made
        self.labels.set_buttons(large)
        self._by_word = {one.label: one for one in large} if large else {}
        state = self._states["cannot-tell"]
        state.setVisible("cannot-tell" not in self._by_word)
        for word, button in self._states.items():
            self._by_word.setdefault(word, button)
        self.buttons = [*large, *([] if "cannot-tell" in {one.label for one in large} else [state])]
        given, self._given = self._given, ""
        self.set_given(given)
        self._order_tabs()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._order_tabs()

    def _order_tabs(self) -> None:
        """Put the labels before the states in the Tab order: Qt puts later widgets last in the window."""
        if self.isVisible():
            labels = [button for button in self.buttons if isinstance(button, LabelButton)]
            order_tabs_before(next(iter(self._states.values())), labels)

    def _button(self, choice: Label, choices: Choices, *, compact: bool) -> LabelButton:
        digit = choices.digit_of(choice.word)
        by_letter = f"lists.letter.{choice.letter.lower()}" if choice.letter else ""
        by_digit = f"lists.label.{DIGITS.index(digit) + 1}" if digit else ""
        # The letter of a state is the same in every scheme, but its digit is not.
        action = by_letter if is_state(choice) else by_digit or by_letter
        button = LabelButton(
            choice.word,
            choice.name,
            choice.meaning,
            action=action,
            own_click=True,
            compact=compact,
            brief=self._low,
            glyph=choices.glyph(choice.word),
        )
        button.clicked.connect(lambda _on, word=choice.word: self.said.emit(word))
        set_tip(button, choice.explained or choice.name)
        return button

    def _add_states(self, row: HintRow) -> None:
        self._states: dict[str, HintButton] = {}
        for word, name, action in _STATES:
            button = HintButton(name, action=action, own_click=True, state=word)
            button.clicked.connect(lambda _on, word=word: self.said.emit(word))
            self._states[word] = button
            row.put(button)
        row.put(HintButton(tr("Clear"), action="lists.clear"))


@dataclass(frozen=True, slots=True)
class RunLine:
    """A run's present scores on this question: instance precision, recall and F; NaN while pending."""

    name: str
    run: int
    values: tuple[float, float, float]


class RunColumn(QWidget):
    """The runs' scores on this question, if they may be seen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(tr("Runs on this question"))
        self.rows: tuple[RunLine, ...] = ()
        self._caption = ""

    def show_runs(self, rows: Sequence[RunLine], caption: str) -> None:
        """Show the runs, best first; while all of them are pending, only a sentence with the reason."""
        if (tuple(rows), caption) != (self.rows, self._caption):
            self.rows, self._caption = tuple(rows), caption
            words = clauses(f"{row.name} F {score_text(row.values[2])}" for row in rows)
            self.setAccessibleDescription(caption or f"{words}.")
            self.setMinimumHeight(self.sizeHint().height())
            self.update()

    def sizeHint(self) -> QSize:
        lines = 2 if self._caption else len(self.rows) + 1
        return QSize(Grid.SIDE, _HEADINGS + lines * _ROW)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens, painter = theme().tokens, QPainter(self)
        wide = self.width()
        painter.fillRect(QRectF(16, 0, wide - 32, 1), color(tokens.line))
        title = QRectF(16, 10, wide - 32, 22)
        paint_text(painter, title, _SCORES_HEAD, font(Px.BASE, 600), tokens.text, LEFT)
        top = float(_HEADINGS - 8)
        if self._caption:
            self._paint_caption(painter, QRectF(16, top, wide - 32, _LINE))
            painter.end()
            return
        self._numbers(painter, top, ("IP", "IR", "F"), font(Px.ASIDE, 500), tokens.text2)
        painter.fillRect(QRectF(16, top + _ROW, wide - 32, 1), color(tokens.line2))
        top += _ROW + 4
        for row in self.rows:
            middle = QPointF(16 + _RUN_GLYPH / 2, top + _ROW / 2)
            paint_run_marker(painter, middle, _RUN_GLYPH, theme().run_style(row.run))
            left = 16 + _RUN_GLYPH + 8
            name = QRectF(left, top, wide - 16 - left - 3 * _NUMBER, _ROW)
            paint_text(painter, name, row.name, font(Px.ASIDE), tokens.text, LEFT)
            texts = tuple("–" if math.isnan(value) else score_text(value) for value in row.values)
            self._numbers(painter, top, texts, font(Px.ASIDE, tabular=True), tokens.text)
            top += _ROW
        painter.end()

    def _paint_caption(self, painter: QPainter, line: QRectF) -> None:
        face = font(Px.ASIDE)
        for words in on_lines(self._caption, face, line.width(), 3):
            paint_text(painter, line, words, face, theme().tokens.text2, LEFT)
            line.translate(0, _LINE)

    def _numbers(self, painter: QPainter, top: float, texts: Sequence[str], face: QFont, code: str) -> None:
        for at, text in enumerate(texts):
            box = QRectF(self.width() - 16 - (3 - at) * _NUMBER, top, _NUMBER, _ROW)
            paint_text(painter, box, text, face, code, RIGHT)


def run_lines(board: Scoreboard, question: int) -> tuple[list[RunLine], str]:
    """Return each run's scores on a question, best first, and a sentence on what is still pending."""
    rows = {run: [math.nan] * len(_SCORES) for run in board.runs}
    waits = True
    for at, each in enumerate(_SCORES):
        found = board.unit_values(each)
        places = (found.units == question).nonzero()[0].tolist()
        if places:
            waits = False
            for run, value in zip(found.runs, found.values[places[0]].tolist(), strict=True):
                rows[run][at] = value
    lines = [RunLine(board.name_of(run), run, (ip, ir, f)) for run, (ip, ir, f) in rows.items()]
    lines.sort(key=lambda line: (math.isnan(line.values[2]), -line.values[2]))
    if not waits or not lines:
        return lines, ""
    left = len(board.answers_open(question))
    return lines, trn("No score yet: {n} unsettled answer.", "No score yet: {n} unsettled answers.", left)
