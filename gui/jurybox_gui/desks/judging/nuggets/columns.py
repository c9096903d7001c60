"""The two columns of the nugget board: the list with the entry line, and the response."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from jurybox.judging.nugget_work import ResponseMatches
from jurybox.label_schemes import SUPPORT
from jurybox.language import tr, trn
from jurybox_gui.desks.judging.board_columns import BoardColumn, QuestionHeading, ReadingColumn
from jurybox_gui.desks.judging.nuggets.board_list import BoardLine, BoardList
from jurybox_gui.desks.judging.nuggets.margin import MarginNumbers, Quote
from jurybox_gui.desks.judging.nuggets.response_row import ResponseRow
from jurybox_gui.desks.judging.nuggets.result_panel import ResultPanel
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.focus import RING_ROOM
from jurybox_gui.widgets.hairline import Hairline
from jurybox_gui.widgets.hint_row import HintRow
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.text_pane import TextPane
from jurybox_gui.widgets.tips import set_tip

_LIST = 430
_BETWEEN = "\n\n"
_LOW, _TEXT = 560, 30
_EMPTY = tr("No nugget yet. Mark words with the mouse or {nuggets.more_words}, then press {nuggets.new}.")
_NUMBERS = tr("{nuggets.match1} to {nuggets.match9} and {nuggets.match0} match the nugget with that number.")
_MERGING = tr("Choose another nugget and press {nuggets.merge}. The one marked “merge” keeps its wording.")
_KEYS = (
    ("nuggets.next", tr("Next open")),
    ("nuggets.rest", tr("Mark the rest “no” and continue")),
    (("nuggets.left", "nuggets.right"), tr("Response")),
)
_MORE_KEYS = (
    ("nuggets.note", tr("Note")),
    ("nuggets.note_last", tr("Note on last")),
    ("edit.undo", tr("Undo")),
    ("nuggets.all", tr("All in one list")),
    (("nuggets.last_question", "nuggets.next_question"), tr("Question")),
)
_QUEUE = ("nuggets.queue", tr("Queue"))


class NuggetColumn(BoardColumn):
    """Counts, the list, the origin of the current nugget, and the hints or the entry line."""

    def __init__(self) -> None:
        matches = HintRow(
            *((f"nuggets.{choice.word}", tr(choice.name)) for choice in SUPPORT.labels), ("nuggets.clear", tr("Clear"))
        )
        self._more = HintRow(
            ("nuggets.vote", tr("Vital or okay")),
            ("nuggets.new", tr("New")),
            ("nuggets.edit", tr("Edit")),
            ("nuggets.split", tr("Split")),
            ("nuggets.merge", tr("Merge")),
            ("nuggets.delete", tr("Delete")),
            ("nuggets.history", tr("History")),
            above=0,
        )
        keys = QWidget()
        rows = QVBoxLayout(keys)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        self._numbers = PlainLabel(_NUMBERS, px=Px.ASIDE, role="text2", elide=True, keyed=True)
        self._numbers.setContentsMargins(RING_ROOM, 0, RING_ROOM, 0)
        rows.addWidget(self._numbers)
        rows.addWidget(matches)
        rows.addWidget(self._more)
        super().__init__(tr("Nuggets"), _LIST, tr("The nugget in your own words"), keys)
        self.board = BoardList()
        self.origin = PlainLabel("", px=Px.ASIDE, role="text3", elide=True)
        self.merging = PlainLabel(_MERGING, px=Px.ASIDE, role="accent", wrap=True, keyed=True)
        self.merging.hide()
        self.nothing.setText(_EMPTY)
        self.fill(self.board, Hairline(), self.merging, self.origin)

    def resizeEvent(self, event: QResizeEvent) -> None:
        # In a low window give the space of the last hints to the list; their actions are in the menus.
        super().resizeEvent(event)
        self._more.setVisible(self.height() >= _LOW)
        self._numbers.setVisible(self.height() >= _LOW)
        self.board.set_low(low=self.height() < _LOW)

    def show_origin(self, words: str, *, merging: bool) -> None:
        """Show the origin of the current nugget, or during a merge which nugget is kept."""
        self.origin.setText(words)
        set_tip(self.origin, words)
        self.origin.setVisible(not merging)
        self.merging.setVisible(merging)

    def show_board(self, items: list[BoardLine], responses: int, current: int, rows: Sequence[ResponseMatches]) -> None:
        """Show the list with one nugget as the current one."""
        self.board.show_items(items, responses, current)
        self.nothing.setVisible(not rows)
        vital = sum(row.importance == "vital" for row in rows)
        okay = sum(row.importance == "okay" for row in rows)
        rest = len(rows) - vital - okay
        self.count.setText(
            tr("{vital} vital, {okay} okay, {rest} not voted", vital=vital, okay=okay, rest=rest)
            if rest
            else tr("{vital} vital, {okay} okay", vital=vital, okay=okay)
        )


class ResponseColumn(ReadingColumn):
    """Heading, tiles, text, length and scores of one response; or all responses in one text."""

    def __init__(self, value: Callable[[int], float | None]) -> None:
        super().__init__(28, "nuggets.whole")
        self.tiles = ResponseRow(value)
        self.pane = TextPane(tr("Response"))
        self.pane.marks_words = True
        self.pane.setMinimumHeight(_TEXT)
        # The text gives way to notices, which stay whole.
        self.pane.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.page = self.pane.viewport()
        self.results = ResultPanel()
        self._texts: list[str] = []
        self.add(self.tiles)
        self.column.addLayout(self.notices)
        self.numbers = MarginNumbers(self.pane)
        beside = QHBoxLayout()
        beside.setContentsMargins(RING_ROOM, 0, RING_ROOM, 0)
        beside.setSpacing(4)
        beside.addWidget(self.pane, 1)
        beside.addWidget(self.numbers)
        self.column.addLayout(beside, 1)
        self.add(self.results)
        hints = HintRow(*_KEYS)
        self._more = [hints.add(actions, words) for actions, words in _MORE_KEYS]
        hints.add(*_QUEUE)
        self.column.addWidget(hints)

    def resizeEvent(self, event: QResizeEvent) -> None:
        # In a low window give the space of the last hints to the text; their actions are in the menus.
        super().resizeEvent(event)
        for hint in self._more:
            hint.setVisible(self.height() >= _LOW)
        self.results.set_low(low=self.height() < _LOW)
        self.tiles.set_low(low=self.height() < _LOW)

    @property
    def is_low(self) -> bool:
        """Whether there is little room."""
        return self.height() < _LOW

    def show_quotes(self, quotes: Sequence[Quote]) -> None:
        """Show the quoted words in the text, and beside them the numbers of their nuggets."""
        self.pane.set_spans([one.span for one in quotes])
        self.numbers.show_quotes(quotes)

    def show_place(
        self, head: QuestionHeading, response: int, count: int, done: Callable[[int], bool], *, reads_all: bool
    ) -> None:
        """Show the question and the position of the response."""
        position = (
            trn("All {n} response", "All {n} responses", count)
            if reads_all
            else tr("Response {n:,} of {count:,}", n=response + 1, count=count)
        )
        self.show_heading(head, position)
        self.tiles.show_row(count, response, done)
        self.tiles.setVisible(not reads_all)

    def set_texts(self, texts: list[str], *, from_all: bool) -> None:
        """Show a text, or several one after the other."""
        self._texts = texts
        self.pane.setAccessibleName(tr("All responses") if from_all else tr("Response"))
        self.pane.set_text(_BETWEEN.join(texts))

    def marked_text(self) -> str:
        """Return the words selected in the text, as they are stored."""
        part = self.pane.selection()
        return "" if part is None else _BETWEEN.join(self._texts)[part[0] : part[1]].strip()
