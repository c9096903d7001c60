"""The middle of the Judge desk: question, answer string, text, labels; and a notice above them."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from jurybox_gui.desks.judge.answers_view import AnswersView
from jurybox_gui.desks.judge.card import AnswerCard
from jurybox_gui.desks.judge.head import QuestionHead
from jurybox_gui.desks.judge.label_bar import LabelBar
from jurybox_gui.desks.judge.options_panel import OptionsPanel
from jurybox_gui.desks.judge.pages import Page
from jurybox_gui.desks.judge.reader import SCROLL_ROOM, Reader
from jurybox_gui.tables.answers_model import AnswersModel
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.banner import Banner, Choice, Kind
from jurybox_gui.widgets.focus import RING_ROOM
from jurybox_gui.widgets.labels import PlainLabel

_LEAST_WIDTH = 640
_SAMPLE = "the quick brown fox jumps over a lazy dog 0123456789"


class Center(QWidget):
    """Shows one answer in a column of a comfortable width.

    `painted` is emitted each time the text was painted.
    """

    painted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = QuestionHead()
        self.answers = AnswersModel(self)
        self.strip = AnswersView(self.answers)
        self.nil = PlainLabel("", px=Px.ASIDE, role="text2", elide=True)
        self.card = AnswerCard()
        self.reader = Reader()
        self.options = OptionsPanel()
        self.bar = LabelBar()
        self.banner: Banner | None = None
        self._notice: tuple[Kind, str, str, tuple[str, ...], bool] | None = None
        self._wide = False
        self.reader.painted.connect(self.painted)
        self._column = QVBoxLayout(self)
        self._column.setSpacing(0)
        self._notices = QVBoxLayout()
        self._notices.setContentsMargins(RING_ROOM, 0, SCROLL_ROOM, 0)
        self._column.addLayout(self._notices)
        for widget, gap in ((self.head, 10), (self.strip, 0), (self.nil, 4), (self.card, 12)):
            self._column.addLayout(_inset(widget, RING_ROOM, SCROLL_ROOM))
            self._column.addSpacing(gap)
        self._column.addLayout(_inset(self.reader, RING_ROOM, 0), 1)
        self._column.addSpacing(8)
        self._column.addLayout(_inset(self.options, 0, SCROLL_ROOM - RING_ROOM))
        self._column.addSpacing(4)
        self._column.addLayout(_inset(self.bar, 0, SCROLL_ROOM - RING_ROOM))
        self.strip.hide()
        self.nil.hide()
        self.options.hide()
        self._fit()

    def set_page(self, page: Page | None) -> None:
        """Show a page; None while it is being read."""
        options = () if page is None else page.options
        alone = page is not None and (page.stands_alone or bool(options))
        self.options.set_options([option.text for option in options])
        self.card.setVisible(not alone)
        self.strip.set_roomy(roomy=alone)
        if page is None:
            self.card.set_answer("")
        elif not alone:
            self.card.set_answer(page.text.text, page.proposed)
        self.reader.set_page(page)

    @property
    def can_open(self) -> bool:
        """Whether a part of the question or of the answer string is left out, or was opened."""
        return self.head.can_open or self.card.can_open

    def toggle_whole(self) -> None:
        """Show the whole question and answer string, or less of them again."""
        for part in (self.head, self.card):
            if part.can_open:
                part.toggle()

    def notice(
        self,
        kind: Kind,
        sentence: str,
        aside: str = "",
        choices: tuple[Choice, ...] = (),
        *,
        low: bool = False,
    ) -> None:
        """Show a notice above the answer, a `low` one with less room; an empty sentence takes it away."""
        wanted = (kind, sentence, aside, tuple(text for text, _, _ in choices), low) if sentence else None
        if wanted == self._notice:
            return
        self._notice = wanted
        if self.banner is not None:
            self._notices.removeWidget(self.banner)
            self.banner.deleteLater()
            self.banner = None
        if wanted is not None:
            self.banner = Banner(sentence, aside, choices, kind=kind, low=low)
            self._notices.addWidget(self.banner)
            self._notices.setContentsMargins(RING_ROOM, 0, SCROLL_ROOM, 12)
        else:
            self._notices.setContentsMargins(RING_ROOM, 0, SCROLL_ROOM, 0)

    @property
    def notice_sentence(self) -> str:
        """The sentence of the notice shown, empty where there is none."""
        return "" if self._notice is None else self._notice[1]

    def set_text_size(self, px: int) -> None:
        """Show texts in type of another size."""
        if px != self.reader.pane.px:
            self.reader.pane.set_px(px)
            self._fit()

    def set_wide(self, *, wide: bool) -> None:
        """Let lines be as long as there is room, or comfortable."""
        self._wide = wide
        self.reader.pane.set_wide(wide=wide)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the column in the middle."""
        super().resizeEvent(event)
        self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground that is read from."""
        painter = QPainter(self)
        painter.fillRect(event.rect(), theme().tokens.surf)
        painter.end()

    def _fit(self) -> None:
        side = Grid.PAGE_MARGIN
        if not self._wide:
            letter = QFontMetricsF(font(self.reader.pane.px)).horizontalAdvance(_SAMPLE) / len(_SAMPLE)
            most = max(_LEAST_WIDTH, round(letter * Grid.ANSWER_CHARACTERS))
            side = max(side, (self.width() - most) // 2)
        self._column.setContentsMargins(side - RING_ROOM, 14, side - SCROLL_ROOM, 12)


def _inset(widget: QWidget, left: int, right: int) -> QVBoxLayout:
    """Return a layout that shows a widget with other margins than the column has."""
    layout = QVBoxLayout()
    layout.setContentsMargins(left, 0, right, 0)
    layout.addWidget(widget)
    return layout
