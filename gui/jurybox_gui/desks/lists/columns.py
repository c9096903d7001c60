"""The columns of the list desk: the answer set, the pooled answers with their text, the runs' scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from jurybox.cli.printing import score_text
from jurybox_gui.desks.judge.hint_button import HintButton
from jurybox_gui.desks.lists.actions import SCHEME
from jurybox_gui.desks.lists.rows import LinesView
from jurybox_gui.pieces.banner import Banner
from jurybox_gui.pieces.fields import Field
from jurybox_gui.pieces.keycaps import KeyCap
from jurybox_gui.pieces.labels import PlainLabel
from jurybox_gui.pieces.painting import LEFT, RIGHT, paint_text
from jurybox_gui.pieces.text_pane import TextPane
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jurybox_gui.pieces.banner import Kind

_SET, _RUNS, _TEXT = 300, 250, 150
_ROW = 24


class SetColumn(QWidget):
    """The answer set as it grows, and the line in which an instance is written."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedWidth(_SET)
        self.count = PlainLabel("", px=Px.ASIDE, role="text2", tabular=True)
        self.view = LinesView("Answer set", "win", drags=False)
        self.nothing = PlainLabel(
            "Nothing is known to be right yet. Correct answers come in here, each once.",
            px=Px.BASE,
            role="text2",
            wrap=True,
        )
        self.field = Field("Enter adds it, Esc leaves it")
        self.foot = QStackedWidget()
        self.foot.addWidget(hints((("Ins",), "Add one you know"), (("Del",), "Take out")))
        self.foot.addWidget(self.field)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 10, 1, 10)
        column.setSpacing(6)
        head = QHBoxLayout()
        head.setContentsMargins(16, 0, 16, 0)
        head.addWidget(PlainLabel("Answer set", px=Px.LEAD, weight=600))
        head.addStretch(1)
        head.addWidget(self.count)
        column.addLayout(head)
        column.addLayout(_inset(self.nothing))
        column.addWidget(self.view, 1)
        column.addLayout(_inset(self.foot))

    @property
    def writes(self) -> bool:
        """Whether an instance is being written."""
        return self.foot.currentIndex() == 1

    def show_field(self, *, shown: bool) -> None:
        """Show the line to write in, and give it the keyboard; or the hints again."""
        self.foot.setCurrentIndex(1 if shown else 0)
        if shown:
            self.field.setFocus()
        else:
            self.field.clear()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground and the hairline at the right."""
        painter = QPainter(self)
        painter.fillRect(event.rect(), color(theme().tokens.win))
        painter.fillRect(self.width() - 1, 0, 1, self.height(), color(theme().tokens.line))
        painter.end()


class AnswerColumn(QWidget):
    """Question, pooled answers, the text of the current one, and the labels as buttons."""

    said = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = PlainLabel("", px=Px.BASE, weight=600, role="accent")
        self.series = PlainLabel("", px=Px.BASE, role="text2", elide=True)
        self.place = PlainLabel("", px=Px.BASE, role="text2", tabular=True)
        self.title = PlainLabel("", px=Px.QUESTION, weight=600, wrap=True)
        self.before = PlainLabel("", px=Px.ASIDE, role="text2", elide=True)
        self.view = LinesView("Pooled answers", "surf", drags=True)
        self.source = PlainLabel("", px=Px.ASIDE, role="text2", elide=True)
        self.pane = TextPane("Supporting text", px=Px.LEAD)
        self.pane.setFixedHeight(_TEXT)
        self.buttons: list[HintButton] = []
        self.banner: Banner | None = None
        self._notices = QVBoxLayout()
        self._lay_out()

    def notice(self, sentence: str, kind: Kind = "error") -> None:
        """Show a sentence above the answers; an empty one takes it away."""
        if self.banner is not None:
            self._notices.removeWidget(self.banner)
            self.banner.deleteLater()
            self.banner = None
        if sentence:
            self.banner = Banner(sentence, "", (), kind=kind)
            self._notices.addWidget(self.banner)

    def set_given(self, label: str) -> None:
        """Show which label the current answer has."""
        for button in self.buttons:
            button.given = button.state == label

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground that is read from."""
        painter = QPainter(self)
        painter.fillRect(event.rect(), color(theme().tokens.surf))
        painter.end()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 14, 24, 10)
        column.setSpacing(6)
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(self.name)
        head.addWidget(self.series, 1)
        head.addWidget(self.place)
        column.addLayout(head)
        column.addWidget(self.title)
        column.addWidget(self.before)
        column.addLayout(self._notices)
        column.addWidget(self.view, 1)
        column.addWidget(self.source)
        column.addWidget(self.pane)
        labels = QHBoxLayout()
        labels.setSpacing(12)
        for place, choice in enumerate(SCHEME, start=1):
            button = HintButton(choice.name, (str(place),), state=choice.word)
            button.clicked.connect(lambda _checked=False, word=choice.word: self.said.emit(word))
            self.buttons.append(button)
            labels.addWidget(button)
        labels.addStretch(1)
        column.addLayout(labels)
        told = (
            (("Space",), "Next open"),
            (("M",), "Mark"),
            (("G",), "One instance"),
            (("A",), "Join alike"),
            (("S",), "Take out"),
        )
        column.addWidget(hints(*told))


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
        self._rows: tuple[RunLine, ...] = ()
        self._told = ""

    def show_runs(self, rows: Sequence[RunLine], told: str) -> None:
        """Show the runs, best first, and a sentence on what still waits."""
        if (tuple(rows), told) != (self._rows, self._told):
            self._rows, self._told = tuple(rows), told
            words = "; ".join(f"{row.name} F {score_text(row.values[2])}" for row in rows)
            self.setAccessibleDescription(f"{words}. {told}")
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
        for row in self._rows:
            name = QRectF(16, top, wide - 32 - 3 * 44, _ROW)
            painter.setPen(color(theme().run_style(row.run).color))
            paint_text(painter, name, row.name, font(Px.ASIDE), tokens.text, LEFT)
            texts = tuple(score_text(value) for value in row.values)
            self._numbers(painter, top, texts, font(Px.ASIDE, tabular=True), tokens.text)
            top += _ROW
        told = QRectF(16, top + 8, wide - 32, 22)
        paint_text(painter, told, self._told, font(Px.ASIDE), tokens.text2, LEFT)
        painter.end()

    def _numbers(self, painter: QPainter, top: float, texts: Sequence[str], face: object, code: str) -> None:
        for at, text in enumerate(texts):
            box = QRectF(self.width() - 16 - (3 - at) * 44, top, 44, _ROW)
            paint_text(painter, box, text, face, code, RIGHT)  # type: ignore[arg-type]


def hints(*told: tuple[tuple[str, ...], str]) -> QWidget:
    """Return a row of key caps with what they do."""
    row = QWidget()
    line = QHBoxLayout(row)
    line.setContentsMargins(0, 4, 0, 0)
    line.setSpacing(6)
    for keys, words in told:
        line.addWidget(KeyCap(keys))
        line.addWidget(PlainLabel(words, px=Px.ASIDE, role="text2"))
        line.addSpacing(8)
    line.addStretch(1)
    return row


def _inset(widget: QWidget) -> QVBoxLayout:
    layout = QVBoxLayout()
    layout.setContentsMargins(16, 0, 16, 0)
    layout.addWidget(widget)
    return layout
