"""The answer string on its card, above the text it is judged by."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from jurybox_gui.desks.judge.wrapped import WrappedText
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.painting import paint_box

_SHORT, _LONG = 60, 240
_LINES, _ALL_LINES = 4, 16


class AnswerCard(QWidget):
    """Shows the answer string large if it is short, smaller if it is long, and whole on request."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.caption = PlainLabel("Answer", px=Px.ASIDE, role="text2")
        self.proposal = PlainLabel("", px=Px.ASIDE, role="text3")
        self.text = WrappedText(px=Px.SHORT_ANSWER, weight=600, lines=_LINES)
        self.more = PlainButton("Whole answer", action="judge.whole", own_click=True, quiet=True)
        self.more.clicked.connect(self.toggle)
        self.text.cut_changed.connect(lambda _cut: self._offer())
        self._open = False
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 8, 14, 7)
        column.setSpacing(1)
        top = QHBoxLayout()
        top.addWidget(self.caption)
        top.addStretch(1)
        top.addWidget(self.proposal)
        column.addLayout(top)
        column.addWidget(self.text)
        column.addWidget(self.more)
        self._offer()

    def set_answer(self, text: str, proposed: str = "") -> None:
        """Show an answer string and, quietly, the label that a pattern proposes for it."""
        self.proposal.setText(f"pattern says {proposed}: a proposal, not counted" if proposed else "")
        if self._open:
            self.toggle()
        if len(text) <= _SHORT:
            self.text.set_text(text, px=Px.SHORT_ANSWER, weight=600)
        elif len(text) <= _LONG:
            self.text.set_text(text, px=Px.ANSWER, weight=600)
        else:
            self.text.set_text(text, px=Px.LEAD, weight=500)
        self._offer()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the card and the bar at its left."""
        del event
        tokens = theme().tokens
        painter = QPainter(self)
        box = QRectF(self.rect())
        paint_box(painter, box, Grid.R_BUTTON, tokens.win, tokens.line)
        painter.fillRect(QRectF(0, 0, 3, box.height()), tokens.markl)
        painter.end()

    @property
    def can_open(self) -> bool:
        """Whether a part of the answer string is left out, or was opened."""
        return not self.isHidden() and not self.more.isHidden()

    def toggle(self) -> None:
        """Show the whole answer string, or less of it again."""
        self._open = not self._open
        self.text.set_lines(_ALL_LINES if self._open else _LINES)
        self.more.setText("Less of the answer" if self._open else "Whole answer")
        self._offer()

    def _offer(self) -> None:
        self.more.setVisible(self._open or self.text.is_cut)
