"""A report as a PDF: numbered pages, unbroken tables, pictures as vectors, and selectable text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QHashSeed, QIODevice, QMarginsF, QPointF, QRectF, Qt, QUuid
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPageSize,
    QPainter,
    QPdfWriter,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)

from jurybox.figures import Figure
from jurybox.language import tr
from jurybox.reports.document import Document, Paragraph, Plate, References, caption_of
from jurybox.results.cells import one_line
from jurybox.results.writing import notes_of, shown
from jurybox_gui.plots.paper import Paper
from jurybox_gui.plots.print_vectors import FigurePainter
from jurybox_gui.theme.fonts import font

if TYPE_CHECKING:
    import pandas as pd


_DPI = 1200
_POINT = _DPI / 72
_WIDE, _HIGH = 487 * _POINT, 715 * _POINT
_MARGIN, _TOP, _FOOT = 54 * _POINT, 56 * _POINT, 806 * _POINT
"""The text area on A4, and where it and the line at the foot of a page begin."""
_TITLE, _HEAD, _TEXT, _ASIDE = 20, 13, 9.5, 8
_SIZES = (8.5, 8, 7.5, 7, 6.5)
"""The type sizes of tables, in points: the largest that fits is used."""
_LONG = 170 * _POINT
"""Columns of text wider than this are broken into lines."""
_LONG_HEAD = 64 * _POINT
_PICTURE = 330 * _POINT
_INK, _GRAY, _RULE, _HAIR, _WARN = "#1c1f24", "#51565e", "#8a9099", "#e3e6ea", "#b3261e"
_LEADING = 1.32
_BELOW_HEAD = 6 * _POINT
_MONO = 0.93
"""The size of monospaced letters relative to others."""
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignAbsolute
_DOCUMENT_ID = QUuid("6d1f5c1e-3c8f-5f0e-9a51-6a7572796278")
_METADATA = (
    '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF '
    'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x:xmpmeta><?xpacket end="w"?>'
)


def print_pages(document: Document) -> bytes:
    """Return a document as a PDF on A4; same document, fonts and versions give the same bytes.

    A table that fits on a page is not split; a longer one repeats its head, and one that is too wide
    continues below with its first column repeated. Needs a QApplication, on any thread.
    """
    pages = _PageCanvas()
    _set(pages, document)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setResolution(_DPI)
    writer.setTitle(one_line(document.title))
    writer.setCreator("Jurybox")
    writer.setDocumentId(_DOCUMENT_ID)
    writer.setDocumentXmpMetadata(QByteArray(_METADATA.encode()))
    QHashSeed.setDeterministicGlobalSeed()  # fonts are ordered in the file by a hash
    try:
        painter = QPainter(writer)
        for number, page in enumerate(pages.all, start=1):
            if number > 1:
                writer.newPage()
            for y, paint in page:
                paint(painter, _MARGIN, _TOP + y)
            _paint_foot(painter, document.title, tr("{number:,} of {pages:,}", number=number, pages=len(pages.all)))
        painter.end()
    finally:
        QHashSeed.resetRandomGlobalSeed()
    return _undated(bytes(buffer.data().data()))


def _undated(pdf: bytes) -> bytes:
    """Return a PDF without its creation time, which Qt writes in one of several lengths."""
    head, mark, table = pdf.rpartition(b"\nxref\n")
    dates = list(re.finditer(rb"/(?:Creation|Mod)Date \(D:[^)]*\)\n?", head))

    def moved(entry: re.Match[bytes]) -> bytes:
        at = int(entry[0])
        return b"%010d" % (at - sum(len(date[0]) for date in dates if date.start() < at))

    body = re.sub(rb"/(?:Creation|Mod)Date \(D:[^)]*\)\n?", b"", head)
    table = re.sub(rb"^\d{10}(?= \d{5} n)", moved, table, flags=re.MULTILINE)
    return body + mark + re.sub(rb"startxref\n\d+", b"startxref\n%d" % (len(body) + 1), table)


@dataclass
class _PageCanvas:
    """Pages in progress: what is painted where, from the top down."""

    all: list[list[tuple[float, Callable[[QPainter, float, float], None]]]] = field(default_factory=lambda: [[]])
    y: float = 0.0
    held: _Text | None = None

    def hold(self, head: _Text) -> None:
        """Put a heading before the next item, on the same page as that."""
        self.held = head

    def turn(self) -> None:
        """Start the next page, unless this one is empty."""
        if self.all[-1]:
            self.all.append([])
            self.y = 0.0

    def need(self, high: float) -> bool:
        """Start a new page if this height no longer fits; return whether it did."""
        above = 0.0 if self.held is None else self.held.high + _BELOW_HEAD
        if self.y + high + above <= _HIGH or not self.all[-1]:
            return False
        self.turn()
        return True

    def skip(self, high: float) -> None:
        """Leave a gap, but not at the top of a page."""
        self.y += high if self.all[-1] else 0.0

    def put(self, high: float, paint: Callable[[QPainter, float, float], None]) -> None:
        """Paint an item of this height here."""
        if self.held is not None:
            head, self.held = self.held, None
            _write(self, head)
            self.y += _BELOW_HEAD
        self.all[-1].append((self.y, paint))
        self.y += high


# Text


@lru_cache(maxsize=32)
def _font(size: float, weight: int = 400, *, mono: bool = False) -> QFont:
    """Return a font; `mono`: for numbers in columns.

    The text font also has tabular figures, but they cannot be selected or searched in a PDF.
    """
    return font(round(size * _POINT * (_MONO if mono else 1)), weight, mono=mono)


@lru_cache(maxsize=32)
def _metrics(size: float, weight: int = 400, *, mono: bool = False) -> QFontMetricsF:
    return QFontMetricsF(_font(size, weight, mono=mono))


class _Text:
    """A text broken into lines of a width; `bold`: the number of bold letters at its beginning."""

    def __init__(
        self,
        text: str,
        wide: float,
        size: float,
        *,
        weight: int = 400,
        color: str = _INK,
        bold: int = 0,
        align: Qt.AlignmentFlag = _LEFT,
        mono: bool = False,
    ) -> None:
        self._layout = QTextLayout(text, _font(size, weight, mono=mono))
        option = QTextOption(align)
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        self._layout.setTextOption(option)
        if bold:
            strong, run = QTextCharFormat(), QTextLayout.FormatRange()
            strong.setFont(_font(size, 600))
            run.start, run.length, run.format = 0, bold, strong
            self._layout.setFormats([run])
        self._color = QColor(color)
        self.step = size * _LEADING * _POINT
        self._layout.beginLayout()
        while (line := self._layout.createLine()).isValid():
            line.setLineWidth(wide)
            line.setPosition(QPointF(0, 0))
        self._layout.endLayout()
        self.lines = self._layout.lineCount()

    @property
    def high(self) -> float:
        """The height of all its lines."""
        return self.lines * self.step

    def paint(self, painter: QPainter, x: float, y: float, first: int = 0, last: int | None = None) -> None:
        """Paint the lines from `first` up to `last`."""
        painter.setPen(self._color)
        for row, at in enumerate(range(first, self.lines if last is None else min(last, self.lines))):
            line = self._layout.lineAt(at)
            # All lines are as high as those of the program's own fonts, whatever the script, so that
            # baselines are even.
            line.draw(painter, QPointF(x, y + row * self.step + self.step * 0.76 - line.ascent()))


def _write(pages: _PageCanvas, text: _Text, x: float = 0.0, bar: str = "") -> None:
    """Place the lines of a text one by one; `bar`: the color of a bar on their left."""
    for at in range(text.lines):
        pages.need(text.step)

        def paint(painter: QPainter, left: float, y: float, at: int = at) -> None:
            if bar:
                painter.fillRect(QRectF(left, y, 2.5 * _POINT, text.step), QColor(bar))
            text.paint(painter, left + x, y, at, at + 1)

        pages.put(text.step, paint)


def _paint_foot(painter: QPainter, title: str, number: str) -> None:
    metrics, room = _metrics(_ASIDE), _WIDE - 80 * _POINT
    named = metrics.elidedText(one_line(title), Qt.TextElideMode.ElideRight, room)
    _Text(named, _WIDE, _ASIDE, color=_GRAY).paint(painter, _MARGIN, _FOOT)
    _Text(number, _WIDE, _ASIDE, color=_GRAY, align=_RIGHT).paint(painter, _MARGIN, _FOOT)


# The document


def _set(pages: _PageCanvas, document: Document) -> None:
    """Typeset a document on pages."""
    numbers = {"Table": count(1), "Figure": count(1)}
    _write(pages, _Text(one_line(document.title), _WIDE, _TITLE, weight=600))
    _write(pages, _Text(one_line(document.subtitle), _WIDE, _TEXT, color=_GRAY))
    for section in document.sections:
        pages.skip(20 * _POINT)
        pages.hold(_Text(one_line(section.title), _WIDE, _HEAD, weight=600))
        for at, part in enumerate(section.parts):
            pages.skip(7 * _POINT if at else 0)
            if isinstance(part, Paragraph):
                _put_paragraph(pages, part)
            elif isinstance(part, Plate):
                _put_picture(pages, part, tr("Figure {numbers}.", numbers=next(numbers["Figure"])))
            elif isinstance(part, References):
                _put_references(pages, part)
            else:
                _put_table(pages, part, tr("Table {numbers}.", numbers=next(numbers["Table"])))


def _put_paragraph(pages: _PageCanvas, part: Paragraph) -> None:
    x = 9 * _POINT if part.warns else 0.0
    text = _Text(one_line(part.text), _WIDE - x, _TEXT)
    if text.lines <= 4:
        pages.need(text.high)
    _write(pages, text, x, _WARN if part.warns else "")


def _put_references(pages: _PageCanvas, part: References) -> None:
    _write(pages, _Text(tr("References"), _WIDE, _TEXT, weight=600))
    for name, paper in part.papers:
        text = _Text(one_line(f"{name}. {paper}"), _WIDE, _TEXT, bold=len(one_line(name)) + 1)
        pages.skip(2 * _POINT)
        pages.need(text.high)
        _write(pages, text)


@lru_cache(maxsize=64)
def _picture(figure: Figure) -> FigurePainter:
    """Return a laid-out picture; the newest are cached for when a report is verified."""
    return FigurePainter(figure, Paper.of_report(figure))


def _put_picture(pages: _PageCanvas, plate: Plate, number: str) -> None:
    picture = _picture(plate.figure)
    wide, high = (side * _POINT for side in picture.size)
    scale = min(1.0, _WIDE / wide, _PICTURE / high)
    caption = _Text(f"{number} {one_line(caption_of(plate.figure))}", _WIDE, _ASIDE, color=_GRAY, bold=len(number))
    gap = 5 * _POINT
    pages.need(high * scale + gap + caption.high)

    def paint(painter: QPainter, left: float, y: float) -> None:
        room = QRectF(left + (_WIDE - wide * scale) / 2, y, wide * scale, high * scale)
        picture.paint(painter, room)

    pages.put(high * scale + gap, paint)
    _write(pages, caption)
    pages.skip(6 * _POINT)


# Tables


@dataclass(frozen=True)
class _FittedColumns:
    """Columns that fit side by side: which, how wide, in which size; and the gap between them."""

    which: tuple[int, ...]
    wide: tuple[float, ...]
    size: float
    gap: float

    def x(self) -> Iterator[float]:
        """Yield where each begins."""
        at = 0.0
        for wide in self.wide:
            yield at
            at += wide + self.gap


def _put_table(pages: _PageCanvas, frame: pd.DataFrame, number: str) -> None:
    head, rows, words, best = shown(frame)
    cells = [[one_line(cell) for cell in row] for row in rows]
    heads = [one_line(name) for name in head]
    notes = notes_of(frame)
    below = _Text(one_line(notes), _WIDE, _ASIDE, color=_GRAY) if notes else None
    blocks = _columns(heads, cells, words)
    for at, columns in enumerate(blocks):
        title = one_line(frame.attrs["caption"])
        named = tr("{number} {title}, continued.", number=number, title=title) if at else f"{number} {title}."
        caption = _Text(named, _WIDE, _ASIDE + 0.5, bold=len(number))
        block = _Block(columns, heads, cells, words, best)
        last = below if at == len(blocks) - 1 else None
        whole = caption.high + block.high + (last.high + 3 * _POINT if last else 0)
        if whole <= _HIGH:
            pages.need(whole)
        else:
            pages.need(caption.high + block.top + sum(block.heights[:3]))
        _write(pages, caption)
        _put_rows(pages, block, tr("{number}, continued.", number=number[:-1]))
        if last is not None:
            pages.skip(3 * _POINT)
            _write(pages, last)
        pages.skip(8 * _POINT)


def _columns(head: list[str], rows: list[list[str]], words: frozenset[int]) -> list[_FittedColumns]:
    """Return the columns of a table in the largest type that fits, else in several blocks."""
    everything = tuple(range(len(head)))
    for size, whole in ((_SIZES[0], True), *((one, False) for one in _SIZES)):
        wanted, least, gap = _widths(head, rows, words, size, whole=whole)
        if sum(wanted) + gap * (len(head) - 1) <= _WIDE:
            return [_FittedColumns(everything, _spread(wanted, least, rows, words, size, gap), size, gap)]
        is_text = max(wanted) >= _LONG and sum(least) + gap * (len(head) - 1) <= 0.8 * _WIDE
        if is_text and size < _SIZES[0]:
            return [_FittedColumns(everything, _spread(least, least, rows, words, size, gap), size, gap)]
    size = _SIZES[-1]
    _, least, gap = _widths(head, rows, words, size)
    if sum(least) + gap * (len(head) - 1) <= _WIDE:
        return [_FittedColumns(everything, _spread(least, least, rows, words, size, gap), size, gap)]
    size = _SIZES[-2]
    _, least, gap = _widths(head, rows, words, size)
    blocks, part = list[tuple[int, ...]](), [0]
    for at in everything[1:]:
        if len(part) > 1 and sum(least[one] for one in [*part, at]) + gap * len(part) > _WIDE:
            blocks.append(tuple(part))
            part = [0]
        part.append(at)
    blocks.append(tuple(part))
    return [_FittedColumns(one, tuple(min(least[at], _WIDE / 2) for at in one), size, gap) for one in blocks]


def _widths(
    head: list[str], rows: list[list[str]], words: frozenset[int], size: float, *, whole: bool = False
) -> tuple[list[float], list[float], float]:
    """Return the preferred and the least widths of columns, and the gap between them.

    `whole`: keep heads on one line.
    """
    metrics, strong, numbers = _metrics(size), _metrics(size, 600), _metrics(size, 600, mono=True)
    wanted, least = [], []
    for at, name in enumerate(head):
        of = strong if at in words else numbers
        widest = max((of.horizontalAdvance(row[at]) for row in rows), default=0.0)
        longest = max((strong.horizontalAdvance(part) for part in name.split()), default=0.0)
        title = strong.horizontalAdvance(name) if whole else min(longest, _LONG_HEAD)
        parts = (metrics.horizontalAdvance(part) for row in rows for part in row[at].split())
        word = min(max(parts, default=0.0), _LONG_HEAD) if at in words else widest
        least.append(max(title, word) + _POINT)
        wanted.append(max(title, min(widest, _LONG) if at in words else widest) + _POINT)
    return wanted, least, 9 * _POINT * size / _SIZES[0]


def _spread(
    wide: list[float], least: list[float], rows: list[list[str]], words: frozenset[int], size: float, gap: float
) -> tuple[float, ...]:
    """Return the widths with the spare room given to columns of text whose lines are broken."""
    metrics = _metrics(size, 600)
    full = [
        max((metrics.horizontalAdvance(row[at]) for row in rows), default=0.0) + _POINT if at in words else wide[at]
        for at in range(len(wide))
    ]
    lacks = [max(0.0, want - has) for want, has in zip(full, wide, strict=True)]
    left = _WIDE - sum(wide) - gap * (len(wide) - 1)
    share = min(1.0, left / sum(lacks)) if sum(lacks) else 0.0
    return tuple(max(has + lack * share, low) for has, lack, low in zip(wide, lacks, least, strict=True))


class _Block:
    """Columns of a table as texts, and how high its head and rows are."""

    def __init__(
        self,
        columns: _FittedColumns,
        head: Sequence[str],
        rows: Sequence[Sequence[str]],
        words: frozenset[int],
        best: frozenset[tuple[int, int]],
    ) -> None:
        self.columns, self._words = columns, words
        self._pad = 1.6 * _POINT
        self._across = sum(columns.wide) + columns.gap * (len(columns.wide) - 1)
        self.head = [self._text(head[at], place, weight=600, is_head=True) for place, at in enumerate(columns.which)]
        self.rows = [
            [
                self._text(row[at], place, weight=600 if (number, at) in best else 400)
                for place, at in enumerate(columns.which)
            ]
            for number, row in enumerate(rows)
        ]
        self.top = self._high(self.head)
        self.heights = [self._high(row) for row in self.rows]
        self.high = self.top + sum(self.heights)

    def _text(self, text: str, place: int, weight: int, *, is_head: bool = False) -> _Text:
        align = _LEFT if self.columns.which[place] in self._words else _RIGHT
        mono = align == _RIGHT and not is_head
        wide, size = self.columns.wide[place], self.columns.size
        return _Text(text, wide, size, weight=weight, align=align, mono=mono)

    def _high(self, row: Sequence[_Text]) -> float:
        return max((one.high for one in row), default=0.0) + 2 * self._pad

    def paint_head(self, painter: QPainter, left: float, y: float) -> None:
        """Paint the heads, aligned at the foot of their row, and the rule below them."""
        for text, x in zip(self.head, self.columns.x(), strict=True):
            text.paint(painter, left + x, y + self.top - self._pad - text.high)
        _rule(painter, left, y + self.top, self._across, _RULE)

    def paint_row(
        self, at: int, painter: QPainter, left: float, y: float, first: int = 0, last: int | None = None
    ) -> None:
        """Paint a row, or some of its lines, and the hairline below it."""
        lines = max(one.lines for one in self.rows[at])
        shown_lines = (lines if last is None else min(last, lines)) - first
        for text, x in zip(self.rows[at], self.columns.x(), strict=True):
            text.paint(painter, left + x, y + self._pad, first, last)
        step = self.rows[at][0].step
        _rule(painter, left, y + shown_lines * step + 2 * self._pad, self._across, _HAIR)


def _rule(painter: QPainter, left: float, y: float, wide: float, color: str) -> None:
    painter.fillRect(QRectF(left, y - 0.3 * _POINT, wide, 0.6 * _POINT), QColor(color))


def _put_rows(pages: _PageCanvas, block: _Block, continued: str) -> None:
    """Place head and rows on as many pages as they need; a row higher than a page is split between lines."""
    pages.put(block.top, block.paint_head)

    def go_on() -> None:
        _write(pages, _Text(continued, _WIDE, _ASIDE, color=_GRAY))
        pages.put(block.top, block.paint_head)

    for at, high in enumerate(block.heights):
        step = block.rows[at][0].step
        lines = max(one.lines for one in block.rows[at])
        most = max(1, int((_HIGH - block.top - 40 * _POINT) / step))
        for first in range(0, lines, most):
            last = min(first + most, lines)
            part = high if lines <= most else (last - first) * step + 4 * _POINT
            if pages.need(part):
                go_on()

            def paint(
                painter: QPainter, left: float, y: float, at: int = at, first: int = first, last: int = last
            ) -> None:
                block.paint_row(at, painter, left, y, first, last)

            pages.put(part, paint)
