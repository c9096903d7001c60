"""The middle of the Judge desk: question, answer string, text, labels; above them a notice."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSpacerItem, QVBoxLayout, QWidget

from jurybox.kinds import KINDS
from jurybox.language import tr, trn
from jurybox_gui.desks.judging.answer.answer_cache import AnswerPage
from jurybox_gui.desks.judging.answer.answers_view import BEYOND, AnswersView
from jurybox_gui.desks.judging.answer.label_bar import LabelBar, OptionsPanel
from jurybox_gui.desks.judging.answer.question_head import QuestionHead
from jurybox_gui.desks.judging.answer.reader import SCROLL_ROOM, Reader
from jurybox_gui.desks.judging.queue_cursor import QueueCursor
from jurybox_gui.desks.label_schemes import OPEN
from jurybox_gui.tables.answers_model import AnswersModel
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.banner import Banner, Choice, Kind
from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.focus import RING_ROOM
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.painting import paint_box
from jurybox_gui.widgets.wrapped_text import WrappedText

_LEAST_WIDTH = 640
_SHORT, _LONG = 60, 240
"""The greatest lengths, in characters, of an answer string shown large, and of one not shown small."""
_LINES, _ALL_LINES = 4, 16
_ENOUGH = 740
"""A height that fits most answers, that of a window 800 px high."""
_FOR_A_PIXEL, _MOST_PIXELS = 70, 4
"""The height beyond that for which texts grow by a pixel, and how much they grow; what remains is empty."""
_SAMPLE = "the quick brown fox jumps over a lazy dog 0123456789"


class Center(QWidget):
    """Shows one answer in a column of a comfortable width.

    `painted` is emitted each time the text is painted.
    """

    painted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = QuestionHead()
        self.answers = AnswersModel(self)
        self.strip = AnswersView(self.answers)
        self.card = AnswerCard()
        self.reader = Reader()
        self.options = OptionsPanel()
        self.bar = LabelBar()
        self.banner: Banner | None = None
        self._notice: tuple[Kind, str, str, tuple[str, ...], bool] | None = None
        self._wide = False
        self._px, self._grown = self.reader.pane.px, 0
        self.reader.painted.connect(self.painted)
        self._column = QVBoxLayout(self)
        self._column.setSpacing(0)
        self._notices = QVBoxLayout()
        self._notices.setContentsMargins(RING_ROOM, 0, SCROLL_ROOM, 0)
        self._column.addLayout(self._notices)
        self._column.addLayout(_inset(self.head, RING_ROOM, SCROLL_ROOM))
        self._column.addSpacing(10)
        self._column.addLayout(_inset(self.strip, RING_ROOM, SCROLL_ROOM - BEYOND, 6))
        self._column.addLayout(_inset(self.card, RING_ROOM, SCROLL_ROOM))
        self._column.addSpacing(12)
        self._column.addLayout(_inset(self.reader, RING_ROOM, 0), 1)
        self._column.addSpacing(8)
        self._column.addLayout(_inset(self.options, 0, SCROLL_ROOM - RING_ROOM))
        self._column.addSpacing(4)
        self._column.addLayout(_inset(self.bar, 0, SCROLL_ROOM - RING_ROOM))
        self._needed, self._empty = _ENOUGH, QSpacerItem(0, 0)
        self._column.addItem(self._empty)
        self.reader.height_changed.connect(self._leave_empty)
        self.strip.hide()
        self.options.hide()
        self._fit()

    def set_page(self, page: AnswerPage | None) -> None:
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

    def show_head(self, cursor: QueueCursor, page: AnswerPage | None) -> None:
        """Show the question and the position of the current answer."""
        catalog, queue, place, question = cursor.session.catalog, cursor.queue, cursor.place, cursor.question
        if question is None or queue is None or place is None:
            return
        known = catalog.questions[question]
        target = catalog.series[known.series].target if known.series is not None else None
        options = () if page is None else page.options
        kind = KINDS[known.kind]
        title = None if kind.alone else tr("Reading test") if options else kind.title
        parts = [part for part in (target, title, known.category) if part]
        self.head.set_question(known.name, "  \u00b7  ".join(parts), None if page is None else page.asked)
        self.head.quality.setVisible(kind.rates_questions)
        n, of = queue.position(place)
        left = sum(label in OPEN for label in cursor.labels())
        position = (
            tr("Answer {n:,} of {of:,}", n=n, of=of)
            if left == of or of == 1
            else tr("Answer {n:,} of {of:,}, all judged", n=n, of=of)
            if not left
            else trn("Answer {at:,} of {of:,}, {n} left", "Answer {at:,} of {of:,}, {n} left", left, at=n, of=of)
        )
        if cursor.marked:
            position = trn(
                "{n} marked: the next label goes to it. {{judge.unmark}} unmarks",
                "{n} marked: the next label goes to all. {{judge.unmark}} unmarks",
                len(cursor.marked),
            )
        if options:
            position = trn("{n} option", "{n} options", len(options))
        self.head.set_position(position, strong=bool(cursor.marked))

    def show_labels(self, cursor: QueueCursor, page: AnswerPage | None) -> None:
        """Show the labels of the current answer and the rating of its question."""
        if cursor.answer is None:
            return
        options = () if page is None else page.options
        writable = cursor.session.saving.read_only is None
        self.bar.set_scheme(None if options else cursor.choices)
        self.bar.set_given("" if options and len(set(cursor.labels())) > 1 else cursor.here)
        self.bar.set_pending(pending=False)
        self.bar.set_note_hint(_note_hint(cursor))
        self.bar.set_note(cursor.note)
        self.bar.set_writable(writable=writable)
        if options and self.options.buttons:
            self.options.set_given(cursor.chosen(options), cursor.choices)
        self.options.set_writable(writable=writable)
        self.head.quality.set_given(cursor.quality(cursor.question or 0))
        self.head.quality.set_writable(writable=writable)

    def paint_given(self, word: str) -> None:
        """Save the note, and paint the label of a key or click at once, before anything else."""
        self.bar.flush_note()
        self.bar.paint_given(word)

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
        self, kind: Kind, sentence: str, aside: str = "", choices: tuple[Choice, ...] = (), *, low: bool = False
    ) -> None:
        """Show a notice above the answer, a `low` one with less room; an empty sentence removes it."""
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

    def set_text_size(self, px: int) -> None:
        """Change the type size of texts."""
        if px != self._px:
            self._px = px
            self._grow()
            self._fit()

    def set_wide(self, *, wide: bool) -> None:
        """Let lines fill the room, or keep a comfortable length."""
        self._wide = wide
        self.reader.pane.set_wide(wide=wide)
        self._fit()

    @property
    def has_room_for_wide(self) -> bool:
        """Whether wide text has longer lines here than comfortable text."""
        return self.width() - 2 * Grid.PAGE_MARGIN > self._comfortable()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._grow()
        self._fit()
        if event.size().width() != event.oldSize().width():
            self._needed = self._enough
        self._leave_empty()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._leave_empty()
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), theme().tokens.surf)
        painter.end()

    @property
    def _enough(self) -> int:
        """A height that fits most answers at the present size of texts."""
        return round(_ENOUGH * (1 + self._grown / Px.ANSWER))

    def _grow(self) -> None:
        """Make texts larger than set in a window with more room, as long as their lines keep their length."""
        room = self.width() - 2 * Grid.PAGE_MARGIN
        grown = max(0, min((self.height() - _ENOUGH) // _FOR_A_PIXEL, _MOST_PIXELS))
        while grown and self._comfortable(self._px + grown) > room:
            grown -= 1
        if grown != self._grown:
            self._grown = grown
            self._needed = self._enough
            self.head.grow(grown)
            self.card.grow(grown)
        if self._px + grown != self.reader.pane.px:
            self.reader.pane.set_px(self._px + grown)

    def _leave_empty(self) -> None:
        """Let buttons follow short texts in a high window, but stay in place from answer to answer.

        The height that an answer needed is kept for those after it; that of a whole document, while it is
        shown.
        """
        needed = self._needed
        if self.height() > needed:
            rest = self._column.totalHeightForWidth(self.width()) - self._empty.sizeHint().height()
            needed = max(needed, rest - self.reader.pane.sizeHint().height() + self.reader.wanted)
            if not self.reader.shows_document:
                self._needed = needed
        empty = max(0, self.height() - needed)
        if empty != self._empty.sizeHint().height():
            self._empty.changeSize(0, empty)
            self._column.invalidate()
            self._column.activate()

    def _fit(self) -> None:
        side = Grid.PAGE_MARGIN
        if not self._wide:
            side = max(side, (self.width() - self._comfortable()) // 2)
        self._column.setContentsMargins(side - RING_ROOM, 14, side - SCROLL_ROOM, 12)

    def _comfortable(self, px: int = 0) -> int:
        letter = QFontMetricsF(font(px or self.reader.pane.px)).horizontalAdvance(_SAMPLE) / len(_SAMPLE)
        return max(_LEAST_WIDTH, round(letter * Grid.ANSWER_CHARACTERS))


def _inset(widget: QWidget, left: int, right: int, below: int = 0) -> QVBoxLayout:
    """Return a layout that gives a widget other margins than the column has, none while it is hidden."""
    layout = QVBoxLayout()
    layout.setContentsMargins(left, 0, right, below)
    layout.addWidget(widget)
    return layout


def _note_hint(cursor: QueueCursor) -> str:
    """Return which answer a note belongs to: the current one, by its question and position."""
    if cursor.queue is None or cursor.place is None or cursor.question is None:
        return tr("Note to this answer")
    n, of = cursor.queue.position(cursor.place)
    name = cursor.session.catalog.questions[cursor.question].name
    if of == 1:
        return tr("Note to the answer to {question}", question=name)
    return tr("Note to answer {n:,} of {of:,} to {question}", n=n, of=of, question=name)


class AnswerCard(QWidget):
    """Shows the answer string large if it is short, smaller if it is long, and whole on request.

    `nil`: what counts as correct where there is no answer.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.caption = PlainLabel(tr("Answer"), px=Px.ASIDE, role="text2")
        self.nil = PlainLabel("", px=Px.ASIDE, role="text2", elide=True)
        self.proposal = PlainLabel("", px=Px.ASIDE, role="text3")
        self.text = WrappedText(px=Px.SHORT_ANSWER, weight=600, lines=_LINES)
        self.more = PlainButton(tr("Whole answer"), action="judge.whole", own_click=True, quiet=True)
        self.more.clicked.connect(self.toggle)
        self.text.cut_changed.connect(lambda _cut: self._offer())
        self._open, self._grown = False, 0
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 8, 14, 7)
        column.setSpacing(1)
        top = QHBoxLayout()
        top.addWidget(self.caption)
        top.setSpacing(12)
        policy = self.nil.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # it pushes the proposal to the right
        self.nil.setSizePolicy(policy)
        top.addWidget(self.nil, 1)
        top.addWidget(self.proposal)
        self.nil.hide()
        column.addLayout(top)
        column.addWidget(self.text)
        column.addWidget(self.more)
        self._offer()

    def set_answer(self, text: str, proposed: str = "") -> None:
        """Show an answer string and, dimmed, the label that a pattern proposes for it."""
        self.proposal.setText(tr("pattern says {label}: a proposal, not counted", label=proposed) if proposed else "")
        if self._open:
            self.toggle()
        self._show_text(text)

    def grow(self, pixels: int) -> None:
        """Show the answer string this much larger than usual."""
        self._grown = pixels
        self._show_text(self.text.text)

    def _show_text(self, text: str) -> None:
        size = Px.SHORT_ANSWER if len(text) <= _SHORT else Px.ANSWER if len(text) <= _LONG else Px.LEAD
        self.text.set_text(text, px=size + self._grown, weight=500 if size == Px.LEAD else 600)
        self._offer()

    def set_nil(self, sentence: str) -> None:
        """Show beside its caption how an answer that says nothing counts, or nothing."""
        self.nil.setText(sentence)
        self.nil.setVisible(bool(sentence))

    def paintEvent(self, event: QPaintEvent) -> None:
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
        self.more.setText(tr("Less of the answer") if self._open else tr("Whole answer"))
        self._offer()

    def _offer(self) -> None:
        self.more.setVisible(self._open or self.text.is_cut)
