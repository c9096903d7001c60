"""The two columns of the nugget board: the list with the line to write in, and the response."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from jurybox_gui.desks.nuggets.board_list import BoardList
from jurybox_gui.desks.nuggets.response_row import ResponseRow
from jurybox_gui.desks.nuggets.result_panel import ResultPanel
from jurybox_gui.pieces.banner import Banner
from jurybox_gui.pieces.fields import Field
from jurybox_gui.pieces.keycaps import KeyCap
from jurybox_gui.pieces.labels import PlainLabel
from jurybox_gui.pieces.text_pane import TextPane
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from jurybox.judging.nugget_work import Row
    from jurybox_gui.desks.nuggets.board_list import Item
    from jurybox_gui.pieces.banner import Kind

_LIST = 430
_BETWEEN = "\n\n"
_EMPTY = "No nugget yet. Mark words with Shift and the arrows, then Ins."


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands over a response: the question's name, its series, its text, what was asked before it."""

    name: str
    series: str
    text: str
    before: str


class NuggetColumn(QWidget):
    """Counts, the list, where the current nugget comes from, and the hints or the line to write in."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedWidth(_LIST)
        self.counts = PlainLabel("", px=Px.ASIDE, role="text2", tabular=True)
        self.board = BoardList()
        self.nothing = PlainLabel(_EMPTY, px=Px.BASE, role="text2", wrap=True)
        self.origin = PlainLabel("", px=Px.ASIDE, role="text3", elide=True)
        self.asked = PlainLabel("", px=Px.ASIDE, weight=600, role="text2")
        self.field = Field("The nugget in your own words")
        self.foot = QStackedWidget()
        self.foot.addWidget(
            _hints((("1", "0"), "yes, partial, no"), (("V",), "vital, okay"), (("Ins",), "New"))
        )
        self.foot.addWidget(_stacked(self.asked, self.field))
        self._lay_out()

    @property
    def writes(self) -> bool:
        """Whether the line to write in is shown."""
        return self.foot.currentIndex() == 1

    def show_board(self, items: list[Item], responses: int, current: int, rows: Sequence[Row]) -> None:
        """Show the list with one nugget as the current one."""
        self.board.board.set_items(items, responses)
        self.board.show_current(current)
        self.board.viewport().update()
        self.nothing.setVisible(not rows)
        vital = sum(row.importance == "vital" for row in rows)
        okay = sum(row.importance == "okay" for row in rows)
        rest = len(rows) - vital - okay
        self.counts.setText(f"{vital} vital, {okay} okay" + (f", {rest} neither yet" if rest else ""))

    def show_line(self, title: str, text: str) -> None:
        """Show the line to write in, and give it the keyboard."""
        self.asked.setText(title)
        self.field.setText(text)
        self.field.setAccessibleName(title)
        self.foot.setCurrentIndex(1)
        self.field.setFocus()

    def hide_line(self) -> None:
        """Show the hints again."""
        self.field.clear()
        self.foot.setCurrentIndex(0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground and the hairline at the right."""
        painter = QPainter(self)
        painter.fillRect(event.rect(), color(theme().tokens.win))
        painter.fillRect(self.width() - 1, 0, 1, self.height(), color(theme().tokens.line))
        painter.end()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 10, 1, 10)
        column.setSpacing(4)
        head = QHBoxLayout()
        head.setContentsMargins(16, 0, 16, 0)
        head.addWidget(PlainLabel("Nuggets", px=Px.LEAD, weight=600))
        head.addStretch(1)
        head.addWidget(self.counts)
        column.addLayout(head)
        column.addLayout(_inset(self.nothing))
        column.addWidget(self.board, 1)
        column.addLayout(_inset(self.origin))
        column.addLayout(_inset(self.foot))


class ResponseColumn(QWidget):
    """Heading, tiles, text, length and scores of one response; or all responses in one text."""

    def __init__(self, value: Callable[[int], float | None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = PlainLabel("", px=Px.BASE, weight=600, role="accent")
        self.series = PlainLabel("", px=Px.BASE, role="text2", elide=True)
        self.place = PlainLabel("", px=Px.BASE, role="text2", tabular=True)
        self.title = PlainLabel("", px=Px.QUESTION, weight=600, wrap=True)
        self.before = PlainLabel("", px=Px.ASIDE, role="text2", elide=True)
        self.tiles = ResponseRow(value)
        self.pane = TextPane("Response")
        self.results = ResultPanel()
        self.banner: Banner | None = None
        self._notices = QVBoxLayout()
        self._texts: list[str] = []
        self._lay_out()

    def show_place(
        self, head: Heading, response: int, count: int, done: Callable[[int], bool], *, reads_all: bool
    ) -> None:
        """Show which question and response this is."""
        self.name.setText(f"Question {head.name}")
        self.series.setText(head.series)
        self.title.setText(head.text)
        self.before.setText(head.before)
        self.before.setVisible(bool(head.before))
        told = f"All {count:,} responses" if reads_all else f"Response {response + 1:,} of {count:,}"
        self.place.setText(told)
        self.tiles.show_row(count, response, done)
        self.tiles.setVisible(not reads_all)
        self.results.setVisible(not reads_all)

    def set_texts(self, texts: list[str], *, from_all: bool) -> None:
        """Show a text, or several one after the other."""
        self._texts = texts
        self.pane.setAccessibleName("All responses" if from_all else "Response")
        self.pane.set_text(_BETWEEN.join(texts))

    def marked_text(self) -> str:
        """Return the words that are marked in the text, from the texts as they are stored."""
        part = self.pane.selection()
        return "" if part is None else _BETWEEN.join(self._texts)[part[0] : part[1]].strip()

    def notice(self, sentence: str, kind: Kind = "error") -> None:
        """Show a sentence above the text; an empty one takes it away."""
        if self.banner is not None:
            self._notices.removeWidget(self.banner)
            self.banner.deleteLater()
            self.banner = None
        if sentence:
            self.banner = Banner(sentence, "", (), kind=kind)
            self._notices.addWidget(self.banner)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground that is read from."""
        painter = QPainter(self)
        painter.fillRect(event.rect(), color(theme().tokens.surf))
        painter.end()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(28, 14, 28, 10)
        column.setSpacing(6)
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(self.name)
        head.addWidget(self.series, 1)
        head.addWidget(self.place)
        column.addLayout(head)
        column.addWidget(self.title)
        column.addWidget(self.before)
        column.addWidget(self.tiles)
        column.addLayout(self._notices)
        column.addWidget(self.pane, 1)
        column.addWidget(self.results)
        hints = (
            (("Shift+←", "→"), "Mark words"),
            (("Space",), "Rest is no, next"),
            (("T",), "All in one list"),
            (("N",), "Note"),
        )
        column.addWidget(_hints(*hints))


def _hints(*hints: tuple[tuple[str, ...], str]) -> QWidget:
    row = QWidget()
    line = QHBoxLayout(row)
    line.setContentsMargins(0, 4, 0, 0)
    line.setSpacing(6)
    for keys, words in hints:
        line.addWidget(KeyCap(keys))
        line.addWidget(PlainLabel(words, px=Px.ASIDE, role="text2"))
        line.addSpacing(10)
    line.addStretch(1)
    return row


def _stacked(*widgets: QWidget) -> QWidget:
    both = QWidget()
    column = QVBoxLayout(both)
    column.setContentsMargins(0, 2, 0, 0)
    column.setSpacing(4)
    for widget in widgets:
        column.addWidget(widget)
    return both


def _inset(widget: QWidget) -> QVBoxLayout:
    layout = QVBoxLayout()
    layout.setContentsMargins(16, 0, 16, 0)
    layout.addWidget(widget)
    return layout
