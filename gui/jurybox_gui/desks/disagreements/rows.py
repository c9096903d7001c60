"""The list of disagreements: a painted row each, with the runs that could swap and the effect on a score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from jurybox.analysis.disagreements.disputes import Dispute
from jurybox.language import grouped, tr
from jurybox.lists import comma_list
from jurybox.results.cells import score_text
from jurybox.wording import count_of
from jurybox_gui.desks.disagreements.wording import WORDING
from jurybox_gui.tables.dispute_list import DisputeList
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.clicked_rows import ClickedRows
from jurybox_gui.widgets.cut_tips import tell
from jurybox_gui.widgets.glyphs import paint_label_glyph
from jurybox_gui.widgets.painting import LEFT, RIGHT, kept, one_line, paint_text, text_width
from jurybox_gui.widgets.runmarks import paint_run_marker

_Index = QModelIndex | QPersistentModelIndex
_RANKS, _MARKS, _MARK_STEP = 62, 60, 16
_NAME, _NUMBER, _BAR = 74, 52, 44
_NARROW = 560
"""Below this width, px, a row has no bar beside its number, and no markers beside ranks."""
_EDGE = Grid.TABLE_MARGIN
_TILE, _STEP = 16, 19
_TILES = 6
_HEAD = 34
_SWAP, _COULD_SWAP, _QUESTION, _TEXT = tr("Swap"), tr("Could swap"), tr("Question"), tr("Text")
_DECIDED = "yes"
"""The tile of a decision without a glyph."""
_NAMED = 3
"""The most pairs of runs that are named."""
_WAYS = "no"
"""The tile beside the number of ways in which assessors grouped answers."""


class RowTexts(NamedTuple):
    """Provides rows with texts and names; also whether they are sorted by size instead of effect.

    `view` and `decision` return an assessor's label and the decision in full, `glyph` its glyph; `run` the
    name of a run, `rank` its present rank (0: none).
    """

    text: Callable[[Dispute], str]
    name: Callable[[int], str]
    by_size: Callable[[], bool]
    view: Callable[[Dispute, str], str]
    decision: Callable[[Dispute, str], str]
    glyph: Callable[[Dispute, str], str]
    run: Callable[[int], str]
    rank: Callable[[int], int]

    def swaps(self, dispute: Dispute) -> str:
        """Return which runs a decision could swap, the first pairs by name and rank; "" for none."""
        if not dispute.flips:
            return ""
        named = [
            tr(
                "{below} (rank {below_rank}) over {above} (rank {above_rank})",
                below=self.run(below),
                below_rank=self.rank(below),
                above=self.run(above),
                above_rank=self.rank(above),
            )
            for above, below in dispute.pairs
        ]
        listed, more = comma_list(named[:_NAMED]), len(named) - _NAMED
        if more > 0:
            listed = tr("{pairs} and {more:,} more", pairs=listed, more=more)
        return tr("could swap {pairs} of runs: {listed}", pairs=count_of(dispute.flips, "pair"), listed=listed)

    def value(self, dispute: Dispute) -> float:
        """Return the length of its bar: its size if sorted by size, else its effect on a score."""
        return dispute.size if self.by_size() else dispute.effect


class DisputeView(ClickedRows, QListView):
    """Shows the rows; emits `chosen(row)` on a click, `opened(row)` on a double click.

    `parted`: whether a line separates the rows in which a decision could swap two runs from those below.
    """

    chosen = Signal(int)
    opened = Signal(int)

    def __init__(self, texts: RowTexts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.texts = texts
        self.list = DisputeList(self._words, self)
        self.setModel(self.list)
        self._painter = _Painter(self)
        self.setItemDelegate(self._painter)
        self.setUniformItemSizes(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSelectionMode(QListView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(tr("Disagreements"))
        self.most = 0.0
        self.parted = False
        self.clicked.connect(lambda index: self.chosen.emit(index.row()))
        self.doubleClicked.connect(lambda index: self.opened.emit(index.row()))
        self.list.modelReset.connect(self._end_whole)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._end_whole()

    def _end_whole(self) -> None:
        room, high = self.height(), Grid.ROW_DISPUTES
        rest = room % high if high < room < self.list.rowCount() * high else 0
        if rest != self.viewportMargins().bottom():
            self.setViewportMargins(0, 0, 0, rest)

    @property
    def current(self) -> Dispute | None:
        """The selected row."""
        at = self.currentIndex().row()
        return self.list.disputes[at] if 0 <= at < len(self.list.disputes) else None

    @property
    def is_narrow(self) -> bool:
        """Whether rows are too narrow for bars and markers that repeat a number or a rank."""
        return self.viewport().width() < _NARROW

    def go(self, row: int) -> None:
        """Select a row; -1 selects none."""
        index = self.list.index(row) if row >= 0 else QModelIndex()
        self.setCurrentIndex(index)
        if row >= 0:
            self.scrollTo(index)
        self.viewport().update()

    def measure_bars(self) -> None:
        """Scale the bars so that the longest shows the largest value listed."""
        self.most = max(map(self.texts.value, self.list.disputes), default=0.0)
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), color(theme().tokens.surf))
        painter.end()
        super().paintEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            index = self.indexAt(event.pos())
            words = self.texts.swaps(self.list.disputes[index.row()]) if index.isValid() else ""
            return tell(event, words[:1].upper() + words[1:], self.viewport())
        return super().viewportEvent(event)

    def _words(self, dispute: Dispute) -> str:
        texts = self.texts
        parts = [
            WORDING[dispute.what].one,
            one_line(texts.text(dispute)),
            *(texts.view(dispute, label) for _, label in dispute.labels),
            tr("settled: {decision}", decision=texts.decision(dispute, dispute.settled)) if dispute.settled else "",
            texts.swaps(dispute),
            tr("question {name}", name=texts.name(dispute.question)),
        ]
        return comma_list(filter(None, parts))


class _Painter(QStyledItemDelegate):
    """Paints a row."""

    def __init__(self, view: DisputeView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        del index
        return QSize(option.rect.width(), Grid.ROW_DISPUTES)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        model, box = index.model(), QRectF(option.rect)
        if not isinstance(model, DisputeList):
            return
        tokens, view = theme().tokens, self._view
        with kept(painter):
            if view.currentIndex() == index:
                painter.fillRect(box.adjusted(0, 0, 0, -1), color(tokens.accsoft))
                painter.fillRect(QRectF(box.left(), box.top(), 3, box.height() - 1), color(tokens.accent))
            is_last = view.parted and index.row() + 1 == model.swapping < model.rowCount()
            edge = 0 if is_last else _EDGE
            foot = QRectF(box.left() + edge, box.bottom() - 1, box.width() - 2 * edge, 1)
            painter.fillRect(foot, color(tokens.text2 if is_last else tokens.line))
            self._dispute(painter, box, model.disputes[index.row()])

    def _dispute(self, painter: QPainter, box: QRectF, dispute: Dispute) -> None:
        tokens, texts, narrow = theme().tokens, self._view.texts, self._view.is_narrow
        quiet = bool(dispute.settled)
        _paint_ranks(painter, box, dispute, texts.rank, narrow=narrow, quiet=quiet)
        left = box.left() + _EDGE + _before_name(narrow=narrow)
        right = self._paint_value(painter, box, texts.value(dispute), quiet=quiet)
        right = self._pattern(painter, box, right, dispute)
        name = QRectF(left, box.top(), _NAME - 8, box.height())
        code = tokens.text2 if quiet else tokens.text
        paint_text(painter, name, texts.name(dispute.question), font(Px.BASE, 600, tabular=True), code, LEFT)
        text = QRectF(left + _NAME, box.top(), right - left - _NAME - 12, box.height())
        wording = WORDING[dispute.what]
        if not dispute.kind.is_answer_label:
            face, tag = font(Px.ASIDE), wording.tag or wording.one
            paint_text(painter, text, tag, face, tokens.text2, LEFT)
            text.setLeft(text.left() + text_width(tag, face) + 8)
        paint_text(painter, text, one_line(texts.text(dispute)), font(Px.BASE), code, LEFT)

    def _paint_value(self, painter: QPainter, box: QRectF, value: float, *, quiet: bool = False) -> float:
        """Paint bar and number on the right; return their left edge."""
        tokens = theme().tokens
        number = QRectF(box.right() - _EDGE - _NUMBER, box.top(), _NUMBER, box.height())
        face = font(Px.BASE, 400 if quiet or not value else 600, tabular=True)
        words = score_text(value) if value else "–"
        code = tokens.text if value and not quiet else tokens.text2 if value else tokens.text3
        paint_text(painter, number, words, face, code, RIGHT)
        if self._view.is_narrow:
            return number.left()
        bar = QRectF(number.left() - _BAR, box.center().y() - 3, _BAR, 6)
        painter.fillRect(bar, color(tokens.line2))
        share = value / self._view.most if self._view.most else 0.0
        ink = tokens.text3 if quiet else tokens.text2
        painter.fillRect(QRectF(bar.left(), bar.top(), bar.width() * share, bar.height()), color(ink))
        return bar.left() - 10

    def _pattern(self, painter: QPainter, box: QRectF, right: float, dispute: Dispute) -> float:
        """Paint the labels given, a tile each, and the decision; return their left edge."""
        tokens = theme().tokens
        tiles = tiles_of(dispute, self._view.texts.glyph)
        face = font(Px.ASIDE, tabular=True)
        wide = sum(_STEP + (text_width(more, face) + 8 if more else 0) for _, more in tiles)
        wide += 16 + _STEP if dispute.settled else 0
        at = right - wide - 6
        begins = at
        for label, more in tiles:
            self._tile(painter, at, box, label)
            at += _STEP
            if more:
                paint_text(painter, QRectF(at, box.top(), 60, box.height()), more, face, tokens.text2)
                at += text_width(more, face) + 8
        if dispute.settled:
            paint_text(painter, QRectF(at + 1, box.top(), 14, box.height()), "→", face, tokens.text2)
            self._tile(painter, at + 16, box, self._view.texts.glyph(dispute, dispute.settled) or _DECIDED)
        return begins

    def _tile(self, painter: QPainter, left: float, box: QRectF, label: str) -> None:
        spot = QRectF(left, round(box.center().y() - _TILE / 2), _TILE, _TILE)
        paint_label_glyph(painter, spot, label, theme().tokens)


def tiles_of(dispute: Dispute, glyph_of: Callable[[Dispute, str], str]) -> list[tuple[str, str]]:
    """Return the labels given as (glyph, count): one by one while they are few."""
    counts = Counter(label for _, label in dispute.labels)
    if dispute.kind.is_grouping:
        return [(_WAYS, tr("{count} ways", count=len(counts)))]
    if len(dispute.labels) <= _TILES and not dispute.kind.is_derived:
        return [(glyph_of(dispute, label), "") for _, label in dispute.labels]
    return [(glyph_of(dispute, label), str(counts[label])) for label in dispute.words]


def _before_name(*, narrow: bool) -> int:
    """Return the width before the name of the question: ranks, and markers where they have room."""
    return _RANKS + (0 if narrow else _MARKS)


def _paint_ranks(
    painter: QPainter, box: QRectF, dispute: Dispute, rank: Callable[[int], int], *, narrow: bool, quiet: bool
) -> None:
    """Paint the ranks and markers of the first pair of runs that could swap, and the count of others."""
    tokens, left, middle = theme().tokens, box.left() + _EDGE, box.center().y()
    room = QRectF(left, box.top(), _RANKS - 6, box.height())
    if not dispute.flips or quiet:
        paint_text(painter, room, "–", font(Px.BASE), tokens.text3, LEFT)
        return
    (above, below), others = dispute.pairs[0], len(dispute.pairs) - 1
    face = font(Px.BASE, 600, tabular=True)
    words = f"{rank(above)} ↔ {rank(below)}" if rank(above) and rank(below) else f"{grouped(dispute.flips)} ↔"
    paint_text(painter, room, words, face, tokens.text, LEFT)
    if narrow:
        return
    for at, run in enumerate((above, below)):
        center = QPointF(left + _RANKS + 5 + at * _MARK_STEP, middle)
        paint_run_marker(painter, center, 10, theme().run_style(run))
    if others:
        more = QRectF(left + _RANKS + 2 * _MARK_STEP - 3, box.top(), _MARKS - 2 * _MARK_STEP, box.height())
        paint_text(painter, more, f"+{grouped(others)}", font(Px.CAP, tabular=True), tokens.text2, LEFT)


class DisputeHead(QWidget):
    """The heads of the columns."""

    def __init__(self, view: DisputeView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(_HEAD)
        self._view = view
        self._value_head = tr("Effect")

    def show_value_head(self, words: str) -> None:
        """Show what the last column measures."""
        self._value_head = words
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens, painter = theme().tokens, QPainter(self)
        painter.fillRect(self.rect(), color(tokens.surf))
        painter.fillRect(QRectF(_EDGE, self.height() - 1, self.width() - 2 * _EDGE, 1), color(tokens.line2))
        face, narrow = font(Px.ASIDE, 500), self._view.is_narrow
        left, ranks = _EDGE, _before_name(narrow=narrow)
        heads = ((_SWAP if narrow else _COULD_SWAP, ranks), (_QUESTION, _NAME), (_TEXT, 200))
        for words, wide in heads:
            paint_text(painter, QRectF(left, 0, wide - 4, self.height()), words, face, tokens.text2, LEFT)
            left += wide
        # The rows end before the scroll bar, and so does the head of their last column.
        right = self._view.viewport().width() - _EDGE
        room = QRectF(right - 200, 0, 200, self.height())
        paint_text(painter, room, self._value_head, face, tokens.text2, RIGHT)
        painter.end()
