"""Labels of a scheme in a table, previewed before they are set or before grades are read as them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from jurybox.label_schemes import Label, shown_label
from jurybox.language import tr
from jurybox.lists import clauses, comma_list
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.glyphs import paint_label_glyph
from jurybox_gui.widgets.painting import LEFT, RIGHT, paint_line, paint_text

RELEVANT = {"strict": tr("yes"), "lenient": tr("only lenient"), "no": tr("no")}
"""How a table marks whether a label is relevant."""
_HEAD = tr("Label")
_ROW, _GLYPH = 30, 18


class LabelRow(NamedTuple):
    """A line of the table: the glyph and the name of a label, and its cells to the right."""

    glyph: str
    name: str
    cells: tuple[str, ...]


def name_and_word(label: Label) -> str:
    """Return the name of a label, with its spelling in files if that differs."""
    name = shown_label(label).name
    return name if name.casefold() == label.word.casefold() else f"{name}  ({label.word})"


class LabelTable(QWidget):
    """A line for each label; `heads` are the columns to the right with their widths, px."""

    def __init__(self, heads: Sequence[tuple[str, int]]) -> None:
        super().__init__()
        self._heads = tuple(heads)
        self.rows: list[LabelRow] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Labels"))

    def show_rows(self, rows: Sequence[LabelRow]) -> None:
        """Show these labels."""
        self.rows = list(rows)
        self.setAccessibleDescription(clauses(map(self._spoken, self.rows)))
        self.setFixedHeight((len(self.rows) + bool(self.rows)) * _ROW)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens, painter = theme().tokens, QPainter(self)
        if self.rows:
            self._cells(painter, 0, tuple(head for head, _ in self._heads), tokens.text2)
            paint_text(painter, QRectF(0, 0, 200, _ROW), _HEAD, font(Px.ASIDE), tokens.text2, LEFT)
        first = max(0, event.rect().top() // _ROW - 1)
        for at in range(first, min(len(self.rows), event.rect().bottom() // _ROW)):
            glyph, name, cells = self.rows[at]
            top = (at + 1) * _ROW
            paint_line(painter, QPointF(0, top + 0.5), QPointF(self.width(), top + 0.5), tokens.line)
            paint_label_glyph(painter, QRectF(0, top + (_ROW - _GLYPH) / 2, _GLYPH, _GLYPH), glyph, tokens)
            room = QRectF(_GLYPH + 10, top, self._columns_left() - _GLYPH - 20, _ROW)
            paint_text(painter, room, name, font(Px.BASE, 500), tokens.text, LEFT)
            self._cells(painter, top, cells, tokens.text)
        painter.end()

    def _spoken(self, row: LabelRow) -> str:
        cells = zip(self._heads, row.cells, strict=True)
        return comma_list([row.name, *(f"{head.lower()} {cell}" for (head, _), cell in cells)])

    def _columns_left(self) -> float:
        """Return where the right-hand columns begin."""
        return self.width() - sum(wide for _, wide in self._heads) - 12

    def _cells(self, painter: QPainter, top: float, cells: tuple[str, ...], ink: str) -> None:
        left = self._columns_left()
        for (_, wide), cell in zip(self._heads, cells, strict=True):
            paint_text(painter, QRectF(left, top, wide, _ROW), cell, font(Px.ASIDE, tabular=True), ink, RIGHT)
            left += wide
