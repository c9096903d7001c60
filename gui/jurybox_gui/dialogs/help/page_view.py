"""One help page: Qt reads the Markdown, follows links and goes back; its formats follow the theme."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import (
    QImage,
    QResizeEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextLength,
    QTextList,
    QTextListFormat,
    QTextTable,
)
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget

from jurybox.language import LANGUAGE, tr
from jurybox.resources import asset
from jurybox_gui.dialogs.help.letters import searched
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px

_HEADINGS = {1: (24, 650), 2: (17, 650), **dict.fromkeys((3, 4, 5, 6), (Px.LEAD, 600))}
_LINE = 140.0
_WIDEST = 640
"""Width of a picture in points: it fits the page, and its pixels are those of a screen at 150 %."""
_REGULAR = 500
_HANGING = 4
"""How far punctuation at the end of a line may extend over the edge of the page, px."""
_OBJECT = "\N{OBJECT REPLACEMENT CHARACTER}"
"""The character that stands for a picture in the text of a document."""
_ENDING = ".md"
_IMAGE = QTextDocument.ResourceType.ImageResource.value
_CODE = QTextFormat.Property.BlockCodeLanguage


class PageView(QTextBrowser):
    """A page to read and select from; `text_of` returns the Markdown of a page by name, "" for no page."""

    def __init__(self, text_of: Callable[[str], str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text_of = text_of
        self.page = ""
        self._room, self._has_pictures = _WIDEST, False
        self.setAccessibleName(tr("Help page"))
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.document().setDocumentMargin(0)
        self.document().setIndentWidth(22)
        self.setViewportMargins(28, 22, 28, 0)
        self.setStyleSheet("QTextBrowser { background: transparent; }")
        self.anchorClicked.connect(self._follow)
        self.sourceChanged.connect(self._show_source)
        self.horizontalScrollBar().rangeChanged.connect(lambda _least, most: self._show_bar(most))
        theme().changed.connect(self.reload)

    def show_page(self, name: str) -> None:
        """Show a page from its top, or where it was left before going back; the page shown stays."""
        if name != self.page:
            self.setSource(QUrl(name + _ENDING))

    def find_words(self, words: str) -> bool:
        """Select the next occurrence of these words, wrapping around; return False if there is none.

        Case and accents do not count.
        """
        text, wanted, cursor = searched(self.toPlainText()), searched(words), self.textCursor()
        start = text.find(wanted, _text_position(text, cursor.selectionEnd()))
        if start < 0:
            start = text.find(wanted)
        if start < 0:
            return False
        cursor.setPosition(_qt_position(text, start))
        cursor.setPosition(_qt_position(text, start + len(wanted)), QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)
        return True

    def loadResource(self, kind: int, name: QUrl | str) -> str | QImage:
        # Return a page, or a picture beside the pages; nothing from any other folder.
        url, image = QUrl(name), kind == _IMAGE
        path = url.path()
        # None would let Qt look for the file itself; an empty value does not.
        if not url.isRelative() or url.hasQuery() or not path or {"/", "\\"} & set(path) or path[0] == ".":
            return QImage() if image else ""
        if image:
            self._has_pictures = True
            return _picture(path, self._room)
        return self._text_of(path.removesuffix(_ENDING))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        margins = self.viewportMargins()  # the viewport itself changes with its scroll bars
        bars = margins.left() + margins.right() + self.verticalScrollBar().sizeHint().width()
        room = min(_WIDEST, self.width() - bars)
        if room != self._room:
            self._room = room
            if self._has_pictures:
                bar = self.verticalScrollBar()
                at = bar.value()
                self.reload()
                bar.setValue(at)

    def _show_bar(self, most: int) -> None:
        """Show no scroll bar for the few pixels by which a line in Japanese reaches into the margin.

        Nor for those that the other scroll bar took before the page was laid out beside it: Qt leaves the range.
        """
        if most and self.document().size().width() <= self.viewport().width():
            self.horizontalScrollBar().setRange(0, 0)
            return
        policy = Qt.ScrollBarPolicy
        self.setHorizontalScrollBarPolicy(policy.ScrollBarAsNeeded if most > _HANGING else policy.ScrollBarAlwaysOff)

    def _follow(self, url: QUrl) -> None:
        """Follow a link to an existing page; nothing is opened outside the window."""
        if url.isRelative() and self.loadResource(QTextDocument.ResourceType.MarkdownResource.value, url):
            self.setSource(url)

    def _show_source(self, url: QUrl) -> None:
        """Format a page that Qt has just built, and go to the place a link names."""
        self.page = url.path().removesuffix(_ENDING)  # Qt's own `source` is still the previous one
        edit = QTextCursor(self.document())
        edit.beginEditBlock()
        block = self.document().begin()
        while block.isValid():
            _format_block(block)
            block = block.next()
        edit.endEditBlock()
        if url.hasFragment():
            self.scrollToAnchor(url.fragment())


def _qt_position(text: str, at: int) -> int:
    """Return the position in a document of the character at a position in its text: Qt counts UTF-16."""
    return len(text[:at].encode("utf-16-le", "surrogatepass")) // 2


def _text_position(text: str, at: int) -> int:
    """Return the position in the text for one in the document: the inverse of `_qt_position`."""
    return len(text.encode("utf-16-le", "surrogatepass")[: 2 * at].decode("utf-16-le", "replace"))


def _picture(name: str, room: int) -> QImage:
    """Return a picture beside the pages, at most `room` points wide.

    The picture is the one in the language in force, if that has its own. Under a dark theme it is the file
    whose name ends in `-dark`, if there is one.
    """
    own = asset("help") / LANGUAGE / name
    file = own if own.is_file() else asset("help") / name
    twin = file.with_name(f"{file.stem}-dark{file.suffix}")
    found = QImage(str(twin if theme().dark and twin.is_file() else file))
    if found.width() > room > 0:
        found.setDevicePixelRatio(found.width() / room)
    return found


def _format_block(block: QTextBlock) -> None:
    """Give a block its spacing, and its words their fonts and colors."""
    cursor = QTextCursor(block)
    level = block.blockFormat().headingLevel()
    code = block.blockFormat().hasProperty(_CODE)
    table = cast("QTextTable | None", cursor.currentTable())
    head = table is not None and table.cellAt(cursor).row() == 0
    for start, end, words in _words_formats(block, level, code=code, head=head):
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        cursor.setCharFormat(words)
    if table is not None:
        if block.position() == table.firstCursorPosition().position():
            _format_table(table)
        return
    shape = QTextBlockFormat()
    is_picture = _OBJECT in block.text()
    line = 100.0 if is_picture else _LINE  # a larger value would leave a gap as high as part of a picture
    shape.setLineHeight(line, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
    shape.setTopMargin(0 if block.blockNumber() == 0 else 22 if level == 2 else 12 if level or is_picture else 0)
    items = cast("QTextList | None", block.textList())
    if items is not None and items.format().style() == QTextListFormat.Style.ListCircle:  # Qt's own for `*`
        bullets = items.format()
        bullets.setStyle(QTextListFormat.Style.ListDisc)
        items.setFormat(bullets)
    shape.setBottomMargin(8 if items is None and not code else 4)
    if code:
        shape.setLeftMargin(18)
    cursor.mergeBlockFormat(shape)


def _words_formats(block: QTextBlock, level: int, *, code: bool, head: bool) -> list[tuple[int, int, QTextCharFormat]]:
    """Return the format of each stretch of a block, by its ends in the document."""
    tokens, found = theme().tokens, []
    px, weight = _HEADINGS[level] if level else (Px.LEAD, 600 if head else 400)
    stretches = block.begin()
    while not stretches.atEnd():
        stretch = stretches.fragment()
        shape = stretch.charFormat()
        stretches += 1
        if shape.isImageFormat():
            continue
        mono, link = code or shape.fontFixedPitch(), bool(shape.anchorHref())
        heavy = weight if level or shape.fontWeight() <= _REGULAR else max(weight, 600)
        shape.clearProperty(QTextFormat.Property.FontSizeAdjustment)  # it would add to a size
        shape.setFont(font(Px.BASE if mono else px, heavy, italic=shape.fontItalic(), mono=mono))
        shape.setFontFixedPitch(mono)  # marks code when a page is formatted again
        shape.setForeground(color(tokens.accent if link else tokens.text2 if head else tokens.text))
        shape.setFontUnderline(link)
        if mono and not code:
            shape.setBackground(color(tokens.line2 if tokens.dark else tokens.sunk))
        if level:  # a link names a heading as it does in the repository
            shape.setAnchor(True)
            shape.setAnchorNames([block.text().lower().replace(" ", "-")])
        found.append((stretch.position(), stretch.position() + stretch.length(), shape))
    return found


def _format_table(table: QTextTable) -> None:
    """Let a table fill the width, without lines around its cells."""
    shape = table.format()
    shape.setBorder(0)
    shape.setCellSpacing(0)
    shape.setCellPadding(5)
    shape.setTopMargin(6)
    shape.setBottomMargin(10)
    # Columns round up: at 100 some tables are a pixel too wide, and the page gets a horizontal scroll bar.
    shape.setWidth(QTextLength(QTextLength.Type.PercentageLength, 99))
    table.setFormat(shape)
