"""The dashed field of the start page that says what can be dropped on the window."""

from typing import NamedTuple

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from jurybox.language import tr
from jurybox.lists import clauses
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.icons import paint_icon
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.focus import RING_ROOM
from jurybox_gui.widgets.painting import on_lines, paint_text, text_width

_LEAST, _MOST, _LOW = 220, 384, 370
_NAME, _INSET, _LINE = 92, 20, 16
_HEAD = tr("Drop files here")
_NOTE = tr("You see a report of every line before anything is stored: all or nothing.")


class Droppable(NamedTuple):
    """Files that can be dropped: their name, what they hold, and the formats of `--as` that they have."""

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
        "NTCIR, LiveQA",
        tr("community runs, answers with levels or grades"),
        ("ntcir-cqa", "ntcireval", "liveqa"),
    ),
    Droppable("CLEF", tr("answer validation pairs (AVE), PyEvALL"), ("ave", "pyevall")),
    Droppable(tr("Other labels"), tr("Label Studio, language models"), ("label-studio", "llm-judgments")),
    Droppable(tr("Documents"), tr("text files, or a folder of all these"), ("documents",)),
)
"""What can be dropped, in the order of the field; every format is in one of them."""


class DropField(QWidget):
    """Says what can be dropped; in a low window in one line each."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumHeight(_LEAST)
        self.setMaximumHeight(_MOST)
        self.setAccessibleName(_HEAD)
        known = clauses(f"{one.name}: {one.holds}" for one in DROPPABLES)
        self.setAccessibleDescription(f"{known}. {_NOTE}")

    def sizeHint(self) -> QSize:
        """Return the room for the words."""
        return QSize(300, _MOST)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the border, the sign and the words."""
        del event
        tokens = theme().tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(tokens.ctl), 1.5, Qt.PenStyle.DashLine))
        edge = QRectF(self.rect()).adjusted(RING_ROOM + 0.5, 4.5, -RING_ROOM - 0.5, -4.5)
        painter.drawRoundedRect(edge, 10, 10)
        low = self.height() < _LOW
        side, title = (22, font(Px.LEAD, 600)) if low else (34, font(Px.FIGURE, 600))
        head = QRectF(edge.left(), edge.top() + (8 if low else 16), edge.width(), side)
        words = _HEAD
        left = head.center().x() - (side + 12 + text_width(words, title)) / 2
        paint_icon(painter, QRectF(left, head.top(), side, side), "import", tokens.text2)
        paint_text(
            painter, QRectF(left + side + 12, head.top(), edge.width(), side), words, title, tokens.text
        )
        inside = edge.adjusted(_INSET, 0, -_INSET, 0)
        top = head.bottom() + (4 if low else 12)
        face, name_face = font(Px.ASIDE), font(Px.ASIDE, 600)
        name = max(_NAME, *(text_width(one.name, name_face) + 10 for one in DROPPABLES))
        room = inside.width() - name
        for one in DROPPABLES:
            lines = on_lines(one.holds, face, room, 1 if low else 2)
            painter.fillRect(QRectF(inside.left(), top, inside.width(), 1), QColor(tokens.line))
            top += 3 if low else 7
            paint_text(painter, QRectF(inside.left(), top, name, 18), one.name, name_face, tokens.text)
            for n, words in enumerate(lines):
                box = QRectF(inside.left() + name, top + n * _LINE, room, 18)
                paint_text(painter, box, words, face, tokens.text2)
            top += len(lines) * _LINE + (3 if low else 7)
        for n, words in enumerate(on_lines(_NOTE, face, inside.width())):
            below = QRectF(inside.left(), top + 4 + n * _LINE, inside.width(), 18)
            if below.bottom() < edge.bottom():
                paint_text(painter, below, words, face, tokens.text2)
        painter.end()
