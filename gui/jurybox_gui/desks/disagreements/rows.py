"""The list of disagreements: painted rows of questions and their disagreements, with effects at the right."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QPainter
from PySide6.QtWidgets import QFrame, QListView, QStyledItemDelegate, QStyleOptionViewItem, QToolTip, QWidget

from jurybox.results.cells import score_text
from jurybox.wording import count_of
from jurybox_gui.desks.disagreements.wording import WORDING, counted, counts_of
from jurybox_gui.tables.dispute_list import DisputeLine, DisputeList
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.icons import paint_icon
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.glyphs import paint_label_glyph
from jurybox_gui.widgets.painting import CENTER, LEFT, RIGHT, kept, one_line, paint_text, text_width
from jurybox_gui.widgets.runmarks import paint_run_marker
from jurybox_gui.widgets.tips import tip_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QPaintEvent

    from jurybox.analysis.disagreements.disputes import Dispute, QuestionDisputes

_Index = QModelIndex | QPersistentModelIndex
_FLIPS, _NAME, _VALUE_WIDTH, _BAR = 78, 82, 108, 44
_EDGE = Grid.TABLE_MARGIN
_TILE, _STEP = 16, 19
_TILES = 6
_HEAD = 34
_DECIDED = "yes"
"""The tile of a decision that has no glyph."""
_NAMED = 3
"""Pairs of runs that are named, at most."""
_WAYS = "no"
"""The tile beside the number of ways in which assessors put answers together."""


class RowTexts(NamedTuple):
    """Where rows get texts and names from, and whether they are sorted by size instead of effect.

    `view` and `decision` return in full what an assessor said and what was decided, `glyph` its glyph; `run`
    the name of a run.
    """

    text: Callable[[DisputeLine], str]
    name: Callable[[int], str]
    by_size: Callable[[], bool]
    view: Callable[[Dispute, str], str]
    decision: Callable[[Dispute, str], str]
    glyph: Callable[[Dispute, str], str]
    run: Callable[[int], str]

    def swaps(self, line: DisputeLine) -> str:
        """Return which runs a decision could swap, the first pairs by name; "" for none."""
        about = line.disputed if line.dispute is None else line.dispute
        if not about.flips:
            return ""
        named = [f"{self.run(below)} over {self.run(above)}" for above, below in about.pairs]
        rest = f" and {len(named) - _NAMED:,} more" if len(named) > _NAMED else ""
        return f"could swap {count_of(about.flips, 'pair')} of runs: {', '.join(named[:_NAMED])}{rest}"

    def values(self, disputes: Iterable[Dispute]) -> list[float]:
        """Return the bar of each: its size if sorted by size, else its effect on a score."""
        return [each.size for each in disputes] if self.by_size() else [each.effect for each in disputes]


class DisputeView(QListView):
    """Shows the rows; emits `chosen(row)` on a click, `toggled(question)` for a row with a chevron."""

    chosen = Signal(int)
    toggled = Signal(int)

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
        self.setAccessibleName("Disagreements")
        self.most = 0.0
        self.clicked.connect(self._clicked)

    @property
    def current(self) -> DisputeLine | None:
        """The row chosen."""
        at = self.currentIndex().row()
        return self.list.lines[at] if 0 <= at < len(self.list.lines) else None

    def go(self, row: int) -> None:
        """Choose a row; -1 chooses none."""
        index = self.list.index(row) if row >= 0 else QModelIndex()
        self.setCurrentIndex(index)
        if row >= 0:
            self.scrollTo(index)
        self.viewport().update()

    def measure_bars(self) -> None:
        """Scale the bars so that the longest one is the largest value listed."""
        self.most = max(
            self.texts.values(each for one in self.list.questions for each in one.disputes), default=0.0
        )
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground of the whole list, then the rows."""
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), color(theme().tokens.surf))
        painter.end()
        super().paintEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        """Say which runs the decisions about a row could swap."""
        if isinstance(event, QHelpEvent):
            index = self.indexAt(event.pos())
            words = self.texts.swaps(self.list.lines[index.row()]) if index.isValid() else ""
            QToolTip.showText(event.globalPos(), tip_text(words[:1].upper() + words[1:]), self)
            return True
        return super().viewportEvent(event)

    def _clicked(self, index: QModelIndex) -> None:
        line = self.list.lines[index.row()]
        if line.dispute is None:
            self.toggled.emit(line.disputed.question)
        self.chosen.emit(self.list.row_of(line.key))

    def _words(self, line: DisputeLine) -> str:
        text, dispute = one_line(self.texts.text(line)), line.dispute
        if dispute is None:
            parts = [
                f"Question {self.texts.name(line.disputed.question)}",
                text,
                counted(line.disputed.disputes),
            ]
        else:
            parts = [WORDING[dispute.what].one, text]
            parts += [self.texts.view(dispute, label) for _, label in dispute.labels]
            parts += [f"settled: {self.texts.decision(dispute, dispute.settled)}"] if dispute.settled else []
        return ", ".join(filter(None, [*parts, self.texts.swaps(line)]))


class _Painter(QStyledItemDelegate):
    """Paints a row."""

    def __init__(self, view: DisputeView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        """Return the height of a row."""
        del index
        return QSize(option.rect.width(), Grid.ROW_DISPUTES)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint one row."""
        model, box = index.model(), QRectF(option.rect)
        if not isinstance(model, DisputeList):
            return
        line, tokens = model.lines[index.row()], theme().tokens
        with kept(painter):
            if self._view.currentIndex() == index:
                painter.fillRect(box.adjusted(0, 0, 0, -1), color(tokens.accsoft))
                painter.fillRect(QRectF(box.left(), box.top(), 3, box.height() - 1), color(tokens.accent))
            foot = QRectF(box.left() + _EDGE, box.bottom() - 1, box.width() - 2 * _EDGE, 1)
            painter.fillRect(foot, color(tokens.line))
            if line.dispute is None:
                self._question(painter, box, line.disputed, opened=line.disputed.question in model.opened)
            else:
                self._dispute(painter, box, line, line.dispute)

    def _question(self, painter: QPainter, box: QRectF, disputed: QuestionDisputes, *, opened: bool) -> None:
        tokens, texts = theme().tokens, self._view.texts
        _paint_flips(painter, box, disputed, quiet=disputed.settled == len(disputed.disputes))
        icon = "chevron-down" if opened else "chevron-right"
        spot = QRectF(box.left() + _EDGE + _FLIPS - 22, round(box.center().y() - 7), 14, 14)
        paint_icon(painter, spot, icon, tokens.text2)
        left = box.left() + _EDGE + _FLIPS
        name = QRectF(left, box.top(), _NAME - 8, box.height())
        paint_text(
            painter, name, texts.name(disputed.question), font(Px.BASE, 600, tabular=True), tokens.text
        )
        right = self._paint_value(painter, box, max(texts.values(disputed.disputes)))
        settled = disputed.settled
        # The question comes first: what does not fit beside it is left out, but never what is counted.
        most, face = (right - left - _NAME) / 2, font(Px.ASIDE, tabular=True)
        forms = counts_of(disputed)
        words = next((each for each in forms if text_width(each, face) <= most), forms[-1])
        wide = text_width(words, face)
        room = QRectF(right - wide - 8, box.top(), wide + 2, box.height())
        paint_text(painter, room, words, font(Px.ASIDE, tabular=True), tokens.text2, RIGHT)
        text = QRectF(left + _NAME, box.top(), room.left() - left - _NAME - 12, box.height())
        done = settled == len(disputed.disputes)
        face, ink = font(Px.BASE, 400 if done else 600), tokens.text2 if done else tokens.text
        paint_text(painter, text, one_line(texts.text(DisputeLine(disputed))), face, ink, LEFT)

    def _dispute(self, painter: QPainter, box: QRectF, line: DisputeLine, dispute: Dispute) -> None:
        tokens, texts = theme().tokens, self._view.texts
        quiet = bool(dispute.settled)
        _paint_flips(painter, box, dispute, quiet=quiet)
        left = box.left() + _EDGE + _FLIPS
        right = self._paint_value(painter, box, texts.values((dispute,))[0], quiet=quiet)
        right = self._pattern(painter, box, right, dispute)
        wording = WORDING[dispute.what]
        room = QRectF(left, box.top(), _NAME - 8, box.height())
        paint_text(painter, room, wording.tag or wording.one, font(Px.ASIDE), tokens.text2)
        text = QRectF(left + _NAME, box.top(), right - left - _NAME - 12, box.height())
        code = tokens.text2 if quiet else tokens.text
        paint_text(painter, text, one_line(texts.text(line)), font(Px.BASE), code, LEFT)

    def _paint_value(self, painter: QPainter, box: QRectF, value: float, *, quiet: bool = False) -> float:
        """Paint bar and number at the right; return where they begin."""
        tokens = theme().tokens
        left = box.right() - _EDGE - _VALUE_WIDTH
        bar = QRectF(left + 10, box.center().y() - 3, _BAR, 6)
        painter.fillRect(bar, color(tokens.line2))
        share = value / self._view.most if self._view.most else 0.0
        ink = tokens.text3 if quiet else tokens.text2
        painter.fillRect(QRectF(bar.left(), bar.top(), bar.width() * share, bar.height()), color(ink))
        room = QRectF(bar.right(), box.top(), box.right() - _EDGE - bar.right(), box.height())
        face = font(Px.BASE, 400 if quiet or not value else 600, tabular=True)
        words = score_text(value) if value else "–"
        code = tokens.text if value and not quiet else tokens.text2 if value else tokens.text3
        paint_text(painter, room, words, face, code, RIGHT)
        return left

    def _pattern(self, painter: QPainter, box: QRectF, right: float, dispute: Dispute) -> float:
        """Paint what was said, a tile each, and what was settled; return where it begins."""
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
    """Return what was said as (glyph, how many): one by one while they are few."""
    counts = Counter(label for _, label in dispute.labels)
    if dispute.kind.is_grouping:
        return [(_WAYS, f"{len(counts)} ways")]
    if len(dispute.labels) <= _TILES and not dispute.kind.is_derived:
        return [(glyph_of(dispute, label), "") for _, label in dispute.labels]
    return [(glyph_of(dispute, label), str(counts[label])) for label in dispute.words]


def _paint_flips(
    painter: QPainter, box: QRectF, about: Dispute | QuestionDisputes, *, quiet: bool = False
) -> None:
    """Paint how many pairs of runs could swap; of a single pair the markers of both, as they are now."""
    tokens, flips = theme().tokens, about.flips
    pairs = about.pairs if flips == 1 and not quiet else ()
    if len(pairs) == 1:
        left, middle = box.left() + _EDGE, box.center().y()
        for at, run in enumerate(pairs[0]):
            center = QPointF(left + 6 + at * 30, middle)
            paint_run_marker(painter, center, 10, theme().run_style(run))
        face = font(Px.BASE, 600, tabular=True)
        paint_text(painter, QRectF(left + 12, box.top(), 18, box.height()), "↔", face, tokens.text, CENTER)
        return
    words = f"{flips:,} ↔" if flips else "–"
    code = tokens.text3 if quiet or not flips else tokens.text
    face = font(Px.BASE, 600 if flips and not quiet else 400, tabular=True)
    paint_text(
        painter, QRectF(box.left() + _EDGE, box.top(), _FLIPS - 26, box.height()), words, face, code, LEFT
    )


class DisputeHead(QWidget):
    """The heads of the columns."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(_HEAD)
        self._value_head = "Effect"

    def show_value_head(self, words: str) -> None:
        """Say what the last column measures."""
        self._value_head = words
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the heads over their columns."""
        del event
        tokens, painter = theme().tokens, QPainter(self)
        painter.fillRect(self.rect(), color(tokens.surf))
        painter.fillRect(QRectF(_EDGE, self.height() - 1, self.width() - 2 * _EDGE, 1), color(tokens.line2))
        face = font(Px.ASIDE, 500)
        left = _EDGE
        for words, wide in (("Flips ranks", _FLIPS), ("Question", _NAME), ("What it says", 200)):
            paint_text(painter, QRectF(left, 0, wide - 4, self.height()), words, face, tokens.text2, LEFT)
            left += wide
        room = QRectF(self.width() - _EDGE - 300, 0, 300, self.height())
        paint_text(painter, room, self._value_head, face, tokens.text2, RIGHT)
        painter.end()
