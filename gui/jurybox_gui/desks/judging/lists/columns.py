"""The columns of the list desk: the answer set, and the pooled answers with the text of one of them."""

from PySide6.QtWidgets import QSizePolicy, QWidget

from jurybox_gui.desks.judging.board_columns import BoardColumn, ReadingColumn
from jurybox_gui.desks.judging.lists.rows import LinesView
from jurybox_gui.desks.label_schemes import SCHEME_OF_KIND
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.flow import FlowLayout
from jurybox_gui.widgets.hint_button import HintButton
from jurybox_gui.widgets.hint_row import HintRow
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.text_pane import TextPane

SCHEME = SCHEME_OF_KIND["list"]
_SET, _TEXT, _ANSWERS = 300, 150, 64
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
    """Question, pooled answers, the text of the current one, and the labels as buttons."""

    def __init__(self) -> None:
        super().__init__(24)
        self.view = LinesView("Pooled answers", drags=True)
        self.page = self.view.viewport()
        self.source = PlainLabel("", px=Px.ASIDE, role="text2", elide=True)
        self.pane = TextPane("Supporting text", px=Px.LEAD)
        self.pane.setMinimumHeight(_TEXT // 2)
        self.pane.setMaximumHeight(_TEXT)
        self.buttons: list[HintButton] = []
        self.column.addLayout(self.notices)
        self.view.setMinimumHeight(_ANSWERS)
        self.column.addWidget(self.view, 1)
        self.column.addWidget(self.source)
        self.column.addWidget(self.pane)
        self.column.addWidget(self._labels())
        self.column.addWidget(HintRow(*_KEYS))

    def set_given(self, label: str) -> None:
        """Show which label the current answer has."""
        for button in self.buttons:
            button.given = button.state == label

    def _labels(self) -> QWidget:
        whole = QWidget()
        wraps = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        wraps.setHeightForWidth(True)
        whole.setSizePolicy(wraps)
        labels = FlowLayout(whole, gap=12)
        for place, choice in enumerate(SCHEME, start=1):
            button = HintButton(choice.name, action=f"lists.label.{place}", state=choice.word)
            self.buttons.append(button)
            labels.addWidget(button)
        return whole
