"""The list of studies: their measures, their progress, and whether they are kept or out of date."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from jurybox.language import tr
from jurybox.lists import comma_list, labeled
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.clicked_rows import ClickedRows
from jurybox_gui.widgets.painted_list import LineModel, PaintedList
from jurybox_gui.widgets.painting import LEFT, RIGHT, one_line, paint_text
from jurybox_gui.widgets.progress import paint_bar

if TYPE_CHECKING:
    from jurybox_gui.desks.studies.work import Item

_ROW, _MARGIN = 62, 16
_COMPARED = tr("compared")


class StudyList(ClickedRows, PaintedList):
    """Paints the studies; emits `item_chosen` with the one clicked."""

    item_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        self.studies: LineModel[Item] = LineModel(_words, id)
        super().__init__(tr("Studies"), self.studies, self._paint_line, lambda _at: _ROW, parent)
        self.clicked.connect(lambda index: self.item_chosen.emit(self.studies.lines[index.row()]))

    def show_items(self, items: Sequence[Item], chosen: Item | None) -> None:
        """Show the studies, one of them as chosen."""
        self.studies.set_lines(items)
        self.choose_line(self.studies.lines.index(chosen) if chosen in self.studies.lines else -1)

    def _paint_line(self, painter: QPainter, box: QRectF, at: int, chosen: bool) -> None:  # noqa: FBT001
        _paint(painter, box, self.studies.lines[at], chosen=chosen)


def _words(item: Item) -> str:
    return labeled(comma_list((item.title, item.measures)), item.state)


def _paint(painter: QPainter, box: QRectF, item: Item, *, chosen: bool) -> None:
    tokens = theme().tokens
    if chosen:
        painter.fillRect(box.adjusted(6, 0, -6, -1), color(tokens.accsoft))
        painter.fillRect(QRectF(box.left(), box.top(), 3, box.height() - 1), color(tokens.accent))
    line = QRectF(box.left() + _MARGIN, box.top() + 5, box.width() - 2 * _MARGIN, 18)
    paint_text(painter, line, item.title, font(Px.BASE, 600 if chosen else 500), tokens.text, LEFT)
    if item.held:
        paint_text(painter, line, _COMPARED, font(Px.CAP), tokens.text3, RIGHT)
    second = line.translated(0, 18)
    paint_text(painter, second, one_line(item.measures), font(Px.ASIDE), tokens.text2, LEFT)
    third = line.translated(0, 34)
    code = tokens.bad if item.problem else tokens.mid if item.stale else tokens.text2
    paint_text(painter, third, one_line(item.state), font(Px.ASIDE, tabular=True), code, LEFT)
    if item.is_running:
        bar = QRectF(third.left(), box.bottom() - 6, third.width(), 4)
        paint_bar(painter, bar, item.done / item.total if item.total else 0.0, tokens, "accent")
    elif not chosen:
        painter.fillRect(QRectF(line.left(), box.bottom() - 1, line.width(), 1), color(tokens.line))
