"""The same data as a table, to read instead of a picture."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from jurybox import results
from jurybox.figures import Figure
from jurybox.gold.why import listed
from jurybox.language import tr
from jurybox.lists import sentences
from jurybox.results.writing import shown
from jurybox_gui.tables.figure_table import FigureTable
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.hint_button import HintButton
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.painting import paint_ground
from jurybox_gui.widgets.surface import Surface

_GAP, _UNBOUNDED = 22, 1 << 20


class TablePage(Surface):
    """The tables of one or more figures, one below the other."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("surf", parent=parent)
        self.table = QTableView(self)
        self._model = FigureTable()
        self._title = PlainLabel("", px=Px.LEAD, weight=600)
        self._caption = PlainLabel("", px=Px.ASIDE, role="text2", wrap=True)
        dress(self.table, self._model, tr("The data of the picture"))
        column = QVBoxLayout(self)
        column.setContentsMargins(Grid.TABLE_MARGIN, 14, Grid.TABLE_MARGIN, 10)
        column.setSpacing(6)
        column.addWidget(self._title)
        column.addWidget(self._caption)
        column.addWidget(self.table, 1)
        column.addWidget(HintButton(tr("Back to the picture"), action="spaces.table"))

    def show_figures(self, figures: Sequence[Figure]) -> None:
        """Show the data of these figures."""
        self._title.setText(listed([figure.title for figure in figures]))
        frames = [frame for figure in figures for frame in results.figure_tables(figure)]
        captions = [figure.caption for figure in figures]
        notes = dict.fromkeys(note for frame in frames for note in (frame.attrs["lead"], *frame.attrs["notes"]) if note)
        self._caption.setText(sentences([*captions[:1], *(note for note in notes if note not in captions)]))
        self._model.set_tables([shown(frame, undefined="–") for frame in frames])


class _Roomy(QStyledItemDelegate):
    """Keeps columns apart, also left-aligned words from right-aligned numbers of the previous column.

    A cell asks for at most `most` px, and its words are cut there.
    """

    def __init__(self, parent: QTableView, most: int) -> None:
        super().__init__(parent)
        self._most = most

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        super().initStyleOption(option, index)
        if index.column() and option.displayAlignment & Qt.AlignmentFlag.AlignLeft:
            option.rect = option.rect.adjusted(_GAP, 0, 0, 0)

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return (super().sizeHint(option, index) + QSize(_GAP, 0)).boundedTo(QSize(self._most, _UNBOUNDED))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        # Paint a cell, and the rule below it: a darker one below heads, none between two tables.
        super().paint(painter, option, index)
        model, row = index.model(), index.row()
        if isinstance(model, FigureTable) and model.has_cells(row):
            tokens = theme().tokens
            line = QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1)
            paint_ground(painter, line, tokens.line2 if model.is_head(row) else tokens.line)


def dress(table: QTableView, model: FigureTable, name: str, *, most: int = _UNBOUNDED) -> None:
    """Give a table the look of all data tables, with columns of at most `most` px."""
    table.setModel(model)
    table.setAccessibleName(name)
    table.setShowGrid(False)
    table.setFrameShape(QFrame.Shape.NoFrame)
    table.setTabKeyNavigation(False)
    table.setProperty("ring", 4)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
    table.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
    table.setItemDelegate(_Roomy(table, most))
    table.verticalHeader().hide()
    table.verticalHeader().setDefaultSectionSize(26)
    table.horizontalHeader().hide()
    table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    table.horizontalHeader().setResizeContentsPrecision(200)
    table.horizontalHeader().setMinimumSectionSize(70)
