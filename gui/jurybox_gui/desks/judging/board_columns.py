"""The two columns of a board: a list on the left with an entry line, and the text read beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from jurybox.judging.series import asked_before
from jurybox.kinds import KINDS
from jurybox.language import tr
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.banner import Banner, Choice, Kind
from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.fields import Field
from jurybox_gui.widgets.focus import RING_ROOM
from jurybox_gui.widgets.hint_button import HintButton
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.text_pane import TextPane
from jurybox_gui.widgets.tips import set_tip
from jurybox_gui.widgets.wrapped_text import WrappedText

if TYPE_CHECKING:
    from jurybox.session import Session

_MARGIN, _LEAST_WIDTH = 16, 760
_TITLE_LINES, _ALL_LINES, _LONG_TITLE = 3, 16, 160
_ITS_ROOM = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
_NO_ROOM = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
"""Size policies of the entry line, shown and hidden: a stack is as high as its highest page."""


@dataclass(frozen=True, slots=True)
class QuestionHeading:
    """The lines over a question: name, kind and series, text, and what was asked before it."""

    name: str
    series: str
    text: str
    before: str


def heading_of(session: Session, question: int) -> QuestionHeading:
    """Return the heading of a question of a board."""
    catalog = session.catalog
    known, text = catalog.questions[question], session.texts.question(question).text
    series = None if known.series is None else catalog.series[known.series]
    parts = [KINDS[known.kind].title]
    if series is not None:
        parts.insert(0, series.target or tr("Series {series}", series=series.name))
    if text.strip().casefold() == "other" and series is not None and series.target:
        text = tr("What else is worth knowing about {target}?", target=series.target)
    asked = [session.texts.question(at).text for at in asked_before(catalog, question)]
    before = tr("Asked before: {questions}", questions="  \u00b7  ".join(asked)) if asked else ""
    return QuestionHeading(known.name, "  \u00b7  ".join(parts), " ".join(text.split()), before)


NOTE_HINT = tr("Reason for your decision")
"""The placeholder of an empty note."""


class BoardColumn(QWidget):
    """A list under its title and count; at the foot hints, or instead of them the entry line.

    `writes_now` is emitted before that line is shown. `at_right`: the column is to the right of the text.
    """

    writes_now = Signal()

    def __init__(self, title: str, width: int, field: str, hints: QWidget, *, at_right: bool = False) -> None:
        super().__init__()
        self._at_right = at_right
        self.setFixedWidth(width)
        self.count = PlainLabel("", px=Px.ASIDE, role="text2", tabular=True)
        self.nothing = PlainLabel("", px=Px.BASE, role="text2", wrap=True, keyed=True)
        self.asked = PlainLabel("", px=Px.ASIDE, weight=600, role="text2", elide=True)
        self.field = Field(field)
        self._hint = field
        self.foot = QStackedWidget()
        self.foot.addWidget(hints)
        self.enter, self.leave = HintButton(tr("Save"), ("Return",)), HintButton(tr("Cancel"), ("Esc",))
        self.enter.clicked.connect(self.field.returnPressed)
        self.leave.clicked.connect(self.field.left)
        self._line = _stacked(self.asked, self.field, _side_by_side(self.enter, self.leave))
        self.foot.addWidget(self._line)
        self._line.setSizePolicy(_NO_ROOM)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(int(at_right), 10, int(not at_right), 10)
        self._column.setSpacing(5)
        head = QHBoxLayout()
        head.setContentsMargins(_MARGIN, 0, _MARGIN, 0)
        head.addWidget(PlainLabel(title, px=Px.LEAD, weight=600))
        head.addStretch(1)
        head.addWidget(self.count)
        self._column.addLayout(head)
        self._column.addLayout(_inset(self.nothing))

    def fill(self, view: QWidget, *below: QWidget) -> None:
        """Add the list, and the widgets between it and the foot."""
        self._column.addWidget(view, 1)
        for widget in below:
            self._column.addLayout(_inset(widget))
        self._column.addLayout(_inset(self.foot, _MARGIN - RING_ROOM))

    @property
    def writes(self) -> bool:
        """Whether the entry line is shown."""
        return self.foot.currentIndex() == 1

    def show_line(self, title: str, text: str, hint: str = "") -> None:
        """Show the entry line with this text and focus it; `hint` is its placeholder."""
        self.writes_now.emit()
        self.field.setPlaceholderText(hint or self._hint)
        self.asked.setText(title)
        set_tip(self.asked, title)
        self.field.setText(text)
        self.field.setAccessibleName(title)
        self._line.setSizePolicy(_ITS_ROOM)
        self.foot.setCurrentIndex(1)
        self.field.setFocus()

    def hide_line(self) -> None:
        """Show the hints again."""
        self.field.clear()
        self._line.setSizePolicy(_NO_ROOM)
        self.foot.setCurrentIndex(0)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), color(theme().tokens.win))
        edge = 0 if self._at_right else self.width() - 1
        painter.fillRect(edge, 0, 1, self.height(), color(theme().tokens.line))
        painter.end()


class ReadingColumn(QWidget):
    """The question with its heading, then the widgets of a subclass; also the place for notices.

    `page`: the widget that shows the current answer; `pane`: its text; `whole`: the action that shows all of
    a long question. `least`: the least width of the column in a wide window, px; a line may be longer.
    """

    page: QWidget
    pane: TextPane

    def __init__(self, margin: int, whole: str, parent: QWidget | None = None, *, least: int = _LEAST_WIDTH) -> None:
        super().__init__(parent)
        self.name = PlainLabel("", px=Px.BASE, weight=600, role="accent")
        self.series = PlainLabel("", px=Px.BASE, role="text2", elide=True)
        self.place = PlainLabel("", px=Px.BASE, role="text2", tabular=True)
        self.title = WrappedText(px=Px.QUESTION, weight=600, lines=_TITLE_LINES)
        self.more = PlainButton(tr("Whole question"), action=whole, own_click=True, quiet=True)
        self.more.clicked.connect(self.toggle_whole)
        self.title.cut_changed.connect(lambda _cut: self._offer_more())
        self._whole = False
        self.before = PlainLabel("", px=Px.ASIDE, role="text2", elide=True)
        self.banner: Banner | None = None
        self.lasting: Banner | None = None
        self.notices = QVBoxLayout()
        self.notices.setContentsMargins(RING_ROOM, 0, RING_ROOM, 0)
        self._margin, self._least, self._wide = margin, least, False
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(margin - RING_ROOM, 14, margin - RING_ROOM, 10)
        self.column.setSpacing(6)
        head = QHBoxLayout()
        head.setContentsMargins(RING_ROOM, 0, RING_ROOM, 0)
        head.setSpacing(10)
        head.addWidget(self.name)
        head.addWidget(self.series, 1)
        head.addWidget(self.place)
        self.column.addLayout(head)
        self.add(self.title)
        self.add(self.more)
        self.add(self.before)

    def add(self, widget: QWidget, stretch: int = 0) -> None:
        """Add a widget below the others; buttons with room for a focus ring go into `column` as they are."""
        self.column.addLayout(_inset(widget, RING_ROOM), stretch)

    def set_wide(self, *, wide: bool) -> None:
        """Make the column as wide as its room, or comfortable to read and centered, as on Judge."""
        self._wide = wide
        self.pane.set_wide(wide=wide)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        beside = 0 if self._wide else (self.width() - max(self._least, self.pane.measure)) // 2
        side = max(self._margin, beside) - RING_ROOM
        frame = self.column.contentsMargins()
        if frame.left() != side:
            self.column.setContentsMargins(side, frame.top(), side, frame.bottom())

    def show_heading(self, head: QuestionHeading, place: str) -> None:
        """Show the question and the position in it."""
        self.name.setText(tr("Question {question}", question=head.name))
        self.series.setText(head.series)
        text = head.text.strip()
        if text != self.title.text:
            self.title.set_text(text, px=Px.QUESTION if len(text) <= _LONG_TITLE else Px.ANSWER)
            self._show_title(whole=False)
        self.before.setText(head.before)
        self.before.setVisible(bool(head.before))
        self.place.setText(place)

    @property
    def can_open(self) -> bool:
        """Whether a part of the question is left out, or was opened."""
        return not self.more.isHidden()

    def toggle_whole(self) -> None:
        """Show the whole question, or less of it again."""
        self._show_title(whole=not self._whole)

    def _show_title(self, *, whole: bool) -> None:
        """Show all of a long question, or its beginning, which leaves room for the answers."""
        self._whole = whole
        self.title.set_lines(_ALL_LINES if whole else _TITLE_LINES)
        self.more.setText(tr("Less of the question") if whole else tr("Whole question"))
        self._offer_more()

    def _offer_more(self) -> None:
        self.more.setVisible(self._whole or self.title.is_cut)

    def notice(self, sentence: str, kind: Kind = "error", choices: Sequence[Choice] = (), *, aside: str = "") -> None:
        """Show a sentence with buttons above the question; an empty one removes the notice."""
        if self.banner is not None:
            self.notices.removeWidget(self.banner)
            self.banner.deleteLater()
            self.banner = None
        if sentence:
            self.banner = Banner(sentence, aside, choices, kind=kind)
            self.notices.addWidget(self.banner)

    def lasting_notice(self, sentence: str, aside: str) -> None:
        """Show what is asked again, or why nothing can be entered; an empty sentence removes it."""
        if self.lasting is not None:
            if self.lasting.sentence.text() == sentence:
                return
            self.notices.removeWidget(self.lasting)
            self.lasting.deleteLater()
            self.lasting = None
        if sentence:
            self.lasting = Banner(sentence, aside, (), kind="note")
            self.notices.insertWidget(0, self.lasting)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), color(theme().tokens.surf))
        painter.end()


def _stacked(*widgets: QWidget) -> QWidget:
    both = QWidget()
    column = QVBoxLayout(both)
    column.setContentsMargins(RING_ROOM, 2, RING_ROOM, 0)
    column.setSpacing(4)
    for widget in widgets:
        column.addWidget(widget)
    return both


def _side_by_side(*widgets: QWidget) -> QWidget:
    both = QWidget()
    line = QHBoxLayout(both)
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(8)
    for widget in widgets:
        line.addWidget(widget)
    line.addStretch(1)
    return both


def _inset(widget: QWidget, side: int = _MARGIN) -> QVBoxLayout:
    layout = QVBoxLayout()
    layout.setContentsMargins(side, 0, side, 0)
    layout.addWidget(widget)
    return layout
