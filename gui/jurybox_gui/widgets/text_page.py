"""One part of a stored text, laid out: where its characters are, and nothing else."""

from PySide6.QtCore import QPoint, QRect, Qt, QUrl
from PySide6.QtGui import QImage, QTextBlockFormat, QTextCursor, QTextOption
from PySide6.QtWidgets import QFrame, QTextBrowser, QTextEdit, QWidget

from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.tokens import Grid
from jurybox_gui.widgets.text_map import TextMap, has_long_word
from jurybox_gui.widgets.text_parts import TextPart

# For a font whose own height is 1.21 em; all lines have one height, so that other scripts keep the rhythm.
_FONT_EM = 1.21
_EMPTY_EM = 0.7
_MOST_EMPTY = 3_000


class TextPage(QTextBrowser):
    """Shows one part of a stored text unchanged. Offsets are code points of the whole stored text."""

    def __init__(self, name: str, parent: QWidget | None, px: int) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, on=False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(0)
        self.setLineWrapMode(QTextEdit.LineWrapMode.FixedPixelWidth)
        self._px = px
        self._spacing = Grid.LINE_HEIGHT
        self._set_lines()
        self._stored = ""
        self._part = TextPart(0, 0)
        self._map = TextMap("")
        self.setFont(font(px))

    @property
    def stored_text(self) -> str:
        """The text as it was given, whole."""
        return self._stored

    @property
    def part(self) -> TextPart:
        """The laid-out part of the stored text."""
        return self._part

    def view(self, margin: int) -> TextPart:
        """Return the visible part, extended by this many pixels above and below."""
        above = self.cursorForPosition(QPoint(0, -margin)).position()
        below = self.cursorForPosition(QPoint(0, self.viewport().height() + margin)).position()
        return TextPart(self._line(self._offset(above)).start, self._line(self._offset(below)).end)

    def rect_of(self, offset: int) -> QRect:
        """Return the rectangle of a stored offset in the viewport.

        The nearer end if its part is not laid out.
        """
        return self.cursorRect(self._cursor(offset, offset))

    def line_top(self, offset: int) -> float:
        """Return the distance of a stored offset's line from the top of the part, px."""
        position = self._map.position(offset - self._part.start)
        block = self.document().findBlock(position)
        line = block.layout().lineForTextPosition(position - block.position())
        top = self.document().documentLayout().blockBoundingRect(block).top()
        return top + line.y() if line.isValid() else top

    def loadResource(self, kind: int, name: QUrl | str) -> QImage:
        # Load nothing: an empty image stops Qt from looking for a file itself.
        del kind, name
        return QImage()

    def _set_lines(self) -> None:
        self.line_px = self._px * _FONT_EM * self._spacing / 100
        """The distance between two lines, in pixels."""

    def _lay(self, part: TextPart) -> None:
        self._part = part
        piece = self._stored[part.start : part.end]
        self._map = TextMap(piece)
        self._wrap(piece)
        self.setPlainText(self._map.shown)
        self._format()

    def _wrap(self, text: str) -> None:
        modes = QTextOption.WrapMode
        mode = modes.WrapAnywhere if has_long_word(text) else modes.WrapAtWordBoundaryOrAnywhere
        if mode != self.wordWrapMode():
            # Otherwise the old text would be laid out once more.
            self.setPlainText("")
            self.setWordWrapMode(mode)

    def _format(self) -> None:
        fixed = QTextBlockFormat.LineHeightTypes.FixedHeight.value
        lines = QTextBlockFormat()
        lines.setLineHeight(self.line_px, fixed)
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.mergeBlockFormat(lines)
        gap = QTextBlockFormat()
        gap.setLineHeight(self._px * _EMPTY_EM, fixed)
        for position in self._empty_lines():
            cursor.setPosition(position)
            cursor.mergeBlockFormat(gap)
        cursor.endEditBlock()

    def _empty_lines(self) -> list[int]:
        block = self.document().begin()
        places: list[int] = []
        while block.isValid() and len(places) < _MOST_EMPTY:
            if block.length() == 1:
                places.append(block.position())
            block = block.next()
        return places

    def _offset(self, position: int) -> int:
        return self._part.start + self._map.offset(position)

    def _cursor(self, start: int, end: int) -> QTextCursor:
        cursor = QTextCursor(self.document())
        last = self.document().characterCount() - 1  # while a part is laid out the document may be empty
        first = min(last, self._map.position(start - self._part.start))
        cursor.setPosition(first)
        if end != start:
            second = min(last, self._map.position(end - self._part.start))
            cursor.setPosition(second, QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def _top(self) -> int:
        return self.view(0).start

    def _line(self, offset: int) -> TextPart:
        """Return the line, as now broken, that contains an offset."""
        position = self._map.position(offset - self._part.start)
        block = self.document().findBlock(position)
        line = block.layout().lineForTextPosition(position - block.position())
        if not line.isValid():
            return TextPart(offset, offset)
        start = block.position() + line.textStart()
        return TextPart(self._offset(start), self._offset(start + line.textLength()))

    def _settled(self) -> int:
        """Return how far the part can be scrolled once all of it is laid out.

        The scroll bar learns it later.
        """
        height = round(self.document().size().height())
        bar = self.verticalScrollBar()
        most = max(0, height - self.viewport().height())
        if bar.maximum() != most:
            bar.setRange(0, most)
        return most
