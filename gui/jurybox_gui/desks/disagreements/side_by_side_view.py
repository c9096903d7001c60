"""The painted table of one question side by side: labels, and heads that can be accepted."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from jurybox.analysis.disagreements.disputes import Dispute
from jurybox.analysis.disagreements.side_by_side import Acceptance, Source
from jurybox.collection.entries import Content
from jurybox.language import tr, trc
from jurybox_gui.desks.disagreements.people_list import PLACES, place_action
from jurybox_gui.desks.disagreements.wording import WORDING, first_names
from jurybox_gui.tables.question_table import CellTexts, SideBySideTable
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.icons import paint_icon
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.clicked_rows import ClickedRows
from jurybox_gui.widgets.cut_tips import tell
from jurybox_gui.widgets.glyphs import paint_label_glyph
from jurybox_gui.widgets.keycaps import key_cap_width, paint_key_cap
from jurybox_gui.widgets.keyed import KeyedWords
from jurybox_gui.widgets.painting import CENTER, LEFT, RIGHT, kept, one_line, paint_text, text_width

_Index = QModelIndex | QPersistentModelIndex
_ROW, _HEAD = Grid.ROW_DISPUTES, 46
_EDGE, _GLYPH, _TAG = Grid.TABLE_MARGIN, 18, 58
_TEXT_LEAST, _PERSON_LEAST, _PERSON_MOST, _REST = 104, 36, 104, 64
_OTHER_PARTS = ("majority", "gold", "decision")
_DOT = 5
_OPEN = trc("decision", "open")


class SideBySideWords(Protocol):
    """The texts that the table needs beside its model."""

    texts: CellTexts
    choosing: bool
    plan: Acceptance | None

    @property
    def effect_head(self) -> str:
        """The caption of the numbers in the heads; "" if there are none."""

    def effect_in_short(self, source: Source) -> tuple[str, bool]:
        """Return the effect of accepting a column, for its head, and whether it swaps runs."""

    def glyph(self, one: Dispute, label: str) -> str:
        """Return the glyph of a label, "" if it has none."""

    def letter_of(self, one: Dispute, label: str) -> str:
        """Return the letter of one way to group an answer with others."""

    def remark(self, one: Dispute, who: int) -> Content:
        """Return an assessor's label in a row, with time and note."""

    def cell_in_full(self, row: int, column: int) -> str:
        """Return the tool tip of a cell."""

    def head_in_full(self, section: int) -> str:
        """Return the tool tip of a head."""


class SideBySideView(ClickedRows, QTableView):
    """The table. Emits `chosen(row)` on a click, `column_chosen(source)` on a head that can be accepted."""

    chosen = Signal(int)
    column_chosen = Signal(object)

    def __init__(self, side: SideBySideWords) -> None:
        super().__init__()
        self.side = side
        self.table = SideBySideTable(side.texts, self)
        self.setModel(self.table)
        self.setItemDelegate(_Cells(self))
        self.head = _NameHead(self)
        self.setHorizontalHeader(self.head)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(_ROW)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setShowGrid(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName(tr("Labels side by side"))
        self.clicked.connect(lambda index: self.chosen.emit(index.row()))
        self.head.sectionClicked.connect(self._head_clicked)

    def fit(self) -> None:
        """Make assessors' columns as wide as their names if there is room, and give the text the rest."""
        columns, room = self.table.columns, self.viewport().width()
        people = [one for one in columns if one.part == "assessor"]
        if not columns:
            return
        face = font(Px.ASIDE, 600)
        natural = [round(text_width(one.heading, face)) + 16 for one in columns]
        rest = sum(max(_REST, wide) for one, wide in zip(columns, natural, strict=True) if one.part in _OTHER_PARTS)
        each = (room - _TEXT_LEAST - rest) / max(1, len(people))
        left = room
        for at, one in enumerate(columns[1:], 1):
            wide = max(_REST, natural[at])
            if one.part == "assessor":
                wide = round(max(_PERSON_LEAST, min(natural[at], _PERSON_MOST, each)))
            self.setColumnWidth(at, wide)
            left -= wide
        self.setColumnWidth(0, max(_TEXT_LEAST, left))
        self.clearSpans()
        for row, dispute in enumerate(self.table.rows):
            if dispute is None:
                self.setSpan(row, 0, 1, len(columns))  # the line that folds rows has words only

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), color(theme().tokens.surf))
        painter.end()
        super().paintEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            index = self.indexAt(event.pos())
            words = self.side.cell_in_full(index.row(), index.column()) if index.isValid() else ""
            return tell(event, words, self.viewport())
        return super().viewportEvent(event)

    def _head_clicked(self, section: int) -> None:
        column = self.table.columns[section]
        if column.part == "assessor":
            self.column_chosen.emit(column.who)
        elif column.part == "majority":
            self.column_chosen.emit(None)


class _Cells(QStyledItemDelegate):
    """Paints a cell."""

    def __init__(self, view: SideBySideView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        del index
        return QSize(option.rect.width(), _ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        # Paint one cell; an earlier decision is painted quietly.
        tokens, box = theme().tokens, QRectF(option.rect)
        table, row, column = self._view.table, index.row(), index.column()
        one, part = table.rows[row], table.columns[column]
        with kept(painter):
            if self._view.currentIndex().row() == row:
                painter.fillRect(box.adjusted(0, 0, 0, -1), color(tokens.accsoft))
                if column == 0:
                    painter.fillRect(QRectF(box.left(), box.top(), 3, box.height() - 1), color(tokens.accent))
            painter.fillRect(QRectF(box.left(), box.bottom() - 1, box.width(), 1), color(tokens.line))
            if part.part == "text":
                self._text(painter, box, one, row)
            elif one is None:
                return
            elif part.part == "assessor":
                self._said(painter, box, one, table.said(row, part.who), part.who)
            elif part.part == "majority":
                self._label(painter, box, one, one.majority)
            elif part.part == "gold":
                words = table.words(row, column)
                face = font(Px.ASIDE)
                paint_text(painter, box.adjusted(2, 0, -2, 0), words, face, tokens.text2, CENTER)
            elif one.settled:
                self._label(painter, box, one, one.settled)
            elif one.is_disputed:
                paint_text(painter, box, _OPEN, font(Px.ASIDE, 600), tokens.mid, CENTER)

    def _text(self, painter: QPainter, box: QRectF, one: Dispute | None, row: int) -> None:
        tokens = theme().tokens
        left = box.left() + _EDGE
        if one is None:
            icon = "chevron-down" if self._view.table.opened else "chevron-right"
            paint_icon(painter, QRectF(left, round(box.center().y() - 7), 14, 14), icon, tokens.text2)
            room = QRectF(left + 20, box.top(), box.right() - left - 26, box.height())
            words = self._view.table.fold_words
            paint_text(painter, room, words, font(Px.BASE, 600), tokens.text2, LEFT)
            return
        wording = WORDING[one.what]
        if one.what != "label":
            tag = QRectF(left, box.top(), _TAG - 6, box.height())
            paint_text(painter, tag, wording.tag or wording.one, font(Px.ASIDE), tokens.text2)
            left += _TAG
        room = QRectF(left, box.top(), box.right() - left - 8, box.height())
        code = tokens.text if one.is_disputed and not one.settled else tokens.text2
        paint_text(painter, room, one_line(self._view.table.words(row, 0)), font(Px.BASE), code, LEFT)

    def _said(self, painter: QPainter, box: QRectF, one: Dispute, label: str, who: int) -> None:
        if not label:
            paint_text(painter, box, "–", font(Px.BASE), theme().tokens.text3, CENTER)
            return
        self._label(painter, box, one, label)
        if self._view.side.remark(one, who).note:
            spot = QRectF(box.center().x() + _GLYPH / 2 + 2, box.center().y() - _GLYPH / 2, _DOT, _DOT)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color(theme().tokens.accent))
            painter.drawEllipse(spot)

    def _label(self, painter: QPainter, box: QRectF, one: Dispute, label: str) -> None:
        """Paint a label as its glyph; equal answers as a letter, the same for the same group in a row."""
        tokens, side = theme().tokens, self._view.side
        if not label:
            paint_text(painter, box, "–", font(Px.BASE), tokens.text3, CENTER)
            return
        if one.kind.is_grouping:
            face = font(Px.BASE, 600)
            paint_text(painter, box, side.letter_of(one, label), face, tokens.text, CENTER)
            return
        glyph = side.glyph(one, label) or "yes"
        spot = QRectF(round(box.center().x() - _GLYPH / 2), round(box.center().y() - _GLYPH / 2), _GLYPH, _GLYPH)
        paint_label_glyph(painter, spot, "" if label == "conflict" else glyph, tokens)


class _NameHead(QHeaderView):
    """Heads of columns: names, below them the effect of accepting the column, and its key."""

    def __init__(self, view: SideBySideView) -> None:
        super().__init__(Qt.Orientation.Horizontal, view)
        self._view = view
        self._keys = KeyedWords(self, self.viewport().update)
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setMinimumSectionSize(_PERSON_LEAST)
        self.setFixedHeight(_HEAD)

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            section = self.logicalIndexAt(event.pos())
            words = self._view.side.head_in_full(section) if section >= 0 else ""
            return tell(event, words, self.viewport())
        return super().viewportEvent(event)

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        tokens, box, side = theme().tokens, QRectF(rect), self._view.side
        column = self._view.table.columns[section]
        is_source = column.part in {"assessor", "majority"}
        source = column.who if column.part == "assessor" else None
        chosen = is_source and side.plan is not None and side.plan.source == source
        with kept(painter):
            painter.fillRect(box, color(tokens.accsoft if chosen else tokens.surf))
            painter.fillRect(QRectF(box.left(), box.bottom() - 1, box.width(), 1), color(tokens.line2))
            line = QRectF(box.left() + 2, box.top() + 4, box.width() - 4, 18)
            below = line.translated(0, 19)
            if not is_source:
                align = LEFT if section == 0 else CENTER
                line = line.translated(_EDGE - 2 if section == 0 else 0, 19)
                face = font(Px.ASIDE, 500)
                paint_text(painter, line, column.heading, face, tokens.text2, align)
                left = line.left() + text_width(column.heading, face) + 12
                room = QRectF(left, line.top(), box.right() - 10 - left, line.height())
                if section == 0 and text_width(side.effect_head, font(Px.CAP)) <= room.width():
                    paint_text(painter, room, side.effect_head, font(Px.CAP), tokens.text3, RIGHT)
                return
            face = font(Px.ASIDE, 650 if chosen else 600)
            paint_text(painter, line, self._name_of(section, line.width()), face, tokens.text, CENTER)
            key = self._key_of(section) if side.choosing else ""
            if key:
                left = below.center().x() - key_cap_width(key) / 2
                paint_key_cap(painter, left, below.center().y(), key, tokens)
                return
            words, flips = side.effect_in_short(source)
            code = tokens.text if flips else tokens.text3
            face = font(Px.CAP, 600 if flips else 400, tabular=True)
            paint_text(painter, below, words, face, code, CENTER)

    def _name_of(self, section: int, room: float) -> str:
        """Return the head of a column; where a name has no room, its first word, if no two share it."""
        columns = self._view.table.columns
        whole = columns[section].heading
        if columns[section].part != "assessor" or text_width(whole, font(Px.ASIDE, 600)) <= room:
            return whole
        at = [place for place, one in enumerate(columns) if one.part == "assessor"]
        return dict(zip(at, first_names([columns[place].heading for place in at]), strict=True))[section]

    def _key_of(self, section: int) -> str:
        """Return the key that chooses a column: its digit, or Enter for a majority beyond all digits."""
        if section <= PLACES:
            return self._keys.key(place_action(section - 1))
        is_majority = self._view.table.columns[section].part == "majority"
        return self._keys.key("disagreements.accept_now") if is_majority and not self._view.side.plan else ""
