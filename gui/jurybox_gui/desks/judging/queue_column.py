"""The queue as a column: progress, the part shown, the questions, and the assessor's pace."""

from collections.abc import Sequence

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QPainter, QPaintEvent, QRegion, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QListView,
    QMenu,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from jurybox.judging.filters import Filter, Show
from jurybox.judging.queue import Queue, QueueProgress
from jurybox.language import grouped, tr, trc, trn
from jurybox.lists import comma_list
from jurybox_gui.tables.queue_model import QueueModel, QueueRole
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px, Tokens
from jurybox_gui.widgets.clicked_rows import ClickedRows
from jurybox_gui.widgets.fields import SearchField
from jurybox_gui.widgets.glyphs import label_colors, label_height
from jurybox_gui.widgets.hint_button import HintButton
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.painting import RIGHT, beginning, kept, paint_box, paint_line, paint_text, text_width
from jurybox_gui.widgets.progress import ProgressBar
from jurybox_gui.widgets.tips import set_tip

SHOW_NAMES: dict[Show, str] = {
    "all": tr("All answers"),
    "open": trc("state", "Open"),
    "judged": tr("Judged"),
    "deferred": tr("Deferred"),
    "cannot-tell": tr("Cannot tell"),
    "skipped": tr("Skipped"),
    "junk": tr("Junk"),
    "states": tr("Any state"),
    "noted": tr("With a note"),
    "conflicts": tr("Two labels"),
}
_LEFT, _RIGHT = 14, 14
_TICK, _STEP, _TICK_HEIGHT = 3, 5, 12
_MOST_TICKS = 8
_DOT = 7.0
"""Size of the mark of a question that was rated good, px."""
_NAME_MOST = 84
_MARGIN = 14
_SECONDS_OF_HOUR = 3600
_Index = QModelIndex | QPersistentModelIndex


class QueueColumn(QWidget):
    """The queue as a list of questions; `desk` provides the actions that choose a part and search it.

    `row_chosen(row)` is emitted when a question of the queue is clicked, `filter_chosen(show, category)`
    when a part is chosen, `searched(text)` when a search is entered or, with "", closed.
    """

    row_chosen = Signal(int)
    filter_chosen = Signal(str, object)
    searched = Signal(str)

    def __init__(self, model: QueueModel, desk: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.setFixedWidth(Grid.QUEUE)
        self.setAccessibleName(tr("Queue"))
        self.model = model
        self.list = QueueList(model, self)
        self.list.clicked.connect(self._clicked)
        self.count = PlainLabel("", px=Px.ASIDE, role="text2", tabular=True)
        self.bar = ProgressBar()
        self.part = HintButton(tr("All answers"), action=f"{desk}.filter", cap_last=True)
        self.name = PlainLabel("", px=Px.ASIDE, role="text2", elide=True)
        self.order = PlainLabel("", px=Px.ASIDE, role="accent", wrap=True, keyed=True)
        self.order.hide()
        self.standing = PlainLabel("", px=Px.ASIDE, role="text2", wrap=True)
        self.standing.hide()
        self.search = SearchField(tr("Search the queue, then Enter"), action=f"{desk}.search")
        self.search.returnPressed.connect(lambda: self.searched.emit(self.search.text().strip()))
        self.run_search = HintButton(tr("Search the queue"), ("Return",))
        self.search.textEdited.connect(lambda text: self.run_search.setVisible(bool(text.strip())))
        self.run_search.clicked.connect(self.search.returnPressed)
        self.run_search.hide()
        self.searched.connect(lambda _query: self.run_search.hide())
        self.search.left.connect(self.close_search)
        self.search.hide()
        self.empty = PlainLabel("", px=Px.ASIDE, role="text2", wrap=True, keyed=True)
        self.empty.hide()
        self.pace = PaceRow()
        self._filter = Filter()
        self._categories: tuple[str, ...] = ()
        self._build()

    def show_queue(self, queue: Queue | None, categories: tuple[str, ...], name: str, query: str = "") -> None:
        """Show another queue, or this one under another filter; `query` is the search behind its hits."""
        self._categories = categories
        self._filter = queue.filter if queue is not None else Filter()
        self.name.setText(name)
        set_tip(self.name, name)
        self.part.set_text(self._part_name())
        if self._filter.hits is None and not self.search.hasFocus():
            self.search.clear()
            self.search.hide()
        elif self._filter.hits is not None and not self.search.hasFocus():
            self.search.setText(query)
            self.search.show()
        nothing = queue is not None and len(queue) > 0 and not len(queue.rows)
        self.empty.setText(
            tr(
                "No answers in “{part}”. Press {{{desk}.filter}} to show others.",
                part=self._part_name(),
                desk=self._desk,
            )
        )
        self.empty.setVisible(nothing)
        self.list.setVisible(not nothing)

    def show_order(self, order: str, method: str, standing: str = "") -> None:
        """Show the order of open answers, or why there is no other; `method` in full as a tip, if in use.

        `standing`: which answer is proposed and why, and how certain the ranking is.
        """
        self.standing.setText(standing)
        self.standing.setVisible(bool(standing) and self._desk == "judge")
        if method and self._desk == "judge":
            self.order.setText(tr("{order}. {{judge.settle}}: plain order", order=order))
        elif method:  # on a board the same key has another action
            self.order.setText(tr("{order}. {{judge.settle}} on Judge: plain order", order=order))
        else:
            self.order.setText(order)
        self.order.setVisible(bool(order))
        set_tip(self.order, method)

    def show_progress(self, progress: QueueProgress | None) -> None:
        """Show how many answers are done."""
        done, total = (0, 0) if progress is None else (progress.done, progress.total)
        self.count.setText(tr("{done:,} of {total:,}", done=done, total=total) if total else "")
        self.bar.set_progress(done, total)
        set_tip(self.count, "" if progress is None else progress_text(progress))

    def show_row(self, row: int | None) -> None:
        """Mark a row of the queue and scroll it into view."""
        row = None if row is None else self.model.line_of(row)
        if row is None:
            self.list.clearSelection()
            self.list.setCurrentIndex(QModelIndex())
        elif self.list.currentIndex().row() != row:
            self.list.setCurrentIndex(self.model.index(row))
            self.list.bring_into_view(row)

    def show_searching(self, text: str) -> None:
        """Show that a search is running."""
        self.part.set_text(f"{text}\u2026")

    def choose_part(self) -> None:
        """Open the menu of parts; the one shown is checked."""
        menu = QMenu(self)
        for show, text in SHOW_NAMES.items():
            self._choice(menu, text, show, self._filter.category)
        if self._categories:
            menu.addSeparator()
            self._choice(menu, tr("All categories"), self._filter.show, None)
            for category in self._categories[:40]:
                self._choice(menu, category, self._filter.show, category)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.part.mapToGlobal(self.part.rect().bottomLeft()))

    def open_search(self) -> None:
        """Show the search field and focus it."""
        self.search.show()
        self.search.setFocus()
        self.search.selectAll()

    def close_search(self) -> None:
        """Hide the search field and show the queue by its filter again."""
        self.search.clear()
        self.search.hide()
        self.searched.emit("")

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens = theme().tokens
        painter = QPainter(self)
        painter.fillRect(self.rect(), tokens.win)
        right = self.width() - 0.5
        paint_line(painter, QPointF(right, 0), QPointF(right, self.height()), tokens.line)
        painter.end()

    def _build(self) -> None:
        head = QHBoxLayout()
        head.addWidget(PlainLabel(tr("Queue"), weight=600, elide=True), 1)
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
        top.addWidget(self.standing)
        top.addWidget(self.search)
        top.addWidget(self.run_search)
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

    def _part_name(self) -> str:
        parts = [SHOW_NAMES[self._filter.show]] if self._filter.show != "all" else []
        if self._filter.category is not None:
            parts.append(self._filter.category[:16])
        if self._filter.hits is not None:
            parts.append(tr("Found"))
        return comma_list(parts) or SHOW_NAMES["all"]

    def _clicked(self, index: QModelIndex) -> None:
        row = self.model.row_at(index.row())
        if row is not None:
            self.row_chosen.emit(row)


class QueueList(ClickedRows, QListView):
    """The list itself; it never takes the focus: the arrow keys move between answers."""

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
        self.setAccessibleName(tr("Questions"))
        # It paints its own background, so that scrolling moves the pixels: only rows that come into view are
        # painted.
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def dataChanged(self, first: _Index, last: _Index, roles: Sequence[int] = (), /) -> None:
        # Repaint the one row that changed; Qt would lay out all rows again, though all are equally high.
        if first == last:
            self.update(self.model().index(first.row(), 0))
        else:
            super().dataChanged(first, last, roles)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), color(theme().tokens.win))
        painter.end()
        self.delegate.region = event.region()
        super().paintEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        # Keep the current row in view, scrolled as if the list had always had this height. Otherwise the position would
        # depend on whether the height or the row was set first. If the assessor scrolled away from the row, the list
        # stays where it is.
        current = self.currentIndex()
        before = QRect(QPoint(), event.oldSize())
        seen = not before.isValid() or before.intersects(self.visualRect(current))
        super().resizeEvent(event)
        self._end_with_whole_row()
        if seen and current.isValid() and event.size().height() != event.oldSize().height():
            self.scrollToTop()
            self.bring_into_view(current.row())

    def _end_with_whole_row(self) -> None:
        room, rows = self.height(), self.model().rowCount()
        rest = room % Grid.ROW_QUEUE if Grid.ROW_QUEUE < room < rows * Grid.ROW_QUEUE else 0
        if rest != self.viewportMargins().bottom():
            self.setViewportMargins(0, 0, 0, rest)

    def bring_into_view(self, row: int) -> None:
        """Scroll a row into view together with a few rows around it."""
        room = self.viewport().height() // Grid.ROW_QUEUE
        margin = min(4, max(0, room // 3))
        last = self.model().rowCount() - 1
        for near in (max(0, row - margin), min(last, row + margin)):
            self.scrollTo(self.model().index(near, 0), QListView.ScrollHint.EnsureVisible)


def progress_text(progress: QueueProgress) -> str:
    """Return every count of a queue as one line."""
    shown = [
        trn("{n} judged", "{n} judged", progress.judged) if progress.judged else "",
        trn("{n} open", "{n} open", progress.open) if progress.open else "",
        trn("{n} deferred", "{n} deferred", progress.deferred) if progress.deferred else "",
        trn("{n} cannot tell", "{n} cannot tell", progress.cannot_tell) if progress.cannot_tell else "",
        trn("{n} junk", "{n} junk", progress.junk) if progress.junk else "",
        trn("{n} skipped", "{n} skipped", progress.skipped) if progress.skipped else "",
        trn("{n} with two labels", "{n} with two labels", progress.conflicts) if progress.conflicts else "",
    ]
    return comma_list(filter(None, shown)) or tr("Nothing to judge")


class QueueDelegate(QStyledItemDelegate):
    """Paints one row; finished questions are dimmed, the current one has a bar on its left."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.name_width = 32.0
        self.region = QRegion()
        """What is to be painted of the list; Qt asks for every row from its top to its bottom."""

    def measure(self, names: list[str]) -> None:
        """Reserve for the numbers the width of the widest of these."""
        face = font(Px.BASE, 600, tabular=True)
        widest = max((text_width(name[:40], face) for name in names), default=32.0)
        self.name_width = min(float(_NAME_MOST), widest)

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        del option, index
        return QSize(120, Grid.ROW_QUEUE)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        if not self.region.intersects(option.rect):
            return
        tokens = theme().tokens
        box = QRectF(option.rect)
        state = option.state
        heading = index.data(QueueRole.HEADING)
        if heading is not None:
            paint_heading(painter, box, str(heading), tokens)
            return
        current = bool(state & QStyle.StateFlag.State_Selected)
        with kept(painter):
            if current:
                paint_box(painter, box.adjusted(6, 1, -6, -1), Grid.R_FIELD, tokens.accsoft)
                paint_box(painter, QRectF(0, box.top() + 4, 3, box.height() - 8), 1.5, tokens.accent)
            elif state & QStyle.StateFlag.State_MouseOver:
                paint_box(painter, box.adjusted(6, 1, -6, -1), Grid.R_FIELD, tokens.hover)
            right = self._paint_ticks(painter, box, index.data(QueueRole.LABELS), tokens)
            if index.data(QueueRole.GOOD):
                right -= _DOT + 5
                dot = QRectF(right, box.center().y() - _DOT / 2, _DOT, _DOT)
                paint_box(painter, dot, _DOT / 2, label_colors("A", tokens).color)
            self._paint_words(painter, box, right, index, current=current)

    def _paint_words(self, painter: QPainter, box: QRectF, right: float, index: _Index, *, current: bool) -> None:
        tokens = theme().tokens
        weight = 600 if current else 400
        name = QRectF(_LEFT, box.top(), self.name_width + 1, box.height())
        ink = tokens.accent if current else tokens.text3
        paint_text(painter, name, index.data(QueueRole.NAME), font(Px.BASE, weight, tabular=True), ink)
        room = QRectF(name.right() + 8, box.top(), max(0.0, right - 6 - name.right() - 8), box.height())
        ink = tokens.text if current or not index.data(QueueRole.DONE) else tokens.text3
        title = str(index.data(QueueRole.TITLE))
        paint_text(painter, room, title, font(Px.BASE, weight), ink, beginning(title))

    def _paint_ticks(self, painter: QPainter, box: QRectF, labels: tuple[str, ...], tokens: Tokens) -> float:
        """Paint the ticks on the right, or a count if there are too many; return their left edge."""
        right = box.right() - _RIGHT
        if len(labels) > _MOST_TICKS:
            judged = sum(label not in {"", "conflict", "deferred"} for label in labels)
            words, face = f"{judged}/{len(labels)}", font(Px.CAP, tabular=True)
            wide = text_width(words, face)
            paint_text(painter, QRectF(right - wide, box.top(), wide, box.height()), words, face, tokens.text3, RIGHT)
            return right - wide
        left = right - len(labels) * _STEP + (_STEP - _TICK)
        foot = round(box.center().y() + _TICK_HEIGHT / 2)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        for n, label in enumerate(labels):
            paint_tick(painter, left + n * _STEP, foot, label, tokens)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        return left


def paint_heading(painter: QPainter, box: QRectF, text: str, tokens: Tokens) -> None:
    """Paint the name of the group of the rows below."""
    with kept(painter):
        room = box.adjusted(_LEFT, 4, -_RIGHT, 0)
        paint_text(painter, room, text, font(Px.ASIDE, 600), tokens.text2)


def paint_tick(painter: QPainter, left: float, foot: float, label: str, tokens: Tokens) -> None:
    """Paint one label: its glyph, or a bar as high as the label is good, or a dot while it is open."""
    share = label_height(label)
    painter.setPen(Qt.PenStyle.NoPen)
    if share is None:
        code = {"conflict": tokens.bad, "deferred": tokens.mid}.get(label, tokens.ctl)
        painter.fillRect(QRectF(left, foot - 2, _TICK - 1, 2), color(code))
        return
    height = max(2, round(_TICK_HEIGHT * share))
    painter.fillRect(QRectF(left, foot - height, _TICK, height), color(label_colors(label, tokens).color))


class PaceRow(QWidget):
    """Three figures at the foot: judged today, labels per hour, time left."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._figures: tuple[tuple[str, str], ...] = ()

    @property
    def figures(self) -> tuple[tuple[str, str], ...]:
        """The figures shown, as (figure, what it counts)."""
        return self._figures

    def set_pace(self, today: int, per_hour: float | None, seconds_left: float | None) -> None:
        """Show the pace; an unknown figure is a dash."""
        self._figures = (
            (grouped(today), tr("today")),
            ("–" if per_hour is None else grouped(per_hour, ".0f"), tr("per hour")),
            ("–" if seconds_left is None else duration_text(seconds_left), trc("time", "left")),
        )
        self.setAccessibleName(comma_list(" ".join(pair) for pair in self._figures))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(Grid.QUEUE, 70)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens = theme().tokens
        painter = QPainter(self)
        paint_line(painter, QPointF(0, 0.5), QPointF(self.width(), 0.5), tokens.line)
        step = (self.width() - 2 * _MARGIN) / 3
        for n, (figure, words) in enumerate(self._figures):
            room = QRectF(_MARGIN + n * step, 9, step, 20)
            paint_text(painter, room, figure, font(Px.FIGURE, 600, tabular=True), tokens.text)
            paint_text(painter, room.translated(0, 20), words, font(Px.ASIDE), tokens.text2)
        painter.end()


def duration_text(seconds: float) -> str:
    """Return a duration as people write it: `40 min`, `2.1 h`, `44 h`."""
    if seconds < _SECONDS_OF_HOUR:
        return tr("{minutes} min", minutes=max(1, round(seconds / 60))) if seconds else "0"
    hours = seconds / _SECONDS_OF_HOUR
    return tr("{hours} h", hours=f"{hours:.1f}" if hours < 10 else grouped(hours, ".0f"))
