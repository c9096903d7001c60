"""The pane that shows an answer or a document: plain text in any script and of any length."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QMimeData, QPoint, QRect, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import (
    QFontMetricsF,
    QImage,
    QResizeEvent,
    QTextBlockFormat,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QTextBrowser, QTextEdit, QWidget

from jurybox_gui.pieces.buttons import PlainButton
from jurybox_gui.pieces.coverage import Coverage, missing_sentence
from jurybox_gui.pieces.text_map import TextMap, first_part, has_long_word, occurrences
from jurybox_gui.pieces.text_spans import Span, SpanKind, span_format
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.tokens import Grid, Px

# 131 % of a font whose own height is 1.21 em; fixed, so that lines with other scripts keep the rhythm.
_LINE_EM = 1.21 * Grid.LINE_HEIGHT / 100
_EMPTY_EM = 0.7
_MOST_SPANS = 2_000
_MEASURED = 20_000
_MOST_EMPTY = 3_000
_SAMPLE = "the quick brown fox jumps over a lazy dog 0123456789"


def _stepped(at: int, step: int, count: int) -> int:
    """Return the place after `at` in a ring of `count`; from nowhere (-1) to the first or the last."""
    start = at if at >= 0 or step > 0 else 0
    return (start + step) % count


class TextPane(QTextBrowser):
    """Shows one stored text and nothing else; never reads it back from the widget.

    `set_text` shows the first 200 kB; a button (or `show_all`) shows the rest.
    `show_all_requested` tells that it was pressed, `missing_changed(sentence)` that characters cannot
    be shown on this computer, `find_changed(which, count)` where the search is (0 of 0: nothing).
    """

    show_all_requested = Signal()
    missing_changed = Signal(str)
    find_changed = Signal(int, int)

    def __init__(self, name: str, parent: QWidget | None = None, *, px: int = Px.ANSWER) -> None:
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
        self._wide = False
        self._stored = ""
        self._cut = False
        self._map = TextMap("")
        self._spans: list[Span] = []
        self._at_span = -1
        self._found: list[tuple[int, int]] = []
        self._at_found = -1
        self._coverage = Coverage(font(px))
        self._look = QTimer(self, singleShot=True, interval=0)
        self._look.timeout.connect(self._check_coverage)
        self._all = PlainButton("", parent=self)
        self._all.hide()
        self._all.clicked.connect(self._all_clicked)
        self.setFont(font(px))

    # --- text ----------------------------------------------------------------------------------

    def set_text(self, stored: str) -> None:
        """Show a stored text from its beginning; spans and search start anew."""
        self._stored = stored
        self._spans, self._found = [], []
        self._at_span = self._at_found = -1
        self._show(first_part(stored))
        self.verticalScrollBar().setValue(0)
        self._look.start()

    @property
    def stored_text(self) -> str:
        """The text as it was given, whole."""
        return self._stored

    @property
    def is_cut(self) -> bool:
        """Whether only the beginning is shown."""
        return self._cut

    def show_all(self) -> None:
        """Show the whole text, however long it takes to lay out, from where it is scrolled to."""
        if not self._cut:
            return
        at = self.verticalScrollBar().value()
        self._show(self._stored)
        self.verticalScrollBar().setValue(at)
        self._paint_spans()

    def loadResource(self, kind: int, name: QUrl | str) -> QImage:
        """Load nothing: an empty image stops Qt from looking for a file itself."""
        del kind, name
        return QImage()

    def createMimeDataFromSelection(self) -> QMimeData:
        """Copy from the stored text, not from the widget's."""
        data = QMimeData()
        chosen = self.selection()
        if chosen is not None:
            data.setText(self._stored[chosen[0] : chosen[1]])
        return data

    def selection(self) -> tuple[int, int] | None:
        """Return the selected part of the stored text in code points, None if nothing is selected."""
        cursor = self.textCursor()
        if not cursor.hasSelection():
            return None
        return self._map.offset(cursor.selectionStart()), self._map.offset(cursor.selectionEnd())

    def extend_selection(self, words: int) -> None:
        """Move the selection's moving end by so many words, for marking with the keyboard."""
        cursor = self.textCursor()
        step = QTextCursor.MoveOperation.NextWord if words > 0 else QTextCursor.MoveOperation.PreviousWord
        cursor.movePosition(step, QTextCursor.MoveMode.KeepAnchor, abs(words))
        self.setTextCursor(cursor)

    # --- size ----------------------------------------------------------------------------------

    @property
    def px(self) -> int:
        """The size of the type in pixels."""
        return self._px

    def set_px(self, px: int) -> int:
        """Use type of another size, within 14 to 28; return the size now used."""
        self._px = max(Px.ANSWER_MIN, min(Px.ANSWER_MAX, px))
        self.setFont(font(self._px))
        self._coverage = Coverage(font(self._px))
        self._format()
        self._fit_width()
        return self._px

    def set_wide(self, *, wide: bool) -> None:
        """Let lines be as long as the pane, or at most 78 characters."""
        self._wide = wide
        self._fit_width()

    def more_lines(self) -> int:
        """Return how many lines lie below what is seen; of a very long text an estimate."""
        bar = self.verticalScrollBar()
        below = bar.maximum() - bar.value()
        if len(self._map.shown) <= _MEASURED:
            # The bar learns its range a turn of the event loop later.
            below = round(self.document().size().height()) - self.viewport().height() - bar.value()
        return max(0, round(below / (self._px * _LINE_EM)))

    def scroll_page(self, pages: int) -> None:
        """Scroll by whole pages less one line; negative is up."""
        bar = self.verticalScrollBar()
        step = self.viewport().height() - round(self._px * _LINE_EM)
        bar.setValue(bar.value() + pages * max(step, 1))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep lines short and the button in its corner."""
        super().resizeEvent(event)
        self._fit_width()
        if self._cut:
            self._place_button()

    # --- spans ---------------------------------------------------------------------------------

    def set_spans(self, spans: Sequence[Span]) -> None:
        """Show these parts of the text highlighted; the first 2,000 of them."""
        self._spans = sorted(spans[:_MOST_SPANS], key=lambda span: (span.start, span.end))
        self._at_span = -1
        self._paint_spans()

    def step_span(self, step: int) -> int:
        """Scroll to the next (1) or previous (-1) span, round the ends; return its number, -1 if none."""
        if self._spans:
            self._at_span = _stepped(self._at_span, step, len(self._spans))
            self.reveal(self._spans[self._at_span].start)
        return self._at_span

    def rect_of(self, offset: int) -> QRect:
        """Return where a stored offset stands in the viewport now, for marks beside the text."""
        return self.cursorRect(self._cursor(offset, offset))

    def reveal(self, offset: int) -> None:
        """Scroll so that a stored offset is seen, a third down the pane if it was not."""
        place = self.rect_of(offset)
        height = self.viewport().height()
        if place.top() < 0 or place.bottom() > height:
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + place.top() - height // 3)

    # --- search --------------------------------------------------------------------------------

    def find_text(self, needle: str) -> int:
        """Highlight every place of `needle`, whatever the case, and go to the first; return how many."""
        shown = first_part(self._stored) if self._cut else self._stored
        self._found = occurrences(shown, needle, _MOST_SPANS)
        self._at_found = -1
        if self._found:
            self.find_step(1)
        else:
            self._paint_spans()
            self.find_changed.emit(0, 0)
        return len(self._found)

    def find_step(self, step: int) -> int:
        """Go to the next (1) or previous (-1) place found, round the ends; return its number from 1."""
        if not self._found:
            return 0
        self._at_found = _stepped(self._at_found, step, len(self._found))
        self.reveal(self._found[self._at_found][0])
        self._paint_spans()
        self.find_changed.emit(self._at_found + 1, len(self._found))
        return self._at_found + 1

    # --- inside --------------------------------------------------------------------------------

    def changeEvent(self, event: QEvent) -> None:
        """Take the colors of the new theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_spans"):
            self._paint_spans()

    def _show(self, part: str) -> None:
        self._cut = len(part) < len(self._stored)
        self._map = TextMap(part)
        self._wrap(part)
        self.setPlainText(self._map.shown)
        self._format()
        self._all.setVisible(self._cut)
        if self._cut:
            self._all.setText(f"Show all {len(self._stored):,} characters")
            self._place_button()

    def _wrap(self, text: str) -> None:
        modes = QTextOption.WrapMode
        mode = modes.WrapAnywhere if has_long_word(text) else modes.WrapAtWordBoundaryOrAnywhere
        if mode != self.wordWrapMode():
            self.setWordWrapMode(mode)

    def _format(self) -> None:
        fixed = QTextBlockFormat.LineHeightTypes.FixedHeight.value
        lines = QTextBlockFormat()
        lines.setLineHeight(self._px * _LINE_EM, fixed)
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

    def _fit_width(self) -> None:
        longest = QFontMetricsF(self.font()).horizontalAdvance(_SAMPLE) / len(_SAMPLE)
        measure = round(longest * Grid.ANSWER_CHARACTERS)
        room = self.viewport().width()
        wanted = room if self._wide else min(measure, room)
        if wanted != self.lineWrapColumnOrWidth():
            self.setLineWrapColumnOrWidth(wanted)

    def _place_button(self) -> None:
        hint = self._all.sizeHint()
        corner = QPoint((self.width() - hint.width()) // 2, self.height() - hint.height() - 4)
        self._all.setGeometry(QRect(corner, hint))
        self._all.raise_()

    def _all_clicked(self) -> None:
        self.show_all()
        self.show_all_requested.emit()

    def _check_coverage(self) -> None:
        self.missing_changed.emit(missing_sentence(self._coverage.missing(self._map.shown)))

    def _cursor(self, start: int, end: int) -> QTextCursor:
        cursor = QTextCursor(self.document())
        cursor.setPosition(self._map.position(start))
        cursor.setPosition(self._map.position(end), QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def _paint_spans(self) -> None:
        parts = [(span.start, span.end, span.kind) for span in self._spans]
        for n, (start, end) in enumerate(self._found):
            parts.append((start, end, "found-now" if n == self._at_found else "found"))
        self.setExtraSelections([self._selection(*part) for part in parts])

    def _selection(self, start: int, end: int, kind: SpanKind) -> QTextEdit.ExtraSelection:
        selection = QTextEdit.ExtraSelection()
        selection.cursor = self._cursor(start, end)
        selection.format = span_format(kind)
        return selection
