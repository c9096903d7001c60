"""The whole text of the answer on stage, of any length, with the answer highlighted.

Keys and wheel scroll.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QTextBlockFormat, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QTextBrowser, QTextEdit, QVBoxLayout, QWidget

from jurybox.language import tr, trc
from jurybox_gui.stage.buttons import StageButton
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.theme import theme
from jurybox_gui.widgets.surface import Surface

if TYPE_CHECKING:
    from jurybox_gui.stage.director import AnswerOnStage

_LINE_HEIGHT = 131
"""Line spacing in percent, as for answers in the window."""


class WholeText(Surface):
    """Covers the stage while it is shown; the stage passes keys to `take`."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("surf")
        self.setParent(parent)
        self._px = 28
        self._shown: AnswerOnStage | None = None
        self.pane = QTextBrowser()
        self.pane.setAccessibleName(tr("Whole text of the answer"))
        self.pane.setFrameShape(QFrame.Shape.NoFrame)
        self.pane.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.pane.setOpenLinks(False)
        self.pane.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.up = StageButton(trc("button", "Up"), "↑")
        self.down = StageButton(trc("button", "Down"), "↓")
        self.back = StageButton(tr("Back"), "T")
        self.up.clicked.connect(lambda: self.take("PgUp"))
        self.down.clicked.connect(lambda: self.take("PgDown"))
        self.back.clicked.connect(self.hide)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self.pane, 1)
        self._row = QHBoxLayout()
        for button in (self.up, self.down, self.back):
            self._row.addWidget(button)
        self._row.addStretch(1)
        self._column.addLayout(self._row)
        bar = self.pane.verticalScrollBar()
        bar.rangeChanged.connect(lambda _least, most: self._offer(scrolls=most > 0))
        theme().changed.connect(self._fill)
        self.hide()

    def set_px(self, px: int) -> None:
        """Use this type size."""
        self._px = px
        for button in (self.up, self.down, self.back):
            button.set_px(px)
        self._column.setContentsMargins(px, round(px * 0.6), px, round(px * 0.5))
        self._column.setSpacing(round(px * 0.4))
        self._row.setSpacing(round(px * 0.4))
        self._fill()

    def show_text(self, shown: AnswerOnStage) -> None:
        """Show question, answer and supporting text from the beginning."""
        self._shown = shown
        self._fill()
        self.show()
        self.raise_()

    def take(self, key: str) -> bool:
        """Scroll if a key does that; return whether it does."""
        bar = self.pane.verticalScrollBar()
        page = bar.pageStep() - 2 * self._px
        by = {"Down": 2 * self._px, "Up": -2 * self._px, "PgDown": page, "Space": page, "PgUp": -page}
        if key in by:
            bar.setValue(bar.value() + by[key])
        elif key in {"Home", "End"}:
            bar.setValue(bar.minimum() if key == "Home" else bar.maximum())
        else:
            return False
        return True

    def _offer(self, *, scrolls: bool) -> None:
        self.up.setVisible(scrolls)
        self.down.setVisible(scrolls)

    def _fill(self) -> None:
        shown = self._shown
        if shown is None:
            return
        tokens, px = theme().tokens, self._px
        self.pane.setStyleSheet(f"QTextBrowser {{ background: {tokens.surf}; }}")
        self.pane.clear()
        writer = QTextCursor(self.pane.document())
        parts = [
            (shown.question, tokens.text2, font(px, 500)),
            (shown.answer, tokens.text, font(round(px * 1.2), 650)),
            (shown.support, tokens.text, font(px)),
        ]
        at_support = -1
        for text, ink, face in parts:
            if not text:
                continue
            if not writer.atStart():
                writer.insertBlock()
            if text is shown.support:
                at_support = writer.position()
            writer.setBlockFormat(_block(px))
            writer.setCharFormat(_look(ink, face))
            writer.insertText(text)
        self._mark(shown.answer, at_support)
        self.pane.verticalScrollBar().setValue(0)

    def _mark(self, answer: str, start: int) -> None:
        """Highlight the answer in the supporting text, which begins at `start`; -1: there is none."""
        found = QTextCursor() if start < 0 else self.pane.document().find(answer.strip(), start)
        if not answer.strip() or found.isNull():
            self.pane.setExtraSelections([])
            return
        mark = QTextEdit.ExtraSelection()
        mark.cursor = found
        mark.format = QTextCharFormat()
        mark.format.setBackground(QColor(theme().tokens.mark))
        self.pane.setExtraSelections([mark])


def _block(px: int) -> QTextBlockFormat:
    block = QTextBlockFormat()
    block.setLineHeight(_LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
    block.setBottomMargin(px * 0.5)
    return block


def _look(ink: str, face: QFont) -> QTextCharFormat:
    look = QTextCharFormat()
    look.setForeground(QColor(ink))
    look.setFont(face)
    return look
