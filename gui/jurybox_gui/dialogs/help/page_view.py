"""Showing one help page: blocks become text with formats, put in by a cursor; nothing is parsed by Qt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import (
    QImage,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextFormat,
    QTextFrameFormat,
    QTextLength,
    QTextTableFormat,
)
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget

from jurybox_gui.dialogs.help.markdown import Block, Span, blocks
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px

if TYPE_CHECKING:
    from collections.abc import Sequence

_HEADINGS = {1: (24, 650), 2: (17, 650), 3: (Px.LEAD, 600)}
_LINE = 140.0


class PageView(QTextBrowser):
    """A page to read and select from; `page_wanted(name)` when a link is followed."""

    page_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Help page")
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.document().setDocumentMargin(0)
        self.setViewportMargins(28, 22, 28, 22)
        self.anchorClicked.connect(lambda url: self.page_wanted.emit(url.toString()))
        self._text = ""
        theme().changed.connect(self._again)

    def show_page(self, text: str) -> None:
        """Show a page from its top."""
        self._text = text
        self._again()

    def find_words(self, words: str) -> bool:
        """Select the next place where these words stand, from the top again at the end; False if nowhere."""
        if self.find(words):
            return True
        self.moveCursor(QTextCursor.MoveOperation.Start)
        return self.find(words)

    def loadResource(self, kind: int, name: QUrl | str) -> QImage:
        """Load nothing."""
        del kind, name
        return QImage()

    def _again(self) -> None:
        self.clear()
        cursor = QTextCursor(self.document())
        rows: list[Block] = []
        first = True
        for block in [*blocks(self._text), None]:
            if block is not None and block.kind == "row":
                rows.append(block)
                continue
            if rows:
                self._put_table(cursor, rows)
                rows, first = [], False
            if block is not None:
                self._put(cursor, block, first=first)
                first = False
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def _put(self, cursor: QTextCursor, block: Block, *, first: bool) -> None:
        shape = QTextBlockFormat()
        shape.setLineHeight(_LINE, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        shape.setBottomMargin(4 if block.kind in {"bullet", "code"} else 8)
        if block.kind == "heading":
            shape.setTopMargin(0 if first else 22 if block.level == 2 else 12)
        if block.kind in {"bullet", "code"}:
            shape.setLeftMargin(18)
        if block.kind == "bullet":
            shape.setTextIndent(-12)
        if first:
            cursor.setBlockFormat(shape)
        else:
            cursor.insertBlock(shape)
        if block.kind == "bullet":
            cursor.insertText("•  ", _dress(Span(""), block))
        self._put_spans(cursor, block.cells[0], block)

    def _put_table(self, cursor: QTextCursor, rows: Sequence[Block]) -> None:
        wide = max(len(row.cells) for row in rows)
        shape = QTextTableFormat()
        shape.setBorder(0)
        shape.setCellSpacing(0)
        shape.setCellPadding(5)
        shape.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_None)
        shape.setTopMargin(6)
        shape.setBottomMargin(10)
        shape.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        table = cursor.insertTable(len(rows), wide, shape)
        for down, row in enumerate(rows):
            for across, cell in enumerate(row.cells):
                self._put_spans(table.cellAt(down, across).firstCursorPosition(), cell, row)
        cursor.movePosition(QTextCursor.MoveOperation.End)

    def _put_spans(self, cursor: QTextCursor, parts: Sequence[Span], block: Block) -> None:
        for span in parts:
            cursor.insertText(span.text, _dress(span, block))


def _dress(span: Span, block: Block) -> QTextCharFormat:
    """Return how a stretch is set."""
    tokens = theme().tokens
    shape = QTextCharFormat()
    px, weight = _HEADINGS.get(block.level, (Px.LEAD, 400)) if block.kind == "heading" else (Px.LEAD, 400)
    if span.bold or block.head:
        weight = max(weight, 600)
    shape.setFont(font(Px.BASE if span.code else px, weight, italic=span.slanted, mono=span.code))
    shape.setForeground(color(tokens.text2 if block.head else tokens.text))
    if span.code and block.kind != "code":
        shape.setBackground(color(tokens.sunk))
    if span.link:
        shape.setAnchor(True)
        shape.setAnchorHref(span.link)
        shape.setForeground(color(tokens.accent))
        shape.setProperty(QTextFormat.Property.TextUnderlineStyle, 1)
    return shape
