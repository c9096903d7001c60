"""The dashed field of the start page that lists what can be dropped on the window."""

from math import ceil
from typing import NamedTuple

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from jurybox.language import tr
from jurybox.lists import clauses, labeled
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.icons import paint_icon
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.focus import RING_ROOM
from jurybox_gui.widgets.painting import on_lines, paint_text, text_width

_LEAST = 220
_NAME, _INSET, _LINE = 92, 20, 16
_ROOMY, _TIGHT = 7, (3, 2, 1)
_TITLE_ROOM, _TITLE_ROOM_LOW = 62, 34
"""Above and below a row, and what the head takes, px."""
_NOTE_ROOM = 7
"""What the note takes besides its lines, px."""
_HEAD = tr("Drop files here")
_NOTE = tr("You see a report of every line before anything is stored: all or nothing.")


class Droppable(NamedTuple):
    """Files that can be dropped: their name, their content, and their formats for `--as`."""

    name: str
    holds: str
    formats: tuple[str, ...] = ()


DROPPABLES = (
    Droppable(tr("Jury file"), tr("opens in this window")),
    Droppable(tr("Tables"), tr("CSV, TSV or Excel; you match the columns"), ("tables",)),
    Droppable(
        "TREC",
        tr("topics, runs, qrels, QA judgments, answer patterns, nuggets, RAG support"),
        (
            "trec-qa",
            "trec-topics",
            "trec-run",
            "trec-qrels",
            "trec-qa-judgments",
            "trec-qa-runs",
            "list-answers",
            "nuggets",
            "nuggetizer",
            "rag-nuggets",
            "rag-support",
        ),
    ),
    Droppable(
        "NTCIR, LiveQA", tr("community runs, answers with levels or grades"), ("ntcir-cqa", "ntcireval", "liveqa")
    ),
    Droppable("CLEF", tr("answer validation pairs (AVE), PyEvALL"), ("ave", "pyevall")),
    Droppable(tr("Other labels"), tr("Label Studio, language models"), ("label-studio", "llm-judgments")),
    Droppable(tr("Documents"), tr("text files, or a folder of all these"), ("documents",)),
)
"""What can be dropped, in the order of the field; every format is in one of them."""


class _FormatRow(NamedTuple):
    """A kind of files as displayed: its name and its content, on lines."""

    name: str
    lines: tuple[str, ...]


class DropField(QWidget):
    """Lists what can be dropped; in a low window on fewer lines, else as high as its words need."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumHeight(_LEAST)
        self.setAccessibleName(_HEAD)
        known = clauses(labeled(one.name, one.holds) for one in DROPPABLES)
        self.setAccessibleDescription(f"{known}. {_NOTE}")

    def sizeHint(self) -> QSize:
        return QSize(300, self.needed())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.setMaximumHeight(self.needed())

    def needed(self) -> int:
        """Return the height, px, that fits every word at the present width."""
        inside = self._inside()
        rows = sum(len(row.lines) * _LINE + 2 * _ROOMY for row in self._rows(most=3))
        note = len(on_lines(_NOTE, font(Px.ASIDE), inside.width(), most=3)) * _LINE
        return ceil(inside.top() + _TITLE_ROOM + rows + note + 12 + inside.top() + 4)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens, low = theme().tokens, self.height() < self.needed()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(tokens.ctl), 1.5, Qt.PenStyle.DashLine))
        painter.setBrush(QColor(tokens.surf))
        inside = self._inside()
        painter.drawRoundedRect(inside.adjusted(-_INSET, 0, _INSET, 0), 10, 10)
        self._paint_title(painter, low=low)
        face, name_face = font(Px.ASIDE), font(Px.ASIDE, 600)
        rows, around = self._tight_rows() if low else (self._rows(most=3), _ROOMY)
        top = round(inside.top()) + (_TITLE_ROOM_LOW if low else _TITLE_ROOM)
        name = self._name()
        for row in rows:
            painter.fillRect(QRect(round(inside.left()), top, round(inside.width()), 1), QColor(tokens.line))
            top += around
            paint_text(painter, QRectF(inside.left(), top, name, 18), row.name, name_face, tokens.text)
            for n, words in enumerate(row.lines):
                box = QRectF(inside.left() + name, top + n * _LINE, inside.width() - name, 18)
                paint_text(painter, box, words, face, tokens.text2)
            top += len(row.lines) * _LINE + around
        for n, words in enumerate(on_lines(_NOTE, face, inside.width(), most=2 if low else 3)):
            below = QRectF(inside.left(), top + 4 + n * _LINE, inside.width(), 18)
            if below.bottom() < inside.bottom():
                paint_text(painter, below, words, face, tokens.text2)
        painter.end()

    def _inside(self) -> QRectF:
        """Return the area of the words, between the border's left and right edge."""
        edge = QRectF(self.rect()).adjusted(RING_ROOM + 0.5, 4.5, -RING_ROOM - 0.5, -4.5)
        return edge.adjusted(_INSET, 0, -_INSET, 0)

    def _name(self) -> float:
        """Return the width of the column of names."""
        return max(_NAME, *(text_width(one.name, font(Px.ASIDE, 600)) + 10 for one in DROPPABLES))

    def _rows(self, most: int) -> list[_FormatRow]:
        face, room = font(Px.ASIDE), self._inside().width() - self._name()
        return [_FormatRow(one.name, on_lines(one.holds, face, room, most)) for one in DROPPABLES]

    def _tight_rows(self) -> tuple[list[_FormatRow], int]:
        """Return the rows of a low window, and the space around each: the first rows get the spare lines."""
        inside = self._inside()
        note = len(on_lines(_NOTE, font(Px.ASIDE), inside.width())) * _LINE + _NOTE_ROOM
        rows, whole = self._rows(most=1), self._rows(most=3)
        for around in _TIGHT:
            left = inside.height() - _TITLE_ROOM_LOW - note - len(rows) * (_LINE + 2 * around)
            lines = int(max(left, 0) // _LINE)
            if lines >= sum(len(row.lines) - 1 for row in whole) or around == _TIGHT[-1]:
                break
        for at, row in enumerate(whole):
            if len(row.lines) - 1 <= lines:
                lines -= len(row.lines) - 1
                rows[at] = row
        return rows, around

    def _paint_title(self, painter: QPainter, *, low: bool) -> None:
        tokens = theme().tokens
        side, face = (22, font(Px.LEAD, 600)) if low else (34, font(Px.FIGURE, 600))
        box = self._inside()
        top = box.top() + (8 if low else 16)
        left = box.center().x() - (side + 12 + text_width(_HEAD, face)) / 2
        paint_icon(painter, QRectF(left, top, side, side), "import", tokens.text2)
        words = QRectF(left + side + 12, top, box.right() - left - side - 12, side)
        paint_text(painter, words, _HEAD, face, tokens.text)
