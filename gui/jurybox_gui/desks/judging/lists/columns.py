"""The columns of the list desk: the answer set, the pooled answers with the text of one, the runs' scores."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from jurybox.measures import measure
from jurybox.results.cells import score_text
from jurybox_gui.desks.judging.board_columns import BoardColumn, ReadingColumn
from jurybox_gui.desks.judging.lists.rows import LinesView
from jurybox_gui.desks.label_schemes import DIGITS, is_state
from jurybox_gui.desks.scale_field import ScaleField
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.flow import FlowLayout
from jurybox_gui.widgets.hint_button import HintButton
from jurybox_gui.widgets.hint_row import HintRow
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.painting import LEFT, RIGHT, paint_text
from jurybox_gui.widgets.text_pane import TextPane
from jurybox_gui.widgets.tips import set_tip

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QFont

    from jurybox.scoring import Scoreboard
    from jurybox_gui.desks.label_schemes import Choices

_SET, _TEXT, _ANSWERS = 300, 150, 64
_RUNS, _ROW = 250, 24
_SCORES = tuple(measure(name) for name in ("IP", "IR", "F-list"))
_NOTHING = "Nothing is known to be right yet. Correct answers come in here, each once."
_KEYS = (
    ("lists.next", "Next open"),
    ("lists.mark", "Mark"),
    ("lists.join", "One instance"),
    ("lists.accept", "Join alike"),
    ("lists.split", "Take out"),
    ("lists.into", "Into the instance"),
    ("lists.clear", "Clear"),
    ("lists.note", "Note"),
    ("lists.undo", "Undo"),
    ("lists.one_list", "One run's list"),
    ("lists.queue", "Queue"),
    (("lists.last_question", "lists.next_question"), "Question"),
)


class SetColumn(BoardColumn):
    """The answer set as it grows, and the line in which an instance is written."""

    def __init__(self) -> None:
        keys = HintRow(("lists.add", "Add an instance"), ("lists.remove", "Take out"))
        super().__init__("Answer set", _SET, "Enter adds it, Esc leaves it", keys)
        self.view = LinesView("Answer set", drags=False)
        self.nothing.setText(_NOTHING)
        self.fill(self.view)


class AnswerColumn(ReadingColumn):
    """Question, pooled answers, the text of the current one, and the labels: buttons, or a long scale.

    `said(label)` is emitted when a label is clicked or typed.
    """

    said = Signal(str)

    def __init__(self) -> None:
        super().__init__(24)
        self.view = LinesView("Pooled answers", drags=True)
        self.page = self.view.viewport()
        self.source = PlainLabel("", px=Px.ASIDE, role="text2", elide=True)
        self.pane = TextPane("Supporting text", px=Px.LEAD)
        self.pane.setMinimumHeight(_TEXT // 2)
        self.pane.setMaximumHeight(_TEXT)
        self.buttons: list[HintButton] = []
        self._choices: Choices | None = None
        self.column.addLayout(self.notices)
        self.view.setMinimumHeight(_ANSWERS)
        self.column.addWidget(self.view, 1)
        self.column.addWidget(self.source)
        self.column.addWidget(self.pane)
        self.labels = QWidget()
        wraps = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        wraps.setHeightForWidth(True)
        self.labels.setSizePolicy(wraps)
        self._line = FlowLayout(self.labels, gap=12)
        self.column.addWidget(self.labels)
        self.scale = ScaleField("lists.type")
        self.scale.given.connect(self.said)
        self.scale.hide()
        self.column.addWidget(self.scale)
        self.column.addWidget(HintRow(*_KEYS))

    def set_given(self, label: str) -> None:
        """Show which label the current answer has."""
        for button in self.buttons:
            button.given = button.state == label
        self.scale.set_given(label)

    def set_choices(self, choices: Choices) -> None:
        """Offer the labels of the scheme in force."""
        if choices is self._choices:
            return
        self._choices = choices
        for button in self.buttons:
            self._line.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.buttons = []
        self.scale.set_choices(choices if choices.is_long else None)
        self.scale.setVisible(choices.is_long)
        for choice in choices.labels:
            if choices.is_long and not is_state(choice):
                continue
            digit = choices.digit_of(choice.word)
            by_letter = f"lists.letter.{choice.letter.lower()}" if choice.letter else ""
            action = f"lists.label.{DIGITS.index(digit) + 1}" if digit else by_letter
            glyph = choices.glyph(choice.word)
            button = HintButton(choice.name, action=action, own_click=True, state=choice.word, glyph=glyph)
            button.clicked.connect(lambda _on, word=choice.word: self.said.emit(word))
            set_tip(button, choice.explained or choice.name)
            self.buttons.append(button)
            self._line.addWidget(button)


@dataclass(frozen=True, slots=True)
class RunLine:
    """What a run scores on this question now: instance precision, recall and F; NaN while it waits."""

    name: str
    run: int
    values: tuple[float, float, float]


class RunColumn(QWidget):
    """The runs' scores on this question, where they may be seen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedWidth(_RUNS)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setAccessibleName("Runs on this question")
        self.rows: tuple[RunLine, ...] = ()
        self._caption = ""

    def show_runs(self, rows: Sequence[RunLine], caption: str) -> None:
        """Show the runs, best first, and a sentence on what still waits."""
        if (tuple(rows), caption) != (self.rows, self._caption):
            self.rows, self._caption = tuple(rows), caption
            words = "; ".join(f"{row.name} F {score_text(row.values[2])}" for row in rows)
            self.setAccessibleDescription(f"{words}. {caption}")
            self.update()

    def sizeHint(self) -> QSize:
        """Return its width."""
        return QSize(_RUNS, 300)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the head, then a line a run."""
        del event
        tokens, painter = theme().tokens, QPainter(self)
        painter.fillRect(self.rect(), color(tokens.win))
        painter.fillRect(0, 0, 1, self.height(), color(tokens.line))
        wide = self.width()
        title = QRectF(16, 12, wide - 32, 22)
        paint_text(painter, title, "This question, by run", font(Px.BASE, 600), tokens.text, LEFT)
        self._numbers(painter, 40, ("IP", "IR", "F"), font(Px.ASIDE, 500), tokens.text2)
        painter.fillRect(QRectF(16, 40 + _ROW, wide - 32, 1), color(tokens.line2))
        top = 44.0 + _ROW
        for row in self.rows:
            name = QRectF(16, top, wide - 32 - 3 * 44, _ROW)
            painter.setPen(color(theme().run_style(row.run).color))
            paint_text(painter, name, row.name, font(Px.ASIDE), tokens.text, LEFT)
            texts = tuple(score_text(value) for value in row.values)
            self._numbers(painter, top, texts, font(Px.ASIDE, tabular=True), tokens.text)
            top += _ROW
        below = QRectF(16, top + 8, wide - 32, 22)
        paint_text(painter, below, self._caption, font(Px.ASIDE), tokens.text2, LEFT)
        painter.end()

    def _numbers(self, painter: QPainter, top: float, texts: Sequence[str], face: QFont, code: str) -> None:
        for at, text in enumerate(texts):
            box = QRectF(self.width() - 16 - (3 - at) * 44, top, 44, _ROW)
            paint_text(painter, box, text, face, code, RIGHT)


def run_lines(board: Scoreboard, question: int) -> tuple[list[RunLine], str]:
    """Return what each run scores on a question, best first, and a sentence on what still waits."""
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
    return lines, "Waits for labels." if waits and lines else ""
