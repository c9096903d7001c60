"""The table of scores: rows that keep the chosen run, columns that fill the page, a tip for each cell."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QEasingCurve, QEvent, QModelIndex, QRectF, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from jurybox.language import tr, trc
from jurybox.results.cells import score_text
from jurybox_gui.core.pending import Pause
from jurybox_gui.desks.scores.cells import INSET, CellPainter, Scale, paint_final_range, paint_interval
from jurybox_gui.desks.scores.columns import column_widths
from jurybox_gui.tables.score_columns import NAME_INSET, ONCE_DECIDED, ONCE_JUDGED, ScoreColumn, sorted_rows
from jurybox_gui.tables.score_rows import ScoreRow
from jurybox_gui.tables.score_table import ScoreTable
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.cut_tips import tell, tell_head
from jurybox_gui.widgets.painting import CENTER, LEFT, RIGHT, paint_text, text_width


class ScoreView(QTableView):
    """The table. Emits `run_chosen` and `measure_chosen` on a click or a move by keys.

    A click on any other head sorts by that column, a second one in reverse, until a click on Rank or on a
    measure; a click on Rank puts the worst first. `sort_changed` is emitted then.
    """

    run_chosen = Signal(int)
    measure_chosen = Signal(int)
    sort_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = ScoreTable(self)
        self.painter = CellPainter(self)
        self.setModel(self.table)
        self.setItemDelegate(self.painter)
        self._head = ScoreHeader(self)
        self._shown: tuple[object, ...] = ()
        self.sort: tuple[str, bool] | None = None
        """The id of the column that sorts, and whether the other way round; None: by score."""
        self._fit_bars = Pause(self, 0, self.updateGeometries)  # while Qt fits them, it hides other rows
        self._motion = QVariantAnimation(self, startValue=0.0, endValue=1.0, duration=Grid.SLIDE_MS)
        self._motion.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._motion.valueChanged.connect(self._slide)
        self.setHorizontalHeader(self._head)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(Grid.ROW_SCORES)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setShowGrid(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName(tr("Runs by measures"))
        self.selectionModel().currentRowChanged.connect(self._row_changed)
        self.horizontalHeader().sectionClicked.connect(self._head_clicked)
        self.clicked.connect(self._cell_clicked)

    def show_rows(
        self, rows: list[ScoreRow], columns: tuple[ScoreColumn, ...], main: int, run: int | None, *, stale: bool = False
    ) -> None:
        """Show rows and keep the chosen run selected, wherever it moved to.

        `stale`: intervals and marks are out of date. If only another run was chosen, only the two rows are
        repainted.
        """
        before, tops = self.currentIndex().row(), self._tops()
        shown, self._shown = self._shown, (rows, columns, stale)
        if shown != self._shown:
            self.painter.scale, self.painter.stale = Scale(rows, main), stale
            self.painter.once = said_once(rows, columns)
            self.table.set_rows(rows, columns)
            self._fit()
        at = self.table.row_of(run)
        blocked = self.selectionModel().blockSignals(True)  # noqa: FBT003 - Qt's way
        moved = at != before
        if at >= 0:
            self.selectRow(at)
        else:
            self.clearSelection()
        self.selectionModel().blockSignals(blocked)
        if at >= 0 and moved:
            self.scrollTo(self.table.index(at, 0))
        if shown != self._shown:
            self._slide_from(tops)
            self.viewport().update()
            self.horizontalHeader().viewport().update()
        elif moved:
            for row in (before, at):
                top, tall = self.rowViewportPosition(row), self.rowHeight(row)
                self.viewport().update(0, top, self.viewport().width(), tall)

    def _tops(self) -> dict[int, float]:
        """Return the present position of each run's row, px from the first row, even while it slides."""
        tall = self.verticalHeader().defaultSectionSize()
        return {row.run: at * tall + self.painter.shift(row.run) for at, row in enumerate(self.table.rows)}

    def _slide_from(self, tops: dict[int, float]) -> None:
        """Animate rows to their new places, unless motion is reduced."""
        self._motion.stop()
        self.painter.part, self.painter.away = 1.0, {}
        away = {run: tops[run] - top for run, top in self._tops().items() if tops.get(run, top) != top}
        if away and self.isVisible() and not theme().reduced_motion:
            self.painter.part, self.painter.away = 0.0, away
            self._motion.start()

    def _slide(self, part: float) -> None:
        self.painter.part = part
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), color(theme().tokens.surf))
        painter.end()
        super().paintEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        # Show a cell in full as a tool tip: a long name with its team, a number's reason and bounds.
        if isinstance(event, QHelpEvent):
            index = self.indexAt(event.pos())
            words = self.table.words(index) if index.isValid() else ""
            return tell(event, words, self.viewport())
        return super().viewportEvent(event)

    def _fit(self) -> None:
        for column, wide in enumerate(column_widths(self.table, self.viewport().width())):
            self.setColumnHidden(column, not wide)
            if wide:
                self.setColumnWidth(column, wide)
        self._fit_rows()

    def spare_with(self, rows: int) -> int:
        """Return the height left with this many rows, px; negative if they do not fit."""
        return self.viewport().height() - rows * Grid.ROW_SCORES

    def _fit_rows(self) -> None:
        """Lower the rows if all of them fit then."""
        room, rows = self.viewport().height(), len(self.table.rows)
        low = rows * Grid.ROW_SCORES > room >= rows * _LOW_ROW
        tall = _LOW_ROW if low else Grid.ROW_SCORES
        if self.verticalHeader().defaultSectionSize() != tall:
            self.verticalHeader().setDefaultSectionSize(tall)
            self._fit_bars.start()

    def _row_changed(self, now: QModelIndex) -> None:
        if now.isValid():
            self.run_chosen.emit(self.table.rows[now.row()].run)

    def sorted_by(self, columns: Sequence[ScoreColumn]) -> ScoreColumn | None:
        """Return the column that sorts, None if the rows are in the order of scores."""
        return next((column for column in columns if self.sort and column.id == self.sort[0]), None)

    def in_order(self, rows: list[ScoreRow], columns: Sequence[ScoreColumn]) -> list[ScoreRow]:
        """Return rows in the order chosen by clicks on heads."""
        column = self.sorted_by(columns)
        return rows if column is None or self.sort is None else sorted_rows(rows, column, turned=self.sort[1])

    def _head_clicked(self, section: int) -> None:
        self.sort_by(self.table.columns[section])

    def sort_by(self, column: ScoreColumn) -> None:
        """Sort by a column, or in reverse if it sorts already; a measure ranks from then on."""
        before, is_same = self.sort, self.sort is not None and self.sort[0] == column.id
        if column.id == "rank":
            self.sort = ("rank", False) if before is None else None  # worst first, then by score again
        elif column.sort is not None:
            self.sort = (column.id, is_same and before is not None and not before[1])
        elif column.measure is not None:
            self.sort = None
        if self.sort != before:
            self.sort_changed.emit()
        if column.measure is not None:
            self.measure_chosen.emit(column.measure)

    def _cell_clicked(self, index: QModelIndex) -> None:
        column = self.table.columns[index.column()]
        if column.measure is not None and column.id not in {"main", "bounds"}:
            self.measure_chosen.emit(column.measure)


def said_once(rows: Sequence[ScoreRow], columns: Sequence[ScoreColumn]) -> frozenset[str]:
    """Return the ids of columns that count the same for several runs: one number in the head is enough."""
    counts = [column for column in columns if column.tone == "due"]
    return frozenset(
        column.id
        for column in counts
        if len(rows) > 1 and len(found := {column.text(row) for row in rows}) == 1 and found != {"0"}
    )


_RANGE = tr("final range")
_RANGE_JUDGED, _RANGE_DECIDED = (tr("final range, {once}", once=once) for once in (ONCE_JUDGED, ONCE_DECIDED))
_RANGE_IF_JUDGED, _RANGE_IF_JUDGED_BRIEF = tr("range if all were judged"), trc("range of scores", "if judged")
_INTERVAL, _INTERVAL_STALE = tr("95 % interval"), tr("95 % interval, not updated yet")
_RANGE_BRIEF = trc("range of scores", "final")
_HEAD = 46
_LOW_ROW = 24
"""Height of a row in a low window, px."""
_INTERVAL_ROOM = 68
"""Width of the sign of an interval, its words and the gap before it, px."""
_TICK = 24
"""Width of the number at a tick of the range, px."""


def _readable(scale: Scale | None, line: QRectF) -> list[float]:
    """Return the ticks that get a number: as many as fit."""
    if scale is None or len(scale.ticks) < 2:
        return []
    apart = abs(scale.at(scale.ticks[1], line) - scale.at(scale.ticks[0], line))
    return scale.ticks[:: max(1, math.ceil(_TICK / max(apart, 1.0)))]


class ScoreHeader(QHeaderView):
    """Heads of columns; the one that ranks has an arrow, the range has its scale."""

    def __init__(self, table: ScoreView) -> None:
        super().__init__(Qt.Orientation.Horizontal, table)
        self._table = table
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setMinimumSectionSize(16)
        self.setFixedHeight(_HEAD)

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            return tell_head(event, self)
        return super().viewportEvent(event)

    def paintSection(self, painter: QPainter, rect: object, section: int) -> None:
        tokens, box = theme().tokens, QRectF(rect)  # type: ignore[call-overload]
        painter.fillRect(box, color(tokens.surf))
        painter.fillRect(QRectF(box.left(), box.bottom() - 1, box.width(), 1), color(tokens.line2))
        line = QRectF(box.left(), box.bottom() - 25, box.width(), 20)
        table = self._table.table
        column = table.columns[section]
        if column.id == "bounds":
            self._paint_scale(painter, box, line)
            return
        sort, sorts = self._table.sort, self._table.sorted_by(table.columns)
        ranks = column is sorts if sorts else column.id == "main"
        is_upward = sorts is not None and sort is not None and sort[1] != (column.id == "run")
        words = f"{column.shown_heading} {'▴' if is_upward else '▾'}" if ranks else column.shown_heading
        room = line.adjusted(0, 0, -table.space(section), 0)
        if column.id == "run":
            room = line.adjusted(NAME_INSET, 0, 0, 0)
        face, code = font(Px.ASIDE, 650 if ranks else 500), tokens.text if ranks else tokens.text2
        paint_text(painter, room, words, face, code, LEFT if column.left else RIGHT)
        each = table.coverage_of(section)
        if column.id in self._table.painter.once and table.rows:
            words = tr("{n} each", n=column.text(table.rows[0]))
            code = tokens.mid if column.tone == "due" else tokens.text2
            paint_text(painter, room.translated(0, -18), words, font(Px.CAP, 600, tabular=True), code, RIGHT)
        elif words := table.coverage_in_head(section):
            # Less than half of the units: the number below means less than it seems.
            thin = any(one.is_thin for one in each)
            face = font(Px.CAP, 650 if thin else 400, tabular=True)
            code = tokens.mid if thin else tokens.text3
            paint_text(painter, room.translated(0, -18), words, face, code, RIGHT)

    def _paint_scale(self, painter: QPainter, box: QRectF, line: QRectF) -> None:
        tokens, scale = theme().tokens, self._table.painter.scale
        top = QRectF(box.left() + INSET, box.top() + 3, box.width() - INSET, 16)
        narrow = box.width() <= 320
        if scale is not None and scale.open:
            middle = top.center().y()
            paint_final_range(painter, top.left() + 2, top.left() + 20, middle, tokens.text2)
            top.setLeft(top.left() + 27)
            decided = any(row.bounds.decided for row in self._table.table.rows)
            words = _RANGE if narrow else _RANGE_DECIDED if decided else _RANGE_JUDGED
            brief = _RANGE_BRIEF
            if any(row.range is row.if_judged for row in self._table.table.rows):
                words, brief = _RANGE_IF_JUDGED, _RANGE_IF_JUDGED_BRIEF
            both = text_width(words, font(Px.CAP)) + _INTERVAL_ROOM
            words = words if not narrow or not scale.drawn or both <= top.width() else brief
            paint_text(painter, top, words, font(Px.CAP), tokens.text2, LEFT)
            top.setLeft(top.left() + text_width(words, font(Px.CAP)) + 12)
        if scale is not None and scale.drawn and top.width() >= _INTERVAL_ROOM - 12:
            stale = self._table.painter.stale
            paint_interval(painter, top.left(), top.left() + 20, top.center().y(), stale=stale)
            words = "95 %" if narrow else _INTERVAL_STALE if stale else _INTERVAL
            paint_text(painter, top.adjusted(26, 0, 0, 0), words, font(Px.CAP), tokens.text2, LEFT)
        for tick in _readable(scale, line):
            room = QRectF(scale.at(tick, line) - 20, line.top(), 40, line.height()) if scale else line
            face = font(Px.ASIDE, tabular=True)
            paint_text(painter, room, score_text(tick)[:-2] or "0", face, tokens.text3, CENTER)
