"""The left column: progress, what part of the queue is shown, the questions, and the pace."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QListView, QMenu, QSizePolicy, QVBoxLayout, QWidget

from jurybox.judging.filters import Filter, Show
from jurybox.judging.queue import Queue, QueueProgress
from jurybox_gui.desks.pace_row import PaceRow
from jurybox_gui.desks.queue_delegate import QueueDelegate
from jurybox_gui.tables.queue_model import QueueModel
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.fields import SearchField
from jurybox_gui.widgets.hint_button import HintButton
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.painting import paint_line
from jurybox_gui.widgets.progress import ProgressBar
from jurybox_gui.widgets.tips import set_tip

SHOW_NAMES: dict[Show, str] = {
    "all": "All answers",
    "open": "Open",
    "judged": "Judged",
    "deferred": "Deferred",
    "cannot-tell": "Cannot tell",
    "skipped": "Skipped",
    "junk": "Junk",
    "states": "Any state",
    "noted": "With a note",
    "conflicts": "Two labels",
}
_MARGIN = 14
_Index = QModelIndex | QPersistentModelIndex


class QueueColumn(QWidget):
    """The queue as a list of questions; `desk` is the one whose actions show a part of it and search it.

    `row_chosen(row)` is emitted when a question of the queue is clicked, `filter_chosen(show, category)`
    when a part is chosen, `searched(text)` when a search is entered or, with "", closed.
    """

    row_chosen = Signal(int)
    filter_chosen = Signal(str, object)
    searched = Signal(str)

    def __init__(self, model: QueueModel, desk: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.without: frozenset[Show] = frozenset()
        """Parts that are not offered."""
        self.setFixedWidth(Grid.QUEUE)
        self.setAccessibleName("Queue")
        self.model = model
        self.list = QueueList(model, self)
        self.list.clicked.connect(self._clicked)
        self.count = PlainLabel("", px=Px.ASIDE, role="text2", tabular=True)
        self.bar = ProgressBar()
        self.part = HintButton("All answers", action=f"{desk}.filter", cap_last=True)
        self.name = PlainLabel("", px=Px.ASIDE, role="text2", elide=True)
        self.order = PlainLabel("", px=Px.ASIDE, role="accent", wrap=True, keyed=True)
        self.order.hide()
        self.search = SearchField("Find in the queue", action=f"{desk}.search")
        self.search.returnPressed.connect(lambda: self.searched.emit(self.search.text().strip()))
        self.search.left.connect(self.close_search)
        self.search.hide()
        self.empty = PlainLabel("", px=Px.ASIDE, role="text2", wrap=True, keyed=True)
        self.empty.hide()
        self.pace = PaceRow()
        self._filter = Filter()
        self._categories: tuple[str, ...] = ()
        self._build()

    def show_queue(self, queue: Queue | None, categories: tuple[str, ...], name: str) -> None:
        """Show another queue, or this one under another filter."""
        self._categories = categories
        self._filter = queue.filter if queue is not None else Filter()
        self.name.setText(name)
        set_tip(self.name, name)
        self.part.set_text(self._told())
        if self._filter.hits is None and not self.search.hasFocus():
            self.search.clear()
            self.search.hide()
        nothing = queue is not None and len(queue) > 0 and not len(queue.rows)
        self.empty.setText(
            f"No answers here: {self._told().lower()}. Press {{{self._desk}.filter}} to show others."
        )
        self.empty.setVisible(nothing)
        self.list.setVisible(not nothing)

    def show_order(self, told: str, method: str) -> None:
        """Say in which order open answers come, or why in no other; `method` in full as a tip, where on."""
        self.order.setText(f"{told}. {{judge.settle}}: plain order" if method else told)
        self.order.setVisible(bool(told))
        set_tip(self.order, method)

    def show_progress(self, progress: QueueProgress | None) -> None:
        """Show how many answers are done."""
        done, total = (0, 0) if progress is None else (progress.done, progress.total)
        self.count.setText(f"{done:,} of {total:,}" if total else "")
        self.bar.set_progress(done, total)
        set_tip(self.count, "" if progress is None else progress_told(progress))

    def show_row(self, row: int | None) -> None:
        """Mark a row of the queue and bring it into view."""
        row = None if row is None else self.model.line_of(row)
        if row is None:
            self.list.clearSelection()
            self.list.setCurrentIndex(QModelIndex())
        elif self.list.currentIndex().row() != row:
            self.list.setCurrentIndex(self.model.index(row))
            self.list.bring_into_view(row)

    def show_searching(self, text: str, done: int, total: int) -> None:
        """Say that a search is running."""
        del done, total
        self.part.set_text(f"{text}\u2026")

    def choose_part(self) -> None:
        """Open the menu of the parts that can be shown; what is shown is checked."""
        menu = QMenu(self)
        for show, text in SHOW_NAMES.items():
            if show in self.without:
                continue
            self._choice(menu, text, show, self._filter.category)
        if self._categories:
            menu.addSeparator()
            self._choice(menu, "All categories", self._filter.show, None)
            for category in self._categories[:40]:
                self._choice(menu, category, self._filter.show, category)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.part.mapToGlobal(self.part.rect().bottomLeft()))

    def open_search(self) -> None:
        """Show the search field and give it the keyboard."""
        self.search.show()
        self.search.setFocus()
        self.search.selectAll()

    def close_search(self) -> None:
        """Take the search field away and show what the filter shows."""
        self.search.clear()
        self.search.hide()
        self.searched.emit("")

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground and the hairline at the right."""
        del event
        tokens = theme().tokens
        painter = QPainter(self)
        painter.fillRect(self.rect(), tokens.win)
        right = self.width() - 0.5
        paint_line(painter, QPointF(right, 0), QPointF(right, self.height()), tokens.line)
        painter.end()

    def _build(self) -> None:
        head = QHBoxLayout()
        head.addWidget(PlainLabel("Queue", weight=600))
        head.addStretch(1)
        head.addWidget(self.count)
        below = QHBoxLayout()
        below.setSpacing(8)
        below.addWidget(self.name, 1)
        below.addWidget(self.part)
        top = QVBoxLayout()
        top.setContentsMargins(_MARGIN, 12, _MARGIN, 0)
        top.setSpacing(6)
        top.addLayout(head)
        top.addWidget(self.bar)
        top.addLayout(below)
        top.addWidget(self.order)
        top.addWidget(self.search)
        top.addWidget(self.empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 1, 0)
        column.setSpacing(6)
        column.addLayout(top)
        column.addWidget(self.list, 1)
        column.addStretch(0)
        column.addWidget(self.pace)

    def _choice(self, menu: QMenu, text: str, show: Show, category: str | None) -> None:
        action = menu.addAction(text.replace("&", "&&"))
        action.setCheckable(True)
        action.setChecked((show, category) == (self._filter.show, self._filter.category))
        action.triggered.connect(lambda _on: self.filter_chosen.emit(show, category))

    def _told(self) -> str:
        parts = [SHOW_NAMES[self._filter.show]] if self._filter.show != "all" else []
        if self._filter.category is not None:
            parts.append(self._filter.category[:16])
        if self._filter.hits is not None:
            parts.append("Found")
        return ", ".join(parts) or SHOW_NAMES["all"]

    def _clicked(self, index: QModelIndex) -> None:
        row = self.model.row_at(index.row())
        if row is not None:
            self.row_chosen.emit(row)


class QueueList(QListView):
    """The list itself; it never takes the keyboard, whose arrows move between answers."""

    def __init__(self, model: QueueModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModel(model)
        self.delegate = QueueDelegate(self)
        self.setItemDelegate(self.delegate)
        self.setUniformItemSizes(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, on=False)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName("Questions")
        self.viewport().setAutoFillBackground(False)

    def dataChanged(self, first: _Index, last: _Index, roles: Sequence[int] = (), /) -> None:
        """Paint the one row that changed; Qt would lay all rows out again, though all are equally high."""
        if first == last:
            self.update(self.model().index(first.row(), 0))
        else:
            super().dataChanged(first, last, roles)

    def bring_into_view(self, row: int) -> None:
        """Scroll a row into view with a few rows around it, as far as there are any."""
        room = self.viewport().height() // Grid.ROW_QUEUE
        margin = min(4, max(0, room // 3))
        last = self.model().rowCount() - 1
        for near in (max(0, row - margin), min(last, row + margin)):
            self.scrollTo(self.model().index(near, 0), QListView.ScrollHint.EnsureVisible)


def progress_told(progress: QueueProgress) -> str:
    """Return every count of a queue as one line."""
    counts = {
        "judged": progress.judged,
        "open": progress.open,
        "deferred": progress.deferred,
        "cannot tell": progress.cannot_tell,
        "junk": progress.junk,
        "skipped": progress.skipped,
        "with two labels": progress.conflicts,
    }
    return ", ".join(f"{count:,} {word}" for word, count in counts.items() if count) or "Nothing to judge"
