"""The table of scores: rows that keep the chosen run, columns that fill the page, words for each cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QToolTip, QWidget

from jurybox_gui.desks.scores.cells import CellPainter, Scale
from jurybox_gui.desks.scores.columns import column_widths
from jurybox_gui.desks.scores.head import Head
from jurybox_gui.tables.score_table import RANK, Row, ScoreTable
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid
from jurybox_gui.widgets.tips import tip_text

if TYPE_CHECKING:
    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QResizeEvent

    from jurybox.measures import Measure


class ScoreView(QTableView):
    """The table. `run_chosen` and `measure_chosen` tell what is clicked or gone to by keys."""

    run_chosen = Signal(int)
    measure_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = ScoreTable(self)
        self.painter = CellPainter(self)
        self.setModel(self.table)
        self.setItemDelegate(self.painter)
        self._head = Head(self)
        self._shown: tuple[object, ...] = ()
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
        self.setAccessibleName("Runs by measures")
        self.selectionModel().currentRowChanged.connect(self._row_changed)
        self.horizontalHeader().sectionClicked.connect(self._head_clicked)
        self.clicked.connect(self._cell_clicked)

    def show_rows(
        self,
        rows: list[Row],
        measures: tuple[Measure, ...],
        main: int,
        run: int | None,
        golds: tuple[str, ...] = (),
        *,
        stale: bool = False,
    ) -> None:
        """Show rows and keep the chosen run chosen, wherever it moved to.

        `stale`: intervals and marks are those of an earlier moment. Where only another run was chosen, no
        more is painted than the two rows.
        """
        before = self.currentIndex().row()
        shown, self._shown = self._shown, (rows, measures, main, golds, stale)
        if shown != self._shown:
            self.painter.scale, self.painter.stale = Scale(rows, main), stale
            self.table.set_rows(rows, measures, main, golds)
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
            self.scrollTo(self.table.index(at, RANK))
        if shown != self._shown:
            self.viewport().update()
            self.horizontalHeader().viewport().update()
        elif moved:
            for row in (before, at):
                top, tall = self.rowViewportPosition(row), self.rowHeight(row)
                self.viewport().update(0, top, self.viewport().width(), tall)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the range what the numbers leave."""
        super().resizeEvent(event)
        self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground of the whole page, then the rows."""
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), color(theme().tokens.surf))
        painter.end()
        super().paintEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        """Say a cell in full: a long name with its team, a number's reason and bounds."""
        if isinstance(event, QHelpEvent):
            index = self.indexAt(event.pos())
            words = self.table.words(index) if index.isValid() else ""
            QToolTip.showText(event.globalPos(), tip_text(words), self)
            return True
        return super().viewportEvent(event)

    def _fit(self) -> None:
        for column, wide in enumerate(column_widths(self.table, self.viewport().width())):
            self.setColumnWidth(column, wide)

    def _row_changed(self, now: QModelIndex) -> None:
        if now.isValid():
            self.run_chosen.emit(self.table.rows[now.row()].run)

    def _head_clicked(self, section: int) -> None:
        at = self.table.measure_of(section)
        if at is not None:
            self.measure_chosen.emit(at)

    def _cell_clicked(self, index: QModelIndex) -> None:
        at = self.table.measure_of(index.column())
        if at is not None and at != self.table.main:
            self.measure_chosen.emit(at)
