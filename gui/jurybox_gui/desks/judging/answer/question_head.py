"""The question above the answer: number, category, position in it, its text, its rating."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from jurybox.label_schemes import QUESTION_QUALITY
from jurybox.language import tr
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.flow import FlowLayout
from jurybox_gui.widgets.hint_button import HintButton
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.tips import set_tip
from jurybox_gui.widgets.wrapped_text import WrappedText

_TITLE_LINES, _REST_LINES, _ALL_LINES = 2, 2, 14
_LONG_TITLE = 160


def quality_action(label: str) -> str:
    """Return the id of the action that gives the question this rating."""
    return f"judge.question.{label.lower()}"


class QuestionHead(QWidget):
    """Shows a question: the first line large, the rest smaller, both cut to a few lines.

    A cut question can be expanded; the next one is collapsed again.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = PlainLabel("", px=Px.ASIDE, weight=600, role="accent")
        self.aside = PlainLabel("", px=Px.ASIDE, role="text2", elide=True)
        self.position = PlainLabel("", px=Px.ASIDE, role="text2", tabular=True, keyed=True)
        self.title = WrappedText(px=Px.QUESTION, weight=600, lines=_TITLE_LINES)
        self.rest = WrappedText(px=Px.BASE, role="text2", lines=_REST_LINES, leading=1.35)
        self.more = PlainButton(tr("Whole question"), action="judge.whole", own_click=True, quiet=True)
        self.more.clicked.connect(self.toggle)
        self.quality = QualityRow()
        self.quality.hide()
        self._open, self._grown = False, 0
        self._shown: tuple[str, str] | None = None
        for part in (self.title, self.rest):
            part.cut_changed.connect(lambda _cut: self._offer())
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.name)
        row.addWidget(self.aside, 1)
        row.addWidget(self.position)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        column.addLayout(row)
        column.addSpacing(1)
        column.addWidget(self.title)
        column.addWidget(self.rest)
        column.addWidget(self.more)
        column.addWidget(self.quality)

    def set_question(self, name: str, aside: str, text: str | None) -> None:
        """Show a question; a text of None is not known yet."""
        self.name.setText(tr("Question {question}", question=name))
        self.aside.setText(aside)
        first, _, rest = (text or "").strip().partition("\n")
        if (first, rest) != self._shown:
            self._shown = (first, rest)
            self._set_open(open_=False)
        self._show_title(first)
        self.rest.set_text(rest.strip())
        self.rest.setVisible(bool(rest.strip()))
        self._offer()

    def grow(self, pixels: int) -> None:
        """Show the question this much larger than usual."""
        self._grown = pixels
        self._show_title(self.title.text)

    def _show_title(self, first: str) -> None:
        size = Px.QUESTION if len(first) <= _LONG_TITLE else Px.ANSWER
        self.title.set_text(first, px=size + self._grown)

    def set_position(self, text: str, *, strong: bool = False) -> None:
        """Show which answer of the question is shown, or, emphasized, what else a label goes to."""
        self.position.setText(text)
        self.position.set_role("accent" if strong else "text2")

    @property
    def can_open(self) -> bool:
        """Whether part of the question is hidden, or would be if it were collapsed."""
        return not self.more.isHidden()

    def toggle(self) -> None:
        """Show the whole question, or less of it again."""
        self._set_open(open_=not self._open)

    def _set_open(self, *, open_: bool) -> None:
        self._open = open_
        self.title.set_lines(_ALL_LINES if open_ else _TITLE_LINES)
        self.rest.set_lines(_ALL_LINES if open_ else _REST_LINES)
        self.more.setText(tr("Less of the question") if open_ else tr("Whole question"))
        self._offer()

    def _offer(self) -> None:
        self.more.setVisible(self._open or self.title.is_cut or (self.rest.is_cut and bool(self.rest.text)))


class QualityRow(QWidget):
    """Quiet buttons that rate the question; emits `rated(label)` on a click, "" if it had that rating."""

    rated = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons: dict[str, HintButton] = {}
        row = FlowLayout(self, gap=8)
        about = PlainLabel(tr("The question itself"), px=Px.ASIDE, role="text2")
        about.setMinimumHeight(HintButton("").sizeHint().height())  # on the base line of the words beside it
        row.addWidget(about)
        for choice in QUESTION_QUALITY.labels:
            label = choice.word
            button = HintButton(tr(choice.name), action=quality_action(label), own_click=True, state=label)
            button.clicked.connect(lambda _on, label=label: self._clicked(label))
            set_tip(button, tr(choice.meaning))
            self.buttons[label] = button
            row.addWidget(button)

    def set_given(self, given: str) -> None:
        """Mark the rating of the question; none for ""."""
        for label, button in self.buttons.items():
            button.given = label == given

    def set_writable(self, *, writable: bool) -> None:
        """Enable or disable the buttons."""
        for button in self.buttons.values():
            button.setEnabled(writable)

    def _clicked(self, label: str) -> None:
        self.rated.emit("" if self.buttons[label].given else label)
