"""The pane that shows an answer or a document: plain text in any script and of any length."""

from collections.abc import Sequence
from math import ceil

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QFontMetricsF, QResizeEvent
from PySide6.QtWidgets import QTextEdit, QWidget

from jurybox_gui.core.pending import Delay
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.coverage import GlyphCoverage, missing_names, missing_sentence
from jurybox_gui.widgets.text_map import occurrences
from jurybox_gui.widgets.text_parts import TextPart
from jurybox_gui.widgets.text_reading import MEASURED, TextReading
from jurybox_gui.widgets.text_spans import Span, SpanKind, span_format
from jurybox_gui.widgets.whole_lines import slice_top

_MOST_SPANS = 2_000
# Each costs time at each painting: beyond this number, they are painted only near the visible part, and no
# more than this number there.
_ALL_PAINTED = 100
_MOST_PAINTED = 250
_NO_END = 10_000
"""More lines than any window has."""
_Shown = tuple[int, int, SpanKind]
_SAMPLE = "the quick brown fox jumps over a lazy dog 0123456789"


def _stepped(at: int, step: int, count: int) -> int:
    """Return the place after `at` in a ring of `count`; from nowhere (-1) to the first or the last."""
    start = at if at >= 0 or step > 0 else 0
    return (start + step) % count


def _within(parts: Sequence[_Shown], stretch: TextPart) -> list[_Shown]:
    return [part for part in parts if part[0] < stretch.end and part[1] > stretch.start]


def _fewest(parts: Sequence[_Shown]) -> list[_Shown]:
    """Join adjacent spans of the same look; keep as many as can be painted, the current one last."""
    joined: list[_Shown] = []
    for part in parts:
        if joined and joined[-1][2] == part[2] and joined[-1][0] <= part[0] <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], part[1]), part[2])
        else:
            joined.append(part)
    kept = [part for part in joined if part[2] != "found-now"][:_MOST_PAINTED]
    return kept + [part for part in joined if part[2] == "found-now"]


class TextPane(TextReading):
    """Shows one stored text and nothing else; never reads it back from the widget.

    A long text is laid out part by part (see `TextReading`); spans and the search cover all of it. Lines end
    `edge` px before its right border, with or without a scroll bar. `missing_changed(sentence, names)`
    reports which characters at its beginning this computer cannot show, `find_changed(which, count)` the
    position of the search (0 of 0: nothing).
    """

    missing_changed = Signal(str, str)
    find_changed = Signal(int, int)

    def __init__(self, name: str, parent: QWidget | None = None, *, px: int = Px.ANSWER, edge: int = 0) -> None:
        super().__init__(name, parent, px)
        self._wide = False
        self._edge = edge
        self._kept: int | None = None
        self._kept_at = 0
        self._spans: list[Span] = []
        self._at_span = -1
        self._found: list[tuple[int, int]] = []
        self._at_found = -1
        self._coverage = GlyphCoverage(font(px))
        self._look = Delay(self, 0, self._check_coverage)
        self._painted: TextPart | None = None
        self.part_changed.connect(self._paint_spans)
        self.verticalScrollBar().valueChanged.connect(self._follow)

    def set_text(self, stored: str) -> None:
        """Show a stored text from its beginning; spans and search start again."""
        self._spans, self._found = [], []
        self._at_span = self._at_found = -1
        self._kept = None
        self._begin(stored)
        self._look.start()

    # --- size ----------------------------------------------------------------------------------

    @property
    def px(self) -> int:
        """The type size in pixels."""
        return self._px

    @property
    def measure(self) -> int:
        """The length of the longest line in pixels: 78 characters."""
        letter = QFontMetricsF(self.font()).horizontalAdvance(_SAMPLE) / len(_SAMPLE)
        return round(letter * Grid.ANSWER_CHARACTERS)

    def set_px(self, px: int) -> int:
        """Set the type size, within 14 to 28; return the size now used."""
        stays = self._stays
        self._px = max(Px.ANSWER_MIN, min(Px.ANSWER_MAX, px))
        self._set_lines()
        self._coverage = GlyphCoverage(font(self._px))
        self._lay_out_again(self._use_px)
        if stays:
            self.keep(self._kept)
        return self._px

    def set_spacing(self, percent: int) -> None:
        """Set the line spacing; 100 is the height of the type alone."""
        if percent != self._spacing:
            self._spacing = percent
            self._set_lines()
            self._lay_out_again(lambda: None)

    def set_wide(self, *, wide: bool) -> None:
        """Let lines be as long as the pane, or at most 78 characters."""
        self._wide = wide
        self._fit_width()

    def more_lines(self) -> int:
        """Return how many lines are below the visible part; for a very long text, an estimate."""
        bar = self.verticalScrollBar()
        below = float(bar.maximum() - bar.value())
        if len(self._map.shown) <= MEASURED:
            # The scroll bar learns its range a turn of the event loop later.
            below = round(self.document().size().height()) - self.viewport().height() - bar.value()
        cut = slice_top(self)
        if cut is not None:
            below += self.viewport().height() - cut
        shown, rest = self._part.end - self._part.start, len(self._stored) - self._part.end
        if rest:
            below += (bar.maximum() + self.viewport().height()) * rest / shown
        return max(0, round(below / self.line_px))

    def lines_in_all(self) -> int:
        """Return the number of lines of the text, with the margins around it; 10,000 for a very long one."""
        if len(self._map.shown) > MEASURED or self._part.end - self._part.start < len(self._stored):
            return _NO_END
        return ceil(self.document().size().height() / self.line_px)

    def lines_above(self) -> int:
        """Return how many lines of the part are above the visible ones."""
        return round(self.verticalScrollBar().value() / self.line_px)

    def resizeEvent(self, event: QResizeEvent) -> None:
        stays = self._stays and not self._quiet  # in between there is no text, and nothing to show
        super().resizeEvent(event)
        self._fit_width()
        if stays:
            self.keep(self._kept)
        self._follow()

    @property
    def _stays(self) -> bool:
        """Whether the kept offset is shown and nobody has scrolled since."""
        return self._kept is not None and self.verticalScrollBar().value() == self._kept_at

    # --- spans ---------------------------------------------------------------------------------

    def set_spans(self, spans: Sequence[Span]) -> None:
        """Highlight these parts of the text; at most the first 2,000 of them.

        Stepping continues from the current span, if it is among them.
        """
        gone_to = self._spans[self._at_span : self._at_span + 1] if self._at_span >= 0 else []
        self._spans = sorted(spans[:_MOST_SPANS], key=lambda span: (span.start, span.end))
        self._at_span = next((n for n, span in enumerate(self._spans) if span in gone_to), -1)
        self._paint_spans()

    def keep(self, offset: int | None) -> None:
        """Show a stored offset, and again when the pane is resized, until somebody scrolls."""
        self._kept = offset
        if offset is not None:
            self.reveal(offset)
            self._whole_line_first()
        self._kept_at = self.verticalScrollBar().value()

    def to_start(self) -> None:
        """Show the beginning of the text; stepping starts at its first span."""
        self._at_span = -1
        super().to_start()

    @property
    def has_spans(self) -> bool:
        """Whether there are spans to go to."""
        return bool(self._spans)

    @property
    def has_found(self) -> bool:
        """Whether a search found anything."""
        return bool(self._found)

    def step_span(self, step: int) -> int:
        """Scroll to the next (1) or previous (-1) span, wrapping around; return its number, -1 if none."""
        if self._spans:
            self._at_span = _stepped(self._at_span, step, len(self._spans))
            self.reveal(self._spans[self._at_span].start)
        return self._at_span

    # --- search --------------------------------------------------------------------------------

    def find_text(self, needle: str) -> int:
        """Highlight every occurrence of `needle`, ignoring case, and go to the first; return their number."""
        self._found = occurrences(self.stored_text, needle, _MOST_SPANS)
        self._at_found = -1
        if self._found:
            self.find_step(1)
        else:
            self._paint_spans()
            self.find_changed.emit(0, 0)
        return len(self._found)

    def find_step(self, step: int) -> int:
        """Go to the next (1) or previous (-1) hit, wrapping around; return its number from 1."""
        if not self._found:
            return 0
        self._at_found = _stepped(self._at_found, step, len(self._found))
        self.reveal(self._found[self._at_found][0])
        self._paint_spans()
        self.find_changed.emit(self._at_found + 1, len(self._found))
        return self._at_found + 1

    # --- internals --------------------------------------------------------------------------------

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_spans"):
            self._paint_spans()

    def _use_px(self) -> None:
        self.setFont(font(self._px))
        self._fit_width()

    def _fit_width(self) -> None:
        room = min(self.viewport().width(), self.width() - self._edge)
        wanted = room if self._wide else min(self.measure, room)
        if wanted != self.lineWrapColumnOrWidth():
            self.setLineWrapColumnOrWidth(wanted)

    def _check_coverage(self) -> None:
        gaps = self._coverage.missing(self._map.shown)
        self.missing_changed.emit(missing_sentence(gaps), missing_names(gaps))

    def _paint_spans(self) -> None:
        parts: list[_Shown] = [(span.start, span.end, span.kind) for span in self._spans]
        for n, (start, end) in enumerate(self._found):
            parts.append((start, end, "found-now" if n == self._at_found else "found"))
        seen = _within(parts, self._part)
        self._painted = None
        if len(seen) > _ALL_PAINTED:
            self._painted = self.view(self.viewport().height() // 4)
            seen = _fewest(_within(seen, self._painted))
        self.setExtraSelections([self._selection(*part) for part in seen])

    def _follow(self) -> None:
        """Paint the spans that have come near, if only those are painted."""
        if self._painted is None or self.is_turning:
            return
        view = self.view(0)
        if view.start < self._painted.start or view.end > self._painted.end:
            self._paint_spans()

    def _selection(self, start: int, end: int, kind: SpanKind) -> QTextEdit.ExtraSelection:
        selection = QTextEdit.ExtraSelection()
        selection.cursor = self._cursor(start, end)
        selection.format = span_format(kind)
        return selection
