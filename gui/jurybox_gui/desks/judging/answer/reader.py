"""The text that an answer is judged by, with the answer string highlighted, searchable, of any length."""

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from jurybox.judging.spans import NOWHERE, FoundSpans, find_spans
from jurybox.language import tr, trn
from jurybox.lists import comma_list
from jurybox.wording import count_of
from jurybox_gui.core.pending import Pause
from jurybox_gui.core.tasks import LatestTask
from jurybox_gui.desks.judging.answer.answer_cache import AnswerPage
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.fields import SearchField
from jurybox_gui.widgets.hint_button import HintButton
from jurybox_gui.widgets.hint_row import hint_buttons
from jurybox_gui.widgets.keycaps import KeyCap
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.painting import paint_line
from jurybox_gui.widgets.text_pane import TextPane
from jurybox_gui.widgets.text_parts import first_part
from jurybox_gui.widgets.text_spans import Span
from jurybox_gui.widgets.tips import set_tip

SCROLL_ROOM = 14
"""The scroll bar is in the page's margin, so that text and rows share their right edge."""
_FOOT, _LEAST_TEXT = 34, 54
_MOST_LINES = 200
"""More than any window has."""
_ROOM_FOR_SIZES = 640
_TYPING_MS = 120


class Reader(QWidget):
    """Shows the text of one page, or the whole document it comes from.

    Emits `painted` each time the text is painted, `document_changed(bool)` when the document is shown or
    hidden, `alive` when somebody scrolls or moves the mouse over the text, `height_changed` when the full
    text would need another height, `wanted`.
    """

    painted = Signal()
    document_changed = Signal(bool)
    alive = Signal()
    height_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.caption = PlainLabel("", weight=600)
        self.aside = PlainLabel("", px=Px.ASIDE, role="text2", elide=True)
        self.missing = PlainLabel("", px=Px.ASIDE, role="mid")
        self.pane = TextPane(tr("Text"), edge=SCROLL_ROOM)
        self.pane.setMinimumHeight(_LEAST_TEXT)
        self.find_bar = FindBar(self.pane)
        self.find_hint = HintButton(tr("Find in text"), action="judge.find", cap_last=True)
        self.sizes = hint_buttons(("judge.smaller", "judge.larger"), tr("Text size"))
        self.found_text = PlainLabel("", px=Px.ASIDE, weight=600, elide=True)
        self.found_text.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.found_how = PlainLabel("", px=Px.ASIDE, role="text2", elide=True)
        self.hit_keys = hint_buttons(("judge.previous-hit", "judge.next-hit"), "")
        self.below = HintButton("", action="judge.page-down", cap_last=True)
        self.above = HintButton("", action="judge.page-up", cap_last=True)
        self.document = HintButton(tr("Show the whole document"), action="judge.document", cap_last=True)
        self._foot = FootLine(self)
        self._page: AnswerPage | None = None
        self._shown: str | None = None
        self._document = False
        self.wanted = 0
        self._search = LatestTask(self)
        self._build()
        self.pane.missing_changed.connect(self._tell_missing)
        self.pane.show_all_requested.connect(self._search_all)
        self.pane.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.pane.verticalScrollBar().rangeChanged.connect(lambda _low, _high: self._tell_below())
        self.pane.viewport().setMouseTracking(True)
        self.pane.viewport().installEventFilter(self)

    @property
    def shows_document(self) -> bool:
        """Whether the whole document is shown instead of the supporting text."""
        return self._document

    @property
    def has_document(self) -> bool:
        """Whether there is a whole document besides the supporting text."""
        return self._page is not None and self._page.has_document

    def set_page(self, page: AnswerPage | None) -> None:
        """Show a page; None while it is being read."""
        self._page = page
        self._document = False
        self.close_find()
        self.caption.setVisible(page is not None)
        self._show()

    def show_document(self, *, on: bool) -> None:
        """Show the whole document with the first occurrence in view, or the supporting text again."""
        if self._page is None or not self._page.has_document or on == self._document:
            return
        self._document = on
        self._show()
        if on:
            self.pane.step_span(1)
        self.document_changed.emit(on)

    def _tell_missing(self, sentence: str, names: str) -> None:
        self.missing.setText(sentence)
        set_tip(self.missing, names)

    @property
    def has_hits(self) -> bool:
        """Whether there are search hits, or occurrences of the answer string, to go to."""
        return self.pane.has_found if self.find_bar.isVisible() else self.pane.has_spans

    def step_hit(self, step: int) -> bool:
        """Go to the next or previous search hit, or occurrence of the answer string.

        Return False where all occurrences were in sight, so that nothing scrolled.
        """
        if self.find_bar.isVisible():
            self.pane.find_step(step)
            return True
        before = self.pane.view(0)
        self.pane.step_span(step)
        return self.pane.view(0) != before

    def open_find(self) -> None:
        """Open the search in the text."""
        self.find_hint.hide()
        self.find_bar.open()

    def close_find(self) -> None:
        """Close the search in the text."""
        if not self.find_bar.isHidden():
            self.find_bar.close_quietly()
        self.find_hint.show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.painted.emit()
        elif event.type() in {QEvent.Type.MouseMove, QEvent.Type.Wheel}:
            self.alive.emit()
        return super().eventFilter(watched, event)

    def _build(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, SCROLL_ROOM - 4, 0)
        head.setSpacing(12)
        for widget, stretch in _stretched(
            self.aside, self.caption, self.aside, self.missing, self.sizes, self.find_hint
        ):
            head.addWidget(widget, stretch)
        self._foot.setFixedHeight(_FOOT)
        row = QHBoxLayout(self._foot)
        row.setContentsMargins(0, 5, SCROLL_ROOM - 4, 3)
        row.setSpacing(10)
        for widget, stretch in _stretched(
            self.found_how, self.found_text, self.found_how, self.hit_keys, self.above, self.below, self.document
        ):
            row.addWidget(widget, stretch)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(self.find_bar)
        column.addWidget(self.pane, 1)
        column.addWidget(self._foot)
        self.find_bar.hide()
        self.find_bar.closed.connect(self.close_find)
        self.pane.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._show_found(NOWHERE)

    def _show(self) -> None:
        page = self._page
        self._search.cancel()
        text = "" if page is None else self._text_of(page)
        if text != self._shown:
            self._shown = text
            self.pane.set_text(text)
        else:
            self.pane.to_start()
            self.pane.viewport().update()
        found = NOWHERE if page is None else self._found_of(page, text)
        self.pane.set_spans([Span(start, end) for start, end in found.spans])
        self.pane.keep(found.spans[0][0] if found.spans else None)
        self._tell_head(page)
        self._show_found(found)

    def _text_of(self, page: AnswerPage) -> str:
        if self._document:
            return page.text.document_text or ""
        return page.evidence or ("" if page.evidence is not None or not page.stands_alone else page.text.text)

    def _found_of(self, page: AnswerPage, text: str) -> FoundSpans:
        if self._document:
            return find_spans(first_part(text), page.text.text)
        return page.found

    def _tell_head(self, page: AnswerPage | None) -> None:
        if page is None:
            self.aside.setText("")
            return
        self.caption.setText(caption_of(page, whole=self._document))
        length = page.length if not self._document and (page.evidence or page.stands_alone) else ""
        named = page.text.document_title or page.text.document
        parts = (named or page.text.name, "") if page.has_no_text else (named, length)
        self.aside.setText("  \u00b7  ".join(filter(None, parts)))
        self.document.set_text(tr("Show the supporting text") if self._document else tr("Show the whole document"))

    def _show_found(self, spans: FoundSpans) -> None:
        page = self._page
        looked = page is not None and not page.options and (page.evidence is not None or self._document)
        self.found_text.setText(found_text(spans) if looked else "")
        how = ""
        if page is not None and looked:
            how = found_how(spans, page.text.text, cut=self.pane.is_cut)
        self.found_how.setText(how)
        self.hit_keys.setVisible(len(spans.spans) > 1)
        self.document.setVisible(page is not None and page.has_document)
        self._tell_below()

    def _tell_below(self) -> None:
        self.tell_height()
        lines = self.pane.more_lines()
        self.below.setVisible(lines > 0)
        if lines > 0:
            self.below.set_text(trn("{n} more line", "{n} more lines", lines))
        over = 0 if lines or self.pane.part.start else self.pane.lines_above()
        self.above.setVisible(over > 0)
        if over > 0:
            self.above.set_text(trn("{n} line above", "{n} lines above", over))
        self._foot.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.sizes.setVisible(event.size().width() >= _ROOM_FOR_SIZES)

    def tell_height(self) -> None:
        """Emit `height_changed` if the text would need another height than before."""
        wanted = round((min(_MOST_LINES, self.pane.lines_in_all()) + 1) * self.pane.line_px)
        if wanted != self.wanted:
            self.wanted = wanted
            self.height_changed.emit()

    def _scrolled(self) -> None:
        self._tell_below()
        self.alive.emit()

    def _search_all(self) -> None:
        """Search the whole text for the answer string on another thread, since it may be long."""
        page = self._page
        if page is None or page.options or (page.evidence is None and not self._document):
            return
        text, needle = self.pane.stored_text, page.text.text
        self._search.start(lambda _watch: find_spans(text, needle), self._found_all)

    def _found_all(self, spans: FoundSpans) -> None:
        self.pane.set_spans([Span(start, end) for start, end in spans.spans])
        self._show_found(spans)


class FootLine(QWidget):
    """A row under the text with a hairline above it, if there is anything in it."""

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        words = (part.text() for part in self.findChildren(PlainLabel))
        if not any(words) and not any(part.isVisibleTo(self) for part in self.findChildren(HintButton)):
            return
        painter = QPainter(self)
        right = QPointF(self.width() - SCROLL_ROOM, 0.5)
        paint_line(painter, QPointF(0, 0.5), right, theme().tokens.line)
        painter.end()


def _stretched(wide: QWidget, *widgets: QWidget) -> list[tuple[QWidget, int]]:
    return [(widget, int(widget is wide)) for widget in widgets]


def caption_of(page: AnswerPage, *, whole: bool) -> str:
    """Return the caption of the text shown; without a text nobody can see whether an answer is supported."""
    if page.options:
        return tr("Text")
    if page.has_no_text:
        return tr("This answer came without a text")
    if page.evidence is None and not page.stands_alone:
        return tr("Its document is not in this collection") if page.text.document else tr("No supporting text")
    if whole or (page.text.support is None and page.evidence is not None):
        return tr("Document")
    return tr("Answer") if page.evidence is None else tr("Supporting text")


def found_text(spans: FoundSpans) -> str:
    """Return how often the answer string was found."""
    count = len(spans.spans)
    if spans.more:
        return tr("Answer string found more than {count:,} times", count=count)
    if not count:
        return tr("Answer string not found")
    if count == 2:
        return tr("Answer string found twice")
    return trn("Answer string found once", "Answer string found {n} times", count)


_HOW = {
    "exact": tr("exact"),
    "ignoring letter forms": tr("ignoring letter forms"),
    "ignoring case": tr("ignoring case"),
    "ignoring white space": tr("ignoring white space"),
    "ignoring letter forms and case": tr("ignoring letter forms and case"),
    "ignoring letter forms and white space": tr("ignoring letter forms and white space"),
    "ignoring case and white space": tr("ignoring case and white space"),
    "ignoring letter forms, case and white space": tr("ignoring letter forms, case and white space"),
}
"""What was ignored to find a string, as `find_spans` words it, in the language in force."""


def found_how(spans: FoundSpans, needle: str, *, cut: bool) -> str:
    """Return how it was found and the length of the text, or where it was searched for."""
    if not spans:
        return tr("in the part shown") if cut else ""
    size = len(needle.strip())
    return comma_list((_HOW[spans.how], count_of(size, "character")))


class FindBar(QWidget):
    """Finds while typing; Enter goes on, Shift+Enter back, Esc closes (`closed`)."""

    closed = Signal()

    def __init__(self, pane: TextPane, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pane = pane
        self.field = SearchField(tr("Find in the text"))
        self.field.installEventFilter(self)
        self.field.left.connect(self._close)
        self.count = PlainLabel("", px=Px.ASIDE, role="text2", tabular=True)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 2, 14, 4)
        row.setSpacing(12)
        row.addWidget(self.field, 1)
        row.addWidget(self.count)
        row.addWidget(KeyCap(("Enter",), tr("Next")))
        row.addWidget(KeyCap(("Esc",), tr("Close")))
        self._typed = Pause(self, _TYPING_MS, self._find)
        self.field.textEdited.connect(lambda _text: self._typed.start())
        pane.find_changed.connect(self._show_found)

    def open(self) -> None:
        """Show the bar and focus its field."""
        self.show()
        self.field.setFocus()
        self.field.selectAll()

    def close_quietly(self) -> None:
        """Remove the bar and its hits."""
        self._typed.stop()
        self.hide()
        if self.field.text():
            self.field.clear()
            self._pane.find_text("")
        self.count.setText("")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            watched is self.field
            and event.type() == QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        ):
            self._go(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
            return True
        return super().eventFilter(watched, event)

    def _go(self, step: int) -> None:
        if self._typed.isActive():
            self._typed.stop()
            self._find()
        else:
            self._pane.find_step(step)

    def _find(self) -> None:
        self._pane.find_text(self.field.text())

    def _show_found(self, which: int, count: int) -> None:
        nothing = tr("Not found") if self.field.text() else ""
        self.count.setText(tr("{which:,} of {count:,}", which=which, count=count) if count else nothing)

    def _close(self) -> None:
        self.close_quietly()
        self.closed.emit()
