"""The ranking of the live strip: one row per run with a bar for its score and an arrow if it moved."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QEasingCurve, QEvent, QPointF, QRectF, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QContextMenuEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from jurybox.language import tr, trn
from jurybox.lists import comma_list
from jurybox.numbers import UNDEFINED, score_text
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.painting import LEFT, RIGHT, kept, notes_cuts, on_lines, paint_text, text_width
from jurybox_gui.widgets.runmarks import paint_run_marker

if TYPE_CHECKING:
    from jurybox_gui.live_strip.live import LiveStanding

ROW = 23
_HEAD, _LINE = 26, 15
_MARGIN = 14
_BAR = 40.0
_VALUE = 40.0
_ARROW = 14.0
_LEAST_ROWS, _MOST_ROWS = 3, 13


def more_runs(count: int) -> str:
    """Return the line with the number of runs that do not fit."""
    return trn("and {n} more run", "and {n} more runs", count)


@dataclass(frozen=True, slots=True)
class RankedRun:
    """A run in the ranking: its rank from 1, and how many ranks it rose (or fell) with the last label."""

    point: LiveStanding
    rank: int
    rose: int = 0


def places_of(ranked: Sequence[LiveStanding], before: Sequence[RankedRun]) -> tuple[RankedRun, ...]:
    """Return the ranks of runs, best first; undefined ones have rank 0, which means none.

    `before`: the ranking before the last label; a run that was not in it counts as unmoved.
    """
    old = {place.point.run: place.rank for place in before}
    places: list[RankedRun] = []
    for point in ranked:
        rank = point.rank or 0
        places.append(RankedRun(point, rank, (old.get(point.run) or rank) - rank if rank else 0))
    return tuple(places)


class RankingView(QWidget):
    """Paints the ranking; shows as many rows as fit, the chosen run always among them."""

    run_chosen = Signal(int)
    run_hovered = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._places: tuple[RankedRun, ...] = ()
        self._chosen: int | None = None
        self._hovered: int | None = None
        self._head_text = ""
        self._aside_lines: tuple[str, ...] = ("",)
        self._head_high = _HEAD
        self._aside = ""
        self._from: dict[int, float] = {}
        self._part = 1.0
        self._rows: dict[tuple[object, ...], QPixmap] = {}
        self._motion = QVariantAnimation(self, startValue=0.0, endValue=1.0, duration=Grid.SLIDE_MS)
        self._motion.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._motion.valueChanged.connect(self._slide)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.setAccessibleName(tr("Ranking of the runs"))

    @property
    def places(self) -> tuple[RankedRun, ...]:
        """The ranking shown."""
        return self._places

    def show_places(self, places: tuple[RankedRun, ...], chosen: int | None, aside: str, head: str = "F") -> None:
        """Show a ranking by the measure `head`; rows slide to new places unless motion is reduced."""
        if (places, chosen, aside, head) == (self._places, self._chosen, self._aside, self._head_text):
            return
        if head != self._head_text:
            self._head_text = head
            self.setAccessibleName(tr("Ranking of the runs by {head}", head=head))
        standing = self.tops()
        taller = len(places) != len(self._places)
        self._places, self._chosen, self._aside = places, chosen, aside
        high = self._head_high
        self._wrap_caption()
        if high != self._head_high:
            standing = self.tops()
        self.setAccessibleDescription(self.words())
        if taller:
            self.updateGeometry()
        self._motion.stop()
        self._from = standing
        moves = any(standing.get(run, top) != top for run, top in self._tops().items())
        self._part = 0.0 if moves and self.isVisible() and not theme().reduced_motion else 1.0
        if self._part < 1:
            self._motion.start()
        self.update()

    def set_hovered(self, run: int | None) -> None:
        """Tint the row of the run hovered elsewhere."""
        if run != self._hovered:
            self._hovered = run
            self.update()

    def words(self) -> str:
        """Return the ranking in words."""
        shown = [(p.rank, p.point.name, score_text(p.point.value)) for p in self._places]
        return comma_list(
            [
                f"{rank} {run} {score}" if rank else tr("not ranked: {run} {score}", run=run, score=score)
                for rank, run, score in shown
            ]
        )

    def visible_places(self) -> tuple[RankedRun, ...]:
        """Return the rows that fit: the first ones, the last of them replaced by the chosen run if needed.

        If not all do, one row less, for the number of the others.
        """
        room = max(_LEAST_ROWS, (self.height() - self._head_high) // ROW)
        if len(self._places) <= room:
            return self._places
        shown = self._places[: room - 1]
        chosen = next(iter([p for p in self._places if p.point.run == self._chosen]), None)
        return shown if chosen is None or chosen in shown else (*shown[:-1], chosen)

    def sizeHint(self) -> QSize:
        rows = min(max(_LEAST_ROWS, len(self._places)), _MOST_ROWS)
        return QSize(Grid.SIDE, self._head_high + ROW * rows)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self._head_high + ROW * _LEAST_ROWS)

    # --- mouse ---------------------------------------------------------------------------------

    def run_at(self, y: float) -> int | None:
        """Return the run whose row is at a vertical position, None if there is none."""
        rows = self.visible_places()
        row = math.floor((y - self._head_high) / ROW)
        return rows[row].point.run if 0 <= row < len(rows) else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        run = self.run_at(event.position().y())
        if run is not None and event.button() == Qt.MouseButton.LeftButton:
            self.run_chosen.emit(run)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        # Choose the run under the pointer; the menu itself belongs to the strip.
        run = self.run_at(event.pos().y())
        if run is not None:
            self.run_chosen.emit(run)
        event.ignore()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point_at(self.run_at(event.position().y()))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._point_at(None)

    def _point_at(self, run: int | None) -> None:
        if run != self._hovered:
            self.set_hovered(run)
            self.run_hovered.emit(run)

    # --- painting ------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        # Paint the head, then the rows at their present positions; unchanged rows are not drawn again.
        del event
        painter = QPainter(self)
        self._head(painter)
        known, self._rows = self._rows, {}
        width, scale, dark = self.width(), self.devicePixelRatioF(), theme().dark
        tops, noting = self.tops(), notes_cuts()
        for place in self.visible_places():
            point, run, value = place.point, place.point.run, place.point.value
            bar = round(_BAR * scale * min(value, 1.0)) if value > 0 else 0  # also for undefined scores
            score = f"{place.rank} {value:.3f} {bar} {place.rose}"
            near = run == self._chosen, run == self._hovered
            look = run, point.name, point.baseline, score, near, width, scale, dark
            drawn = self._rows[look] = known.get(look) or self._drawn(place, bar / scale, scale)
            painter.drawPixmap(QPointF(0, tops[run]), drawn)
            if noting:
                self._row(painter, place, QRectF(0, tops[run], width, ROW), bar / scale)
        self._others(painter, len(tops))
        painter.end()

    def _others(self, painter: QPainter, shown: int) -> None:
        """Paint below the rows how many runs are not shown, if any."""
        rest = len(self._places) - shown
        if rest:
            words = more_runs(rest)
            line = QRectF(_MARGIN, self._head_high + ROW * shown, self.width() - 2 * _MARGIN, ROW)
            paint_text(painter, line, words, font(Px.ASIDE), theme().tokens.text3, LEFT)

    def _drawn(self, place: RankedRun, bar: float, scale: float) -> QPixmap:
        """Draw a row with a bar of length `bar`."""
        row = QPixmap(round(self.width() * scale), round(ROW * scale))
        row.setDevicePixelRatio(scale)
        row.fill(color(theme().tokens.win))  # so that letters look as if painted there
        painter = QPainter(row)
        self._row(painter, place, QRectF(0, 0, self.width(), ROW), bar)
        painter.end()
        return row

    def _head(self, painter: QPainter) -> None:
        tokens = theme().tokens
        line = QRectF(_MARGIN, 2, self.width() - 2 * _MARGIN, _HEAD - 6)
        face = font(Px.ASIDE, 600)
        paint_text(painter, line, self._head_text, face, tokens.text2, RIGHT)
        for at, words in enumerate(self._aside_lines):
            room = line.translated(0, at * _LINE)
            if not at:
                room.setWidth(self._aside_room())
            paint_text(painter, room, words, font(Px.ASIDE, tabular=True), tokens.text2, LEFT)

    def _aside_room(self) -> float:
        return self.width() - 2 * _MARGIN - text_width(self._head_text, font(Px.ASIDE, 600)) - 12

    def _wrap_caption(self) -> None:
        """Break the text beside the measure into two lines if it needs them."""
        lines = on_lines(self._aside, font(Px.ASIDE, tabular=True), self._aside_room())
        if len(lines) != len(self._aside_lines):
            self._head_high = _HEAD + _LINE * (len(lines) - 1)
            self._motion.stop()
            self._part = 1.0
            self.updateGeometry()
        self._aside_lines = lines

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._wrap_caption()

    def _row(self, painter: QPainter, place: RankedRun, box: QRectF, bar: float) -> None:
        tokens, point = theme().tokens, place.point
        chosen = point.run == self._chosen
        if chosen or point.run == self._hovered:
            painter.fillRect(box, color(tokens.accsoft if chosen else tokens.hover))
        if chosen:
            painter.fillRect(QRectF(box.left(), box.top(), 3, box.height()), color(tokens.accent))
        rank = QRectF(box.left() + 6, box.top(), 20, box.height())
        paint_text(painter, rank, str(place.rank or "–"), font(Px.ASIDE, tabular=True), tokens.text3, RIGHT)
        center = QPointF(box.left() + 38, box.center().y())
        paint_run_marker(painter, center, 10, theme().run_style(point.run), tokens.surf if chosen else None)
        right = self._numbers(painter, place, box, bar)
        face = font(Px.ASIDE, 600 if chosen else 400, italic=point.baseline)
        name = QRectF(box.left() + 50, box.top(), right - box.left() - 54, box.height())
        code = tokens.text2 if point.baseline and not chosen else tokens.text
        paint_text(painter, name, point.name, face, code, LEFT)

    def _numbers(self, painter: QPainter, place: RankedRun, box: QRectF, bar: float) -> float:
        """Paint value, bar and arrow from right to left; return their left edge."""
        tokens, score = theme().tokens, place.point.value
        value = QRectF(box.right() - _MARGIN - _VALUE, box.top(), _VALUE, box.height())
        text = score_text(score)
        shown = "–" if text == UNDEFINED else text
        paint_text(painter, value, shown, font(Px.ASIDE, 600, tabular=True), tokens.text, RIGHT)
        left = value.left() - _BAR - 2
        middle = math.floor(box.center().y())  # rows have an odd number of pixels
        painter.fillRect(QRectF(left, middle, _BAR, 1), color(tokens.line2))
        if bar:
            code = theme().run_style(place.point.run).color
            painter.fillRect(QRectF(left, middle - 1, bar, 3), color(code))
        if place.rose:
            _arrow(painter, QPointF(left - _ARROW / 2 - 3, box.center().y()), up=place.rose > 0)
        return left - _ARROW - 6

    # --- positions of rows ----------------------------------------------------------------------

    def _tops(self) -> dict[int, float]:
        return {p.point.run: float(self._head_high + ROW * n) for n, p in enumerate(self.visible_places())}

    def tops(self) -> dict[int, float]:
        """Return the present positions of the rows, on their way to their places."""
        start, part = self._from, self._part
        tops = self._tops()
        return (
            tops
            if part >= 1
            else {run: start.get(run, goal) + (goal - start.get(run, goal)) * part for run, goal in tops.items()}
        )

    def _slide(self, part: float) -> None:
        self._part = part
        self.update()


def _arrow(painter: QPainter, middle: QPointF, *, up: bool) -> None:
    """Paint an arrow up or down; shape and direction carry the meaning, without color."""
    tip = -4.0 if up else 4.0
    with kept(painter):
        painter.setPen(QPen(color(theme().tokens.text2), 1.4))
        x, y = middle.x(), middle.y()
        painter.drawLine(QPointF(x, y - tip), QPointF(x, y + tip))
        painter.drawLine(QPointF(x, y + tip), QPointF(x - 3, y + tip * 0.25))
        painter.drawLine(QPointF(x, y + tip), QPointF(x + 3, y + tip * 0.25))
